"""What of a run is shared: weights, library, configuration, figures and results, with a hash of each file.

In the repository the model's files stand at the top, where every library looks for them; what only a run has is below
``run/``. ``skill1.json`` lists all of it. Only weights, settings and texts: nothing that is loaded by running it.
"""

from __future__ import annotations

import json
import re
import shlex
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from skill1.errors import DataError, content_of
from skill1.evaluate.card import headline, type_columns, type_rows
from skill1.evaluate.escaping import markdown_cell, table
from skill1.evaluate.storage import EVAL_FOLDER, FORMAT, read_stored
from skill1.models.files import WHOLE_MARK, file_hash
from skill1.run.directory import CONFIG_FILE, MANIFEST_FILE, METRICS_FILE, REPORT_FILE, SHARDS_FOLDER

BUNDLE_FORMAT = "skill1-share-1"
BUNDLE_FILE, CARD_FILE = "skill1.json", "README.md"
OF_RUN = "run"  # folder of what is not the model's
# Nothing that is loaded by running it: whoever pulls opens these without asking whom they are from.
SUFFIXES = (".safetensors", ".json", ".jsonl", ".yaml", ".md", ".sqlite", ".txt", ".jinja", ".model")
# Only who trains on needs the first three; the others are made anew, by `skill1 report` and by the push itself.
NOT_SHARED = ("optimizer.safetensors", "trainer_state.json", WHOLE_MARK, REPORT_FILE, BUNDLE_FILE, CARD_FILE)
MOST_FILES = 10_000  # a list from anyone: each file is a request to the Hub
_SHA = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Shared:
    """One file: where it stands in the repository, and where it is here."""

    name: str
    path: Path


def shared_files(run: Path, checkpoint: Path) -> list[Shared]:
    """The files of a run that are shared, in the order of their names.

    Raises:
        DataError: the checkpoint holds something that is neither weights, settings nor text, or there is a link.
    """
    files = [path for path in sorted(checkpoint.rglob("*")) if path.is_file() or path.is_symlink()]
    model = [path for path in files if path.name not in NOT_SHARED and _is_of_model(path.relative_to(checkpoint))]
    # Named one by one: episodes and logs of the run stay here.
    own = [run / name for name in (CONFIG_FILE, MANIFEST_FILE, METRICS_FILE)]
    own += sorted(path for path in (run / EVAL_FOLDER).glob("[!.]*") if path.suffix in (".json", ".md"))
    for path in (*model, run / EVAL_FOLDER, *own):
        if path.is_symlink():  # it could lead to any file of this machine
            raise DataError(f"{path} is not shared: it is a link. Put the file itself there, or remove the link.")
    # Refused rather than left out: a model that lacks a file would be found out only by those who pull it.
    for path in model:
        if path.suffix not in SUFFIXES:
            raise DataError(
                f"{path} is not shared: expected {', '.join(SUFFIXES)}. A pickle can hold code; convert weights to "
                "safetensors, and move other files out of the checkpoint."
            )
    # With slashes on every system: these are names in the repository.
    top = [Shared(path.relative_to(checkpoint).as_posix(), path) for path in model]
    below = [Shared(f"{OF_RUN}/{path.relative_to(run).as_posix()}", path) for path in own if path.is_file()]
    return sorted([*top, *below], key=lambda file: file.name)


def _is_of_model(path: Path) -> bool:
    # Backend verl's shards are pickles, and only its own resume reads them. A hidden file would make the whole bundle
    # one that `read_bundle` refuses.
    return path.parts[0] != SHARDS_FOLDER and not any(part.startswith(".") for part in path.parts)


def settled(files: Sequence[Shared], folder: Path) -> list[Shared]:
    """The same files, those of the run itself as copies in ``folder``: a run that trains on writes to them."""
    found = []
    for file in files:
        if file.name.startswith(f"{OF_RUN}/"):
            path = folder / file.name
            path.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file.path, path)
            file = Shared(file.name, path)
        found.append(file)
    return found


def bundle_record(name: str, step: int, files: Sequence[Shared]) -> dict[str, Any]:
    """The content of ``skill1.json``."""
    listed = {file.name: {"bytes": file.path.stat().st_size, "sha256": file_hash(file.path)} for file in files}
    return {"format": BUNDLE_FORMAT, "name": name, "step": step, "files": listed}


@dataclass(frozen=True, slots=True)
class Bundle:
    """A ``skill1.json`` that was read: names in the repository → SHA-256."""

    name: str
    step: int
    files: Mapping[str, str]


