"""``skill1 library`` between libraries and formats: export, import, merge, serve, bench-encoders."""

from __future__ import annotations

import argparse
import dataclasses
import signal
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from skill1.cli.library_read import open_catalogue, open_library, require_changeable
from skill1.cli.library_text import plain, plain_table
from skill1.cli.output import make_console, print_json, report_line, say, show
from skill1.config import LibraryConfig
from skill1.config.registry import FORMATS
from skill1.errors import DataError, quoted, require_packages
from skill1.run.directory import CHECKPOINTS_FOLDER
from skill1.run.locate import LIBRARY_FILE, is_run, locate_library, split_selector

if TYPE_CHECKING:
    from skill1.library import Library

FORMAT_OF_FOLDER = "skill-md"
MOST_CASES = 16  # for `skill1 skills eval`, of each skill
MOST_EPISODE_FILES = 20  # the newest that are read for cases
SCORE_COLUMNS = (  # of bench_encoders.EncoderScore; --json has all
    "name",
    "made_history",
    "dimensions",
    "vector_bytes",
    "recall_at_1",
    "recall_at_k",
    "reciprocal_rank",
    "documents_per_s",
    "queries_per_s",
)


def format_of(file: Path, named: str | None) -> str:
    """The format asked for, else that of the suffix; a name without one is a folder of SKILL.md files.

    Raises:
        DataError: a suffix of no known format.
    """
    if named is not None:
        return named
    if file.is_dir() or not file.suffix:
        return FORMAT_OF_FOLDER
    suffixes = {FORMATS.load(name).suffix: name for name in reversed(tuple(FORMATS))}  # of equal ones the first
    if file.suffix not in suffixes:
        known = ", ".join(sorted(suffixes.keys() - {""}))
        raise DataError(
            f"the format of {file} is not known; expected a folder or one of {known}. Otherwise type "
            "--format FORMAT."
        )
    return suffixes[file.suffix]


def export_skills(arguments: argparse.Namespace) -> int:
    """``export``."""
    from skill1.library.file_errors import is_database
    from skill1.library.formats import export_library
    from skill1.library.formats.skill_evals import add_cases
    from skill1.library.formats.skill_md import whole_folder

    chosen = format_of(arguments.file, arguments.format)
    if is_database(arguments.file):
        raise DataError(
            f"{arguments.file} is a skill library, which an export would overwrite. Name a new file, such as "
            "skills.jsonl; to copy a library, use cp."
        )
    status = None if arguments.status == "all" else arguments.status
    with open_catalogue(arguments.library) as catalogue:
        skills = catalogue.store.skills(status)
    # Only a folder for each skill has a place for cases. Read first: a damaged file leaves nothing half done.
    has_cases = chosen == FORMAT_OF_FOLDER
    records = _newest_episodes(arguments.library) if has_cases else []
    # Whole or not at all: skills without their cases would pass for an export that had none.
    with whole_folder(arguments.file) if records else nullcontext(arguments.file) as place:
        report = export_library(skills, place, chosen)
        with_cases = add_cases(place, skills, records, MOST_CASES) if records else 0
    told = f"{report.written:,} skills written to {arguments.file} ({chosen})"
    facts = {"skills": report.written, "format": chosen, "lost": list(report.lost)}
    if has_cases:
        facts["with_cases"] = with_cases
        told += f", {with_cases:,} of them with cases from the run's episodes"
    return _moved(arguments, facts, told)


def _newest_episodes(library: str) -> list[Mapping[str, Any]]:
    """Of a library that is no run's there are no episodes, so no cases."""
    from skill1.evaluate.replay import kept_steps, records_of_step

    run, _ = split_selector(library)
    steps = kept_steps(run) if is_run(run) else []
    # Newest first, because a skill's cases are the first that are found.
    newest = reversed(steps[-MOST_EPISODE_FILES:])
    try:
        return [record for step in newest for record in records_of_step(run, step)]
    except DataError as error:
        raise DataError(
            f"{error}. To export without cases, name its {LIBRARY_FILE} in place of the run."
        ) from error


def import_skills(arguments: argparse.Namespace) -> int:
    """``import``; the library is made if there is none."""
    from skill1.library.formats.exchange import format_of_start, import_into

    if not arguments.file.exists():
        raise DataError(f"there is no file or folder {arguments.file}.")
    # Of a run that was pulled only the checkpoint has one.
    places = (LIBRARY_FILE, f"{CHECKPOINTS_FOLDER}/*/{LIBRARY_FILE}")
    has_one = any(True for place in places for _ in arguments.file.glob(place))
    if has_one or arguments.file.suffix == Path(LIBRARY_FILE).suffix:
        command = f"skill1 library merge {quoted(arguments.library)} {quoted(arguments.file)}"
        raise DataError(f"{arguments.file} is a library, not a file to import. Type: {command}")
    # Of several formats with one suffix the one that the file is of, as for library.init.
    chosen = arguments.format or format_of_start(arguments.file) or format_of(arguments.file, None)
    with _opened_or_made(arguments) as library:
        report = import_into(library, arguments.file, chosen, env=arguments.env)
    facts = {"skills": report.added, "merged": report.merged, "skipped": report.skipped, "banned": report.banned}
    told = f"{report.added:,} skills added to {arguments.library} ({chosen}; {report.merged:,} merged, "
    told += f"{report.skipped - report.banned:,} held already, {report.banned:,} banned here){_note(arguments)}"
    return _moved(arguments, facts | {"format": chosen, "lost": list(report.lost)}, told)


