"""Checkpoints: a folder that is whole or absent, and everything a run needs to resume as if never stopped.

``checkpoints/step_000050/`` is an ordinary Hugging Face folder plus ``optimizer.safetensors``, ``trainer_state.json``,
``library.sqlite`` and ``MANIFEST.json`` (sizes and sha256), which is written last before the folder gets its name. Of a
policy behind a server there are no weights, so the first two are missing. Must not import torch.
"""

from __future__ import annotations

import json
import logging
import os
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from skill1.credit.credit import Buffer, PendingGroup, Written
from skill1.errors import CheckpointError, LibraryError, content_of
from skill1.library import Library
from skill1.models.files import CHECKPOINT_FORMAT, WHOLE_MARK, file_hash, open_weights
from skill1.policy.tokens import Tokens
from skill1.run.disk import more_room, safetensors_border, seal, sync_folder, written
from skill1.run.locate import LIBRARY_FILE
from skill1.schema import segment_of
from skill1.train.records import free_name

OPTIMIZER, STATE_FILE = "optimizer.safetensors", "trainer_state.json"
_ANOTHER = "To begin at another checkpoint: skill1 train --fork RUN@STEP --run-dir NEW"
GENERATION_FILE = "generation_config.json"  # where transformers looks for it
logger = logging.getLogger(__name__)

if TYPE_CHECKING:
    import torch


@dataclass(frozen=True)
class TrainerState:
    """What a step needs besides weights, optimizer and library. Randomness is keyed, so there are no generators."""

    step: int  # completed steps
    policy_version: int
    buffer: Buffer
    writer: Mapping[str, Any] = field(default_factory=dict, hash=False)  # state of the method's writer, JSON


def save(
    folder: Path,
    *,
    model,
    tokens: Tokens,
    optimizer,
    masters: Sequence[torch.Tensor],
    state: TrainerState,
    library: Library | None,
) -> None:
    """Write a whole checkpoint, or leave nothing. Raises ``CheckpointError`` when the disk does not take it.

    ``model`` is None where a server holds the weights.
    """
    # Written beside its place: a kill must not leave a folder that looks like a checkpoint.
    partial = _partial(folder)
    shutil.rmtree(partial, ignore_errors=True)
    try:
        partial.mkdir(parents=True)
        if model is not None:
            save_weights(partial, model, tokens)
            _save_optimizer(optimizer, masters, partial)
            # `save_weights` has done this for the weights; this call is for the optimizer's file.
            open_weights(partial)
        # JSON, also for floats: Python writes them so that the same bits are read back.
        (partial / STATE_FILE).write_text(json.dumps(_state_record(state, optimizer)), encoding="utf-8")
        # No copy of the library's file: part of it is in the write-ahead log.
        if library is not None:
            library.backup(partial / LIBRARY_FILE)
        # The list of files last: a folder without it, or with a file that differs from it, counts as broken.
        seal(partial)
        _take_the_place_of(folder, partial)
    except (OSError, LibraryError) as error:  # each is how a full disk shows
        shutil.rmtree(partial, ignore_errors=True)
        raise CheckpointError(
            f"The checkpoint {folder} could not be written: {str(error).rstrip('.')}. {more_room(error)} and type the "
            "same command again, or skill1 train --run-dir RUN --resume; earlier checkpoints are untouched."
        ) from error


def _take_the_place_of(folder: Path, new: Path) -> None:
    """Swap folders so that at every moment one of the two is whole: see :func:`put_back`."""
    # Left by a kill after both renames; an old folder that is still needed was moved back by `put_back`.
    shutil.rmtree(_aside(folder), ignore_errors=True)
    if folder.exists():
        os.replace(folder, _aside(folder))
    os.replace(new, folder)
    # Before anything old goes, here or in `prune`: a power cut must not take both.
    sync_folder(folder.parent)
    shutil.rmtree(_aside(folder), ignore_errors=True)


def put_back(folder: Path) -> None:
    """Bring the old checkpoint back after a kill between the two renames that replace it."""
    if not folder.exists() and _aside(folder).is_dir():
        os.replace(_aside(folder), folder)


def remove(folder: Path) -> None:
    """Remove a checkpoint that is needed no more, and what kills left of others that were to take its place."""
    # The folder itself last: as long as it is there, nothing is put back in its place.
    for path in (_partial(folder), _aside(folder), folder):
        shutil.rmtree(path, ignore_errors=True)


def _partial(folder: Path) -> Path:
    return folder.with_name(f".{folder.name}.partial")


def _aside(folder: Path) -> Path:
    return folder.with_name(f".{folder.name}.old")


def save_weights(folder: Path, model, tokens: Tokens) -> None:
    """Write a model folder: weights and tokenizer. Raises ``OSError`` when the disk does not take it."""
    with safetensors_border(), _any_settings(model, folder):
        model.save_pretrained(folder)
        tokens.save(folder)
    open_weights(folder)


