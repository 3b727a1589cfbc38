"""Servers of others that an environment asks: answers that never begin, and some bytes that stand for gigabytes."""

import gzip
import socket
import threading
import time
from contextlib import contextmanager

import pytest

from skill1.env.http_suite import timed_client, whole_answer
from skill1.errors import EnvironmentFault
from skill1_envs.search.retriever.client import RetrieverClient

LIMIT_S = 0.5
HEAD = b"HTTP/1.1 200 OK\r\nX-Long: "
# What is sent first, and what again and again.
ENDLESS = {"head": (HEAD, b"a"), "continue": (b"", b"HTTP/1.1 100 Continue\r\n\r\n"), "body": (HEAD, b"\r\n\r\n")}


@contextmanager
def answering(first, again=b""):
    """A server on this machine whose answers to anything are these bytes; its address."""

    def answer(taken):
        with taken:
            try:
                taken.recv(1 << 16)
                taken.sendall(first)
                while again and not is_over.wait(0.02):
                    taken.sendall(again)
            except OSError:
                pass  # the client has gone

    def listen():
        while not is_over.is_set():
            threading.Thread(target=answer, args=(listening.accept()[0],), daemon=True).start()

    is_over = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as listening:
        threading.Thread(target=listen, daemon=True).start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        is_over.set()


def asked(url):
    import httpx

    with timed_client(LIMIT_S) as client:
        try:
            return whole_answer(client, "GET", f"{url}/suite", LIMIT_S)
        except httpx.TimeoutException as error:
            raise EnvironmentFault("too late") from error


def searched(url):
    return RetrieverClient(url, timeout_s=LIMIT_S, tries=1).retrieve(["x"], 1)


@pytest.mark.parametrize("ask", [asked, searched])
@pytest.mark.parametrize("kind", ENDLESS)
def test_an_answer_that_never_ends_ends_with_its_time(kind, ask):
    with answering(*ENDLESS[kind]) as url:
        begun = time.monotonic()
        with pytest.raises(EnvironmentFault, match="too late|exceeded|no retriever answered in 1 tries"):
            ask(url)
    assert time.monotonic() - begun < 10 * LIMIT_S


def test_bytes_packed_twice_are_not_unpacked():
    body = gzip.compress(gzip.compress(bytes(1 << 20)))
    head = "HTTP/1.1 200 OK\r\nContent-Encoding: {}\r\nContent-Length: {}\r\n\r\n"
    with (
        answering(head.format("gzip, GZIP", len(body)).encode() + body) as url,
        pytest.raises(EnvironmentFault, match="packed as gzip, gzip"),
    ):
        asked(url)
    body = gzip.compress(b"[]")
    with answering(head.format("gzip", len(body)).encode() + body) as url:
        assert asked(url) == (200, b"[]")
