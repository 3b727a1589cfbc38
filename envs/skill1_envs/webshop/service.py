"""What ``skill1 envs`` and ``skill1 doctor`` ask of WebShop: where its products are, how to get some, its packages.

Also its two actions as typed functions, for models that call tools.
"""

from __future__ import annotations

import os
import shutil
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterator
from importlib.util import find_spec

from skill1.env.protocol import EnvConfig
from skill1.env.service import Command, DataFolder, Finding, Outcome, Report, Table, counted
from skill1.errors import quoted
from skill1_envs.kit.download import fetch_command
from skill1_envs.webshop.fetch import SETS, fetch_set
from skill1_envs.webshop.generate import make_catalogue
from skill1_envs.webshop.generate.makers_folder import make_shop
from skill1_envs.webshop.search import HOW_TO_INSTALL_LUCENE

VARIABLE = "WEBSHOP_DATA"
DATA_FOLDER = DataFolder(
    VARIABLE,
    "skill1 envs fetch webshop DIR --set 1000, or skill1 envs make-catalogue webshop DIR --products 1000, then "
    f"export {VARIABLE}=DIR",
)
NEEDS = {"webshop": ("regex", "nltk", "textblob")}
LUCENE_PACKAGES = {"pyserini": "pyserini", "pyjnius": "jnius"}  # package → module
SPACY_TAGGER = ("spacy", "en_core_web_sm")  # what the original tags product titles with
MAKERS_GOALS = {"train": 1536, "eval": 144, "test": 864}  # as the quickstart makes them


def doctor(config: EnvConfig) -> Iterator[Finding]:
    """By whom titles are tagged, which moves scores a little, and whether the other search can run."""
    # Only looked for: to load the model is left to the run that needs it.
    if all(map(find_spec, SPACY_TAGGER)):
        yield Finding("title tagger", "ok", f"spaCy {SPACY_TAGGER[1]}, as in the original")
    else:
        detail = f"TextBlob; the original uses spaCy {SPACY_TAGGER[1]}, so a few scores may differ"
        yield Finding("title tagger", "ok", detail)
    if config.search == "pyserini":
        yield _lucene()


def _lucene() -> Finding:
    absent = [name for name, module in LUCENE_PACKAGES.items() if find_spec(module) is None]
    # The bridge to Java finds it by the path or by this variable.
    absent += [] if shutil.which("java") or os.environ.get("JAVA_HOME") else ["Java"]
    if not absent:
        return Finding("env.search", "ok", "pyserini")
    detail = f"pyserini needs {', '.join(absent)}, not installed"
    return Finding("env.search", "missing", detail, HOW_TO_INSTALL_LUCENE)


def _add_numbers_of_products(parser: ArgumentParser) -> None:
    # Not required by the parser, because --makers does without; who makes the catalogue asks for it.
    # Types go by the names that the command line gives them (``skill1.env.service.Command``).
    parser.add_argument("--products", metavar="N", type="count", help="number of products in the shop")
    parser.add_argument(
        "--instructions",
        metavar="K",
        type="natural",
        help="human-worded instructions per product, which become the human goals (default: 2)",
    )
    parser.add_argument("--makers", action="store_true", help="make a shop of makers instead, for tiny policies")
    for name, number in MAKERS_GOALS.items():
        parser.add_argument(
            f"--{name}",
            metavar="N",
            type="natural",
            help=f"with --makers: number of {name} goals (default: {number})",
        )


def _make_catalogue(arguments: Namespace, report: Report) -> Outcome:
    if arguments.makers:
        return _make_shop_of_makers(arguments, report)
    if arguments.products is None:
        raise ArgumentTypeError("--products N is missing")
    for name in MAKERS_GOALS:
        if getattr(arguments, name) is not None:
            raise ArgumentTypeError(f"--{name} cannot be used without --makers")
    asked = {name: getattr(arguments, name) for name in ("products", "seed", "instructions")}
    numbers = {name: number for name, number in asked.items() if number is not None}
    made = make_catalogue(arguments.out, on_product=counted(report, "products", arguments.products), **numbers)
    return Outcome(
        data={name: made[name] for name in ("counts", "sha256")},
        tables=[
            Table(str(arguments.out), ("what", "number"), list(made["counts"].items())),
            Table("", ("file", "SHA-256"), list(made["sha256"].items())),
        ],
        to_play=f"--env.data {quoted(arguments.out)}",
    )


def _make_shop_of_makers(arguments: Namespace, report: Report) -> Outcome:
    for name in ("products", "instructions"):
        if getattr(arguments, name) is not None:
            raise ArgumentTypeError(f"--{name} cannot be used with --makers")
    asked = {name: getattr(arguments, name) for name in MAKERS_GOALS}
    counts = {name: MAKERS_GOALS[name] if number is None else number for name, number in asked.items()}
    on_goal = counted(report, "goals", sum(counts.values()))
    make_shop(arguments.out, seed=arguments.seed, on_goal=on_goal, **counts)
    return Outcome(
        data={"counts": counts},
        tables=[Table(str(arguments.out), ("split", "goals"), list(counts.items()))],
        to_play=f"--env.data {quoted(arguments.out)}",
    )


COMMANDS = {
    "fetch": fetch_command(
        "webshop",
        VARIABLE,
        # Looked up at each call, so that another source can stand in for the published one.
        lambda folder, report, which: fetch_set(folder, report, which),
        sets={**dict.fromkeys(SETS, ""), "full": "5.7 GB"},
        note="Products and instructions as its authors gathered them, without images.",
    ),
    "make-catalogue": Command(
        _make_catalogue,
        _add_numbers_of_products,
        note="Scores cannot be compared with those on the published products.",
    ),
}


# Names, types and docstrings of these two are what a model is told of its tools.
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


TOOLS = (search, click)  # what a model that calls tools is offered; each words one action
