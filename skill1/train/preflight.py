"""What can be refused before there is a run directory that belongs to a mistake: one list for every way to train.

Loads no weights of a policy, asks no server and imports no torch, unless a GPU is asked for, or an encoder comes from
a package or has to be downloaded.
"""

from __future__ import annotations

import importlib.util
import os
from dataclasses import replace
from pathlib import Path

from skill1.agent.player import Recipe
from skill1.agent.profile import Profile, configured_profile
from skill1.config import TINY, CreditConfig, Skill1Config
from skill1.config.method import declared, make_recipe, uses_library
from skill1.credit.rules import DISTILLATION, SELECTION, UTILISATION, Utilisation
from skill1.errors import ConfigError, DataError, require_packages
from skill1.library.dense import require_faiss
from skill1.library.encoder import ENCODERS, make_encoder
from skill1.library.formats.exchange import require_start
from skill1.library.sentence_encoder import BUNDLED_MODEL
from skill1.models.hub import is_downloaded, is_named, require_start_model
from skill1.run.directory import CHECKPOINTS_FOLDER, is_begun, is_finished
from skill1.run.locate import LIBRARY_FILE
from skill1.run.loggers import check_loggers
from skill1.train.frozen import is_served, require_servable
from skill1.train.records import check_spelling


def check_before_a_run(
    config: Skill1Config, run_dir: Path, *, fresh: bool = False, checkpoint: Path | None = None
) -> Profile:
    """Refuse what would end the run in ``run_dir`` before its first step; returns the prompts it will use.

    Args:
        fresh: what is in ``run_dir`` will move aside.
        checkpoint: where a fork begins; default: the run's own, or the start weights and ``library.init``.

    Raises:
        PromptError, ConfigError: prompts, loggers, ``train.best_metric`` or ``model.device`` cannot be used, or
            the method refuses its own settings.
        DataError: there is no start model, or nothing for the KL term to compare with.
        LibraryError: ``library.init`` is no library and no file of skills, or ``library.encoder`` cannot be loaded.
        MissingExtraError: weights, a logger, the encoder or retrieval need a package that is not installed.
    """
    _require_learning(config)
    if fresh:
        _require_elsewhere(config, run_dir)
    # Where weights and library will come from: the start, the run's own checkpoint, or another run's.
    begins = checkpoint is None and (fresh or not _has_checkpoints(run_dir))
    # A resumed run has the library of its checkpoint; a fork that of the run it leaves, if that had one.
    has_library = not begins if checkpoint is None else (checkpoint / LIBRARY_FILE).is_file()
    if not has_library and config.library.init is None:
        _require_no_bank(config)
    if is_served(config):
        require_servable(config)
    else:
        _require_device(config)
    profile = configured_profile(config)
    check_loggers(config)
    if config.train.keep_best:
        check_spelling(config.train.best_metric)
    # A finished run only prints its table, for which it needs neither model nor encoder.
    if not fresh and is_begun(run_dir) and is_finished(run_dir):
        return profile
    # Otherwise the weights are those of a checkpoint.
    if not is_served(config):
        if begins:
            require_start_model(config)
        else:
            _require_reference(config)
    if uses_library(config):
        _require_encoder(config.library.encoder)
        # Opened or read to the end here, not only once the weights are loaded.
        if not has_library and config.library.init is not None and not require_start(config.library.init):
            _require_no_bank(config)
    # A resumed run has the settings that it began with; a fork may have others.
    if begins or checkpoint is not None:
        declared(config.method).check(_as_begun(config, checkpoint if has_library else None))
    # Before FAISS, whose extra is a smaller one: with that alone the same command would stop again.
    if config.backend == "local" and not is_served(config):
        require_packages("local", "training weights here", "torch")
    if uses_library(config):
        require_faiss(config.library.index)
    return profile


def _require_learning(config: Skill1Config) -> None:
    recipe = make_recipe(config)
    # Of a package's method: its function may lack a ``return``.
    if not isinstance(recipe, Recipe):
        raise ConfigError(
            f"method {config.method} makes a {type(recipe).__name__}; expected a skill1.agent.player.Recipe."
        )
    if not recipe.learns:
        raise ConfigError(
            f"method {config.method} trains nothing. Type: skill1 eval MODEL --env {config.env.name} "
            f"--method {config.method}"
        )
    if recipe.credit is not None:
        _require_rules(config.credit)


