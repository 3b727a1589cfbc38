"""Vectors kept on disk: what is kept comes back, several processes share a file, damage costs no run."""

import logging
import sqlite3
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from skill1.library.endpoint_encoder import VectorCache, cache_key, default_file


def rows(*names, dimensions=4):
    found = {}
    for name in names:
        row = np.random.default_rng(len(name)).standard_normal(dimensions)
        found[cache_key(name)] = (row / np.linalg.norm(row)).astype(np.float32)
    return found


def same(found, expected):
    return found.keys() == expected.keys() and all(np.array_equal(found[key], expected[key]) for key in expected)


def test_rows_come_back_bit_for_bit(tmp_path):
    cache, kept = VectorCache(tmp_path / "a" / "v.sqlite"), rows("x", "yy", "zzz")
    cache.put(kept)
    again = VectorCache(tmp_path / "a" / "v.sqlite")
    assert same(again.get([*kept, cache_key("new")], 4), kept)
    assert again.get(list(kept), 5) == {} and again.get([], 4) == {}
    many = [cache_key(str(i)) for i in range(1200)] + list(kept)
    assert same(again.get(many, 4), kept)


def test_keys_keep_their_parts_apart():
    assert cache_key("ab", "c") != cache_key("a", "bc") != cache_key("a", "b", "c")
    assert len(cache_key("\ud800")) == 32


def test_without_a_file_nothing_is_kept(tmp_path):
    cache = VectorCache(None)
    cache.put(rows("x"))
    assert cache.get(list(rows("x")), 4) == {} and not list(tmp_path.iterdir())


def test_probes(tmp_path):
    cache, (row,) = VectorCache(tmp_path / "v.sqlite"), rows("x").values()
    cache.put_probe("server", "tag", row)
    cache.put_probe("server", "tag", -row)  # the first stays
    cache.put_probe("other", "tag", -row)
    assert np.array_equal(cache.probes("server", 4)["tag"], row) and cache.probes("server", 3) == {}


@pytest.mark.parametrize("blob", [b"", b"\0" * 16, b"\xff" * 16, np.full(4, 7, "<f4").tobytes(), "text"])
def test_a_row_that_is_no_unit_vector_is_not_given(tmp_path, blob):
    cache, kept = VectorCache(tmp_path / "v.sqlite"), rows("x", "yy")
    cache.put(kept)
    with sqlite3.connect(tmp_path / "v.sqlite") as connection:
        connection.execute("UPDATE vectors SET vector = ? WHERE key = ?", (blob, cache_key("x")))
    assert list(cache.get(list(kept), 4)) == [cache_key("yy")]


@pytest.mark.parametrize("is_damaged", [False, True])
def test_a_file_that_cannot_be_used_is_done_without_and_told_once(tmp_path, caplog, is_damaged):
    (tmp_path / "file").write_bytes(b"in the way" * 1000)
    cache = VectorCache(tmp_path / "file" if is_damaged else tmp_path / "file" / "v.sqlite")
    with caplog.at_level(logging.WARNING):
        cache.put(rows("x"))
        assert cache.get(list(rows("x")), 4) == {}
    assert caplog.text.count("continuing without") == 1


def test_two_processes_share_a_file(tmp_path):
    program = (
        "import sys, numpy as np; from pathlib import Path\n"
        "from skill1.library.endpoint_encoder import VectorCache, cache_key\n"
        "cache = VectorCache(Path(sys.argv[1]))\n"
        "for i in range(40): cache.put({cache_key(sys.argv[2], str(i)): np.array([1, 0], 'f4')})\n"
    )
    file = tmp_path / "v.sqlite"
    writers = [subprocess.Popen([sys.executable, "-c", program, str(file), name]) for name in "ab"]
    assert [writer.wait() for writer in writers] == [0, 0]
    keys = [cache_key(name, str(i)) for name in "ab" for i in range(40)]
    assert set(VectorCache(file).get(keys, 2)) == set(keys)


def test_the_users_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert default_file() == tmp_path / "skill1" / "embeddings" / "vectors.sqlite"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "me")
    assert default_file() == tmp_path / "me" / ".cache" / "skill1" / "embeddings" / "vectors.sqlite"
