"""An OpenEnv server as an environment of ours: the same transcripts, and servers that are not skill1's."""

import asyncio
import io
import json
import random
import threading
import time
from contextlib import contextmanager
from dataclasses import replace

import pytest

pytest.importorskip("websockets")
pytest.importorskip("httpx")
pytest.importorskip("uvicorn")

from websockets.utils import accept_key

from skill1.cli import main
from skill1.config import EnvConfig
from skill1.env.check import check_suite
from skill1.env.openenv import ServedSuite
from skill1.env.openenv_client import ActionForm, Connection, Pages, addresses, is_openenv, text_of
from skill1.env.openenv_server import MAX_SESSIONS, make_openenv_app
from skill1.env.registry import opened_suite
from skill1.env.remote import BlockingSuite
from skill1.env.serve import listen
from skill1.errors import ConfigError, DataError, EnvironmentFault
from tests.env.openenv_worlds import config_of, serving, serving_app
from tests.env.toys import NAME, ToySuite, play, walk
from tests.limits import HANG_S

CONFIG = EnvConfig(name=NAME, max_steps=6, timeout_s=HANG_S)
TASKS = ToySuite(CONFIG).tasks("train")


@pytest.fixture(scope="module")
def url():
    with serving(CONFIG) as address:
        yield address


@pytest.fixture(scope="module")
def suite(url):
    with opened_suite(replace(CONFIG, url=url)) as played:
        yield played


@contextmanager
def served(suite, limit=MAX_SESSIONS):
    """Our own server over a suite, as a suite."""
    app = make_openenv_app(ServedSuite(suite, CONFIG, threading.Lock()), limit)
    with serving_app(app) as url, opened_suite(replace(CONFIG, url=url)) as played:
        yield played


@contextmanager
def foreign(action, max_steps=3, **server):
    """The suite of a server that is not skill1's."""
    config = EnvConfig(name="guess", max_steps=max_steps, timeout_s=HANG_S)
    with serving_app(Foreign(action, **server)) as url, opened_suite(replace(config, url=url)) as played:
        yield played


def test_addresses():
    assert addresses("openenv://127.0.0.1:8000/") == ("http://127.0.0.1:8000", "ws://127.0.0.1:8000/ws")
    assert addresses("openenvs://a-b.hf.space") == ("https://a-b.hf.space", "wss://a-b.hf.space/ws")
    assert is_openenv("openenv://x") and not is_openenv("http://x") and not is_openenv(None)
    for wrong in ("openenv://", "openenv://x:0", "openenv://x:y", "http://x", "openenv://me:secret@x"):
        with pytest.raises(ConfigError, match="expected an address such as openenv://") as refused:
            addresses(wrong)
        assert "secret" not in str(refused.value), "a configuration and a log hold no password"


def test_our_own_server_is_played_as_the_suite_itself(suite):
    assert dict(suite.splits()) == {"train": 8, "test": 2} and tuple(suite.tasks("train")) == TASKS
    local, remote = ToySuite(CONFIG).make("train"), BlockingSuite(suite).make("train")
    for index in (0, 3):
        assert remote.reset(task_index=index) == local.reset(task_index=index)
        for action in ("up", "down", "up", "up"):
            assert remote.step(action)[0] == local.step(action)[0]
    assert remote.reset(seed=11) == local.reset(seed=11) and remote.task == local.task
    remote.close()
    with pytest.raises(DataError, match="toy has no split 'dev'"):
        suite.tasks("dev")
    assert check_suite(suite) == []


def test_episodes_of_our_rollout_are_the_same_but_for_when_they_are_paid(suite):
    def outcomes(played):
        return [
            (e.task.id, round(min(1, sum(t.reward for t in e.turns)), 9), e.success, e.status)
            for g in play(played, TASKS[:4])
            for e in g.episodes
        ]

    assert outcomes(suite) == outcomes(ToySuite(CONFIG))


def test_a_fault_costs_its_episode_only(suite):
    def act(view):
        return "raise" if view.task.index == 2 else walk(view)

    groups = play(suite, TASKS[:4], act=act, group_size=1)
    assert [g.episodes[0].status for g in groups] == ["ok", "ok", "error", "ok"]
    assert "boom" in groups[2].episodes[0].error


def test_a_server_that_goes_is_a_fault():
    with serving(CONFIG) as address, opened_suite(replace(CONFIG, url=address)) as suite:
        env = BlockingSuite(suite).make("train")
        env.reset(task_index=0)
        env._env._channel._connections.copy().popitem()[1]._socket.socket.shutdown(2)
        with pytest.raises(EnvironmentFault, match="OpenEnv server ws://127.0.0.1"):
            env.step("up")
        assert env.reset(task_index=1).text.startswith(TASKS[1].id)  # a new episode, a new connection


