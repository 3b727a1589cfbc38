"""Who selects skills and judges their end: the frozen policy by prompts, or the environment's expert by rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Protocol

from skill1.agent.parse import parse_rank_compact
from skill1.agent.player import Player
from skill1.config import Skill1Config
from skill1.env.registry import make_suite
from skill1.errors import DataError, PromptError
from skill1.methods.skillpro.skill import PoolSkill
from skill1.methods.teacher.analyst import oracle_of
from skill1.methods.teacher.question import Form, Question, said
from skill1.policy.random import generator
from skill1.schema import STAGES, AgentView, Candidate, RandomKey

NONE = "none"
_NOMINATION = Form({"skills": [str]})
_JUDGEMENT = Form({"done": bool})


class Selector(Protocol):
    """Answers the two questions of the meta-controller."""

    async def nominate(self, player: Player, pool: Sequence[PoolSkill], count: int) -> list[PoolSkill]:
        """Up to ``count`` skills for the present situation, best first; none: no skill helps."""
        ...

    async def is_over(self, player: Player, skill: PoolSkill) -> bool:
        """Whether an active skill has done its work or no longer fits."""
        ...


class PolicySelector:
    """The frozen policy itself decides, as in the released code. Its answers are segments of the stage ``rerank``.

    ``skillpro.selector_model`` may name another one that decides in its place, on its server or one of its own.
    """

    def __init__(self, config: Skill1Config) -> None:
        own = config.skillpro
        self._prompts, self._model = config.agent.prompts, own.selector_model
        self._address = (own.selector_url, own.selector_api_key_variable)

    async def nominate(self, player: Player, pool: Sequence[PoolSkill], count: int) -> list[PoolSkill]:
        shown = "\n".join(f"- {skill.name}: {skill.initiation}" for skill in pool)
        answer = await self._ask(player, "select", {"skills": shown, "count": str(count)}, _NOMINATION)
        names = [] if answer is None else [name.strip().casefold() for name in answer["skills"]]
        # Beside names, too: a list that says both chooses nothing.
        if NONE in names:
            return []
        # Reversed, so that of equal names the first skill of the pool is meant.
        by_name = {skill.name.casefold(): skill for skill in reversed(pool)}
        return [by_name[name] for name in dict.fromkeys(names) if name in by_name][:count]

    async def is_over(self, player: Player, skill: PoolSkill) -> bool:
        answer = await self._ask(player, "terminate", {"skill": skill.wording()}, _JUDGEMENT)
        return answer is not None and answer["done"]  # an answer that cannot be read ends nothing

    async def _ask(self, player: Player, name: str, values: dict[str, str], form: Form) -> dict[str, Any] | None:
        question = Question(f"skillpro/{name}", {"state": situation(player), **values}, form)
        text = question.prompt(self._prompts)
        # A rule of the configuration demands a server for another model: only a server's policy has `with_model`.
        policy = player.policy if self._model is None else player.policy.with_model(self._model, *self._address)
        prompt_ids = policy.tokens.chat(text, thinking=player.settings.agent.thinking)
        # Without the strings that end a ranking: the answer is JSON.
        sampling = replace(player.settings.sampling_for("rerank", player.profile), stop=())
        _require_room(player, len(prompt_ids), sampling.max_tokens)
        key, turn = player.key, len(player.view.turns)
        answer = await policy.generate(
            prompt_ids,
            sampling,
            session=key.id,
            # "terminate" and "select" may both be asked in a turn: even and odd numbers keep them apart
            key=RandomKey(
                key.seed, key.step, key.task, key.rollout, STAGES.index("rerank"), 2 * turn + (name == "select")
            ),
            view=player.view,
        )
        try:
            content = form.read(said(answer, policy, prompt_ids))
        except DataError:
            content = None
        player.record("rerank", turn, prompt_ids, answer, is_valid=content is not None)
        return content


class ExpertSelector:
    """The environment's scripted expert picks as it would in a ranking; a skill it would not pick again is over."""

    def __init__(self, config: Skill1Config) -> None:
        self._config, self._expert = config, None

    async def nominate(self, player: Player, pool: Sequence[PoolSkill], count: int) -> list[PoolSkill]:
        left, chosen = list(pool), []
        while left and len(chosen) < count:
            place = self._pick(player, left)
            if place is None:
                break
            chosen.append(left.pop(place))
        return chosen

    async def is_over(self, player: Player, skill: PoolSkill) -> bool:
        return self._pick(player, [skill]) is None

    def _pick(self, player: Player, pool: Sequence[PoolSkill]) -> int | None:
        view: AgentView = replace(player.view, candidates=tuple(Candidate(s.skill, 0.0, 0.0) for s in pool))
        # Always the same draws: equal situations are judged alike.
        written = self._ready().answer("rerank", view, generator(0))
        # An expert may refuse all of them, which selects nothing, or ends the one it was shown.
        return parse_rank_compact(written, len(pool), allow_none=True).order[0]

    def _ready(self) -> Any:
        """The expert of a suite in this process, made when it is first asked."""
        if self._expert is None:
            # Nothing is played in it. Only its expert is asked, which needs no server and no process.
            suite = make_suite(replace(self._config.env, workers=0, url=None, python=None, engine="native"))
            instead = "--teacher.kind policy, and the model selects skills, or --skillpro.selection similarity"
            self._expert = oracle_of(suite, instead)
        return self._expert


def _require_room(player: Player, length: int, answer_tokens: int) -> None:
    """Raises ``PromptError`` for a question that is over the budget of prompts; that ends the episode, not the run."""
    # The budget of any prompt. But no history can be left out of this one to make it fit.
    limit, positions = player.settings.max_prompt_tokens, player.policy.max_positions
    budget = limit if positions is None else min(limit, positions - answer_tokens)
    if length > budget:
        raise PromptError(
            f"A question of the meta-controller has {length} tokens, more than the {budget} there is room for. Raise "
            "model.max_prompt_tokens, or lower skillpro.pool_size or agent.history_window."
        )


def situation(player: Player) -> str:
    """Task, what the last turns did, and the present observation, in words."""
    # At least 1: turns[-0:] would be all of them.
    view, window = player.view, max(1, player.settings.agent.history_window)
    lines = [f"Task: {view.task.instruction}"]
    if view.turns:
        lines.append(f"At first: {view.first_observation}")
    lines += [f"Seen: {turn.observation}\nDone: {turn.action}" for turn in view.turns[-window:]]
    return "\n".join([*lines, f"Now: {view.observation.text}"])
