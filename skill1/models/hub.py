"""Tells a model folder from a Hugging Face name, and whether a name is downloaded, without any of their code."""

from __future__ import annotations

import os
from pathlib import Path

from skill1.config import TINY, Skill1Config
from skill1.config.registry import QUICKSTARTS
from skill1.errors import DataError, quoted, refuse_closed
from skill1.models.files import WHOLE_MARK, read_json, refuse_adapter
from skill1.models.packaged import PACKAGED, model_source, user_cache

# First parts of paths people write for folders of their own; nobody wants these fetched from the network.
FOLDER_WORDS = ("runs", "data", "models", "checkpoints", "outputs", "output")

OF_A_MODEL = ("config.json", "tokenizer.json", "tokenizer_config.json")  # one of these is in every model folder


def is_hub_name(text: str) -> bool:
    """Whether ``text`` can be ``organisation/name`` on the hub; what else does not exist is a missing folder."""
    if text.count("/") != 1 or "\\" in text or text.startswith((".", "/", "~")):
        return False
    first = text.partition("/")[0]
    # Where the first part is a folder here, the whole is taken for a path, perhaps mistyped.
    return first not in FOLDER_WORDS and not os.path.isdir(first)


def require_model(source: str | Path) -> None:
    """Refuse a folder that does not exist at once: Hugging Face's code would look for it in the network first.

    Raises:
        DataError: ``source`` is neither a folder nor a name of the hub, or the folder of an adapter.
    """
    if str(source) == TINY:
        raise DataError(
            f"model.path = '{TINY}' is made by `skill1 train` and `skill1 sft`; here, name a run, or its "
            "RUN/tiny-policy."
        )
    folder = model_source(source)
    if not os.path.isdir(folder) and str(source) in PACKAGED:
        raise DataError(f"{source} is not on this machine yet. Type: skill1 models fetch {source}")
    if not os.path.isdir(folder) and not is_hub_name(str(source)):
        # First: of a run it can be told which checkpoint to type.
        _refuse_run(str(source))
        refuse_closed(folder)
        raise DataError(
            f"There is no model folder '{source}'. Type --model.path FOLDER (config.json, *.safetensors, tokenizer), "
            f"a name that `skill1 models list` shows ({', '.join(PACKAGED)}), or a Hugging Face name such as "
            "Qwen/Qwen2.5-0.5B-Instruct."
        )
    # Before its files are looked for: an adapter has no config.json, and would be called no model.
    refuse_adapter(folder)
    # A tokenizer alone is enough for demonstrations.
    if os.path.isdir(folder) and not any((Path(folder) / name).is_file() for name in OF_A_MODEL):
        _refuse_run(str(source))
        if any(Path(folder).glob("model_world_size_*")):
            raise DataError(
                f"{source} holds the shards of a verl checkpoint. Merge them first, with verl's model_merger, into a "
                "Hugging Face folder; then type --model.path FOLDER"
            )
        raise DataError(
            f"{source} is not a model folder: it has no config.json. Type --model.path FOLDER, a name that `skill1 "
            "models list` shows, or a Hugging Face name."
        )


def _refuse_run(source: str) -> None:
    """Raises ``DataError`` for a run, RUN@STEP or a folder of checkpoints, with its newest checkpoint to type."""
    run = Path(source if os.path.isdir(source) else source.rpartition("@")[0] or source)
    if not os.path.isdir(run):
        return
    # Six digits each, so the last by name is the newest.
    marks = sorted((*run.glob(f"checkpoints/step_*/{WHOLE_MARK}"), *run.glob(f"step_*/{WHOLE_MARK}")))
    if marks:
        raise DataError(
            f"'{source}' names a run, whose weights are in its checkpoints. Type --model.path with one of these "
            f"folders, such as {quoted(marks[-1].parent)}"
        )


def require_start_model(config: Skill1Config) -> None:
    """As :func:`require_model` for the weights a run starts from; a tiny policy's cold start can be made here.

    Raises:
        DataError: there is no such folder; the message says which commands make it.
    """
    path = config.model.path
    if path == TINY:
        return None
    ways = [quickstart] if (quickstart := quickstart_of(config)) else []
    if config.agent.profile == "compact":
        ways.append(
            "skill1 demos --config CONFIG --n 1000 --output DEMOS, then skill1 sft --config CONFIG --data DEMOS "
            f"--output {quoted(path)}"
        )
    # Weights that are there already, or that no command here makes.
    if not ways or is_named(path):
        return require_model(path)
    _refuse_run(path)
    refuse_closed(path)
    raise DataError(f"There is no model folder '{path}' to start from. Make it: type {', or '.join(ways)}")


def quickstart_of(config: Skill1Config) -> str | None:
    """The command whose cold start ``model.path`` names; None: it is no quickstart's."""
    env = config.env.name
    if env not in QUICKSTARTS:
        return None
    command = f"skill1 quickstart {env}"
    made_by = {
        f"runs/{env}-cold-start": command,
        f"runs/{env}-smollm2-cold-start": f"{command} --model smollm2-135m",
    }
    return made_by.get(config.model.path)


def is_named(path: str) -> bool:
    """Whether ``path`` names weights that are made already: a folder, a packaged model, or a name of the hub."""
    return os.path.isdir(path) or path in PACKAGED or is_hub_name(path)


def is_chat_model(source: str) -> bool:
    """Whether it has a chat template, which no word-level policy of ours has; a hub name not yet here counts as one."""
    folder = local_folder(source)
    if not os.path.isdir(folder):
        return is_hub_name(source)
    settings = folder / "tokenizer_config.json"
    # Older releases of transformers write the template into the settings, newer ones into a file of its own.
    is_in_settings = settings.is_file() and "chat_template" in read_json(settings)
    return is_in_settings or (folder / "chat_template.jinja").is_file()


def is_downloaded(name: str) -> bool:
    """Whether some version of ``organisation/name`` is in the local Hugging Face cache."""
    return bool(snapshots(name))


def is_offline() -> bool:
    """Whether the user told Hugging Face libraries not to use the network."""
    told = os.environ.get("HF_HUB_OFFLINE") or os.environ.get("TRANSFORMERS_OFFLINE") or "0"
    # The words that huggingface_hub itself takes for yes.
    return told.lower() in ("1", "on", "yes", "true")


def hub_cache() -> Path:
    """Where downloads are kept, from Hugging Face's own variables."""
    home = Path(os.environ.get("HF_HOME") or user_cache() / "huggingface")
    return Path(os.environ.get("HF_HUB_CACHE") or home / "hub").expanduser()


def local_folder(path: str) -> Path:
    """Where the files of ``model.path`` lie: a folder, a packaged model's, or the newest download of a hub's name.

    If there is nothing, the path itself.
    """
    folder = Path(os.path.expanduser(model_source(path)))
    if not os.path.isdir(folder) and is_hub_name(path):
        return next(iter(snapshots(path)), folder)
    return folder


def snapshots(name: str) -> list[Path]:
    """Folders of a hub model in the local cache, newest first."""
    folder = hub_cache() / f"models--{name.replace('/', '--')}" / "snapshots"
    # By time: the folders are named by commit hashes, which have no order.
    return sorted(folder.glob("*"), key=lambda path: path.stat().st_mtime, reverse=True)
