"""A scripted player of the household, oracle or sloppy, that answers each stage as plain text.

It works from the agent's view alone, so it can know of the hidden facts only what was observed or written in the
skill it was handed. The sloppy kind makes, with fixed shares, the mistakes that training is to weed out.

``value`` says how right a skill is for a chore, by the world's hidden facts: for metrics only, never for training. The
player reads the claims of a skill as it does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from skill1.env.protocol import Skill, SkillDraft, Task, View, rating
from skill1_envs.household.world import (
    KIND_OF_TYPE,
    KINDS,
    OPERATIONS,
    SPOTS,
    TYPES,
    Chore,
    Request,
    parse_request,
)
from skill1_envs.kit.players import (
    EMPTY_TEXTS,
    GUESSED_TEXTS,
    NOTHING,
    RATING_SCORE,
    REUSED_GUESSES,
    SLOPPY,
    ExplorerParams,
    ScriptedPlayer,
    choice,
    is_lucky,
    is_named,
    played,
    render,
)

ANY_HOME_QUERIES = 0.7  # of the imperfect ones; the rest asks for another type of task in the right home
NAMES_HOME, HAS_SPOT, HAS_APPLIANCE = 4, 3, 1
# Home and spot suffice, however the skill is rated. The home alone takes a good rating, or the appliance and no
# poor rating. Without the home it takes the spot and a great rating, or both facts and a good one.
LEAST_SCORE = 5

EXPERTS: Mapping[str, ExplorerParams] = {"oracle": ExplorerParams(), "sloppy": SLOPPY}


@dataclass(slots=True)
class Memory:
    """What the turns so far have shown."""

    opened: list[str] = field(default_factory=list)
    tried: list[str] = field(default_factory=list)  # appliances, in order
    spot: str | None = None  # where the item was seen
    appliance: str | None = None  # the one that worked
    is_open: bool = False  # the item lies open now
    held: int = 0


class HouseholdExpert(ScriptedPlayer):
    """Tries spots and appliances."""

    def _read(self, sentence: str) -> Request:
        return parse_request(sentence)

    def _recall(self, request: Request, view: View) -> Memory:
        memory = Memory()
        for turn, result in played(view):
            _note(memory, request, turn.action.split(), result)
        return memory

    def _best(self, request: Request, view: View) -> str:
        # What the turns have shown counts here, too: a skill may be chosen in the middle of an episode.
        memory = self._recall(request, view)
        scores = [_score(request, candidate.skill, memory) for candidate in view.candidates]
        best = max(scores)
        return f"k{scores.index(best) + 1}" if best >= LEAST_SCORE else NOTHING

    def _query(self, request: Request, rng: np.random.Generator) -> str:
        if is_lucky(rng, self._params.query):
            return _scenario(request)
        if is_lucky(rng, ANY_HOME_QUERIES):
            return f"any {request.type} {request.kind}"
        type_ = choice(rng, TYPES)
        return f"{request.name} {type_} {KIND_OF_TYPE[type_]}"

    def _act(self, request: Request, memory: Memory, view: View, rng: np.random.Generator) -> str:
        if memory.held < request.needed:
            if memory.is_open:
                return f"take {request.item}"
            advice = self._advice(request, view.skill, rng, after=memory.opened)
            return f"open {advice or self._explore(SPOTS, memory.opened, rng)}"
        if request.type in OPERATIONS and memory.appliance is None:
            advice = self._advice(request, view.skill, rng, after=memory.tried, appliance=True)
            return f"{request.type} {advice or self._explore(OPERATIONS[request.type], memory.tried, rng)}"
        return f"put on {request.goal}"

    def _advice(
        self,
        request: Request,
        skill: Skill | None,
        rng: np.random.Generator,
        *,
        after: Sequence[str],
        appliance: bool = False,
    ) -> str | None:
        """What the skill claims, if it is about this home and nothing was tried: a wrong one is followed once."""
        if skill is None or after or not is_named(str(request.name), skill.description):
            return None
        claims = read_claims(skill.strategy)
        claim = claims.appliances.get(request.type) if appliance else claims.spots.get(request.kind)
        return claim if claim and is_lucky(rng, self._params.follow) else None

    def _explore(self, choices: Sequence[str], tried: Sequence[str], rng: np.random.Generator) -> str:
        fresh = [untried for untried in choices if untried not in tried]
        return choice(rng, fresh if fresh and is_lucky(rng, self._params.no_repeat) else choices)

    def _distill(self, request: Request, memory: Memory, rng: np.random.Generator) -> str:
        if not is_lucky(rng, self._params.distill):
            return render(_poor_draft(request, rng, memory.opened))
        if memory.spot is None:
            return NOTHING
        facts = f"{request.kind} in {memory.spot}"
        if memory.appliance:
            facts += f" , {request.type} using {memory.appliance}"
        return render(SkillDraft(_scenario(request), facts))


def _note(memory: Memory, request: Request, action: list[str], result: str) -> None:
    # Only commands of two words teach something: "put on …" ends the episode or does nothing.
    if len(action) != 2:
        return
    verb, target = action
    if verb == "open" and target in SPOTS:
        memory.opened.append(target)
        # Whatever was open before is shut now: one spot is open at a time.
        memory.is_open = result == f"find {request.item}"
        if memory.is_open:
            memory.spot = target
    elif result.startswith("taken from "):
        memory.held += 1
    elif verb == request.type and target in OPERATIONS.get(verb, ()):
        memory.tried.append(target)
        # The end that all answers of a working appliance share, whatever the operation; a broken one is not named.
        if result.endswith(f"using {target}"):
            memory.appliance = target


def _score(request: Request, skill: Skill, memory: Memory) -> float:
    """What a skill is worth now: what was found, or tried in vain, it need not say; one that says no more is over."""
    claims = read_claims(skill.strategy)
    spot, appliance = claims.spots.get(request.kind), claims.appliances.get(request.type)
    tells_spot = spot is not None and memory.spot is None and spot not in memory.opened
    tells_appliance = appliance is not None and memory.appliance is None and appliance not in memory.tried
    if (spot or appliance) and not (tells_spot or tells_appliance):
        return 0.0
    return (
        NAMES_HOME * is_named(str(request.name), skill.description)
        + HAS_SPOT * tells_spot
        + HAS_APPLIANCE * tells_appliance
        + RATING_SCORE[rating(skill)]
    )


def polluting_draft(task: Task, rng: np.random.Generator) -> SkillDraft:
    """A poor skill for the library of an oracle's demonstrations: guessed facts, no facts, or no home."""
    # Where all skills of a library are good, a policy learns to take the first one, whatever it says.
    return _poor_draft(parse_request(task.instruction), rng)


