"""The retrieval map: two coordinates for each skill, by principal components of the encoder's vectors."""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from skill1.library.encoder import HashingEncoder

FITTED_ROWS = 1000  # a decomposition of twice as many takes seconds
FEW, GROWTH = 16, 1.25
_STORED_TYPE = np.dtype("<f4")
_CHUNK = 500  # ids in one query


@dataclass(frozen=True)
class Plane:
    """Two orthonormal directions ``axes`` [2, D] around ``centre`` [D], and the extent of the fitted rows [2]."""

    centre: np.ndarray
    axes: np.ndarray
    low: np.ndarray
    high: np.ndarray

    def place(self, rows: np.ndarray) -> np.ndarray:
        """``[N, D]`` → ``[N, 2]`` in [0, 1]; what lies outside the fitted rows is put on the border."""
        # Equal rows have no extent to divide by.
        extent = np.maximum(self.high - self.low, 1e-9)
        return np.clip((self._flat(rows) - self.low) / extent, 0.0, 1.0)

    def _flat(self, rows: np.ndarray) -> np.ndarray:
        return (rows - self.centre) @ self.axes.T


def fit_plane(rows: np.ndarray) -> Plane | None:
    """The plane of largest variance of ``rows`` [N, D]; None for fewer than two rows or a single dimension.

    The sign of an axis is free; its largest entry is made positive, so that the same rows give the same map.
    """
    if len(rows) < 2 or rows.shape[1] < 2:
        return None
    rows = rows.astype(np.float64)
    centre = rows.mean(axis=0)
    axes = np.linalg.svd(rows - centre, full_matrices=False)[2][:2]
    largest = axes[np.arange(2), np.abs(axes).argmax(axis=1)]
    axes = axes * np.where(largest < 0, -1.0, 1.0)[:, None]
    flat = (rows - centre) @ axes.T
    return Plane(centre, axes, flat.min(axis=0), flat.max(axis=0))


class RetrievalMap:
    """Places skills, and keeps them in place: the plane is refitted only when the library grew by a quarter."""

    def __init__(self) -> None:
        self._encoder = HashingEncoder()
        self._rows: dict[str, np.ndarray] = {}  # skill id → its vector; texts of a skill never change
        self._identity = ""
        # With the number of skills it was fitted for: it stays until that number changes.
        self._plane: tuple[int, Plane | None] = (0, None)

    def place(
        self, connection: sqlite3.Connection, identity: str | None, skills: Sequence[dict[str, Any]]
    ) -> list[tuple[float, float] | None]:
        """Coordinates in [0, 1] of each skill; None for one without a vector."""
        self._load(connection, identity or "", skills)
        known = [skill["id"] for skill in skills if skill["id"] in self._rows]
        plane = self._fitted(known)
        if plane is None:
            return [None] * len(skills)
        flat = plane.place(np.stack([self._rows[name] for name in known]))
        places = {name: (round(float(x), 4), round(float(y), 4)) for name, (x, y) in zip(known, flat, strict=True)}
        return [places.get(skill["id"]) for skill in skills]

    def _load(self, connection: sqlite3.Connection, identity: str, skills: Sequence[dict[str, Any]]) -> None:
        # Vectors of two encoders have nothing in common.
        if identity != self._identity:
            self._rows, self._identity, self._plane = {}, identity, (0, None)
        missing = [skill for skill in skills if skill["id"] not in self._rows]
        # Computed, not read: this encoder is quick, and a library keeps no vectors of it.
        if identity == self._encoder.identity:
            rows = self._encoder.encode([skill["description"] for skill in missing])
            self._rows |= {skill["id"]: row for skill, row in zip(missing, rows, strict=True)}
        else:
            found = stored_vectors(connection, identity, [skill["id"] for skill in missing])
            # In a damaged file rows may differ in length; the first one decides.
            length = len(next(iter((self._rows or found).values()), ()))
            self._rows |= {name: row for name, row in found.items() if len(row) == length}

    def _fitted(self, known: Sequence[str]) -> Plane | None:
        size = fitted_size(len(known))
        if self._plane[0] != size:
            stride = -(-size // FITTED_ROWS) or 1
            # The oldest ones, evenly: skills that come later do not move the plane.
            sample = [self._rows[name] for name in known[:size:stride]]
            self._plane = size, fit_plane(np.stack(sample)) if sample else None
        return self._plane[1]


def fitted_size(num: int) -> int:
    """How many of ``num`` rows the plane is fitted to: all of few, else the last power of ``GROWTH`` below."""
    # 1e-9 keeps an exact power of GROWTH from being rounded down to the one below.
    return num if num < FEW else math.floor(GROWTH ** math.floor(math.log(num, GROWTH) + 1e-9))


def stored_vectors(connection: sqlite3.Connection, identity: str, ids: Sequence[str]) -> dict[str, np.ndarray]:
    """Skill id → float32 row of the encoder's, for those of ``ids`` that have one that is whole."""
    found: dict[str, np.ndarray] = {}
    for start in range(0, len(ids), _CHUNK):
        chunk = ids[start : start + _CHUNK]
        marks = ", ".join("?" * len(chunk))
        query = f"SELECT skill, vector FROM vectors WHERE encoder = ? AND skill IN ({marks})"
        for name, blob in connection.execute(query, (identity, *chunk)):
            # A file from elsewhere may hold anything in this column.
            if isinstance(blob, bytes) and len(blob) % _STORED_TYPE.itemsize == 0:
                found[name] = np.frombuffer(blob, dtype=_STORED_TYPE)
    return {name: row for name, row in found.items() if np.isfinite(row).all()}
