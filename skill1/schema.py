"""The records that flow through skill1: task, observation, segment, episode, group, skill, token sample.

Everything here is frozen data with no behaviour beyond derived properties. Records are made in one place (named in
each docstring) and never changed downstream. Every text that a model wrote passes :func:`neutralise` before it is
stored, embedded or put in a prompt. This module imports nothing but the standard library.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

VERSION = "0.1.0"  # of this package; what is written to disk or served names it
Stage = Literal["query", "rerank", "act", "distill"]
# Random keys and training rows number a stage by its place here: in another order the same seed draws other
# tokens.
STAGES: tuple[Stage, ...] = ("query", "rerank", "act", "distill")
FinishReason = Literal["stop", "length"]
Status = Literal["ok", "error"]
SkillStatus = Literal["active", "retired", "merged", "proposed", "banned"]
SKILL_STATUSES: tuple[SkillStatus, ...] = ("active", "retired", "merged", "proposed", "banned")


@dataclass(frozen=True, slots=True)
class Task:
    """One task of a fixed split; made by an environment suite.

    Example: ``Task(id="household/train/maple-hill/heat/00017", env="household", split="train", index=17,
    instruction="house maple hill . task : put hot egg on desk .", type="heat")``.
    """

    id: str
    env: str
    split: str
    index: int  # position in the split, 0-based
    instruction: str
    type: str  # the key of per-task-type tables


@dataclass(frozen=True, slots=True)
class Observation:
    """What an environment shows after ``reset`` or ``step``."""

    text: str
    admissible: tuple[str, ...] | None = None  # None: the environment does not list legal actions
    info: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Turn:
    """One environment step as the agent saw it: observation, action sent, and whether the answer could be parsed."""

    observation: str
    action: str
    valid: bool
    reward: float = 0.0  # what the action was paid at once
    admissible: tuple[str, ...] | None = None  # the observation's: a prompt that lists them can be made again


@dataclass(frozen=True, slots=True)
class SkillDraft:
    """A skill text just written, not yet in a library. Both parts are non-empty and already neutralised."""

    description: str  # when it applies; this is what the encoder embeds (s.desc in the paper)
    strategy: str  # what to do; this is what the actor reads (s.strat)


@dataclass(frozen=True, slots=True)
class Skill:
    """A skill as stored. Made by ``library.store``; a change makes a new record.

    Only active skills are retrieved. ``proposed`` waits for a person's approval, ``banned`` was taken out by one.
    """

    id: str
    description: str
    strategy: str
    utility: float  # U(s), EMA of outcomes, in [0, 1]
    retrieved: int = 0  # times it was among the top-K
    selected: int = 0  # times it was handed to the actor
    wins: int = 0  # successes among the selected
    created_step: int = 0
    source_episode: str = ""
    parents: tuple[str, ...] = ()
    status: SkillStatus = "active"
    merged_into: str | None = None
    env: str = ""  # the environment it was learnt in; "" for one from outside
    pinned: bool = False  # a person's: never retired
    extra: Mapping[str, Any] = field(default_factory=dict, hash=False)  # what a foreign format held besides; JSON


@dataclass(frozen=True, slots=True)
class Candidate:
    """A retrieved skill with the numbers read *before* this step's update (Algorithm 1 reads U first)."""

    skill: Skill
    similarity: float  # cosine in [-1, 1]
    score: float  # what the top-K was ordered by


@dataclass(frozen=True, slots=True)
class AgentView:
    """What the agent knows when it is asked something: prompts are rendered from it, scripted experts answer from it.

    Holds nothing the policy may not see.
    """

    task: Task
    first_observation: str
    observation: Observation  # the present one
    max_steps: int
    candidates: tuple[Candidate, ...] = ()  # rerank: the K candidates in retrieval order
    skill: Skill | None = None  # act, distill: the skill in use
    also: tuple[Skill, ...] = ()  # further skills shown beside it (chat profiles; methods that show several)
    thoughts: tuple[str, ...] = ()  # act, distill: what was written before the action of each of those turns
    turns: tuple[Turn, ...] = ()  # act: the turns before this one; distill: all of them
    success: bool | None = None  # distill: how the episode ended
    listed: frozenset[str] = frozenset()  # act: commands that were admissible before


@dataclass(frozen=True, slots=True)
class EpisodeKey:
    """Names one episode of one run; the root of all its randomness."""

    seed: int
    step: int
    task: int  # position of the task within the step's batch
    rollout: int  # 0 … G-1

    @property
    def id(self) -> str:
        """``s0-000012-t03-r5``: seed, step, task, rollout. For files and people; as text r10 comes before r2."""
        return f"s{self.seed}-{self.step:06d}-t{self.task:02d}-r{self.rollout}"


class RandomKey(NamedTuple):
    """Seeds the sampling of one generation. Same key, same prompt, same weights: same tokens."""

    seed: int
    step: int
    task: int
    rollout: int
    stage: int  # index in STAGES
    turn: int