@contextmanager
def _any_settings(model, folder: Path) -> Iterator[None]:
    """The model's generation settings go into the folder as it came with them.

    transformers refuses to write those that contradict each other, as of many models: a temperature without sampling.
    """
    settings = getattr(model, "generation_config", None)
    if settings is None:  # a cluster writes its own
        yield
        return
    # Empty settings pass the check in `save_pretrained`. The model's own replace them below, by a method without it.
    model.generation_config = type(settings)()
    try:
        yield
    finally:
        model.generation_config = settings
    settings.to_json_file(folder / GENERATION_FILE)


def _save_optimizer(optimizer, masters: Sequence[torch.Tensor], folder: Path) -> None:
    from safetensors.torch import save_file

    # Tensors and JSON, no pickle: a checkpoint that comes from elsewhere cannot run code.
    # "17.exp_avg": the place of a parameter in the optimizer, and which of its numbers.
    tensors = {
        # safetensors takes contiguous tensors only.
        f"{index}.{name}": value.detach().cpu().contiguous()
        for index, entry in optimizer.state_dict()["state"].items()
        for name, value in entry.items()
    }
    tensors |= {f"master.{index}": tensor.detach().cpu().contiguous() for index, tensor in enumerate(masters)}
    with safetensors_border():
        save_file(tensors, folder / OPTIMIZER)


def _state_record(state: TrainerState, optimizer) -> dict[str, object]:
    # The groups hold no tensors: rates, decay, and which moments belong to which parameter.
    return {"format": CHECKPOINT_FORMAT, **asdict(state), "param_groups": optimizer.state_dict()["param_groups"]}


