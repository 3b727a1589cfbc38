"""A one- or two-dimensional numpy array to append to, at a cost per value that does not depend on its length."""

from __future__ import annotations

from typing import Any

import numpy as np

# Small: a sparse index has two arrays for each of its 1,024 places, and most of them stay short.
_FIRST_ROOM = 8
_GROWTH = 1.25  # at most a quarter is unused; each value is copied about five times on the whole


class GrowingArray:
    """Values along the first axis; ``width`` makes each of them a row of so many."""

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
