"""Sphinx extension: fills ``<!-- generated: NAME -->`` with tables from the code, ``<!-- page: FILE -->`` with a file.

Sources are changed only while they are read. A file that is shown as a page is one of the repository, outside of docs;
its links to other such files lead to their pages.
"""

from __future__ import annotations

import os
import re
from pathlib import Path, PurePosixPath
from typing import Any

from reference_tables import GENERATORS, ROOT

GENERATED = re.compile(r"^<!-- generated: ([\w-]+) -->$", re.MULTILINE)
PAGE = re.compile(r"^<!-- page: (\S+) -->$", re.MULTILINE)
LINK = re.compile(r"\]\((?!https?:|#)([^)#\s]+)(#[^)\s]+)?\)")
DOCS = ROOT / "docs"


def shown_files() -> dict[str, str]:
    """File of the repository → the page of docs that shows it."""
    pages = {}
    for path in sorted(DOCS.rglob("*.md")):
        if found := PAGE.search(path.read_text(encoding="utf-8")):
            pages[found[1]] = path.relative_to(DOCS).as_posix()
    return pages


def page_of(file: str, docname: str) -> str:
    """A file's text with its links leading to pages; a link to a file without a page becomes its bare name.

    Raises:
        FileNotFoundError: the file or a linked one does not exist.
    """
    pages, folder = shown_files(), PurePosixPath(docname).parent.as_posix()

    def link(found: re.Match[str]) -> str:
        target = os.path.normpath(PurePosixPath(file).parent / found[1])
        if not (ROOT / target).exists():
            raise FileNotFoundError(f"{file} links to {found[1]}, which does not exist.")
        shown = pages.get(target) or (target.removeprefix("docs/") if target.startswith("docs/") else None)
        return f"]({os.path.relpath(shown, folder)}{found[2] or ''})" if shown else "](#)"

    return LINK.sub(link, (ROOT / file).read_text(encoding="utf-8"))


def fill(_app: Any, docname: str, content: list[str]) -> None:
    """Replace the markers of one source."""
    text = PAGE.sub(lambda found: page_of(found[1], docname), content[0])
    content[0] = GENERATED.sub(lambda found: GENERATORS[found[1]](), text)


def outdated(_app: Any, env: Any, *_: Any) -> list[str]:
    """Pages with markers are read in every build: what they show may have changed."""
    texts = {name: Path(env.doc2path(name)).read_text(encoding="utf-8") for name in env.found_docs}
    return [name for name, text in texts.items() if GENERATED.search(text) or PAGE.search(text)]


def setup(app: Any) -> dict[str, bool]:
    """Connect to Sphinx."""
    app.connect("source-read", fill)
    app.connect("env-get-outdated", outdated)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
