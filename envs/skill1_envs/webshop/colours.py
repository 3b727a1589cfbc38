"""The colour words of WebShop's reward: a text that contains one counts as that colour and nothing else."""

from __future__ import annotations

from functools import lru_cache

# Words and order are data of princeton-nlp/WebShop (MIT), web_agent_site/engine/normalize.py; the first hit wins.
COLOURS = tuple(
    (
        "alabaster apricot aqua ash asphalt azure banana beige black blue blush bordeaux bronze brown burgundy camel "
        "camo caramel champagne charcoal cheetah chestnut chocolate christmas coffee cognac copper coral cranberry "
        "cream crystal dark denim eggplant elephant espresso fuchsia gold granite grape graphite grass gray green "
        "grey heather indigo ivory ivy khaki lavender lemon leopard light lilac lime magenta maroon mauve merlot "
        "midnight mint mocha multicolor mushroom mustard natural navy nude olive orange peach pewter pink plum purple "
        "rainbow red rose royal rust sand sapphire seashell silver skull slate steel stone stonewash sunflower tan "
        "taupe teal tiger turquoise violet walnut wheat white wine yellow"
    ).split()
)


@lru_cache(maxsize=65_536)
def normalise(text: str) -> str:
    """The first of ``COLOURS`` that occurs anywhere in ``text``, else ``text``.

    Inside words too: "standard" is "tan", "cashmere" is "ash".
    """
    return next((colour for colour in COLOURS if colour in text), text)


def normalise_pair(pair: tuple[str, str]) -> str:
    """The same of an option's name and value, as the original reads a synthetic goal's.

    It hands over the pair where a text is meant, so a colour must *be* the name or the value, and without one the
    text is Python's way to write the pair: ``('size', 'large')``.
    """
    return next((colour for colour in COLOURS if colour in pair), str(pair))
