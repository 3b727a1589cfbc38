import itertools

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from skill1.errors import LibraryError
from skill1.library import Library
from skill1.library.formats import MergeReport, merge, merge_libraries
from skill1.library.formats.exchange import export_library, import_into
from skill1.report.library_data import reading, selections

from .samples import HASHING, HOSTILE, library_of, skill

pytest.importorskip("faiss")


def saved(path, *skills, run=None):
    with Library.open(path, HASHING, create=True) as library:
        if run:
            library.record_run(run, method="skill1", env="household", seed=0)
        library.add_skills(skills)
    return path


def test_equal_texts_pool_their_evidence(tmp_path):
    before = {"belief": [1.0, 2.0]}  # of library.utility posterior: it must not bring the old utility back
    target = library_of(skill("sk_a", utility=0.5, retrieved=3, selected=2, wins=1, extra=before))
    twin = skill("sk_a", "An  egg has to be hot", utility=0.9, retrieved=1, selected=1, wins=1, parents=("sk_0",))
    report = merge_libraries(target, [saved(tmp_path / "b.sqlite", twin)])
    assert report == MergeReport(merged=1)
    pooled = target.get("sk_a")
    assert pooled.utility == pytest.approx((3 * 0.5 + 1 * 0.9) / 4)
    assert (pooled.retrieved, pooled.selected, pooled.wins, pooled.extra["belief"]) == (4, 3, 2, [None, 2.0])
    (row,) = target.skills("merged")
    assert (row.merged_into, row.parents, row.retrieved) == ("sk_a", ("sk_0",), 1) and row.id != "sk_a"
    assert row.extra["origin"]["library"] == "b" and row.extra["origin"]["skill"] == "sk_a"
    assert [(e.kind, e.step, e.value) for e in target.history("sk_a")][-1] == ("merged", 0, pooled.utility)
    assert target.check() == [] and len(target) == 1


def test_totals_count_what_a_repeat_brought_once(tmp_path):
    uses = {"retrieved": 3, "selected": 2, "wins": 1}
    first = saved(tmp_path / "a.sqlite", skill("sk_a", source_episode="s0-000001-t00-r0", **uses))
    twin = saved(tmp_path / "b.sqlite", skill("sk_b", source_episode="s1-000002-t00-r0", **uses))
    with Library.open(first) as target:
        merge_libraries(target, [twin])
        assert [target.stats()[f"{name}_total"] for name in uses] == [6, 4, 2]
        with reading(first) as connection:
            assert selections(connection) == [4]


@pytest.mark.parametrize(
    ("description", "strategy", "is_repeat"),
    [
        ("an egg, has to be hot", "use the stove", True),  # the strategy is the same, the description alike
        ("an egg, has to be hot", "use: the stove", True),  # both alike
        ("an egg, has to be hot", "use the microwave oven", False),
        ("pans go on shelves", "use the stove", False),
        ("pans go on shelves", "put them there", False),
    ],
)
def test_what_counts_as_a_repeat(tmp_path, description, strategy, is_repeat):
    target = library_of(skill("sk_a"))
    source = saved(tmp_path / "b.sqlite", skill("sk_b", description, strategy, env="alfworld"))
    report = merge_libraries(target, [source])
    assert (report.merged, report.added) == ((1, 0) if is_repeat else (0, 1))
    assert len(target) == 2 - is_repeat
    assert target.get("sk_b").env == "alfworld" and target.resolve("sk_b").id == ("sk_a" if is_repeat else "sk_b")


def test_without_evidence_the_utility_stays(tmp_path):
    target = library_of(skill("sk_a", utility=0.25))
    merge_libraries(target, [saved(tmp_path / "b.sqlite", skill("sk_b", utility=0.75))])
    assert target.get("sk_a").utility == 0.25


