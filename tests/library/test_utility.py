"""What outcomes do to utilities: `posterior` by hand and against a slow recount; control episodes."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skill1.config import LibraryConfig
from skill1.library import Library
from skill1.library.admit import BELIEF, TRIAL, after_outcome, belief_of, posterior_mean, trial_of, with_utility
from skill1.schema import Skill

from .builders import HASHING, episode

POSTERIOR = LibraryConfig(
    utility="posterior", alpha=0.5, prior_uses=4.0, utility_update="selected", encoder="hashing"
)
outcomes = st.lists(st.tuples(st.integers(0, 5), st.sampled_from((0.0, 1.0))), max_size=30)


def test_by_hand():
    """Prior 4 outcomes at .5; a step with two wins: (4·.5 + 2) / (4 + 2) = 2/3; then a step with a loss, the two
    wins counting half: (2 + 1) / (4 + 2) = .5."""
    start = Skill("a", "d", "s", 0.5)
    one = after_outcome(start, 1.0, POSTERIOR, prior=0.5, fades=True)
    two = after_outcome(one, 1.0, POSTERIOR, prior=0.5, fades=False)
    assert (one.utility, two.utility) == (pytest.approx(0.6), pytest.approx(2 / 3))
    lost = after_outcome(two, 0.0, POSTERIOR, prior=0.5, fades=True)
    assert lost.utility == pytest.approx(0.5) and lost.extra[BELIEF] == [1.0, 2.0]


@pytest.mark.parametrize(
    "belief", [[None, float("inf")], [1, 2**1024 - 1], [float("nan"), 1], [2**1024, 1], [1, -1]]
)
def test_a_belief_that_is_none_counts_as_none(belief):
    assert belief_of(Skill("a", "d", "s", 0.5, extra={BELIEF: belief})) is None


@pytest.mark.parametrize("trial", [[0, 10**400], [10**400, 0.5], [0, float("nan")], [1, -float("inf")], [-1, 0.5]])
def test_a_trial_that_is_none_counts_as_none(trial):
    assert trial_of(Skill("a", "d", "s", 0.5, extra={TRIAL: trial})) is None


@given(outcomes, st.floats(0, 1))
def test_it_is_the_discounted_mean_of_all_outcomes_and_the_prior(history, prior):
    history = sorted(history, key=lambda pair: pair[0])
    found, last = Skill("a", "d", "s", prior), None
    for step, outcome in history:
        found = after_outcome(found, outcome, POSTERIOR, prior=prior, fades=step != last)
        last = step
    steps = sorted({step for step, _ in history})
    weights = [0.5 ** (len(steps) - 1 - steps.index(step)) for step, _ in history]
    won = sum(weight * outcome for weight, (_, outcome) in zip(weights, history, strict=True))
    assert found.utility == pytest.approx((4 * prior + won) / (4 + sum(weights)))
    assert 0.0 <= found.utility <= 1.0
    assert posterior_mean(won, sum(weights), prior=prior, prior_uses=4.0) == pytest.approx(found.utility)


def test_a_utility_that_a_person_gives_is_what_the_next_outcome_moves():
    """Two outcomes behind .6 at a prior of 4 at .5: their sum is .6·6 − 2 = 1.6. A win: (2 + 1.6 + 1) / 7."""
    lost = Skill("a", "d", "s", 0.3, extra={BELIEF: [0.0, 2.0]})
    given = with_utility(lost, 0.6)
    assert given.utility == 0.6 and with_utility(lost, 0.3) == lost
    won = after_outcome(given, 1.0, POSTERIOR, prior=0.5, fades=False)
    assert won.utility == pytest.approx(4.6 / 7) and won.extra[BELIEF] == pytest.approx([2.6, 3.0])
    assert after_outcome(with_utility(lost, 0.0), 0.0, POSTERIOR, prior=0.5, fades=False).extra[BELIEF][0] == 0.0
    assert with_utility(Skill("a", "d", "s", 0.3, extra={BELIEF: "strong"}), 0.6).extra == {BELIEF: "strong"}


def test_before_there_is_a_trend_the_skills_own_utility_is_the_prior():
    found = after_outcome(Skill("a", "d", "s", 0.3), 1.0, POSTERIOR, prior=None, fades=True)
    assert found.utility == pytest.approx((4 * 0.3 + 1) / 5)


def test_a_library_keeps_the_belief_across_steps_and_openings(tmp_path):
    """Step 1 adds a skill at the trend 1.0. Step 2: a win and a loss, trend .8 + .2·.5 = .9, U = (4·.9 + 1) / 6.
    Step 3, reopened: a loss, trend .8·.9 = .72, what was counts half: U = (4·.72 + .5) / (4 + 2)."""
    config = replace(POSTERIOR, initial_utility=None)
    with Library.open(tmp_path / "library.sqlite", config, create=True) as library:
        library.commit([episode(draft=("heat the egg", "go left"))], step=1, policy_version=0)
        (made,) = library.skills()
        assert made.utility == 1.0
        uses = [episode(rollout=i, outcome=1.0 - i, step=2, candidates=[made], used=made) for i in range(2)]
        library.commit(uses, step=2, policy_version=0)
        assert library.resolve(made.id).utility == pytest.approx((4 * 0.9 + 1) / 6)
    with Library.open(tmp_path / "library.sqlite", config, create=True) as library:
        library.commit([episode(outcome=0.0, step=3, candidates=[made], used=made)], step=3, policy_version=0)
        assert library.resolve(made.id).utility == pytest.approx((4 * 0.72 + 0.5) / 6)


def test_a_repeated_text_tells_nothing_of_its_worth():
    """Only winners' texts are admitted: counting each repetition as a win would raise every U."""
    with Library.in_memory(POSTERIOR) as library:
        library.commit([episode(draft=("heat the egg", "go left"))], step=1, policy_version=0)
        before = library.skills()[0].utility
        library.commit([episode(step=2, draft=("heat the egg", "go left"))], step=2, policy_version=0)
        assert [skill.utility for skill in library.skills()] == [before]


@pytest.mark.parametrize("extra", [{TRIAL: 3}, {TRIAL: [10**400, 0.5]}, {BELIEF: "strong"}, {BELIEF: [9.0, -9.0]}])
def test_what_a_skill_from_elsewhere_holds_under_our_names_ends_no_run(extra):
    config = replace(POSTERIOR, trial_uses=1)
    with Library.in_memory(config) as library:
        (made,) = library.add_skills([Skill("a", "heat the egg", "go left", 0.5, extra=extra)])
        control = replace(episode(rollout=1, outcome=0.0), withheld=made)
        library.commit([episode(candidates=[made], used=made), control], step=1, policy_version=0)
        assert library.get("a").utility > 0.5 and library.get("a").status == "active"


# Control episodes: one event, and nothing else


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
