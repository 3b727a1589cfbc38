"""Environments over HTTP: the same transcripts, and a server that goes costs only its own episodes."""

import asyncio
import http.client
import json
import multiprocessing
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from http.server import BaseHTTPRequestHandler

import pytest

from skill1.cli import main
from skill1.config import EnvConfig
from skill1.env.check import check_suite
from skill1.env.openenv import ServedSuite
from skill1.env.openenv_server import make_openenv_app
from skill1.env.registry import make_suite, opened_suite
from skill1.env.remote import BlockingSuite, Place
from skill1.env.serve import MAX_BODY_BYTES, listen, make_app
from skill1.env.trl import as_trl_environment
from skill1.env.worker import SuiteHost
from skill1.errors import ConfigError, DataError, EnvironmentFault, MissingExtraError
from skill1.schema import SkillDraft
from tests.env.toys import NAME, ToySuite, play, walk
from tests.http_server import listening
from tests.limits import HANG_S

pytest.importorskip("fastapi")
pytest.importorskip("uvicorn")
pytest.importorskip("httpx")

TOY_TASKS = ToySuite(EnvConfig()).tasks("train")
TOY = EnvConfig(name=NAME, timeout_s=HANG_S)


class Server:
    """`skill1 envs serve` as users start it."""

    def __init__(self, name: str, port: int = 0, *options: str) -> None:
        command = [sys.executable, "-m", "skill1", "envs", "serve", name, "--port", str(port), *options]
        self.process = subprocess.Popen(command, stdout=-1, text=True)
        self.url = re.search(r"on (http://127\.0\.0\.1:(\d+))", self.process.stdout.readline())[1]
        self.printed = self.process.stdout.readline()
        self.port = int(self.url.rpartition(":")[2])

    def end(self, number: int = signal.SIGKILL) -> int:
        self.process.send_signal(number)
        code = self.process.wait()
        self.process.stdout.close()
        return code


@contextmanager
def serving(name: str, *options: str) -> Iterator[Server]:
    server = Server(name, 0, *options)
    try:
        yield server
    finally:
        server.end()


@pytest.fixture(scope="module")
def server():
    with serving(NAME) as running:
        yield running


@pytest.fixture(scope="module")
def suite(server):
    with opened_suite(replace(TOY, url=server.url)) as played:
        yield played


def test_household_transcripts_are_those_of_this_process():
    local = make_suite(EnvConfig(max_steps=12))
    tasks = local.tasks("train")[:6]
    with serving("household", "--env.workers", "2") as server:
        assert f"--env.max_steps 12 --env.url {server.url}" in server.printed
        with opened_suite(EnvConfig(max_steps=12, url=server.url)) as suite:
            assert play(suite, tasks) == play(local, tasks)
            assert (suite.name, suite.splits()) == ("household", local.splits())
            assert suite.tasks("heldout") == local.tasks("heldout")
            assert suite.vocabulary() == local.vocabulary()
            draft = SkillDraft("examine atlas", "light using nothing")
            assert suite.judge(tasks[0], draft) == local.judge(tasks[0], draft)
            assert not hasattr(suite, "demo_worlds")
        assert server.end(signal.SIGTERM) in (0, -signal.SIGTERM, 143)


def test_odd_texts_cross_unchanged_and_the_contract_is_kept(suite):
    assert play(suite, TOY_TASKS) == play(ToySuite(EnvConfig()), TOY_TASKS)
    assert list(suite.task_types().items()) == [("count", "Cóunt"), ("absent", "Z")]
    assert suite.split_source("train") == ("train of the toys", "")
    assert suite.split_source("test") == ("test of the toys", "too few")
    assert check_suite(suite) == []
    with pytest.raises(DataError, match=r"toy has no split 'a/b \?#ł'"):
        suite.tasks("a/b ?#ł")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
