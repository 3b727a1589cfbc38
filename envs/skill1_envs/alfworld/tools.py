"""ALFWorld's commands as typed functions: what a model that calls tools is offered. Each words one command."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence


# Names, types and docstrings of these functions are what a model is told of its tools.
def go_to(receptacle: str) -> str:
    """Go to a receptacle.

    Args:
        receptacle: Its name and number, such as fridge 1.
    """
    return f"go to {receptacle}"


def take(thing: str, receptacle: str) -> str:
    """Take a thing from the receptacle you are at.

    Args:
        thing: Its name and number, such as apple 2.
        receptacle: Where it is, such as countertop 1.
    """
    return f"take {thing} from {receptacle}"


def put(thing: str, receptacle: str) -> str:
    """Put the thing you carry in or on the receptacle you are at.

    Args:
        thing: Its name and number, such as apple 2.
        receptacle: Where it goes, such as fridge 1.
    """
    # Since alfworld 0.4 the command is `move`.
    return f"move {thing} to {receptacle}"


def open_receptacle(receptacle: str) -> str:
    """Open the receptacle you are at.

    Args:
        receptacle: Its name and number, such as drawer 3.
    """
    return f"open {receptacle}"


def close_receptacle(receptacle: str) -> str:
    """Close the receptacle you are at.

    Args:
        receptacle: Its name and number, such as drawer 3.
    """
    return f"close {receptacle}"


def heat(thing: str, appliance: str) -> str:
    """Heat the thing you carry.

    Args:
        thing: Its name and number, such as apple 2.
        appliance: What heats it, such as microwave 1.
    """
    return f"heat {thing} with {appliance}"


def cool(thing: str, appliance: str) -> str:
    """Cool the thing you carry.

    Args:
        thing: Its name and number, such as apple 2.
        appliance: What cools it, such as fridge 1.
    """
    return f"cool {thing} with {appliance}"


def clean(thing: str, appliance: str) -> str:
    """Clean the thing you carry.

    Args:
        thing: Its name and number, such as apple 2.
        appliance: Where it is cleaned, such as sinkbasin 1.
    """
    return f"clean {thing} with {appliance}"


# Offered under its own name, so it hides Python's `slice` in this module.
def slice(thing: str, knife: str) -> str:
    """Slice a thing where you are with the knife you carry.

    Args:
        thing: Its name and number, such as apple 2.
        knife: What slices it, such as knife 1.
    """
    return f"slice {thing} with {knife}"


def use(thing: str) -> str:
    """Turn on a lamp or another thing where you are.

    Args:
        thing: Its name and number, such as desklamp 1.
    """
    return f"use {thing}"


def examine(thing: str) -> str:
    """Look closely at a thing or a receptacle.

    Args:
        thing: Its name and number, such as desk 1.
    """
    return f"examine {thing}"


def look() -> str:
    """Look around where you are."""
    return "look"


def inventory() -> str:
    """Say what you carry."""
    return "inventory"


def put_in_or_on(thing: str, receptacle: str) -> str:
    """The same tool as ``put``, as ALFWorld before 0.4 words it."""
    return f"put {thing} in/on {receptacle}"


# A model is offered one `put`, whichever wording the game has.
put_in_or_on.__name__, put_in_or_on.__doc__ = put.__name__, put.__doc__
_OTHERS = (go_to, take, open_receptacle, close_receptacle, heat, cool, clean, slice, use, examine, look, inventory)
# By the wording of the game, ``env.text_version``.
TOOLS: Mapping[str, Sequence[Callable[..., str]]] = {"0.4": (*_OTHERS, put), "0.3": (*_OTHERS, put_in_or_on)}
