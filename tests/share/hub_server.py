"""A stand-in for the Hugging Face Hub on this machine: what huggingface_hub needs to commit files and to fetch them."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from urllib.parse import unquote, urlsplit

from tests.http_server import listening

MODEL = re.compile(r"/api/models/([^/]+/[^/]+)/(\w+)(?:/(\w+))?")
RESOLVED = re.compile(r"/([^/]+/[^/]+)/resolve/(\w+)/(.+)")


@dataclass
class Hub:
    """``repositories``: name → commits, oldest first, each path → bytes. ``cut``: a path of which half is sent."""

    url: str = ""
    token: str = "hf_right"
    repositories: dict[str, list[dict[str, bytes]]] = field(default_factory=dict)
    private: set[str] = field(default_factory=set)
    cut: str = ""
    status: int = 0  # answered to everything, if not 0

    def files(self, name):
        return self.repositories[name][-1]

    def commit_of(self, name, number):
        return hashlib.sha1(f"{name} {number}".encode()).hexdigest()

    def at(self, name, revision):
        commits = self.repositories[name]
        if revision == "main":
            return len(commits) - 1
        return next(n for n in range(len(commits)) if self.commit_of(name, n) == revision)


@contextmanager
def hub_serving():
    """A hub that listens until the end of the block."""
    hub = Hub()
    with listening(type("Handler", (_Handler,), {"hub": hub})) as server:
        hub.url = server.url
        yield hub


class _Handler(BaseHTTPRequestHandler):
    hub: Hub
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        path, body = urlsplit(self.path).path, self.body()
        if self.hub.status or not self.may_write():
            return self.answer(self.hub.status or 401, {"error": "no"})
        if path == "/api/repos/create":
            asked = json.loads(body)
            name = f"{asked['organization']}/{asked['name']}" if asked.get("organization") else asked["name"]
            is_there = name in self.hub.repositories
            self.hub.repositories.setdefault(name, [{}])
            self.hub.private |= {name} if asked.get("visibility") == "private" else set()
            return self.answer(409 if is_there else 200, {"url": f"{self.hub.url}/{name}"})
        if path == "/api/validate-yaml":
            return self.answer(200, {"errors": [], "warnings": []})
        name, verb, _ = MODEL.fullmatch(path).groups()
        return getattr(self, verb)(name, body)

    def preupload(self, name, body):
        """All files come with the commit itself: large file storage is the package's own business."""
        told = {"uploadMode": "regular", "shouldIgnore": False}
        self.answer(200, {"files": [{"path": file["path"], **told} for file in json.loads(body)["files"]]})

    def commit(self, name, body):
        files = dict(self.hub.files(name))
        for entry in map(json.loads, body.decode().splitlines()):
            value = entry["value"]
            if entry["key"] == "file":
                files[value["path"]] = base64.b64decode(value["content"])
            elif entry["key"] == "deletedFile":
                del files[value["path"]]
        self.hub.repositories[name].append(files)
        oid = self.hub.commit_of(name, self.hub.at(name, "main"))
        self.answer(200, {"commitOid": oid, "commitUrl": f"{self.hub.url}/{name}/commit/{oid}", "success": True})

    def do_GET(self):
        path = unquote(urlsplit(self.path).path)
        if self.hub.status:
            return self.answer(self.hub.status, {"error": "no"})
        if found := RESOLVED.fullmatch(path):
            return self.send_file(*found.groups())
        name = MODEL.fullmatch(path)[1] if MODEL.fullmatch(path) else path.removeprefix("/api/models/")
        if name not in self.hub.repositories or (name in self.hub.private and not self.may_write()):
            return self.answer(401, {"error": "no"}, (("X-Error-Code", "RepoNotFound"),))
        verb, revision = MODEL.fullmatch(path).groups()[1:] if MODEL.fullmatch(path) else ("revision", "main")
        number = self.hub.at(name, revision)
        files = self.hub.repositories[name][number]
        if verb == "tree":
            return self.answer(200, [self.entry(path, content) for path, content in files.items()])
        siblings = [{"rfilename": path} for path in files]
        return self.answer(200, {"id": name, "sha": self.hub.commit_of(name, number), "siblings": siblings})

    do_HEAD = do_GET

    def entry(self, path, content):
        return {"type": "file", "path": path, "size": len(content), "oid": hashlib.sha1(content).hexdigest()}

    def send_file(self, name, revision, path):
        files = self.hub.repositories[name][self.hub.at(name, revision)]
        if path not in files:
            return self.answer(404, {}, (("X-Error-Code", "EntryNotFound"),))
        content = files[path]
        self.send_response(200)
        self.send_header("ETag", f'"{hashlib.sha256(content).hexdigest()}"')
        self.send_header("X-Repo-Commit", revision)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command == "HEAD":
            return None
        if path == self.hub.cut:
            self.close_connection = True
            content = content[: len(content) // 2]
        self.wfile.write(content)
        return None

    def may_write(self):
        return self.headers.get("authorization") == f"Bearer {self.hub.token}"

    def body(self):
        return self.rfile.read(int(self.headers.get("Content-Length") or 0))

    def answer(self, status, content, headers=()):
        body = json.dumps(content).encode()
        self.send_response(status)
        for name, value in (*headers, ("Content-Type", "application/json"), ("Content-Length", str(len(body)))):
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, *_):
        pass
