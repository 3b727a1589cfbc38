"""What the folder of a model may hold, looked at before any library opens it: weights and settings, never code.

Hugging Face folders can name Python files to run, pickles to load and other folders to fetch. Those of policies are
opened with every such door shut (``policy.load``). sentence-transformers has no switch for some of its own, so the
files that it would follow are read here first.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import math
import os
import re
import stat
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import Any

from skill1.errors import CheckpointError, DataError, content_of

WHOLE_MARK = "MANIFEST.json"  # of a checkpoint, written last: a folder without it is half a checkpoint
CHECKPOINT_FORMAT = "skill1-checkpoint-1"
MODULES_FILE = "modules.json"
ADAPTER_FILE = "adapter_config.json"
MOST_JSON_BYTES = 2**24  # of a file of settings; those of tokenizers list many tokens
MOST_GROWTH, MOST_STEPS = 1000, 16  # of a text in a tokenizer; those in use put in blanks, in up to 7 steps
MOST_TEMPLATE_CHARS = 200_000  # a chat template; the longest in use have some 30,000
# Modules that compute from their own weights and settings alone. The others load modules or tokenizers by name.
MODULE_TYPES = (
    "Transformer",
    "Pooling",
    "Normalize",
    "Dense",
    "StaticEmbedding",
    "LayerNorm",
    "Dropout",
    "WeightedLayerPooling",
)
_MODULE_TYPE = re.compile(rf"sentence_transformers(\.\w+)*\.({'|'.join(MODULE_TYPES)})")
_ACTIVATION = re.compile(r"torch\.nn\.(modules\.\w+\.)?[A-Z]\w*")
_CONFIGURATIONS = (
    "config.json",
    "tokenizer_config.json",
    "config_sentence_transformers.json",
    "sentence_*_config.json",
)
# Keyword arguments that sentence-transformers takes from a Transformer module's settings; those that only compute.
_ARGUMENT_GROUPS = (
    "model_args",
    "model_kwargs",
    "tokenizer_args",
    "processor_kwargs",
    "config_args",
    "config_kwargs",
)
_HARMLESS_ARGUMENTS = (
    "add_pooling_layer",
    "attn_implementation",
    "do_lower_case",
    "dtype",
    "max_length",
    "model_max_length",
    "padding_side",
    "torch_dtype",
    "truncation",
    "use_fast",
)
_PICKLES = "pytorch_model*.bin"


def require_plain_encoder(folder: Path) -> None:
    """Refuse a sentence-transformers folder that asks for anything but its own modules, settings and safetensors.

    Raises:
        DataError: naming the file, what it asks for and what is accepted.
    """
    for module, path in _modules(folder):
        refuse_adapter(path)
        for file in sorted({file for pattern in _CONFIGURATIONS for file in path.glob(pattern)}):
            _check_settings(file, read_json(file), module)
        require_safetensors(path)


def refuse_adapter(source: str | Path) -> None:
    """Refuse a folder of adapter weights: its settings name another model, and modules to import.

    Raises:
        DataError: there is an adapter_config.json.
    """
    if os.path.isfile(Path(source) / ADAPTER_FILE):  # False for a name that no disk takes
        raise DataError(
            f"{source} holds an adapter ({ADAPTER_FILE}), which names another model and may name code. Merge it into "
            "its model first (peft: merge_and_unload, then save_pretrained) and give that folder."
        )


def require_safetensors(source: str | Path) -> None:
    """Refuse a model folder whose weights are pickles, which can hold code; a name of the hub passes.

    Raises:
        DataError: the message says how to convert them.
    """
    folder = Path(source)
    pickles = sorted(folder.glob(_PICKLES)) if folder.is_dir() else []
    # Beside safetensors a pickle is never opened.
    if pickles and not any(folder.glob("*.safetensors")):
        raise DataError(
            f"{pickles[0]} is a pickle, which can hold code; expected *.safetensors. If you trust whoever made it, "
            "load it with transformers' from_pretrained or with SentenceTransformer(...), and save_pretrained it to a "
            "new folder, which writes safetensors."
        )


def refuse_growing_tokenizer(folder: Path) -> None:
    """Refuse a tokenizer.json whose steps, one after the other, make gigabytes of a word.

    Raises:
        DataError: so many steps, or so long texts that they put in.
    """
    try:
        content = json.loads(content_of(folder / "tokenizer.json"))
        parts = [list(_entries(content.get(name))) for name in ("normalizer", "decoder")]
    except (OSError, ValueError, RecursionError, AttributeError):
        return  # whoever loads it says what is wrong
    for entries in parts:
        steps = sum(name == "type" for name, _ in entries)
        # Each may put its text in front of every character.
        growth = math.prod(1 + len(text) for name, text in entries if name == "content" and isinstance(text, str))
        if steps > MOST_STEPS or growth > MOST_GROWTH:
            raise DataError(
                f"{folder / 'tokenizer.json'} would make texts {growth:,} times as long in {steps} steps; expected at "
                f"most {MOST_GROWTH:,} and {MOST_STEPS}. Take the tokenizer from another source."
            )


def require_undamaged(files: Iterable[Path]) -> None:
    """Compare files of checkpoints with the sizes and hashes in their manifests; files of no checkpoint pass.

    Raises:
        CheckpointError: a file is not what was written.
    """
    for file in files:
        known = _sealed(file.parent).get(file.name)
        if known is not None and file_hash(file) != known:
            raise CheckpointError(
                f"{file} was changed or cut off after it was written (its hash is not that of {WHOLE_MARK}). Take "
                "another checkpoint: RUN@STEP; or type: skill1 train --run-dir RUN --resume"
            )


def open_weights(folder: Path) -> None:
    """Let whoever may read ``config.json`` read the weights: safetensors makes files for their owner alone."""
    with suppress(OSError):  # a disk without such rights
        usual = stat.S_IMODE((folder / "config.json").stat().st_mode)
        for path in folder.glob("*.safetensors"):
            path.chmod(usual)


def file_hash(path: Path) -> str:
    """SHA-256 of a file's content."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def files_hash(files: Iterable[Path]) -> str:
    """SHA-256 over the names and contents of files of one folder."""
    total = hashlib.sha256()
    # Sorted: a folder lists its files in any order. With names: the hash must change where two files swap
    # their contents.
    for path in sorted(files):
        total.update(f"{path.name} {file_hash(path)}\n".encode())
    return total.hexdigest()


