"""WebShop's files from Drive or a copy: resumed, confirmed, refused, damaged, put there by hand."""

from __future__ import annotations

import errno
import hashlib
import io
import json
import shutil
from dataclasses import replace
from pathlib import Path
from unittest.mock import Mock
from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skill1.cli import main
from skill1.errors import DataError, StorageError
from skill1_envs.kit.download import Fetched, Unreachable
from skill1_envs.webshop import fetch as webshop_fetch
from skill1_envs.webshop import service
from skill1_envs.webshop.fetch import PublishedFile, fetch_set
from tests.webshop_data.published import CONFIRM, SMALL, Server

PRODUCTS, ATTRIBUTES, PEOPLE = SMALL


def silent(what: str, done: int, total: int | None) -> None:
    """Takes progress and says nothing."""


def fetch(server: Server, folder: Path, *files: PublishedFile) -> Fetched:
    return fetch_set(folder, silent, "1000", {"1000": files or server.published(SMALL)})


def test_a_set_comes_whole_and_is_recorded(server: Server, tmp_path: Path) -> None:
    found = fetch(server, tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {*SMALL, "fetched.json"}
    assert all((tmp_path / name).read_bytes() == server.contents[name] for name in SMALL)
    assert found.files == {name: hashlib.sha256(server.contents[name]).hexdigest() for name in SMALL}
    assert found.is_new and found.warnings == ()
    entry = json.loads((tmp_path / "fetched.json").read_text())["files"][PRODUCTS]
    assert entry["url"].startswith(f"{server.address}/uc") and entry["bytes"] == len(server.contents[PRODUCTS])


def test_a_second_call_asks_for_nothing_and_checks_what_is_there(server: Server, tmp_path: Path) -> None:
    fetch(server, tmp_path)
    asked = len(server.asked)
    assert not fetch(server, tmp_path).is_new
    assert len(server.asked) == asked
    path = tmp_path / PEOPLE
    path.write_bytes(path.read_bytes().replace(b"lamp", b"cups"))
    [warning] = fetch(server, tmp_path).warnings
    assert warning.startswith(f"{PEOPLE} has the published size but SHA-256 ")
    assert json.loads((tmp_path / "fetched.json").read_text())["files"][PEOPLE]["url"].startswith(server.address)


def test_behind_the_confirmation_page_a_cut_download_goes_on_where_it_ended(
    server: Server, tmp_path: Path
) -> None:
    server.manners[PRODUCTS], server.cut[PRODUCTS] = "confirm", [200]
    fetch(server, tmp_path)
    assert [start for path, start in server.asked if path == "/download"] == [0, 200]
    assert (tmp_path / PRODUCTS).read_bytes() == server.contents[PRODUCTS]


@pytest.mark.parametrize(
    ("manner", "reason"),
    [
        ("quota", r"quota for this file is used up\. It is renewed within 24 hours"),
        ("gone", "sent no file: a web page came instead"),
        ("away", r"leads away from Google Drive, to 'http://127\.0\.0\.2:9/"),
        ("404", "HTTP 404"),
        ("as text", r"has [\d,]+ bytes, the published one [\d,]+\. The download was removed\."),
    ],
)
def test_what_drive_refuses_is_named_with_all_that_is_to_be_fetched_by_hand(
    server: Server, tmp_path: Path, manner: str, reason: str
) -> None:
    server.manners[PRODUCTS] = manner
    with pytest.raises(DataError, match=reason) as caught:
        fetch(server, tmp_path)
    said = str(caught.value)
    assert all(f"{name} ({len(server.contents[name]):,} bytes): {server.address}/uc" in said for name in SMALL)
    assert f"skill1 envs fetch webshop {tmp_path} --set 1000" in said
    assert list(tmp_path.iterdir()) == []


def test_the_copy_stands_in_for_drive(server: Server, tmp_path: Path) -> None:
    server.manners[PRODUCTS] = "quota"
    server.copied[PRODUCTS] = server.contents[PRODUCTS]
    assert fetch(server, tmp_path).warnings == ()
    record = json.loads((tmp_path / "fetched.json").read_text())["files"]
    assert record[PRODUCTS]["url"] == f"{server.address}/copy/{PRODUCTS}"


def other(content: bytes) -> bytes:
    """As long, and as good JSON."""
    changed = content.replace(b"oak", b"elm")
    assert changed != content
    return changed


@pytest.mark.parametrize("source", ["drive", "copy", "two calls"])
def test_a_download_with_another_hash_is_thrown_away(server: Server, tmp_path: Path, source: str) -> None:
    files, changed = server.published(SMALL), other(server.contents[PEOPLE])
    if source == "drive":
        server.contents[PEOPLE] = changed
    elif source == "copy":
        server.manners[PEOPLE], server.copied[PEOPLE] = "404", changed
    else:  # perhaps a mixture
        (tmp_path / f"{PEOPLE}.partial").write_bytes(changed[:-3])
    with pytest.raises(DataError, match=r"has SHA-256 .*, the published one .* download was removed"):
        fetch(server, tmp_path, *files)
    assert not list(tmp_path.glob(f"{PEOPLE}*"))


def test_a_file_has_its_name_only_when_it_is_hashed(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webshop_fetch, "sha256_of", Mock(side_effect=KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        fetch(server, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [f"{PRODUCTS}.partial"]


def test_another_size_is_an_error_and_the_other_files_stay(server: Server, tmp_path: Path) -> None:
    files = server.published(SMALL)
    server.contents[PEOPLE] += b" "
    size = len(server.contents[PEOPLE])
    with pytest.raises(DataError, match=f"{PEOPLE} has {size:,} bytes, the published one {size - 1:,}"):
        fetch(server, tmp_path, *files)
    assert {path.name for path in tmp_path.iterdir()} == {PRODUCTS, ATTRIBUTES, "fetched.json"}
    server.contents[PEOPLE] = server.contents[PEOPLE][:-1]
    assert fetch(server, tmp_path, *files).warnings == ()


def test_files_put_there_by_hand_are_checked_and_stay(server: Server, tmp_path: Path) -> None:
    for name in SMALL:
        (tmp_path / name).write_bytes(server.contents[name])
    assert not fetch(server, tmp_path).is_new
    assert server.asked == []
    assert json.loads((tmp_path / "fetched.json").read_text())["files"][PEOPLE]["url"] == "put there by hand"
    (tmp_path / PEOPLE).write_bytes(b'{"a": 1}')
    with pytest.raises(DataError, match=r"has 8 bytes, .* Remove it, then type the same command\."):
        fetch(server, tmp_path)
    assert (tmp_path / PEOPLE).read_bytes() == b'{"a": 1}'


def test_a_small_disk_is_met_before_anything_is_asked_for(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = shutil.disk_usage(tmp_path)._replace(free=1000)
    monkeypatch.setattr("shutil.disk_usage", lambda path: usage)
    big = replace(server.file(PRODUCTS), size=5_479_720_229)
    (tmp_path / f"{PRODUCTS}.partial").write_bytes(b"x" * 229)
    with pytest.raises(StorageError, match=r"has 1,000 bytes free; 5,479,720,000 more are needed"):
        fetch(server, tmp_path, big)
    assert server.asked == []


class FullDisk(io.BytesIO):
    """A file on a disk without room."""

    name = "a.partial"

    def write(self, block: bytes) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")


def test_a_disk_that_fills_up_leaves_no_file(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("skill1_envs.kit.download._opened", lambda path: FullDisk())
    with pytest.raises(StorageError, match="cannot be written: .*No space left.* Make room"):
        fetch(server, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_the_command(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    sets = {"1000": server.published(SMALL), "full": server.published(SMALL[:1])}
    monkeypatch.setattr(service, "fetch_set", lambda to, report, which: fetch_set(to, report, which, sets))
    assert main(["envs", "fetch", "webshop"]) == 0
    said = capsys.readouterr()
    folder = tmp_path / ".cache" / "webshop" / "1000"
    assert f"to play: export WEBSHOP_DATA={folder}" in said.out and f"{PEOPLE}: SHA-256 " in said.out
    assert f"{PRODUCTS} 100 %" in said.err and f"checking {PEOPLE} 100 %" in said.err
    monkeypatch.setenv("WEBSHOP_DATA", str(folder))
    assert main(["envs", "fetch", "webshop", "--set", "1000"]) == 0
    assert "nothing was fetched" in capsys.readouterr().out
    assert main(["envs", "fetch", "webshop", "--set", "full"]) == 1  # $WEBSHOP_DATA holds the other set
    assert "Give each set its own folder" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["alfworld", "--set", "1000"], "alfworld has no --set 1000; what is published there is one set"),
        (["webshop", "--set", "small"], "webshop has no --set small; expected 1000 or full"),
    ],
)
def test_a_set_that_an_environment_does_not_have_is_refused(
    arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["envs", "fetch", *arguments]) == 2
    assert complaint in capsys.readouterr().err


AT = webshop_fetch.drive_address("abc-1")
PIECES = st.sampled_from(
    [
        "<form ",
        "action='",
        "//evil.example/x",
        "https://[",
        "/download'>",
        "<input type=hidden name=confirm ",
        "value='&",
    ]
    + [
        "'>",
        "</form>",
        "<![x",
        "<!",
        "<title>",
        "&#xD800;",
        "ö",
        "</title>",
        "javascript:x",
        "<![CDATA[",
        "?",
        "#",
    ]
)


def page(action: str) -> str:
    return CONFIRM.format(action=action, id="abc-1", token="a&amp;b")


@pytest.mark.parametrize("action", ["https://drive.usercontent.google.com/download", "/download", "?x=1#y"])
def test_the_form_is_sent_with_all_its_hidden_fields(action: str) -> None:
    found = urlsplit(webshop_fetch.past_drive_page(page(action), AT))
    assert found.scheme == "https" and found.hostname in webshop_fetch.DRIVE_HOSTS and found.fragment == ""
    fields = {key: values[0] for key, values in parse_qs(found.query).items()}
    assert fields == {"id": "abc-1", "export": "download", "confirm": "t", "uuid": "a&b"}


@pytest.mark.parametrize(
    "action",
    [
        "https://evil.example/download",
        "http://drive.usercontent.google.com/download",
        "https://drive.google.com.evil.example/",
        "file:///etc/passwd",
        "https://[x",
        "/döwnload",
    ],
)
def test_a_form_that_leads_away_is_not_sent(action: str) -> None:
    with pytest.raises(Unreachable, match="leads away"):
        webshop_fetch.past_drive_page(page(action), AT)


@given(st.one_of(st.text(), st.lists(PIECES, max_size=12).map("".join)))
def test_any_page_leads_to_drive_or_is_refused(text: str) -> None:
    try:
        found = urlsplit(webshop_fetch.past_drive_page(text, AT))
    except Unreachable as error:
        assert str(error).startswith(AT)
        return
    assert found.scheme == "https" and found.hostname in webshop_fetch.DRIVE_HOSTS and found.geturl().isascii()
