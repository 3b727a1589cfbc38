"""A world from nothing to a table: cold start, Skill1 and its baseline with one budget, evaluation of both.

Every part leaves its result in the runs folder and is found again, so a killed quickstart resumes where it was and a
finished one only prints its table.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from skill1.config import TINY, Skill1Config
from skill1.config.files import config_names
from skill1.config.load import load_config, parse_overrides, picked_overrides
from skill1.config.method import make_recipe
from skill1.config.save import flat_values
from skill1.config.unread import require_reader
from skill1.errors import CheckpointError, ConfigError, RunInUseError, quoted
from skill1.evaluate.arms import read_eval
from skill1.evaluate.compare import compare_results
from skill1.evaluate.storage import EVAL_FOLDER, Contestant, evaluate_once
from skill1.models.files import file_hash
from skill1.models.hub import require_model
from skill1.recipes.cold_start import ColdStart
from skill1.recipes.table import print_summary
from skill1.recipes.worlds import METHODS, Games, World
from skill1.run.directory import RunState, prepare_run_dir, read_manifest, update_manifest
from skill1.run.disk import refuse_if_written, write_json_atomic
from skill1.train.preflight import check_before_a_run

PASS_TOKENS = 1024  # of the pass by which it is told how long all takes
PRESETS = "presets/"  # the folder of configurations that are no world's
# Keys that would make the comparison another one, with what to type instead.
DECIDED_HERE = {
    "method": "--method M trains one method alone",
    "backend": "skill1 train --config CONFIG --backend verl trains on a cluster",
    "seed": "--seed is an option of its own",
    "run_dir": "--runs-dir names the folder of both runs",
    "env.name": "skill1 train --env NAME trains on another environment",
    "model.path": "skill1 train --model.path MODEL trains any other model",
    "eval.split": "skill1 eval RUN --split S evaluates another split",
    "eval.library": "skill1 eval RUN --library L evaluates with another library",
}


def quickstart(
    world: World,
    *,
    seed: int = 0,
    smoke: bool = False,
    fresh: bool = False,
    runs_dir: Path | str = Path("runs"),
    overrides: Sequence[str] = (),
    console=None,
) -> dict[str, object]:
    """Cold-start, train and evaluate Skill1 and GRPO without a library; returns what the table shows, JSON-ready.

    Args:
        world: where; ``skill1.recipes.worlds.world_of`` gives them by name.
        seed: root of all randomness: the start weights, demonstrations, training and evaluation.
        smoke: tiny numbers, to try the machinery. Its folders give way to a later real run.
        fresh: start over; what is there moves to ``discarded/``.
        runs_dir: folder of the runs; the summary is written there too.
        overrides: ``["--train.steps", "20"]``, for both runs alike, and for the cold start where they matter to it.
            ``--env.data`` takes the place of games generated here.
        console: rich console for progress and table, or None.

    Raises:
        ConfigError: an override is unknown or decided here, or a folder holds something made with other settings.
        DataError: what games are made from is not installed.
        RunInUseError: another process makes or trains a part of it.
    """
    order = _Order(world, seed, smoke, fresh, Path(runs_dir), tuple(overrides))
    configs = {m: order.config(m) for m in METHODS}  # a wrong override is found before any work
    require_reader("quickstart", list(configs.values()), parse_overrides(overrides))
    _refuse_if_moved_from_under(order)
    _refuse_what_training_would(order, configs)
    # Games first: what they are is among the settings of the cold start.
    notices, games = _games_made(order, console)
    cold_start = order.cold_start(games)
    # Before any run directory is made or moved: what was made with other settings is refused here.
    notices.append(cold_start.check(fresh=fresh))
    states = {
        m: prepare_run_dir(run_path(order.runs_dir, m, world), c, fresh=fresh, smoke=smoke)
        for m, c in configs.items()
    }
    for notice in [*notices, *(state.notice for state in states.values())]:
        _say(console, notice)
    _announce(order, configs["skill1"], cold_start, console)
    stamp = cold_start.make(console)
    summaries = {m: _train(states[m], configs[m], console) for m in METHODS}
    contestants = {m: _trained(states[m].path, configs[m]) for m in METHODS}
    start = cold_start.folder
    contestants["cold_start"] = Contestant(configs["skill1"], str(start), start, str(stamp["files"]))
    evaluations = _evaluate(world, contestants, console)
    result = order.typed | {"cold_start": stamp} | _summary(order, summaries, evaluations, stamp)
    result |= _compared(world, contestants, evaluations)
    write_json_atomic(order.runs_dir / world.summary_file, result)
    if console is not None:
        print_summary(result, console, world)
    return result


def train_method(
    world: World,
    method: str,
    *,
    seed: int = 0,
    smoke: bool = False,
    fresh: bool = False,
    runs_dir: Path | str = Path("runs"),
    overrides: Sequence[str] = (),
    console=None,
) -> dict[str, object]:
    """Train one method on the cold start of :func:`quickstart`, which is made if it is missing.

    Returns:
        ``{"state": whether the run was there, "run_dir": its folder, **its summary}``.

    Raises:
        ConfigError: as :func:`quickstart`; the world has no configuration of the method, or it trains nothing.
        LibraryError, DataError: ``library.init`` cannot be used, or what games are made from is not installed.
    """
    # Its --fresh is about its own run alone: other methods share the games and the cold start.
    again = "--fresh without --method"
    order = _Order(world, seed, smoke, False, Path(runs_dir), tuple(overrides), again)
    config, path = order.single(method), run_path(order.runs_dir, method, world)
    require_reader("quickstart", [config], parse_overrides(overrides))
    check_before_a_run(_with_stand_in(config, world), path, fresh=fresh)
    notices, games = _games_made(order, console)
    cold_start = order.cold_start(games)
    notices.append(cold_start.check())
    state = prepare_run_dir(path, config, fresh=fresh, smoke=smoke)
    for notice in [*notices, state.notice]:
        _say(console, notice)
    # A finished run needs no weights to begin with.
    if state.kind != "finished":
        _say(console, f"cold start in {cold_start.folder}")
        cold_start.make(console)
    return {"state": state.kind, **_train(state, config, console), "run_dir": str(path)}


def _refuse_if_moved_from_under(order: _Order) -> None:
    """Before anything moves: another quickstart may train one of the runs, and needs the cold start in the end."""
    if order.fresh:
        for method in METHODS:
            refuse_if_written(run_path(order.runs_dir, method, order.world))


def _refuse_what_training_would(order: _Order, configs: Mapping[str, Skill1Config]) -> None:
    """Before anything is moved aside, or a cold start is taught."""
    for method, config in configs.items():
        path = run_path(order.runs_dir, method, order.world)
        check_before_a_run(_with_stand_in(config, order.world), path, fresh=order.fresh)


def _with_stand_in(config: Skill1Config, world: World) -> Skill1Config:
    """The cold start may be made yet: everything but the model is checked before that takes its minutes."""
    return replace(config, model=replace(config.model, path=world.model or TINY))


@dataclass(frozen=True)
class _Order:
    """What was asked for, and what follows from it before any work."""

    world: World
    seed: int
    smoke: bool
    fresh: bool
    runs_dir: Path
    overrides: tuple[str, ...]
    again: str = "--fresh"  # what makes the games and the cold start again when it is typed

    def __post_init__(self) -> None:
        """Raises ``ConfigError`` for an override that is decided here, or is none."""
        for key, instead in DECIDED_HERE.items():
            if key in parse_overrides(self.overrides):
                raise ConfigError(f"the quickstart decides `{key}` itself; {instead}.")

    @property
    def typed(self) -> dict[str, object]:
        """As the summary has it."""
        places = {"runs_dir": str(self.runs_dir), "overrides": list(self.overrides)}
        return {"seed": self.seed, "smoke": self.smoke} | places

    @property
    def games(self) -> Games | None:
        """The games to generate, unless the world has none or others are given."""
        if self.world.games is None or parse_overrides(self.overrides).get("env.data"):
            return None
        folder = self.runs_dir / self.world.games_folder
        return Games(folder, self.world, smoke=self.smoke, again=self.again)

    @property
    def _data(self) -> list[str]:
        return [f"--env.data={self.games.folder}"] if self.games else []

    def config(self, method: str) -> Skill1Config:
        # A world has one smoke configuration, for both methods.
        return self._loaded("smoke" if self.smoke else method, f"--method={method}")

    def single(self, method: str) -> Skill1Config:
        """The configuration of a method that is trained alone. Raises ``ConfigError`` if the world has none."""
        if method not in (known := _methods_of(self.world)):
            raise ConfigError(f"--method {method!r} cannot be used here; expected one of: {', '.join(known)}.")
        # As in the comparison, whose run it may meet in the folder.
        return self.config(method) if method in METHODS else self._loaded(method, *self._smoke_values())

    def _loaded(self, name: str, *decided: str) -> Skill1Config:
        model = self.runs_dir / self.world.cold_start_folder
        own = [f"--seed={self.seed}", f"--model.path={model}", *self._data]
        # What the user typed comes last and wins. What nobody may type was refused before.
        return load_config(f"{self.world.configs}/{name}", [*decided, *own, *self.overrides])

    def _smoke_values(self) -> list[str]:
        """What the smoke configuration changes of Skill1's."""
        if not self.smoke:
            return []
        # Only what differs: for the rest the method's own configuration may have other values.
        usual, small = (flat_values(load_config(f"{self.world.configs}/{name}")) for name in ("skill1", "smoke"))
        return [f"--{key}={value}" for key, value in small.items() if value != usual[key]]

    def cold_start(self, games: str | None) -> ColdStart:
        """``games``: hash of the generated ones, if any."""
        # Without the start library: the cold start makes its own.
        own = picked_overrides(self.overrides, lambda key: key != "library.init")
        folder = self.runs_dir / self.world.cold_start_folder
        options = {"seed": self.seed, "smoke": self.smoke, "games": games, "again": self.again}
        return ColdStart(folder, self.world, overrides=[*self._data, *own], **options)


