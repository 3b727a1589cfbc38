"""The recorded games, as the simulator's own tests have them."""

from tests.alfworld.conftest import recordings

__all__ = ["recordings"]
