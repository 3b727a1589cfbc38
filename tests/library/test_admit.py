import math
from dataclasses import replace

import pytest

from skill1.library.admit import choose_retired, moved, retirement_score, same_skill, skill_id
from skill1.schema import Skill


def skill(name, *, utility=0.5, selected=0, created_step=0, description="egg", strategy="heat it"):
    return Skill(name, description, strategy, utility, selected=selected, created_step=created_step)


def test_moved_by_hand():
    assert moved(0.5, 1.0, 0.05) == pytest.approx(0.525)  # 0.95 * 0.5 + 0.05 * 1
    utility = 0.5
    for _ in range(16):
        utility = moved(utility, 1.0, 0.05)
    assert utility == pytest.approx(1 - 0.5 * 0.95**16)  # 0.780: one step of 16 successes


def test_the_papers_rule_scores_a_skill_used_once_zero():
    once = skill("a", utility=0.9, selected=1)
    assert retirement_score(once, "log") == 0.0  # 0.9 * ln 1
    assert retirement_score(once, "log1p") == pytest.approx(0.9 * math.log(2))  # 0.623832
    bad = skill("b", utility=0.1, selected=3)
    assert retirement_score(bad, "log") > retirement_score(once, "log")
    assert retirement_score(bad, "log1p") < retirement_score(once, "log1p")


def retire(skills, **changes):
    return choose_retired(skills, **({"capacity": 1, "rule": "log1p"} | changes))


def test_lowest_score_leaves_first():
    good, bad = skill("a", utility=0.9, selected=5), skill("b", utility=0.2, selected=5)
    assert retire([good, bad]) == ("b",) and retire([good]) == ()
    assert retire([skill("a", utility=1.0), bad], rule="log") == ("a",), "never selected scores 0"


def test_young_skills_are_protected_as_long_as_there_are_others():
    crowd = [skill("a"), skill("b", utility=0.9, selected=9)]
    assert (retire(crowd, young={"a"}), retire(crowd), retire(crowd, young={"a", "b"})) == (("b",), ("a",), ("a",))


def test_ties_go_by_age_then_id():
    crowd = [skill("c", created_step=3), skill("b", created_step=2), skill("a", created_step=3)]
    assert retire(crowd, capacity=1) == ("b", "a")


def test_more_pinned_skills_than_there_is_room_for_all_stay():
    crowd = [replace(skill(f"s{i}", utility=0.1 * i), pinned=i < 3) for i in range(5)]
    assert retire(crowd, capacity=2) == ("s3", "s4")  # two of three too many: the third is pinned


def test_same_skill_prefers_equal_text_then_the_closest_then_the_oldest():
    rivals = [skill("a", description="x"), skill("b", description="y"), skill("c", description="z")]
    near = {"a": 0.86, "b": 0.9, "c": 0.9}

    def match(text, least):
        return same_skill(text, rivals, lambda s: near[s.id], least_similarity=least)

    assert match(" X ", 0.99).id == "a"
    assert match("w", 0.85).id == "b"
    assert match("w", 0.95) is None
    assert same_skill("w", [], lambda s: 1.0, least_similarity=0.0) is None


def test_skill_id_is_fixed_and_avoids_taken_names():
    first = skill_id("d", "s", "e", lambda _: False)
    assert first == skill_id("d", "s", "e", lambda _: False)
    assert first.startswith("sk_") and len(first) == 13
    second = skill_id("d", "s", "e", lambda name: name == first)
    assert second != first
