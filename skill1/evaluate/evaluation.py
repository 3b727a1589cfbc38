"""Whole-split evaluation: each task of a fixed split exactly once (times ``repeats``), greedy retrieval, intervals."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from skill1.agent.player import Recipe
from skill1.agent.profile import configured_profile
from skill1.agent.stages import draw_skill, without_writing
from skill1.config import Skill1Config
from skill1.config.load import load_config
from skill1.config.method import make_recipe, uses_library
from skill1.config.mixture import is_mixture, member_names
from skill1.config.save import config_to_dict
from skill1.config.trust import load_own_config
from skill1.env.registry import opened_suite
from skill1.env.splits import split_source, tasks_of, tell_source, type_labels
from skill1.errors import ConfigError, DataError, require_packages
from skill1.evaluate.command import COMMAND, CommandPolicy, endpoint_command
from skill1.evaluate.provenance import (
    checkpoint_step,
    library_hash,
    model_name,
    policy_hash,
    provenance,
    trained_on,
)
from skill1.evaluate.results import Played, Round, foreign_skills, result
from skill1.evaluate.token_cost import TokenCost, measured
from skill1.evaluate.trials import Trials, play_trials
from skill1.evaluate.under_way import Kept, data_files, identity_of, is_known
from skill1.library import Library
from skill1.library.dense import require_faiss
from skill1.library.formats.exchange import start_in_memory
from skill1.library.library import options_of
from skill1.models.files import require_undamaged
from skill1.policy.account import Account
from skill1.policy.ledger import Ledger, remove_answers
from skill1.rollout.group import Roller, Streak
from skill1.rollout.metrics import episode_metrics, oracle_metrics
from skill1.rollout.settings import evaluation_settings
from skill1.run.locate import Located, locate_policy
from skill1.run.progress import Progress, tell
from skill1.schema import Episode, Group, Task

GROWING = ("fresh", "online")  # library modes under which skills are written and kept


def evaluate(
    what: Skill1Config | str | os.PathLike[str],
    *,
    model: str | None = None,
    library_path: str | None = None,
    split: str | None = None,
    library: str | None = None,
    overrides: Sequence[str] = (),
    repeats: int = 1,
    answers: Path | None = None,
    kept: Kept | None = None,
    console=None,
) -> dict[str, object]:
    """Evaluate a run, a model or an endpoint under a configuration, on a whole split; returns a JSON-ready result.

    Library changes are committed only between rounds of ``eval.round_tasks`` tasks, in task order, and randomness is
    keyed by task and repeat, so the result does not depend on ``eval.batch_size``, ``env.workers`` or on which episode
    ends first. ``docs/reference/evaluation-result.md`` explains every field.

    Args:
        what: a run directory or one of its checkpoints, which bring configuration, model and library; or a
            configuration, of which ``eval.*``, ``env.*`` and ``agent.*`` count.
        model: Hugging Face folder or name of the policy; needed with a configuration, unless its ``endpoint.url`` names
            a server, whose model is then evaluated instead of any other.
        library_path: library to use instead of the run's; ``frozen``, ``online`` and ``random`` need one.
        split: short for ``eval.split``.
        library: short for ``eval.library``: none, frozen, fresh, online or random.
        overrides: configuration keys, ``["--eval.limit=20"]``.
        repeats: episodes of each task, 1 or more.
        answers: file that keeps what an endpoint answers. With that of an evaluation that was cut off, nothing it paid
            for is asked again.
        kept: keeps the episodes of weights that are here, in an environment of ours. With those of an evaluation that
            was cut off, only those in error are played again, and those that a growing library took in after one in
            error. Whoever keeps the result forgets them.
        console: rich console for progress, or None.

    Raises:
        ConfigError, CheckpointError: nothing usable is there, or a key or value cannot be used.
        DataError: there is no task to evaluate, every episode ended in an error, or too many in a row did.
        PolicyError: an endpoint does not answer.
        UntrustedError: the run is somebody else's, and its configuration asks for code, programs or addresses.
    """
    short = [
        f"--eval.{key}={value}" for key, value in (("split", split), ("library", library)) if value is not None
    ]
    # The arguments stand last: of two overrides of a key the later one wins.
    config, found = _settled(what, model, [*overrides, *short])
    library_path = library_path or found.library
    options = {"repeats": repeats, "answers": answers, "kept": kept, "console": console}
    return _evaluate(config, model=found.model, library_path=library_path, **options)


def _settled(
    what: Skill1Config | str | os.PathLike[str], model: str | None, overrides: Sequence[str]
) -> tuple[Skill1Config, Located]:
    if isinstance(what, Skill1Config):
        config = load_config(None, overrides, config_to_dict(what)) if overrides else what
        # A run brings its policy along; a configuration names only what a run starts from.
        if model is None and config.endpoint.url is None:
            raise ConfigError("evaluate(config) does not say which policy. Give evaluate(config, model=FOLDER).")
        return config, Located(model=str(model), library=None, config=None)
    found = locate_policy(what)
    if found.config is None:
        raise ConfigError(
            f"{what} is a model, not a run, so it has no configuration. Give evaluate(load_config(NAME), model=MODEL)."
        )
    return load_own_config(found.config, overrides), replace(found, model=str(model or found.model))


def _evaluate(
    config: Skill1Config,
    *,
    model: str,
    library_path: str | None,
    repeats: int,
    answers: Path | None,
    kept: Kept | None,
    console,
) -> dict[str, object]:
    _require_playable(config, repeats)
    own, has_library, profile = make_recipe(config), uses_library(config), configured_profile(config)
    # So that the result of a method without a library never claims to have played with one.
    mode = config.eval.library if has_library else "none"
    if mode != "none":
        require_faiss(config.library.index)  # the first search, which needs it, may come minutes later
    with opened_suite(config.env) as suite:
        whole = tasks_of(suite, config.env.name, config.eval.split, "eval.split")
        source = split_source(suite, config.eval.split)
        tasks, labels = whole[: config.eval.limit], type_labels(suite)  # may fail, so before anything is played
        tell_source(console, config.env.name, config.eval.split, source)
        # After the tasks: a split that is not there is told before weights are loaded.
        with (
            opened_library(config, mode, library_path) as library,
            opened_policy(config, model, answers) as policy,
        ):
            # Hashed and looked at before anything is played: a growing library changes under way.
            read = None if library is None or mode == "fresh" else library_hash(library)
            foreign = "" if library is None else foreign_skills(library.skills(), tasks, config.env.name)
            card, costs = provenance(config, profile, policy.sha256, read), dict[str, TokenCost]()
            recipe = measured(recipe_for(own, mode), costs)
            # The same player as in training; the recipe, the temperature and retrieval differ.
            settings = evaluation_settings(config, config.eval.temperature, grows=mode in GROWING)
            # Weights that nobody can name may be others next time; a server's answers are kept one by one.
            kept = kept if policy.sha256 is not None and is_known(config) else None
            streak, rows = _streak(config, own, answers, kept), policy.concurrency
            roller = Roller(suite.make, policy.engine, recipe, profile, settings, concurrency=rows, streak=streak)
            work = _Work(config, suite, roller, tasks, library, mode, repeats, costs, kept)
            trials, rounds = _play(work, own.trials, [card, policy.model, source], console)
            played = Played(
                config=config,
                name=policy.name,
                model=policy.model,
                checkpoint_step=policy.step,
                mode=mode,
                uses_library=has_library,
                tasks=tasks,
                is_whole_split=len(tasks) == len(whole),
                repeats=repeats,
                rounds=rounds,
                costs=costs,
                library_size=len(library) if library is not None else 0,
                card=card,
                type_labels=labels,
                split_source=source,
                trained_on=None if policy.step is None else trained_on(model),
                trials=trials,
                foreign=foreign,
            )
            return _with_usage(result(played), policy.engine)


def _streak(config: Skill1Config, recipe: Recipe, answers: Path | None, kept: Kept | None) -> Streak:
    # Of several trials only a server's answers are kept; see `_play`.
    is_kept = answers is not None or (kept is not None and recipe.trials == 1)
    # Where nothing is kept, all would be lost over an outage of a few minutes.
    limit = config.eval.errors_in_a_row if is_kept else 0
    told = "What was played is kept: the same command resumes."
    # DataError: of several environments, the others can still be played.
    return Streak(limit, config.env.name, key="eval.errors_in_a_row", kept=told, error=DataError)


def _require_playable(config: Skill1Config, repeats: int) -> None:
    if repeats < 1:
        raise ConfigError(f"repeats = {repeats} cannot be used; expected at least 1.")
    if config.endpoint.url is None:
        require_packages("local", "playing with a model on this machine", "torch")
    if is_mixture(config.env):
        raise ConfigError(
            f"an evaluation plays one environment, but this configuration has {config.env.name}. Give one with "
            f"--env.name {member_names(config.env.name)[0]}, or take member_config(config, name) for each."
        )


@dataclass(frozen=True)
class EvaluatedPolicy:
    """Who answers, how many episodes at once, and what to call it in the result."""

    engine: Any
    concurrency: int
    name: str
    model: str
    step: int | None
    sha256: str | None


@contextlib.contextmanager
def opened_policy(config: Skill1Config, model: str, answers: Path | None = None) -> Iterator[EvaluatedPolicy]:
    """Who answers under a configuration: the model, the server or the command that it names.

    ``answers``: file that keeps what the server answers.
    """
    if config.endpoint.url is None:
        local = _local_policy(config, model)
        with contextlib.closing(local.engine):
            yield local
        return
    if config.endpoint.url.startswith(COMMAND):
        commanded = _commanded_policy(config)
        with contextlib.closing(commanded.engine):
            yield commanded
        return
    from skill1.policy.endpoint import open_endpoint

    # The server's limit holds, however many episodes are asked for at once.
    concurrency = min(config.eval.batch_size or config.endpoint.concurrency, config.endpoint.concurrency)
    with contextlib.closing(open_endpoint(config.endpoint)) as engine, _keeping(engine, answers):
        name = str(config.endpoint.model)
        yield EvaluatedPolicy(engine, concurrency, name.rpartition("/")[2], name, _served_step(model), None)


@contextlib.contextmanager
def _keeping(engine: Any, answers: Path | None) -> Iterator[None]:
    """Keeps in a file what an engine's server answers; one without any, as after a wrong key, is removed again."""
    if answers is None:
        yield
        return
    ledger = engine.ledger = Ledger(answers)
    ledger.step = 1  # what an earlier evaluation paid for counts once this one uses it
    try:
        yield
    finally:
        is_empty = ledger.is_empty
        ledger.close()
        if is_empty:
            remove_answers(answers)