@dataclass(frozen=True, slots=True)
class Segment:
    """One generation of the policy: exactly what was fed and exactly what was sampled.

    ``len(logprobs) == len(response_ids)`` (nats, of the sampling distribution); empty when the policy cannot report
    them (text-only endpoints, scripted experts). A ``stop`` finish includes the end token in ``response_ids``.
    """

    stage: Stage
    turn: int  # act: 0-based turn; 0 elsewhere
    prompt_ids: tuple[int, ...]
    response_ids: tuple[int, ...]
    logprobs: tuple[float, ...]
    finish_reason: FinishReason
    text: str  # decoded response without the end token
    valid: bool  # the stage's parser accepted it
    policy_version: int
    library_version: int


@dataclass(frozen=True, slots=True)
class Episode:
    """One rollout of one task: select, act, distil. Made by ``rollout.episode``.

    ``ranking`` holds positions in ``candidates``, best first; ``None`` in front means "no skill" was preferred.
    ``outcome`` is r(τ) in [0, 1]; ``penalty`` is what invalid actions cost, already as a share.
    ``score`` is for tables only, training never reads it: an environment may pay otherwise than it grades.
    """

    key: EpisodeKey
    task: Task
    segments: tuple[Segment, ...] = ()
    query: str = ""  # the text that was searched with; "" without a search
    candidates: tuple[Candidate, ...] = ()
    ranking: tuple[int | None, ...] | None = None  # None: there was no rerank segment
    ranking_valid: bool = True
    used: Skill | None = None  # what the actor was given
    withheld: Skill | None = None  # a control episode: what was selected, and kept from the actor
    turns: tuple[Turn, ...] = ()
    last_observation: str = ""  # what the last action led to
    outcome: float = 0.0
    success: bool = False
    penalty: float = 0.0
    score: float | None = None  # the environment's own grade in [0, 1]; None: it gives none
    draft: SkillDraft | None = None  # None: nothing valid was written
    declined: bool = False  # the policy chose to write nothing, validly
    prompt_shortened: int = 0  # prompts that lost history to fit the budget
    skill_tokens: int = 0  # tokens the skill added to the first act prompt
    status: Status = "ok"
    error: str = ""
    attempts: int = 1  # 2: the first try ended in an error

    @property
    def id(self) -> str:
        return self.key.id

    @property
    def ok(self) -> bool:
        return self.status == "ok"

    @property
    def is_control(self) -> bool:
        """Whether the skill selected was kept from the actor, to measure what skills bring (uplift)."""
        return self.withheld is not None

    def stage_segments(self, stage: Stage) -> tuple[Segment, ...]:
        return tuple(s for s in self.segments if s.stage == stage)

    def num_tokens(self, stage: Stage) -> int:
        """Sampled tokens of a stage."""
        return sum(len(s.response_ids) for s in self.segments if s.stage == stage)


@dataclass(frozen=True, slots=True)
class Group:
    """The G episodes of one task in one step, in rollout order."""

    task: Task
    episodes: tuple[Episode, ...]

    @property
    def survivors(self) -> tuple[Episode, ...]:
        """Episodes not in error: the only ones that enter baselines, utilities and the library."""
        return tuple(e for e in self.episodes if e.ok)


@dataclass(frozen=True, slots=True)
class SkillEdit:
    """What the library did with one draft at a commit."""

    episode: str
    kind: Literal["added", "updated", "merged", "rejected"]  # updated: added in the place of the skill it used
    skill: str | None  # id of the skill the text became (merged: the older one); None if rejected


@dataclass(frozen=True, slots=True)
class TokenSample:
    """One training row. The trainer sees nothing else. Made by ``credit.rows``; all tuples have equal length.

    ``ids`` = prompt and responses in order. Positions with ``weights == 0`` and ``kl_weights == 0`` are context.
    ``logprobs`` belong to the token at the same position (behaviour policy); position 0 is never trained.

    Example (7 tokens, two sampled act tokens at positions 5 and 6)::

        ids        [1, 9, 4, 7, 3, 8, 2]
        stages     [-1,-1,-1,-1,-1, 2, 2]      index in STAGES, -1 for context
        logprobs   [0, 0, 0, 0, 0,-1.2,-0.1]
        advantages [0, 0, 0, 0, 0, 1.4, 1.4]
        weights    [0, 0, 0, 0, 0, .01, .01]   w of the loss, fixed before micro-batching
        kl_weights [0, 0, 0, 0, 0, .01, .01]   w of the k3 term
        clipped    [0, 0, 0, 0, 0, 1, 1]       1: PPO clip; 0: plain importance-weighted REINFORCE (Eq. 9)
    """

    ids: tuple[int, ...]
    stages: tuple[int, ...]
    logprobs: tuple[float, ...]
    advantages: tuple[float, ...]
    weights: tuple[float, ...]
    kl_weights: tuple[float, ...]
    clipped: tuple[int, ...]
    group: int  # mini-batches hold whole groups


