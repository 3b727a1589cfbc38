"""A file over HTTP: resumed, refused, cut, too long."""

import shutil

import pytest

from skill1.errors import DataError, StorageError
from skill1_envs.kit.download import Unreachable, download_unnamed

CONTENT = bytes(range(256)) * 4000  # 1,024,000 bytes


def download(url, target, report):
    download_unnamed(url, target, report).replace(target)


def test_a_file_comes_whole_and_progress_is_told(files, tmp_path):
    files.contents["a.zip"] = CONTENT
    told = []
    download(files.url("a.zip"), tmp_path / "a.zip", lambda *progress: told.append(progress))
    assert (tmp_path / "a.zip").read_bytes() == CONTENT
    assert told[-1] == ("a.zip", len(CONTENT), len(CONTENT)) and len(told) > 1
    assert [path.name for path in tmp_path.iterdir()] == ["a.zip"]


def test_a_cut_connection_is_taken_up_where_it_ended(files, tmp_path, silent):
    files.contents["a.zip"], files.sent_at_most = CONTENT, 400_000
    download(files.url("a.zip"), tmp_path / "a.zip", silent)
    assert (tmp_path / "a.zip").read_bytes() == CONTENT
    assert files.asked_from == [0, 400_000, 800_000]


@pytest.mark.parametrize(
    ("left", "server", "asked_from"),
    [
        (CONTENT[:1000], {}, [1000]),  # it goes on from there
        (CONTENT, {}, [len(CONTENT)]),  # all is there, but not yet named
        (CONTENT + b"more", {}, [len(CONTENT) + 4, 0]),  # of another file
        (CONTENT[:1000], {"range_told": "bytes {start}-{last}/*"}, [1000]),  # of a file of unknown size
        (b"x" * 500, {"has_ranges": False}, [0]),  # all comes anew
    ],
    ids=["part", "whole", "longer", "unknown_size", "no_ranges"],
)
def test_a_later_call_makes_a_whole_file_of_what_an_earlier_one_left(
    files, tmp_path, silent, left, server, asked_from
):
    files.contents["a.zip"] = CONTENT
    vars(files).update(server)
    (tmp_path / "a.zip.partial").write_bytes(left)
    download(files.url("a.zip"), tmp_path / "a.zip", silent)
    assert (tmp_path / "a.zip").read_bytes() == CONTENT and files.asked_from == asked_from


def test_bytes_that_make_way_count_as_room(files, tmp_path, silent, monkeypatch):
    """400 of 1,000 bytes are here and come again: 600 free ones do."""
    files.contents["a.zip"], files.has_ranges = CONTENT[:1000], False
    (tmp_path / "a.zip.partial").write_bytes(b"x" * 400)
    usage = shutil.disk_usage(tmp_path)
    monkeypatch.setattr("shutil.disk_usage", lambda path: usage._replace(free=599))
    with pytest.raises(StorageError, match=r"600 bytes to come, 599 free\. Make room"):
        download(files.url("a.zip"), tmp_path / "a.zip", silent)
    monkeypatch.setattr("shutil.disk_usage", lambda path: usage._replace(free=600))
    download(files.url("a.zip"), tmp_path / "a.zip", silent)
    assert (tmp_path / "a.zip").read_bytes() == CONTENT[:1000]


def test_a_server_that_stops_for_good_leaves_what_came(files, tmp_path, silent):
    files.contents["a.zip"], files.announced = CONTENT[:1000], 5000
    with pytest.raises(Unreachable, match=r"1,000 of 5,000 bytes are kept in .*a\.zip\.partial"):
        download(files.url("a.zip"), tmp_path / "a.zip", silent)
    assert not (tmp_path / "a.zip").exists()
    assert (tmp_path / "a.zip.partial").read_bytes() == CONTENT[:1000]


def test_more_bytes_than_the_whole_file_are_refused(files, tmp_path, silent, monkeypatch):
    """A range that reaches past the announced end."""
    files.contents["a.zip"] = CONTENT
    monkeypatch.setattr("skill1_envs.kit.download._announced", lambda response: (0, 10))
    with pytest.raises(DataError, match=r"sent 1,024,000 bytes after announcing 10"):
        download(files.url("a.zip"), tmp_path / "a.zip", silent)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("server", "left", "told"),
    [
        ({"contents": {}}, None, "HTTP 404"),
        (
            {"contents": {"a.zip": b"<html>"}, "kind": "text/html; charset=utf-8"},
            None,
            "sent a web page instead of the file",
        ),
        ({"range_told": ""}, CONTENT[:1000], "an unknown byte"),
        ({"range_told": "bytes {start}-{last}/" + "9" * 5000}, CONTENT[:1], "cannot be fetched: ValueError"),
    ],
    ids=["absent", "page", "no_range", "endless_size"],
)
def test_an_answer_that_is_not_the_file_is_not_taken_for_it(files, tmp_path, silent, server, left, told):
    files.contents["a.zip"], partial = CONTENT, tmp_path / "a.zip.partial"
    vars(files).update(server)
    if left:
        partial.write_bytes(left)
    with pytest.raises(Unreachable, match=told):
        download(files.url("a.zip"), tmp_path / "a.zip", silent)
    assert [path.read_bytes() for path in tmp_path.iterdir()] == ([left] if left else [])
    assert len(files.asked_from) == 1


def test_an_absent_server_is_named(tmp_path, silent):
    with pytest.raises(Unreachable, match="Connection refused|URLError"):
        download("http://127.0.0.1:9/a.zip", tmp_path / "a.zip", silent)


def test_pages_without_end_are_not_followed_for_ever(files, tmp_path, silent):
    files.contents["a.zip"], files.kind = b"<html>", "text/html"
    with pytest.raises(Unreachable, match="sent a web page"):
        download_unnamed(files.url("a.zip"), tmp_path / "a.zip", silent, past_page=lambda page, at: at)
    assert len(files.asked_from) == 3