class Moved(ToySuite):
    """Once ``has_moved``, the tasks stand in another order, as after a restart with other data."""

    has_moved = False

    def tasks(self, split):
        listed = super().tasks(split)
        ids = [task.id for task in listed]
        return tuple(
            replace(t, id=name) for t, name in zip(listed, ids[:: -1 if self.has_moved else 1], strict=True)
        )


def test_a_server_that_was_started_again_with_other_tasks_plays_none_under_the_old_ids():
    moved = Moved(CONFIG)
    with served(moved) as suite:
        assert suite.tasks("train")[1].id == "toy/train/1"
        BlockingSuite(suite).make("train").reset(task_index=1)
        moved.has_moved = True
        told = r"place 1 of 'train' holds another task by now \(toy/train/6\) than .* \(toy/train/1\)"
        with pytest.raises(EnvironmentFault, match=told):
            BlockingSuite(suite).make("train").reset(task_index=1)


def test_a_server_need_not_answer_pings_while_it_steps(suite):
    """`env.timeout_s` alone is the limit: websockets would give up after 40 s."""
    env = BlockingSuite(suite).make("train")
    env.reset(task_index=0)
    (connection, *_) = env._env._channel._connections.values()
    assert connection._socket.ping_interval is None


def test_a_server_that_is_full_is_told_with_what_to_type():
    with served(ToySuite(CONFIG), 1) as suite:
        first, second = (BlockingSuite(suite).make("train") for _ in range(2))
        first.reset(task_index=0)
        with pytest.raises(EnvironmentFault, match="CAPACITY_REACHED: 1 sessions are open.*--model.rows N"):
            second.reset(task_index=1)


def test_another_environment_step_limit_or_no_server_is_refused(url):
    with pytest.raises(ConfigError, match="plays 'toy', but env.name is 'household'.*--env.max_steps"):
        opened_suite(EnvConfig(name="household", max_steps=6, url=url)).__enter__()
    with pytest.raises(ConfigError, match="env.max_steps 6, this side has 7"):
        opened_suite(replace(CONFIG, max_steps=7, url=url)).__enter__()
    with pytest.raises(ConfigError, match="no OpenEnv server answers there"):
        opened_suite(replace(CONFIG, url="openenv://127.0.0.1:9")).__enter__()


def test_the_documented_check(capsys):
    config = config_of("alfworld")
    with serving(config) as url:
        assert main(["envs", "check", "alfworld", "--env.url", url]) == 0
    assert "alfworld: keeps the contract" in capsys.readouterr().out


class Hollow(ToySuite):
    """One of its splits has no task, as where a part of the data was not downloaded."""

    def splits(self):
        return {**super().splits(), "dev": 0}

    def tasks(self, split):
        return () if split == "dev" else super().tasks(split)


def test_a_split_without_tasks_is_told_and_the_others_are_played():
    with served(Hollow(CONFIG)) as suite:
        assert dict(suite.splits()) == {"train": 8, "test": 2, "dev": 0} and suite.tasks("dev") == ()
        with pytest.raises(EnvironmentFault, match="split 'dev' of toy has no tasks"):
            BlockingSuite(suite).make("dev").reset(seed=1)
        assert BlockingSuite(suite).make("train").reset(task_index=0).text.startswith(TASKS[0].id)


class Foreign:
    """A server in OpenEnv's form that lists no tasks, pays at every step and says nothing of winning."""

    def __init__(self, action, pays=0.5, more=None):
        self.action, self.pays, self.more = action, pays, more or {}

    async def __call__(self, scope, receive, send):
        if scope["type"] == "websocket":
            return await self._play(receive, send)
        pages = {
            **self.more,
            "/metadata": {"name": "guess", "description": "Guess a letter."},
            "/schema": {"action": self.action, "observation": {}, "state": {}},
            "/state": {"episode_id": None, "step_count": 0},
        }
        body = json.dumps(pages.get(scope["path"], {"detail": "Not Found"})).encode()
        status = 200 if scope["path"] in pages else 404
        headers = [(b"content-type", b"application/json")]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    async def _play(self, receive, send):
        await receive()
        await send({"type": "websocket.accept"})
        while (event := await receive())["type"] == "websocket.receive":
            message = json.loads(event["text"])
            data = message.get("data")
            if message["type"] == "reset":
                told = {"observation": {"prompt": f"seed {data['seed']}"}, "reward": None, "done": False}
            elif set(data) != {"letter"} and set(data) != {"letter", "row"}:
                error = {"message": "no letter", "code": "VALIDATION_ERROR"}
                await send({"type": "websocket.send", "text": json.dumps({"type": "error", "data": error})})
                continue
            else:
                right = data["letter"] == "e"
                seen = {"board": [data], "messages": []}
                told = {"observation": seen, "reward": self.pays if right else 0, "done": data.get("row") == 2}
            answer = json.dumps({"type": "observation", "data": told})
            await send({"type": "websocket.send", "text": answer})
            await asyncio.sleep(0)


