"""What changed between two libraries: worked out by hand, and against a run's own commits."""

from contextlib import ExitStack, closing
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from skill1.library.difference import CHANGE_KINDS, difference
from skill1.library.store import Store
from skill1.schema import SKILL_STATUSES, Skill
from tests.library.test_catalogue import write_library


def skill(name, utility=0.5, *, text=None, **fields):
    return Skill(f"sk_{name}", f"when {text or name}", f"do {text or name}", utility, **fields)


def differ(folder, first, second, *, by=0.05, **second_parts):
    paths = [
        write_library(folder / "first.sqlite", first),
        write_library(folder / "second.sqlite", second, **second_parts),
    ]
    with ExitStack() as opened:
        stores = [opened.enter_context(closing(Store.open(path, create=False, read_only=True))) for path in paths]
        return difference(*stores, by=by)


def in_memory(skills):
    store = Store.in_memory()
    with store.transaction(0):
        store.add_skills(skills)
    return store


def ids_by_kind(found):
    return {kind: [change.id for change in found.of_kind(kind)] for kind in CHANGE_KINDS if found.of_kind(kind)}


# Name, what is told of it, the fields before and after; None: it is not there.
CHANGES = [
    ("same", None, {}, {}),
    ("little", None, {"utility": 0.4}, {"utility": 0.44}),
    ("rated", "rerated", {"utility": 0.4}, {"utility": 0.7}),
    ("merged", "merged", {}, {"status": "merged", "merged_into": "sk_same"}),
    ("edited", "edited", {}, {"status": "merged", "merged_into": "sk_new"}),
    ("retired", "retired", {}, {"status": "retired"}),
    ("banned", "banned", {}, {"status": "banned"}),
    ("outlaw", "approved", {"status": "banned"}, {}),
    ("proposed", "approved", {"status": "proposed"}, {}),
    ("back", "restored", {"status": "retired"}, {}),
    ("shelved", "shelved", {}, {"status": "proposed"}),
    ("gone", "missing", {}, None),
    ("waiting", "added", None, {"utility": 0.9, "status": "proposed"}),
    ("new", "added", None, {"parents": ("sk_edited",)}),
    ("passed", "passed", None, {"status": "retired"}),
    ("pin", None, {}, {"pinned": True}),
    ("unpin", None, {"pinned": True}, {}),
]


def test_each_kind_of_change(tmp_path):
    before = [skill(name, **fields) for name, _, fields, _ in CHANGES if fields is not None]
    after = [skill(name, **fields) for name, _, _, fields in CHANGES if fields is not None]
    # Merging two libraries logs `edited` of a repeat as well: a new wording names the old skill as its parent.
    events = [("edited", 3, "sk_new", "sk_edited", 0, 0.5), ("edited", 3, "sk_same", "sk_merged", 0, 0.5)]
    found = differ(tmp_path, before, after, events=events)
    told = [(change.id, change.kind) for change in found.changes]
    assert sorted(told) == sorted((f"sk_{name}", kind) for name, kind, *_ in CHANGES if kind)
    assert ids_by_kind(found)["added"] == ["sk_waiting", "sk_new"], "the highest U first"
    assert (found.pinned, found.unpinned) == (("sk_pin",), ("sk_unpin",))
    counts = found.counts()
    assert counts["same"] == 13 and counts["added"] == 2 and counts["pinned"] == 1
    (rated,), (edited,) = found.of_kind("rerated"), found.of_kind("edited")
    assert (rated.before, rated.after, edited.into) == (0.4, 0.7, "sk_new")
    assert found.of_kind("missing")[0].after is None and found.of_kind("added")[0].before is None


def test_by_says_how_far_a_utility_moves(tmp_path):
    first, second = [skill("a", 0.5), skill("b", 0.5)], [skill("a", 0.25), skill("b", 0.75)]
    assert ids_by_kind(differ(tmp_path, first, second, by=0.25)) == {}, "more than, not as much as"


def test_the_largest_move_stands_first(tmp_path):
    first = [skill(name, 0.5) for name in "abc"]
    second = [skill("a", 0.6), skill("b", 0.1), skill("c", 0.8)]
    assert ids_by_kind(differ(tmp_path, first, second))["rerated"] == ["sk_b", "sk_c", "sk_a"]


def test_equal_texts_under_other_ids_are_the_same_skill(tmp_path):
    first = [skill("a", 0.2, text="x"), skill("b", 0.5, text="y", status="retired"), skill("c", 0.5, text="y")]
    second = [skill("d", 0.9, text="x"), skill("e", 0.5, text="y")]
    found = differ(tmp_path, first, second)
    assert ids_by_kind(found) == {"rerated": ["sk_d"], "missing": ["sk_b"]}, (
        "of namesakes the active ones are paired"
    )
    assert found.of_kind("rerated")[0].first_id == "sk_a" and found.same == 2


def test_one_id_for_two_texts_is_two_skills(tmp_path):
    found = differ(tmp_path, [skill("a", text="x")], [skill("a", text="y")])
    assert ids_by_kind(found) == {"added": ["sk_a"], "missing": ["sk_a"]}


NAMES = st.lists(st.sampled_from("abcdefgh"), unique=True)


@given(NAMES, NAMES, st.randoms(use_true_random=False))
def test_every_skill_is_in_one_place(first, second, draw):
    def some(names):
        return [
            replace(skill(name, draw.choice([0.1, 0.9])), status=(s := draw.choice(SKILL_STATUSES)),
                    merged_into="sk_x" if s == "merged" else None)
            for name in names
        ]  # fmt: skip

    old, new = some(first), some(second)
    found = difference(in_memory(old), in_memory(new))
    counts = found.counts()
    assert counts["same"] == len({*first} & {*second})
    assert counts["missing"] == len({*first} - {*second})
    assert counts["added"] + counts["passed"] == len({*second} - {*first})
    changed = [c.id for c in found.changes]
    assert len(changed) == len(set(changed))
    statuses = {s.id: s.status for s in new}
    assert all(statuses.get(c.id, c.status) == c.status for c in found.changes)
    moved = {s.id for s in old} & {s.id for s in new if s.status != {o.id: o.status for o in old}.get(s.id)}
    assert moved <= set(changed), "a status that changed is always told"


def test_a_library_does_not_differ_from_itself():
    skills = [skill(s, status=s, merged_into="sk_active" if s == "merged" else None) for s in SKILL_STATUSES]
    found = difference(in_memory(skills), in_memory(skills))
    assert found.changes == () and found.same == len(skills)
    assert found.as_json()["counts"]["same"] == len(skills) and found.as_json()["merged"] == []