def _served_step(model: str) -> int | None:
    """The step of a checkpoint without weights: what was trained with a server is its library."""
    has_weights = (Path(model) / "config.json").is_file()
    return None if has_weights else checkpoint_step(model)


def _commanded_policy(config: Skill1Config) -> EvaluatedPolicy:
    """An agent CLI in a scratch folder."""
    engine = CommandPolicy(endpoint_command(config.endpoint))
    name = config.endpoint.model or Path(engine.command.arguments[0]).name
    # Never more at once than the processes allowed.
    concurrency = min(config.eval.batch_size or engine.max_rows, engine.max_rows)
    return EvaluatedPolicy(engine, concurrency, name, f"{COMMAND}{name}", None, None)


def _local_policy(config: Skill1Config, model: str) -> EvaluatedPolicy:
    # Here and not above: servers and commands are evaluated without torch.
    import torch

    from skill1.policy.load import open_policy
    from skill1.policy.tokens import Tokens

    if config.train.threads:
        torch.set_num_threads(config.train.threads)
    concurrency = config.eval.batch_size or config.model.rows
    engine = open_policy(config, model, Tokens.load(model), rows=concurrency)
    return EvaluatedPolicy(
        engine, concurrency, model_name(model), model, checkpoint_step(model), policy_hash(model)
    )