def test_references_are_told_apart_from_equal_ids_here(tmp_path):
    """The source's sk_a is new here and gets another id; its sk_b repeats our sk_a, which keeps its own."""
    target = library_of(skill("sk_a"))
    stranger = skill("sk_a", "pans go on shelves", "put them there")
    source = saved(
        tmp_path / "b.sqlite",
        stranger,
        skill("sk_b", parents=("sk_a",)),
        skill("sk_c", "x", "y", parents=("sk_b",)),
    )
    assert merge_libraries(target, [source]) == MergeReport(added=2, merged=1)
    new = next(s for s in target.skills() if s.description == "pans go on shelves")
    assert target.get("sk_b").merged_into == "sk_a" and target.get("sk_b").parents == (new.id,)
    assert target.get("sk_c").parents == ("sk_b",) and target.resolve("sk_b").id == "sk_a"


def test_only_active_skills_come_in_and_banned_texts_stay_out(tmp_path):
    target = library_of(skill("sk_ban", "never", "this", status="banned"))
    source = saved(
        tmp_path / "b.sqlite",
        skill("sk_a", "Never", "this"),
        skill("sk_b", "x", "y", status="retired"),
        skill("sk_c", "v", "w", status="proposed"),
    )
    assert merge_libraries(target, [source]) == MergeReport(banned=1, passed_over=2)
    assert len(target) == 0 and target.version == 1


def test_copies_of_one_run_know_each_other_by_any_name(tmp_path):
    one = saved(tmp_path / "one.sqlite", skill("sk_a", retrieved=4), run="run-1")
    with Library.open(one, read_only=True) as library:
        library.backup(tmp_path / "two.sqlite")
    with Library.open(tmp_path / "two.sqlite") as target:
        assert merge_libraries(target, [one]) == MergeReport(known=1)
        assert target.get("sk_a").retrieved == 4


@pytest.mark.parametrize("is_copy_first", [False, True])
def test_an_exported_copy_of_a_run_is_known(tmp_path, is_copy_first):
    one = saved(tmp_path / "one.sqlite", skill("sk_a", retrieved=4), run="run-1")
    with Library.open(one, read_only=True) as library:
        export_library(library.skills(), tmp_path / "skills.jsonl", "jsonl")
    with Library.open(tmp_path / "copy.sqlite", HASHING, create=True) as library:
        import_into(library, tmp_path / "skills.jsonl", "jsonl")
    target, sources = Library.in_memory(HASHING), [one, tmp_path / "copy.sqlite"]
    # In two commands, for the second must know what the first brought.
    reports = [merge_libraries(target, [path]) for path in sources[:: -1 if is_copy_first else 1]]
    assert reports == [MergeReport(added=1), MergeReport(known=1)] and target.get("sk_a").retrieved == 4


def test_equal_skills_of_two_runs_are_two_pieces_of_evidence(tmp_path):
    one = saved(tmp_path / "one.sqlite", skill("sk_a", retrieved=4, utility=1.0), run="run-1")
    two = saved(tmp_path / "two.sqlite", skill("sk_a", retrieved=4, utility=0.5), run="run-2")
    with Library.open(one) as target:
        assert merge_libraries(target, [two, two]) == MergeReport(merged=1, known=1)
        assert (target.get("sk_a").retrieved, target.get("sk_a").utility) == (8, 0.75)


def test_what_came_by_way_of_another_library_is_not_counted_twice(tmp_path):
    one = saved(tmp_path / "one.sqlite", skill("sk_a", retrieved=1), run="run-1")
    two = saved(tmp_path / "two.sqlite", skill("sk_b", retrieved=2), run="run-2")
    with Library.open(one) as library:
        merge_libraries(library, [two])
        assert library.get("sk_a").retrieved == 3
    target = Library.in_memory(HASHING)
    assert merge_libraries(target, [one, two]) == MergeReport(added=1, known=1, passed_over=1)
    assert target.get("sk_a").retrieved == 3 and target.check() == []