LETTER = {"properties": {"letter": {"type": "string"}}, "required": ["letter"]}
LETTER_AND_ROW = {
    "properties": {"letter": {"type": "string"}, "row": {"type": "integer"}, "metadata": {"type": "object"}},
    "required": ["letter", "row"],
}


def test_a_server_without_tasks_is_played_by_seeds_and_paid_as_it_pays():
    with foreign(LETTER) as suite:
        assert dict(suite.splits()) == {"train": 1000, "test": 100}
        task = suite.tasks("test")[1]
        assert (task.id, task.env, task.instruction) == ("guess/test/00001", "guess", "Guess a letter.")
        env = BlockingSuite(suite).make("test")
        assert env.reset(task_index=1).text == "seed 1001"
        seen, reward, terminated, truncated, info = env.step("e")
        assert seen.text == '{"board": [{"letter": "e"}], "messages": []}'
        assert (reward, terminated, truncated, info) == (0.5, False, False, {"won": False})
        env.step("x")
        assert env.step("e")[1:] == (0.5, False, True, {"won": False})  # the third step is the last


def test_a_server_that_lists_no_tasks_for_a_split_draws_none():
    listed = {"/guess/splits": ["dev"], "/guess/num_tasks": {"num_tasks": 0}, "/guess/tasks": {"tasks": []}}
    with foreign(LETTER, more=listed) as suite, pytest.raises(DataError, match="'dev' of guess has no tasks"):
        BlockingSuite(suite).make("dev").reset(seed=1)


def test_a_server_may_list_its_tasks_and_not_count_them():
    listed = {"/guess/splits": ["dev"], "/guess/tasks": {"tasks": [{"seed": 7}, {"seed": 8}]}}
    with foreign(LETTER, more=listed) as suite:
        assert dict(suite.splits()) == {"dev": 2}
        assert BlockingSuite(suite).make("dev").reset(task_index=1).text == "seed 8"


def test_a_server_may_count_its_tasks_and_not_list_them():
    counted = {"/guess/splits": ["test", "dev"], "/guess/num_tasks": {"num_tasks": 20}}
    with foreign(LETTER, more=counted) as suite:
        assert dict(suite.splits()) == {"test": 20, "dev": 20} == {s: len(suite.tasks(s)) for s in ("test", "dev")}
        told = suite._channel._directory.options
        assert told("test", 19) == {"split": "test", "seed": 19} and told("dev", 19) == {
            "split": "dev",
            "seed": 39,
        }
    counted["/guess/num_tasks"]["num_tasks"] = 10**12
    with (
        foreign(LETTER, more=counted) as suite,
        pytest.raises(EnvironmentFault, match="counts 1000000000000; expected"),
    ):
        suite.tasks("dev")


def test_connections_to_a_server_that_hangs_are_closed_within_one_deadline(monkeypatch):
    waits = []
    monkeypatch.setattr("skill1.env.openenv_suite.CLOSE_S", 0.1)

    def close(_connection, wait_s):
        waits.append(wait_s)
        time.sleep(wait_s)

    with foreign(LETTER) as suite:
        envs = [BlockingSuite(suite).make("test") for _ in range(3)]
        for env in envs:
            env.reset(task_index=0)
        opened = list(suite._channel._connections.values())
        monkeypatch.setattr(Connection, "close", close)
        suite.close()
        monkeypatch.undo()
        for connection in opened:
            connection.close(HANG_S)
    assert waits[0] > 0.0 and waits[1:] == [0.0, 0.0]


def test_actions_of_several_fields_are_json_and_what_is_refused_is_told():
    with foreign(LETTER_AND_ROW, max_steps=5) as suite:
        env = BlockingSuite(suite).make("train")
        first = env.reset(task_index=4).text
        assert first.startswith("seed 4\nAnswer with a JSON object.") and "metadata" not in first
        assert env.step("e")[0].text == "error: expected a JSON object"
        assert "no letter" in env.step('{"row": 1}')[0].text
        env.step('{"letter": "e", "row": 1}')
        assert env.step('{"letter": "e", "row": 2}')[1:] == (0.5, True, False, {"won": True})  # 0.5 + 0.5


