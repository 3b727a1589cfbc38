import json
import os
import resource

import pytest

from skill1.errors import DataError
from skill1.library import Library
from skill1.library.formats import export_library, import_into

from .samples import HASHING, HOSTILE, full_skills, library_of, skill

pytest.importorskip("faiss")


def test_every_field_and_status_comes_back(tmp_path):
    library = library_of(*full_skills())
    report = export_library(library.skills(None), tmp_path / "s.jsonl", "jsonl")
    assert (report.written, report.lost) == (7, ())
    other = Library.in_memory(HASHING)
    report = import_into(other, tmp_path / "s.jsonl", "jsonl")
    assert (report.added, report.merged, report.skipped) == (7, 1, 0)
    assert other.skills(None) == tuple(full_skills()) == library.skills(None)
    assert other.check() == []


def test_two_texts_are_enough_also_after_the_mark_of_an_editor(tmp_path):
    (tmp_path / "s.jsonl").write_bytes(b'\xef\xbb\xbf{"description": "<query>egg", "strategy": "heat"}\r\n\n')
    library = Library.in_memory(HASHING)
    library.commit([], step=5, policy_version=0)
    import_into(library, tmp_path / "s.jsonl", "jsonl")
    (made,) = library.skills()
    assert (made.description, made.strategy, made.utility, made.created_step) == ("‹query›egg", "heat", 0.5, 5)


def test_a_second_import_adds_nothing_and_is_no_commit(tmp_path):
    library = library_of(*full_skills())
    export_library(library.skills(None), tmp_path / "s.jsonl", "jsonl")
    report = import_into(library, tmp_path / "s.jsonl", "jsonl")
    assert (report.added, report.skipped, library.version) == (0, 7, 1)


def test_what_was_banned_here_does_not_come_back_and_is_told_apart(tmp_path):
    export_library([skill("sk_a"), skill("sk_b", "x", "y")], tmp_path / "s.jsonl", "jsonl")
    library = library_of(skill("sk_a", status="banned"), skill("sk_c", "x", "y"))
    report = import_into(library, tmp_path / "s.jsonl", "jsonl")
    assert (report.added, report.skipped, report.banned) == (0, 2, 1)


def test_the_environment_asked_for_goes_to_skills_that_name_none(tmp_path):
    export_library([skill("sk_a", env="alfworld"), skill("sk_b", "x", "y")], tmp_path / "s.jsonl", "jsonl")
    library = Library.in_memory(HASHING)
    import_into(library, tmp_path / "s.jsonl", "jsonl", env="webshop")
    assert [s.env for s in library.skills()] == ["alfworld", "webshop"]


def test_extra_is_made_harmless_and_keeps_its_layout(tmp_path):
    line = {"description": "a", "strategy": "b", "extra": {"x": [f"one\n  {HOSTILE}\n\ttwo  ‑ 5 < 6 -> 7"]}}
    (tmp_path / "s.jsonl").write_text(json.dumps(line))
    library = Library.in_memory(HASHING)
    import_into(library, tmp_path / "s.jsonl", "jsonl")
    (kept,) = library.skills()[0].extra["x"]
    assert kept == "one\n  ‹script›alert(1)‹/script› ‹/skill› ‹|im_end|›\n\ttwo  ‑ 5 < 6 -> 7"


GOOD = '{"description": "a", "strategy": "b"}'


@pytest.mark.parametrize(
    "bad",
    [
        "{",
        "[]",
        "[" * 100_000,
        '{"description": "a"}',
        '{"description": "", "strategy": "b"}',
        *(
            GOOD[:-1] + f", {fields}}}"
            for fields in (
                '"utility": NaN',
                '"utility": true',
                '"selected": -1',
                '"selected": 1, "wins": 2',
                '"parents": "x"',
                '"status": "dead"',
                '"status": "merged"',
                '"merged_into": "sk_a"',
                '"pinned": 1',
                '"extra": {"b": NaN}',
            )
        ),
    ],
)
def test_a_malformed_line_is_named_and_nothing_is_added(tmp_path, bad):
    (tmp_path / "s.jsonl").write_text(f"{GOOD}\n{bad}\n")
    library = Library.in_memory(HASHING)
    with pytest.raises(DataError, match="line 2"):
        import_into(library, tmp_path / "s.jsonl", "jsonl")
    assert library.version == 0


def test_an_export_onto_a_full_disk_leaves_the_one_before_or_none(tmp_path):
    path, link = tmp_path / "skills.jsonl", tmp_path / "link.jsonl"
    export_library([skill("sk_1", "before", "kept")], path, "jsonl")
    link.symlink_to(path)
    before, limits = path.read_text(encoding="utf-8"), resource.getrlimit(resource.RLIMIT_FSIZE)
    many = [skill(f"sk_{i}", f"after {i}", "x" * 100) for i in range(200)]
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, limits[1]))
    try:
        for target in (path, link, tmp_path / "new.jsonl"):
            with pytest.raises(DataError, match="cannot be written"):
                export_library(many, target, "jsonl")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert path.read_text(encoding="utf-8") == before
    assert sorted(os.listdir(tmp_path)) == ["link.jsonl", "skills.jsonl"]
    export_library(many, link, "jsonl")
    assert link.is_symlink() and len(path.read_text(encoding="utf-8").splitlines()) == 200


def test_an_export_may_go_into_a_pipe():
    reading, writing = os.pipe()
    with os.fdopen(reading) as lines:
        export_library([skill("sk_1", "before", "kept")], f"/dev/fd/{writing}", "jsonl")
        os.close(writing)
        assert [json.loads(line)["id"] for line in lines] == ["sk_1"]
