"""The result of an evaluation as one JSON-ready object, and what is said of it aloud."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from skill1.config import Skill1Config
from skill1.config.schema import SEPARATOR
from skill1.errors import DataError
from skill1.evaluate.figures import by_type, macro_success_rate, success_rate, summary
from skill1.evaluate.provenance import split_hash
from skill1.evaluate.storage import FORMAT
from skill1.evaluate.token_cost import TokenCost, token_table
from skill1.evaluate.trials import Trials
from skill1.rollout.group import advice
from skill1.schema import Episode, Skill, Task

LAST_ROUNDS = 3
MANY_INVALID = 0.5  # share of actions that kept no format: above it the policy was asked in a way it does not know


@dataclass(frozen=True)
class Round:
    """Episodes played between two commits, in (task, repeat) order, with the figures of that round."""

    episodes: Sequence[Episode]
    figures: Mapping[str, float]
    taken_in: int | None = None  # skills that the commit after it added or merged; None: without a commit


@dataclass(frozen=True)
class Played:
    """Everything an evaluation found out."""

    config: Skill1Config
    name: str
    model: str
    checkpoint_step: int | None
    mode: str
    uses_library: bool
    tasks: Sequence[Task]
    is_whole_split: bool
    repeats: int
    rounds: Sequence[Round]
    costs: Mapping[str, TokenCost]  # episode id → tokens; episodes in error have none
    library_size: int
    card: Mapping[str, object]
    type_labels: Mapping[str, str] = field(default_factory=dict)  # type → short name, in the order of tables
    split_source: tuple[str, str] = ("", "")  # which tasks the split has, and a warning or ""
    # Environments of the run whose checkpoint was played. `model` does not tell: it may be a server's name for it.
    trained_on: str | None = None
    foreign: str = ""  # a warning: the library's skills are of other environments
    trials: Trials | None = None  # of a method that tries a task again: the rounds hold the last trials

    @property
    def episodes(self) -> list[Episode]:
        """All of them, in the order of tasks and repeats."""
        return [episode for part in self.rounds for episode in part.episodes]


def result(played: Played) -> dict[str, object]:
    """The object ``docs/reference/evaluation-result.md`` explains; no field depends on time, batch size or workers.

    Raises:
        DataError: every episode ended in an error, so that there is nothing to report.
    """
    _require_survivors(played.episodes, played.config.env.name)
    config, overall = played.config, summary(played.episodes)
    types = by_type(played.episodes, played.type_labels)
    survivors = [episode for episode in played.episodes if episode.ok]
    return {
        "format": FORMAT,
        "name": played.name,
        "env": config.env.name,
        "trained_on": played.trained_on,
        "split": config.eval.split,
        "split_sha256": split_hash(played.tasks),
        "split_source": played.split_source[0] or None,
        "library": played.mode,
        "uses_library": played.uses_library,
        "model": played.model,
        "checkpoint_step": played.checkpoint_step,
        "method": config.method,
        "profile": config.agent.profile,
        "seed": config.seed,
        "temperature": config.eval.temperature,
        "repeats": played.repeats,
        "is_whole_split": played.is_whole_split,
        "round_tasks": config.eval.round_tasks,
        **overall,
        "macro_success_rate": macro_success_rate(types),
        "warnings": [
            *filter(None, [played.split_source[1], played.foreign, _ungrown(played)]),
            *([played.trials.warning] if played.trials else []),
            *warnings(overall, same_repeats=_are_repeats_equal(played), cut_at=_cut_at(played)),
        ],
        "type_labels": dict(played.type_labels),
        "by_type": types,
        "rounds": [{"success_rate": success_rate(part.episodes), **part.figures} for part in played.rounds],
        # Of a library that grows: what it is worth once it has grown.
        "last_rounds": summary([e for part in played.rounds[-LAST_ROUNDS:] for e in part.episodes]),
        "library_size": played.library_size,
        "tokens": token_table([played.costs[episode.id] for episode in survivors]),
        "results": [_row(episode, played.costs) for episode in played.episodes],
        **({"trials": played.trials.facts()} if played.trials else {}),
        "card": dict(played.card),
    }


def _row(episode: Episode, costs: Mapping[str, TokenCost]) -> dict[str, object]:
    """One episode; what an episode in error did not come to is None, never 0."""
    row: dict[str, object] = {
        "task": episode.task.id,
        "type": episode.task.type,
        # An evaluation's repeat stands where a group's rollout stands in training.
        "repeat": episode.key.rollout,
        "status": episode.status,
        "error": episode.error,
    }
    if not episode.ok:
        return row | dict.fromkeys(EPISODE_FIGURES)
    cost = costs[episode.id]
    return row | {name: figure(episode, cost) for name, figure in EPISODE_FIGURES.items()}


EPISODE_FIGURES: Mapping[str, Callable[[Episode, TokenCost], object]] = {
    "success": lambda episode, _: episode.success,
    "outcome": lambda episode, _: episode.outcome,
    "score": lambda episode, _: episode.score,
    "turns": lambda episode, _: len(episode.turns),
    "invalid_turns": lambda episode, _: sum(not turn.valid for turn in episode.turns),
    "skill": lambda episode, _: episode.used.id if episode.used else None,
    "skill_tokens": lambda _, cost: cost.skill.sent,
    "raw_trajectory_tokens": lambda _, cost: cost.raw_trajectory.sent,
    "prompt_tokens": lambda _, cost: cost.act_prompts.sent,
    "selection_tokens": lambda _, cost: cost.selection_prompts.sent + cost.selection_answers.sent,
    "distillation_tokens": lambda _, cost: cost.distillation_prompts.sent + cost.distillation_answers.sent,
    "generated_tokens": lambda _, cost: cost.generated,
}


def warnings(figures: Mapping[str, object], *, same_repeats: bool = False, cut_at: int = 0) -> list[str]:
    """What a reader must know before believing the numbers; empty when nothing is odd.

    ``cut_at``: the limit in tokens that cut most of the actions without a format; 0: no limit did.
    """
    said = []
    if same_repeats:
        said.append("At temperature 0 all repeats of a task are the same episode, so they add nothing.")
    share = figures["invalid_action_share"]
    if share is not None and share > MANY_INVALID:
        cause = "The policy was probably trained with other prompts: see --profile."
        if cut_at:
            cause = (
                f"Most of those answers were cut off: raise sampling.act_tokens = {cut_at}; if the policy was trained "
                "with other prompts, see --profile."
            )
        said.append(
            f"{share:.0%} of the actions did not follow the prompt profile's answer format. {cause} This result says "
            "little about how it acts."
        )
    if figures["errors"]:
        said.append(
            f"{figures['errors']} episodes ended in an error and are left out of every rate; `error` in the rows of "
            "`results` says why."
        )
    return said


def foreign_skills(skills: Iterable[Skill], tasks: Sequence[Task], env: str) -> str:
    """A warning if each skill tells an environment and none that of the tasks, by either name; else nothing.

    Args:
        env: ``env.name``. Skills that were imported have it: several environments, or a class, have other names than
            their tasks.
    """
    told = {name for envs in {skill.env for skill in skills} for name in envs.split(SEPARATOR)}
    here = {task.env for task in tasks} | set(env.split(SEPARATOR))
    # "": a skill from outside, which may be of any environment.
    if not told or "" in told or told & here:
        return ""
    return (
        f"The library has no skill of {', '.join(sorted(here))}, which was played: all are of "
        f"{', '.join(sorted(told))}. If that was not meant, type --library-file with a library of this environment."
    )


def _ungrown(played: Played) -> str:
    """A warning if a library that could grow did not: a method may write skills only while it trains."""
    if any(part.taken_in != 0 for part in played.rounds):
        return ""
    size = played.library_size
    stayed = "empty" if size == 0 else f"at {size} skill{'s' if size > 1 else ''}"
    return (
        f"The library did not grow: it took in no skill while this was played, and stayed {stayed}. Under a method "
        "that writes skills only in training, to play with what it has learnt, type --library frozen."
    )


def _cut_at(played: Played) -> int:
    """A model that reasons at length is asked in a way that it knows: it does not come to its action."""
    acts = [act for episode in played.episodes for act in episode.stage_segments("act") if not act.valid]
    cut = sum(act.finish_reason == "length" for act in acts)
    return played.config.sampling.act_tokens if 2 * cut > len(acts) else 0


def _are_repeats_equal(played: Played) -> bool:
    """Only the mode that draws skills by the episode's key, and endpoints, play a greedy repeat differently."""
    is_greedy = played.config.eval.temperature == 0 and played.config.endpoint.url is None
    return is_greedy and played.repeats > 1 and played.mode != "random"


def _require_survivors(episodes: Sequence[Episode], env: str) -> None:
    if any(episode.ok for episode in episodes):
        return
    error = episodes[0].error or "no reason was given"
    raise DataError(
        f"all {len(episodes)} episodes of this evaluation ended in an error, so there is no result. "
        f"The first: {error}{advice(error, env)}"
    )
