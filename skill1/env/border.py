"""The border to an environment's own code, which may raise, answer or change anything in this process.

Whatever it raises is an ``EnvironmentFault``. What training relies on is, after each call, as it was before. A suite
that is not ours, wherever it plays, is a ``GuardedSuite``: its answers are checked before anybody relies on them.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, NamedTuple

from skill1.env.protocol import Suite, TextEnv, close_suite
from skill1.env.wire import decode_task, encode_error, encode_task
from skill1.errors import DataError, EnvironmentFault, Skill1Error
from skill1.schema import Task, storable

logger = logging.getLogger(__name__)
# Of one text: more than fits any prompt, and tokenizing more would take minutes.
MOST_CHARS = 1_000_000
_NAMES = ("id", "env", "split", "type")  # of a task


class _State(NamedTuple):
    """One thing that a whole process shares: how to see it, and how to put it back."""

    now: Callable[[], Any]
    put_back: Callable[[Any], Any]


_RECURSION = _State(sys.getrecursionlimit, sys.setrecursionlimit)
# Looked at around many calls together (`process_kept`): at every step it would cost too much.
_SLOW = (
    _State(os.getcwd, os.chdir),
    _State(lambda: (sys.stdin, sys.stdout, sys.stderr), lambda streams: _set_streams(*streams)),
)


def _of_torch() -> tuple[_State, ...]:
    """Nothing while torch is not loaded: then nobody here relies on it."""
    torch = sys.modules.get("torch")
    if not hasattr(torch, "set_default_device"):  # also while it is being imported
        return ()
    return (
        # Without gradients, or with another type of numbers, an update goes wrong and no error says so; with another
        # number of threads sums round otherwise, and a run no longer repeats.
        _State(torch.is_grad_enabled, torch.set_grad_enabled),
        _State(torch.get_default_dtype, torch.set_default_dtype),
        _State(_default_device, lambda device: torch.set_default_device(*device)),
        _State(torch.get_num_threads, torch.set_num_threads),
    )


def _default_device() -> tuple[Any]:
    """``torch.get_default_device`` takes longer than most steps. Nothing is loaded until one is set."""
    # In a tuple: None is a device here, while to `_kept` it means that nothing could be seen.
    return (getattr(sys.modules.get("torch.utils._device"), "CURRENT_DEVICE", None),)


@contextmanager
def computing_kept() -> Iterator[None]:
    """What generating relies on is after the block as before: the recursion limit and torch's settings.

    Those are gradients, number type, device and threads. It costs microseconds, so that every step has one.
    """
    with _kept((_RECURSION, *_of_torch())):
        yield


@contextmanager
def process_kept() -> Iterator[None]:
    """The same, the working directory, and the standard streams."""
    with _kept((_RECURSION, *_SLOW, *_of_torch())):
        yield


class _Overlapping(threading.local):
    """The blocks of :func:`process_kept_together` that a thread is in."""

    def __init__(self) -> None:
        self.number, self.before = 0, contextlib.ExitStack()


_OVERLAPPING = _Overlapping()


@contextmanager
def process_kept_together() -> Iterator[None]:
    """As :func:`process_kept`, once around all such blocks that overlap in a thread, as those of coroutines do.

    On a cluster each episode is one: what one has changed, the next would take for what was there, and put back.
    """
    if not _OVERLAPPING.number:
        _OVERLAPPING.before.enter_context(process_kept())
    _OVERLAPPING.number += 1
    try:
        yield
    finally:
        _OVERLAPPING.number -= 1
        if not _OVERLAPPING.number:
            _OVERLAPPING.before.close()


@contextmanager
def _kept(states: Iterable[_State]) -> Iterator[None]:
    before = [(state, _seen(state)) for state in states]
    try:
        yield
    finally:
        for state, value in before:
            # Only what has changed is set again: setting torch's device would load a part of torch.
            if value is not None and _seen(state) != value:
                with contextlib.suppress(OSError):  # a folder that is gone
                    state.put_back(value)


def _seen(state: _State) -> Any:
    try:
        return state.now()
    except OSError:  # a working directory that was removed
        return None


def _set_streams(*streams: Any) -> None:
    sys.stdin, sys.stdout, sys.stderr = streams


@contextmanager
def environment_border(
    where: str, *, awaits: bool = False, passed: type[Exception] | tuple[()] = ()
) -> Iterator[None]:
    """Whatever foreign code raises inside is an ``EnvironmentFault``: also ``sys.exit()`` and stranger things.

    What ends our own work passes: a Ctrl-C of the user, and with ``awaits`` the cancelling or closing of the coroutine.
    So does ``passed``: our own errors that tell what the user has to mend, such as data that is not there.
    """
    try:
        yield
    # A fault already: told again with its place in front, and without its type.
    except EnvironmentFault as error:
        raise fault_of(where, error) from error
    except BaseException as error:
        if (awaits and isinstance(error, GeneratorExit)) or isinstance(error, passed) or _is_ours(error):
            raise
        raise fault_of(where, error) from error


def _is_ours(error: BaseException) -> bool:
    """Whether an exception ends our work, instead of being raised by the environment itself.

    In an event loop a user's first Ctrl-C cancels its main task, and only a second one is a ``KeyboardInterrupt``.
    """
    if not isinstance(error, KeyboardInterrupt | asyncio.CancelledError):
        return False
    try:
        tasks = asyncio.all_tasks()
    except RuntimeError:  # no event loop: there Ctrl-C is what it always is
        return isinstance(error, KeyboardInterrupt)
    # Without an event loop's own handler even the first Ctrl-C is a KeyboardInterrupt.
    is_plain = (
        isinstance(error, KeyboardInterrupt) and signal.getsignal(signal.SIGINT) is signal.default_int_handler
    )
    # All tasks are asked: Ctrl-C cancels the main one, and episodes run in tasks of their own.
    return is_plain or any(task.cancelling() for task in tasks)


def fault_of(where: str, error: BaseException) -> EnvironmentFault:
    """What foreign code raised, as a fault with a text of limited length, however hostile the exception."""
    told = encode_error(error)
    # A plain fault has said it all; a more telling kind, such as ProcessLost, is named.
    kind = "" if type(error) is EnvironmentFault else f"{told['type']}: "
    return EnvironmentFault(storable(f"{where} failed: {kind}{told['message']}"))


def readable(text: object, what: str) -> str:
    """A text that tokenizers and files can hold.

    Raises:
        EnvironmentFault: it is no text, or one of more than ``MOST_CHARS`` characters.
    """
    if not isinstance(text, str):
        raise EnvironmentFault(f"{what} is {type(text).__name__}; expected a text.")
    if len(text) > MOST_CHARS:
        raise EnvironmentFault(f"{what} has {len(text)} characters; expected at most {MOST_CHARS}.")
    return storable(text)


class GuardedSuite:
    """The suite inside, of which any call raises nothing but a ``Skill1Error`` and leaves the process as it was.

    Environments are handed out as they are: every episode guards its own.
    """

    def __init__(self, suite: Suite, env: str) -> None:
        self._suite, self.env = suite, env
        self._tasks: dict[str, tuple[Task, ...]] = {}

    def splits(self) -> Mapping[str, int]:
        """Split name → number of tasks."""
        sizes = self._asked("splits()", self._suite.splits)
        if not isinstance(sizes, Mapping) or not all(
            isinstance(name, str) and isinstance(size, int) and size >= 0 for name, size in sizes.items()
        ):
            raise self._fault(
                "splits()", f"gave {sizes!r:.80}; expected a mapping of split names to numbers of tasks"
            )
        return sizes

    def tasks(self, split: str) -> Sequence[Task]:
        """The tasks of a split.

        Raises:
            EnvironmentFault: there is no list of them, one is none or not in its place, or two have the same id.
        """
        # Looked at once: a split is a fixed list.
        if split not in self._tasks:
            call = f"tasks({split!r})"
            self._tasks[split] = self._tasks_in(self._asked(call, self._suite.tasks, split), split, call)
        return self._tasks[split]

    def make(self, split: str) -> TextEnv:
        """A new environment over a split."""
        return self._suite.make(split)

    def close(self) -> None:
        """The work is done: what goes wrong here costs a line in the log, nothing more."""
        try:
            self._asked("close()", close_suite, self._suite)
        except Skill1Error as error:
            logger.warning("%s", error)

    def __getattr__(self, name: str) -> Any:
        # A copy is asked before it has anything: for a suite that is not set yet it would ask itself for ever.
        if name == "_suite":
            raise AttributeError(name)
        # What the suite does without is an AttributeError here too, by which `offered` tells.
        found = getattr(self._suite, name)
        return functools.partial(self._asked, f"{name}()", found) if callable(found) else found

    def _asked(self, call: str, method: Callable[..., Any], *given: Any, **named: Any) -> Any:
        # Our own errors say what the user has to mend, so they pass as they are.
        with environment_border(f"{call} of environment '{self.env}'", passed=Skill1Error), process_kept():
            return method(*given, **named)

    def _tasks_in(self, answer: Any, split: str, call: str) -> tuple[Task, ...]:
        # Both have a length and can be indexed, but hold no tasks in order.
        if isinstance(answer, str | Mapping) or not (
            hasattr(answer, "__len__") and hasattr(answer, "__getitem__")
        ):
            raise self._fault(
                call, f"gave a {type(answer).__name__}; expected a list or tuple of skill1.schema.Task"
            )
        # A sequence of the suite's own making may run its code for each element.
        with environment_border(f"{call} of environment '{self.env}'"):
            tasks = tuple(self._task(task, split, place) for place, task in enumerate(answer))
        # From here on tasks are told apart by their ids: figures would count two of one id as one task.
        seen: set[str] = set()
        for task in tasks:
            if task.id in seen:
                raise self._fault(call, f"gave two tasks of the id {task.id!r}; expected different ones")
            seen.add(task.id)
        return tasks

    def _task(self, task: Any, split: str, place: int) -> Task:
        decode_task(encode_task(task))  # refuses what is no task, and fields of other types
        # An instruction may be mended; these are names, and must come back to the suite as they were.
        if any(storable(getattr(task, name)) != getattr(task, name) for name in _NAMES):
            raise EnvironmentFault(f"a name of task {task.id!r:.80} holds a half surrogate pair.")
        # By these two an episode is played: it would be another task's, under this one's id.
        if (task.split, task.index) != (split, place):
            raise EnvironmentFault(
                f"task {task.id!r:.80} has split {task.split!r:.80} and index {task.index}; expected {split!r:.80} "
                f"and {place}, its place there."
            )
        return replace(task, instruction=readable(task.instruction, f"the instruction of task {task.id!r:.80}"))

    def _fault(self, call: str, told: str) -> EnvironmentFault:
        return EnvironmentFault(f"environment '{self.env}': {call} {told}. Type: skill1 envs check {self.env}")


def worlds_of(suite: Any, env: str, kind: str, episodes: int, seed: int) -> Iterator[list[list[Task]]]:
    """The rounds of tasks of each world for demonstrations, at most ``episodes`` tasks in all.

    Raises:
        EnvironmentFault: ``demo_worlds`` raises.
        DataError: a world is no list of rounds of tasks.
    """
    call, left = f"demo_worlds() of environment '{env}'", episodes
    with environment_border(call, passed=Skill1Error):
        worlds = iter(suite.demo_worlds(kind, episodes, seed))
    while left:
        # A generator runs its code here, not when it is called.
        with environment_border(call, passed=Skill1Error):
            if (world := next(worlds, None)) is None:
                return
            # What is no list where one belongs holds no tasks, and is told below.
            given = world if isinstance(world, Iterable) else [None]
            rounds = [list(tasks) if isinstance(tasks, Iterable) else [None] for tasks in given]
        if not all(isinstance(task, Task) for tasks in rounds for task in tasks):
            raise DataError(
                f"{call} gave {world!r:.80}; expected for each world a list of lists of tasks, its rounds."
            )
        kept = []
        for tasks in rounds:
            kept.append(tasks[:left])
            left -= len(kept[-1])
        yield [tasks for tasks in kept if tasks]