def _poor_draft(request: Request, rng: np.random.Generator, opened: Sequence[str] = ()) -> SkillDraft:
    # One draw decides what is wrong with it: no fact, a forgotten home, or else a guess.
    draw = rng.random()
    if draw < EMPTY_TEXTS:
        return SkillDraft(_scenario(request), f"search all , take {request.kind}")
    if draw >= EMPTY_TEXTS + GUESSED_TEXTS:
        last = opened[-1] if opened else choice(rng, SPOTS)
        return SkillDraft(f"any {request.type} {request.kind}", f"{request.kind} in {last}")
    spot = choice(rng, opened if opened and is_lucky(rng, REUSED_GUESSES) else SPOTS)
    facts = f"{request.kind} in {spot}"
    if request.type in OPERATIONS:
        facts += f" , {request.type} using {choice(rng, OPERATIONS[request.type])}"
    return SkillDraft(_scenario(request), facts)


def _scenario(request: Request) -> str:
    return f"{request.name} {request.type} {request.kind}"


class Claims(NamedTuple):
    """What a strategy says: ``<kind> in <spot>`` and ``<operation> using <appliance>``. The last word wins."""

    spots: dict[str, str]
    appliances: dict[str, str]


@lru_cache(maxsize=8192)
def read_claims(strategy: str) -> Claims:
    """The claims of a strategy; other text is passed over. The result is shared: do not change it."""
    claims = Claims({}, {})
    words = strategy.split()
    # Three words at a time: no claim is longer, and anything may stand between two claims.
    for subject, link, thing in zip(words, words[1:], words[2:], strict=False):
        if link == "in" and subject in KINDS and thing in SPOTS:
            claims.spots[subject] = thing
        elif link == "using" and thing in OPERATIONS.get(subject, ()):
            claims.appliances[subject] = thing
    return claims


def value(chore: Chore, draft: SkillDraft) -> float:
    """How right a draft is: 1, 0.5, 0 or -1.

    1: it names this home and gives all hidden facts the chore needs; 0.5: the right spot, but not the appliance
    the operation needs; 0: no spot, or another home; -1: a wrong spot.
    """
    home, request = chore
    if not is_named(str(request.name), draft.description):
        return 0.0
    claims = read_claims(draft.strategy)
    spot = claims.spots.get(request.kind)
    if spot is None:
        return 0.0
    if spot != home.spots[request.kind]:
        return -1.0
    if request.type not in OPERATIONS:
        return 1.0
    return 1.0 if claims.appliances.get(request.type) == home.appliances[request.type] else 0.5
