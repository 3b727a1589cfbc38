"""The changing commands of ``skill1 library``: pin, ban, edit, approve, rollback, prune, reindex."""

from __future__ import annotations

import argparse
import dataclasses
import getpass
import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from skill1.cli.arguments import UsageError
from skill1.cli.library_read import open_catalogue, require_changeable, with_encoder
from skill1.cli.library_text import LISTED_CHARS, plain, plain_table
from skill1.cli.output import make_console, print_json, report_line, say
from skill1.config import LibraryConfig
from skill1.errors import quoted
from skill1.run.locate import locate_library
from skill1.run.progress import Progress

if TYPE_CHECKING:
    import numpy as np

    from skill1.library.curation_plan import Curation
    from skill1.library.encoder import Encoder
    from skill1.library.prune import Leaving

TEXTS_AT_ONCE = 64  # between two moves of the progress bar
LEAVING_SHOWN = 50


def pin_skills(arguments: argparse.Namespace) -> int:
    """``pin`` and ``pin --off``."""
    return _curate_each(arguments, "unpin" if arguments.off else "pin")


def ban_skills(arguments: argparse.Namespace) -> int:
    """``ban``."""
    return _curate_each(arguments, "ban", reason=arguments.reason)


def approve_skills(arguments: argparse.Namespace) -> int:
    """``approve``."""
    return _curate_each(arguments, "approve")


def edit_skill(arguments: argparse.Namespace) -> int:
    """``edit``."""
    from skill1.library.curation_plan import Curation

    words = {"description": arguments.description, "strategy": arguments.strategy}
    if words == {"description": None, "strategy": None}:
        raise UsageError(
            "no new words were given. Type --description TEXT or --strategy TEXT", "skill1 library edit"
        )
    with open_catalogue(arguments.library) as catalogue:
        skill = catalogue.skill(arguments.id)
    return _curate(arguments, [Curation(kind="edit", skill=skill.id, by=_asker(), **words)])


def roll_back(arguments: argparse.Namespace) -> int:
    """``rollback`` to a step of its own history, or to the states of another file."""
    from skill1.library.curation import rollback_to_library
    from skill1.library.curation_plan import Curation

    if arguments.to is not None:
        request = rollback_to_library(locate_library(arguments.to)[0], by=_asker())
    else:
        request = Curation(kind="rollback", to_step=arguments.to_step, by=_asker())
    return _curate(arguments, [request])


def prune_library(arguments: argparse.Namespace) -> int:
    """``prune``: what would go; with --apply it goes, as one commit."""
    from skill1.library.curation import skills_to_come
    from skill1.library.prune import PruneRules, choose_leaving

    rules = PruneRules(arguments.keep, arguments.unused_for, arguments.below, arguments.min_selected)
    # --min-selected only narrows --below, so by itself it is no rule.
    if (rules.keep, rules.unused_for, rules.below) == (None, None, None):
        raise UsageError("no rule was given. Type --keep N, --unused-for N or --below U", "skill1 library prune")
    with open_catalogue(arguments.library) as catalogue:
        to_come = skills_to_come(arguments.library)  # or a skill that leaves already would be asked to leave again
        leaving = choose_leaving(catalogue.store, rules, to_come)
    outcome = _retired(arguments, leaving) if arguments.apply and leaving else None
    _print_pruned(arguments, leaving, outcome)
    return 0


def reindex_library(arguments: argparse.Namespace) -> int:
    """``reindex``: re-embeds every active skill, stored in one transaction."""
    instead = f"skill1 train --fork RUN@latest --library.encoder {quoted(arguments.encoder)} --run-dir NEW"
    require_changeable(arguments.library, f"Embed a copy, or continue with another encoder: {instead}")
    begin = time.perf_counter()
    with open_catalogue(arguments.library) as catalogue:
        before = catalogue.store.meta().get("encoder_identity")
        size = catalogue.page(limit=0).total
    after = _embedded_anew(arguments, size)
    seconds = time.perf_counter() - begin
    facts = {"before": before, "after": after, "skills": size, "seconds": seconds}
    said = "its encoder already" if before == after else f"before: {before}"
    told = f"{arguments.library}: {size:,} skills, encoder {after} ({said}), {seconds:.1f} s"
    return report_line(arguments.json, {"library": arguments.library, **facts}, plain(told))


