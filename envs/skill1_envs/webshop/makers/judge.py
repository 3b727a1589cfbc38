"""How right a skill is by the hidden facts: for metrics and demonstrations, never for training."""

from __future__ import annotations

import numpy as np

from skill1.schema import SkillDraft
from skill1_envs.webshop.catalogue import Product
from skill1_envs.webshop.makers.explorer import claimed_series, poor_draft
from skill1_envs.webshop.makers.wishes import Wish


def value(wish: Wish, wanted: Product, draft: SkillDraft) -> float:
    """1: it names the maker and the series of what is ``wanted``; -1: another series; 0: it claims nothing of them."""
    claimed = claimed_series(wish, draft.description, draft.strategy)
    return 0.0 if claimed is None else (1.0 if claimed == _series(wanted) else -1.0)


def polluting_draft(wish: Wish, wanted: Product, rng: np.random.Generator) -> SkillDraft:
    """A poor skill for the library of demonstrations: a wrong series, no fact, or no maker."""
    return poor_draft(wish, rng, right=_series(wanted))


def _series(product: Product) -> str:
    return product.title.lower().partition(" ")[0]