def _announce(order: _Order, config: Skill1Config, cold_start: ColdStart, console) -> None:
    """Where the cold start will be, and of a whole run that begins how long it takes."""
    if console is not None and not order.smoke and not cold_start.folder.exists():
        _say(console, _duration(order.world, config))
    _say(console, f"cold start in {cold_start.folder}")


def _duration(world: World, config: Skill1Config) -> str:
    """How long all of it takes here, by a pass of the model; nothing where that was not measured, as on a GPU."""
    if world.model is None or world.passes is None:
        return ""
    # They import torch, which printing a finished table does not need.
    import torch

    from skill1.policy.load import load_model, pick_device

    if pick_device(config.model.device).type != "cpu":
        return ""
    if config.train.threads:
        torch.set_num_threads(config.train.threads)
    require_model(world.model)
    reader = load_model(replace(config.model, path=world.model)).base_model
    seconds = []
    with torch.inference_mode():
        for _ in range(3):  # the first one makes room
            began = time.perf_counter()
            reader(input_ids=torch.zeros(1, PASS_TOKENS, dtype=torch.long))
            seconds.append(time.perf_counter() - began)
    # The shortest: other work on the machine only makes a pass longer.
    hours = world.passes * min(seconds) / 3600
    return (
        f"the whole quickstart takes about {hours:.1f} hours here if nothing else runs; if stopped, it can resume"
    )