def read_bundle(path: Path) -> Bundle:
    """The list of a shared run, which may come from anyone.

    Raises:
        DataError: it is none, or lists a file that is no weights, settings or text, or lies outside the folder.
    """
    try:
        record = json.loads(content_of(path).decode())
        found = Bundle(
            str(record["name"]),
            record["step"],
            {str(name): str(facts["sha256"]) for name, facts in record["files"].items()},
        )
        # `type`, since True is an int; the step becomes part of a path.
        is_ours = record["format"] == BUNDLE_FORMAT and type(found.step) is int and 0 <= found.step < 10**9
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise DataError(f"{path} is not the list of a shared run ({type(error).__name__}: {error}).") from error
    if not is_ours or len(found.files) > MOST_FILES:
        raise DataError(f"{path} is not the list of a shared run; expected format {BUNDLE_FORMAT!r}.")
    # Before any of the files is fetched.
    for name, digest in found.files.items():
        _require_harmless(name, digest)
    return found


def _require_harmless(name: str, digest: str) -> None:
    parts = PurePosixPath(name).parts
    # A backslash and a colon lead elsewhere on other systems. Hidden names are refused, too.
    # Compared as written, because `parts` drops empty ones: run//etc/x.json without its run/ is /etc/x.json.
    is_inside = (
        parts and "/".join(parts) == name and not name.startswith("/") and "\\" not in name and ":" not in name
    )
    if not is_inside or any(part in ("..", ".") or part.startswith(".") for part in parts):
        raise DataError(
            f"the shared run lists {name!r:.200}, which is not a path inside its folder. Nothing was kept."
        )
    if PurePosixPath(name).suffix not in SUFFIXES:
        raise DataError(
            f"the shared run lists {name!r:.200}, but such files can hold code; accepted are {', '.join(SUFFIXES)}. "
            "Nothing was kept."
        )
    if not _SHA.fullmatch(digest):
        raise DataError(f"the shared run lists {name!r:.200} without a SHA-256. Nothing was kept.")


def place_of(name: str, step: int) -> str:
    """Where a file of the repository belongs in a run directory."""
    if name.startswith(f"{OF_RUN}/"):
        return name.removeprefix(f"{OF_RUN}/")
    return f"checkpoints/step_{step:06d}/{name}"


def read_results(files: Sequence[Shared], step: int) -> list[dict[str, Any]]:
    """The evaluations of this checkpoint among the files; others are passed over."""
    found = []
    for file in files:
        if file.name.startswith(f"{OF_RUN}/{EVAL_FOLDER}/") and file.path.suffix == ".json":
            record = read_stored(file.path)
            if record.get("format") == FORMAT and record.get("checkpoint_step") in (None, step):
                found.append(record)
    return found


def model_card(
    repository: str, run: str, step: int, method: str, skills: int | None, results: Sequence[Mapping]
) -> str:
    """``README.md``: front matter that the Hub reads, what this is, its evaluations, and how to use it.

    ``skills``: active ones; None without a library.
    """
    front: dict[str, Any] = {
        "library_name": "skill1",
        "tags": ["skill1", "reinforcement-learning", "agent-skills", method],
    }
    if results:
        front["model-index"] = [{"name": run, "results": [_indexed(result) for result in results]}]
    # JSON is YAML, and cannot be misread.
    head = "\n".join(f"{key}: {json.dumps(value)}" for key, value in front.items())
    skills_words = "no library" if skills is None else f"a library of {skills:,} active skills"
    lines = [f"---\n{head}\n---", "", f"# {markdown_cell(run)}", ""]
    lines += [f"A policy trained with skill1 (method {method}), after step {step}, with {skills_words}.", ""]
    folder = shlex.quote(f"runs/{run}")
    lines += ["```", f"skill1 pull {repository} {folder}", f"skill1 eval {folder}"]
    lines += [] if skills is None else [f"skill1 library list {folder}"]
    lines += ["```", ""]
    for result in results:
        lines += [f"## {markdown_cell(result['env'])} {markdown_cell(result['split'])}", ""]
        lines += [f"{markdown_cell(headline(result))}.", "", *table(type_columns(result), type_rows(result)), ""]
        lines += [f"**Warning:** {markdown_cell(text)}\n" for text in result["warnings"]]
    if not results:
        lines += ["It was not evaluated before it was shared.", ""]
    return "\n".join(lines)


def _indexed(result: Mapping) -> dict[str, Any]:
    """An evaluation as the Hub's index of results has it."""
    env, split, rate = str(result["env"]), str(result["split"]), result["success_rate"]
    return {
        "task": {"type": "reinforcement-learning"},
        "dataset": {"name": f"{env} {split}", "type": env, "split": split},
        "metrics": [{"type": "success_rate", "name": f"success, library {result['library']}", "value": rate}],
    }
