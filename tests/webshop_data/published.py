"""A server that plays Google Drive and a copy elsewhere, and a small set as it is published there."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from urllib.parse import parse_qs, urlsplit

from skill1_envs.webshop.fetch import PublishedFile
from tests.webshop.items import make_row

RANGE = re.compile(r"bytes=(\d+)-")
TOKEN = "a-token"
CONFIRM = """<!DOCTYPE html><html><head><title>Google Drive - Virus scan warning</title></head><body>
<form id="download-form" action="{action}" method="get"><input type="submit" value="Download anyway"/>
<input type="hidden" name="id" value="{id}"><input type="hidden" name="export" value="download">
<input type="hidden" name="confirm" value="t"><input type="hidden" name="uuid" value="{token}"></form></body></html>"""
QUOTA = (
    "<html><head><title>Google Drive - Quota exceeded</title></head><body><p>Sorry, you can't view or download this "
    "file at this time.</p><p>Too many users have viewed or downloaded this file recently.</p></body></html>"
)
GONE = "<html><head><title>Sign in - Google Accounts</title></head><body><form action='/in'></form></body></html>"


@dataclass
class Server:
    """What it has by name, how Drive misbehaves by name, and what was asked for."""

    contents: dict[str, bytes] = field(default_factory=dict)
    copied: dict[str, bytes] = field(default_factory=dict)  # what the copy has; nothing: 404
    manners: dict[str, str] = field(default_factory=dict)  # file, confirm, away, quota, gone, 404, as text
    cut: dict[str, list[int]] = field(default_factory=dict)  # bytes sent in each coming answer, then all
    asked: list[tuple[str, int]] = field(default_factory=list)  # path and first byte
    address: str = ""

    def published(self, names: Sequence[str]) -> tuple[PublishedFile, ...]:
        """The files with true sizes and hashes."""
        return tuple(self.file(name) for name in names)

    def file(self, name: str) -> PublishedFile:
        content = self.contents[name]
        addresses = (f"{self.address}/uc?export=download&id={name}", f"{self.address}/copy/{name}")
        return PublishedFile(name, len(content), hashlib.sha256(content).hexdigest(), addresses)


class Handler(BaseHTTPRequestHandler):
    server_state: Server

    def do_GET(self) -> None:
        state, asked = self.server_state, urlsplit(self.path)
        query = {key: values[0] for key, values in parse_qs(asked.query).items()}
        found = RANGE.fullmatch(self.headers.get("Range", ""))
        start = int(found[1]) if found else 0
        state.asked.append((asked.path, start))
        if asked.path == "/uc":
            self._drive(query["id"], start)
        elif asked.path == "/download" and query.get("confirm") == "t" and query.get("uuid") == TOKEN:
            self._send(state.contents[query["id"]], start, query["id"])
        else:
            name = asked.path.removeprefix("/copy/")
            self._send(state.copied.get(name), start, name)

    def _drive(self, name: str, start: int) -> None:
        state, manner = self.server_state, self.server_state.manners.get(name, "file")
        action = {"confirm": "/download", "away": "http://127.0.0.2:9/download"}.get(manner)
        pages = {"quota": QUOTA, "gone": GONE, "as text": QUOTA}
        if action:
            self._page(CONFIRM.format(action=action, id=name, token=TOKEN))
        elif manner in pages:
            self._page(
                pages[manner], "application/octet-stream" if manner == "as text" else "text/html; charset=utf-8"
            )
        else:
            self._send(None if manner == "404" else state.contents[name], start, name)

    def _page(self, text: str, kind: str = "text/html; charset=utf-8") -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(text.encode())))
        self.end_headers()
        self.wfile.write(text.encode())

    def _send(self, content: bytes | None, start: int, name: str) -> None:
        if content is None:
            self.send_error(404)
            return
        self.send_response(206 if start else 200)
        if start:
            self.send_header("Content-Range", f"bytes {start}-{len(content) - 1}/{len(content)}")
        self.send_header("Content-Type", "application/octet-stream")
        self.send_header("Content-Length", str(len(content) - start))
        self.end_headers()
        cuts = self.server_state.cut.get(name)
        self.wfile.write(content[start:][: cuts.pop(0) if cuts else None])
        self.close_connection = True

    def log_message(self, *_: object) -> None:
        pass


SMALL = ("items_shuffle_1000.json", "items_ins_v2_1000.json", "items_human_ins.json")


def small_set() -> dict[str, bytes]:
    """Three products, two goals of people and four synthetic ones."""
    rows = [make_row(f"B00000000{i}") for i in range(3)]
    facts = {
        row["asin"]: {"attributes": ["oak"], "instruction": "a lamp", "instruction_attributes": ["oak"]}
        for row in rows[:2]
    }
    wish = {"instruction": "find a lamp", "instruction_attributes": ["oak"], "instruction_options": []}
    people = {row["asin"]: [wish] for row in rows[1:]}
    return {name: json.dumps(part).encode() for name, part in zip(SMALL, (rows, facts, people), strict=True)}
