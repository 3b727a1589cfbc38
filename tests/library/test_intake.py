from dataclasses import replace

import pytest

from skill1.errors import DataError
from skill1.library.commit_plan import Trends
from skill1.library.formats.records import harmless, harmless_extra, harmless_json
from skill1.library.intake import circular_merges, plan_addition, with_free_ids, without_repeats
from skill1.schema import Skill


def skill(name, description="a", strategy="b", **fields):
    return Skill(name, description, strategy, 0.5, **fields)


def test_ids_that_are_taken_or_no_ids_get_new_ones_and_references_follow():
    batch = [skill("sk_1"), skill("../x", "c"), skill("", "d"), skill("sk_2", parents=("sk_1", "far"))]
    first, second, third, last = with_free_ids(batch, lambda name: name == "sk_1", 100)
    assert all(s.id.startswith("sk_") and len(s.id) == 13 for s in (first, second, third))
    assert len({s.id for s in (first, second, third, last)}) == 4 and last.id == "sk_2"
    assert last.parents == (first.id, "far")


@pytest.mark.parametrize("name", ["old <1>", "sk_1"])
def test_references_follow_an_id_that_changes_and_mean_the_first_that_has_it(name):
    batch = [skill(name), skill(name, "c"), skill("s", "d", parents=(name, "<far>"))]
    first, second, last = with_free_ids(batch, lambda _: False, 100)
    assert last.parents == (first.id, "‹far›") and first.id != second.id
    assert (first.id == name) == (name == "sk_1")


def test_names_and_texts_are_cleaned():
    (clean,) = with_free_ids([skill("s", "<b>x", env="<b>", source_episode="e\n1")], lambda name: False, 4)
    assert (clean.description, clean.env, clean.source_episode) == ("‹b›x", "‹b›", "e 1")
    with pytest.raises(DataError, match="'s' has an empty"):
        with_free_ids([skill("s", " \u200b")], lambda name: False, 4)


def test_repeats_are_left_out_by_status():
    held = [skill("h1"), skill("h2", "p", status="banned"), skill("h3", "r", status="retired")]
    given = [
        skill("n1", " A "),  # held as active
        skill("n2", "P"),  # banned
        skill("n3", "r"),  # held only as retired: comes in
        skill("n4", "r", status="retired"),
        skill("n5", "R"),  # twice in the batch
        skill("n6", "m", status="merged", merged_into="n1"),
        skill("n7", "o", status="merged", merged_into="lost"),
    ]
    new = without_repeats(given, held)
    assert [s.id for s in new] == ["n3", "n6", "n7"]
    assert (new[1].merged_into, new[2].status, new[2].merged_into) == ("h1", "retired", None)
    assert without_repeats(given, [*held, *new]) == []  # the same file once more


@pytest.mark.parametrize("status", ["active", "banned", "retired"])
def test_what_was_merged_here_does_not_come_back_as_active(status):
    held = [skill("h1", status="merged", merged_into="h2"), skill("h2", "new words", status=status)]
    given = [skill("h1"), skill("n1", "m", status="merged", merged_into="h1")]
    (follower,) = without_repeats(given, held)
    assert (follower.id, follower.merged_into) == ("n1", "h2")