def problems(folder: Path) -> list[str]:
    """Why a checkpoint is not whole; empty when it is."""
    try:
        manifest = json.loads(content_of(folder / WHOLE_MARK).decode())
        # All that is needed is looked up in here: a garbled list is a broken checkpoint, not a crash.
        files = manifest["files"]
        facts = {name: (entry["bytes"], entry["sha256"]) for name, entry in files.items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        return [f"{WHOLE_MARK} cannot be read: {error!r}"]
    # An empty list would pass all that follows.
    found = [] if facts else [f"{WHOLE_MARK} lists no file"]
    for name, (size, digest) in facts.items():
        path = folder / name
        try:
            if not path.is_file():
                found.append(f"{name} is missing")
            # Sizes alone do not do: after a crash a file may be as long as it was, with other bytes.
            elif path.stat().st_size != size or file_hash(path) != digest:
                found.append(f"{name} was changed or cut off")
        except OSError as error:  # a name that no disk takes, a file that nobody may read
            found.append(f"{name:.80} cannot be read: {error.strerror}")
    return found


def all_checkpoints(run_dir: Path) -> list[Path]:
    """Named checkpoint folders, oldest first."""
    # Names of digits alone: a copy that somebody made (step_000050-copy) is theirs, and is neither read nor pruned.
    found = (run_dir / "checkpoints").glob("step_[0-9]*")
    # By number: as text, step_1000000 would come before step_999999.
    return sorted((folder for folder in found if folder.name.removeprefix("step_").isdecimal()), key=step_of)


def latest(run_dir: Path) -> tuple[Path | None, list[str]]:
    """The newest whole checkpoint, and a line for each newer one that had to be passed over."""
    notes: list[str] = []
    # Newest first: some steps more to repeat are better than a run that cannot resume.
    for folder in reversed(all_checkpoints(run_dir)):
        # Hashes every file, gigabytes for a language model, but only once in a start.
        broken = problems(folder)
        if not broken:
            return folder, notes
        notes.append(f"checkpoint {folder.name} is not whole and was skipped: {'; '.join(broken)}")
    return None, notes


def load_state(folder: Path) -> TrainerState:
    """Step, versions and delay buffer."""
    record = _read_record(folder)
    try:
        # Older checkpoints have no writer.
        buffer, writer = _buffer(record["buffer"]), dict(record.get("writer") or {})
        return TrainerState(record["step"], record["policy_version"], buffer, writer)
    except (KeyError, TypeError) as error:
        raise CheckpointError(
            f"{folder / STATE_FILE} has a missing or garbled value: {error}. {_ANOTHER}"
        ) from error


def load_optimizer(folder: Path, optimizer, masters: Sequence[torch.Tensor]) -> None:
    """Put the stored moments (and full-precision weights, where kept) back; weight decay stays the optimizer's."""
    from safetensors import SafetensorError
    from safetensors.torch import load_file

    try:
        # On the CPU: torch brings each moment to the device of its parameter.
        tensors = load_file(folder / OPTIMIZER)
    except (OSError, SafetensorError) as error:
        raise CheckpointError(f"{folder}/{OPTIMIZER} cannot be read: {error}. {_ANOTHER}") from error
    groups = _read_record(folder)["param_groups"]
    if not groups:  # a fork of a run whose policy was frozen: its moments begin here
        return
    _check_precision(folder, _precision(tensors), "bfloat16" if masters else "float32")
    # The file holds both the optimizer's state and the weights that it steps on, told apart by name.
    state: dict[int, dict[str, torch.Tensor]] = {}
    for key, tensor in tensors.items():
        index, name = key.split(".", 1)
        if index == "master":
            # In place, for the optimizer steps on these very tensors.
            masters[int(name)].data.copy_(tensor)
        else:
            state.setdefault(int(index), {})[name] = tensor
    # Groups bring their options along. The rate is set again at each update; weight decay is this run's: a fork's
    # configuration may have another than the run that wrote the checkpoint.
    decays = [group["weight_decay"] for group in optimizer.param_groups]
    # The fused step of a CPU is not for the GPU on which its checkpoint is gone on with: see ``weights.adamw``.
    if not any(group.get("fused") for group in optimizer.param_groups):
        groups = [{**group, "fused": None} for group in groups]
    optimizer.load_state_dict({"state": state, "param_groups": groups})
    for group, decay in zip(optimizer.param_groups, decays, strict=True):
        group["weight_decay"] = decay


def noted_rate(folder: Path) -> float | None:
    """The rate of the update after a checkpoint, where its optimizer is a cluster's; None: it is not noted."""
    groups = _read_record(folder).get("param_groups")
    return groups[0].get("lr") if groups else None


def made_in(folder: Path) -> str | None:
    """The ``model.dtype`` of a checkpoint's run, whatever ``auto`` was there; None where no tensor tells."""
    from safetensors import safe_open

    if not (folder / OPTIMIZER).is_file():
        return None
    # Names alone are read: neither torch nor any tensor is loaded.
    with safe_open(folder / OPTIMIZER, "numpy") as file:
        return _precision(names) if (names := file.keys()) else None


def _precision(names: Iterable[str]) -> str:
    """Full-precision weights are kept beside a model of bfloat16 only."""
    return "bfloat16" if any(name.startswith("master.") for name in names) else "float32"


def _check_precision(folder: Path, made: str, loaded: str) -> None:
    """What the optimizer steps on cannot be made up from rounded weights."""
    if made != loaded:
        raise CheckpointError(
            f"{folder} was made with model.dtype {made}, but here the model is loaded as {loaded}, because auto "
            f"depends on the machine. Type --model.dtype {made}, and to continue a run also --fork RUN@latest "
            "--run-dir NEW"
        )


def _read_record(folder: Path) -> dict:
    try:
        record = json.loads(content_of(folder / STATE_FILE).decode())
    except (OSError, ValueError, RecursionError) as error:
        raise CheckpointError(f"{folder / STATE_FILE} cannot be read: {error}. {_ANOTHER}") from error
    named = record.get("format") if isinstance(record, dict) else None
    if named != CHECKPOINT_FORMAT:
        raise CheckpointError(f"{folder} has format {named!r}; expected {CHECKPOINT_FORMAT!r}. {_ANOTHER}")
    return record


def _buffer(records: Sequence[Mapping]) -> Buffer:
    return tuple(PendingGroup(r["step"], tuple(_written(w) for w in r["written"])) for r in records)


def _written(record: Mapping) -> Written:
    return Written(**{**record, "segment": segment_of(record["segment"])})


def discard_newer(run_dir: Path, step: int) -> None:
    """Move checkpoints after ``step`` to ``discarded/``: they are broken, and must not count as the newest.

    What a kill left of a checkpoint that was being written is removed.

    Raises:
        StorageError: the disk does not take it.
    """
    # No `.old` folder is looked for: in a run no checkpoint takes the place of another.
    for partial in (run_dir / "checkpoints").glob(".step_*.partial"):
        shutil.rmtree(partial, ignore_errors=True)
    for folder in all_checkpoints(run_dir):
        if step_of(folder) > step:
            with written(folder):
                (run_dir / "discarded").mkdir(exist_ok=True)
                os.replace(folder, free_name(run_dir / "discarded" / folder.name))


def step_of(folder: Path) -> int:
    """The completed steps that a checkpoint folder's name tells."""
    return int(folder.name.removeprefix("step_"))


def prune(run_dir: Path, keep: int, best: int | None = None) -> None:
    """Remove all but the newest ``keep`` checkpoints and that of step ``best``.

    One that cannot be removed is logged and tried again next time.
    """
    # ``keep`` is at least 1 (train.keep_checkpoints): with 0 this slice would be empty, and nothing would ever go.
    for folder in all_checkpoints(run_dir)[:-keep]:
        if step_of(folder) == best:
            continue
        try:
            # First: a kill in the middle must not leave a folder that counts as whole.
            (folder / WHOLE_MARK).unlink(missing_ok=True)
            shutil.rmtree(folder)
        except OSError as error:  # an open file, a foreign owner: no reason to end a run
            logger.warning("the old checkpoint %s could not be removed: %s", folder, error)