class _Watched:
    """An encoder that moves a progress bar while it embeds a library."""

    def __init__(self, encoder: Encoder, progress: Progress) -> None:
        self._encoder = encoder
        self._progress = progress

    def __getattr__(self, name: str) -> Any:
        return getattr(self._encoder, name)

    def encode(self, texts: Sequence[str]) -> np.ndarray:
        import numpy as np

        # No texts, too, make a matrix of the right width.
        parts = [np.zeros((0, self.dimensions), dtype=np.float32)]
        for start in range(0, len(texts), TEXTS_AT_ONCE):
            parts.append(self._encoder.encode(texts[start : start + TEXTS_AT_ONCE]))
            self._progress.advance()
        return np.concatenate(parts)


def _embedded_anew(arguments: argparse.Namespace, size: int) -> str:
    """Identity of the encoder that the library has now."""
    from skill1.library import Library, make_encoder

    file, run_config = locate_library(arguments.library)
    config = with_encoder(run_config.library if run_config else _made_with(file), arguments.encoder)
    prompts = {"query_prompt": config.query_prompt, "document_prompt": config.document_prompt}
    with Progress("reindex", -(-size // TEXTS_AT_ONCE), make_console(stderr=True)) as progress:
        encoder = _Watched(make_encoder(config.encoder, **prompts), progress)
        with Library.open(file, config=config, encoder=encoder) as library:
            library.prepare()
            return library.encoder.identity


def _made_with(file: Path) -> LibraryConfig:
    from skill1.library import Library

    with Library.open(file, read_only=True) as library:
        return library.config


def _curate_each(arguments: argparse.Namespace, kind: str, **details: Any) -> int:
    from skill1.library.curation_plan import Curation

    with open_catalogue(arguments.library) as catalogue:
        # All of them first: one that is unknown or not unique stops the command before anything changes.
        names = [catalogue.skill(beginning).id for beginning in arguments.ids]
    return _curate(arguments, [Curation(kind=kind, skill=name, by=_asker(), **details) for name in names])


def _curate(arguments: argparse.Namespace, requests: Sequence[Curation]) -> int:
    from skill1.library.curation import curate

    result = curate(arguments.library, *requests)
    if arguments.json:
        print_json({"library": arguments.library, **dataclasses.asdict(result)})
        return 0
    for line in result.text.splitlines():
        say(plain(line))
    return 0


def _asker() -> str:
    """Who asks, for the record."""
    try:
        return getpass.getuser()
    except (OSError, KeyError):  # a container may have no name for its user
        return f"user {os.getuid()}"


def _retired(arguments: argparse.Namespace, leaving: Sequence[Leaving]) -> str:
    from skill1.library.curation import curate
    from skill1.library.curation_plan import Curation

    by = _asker()
    requests = [Curation(kind="retire", skill=each.skill.id, by=by, reason=each.reason) for each in leaving]
    result = curate(arguments.library, *requests)
    # A run that is not finished: its trainer retires them at its next step.
    if not result.applied:
        return result.text
    notes = result.text.splitlines()[len(requests) :]  # after a line for each skill
    return " ".join([f"{len(requests):,} skills were retired.", *notes])


def _print_pruned(arguments: argparse.Namespace, leaving: Sequence[Leaving], outcome: str | None) -> None:
    if arguments.json:
        rows = [{"id": each.skill.id, "reason": each.reason, "utility": each.skill.utility} for each in leaving]
        print_json({"applied": arguments.apply, "leaving": rows, "outcome": outcome})
        return
    shown = leaving[:LEAVING_SHOWN]
    rows = [
        (
            each.skill.id,
            each.reason,
            each.skill.utility,
            each.skill.selected,
            plain(each.skill.description, LISTED_CHARS),
        )
        for each in shown
    ]
    title = f"{len(leaving):,} skills leave" + (f"; the first {len(shown)}" if len(shown) < len(leaving) else "")
    make_console().print(plain_table(title, ("id", "why", "U", "selected", "description"), rows))
    if not arguments.apply:
        say("Nothing was changed; --apply does it.")
    elif outcome is not None:
        say(plain(outcome))
