"""Experience: episodes kept for evolution, by the skills they activated, as JSON that a checkpoint can hold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, NamedTuple

from skill1.schema import Episode, episode_of


class Span(NamedTuple):
    """From a turn on a skill (None: none) is active, and adds so many tokens to a prompt."""

    turn: int
    skill: str | None
    tokens: int


@dataclass(frozen=True, slots=True)
class Experience:
    """An episode, reduced to what teachers and gates look at, and what was active in it."""

    episode: Episode
    spans: tuple[Span, ...]

    @property
    def reward(self) -> float:
        return self.episode.outcome

    @property
    def calls(self) -> list[str]:
        """Ids of the skills it activated, in order; one activated twice stands there twice."""
        return [span.skill for span in self.spans if span.skill is not None]

    @property
    def terminations(self) -> int:
        """How many of its skills ended before it did, to be followed by another, by none, or by themselves."""
        return sum(span.skill is not None for span in self.spans[:-1])

    @property
    def added_tokens_per_turn(self) -> float:
        """Prompt tokens that skills added, a mean over turns."""
        length = len(self.episode.turns)
        # A skill is in the prompt until the next span begins, the last one until the episode ends.
        ends = [span.turn for span in self.spans[1:]] + [length]
        # Not strict: without any span there is still one end.
        added = sum(span.tokens * (end - span.turn) for span, end in zip(self.spans, ends, strict=False))
        return added / max(1, length)

    def record(self) -> dict[str, Any]:
        """JSON of it; :func:`experience_of` reads it back."""
        return {"episode": asdict(self.episode), "spans": [list(span) for span in self.spans]}


def make_experience(episode: Episode, spans: Sequence[Span]) -> Experience:
    """Only acting and its end are kept: no prompts, no candidates."""
    acts = [
        # Every checkpoint holds up to `experience_pool` of them, and gates render and score anew for each skill.
        replace(segment, prompt_ids=(), logprobs=(), policy_version=0, library_version=0)
        for segment in episode.stage_segments("act")
    ]
    reduced = Episode(
        key=episode.key,
        task=episode.task,
        segments=tuple(acts),
        turns=episode.turns,
        last_observation=episode.last_observation,
        outcome=episode.outcome,
        success=episode.success,
        penalty=episode.penalty,
        score=episode.score,
    )
    return Experience(reduced, tuple(spans))


def experience_of(record: Mapping[str, Any]) -> Experience:
    """An experience from its JSON."""
    told = record["episode"]
    # Turns of older checkpoints do not say which commands were there.
    turns = [{"admissible": None, **turn} for turn in told["turns"]]
    return Experience(episode_of({**told, "turns": turns}), tuple(Span(*span) for span in record["spans"]))


class ExperiencePool:
    """The newest ``size`` episodes, and for each skill those it waits to evolve on."""

    def __init__(self, size: int) -> None:
        self._size, self._next = size, 0
        self._kept: dict[int, Experience] = {}
        self._buffers: dict[str, list[int]] = {}

    def add(self, experience: Experience) -> None:
        """Take in an episode; one that activated no skill belongs to no buffer and is not kept."""
        if not experience.calls:
            return
        # By a running number, which buffers and checkpoints keep naming when older ones leave.
        self._kept[self._next] = experience
        # Once for each skill, however often the episode activated it.
        for skill in dict.fromkeys(experience.calls):
            self._buffers.setdefault(skill, []).append(self._next)
        self._next += 1
        self._forget()

    def of(self, skill: str) -> list[Experience]:
        """What a skill waits with, oldest first."""
        return [self._kept[number] for number in self._buffers.get(skill, ())]

    def keep_last(self, skill: str, count: int) -> None:
        """Drop all but the newest ``count`` of a skill's episodes."""
        numbers = self._buffers.get(skill, [])
        # numbers[-0:] would be all of them.
        self._buffers[skill] = numbers[-count:] if count else []
        self._forget()

    def forget_skills(self, present: Iterable[str]) -> None:
        """Drop the buffers of skills that are no longer there."""
        names = set(present)
        self._buffers = {skill: numbers for skill, numbers in self._buffers.items() if skill in names}
        self._forget()

    def state(self) -> dict[str, Any]:
        """JSON of the pool."""
        kept = {str(number): experience.record() for number, experience in self._kept.items()}
        return {"next": self._next, "kept": kept, "buffers": self._buffers}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on from a state."""
        self._next = state["next"]
        # JSON has no numbers for keys.
        self._kept = {int(number): experience_of(record) for number, record in state["kept"].items()}
        self._buffers = {skill: list(numbers) for skill, numbers in state["buffers"].items()}

    def _forget(self) -> None:
        """Leave out the oldest beyond the size, and what no skill waits with."""
        # A dict keeps the order of insertion, so the oldest come first.
        for number in list(self._kept)[: max(0, len(self._kept) - self._size)]:
            del self._kept[number]
        self._buffers = {
            skill: [n for n in numbers if n in self._kept] for skill, numbers in self._buffers.items()
        }
        wanted = {number for numbers in self._buffers.values() for number in numbers}
        self._kept = {number: kept for number, kept in self._kept.items() if number in wanted}


class GoldenPool:
    """The ``size`` episodes of the highest return; of equal ones those that came first."""

    def __init__(self, size: int) -> None:
        self._size, self._best = size, []

    def add(self, experience: Experience) -> None:
        """Keep it if it is among the best."""
        # Without a turn there is no log-prob to compare.
        if experience.episode.turns:
            self._best = sorted([*self._best, experience], key=lambda e: -e.reward)[: self._size]

    def best(self, count: int) -> list[Experience]:
        """The best ``count``."""
        return self._best[:count]

    def state(self) -> list[dict[str, Any]]:
        """JSON of the pool."""
        return [experience.record() for experience in self._best]

    def restore(self, state: Sequence[Mapping[str, Any]]) -> None:
        """Go on from a state."""
        # A fork may be set to keep fewer than the run it left.
        self._best = [experience_of(record) for record in state[: self._size]]


def evolution_batch(experiences: Sequence[Experience], size: int) -> list[Experience]:
    """Half the worst and half the best of more than ``size`` episodes; all of fewer."""
    if len(experiences) <= size:
        return list(experiences)
    # An odd size loses one, so that both ends count alike.
    ordered, half = sorted(experiences, key=lambda e: e.reward), size // 2
    return [*ordered[:half], *ordered[-half:]]