@dataclass(frozen=True)
class _Work:
    """What is played, with what."""

    config: Skill1Config
    suite: Any
    roller: Roller
    tasks: Sequence[Task]
    library: Library | None
    mode: str
    repeats: int
    costs: dict[str, TokenCost]
    kept: Kept | None

    @property
    def grows(self) -> bool:
        """Whether the library does."""
        return self.library is not None and self.mode in GROWING

    @property
    def round_tasks(self) -> int:
        """A library that does not grow has nothing to wait for between rounds: one round holds all."""
        return self.config.eval.round_tasks if self.grows else len(self.tasks)


def _played_before(work: _Work, facts: Sequence[object], console) -> dict[str, Episode]:
    """Episodes by id that had ended when the same evaluation, of equal facts, was cut off; their costs are noted."""
    if work.kept is None:
        return {}
    # Besides ``facts`` (card, model, split) all that decides which episodes there are, and how they end.
    tasks, data = [asdict(task) for task in work.tasks], data_files(work.config.env)
    size, found = work.round_tasks * work.repeats, {}
    for episode, cost in work.kept.find(identity_of(*facts, data, work.mode, work.repeats, tasks)):
        # Behind a round with an error, which is played again, later rounds were played with another library.
        if episode.key.task // work.round_tasks <= len(found) // size:
            found[episode.id] = episode
            work.costs[episode.id] = cost
    if found:
        total = len(work.tasks) * work.repeats
        tell(
            console,
            f"{len(found)} of {total} episodes had been played when this was cut off; it resumes from there",
        )
    return found


