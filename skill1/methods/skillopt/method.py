"""SkillOpt: a frozen policy with one skill document in every prompt, which a teacher edits (arXiv 2605.23904).

Before acting the document is put into the prompt, whatever the task; after acting nothing is written and nobody is
credited. Between steps the teacher reflects on failures and on successes, its edits are merged, ranked and clipped to a
budget, and the new document is kept only if it does strictly better on selection tasks.
"""

from __future__ import annotations

from dataclasses import replace

from skill1.agent import stages
from skill1.agent.player import Player, Recipe
from skill1.agent.stages import nothing
from skill1.config import Skill1Config
from skill1.methods.skillopt.rules import RULES
from skill1.methods.skillopt.writer import DocumentWriter


async def read_document(player: Player) -> None:
    """Put the document into the prompt; of a library that still holds it in pieces, up to ``library.top_k`` of them."""
    if player.library is None:
        return
    # However little the task resembles it: a rule of the configuration demands a threshold of -1.
    candidates = await stages.retrieve(player, player.task.instruction)
    # Several only until the first step has written: from then on the library holds the document as one skill.
    stages.use(player, 0 if candidates else None)
    player.view = replace(player.view, also=tuple(candidate.skill for candidate in candidates[1:]))


def make(config: Skill1Config) -> Recipe:
    """SkillOpt as configured under ``skillopt``."""
    return Recipe(read_document, nothing, writer=DocumentWriter(config), rules=RULES)
