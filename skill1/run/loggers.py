"""Sends metric rows to experiment loggers by name. ``metrics.jsonl`` stays the record; these are views of it.

Every logger calls the run by its directory's name, gets the resolved configuration (never an environment variable)
and takes ``row["step"]`` as the step. One that fails in the middle of a run is warned about once and left out: it
never ends a run. What each can do after a resume is in docs/how-to/watch-a-run.md.
"""

from __future__ import annotations

import contextlib
import importlib.util
import json
import logging
import math
import os
import re
import uuid
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from skill1.config import Skill1Config
from skill1.config.keys import nearest_key
from skill1.config.save import config_to_dict, config_to_yaml
from skill1.errors import ConfigError, MissingExtraError, content_of
from skill1.run.disk import write_atomically

STATE_FILE = "loggers.json"
FINISH_TIMEOUT_S = 120.0  # W&B would wait for its service without end; what is not sent stays in RUN/wandb
TRACKIO_REMOTES = ("TRACKIO_SPACE_ID", "TRACKIO_SERVER_URL")  # trackio leaves the machine when one of these is set
logger = logging.getLogger(__name__)


class Backend(Protocol):
    """One logger of one run."""

    def log(self, step: int, figures: Mapping[str, float]) -> None: ...

    def close(self) -> None: ...


class Run(NamedTuple):
    """What a back end is opened with."""

    config: Skill1Config
    folder: Path
    name: str  # of the run directory
    id: str  # the same after a resume, different for every run
    resumed_step: int  # completed steps
    is_resumed: bool  # rows of it were sent before


class Loggers:
    """The open loggers of a run. ``log`` and ``close`` never raise what a back end raises."""

    def __init__(self, backends: Mapping[str, Backend], folder: Path, state: Mapping[str, Any]) -> None:
        self._backends, self._folder, self._state = dict(backends), folder, dict(state)

    @property
    def names(self) -> tuple[str, ...]:
        """Those still in use."""
        return tuple(self._backends)

    def log(self, row: Mapping[str, float | None]) -> None:
        """Send one metrics row; ``row["step"]`` is the step, absent figures and those not finite are left out.

        After a resume rows come again that were sent before. TensorBoard has forgotten them by then; the others
        cannot, so what they have already is not sent twice.
        """
        if not self._backends:
            return
        step = int(row["step"] or 0)
        figures = {
            key: float(value)
            for key, value in row.items()
            if key != "step" and value is not None and math.isfinite(value)
        }
        is_new = step > self._state["last_step"]
        for name in self.names:
            if is_new or name in FORGETFUL:
                self._attempt(name, lambda backend: backend.log(step, figures))
        # Noted after sending: a kill in between sends one row twice; the other way round the row would be lost.
        if is_new:
            self._state["last_step"] = step
            _save_state(self._folder, self._state)

    def close(self) -> None:
        """Flush and end all; a second call does nothing."""
        for name in self.names:
            self._attempt(name, lambda backend: backend.close())
        self._backends.clear()

    def _attempt(self, name: str, action: Callable[[Backend], None]) -> None:
        try:
            action(self._backends[name])
        except Exception as error:  # network, disk, another project's fault: none of it is worth a training run
            # `names` is a copy, so the loop over it is not disturbed.
            del self._backends[name]
            logger.warning(_left_out(name, error))


class TensorBoard:
    """Event files in the run directory itself, so that ``tensorboard --logdir runs`` shows the run's own name.

    Written by torch's writer: torch is there whenever something trains, and TensorFlow is not needed.
    """

    def __init__(self, run: Run) -> None:
        from torch.utils.tensorboard import SummaryWriter

        # purge_step: TensorBoard forgets what an earlier session wrote for that step and later ones.
        purge = run.resumed_step + 1 if run.is_resumed else None
        self._writer = SummaryWriter(str(run.folder), purge_step=purge)
        self._writer.add_text("config", f"```\n{config_to_yaml(run.config)}\n```", run.resumed_step)

    def log(self, step: int, figures: Mapping[str, float]) -> None:
        for name, value in figures.items():
            self._writer.add_scalar(name, value, step)
        # At once: of the rows before a checkpoint, what a kill takes is never sent again.
        self._writer.flush()

    def close(self) -> None:
        self._writer.close()


class _Service:
    """What the services have in common: a run of theirs, made by ``__init__``."""

    _run: Any

    def log(self, step: int, figures: Mapping[str, float]) -> None:
        self._run.log(dict(figures), step=step)

    def close(self) -> None:
        self._run.finish()


class WandB(_Service):
    """Weights & Biases; files in RUN/wandb. Source code, the state of git and terminal output stay here."""

    def __init__(self, run: Run) -> None:
        import wandb

        self._run = wandb.init(
            project=run.config.logging.project,
            name=run.name,
            id=run.id,
            # With the same id: a resumed run continues its curves instead of beginning new ones.
            resume="allow",
            config=config_to_dict(run.config),
            dir=str(run.folder),
            mode="offline" if run.config.logging.offline else None,  # else as $WANDB_MODE says
            settings=wandb.Settings(
                console="off",
                disable_git=True,
                disable_code=True,
                save_code=False,
                finish_timeout=FINISH_TIMEOUT_S,
            ),
        )


