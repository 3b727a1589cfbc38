"""What each address answers: looks the session up, lets it act, writes the page. Knows nothing of HTTP but statuses."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from skill1.errors import DataError, Skill1Error
from skill1_envs.webshop.browser.sessions import Session, Sessions, World
from skill1_envs.webshop.browser.views import FACTS_HIDDEN, goal_list, shop_page

TEMPLATES = Path(__file__).parent / "templates"


@dataclass(frozen=True, slots=True)
class Answer:
    """A page, or with ``location`` the way to one."""

    status: int = 200
    body: str = ""
    location: str = ""


class ShopPages:
    """Serves the pages of one server.

    Args:
        jinja2: the package, which the caller looks for.
        split: the one listed when none is asked for.
        root: how every address starts, such as ``/token``.
    """

    def __init__(self, world: World, jinja2: Any, split: str, root: str) -> None:
        world.content(split)
        self.root = root
        self._world = world
        self._split = split
        self._sessions = Sessions(world)
        # Every text is foreign: all is escaped, and nothing is marked as safe.
        self._templates = jinja2.Environment(
            loader=jinja2.FileSystemLoader(TEMPLATES),
            autoescape=True,
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )

    @property
    def home(self) -> str:
        return f"{self.root}/"

    def open(self, split: str, index: int, *, is_hidden: bool = False) -> str:
        """Starts a goal; the path of its page. Raises ``DataError``."""
        return f"{self.root}/shop/{self._sessions.start(split, index, is_hidden=is_hidden)}"

    def goals(self, query: Mapping[str, str]) -> Answer:
        """The list of goals: fields ``split``, ``find`` (words), ``page`` (from 1)."""
        split = query.get("split") or self._split
        try:
            tasks, _ = self._world.content(split)
        except DataError as error:
            return self.problem(404, str(error))
        names = list(dict.fromkeys((*self._world.splits, split)))
        found = goal_list(tasks, query.get("find", ""), _number(query.get("page"), 1))
        is_hidden = query.get("facts") == FACTS_HIDDEN
        return self._page("goals.html", split=split, names=names, found=found, is_hidden=is_hidden)

    def start(self, form: Mapping[str, str]) -> Answer:
        """Starts the goal of the fields ``split`` and ``task`` (a position, or "random"), then shows it."""
        split, wanted = form.get("split", ""), form.get("task", "")
        try:
            size = len(self._world.content(split)[0])
            index = secrets.randbelow(size) if wanted == "random" and size else _number(wanted, -1)
            return Answer(location=self.open(split, index, is_hidden=form.get("facts") == FACTS_HIDDEN))
        except DataError as error:
            return self.problem(404, str(error))
        except Skill1Error as error:  # search is opened with the first goal
            return self.problem(503, str(error))

    def shop(self, name: str) -> Answer:
        """Where a session stands."""
        session = self._sessions.find(name)
        return self._unknown() if session is None else self._shop_page(session, name)

    def act(self, form: Mapping[str, str], name: str) -> Answer:
        """Sends ``action``, or a search for ``query``, given after so many actions as ``step`` says."""
        session = self._sessions.find(name)
        if session is None:
            return self._unknown()
        action = form.get("action") or f"search[{form.get('query', '')}]"
        session.act(action, after=_number(form.get("step"), -1))
        return Answer(location=f"{self.root}/shop/{name}")

    def show_facts(self, form: Mapping[str, str], name: str) -> Answer:
        """Hides or shows the goal's facts: ``facts`` is "hide" or "show"."""
        session = self._sessions.find(name)
        if session is None:
            return self._unknown()
        session.is_hidden = form.get("facts") == FACTS_HIDDEN
        return Answer(location=f"{self.root}/shop/{name}")

    def problem(self, status: int, text: str) -> Answer:
        """A page that says what went wrong."""
        return self._page("problem.html", status, text=text)

    def _unknown(self) -> Answer:
        text = "This shopping trip is not known: the server was started anew, or newer trips took its place."
        return self.problem(404, text)

    def _shop_page(self, session: Session, name: str) -> Answer:
        notice, session.notice = session.notice, ""
        last = len(self._world.content(session.split)[0]) - 1
        return self._page(
            "shop.html", name=name, notice=notice, last=last, view=shop_page(session), session=session
        )

    def _page(self, template: str, status: int = 200, **content: Any) -> Answer:
        return Answer(status, self._templates.get_template(template).render(root=self.root, **content))


def _number(text: str | None, default: int) -> int:
    """A whole number of at most nine digits, or the default."""
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) < 10 else default
