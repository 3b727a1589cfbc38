"""Edits of a document, none of which reaches the protected block; and by hand: budgets, scores, the gate."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skill1.methods.skillopt.edits import (
    END,
    START,
    apply_edits,
    edit_budget,
    joined,
    parts_of,
    shown,
    with_guidance,
)
from skill1.methods.skillopt.trial import Scores, decide, gate_score, scores_of
from tests.methods.skillopt.teachers import trials

TEXT = "# Title\n\n- look first\n- take it\n"


def edit(op, content="", target=""):
    return {"op": op, "content": content, "target": target}


@pytest.mark.parametrize(
    ("given_edit", "text", "status"),
    [
        (edit("append", "- end"), "# Title\n\n- look first\n- take it\n\n- end\n", "applied_append"),
        (
            edit("insert_after", "- then", "look"),
            "# Title\n\n- look first\n\n- then\n- take it\n",
            "applied_insert_after",
        ),
        (
            edit("insert_after", "- then", "- look first\n"),
            "# Title\n\n- look first\n\n- then\n- take it\n",
            "applied_insert_after",
        ),
        (edit("insert", "- then", "take"), TEXT + "\n- then\n", "applied_insert_after"),
        (
            edit("insert_after", "- then", "nowhere"),
            TEXT + "\n- then\n",
            "applied_insert_after_fallback_append",
        ),
        (edit("replace", "see", "look"), TEXT.replace("look", "see"), "applied_replace"),
        (edit("delete", target="- look first\n"), "# Title\n\n- take it\n", "applied_delete"),
        (edit("replace", "x", "nowhere"), TEXT, "skipped_replace_target_not_found"),
        (edit("delete"), TEXT, "skipped_delete_missing_target"),
        (edit("append", "  "), TEXT, "skipped_append_without_content"),
        (edit("shuffle", "x"), TEXT, "skipped_unknown_op"),
    ],
)
def test_each_operation(given_edit, text, status):
    assert apply_edits(TEXT, [given_edit]) == (
        text,
        [
            {
                "index": 1,
                "op": "insert_after" if given_edit["op"] == "insert" else given_edit["op"],
                "target": given_edit["target"],
                "content_preview": given_edit["content"].strip(),
                "status": status,
            }
        ],
    )


def test_edits_follow_one_another_and_only_the_first_place_counts():
    text, reports = apply_edits(
        "a a", [edit("replace", "b", "a"), edit("replace", "c", "b"), edit("delete", "", "b")]
    )
    assert text == "c a"
    assert [report["status"] for report in reports] == [
        "applied_replace",
        "applied_replace",
        "skipped_delete_target_not_found",
    ]


def test_an_empty_document_begins_without_blank_lines():
    assert apply_edits("", [edit("append", "first")])[0] == "first\n"


def test_the_block_stays_last_and_as_it_was():
    document = with_guidance(with_guidance(TEXT, "old"), "slow words")  # replaced, not added
    assert document == f"{TEXT.rstrip()}\n\n{START}\nslow words\n{END}\n"
    changed, reports = apply_edits(
        document,
        [
            edit("append", "- end"),
            edit("replace", "x", "slow words"),
            edit("delete", "", START),
            edit("append", END),
        ],
    )
    assert changed == f"{TEXT.rstrip()}\n\n- end\n\n{START}\nslow words\n{END}\n"
    statuses = [report["status"] for report in reports]
    assert statuses[1:3] == ["skipped_protected_region"] * 2 and statuses[3] == "skipped_append_without_content"
    assert shown(changed) == "# Title\n\n- look first\n- take it\n\n- end\n\nslow words"


def test_an_edit_cannot_put_a_marker_together():
    halves = START[:9], START[9:]
    text, _ = apply_edits(f"{halves[0]}X{halves[1]} {END}", [edit("delete", "", "X")])
    assert START not in text and parts_of(text).guidance is None


words = st.text(alphabet="ab -\n<!>", max_size=30)
pieces = st.one_of(words, st.sampled_from([START, END, "<!-- SLOW_", "UPDATE_START -->"]))
texts = st.lists(pieces, max_size=5).map("".join)
some_edits = st.lists(
    st.builds(
        edit, st.sampled_from(["append", "insert_after", "insert", "replace", "delete", "odd"]), texts, texts
    ),
    max_size=6,
)


@settings(max_examples=150)
@given(body=words, guidance=words, edits=some_edits)
def test_no_edit_changes_the_block(body, guidance, edits):
    document = with_guidance(body, guidance)
    before = parts_of(document)
    changed, reports = apply_edits(document, edits)
    assert parts_of(changed).guidance == before.guidance
    assert changed.count(START) == changed.count(END) == 1 and changed.rstrip().endswith(END)
    assert len(reports) == len(edits)


@settings(max_examples=150)
@given(document=texts, edits=some_edits)
def test_applying_is_deterministic_and_splitting_is_stable(document, edits):
    first, second = apply_edits(document, edits), apply_edits(document, edits)
    assert first == second
    assert parts_of(joined(parts_of(document))) == parts_of(joined(parts_of(joined(parts_of(document)))))


@settings(max_examples=100)
@given(body=words)
def test_without_edits_a_plain_document_stays_as_it_is(body):
    if START not in body and END not in body:
        assert apply_edits(body, [])[0] == body


@pytest.mark.parametrize(
    ("name", "largest", "budgets"),
    [
        ("constant", 4, [4, 4, 4]),
        ("cosine", 4, [4]),  # a single update keeps the whole budget
        ("linear", 4, [4]),
        # 2 + (1 + cos(pi t)) for t = 1/8 … 1: 3.92 3.71 3.38 3.00 2.62 2.29 2.08 2.00
        ("cosine", 4, [4, 4, 3, 3, 3, 2, 2, 2]),
        # 8 - 6 t for t = 1/6 … 1
        ("linear", 8, [7, 6, 5, 4, 3, 2]),
        # 4 - 2 t for t = 1/4 … 1: 3.5 and 2.5 round to the even number
        ("linear", 4, [4, 3, 2, 2]),
    ],
)
def test_budgets_of_a_schedule_down_to_two(name, largest, budgets):
    updates = len(budgets)
    assert [edit_budget(name, update, updates, largest, 2) for update in range(1, updates + 1)] == budgets


def test_past_the_last_update_the_smallest_stays_and_autonomous_has_none():
    assert edit_budget("cosine", 20, 8, 4, 2) == 2
    assert edit_budget("autonomous", 1, 8, 4, 2) is None


def test_scores_are_means_over_all_trials():
    # one of four solved; soft (3 · 0.25 + 1) / 4 = 0.4375
    assert scores_of(trials(failures=3, successes=1)) == Scores(0.25, 0.4375)
    assert scores_of([]) == Scores(0.0, 0.0)


@pytest.mark.parametrize(
    ("metric", "weight", "score"),
    [
        ("hard", 0.5, 0.25),
        ("soft", 0.5, 0.75),
        ("mixed", 0.5, 0.5),  # 0.5 · 0.25 + 0.5 · 0.75
        ("mixed", 0.2, 0.35),  # 0.8 · 0.25 + 0.2 · 0.75
        ("mixed", 0.0, 0.25),
        ("mixed", 1.0, 0.75),
    ],
)
def test_gate_metrics(metric, weight, score):
    assert gate_score(Scores(0.25, 0.75), metric, weight) == pytest.approx(score)


@pytest.mark.parametrize(
    ("candidate", "current", "best", "action"),
    [
        (0.5, 0.5, 0.5, "reject"),  # a tie
        (0.4, 0.5, 0.5, "reject"),
        (0.6, 0.5, 0.5, "accept_new_best"),
        (0.6, 0.5, 0.6, "accept"),  # as good as the best, which stays
        (0.6, 0.5, 0.7, "accept"),
        (math.nan, 0.5, 0.5, "reject"),
    ],
)
def test_only_a_strictly_better_candidate_is_taken(candidate, current, best, action):
    assert decide(candidate, current, best) == action
