"""The policy as its own teacher: cache rows, room, accounts, and answers that do not depend on company."""

import asyncio
from types import SimpleNamespace

import pytest

from skill1.errors import PromptTooLongError, UnansweredError
from skill1.methods.teacher.opening import PolicyTeacher
from skill1.methods.teacher.question import Form, Question
from skill1.policy.account import Account
from skill1.policy.protocol import Generation, Sampling

FORM = Form({"title": str})


class Rows:
    """A policy with so many cache rows, which refuses one episode more as the real engines do; a token a word."""

    def __init__(self, rows, reply, max_positions=None, finish="stop"):
        self.max_rows, self.max_positions, self.reply, self.finish = rows, max_positions, reply, finish
        self.tokens = SimpleNamespace(chat=self.chat, opens_thought=lambda prompt_ids: False)
        self.alive, self.most, self.keys, self.thinking = set(), 0, [], []

    def chat(self, text, *, thinking):
        self.thinking.append(thinking)
        return tuple(range(len(text.split())))

    def attach(self, session):
        assert len(self.alive) < self.max_rows, "more episodes than rows"
        self.alive.add(session)
        self.most = max(self.most, len(self.alive))

    def release(self, session):
        self.alive.remove(session)

    async def generate(self, prompt_ids, sampling, *, session, key, view=None):
        await asyncio.sleep(0)
        self.keys.append(key)
        return Generation((1, 2, 3), (0.0,) * 3, self.finish, self.reply)


@pytest.fixture
def prompts(tmp_path):
    folder = tmp_path / "teacher" / "demo"
    folder.mkdir(parents=True)
    (folder / "name.txt").write_text("Name a skill for {task}. Answer with JSON: {form}")
    return str(tmp_path)


def asked(policy, prompts, tasks, max_tokens=10, thinking=True):
    made = PolicyTeacher(policy, "org/model", Sampling(0.7, max_tokens), prompts, thinking=thinking)
    return made, made.ask([Question("demo/name", {"task": task}, FORM) for task in tasks])


def test_more_questions_than_rows_take_turns(prompts):
    policy = Rows(2, '{"title": "look first"}')
    teacher, answers = asked(policy, prompts, [f"egg {n}" for n in range(7)])
    assert [answer.content for answer in answers] == [{"title": "look first"}] * 7
    assert (policy.most, policy.alive) == (2, set())
    prompt = len('Name a skill for egg 0. Answer with JSON: {"title": text}'.split())
    assert teacher.account == Account(calls=7, prompt_tokens=7 * prompt, completion_tokens=21)
    assert teacher.name == "policy org/model"  # answers that were kept are this model's


def test_a_question_is_drawn_by_its_own_text_alone(prompts):
    alone, together = Rows(4, "{}"), Rows(4, "{}")
    asked(alone, prompts, ["b"])
    asked(together, prompts, ["a", "b", "c"])
    assert alone.keys[0] == together.keys[1] and len(set(together.keys)) == 3


def test_another_occasion_draws_anew(prompts):
    policy = Rows(4, "{}")
    made, _ = asked(policy, prompts, ["a"])
    made.ask([Question("demo/name", {"task": "a"}, FORM, occasion=each) for each in ("", "step 10")])
    assert policy.keys[1] == policy.keys[0] != policy.keys[2]


def test_a_question_without_room_costs_that_question_only(prompts):
    policy = Rows(2, '{"title": "look first"}', max_positions=40)
    teacher, (long, short) = asked(policy, prompts, ["egg " * 50, "egg"])
    assert long.content is None and "teacher.max_tokens = 10" in long.fault and "40 positions" in long.fault
    assert short.content == {"title": "look first"}
    assert (teacher.account.calls, teacher.account.unanswered) == (1, 1)


@pytest.mark.parametrize(
    "error",
    [
        PromptTooLongError("the server found a prompt too long."),
        UnansweredError("the server gave no usable answer.", is_unusable=True),
    ],
)
def test_what_a_server_does_not_answer_costs_its_question_and_an_outage_ends_the_run(prompts, error):
    class Served(Rows):
        error = None

        async def generate(self, prompt_ids, *terms, **more):
            if len(prompt_ids) > 40:
                raise self.error
            return await super().generate(prompt_ids, *terms, **more)

    Served.error = error
    teacher, (bad, good) = asked(Served(2, '{"title": "look first"}'), prompts, ["egg " * 50, "egg"])
    assert (bad.content, bad.fault) == (None, str(error))
    assert good.content == {"title": "look first"} and teacher.account.unanswered == 1
    Served.error = UnansweredError("the server is gone.", is_unusable=False)
    with pytest.raises(UnansweredError):
        asked(Served(2, "{}"), prompts, ["egg " * 50])


@pytest.mark.parametrize("reply", ["", "I cannot help with that.", '{"title": "cut o', '{"titel": "x"}'])
def test_an_answer_without_the_form_is_paid_for_and_counted(prompts, reply):
    teacher, (answer,) = asked(Rows(1, reply), prompts, ["egg"])
    assert answer.content is None and "no usable answer to demo/name" in answer.fault
    assert (teacher.account.calls, teacher.account.unanswered, teacher.account.completion_tokens) == (1, 1, 3)


@pytest.mark.parametrize(
    ("reply", "finish", "content"),
    [
        ('<think>or {"title": "draft"} but', "length", None),
        ('<think>or {"title": "draft"}</think> {"title": "look first"} and', "length", {"title": "look first"}),
        ('<think>or {"title": "draft"}</think> none of them', "stop", None),
        ('{"title": "look first"} because', "length", {"title": "look first"}),
    ],
)
def test_what_a_thought_quotes_is_no_answer(prompts, reply, finish, content):
    _, (answer,) = asked(Rows(1, reply, finish=finish), prompts, ["egg"])
    assert answer.content == content


@pytest.mark.parametrize("thinking", [True, False])
def test_the_teacher_thinks_where_agents_do(prompts, thinking):
    policy = Rows(1, "{}")
    asked(policy, prompts, ["egg"], thinking=thinking)
    assert policy.thinking == [thinking]
