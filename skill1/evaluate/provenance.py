"""Where a result comes from: versions, settings, and hashes of tasks, prompts, weights and library."""

from __future__ import annotations

import hashlib
import json
import platform
import re
from collections.abc import Sequence
from pathlib import Path

from skill1.agent.profile import Profile
from skill1.config import Skill1Config
from skill1.config.load import load_run_config
from skill1.config.save import flat_values
from skill1.library import FILE_NAME, Library
from skill1.models.files import files_hash
from skill1.run.directory import CHECKPOINTS_FOLDER, CONFIG_FILE, OPERATIONAL_KEYS
from skill1.run.versions import git_commit, package_versions
from skill1.schema import VERSION, Task

# Keys that cannot move a result: where and how it is carried out.
NOT_IN_CARD = (*OPERATIONAL_KEYS, "model.rows")
# Weights, settings, tokenizer (.model, .txt) and chat template (.jinja): whatever decides an answer.
POLICY_FILES = (".safetensors", ".bin", ".json", ".model", ".txt", ".jinja")
# Of a checkpoint, but not of its policy.
NOT_OF_POLICY = ("optimizer.safetensors", "trainer_state.json", "MANIFEST.json")
STEP = re.compile(r"step_(\d+)")


def provenance(
    config: Skill1Config, profile: Profile, policy_sha256: str | None, library_sha256: str | None
) -> dict[str, object]:
    """The ``card`` of a result; holds no time, and no key that only says how the work is spread."""
    return {
        "skill1_version": VERSION,
        "git_commit": git_commit(),
        "python": platform.python_version(),
        "packages": package_versions(),
        "config": {k: v for k, v in flat_values(config).items() if not k.startswith(NOT_IN_CARD)},
        "prompts": profile.prompt_hashes(),
        "policy_sha256": policy_sha256,
        "library_sha256": library_sha256,
    }


def split_hash(tasks: Sequence[Task]) -> str:
    """SHA-256 of the task ids, one a line, in the order they are evaluated in."""
    return hashlib.sha256("".join(f"{task.id}\n" for task in tasks).encode()).hexdigest()


def library_hash(library: Library) -> str:
    """SHA-256 of the active skills as the evaluation finds them: texts, utilities and counts; not of the file."""
    # Of rows, not bytes: an evaluation plays a copy in memory, and copy and file have to hash alike.
    rows = [
        [s.id, s.description, s.strategy, s.utility, s.retrieved, s.selected, s.wins] for s in library.skills()
    ]
    return hashlib.sha256(json.dumps(rows).encode()).hexdigest()


def checkpoint_library_hash(checkpoint: Path) -> str | None:
    """The hash of a checkpoint's library as its evaluations note it; None: it has none. Raises ``LibraryError``."""
    if not (checkpoint / FILE_NAME).is_file():
        return None
    with Library.open(checkpoint, read_only=True) as library:
        return library_hash(library)


def policy_hash(model: str) -> str | None:
    """SHA-256 over names and contents of the weight, settings and tokenizer files; None where they are not found."""
    folder = model_folder(model)
    if folder is None:
        return None
    own = (path for path in folder.iterdir() if path.suffix in POLICY_FILES and path.name not in NOT_OF_POLICY)
    # macOS leaves a hidden file beside each one that it copies to a foreign disk.
    return files_hash(path for path in own if path.is_file() and not path.name.startswith("."))


def model_folder(model: str) -> Path | None:
    """The folder of a model: itself, or where its download lies."""
    if Path(model).is_dir():
        return Path(model)
    from huggingface_hub import try_to_load_from_cache  # only names of the hub need it

    found = try_to_load_from_cache(model, "config.json")
    return Path(found).parent if isinstance(found, str) else None


def model_name(model: str) -> str:
    """The run's name for one of its checkpoints, else the last part of the folder or hub name."""
    # Resolved only where it is there: a name of the hub is no path.
    path = Path(model).resolve() if Path(model).exists() else Path(model)
    return path.parent.parent.name if path.parent.name == CHECKPOINTS_FOLDER else path.name


def trained_on(model: str) -> str | None:
    """``env.name`` of the run whose checkpoint a model is; None for any other model."""
    config = Path(model).resolve().parent.parent / CONFIG_FILE
    if checkpoint_step(model) is None or not config.is_file():
        return None
    return load_run_config(config).env.name


def checkpoint_step(model: str) -> int | None:
    """Completed training steps of a run's checkpoint folder; None for any other model, one named ``step_5`` too."""
    path = Path(model).resolve()
    found = STEP.fullmatch(path.name) if path.parent.name == CHECKPOINTS_FOLDER else None
    return int(found[1]) if found else None