def _games_made(order: _Order, console) -> tuple[list[str], str | None]:
    """Notices about what was moved aside, and the hash of the games, if the world has its own."""
    games = order.games
    if games is None:
        return [], None
    return [games.check(fresh=order.fresh)], games.make(console)


def run_path(runs_dir: Path, method: str, world: World) -> Path:
    """``<runs_dir>/<world>-<method>``."""
    return runs_dir / f"{world.label}-{method}"


def _methods_of(world: World) -> list[str]:
    """What the world's configurations are named after: a method that learns, GRPO's other credit, or a preset."""
    configs = {
        name.rpartition("/")[2]: name for name in config_names() if name.rpartition("/")[0] == world.configs
    }
    loaded = {short: load_config(name) for short, name in sorted(configs.items())}
    presets = {name.rpartition("/")[2] for name in config_names() if name.startswith(PRESETS)}
    # The folder holds other configurations as well, such as those of cold starts and the smoke run.
    named = {s: c for s, c in loaded.items() if s in (c.method, c.credit.utilisation, *presets)}
    # Prompting alone has nothing to train.
    return [short for short, config in named.items() if make_recipe(config).learns]


def _train(state: RunState, config: Skill1Config, console) -> dict[str, object]:
    """Train what is missing; the run's summary. Seconds add up over the processes that took part."""
    if state.kind == "finished":
        return dict(state.manifest["summary"])
    from skill1.train.trainer import Skill1Trainer  # imports torch, which printing a finished table does not need

    _say(console, f"training {config.method} in {state.path}")
    started = time.perf_counter(), time.process_time()
    try:
        summary = Skill1Trainer(config, state.path, console=console).train()
    except RunInUseError:
        raise  # the manifest is another process's
    # After an interrupt, too: the cost in the table is that of all processes that took part.
    except BaseException:
        _add_seconds(state.path, *started)
        raise
    _add_seconds(state.path, *started)
    return summary


