"""One training step, kept whole: what was asked of the policy and what the learner was given. Benchmarks repeat it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from skill1.config.load import load_config
from skill1.policy.protocol import Generation, Sampling
from skill1.run.directory import prepare_run_dir
from skill1.schema import RandomKey, TokenSample
from skill1.train.preflight import check_before_a_run
from skill1.train.run import Run


@dataclass(frozen=True)
class Asked:
    """One call of the policy."""

    prompt_ids: tuple[int, ...]
    sampling: Sampling
    key: RandomKey
    answer: Generation


@dataclass
class Recorded:
    """``episodes``: the calls of each episode, in order. ``row``: the step's metrics."""

    run: Run
    episodes: dict[str, list[Asked]] = field(default_factory=dict)
    samples: list[TokenSample] = field(default_factory=list)
    row: dict[str, float] = field(default_factory=dict)

    @property
    def generated(self) -> int:
        """Tokens that the policy wrote."""
        return sum(len(asked.answer.token_ids) for calls in self.episodes.values() for asked in calls)

    @property
    def prompted(self) -> int:
        """Tokens of all prompts, each counted as often as it was sent."""
        return sum(len(asked.prompt_ids) for calls in self.episodes.values() for asked in calls)


def open_run(name: str, overrides: list[str], folder: Path) -> Run:
    """The parts of a training run of a configuration in a new folder; nothing was played yet."""
    config = load_config(name, overrides)
    profile = check_before_a_run(config, folder)
    prepare_run_dir(folder, config, prompt_hashes=profile.prompt_hashes())
    return Run(config, folder, profile, None)


def record(name: str, overrides: list[str], folder: Path) -> Recorded:
    """Carry out the first step of a configuration; its update is recorded, not made: the weights stay."""
    recorded = Recorded(open_run(name, overrides, folder))
    run = recorded.run
    generate, update = run.policy.generate, run.learner.update

    async def noted(prompt_ids, sampling, *, session, key, view=None):
        answer = await generate(prompt_ids, sampling, session=session, key=key, view=view)
        recorded.episodes.setdefault(session, []).append(Asked(prompt_ids, sampling, key, answer))
        return answer

    def kept(samples, step):
        recorded.samples = list(samples)
        return {}

    run.policy.generate, run.learner.update = noted, kept
    recorded.row = dict(run.advance())
    run.policy.generate, run.learner.update = generate, update
    return recorded