# Chat special tokens start with '<' (<|im_end|>, </s>, <start_of_turn>, <<SYS>>), except the bracketed ones.
# A '<' survives only where it can be read as nothing but a comparison: "<=" and "< 30".
_OPENING = re.compile(r"<(?!=|\s\d)")
_CLOSING = re.compile(r"(?<![\s=-])>")  # "->", "=>", "a > b" stay: no tag ends so
_BRACKETED = re.compile(r"\[(/?[A-Z][A-Z_]+|[A-Z][a-z]+ \d+)\]")  # [INST], [SEP]; [Experience 2] is a prompt label
_DROPPED_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co"})  # control, bidi and zero width, surrogate, private use
# Letters and marks that nobody sees: variation selectors, of which 256 can spell any text, joiners and fillers.
_INVISIBLE = frozenset(
    map(
        chr,
        (0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, *range(0x180B, 0x1810), 0x3164, *range(0xFE00, 0xFE10), 0xFFA0),
    )
) | frozenset(map(chr, range(0xE0100, 0xE01F0)))
_HIDDEN = re.compile(f"[{''.join(sorted(_INVISIBLE))}]")
_SHELL = re.compile("!`")  # in a SKILL.md, what some agents run as a shell command before they read on
# A text of these characters alone holds nothing to drop or to compose.
_PLAIN = re.compile(r"[ -~]*")


def neutralise(text: str, max_chars: int) -> str:
    """One line of at most ``max_chars`` characters without control characters, tags or chat special tokens.

    NFC, control and invisible characters dropped, white space collapsed, then cut; ``<`` and ``>`` of anything
    that could be a tag become ``‹`` and ``›``, ``[INST]``-like tokens get round brackets, ``!`` before a backtick
    starts no shell command. Idempotent; may return ``""``.
    """
    # Most texts are plain, and are spared a look at each of their characters. Composed after the invisible ones
    # are gone: what one of them kept apart would be composed only in a second pass.
    if not _PLAIN.fullmatch(text):
        text = unicodedata.normalize("NFC", "".join(map(_keep_visible, text)))
    # Cut before the replacements, which change no lengths: what a ``<`` opens is judged by what still follows it.
    line = " ".join(text.split())[:max_chars].rstrip()
    line = _CLOSING.sub("›", _OPENING.sub("‹", line))
    return _SHELL.sub("!'", _BRACKETED.sub(r"(\1)", line))


def storable(text: str) -> str:
    """Half surrogate pairs, which no UTF-8 and no JSON text can hold, become ``?``."""
    return text.encode("utf-8", "replace").decode("utf-8")


def parsed_object(text: str | bytes) -> dict[str, Any] | None:
    """A JSON object; None for what is none, also for thousands of nested brackets."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def comparison_key(text: str) -> str:
    """The form in which two texts count as the same: white space collapsed, case folded.

    Texts stored before :func:`neutralise` dropped what nobody sees still count as what they are cleaned to now.
    """
    if not text.isascii():
        text = _HIDDEN.sub("", text)
    return " ".join(text.casefold().replace("!`", "!'").split())


def _keep_visible(character: str) -> str:
    # First of all: tabs and line breaks are control characters, too, and dropping them would join two words.
    if character.isspace():
        return " "
    is_hidden = character in _INVISIBLE or unicodedata.category(character) in _DROPPED_CATEGORIES
    return "" if is_hidden else character


TOKEN_FIELDS = ("prompt_ids", "response_ids", "logprobs")  # of a segment


def episode_of(record: Mapping[str, Any]) -> Episode:
    """The episode of a record as ``dataclasses.asdict`` makes it, also from JSON, which has no tuples; equal to it."""
    made = {
        "key": EpisodeKey(**record["key"]),
        "task": Task(**record["task"]),
        "segments": tuple(map(segment_of, record["segments"])),
        "candidates": tuple(Candidate(**{**c, "skill": _skill(c["skill"])}) for c in record["candidates"]),
        "turns": tuple(map(_turn, record["turns"])),
        "ranking": None if record["ranking"] is None else tuple(record["ranking"]),
        "used": record["used"] and _skill(record["used"]),
        "withheld": record["withheld"] and _skill(record["withheld"]),
        "draft": record["draft"] and SkillDraft(**record["draft"]),
    }
    # All other fields are plain in JSON, too: texts, numbers and booleans.
    return Episode(**{**record, **made})


def segment_of(record: Mapping[str, Any]) -> Segment:
    """The same of one segment: JSON made lists of its tokens, but rows are joined and compared as tuples."""
    return Segment(**{**record, **{name: tuple(record[name]) for name in TOKEN_FIELDS}})


def _turn(record: Mapping[str, Any]) -> Turn:
    listed = record["admissible"]
    return Turn(**{**record, "admissible": None if listed is None else tuple(listed)})


def _skill(record: Mapping[str, Any]) -> Skill:
    return Skill(**{**record, "parents": tuple(record["parents"])})
