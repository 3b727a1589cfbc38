"""One training episode again, many times: with the skill it used, and without it or with another.

Both arms play the same task with the same random keys, so a pair differs by the skill alone. Nothing is selected or
written: the actor is handed the skill.
"""

from __future__ import annotations

import json
import os
import re
import zlib
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, fields, replace
from functools import partial
from pathlib import Path
from typing import Any

from rich.console import Console

from skill1.agent.player import Player, Recipe
from skill1.agent.profile import configured_profile
from skill1.agent.stages import nothing
from skill1.config.trust import load_own_config
from skill1.config.values import MOST_SEED
from skill1.env.registry import opened_suite
from skill1.errors import ConfigError, DataError, LibraryError, quoted, refuse_closed
from skill1.evaluate.evaluation import opened_policy
from skill1.evaluate.figures import newcombe_paired
from skill1.library.life import step_of_episode
from skill1.library.store import Store
from skill1.rollout.group import Roller
from skill1.rollout.settings import play_settings
from skill1.run.episode_lines import episode_lines
from skill1.run.locate import is_run, locate_library, locate_policy, split_selector
from skill1.run.progress import Progress
from skill1.schema import Episode, EpisodeKey, Skill, Task

REPEATS = 16
MOST_NAMED = 8  # ids or steps that an error lists
_FILE_NAME = re.compile(r"step_(\d{6,})\.jsonl\.gz")  # of no copy that somebody made beside it


@dataclass(frozen=True, slots=True)
class Recorded:
    """What an episode file tells of the episode to be replayed."""

    id: str
    run: Path
    key: EpisodeKey
    task: Task
    used: str | None  # id of the skill the actor was given
    withheld: str | None
    outcome: float
    success: bool


@dataclass(frozen=True, slots=True)
class ReplayedArm:
    """The episodes of one arm that are part of a pair."""

    skill: str | None  # None: played without one
    success_rate: float
    mean_outcome: float
    mean_turns: float
    successes: tuple[bool, ...]  # by pair, in both arms alike


@dataclass(frozen=True, slots=True)
class Replay:
    """Both arms and the difference of their success rates, as played minus changed, with its 95 % interval."""

    recorded: Recorded
    model: str  # folder of the weights, or the name of the model behind a server
    temperature: float
    as_played: ReplayedArm
    changed: ReplayedArm
    difference: float
    low: float
    high: float
    pairs: int
    errors: int  # pairs left out, because the environment failed in one of the two


def replay(
    target: str | os.PathLike[str],
    *,
    without: str | None = None,
    other: str | None = None,
    repeats: int = REPEATS,
    console: Console | None = None,
) -> Replay:
    """Play a recorded episode's task ``repeats`` times with its skill, and as often without it or with another.

    Sampled as in training, with the weights of the named or the newest checkpoint. These are not the weights the
    episode was played with, and the first pair has no special place: what happened then may not happen again.

    Args:
        target: ``RUN/EPISODE_ID`` or ``RUN@STEP/EPISODE_ID``; the id as in ``RUN/episodes``.
        without: the skill the episode used.
        other: id of a skill of the run's library, of any status. Exactly one of the two is needed.
        repeats: pairs of episodes, 1 or more.
        console: rich console for progress, or None.

    Raises:
        ConfigError: the arguments do not fit the episode.
        DataError: no such run, episode or skill; the tasks have changed; no pair came through.
        CheckpointError, LibraryError: the run has no such checkpoint, or no library.
        UntrustedError: the run is somebody else's, and its configuration asks for code, programs or addresses.
    """
    if repeats < 1:
        raise ConfigError(f"--repeats {repeats} cannot be used; expected at least 1.")
    source, recorded = find_episode(target)
    without, other = (_whole_id(recorded, name) for name in (without, other))
    _check_request(recorded, without, other)
    # Of whatever status: what an episode used may have been retired since.
    played, changed = _stored_skills(recorded.run, (recorded.used, other))
    policy = locate_policy(source)
    config = load_own_config(policy.config)
    with opened_suite(config.env) as suite, opened_policy(config, policy.model) as player:
        task = task_of(suite, recorded.task, f"episode {recorded.id}")
        profile = configured_profile(config)
        # Not as in training, where a call that a server leaves unanswered ends the run: here it costs its pair.
        settings = play_settings(config, is_training=False)

        def roller(recipe: Recipe) -> Roller:
            return Roller(suite.make, player.engine, recipe, profile, settings, concurrency=player.concurrency)

        arms = []
        with Progress("replay", 2, console) as progress:
            for name, skill in (("as played", played), ("changed", changed)):
                arms.append(play_arm(roller, task, recorded.key, skill, repeats))
                progress.advance(arm=name)
    return _compared(recorded, player.model, config.sampling.temperature, (played, changed), arms)


