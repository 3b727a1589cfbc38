"""Tells a model folder from a Hugging Face name, and whether a name is downloaded, without any of their code."""

from __future__ import annotations

import os
from pathlib import Path

# First parts of paths people write for folders of their own; nobody wants these fetched from the network.
FOLDER_WORDS = ("runs", "data", "models", "checkpoints", "outputs", "output")


def is_hub_name(text: str) -> bool:
    """Whether ``text`` can be ``organisation/name`` on the hub; what else does not exist is a missing folder."""
    if text.count("/") != 1 or "\\" in text or text.startswith((".", "/", "~")):
        return False
    first = text.partition("/")[0]
    return first not in FOLDER_WORDS and not Path(first).is_dir()


def is_downloaded(name: str) -> bool:
    """Whether some version of ``organisation/name`` is in the local Hugging Face cache."""
    return any((hub_cache() / f"models--{name.replace('/', '--')}" / "snapshots").glob("*"))


def is_offline() -> bool:
    """Whether the user told Hugging Face libraries not to use the network."""
    return os.environ.get("HF_HUB_OFFLINE", "0").lower() in ("1", "on", "yes", "true")


def hub_cache() -> Path:
    """Where downloads are kept, from Hugging Face's own variables."""
    home = Path(os.environ.get("HF_HOME") or Path.home() / ".cache" / "huggingface")
    return Path(os.environ.get("HF_HUB_CACHE") or home / "hub")
