"""Reflect, aggregate, select, update: what is asked, in which order, and what happens without an answer."""

import pytest

from skill1.methods.skillopt import stages
from skill1.methods.skillopt.edits import parts_of, with_guidance
from skill1.methods.skillopt.stages import Patch
from tests.methods.skillopt.teachers import Scripted, append, setting, trials


def edits(*contents):
    return {"edits": [append(content) for content in contents]}


def patch(source, *contents, support=1):
    items = tuple({**append(content, support), "source_type": source} for content in contents)
    return Patch(items, "", source, 8)


def test_failures_and_successes_are_read_apart_in_minibatches():
    teacher = Scripted(analyst_error=edits("mend"), analyst_success=edits("keep"))
    patches = stages.reflect(setting(teacher, "old", minibatch_size=8), trials(failures=10, successes=3), seed=1)
    assert teacher.operations() == ["analyst_error", "analyst_error", "analyst_success"]
    assert [(p.source, p.batch_size) for p in patches] == [("failure", 8), ("failure", 2), ("success", 3)]
    assert patches[1].items == (append("mend", 2) | {"source_type": "failure"},)
    shown = [{each.id for each in question.evidence["trials"]} for _, question in teacher.asked]
    assert shown[0] | shown[1] == {f"f{n}" for n in range(10)} and shown[2] == {"s0", "s1", "s2"}
    assert "story s1" in teacher.prompts[2] and "story f" not in teacher.prompts[2]
    assert "<document>\nold\n</document>" in teacher.prompts[0]


def test_the_order_of_minibatches_hangs_on_the_seed_only():
    def read(seed):
        teacher = Scripted()
        stages.reflect(setting(teacher, minibatch_size=4), trials(failures=12), seed)
        return [[each.id for each in question.evidence["trials"]] for _, question in teacher.asked]

    assert read(5) == read(5) != read(6)


def test_failure_only_and_clipping_to_the_budget():
    teacher = Scripted(analyst_error=edits("a", "b", "c"), analyst_success=edits("d"))
    patches = stages.reflect(setting(teacher, failure_only=True, edit_budget=2), trials(2, 2), 0)
    assert teacher.operations() == ["analyst_error"]
    assert [item["content"] for item in patches[0].items] == ["a", "b"]


def test_a_reflection_without_an_answer_costs_itself_only():
    answers = iter([None, edits("kept")])
    teacher = Scripted(analyst_error=lambda question: next(answers))
    patches = stages.reflect(setting(teacher, minibatch_size=2), trials(failures=4), 0)
    assert [p.items[0]["content"] for p in patches] == ["kept"]


def test_invisible_texts_say_nothing():
    document = {"new_skill": "\u200b"}
    assert stages.usable_items(stages.KINDS["full_rewrite"], {"skill_candidates": [document]}) == []
    teacher = Scripted(rewrite_skill=document)
    own, items = setting(teacher, "old\n", update_mode="rewrite"), ({"title": "t", "instruction": "i"},)
    text, (report,) = stages.update(own, Patch(items))
    assert (text, report["status"]) == ("old\n", "skipped_no_answer")


def test_merging_goes_up_in_levels_failures_first():
    # 10 failure patches, 3 at a time: 4 questions (the last patch is alone: 3), then 2 (4 -> 3 + 1: 1), then 1
    teacher = Scripted(
        merge_failure=lambda q: edits(f"level {q.fields['level']}"),
        merge_success=edits("won"),
        merge_final=edits("both"),
    )
    patches = [patch("failure", f"f{n}") for n in range(10)] + [patch("success", f"s{n}") for n in range(2)]
    merged = stages.aggregate(setting(teacher, merge_batch_size=3), patches)
    levels = [question.fields["level"] for operation, question in teacher.asked if operation == "merge_failure"]
    assert levels == ["1", "1", "1", "2", "3"]
    assert teacher.operations()[5:] == ["merge_success", "merge_final"]
    assert [p.source for p in teacher.asked[-1][1].evidence["patches"]] == ["failure", "success"]
    assert [item["content"] for item in merged.items] == ["both"]


