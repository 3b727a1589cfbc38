"""Library modes of an evaluation: which library it plays with, whether that grows, and how a skill is chosen.

``none``: no library. ``frozen``: the run's, read-only. ``fresh``: starts empty and grows. ``online``: starts from the
run's and grows. ``random``: the run's, read-only, and every episode is handed a skill drawn blindly.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from skill1.agent.player import Recipe
from skill1.agent.stages import draw_skill, without_writing
from skill1.config import Skill1Config
from skill1.errors import ConfigError
from skill1.library import Library
from skill1.library.formats.exchange import start_in_memory
from skill1.models.files import require_undamaged

GROWING = ("fresh", "online")


def recipe_for(recipe: Recipe, mode: str) -> Recipe:
    """What the method does around acting under a mode."""
    own = recipe if mode in GROWING else without_writing(recipe)
    return replace(own, before=draw_skill) if mode == "random" else own


@contextlib.contextmanager
def opened_library(config: Skill1Config, mode: str, path: str | None) -> Iterator[Library | None]:
    """The library of a mode, a copy in memory: the file itself never changes. None for ``none``.

    Args:
        path: a library, or skills in any format of :mod:`skill1.library.formats.exchange`.

    Raises:
        ConfigError: the mode needs a library and there is none.
        LibraryError, DataError: the file is no library and holds no skills.
        CheckpointError: it is not as its checkpoint was written.
    """
    if mode == "none":
        yield None
        return
    if mode != "fresh" and path is None:
        raise ConfigError(
            f"--library {mode} needs the library of a run, but none was found. Give a run directory that was trained "
            "with a library, or --library-file F, or use --library none or fresh."
        )
    options = {"success_ema": config.credit.success_ema, "max_skill_chars": config.agent.max_skill_chars}
    if mode == "fresh":
        with Library.in_memory(config.library, **options) as library:
            yield library
        return
    require_undamaged([Path(path)])
    with start_in_memory(path, config.library, env=config.env.name, **options) as library:
        yield library
