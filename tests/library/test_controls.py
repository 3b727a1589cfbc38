"""What a commit does with control episodes: one event, and nothing else."""

from dataclasses import replace

import pytest

from skill1.library import Library
from tests.library.builders import HASHING, episode


@pytest.fixture
def library():
    with Library.in_memory(HASHING, success_ema=0.5) as library:
        first = [episode(draft=("when egg", "open fridge")), episode(1, draft=("when book", "look on desk"))]
        library.commit(first, step=1, policy_version=0)
        yield library


def control(skill, others=(), **fields):
    return replace(episode(2, candidates=(skill, *others), step=2, **fields), withheld=skill)


def test_a_control_leaves_counts_utilities_and_trends_alone(library):
    egg, book = library.skills()
    before = (library.skills(None), library.success_trend, library.no_skill_trend)
    report = library.commit([control(egg, (book,), outcome=0.0)], step=2, policy_version=1)
    assert (library.skills(None), library.success_trend, library.no_skill_trend) == before
    assert report.edits == () and report.version == 2 and library.check() == []


def test_a_control_is_logged_with_its_outcome_beside_what_it_selected(library):
    egg, book = library.skills()
    library.commit(
        [
            control(egg, outcome=0.75, used=book),
            episode(0, outcome=1.0, candidates=(egg,), used=egg, step=2),
        ],
        step=2,
        policy_version=1,
    )
    news = [(e.kind, e.value) for e in library.history(egg.id) if e.step == 2]
    assert ("withheld", 0.75) in news and ("used", 1.0) in news
    assert [kind for kind, _ in news].count("withheld") == 1
    assert [e for e in library.history(book.id) if e.step == 2] == []  # what stood in for it learns nothing


def test_trends_are_those_of_the_episodes_that_acted_as_chosen(library):
    egg, _ = library.skills()
    trend = library.success_trend
    library.commit(
        [episode(0, outcome=1.0, candidates=(egg,), used=egg), control(egg, outcome=0.0)], step=2, policy_version=1
    )
    assert library.success_trend == pytest.approx(trend + 0.5 * (1.0 - trend))


def test_a_withheld_skill_that_is_not_active_any_more_is_not_logged(library):
    egg, _ = library.skills()
    gone = replace(HASHING, capacity=1, protect_steps=0)
    library.config = gone
    library.commit([episode(0, outcome=0.0, candidates=(egg,), used=egg)], step=3, policy_version=1)
    retired = next(s for s in library.skills(None) if s.status == "retired")
    library.commit([control(retired, outcome=1.0)], step=4, policy_version=1)
    assert all(e.kind != "withheld" for e in library.history(retired.id))
