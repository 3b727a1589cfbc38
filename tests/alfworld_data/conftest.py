"""A file server that can break off; the ready set as a folder and packed as ALFWorld's releases are."""

from __future__ import annotations

import io
import re
import shutil
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest

from tests.http_server import listening

READY = Path(__file__).parents[2] / "data" / "alfworld"
RANGE = re.compile(r"bytes=(\d+)-")


@dataclass
class Files:
    """What the server has, how it misbehaves, and what it was asked for."""

    contents: dict[str, bytes] = field(default_factory=dict)
    sent_at_most: int | None = None  # bytes of each answer, whatever was announced
    has_ranges: bool = True
    announced: int | None = None  # instead of the true size
    range_told: str = "bytes {start}-{last}/{size}"  # Content-Range of a part; empty: none
    kind: str = "application/zip"  # Content-Type
    asked_from: list[int] = field(default_factory=list)
    address: str = ""

    def url(self, name: str) -> str:
        return f"{self.address}/{name}"


class Handler(BaseHTTPRequestHandler):
    files: Files

    def do_GET(self) -> None:
        content = self.files.contents.get(self.path.lstrip("/"))
        found = RANGE.fullmatch(self.headers.get("Range", "")) if self.files.has_ranges else None
        start = int(found[1]) if found else 0
        self.files.asked_from.append(start)
        if content is None:
            self.send_error(404)
            return
        size = self.files.announced or len(content)
        if found and start >= size:
            self.send_response(416)
            self.send_header("Content-Range", f"bytes */{size}")
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        self.send_response(206 if found else 200)
        if found and self.files.range_told:
            told = self.files.range_told.format(start=start, last=size - 1, size=size)
            self.send_header("Content-Range", told)
        self.send_header("Content-Type", self.files.kind)
        self.send_header("Content-Length", str(size - start))
        self.end_headers()
        self.wfile.write(content[start:][: self.files.sent_at_most])
        self.close_connection = True

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def file_server(files: Files) -> Iterator[Files]:
    """Serves them, as long as the block lasts."""
    with listening(type("OwnHandler", (Handler,), {"files": files})) as server:
        files.address = server.url
        yield files


@pytest.fixture
def files():
    """A running server that has nothing yet."""
    with file_server(Files()) as served:
        yield served


@pytest.fixture
def silent():
    """Takes progress and says nothing."""
    return lambda what, done, total: None


@pytest.fixture
def folder(tmp_path) -> Path:
    """A copy of the ready set's games without its manifest, as another tool would have left them."""
    shutil.copytree(READY / "json_2.1.1", tmp_path / "games" / "json_2.1.1")
    return tmp_path / "games"


def packed(members: dict[str, bytes]) -> bytes:
    """A zip archive."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def archives() -> dict[str, bytes]:
    """Name → content: trajectories, PDDL problems and games each for themselves."""
    games = sorted((READY / "json_2.1.1").rglob("game.tw-pddl"))
    below = {game.parent: game.parent.relative_to(READY).as_posix() for game in games}
    return {
        "json.zip": packed(
            {f"{name}/traj_data.json": (folder / "traj_data.json").read_bytes() for folder, name in below.items()}
        ),
        "pddl.zip": packed({f"{name}/initial_state.pddl": b"(define)" for name in below.values()}),
        "games.zip": packed(
            {f"{name}/game.tw-pddl": (folder / "game.tw-pddl").read_bytes() for folder, name in below.items()}
        ),
    }
