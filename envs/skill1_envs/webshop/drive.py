"""Google Drive's download addresses, and the pages it sends instead of a file.

It asks for a confirmation where a file is too big for its virus scan, and refuses for a day what was downloaded too
often; both are pages with status 200.
"""

from __future__ import annotations

import contextlib
import re
from html.parser import HTMLParser
from urllib.parse import SplitResult, urlencode, urljoin, urlsplit

from skill1_envs.kit.download import Unreachable

HOSTS = ("drive.google.com", "drive.usercontent.google.com")
_QUOTA = re.compile(r"quota exceeded|too many users have viewed or downloaded", re.IGNORECASE)
_SIGN_IN = re.compile(r"sign in|you need access|request access", re.IGNORECASE)
_LONGEST_TITLE = 80


def address(file_id: str) -> str:
    """Where a shared file is downloaded from; a big one answers with a confirmation page."""
    return f"https://drive.google.com/uc?export=download&id={file_id}"


def past_page(page: str, at: str) -> str:
    """The address that the confirmation page at ``at`` leads to; the form's fields, a token among them, are in it.

    Raises:
        Unreachable: it is no such page (the quota is used up, one must sign in, the file is gone), or it leads away.
    """
    form = _read(page)
    if form.action is None or "confirm" not in form.fields:
        raise Unreachable(f"{at} sent no file: {_reason(page, form.title)}")
    target = _target(at, form.action)
    if target is None:
        raise Unreachable(f"{at} leads away from Google Drive, to {form.action!r}; it is not followed.")
    return target._replace(query=urlencode(form.fields), fragment="").geturl()


def _read(page: str) -> _Form:
    """As much of the page as can be read."""
    form = _Form()
    with contextlib.suppress(AssertionError):  # what HTMLParser raises at a broken declaration
        form.feed(page)
    return form


def _target(at: str, action: str) -> SplitResult | None:
    """Where a form leads; None if that is neither Drive nor the server that sent it."""
    try:
        target = urlsplit(urljoin(at, action))
        is_drives = target.scheme == "https" and target.hostname in HOSTS
    except ValueError:  # no address at all
        return None
    is_near = (target.scheme, target.netloc) == urlsplit(at)[:2]
    return target if action.isascii() and (is_drives or is_near) else None


def _reason(page: str, title: str) -> str:
    if _QUOTA.search(page):
        return "Google Drive's download quota for it is used up. It is lifted within 24 hours."
    if _SIGN_IN.search(page):
        return "Google Drive wants a sign-in; the file is not shared with everyone any more."
    shown = "".join(sign for sign in title if sign.isprintable()).strip()[:_LONGEST_TITLE]
    return f"a web page came instead, titled {shown!r}."


class _Form(HTMLParser):
    """Target and hidden fields of a page's download form, and the page's title."""

    def __init__(self) -> None:
        super().__init__()
        self.action: str | None = None
        self.fields: dict[str, str] = {}
        self.title = ""
        self._is_in: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._is_in = tag
        said = {name: value or "" for name, value in attrs}
        if tag == "form" and self.action is None:
            self.action = said.get("action", "")
        elif tag == "input" and said.get("type") == "hidden" and said.get("name"):
            self.fields[said["name"]] = said.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        self._is_in = None

    def handle_data(self, data: str) -> None:
        if self._is_in == "title":
            self.title += data
