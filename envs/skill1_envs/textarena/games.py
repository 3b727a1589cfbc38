"""One game of TextArena, played: rules, what it shows, what it pays. Knows no tasks and no splits.

TextArena's own observation wrappers show rules and the whole play again at each turn. Here a game says what is new; the
agent's prompt keeps the rules and the history.

Games call ``random`` and ``numpy.random`` as modules, in the middle of play as well as at its start. Without a state of
its own (``Randomness``) each game would depend on which others were played in between, and training on all of them.
"""

from __future__ import annotations

import difflib
import importlib
import math
import random
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from typing import Any

import numpy as np

from skill1.errors import ConfigError, DataError, EnvironmentFault, MissingExtraError, require_packages

_GLOBAL_GENERATORS = threading.Lock()  # they belong to one game at a time


class Randomness:
    """What the global generators show to one game; nobody else sees that it drew from them."""

    def __init__(self, seed: int) -> None:
        self._python = random.Random(seed).getstate()
        # Of numpy's old kind, since its module-level functions draw from such a generator.
        self._numpy = np.random.RandomState(seed).get_state()

    @contextmanager
    def in_place(self) -> Iterator[None]:
        """For the length of a block the global generators are in this game's state, which continues with them."""
        with _GLOBAL_GENERATORS:
            # Under the lock: two games in two threads would mix their states.
            others = random.getstate(), np.random.get_state()
            random.setstate(self._python)
            np.random.set_state(self._numpy)
            try:
                yield
            finally:
                # Also after an error, which must not leave this game's state to everybody else.
                self._python, self._numpy = random.getstate(), np.random.get_state()
                random.setstate(others[0])
                np.random.set_state(others[1])


ASK_A_MODEL = ("GuessWho-", "TwentyQuestions-")  # their game master is a hosted language model
BEGINNING = "The game begins."  # for games that show nothing but their rules


@dataclass(frozen=True, slots=True)
class Shown:
    """What a game shows after its start or an action.

    ``reward`` is 0 before the end, then TextArena's own. ``invalid``: the game was ended for a second invalid move.
    """

    text: str
    done: bool = False
    reward: float = 0.0
    invalid: bool = False


class Game:
    """A single-player game of TextArena under its registered name, such as ``Mastermind-v0``.

    Raises:
        MissingExtraError: the package ``textarena``, or one that it needs, is not installed.
        ConfigError: there is no such game, it cannot be loaded here, or asks a hosted model.
        DataError: it needs word lists of NLTK that are not on this machine; nothing is downloaded.
    """

    def __init__(self, name: str) -> None:
        self._arena = _import_textarena()
        self._name = name
        # For whatever is drawn while the game is made; a play begins with a state of its own.
        self._randomness = Randomness(0)
        with self._randomness.in_place():
            self._game = _make(self._arena, name)

    def start(self, seed: int) -> tuple[str, Shown]:
        """A new play: the rules, and what is shown besides.

        Raises:
            ConfigError: it is no game for one player.
            EnvironmentFault: the game itself failed.
        """
        self._randomness = Randomness(seed)
        with self._randomness.in_place(), self._faults("could not begin"):
            try:
                self._game.reset(num_players=1, seed=seed)
            # TextArena asserts the number of players.
            except AssertionError as error:
                raise self._not_for_one() from error
            # Other games for several players do start with one. Their state tells.
            if not isinstance(self._game.state, self._arena.SinglePlayerState):
                raise self._not_for_one()
            messages = self._messages()
        rules = "\n".join(text for kind, text in messages if kind == "PROMPT")
        shown = "\n".join(text for kind, text in messages if kind != "PROMPT")
        return rules.strip() or f"Play {self._name}.", Shown(shown.strip("\n") or BEGINNING)

    def play(self, action: str) -> Shown:
        """One action. Raises ``EnvironmentFault`` if the game itself failed at it."""
        with self._randomness.in_place(), self._faults(f"failed at {action[:60]!r}"):
            done, _ = self._game.step(action)
            # Without the rules, which are the instruction of the task.
            texts = [text for kind, text in self._messages() if kind != "PROMPT"]
            if not done:
                return Shown("\n".join(texts).strip("\n") or "Nothing new.")
            # What a finished game has paid, and why it ended, TextArena tells when it is closed.
            rewards, facts = self._game.close()
            texts.append(str(facts[0].get("reason") or "The game is over."))
            return Shown("\n".join(texts).strip("\n"), True, _paid(rewards), bool(facts[0].get("invalid_move")))

    def _messages(self) -> list[tuple[str, str]]:
        """Kind and text of what the game has said since the last call, without the player's own words."""
        _, messages = self._game.get_observation()
        said = [_kind_and_text(message) for message in messages]
        return [(kind, text) for kind, text in said if kind != "PLAYER_ACTION"]

    def _not_for_one(self) -> ConfigError:
        return ConfigError(
            f"env.name textarena:{self._name}: this game needs several players; expected a single-player one."
        )

    @contextmanager
    def _faults(self, what: str) -> Iterator[None]:
        """The border to foreign code: its exceptions are faults of the environment, ours pass."""
        try:
            yield
        except (ConfigError, DataError):
            raise
        except Exception as error:
            raise EnvironmentFault(f"TextArena's {self._name} {what}: {type(error).__name__}: {error}") from error