def _add_seconds(run_dir: Path, wall_start: float, cpu_start: float) -> None:
    # Read now, for the trainer has written to the manifest since the start.
    before = read_manifest(run_dir).get("seconds") or {"wall_s": 0.0, "cpu_s": 0.0}
    seconds = {
        "wall_s": before["wall_s"] + time.perf_counter() - wall_start,
        "cpu_s": before["cpu_s"] + time.process_time() - cpu_start,
    }
    update_manifest(run_dir, seconds=seconds)


def _trained(run_dir: Path, config: Skill1Config) -> Contestant:
    """The last checkpoint of a finished run; its own manifest names every file's hash."""
    checkpoint = run_dir / "checkpoints" / f"step_{config.train.steps:06d}"
    manifest = checkpoint / "MANIFEST.json"
    if not manifest.is_file():
        raise CheckpointError(f"{run_dir} is finished, but {checkpoint} is gone. Type --fresh to start over.")
    return Contestant(config, str(checkpoint), run_dir, file_hash(manifest))


def _evaluate(world: World, contestants: Mapping[str, Contestant], console) -> dict[str, dict[str, object]]:
    """``<who>/<split>-<library>`` → result, for every evaluation of the world."""
    results = {}
    for who, split, library in world.evaluations:
        _say(console, f"evaluating {who} on {split}, library {library}")
        results[f"{who}/{split}-{library}"] = evaluate_once(contestants[who], split, library, console)
    return results


def _summary(
    order: _Order, summaries: Mapping[str, Mapping], evaluations: Mapping[str, Mapping], stamp: Mapping
) -> dict[str, object]:
    """What the table shows, and what to type next."""
    world, runs_dir = order.world, order.runs_dir
    # What was found again counts with the seconds that it took when it was made.
    seconds = [stamp, *(read_manifest(run_path(runs_dir, m, world)).get("seconds", {}) for m in METHODS)]
    seconds += evaluations.values()
    rounds = evaluations[f"skill1/{world.heldout}-fresh"]["rounds"]
    run = quoted(run_path(runs_dir, "skill1", world))
    return {
        "runs": summaries,
        "evaluations": {name: _brief(result) for name, result in evaluations.items()},
        "fresh_rounds": [r["success_rate"] for r in rounds],
        "cpu_minutes": sum(s.get("cpu_s", 0.0) for s in seconds) / 60,
        "wall_minutes": sum(s.get("wall_s", 0.0) for s in seconds) / 60,
        "next": {
            f"skill1 rollout {run}": "shows one episode, stage by stage, with its credit",
            f"skill1 library list {run}": "lists the skills it has written",
            f"skill1 eval {run} --split {world.heldout} --library online": "plays held-out tasks as its library grows",
        },
    }


def _compared(
    world: World, contestants: Mapping[str, Contestant], evaluations: Mapping[str, Mapping]
) -> dict[str, object]:
    """Success by task type, and paired differences with 95 % intervals over tasks (``skill1.evaluate.compare``).

    Nothing where the world asks for no difference.
    """
    if not world.differences:
        return {}
    return {
        "type_labels": evaluations[world.differences[0][0]]["type_labels"],
        "by_type": {
            name: {
                type_: {key: figures[key] for key in ("success_rate", "interval_95", "tasks")}
                for type_, figures in result["by_type"].items()
            }
            for name, result in evaluations.items()
        },
        "differences": [_difference(contestants, *pair) for pair in world.differences],
    }


def _difference(contestants: Mapping[str, Contestant], arm: str, baseline: str) -> dict[str, object]:
    """``files`` are the two results that were compared, the baseline's first."""
    files = [_stored(contestants, name) for name in (baseline, arm)]
    (pair,) = compare_results([read_eval(file) for file in files])["pairs"]
    figures = ("tasks", "mean", "baseline_mean", "difference", "interval_95", "permutation_p")
    return {"arm": arm, "baseline": baseline, "files": [*map(str, files)]} | {key: pair[key] for key in figures}


def _stored(contestants: Mapping[str, Contestant], name: str) -> Path:
    who, _, evaluation = name.partition("/")
    return contestants[who].folder / EVAL_FOLDER / f"{evaluation}.json"


def _brief(result: Mapping[str, object]) -> dict[str, object]:
    """The figures of one evaluation without its rounds and types; they are in the file beside the run."""
    keys = ("success_rate", "interval_95", "episodes", "tasks", "is_whole_split", "errors", "library_size")
    return {key: result[key] for key in keys} | {"last_rounds": result["last_rounds"], "cpu_s": result["cpu_s"]}


def _say(console, text: str) -> None:
    if console is not None and text:
        console.print(text, markup=False, style="dim")