@pytest.mark.parametrize("where", ["workers", "url"])
def test_processes_that_are_forked_share_neither_threads_nor_connections(server, where):
    """As Gymnasium's AsyncVectorEnv plays: on a suite that its parent has made, and has played on."""

    def played(env):
        env.reset(task_index=0)
        return [env.step("up")[0].text for _ in range(2)]

    with opened_suite(replace(TOY, **{where: 1 if where == "workers" else server.url})) as remote:
        suite = BlockingSuite(remote)
        mine = suite.make("train")
        expected = played(mine)

        def child_plays():
            mine.close()  # as when it is dropped there: it is the parent's
            answers.put([played(suite.make("train")) for _ in range(5)])

        mine.reset(task_index=0)
        context = multiprocessing.get_context("fork")
        answers = context.SimpleQueue()
        children = [context.Process(target=child_plays) for _ in range(4)]
        for child in children:
            child.start()
        for child in children:
            child.join(HANG_S)
            child.kill()
        assert [child.exitcode for child in children] == [0] * 4
        assert [answers.get() for _ in children] == [[expected] * 5] * 4
        assert [mine.step("up")[0].text for _ in range(2)] == expected
        assert played(suite.make("train")) == expected


@pytest.mark.parametrize(
    ("fault", "told"), [("raise", "boom"), ("exit", "SystemExit"), ("huge", "expected at most")]
)
def test_a_fault_of_an_environment_costs_its_episode(suite, fault, told):
    def act(view):
        return fault if view.task.index == 2 else walk(view)

    groups = play(suite, TOY_TASKS, act=act, group_size=1)
    assert [g.episodes[0].status for g in groups] == ["error" if t.index == 2 else "ok" for t in TOY_TASKS]
    assert told in groups[2].episodes[0].error


def test_a_killed_server_costs_only_the_episodes_it_was_playing():
    expected = play(ToySuite(EnvConfig()), TOY_TASKS, group_size=1, concurrency=2)
    servers = [Server(NAME)]

    def act(view):
        if view.task.index == 3 and len(view.turns) == 1 and len(servers) == 1:
            servers[0].end()
            servers.append(Server(NAME, servers[0].port))
        return walk(view)

    with opened_suite(replace(TOY, url=servers[0].url)) as suite:
        groups = play(suite, TOY_TASKS, act=act, group_size=1, concurrency=2)
        env = BlockingSuite(suite).make("train")
        env.reset(task_index=0)
        servers[1].end()  # and stays away
        with pytest.raises(EnvironmentFault, match=f"the environment server {servers[1].url} failed"):
            env.step("up")
        without = play(suite, TOY_TASKS[:2])
        env.close()
    assert all(not e.ok for g in without for e in g.episodes)
    episodes = [g.episodes[0] for g in groups]
    again = [e.task.index for e in episodes if e.attempts == 2]
    assert 3 in again and len(again) <= 2, "two were playing when the server was killed"
    assert [replace(e, attempts=1) for e in episodes] == [g.episodes[0] for g in expected]


@pytest.mark.parametrize(("scheme", "options"), [("http", ()), ("openenv", ("--protocol", "openenv"))])
def test_a_server_that_answers_nobody_is_not_waited_for_by_every_episode(scheme, options, monkeypatch):
    for module in ("http_suite", "openenv_suite"):
        monkeypatch.setattr(f"skill1.env.{module}.BACK_S", 0.05)
    with serving(NAME, *options) as server:
        url = f"{scheme}{server.url.removeprefix('http')}"
        with opened_suite(replace(TOY, url=url, timeout_s=3.0)) as suite:
            play(suite, TOY_TASKS[:1], group_size=1)
            server.process.send_signal(signal.SIGSTOP)
            begun = time.monotonic()
            groups = play(suite, TOY_TASKS, group_size=1, concurrency=1)
            waited = time.monotonic() - begun
            server.process.send_signal(signal.SIGCONT)
            monkeypatch.undo()
            again = play(suite, TOY_TASKS, group_size=1)
    assert not any(group.episodes[0].ok for group in groups) and waited < 3 * len(TOY_TASKS)
    assert all(group.episodes[0].ok for group in again)


