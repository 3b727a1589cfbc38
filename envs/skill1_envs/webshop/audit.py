"""Goals that no purchase can satisfy, found by the arithmetic of the reward, without search.

The reward is 1.0 exactly when r_type is 1 and every attribute, every option and the price fit. Nothing else counts,
so a product decides alone: its price, type and attributes are fixed, and of each of its options one value can be
chosen. A goal's own product is looked at first. Where it fails, only products that have every attribute and every
option asked for are looked at; who has which is found once per text. The answer is exact, not a bound, but for what
pages add: two options with a value in common are taken to be choosable apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from skill1_envs.webshop.catalogue import Catalogue, Product
from skill1_envs.webshop.colours import normalise
from skill1_envs.webshop.goals import Goal
from skill1_envs.webshop.reward import alike, has_attribute, type_factor, wanted_options
from skill1_envs.webshop.tagger import Nouns


@dataclass(frozen=True, slots=True)
class Unwinnable:
    """A goal for which no purchase earns 1.0; ``reason`` says why its own product does not."""

    goal: Goal
    reason: str


def unwinnable_goals(
    catalogue: Catalogue, goals: Iterable[Goal], nouns: Nouns, *, repair_options: bool = False
) -> tuple[Unwinnable, ...]:
    """The goals that no product of the catalogue satisfies, in their order.

    A goal that its own product satisfies costs some 0.05 ms. Any other costs a look at all products for each of its
    attributes and options that was not asked for before.

    Args:
        repair_options: as in ``reward.score``.
    """
    audit = _Audit(catalogue, nouns, repair_options)
    failures = ((goal, audit.failure(goal)) for goal in goals)
    return tuple(Unwinnable(goal, why) for goal, why in failures if why and not audit.another_fits(goal))


class _Audit:
    """Remembers which products have an attribute or an option, as positions in the catalogue."""

    def __init__(self, catalogue: Catalogue, nouns: Nouns, repair_options: bool) -> None:
        self._catalogue = catalogue
        self._nouns = nouns
        self._repair = repair_options
        self._with_attribute: dict[str, frozenset[int]] = {}
        self._with_option: dict[str, frozenset[int]] = {}
        self._offering: dict[str, list[int]] = {}  # option value → products
        for position, product in enumerate(catalogue.products):
            for value in set(_values(product)):
                self._offering.setdefault(value, []).append(position)

    def failure(self, goal: Goal) -> str:
        """Why buying the goal's own product cannot earn 1.0, or ""."""
        product = self._catalogue.by_asin.get(goal.asin)
        if product is None:
            return f"its product {goal.asin} is not in the catalogue"
        return "; ".join((*self._wrong_kind(product, goal), *self._wrong_options(product, goal)))

    def another_fits(self, goal: Goal) -> bool:
        """Whether any product at all can earn 1.0."""
        sets = [_kept(self._with_option, text, self._find_option) for text in wanted_options(goal, self._repair)]
        if not all(sets):
            return False
        sets += [_kept(self._with_attribute, text, self._find_attribute) for text in goal.attributes]
        fitting = frozenset.intersection(*sets)
        return any(self._fits(self._catalogue.products[position], goal) for position in sorted(fitting))

    def _fits(self, product: Product, goal: Goal) -> bool:
        """Given that the product has the attributes."""
        return (
            self._catalogue.hidden_prices[product.asin] <= goal.price_upper
            and _can_choose(product, wanted_options(goal, self._repair))
            and type_factor(product, goal, self._nouns) == 1.0
        )

    def _wrong_kind(self, product: Product, goal: Goal) -> Iterator[str]:
        if self._catalogue.hidden_prices[product.asin] > goal.price_upper:
            yield f"{product.asin} costs more than {goal.price_upper}"
        if type_factor(product, goal, self._nouns) < 1.0:
            yield f"the title of {product.asin} repeats too few nouns too often to match itself"
        for attribute in goal.attributes:
            if not has_attribute(product, attribute):
                yield f"{product.asin} has no attribute like {attribute!r}"

    def _wrong_options(self, product: Product, goal: Goal) -> Iterator[str]:
        wanted = wanted_options(goal, self._repair)
        own = set(_values(product))
        met = [any(alike(value, text) for value in own) for text in wanted]
        for asked, text, is_met in zip(_asked(goal), wanted, met, strict=True):
            if not is_met:
                bought = normalise(asked)
                why = "" if bought in (asked, text) else f": when bought, that is read as {bought!r}"
                yield f"no option value of {product.asin} counts as {asked!r}{why}"
        if all(met) and not _can_choose(product, wanted):
            yield f"{product.asin} has what is asked for only as different values of one option"

    def _find_option(self, text: str) -> Iterator[int]:
        return (place for value, places in self._offering.items() if alike(value, text) for place in places)

    def _find_attribute(self, attribute: str) -> Iterator[int]:
        products = self._catalogue.products
        return (place for place, product in enumerate(products) if has_attribute(product, attribute))


def _kept(known: dict[str, frozenset[int]], text: str, find: Callable[[str], Iterable[int]]) -> frozenset[int]:
    if text not in known:
        known[text] = frozenset(find(text))
    return known[text]


def _can_choose(product: Product, wanted: Sequence[str]) -> bool:
    """Whether one value of each option can be chosen so that every wanted text is met.

    A set of met texts is a number with a bit for each; options are gone through one by one.
    """
    reachable = {0}
    for values in product.options.values():
        met = {_met(value, wanted) for value in values} | {0}
        reachable = {before | now for before in reachable for now in met}
    return (1 << len(wanted)) - 1 in reachable


def _met(value: str, wanted: Sequence[str]) -> int:
    return sum(1 << bit for bit, text in enumerate(wanted) if alike(normalise(value), text))


def _values(product: Product) -> Iterator[str]:
    return (normalise(value) for values in product.options.values() for value in values)


def _asked(goal: Goal) -> Iterable[str]:
    return goal.goal_options.values() if isinstance(goal.goal_options, Mapping) else goal.goal_options