def _require_rules(config: CreditConfig) -> None:
    """Raises ``ConfigError`` for what cannot be a rule: it would show only once the first step is played."""
    for family, name, kind in (
        (UTILISATION, config.utilisation, "a skill1.credit.rules.Utilisation"),
        (SELECTION, config.selection, "a function of facts and config"),
        (DISTILLATION, config.distillation, "a function of facts and config"),
    ):
        rule = family.load(name)
        if not (isinstance(rule, Utilisation) if family is UTILISATION else callable(rule)):
            raise ConfigError(f"'{name}' of {family.group} is a {type(rule).__name__}; expected {kind}.")


def _as_begun(config: Skill1Config, checkpoint: Path | None) -> Skill1Config:
    """With the library that a fork takes over as its start: nothing is needed that would make another."""
    if checkpoint is None:
        return config
    return replace(config, library=replace(config.library, init=str(checkpoint / LIBRARY_FILE)))


def _has_checkpoints(run_dir: Path) -> bool:
    """By name alone: whether one is whole takes long to tell, and is told at the start."""
    kept = run_dir / CHECKPOINTS_FOLDER
    return os.path.isdir(kept) and any(kept.glob("step_*"))


def _require_elsewhere(config: Skill1Config, run_dir: Path) -> None:
    """The directory moves before anything in it is read: the run would look for what it begins with in vain."""
    named = {
        "model.path": config.model.path,
        "model.reference": config.model.reference,
        "library.init": config.library.init,
    }
    for key, value in named.items():
        # There at all: a name of the hub, or `tiny`, is no path.
        if value and Path(value).exists() and Path(value).resolve().is_relative_to(run_dir.resolve()):
            raise ConfigError(
                f"--fresh would move {run_dir} aside, and {key} = {value!r} with it. Type another --run-dir, or copy "
                "that elsewhere and name the copy."
            )


def _require_device(config: Skill1Config) -> None:
    """Asks torch only where there may be no such device; a cluster's are not this machine's."""
    if config.backend == "local" and config.model.device not in ("auto", "cpu"):
        from skill1.policy.load import pick_device

        pick_device(config.model.device)


def _require_reference(config: Skill1Config) -> None:
    """What is needed though the weights are those of a checkpoint: what the KL term compares with, verl's model."""
    method, path = declared(config.method), config.model.reference or config.model.path
    is_made = not config.model.reference and (path == TINY or method.begins_with_sft(config))  # in the run itself
    if is_made or is_named(path):
        return
    where = "" if Path(path).is_absolute() else ", type the same in the folder where the run began"
    # Whatever the KL term: each process makes the model anew, and then puts the checkpoint's weights into it.
    if config.backend == "verl":
        raise DataError(
            f"There is no model folder '{path}', from which verl builds the model before it loads the checkpoint. Put "
            f"it back{where}; or start a new run with what this one has learnt: --model.path CHECKPOINT --run-dir NEW"
        )
    if config.loss.kl_coefficient and method.trains_weights:
        raise DataError(
            f"There is no model folder '{path}', whose weights the KL term (loss.kl_coefficient) compares with. Put it "
            f"back{where}; or fork the run, with --model.reference FOLDER or --loss.kl_coefficient 0."
        )


def _require_no_bank(config: Skill1Config) -> None:
    """Refuse a method that reads skills nobody writes, and an empty library that stays empty."""
    start = config.library.init
    lacks = "without library.init" if start is None else f"{start} holds no active skill, and so"
    command = "Type --library.init FILE, a library such as RUN/library.sqlite, or a file of skills."
    if declared(config.method).needs_bank:
        raise ConfigError(
            f"method {config.method} reads skills but writes none; {lacks} it would be grpo. {command}"
        )
    if uses_library(config) and config.library.frozen:
        raise ConfigError(
            f"library.frozen = True leaves the library as it is; {lacks} it would stay empty. {command}"
        )
    if uses_library(config) and declared(config.method).writes_skills and config.agent.distillation == "off":
        raise ConfigError(
            f"agent.distillation = off adds no skill to the library; {lacks} it would stay empty. {command}"
        )


def _require_encoder(name: str) -> None:
    """Ask for its vectors only where it may be missing: that downloads it, or says what to type."""
    if name in ENCODERS:
        # A package's may give what cannot be searched, which would show with the first skill, perhaps hours later.
        make_encoder(name).encode(["looked at"])
    elif not _is_at_hand(name):
        _ = make_encoder(name).dimensions


def _is_at_hand(name: str) -> bool:
    # Looked for, not imported: that would load torch.
    if importlib.util.find_spec("sentence_transformers") is None:
        return False
    if name == BUNDLED_MODEL:
        return importlib.util.find_spec(BUNDLED_MODEL.replace("-", "_")) is not None
    # A bare name is one of sentence-transformers' own models, as that package has it.
    return Path(name).is_dir() or is_downloaded(name if "/" in name else f"sentence-transformers/{name}")
