"""A scripted world: a tokenizer of whole words, an environment that follows a list, a library that answers as told."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from skill1.agent.player import PlaySettings, Recipe
from skill1.agent.profile import Profile, load_profile
from skill1.config import AgentConfig, SamplingConfig, Skill1Config
from skill1.methods.skill1 import make
from skill1.policy.scripted import ScriptedPolicy
from skill1.rollout.episode import run_episode
from skill1.schema import Candidate, Episode, EpisodeKey, Observation, Skill, Stage, Task

TASK = Task("toy/train/0", "toy", "train", 0, "put the egg on the desk", "put")
KEY = EpisodeKey(0, 1, 0, 0)
WRITTEN = "when egg wanted do open fridge"


class WordTokens:
    """One id per word or line break, made when first seen; nothing is lost in a round trip but blanks."""

    eos_id = end_id = pad_id = 0

    def __init__(self) -> None:
        self.words = ["<eos>"]

    def encode(self, text: str) -> tuple[int, ...]:
        return tuple(self._id(word) for word in re.findall(r"\n|\S+", text))

    def answer(self, text: str, prompt_ids: tuple[int, ...]) -> tuple[int, ...]:
        return self.encode(text)

    def _id(self, word: str) -> int:
        if word not in self.words:
            self.words.append(word)
        return self.words.index(word)

    def chat(self, text: str, prefill: str = "", *, thinking: bool = True) -> tuple[int, ...]:
        return self.encode(f"<user> {text} <answer> {prefill}")

    def opens_thought(self, prompt_ids: tuple[int, ...]) -> bool:
        return False

    def may_think(self, prompt_ids: tuple[int, ...], *, thinking: bool) -> bool:
        return False

    def decode(self, ids: Sequence[int]) -> str:
        return " ".join(self.words[i] for i in ids if i)


@dataclass
class ToyEnv:
    """``answers``: what each step returns, or an exception to raise; the last repeats. ``start``: for ``reset``."""

    answers: Sequence[object] = ()
    start: object = field(default_factory=lambda: Observation("you see a desk", ("look", "open fridge"), {}))
    closing: Exception | None = None
    task: Task | None = None
    actions: list[str] = field(default_factory=list)
    closed: int = 0

    def reset(self, *, task_index=None, seed=None):
        self.task = TASK
        return _told(self.start)

    def step(self, action: str):
        self.actions.append(action)
        return _told(self.answers[min(len(self.actions), len(self.answers)) - 1])

    def close(self) -> None:
        self.closed += 1
        if self.closing is not None:
            raise self.closing


def _told(answer: object):
    if isinstance(answer, BaseException):
        raise answer
    return answer


def goes_on(text: str = "nothing happens", reward: float = 0.0):
    return Observation(text, ("look",), {}), reward, False, False, {"won": False}


def ends(reward: float = 1.0, *, won: bool = True, truncated: bool = False):
    return Observation("done", (), {}), reward, not truncated, truncated, {"won": won}


def skills(*utilities: float) -> tuple[Candidate, ...]:
    return tuple(
        Candidate(Skill(f"k{i}", f"situation {i}", f"strategy{i} works", u, selected=1), 0.9 - i / 10, 0.5)
        for i, u in enumerate(utilities)
    )


@dataclass
class ToyLibrary:
    candidates: tuple[Candidate, ...] = ()
    version: int = 3
    asked: list[tuple[str, bool]] = field(default_factory=list)

    async def retrieve(self, query: str, *, training: bool) -> tuple[Candidate, ...]:
        self.asked.append((query, training))
        return self.candidates


class RecordingPolicy(ScriptedPolicy):
    """Answers from a table (text, or a function of view and turn) and keeps every prompt as text."""

    version = 5

    def __init__(self, **answers: str | Callable[[object], str]) -> None:
        self.table = {"query": "egg", "rerank": "k1", "act": "look", "distill": WRITTEN, **answers}
        self.prompts: list[tuple[Stage, str]] = []
        self.attached: list[str] = []
        super().__init__(WordTokens(), self._answer)

    def _answer(self, stage: Stage, view: object, rng) -> str:
        answer = self.table[stage]
        return answer(view) if callable(answer) else answer

    def attach(self, session: str) -> None:
        self.attached.append(session)

    def release(self, session: str) -> None:
        self.attached.remove(session)

    async def generate(self, prompt_ids, sampling, *, session, key, view=None):
        answer = await super().generate(prompt_ids, sampling, session=session, key=key, view=view)
        self.prompts.append((("query", "rerank", "act", "distill")[key.stage], self.tokens.decode(prompt_ids)))
        return answer

    def prompts_of(self, stage: Stage) -> list[str]:
        return [prompt for asked, prompt in self.prompts if asked == stage]


def settings(
    agent: AgentConfig | None = None, *, budget: int = 500, max_steps: int = 5, penalty: float = 0.0, **sampling
) -> PlaySettings:
    return PlaySettings(
        agent=agent or AgentConfig(profile="compact", allow_none=True),
        sampling=SamplingConfig(**sampling),
        max_prompt_tokens=budget,
        max_steps=max_steps,
        invalid_action_penalty=penalty,
        is_training=True,
        explores=True,
        learns=True,
    )


def play(
    env,
    policy,
    library=None,
    how: PlaySettings | None = None,
    *,
    key: EpisodeKey = KEY,
    recipe: Recipe | None = None,
    profile: Profile | None = None,
) -> Episode:
    how = how or settings()
    coroutine = run_episode(
        TASK,
        env,
        policy,
        library,
        recipe or make(Skill1Config(agent=how.agent)),
        key=key,
        profile=profile or load_profile(how.agent.profile),
        settings=how,
    )
    episode = asyncio.run(asyncio.wait_for(coroutine, 20))
    assert policy.attached == []  # released, whatever happened
    return episode


def stages_of(episode: Episode) -> list[str]:
    return [segment.stage for segment in episode.segments]
