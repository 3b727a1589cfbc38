"""A real HTTP server on this machine that answers chat requests as told, faults included."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from tests.http_server import listening

MODELS = {"data": [{"id": "small"}, {"id": "large"}]}


@dataclass(frozen=True)
class Raw:
    """A status, a body (text as it is, anything else as JSON) and headers."""

    status: int
    body: object = ""
    headers: tuple[tuple[str, str], ...] = ()


def chat(text, finish="stop", **choice):
    """A good answer that the server counted as 11 + 3 tokens."""
    return {
        "choices": [{"message": {"role": "assistant", "content": text}, "finish_reason": finish, **choice}],
        "usage": {"prompt_tokens": 11, "completion_tokens": 3},
    }


@dataclass
class ChatStub:
    """``answers``: what each request gets, the last repeats; a function gets the request first."""

    url: str
    answers: list[object]
    requests: list[dict] = field(default_factory=list)
    keys: list[str | None] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    released: threading.Event = field(default_factory=threading.Event)  # ends answers that hang
    under_way: int = 0
    most_under_way: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)
    models: object = field(default_factory=lambda: MODELS)  # or a function that gives what is answered now

    def next_answer(self, request: dict, headers: dict[str, str]) -> object:
        with self.lock:
            self.requests.append(request)
            self.headers.append(headers)
            self.keys.append(headers.get("authorization"))
            answer = self.answers[min(len(self.requests), len(self.answers)) - 1]
        return answer(request) if isinstance(answer, Callable) else answer


class _QuietServer(ThreadingHTTPServer):
    def handle_error(self, request, client_address):
        """Clients of these tests hang up on purpose."""


@contextmanager
def serving(*answers: object):
    """A stub that listens until the end of the block."""
    stub = ChatStub("", list(answers))
    with listening(_handler(stub), _QuietServer) as server:
        stub.url = f"{server.url}/v1"
        try:
            yield stub
        finally:
            stub.released.set()


def _handler(stub: ChatStub):
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self):
            if self.path != "/v1/models":
                return self.reply(Raw(404, "no such page"))
            return self.play(stub.models() if callable(stub.models) else stub.models)

        def do_POST(self):
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            with stub.lock:
                stub.under_way += 1
                stub.most_under_way = max(stub.most_under_way, stub.under_way)
            try:
                self.play(stub.next_answer(request, {name.lower(): text for name, text in self.headers.items()}))
            finally:
                with stub.lock:
                    stub.under_way -= 1

        def play(self, answer):
            if answer == "hang":
                stub.released.wait()
                self.close_connection = True
            elif answer == "break":
                self.close_connection = True  # no status line at all
            elif answer == "half":
                self.send_response(200)
                self.send_header("Content-Length", "1000")
                self.end_headers()
                self.wfile.write(b'{"choices": [')
                self.close_connection = True
            else:
                self.reply(answer if isinstance(answer, Raw) else Raw(200, answer))

        def reply(self, raw: Raw):
            body = (raw.body if isinstance(raw.body, str) else json.dumps(raw.body)).encode()
            self.send_response(raw.status)
            for name, value in (*raw.headers, ("Content-Length", str(len(body)))):
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    return Handler
