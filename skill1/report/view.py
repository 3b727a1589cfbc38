"""Everything the pages show of one run, read from its files: the same JSON in the report and on the live page.

A view reads and never writes. What it read is kept until a file changes; while a run is going, a view looks again at
most so often that reading takes a small share of one core.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from skill1.errors import LibraryError
from skill1.library.store import Store
from skill1.report import library_data
from skill1.report.dynamics import curves_from_episodes, use_of_skills
from skill1.report.episode_files import EpisodeIndex, read_episodes
from skill1.report.episode_view import Decoder, episode_view
from skill1.report.method_page import method_page
from skill1.report.projection import RetrievalMap
from skill1.report.source import FileMemory, MetricsTail, Row, Source, Stamp, file_facts, find_source
from skill1.report.summary import read_config, summary
from skill1.run.directory import CONFIG_FILE, METRICS_FILE
from skill1.run.explanations import metric_groups

SHARE = 0.03  # of one core's time that reading may take while files keep changing
LEAST_PAUSE_S, LONGEST_PAUSE_S = 0.1, 30.0  # between two looks at the files
METRIC_POINTS = 2000
VALIDATED = "validate/success_rate"
PARTS = ("metrics", "library", "episodes", "evals", "state")
_HOMES = {"metrics.jsonl": "metrics", "episodes": "episodes", "eval": "evals"}  # of other files: state
DIGITS = 6  # significant, of a metric


class RunView:
    """The data of the pages about a run, a checkpoint or a library file. Its methods may be called from many threads.

    Args:
        source: what to show.
        share: of one core's time that reading may take; 1 looks at the files at every call, 0 only once.
        lengths: of a skill's ``history`` and curve ``points``, where not those of :func:`library_data.life`.
    """

    def __init__(self, source: Source, *, share: float = SHARE, lengths: Mapping[str, int] | None = None) -> None:
        self.source = source
        self._share, self._lengths = share, dict(lengths or {})
        # One answer at a time, since all share what was read. One that needs another comes back in (a skill asks
        # for all skills).
        self._turn = threading.RLock()
        self._stamp: Stamp | None = None
        self._next_look = 0.0
        self._kept: dict[str, Any] = {}  # what was worked out for this stamp
        self._tail = MetricsTail(source.run / METRICS_FILE if source.run else None)
        self._index = EpisodeIndex()
        self._library, self._memory = LibraryMemory(), FileMemory()
        self._told: dict[str, str] = dict.fromkeys(PARTS, "")

    def version(self) -> dict[str, str]:
        """Opaque values that change with the parts of the page: metrics, library, episodes, evals, state.

        Never waits: while something long is being read, it is the version of before.
        """
        if self._turn.acquire(blocking=False):
            try:
                self._look()
                self._told = _parts(self._stamp or (), self.source.library.name)
            finally:
                self._turn.release()
        return self._told

    def summary(self) -> dict[str, Any]:
        """What run this is, how far it is, its settings, its library in figures, its evaluations."""
        # Not kept: what its notices tell is found out by the answers after it.
        return self._answer(None, self._summary)

    def metrics(self, since: int = 0) -> dict[str, Any]:
        """``{steps, series, groups, file}`` of the steps after ``since``; of very many steps an even choice.

        ``file`` changes when a resume writes the rows anew: those of before are then read again.
        """
        return self._answer("metrics" if since <= 0 else None, lambda: self._metrics(since))

    def skills(self) -> list[dict[str, Any]]:
        """The skills, with uplift and place on the map; of very many those most selected."""
        return self._answer("skills", self._skills)

    def skill(self, skill_id: str) -> dict[str, Any] | None:
        """One skill's life; None: there is no such skill."""
        return self._answer(None, lambda: self._skill(skill_id))

    def episodes(self) -> list[dict[str, Any]]:
        """The list of the episodes in the newest episode files, newest first."""
        return self._answer("episodes", self._episodes)

    def episode(self, episode_id: str) -> dict[str, Any] | None:
        """One episode, stage by stage; None: it is in no file that is there."""
        return self._answer(None, lambda: self._episode(episode_id))

    def library_history(self) -> list[dict[str, Any]]:
        """One line for each step of the library, oldest first."""
        return self._answer("library_history", lambda: self._from_library(library_data.library_history, []))

    def uplift(self) -> dict[str, Any] | None:
        """What skills bring, over the whole library; None without control episodes."""
        return self._answer("uplift", lambda: self._uplifts()[0])

    def dynamics(self) -> dict[str, Any]:
        """``{from_episodes, use}``: curves of the paper's figures that the metrics lack, and how skills are used."""
        return self._answer("dynamics", self._dynamics)

    def method(self) -> dict[str, Any] | None:
        """What the run's method tells of its own work; None: it has no page."""
        return self._answer("method", self._method)

    def _answer(self, name: str | None, work: Callable[[], Any]) -> Any:
        """What ``work`` gives, kept under ``name`` (None: not kept); its cost decides when files are looked at next."""
        with self._turn:
            self._look()
            # CPU time of this thread: waiting for the disk or for others costs no core.
            began = time.thread_time()
            found = work() if name is None else self._kept_or(name, work)
            self._rest(time.thread_time() - began)
            return found

    def _look(self) -> None:
        """Forget what was read if the files changed, unless that would be too soon."""
        now = time.monotonic()
        is_once = self._share == 0 and self._stamp is not None
        if is_once or now < self._next_look:
            return
        # The requests of one page come together; this way they see the same files.
        if self._share < 1:
            self._next_look = now + LEAST_PAUSE_S
        stamp = self.source.stamp()
        # Tail, index and library memory stay: they take in what is new by themselves.
        if stamp != self._stamp:
            self._stamp, self._kept = stamp, {}

    def _rest(self, cost_s: float) -> None:
        now = time.monotonic()
        # From share = cost / (cost + pause).
        pause = cost_s * (1 / self._share - 1) if self._share else 0.0
        # Pauses add up, since one look is followed by several answers; but no page stays old for long.
        self._next_look = min(max(self._next_look, now) + pause, now + LONGEST_PAUSE_S)

    def _kept_or(self, name: str, work: Callable[[], Any]) -> Any:
        if name not in self._kept:
            self._kept[name] = work()
        return self._kept[name]

    def _metrics(self, since: int) -> dict[str, Any]:
        rows = [row for row in self._rows() if row["step"] > since]
        return metric_series(rows, self._tail.keys) | {"file": self._tail.file}

    def _rows(self) -> list[Row]:
        # Once until files have changed, so that the answers of one page tell of the same rows.
        if "rows" not in self._kept:
            self._kept["rows"] = True
            self._tail.read()
        return self._tail.rows

    def _summary(self) -> dict[str, Any]:
        version = self._from_library(library_data.library_version, None)
        nothing = {"size": 0, "statuses": {}, "encoder": None}
        facts = self._from_library(library_data.library_facts, nothing)
        rows, num_skills = self._rows(), sum(facts["statuses"].values())
        return summary(self.source, self._memory, rows, version, facts, self._notices(num_skills))

    def _skills(self) -> list[dict[str, Any]]:
        rows = self._from_library(self._library.skills, [])
        uplifts = self._uplifts()[1]
        return [row | {"uplift": uplifts.get(row["id"])} for row in rows]

    def _skill(self, skill_id: str) -> dict[str, Any] | None:
        row = self._from_library(lambda c: library_data.skill(c, skill_id), None)
        if row is None:
            return None
        # The list has the place on the map; a skill that it leaves out is shown without one.
        listed = self._kept_or("listed", lambda: {skill["id"]: skill for skill in self.skills()})
        row = listed.get(skill_id, row | {"uplift": self._uplifts()[1].get(skill_id)})
        met = self._kept_or("met", self._met).get(skill_id, [])
        begin = self._kept_or("begin", lambda: self._from_library(library_data.begin_of_run, 0))
        life = self._from_library(lambda c: library_data.life(c, skill_id, begin=begin, **self._lengths), {})
        family = self._kept_or("families", lambda: self._from_library(library_data.families, {})).get(skill_id, {})
        return {"events": 0, "history": [], "curve": [], "children": [], "merged_from": []} | {
            "skill": row,
            **life,
            **family,
            "episodes": met,
        }

    def _met(self) -> dict[str, list[str]]:
        """Skill → the episodes that met it, newest first: one pass for all skills of a report."""
        met: dict[str, list[str]] = {}
        for name, entry in self._entries().items():
            for skill_id in entry.met:
                met.setdefault(skill_id, []).append(name)
        return met

    def _episodes(self) -> list[dict[str, Any]]:
        became = self._became()
        return [
            entry.row | {"wrote": became.get(name, {}).get("skill")} for name, entry in self._entries().items()
        ]

    def _episode(self, episode_id: str) -> dict[str, Any] | None:
        entry = self._entries().get(episode_id)
        if entry is None:
            return None
        # The file may have been dropped or replaced since it was listed.
        line = next((e for e in self._file(entry.file) if str(e["id"]) == episode_id), None)
        if line is None:
            return None
        became = self._became().get(episode_id)
        row = entry.row | {"wrote": became["skill"] if became else None}
        return episode_view(row, line, self._decoder(), became)

    def _dynamics(self) -> dict[str, Any]:
        # Read first, for the keys: what metrics.jsonl has need not be worked out from episodes.
        self._rows()
        encoder = self._from_library(library_data.library_facts, {"encoder": None})["encoder"]
        use = use_of_skills(self._from_library(library_data.selections, []))
        curves = curves_from_episodes(self._entries().values(), self._tail.keys, encoder)
        return {"from_episodes": curves, "use": use}

    def _method(self) -> dict[str, Any] | None:
        source = self.source
        config = self._memory.read(source.folder / CONFIG_FILE, read_config) if source.run else {}
        return method_page(source, config, self._rows())

    def _entries(self) -> Mapping[str, Any]:
        if "entries" not in self._kept:
            self._index.read(self.source.episode_files())
            self._kept["entries"] = self._index.entries
        return self._kept["entries"]

    def _file(self, file: Path) -> list[dict[str, Any]]:
        """The episodes of the file that was asked for last: pages step through its episodes."""
        facts = file_facts(file)
        if self._kept.get("file", (None, None, None))[:2] != (file, facts):
            self._kept["file"] = file, facts, read_episodes(file)
        return self._kept["file"][2]

    def _decoder(self) -> Decoder:
        return self._kept_or(
            "decoder", lambda: Decoder(self.source.tokenizer_files(), is_spelt=self.source.is_served())
        )

    def _became(self) -> Mapping[str, Mapping[str, str]]:
        return self._kept_or("became", lambda: self._from_library(self._library.drafts_became, {}))

    def _uplifts(self) -> tuple[dict[str, Any] | None, dict[str, dict[str, Any]]]:
        return self._kept_or("uplifts", lambda: self._from_library(self._library.uplifts, (None, {})))

    def _from_library(self, read: Callable[[Any], Any], otherwise: Any) -> Any:
        """What ``read`` finds in the library; ``otherwise`` without one, or with one that cannot be read now."""
        if file_facts(self.source.library) is None:
            return otherwise
        try:
            with library_data.reading(self.source.library) as connection:
                return read(connection)
        except LibraryError as error:
            self._kept["library error"] = str(error)
            return otherwise

    def _notices(self, num_skills: int) -> list[str]:
        """Of metrics and episodes by what is read already: a page's head does not wait for files of episodes."""
        more = num_skills - library_data.SKILLS_SHOWN
        stride = -(-len(self._tail.rows) // METRIC_POINTS)
        said = [
            (self._kept.get("library error"), "{}"),
            (self._tail.broken, "{} lines of metrics.jsonl cannot be read and are left out."),
            (stride if stride > 1 else 0, "Curves show one step in {}, and validations; metrics.jsonl has more."),
            (self._index.broken, "{} lines of the episode files cannot be read and are left out."),
            (self._index.left_out, "The {} oldest episode files are not listed."),
            (max(0, more), "The {:,} least selected skills are not listed; `skill1 library list` has all."),
        ]
        return [text.format(value) for value, text in said if value]


class LibraryMemory:
    """What is worth keeping of a library between two of its versions."""

    def __init__(self) -> None:
        self._map = RetrievalMap()
        self._became: dict[str, dict[str, str]] = {}
        self._begin = self._last_event = 0
        self._has_controls = False

    def skills(self, connection: sqlite3.Connection) -> list[dict[str, Any]]:
        """Skills with their places on the map."""
        rows = library_data.skills(connection)
        encoder = library_data.library_facts(connection)["encoder"]
        places = self._map.place(connection, encoder, rows)
        for row, place in zip(rows, places, strict=True):
            row["x"], row["y"] = place or (None, None)
        return rows

    def drafts_became(self, connection: sqlite3.Connection) -> dict[str, dict[str, str]]:
        """Episode → {kind, skill}: what its draft became."""
        self._take_in(connection)
        return self._became

    def uplifts(self, connection: sqlite3.Connection) -> tuple[dict[str, Any] | None, dict[str, dict[str, Any]]]:
        """Uplift of the library and of each skill; (None, {}) without control episodes."""
        from skill1.evaluate.uplift import all_uplifts, library_uplift

        self._take_in(connection)
        # Without controls there is nothing to compare; the search through all events is spared.
        if not self._has_controls:
            return None, {}
        store = Store(connection, None, read_only=True)
        whole = library_uplift(store)
        each = {name: asdict(found) for name, found in all_uplifts(store).items()}
        return (None if whole is None else asdict(whole)), each

    def _take_in(self, connection: sqlite3.Connection) -> None:
        news = library_data.news(connection, self._last_event)
        # A resume took events back, or a run made its first step with the library of another.
        if news.last < self._last_event or news.begin != self._begin:
            self._became, self._has_controls = {}, False
            news = library_data.news(connection, 0)
        self._became |= news.became
        self._has_controls |= news.has_controls
        self._begin, self._last_event = news.begin, news.last


def open_view(target: str | os.PathLike[str], *, share: float = SHARE) -> RunView:
    """The view of a run directory, RUN@STEP, a checkpoint or a library file.

    Raises:
        DataError, CheckpointError: nothing of the kind is there.
    """
    return RunView(find_source(target), share=share)


def metric_series(rows: list[Row], keys: Iterable[str], points: int = METRIC_POINTS) -> dict[str, Any]:
    """Rows as columns: ``{steps, series: {key: [number or null]}, groups}``; at most about ``points`` rows.

    Those with a validation, which few have, are thinned by themselves: at most about as many again.
    """
    # Thinned with all others, most of the few rows with a validation would be lost.
    validated = {row["step"] for row in library_data.thinned([row for row in rows if VALIDATED in row], points)}
    kept = validated | {row["step"] for row in library_data.thinned(rows, points)}
    shown = [row for row in rows if row["step"] in kept]
    groups = metric_groups(keys)
    drawn = [entry["key"] for group in groups for entry in group["keys"]]
    series = {key: [_rounded(row.get(key)) for row in shown] for key in drawn}
    return {"steps": [row["step"] for row in shown], "series": series, "groups": groups}


def _rounded(value: float | None) -> float | None:
    return None if value is None else float(f"{value:.{DIGITS}g}")


def _parts(stamp: Stamp, library: str) -> dict[str, str]:
    """A digest of the facts about the files that each part of the page depends on."""
    facts: dict[str, list[object]] = {name: [] for name in PARTS}
    for fact in stamp:
        # The library's log (-wal) belongs to it: commits go there first.
        home = "library" if fact[0].startswith(library) else _HOMES.get(fact[0], "state")
        facts[home].append(fact)
    return {
        name: hashlib.blake2b(repr(found).encode(), digest_size=8).hexdigest() for name, found in facts.items()
    }