def test_named_tools_are_found_of_a_suite_in_workers_or_on_a_server():
    name = NAME.replace("ToySuite", "ToolSuite")
    with serving(name) as server, opened_suite(EnvConfig(name=name, workers=1)) as in_workers:
        with opened_suite(EnvConfig(name=name, url=server.url)) as on_server:
            for suite in (in_workers, on_server):
                environment = as_trl_environment(suite, "train", named_tools=True)()
                environment.reset(task_index=0)
                for _ in range(3):
                    environment.up()
                assert environment.get_reward() == 1.0


def test_closing_leaves_no_environment_on_the_server(server):
    with opened_suite(replace(TOY, url=server.url)) as suite:
        env = suite.make("train")
        env.reset(task_index=0).result()
        name = env._place.env
        suite._channel.leave(replace(env._place))  # as if all threads were busy when it was closed
        assert asked(server, "POST", f"/envs/{name}/reset", b'{"task_index":1}')[0] == 200
    assert asked(server, "POST", f"/envs/{name}/reset", b'{"task_index":1}')[0] == 404


def asked(server, method, path, body=b"", **headers):
    connection = http.client.HTTPConnection("127.0.0.1", server.port)
    try:
        connection.request(method, path, body, {"content-type": "application/json", **headers})
        response = connection.getresponse()
        return response.status, response.read()
    finally:
        connection.close()


@pytest.mark.parametrize(
    ("request_", "status", "told"),
    [
        (("GET", "/suite"), 200, '"name":"toy"'),
        (("GET", "/tasks/nope"), 404, "toy has no split 'nope'"),
        (("POST", "/envs/nope/step", b'{"action":"up"}'), 404, "no environment 'nope' lives here"),
        (("POST", "/envs", b"{"), 400, "expected a JSON message"),
        (("POST", "/envs", b"[]"), 400, "expected a JSON object"),
        (("POST", "/envs", b'{"split":3}'), 400, "expected str"),
        (("POST", "/envs", b"a" * (MAX_BODY_BYTES + 1)), 413, "a body of more than"),
        (("DELETE", "/envs/nope"), 200, "null"),
        (("GET", "/nope"), 404, "GET /nope: Not Found."),
        (("PUT", "/suite"), 405, "PUT /suite: Method Not Allowed."),
        (("GET", "/suite?again=1"), 200, '"name":"toy"'),  # as a health check may ask, past a cache
    ],
)
def test_the_api_answers_every_request_in_json(server, request_, status, told):
    got, body = asked(server, *request_)
    assert got == status and told in body.decode()
    assert status == 200 or set(json.loads(body)["error"]) == {"type", "message"}


def test_foreign_pages_cannot_play(server):
    form = asked(server, "POST", "/envs", b'{"split":"train"}', **{"content-type": "text/plain"})
    assert form[0] == 400 and b"content-type" in form[1]
    assert asked(server, "GET", "/suite", Host="evil.example")[0] == 400


class Lying(BaseHTTPRequestHandler):
    """Describes the toy suite, and answers everything else with what the test says."""

    answer = (200, b"")
    named = NAME
    given_up: threading.Event  # of a client that never gets its answer

    def do_GET(self):
        described = {"protocol": 1, "name": "toy", "env": self.named, "max_steps": 50, "methods": []}
        self._say(*((200, json.dumps(described).encode()) if self.path == "/suite" else self.answer))

    def do_POST(self):
        self.rfile.read(int(self.headers["content-length"]))
        self._say(*self.answer)

    def _say(self, status, body):
        if body is None:
            self.given_up.wait()
            return
        self.send_response(status)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ((200, b"<html>"), "expected a JSON message"),
        ((200, b"[]"), "expected an id"),
        ((500, b"oops"), "answered HTTP 500"),
        ((302, b""), "answered HTTP 302"),
        ((500, b'{"error":{"type":"KeyError","message":"x"}}'), "KeyError: x"),
        ((200, None), "failed: ReadTimeout"),
    ],
)
def test_garbage_from_a_server_is_a_fault(answer, told, monkeypatch):
    given_up = threading.Event()
    lying = type("Lying", (Lying,), {"answer": answer, "given_up": given_up})
    with listening(lying) as server, opened_suite(replace(TOY, url=server.url)) as suite:
        if answer[1] is None:
            suite._channel._timeout_s = 0.1
            monkeypatch.setattr("skill1.env.remote.LOAD_S", 0.1)
        with pytest.raises(EnvironmentFault, match=told):
            suite.make("train").reset(task_index=0).result()
        given_up.set()


