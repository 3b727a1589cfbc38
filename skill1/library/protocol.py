"""What an episode asks of a library, wherever the library is kept: one asynchronous protocol.

Between commits every answer is of the same version. A library of this process answers through its
:class:`Snapshot`, one in another process of a cluster through an actor.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from skill1.schema import Candidate, Skill

if TYPE_CHECKING:
    from skill1.library.library import Library


class AsyncLibrary(Protocol):
    """A version of a library, to be read while episodes are played."""

    @property
    def version(self) -> int:
        """Number of commits."""
        ...

    # With `search` and `threshold` for methods that select by rules of their own, which `retrieve` does not know.
    async def skills(self) -> tuple[Skill, ...]:
        """Active skills in order of admission."""
        ...

    async def retrieve(self, query: str, *, training: bool) -> tuple[Candidate, ...]:
        """Top-K by the configured score; ``training`` adds the exploration bonus."""
        ...

    async def search(self, text: str, k: int) -> tuple[Candidate, ...]:
        """The ``k`` skills most similar to a text, best first, whatever their utility."""
        ...

    async def threshold(self) -> float:
        """The encoder's own least cosine of a candidate."""
        ...

    async def last_step(self) -> int:
        """Training step of the last commit; 0 before the first."""
        ...


def as_asynchronous(library: Library | AsyncLibrary | None) -> AsyncLibrary | None:
    """The one protocol for all: a library of this process gives its snapshot, any other is asked as it is."""
    # By the method: the episode and the step need not import the local library, with its store and indexes.
    local = getattr(library, "snapshot", None)
    return library if local is None else local()


class Snapshot:
    """A library of this process as an :class:`AsyncLibrary`."""

    def __init__(self, library: Library) -> None:
        self._library = library

    @property
    def version(self) -> int:
        return self._library.version

    async def skills(self) -> tuple[Skill, ...]:
        return self._library.skills()

    async def retrieve(self, query: str, *, training: bool) -> tuple[Candidate, ...]:
        await self._library.expect(query)
        return self._library.retrieve(query, training=training)

    async def search(self, text: str, k: int) -> tuple[Candidate, ...]:
        await self._library.expect(text)
        return self._library.search(text, k)

    async def threshold(self) -> float:
        return self._library.encoder.threshold

    async def last_step(self) -> int:
        return self._library.last_step
