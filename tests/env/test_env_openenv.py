"""The OpenEnv server: its messages, its limits, and that sessions know nothing of each other."""

import asyncio
import json
import threading
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skill1.config import EnvConfig
from skill1.env.openenv import ACTION_SCHEMA, Refused, ServedSuite, Session, command_of
from skill1.env.openenv_server import Full, NotThere, Sessions, converse, make_openenv_app, reply
from skill1.env.serve import IDLE_S, MAX_BODY_BYTES
from skill1.errors import DataError, EnvironmentFault
from tests.env.toys import ToyEnv, ToySuite

CONFIG = EnvConfig(name="toy", max_steps=6)
JSON = {"content-type": "application/json"}
STATE = {"step_count": 0, "max_steps": 6, "env": "toy", "settings": {"max_steps": 6}}
WS = "ws://127.0.0.1/ws"


def served(config=CONFIG):
    return ServedSuite(ToySuite(config), config, threading.Lock())


class Unopenable(ToySuite):
    """Its first task cannot be begun, and nothing be closed."""

    fault: Exception = ValueError("no file 0")

    def make(self, split):
        env = super().make(split)
        reset = env.reset

        def begin(*, task_index=None, seed=None):
            if task_index == 0:
                raise self.fault
            return reset(task_index=task_index, seed=seed)

        def close():
            raise OSError("busy")

        env.reset, env.close = begin, close
        return env


@pytest.mark.parametrize("fault", [ValueError("no file 0"), SystemExit(1), EnvironmentFault("no file 0")])
def test_a_first_task_that_fails_is_no_end_of_the_server(fault):
    suite = Unopenable(CONFIG)
    suite.fault = fault
    session = Session(ServedSuite(suite, CONFIG, threading.Lock()))
    assert session.reset({"task_index": 1})["metadata"]["task_index"] == 1
    with pytest.raises(type(fault)):
        session.reset({"task_index": 0})


def test_what_the_user_has_to_mend_ends_the_server():
    suite = Unopenable(CONFIG)
    suite.fault = DataError("the games are missing: skill1 envs fetch toy")
    with pytest.raises(DataError, match="skill1 envs fetch toy"):
        ServedSuite(suite, CONFIG, threading.Lock())


def step(command):
    return {"type": "step", "data": {"command": command}}


@pytest.fixture
def client():
    pytest.importorskip("httpx")
    testing = pytest.importorskip("starlette.testclient")
    app = make_openenv_app(served(), limit=3)
    with testing.TestClient(app, base_url="http://127.0.0.1") as opened:
        yield opened


def test_the_reward_is_paid_at_the_end_and_is_the_clipped_sum():
    session = Session(served())
    first = session.reset({"task_index": 1, "episode_id": "a"})
    assert (first["reward"], first["done"], first["metadata"]["episode_id"]) == (None, False, "a")
    assert first["observation"].keys() == {"text", "instruction", "admissible"}
    assert first["observation"]["instruction"] == ToySuite(CONFIG).tasks("train")[1].instruction
    answers = [session.step({"command": "up", "metadata": {}}) for _ in range(3)]
    # The toy pays 0.1, 0.2 and 1: together 1.3, which is clipped to 1.
    assert [(a["reward"], a["done"]) for a in answers] == [(0.0, False), (0.0, False), (1.0, True)]
    assert [a["metadata"]["won"] for a in answers] == [False, False, True]
    lost = Session(served())
    lost.reset({"task_index": 1})
    answers = [lost.step({"command": "down"}) for _ in range(6)]
    assert (answers[-1]["reward"], answers[-1]["metadata"]["truncated"]) == (0.0, True)


def test_without_task_and_seed_any_task_is_drawn():
    """Or trainers, which name neither, would train on one task alone. All draws are equal once in 8^29 times."""
    drawn = [Session(served()).reset({})["metadata"]["task_index"] for _ in range(30)]
    assert len(set(drawn)) > 1


@pytest.mark.parametrize(
    ("splits", "default"),
    [
        (("test", "train", "own"), "own"),
        (("disjoint_test", "disjoint_eval", "disjoint_train"), "disjoint_train"),
        (("test", "valid_seen"), "valid_seen"),
        (("test",), "test"),
    ],
)
def test_without_a_split_what_is_kept_for_testing_is_played_last_of_all(splits, default):
    suite, made = ToySuite(CONFIG), []
    tasks = suite.tasks("train")
    suite.splits = lambda: dict.fromkeys(splits, 2)
    suite.make = lambda split: made.append((split, ToyEnv(tasks))) or made[-1][1]
    config = replace(CONFIG, train_split="own", workers=2)
    assert ServedSuite(suite, config, threading.Lock()).default_split == default
    # What takes long at first is done before a client waits for it: in a worker at a reset.
    assert [(split, env.task) for split, env in made] == [(default, tasks[0])] * 2


