"""A chat model as teacher, against a real server on this machine: costs, cache, malformed answers, pace."""

import asyncio
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from skill1.config.load import load_config
from skill1.errors import ConfigError, PolicyError, StorageError
from skill1.methods.teacher.chat import ChatTeacher, Pace
from skill1.methods.teacher.question import Form, Question
from skill1.methods.teacher.settings import TeacherConfig
from skill1.policy.account import Account
from skill1.policy.endpoint import OUTAGE
from tests.policy.chat_server import Raw, chat, serving

pytestmark = pytest.mark.usefixtures("retry_waits")
FORM = Form({"title": str})
GOOD = chat('{"title": "look first"}')
SECRET = "sk-teacher-0123456789"


@pytest.fixture
def prompts(tmp_path):
    folder = tmp_path / "prompts" / "teacher" / "demo"
    folder.mkdir(parents=True)
    (folder / "name.txt").write_text("Name a skill for {task}. Answer with JSON: {form}")
    return str(tmp_path / "prompts")


def teacher(stub, prompts, cache=None, **config):
    config = {"kind": "service", "service": "vllm", "url": stub.url, "model": "small", "retries": 2, **config}
    return ChatTeacher(TeacherConfig(**config), prompts=prompts, cache=cache or Path(prompts, "teacher.sqlite"))


def question(task="a hot egg"):
    return Question("demo/name", {"task": task}, FORM)


def test_an_answer_is_parsed_and_paid_for(prompts):
    with serving(GOOD) as stub:
        asked = teacher(stub, prompts)
        (answer,) = asked.ask([question()])
    assert answer.content == {"title": "look first"}
    assert (
        stub.requests[0]["messages"][0]["content"]
        == 'Name a skill for a hot egg. Answer with JSON: {"title": text}'
    )
    assert asked.account == Account(calls=1, prompt_tokens=11, completion_tokens=3)


def test_a_malformed_answer_is_asked_once_more_with_its_fault(prompts):
    with serving(chat('{"title": "look fi'), GOOD) as stub:
        asked = teacher(stub, prompts)
        (answer,) = asked.ask([question()])
    assert answer.content == {"title": "look first"}
    assert "no JSON object" in stub.requests[1]["messages"][-1]["content"]
    assert asked.account.calls == 2 and asked.account.prompt_tokens == 22


def refused(said):
    return Raw(400, {"error": {"message": said}})


LOGIN = Raw(200, "<html>Log in</html>")


@pytest.mark.parametrize(
    ("reply", "fault", "num_paid"),
    [
        (chat("I am sorry, I cannot help with that."), "no usable answer to demo/name", 2),
        (chat('{"titel": "schau zuerst"}'), "no usable answer to demo/name", 2),
        (chat('{"title": 7}'), "no usable answer to demo/name", 2),
        (chat(""), "no usable answer to demo/name", 2),
        (chat('```json\n{"title":\n```'), "no usable answer to demo/name", 2),
        (refused("This model's maximum context length is 8192 tokens."), "teacher.max_tokens", 0),
        (refused("Input data may contain inappropriate content."), "for its content", 0),
        (chat(None), "gave no usable answer in 3 tries", 0),
        ({"id": "x", "object": "chat.completion"}, "gave no usable answer in 3 tries", 0),
        (LOGIN, "gave no usable answer in 3 tries", 0),
    ],
    ids=["refusal", "language", "type", "empty", "truncated", "length", "content", "null", "no choices", "HTML"],
)
def test_a_question_that_stays_unanswered_costs_that_question_only(prompts, reply, fault, num_paid):
    with serving(lambda request: reply if "cold" in request["messages"][0]["content"] else GOOD) as stub:
        asked = teacher(stub, prompts)
        bad, good = asked.ask([question("a cold egg"), question()])
    assert bad.content is None and fault in bad.fault
    assert good.content == {"title": "look first"}
    assert (asked.account.calls, asked.account.unanswered) == (1 + num_paid, 1)


def test_a_server_that_answers_nothing_usable_to_many_in_a_row_ends_the_run(prompts):
    with serving(LOGIN) as stub, pytest.raises(PolicyError, match="gave no usable answer in 3 tries"):
        teacher(stub, prompts).ask([question(f"pan {number}") for number in range(OUTAGE)])


def test_a_question_without_an_answer_is_counted_once_however_often_a_run_is_resumed(prompts, tmp_path):
    with serving(chat("never")) as stub:
        for _ in range(2):
            asked = teacher(stub, prompts, tmp_path / "teacher.sqlite")
            asked.ask([question()])
            assert asked.account.unanswered == 1
        asked.ask([question("a cold egg")])
    assert asked.account.unanswered == 2 == teacher(stub, prompts, tmp_path / "teacher.sqlite").account.unanswered


def test_a_question_that_is_answered_after_a_resume_is_no_longer_counted(prompts, tmp_path):
    """A page to log in ended the run; questions that it had cost stayed counted, though each was answered later."""
    is_down = True
    with serving(lambda _: Raw(200, "<html>Log in</html>") if is_down else GOOD) as stub:
        asked = [question(f"pan {number}") for number in range(OUTAGE)]
        with pytest.raises(PolicyError):
            teacher(stub, prompts, tmp_path / "teacher.sqlite").ask(asked)
        is_down = False
        resumed = teacher(stub, prompts, tmp_path / "teacher.sqlite")
        assert all(answer.content for answer in resumed.ask(asked))
        again = teacher(stub, prompts, tmp_path / "teacher.sqlite")
    assert (resumed.account.unanswered, again.account.unanswered) == (0, 0)
    assert resumed.account == again.account


