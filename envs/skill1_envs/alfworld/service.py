"""What ``skill1 envs`` and ``skill1 doctor`` ask of ALFWorld: where its games are, how to get some, its engine."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from skill1.env.protocol import EnvConfig
from skill1.env.service import Command, DataFolder, Finding, Outcome, Report, Table, counted
from skill1.errors import quoted
from skill1_envs.alfworld import engine
from skill1_envs.alfworld.fetch import fetch_games
from skill1_envs.alfworld.generate.homes_folder import make_homes_games
from skill1_envs.alfworld.generate.sets import GameSet, write_games
from skill1_envs.kit.download import fetch_command

VARIABLE = "ALFWORLD_DATA"
DATA_FOLDER = DataFolder(
    VARIABLE, f"skill1 envs fetch alfworld DIR, then export {VARIABLE}=DIR; or, at once: --env.data data/alfworld"
)


def doctor(config: EnvConfig) -> Iterator[Finding]:
    """Whether the original engine is installed, where it is to play."""
    # Our simulator needs no package.
    if config.engine == "native":
        return
    if absent := engine.missing_packages():
        detail = f"{config.engine} needs {' and '.join(absent)}, not installed"
        yield Finding("env.engine", "missing", detail, "pip install 'skill1[alfworld]', or --env.engine native")
    else:
        yield Finding("env.engine", "ok", config.engine)


def _add_numbers_of_games(parser: ArgumentParser) -> None:
    for name, metavar, what in (
        ("--train", "N", "train games"),
        ("--seen", "M", "valid_seen games, in rooms that train may have"),
        ("--unseen", "K", "valid_unseen games, in other rooms"),
    ):
        parser.add_argument(name, metavar=metavar, type="natural", required=True, help=f"number of {what}")
    parser.add_argument("--homes", action="store_true", help="make games in homes with habits, for tiny policies")


def _make_games(arguments: Namespace, report: Report) -> Outcome:
    numbers = {name: getattr(arguments, name) for name in ("train", "seen", "unseen")}
    make = make_homes_games if arguments.homes else write_games
    on_game = counted(report, "games", sum(numbers.values()))
    return _told(make(arguments.out, seed=arguments.seed, on_game=on_game, **numbers))


def _told(made: GameSet) -> Outcome:
    """How many games there are, and how long their walkthroughs."""
    rows = [
        (split, number, sum(lengths) / number if number else None, max(lengths, default=None))
        for (split, number), lengths in zip(made.games.items(), made.plan_lengths.values(), strict=True)
    ]
    rows.append(("all", sum(made.games.values()), made.mean_plan_length, None))
    plans = {split: list(lengths) for split, lengths in made.plan_lengths.items()}
    return Outcome(
        data={"games": dict(made.games), "mean_plan_length": made.mean_plan_length, "plan_lengths": plans},
        tables=[Table(str(made.out), ("split", "games", "mean plan length", "longest"), rows)],
        to_play=f"--env.data {quoted(made.out)}",
    )


COMMANDS = {
    "fetch": fetch_command(
        "alfworld",
        VARIABLE,
        # The name is looked up when the command runs, so that a test of the command line can put a stand-in there.
        lambda folder, report: fetch_games(folder, report),
        note="The text games of ALFWorld's releases, without its visual part.",
    ),
    "make-games": Command(
        _make_games,
        _add_numbers_of_games,
        note="Needs the room layouts of the package, pip install --no-deps alfworld==0.4.2; scores cannot be compared "
        "with those on the published games.",
    ),
}