def merge_into(arguments: argparse.Namespace) -> int:
    """``merge``: skills of other libraries, repeats merged."""
    from skill1.library.formats import merge_libraries

    sources = [locate_library(source)[0] for source in arguments.sources]
    with _opened_or_made(arguments) as library:
        report = merge_libraries(library, sources, similarity=arguments.similarity)
        size = len(library)
    numbers = dataclasses.asdict(report)
    counted = ", ".join(f"{number:,} {name.replace('_', ' ')}" for name, number in numbers.items())
    told = f"{arguments.library}: {counted}; {size:,} active skills now{_note(arguments)}"
    return report_line(arguments.json, {"library": arguments.library, "size": size, **numbers}, plain(told))


def serve_library(arguments: argparse.Namespace) -> int:
    """``serve --mcp``: until the other side closes the connection. Nothing but the protocol goes to stdout."""
    from skill1.library import Library
    from skill1.library.formats.mcp_server import make_server

    # Before the file is opened: one of an older schema is rewritten when it is opened to write.
    require_packages("mcp", "serving skills to other agents", "mcp")
    if sys.stdin.isatty():
        # The SDK's thread that reads it cannot be woken: after Ctrl-C it would be waited for until a line is typed.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    if arguments.feedback:
        export = f"skill1 library export {quoted(arguments.library)} skills.jsonl"
        instead = f"Serve it without --feedback, or type `{export}` and use a library made of that."
        require_changeable(arguments.library, instead)
        opened = open_library(arguments.library, read_only=False)
    else:
        opened = Library.open(locate_library(arguments.library)[0], read_only=True)
    with opened as library:
        make_server(library, allow_feedback=arguments.feedback).run("stdio")
    return 0


def bench_encoders_of(arguments: argparse.Namespace) -> int:
    """``bench-encoders``."""
    from skill1.library.bench_encoders import BIAS_NOTICE, bench_encoders

    scores = bench_encoders(locate_library(arguments.library)[0], arguments.encoders, k=arguments.k)
    rows: list[dict[str, Any]] = [dataclasses.asdict(score) for score in scores]
    if arguments.json:
        print_json({"library": arguments.library, "notice": BIAS_NOTICE, "encoders": rows})
        return 0
    cells = [[show(row[name]) for name in SCORE_COLUMNS] for row in rows]
    title = f"{scores[0].queries:,} winning queries, {scores[0].skills:,} skills, K = {arguments.k}"
    make_console().print(plain_table(title, [name.replace("_", " ") for name in SCORE_COLUMNS], cells))
    say(BIAS_NOTICE)
    return 0


@contextmanager
def _opened_or_made(arguments: argparse.Namespace) -> Iterator[Library]:
    from skill1.library import Library
    from skill1.library.store import is_unfinished

    target, selector = split_selector(arguments.library)
    if selector is not None or (target.exists() and not is_unfinished(target)):
        instead = "Write to a file of its own, which a new run can start from: skill1 train --library.init FILE"
        require_changeable(arguments.library, instead)
        with open_library(arguments.library, encoder=arguments.encoder, read_only=False) as library:
            yield library
        return
    suffix = Path(LIBRARY_FILE).suffix
    if target.suffix != suffix:  # most likely a run's name with a slip, which would become a file
        raise DataError(
            f"there is no run or library at {target}. To make a new library, give a file name that ends in {suffix}: "
            f"{quoted(target.with_name(target.name + suffix))}"
        )
    # hashing needs no download; opening a library with another encoder re-embeds it.
    config = LibraryConfig(encoder=arguments.encoder or "hashing")
    with Library.open(target, config=config, create=True) as library:
        try:
            yield library
        except BaseException:
            library.refresh()
            if library.version == 0:  # still, also for others: it would keep an encoder that may be what failed
                library.close()
                for suffix in ("", "-wal", "-shm"):  # on a full disk the log outlives its closing
                    Path(f"{target}{suffix}").unlink(missing_ok=True)
            raise


def _note(arguments: argparse.Namespace) -> str:
    """Of a run's library: that its checkpoints have other ones, which is where an evaluation looks."""
    from skill1.library.curation import kept_by_checkpoints

    file = locate_library(arguments.library)[0]
    return f". {kept_by_checkpoints(file.parent, file)}" if is_run(file.parent) else ""


def _moved(arguments: argparse.Namespace, facts: dict[str, Any], told: str) -> int:
    if arguments.json:
        print_json({"library": arguments.library, "file": str(arguments.file), **facts})
        return 0
    say(plain(told))
    for line in facts["lost"]:
        say(f"not kept: {plain(line)}")
    return 0
