"""Skill-Pro: a frozen policy and a pool of skills that a teacher evolves, behind a PPO gate (arXiv 2602.01869).

Skill-MDP: π(ω, a | s) = μ(ω | s, Ω)·π_LLM(a | s, ω). No weight moves; only the pool Ω does. The meta-controller μ says
which skill is active at each turn of an episode, and when it ends (SMDP).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from skill1.agent.player import Player, Recipe
from skill1.agent.stages import nothing
from skill1.config import Skill1Config
from skill1.library.protocol import AsyncLibrary
from skill1.methods.skillpro.experience import Span
from skill1.methods.skillpro.rules import RULES
from skill1.methods.skillpro.selectors import ExpertSelector, PolicySelector, Selector
from skill1.methods.skillpro.skill import WARM_MATURITY, PoolSkill, explored_share, lower_bound, pool_skill
from skill1.methods.skillpro.writer import PoolWriter
from skill1.policy.random import generator
from skill1.schema import STAGES, Candidate

EXPLORE = len(STAGES) + 2  # stage number of the ε draws, after those of agent.stages


@dataclass
class _Active:
    """What is active in one episode, for how many turns so far."""

    skill: PoolSkill | None = None
    age: int = 0


class PoolControl:
    """Hands skills of the library to the actor turn by turn, and remembers for the writer what was active when."""

    def __init__(self, config: Skill1Config) -> None:
        self._config = config.skillpro
        # With an analyst the expert selects as well: a tiny policy could not answer a selector's questions.
        by_rules = config.teacher.kind == "analyst"
        self._selector: Selector = ExpertSelector(config) if by_rules else PolicySelector(config)
        self._spans: dict[str, list[Span]] = {}
        self._pool: tuple[AsyncLibrary, int, list[PoolSkill]] | None = None

    async def begin(self, player: Player) -> None:
        """Decide for the first turn, and have later turns decided.

        Where an act prompt continues the one before, what stands in the first stays in all: then the first decision
        holds for the episode.
        """
        # MDP is the plain process: no skills at all, as in the released code.
        if player.library is None or self._config.mode == "MDP":
            return
        active = _Active()
        # Set, not extended: an episode that failed is played again under the same key.
        self._spans[player.key.id] = []
        await self._decide(player, active)
        if not player.profile.templates["act"].continues:
            _before_later_turns(player, lambda: self._decide(player, active))

    def take_spans(self) -> dict[str, list[Span]]:
        """What was active in the episodes since the last call, by episode id."""
        taken, self._spans = self._spans, {}
        return taken

    async def _decide(self, player: Player, active: _Active) -> None:
        """End the active skill if it is to end; without one, select; give it to the actor."""
        before = active.skill
        if active.skill is not None and await self._is_over(player, active):
            active.skill = None
        if active.skill is None:
            active.skill, active.age = await self._select(player), 0
        # Counted from the activation; the released code counts from the last end.
        active.age += 1
        # The same skill chosen again is an activation of its own, with a span. None after none is no change.
        is_new = active.skill is not None and active.age == 1
        if is_new or (before is not None and active.skill is None):
            self._hand_over(player, active.skill)

    async def _is_over(self, player: Player, active: _Active) -> bool:
        if active.age >= self._config.max_skill_age:
            return True
        return self._config.termination == "controller" and await self._selector.is_over(player, active.skill)

    def _hand_over(self, player: Player, skill: PoolSkill | None) -> None:
        """The actor's skill from now on; every skill that was activated is a candidate of the episode."""
        view, tokens = replace(player.view, skill=None), 0
        if skill is not None:
            known = {candidate.skill.id for candidate in view.candidates}
            # As if it had been retrieved, so that a commit moves its utility by the outcome.
            new = () if skill.id in known else (Candidate(skill.skill, 0.0, skill.avg_gain),)
            view = replace(view, skill=skill.skill, candidates=(*view.candidates, *new))
            tokens = player.tokens_added(view)
        player.view = view
        self._spans[player.key.id].append(Span(len(view.turns), skill and skill.id, tokens))

    async def _select(self, player: Player) -> PoolSkill | None:
        """μ(ω | s): with ε any skill or none, else by the configured selection."""
        config, pool = self._config, await self._present(player.library)
        if not pool:
            return None
        rng = _draws(player)
        # Never in evaluation, which is to tell what the pool is worth (the released code keeps ε = 0.3 there).
        if player.settings.is_training and rng.random() < explored_share(config, player.key.step):
            # None is drawn like a skill: going without is explored as well.
            return [*pool, None][int(rng.integers(len(pool) + 1))]
        if config.selection == "similarity":
            return await self._nearest(player, pool)
        if config.selection == "llm_model":
            return gainful(await self._selector.nominate(player, pool, 1), config.least_gain)
        # llm_topk_lcb. The released code reads skill_select_k and never uses it.
        nominees = await self._selector.nominate(player, pool, config.skill_select_k)
        return best_by_bound(nominees, pool, config.lcb_scale)

    async def _nearest(self, player: Player, pool: Sequence[PoolSkill]) -> PoolSkill | None:
        text = player.task.instruction
        if player.view.turns:
            text += f"\n{player.view.observation.text}"
        found = await player.library.search(text, 1)
        if not found or found[0].similarity < self._config.similarity_threshold:
            return None
        return next((skill for skill in pool if skill.id == found[0].skill.id), None)

    async def _present(self, library: AsyncLibrary) -> list[PoolSkill]:
        """The pool as the library holds it now."""
        # Once for each version, since every turn of every episode asks. Two libraries may have the same version.
        if self._pool is None or self._pool[0] is not library or self._pool[1] != library.version:
            step, skills = await library.last_step(), await library.skills()
            self._pool = (library, library.version, [pool_skill(skill, step) for skill in skills])
        return self._pool[2]


