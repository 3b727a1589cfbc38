"""SkillRL: GRPO with a bank of skills in the prompt, which a teacher extends from failures (arXiv 2602.08234).

Before acting the bank's skills for the task are put into the prompt; the policy neither searches nor chooses. They are
there from the first step on: the released code shows none in the first step of an episode, and so does the profile
``skillrl``, which asks as that code does. After acting nothing is written; every few steps the teacher reads failures
of weak categories and adds skills. Only acting is credited. The bank comes from the stages of
:mod:`skill1.methods.skillrl.stages`, or from ``library.init``.

A tiny policy (profile compact) reads one skill: the best task-specific one under the configured retrieval.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from skill1.agent import stages
from skill1.agent.peers import style_of_a_peer
from skill1.agent.player import Player, Recipe
from skill1.agent.stages import nothing
from skill1.config import Skill1Config
from skill1.library.protocol import AsyncLibrary
from skill1.methods.grpo import credit
from skill1.methods.skillrl.bank import (
    GENERAL,
    MISTAKES,
    SECTIONS,
    SPECIFIC,
    category_in_bank,
    category_of,
    is_evolved,
    section_of,
)
from skill1.methods.skillrl.evolution import Evolution
from skill1.methods.skillrl.rules import RULES
from skill1.methods.skillrl.settings import SkillRLConfig
from skill1.schema import Candidate, Task

PROFILE = style_of_a_peer(6, "profile", "skill1.methods.skillrl")  # its top_k 6


Sections = Mapping[str | None, Sequence[Candidate]]  # by section; None: from no bank
Parts = tuple[list[Candidate], list[Candidate]]  # task-specific, general
NO_THRESHOLD = float("-inf")


@dataclass(frozen=True, slots=True)
class Shown:
    """What was retrieved, each part best first; similarities are cosines of the task with a skill's description."""

    specific: tuple[Candidate, ...] = ()
    general: tuple[Candidate, ...] = ()
    mistakes: tuple[Candidate, ...] = ()

    def all(self) -> tuple[Candidate, ...]:
        """In the order of the prompt: what is for this kind of task comes first."""
        return (*self.specific, *self.general, *self.mistakes)


async def retrieve(library: AsyncLibrary, task: Task, config: SkillRLConfig) -> Shown:
    """The part of the bank that is for a task."""
    skills = await library.skills()
    if not skills:
        return Shown()
    # Not `retrieve`, which cuts at library.top_k and may rank by utility as well.
    # The similarity of every skill: sections and categories are picked afterwards.
    found = {candidate.skill.id: candidate for candidate in await library.search(task.instruction, len(skills))}
    # Back in the order of the bank, which decides ties and which skills are the first.
    # An approximate index may miss some.
    in_order = [found[skill.id] for skill in skills if skill.id in found]
    return select(in_order, category_of(task), config, await library.threshold())


def select(bank: Sequence[Candidate], category: str, config: SkillRLConfig, threshold: float) -> Shown:
    """S_g, S_ret and the mistakes, out of candidates in the bank's order.

    ``template`` (released code): the whole category, and the first ``top_k`` general skills, evolved ones before the
    others. No similarity matters, so any encoder will do. ``embedding`` (released code): the most similar skills of all
    categories, and the ``top_k`` most similar general ones. ``paper``: all general skills, and S_ret = TopK({s ∈ S_k :
    sim(e_d, e_s) > δ}, K) with K = ``top_k`` (section 3.2). ``task_specific_top_k`` and ``general_top_k`` bound their
    part under each. Ties keep the bank's order.

    A skill that came from no bank has no category: it counts as one of any, and has to be similar in ``template`` too.

    Args:
        threshold: the encoder's own δ; ``similarity_threshold`` replaces it. ``embedding`` has none unless it is set.
    """
    in_section = {name: [c for c in bank if section_of(c.skill) == name] for name in (*SECTIONS, None)}
    delta = threshold if config.similarity_threshold is None else config.similarity_threshold
    specific, general = BY[config.retrieval](in_section, category, config, delta)
    return Shown(tuple(specific), tuple(general), tuple(in_section[MISTAKES][: config.mistakes_top_k]))


def _template(in_section: Sections, category: str, config: SkillRLConfig, delta: float) -> Parts:
    foreign = top_k(in_section[None], delta, config.top_k)
    # A bound of None cuts nothing: the whole category is shown.
    specific = [*_of_category(in_section, category), *foreign][: config.task_specific_top_k]
    return specific, _evolved_first(in_section)[: _first(config.general_top_k, config.top_k)]


def _embedding(in_section: Sections, category: str, config: SkillRLConfig, delta: float) -> Parts:
    # The best are shown however little they resemble the task, unless a threshold is set.
    floor = NO_THRESHOLD if config.similarity_threshold is None else delta
    ranked = [*in_section[SPECIFIC], *in_section[None]]
    specific = top_k(ranked, floor, _first(config.task_specific_top_k, config.top_k))
    return specific, top_k(in_section[GENERAL], floor, _first(config.general_top_k, config.top_k))


def _paper(in_section: Sections, category: str, config: SkillRLConfig, delta: float) -> Parts:
    ranked = [*_of_category(in_section, category), *in_section[None]]
    specific = top_k(ranked, delta, _first(config.task_specific_top_k, config.top_k))
    return specific, _evolved_first(in_section)[: config.general_top_k]


BY = {"template": _template, "embedding": _embedding, "paper": _paper}


def _of_category(in_section: Sections, category: str) -> list[Candidate]:
    return [c for c in in_section[SPECIFIC] if category_in_bank(c.skill) == category]


def _evolved_first(in_section: Sections) -> list[Candidate]:
    # The sort is stable, so in both parts the bank's order stays.
    return sorted(in_section[GENERAL], key=lambda c: not is_evolved(c.skill))


def _first(own: int | None, shared: int) -> int:
    return shared if own is None else own


def top_k(candidates: Sequence[Candidate], threshold: float, k: int) -> list[Candidate]:
    """The k most similar of those above (not at) the threshold."""
    # sim > δ, as in the paper's S_ret.
    above = [candidate for candidate in candidates if candidate.similarity > threshold]
    return sorted(above, key=lambda candidate: -candidate.similarity)[:k]


async def show_bank(config: SkillRLConfig, player: Player) -> None:
    """Put the task's skills into the prompt, the task-specific ones first.

    A control gets none of them, or one other than the first, as ``library.control`` says.
    """
    if player.library is None:
        return
    shown = await retrieve(player.library, player.task, config)
    candidates = shown.all() if player.profile.chat else shown.specific[:1]
    # Noted as a query: it is what the bank was searched with, though nobody wrote it.
    player.query = player.task.instruction
    player.view = replace(player.view, candidates=candidates)
    stages.use(player, 0 if candidates else None)
    # After the choice, so that a control differs from the others by what it is shown, and by nothing else.
    stages.withhold(player)
    if player.withheld is None:
        player.view = replace(player.view, also=tuple(candidate.skill for candidate in candidates[1:]))
    else:
        # A peer's profile would fill up with the other candidates.
        given = tuple(c for c in player.view.candidates if c.skill is player.view.skill)
        player.view = replace(player.view, candidates=given)


def make(config: Skill1Config) -> Recipe:
    """SkillRL as configured under ``skillrl``."""
    before = partial(show_bank, config.skillrl)
    writer = Evolution(config) if config.skillrl.evolve_every else None
    return Recipe(before, nothing, partial(credit, config.credit), writer, rules=RULES)
