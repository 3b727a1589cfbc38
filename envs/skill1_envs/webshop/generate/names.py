"""Made-up names and numbers: brands, makers, models, asins. None is meant to be anybody's.

A name is made from its rank, so that a million of them need no memory. Ranks are drawn so that few names are common
and many rare, as in a real index.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path

NUM_BRANDS = 40_000
NUM_SERIES = 80_000
NUM_MAKERS = 160_000
_SALTS = {"brand": 11, "series": 5_000_011, "maker": 20_000_003}
_SPREAD = 7_368_787  # has no factor in common with the number of names, so that ranks give different names
_LETTERS = "ABCDEFGHJKLMNPRSTUVWXYZ"
_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_NUM_ASINS = 36**8
_ASIN_SPREAD = 1_185_864_722_831  # likewise
_PAIRS = tuple(first + second for first in _DIGITS for second in _DIGITS)

Draw = Callable[[], float]  # uniform in [0, 1)


def draw_name(draw: Draw, use: str, number: int) -> str:
    """One of ``number`` names for a use (brand, series or maker); the share of rank r falls as r^(-2/3)."""
    share = draw()
    return _name(use, int(number * share * share * share))


def draw_model(draw: Draw) -> str:
    """Such as ``KX4821``: two letters and up to five figures."""
    first, second = _LETTERS[int(draw() * 23)], _LETTERS[int(draw() * 23)]
    return f"{first}{second}{int(draw() * 99_900) + 100}"


def asin(number: int, seed: int) -> str:
    """The identifier of product ``number``: B0 and eight signs, different for every number below 36^8."""
    value = (number * _ASIN_SPREAD + _first_asin(seed)) % _NUM_ASINS
    value, last = divmod(value, 1296)
    value, third = divmod(value, 1296)
    first, second = divmod(value, 1296)
    return f"B0{_PAIRS[first]}{_PAIRS[second]}{_PAIRS[third]}{_PAIRS[last]}"


@cache
def _first_asin(seed: int) -> int:
    return int.from_bytes(hashlib.sha256(f"asin/{seed}".encode()).digest()[:8], "big") % _NUM_ASINS


@cache
def _syllables() -> tuple[str, ...]:
    parts = json.loads(Path(__file__).with_name("names.json").read_text(encoding="utf-8"))
    return tuple(a + b + c for a in parts["onsets"] for b in parts["vowels"] for c in parts["codas"])


@lru_cache(maxsize=20_000)
def _name(use: str, rank: int) -> str:
    """Two syllables."""
    syllables = _syllables()
    first, second = divmod((rank * _SPREAD + _SALTS[use]) % len(syllables) ** 2, len(syllables))
    return (syllables[first] + syllables[second]).capitalize()