def test_sums_do_not_depend_on_the_order_of_the_sources(tmp_path):
    sources = [
        saved(tmp_path / f"{i}.sqlite", skill(f"sk_{i}", retrieved=i, utility=i / 4), run=f"run-{i}")
        for i in (1, 2, 3)
    ]
    seen = set()
    for order in itertools.permutations(sources):
        target = Library.in_memory(HASHING)
        merge_libraries(target, order)
        (only,) = target.skills()
        seen.add((round(only.utility, 12), only.retrieved))
    assert seen == {(round((1 * 0.25 + 2 * 0.5 + 3 * 0.75) / 6, 12), 6)}


def test_hostile_libraries_come_in_harmless(tmp_path):
    path = saved(tmp_path / "b.sqlite", skill("sk_a", extra={"x": HOSTILE}))
    import sqlite3

    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE skills SET description = ?, env = ?", (HOSTILE, HOSTILE))
    connection.close()
    target = Library.in_memory(HASHING)
    merge_libraries(target, [path])
    (only,) = target.skills()
    assert "<" not in only.description + only.env + only.extra["x"]


def test_many_rows_are_compared_piece_by_piece(tmp_path, monkeypatch):
    monkeypatch.setattr(merge, "_ROWS", 2)
    target = library_of(*(skill(f"sk_{i}", f"object {i} has to be clean now", f"wash {i}") for i in range(7)))
    source = saved(
        tmp_path / "b.sqlite",
        *(skill(f"s_{i}", f"object {i}, has to be clean now", f"wash {i}") for i in range(7)),
    )
    assert merge_libraries(target, [source]).merged == 7
    assert [target.resolve(f"s_{i}").id for i in range(7)] == [f"sk_{i}" for i in range(7)]


def test_a_text_that_is_cut_is_told(tmp_path):
    with Library.open(tmp_path / "long.sqlite", HASHING, create=True, max_skill_chars=8000) as source:
        source.add_skills([skill("sk_1", "when", "go " * 2000), skill("sk_2", "now", "do it")])
    report = merge_libraries(Library.in_memory(HASHING), [tmp_path / "long.sqlite"])
    assert (report.added, report.shortened) == (2, 1)


def test_bad_arguments(tmp_path):
    target = Library.in_memory(HASHING)
    with pytest.raises(LibraryError, match="similarity is 0"):
        merge_libraries(target, [], similarity=0.0)
    with pytest.raises(LibraryError, match="no skill library"):
        merge_libraries(target, [tmp_path / "none.sqlite"])


words = st.lists(st.sampled_from("egg pan hot cold put clean find desk".split()), min_size=1, max_size=4).map(
    " ".join
)
rows = st.tuples(words, words, st.integers(0, 5), st.floats(0, 1))


@settings(max_examples=10, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(rows, max_size=6, unique_by=lambda r: r[:2]), st.lists(rows, max_size=6, unique_by=lambda r: r[:2])
)
def test_a_second_merge_and_a_merge_with_itself_add_nothing(tmp_path_factory, mine, theirs):
    folder = tmp_path_factory.mktemp("merge")
    paths = [
        saved(
            folder / f"{name}.sqlite",
            *(skill(f"{name}_{i}", d, s, retrieved=n, utility=u) for i, (d, s, n, u) in enumerate(listed)),
            run=name,
        )
        for name, listed in (("a", mine), ("b", theirs))
    ]
    with Library.open(paths[0]) as target:
        first = merge_libraries(target, [paths[1]])
        assert first.added + first.merged == len(theirs)
        before, version = target.skills(None), target.version
        again = merge_libraries(target, [paths[1], paths[0]])
        assert (again.added, again.merged) == (0, 0)
        assert target.skills(None) == before and target.version == version and target.check() == []
        assert sum(s.retrieved for s in target.skills()) == sum(r[2] for r in mine) + sum(r[2] for r in theirs)