def test_a_shared_cache_keeps_replies_and_no_account(prompts, tmp_path):
    """Whoever may only read it gets what is there: another table could not be made in it."""
    shared = tmp_path / "shared.sqlite"
    with serving(GOOD, chat("never")) as stub:
        for _ in range(2):
            config = TeacherConfig("service", "vllm", stub.url, "small", cache=str(shared))
            asked = ChatTeacher(config, prompts=prompts, cache=shared)
            assert asked.account == Account()  # what others paid is not counted
            answers = asked.ask([question()]) + asked.ask([question("a cold egg")])
            assert [answer.content is None for answer in answers] == [False, True]
            assert asked.account.unanswered == 1
    with closing(sqlite3.connect(shared)) as connection:
        assert connection.execute("SELECT name FROM sqlite_master").fetchall() == [("replies",)]


def test_answers_paid_for_survive_a_failure_and_are_not_paid_again(prompts, tmp_path):
    cache = tmp_path / "run" / "teacher.sqlite"

    def by_task(request):
        return Raw(500, "gone") if "cold" in request["messages"][0]["content"] else GOOD

    with serving(by_task) as stub:
        first = teacher(stub, prompts, cache, retries=0)
        with pytest.raises(PolicyError):
            first.ask([question(), question("a cold egg")])
        stub.answers[:] = [GOOD]
        second = teacher(stub, prompts, cache)
        answers = second.ask([question(), question("a cold egg")])
    assert [a.content for a in answers] == [{"title": "look first"}] * 2
    assert first.account == Account(calls=1, prompt_tokens=11, completion_tokens=3)
    assert second.account == Account(calls=2, cached=1, prompt_tokens=22, completion_tokens=6)  # both processes'


def test_on_another_occasion_an_unusable_answer_is_asked_for_anew_and_a_resumed_run_finds_both(prompts, tmp_path):
    cache, later = tmp_path / "teacher.sqlite", replace(question(), occasion="step 10")
    with serving(chat("no"), chat("never"), GOOD) as stub:
        (bad,), (good,) = (teacher(stub, prompts, cache).ask([one]) for one in (question(), later))
        resumed = teacher(stub, prompts, cache)
        again = [resumed.ask([one])[0].content for one in (question(), later)]
    assert (bad.content, good.content) == (None, {"title": "look first"}) and again == [None, good.content]
    assert stub.requests[2] == stub.requests[0] and len(stub.requests) == resumed.account.calls == 3


def test_replies_that_were_not_counted_stay_so_after_a_kill(prompts, tmp_path):
    reply = chat('{"title": "look first"}')
    reply.pop("usage", None)
    with serving(reply) as stub:
        teacher(stub, prompts, tmp_path / "teacher.sqlite").ask([question()])
        again = teacher(stub, prompts, tmp_path / "teacher.sqlite")
    assert again.account == Account(calls=1, unreported=1)


def test_a_damaged_cache_says_so(prompts, tmp_path):
    (tmp_path / "teacher.sqlite").write_bytes(b"this is no database, whatever its name says" * 50)
    with serving(GOOD) as stub, pytest.raises(StorageError, match="Remove it"):
        teacher(stub, prompts, tmp_path / "teacher.sqlite")


def test_a_refused_key_names_the_variable_and_not_the_key(prompts, monkeypatch):
    monkeypatch.setenv("VLLM_API_KEY", SECRET)
    with serving(Raw(401, {"error": {"message": f"bad key {SECRET}"}})) as stub:
        with pytest.raises(PolicyError) as caught:
            teacher(stub, prompts).ask([question()])
    assert "VLLM_API_KEY" in str(caught.value) and SECRET not in str(caught.value)
    assert stub.keys == [f"Bearer {SECRET}"]


def test_settings_that_are_missing_are_named():
    with pytest.raises(ConfigError, match=r"--teacher\.model NAME"):
        TeacherConfig(kind="service").endpoint()
    with pytest.raises(ConfigError, match=r"openai\.azure\.com"):
        TeacherConfig(kind="service", service="azure", model="o3").endpoint()


def test_the_pace_spreads_requests_over_the_minute():
    clock = [100.0]
    waits = []

    async def sleep(seconds):
        waits.append(seconds)

    async def three():
        pace = Pace(30, sleep, lambda: clock[0])
        for _ in range(3):
            await pace.wait()

    asyncio.run(three())
    assert waits == [2.0, 4.0]


@pytest.mark.parametrize("section", ["teacher", "endpoint"])
def test_a_key_in_place_of_its_variables_name_is_refused_unseen(section):
    """It would stand in the configuration of the run and in every message about access."""
    with pytest.raises(ConfigError) as caught:
        load_config("household/skillpro", [f"--{section}.api_key_variable={SECRET}"])
    assert f"{section}.api_key_variable = (hidden)" in str(caught.value) and SECRET not in str(caught.value)
