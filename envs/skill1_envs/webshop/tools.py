"""WebShop's two actions as typed functions: what a model that calls tools is offered. Each words one action."""

from __future__ import annotations


def search(query: str) -> str:
    """Search the shop, from the page that has the search box.

    Args:
        query: A few words that describe the product.
    """
    return f"search[{query}]"


def click(button: str) -> str:
    """Click on a button, a product or an option of the page.

    Args:
        button: Its text, such as buy now, back to search, or a product's code.
    """
    return f"click[{button}]"


TOOLS = (search, click)