def _sealed(folder: Path) -> dict[str, str]:
    """File name → SHA-256 of a checkpoint folder; empty for any other, and for a garbled manifest."""
    try:
        files = json.loads(content_of(folder / WHOLE_MARK).decode())["files"]
        return {name: facts["sha256"] for name, facts in files.items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}


def why_unloadable(source: str | Path, error: Exception) -> str:
    """What to tell of a model or tokenizer that transformers could not load, whatever it raised."""
    kind = "" if isinstance(error, OSError | ValueError) else f"{type(error).__name__}: "
    code = [name for name in ("config.json", "tokenizer_config.json") if _has_own_code(Path(source) / name)]
    text = f"{kind}{error}"
    named = f". Its {' and '.join(code)} names code of its own (auto_map), which is never run."
    return text.rstrip(".") + named if code else text


def lacks_sentencepiece(folder: Path) -> bool:
    """Whether a tokenizer is in the form of a package that is not here; transformers then names another one."""
    is_one = any(folder.glob("*.model")) and not (folder / "tokenizer.json").is_file()
    return is_one and importlib.util.find_spec("sentencepiece") is None


def _has_own_code(file: Path) -> bool:
    try:
        settings = read_json(file)
    except DataError:
        return False
    auto_map = settings.get("auto_map") if isinstance(settings, Mapping) else None
    named = auto_map.values() if isinstance(auto_map, Mapping) else ()
    # Of a tokenizer two, slow and fast; a tiny policy's are both null.
    return any(any(name) if isinstance(name, list) else name for name in named)


def _modules(folder: Path) -> Iterator[tuple[str, Path]]:
    """(type, folder) of each module; a folder without modules.json is one Transformer."""
    file = folder / MODULES_FILE
    if not file.is_file():
        yield MODULE_TYPES[0], folder
        return
    entries = read_json(file)
    if not isinstance(entries, list) or not all(isinstance(entry, Mapping) for entry in entries):
        raise DataError(f"{file} lists no modules; expected a list of objects with type and path.")
    for entry in entries:
        kind, path = str(entry.get("type")), str(entry.get("path"))
        if not _MODULE_TYPE.fullmatch(kind):
            raise DataError(
                f"{file} asks for the module {kind!r}, which could be any code; nothing of it was run. Accepted are "
                f"{', '.join(MODULE_TYPES)} of sentence_transformers."
            )
        # In the spelling of either system: the folder may have been made on another one.
        if PurePosixPath(path).is_absolute() or Path(path).is_absolute() or ".." in re.split(r"[/\\]", path):
            raise DataError(f"{file} names the folder {path!r}; expected one below {folder}.")
        yield kind.rpartition(".")[2], folder / path


def _check_settings(file: Path, settings: Any, module: str) -> None:
    is_dense = module == "Dense"
    for name, value in _entries(settings):
        if name == "trust_remote_code" and value:
            _refuse(file, name, value, "nothing")
        # sentence-transformers imports a Dense module's activation by this name.
        if is_dense and name == "activation_function" and not _ACTIVATION.fullmatch(str(value)):
            _refuse(file, name, value, "a module of torch.nn")
        # A name with a slash is a kernel, which transformers would fetch from the hub and run.
        if name.lstrip("_").startswith("attn_implementation") and "/" in str(value):
            _refuse(file, name, value, "a kind of attention of transformers itself")
        if name in _ARGUMENT_GROUPS and value:
            unknown = (
                [key for key in value if key not in _HARMLESS_ARGUMENTS] if isinstance(value, Mapping) else value
            )
            if unknown:
                _refuse(file, name, value, f"only {', '.join(_HARMLESS_ARGUMENTS)} in it")


def _entries(settings: Any) -> Iterator[tuple[str, Any]]:
    """All keys with their values, however deep."""
    # No recursion: settings may nest as deeply as the JSON parser allows.
    waiting = [settings]
    while waiting:
        value = waiting.pop()
        if isinstance(value, Mapping):
            yield from value.items()
            waiting.extend(value.values())
        elif isinstance(value, list):
            waiting.extend(value)


def _refuse(file: Path, name: str, value: Any, accepted: str) -> None:
    shown = json.dumps(value)[:200]
    raise DataError(f"{file} asks for {name} = {shown}, which could run code; accepted: {accepted}.")


def read_json(file: Path) -> Any:
    """The content of a file of settings. Raises ``DataError`` for what is no JSON, or too long."""
    try:
        if file.stat().st_size > MOST_JSON_BYTES:
            raise DataError(f"{file} has more than {MOST_JSON_BYTES} bytes; expected a model's settings.")
        return json.loads(content_of(file).decode())
    except (OSError, ValueError, RecursionError) as error:
        raise DataError(f"{file} cannot be read as JSON: {type(error).__name__}: {str(error)[:200]}") from error
