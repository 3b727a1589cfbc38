"""What task sentences ask, what skills claim of homes, and how right a claim is by a game's hidden state.

The values are for metrics and demonstrations, never for training. A skill of a home reads ``maple hill cloth`` /
``cloth in drawer 3``: in this home things of this kind are kept there.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np

from skill1.errors import DataError
from skill1.schema import SkillDraft
from skill1_envs.alfworld.simulator.game import NOBODY, Game
from skill1_envs.kit.players import EMPTY_TEXTS, GUESSED_TEXTS, REUSED_GUESSES, choice, is_named

TaskType = Literal["pick", "look", "clean", "heat", "cool", "two"]

STORES = ("cabinet", "drawer")  # where homes keep what is asked for
SKILL_WORDS = ("any", "search", "all", "take", "in", ",")  # besides names, all that skills and queries are made of

# As generate.homes words it: "at maple hill, put a mug in shelf".
_HOME = re.compile(r"at (\w+ \w+), (.+)")
# ALFWorld's own templates, two for each task type.
_SENTENCES: tuple[tuple[TaskType, re.Pattern[str]], ...] = tuple(
    (type_, re.compile(pattern))
    for type_, pattern in (
        ("two", r"put two (?P<kind>\w+) in (?P<target>\w+)"),
        ("two", r"find two (?P<kind>\w+) and put them in (?P<target>\w+)"),
        ("clean", r"put a clean (?P<kind>\w+) in (?P<target>\w+)"),
        ("clean", r"clean some (?P<kind>\w+) and put it in (?P<target>\w+)"),
        ("heat", r"put a hot (?P<kind>\w+) in (?P<target>\w+)"),
        ("heat", r"heat some (?P<kind>\w+) and put it in (?P<target>\w+)"),
        ("cool", r"put a cool (?P<kind>\w+) in (?P<target>\w+)"),
        ("cool", r"cool some (?P<kind>\w+) and put it in (?P<target>\w+)"),
        ("pick", r"put a (?P<kind>\w+) in (?P<target>\w+)"),
        ("pick", r"put some (?P<kind>\w+) on (?P<target>\w+)"),
        ("look", r"look at (?P<kind>\w+) under the (?P<target>\w+)"),
        ("look", r"examine the (?P<kind>\w+) with the (?P<target>\w+)"),
    )
)
# Whole words between blanks: half a kind, or a number with something behind it, claims nothing.
_CLAIM = re.compile(r"(?<!\S)(\w+) in (\w+ [0-9]+)(?!\S)")


@dataclass(frozen=True, slots=True)
class Request:
    """What a task sentence asks for."""

    home: str  # such as "maple hill"; empty where the sentence names none
    type: TaskType
    kind: str  # of thing, such as "cloth"
    target: str  # kind of receptacle; for "look" the kind of lamp

    @property
    def scenario(self) -> str:
        """The query for a skill, and the description of one: ``maple hill cloth``."""
        return f"{self.home} {self.kind}".strip()


# Scripted players keep no state, so they read the same sentence again for each answer.
@lru_cache(maxsize=8192)
def parse_request(instruction: str) -> Request | None:
    """Reads a sentence made of ALFWorld's templates, with or without a home in front; None for any other wording.

    >>> parse_request("at maple hill, put a clean cloth in cabinet.")
    Request(home='maple hill', type='clean', kind='cloth', target='cabinet')
    """
    sentence = instruction.strip().removesuffix(".")
    home, chore = match.groups() if (match := _HOME.fullmatch(sentence)) else ("", sentence)
    for type_, pattern in _SENTENCES:
        if match := pattern.fullmatch(chore):
            return Request(home, type_, match["kind"], match["target"])
    return None


def require_request(instruction: str) -> Request:
    """``parse_request``, where there must be one. Raises ``DataError`` for a sentence people wrote."""
    request = parse_request(instruction)
    if request is None:
        raise DataError(
            f"the task {instruction!r} is not worded by ALFWorld's templates, so the scripted explorer cannot read "
            "it. Type --env.goal_text templates, or use the expert 'oracle', which reads the goal itself."
        )
    return request


@lru_cache(maxsize=8192)
def read_claims(strategy: str) -> dict[str, str]:
    """Kind → receptacle of every ``<kind> in <receptacle> <number>``; the last word on a kind wins.

    Other text is passed over. The result is shared: do not change it.
    """
    return dict(_CLAIM.findall(strategy))


def claimed_place(request: Request, description: str, strategy: str) -> str | None:
    """Where a skill says that the kind asked for is kept in the home asked about; None if it says nothing of it."""
    is_about = request.home and is_named(request.home, description)
    return read_claims(strategy).get(request.kind) if is_about else None


def value(game: Game, instruction: str, draft: SkillDraft) -> float:
    """How right a draft is: 1, 0 or -1.

    1: it names this home and the place where a thing of the kind asked for lies at the start; -1: it names this home
    and another place; 0: it claims nothing of this home and kind, or the sentence names no home.
    """
    request = parse_request(instruction)
    claimed = claimed_place(request, draft.description, draft.strategy) if request is not None else None
    if claimed is None:
        return 0.0
    return 1.0 if any(claimed == game.places[place] for place in _places_of_targets(game)) else -1.0


def kind_wanted(game: Game) -> str:
    """What kind of thing is asked for, such as ``cloth``; ``thing`` if the game has none."""
    return next((kind_of(game.things[thing]) for thing in sorted(game.goal.targets)), "thing")


def _places_of_targets(game: Game) -> list[int]:
    """Places that hold a thing of the kind asked for at the start."""
    return [place for place, things in enumerate(game.contents) if not game.goal.targets.isdisjoint(things)]


def polluting_draft(game: Game, instruction: str, rng: np.random.Generator) -> SkillDraft:
    """A poor skill for the library of demonstrations: a wrong place, no fact, or no home."""
    right = _places_of_targets(game)
    wrong = [
        name for place, name in enumerate(game.places) if game.pose_of[place] != NOBODY and place not in right
    ]
    # Sentences by people follow no template; all that is used of the request is its kind then.
    request = parse_request(instruction) or Request("", "pick", kind_wanted(game), "")
    return poor_draft(request, wrong or game.places, rng)


def poor_draft(
    request: Request, places: Sequence[str], rng: np.random.Generator, visited: Sequence[str] = ()
) -> SkillDraft:
    """A poor skill by one who knows of ``places`` (at least one) and was at those ``visited``, in order.

    A guess may happen to be right, if the right place is among them. Of a home's ``places`` only cabinets and drawers
    are guessed: others would be too easy to tell from facts.
    """
    if request.home:
        places = [place for place in places if kind_of(place) in STORES] or places
    # One draw decides what is wrong with it: no fact, a forgotten home, or else a guess.
    draw = rng.random()
    if draw < EMPTY_TEXTS:
        return SkillDraft(request.scenario, f"search all , take {request.kind}")
    if draw >= EMPTY_TEXTS + GUESSED_TEXTS:
        last = visited[-1] if visited else choice(rng, places)
        return SkillDraft(f"any {request.kind}", f"{request.kind} in {last}")
    guess = choice(rng, visited if visited and rng.random() < REUSED_GUESSES else places)
    return SkillDraft(request.scenario, f"{request.kind} in {guess}")


def kind_of(name: str) -> str:
    """``cloth`` of ``cloth 1``."""
    return name.partition(" ")[0]
