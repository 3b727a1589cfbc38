"""What scripted players of all worlds share: how careful they are, how they draw, weigh skills and write them.

Such a player knows what a policy knows and answers in the words of compact prompts. Changing a number, or the order of
the draws, changes every demonstration.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

import numpy as np

from skill1.env.protocol import Candidate, Skill, SkillDraft, Stage, Turn, View, rating

Option = TypeVar("Option")

NOTHING = "none"  # no skill taken, no skill written
IDLE_PICKS = 0.25  # of the imperfect picks: none, whatever is offered; the rest takes a candidate at random
# Shares among poor skills: without a fact; with a guess. The rest forgets to name whom it is about.
EMPTY_TEXTS, GUESSED_TEXTS = 0.35, 0.35
REUSED_GUESSES = 0.3  # of the guesses, those at a place that was looked at
# By the words of rating. In sums with other points, the steps decide how many facts a rating outweighs.
RATING_SCORE = {"poor": -2.0, "fair": 0.0, "new": 0.5, "good": 1.5, "great": 2.5}


@dataclass(frozen=True, slots=True)
class ExplorerParams:
    """Probabilities in [0, 1] of doing each thing well, and the order of a search."""

    query: float = 1.0  # asks for just what is needed
    pick: float = 1.0  # takes the best candidate
    follow: float = 1.0  # tries what the skill says first
    no_repeat: float = 1.0  # does not try again what failed
    distill: float = 1.0  # writes exactly what was found out
    # Searches in one order, not in a random one: what is to be done next follows from the view.
    orderly: bool = False


# Asks for a skill, picks it and writes one as it should, but mostly searches all the same: that following pays off is
# left for RL to find out.
WARY = ExplorerParams(follow=0.2)
# It seldom repeats what failed: where demonstrations often do, RL stops exploring.
SLOPPY = ExplorerParams(query=0.7, pick=0.65, follow=0.7, no_repeat=0.95, distill=0.6)


def is_lucky(rng: np.random.Generator, probability: float) -> bool:
    """True with this probability; certainty draws nothing."""
    return probability >= 1.0 or rng.random() < probability


def choice(rng: np.random.Generator, options: Sequence[Option]) -> Option:
    """One of them at random; ``Generator.choice`` costs ten times as much."""
    return options[int(rng.random() * len(options))]


def any_of(rng: np.random.Generator, candidates: Sequence[Candidate]) -> str:
    """The answer that takes one of the candidates, whichever: ``k2``."""
    return f"k{1 + int(rng.random() * len(candidates))}"


def pick(
    rng: np.random.Generator, probability: float, candidates: Sequence[Candidate], best: Callable[[], str]
) -> str:
    """The answer to a list of candidates: ``best()`` with this probability, else none or any."""
    if not candidates:
        return NOTHING
    if is_lucky(rng, probability):
        return best()
    return NOTHING if is_lucky(rng, IDLE_PICKS) else any_of(rng, candidates)


class ScriptedPlayer:
    """Answers ``query``, ``rerank``, ``act`` and ``distill`` in compact form. Keeps no state between answers.

    A world says how a task's sentence is read, what the turns have shown, which candidate is best, and what is written
    then: ``_query(asked, rng)``, ``_act(asked, memory, view, rng)`` and ``_distill(asked, memory, rng)``.
    """

    def __init__(self, params: ExplorerParams, seed: int = 0) -> None:
        self._params = params
        self._rng = np.random.default_rng(seed)

    def answer(self, stage: Stage, view: View, rng: np.random.Generator | None = None) -> str:
        """What to write at a stage. Without ``rng`` the player's own generator is used.

        Raises:
            DataError: the task is none of this world.
        """
        rng = self._rng if rng is None else rng
        asked = self._read(view.task.instruction)
        if stage == "query":
            return self._query(asked, rng)
        if stage == "rerank":
            return pick(rng, self._params.pick, view.candidates, lambda: self._best(asked, view))
        memory = self._recall(asked, view)
        if stage == "act":
            return self._act(asked, memory, view, rng)
        return self._distill(asked, memory, rng)


def best_rated(candidates: Sequence[Candidate], is_of_use: Callable[[Skill], bool]) -> str:
    """The first of the best rated among the skills of use, as ``k2``; ``none`` if there is none."""
    scores = {
        number: RATING_SCORE[rating(candidate.skill)]
        for number, candidate in enumerate(candidates, start=1)
        if is_of_use(candidate.skill)
    }
    return f"k{max(scores, key=scores.__getitem__)}" if scores else NOTHING


def played(view: View) -> Iterator[tuple[Turn, str]]:
    """Each turn so far with what came of it: the turn itself holds the observation before its action."""
    results = [turn.observation for turn in view.turns[1:]] + [view.observation.text]
    # Not strict: before the first turn there is one result, and no turn that it belongs to.
    return zip(view.turns, results, strict=False)


def is_named(name: str, description: str) -> bool:
    """Whether the words of a name stand side by side in a skill's description."""
    # Blanks around both, so that no longer word counts as one of them.
    return f" {name} " in _spaced(description)


@lru_cache(maxsize=8192)
def _spaced(text: str) -> str:
    """The words of a text with one blank before and after each: a library's texts are judged for every task."""
    return f" {' '.join(text.split())} "


def render(draft: SkillDraft) -> str:
    """The compact form of a skill."""
    return f"when {draft.description} do {draft.strategy}"