def test_ten_rewards_of_a_tenth_are_a_won_episode():
    with foreign(LETTER_AND_ROW, max_steps=11, pays=0.1) as suite:
        env = BlockingSuite(suite).make("train")
        for tenths, is_won in ((10, True), (9, False)):
            env.reset(task_index=0)
            for row in [1] * (tenths - 1) + [2]:  # the second row is the last
                ended = env.step(f'{{"letter": "e", "row": {row}}}')
            assert ended[2:] == (True, False, {"won": is_won})


def test_a_server_is_checked_and_played_under_its_own_name_which_nothing_here_knows(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO("e\n"))
    with serving_app(Foreign(LETTER)) as url:
        assert main(["envs", "play", "guess", "--split", "test", "--env.url", url]) == 0
        assert "Guess a letter." in capsys.readouterr().out
        assert main(["envs", "check", "guess", "--env.url", url, "--env.max_steps", "5"]) == 0
    assert main(["envs", "check", "guess", "--env.url", "null"]) == 1
    assert "there is no environment 'guess'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("kind", "sent"),
    [
        ({"type": "string"}, "3"),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, "3"),
        ({"type": ["null", "string"]}, "3"),
        ({"$ref": "#/$defs/Word"}, "3"),
        ({"title": "anything"}, "3"),
        ({"anyOf": [{"type": "integer"}, {"type": "null"}]}, 3),
        ({"type": ["null", "integer"]}, 3),
        ({"$ref": "#/$defs/Move"}, 3),
        ({"allOf": [{"$ref": "#/$defs/Move"}]}, 3),
        ({"oneOf": [{"$ref": "#/$defs/Round"}]}, 3),
        ({"$ref": "#/$defs/nowhere"}, 3),
    ],
)
def test_a_field_takes_text_or_json_as_its_schema_says(kind, sent):
    defs = {
        "Word": {"enum": ["3"], "type": "string"},
        "Move": {"type": "object"},
        "Round": {"$ref": "#/$defs/Round"},
    }
    assert ActionForm({"properties": {"x": kind}, "required": ["x"], "$defs": defs}).action("3") == {"x": sent}


@pytest.mark.parametrize(("timeout_s", "most_bytes"), [(HANG_S, 5000), (0.2, 2**30)])
def test_a_page_without_an_end_is_a_fault(monkeypatch, timeout_s, most_bytes):
    monkeypatch.setattr("skill1.env.http_suite.MAX_MESSAGE_BYTES", most_bytes)
    is_over = threading.Event()

    async def endless(scope, receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": []})
        while not is_over.is_set():
            await send({"type": "http.response.body", "body": b"x" * 100, "more_body": True})
            await asyncio.sleep(0.001)
        await send({"type": "http.response.body", "body": b""})

    with serving_app(endless) as url:
        pages = Pages(addresses(url)[0], timeout_s)
        try:
            with pytest.raises(EnvironmentFault, match="exceeded|Timeout"):
                pages.get("/metadata")
        finally:
            is_over.set()
            pages.close()


def test_a_server_that_reads_nothing_is_not_sent_to_for_ever():
    def deaf(listening):
        taken, _ = listening.accept()
        asked = b""
        while b"\r\n\r\n" not in asked:
            asked += taken.recv(4096)
        key = next(line.split(b": ")[1] for line in asked.split(b"\r\n") if line.startswith(b"Sec-WebSocket-Key"))
        told = accept_key(key.decode()).encode()
        heads = b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        taken.sendall(heads + b"Sec-WebSocket-Accept: " + told + b"\r\n\r\n")
        is_over.wait()
        taken.close()

    is_over = threading.Event()
    with listen(0) as listening:
        threading.Thread(target=deaf, args=(listening,), daemon=True).start()
        connection = Connection(f"ws://127.0.0.1:{listening.getsockname()[1]}", 0.2, HANG_S)
        noise = random.Random(0).randbytes(2**23).hex()  # not to be compressed away
        with pytest.raises(EnvironmentFault, match="the OpenEnv server .* failed"):
            connection.ask("reset", {"x": noise})
        is_over.set()
        connection.close()


def test_observations_become_texts():
    assert text_of({"text": "a", "more": 1}) == "a" and text_of({"only": "b", "done": False}) == "b"
    assert text_of("plain") == "plain" and text_of({"x": 1, "y": "é"}) == '{"x": 1, "y": "é"}'