def _play(work: _Work, trials: int, facts: Sequence[object], console) -> tuple[Trials | None, list[Round]]:
    """All that is to be played; trials are None for a method that has one of each task."""
    if trials > 1:
        # Nothing is resumed: what the policy wrote about the trials so far is only in the memory of this process.
        return _play_trials(work, trials, console)
    known = _played_before(work, facts, console)
    try:
        return None, _play_rounds(work, known, console)
    except DataError:
        # Too many errors in a row: what had ended well is to be resumed from, also the last half a minute's.
        if work.kept is not None:
            work.kept.save()
        raise


def _play_trials(work: _Work, limit: int, console) -> tuple[Trials, list[Round]]:
    """Of a method that tries a task again: all trials, and the last ones as one round."""
    config = work.config
    with Progress(f"eval {config.eval.split} ({work.mode}), trial", limit, console) as progress:
        trials = play_trials(
            work.roller,
            work.tasks,
            limit,
            work.costs,
            seed=config.seed,
            repeats=work.repeats,
            progress=progress,
        )
    return trials, [Round(trials.last, _figures(work.suite, trials.groups(work.tasks, work.repeats), None))]


def _play_rounds(work: _Work, known: Mapping[str, Episode], console) -> list[Round]:
    """Play the split round by round; a growing library takes in each round before the next begins."""
    size = work.round_tasks
    starts = range(0, len(work.tasks), size)
    first_step = _first_step(work.library)
    rounds, won, errors = [], [episode.success for episode in known.values()], 0
    title = f"eval {work.config.eval.split} ({work.mode}), episode"
    with Progress(title, len(work.tasks) * work.repeats, console, start=len(known)) as progress:

        def ended(episode: Episode) -> None:
            # By episode, not by round: without a growing library one round holds all, and may take long.
            nonlocal errors
            errors += not episode.ok
            if episode.ok:
                won.append(episode.success)
                if work.kept is not None:
                    work.kept.note(episode, work.costs[episode.id])
            # Or a server that has gone would show only when all is played.
            progress.advance(
                success="–" if not won else sum(won) / len(won), **({"errors": errors} if errors else {})
            )

        for number, start in enumerate(starts):
            groups = work.roller.play_groups(
                work.tasks[start : start + size],
                work.library,
                seed=work.config.seed,
                # The same in every round, with tasks counted over the split: draws follow from task and repeat.
                step=0,
                group_size=work.repeats,
                first_task=start,
                on_end=ended,
                known=known,
            )
            episodes = [episode for group in groups for episode in group.episodes]
            # Before the commit: the figures are of the library as this round was played with it.
            played = Round(episodes, _figures(work.suite, groups, work.library))
            if work.grows:
                report = work.library.commit(episodes, step=first_step + number, policy_version=0)
                played = replace(played, taken_in=report.added + report.merged)
            rounds.append(played)
    return rounds


