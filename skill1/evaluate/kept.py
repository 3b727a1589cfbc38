"""Episodes of an evaluation that is under way, on disk: killed, the same command resumes where it was.

A library that grows is not kept: its commits are made again from the episodes, in the same order. In float32 the result
is that of an evaluation in one piece.
"""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import importlib
import json
import logging
import os
import time
import zlib
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path

from skill1.config import Skill1Config
from skill1.config.registry import METHODS, SUITES
from skill1.evaluate.token_cost import Count, TokenCost
from skill1.models.files import files_hash
from skill1.rollout.record import episode_of
from skill1.schema import Episode

FORMAT = "skill1-eval-episodes-1"
SAVE_SECONDS = 30.0  # between two savings: what takes less than that writes nothing
_UNREADABLE = (OSError, EOFError, zlib.error, ValueError, KeyError, TypeError, AttributeError, RecursionError)
Ended = tuple[Episode, TokenCost | None]  # an episode in error has no cost

logger = logging.getLogger(__name__)


def is_known(config: Skill1Config) -> bool:
    """Whether environment and method are ours: of others nothing tells whether they were changed since."""
    return config.env.name in SUITES and config.env.url is None and config.method in METHODS.built_in


def identity_of(*facts: object) -> str:
    """Name of all that a result follows from: our sources, and JSON-ready facts."""
    # Who ends an evaluation to mend a fault wants no episode from before.
    sources = (path for name in ("skill1", "skill1_envs") for path in _sources(name))
    return hashlib.sha256(json.dumps([FORMAT, files_hash(sources), *facts], sort_keys=True).encode()).hexdigest()


def _sources(package: str) -> Iterable[Path]:
    return Path(str(importlib.import_module(package).__file__)).parent.rglob("*.py")


class Kept:
    """The episodes of one evaluation. Whoever keeps its result removes them with :meth:`forget`.

    ``path``: the file, a gzip member for each episode behind one that says whose they are.
    """

    def __init__(self, path: Path) -> None:
        self._path, self._identity = path, ""
        self._parts: list[bytes] = []  # as written
        self._new: list[Ended] = []  # not written yet
        self._begun = time.monotonic(), time.process_time()
        self._before = 0.0, 0.0
        self._saved = self._begun[0]

    def find(self, identity: str) -> list[Ended]:
        """What a killed evaluation of this identity has kept; what is of another one, or damaged, is not used."""
        self._identity = identity
        try:
            with gzip.open(self._path, "rt", encoding="utf-8") as file:
                head = json.loads(file.readline())
                if head["identity"] != identity:
                    return []
                found, before = [_read(line) for line in file], (float(head["wall_s"]), float(head["cpu_s"]))
        except _UNREADABLE:
            return []
        self._before, self._new = before, [*found]
        return found

    def note(self, episode: Episode, cost: TokenCost | None) -> None:
        """One more has ended; now and then all are written."""
        self._new.append((episode, cost))
        if time.monotonic() - self._saved >= SAVE_SECONDS:
            self._save()
            self._saved = time.monotonic()

    def forget(self) -> None:
        """The result is kept."""
        self._path.unlink(missing_ok=True)

    def seconds(self) -> dict[str, float]:
        """Of all processes that took part."""
        now = time.monotonic(), time.process_time()
        spent = (b + n - begun for b, n, begun in zip(self._before, now, self._begun, strict=True))
        return dict(zip(("wall_s", "cpu_s"), spent, strict=True))

    def _save(self) -> None:
        # Nothing but errors: the environment is broken, and is to be asked again once it is mended.
        if not self._parts and not any(episode.ok for episode, _ in self._new):
            return
        self._parts += [_packed([asdict(episode), cost and asdict(cost)]) for episode, cost in self._new]
        self._new = []
        head = _packed({"identity": self._identity, **self.seconds()})
        partial = self._path.with_name(f".{self._path.name}.{os.getpid()}.partial")
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            partial.write_bytes(b"".join([head, *self._parts]))
            os.replace(partial, self._path)
        except OSError as error:  # no reason to end what can still be shown
            logger.warning("the episodes played so far could not be kept in %s: %s", self._path, error)
            with contextlib.suppress(OSError):
                partial.unlink()


def _packed(content: object) -> bytes:
    return gzip.compress(json.dumps(content).encode() + b"\n", 1)


def _read(line: str) -> Ended:
    episode, cost = json.loads(line)
    counts = {k: Count(**v) if isinstance(v, dict) else v for k, v in cost.items()} if cost else None
    return episode_of(episode), counts and TokenCost(**counts)
