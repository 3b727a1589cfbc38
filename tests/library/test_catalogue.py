"""Light reading of a library file: pages, ids by their beginning, figures, at the same answers as reading it all."""

import random
import statistics

import pytest

from skill1.errors import LibraryError
from skill1.library.catalogue import Catalogue, disk_bytes
from skill1.library.store import Store
from skill1.library.tables import CommitRow
from skill1.schema import SKILL_STATUSES, Skill


def commit_row(version, **counts):
    """A row of ``commits`` whatever columns it has by now; counts not named are 0."""
    return CommitRow(**(dict.fromkeys(CommitRow._fields, 0) | {"version": version} | counts))


def write_library(path, skills, *, events=(), commits=(), meta=None):
    store = Store.open(path, create=True, read_only=False)
    with store.transaction(0):
        store.add_skills(skills)
        store.add_events(events)
        for row in commits:
            store.add_commit(row)
        store.put_meta({"version": len(commits), "encoder": "hashing", "encoder_identity": "hashing:1024:v1"})
        store.put_meta(meta or {})
    store.close()
    return path


def some_skills():
    """Forty skills with many ties, of every status."""
    draw = random.Random(3)
    return [
        Skill(
            id=f"sk_{number:02d}{draw.choice('ab')}",
            description=f"when {draw.choice(['an Egg', 'a mug', '100% wool'])} {number}",
            strategy=f"do_{number % 4}",
            utility=draw.choice([0.0, 0.25, 0.5, 1.0]),
            retrieved=10,
            selected=(selected := draw.choice([0, 0, 2, 5])),
            wins=draw.randint(0, selected),
            created_step=number // 3,
            status=(status := draw.choice(SKILL_STATUSES)),
            merged_into="sk_00a" if status == "merged" else None,
            env=draw.choice(["household", "webshop"]),
            pinned=number % 7 == 0,
        )
        for number in range(40)
    ]


@pytest.fixture
def skills():
    return some_skills()


@pytest.fixture
def catalogue(tmp_path, skills):
    merged = {1: 1, 2: 1}
    commits = [
        commit_row(version, step=version - 1, added=2, merged=merged.get(version, 0), size=version)
        for version in range(1, 13)
    ]
    events = [("merged", 1, "e", skills[0].id, 0, 0.5)]  # the other one was dropped
    with Catalogue.open(write_library(tmp_path / "a.sqlite", skills, events=events, commits=commits)) as catalogue:
        yield catalogue


KEYS = {
    "utility": lambda skill: skill.utility,
    "wins": lambda skill: skill.wins,
    "selected": lambda skill: skill.selected,
    "retrieved": lambda skill: skill.retrieved,
    "step": lambda skill: skill.created_step,
}


@pytest.mark.parametrize("sort", KEYS)
def test_a_page_is_what_sorting_everything_gives(catalogue, skills, sort):
    for status in (*SKILL_STATUSES, None):
        chosen = [skill for skill in skills if status in (None, skill.status)]
        expected = sorted(chosen, key=lambda skill: (-KEYS[sort](skill), skill.id))
        page = catalogue.page(status=status, sort=sort)
        assert list(page.skills) == expected and page.total == len(expected)
        first = catalogue.page(status=status, sort=sort, limit=3)
        assert list(first.skills) == expected[:3] and first.total == len(expected)


def test_a_page_of_one_environment(catalogue, skills):
    page = catalogue.page(status=None, env="webshop")
    assert {skill.id for skill in page.skills} == {skill.id for skill in skills if skill.env == "webshop"}


@pytest.mark.parametrize(("text", "number"), [("egg", None), ("100%", None), ("%", None), ("o_1", 10), ("_", 40)])
def test_matching_looks_for_the_text_itself(catalogue, skills, text, number):
    found = {skill.id for skill in catalogue.page(status=None, match=text).skills}
    expected = {s.id for s in skills if text.lower() in s.description.lower() or text in s.strategy}
    assert found == expected and found and (number is None or len(found) == number)


def test_a_large_page_is_read_in_one_go(tmp_path):
    many = [Skill(f"sk_{number}", f"when {number}", "do", number / 2000) for number in range(1500)]
    with Catalogue.open(write_library(tmp_path / "m.sqlite", many)) as catalogue:
        assert [skill.id for skill in catalogue.page().skills] == [skill.id for skill in reversed(many)]


def test_a_skill_by_the_beginning_of_its_id(tmp_path):
    skills = [Skill(name, f"when {name}", "do", 0.5) for name in ("sk_ab", "sk_abc", "sk_b1", "sk_%", "ükraut")]
    with Catalogue.open(write_library(tmp_path / "p.sqlite", skills)) as catalogue:
        assert catalogue.skill("sk_ab").id == "sk_ab", "an exact id counts before a beginning"
        assert catalogue.skill("sk_abc").id == "sk_abc"
        assert catalogue.skill("sk_b").id == "sk_b1"
        assert catalogue.skill("ü").id == "ükraut"
        with pytest.raises(LibraryError, match="Several skills.*sk_ab, sk_abc.*Type more"):
            catalogue.skill("sk_a")
        for absent in ("sk_c", "", "SK_AB", "sk_abcd"):
            with pytest.raises(LibraryError, match="skill1 library list"):
                catalogue.skill(absent)


def test_of_many_with_one_beginning_a_few_are_named(catalogue):
    with pytest.raises(LibraryError, match="…") as refused:
        catalogue.skill("sk_")
    assert str(refused.value).count("sk_") == 1 + 5


def test_figures_are_those_of_all_skills(catalogue, skills):
    figures = catalogue.figures()
    active = [skill for skill in skills if skill.status == "active"]
    assert figures["statuses"] == {s: sum(skill.status == s for skill in skills) for s in SKILL_STATUSES}
    assert figures["size"] == len(active) and figures["retired"] == figures["statuses"]["retired"]
    assert figures["utility_mean"] == pytest.approx(statistics.fmean(skill.utility for skill in active))
    assert figures["utility_median"] == statistics.median(skill.utility for skill in active)
    assert figures["pinned"] == sum(s.pinned and s.status in ("active", "proposed") for s in skills) == 4
    assert figures["selected_total"] == sum(skill.selected for skill in skills)
    assert figures["win_rate"] == sum(s.wins for s in skills) / sum(s.selected for s in skills)
    unselected = sum(skill.selected == 0 for skill in active)
    assert (figures["never_selected"], figures["never_selected_share"]) == (unselected, unselected / len(active))
    assert figures["merged"] == 2, "texts that went into another, not skills"
    assert [row["version"] for row in figures["turnover"]] == list(range(3, 13))
    most = sorted(active, key=lambda skill: (-skill.selected, -skill.utility, skill.id))[:5]
    assert [row["id"] for row in figures["top"]] == [skill.id for skill in most]
    assert disk_bytes(catalogue.store.path) > 4096


def test_figures_of_an_empty_library(tmp_path):
    with Catalogue.open(write_library(tmp_path / "e.sqlite", [])) as catalogue:
        figures = catalogue.figures()
        assert catalogue.page().total == 0
    assert (figures["size"], figures["utility_median"], figures["win_rate"], figures["turnover"]) == (
        0,
        0.0,
        None,
        [],
    )
    assert figures["never_selected_share"] == 0.0


def test_the_index_that_would_be_used_is_told(tmp_path, catalogue):
    assert catalogue.figures()["index"] == {"kind": "flat", "is_exact": True}
    assert catalogue.figures("hnsw")["index"] == {"kind": "hnsw", "is_exact": False}
