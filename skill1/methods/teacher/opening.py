"""The teacher that a configuration names, and the policy being run as its own: no service, no key.

Such a teacher knows no more than the policy does.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from skill1.agent.profile import Profile
from skill1.config import Skill1Config
from skill1.errors import ConfigError, DataError, PromptRefusedError, UnansweredError
from skill1.methods.teacher.analyst import Analyst, AnalystTeacher, Rule
from skill1.methods.teacher.chat import ChatTeacher
from skill1.methods.teacher.question import Answer, Question, Teacher, require_known_prompts, said
from skill1.policy.account import Account
from skill1.policy.protocol import Policy, Sampling, run_to_end
from skill1.run.progress import telling
from skill1.schema import RandomKey

_KEY_BYTES = 4


def open_teacher(
    config: Skill1Config,
    *,
    suite: Any,
    profile: Profile,
    policy: Policy | None,
    rules: Mapping[str, Rule],
    cache: Path,
) -> Teacher:
    """Make the teacher of ``teacher.kind``. Nothing is asked yet.

    Args:
        rules: what an analyst does for each operation of the method.
        cache: file of a service's answers unless ``teacher.cache`` names another.

    Raises:
        ConfigError: it cannot be used here; says what to type.
        PromptError: a file of the user's replaces none of its prompts, or cannot be used for one.
        MissingExtraError: openai is not installed.
    """
    teacher, prompts = config.teacher, config.agent.prompts
    if teacher.kind == "analyst":
        return AnalystTeacher(Analyst(suite, profile, config.agent.max_skill_chars), rules)
    # After the analyst, which reads no prompts.
    require_known_prompts(config.method, prompts)
    if teacher.kind == "service":
        return ChatTeacher(teacher, prompts=prompts, cache=Path(teacher.cache) if teacher.cache else cache)
    if policy is None or not profile.chat:
        raise ConfigError(
            "teacher.kind policy needs a chat model; a tiny word-level policy cannot write what is asked. Type: "
            "--teacher.kind analyst, or --teacher.kind service --teacher.model NAME."
        )
    sampling = Sampling(teacher.temperature, teacher.max_tokens)
    return PolicyTeacher(policy, config.model.path, sampling, prompts, thinking=config.agent.thinking)


class PolicyTeacher:
    """A :class:`~skill1.methods.teacher.question.Teacher`.

    The same question, on the same occasion, to the same weights has the same answer.

    Args:
        policy: a chat model; a tiny word-level policy cannot write JSON.
        model: its name or folder, by which kept answers are told from another model's.
        prompts: the folder of ``agent.prompts``, or None.
        thinking: ``agent.thinking``.
    """

    def __init__(
        self, policy: Policy, model: str, sampling: Sampling, prompts: str | None, *, thinking: bool
    ) -> None:
        self.name, self._policy, self._sampling, self._prompts = f"policy {model}", policy, sampling, prompts
        self._thinking = thinking
        self.account = Account()

    def ask(self, questions: Sequence[Question]) -> list[Answer]:
        """Answers in the order of the questions."""
        return run_to_end(self._ask_all(questions))

    async def _ask_all(self, questions: Sequence[Question]) -> list[Answer]:
        # The engine has no more rows, and a session keeps its row from `attach` to `release`.
        rows = asyncio.Semaphore(self._policy.max_rows)

        async def in_turn(number: int, question: Question) -> Answer:
            async with rows:
                return await self._answer(f"teacher-{number}", question)

        async with telling(lambda: f"asking the policy {len(questions)} questions"):
            return list(await asyncio.gather(*(in_turn(n, question) for n, question in enumerate(questions))))

    async def _answer(self, session: str, question: Question) -> Answer:
        text = question.prompt(self._prompts)
        key = _key(text + question.occasion)
        prompt_ids = self._policy.tokens.chat(text, thinking=self._thinking)
        most = self._policy.max_positions
        # Found before anything is generated, so that a question without room costs itself alone.
        if most is not None and len(prompt_ids) + self._sampling.max_tokens > most:
            return self._unanswered(
                f"{question.operation} has {len(prompt_ids)} tokens; with an answer of teacher.max_tokens = "
                f"{self._sampling.max_tokens} that is more than the model's {most} positions"
            )
        # Only when its turn has come: the local engine generates once every attached session waits for it.
        self._policy.attach(session)
        try:
            found = await self._policy.generate(prompt_ids, self._sampling, session=session, key=key)
        except PromptRefusedError as error:  # of a server; asked again after a resume it would end that run, too
            return self._unanswered(str(error).rstrip("."))
        except UnansweredError as error:
            if not error.is_unusable:
                raise
            return self._unanswered(str(error).rstrip("."))
        finally:
            # After an error, too, or the local engine would wait for this session for ever.
            self._policy.release(session)
        # Before the answer is read: an unusable one took as many tokens.
        self.account += Account(calls=1, prompt_tokens=len(prompt_ids), completion_tokens=len(found.token_ids))
        try:
            return Answer(question.form.read(said(found, self._policy, prompt_ids)))
        except DataError as error:
            return self._unanswered(f"the policy gave no usable answer to {question.operation}: {error}")

    def _unanswered(self, why: str) -> Answer:
        self.account += Account(unanswered=1)
        return Answer(None, f"{why}.")


def _key(text: str) -> RandomKey:
    # By the text and occasion of the question: neither its place among others nor the step changes what is drawn.
    digest = hashlib.sha256(text.encode("utf-8", "replace")).digest()
    # A key has six numbers.
    numbers = [int.from_bytes(digest[i : i + _KEY_BYTES], "little") for i in range(0, 6 * _KEY_BYTES, _KEY_BYTES)]
    return RandomKey(*numbers)
