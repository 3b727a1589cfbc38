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
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import Any

from skill1.config import EnvConfig, Skill1Config
from skill1.config.registry import METHODS, SUITES
from skill1.env.loading import suite_class
from skill1.env.protocol import offered
from skill1.evaluate.token_cost import Count, TokenCost
from skill1.models.files import files_hash
from skill1.schema import Episode, episode_of

FORMAT = "skill1-eval-episodes-1"
QUICK_SECONDS = 30.0  # what takes less than that writes nothing
MOST_FILES = 20_000  # of a data folder; a disk over the network takes some seconds for them
_CHUNK = 2**16
_UNREADABLE = (OSError, EOFError, zlib.error, ValueError, KeyError, TypeError, AttributeError, RecursionError)
Ended = tuple[Episode, TokenCost]

logger = logging.getLogger(__name__)


def is_known(config: Skill1Config) -> bool:
    """Whether environment and method are ours: of others nothing tells whether they were changed since."""
    env = config.env
    is_elsewhere = env.url or env.retriever or env.python  # which has packages of its own
    return env.name in SUITES and not is_elsewhere and config.method in METHODS.built_in


def data_files(env: EnvConfig) -> list[tuple[str, int, int]]:
    """Name, size and time of change of the files in the environment's data folder.

    They are not read: a corpus has gigabytes. No more than ``MOST_FILES`` are looked at, upper folders first.
    """
    place = offered(suite_class(env.name), "data_folder")
    named = place and (env.data or os.environ.get(place.variable))
    if not named:
        return []
    walk = os.walk(os.path.expanduser(named), followlinks=True)
    paths = (os.path.join(folder, name) for folder, _, names in walk for name in names)
    found = []
    for path in islice(filter(os.path.isfile, paths), MOST_FILES):
        with contextlib.suppress(OSError):  # it was removed in between
            stat = os.stat(path)
            found.append((path, stat.st_size, stat.st_mtime_ns))
    return sorted(found)


def identity_of(*facts: object) -> str:
    """Name of all that a result follows from: our sources, and JSON-ready facts."""
    # Who ends an evaluation to mend a fault wants no episode from before.
    sources = (path for name in ("skill1", "skill1_envs") for path in _sources(name))
    return hashlib.sha256(json.dumps([FORMAT, files_hash(sources), *facts], sort_keys=True).encode()).hexdigest()


def _sources(package: str) -> Iterable[Path]:
    return Path(str(importlib.import_module(package).__file__)).parent.rglob("*.py")


class Kept:
    """The episodes of one evaluation. Whoever keeps its result removes them with :meth:`forget`.

    ``path``: the file, a gzip member for each writing: whose it is, the seconds until then, and episodes, a line each.
    """

    def __init__(self, path: Path) -> None:
        self._path, self._identity = path, ""
        self._end = 0  # of what is whole and ours in the file
        self._new: list[Ended] = []  # not written yet
        self._begun = time.monotonic(), time.process_time()
        self._before = 0.0, 0.0
        self._next = self._begun[0] + QUICK_SECONDS  # nothing is written earlier

    def find(self, identity: str) -> list[Ended]:
        """What a killed evaluation of this identity has kept, in the order in which it ended.

        What is of another one, or damaged, is not used, nor what was written behind it.
        """
        self._identity = identity
        found: list[Ended] = []
        with contextlib.suppress(*_UNREADABLE):
            for member, end in _members(self._path):
                head, *lines = map(json.loads, member.splitlines())
                if head["identity"] != identity:
                    break
                ended, seconds = [_read(*line) for line in lines], (float(head["wall_s"]), float(head["cpu_s"]))
                found += ended
                self._before, self._end = seconds, end
        return found

    def note(self, episode: Episode, cost: TokenCost) -> None:
        """One more has ended; it is written, after the first half a minute."""
        self._new.append((episode, cost))
        if time.monotonic() >= self._next:
            self._write()

    def save(self) -> None:
        """The evaluation ends without a result: all that has ended is written."""
        if self._new:
            self._write()

    def forget(self) -> None:
        """The result is kept."""
        self._path.unlink(missing_ok=True)

    def seconds(self) -> dict[str, float]:
        """Of all processes that took part."""
        now = time.monotonic(), time.process_time()
        spent = (b + n - begun for b, n, begun in zip(self._before, now, self._begun, strict=True))
        return dict(zip(("wall_s", "cpu_s"), spent, strict=True))

    def _write(self) -> None:
        head = {"identity": self._identity, **self.seconds()}
        lines = [head, *([asdict(episode), asdict(cost)] for episode, cost in self._new)]
        member = gzip.compress("".join(f"{json.dumps(line)}\n" for line in lines).encode(), 1)
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._path.open("ab") as file:
                # Shorter than what was ours: another process has begun it anew.
                self._end = self._end if self._end <= file.tell() else 0
                file.truncate(self._end)  # behind a half of a member nothing could be read
                file.write(member)
        except OSError as error:  # no reason to end what can still be shown
            logger.warning("the episodes played so far could not be kept in %s: %s", self._path, error)
            self._next = time.monotonic() + QUICK_SECONDS  # not a warning for each episode
            return
        self._end += len(member)
        self._new = []


def _members(path: Path) -> Iterator[tuple[bytes, int]]:
    """Each whole gzip member of a file, and where it ends."""
    # Not gzip.open: it hides where a member ends, and fails at the half member that a killed process leaves.
    with path.open("rb") as file:
        rest = b""
        while True:
            # 16 + MAX_WBITS: a gzip header and check sum around the data (zlib's manual).
            decoder, parts = zlib.decompressobj(16 + zlib.MAX_WBITS), []
            while not decoder.eof:
                if not (chunk := rest or file.read(_CHUNK)):
                    return
                parts.append(decoder.decompress(chunk))
                rest = decoder.unused_data
            yield b"".join(parts), file.tell() - len(rest)


def _read(episode: dict[str, Any], cost: dict[str, Any]) -> Ended:
    counts = {k: Count(**v) if isinstance(v, dict) else v for k, v in cost.items()}
    return episode_of(episode), TokenCost(**counts)
