"""The environment of Search-QA: a question, searches in a corpus, one answer; ``skill1.env.protocol.TextEnv``."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Sequence
from typing import Any

from skill1.env.protocol import StepReturn, chosen
from skill1.errors import EnvironmentFault
from skill1.schema import Observation, Task
from skill1_envs.kit.passages import Retriever
from skill1_envs.search.questions import Question
from skill1_envs.search.rules import SkyRL, exact_match, f1

MAX_STEPS = 4  # of the family: three searches and an answer


class SearchEnv:
    """Plays the questions of a split, one at a time.

    An action is one block, ``<search>query</search>`` or ``<answer>text</answer>``. ``info`` of every step has ``won``
    (the exact match), ``task_score`` (the F1 of what was answered, in [0, 1]) and ``data_source``. The reward is 1 for
    an exact match at the end and else 0. The answer, or ``max_steps`` actions, end an episode; at the limit the last
    action is graded too, so that is ``terminated`` if it was an answer and ``truncated`` if not.

    Args:
        tasks: what ``task_index`` counts.
        questions: of each task, in the same order.
        retriever: finds passages; shared with other environments.
        rules: of ``rules.RULES``.
        top_k: passages shown after a search.
        max_steps: actions of an episode.
        is_remote: the retriever waits for a server: in an event loop a step is then awaited, and other episodes go on.
    """

    def __init__(
        self,
        tasks: Sequence[Task],
        questions: Sequence[Question],
        retriever: Retriever,
        rules: SkyRL,
        *,
        top_k: int = 3,
        max_steps: int = MAX_STEPS,
        is_remote: bool = False,
    ) -> None:
        self.task: Task | None = None
        self._tasks, self._questions = tasks, questions
        self._retriever, self._rules = retriever, rules
        self._top_k, self._max_steps, self._is_remote = top_k, max_steps, is_remote
        self._actions: list[str] = []
        self._history: list[str] = []  # actions and texts shown, in turn
        # Before the first ``reset`` too, so that a step is refused then.
        self._is_over = True
        self._given_up = threading.Event()  # of this episode: no further try is made of what it looks up

    def reset(self, *, task_index: int | None = None, seed: int | None = None) -> Observation:
        """Starts a question: by position, by a seeded draw, or the present one again (at first: position 0).

        Raises ``EnvironmentFault`` for a position outside the split.
        """
        index = chosen(len(self._tasks), task_index, seed, self.task.index if self.task else 0)
        self.task, self._actions, self._history = self._tasks[index], [], []
        # A new event: `close` has set the old one, with which a step may still be waiting.
        self._is_over, self._given_up = False, threading.Event()
        # No list of actions: they are free text.
        return Observation(self.task.instruction, None, self._info(None))

    def step(self, action: str) -> StepReturn | Awaitable[StepReturn]:
        """Raises ``EnvironmentFault`` before ``reset``, after the end, and if the retriever fails."""
        # Outside a loop, as in plain scripts, nobody would await it.
        if self._is_remote and _is_in_a_loop():
            return asyncio.to_thread(self._step, action)
        return self._step(action)

    def _step(self, action: str) -> StepReturn:
        if self._is_over:
            raise EnvironmentFault("search: step was called without a running episode. Call reset first.")
        # Kept in both lists: our rules grade the last action, the family's all that was sent and shown.
        self._actions.append(action)
        self._history.append(action)
        is_answer = self._rules.is_answer(action)
        # Before anything is looked up: in the last turn a search is not executed.
        if is_answer or len(self._actions) >= self._max_steps:
            return self._end(is_answer)
        history, given_up = self._history, self._given_up
        text = self._look_up(action)
        # The answer may come after `close`, where a thread waits for it: another question's history is not its place.
        if given_up.is_set():
            raise EnvironmentFault("search: the episode was closed while its step was searching.")
        history.append(text)
        info = self._info(None)
        return Observation(self._rules.shown(text), None, info), 0.0, False, False, info

    def close(self) -> None:
        """Ends the episode, also while a step waits for a server; the retriever is the suite's."""
        self._is_over = True
        self._given_up.set()

    def _look_up(self, action: str) -> str:
        query = self._rules.query(action)
        if query is None:
            return self._rules.not_understood()
        # Only a remote retriever takes the event: a search in this process has nothing to wait for.
        more = (self._given_up,) if self._is_remote else ()
        return self._rules.found(self._retriever.retrieve([query], self._top_k, *more)[0])

    def _end(self, is_answer: bool) -> StepReturn:
        self._is_over = True
        info = self._info(self._rules.answer(self._actions, self._history))
        return (
            Observation(self._rules.ending(is_answer), None, info),
            float(info["won"]),
            is_answer,
            not is_answer,
            info,
        )

    def _info(self, answer: str | None) -> dict[str, Any]:
        question = self._questions[self.task.index]
        # "" is an answer, too: a wrong one, mostly.
        has_answer = answer is not None
        return {
            "won": has_answer and exact_match(answer, question.targets),
            "task_score": f1(answer, question.targets) if has_answer else 0.0,
            "data_source": question.source,
        }


def _is_in_a_loop() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True