class Trackio(_Service):
    """Hugging Face's trackio: a local database; a Space only if the user's environment names one."""

    def __init__(self, run: Run) -> None:
        import trackio

        self._run = trackio.init(
            project=run.config.logging.project,
            name=run.name,
            config=config_to_dict(run.config),
            # No id goes with it: a new run must not continue an older one of the same name.
            resume="allow" if run.is_resumed else "never",
            embed=False,
            auto_log_gpu=False,
            auto_log_cpu=False,
        )


class SwanLab(_Service):
    """SwanLab; files in RUN/swanlab. Terminal output and the state of git stay here."""

    def __init__(self, run: Run) -> None:
        import swanlab

        self._run = swanlab.init(
            project=run.config.logging.project,
            name=run.name,
            id=run.id,
            resume="allow",
            config=config_to_dict(run.config),
            log_dir=str(run.folder / "swanlab"),
            mode="offline" if run.config.logging.offline else None,  # else as $SWANLAB_MODE says
            settings=swanlab.Settings(
                interactive=False, terminal={"proxy_type": "none"}, probe={"git": False, "requirements": False}
            ),
        )


BACKENDS: Mapping[str, Callable[[Run], Backend]] = {
    "tensorboard": TensorBoard,
    "wandb": WandB,
    "trackio": Trackio,
    "swanlab": SwanLab,
}
FORGETFUL = ("tensorboard",)  # rows may be sent again: the ones before are forgotten


def logger_names(config: Skill1Config) -> tuple[str, ...]:
    """The names in ``logging.to``, each once, in order.

    Raises:
        ConfigError: one is unknown.
    """
    names = dict.fromkeys(name.strip() for name in config.logging.to.split(",") if name.strip())
    for name in names:
        if name not in BACKENDS:
            nearest = nearest_key(name, list(BACKENDS))
            hint = f" Did you mean `{nearest}`?" if nearest else ""
            raise ConfigError(
                f"logging.to names the logger {name!r}; expected one or more of {', '.join(BACKENDS)}, "
                f"separated by commas.{hint}"
            )
    return tuple(names)


def check_loggers(config: Skill1Config) -> None:
    """Whether the loggers of a configuration can be opened here; imports none of them.

    Raises:
        ConfigError: a name is unknown, or the environment sends elsewhere what ``logging.offline`` keeps here.
        MissingExtraError: a logger's package is not installed.
    """
    names = logger_names(config)
    for name in names:
        found = importlib.util.find_spec(name)
        if found is None or found.origin is None:  # no origin: a folder of that name, such as wandb's own files
            raise MissingExtraError(name, name, f"logging.to = {config.logging.to!r}")
    remote = next((variable for variable in TRACKIO_REMOTES if os.environ.get(variable)), None)
    if config.logging.offline and "trackio" in names and remote:
        raise ConfigError(
            f"logging.offline is true, but the environment variable {remote} makes trackio send data elsewhere. "
            f"Type: unset {remote}"
        )


def open_loggers(config: Skill1Config, run_dir: Path, *, resumed_step: int) -> Loggers:
    """Open every logger of ``logging.to`` for a run that has completed ``resumed_step`` steps (0: a new run).

    One that cannot be opened (no network, no key) is warned about and left out, like one that fails later.

    Raises:
        ConfigError, MissingExtraError: as :func:`check_loggers`.
    """
    check_loggers(config)
    folder = Path(run_dir).resolve()
    state = _read_state(folder)
    run = Run(config, folder, folder.name, state["id"], resumed_step, is_resumed=state["last_step"] > 0)
    backends = {}
    for name in logger_names(config):
        try:
            backends[name] = BACKENDS[name](run)
        except Exception as error:  # as in `_attempt`: no view of the figures is worth the run
            logger.warning(_left_out(name, error))
    if backends:
        _save_state(folder, state)
    return Loggers(backends, folder, state)


def _read_state(folder: Path) -> dict[str, Any]:
    """The run's id and the last step sent; new ones for a new run and for a copy under another name."""
    try:
        # Whatever is wrong with the note, the run is new to the services.
        state = json.loads(content_of(folder / STATE_FILE).decode())
        if state["name"] == folder.name:
            return {"name": folder.name, "id": str(state["id"]), "last_step": int(state["last_step"])}
    except (OSError, ValueError, KeyError, TypeError):
        pass
    # The name alone would join two runs of one name from two machines.
    slug = re.sub(r"[^a-z0-9]+", "-", folder.name.lower()).strip("-")[:48]
    return {"name": folder.name, "id": f"{slug or 'run'}-{uuid.uuid4().hex[:8]}", "last_step": 0}


def _save_state(folder: Path, state: Mapping[str, Any]) -> None:
    with contextlib.suppress(OSError):  # a full disk ends the run at metrics.jsonl or the checkpoint, not here
        write_atomically(folder / STATE_FILE, json.dumps(state) + "\n")


def _left_out(name: str, error: Exception) -> str:
    return f"the logger {name} failed and is not used from here on: {error!r}. metrics.jsonl has every figure."
