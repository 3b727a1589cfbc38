"""Which browser the pages are shown in, and how wide."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

FLAGS = (
    "--no-sandbox --disable-gpu --disable-background-networking --disable-component-update --disable-sync "
    "--no-first-run --disable-dev-shm-usage"
).split()
WIDE, NARROW = 1280, 400


def executable(playwright) -> str:
    """Of the browser on this machine, else playwright's own; skips if there is none."""
    names = ("chromium", "chromium-browser", "google-chrome")
    found = next(filter(None, map(shutil.which, names)), playwright.chromium.executable_path)
    if not Path(found).exists():
        pytest.skip(f"no browser: none of {', '.join(names)} on PATH, and playwright has none of its own")
    return found


def fits(page) -> bool:
    """No horizontal scrolling."""
    return page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
