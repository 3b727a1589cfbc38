"""Prompting without training: the frozen policy is only asked, in three ways. For ``skill1 eval``; nothing learns.

zero_shot: the prompts of the profile, and no skill. react (arXiv 2210.03629): a thought before every action, and the
thoughts so far stay in the prompt. reflexion (arXiv 2303.11366): react, and a task that failed is tried again, up to
``eval.trials`` times; before each new trial the policy reads what it wrote about the failed ones. It is thus told that
it failed, and it may act more often than the others: ``trials`` in the result has the success at each trial.
"""

from __future__ import annotations

from dataclasses import replace

from skill1.agent.parse import parse_reflection
from skill1.agent.peers import Style
from skill1.agent.player import Player, Recipe
from skill1.agent.stages import nothing
from skill1.config import Skill1Config
from skill1.methods.settings import MEMORY
from skill1.schema import Skill

# Acting with thoughts, in any environment.
# ``turn`` as well: it is the one that shows the thought of an earlier turn beside its action.
REACT = Style("skill1.methods", {prompt: f"react/{prompt}.txt" for prompt in ("act_first", "act", "turn")})
# It also writes of failures.
REFLEXION = Style(
    "skill1.methods",
    {**REACT.files, "skill": "reflexion/skill.txt", "distill": "reflexion/distill.txt"},
)


def make(config: Skill1Config) -> Recipe:
    """Act with the prompts of the profile; those of ``react`` ask for thoughts and show the earlier ones."""
    # Neither credit nor a writer: a recipe that learns nothing, which training refuses.
    return Recipe(nothing, nothing)


def make_reflexion(config: Skill1Config) -> Recipe:
    """Trials of a task that remember each other, with the prompts of profile ``reflexion``."""
    memory = Reflections(config.eval.trials)
    return Recipe(memory.recall, memory.reflect, trials=config.eval.trials)


class Reflections:
    """What the policy wrote about failed trials, by task and repeat. The step of an episode's key is its trial."""

    def __init__(self, trials: int) -> None:
        self.trials = trials
        self._written: dict[tuple[str, int], tuple[str, ...]] = {}

    async def recall(self, player: Player) -> None:
        """Show the newest reflections where a skill would stand."""
        # By rollout as well: repeats of a task are independent tries, which must not read each other's notes.
        texts = self._written.get((player.task.id, player.key.rollout), ())
        # Numbered from the first that was ever written, so a note keeps its id when older ones drop out.
        first = max(0, len(texts) - MEMORY)
        notes = [
            # The utility is a stand-in: a note belongs to no library, and nothing credits it.
            Skill(f"reflection-{number}", player.task.instruction, text, 0.0)
            for number, text in enumerate(texts[first:], start=first + 1)
        ]
        if notes:
            # The oldest stands where a skill would, so the notes are read in the order they were written in.
            player.view = replace(player.view, skill=notes[0], also=tuple(notes[1:]))

    async def reflect(self, player: Player) -> None:
        """After a failure that another trial follows, the policy writes what to do otherwise."""
        # After the last trial nobody would read it.
        if player.view.success or player.key.step + 1 >= self.trials:
            return
        limit = player.settings.agent.max_skill_chars

        def parse(answer: str) -> tuple[str, bool]:
            text = parse_reflection(answer, limit)
            return text, bool(text)

        if text := await player.ask("distill", "distill", parse):
            place = (player.task.id, player.key.rollout)
            self._written[place] = (*self._written.get(place, ()), text)
