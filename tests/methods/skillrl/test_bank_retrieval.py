"""What a prompt shows of a bank, by hand."""

import asyncio
from pathlib import Path

import pytest

from skill1.config import LibraryConfig
from skill1.library import Library
from skill1.library.formats import import_into
from skill1.methods.skillrl.method import Shown, retrieve, select, top_k
from skill1.methods.skillrl.settings import SkillRLConfig
from skill1.schema import Candidate, Skill, Task

BANK = Path(__file__).parents[2] / "golden" / "skillrl" / "alfworld_skills.json"


def candidate(name, similarity, section=None, category=None):
    extra = {"skillrl": {"section": section, "category": category}} if section else {}
    return Candidate(Skill(name, f"when {name}", "do it", 0.5, extra=extra), similarity, similarity)


def specific(name, similarity, category="heat"):
    return candidate(name, similarity, "task_specific_skills", category)


def names(candidates):
    return [c.skill.id for c in candidates]


# In the bank's order; δ = 0.4 and K = 2. Of "heat" c stands exactly at δ, which is not above it.
HEAT = [specific("a", 0.5), specific("b", 0.9), specific("c", 0.4), specific("d", 0.7), specific("e", 0.1)]
OTHERS = [
    specific("cool", 0.99, "cool"),
    candidate("g1", 0.0, "general_skills"),
    candidate("g2", -0.2, "general_skills"),
    candidate("dyn_001", 0.3, "general_skills"),
    candidate("m1", 0.0, "common_mistakes"),
    candidate("m2", 0.8, "common_mistakes"),
]


def test_s_ret_is_the_top_k_of_the_category_above_the_threshold():
    """b 0.9, d 0.7, a 0.5 are above 0.4; the two best are b and d. S_g is whole."""
    shown = select([*HEAT, *OTHERS], "heat", SkillRLConfig(retrieval="paper", top_k=2), 0.4)
    assert names(shown.specific) == ["b", "d"]
    assert names(shown.general) == ["dyn_001", "g1", "g2"]
    assert names(shown.mistakes) == ["m1", "m2"]
    assert names(shown.all()) == ["b", "d", "dyn_001", "g1", "g2", "m1", "m2"]


def test_embedding_ranks_all_categories_and_the_general_skills():
    """Specific by cosine: cool .99, b .9, d .7, a .5, c .4, e .1; general: dyn_001 .3, g1 0, g2 -.2; no δ."""
    bank = [*HEAT, *OTHERS]
    shown = select(bank, "heat", SkillRLConfig(retrieval="embedding", top_k=2), 0.4)
    assert (names(shown.specific), names(shown.general)) == (["cool", "b"], ["dyn_001", "g1"])
    more = SkillRLConfig(retrieval="embedding", top_k=9, task_specific_top_k=3)
    shown = select(bank, "heat", more, 0.4)
    assert (names(shown.specific), names(shown.general)) == (["cool", "b", "d"], ["dyn_001", "g1", "g2"])
    shown = select(bank, "heat", SkillRLConfig(retrieval="embedding", similarity_threshold=0.4), 0.9)
    assert (names(shown.specific), names(shown.general)) == (["cool", "b", "d", "a"], [])


@pytest.mark.parametrize(
    ("k", "general"), [(1, ["dyn_001"]), (2, ["dyn_001", "g1"]), (6, ["dyn_001", "g1", "g2"])]
)
def test_top_k_is_the_number_of_general_skills(k, general):
    """SkillRL's flag; the whole category stands beside them."""
    shown = select([*HEAT, *OTHERS], "heat", SkillRLConfig(top_k=k), 0.4)
    assert (names(shown.general), names(shown.specific)) == (general, list("abcde"))


@pytest.mark.parametrize("retrieval", ["template", "embedding", "paper"])
def test_general_top_k_wins_over_top_k(retrieval):
    shown = select([*HEAT, *OTHERS], "heat", SkillRLConfig(retrieval=retrieval, top_k=1, general_top_k=2), -1)
    assert len(shown.general) == 2
    assert select([*HEAT, *OTHERS], "heat", SkillRLConfig(retrieval=retrieval, general_top_k=0), -1).general == ()


@pytest.mark.parametrize(
    ("threshold", "k", "expected"),
    [(0.4, 9, "bda"), (0.39, 9, "bdac"), (0.7, 9, "b"), (0.95, 9, ""), (-1, 1, "b"), (-1, 9, "bdace")],
)
def test_the_threshold_is_exclusive_and_k_bounds(threshold, k, expected):
    assert "".join(names(top_k(HEAT, threshold, k))) == expected


def test_bounds_of_the_released_code():
    config = SkillRLConfig(task_specific_top_k=3, general_top_k=1, mistakes_top_k=1)
    shown = select([*HEAT, *OTHERS], "heat", config, 0.4)
    assert (names(shown.specific), names(shown.general), names(shown.mistakes)) == (
        list("abc"),
        ["dyn_001"],
        ["m1"],
    )
    both = SkillRLConfig(retrieval="paper", top_k=1, task_specific_top_k=3)
    assert names(select([*HEAT, *OTHERS], "heat", both, 0.4).specific) == ["b", "d", "a"]


@pytest.mark.parametrize("retrieval", ["template", "paper"])
def test_a_skill_of_no_bank_has_to_be_similar(retrieval):
    bank = [candidate("near", 0.6), candidate("far", 0.2), specific("a", 0.5)]
    shown = select(bank, "heat", SkillRLConfig(retrieval=retrieval), 0.4)
    assert sorted(names(shown.specific)) == ["a", "near"]


def test_a_published_bank_in_a_library():
    goal = Task(
        "alfworld/train/0", "alfworld", "train", 0, "put a hot egg in fridge.", "pick_heat_then_place_in_recep"
    )
    with Library.in_memory(LibraryConfig(encoder="hashing")) as library:
        assert asyncio.run(retrieve(library.snapshot(), goal, SkillRLConfig())) == Shown()
        import_into(library, BANK, "skillrl", env="alfworld")
        shown = asyncio.run(retrieve(library.snapshot(), goal, SkillRLConfig()))
        paper = SkillRLConfig(retrieval="paper", similarity_threshold=-1.0, top_k=2)
        nearest = asyncio.run(retrieve(library.snapshot(), goal, paper))
    assert names(shown.specific) == ["hea_001", "hea_002", "hea_003", "hea_004", "hea_005"]
    assert len(shown.general) == 6 and len(shown.mistakes) == 5
    assert len(nearest.specific) == 2 and set(names(nearest.specific)) <= set(names(shown.specific))
    similar = sorted(shown.specific, key=lambda c: -c.similarity)
    assert names(nearest.specific) == names(similar[:2])
