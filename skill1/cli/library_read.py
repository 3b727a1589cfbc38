"""The reading commands of ``skill1 library``: list, show, search, why, diff, stats, check, queue."""

from __future__ import annotations

import argparse
import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING

from rich.text import Text

from skill1.cli.library_text import (
    SKILL_COLUMNS,
    counted,
    plain,
    plain_table,
    print_difference,
    print_fields,
    print_figures,
    print_life,
    skill_row,
)
from skill1.cli.output import make_console, print_json, say
from skill1.config import LibraryConfig
from skill1.config.trust import encoder_claims, require_trust
from skill1.errors import DataError, LibraryError, refuse_closed
from skill1.run.directory import is_finished
from skill1.run.disk import refuse_if_written
from skill1.run.locate import LIBRARY_FILE, is_checkpoint, is_run, locate_library, run_of

if TYPE_CHECKING:
    from skill1.library import Library
    from skill1.library.catalogue import Catalogue

LISTED = 100


def open_catalogue(target: str) -> Catalogue:
    """The library a LIBRARY|RUN argument means, for reading without an encoder."""
    from skill1.library.catalogue import Catalogue  # here: it loads numpy and SQLite, which --help does not need

    return Catalogue.open(locate_library(target)[0])


def require_changeable(target: str, instead: str) -> None:
    """Refuse the library of a checkpoint, and that of a run whose trainer will write to it again.

    Raises:
        LibraryError: it is one of these; ``instead`` says what to do.
        RunInUseError: a process writes to the run at this moment.
    """
    named = locate_library(target)[0].absolute()
    # A link may lie in a run, or lead into one.
    for file in dict.fromkeys((named, named.resolve())):
        if is_checkpoint(file.parent):
            raise LibraryError(f"{file} belongs to a checkpoint, which never changes. {instead}")
        run = file.parent
        # A copy that somebody keeps in the run's folder has another name.
        if file.name != LIBRARY_FILE or not is_run(run):
            continue
        if not is_finished(run):
            raise LibraryError(f"{run} is not finished: its trainer writes to this library. {instead}")
        # Of a finished run somebody may be curating the library.
        refuse_if_written(run)


def open_library(target: str, *, encoder: str | None = None, read_only: bool = True) -> Library:
    """The library a LIBRARY|RUN argument means, with ``encoder``, its run's settings or what it was made with."""
    from skill1.library import Library
    from skill1.library.library import options_of

    file, run_config = locate_library(target)
    config = run_config.library if run_config else None
    options = options_of(run_config) if run_config else {}
    if encoder:
        # Typed, so it needs no trust; what the run's file names does.
        config = with_encoder(config or LibraryConfig(), encoder)
    elif config:
        config = _as_embedded(file, config)
        require_trust(encoder_claims(config.encoder), run_of(file) or file)
    return Library.open(file, config=config, read_only=read_only, **options)


def _as_embedded(file: Path, config: LibraryConfig) -> LibraryConfig:
    """A run's settings with the encoder its library has, which ``reindex`` may have changed since."""
    from skill1.library.catalogue import Catalogue
    from skill1.library.retriever import as_embedded

    with Catalogue.open(file) as catalogue:
        return as_embedded(catalogue.store, config)


def with_encoder(config: LibraryConfig, encoder: str) -> LibraryConfig:
    """Prompts were chosen for one encoder: another goes by its own."""
    if encoder == config.encoder:
        return config
    return dataclasses.replace(config, encoder=encoder, query_prompt=None, document_prompt=None)


def list_skills(arguments: argparse.Namespace) -> int:
    """``list``."""
    from skill1.library.life import skill_fields

    status = None if arguments.status == "all" else arguments.status
    limit = arguments.limit or None  # 0: all
    with open_catalogue(arguments.library) as catalogue:
        choice = {"env": arguments.env, "match": arguments.match, "sort": arguments.sort}
        page = catalogue.page(status=status, limit=limit, **choice)
    title = counted(len(page.skills), page.total, "skills" if status is None else f"{status} skills")
    if not arguments.json:
        make_console().print(plain_table(title, SKILL_COLUMNS, map(skill_row, page.skills)))
        return 0
    print_json([skill_fields(skill) for skill in page.skills])
    if len(page.skills) < page.total:  # a program must not take a part for the whole
        say(f"note: {title}; --limit 0 gives all", stderr=True)
    return 0