def test_closing_does_not_wait_for_a_server_as_long_as_for_a_slow_game(monkeypatch):
    class Silent(Lying):
        answer, given_up = (200, None), threading.Event()

        def do_DELETE(self):
            self._say(*self.answer)

    monkeypatch.setattr("skill1.env.http_suite.BACK_S", 0.1)
    with listening(Silent) as server:
        try:
            suite = make_suite(replace(TOY, url=server.url))
            suite._channel.leave(Place(env="x"))
            begun = time.monotonic()
            suite.close()
            assert time.monotonic() - begun < HANG_S / 2
        finally:
            Silent.given_up.set()


@pytest.mark.parametrize("protocol", ["skill1", "openenv"])
def test_a_server_has_a_thread_for_each_worker_and_some_more(protocol):
    from anyio.to_thread import current_default_thread_limiter

    config, suite = replace(TOY, workers=64), ToySuite(TOY)

    async def threads():
        before = current_default_thread_limiter().total_tokens
        async with app.router.lifespan_context(app):
            return current_default_thread_limiter().total_tokens - before

    if protocol == "skill1":
        app = make_app(SuiteHost(suite, config), is_isolated=True)
    else:
        app = make_openenv_app(ServedSuite(suite, config, nullcontext()))
    assert asyncio.run(threads()) == 64


def test_what_is_wrong_with_the_address_is_told_at_once(server):
    with listen(0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(ConfigError, match=rf"port {port} of 127.0.0.1 cannot be used.*--port 0"):
            listen(port)
    for config, message in (
        (
            replace(TOY, url=f"http://127.0.0.1:{port}", max_steps=9),
            # All of it: a server with another limit would be refused next.
            f"Start one: skill1 envs serve {NAME} --port {port} --env.max_steps 9$",
        ),
        (replace(TOY, url="127.0.0.1:80"), "expected an address such as http://"),
        (replace(TOY, url="https://127.0.0.1:80"), "expected an address such as http://"),
        (replace(TOY, url="http://127.0.0.1:port"), "expected an address such as http://"),
        (replace(TOY, url="http://127.0.0.1:99999"), "expected an address such as http://"),
        (replace(TOY, url="http://[::1"), "expected an address such as http://"),
        (replace(TOY, url="http://me:secret@127.0.0.1:80"), "^env.url: expected .* without a password"),
        (replace(TOY, url=server.url, name="household"), f"plays '{NAME}', .*--env.max_steps {TOY.max_steps}$"),
        (replace(TOY, url=server.url, max_steps=9), "started with env.max_steps 50, this side has 9"),
    ):
        with pytest.raises(ConfigError, match=message):
            make_suite(config)


def test_without_the_extra_it_says_what_to_type(monkeypatch):
    monkeypatch.setitem(sys.modules, "httpx", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'skill1\[serve\]'"):
        make_suite(replace(TOY, url="http://127.0.0.1:1"))
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert main(["envs", "serve", NAME, "--port", "0"]) == 1


def test_command_line_plays_and_checks_on_workers_and_servers(server, capsys, monkeypatch):
    for option in (["--env.workers", "1"], ["--env.url", server.url]):
        with open(os.devnull) as empty:
            monkeypatch.setattr(sys, "stdin", empty)
            assert main(["envs", "play", NAME, "--task", "3", *option]) == 0
        assert "toy/train/3" in capsys.readouterr().out
        assert main(["envs", "check", NAME, "--split", "test", *option]) == 0
        assert "keeps the contract" in capsys.readouterr().out
    assert main(["envs", "serve", NAME, "--port", "0", "--env.url", server.url]) == 1
    for protocol in ("skill1", "openenv"):
        assert main(["envs", "serve", f"household,{NAME}", "--port", "0", "--protocol", protocol]) == 1
        assert "--env.mixture.ENV.url" in capsys.readouterr().err