def find_episode(target: str | os.PathLike[str]) -> tuple[str, Recorded]:
    """``RUN`` or ``RUN@STEP``, and the record of the episode that ``target`` names.

    Raises:
        DataError: no such run or episode, or its file cannot be read.
    """
    source, _, name = os.fspath(target).rstrip("/").rpartition("/")
    # An id by itself: the run is the working directory.
    source = source or "."
    step = step_of_episode(name)
    run, _ = split_selector(source)
    if step is None or not is_run(run):
        refuse_closed(run)
        what = f"{name!r} is not an episode id" if step is None else f"{run} is not a run directory"
        raise DataError(
            f"{target}: {what}; expected RUN/EPISODE_ID or RUN@STEP/EPISODE_ID, as in runs/household/s0-000012-t03-r5."
        )
    records = records_of_step(run, step)
    found = next((record for record in records if record.get("id") == name), None)
    if found is None:
        known = ", ".join(str(record.get("id")) for record in records[:MOST_NAMED])
        raise DataError(f"{run} has no episode {name}. Of that step it has, first of all: {known or 'none'}.")
    return source, _recorded(run, name, found)


def play_arm(
    make_roller: Callable[[Recipe], Roller], task: Task, key: EpisodeKey, skill: Skill | None, repeats: int
) -> list[Episode]:
    """``repeats`` episodes of a task in which the actor is handed a skill (None: it acts without).

    Their random keys are those of rollouts 0, 1, … of the group that ``key`` is of, whatever the skill.
    """
    # No query and no ranking, so that nothing but the skill can differ; nothing is written afterwards.
    roller = make_roller(Recipe(partial(hand_over, skill), nothing))
    # Keys of the recorded group: with its weights and skill, rollout r (if r < repeats) plays as recorded.
    (group,) = roller.play_groups(
        [task], None, seed=key.seed, step=key.step, group_size=repeats, first_task=key.task
    )
    return list(group.episodes)


async def hand_over(skill: Skill | None, player: Player) -> None:
    """Before acting: the actor is given this skill, or none."""
    player.view = replace(player.view, skill=skill)


def kept_steps(run: Path) -> list[int]:
    """Steps whose episodes a run still has, oldest first."""
    names = (_FILE_NAME.fullmatch(path.name) for path in (run / "episodes").glob("step_*"))
    return sorted(int(name[1]) for name in names if name is not None)


def records_of_step(run: Path, step: int) -> list[Mapping[str, Any]]:
    """The episodes of a step, as the run wrote them.

    Raises:
        DataError: it keeps none of this step, or the file cannot be read.
    """
    file = run / "episodes" / f"step_{step:06d}.jsonl.gz"
    if not file.is_file():
        newest = ", ".join(map(str, kept_steps(run)[-MOST_NAMED:]))
        raise DataError(
            f"{run} keeps no episodes of step {step} (logging.episodes_every, logging.episodes_mib). The newest steps "
            f"that are: {newest or 'none'}."
        )
    try:
        return [record for line in episode_lines(file) if isinstance(record := json.loads(line), dict)]
    # A file that ends early is an EOFError to gzip, and garbage within one a zlib.error.
    except (OSError, EOFError, zlib.error, ValueError, RecursionError) as error:
        raise DataError(f"{file} cannot be read as episodes: {type(error).__name__}: {error}") from error


def _recorded(run: Path, name: str, record: Mapping[str, Any]) -> Recorded:
    try:
        if record["status"] != "ok":
            raise DataError(f"episode {name} ended in an error ({record['error']}); choose another.")
        # The skills are stored whole; here only which they were counts.
        skills = {part: record[part] for part in ("used", "withheld")}
        ids = {part: None if skill is None else str(skill["id"]) for part, skill in skills.items()}
        key, task = EpisodeKey(**record["key"]), Task(**record["task"])
        _require_types(key)
        _require_types(task)
        return Recorded(name, run, key, task, **ids, outcome=float(record["outcome"]), success=record["success"])
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise DataError(
            f"the record of episode {name} in {run} has a missing or garbled field ({type(error).__name__}: "
            f"{error}); it may be from another version of skill1."
        ) from error


