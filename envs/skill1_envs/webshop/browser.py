"""The pages over HTTP: routes, guards, headers.

The server is for one person at this machine. Against other people and pages: every address starts with a token drawn
at the start; other host names are refused (a name made to point here), and so are posts from other origins. Pages
load nothing from elsewhere and run no script.

What each address answers is said by ``ShopPages``: it looks the session up, lets it act and writes the page, and knows
nothing of HTTP but statuses. Templates lay out sessions and plain values: there is no HTML here.
"""

from __future__ import annotations

import json
import secrets
import threading
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

from skill1.errors import DataError, Skill1Error, require_packages
from skill1.schema import Task
from skill1_envs.webshop.browser_sessions import Session, Sessions, World, dollars, met
from skill1_envs.webshop.oracle import clickable_values
from skill1_envs.webshop.simulator import pages

TEMPLATES = Path(__file__).parent / "browser_files" / "templates"
GOALS_PER_PAGE = 20
_BUTTONS = {
    pages.BACK_TO_SEARCH: "Back to Search",
    pages.PREVIOUS: "‹ Prev",
    pages.NEXT: "Next ›",
    "description": "Description",
    "features": "Features",
    "reviews": "Reviews",
    pages.BUY: "Buy Now",
}


@dataclass(frozen=True, slots=True)
class Answer:
    """A page, or with ``location`` the way to one."""

    status: int = 200
    body: str = ""
    location: str = ""