def _kind_and_text(message: tuple[Any, ...]) -> tuple[str, str]:
    """Of (sender, text, kind), told by their types: some games hand them over in another order."""
    kind = next((part.name for part in message if isinstance(part, Enum)), "")
    return kind, next((part for part in message if isinstance(part, str)), "")


def _paid(rewards: Mapping[int, Any]) -> float:
    """The player's reward; 0 where a game hands over a text instead, as one does after an invalid move."""
    reward = rewards[0]
    # Nan is no reward either, and no clip would mend it.
    return float(reward) if isinstance(reward, int | float) and math.isfinite(reward) else 0.0


class Games:
    """Copies of one game, used again after a play: some take seconds to load their word lists.

    Raises, when made: ``MissingExtraError`` without the package ``textarena``.
    """

    def __init__(self, name: str) -> None:
        require_packages("textarena", f"the environment textarena:{name}", "textarena")
        self.name = name
        self._idle: list[Game] = []

    def take(self) -> Game:
        """A copy nobody plays; raises what making a :class:`Game` does."""
        try:
            return self._idle.pop()
        except IndexError:
            return Game(self.name)

    def give_back(self, game: Game) -> None:
        """The copy may be played by others."""
        self._idle.append(game)


def _import_textarena() -> Any:
    try:
        return importlib.import_module("textarena")
    except ModuleNotFoundError as error:  # of a package that it needs, too
        raise MissingExtraError(error.name or "textarena", "textarena", "the environment textarena") from error


def _make(arena: Any, name: str) -> Any:
    """The bare game, under those of its wrappers that concern actions (such as adding brackets)."""
    known = importlib.import_module("textarena.envs.registration").ENV_REGISTRY
    if name not in known:
        nearest = difflib.get_close_matches(name, list(known), n=1, cutoff=0.5)
        hint = f" Did you mean textarena:{nearest[0]}?" if nearest else ""
        raise ConfigError(f"TextArena {arena.__version__} has no game '{name}'.{hint}")
    if name.startswith(ASK_A_MODEL):
        raise ConfigError(f"textarena:{name} calls a hosted language model at each turn. Choose another game.")
    try:
        with _no_downloads():
            game = arena.make(name)
    # Such as a game that needs a newer Python, or a package that is not installed.
    except Exception as error:
        # NLTK raises the base class itself; a KeyError or IndexError is one, too, but of the game.
        if type(error) is LookupError:
            raise DataError(
                f"textarena:{name} needs word lists of NLTK, which are not on this machine. "
                "Type: python -m nltk.downloader words averaged_perceptron_tagger_eng"
            ) from error
        raise ConfigError(f"textarena:{name} cannot be loaded here: {type(error).__name__}: {error}") from error
    # All wrappers go, because those of observations show the whole play again. Those of actions come back.
    while isinstance(game, arena.Wrapper):
        game = game.env
    for wrapper in known[name].default_wrappers or ():
        game = wrapper(game) if issubclass(wrapper, arena.core.ActionWrapper) else game
    return game


@contextmanager
def _no_downloads() -> Iterator[None]:
    """Some games fetch NLTK's word lists while they are imported; a run must not reach out unasked."""
    nltk = importlib.import_module("nltk")
    # What NLTK itself answers to a failed download. A list that is missing is then a `LookupError` in `_make`.
    download, nltk.download = nltk.download, lambda *_, **__: False
    try:
        yield
    finally:
        nltk.download = download
