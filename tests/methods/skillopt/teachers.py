"""Teachers for tests: answers by operation, every prompt filled as a model would get it."""

from __future__ import annotations

from skill1.methods.skillopt.settings import SkillOptConfig
from skill1.methods.skillopt.stages import Setting
from skill1.methods.skillopt.trial import Trial
from skill1.methods.teacher.question import Answer
from skill1.policy.account import Account


class Scripted:
    """``answers``: operation → content, a function of the question, or None for no answer. Notes what it was asked."""

    name = "scripted"

    def __init__(self, **answers):
        self.answers, self.asked, self.prompts, self.account = answers, [], [], Account()

    def ask(self, questions):
        return [self.answer(question) for question in questions]

    def answer(self, question):
        operation = question.operation.removeprefix("skillopt/")
        self.prompts.append(question.prompt(None))
        self.asked.append((operation, question))
        content = self.answers.get(operation)
        return Answer(content(question) if callable(content) else content)

    def operations(self):
        return [operation for operation, _ in self.asked]


def setting(teacher, document="", *, history="", memory="", max_chars=None, **config):
    return Setting(teacher, SkillOptConfig(**config), document, history, memory, max_chars)


def trials(failures=0, successes=0):
    made = [Trial(f"f{n}", 0, 0.25, f"story f{n}", "not solved: x", {"id": f"f{n}"}) for n in range(failures)]
    return made + [Trial(f"s{n}", 1, 1.0, f"story s{n}", "", {"id": f"s{n}"}) for n in range(successes)]


def append(content, support=None):
    return {"op": "append", "content": content} | ({"support_count": support} if support else {})
