"""The page people look at: one HTML document with its styles, scripts and chart library inside.

A report carries its data in the document; the live page asks the server beside it. Nothing is fetched from elsewhere.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from skill1.schema import storable

HERE = Path(__file__).resolve().parent / "pages"
STYLES = ("vendor/uPlot.min.css", "page.css", "parts.css")
LIBRARY = "vendor/uPlot.iife.min.js"
# main.js starts the page as soon as it is read, so it is last.
SCRIPTS = (
    "dom.js",
    "format.js",
    "source.js",
    "charts.js",
    "table.js",
    "map.js",
    "overview.js",
    "dynamics.js",
    "method.js",
    "library.js",
    "skill.js",
    "episodes.js",
    "episode.js",
    "tokens.js",
    "main.js",
)
# Within a script element these end it, open a comment, or break older parsers of JavaScript.
UNSAFE_IN_SCRIPT = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}


def render_page(title: str, *, data: Mapping[str, Any] | None = None, nonce: str | None = None) -> str:
    """The whole document as text.

    Args:
        title: what the browser shows until the page has read its data.
        data: the view model for a report; ``None`` makes the live page, which asks ``api/…`` beside its own address.
        nonce: of the server's content security policy, on the live page; a report states its own policy, by hashes.

    Raises:
        ValueError: ``data`` holds a number that is not finite.
    """
    from jinja2 import Environment, FileSystemLoader

    # Escapes whatever it puts in; styles, scripts and data are marked as safe in the template, one by one.
    pages = Environment(loader=FileSystemLoader(HERE / "templates"), autoescape=True, keep_trailing_newline=True)
    return pages.get_template("page.html").render(
        title=storable(title),  # a folder's name may be no text
        data=None if data is None else escape_json(data),
        nonce=nonce,
        policy=None if data is None else _own_policy(),
        style=_styles(),
        scripts=_scripts(),
    )


def escape_json(data: Mapping[str, Any]) -> str:
    """JSON that any text may pass through inside a script element; half surrogate pairs become ``?``."""
    text = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    for character, escape in UNSAFE_IN_SCRIPT.items():
        text = text.replace(character, escape)
    return storable(text)


@cache
def _styles() -> str:
    return "\n".join((HERE / name).read_text("utf-8") for name in STYLES)


@cache
def _scripts() -> tuple[str, str]:
    """The chart library, and our own files in one function scope: they share names and leave none behind."""
    own = "\n".join((HERE / name).read_text("utf-8") for name in SCRIPTS)
    return (HERE / LIBRARY).read_text("utf-8"), f'(() => {{\n"use strict";\n{own}\n}})();\n'


def _own_policy() -> str:
    """A Content-Security-Policy under which the document runs its own styles and scripts and loads nothing."""
    scripts = " ".join(map(_hash, _scripts()))
    allowed = f"img-src data:; style-src {_hash(_styles())}; script-src {scripts}"
    return f"default-src 'none'; {allowed}; base-uri 'none'; form-action 'none'"


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
