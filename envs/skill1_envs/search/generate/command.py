"""``skill1 envs make-corpus search OUT``."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from skill1.env.service import Command, Outcome, Report, Table, counted
from skill1_envs.search.generate.folder import make_corpus

QUESTIONS = {"train": 1536, "eval": 144, "test": 864}  # as the quickstart makes them


def _add_numbers(parser: ArgumentParser) -> None:
    for name, number in QUESTIONS.items():
        text = f"questions of {name} (default: {number})"
        parser.add_argument(f"--{name}", metavar="N", type="natural", default=number, help=text)


def _make(arguments: Namespace, report: Report) -> Outcome:
    counts = {name: getattr(arguments, name) for name in QUESTIONS}
    on_question = counted(report, "questions", sum(counts.values()))
    make_corpus(arguments.out, seed=arguments.seed, on_question=on_question, **counts)
    return Outcome(
        data={"counts": counts},
        tables=[Table(str(arguments.out), ("split", "questions"), list(counts.items()))],
        to_play=f"--env.data {arguments.out}",
    )


MAKE_CORPUS = Command(
    _make,
    _add_numbers,
    note="A fictional encyclopedia: scores cannot be compared with those on published questions.",
)
