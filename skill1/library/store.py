"""The SQLite file of a library: schema, reading, one transaction per commit, consistent copies.

Knows rows and transactions, not what they mean. WAL mode: one writer, many readers. A process killed in the middle
of a transaction leaves the version before it.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import numpy as np

from skill1.errors import LibraryError, quoted, refuse_planted_journal
from skill1.library.file_errors import named_errors
from skill1.library.tables import (
    APPLICATION_ID,
    BRING_UP,
    COMMIT_COLUMNS,
    FOREIGN_PARTS,
    SCHEMA,
    SCHEMA_VERSION,
    SKILL_COLUMNS,
    CommitRow,
    CurationRow,
    RunRow,
    checked_meta,
    restrain,
    to_commit,
    to_row,
    to_run,
    to_skill,
    to_win,
)
from skill1.run.disk import sync_folder
from skill1.schema import Skill

FILE_NAME = "library.sqlite"
MEMORY = ":memory:"
_BUSY_TIMEOUT_S = 30.0
# Little-endian on every machine, because library files travel.
VECTOR_TYPE = np.dtype("<f4")
# Far more than rounding to float32 takes from a length of 1 (under 1e-7).
_NORM_TOLERANCE = 1e-3


def library_file(path: str | os.PathLike[str]) -> Path:
    """The library file a path means: itself, or ``library.sqlite`` of a run or checkpoint directory."""
    path = Path(path)
    return path / FILE_NAME if path.is_dir() else path


class Store:
    """An open library file. Every method may raise ``LibraryError`` naming the file."""

    def __init__(self, connection: sqlite3.Connection, path: Path | None, *, read_only: bool) -> None:
        self.path = path
        self._shown = path  # in messages: the file, also of a copy in memory
        self.read_only = read_only
        self._connection = connection
        self._file_id = _file_id(path)

    @classmethod
    def open(cls, path: str | os.PathLike[str], *, create: bool, read_only: bool) -> Store:
        """Open a library file; ``create`` makes it when it is missing or empty."""
        if "\0" in str(path):
            raise LibraryError(f"{str(path)!r} cannot be the name of a library: it holds the character NUL.")
        with named_errors(Path(path)):  # the system refuses other names, such as one that is too long
            file = library_file(path)
            # An empty file counts as missing: it is what a process leaves that was killed before it made the tables.
            is_new = not file.exists() or file.stat().st_size == 0
            if is_new and (read_only or not create):
                raise LibraryError(_missing_message(Path(path), file))
            if not file.parent.is_dir():
                raise LibraryError(
                    f"There is no folder {file.parent} to make {file.name} in. Type: mkdir -p {quoted(file.parent)}"
                )
        with named_errors(file):
            store = cls(_connect(file, read_only=read_only), file, read_only=read_only)
            try:
                store._prepare(create=create)
            except BaseException:
                store.close()
                raise
        return store

    @classmethod
    def in_memory(cls, start_from: str | os.PathLike[str] | None = None) -> Store:
        """An empty store that no file backs, or a copy in memory of a library file."""
        store = cls(_connection(MEMORY), None, read_only=False)
        if start_from is not None:
            with closing(cls.open(start_from, create=False, read_only=True)) as source, named_errors(source.path):
                source._connection.backup(store._connection)
            store._shown = source.path  # pages are copied unread: damage shows only later
        # A copy is checked like any other file; tables are made in an empty store only.
        store._prepare(create=start_from is None)
        return store

    def close(self) -> None:
        """Close the file; a second call does nothing."""
        self._connection.close()

    def follow(self) -> bool:
        """Open the file that has taken this one's place, as when a run goes back to a checkpoint; True if so.

        Raises ``LibraryError`` for a store that writes: the other file may belong to a run that counts on it.
        """
        found = _file_id(self.path)
        if found == self._file_id:  # also in memory
            return False
        if not self.read_only:
            raise LibraryError(
                f"{self.path} was replaced or removed after it was opened for a change. Start again."
            )
        if found is None:  # a run is just putting its checkpoint's file in place: what is open still answers
            return False
        # Opened before the old one is closed: where it cannot be opened, this store stays as it is.
        new = Store.open(self.path, create=False, read_only=self.read_only)
        self.close()
        self._connection, self._file_id = new._connection, new._file_id
        return True

    def meta(self) -> dict[str, Any]:
        """All of the table ``meta``: version, trends, encoder."""
        with named_errors(self._shown):
            return checked_meta(dict(self._connection.execute("SELECT key, value FROM meta")))

    def version(self) -> int:
        """Version of the file now; larger than the one in memory after another process wrote."""
        with named_errors(self._shown):
            found = self._connection.execute("SELECT key, value FROM meta WHERE key = 'version'")
            return int(checked_meta(dict(found))["version"])

    def skills(self, status: str | None = None) -> list[Skill]:
        """Skills of a status (None: all), in order of admission."""
        where, values = ("WHERE status = ?", (status,)) if status is not None else ("", ())
        with named_errors(self._shown):
            rows = self._connection.execute(f"SELECT {SKILL_COLUMNS} FROM skills {where} ORDER BY seq", values)
            return [to_skill(row) for row in rows]

    def skill(self, skill_id: str) -> Skill | None:
        """One skill of any status."""
        with named_errors(self._shown):
            query = f"SELECT {SKILL_COLUMNS} FROM skills WHERE id = ?"
            row = self._connection.execute(query, (skill_id,)).fetchone()
            return None if row is None else to_skill(row)

    def rows(self, query: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """What a statement answers; nothing for one that only writes."""
        with named_errors(self._shown):
            return self._connection.execute(query, values).fetchall()

    def number(self, query: str, values: Sequence[Any] = ()) -> int:
        """The whole number a statement answers; 0 where it answers none."""
        with named_errors(self._shown):
            found = self._connection.execute(query, values).fetchone()
            value = 0 if found is None or found[0] is None else found[0]
            if not isinstance(value, int):
                raise sqlite3.DataError(f"{value!r:.80} stands where its history has a whole number")
            return value

    def commits(self, *, last: int = -1) -> list[CommitRow]:
        """One row per commit, oldest first: the ``last`` ones; -1: all."""
        # Newest first, or LIMIT would keep the first ones. LIMIT -1 is how SQLite spells "no limit".
        newest = self.rows(f"SELECT {COMMIT_COLUMNS} FROM commits ORDER BY version DESC LIMIT ?", (last,))
        with named_errors(self._shown):
            return [to_commit(row) for row in reversed(newest)]

    def last_step(self) -> int:
        """Step of the newest commit; 0 before the first."""
        return self.number("SELECT step FROM commits ORDER BY version DESC LIMIT 1")

    def last_step_of_run(self) -> int:
        """As :meth:`last_step`, of the run that was named last; 0 before its first commit."""
        # Commits up to `first_version` came with the library that the run began with.
        query = "SELECT step FROM commits WHERE version > ? ORDER BY version DESC LIMIT 1"
        return self.number(query, (max((run.first_version for run in self.runs()), default=0),))

    def runs(self) -> list[RunRow]:
        """Runs that wrote, oldest first."""
        query = "SELECT name, method, env, seed, skill1_version, first_version FROM runs ORDER BY seq"
        rows = self.rows(query)
        with named_errors(self._shown):
            return [to_run(row) for row in rows]

    def wins(self) -> list[tuple[str, str]]:
        """(query, skill) of what won, in their order."""
        rows = self.rows("SELECT query, skill FROM wins ORDER BY query, skill")
        with named_errors(self._shown):
            return [to_win(row) for row in rows]

    def vectors(self, identity: str, dimensions: int) -> dict[str, np.ndarray]:
        """Skill id → stored float32 row, of one encoder identity only; what is no row of its is left out."""
        found = self.rows("SELECT skill, vector FROM vectors WHERE encoder = ?", (identity,))
        rows = {skill_id: row_of(blob, dimensions) for skill_id, blob in found}
        return {skill_id: row for skill_id, row in rows.items() if row is not None}

    @contextmanager
    def transaction(self, expected_version: int) -> Iterator[None]:
        """All that is written inside reaches the file together, or not at all.

        Raises ``LibraryError`` if the file is read-only or another process has written since ``expected_version``.
        """
        if self.read_only:
            raise LibraryError(f"{self.path} was opened read-only and cannot be changed.")
        with named_errors(self._shown):
            # A copy made by `backup` has no log yet. Begun here and not at opening, which must not change a byte.
            self._write_ahead()
            # Immediate: the lock is taken before the version is read, so nobody can write in between.
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                self._check_version(expected_version)
                yield
                self._connection.execute("COMMIT")
            except BaseException:  # an interrupt, too, must give the file's lock back
                with suppress(sqlite3.Error):  # the error that brought us here is the one to tell
                    self._connection.execute("ROLLBACK")
                raise

    def put_meta(self, values: Mapping[str, Any]) -> None:
        """Write entries of the table ``meta``; inside a transaction."""
        self._connection.executemany("INSERT OR REPLACE INTO meta VALUES (?, ?)", list(values.items()))

    def add_skills(self, skills: Iterable[Skill]) -> None:
        """Insert rows in order of admission; inside a transaction."""
        self._connection.executemany(
            f"INSERT INTO skills ({SKILL_COLUMNS}) VALUES ({', '.join('?' * 15)})",
            [to_row(skill) for skill in skills],
        )

    def update_skills(self, skills: Iterable[Skill]) -> None:
        """Write the numbers and the status of stored skills; inside a transaction."""
        self._connection.executemany(
            # Texts, parents and origin never change: an edit makes a new skill.
            "UPDATE skills SET utility = ?, retrieved = ?, selected = ?, wins = ?, status = ?, merged_into = ?, "
            "pinned = ?, extra = ? WHERE id = ?",
            [
                (
                    *(s.utility, s.retrieved, s.selected, s.wins, s.status, s.merged_into, s.pinned),
                    *(json.dumps(dict(s.extra)), s.id),
                )
                for s in skills
            ],
        )

    def add_events(self, events: Iterable[tuple[Any, ...]]) -> None:
        """Append (kind, step, episode, skill, policy_version, value) rows; inside a transaction."""
        self._connection.executemany(
            "INSERT INTO events (kind, step, episode, skill, policy_version, value) VALUES (?, ?, ?, ?, ?, ?)",
            events,
        )

    def readmit(self, ids: Iterable[str]) -> None:
        """Put skills at the end of the order of admission, one after the other; inside a transaction."""
        self._connection.executemany(
            # As the index appends them, so that one rebuilt from the file has the same row order.
            "UPDATE skills SET seq = (SELECT max(seq) + 1 FROM skills) WHERE id = ?",
            [(i,) for i in ids],
        )

    def add_wins(self, wins: Mapping[tuple[str, str], int]) -> None:
        """Add to the success counts of (query, skill) pairs; inside a transaction."""
        self._connection.executemany(
            "INSERT INTO wins VALUES (?, ?, ?) ON CONFLICT (query, skill) DO UPDATE SET times = times + excluded.times",
            [(query, skill, times) for (query, skill), times in wins.items()],
        )

    def add_curations(self, rows: Iterable[CurationRow]) -> None:
        """Note what people asked for; inside a transaction."""
        self._connection.executemany(
            "INSERT INTO curations (version, step, kind, skill, asked_by, reason, asked_at) "
            "VALUES (?, ?, ?, ?, ?, ?, ?)",
            list(rows),
        )

    def add_commit(self, row: CommitRow) -> None:
        """Append one line of history, after the events it made; inside a transaction."""
        self._connection.execute(
            f"INSERT INTO commits ({COMMIT_COLUMNS}, last_event) "
            f"VALUES ({', '.join('?' * len(row))}, (SELECT coalesce(max(seq), 0) FROM events))",
            row,
        )

    def add_run(self, row: RunRow) -> None:
        """Name a run that writes; one that is already named stays as it is. Inside a transaction."""
        self._connection.execute(
            "INSERT OR IGNORE INTO runs (name, method, env, seed, skill1_version, first_version) "
            "VALUES (?, ?, ?, ?, ?, ?)",
            row,
        )

    def add_vectors(self, identity: str, vectors: Mapping[str, np.ndarray]) -> None:
        """Store float32 rows; inside a transaction."""
        self._connection.executemany(
            "INSERT OR REPLACE INTO vectors VALUES (?, ?, ?)",
            [(name, identity, row.astype(VECTOR_TYPE).tobytes()) for name, row in vectors.items()],
        )

    def drop_vectors(self, ids: Iterable[str] | None = None) -> None:
        """Delete stored rows (None: all); inside a transaction."""
        if ids is None:
            self._connection.execute("DELETE FROM vectors")
        else:
            self._connection.executemany("DELETE FROM vectors WHERE skill = ?", [(i,) for i in ids])

    def backup(self, path: str | os.PathLike[str]) -> Path:
        """Write a consistent copy of the last commit, whole or not at all; returns its path."""
        with named_errors(Path(path)):
            target = library_file(path)
        with named_errors(target):
            # Beside the target: the rename that puts it in place must stay on one disk.
            new = target.with_name(f".{target.name}.{os.getpid()}.new")
            # Of a killed process that had the same number.
            new.unlink(missing_ok=True)
            try:
                with closing(_connection(new)) as copy:
                    self._connection.backup(copy)
                    copy.execute("PRAGMA journal_mode = DELETE")  # one file, readable on a read-only disk too
                _put_in_place(new, target)
            finally:
                new.unlink(missing_ok=True)
        return target

    def _prepare(self, *, create: bool) -> None:
        # Also where a creation was cut short: a file without tables is finished here.
        if create and not self._connection.execute("SELECT 1 FROM sqlite_master").fetchone():
            self._create()
        self._check_kind()

    def _create(self) -> None:
        run = self._connection.execute
        if self.path is not None:
            self._write_ahead()
        # One transaction: a process killed here leaves a file that counts as empty.
        script = f"BEGIN IMMEDIATE; {SCHEMA} PRAGMA application_id = {APPLICATION_ID}; "
        script += f"PRAGMA user_version = {SCHEMA_VERSION}; INSERT INTO meta VALUES ('version', 0); COMMIT;"
        try:
            self._connection.executescript(script)
        except sqlite3.OperationalError:
            if self._connection.in_transaction:
                run("ROLLBACK")
            # Another process has made the tables since they were looked for: that is the library.
            if not run("SELECT 1 FROM sqlite_master").fetchone():
                raise

    def _write_ahead(self) -> None:
        """Keep a log, so that a live page reads the last commit while a run writes the next."""
        # SQLite does not wait to begin one: where another process is writing, the next transaction begins it.
        with suppress(sqlite3.OperationalError):
            self._connection.execute("PRAGMA journal_mode = WAL")

    def _check_kind(self) -> None:
        application = self._connection.execute("PRAGMA application_id").fetchone()[0]
        if application != APPLICATION_ID:
            raise LibraryError(f"{self.path} is a SQLite file, but not a skill library; expected a {FILE_NAME}.")
        # Before any table is read: a view could stand under its name.
        foreign = self._connection.execute(FOREIGN_PARTS).fetchone()
        if foreign is not None:
            raise LibraryError(f"{self.path} holds the {foreign[0]} {foreign[1]!r}, which skill1 never makes.")
        found = self._schema_version()
        if found == 1:
            self._bring_up()
        elif found != SCHEMA_VERSION:
            raise LibraryError(
                f"{self.path} has library schema version {found}; this skill1 reads version {SCHEMA_VERSION}. "
                "Export it with the skill1 that wrote it (skill1 library export) and import the file here."
            )
        self._connection.execute("PRAGMA synchronous = NORMAL")  # with WAL: no torn commits, fast

    def _bring_up(self) -> None:
        """Schema 1, from before curation: rewritten in place, or, where it must not be written, read from a copy."""
        if self.read_only:
            copy = _connection(MEMORY)
            self._connection.backup(copy)
            self._connection.close()
            self._connection = copy
        # No rollback: after an error `open` closes the file, which ends the transaction.
        self._connection.execute("BEGIN IMMEDIATE")
        if self._schema_version() == 1:  # still: another process may have done it while this one waited
            for statement in BRING_UP:
                self._connection.execute(statement)
        self._connection.execute("COMMIT")

    def _schema_version(self) -> int:
        return int(self._connection.execute("PRAGMA user_version").fetchone()[0])

    def _check_version(self, expected: int) -> None:
        found = self.version()
        if found != expected:
            raise LibraryError(
                f"{self.path} is at version {found} but was read at version {expected}: another process wrote to "
                "it meanwhile. A library has one writer: end the other one or let it finish, then do the same again."
            )


def row_of(blob: object, dimensions: int) -> np.ndarray | None:
    """A stored row, float32; None for one that is no unit vector of this size: a file may come from anywhere."""
    if not isinstance(blob, bytes) or len(blob) != dimensions * VECTOR_TYPE.itemsize:
        return None
    row = np.frombuffer(blob, dtype=VECTOR_TYPE).astype(np.float32)
    return row if abs(float(np.linalg.norm(row)) - 1.0) < _NORM_TOLERANCE else None


def _file_id(path: Path | None) -> tuple[int, int] | None:
    """What tells a file from another under its name; None where there is none."""
    try:
        found = os.stat(path) if path is not None else None
    except OSError:
        return None
    return None if found is None else (found.st_dev, found.st_ino)


def _connect(file: Path, *, read_only: bool) -> sqlite3.Connection:
    if not read_only:
        return _connection(file)
    uri = f"{file.resolve().as_uri()}?mode=ro"
    if not os.access(file.parent, os.W_OK) and not Path(f"{file}-wal").exists():
        uri += "&immutable=1"  # a reader of a WAL file must otherwise be able to make its shared-memory file
    return _connection(uri, uri=True)


def _connection(file: Path | str, *, uri: bool = False) -> sqlite3.Connection:
    """One thread at a time uses it, but not always the same: a notebook plays its episodes in another."""
    if not uri:  # those only read, and roll nothing back
        refuse_planted_journal(file)
    # None: sqlite3 opens no transaction by itself, so ``transaction`` alone decides what is one.
    connection = sqlite3.connect(
        file, isolation_level=None, timeout=_BUSY_TIMEOUT_S, check_same_thread=False, uri=uri
    )
    restrain(connection)
    return connection


def _put_in_place(new: Path, target: Path) -> None:
    with new.open("rb+") as file:
        # Before the rename, or after a crash the new name may stand for a file without content.
        os.fsync(file.fileno())
    # The log's commits go into the old file first, so that a kill before the rename leaves that one whole.
    if target.is_file() and Path(f"{target}-wal").exists():
        with suppress(sqlite3.DatabaseError), closing(_connection(target)) as old:  # it may be damaged, and goes
            old.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for suffix in ("-wal", "-shm"):  # leftovers of the old file would be applied to the new one
        Path(f"{target}{suffix}").unlink(missing_ok=True)
    os.replace(new, target)
    sync_folder(target.parent)


def is_unfinished(file: Path) -> bool:
    """Whether it holds no table: what a full disk or a kill leaves of a library that was being made."""
    try:
        with closing(_connect(file, read_only=True)) as connection:
            return file.is_file() and not connection.execute("SELECT 1 FROM sqlite_master").fetchone()
    except sqlite3.DatabaseError:  # no such file, or another kind: whoever opens it says so
        return False


def _missing_message(given: Path, file: Path) -> str:
    if given.is_dir():
        return f"{given} holds no {FILE_NAME}; expected a run directory, a checkpoint directory or a library file."
    if file.exists():
        return f"{file} is empty, not a skill library."
    return f"There is no skill library at {file}; expected a run or checkpoint directory or a library file."