HELD = [skill("X", "other"), skill("h", "gone", status="retired"), skill("a", "held")]


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        # What is held already is named as it is held: X of the file as h, b as a.
        (
            [
                skill("X", "gone", status="retired"),
                skill("m", "old", status="merged", merged_into="X"),
                skill("b", "held"),
                skill("c", "new", parents=("X", "b")),
            ],
            [("m", "merged", "h", ()), ("c", "active", None, ("h", "a"))],
        ),
        # Another skill of the file has the id X, too: what is merged into it follows that one.
        (
            [
                skill("X", "another"),
                skill("z", "old", status="merged", merged_into="b"),
                skill("y", "older", status="merged", merged_into="X", parents=("X",)),
                skill("b", "held"),
            ],
            [
                ("X (not held)", "active", None, ()),
                ("z", "merged", "a", ()),
                ("y", "merged", "X (not held)", ("X (not held)",)),
            ],
        ),
        # Without a successor it is retired, and may be held as that.
        (
            [
                skill("n1", "gone", status="merged", merged_into="nowhere"),
                skill("n2", "two", status="merged", merged_into="n1", parents=("n1",)),
                skill("n3", "three", status="merged", merged_into="nowhere"),
            ],
            [("n2", "merged", "h", ("h",)), ("n3", "retired", None, ())],
        ),
        # Merges in a circle are no merges; what leads there stays one.
        (
            [
                skill("p", "one", status="merged", merged_into="q"),
                skill("q", "two", status="merged", merged_into="p"),
                skill("r", "three", status="merged", merged_into="r"),
                skill("s", "four", status="merged", merged_into="p"),
            ],
            [
                ("p", "retired", None, ()),
                ("q", "retired", None, ()),
                ("r", "retired", None, ()),
                ("s", "merged", "p", ()),
            ],
        ),
        (HELD, []),
    ],
    ids=["held", "same_id", "no_successor", "circle", "itself"],
)
def test_what_skills_of_a_file_refer_to(given, expected):
    new = without_repeats(given, HELD)
    assert [(s.id, s.status, s.merged_into, s.parents) for s in new] == expected
    assert without_repeats(new, [*HELD, *new]) == [], "a second time nothing is new"


def test_long_chains_of_merges_are_walked_once():
    chain = {f"sk_{i}": f"sk_{i + 1}" for i in range(20_000)}
    assert circular_merges(chain) == set()
    assert circular_merges(chain | {"sk_20000": "sk_19998"}) == {"sk_19998", "sk_19999", "sk_20000"}


def test_an_addition_logs_status_and_changes():
    merged = skill("z", status="merged", merged_into="x")
    added = [skill("x", source_episode="e"), skill("y", status="banned"), merged]
    changes = [
        (skill("old"), replace(skill("old"), utility=0.9)),
        (skill("gone"), skill("gone", status="merged", merged_into="x")),
        (skill("noted"), replace(skill("noted"), extra={"skillpro": {"freq": 2}})),
        # It takes in a skill that was never retrieved.
        (skill("taker"), skill("taker")),
    ]
    added.append(skill("w", status="merged", merged_into="taker"))
    plan = plan_addition(Trends(0.3), added, changes, step=2, kind="imported")
    assert [event[:4] for event in plan.events] == [
        ("imported", 2, "e", "x"),
        ("imported", 2, "", "y"),
        ("banned", 2, "", "y"),
        ("imported", 2, "", "z"),
        ("edited", 2, "x", "z"),
        ("imported", 2, "", "w"),
        ("edited", 2, "taker", "w"),
        ("merged", 2, "", "old"),
        ("edited", 2, "x", "gone"),
        ("merged", 2, "", "taker"),
    ]
    assert list(plan.added) == ["x", "y", "z", "w"] and plan.trends.success == 0.3
    assert list(plan.changed) == ["old", "gone", "noted", "taker"]


def test_layout_stays_and_markup_does_not():
    text = "# Title\r\n\n  - one  two\n\tif a < 3 and b -> c:\n"
    assert harmless(text) == text.replace("\r\n", "\n")
    assert harmless("  <im_start>\u202e x") == "  ‹im_start› x"
    assert harmless(harmless("a\n <|x|>")) == harmless("a\n <|x|>") == "a\n ‹|x|›"


@pytest.mark.parametrize("bad", [float("inf"), {1: 2}, object(), [[[[]]]]])
def test_what_is_no_json_is_refused(bad):
    with pytest.raises(ValueError, match="expected|nested"):
        harmless_json(bad, depth=3)
    assert harmless_extra({"x": object(), "<y>": [1, "<z>"]}) == {"‹y›": [1, "‹z›"]}