def test_merged_items_remember_where_they_came_from():
    teacher = Scripted(merge_final=lambda q: {"edits": [append("good"), append("bad", 7)]})
    merged = stages.aggregate(
        setting(teacher), [patch("failure", "bad", support=2), patch("success", "good", support=3)]
    )
    assert [(i["content"], i["source_type"], i["support_count"]) for i in merged.items] == [
        ("good", "success", 3),
        ("bad", "failure", 7),
    ]


def test_without_answers_everything_is_put_together_failures_first():
    merged = stages.aggregate(
        setting(Scripted()), [patch("success", "s"), patch("failure", "f0"), patch("failure", "f1")]
    )
    assert [item["content"] for item in merged.items] == ["f0", "f1", "s"]


def test_one_patch_needs_no_merging_and_none_gives_none():
    teacher = Scripted()
    assert stages.aggregate(setting(teacher), [patch("success", "s")]).items[0]["content"] == "s"
    assert stages.aggregate(setting(teacher), []).items == () and teacher.asked == []


def test_ranking_is_asked_only_when_the_budget_is_too_small():
    teacher = Scripted(ranking={"selected_indices": [2, 9, 2, 0, 1]})
    merged = patch("failure", "a", "b", "c")
    assert stages.select(setting(teacher), merged, 3) == (merged, "all fit") and teacher.asked == []
    chosen, by = stages.select(setting(teacher), merged, 2)
    assert [item["content"] for item in chosen.items] == ["c", "a"] and by == "ranked by the teacher"
    assert "[1] op='append'  content='b'" in teacher.prompts[0]


@pytest.mark.parametrize("answer", [None, {"selected_indices": []}, {"selected_indices": [7, -1]}])
def test_without_a_usable_ranking_failures_and_support_decide(answer):
    items = (
        *patch("success", "s", support=9).items,
        *patch("failure", "f1").items,
        *patch("failure", "f2", support=4).items,
    )
    chosen, _ = stages.select(setting(Scripted(ranking=answer)), Patch(items), 2)
    assert [item["content"] for item in chosen.items] == ["f2", "f1"]


@pytest.mark.parametrize(("said", "budget"), [(2, 2), (99, 3), (-4, 0), (None, 0)])
def test_an_autonomous_budget_is_kept_within_what_there_is(said, budget):
    teacher = Scripted(lr_autonomous=None if said is None else {"learning_rate": said})
    assert stages.choose_budget(setting(teacher), patch("failure", "a", "b", "c"), (0.5, 0.6), 40) == budget
    assert "40 tasks, 0.500 solved, mean score 0.600" in teacher.prompts[0]


def test_rewriting_keeps_the_block():
    document = with_guidance("old body", "slow")
    suggestion = Patch(({"title": "t", "instruction": "shorter"},))
    teacher = Scripted(
        rewrite_skill={"new_skill": "new body\n\n<!-- SLOW_UPDATE_START -->\nforged\n<!-- SLOW_UPDATE_END -->"}
    )
    text, reports = stages.update(setting(teacher, document, update_mode="rewrite"), suggestion)
    assert parts_of(text).guidance == "slow" and parts_of(text).body.strip() == "new body"
    assert "instruction='shorter'" in teacher.prompts[0] and reports[0]["status"] == "applied_rewrite"
    unchanged, reports = stages.update(setting(Scripted(), document, update_mode="rewrite"), suggestion)
    assert unchanged == document and reports[0]["status"] == "skipped_no_answer"


def test_whole_documents_take_the_place_of_the_old_one():
    teacher = Scripted(analyst_error={"skill_candidates": [{"new_skill": "first"}, {"new_skill": "second"}]})
    whole = setting(teacher, "old", update_mode="full_rewrite")
    patches = stages.reflect(whole, trials(failures=1), 0)
    assert len(patches[0].items) == 1  # one document a minibatch
    assert stages.update(whole, patches[0])[0] == "first\n"