def _first_step(library: Library | None) -> int:
    """A library continues after its last commit, so that ages (``library.protect_steps``) and events stay true."""
    commits = library.commits() if library is not None else ()
    return commits[-1].step + 1 if commits else 0


def _figures(suite, groups: Sequence[Group], library: Library | None) -> dict[str, float]:
    wanted = ("outcome/turns", "prompt/skill_tokens_added", "tokens/generated", "select/none_share")
    figures = episode_metrics(groups)
    return {key: figures[key] for key in wanted if key in figures} | oracle_metrics(suite, groups, library)


def counted(engine: Any) -> Account | None:
    """What a server or an agent's command line has counted so far; None for a model that is here."""
    return getattr(engine, "usage", getattr(engine, "account", None))


def _with_usage(found: dict[str, object], engine: Any) -> dict[str, object]:
    """Of an endpoint also the tokens its server, or the agent, counted; the others are then estimates."""
    usage, ledger = counted(engine), getattr(engine, "ledger", None)
    if usage is None:
        return found
    if ledger is not None and (kept := ledger.found.calls):
        told = f"{kept} of {usage.calls} answers were kept from an earlier evaluation that was cut off."
        found = found | {"warnings": [*found["warnings"], told]}
    of_it = {name: getattr(usage, name) for name in ("prompt_tokens", "completion_tokens", "unreported")}
    return found | {"tokens": {**found["tokens"], "server_counted": {"answers": usage.calls, **of_it}}}


def recipe_for(recipe: Recipe, mode: str) -> Recipe:
    """What the method does around acting under a mode."""
    # Else every episode would pay for writing a skill that nobody keeps.
    own = recipe if mode in GROWING else without_writing(recipe)
    return replace(own, before=draw_skill) if mode == "random" else own


@contextlib.contextmanager
def opened_library(config: Skill1Config, mode: str, path: str | None) -> Iterator[Library | None]:
    """The library of a mode, a copy in memory: the file itself never changes. None for ``none``.

    ``frozen``: the run's, read-only. ``fresh``: starts empty and grows. ``online``: starts from the run's and grows.
    ``random``: the run's, read-only, and every episode is handed a skill drawn blindly.

    Args:
        path: a library, or skills in any format of :mod:`skill1.library.formats.exchange`.

    Raises:
        ConfigError: the mode needs a library and there is none.
        LibraryError, DataError: the file is no library and holds no skills.
        CheckpointError: it is not as its checkpoint was written.
    """
    if mode == "none":
        yield None
        return
    if mode != "fresh" and path is None:
        raise ConfigError(
            f"--library {mode} needs the library of a run, but none was found. Give a run directory that was trained "
            "with a library, or --library-file F, or use --library none or fresh."
        )
    options = options_of(config)
    if mode == "fresh":
        with Library.in_memory(config.library, **options) as library:
            # Or an encoder that is not there would be met when the first round has been played, at its commit.
            library.prepare()
            yield library
        return
    # Its hash is compared if it is a checkpoint's; any other file is taken as it is.
    require_undamaged([Path(path)])
    with start_in_memory(path, config.library, env=config.env.name, **options) as library:
        yield library
