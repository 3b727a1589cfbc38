"""Exact search over rows that are zero almost everywhere, as those of the `hashing` encoder.

Rows are kept twice: row by row (6 bytes a non-zero) to give them back, and place by place to find them, as postings (8
bytes a non-zero) or, at places that many rows have, as a column (4 bytes a row). All cosines are sums in double
precision over the query's places in rising order, rounded to single precision once: they depend on the two texts only,
not on how the index came about.
"""

from __future__ import annotations

from typing import Any

import numpy as np

# A place held by more of the rows than this is kept as a column: adding that up costs no more.
_COLUMN_SHARE = 0.15
_LEAST_ROWS = 1000  # before, shares say little


class SparseRows:
    """Rows of ``dimensions`` places with mostly zeros, appended only; ``alive`` masks rows that are gone."""

    kind = "sparse"
    is_exact = True

    def __init__(self, dimensions: int) -> None:
        self._dimensions = dimensions
        # Row by row: the entries of row r end before ends[r] and begin where those of the row before it end.
        self._ends = GrowingArray(np.int64)
        self._places = GrowingArray(np.uint16 if dimensions <= 1 << 16 else np.uint32)
        self._values = GrowingArray(np.float32)
        # Place by place: each is kept as postings until it is common, then as a column, never as both.
        self._postings = [_Postings() for _ in range(dimensions)]
        self._columns: dict[int, GrowingArray] = {}

    def __len__(self) -> int:
        return len(self._ends)

    @property
    def nbytes(self) -> int:
        """Bytes of rows and postings."""
        own = self._ends.nbytes + self._places.nbytes + self._values.nbytes
        return own + sum(kept.nbytes for kept in (*self._postings, *self._columns.values()))

    def add(self, vectors: np.ndarray) -> None:
        """Append rows; ``vectors`` is dense float32 ``[count, dimensions]``."""
        first, entries = len(self), len(self._values)
        rows, places = np.nonzero(vectors)
        values = vectors[rows, places]
        self._ends.extend(entries + np.cumsum(np.bincount(rows, minlength=len(vectors))))
        self._places.extend(places)
        self._values.extend(values)
        # Before `_post`, which may make further columns: those hold the new rows from the start.
        for place, column in self._columns.items():
            column.extend(vectors[:, place])
        self._post(rows + first, places, values)

    def dense(self, rows: np.ndarray) -> np.ndarray:
        """The rows as dense float32 ``[len(rows), dimensions]``."""
        numbers, entries = self._entries(rows)
        matrix = np.zeros((len(rows), self._dimensions), dtype=np.float32)
        matrix[numbers, self._places.values[entries]] = self._values.values[entries]
        return matrix

    def keep(self, alive: np.ndarray) -> None:
        """Drop the rows that are not alive and renumber the others, in their order."""
        ends = self._ends.values
        lengths = np.diff(ends, prepend=0)
        # For each entry whether its row stays; for each row that stays its new number, the count of such rows
        # before it.
        entries = np.repeat(alive, lengths)
        numbers = np.cumsum(alive) - 1
        self._places.keep(entries)
        self._values.keep(entries)
        for postings in self._postings:
            postings.keep(alive, numbers)
        for column in self._columns.values():
            column.keep(alive)
        self._ends = GrowingArray(np.int64)
        self._ends.extend(np.cumsum(lengths[alive]))

    def above(
        self, query: np.ndarray, threshold: float, top_k: int, alive: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """All rows with cosine >= ``threshold`` and their cosines, in row order."""
        # `top_k` is for approximate indexes; it is here because `VectorIndex` asks all kinds in one way.
        sums = self._all_sums(query)
        rows = np.flatnonzero((sums >= np.float32(threshold)) & alive)
        return rows, sums[rows]

    def nearest(self, query: np.ndarray, k: int, alive: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The ``k`` most similar rows, of at least so many alive, and their cosines, best first; equal ones by row."""
        cosines = self._all_sums(query)
        # Below every cosine, so a row that is gone comes last.
        cosines[~alive] = -np.inf
        best = largest(cosines, k)
        return best, cosines[best]

    def _post(self, rows: np.ndarray, places: np.ndarray, values: np.ndarray) -> None:
        # Stable: the rows of a place stay in rising order.
        order = np.argsort(places, kind="stable")
        rows, values = rows[order], values[order]
        ends = np.cumsum(np.bincount(places, minlength=self._dimensions))
        starts = np.append(0, ends[:-1])
        for place in np.flatnonzero(ends > starts).tolist():
            if place not in self._columns:
                self._postings[place].extend(
                    rows[starts[place] : ends[place]], values[starts[place] : ends[place]]
                )
                self._make_column(place)

    def _make_column(self, place: int) -> None:
        """Keep a place as a column if it has become that common."""
        if len(self._postings[place]) > _COLUMN_SHARE * max(len(self), _LEAST_ROWS):
            self._columns[place] = self._postings[place].as_column(len(self))
            self._postings[place] = _Postings()

    def _entries(self, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(number within ``rows``, position in the entries) of every non-zero of the rows."""
        ends = self._ends.values
        # For row 0, ends[-1] is the last row's end, which `where` throws away.
        starts = np.where(rows > 0, ends[rows - 1], 0)
        lengths = ends[rows] - starts
        numbers = np.repeat(np.arange(len(rows)), lengths)
        # 0, 1, … within each row: the running number less that of the row's first entry.
        within = np.arange(len(numbers)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
        return numbers, np.repeat(starts, lengths) + within

    def _all_sums(self, query: np.ndarray) -> np.ndarray:
        """Cosines of all rows, float32."""
        sums = np.zeros(len(self))
        # Takes each column's product, so that no place needs an array of its own.
        scratch = np.empty_like(sums)
        # In double precision: rounded once at the end, a sum does not depend on how the index came about. Products are
        # told so, too: before version 2 NumPy takes the type of the array, whatever that of the single number.
        weights = query.astype(np.float64)
        for place in np.flatnonzero(query).tolist():
            column = self._columns.get(place)
            if column is None:
                self._postings[place].add_to(sums, weights[place])
            else:
                sums += np.multiply(column.values, weights[place], out=scratch, dtype=np.float64)
        return sums.astype(np.float32)


class _Postings:
    """The rows that have something at one place, rising, and what."""

    __slots__ = ("_rows", "_values")

    def __init__(self) -> None:
        self._rows = GrowingArray(np.int32)
        self._values = GrowingArray(np.float32)

    def __len__(self) -> int:
        return len(self._rows)

    @property
    def nbytes(self) -> int:
        return self._rows.nbytes + self._values.nbytes

    def extend(self, rows: np.ndarray, values: np.ndarray) -> None:
        self._rows.extend(rows)
        self._values.extend(values)

    def as_column(self, length: int) -> GrowingArray:
        column = np.zeros(length, dtype=np.float32)
        column[self._rows.values] = self._values.values
        made = GrowingArray(np.float32)
        made.extend(column)
        return made

    def add_to(self, sums: np.ndarray, weight: np.floating) -> None:
        np.add.at(sums, self._rows.values, np.multiply(weight, self._values.values, dtype=np.float64))

    def keep(self, alive: np.ndarray, numbers: np.ndarray) -> None:
        kept = alive[self._rows.values]
        self._values.keep(kept)
        self._rows.keep(kept)
        # In place: rows keep their order, so the new numbers rise as the old ones did.
        self._rows.values[:] = numbers[self._rows.values]


def largest(values: np.ndarray, k: int) -> np.ndarray:
    """Positions of the ``k`` largest values, largest first, equal ones by position."""
    positions = np.arange(len(values))
    if len(values) > k:
        # All ties at the border stay in: the stable sort then takes them by position.
        positions = np.flatnonzero(values >= np.partition(values, -k)[-k])
    return positions[np.argsort(-values[positions], kind="stable")][:k]


# Small: a sparse index has two arrays for each of its 1,024 places, and most of them stay short.
_FIRST_ROOM = 8
_GROWTH = 1.25  # at most a quarter is unused; each value is copied about five times on the whole


class GrowingArray:
    """An array to append to, at a cost per value that does not depend on its length; ``width``: of rows."""

    # There may be thousands: without these names each would carry a dictionary.
    __slots__ = ("_length", "_room")

    def __init__(self, dtype: Any, width: int | None = None, room: int = _FIRST_ROOM) -> None:
        # Not zeros: nothing beyond the length is ever read.
        self._room = np.empty(room if width is None else (room, width), dtype=dtype)
        self._length = 0

    def __len__(self) -> int:
        return self._length

    @property
    def values(self) -> np.ndarray:
        """A view that may be written to; it is stale after the next :meth:`extend`."""
        return self._room[: self._length]

    @property
    def nbytes(self) -> int:
        """Bytes held, the unused room included."""
        return self._room.nbytes

    def extend(self, values: np.ndarray) -> None:
        """Append values."""
        end = self._length + len(values)
        if end > len(self._room):
            # +1: a quarter of less than four places is none.
            shape = (max(end, int(_GROWTH * len(self._room)) + 1), *self._room.shape[1:])
            room = np.empty(shape, dtype=self._room.dtype)
            room[: self._length] = self.values
            self._room = room
        self._room[self._length : end] = values
        self._length = end

    def keep(self, places: np.ndarray) -> None:
        """Keep the values at ``places`` (int64, rising, or a Boolean mask), in their order; frees the rest."""
        # A copy, so that the old room can be freed.
        self._room = self.values[places]
        self._length = len(self._room)
