"""Counter-based randomness: the draws of one generation depend on its key alone."""

from __future__ import annotations

import numpy as np

from skill1.schema import RandomKey


def uniforms(key: RandomKey, count: int) -> np.ndarray:
    """``count`` float32 numbers in [0, 1) for the tokens of one generation."""
    return generator(*key).random(count, dtype=np.float32)


def server_seed(key: RandomKey) -> int:
    """The seed of one generation for an engine or a server that draws by itself."""
    return int(generator(*key).integers(2**31))


def generator(*key: int) -> np.random.Generator:
    """A generator seeded by integers; equal keys give equal streams on every platform.

    Zeros at the end of up to four numbers do not count: (3, 7) and (3, 7, 0) are one key.
    """
    # No state to save or to share: a resumed run, a retry and another batch draw what they would have drawn.
    return np.random.Generator(np.random.Philox(np.random.SeedSequence(key)))