class ShopPages:
    """Serves the pages of one server.

    Args:
        split: the one listed when none is asked for.
        root: how every address starts, such as ``/token``.
    """

    def __init__(self, world: World, split: str, root: str) -> None:
        # Here and below by name: no module of an environment imports what may be missing.
        jinja2 = import_module("jinja2")
        # Raises for a split that does not exist: before the server starts, not on its first page.
        world.content(split)
        self.root = root
        self._world = world
        self._split = split
        self._sessions = Sessions(world)
        # Every text is foreign: all is escaped, and nothing is marked as safe.
        self._templates = jinja2.Environment(
            loader=jinja2.FileSystemLoader(TEMPLATES),
            autoescape=True,
            # A slip in a template is an error then, and not an empty place on a page.
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._templates.filters |= {"dollars": dollars, "met": met}

    @property
    def home(self) -> str:
        return f"{self.root}/"

    def open(self, split: str, index: int) -> str:
        """Starts a goal; the path of its page. Raises ``DataError``."""
        return f"{self.root}/shop/{self._sessions.start(split, index)}"

    def goals(self, query: Mapping[str, str]) -> Answer:
        """The list of goals: fields ``split``, ``find`` (words), ``page`` (from 1)."""
        split = query.get("split") or self._split
        try:
            tasks, _ = self._world.content(split)
        except DataError as error:
            return self.problem(404, str(error))
        # A split can be asked for by name without being listed, as verl-agent's are.
        names = list(dict.fromkeys((*self._world.splits, split)))
        found = _goals_found(tasks, query.get("find", ""), _number(query.get("page"), 1))
        return self._page("goals.html", split=split, names=names, **found)

    def start(self, form: Mapping[str, str]) -> Answer:
        """Starts the goal of the fields ``split`` and ``task`` (a position, or "random"), then shows it."""
        split, wanted = form.get("split", ""), form.get("task", "")
        try:
            size = len(self._world.content(split)[0])
            # Of an empty split nothing can be drawn; that there is no such position is then said by `open`.
            index = secrets.randbelow(size) if wanted == "random" and size else _number(wanted, -1)
            return Answer(location=self.open(split, index))
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

    def problem(self, status: int, text: str) -> Answer:
        """A page that says what went wrong."""
        return self._page("problem.html", status, text=text)

    def _unknown(self) -> Answer:
        text = "This shopping trip is no longer known: the server was restarted, or newer trips replaced it."
        return self.problem(404, text)

    def _shop_page(self, session: Session, name: str) -> Answer:
        # Taken off as it is shown, so that the next page does not say it again.
        notice, session.notice = session.notice, ""
        last = len(self._world.content(session.split)[0]) - 1
        content = {"name": name, "notice": notice, "last": last, "session": session, "visit": session.visit}
        return self._page("shop.html", **content, **_shop_view(session))

    def _page(self, template: str, status: int = 200, **content: Any) -> Answer:
        return Answer(status, self._templates.get_template(template).render(root=self.root, **content))


def _goals_found(tasks: Sequence[Task], find: str, page: int) -> dict[str, Any]:
    """One page of the goals whose text or id has all words of ``find``; ``page`` is brought into range."""
    words = find.lower().split()
    found = [task for task in tasks if _has(task, words)] if words else tasks
    num_pages = max(1, -(-len(found) // GOALS_PER_PAGE))
    page = min(max(page, 1), num_pages)
    first = (page - 1) * GOALS_PER_PAGE
    shown = found[first : first + GOALS_PER_PAGE]
    return {"tasks": shown, "find": find, "total": len(found), "page": page, "num_pages": num_pages}


def _has(task: Task, words: Sequence[str]) -> bool:
    text = f"{task.instruction} {task.id} {task.type}".lower()
    return all(word in text for word in words)


def _shop_view(session: Session) -> dict[str, Any]:
    """What the page of a session shows besides the session itself.

    ``buttons``: label → action; ``results``: products by rank; ``settable``: of each option the values that a click on
    them sets, others being taken for another option or button of the same name.
    """
    visit = session.visit
    # Only what the page offers now gets a button, so no button sends an action that does nothing.
    named = {action: action.removeprefix("click[").removesuffix("]") for action in session.observation.admissible}
    first = (visit.number - 1) * pages.PRODUCTS_PER_PAGE + 1
    return {
        "kind": "over" if session.is_over else visit.page,
        "buttons": {_BUTTONS[text]: action for action, text in named.items() if text in _BUTTONS},
        "results": list(enumerate(session.env.screen.products, first)),
        "settable": clickable_values(visit.product) if visit.product else {},
        "parts": session.breakdown,
        "transcript": "\n".join(_in_one_line(action) for action in session.actions),
    }


def _in_one_line(action: str) -> str:
    # The transcript has an action a line, and an action may hold line breaks.
    return action if action.isprintable() else json.dumps(action)


def _number(text: str | None, default: int) -> int:
    """A whole number of at most nine digits, or the default."""
    # So few digits, because ``int`` raises for thousands of them.
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) < 10 else default


# From here on: HTTP, with its routes and guards.
HOSTS = ("127.0.0.1", "localhost")
MAX_BODY_BYTES = 64 * 1024
MAX_FIELDS = 16
FORM = "application/x-www-form-urlencoded"
STATIC = Path(__file__).parent / "browser_files" / "static"
ASSETS = {"shop.css": "text/css", "icon.svg": "image/svg+xml"}
# A page may load our style sheet and pictures and send our forms: no script, no frame, nothing from elsewhere.
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",  # with no-referrer, browsers name no origin in posts
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


def make_app(world: World, split: str, task_index: int | None = None) -> tuple[Any, str]:
    """The application of the shop's pages, and the path to open: the goals of a split, or one of them started.

    Raises:
        DataError: no such split, or no such position in it.
        MissingExtraError: the extra ``serve`` is not installed.
    """
    require_packages("serve", "the shop in the browser (--text plays in the terminal)", "starlette", "jinja2")
    shop = ShopPages(world, split, root=f"/{secrets.token_urlsafe(16)}")
    path = shop.home if task_index is None else shop.open(split, task_index)
    app = import_module("starlette.applications").Starlette()
    guard = import_module("starlette.middleware.trustedhost").TrustedHostMiddleware
    app.add_middleware(guard, allowed_hosts=list(HOSTS), www_redirect=False)
    # A missing slash is another address here, and none of ours.
    app.router.redirect_slashes = False
    _add_routes(app, shop)
    return app, path


def _add_routes(app: Any, shop: ShopPages) -> None:
    root = shop.root
    pages: dict[str, Callable[[dict[str, str], str], Answer]] = {
        f"{root}/": lambda query, _: shop.goals(query),
        f"{root}/shop/{{name}}": lambda _, name: shop.shop(name),
    }
    forms: dict[str, Callable[[dict[str, str], str], Answer]] = {
        f"{root}/start": lambda form, _: shop.start(form),
        f"{root}/shop/{{name}}/act": shop.act,
    }
    # Sessions and environments have no locks of their own, and requests are answered by a pool of threads.
    turn = threading.Lock()
    for path, answer in pages.items():
        app.add_route(path, _route(shop, answer, turn), methods=["GET"])
    for path, answer in forms.items():
        app.add_route(path, _route(shop, answer, turn), methods=["POST"])
    for name, media_type in ASSETS.items():
        app.add_route(f"{root}/{name}", _asset(name, media_type), methods=["GET"])


def _route(
    shop: ShopPages, answer: Callable[[dict[str, str], str], Answer], turn: threading.Lock
) -> Callable[[Any], Awaitable[Any]]:
    """A handler: sessions are asked one thing at a time."""
    run_in_threadpool = import_module("starlette.concurrency").run_in_threadpool
    respond = import_module("starlette.responses").Response

    def ask(fields: dict[str, str], name: str) -> Answer:
        with turn:
            return answer(fields, name)

    async def handle(request: Any) -> Any:
        refused, fields = await _read(request)
        if refused:
            made = shop.problem(refused, "This request was refused.")
        else:
            # In a thread: the first goal opens search, which can take long.
            made = await run_in_threadpool(ask, fields, request.path_params.get("name", ""))
        if made.location:
            # The browser then asks for the page with GET, so reloading it repeats no action.
            return respond(status_code=303, headers={**HEADERS, "Location": made.location})
        content = made.body.encode("utf-8", "replace")  # a product's text may hold half a surrogate pair
        return respond(content, made.status, HEADERS, media_type="text/html")

    return handle


def _asset(name: str, media_type: str) -> Callable[[Any], Awaitable[Any]]:
    respond = import_module("starlette.responses").Response
    content = (STATIC / name).read_bytes()

    async def handle(_: Any) -> Any:
        # Its address is this server's alone, so it may be kept as long as the server runs.
        headers = {**HEADERS, "Cache-Control": "private, max-age=86400, immutable"}
        return respond(content, headers=headers, media_type=media_type)

    return handle


async def _read(request: Any) -> tuple[int, dict[str, str]]:
    """The fields of a query or a form; or, as the first value, the status with which the request is refused."""
    if request.method != "POST":
        return 0, dict(request.query_params)
    # Refused before the body, which may be large, is read.
    if _is_foreign(request.headers):
        return 403, {}
    if request.headers.get("content-type", "").partition(";")[0].strip() != FORM:
        return 415, {}
    # Counted as it comes: a request may announce no length, or a wrong one.
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > MAX_BODY_BYTES:
            return 413, {}
    try:
        pairs = parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True, max_num_fields=MAX_FIELDS)
    except ValueError:
        # More than ``MAX_FIELDS``.
        return 400, {}
    return 0, dict(pairs)


def _is_foreign(headers: Any) -> bool:
    """Whether a post comes from another page: a browser says so in one of two headers, other programs in none."""
    # Against the host that was asked for: behind a tunnel that may be another name and port than ours.
    origin, site = headers.get("origin"), headers.get("sec-fetch-site")
    return (origin is not None and origin != f"http://{headers.get('host')}") or (
        site is not None and site not in ("same-origin", "none")
    )
