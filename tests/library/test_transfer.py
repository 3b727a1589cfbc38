import json

import pytest

from skill1.errors import DataError
from skill1.library import Library

from .builders import HASHING, episode

pytest.importorskip("faiss")


def test_export_and_import_keep_every_number(tmp_path):
    library = Library.in_memory(HASHING)
    library.commit([episode(0, i, draft=(f"egg {i}", "heat «it»")) for i in range(3)], step=2, policy_version=0)
    used = library.skills()[1]
    library.commit([episode(candidates=library.skills(), used=used, outcome=1 / 3)], step=3, policy_version=0)
    assert library.export_jsonl(tmp_path / "skills.jsonl") == 3
    other = Library.in_memory(HASHING)
    assert other.import_jsonl(tmp_path / "skills.jsonl") == 3
    assert other.skills() == library.skills() and other.version == 1
    assert other.retrieve("egg", training=True) == library.retrieve("egg", training=True)
    assert other.import_jsonl(tmp_path / "skills.jsonl") == 0  # nothing new
    assert other.check() == []


def test_two_texts_are_enough(tmp_path):
    (tmp_path / "s.jsonl").write_text('{"description": "<query>egg", "strategy": "heat"}\n\n')
    library = Library.in_memory(HASHING)
    assert library.import_jsonl(tmp_path / "s.jsonl", step=5) == 1
    (skill,) = library.skills()
    assert (skill.description, skill.utility, skill.created_step) == ("‹query›egg", 0.5, 5)


def test_a_taken_id_with_other_texts_gets_a_new_name(tmp_path):
    line = {"id": "sk_same", "description": "a", "strategy": "b"}
    (tmp_path / "s.jsonl").write_text(json.dumps(line) + "\n" + json.dumps(line | {"strategy": "c"}) + "\n")
    library = Library.in_memory(HASHING)
    assert library.import_jsonl(tmp_path / "s.jsonl") == 2
    assert len({skill.id for skill in library.skills()}) == 2


GOOD = '{"description": "a", "strategy": "b"}'


@pytest.mark.parametrize(
    "bad",
    [
        "{",
        "[]",
        "[" * 100_000,
        '{"description": "a"}',
        '{"description": "", "strategy": "b"}',
        GOOD[:-1] + ', "utility": 2}',
        GOOD[:-1] + ', "utility": NaN}',
        GOOD[:-1] + ', "utility": true}',
        GOOD[:-1] + ', "selected": -1}',
        GOOD[:-1] + ', "wins": 1.5}',
        GOOD[:-1] + ', "selected": 1, "wins": 2}',
        GOOD[:-1] + ', "parents": "x"}',
        GOOD[:-1] + ', "status": "dead"}',
    ],
)
def test_a_malformed_line_is_named_and_nothing_is_added(tmp_path, bad):
    (tmp_path / "s.jsonl").write_text(f"{GOOD}\n{bad}\n")
    library = Library.in_memory(HASHING)
    with pytest.raises(DataError, match="line 2"):
        library.import_jsonl(tmp_path / "s.jsonl")
    assert len(library) == 0 and library.version == 0


def test_unreadable_files_are_named(tmp_path):
    (tmp_path / "bytes.jsonl").write_bytes(b"\xff\xfe\x00")
    for name in ("bytes.jsonl", "missing.jsonl"):
        with pytest.raises(DataError, match=name):
            Library.in_memory(HASHING).import_jsonl(tmp_path / name)
    with pytest.raises(DataError, match="cannot be written"):
        Library.in_memory(HASHING).export_jsonl(tmp_path / "no" / "file.jsonl")