def test_a_session_outlives_a_failed_change_of_split(monkeypatch):
    session = Session(served())
    session.reset({"task_index": 0})
    make = session._served.suite.make
    monkeypatch.setattr(session._served.suite, "make", lambda split: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        session.reset({"split": "test", "task_index": 0})
    with pytest.raises(Refused, match="no episode is running"):
        session.step({"command": "up"})
    monkeypatch.setattr(session._served.suite, "make", make)
    monkeypatch.setattr(ToyEnv, "close", lambda env: setattr(env, "tasks", ()))
    assert session.reset({"task_index": 1})["metadata"]["task_index"] == 1


def test_the_same_seed_draws_the_same_task_and_a_split_may_be_named():
    session = Session(served())
    drawn = [session.reset({"seed": 7})["metadata"]["task_id"] for _ in range(2)]
    assert drawn[0] == drawn[1]
    assert session.reset({"split": "test", "task_index": 1, "prompt": []})["metadata"]["split"] == "test"
    told = session.state()
    assert (told["split"], told["task_index"], told["step_count"], told["max_steps"]) == ("test", 1, 0, 6)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"task_index": 8}, "expected a whole number from 0 to 7"),
        ({"task_index": True}, "task_index is 'True'; expected a whole number"),
        ({"seed": -1}, "expected a whole number from 0"),
        ({"seed": "1"}, "seed is '1'"),
        ({"split": "dev"}, "dev"),
        ({"split": 3}, "split is '3'; expected a text"),
        ({"episode_id": "x" * 256}, "256 characters; expected at most 255"),
    ],
)
def test_a_wrong_reset_is_refused_and_the_session_goes_on(options, told):
    session = Session(served())
    with pytest.raises((Refused, DataError), match=told):
        session.reset(options)
    assert session.reset({})["done"] is False


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), lambda inner: st.lists(inner)))
def test_an_action_is_a_command_and_nothing_else(value):
    for action in (value, {"command": value}, {"command": "up", "x": value}):
        if isinstance(action, dict) and isinstance(action["command"], str) and "x" not in action:
            assert command_of(action) == value
        else:
            with pytest.raises(Refused):
                command_of(action)
    assert ACTION_SCHEMA["required"] == ["command"]


@given(st.text() | st.binary())
def test_any_message_is_answered(text):
    answer = reply(Session(served()), text)
    assert answer is None or answer["type"] in ("error", "observation", "state", "mcp")


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ("no json", "INVALID_JSON"),
        ("[]", "VALIDATION_ERROR"),
        ('{"type": "dance"}', "UNKNOWN_TYPE"),
        ('{"type": "reset", "data": []}', "VALIDATION_ERROR"),
        ('{"type": "reset", "data": {"task_index": 99}}', "VALIDATION_ERROR"),
        ('{"type": "step", "data": {"command": "up"}}', "EXECUTION_ERROR"),  # before any reset
        ('{"type": "step", "data": {"action": "up"}}', "VALIDATION_ERROR"),
    ],
)
def test_errors_have_the_codes_of_openenv(message, code):
    answer = reply(Session(served()), message)
    assert (answer["type"], answer["data"]["code"]) == ("error", code)


@pytest.mark.parametrize(("deed", "told"), [("raise", "boom"), ("exit", ""), ("huge", "expected at most")])
def test_a_fault_of_the_environment_ends_its_episode_only(deed, told):
    session = Session(served())
    session.reset({})
    answer = reply(session, json.dumps(step(deed)))
    assert answer["data"]["code"] == "EXECUTION_ERROR" and told in answer["data"]["message"]
    assert "send reset first" in reply(session, json.dumps(step("up")))["data"]["message"]
    assert reply(session, '{"type": "reset"}')["type"] == "observation"


def test_connections_play_side_by_side(client):
    with client.websocket_connect(WS) as one, client.websocket_connect(WS) as other:
        for socket, index in ((one, 0), (other, 3)):
            socket.send_json({"type": "reset", "data": {"task_index": index}})
        seen = [socket.receive_json()["data"]["metadata"]["task_index"] for socket in (one, other)]
        assert seen == [0, 3]
        for _ in range(3):
            one.send_json(step("up"))
        assert [one.receive_json()["data"]["done"] for _ in range(3)] == [False, False, True]
        other.send_json({"type": "state"})
        assert other.receive_json()["data"]["step_count"] == 0
        one.send_json({"type": "close"})


def test_a_server_that_is_full_says_so(client):
    connect = client.websocket_connect
    with connect(WS) as one, connect(WS) as two, connect(WS) as three:
        for socket in (one, two, three):  # an answer shows that it has its session: they are given side by side
            socket.send_json({"type": "state"})
            assert socket.receive_json()["type"] == "state"
        with connect(WS) as fourth:
            assert fourth.receive_json()["data"]["code"] == "CAPACITY_REACHED"
        assert client.post("/reset", json={}).status_code == 503
    with client.websocket_connect(WS) as socket:
        socket.send_json({"type": "reset"})
        assert socket.receive_json()["type"] == "observation"


