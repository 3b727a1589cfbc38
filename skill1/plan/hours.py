"""Seconds of a step: as the user measured them, else as published for runs like this one, else not known.

No formula is used: none that was tried predicts the published runs below within 25 %. All are of one environment, with
up to 50 turns. For 150 steps of SkillRL with 7B on eight GPUs of one chip one group reports 24 hours, another 338 s a
step, or 14 hours. tests/plan/test_plan_hours.py has the figures.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from skill1.config import Skill1Config
from skill1.config.mixture import turn_limit
from skill1.plan.memory import is_trained
from skill1.plan.shape import KNOWN, ModelShape
from skill1.plan.tokens import is_conversation

SECONDS_PER_HOUR = 3600
TURNS = 50  # limit of all published runs
HOPPER = ("H100", "H800")  # one chip; the only one that several runs were published for
RUN_OVER_STEPS = 30 * SECONDS_PER_HOUR / (150 * 441.6)  # the paper's Skill1 run took 30 h, 18.4 of them steps
SLACK = 1.1  # of the load, on both sides


@dataclass(frozen=True, slots=True)
class Published:
    """Seconds of a step that somebody reports, least and most, with backend verl and all weights trained."""

    source: str
    method: str
    model: str
    gpus: int
    gpu: str
    episodes: int
    seconds: tuple[float, float]
    is_whole_run: bool = False  # hours of a run divided by its steps: with validation and checkpoints
    selection: str = "policy"
    distillation: str = "policy"

    @property
    def step(self) -> tuple[float, float]:
        """Least and most seconds of a step alone."""
        least, most = self.seconds
        # The most stays as it is: as an upper bound it may have validation in it.
        return (least / RUN_OVER_STEPS if self.is_whole_run else least), most

    @property
    def most_of_run(self) -> float:
        """Most seconds of a step with its part of validation and checkpoints."""
        return self.seconds[1] * (1 if self.is_whole_run else RUN_OVER_STEPS)

    @property
    def load(self) -> float:
        return _load(KNOWN[self.model], self.episodes, self.gpus)


PAPER = "Skill1 paper, Table 3"
VERL_AGENT = "verl-agent issue 122"
PUBLISHED = (
    Published(PAPER, "grpo", "qwen2.5-7b", 8, "H800", 256, (274.1, 301.3)),
    Published(PAPER, "skillrl", "qwen2.5-7b", 8, "H800", 256, (319.0, 368.1)),
    Published(PAPER, "skill1", "qwen2.5-7b", 8, "H800", 256, (386.6, 493.8)),
    Published(PAPER, "skill1", "qwen2.5-7b", 8, "H800", 256, (367.4, 521.8), selection="similarity"),
    Published(PAPER, "skill1", "qwen2.5-7b", 8, "H800", 256, (508.8, 750.1), distillation="raw"),
    Published("SkillRL paper", "skillrl", "qwen2.5-7b", 8, "H100", 128, (576, 576), is_whole_run=True),
    Published(VERL_AGENT, "grpo", "qwen2.5-1.5b", 2, "H100", 128, (288, 288), is_whole_run=True),
    Published(VERL_AGENT, "grpo", "qwen2.5-1.5b", 2, "L20", 128, (432, 432), is_whole_run=True),
    # All episodes of a first step have 50 turns; without its teacher's 260 s.
    Published(
        "SDAR issue 51, a first step with small batches", "grpo", "qwen2.5-3b", 4, "A100-80", 128, (1556, 1556)
    ),
)


@dataclass(frozen=True, slots=True)
class Time:
    """Seconds of a step, least and most, or None; ``source`` says whose they are, or why they are not known."""

    source: str
    step: tuple[float, float] | None = None
    most_of_run: float = 0.0  # seconds of a step with its part of validation and checkpoints

    def hours(self, steps: int) -> tuple[float, float] | None:
        """Of so many steps: the least without validation and checkpoints, the most with them."""
        if self.step is None:
            return None
        return self.step[0] * steps / SECONDS_PER_HOUR, self.most_of_run * steps / SECONDS_PER_HOUR


def step_time(config: Skill1Config, shape: ModelShape, gpu: str | None, measured_s: float) -> Time:
    """What is known of the seconds of a step; ``measured_s`` above 0 goes before everything published."""
    if measured_s:
        both = (measured_s, measured_s)
        return Time("measured by you; validation and checkpoints come on top", both, measured_s)
    if why := _unpublished(config, gpu):
        return Time(why)
    for run in PUBLISHED:
        if _is_same(run, config, shape, gpu):
            what = f"published for this method, model, batch and machine, {_kind(config)}: {run.source}"
            return _range(what, [run])
    load = _load(shape, config.train.tasks_per_step * config.train.group_size, config.cluster.gpus_per_node)
    loads = [run.load for run in PUBLISHED if run.gpu in HOPPER]
    # Its prompts hold trajectories, so the range of the other runs would be too low.
    if config.method == "skill1" and config.agent.distillation == "raw":
        return Time("of runs that store whole trajectories only the paper's was published")
    # Loads are compared, never extrapolated: no formula holds for the published runs themselves.
    if gpu not in HOPPER or not min(loads) / SLACK <= load <= max(loads) * SLACK:
        return Time(f"no run of this size on {gpu} was published")
    like = [run for run in PUBLISHED if run.gpu in HOPPER and run.distillation == "policy"]
    sources = ", ".join(dict.fromkeys(run.source for run in like))
    return _range(f"the range of {len(like)} published runs of about this size, {_kind(config)}: {sources}", like)


def _kind(config: Skill1Config) -> str:
    """What the published runs have in common, and where this one differs from them."""
    rebuilt = ", prompts rebuilt each turn, which reads more" if is_conversation(config) else ""
    return f"{TURNS} turns{rebuilt}"


def _range(source: str, runs: Sequence[Published]) -> Time:
    step = min(run.step[0] for run in runs), max(run.step[1] for run in runs)
    return Time(source, step, max(run.most_of_run for run in runs))


def _unpublished(config: Skill1Config, gpu: str | None) -> str:
    """Why nothing published resembles this configuration on any number of GPUs; empty if something may."""
    reasons = {
        "the card is not named: --gpu H100": gpu is None,
        "no run that trains no weights was published": not is_trained(config),
        "no run on one GPU with backend local was published": config.backend == "local",
        "no run with LoRA was published": config.model.lora_rank > 0,
        "no run on several machines was published": config.cluster.nodes > 1,
        f"all published runs have up to {TURNS} turns": turn_limit(config.env) != TURNS,
    }
    return next((reason for reason, holds in reasons.items() if holds), "")


def _is_same(run: Published, config: Skill1Config, shape: ModelShape, gpu: str | None) -> bool:
    agent = (config.agent.selection, config.agent.distillation)
    return (
        run.method == config.method
        # Other methods have neither stage, so these keys say nothing of them.
        and (run.method != "skill1" or agent == (run.selection, run.distillation))
        and KNOWN[run.model] == shape
        and (run.gpu, run.gpus) == (gpu, config.cluster.gpus_per_node)
        and run.episodes == config.train.tasks_per_step * config.train.group_size
    )


def _load(shape: ModelShape, episodes: int, gpus: int) -> float:
    """Parameters times episodes, for each GPU: by this number runs of one environment are of about the same size."""
    return shape.parameters * episodes / gpus
