"""The rule-based analyst: lessons become lines, counted, placed and merged by rules."""

import pytest

from skill1.methods.skillopt import stages
from skill1.methods.skillopt.rules import RULES
from skill1.methods.skillopt.stages import KINDS, ask_guidance, ask_memory, pairs_of
from skill1.methods.skillopt.trial import Trial
from skill1.methods.teacher.analyst import AnalystTeacher
from skill1.schema import SkillDraft
from tests.methods.skillopt.teachers import setting

LESSONS = {"A": SkillDraft("house a", "egg in box"), "B": SkillDraft("house b", "cup in bag")}


class Knowing:
    """Stands for the environment's analyst: the source of a trial names its lesson."""

    def lesson(self, source):
        return LESSONS.get(source)


BY_RULES = AnalystTeacher(Knowing(), RULES)


def trial(source, won=0):
    return Trial(f"t{source}", won, float(won), "", "" if won else "not solved", {}, source)


def reflected(trials, document="", **config):
    return stages.reflect(
        setting(BY_RULES, document, max_chars=config.pop("max_chars", None), **config), trials, 0
    )


def test_the_lesson_taught_most_often_comes_first():
    (patch,) = reflected([trial("A"), trial("B"), trial("B"), trial("-")])
    assert [(item["content"], item["support_count"]) for item in patch.items] == [
        ("- when house b do cup in bag", 2),
        ("- when house a do egg in box", 1),
    ]
    assert patch.patterns == ("not solved",)


def test_what_is_known_is_not_said_again_and_what_is_wrong_is_replaced():
    known = "- when house a do egg in box\n\n- when house b do cup in hat\n"
    (patch,) = reflected([trial("A"), trial("B")], known)
    assert [(item["op"], item["target"]) for item in patch.items] == [("replace", "- when house b do cup in hat")]


def test_in_a_full_document_the_oldest_line_goes():
    full = "- when house c do pan in tub\n"
    (patch,) = reflected([trial("A")], full, max_chars=30)
    assert patch.items[0]["op"] == "replace" and patch.items[0]["target"] == full.strip()


@pytest.mark.parametrize("mode", sorted(KINDS))
def test_every_update_mode_leads_to_the_same_lines(mode):
    context = setting(BY_RULES, "", update_mode=mode)
    merged = stages.aggregate(context, stages.reflect(context, [trial("A"), trial("B", won=1)], 0))
    chosen, _ = stages.select(context, merged, 2)
    text, _ = stages.update(context, chosen)
    assert "- when house a do egg in box" in text
    assert ("house b" in text) == (mode != "full_rewrite")  # whole documents are taken one at a time


def test_merging_adds_support_and_keeps_failures_first():
    context = setting(BY_RULES, "", minibatch_size=1)
    merged = stages.aggregate(context, stages.reflect(context, [trial("B"), trial("B"), trial("A", won=1)] * 2, 0))
    assert [(i["source_type"], i["support_count"]) for i in merged.items] == [("failure", 4), ("success", 2)]
    assert stages.choose_budget(context, merged, (0, 0), 6) == 2


def test_guidance_is_the_commonest_lesson_of_what_got_worse():
    won, lost = [trial("A", 1), trial("B", 1)], [trial("A", 0), trial("B", 1)]
    assert ask_guidance(setting(BY_RULES, ""), "", pairs_of(won, lost)) == "- when house a do egg in box"
    known = "- when house a do egg in box\n"
    assert ask_guidance(setting(BY_RULES, known), "", pairs_of(won, lost)) == ""
    assert "regressed 1, stable_success 1" in ask_memory(setting(BY_RULES), "", pairs_of(won, lost))


def test_together_edits_stay_within_the_length():
    context = setting(BY_RULES, "", minibatch_size=1, max_chars=30)
    merged = stages.aggregate(context, stages.reflect(context, [trial("A"), trial("B"), trial("B")], 0))
    assert [item["content"] for item in merged.items] == ["- when house b do cup in bag"]


def test_guidance_that_has_no_room_is_not_given():
    lost = pairs_of([trial("A", 1)], [trial("A", 0)])
    assert ask_guidance(setting(BY_RULES, "- x\n", max_chars=20), "", lost) == ""