def gainful(nominees: Sequence[PoolSkill], least_gain: float) -> PoolSkill | None:
    """The first nominee, unless its gain is not above ``least_gain`` and it is no newcomer."""
    if not nominees:
        return None
    best = nominees[0]
    return best if best.avg_gain > least_gain or best.maturity < WARM_MATURITY else None


def best_by_bound(nominees: Sequence[PoolSkill], pool: Sequence[PoolSkill], scale: float) -> PoolSkill | None:
    """The nominee with the highest lower bound, if that is above 0 or it is a newcomer."""
    if not nominees:
        return None
    oldest = max(skill.maturity for skill in pool)
    best = max(nominees, key=lambda skill: lower_bound(skill, oldest, scale))
    # As in the released code. The bound of an unused skill is below 0: without the exception none would be tried.
    return best if best.maturity < WARM_MATURITY or lower_bound(best, oldest, scale) > 0 else None


def _draws(player: Player) -> np.random.Generator:
    key = player.key
    # By turn as well, for an episode may select more than once.
    return generator(key.seed, key.step, key.task, key.rollout, EXPLORE, len(player.view.turns))


def _before_later_turns(player: Player, decide) -> None:
    """Have ``decide`` run before every act prompt but the first.

    A recipe's hooks stand before and after acting; this one goes in between, through the one door all answers take.
    """
    ask = player.ask

    async def asked(stage, prompt, parse, turn=0):
        if stage == "act" and turn > 0:
            await decide()
        return await ask(stage, prompt, parse, turn)

    player.ask = asked


def make(config: Skill1Config) -> Recipe:
    """Skill-Pro, its plain decisions without skills (mode MDP), or one of its ablations.

    Before acting: the meta-controller activates a skill, and again whenever one has ended. After acting: nothing.
    Credited: nobody. Who writes skills: the teacher, through semantic gradients, once a step.
    """
    control = PoolControl(config)
    writer = PoolWriter(config.skillpro, control.take_spans)
    return Recipe(control.begin, nothing, writer=writer, rules=RULES)