def test_a_client_that_says_close_and_is_gone_at_once_is_no_error():
    websockets = pytest.importorskip("starlette.websockets")

    class Gone:
        headers = {}

        async def accept(self):
            pass

        async def receive(self):
            return {"type": "websocket.receive", "text": '{"type": "close"}'}

        async def close(self, code=1000):
            raise websockets.WebSocketDisconnect(1006)

    async def in_thread(job, *arguments):
        return job(*arguments)

    sessions = Sessions(served())
    asyncio.run(converse(Gone(), sessions, in_thread))
    assert len(sessions) == 0


def test_pages_of_other_sites_are_not_let_in(client):
    from starlette.websockets import WebSocketDisconnect

    for origin in ("http://evil.example", "null", "http://["):
        with pytest.raises(WebSocketDisconnect):
            with client.websocket_connect(WS, headers={"origin": origin}):
                pass
    with client.websocket_connect(WS, headers={"origin": "http://localhost:3000"}):
        pass
    assert client.get("/health", headers={"host": "evil.example"}).status_code == 400
    assert client.post("/reset", content="{}", headers={"content-type": "text/plain"}).status_code == 400


def test_over_http_an_episode_has_a_name(client):
    begun = client.post("/reset", json={"task_index": 2, "episode_id": "mine"}).json()
    assert begun["metadata"]["episode_id"] == "mine"
    other = client.post("/reset", json={"task_index": 2}).json()["metadata"]["episode_id"]
    for turn in range(3):
        answer = client.post("/step", json={"action": {"command": "up"}, "episode_id": "mine"}).json()
        assert answer["done"] is (turn == 2)
    assert answer["reward"] == 1.0
    assert client.get("/state", params={"episode_id": other}).json()["step_count"] == 0
    gone = client.post("/step", json={"action": {"command": "up"}, "episode_id": "mine"})
    assert gone.status_code == 404 and "begin one with POST /reset" in gone.json()["detail"]
    assert client.post("/step", json={"action": {"command": "up"}}).status_code == 422
    assert client.get("/state").json() == {"episode_id": None, **STATE}
    failed = client.post("/step", json={"action": {"command": "raise"}, "episode_id": other})
    assert failed.status_code == 500 and failed.json()["detail"].startswith("boom (toys.py:")
    assert client.post("/reset", content=b"x" * (MAX_BODY_BYTES + 1), headers=JSON).status_code == 413


def test_over_http_a_fault_ends_the_episode_and_frees_its_place():
    sessions = Sessions(served(), limit=1)
    for deed, fault in (("raise", Exception), ("exit", SystemExit)):
        sessions.reset({"episode_id": "a"})
        with pytest.raises(Refused):  # the client's mistake: the episode goes on
            sessions.step("a", {"command": 5})
        sessions.step("a", {"command": "up"})
        with pytest.raises(fault):
            sessions.step("a", {"command": deed})
        assert len(sessions) == 0
    with pytest.raises(NotThere):
        sessions.step("a", {"command": "up"})


def test_what_is_told_of_the_environment(client):
    assert client.get("/health").json() == {"status": "healthy"}
    assert client.get("/metadata").json()["name"] == "toy"
    assert set(client.get("/schema").json()) == {"action", "observation", "state"}
    assert client.post("/mcp", json={"id": 4}).json()["error"]["code"] == -32601
    assert {"/reset", "/step", "/{env_name}/tasks"} <= set(client.get("/openapi.json").json()["paths"])


def test_tasks_are_listed_with_what_reset_takes(client):
    assert client.get("/list_environments").json() == ["toy"]
    assert client.get("/Toy/splits").json() == [{"name": n, "type": n} for n in ("train", "test")]
    assert client.post("/toy/num_tasks", json={"split": "train"}).json() == {"num_tasks": 8}
    tasks = client.post("/toy/tasks", json={"split": "train"}).json()["tasks"]
    assert client.post("/toy/task", json={"split": "train", "index": 5}).json() == {"task": tasks[5]}
    some = client.post("/toy/task_range", json={"split": "train", "start": 2, "stop": 4}).json()["tasks"]
    assert some == tasks[2:4]
    begun = client.post("/reset", json=tasks[5]).json()
    assert begun["metadata"]["task_id"] == tasks[5]["id"] == ToySuite(CONFIG).tasks("train")[5].id
    assert client.post("/toy/task", json={"split": "train", "index": 8}).status_code == 422
    assert client.post("/chess/tasks", json={"split": "train"}).status_code == 404
    assert client.post("/toy/tasks", json={"split": "dev"}).status_code == 422


def test_episodes_that_nobody_plays_are_dropped():
    now = [0.0]
    sessions = Sessions(served(), limit=2, clock=lambda: now[0])
    for name in ("a", "b"):
        sessions.reset({"episode_id": name})
    with pytest.raises(Full, match="2 sessions are open"):
        sessions.reset({"episode_id": "c"})
    sessions.reset({"episode_id": "b"})  # a name that is there is begun anew
    now[0] = IDLE_S / 2
    sessions.step("b", {"command": "up"})
    now[0] = IDLE_S + 1
    sessions.reset({"episode_id": "c"})
    with pytest.raises(NotThere):
        sessions.step("a", {"command": "up"})
    assert sessions.step("b", {"command": "up"})["done"] is False
    sessions.close()
    assert len(sessions) == 0