def show_skill(arguments: argparse.Namespace) -> int:
    """``show``."""
    from skill1.library.life import skill_fields

    with open_catalogue(arguments.library) as catalogue:
        skill = catalogue.skill(arguments.id)
    if arguments.json:
        print_json(skill_fields(skill))
    else:
        print_fields(make_console(), skill.id, skill_fields(skill))
    return 0


def search_skills(arguments: argparse.Namespace) -> int:
    """``search``."""
    from skill1.library.life import skill_fields

    with open_library(arguments.library, encoder=arguments.encoder) as library:
        found = library.search(arguments.text, arguments.k)
    if arguments.json:
        numbers = [{"similarity": candidate.similarity, "score": candidate.score} for candidate in found]
        print_json([{"skill": skill_fields(c.skill), **row} for c, row in zip(found, numbers, strict=True)])
        return 0
    rows = [[f"{candidate.similarity:.3f}", *skill_row(candidate.skill)] for candidate in found]
    make_console().print(plain_table(f"{len(rows)} found", ("similarity", *SKILL_COLUMNS), rows))
    return 0


def tell_why(arguments: argparse.Namespace) -> int:
    """``why``."""
    from skill1.evaluate.uplift import skill_uplift
    from skill1.library.life import read_life

    with open_catalogue(arguments.library) as catalogue:
        store = catalogue.store
        run = run_of(store.path) if store.path else None
        life = read_life(store, catalogue.skill(arguments.id), run)
        uplift = skill_uplift(store, life.skill.id)
    if arguments.json:
        print_json(life.as_json() | {"uplift": dataclasses.asdict(uplift) if uplift else None})
    else:
        print_life(make_console(), life, uplift)
    return 0


def tell_difference(arguments: argparse.Namespace) -> int:
    """``diff``."""
    from skill1.library.difference import difference

    with open_catalogue(arguments.library) as first, open_catalogue(arguments.other) as second:
        found = difference(first.store, second.store)
    if arguments.json:
        print_json({"first": arguments.library, "second": arguments.other, **found.as_json()})
    else:
        title = f"{arguments.library} → {arguments.other}"
        print_difference(make_console(), title, found, arguments.limit or None)
    return 0


def tell_figures(arguments: argparse.Namespace) -> int:
    """``stats``."""
    from skill1.evaluate.uplift import library_uplift
    from skill1.library.catalogue import disk_bytes

    # The kind of index is a setting of the run; the file does not hold it.
    run_config = locate_library(arguments.library)[1]
    with open_catalogue(arguments.library) as catalogue:
        figures = catalogue.figures(run_config.library.index if run_config else "auto")
        uplift = library_uplift(catalogue.store)
        figures["disk_bytes"] = disk_bytes(catalogue.store.path)
    figures["uplift"] = dataclasses.asdict(uplift) if uplift else None
    if arguments.json:
        print_json(figures)
    else:
        print_figures(make_console(), arguments.library, figures)
    return 0


def check_library(arguments: argparse.Namespace) -> int:
    """``check``: 1 if anything is wrong."""
    from skill1.library.catalogue import library_problems

    with open_catalogue(arguments.library) as catalogue:
        problems = list(library_problems(catalogue.store))
    if arguments.json:
        print_json({"library": arguments.library, "problems": problems})
    else:
        for problem in problems:
            say(Text(f"✗ {plain(problem)}", "red"))
        found = f"{len(problems)} problem(s)" if problems else "whole"
        say(f"{plain(arguments.library)}: {found}")
    return 1 if problems else 0


def tell_queue(arguments: argparse.Namespace) -> int:
    """``queue``: what people asked of a run's library, and what came of it."""
    from skill1.library.curation_queue import read_queue

    run = Path(arguments.library)
    if not is_run(run):
        refuse_closed(run)
        raise DataError(
            f"{run} is not a run directory; only a run in training has requests that wait. Type: skill1 library "
            "queue RUN"
        )
    queued = read_queue(run)
    rows = [dataclasses.asdict(request) for request in queued]
    if arguments.json:
        print_json(rows)
        return 0
    columns = ("asked at", "what", "skill", "by", "reason", "applied after step", "outcome")
    cells = [
        (
            entry.request.asked_at,
            entry.request.kind,
            entry.request.skill,
            entry.request.by,
            entry.request.reason,
            entry.applied_step,
            entry.outcome,
        )
        for entry in queued
    ]
    make_console().print(plain_table(f"requests: {len(cells)}", columns, cells))
    return 0