def _require_types(one: EpisodeKey | Task) -> None:
    for field in fields(one):
        value = getattr(one, field.name)
        # The annotations are texts. By `type`, because True is an int, too.
        if type(value).__name__ != field.type:
            raise TypeError(f"{field.name} is {value!r:.80}, expected {field.type}")
        # Random generators take no others, and a place of -1 would be the last one.
        if isinstance(value, int) and not 0 <= value <= MOST_SEED:
            raise ValueError(f"{field.name} is {value!r:.80}, expected 0 to {MOST_SEED}")


def _whole_id(recorded: Recorded, typed: str | None) -> str | None:
    """The id that is typed, or the only one that begins so; otherwise what was typed, to be told as it is."""
    if not typed or typed == recorded.used:
        return typed
    try:
        file, _ = locate_library(str(recorded.run))
        with closing(Store.open(file, create=False, read_only=True)) as store:
            known = [name for (name,) in store.rows("SELECT id FROM skills")]
    except LibraryError:  # there may be none; whoever needs it says so
        return typed
    beginning = [name for name in known if name.startswith(typed)]
    return beginning[0] if typed not in known and len(beginning) == 1 else typed


def _check_request(recorded: Recorded, without: str | None, other: str | None) -> None:
    if (without is None) == (other is None):
        raise ConfigError("give either --without SKILL or --with OTHER.")
    if without is not None and without != recorded.used:
        raise ConfigError(f"episode {recorded.id} did not use skill '{without}'. {_advice(recorded)}")
    if other is not None and other == recorded.used:
        raise ConfigError(f"episode {recorded.id} used skill '{other}' itself; type --without {other}.")


def _advice(recorded: Recorded) -> str:
    if recorded.used is not None:
        return f"It used '{recorded.used}'; type --without {recorded.used}, or --with OTHER."
    if recorded.withheld is not None:
        name = recorded.withheld
        return f"It is a control: it selected '{name}', which was withheld. Type --with {name}."
    return "It used none; type --with OTHER to give it one."


def _stored_skills(run: Path, ids: Sequence[str | None]) -> list[Skill | None]:
    if not any(ids):
        return [None for _ in ids]
    # The run's, also where a checkpoint was named: that one's may be older than the skill.
    file, _ = locate_library(str(run))
    with closing(Store.open(file, create=False, read_only=True)) as store:
        found = {name: store.skill(name) for name in ids if name is not None}
        for name, skill in found.items():
            if skill is None:
                raise DataError(f"{file} has no skill '{name}'. Type: skill1 library list {quoted(run)}")
    return [None if name is None else found[name] for name in ids]


def task_of(suite, task: Task, of: str) -> Task:
    """The task of the split, which must still be the one that ``of`` recorded.

    Raises:
        DataError: it is not.
    """
    tasks = suite.tasks(task.split) if task.split in suite.splits() else ()
    if task.index >= len(tasks) or tasks[task.index].id != task.id:
        raise DataError(
            f"task {task.id} of {of} is no longer at place {task.index} of split {task.split!r} of {task.env}: the "
            "environment's data has changed. Type: skill1 doctor"
        )
    return tasks[task.index]


def _compared(
    recorded: Recorded,
    model: str,
    temperature: float,
    skills: Sequence[Skill | None],
    arms: Sequence[Sequence[Episode]],
) -> Replay:
    # A pair with an error in one arm says nothing: both of its episodes are left out.
    pairs = [pair for pair in zip(*arms, strict=True) if all(episode.ok for episode in pair)]
    errors = len(arms[0]) - len(pairs)
    if not pairs:
        failed = next(episode for arm in arms for episode in arm if not episode.ok)
        raise DataError(f"in every pair an episode ended in an error. The first: {failed.error}")
    as_played, changed = (_arm(skill, [pair[i] for pair in pairs]) for i, skill in enumerate(skills))
    won = [(first.success, second.success) for first, second in pairs]
    # Both, only the first, only the second, neither: as `newcombe_paired` takes them.
    table = [won.count(pair) for pair in ((True, True), (True, False), (False, True), (False, False))]
    low, high = newcombe_paired(*table)
    difference = (table[1] - table[2]) / len(pairs)
    return Replay(recorded, model, temperature, as_played, changed, difference, low, high, len(pairs), errors)


def _arm(skill: Skill | None, episodes: Sequence[Episode]) -> ReplayedArm:
    count = len(episodes)
    return ReplayedArm(
        None if skill is None else skill.id,
        sum(e.success for e in episodes) / count,
        sum(e.outcome for e in episodes) / count,
        sum(len(e.turns) for e in episodes) / count,
        tuple(e.success for e in episodes),
    )
