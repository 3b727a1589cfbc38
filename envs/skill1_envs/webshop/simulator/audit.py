"""Goals that no purchase can satisfy, found by the arithmetic of the reward, without search.

The reward is 1.0 exactly when r_type is 1 and every attribute, every option and the price fit. Nothing else counts,
so a product decides alone: its price, type and attributes are fixed, and of each of its options one value can be
chosen. A goal's own product is looked at first. Where it fails, only products that have every attribute and every
option asked for are looked at; who has which is found once per text. The answer is exact, not a bound, but for what
pages add: two options with a value in common are taken to be choosable apart.

``Audit`` says of a goal which purchases satisfy it, and where none will do why its own product fails.
A goal that its own product satisfies costs some 0.05 ms. Any other costs a look at all products for each of its
attributes and options that was not asked for before.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from skill1_envs.webshop.simulator.catalogue import Catalogue, Product
from skill1_envs.webshop.simulator.goals import Goal
from skill1_envs.webshop.simulator.reward import (
    Nouns,
    alike,
    has_attribute,
    normalise,
    type_factor,
    wanted_options,
)


@dataclass(frozen=True, slots=True)
class Purchase:
    """A product and the values to choose of its options; an option that serves nothing is left alone."""

    product: Product
    options: Mapping[str, str]


class Audit:
    """Remembers which products have an attribute or an option, as positions in the catalogue."""

    def __init__(self, catalogue: Catalogue, nouns: Nouns) -> None:
        self.catalogue = catalogue
        self._nouns = nouns
        # Caches of this object: goals ask for the same texts over and over, each answered by a look at all
        # products.
        self._with_attribute = cache(self._find_attribute)
        self._with_option = cache(self._find_option)
        self._offering: dict[str, list[int]] = {}  # option value → products
        # Most values are shared by many products, and a value is compared once for all of them.
        for position, product in enumerate(catalogue.products):
            for value in set(_values(product)):
                self._offering.setdefault(value, []).append(position)

    def purchases(self, goal: Goal) -> Iterator[Purchase]:
        """One purchase of each product that can earn 1.0: the goal's own first, then in the catalogue's order."""
        own = self.catalogue.by_asin.get(goal.asin)
        if own is not None and not self.failure(goal):
            yield self.closest(own, goal)
        # Reached only by who wants more than the goal's own product: it looks at all products.
        yield from (self.closest(product, goal) for product in self._fitting(goal) if product is not own)

    def closest(
        self, product: Product, goal: Goal, options: Mapping[str, Sequence[str]] | None = None
    ) -> Purchase:
        """The purchase of a product that meets most of the options asked for, with as few values as possible.

        Args:
            options: the values to choose from, if not all of the product's.
        """
        values = product.options if options is None else options
        return Purchase(product, _choice(values, wanted_options(goal), set(goal.wanted_values)))

    def failure(self, goal: Goal) -> str:
        """Why buying the goal's own product cannot earn 1.0, or ""."""
        product = self.catalogue.by_asin.get(goal.asin)
        if product is None:
            return f"its product {goal.asin} is not in the catalogue"
        return "; ".join((*self._wrong_kind(product, goal), *self._wrong_options(product, goal)))

    def _fitting(self, goal: Goal) -> Iterator[Product]:
        """All products that can earn 1.0, in the catalogue's order."""
        sets = [self._with_option(text) for text in wanted_options(goal)]
        # Nobody has one of the options, so nobody needs to be asked for the attributes.
        if not all(sets):
            return
        sets += [self._with_attribute(text) for text in goal.attributes]
        # Never of nothing: a goal without attributes is none that the loader makes.
        candidates = (self.catalogue.products[place] for place in sorted(frozenset.intersection(*sets)))
        yield from (product for product in candidates if self._fits(product, goal))

    def _fits(self, product: Product, goal: Goal) -> bool:
        """Given that the product has the attributes."""
        # The cheap questions first: the type asks the tagger.
        return (
            self.catalogue.hidden_prices[product.asin] <= goal.price_upper
            and _can_choose(product, wanted_options(goal))
            and type_factor(product, goal, self._nouns) == 1.0
        )

    def _wrong_kind(self, product: Product, goal: Goal) -> Iterator[str]:
        if self.catalogue.hidden_prices[product.asin] > goal.price_upper:
            yield f"{product.asin} costs more than {goal.price_upper}"
        if type_factor(product, goal, self._nouns) < 1.0:
            yield f"the title of {product.asin} repeats too few nouns too often to match itself"
        for attribute in goal.attributes:
            if not has_attribute(product, attribute):
                yield f"{product.asin} has no attribute like {attribute!r}"

    def _wrong_options(self, product: Product, goal: Goal) -> Iterator[str]:
        wanted = wanted_options(goal)
        own = set(_values(product))
        met = [any(alike(value, text) for value in own) for text in wanted]
        for asked, text, is_met in zip(goal.wanted_values, wanted, met, strict=True):
            if not is_met:
                bought = normalise(asked)
                why = "" if bought in (asked, text) else f": when bought, that is read as {bought!r}"
                yield f"no option value of {product.asin} counts as {asked!r}{why}"
        if all(met) and not _can_choose(product, wanted):
            yield f"{product.asin} has what is asked for only as different values of one option"

    def _find_option(self, text: str) -> frozenset[int]:
        return frozenset(
            place for value, places in self._offering.items() if alike(value, text) for place in places
        )

    def _find_attribute(self, attribute: str) -> frozenset[int]:
        products = self.catalogue.products
        return frozenset(place for place, product in enumerate(products) if has_attribute(product, attribute))


def _can_choose(product: Product, wanted: Sequence[str]) -> bool:
    """Whether one value of each option can be chosen so that every wanted text is met.

    A set of met texts is a number with a bit for each; options are gone through one by one.
    """
    # Not every combination of values: all that counts of one is which texts it meets, and many meet the same.
    reachable = {0}
    for values in product.options.values():
        # 0: the option is left alone.
        met = {_met(value, wanted) for value in values} | {0}
        reachable = {before | now for before in reachable for now in met}
    return (1 << len(wanted)) - 1 in reachable


def _choice(options: Mapping[str, Sequence[str]], wanted: Sequence[str], asked: Container[str]) -> dict[str, str]:
    """At most one value of each option, so that most wanted texts are met; fewer values first, then those asked for."""
    found: dict[int, tuple[tuple[str, str], ...]] = {0: ()}
    for name, values in options.items():
        # As it was before this option, or two values of the same option could be combined.
        before = tuple(found.items())
        for value in values:
            if met := _met(value, wanted):
                for already, chosen in before:
                    candidate = (*chosen, (name, value))
                    known = found.get(already | met)
                    if known is None or _effort(candidate, asked) < _effort(known, asked):
                        found[already | met] = candidate
    return dict(min(found.items(), key=lambda item: (-item[0].bit_count(), _effort(item[1], asked)))[1])


def _effort(chosen: Sequence[tuple[str, str]], asked: Container[str]) -> tuple[int, int]:
    return len(chosen), sum(value not in asked for _, value in chosen)


def _met(value: str, wanted: Sequence[str]) -> int:
    return sum(1 << bit for bit, text in enumerate(wanted) if alike(normalise(value), text))


def _values(product: Product) -> Iterator[str]:
    return (normalise(value) for values in product.options.values() for value in values)
