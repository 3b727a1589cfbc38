"""Suites and environments played elsewhere: in a worker process, in another interpreter, on a server.

A ``Channel`` carries requests of :mod:`skill1.env.wire` there; all that is said over it is said here, once. A fault of
an environment's own request ends its episode. Where the other side was lost to another episode, the actions so far are
played again on the new one, and must show what they showed. Answers under way are ``Pending``: code of an event loop
awaits them, plain code calls ``result()`` or plays a ``BlockingSuite``.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import functools
import inspect
import os
import threading
import weakref
from collections import deque
from collections.abc import Awaitable, Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from queue import SimpleQueue
from typing import Any, Generic, TypeVar

from skill1.env.protocol import INSIGHT, StepReturn, Suite, TextEnv
from skill1.env.wire import (
    PROTOCOL,
    ROUTES,
    Request,
    decode_reset,
    decode_splits,
    decode_step,
    decode_tasks,
    encode_task,
)
from skill1.errors import ConfigError, EnvironmentFault
from skill1.schema import Observation, SkillDraft, Task

CLOSED = "the environment's workers or connection were closed; create the suite again."
LOAD_S = 3600.0  # for what may have to read data first: an index of a large corpus takes half an hour
LOADED = frozenset({"describe", "reset", "step", "close"})  # calls that find all that they need in memory
JUDGED = 2**16  # judgements kept; training asks for the same skill and task again and again


@dataclasses.dataclass
class Place:
    """Where an environment lives: in which life of the other side, under which id; no id: nowhere yet."""

    generation: int = 0
    env: str = ""


class Channel:
    """The way to the other side, with threads of its own for the requests."""

    generation = 0
    """Which life of the other side this is; environments of an earlier one are gone."""

    def __init__(self, threads: int) -> None:
        self._number = threads
        self.begin()
        _CHANNELS.add(self)

    def begin(self) -> None:
        """Begin with nothing under way; in a process that was forked too, where threads and connections are lost."""
        # Threads, because the other side is asked with plain, waiting calls; an event loop awaits their answers.
        self._threads = WaitingThreads(self._number, "skill1-env")
        self._left: deque[Place] = deque()  # environments nobody plays any more
        self._answered: set[tuple[str, Any]] = set()  # calls and splits, in this life of the other side
        self.generation += 1

    def submit(self, job: Callable[..., Any], *arguments: Any) -> Pending[Any]:
        """Run a job, which may ask, in a thread of the channel. Raises ``EnvironmentFault`` once it is closed."""
        try:
            return Pending(self._threads.submit(job, *arguments), self.abandon)
        # What threads raise once they are shut down.
        except RuntimeError as error:
            raise EnvironmentFault(CLOSED) from error

    def now(self, request: Request) -> Any:
        """The answer to a request about the suite itself, waiting for it here: its own threads may all be waiting."""
        return self.ask(request)

    def abandon(self) -> None:
        """Somebody waits no longer for a job that may be under way; a request over HTTP cannot be called back."""

    def leave(self, place: Place) -> None:
        """Let go of an environment. Safe in a finalizer: takes no lock, a later request tells the other side."""
        self._left.append(place)

    # What follows is for jobs.

    def living(self) -> int:
        """The generation of the other side, which is begun if there is none."""
        return self.generation

    def ask(self, request: Request) -> Any:
        """The answer to a request, of the other side that :meth:`living` has told of.

        Raises:
            EnvironmentFault: it was lost, answers nothing, or nothing that makes sense.
            EnvironmentFault, DataError, ConfigError: what the suite raised there.
        """
        raise NotImplementedError

    def limit_s(self, request: Request, timeout_s: float) -> float:
        """The longest wait for an answer: ``timeout_s``, but more where data may have to be read for it."""
        call = (request["call"], request.get("split"))
        return timeout_s if call[0] in LOADED or call in self._answered else max(LOAD_S, timeout_s)

    def note_answer(self, request: Request) -> None:
        """What this request needs has been read: the next one of its kind has ``timeout_s``."""
        self._answered.add((request["call"], request.get("split")))

    def flush(self) -> None:
        """Close the environments that were left, until nobody answers: then the next flush continues."""
        # Not asked first whether it is empty: another thread may take the last one meanwhile.
        with contextlib.suppress(IndexError):
            while self._is_closed_there(self._left.popleft()):
                pass

    def _is_closed_there(self, place: Place) -> bool:
        """Close an environment that was left; False if there is no point in closing another one now."""
        raise NotImplementedError


_CHANNELS: weakref.WeakSet[Channel] = weakref.WeakSet()


def _begin_again() -> None:
    for channel in list(_CHANNELS):
        channel.begin()


if hasattr(os, "register_at_fork"):  # Gymnasium's AsyncVectorEnv forks
    os.register_at_fork(after_in_child=_begin_again)


class RemoteSuite:
    """A suite reached through a channel: its contract, and of what it may know what it ``describes`` to offer.

    What :data:`~skill1.env.wire.ROUTES` has no call for, such as an expert, runs here, on the suite that ``local``
    makes in this process; None: it is lacking here. ``judge`` remembers its answers: hidden facts do not change.
    """

    def __init__(
        self, channel: Channel, description: Mapping[str, Any], local: Callable[[], Suite] | None = None
    ) -> None:
        if description.get("protocol") != PROTOCOL:
            raise ConfigError(
                f"the environment's side speaks protocol {description.get('protocol')!r}, this one {PROTOCOL}. "
                "Install the same version of skill1 on both sides: pip install --upgrade skill1"
            )
        self._channel, self._local = channel, local
        self._tasks: dict[str, Sequence[Task]] = {}
        self.name = str(description.get("name"))
        # What has no route, such as an expert, can only be taken from a suite made in this process.
        known = set(INSIGHT) if local is not None else set(INSIGHT) & set(ROUTES)
        told = description.get("methods")
        self.offered = {name for name in known if isinstance(told, list) and name in told}
        # Of the channel, not of self: in a circle with its own cache a dropped suite would keep its processes
        # until the next garbage collection.
        self._judged = functools.lru_cache(JUDGED)(functools.partial(_judgement, channel.now))

    def __getattr__(self, name: str) -> Any:
        # Through __dict__: as an attribute, one that is not set yet would be looked for here again.
        if name == "tools" and (local := self.__dict__.get("_local")):
            return local().tools  # of the suite that is made, which may word them as its settings ask
        if name not in self.__dict__.get("offered", ()):
            raise AttributeError(f"{type(self).__name__} '{self.__dict__.get('name')}' has no {name}")
        if name in ROUTES:
            return getattr(self, f"_{name}")  # bound to self, which keeps the processes alive during the call
        return getattr(self._local(), name)

    def splits(self) -> Mapping[str, int]:
        """Split name → number of tasks."""
        return decode_splits(self._channel.now({"call": "splits"}))

    def tasks(self, split: str) -> Sequence[Task]:
        """The tasks of a split; asked for once, as they are fixed: on a cluster every episode looks its own up."""
        if split not in self._tasks:
            self._tasks[split] = decode_tasks(self._channel.now({"call": "tasks", "split": split}))
        return self._tasks[split]

    def listed(self, split: str) -> Sequence[Task]:
        """The tasks of a split as far as they have been asked for: none before."""
        return self._tasks.get(split, ())

    def make(self, split: str) -> RemoteEnv:
        """An environment; nothing is asked of the other side before the first reset."""
        return RemoteEnv(self, self._channel, split)

    def _judge(self, task: Task, draft: SkillDraft) -> float:
        return self._judged(task, draft)

    def _vocabulary(self) -> list[str]:
        words = self._channel.now({"call": "vocabulary"})
        if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
            raise EnvironmentFault(f"vocabulary answered {type(words).__name__}; expected a list of words.")
        return words

    def _task_types(self) -> Mapping[str, str]:
        # `env.splits` looks at what any suite answers.
        return self._channel.now({"call": "task_types"})

    def _split_source(self, split: str) -> tuple[str, str]:
        match self._channel.now({"call": "split_source", "split": split}):
            case [str(text), str(warning)]:
                return text, warning
        raise EnvironmentFault("split_source answered something else than two texts.")


def _judgement(ask: Callable[[Request], Any], task: Task, draft: SkillDraft) -> float:
    texts = {"description": draft.description, "strategy": draft.strategy}
    value = ask({"call": "judge", "task": encode_task(task), "draft": texts})
    if not isinstance(value, int | float):
        raise EnvironmentFault(f"judge answered {value!r}; expected a number.")
    return float(value)


class RemoteEnv:
    """A ``TextEnv`` played elsewhere; ``reset`` and ``step`` return :class:`~skill1.env.remote.Pending`."""

    def __init__(self, suite: RemoteSuite, channel: Channel, split: str) -> None:
        self.task: Task | None = None
        self._suite = suite  # the other side lives as long as an environment needs it
        self._channel, self._split = channel, split
        self._place = Place()
        self._start: Request | None = None  # the reset that began the episode; None: none is running
        # With these the episode is played again in a new process, and compared with what was shown.
        self._actions: list[str] = []
        self._seen: list[int] = []  # what reset and each action showed
        # Bound to the place, not to self, which it would keep alive. At exit no later request would carry it.
        weakref.finalize(self, channel.leave, self._place).atexit = False

    def reset(self, *, task_index: int | None = None, seed: int | None = None) -> Pending[Observation]:
        return self._channel.submit(self._reset, task_index, seed)

    def step(self, action: str) -> Pending[StepReturn]:
        return self._channel.submit(self._step, action)

    def close(self) -> None:
        """The other side closes its part when it comes to it; one that cannot be reached any more need not know."""
        # A copy is handed on and the own place emptied: the finalizer would tell of it a second time.
        place, self._place.env = dataclasses.replace(self._place), ""
        self._start = None
        if place.env:
            self._channel.leave(place)
            # Told soon, not with the next reset: there may be none.
            with contextlib.suppress(EnvironmentFault):  # the channel is closed already
                self._channel.submit(self._channel.flush)

    def _reset(self, task_index: int | None, seed: int | None) -> Observation:
        self._start, self._actions, self._seen = None, [], []
        # Kept for the next task, unless the process that held it is gone.
        if not self._place.env or self._place.generation != self._channel.living():
            self._make()
        request = {"task_index": task_index, "seed": seed}
        try:
            task, observation = decode_reset(self._ask("reset", request))
            # The list that is here already: asking for it would wait for this very thread.
            listed = self._suite.listed(self._split)
            if task_index is not None and task is not None and 0 <= task_index < len(listed):
                require_listed(task, listed[task_index])
        except EnvironmentFault:
            # Perhaps it is not there any more, as after a restart of a server: the next reset makes another.
            place, self._place.env = dataclasses.replace(self._place), ""
            self._channel.leave(place)
            raise
        if task_index is None and seed is None and task is not None:
            request = {"task_index": task.index, "seed": None}  # "the next one" would be another in a new process
        self.task, self._start = task, request
        self._seen.append(shown(observation))
        return observation

    def _step(self, action: str) -> StepReturn:
        if self._start is None:
            raise EnvironmentFault("step was called without a running task. Call reset first.")
        if self._place.generation != self._channel.living():
            self._rebuild()
        start, self._start = self._start, None  # a fault from here on leaves nothing that could be played again
        result = decode_step(self._ask("step", {"action": action}))
        self._start = start
        self._actions.append(action)
        self._seen.append(shown(result[0], *result[1:4]))
        return result

    def _make(self) -> None:
        self._channel.flush()
        # After the flush: closing what was left may cost the process, and then another is begun here.
        generation = self._channel.living()
        made = self._channel.ask({"call": "make", "split": self._split})
        if not isinstance(made, dict) or not isinstance(made.get("env"), str):
            raise EnvironmentFault(f"make answered {made!r:.80}; expected an id.")
        self._place.generation, self._place.env = generation, made["env"]

    def _rebuild(self) -> None:
        """Play the episode again in a new process."""
        # As in a step: whatever fails from here on leaves nothing to be continued.
        start, self._start = self._start, None
        assert start is not None
        self._make()
        task, observation = decode_reset(self._ask("reset", start))
        replayed = [shown(observation)]
        for action in self._actions:
            result = decode_step(self._ask("step", {"action": action}))
            replayed.append(shown(result[0], *result[1:4]))
        # An agent that has seen one world must not act in another.
        if task != self.task or replayed != self._seen:
            raise EnvironmentFault(
                "the environment's worker was lost because of another episode, and replaying this episode's actions "
                "gave a different result. Environments have to be deterministic: see `skill1 envs check`."
            )
        self._start = start

    def _ask(self, call: str, arguments: Request) -> Any:
        return self._channel.ask({"call": call, "env": self._place.env, **arguments})


def require_listed(task: Task, listed: Task) -> None:
    """Raises ``EnvironmentFault`` if the other side plays another task than it once listed in this place."""
    # The episode would be kept, and scored, under the listed task's id and instruction.
    if task != listed:
        raise EnvironmentFault(
            f"place {listed.index} of {listed.split!r} holds another task by now ({task.id}) than when the tasks were "
            f"listed ({listed.id}). If the other side was restarted, give it the same data as before, or start "
            "over. Otherwise the environment breaks the contract: skill1 envs check NAME."
        )


def shown(observation: Observation, *rest: Any) -> int:
    """A hash of what the agent sees and gets; ``info`` is left out, it may hold clock times."""
    # Python's own hash will do: it is compared within this process only.
    return hash((observation.text, observation.admissible, *rest))


Answer = TypeVar("Answer")


class Pending(Generic[Answer]):
    """An answer that another thread is fetching: ``await`` it in any event loop, or call ``result()`` in none.

    ``abandon`` is called when whoever waits gives up (cancelled, interrupted), so that a hung environment does not
    hold up the exit.
    """

    def __init__(self, future: Future[Answer], abandon: Callable[[], None]) -> None:
        self._future, self._abandon = future, abandon

    def __await__(self) -> Generator[Any, None, Answer]:
        try:
            return (yield from asyncio.wrap_future(self._future).__await__())
        except asyncio.CancelledError:
            self._give_up()
            raise

    def result(self) -> Answer:
        """The answer, waiting for it here; raises what the environment's side raised."""
        try:
            return self._future.result()
        except BaseException:  # perhaps it is us who were interrupted
            self._give_up()
            raise

    def _give_up(self) -> None:
        # One that still waits for its turn is cancelled, one that is answered left alone: both harm nobody else.
        if not self._future.cancel() and not self._future.done():
            self._abandon()


def settle(answer: Any) -> Any:
    """The value of an answer that may be under way, waiting for it here."""
    if isinstance(answer, Pending):
        return answer.result()
    if not inspect.isawaitable(answer):
        return answer
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(_awaited(answer))
    # The cells of a notebook run in an event loop, and a thread has room for one only.
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, _awaited(answer)).result()


async def _awaited(answer: Awaitable[Answer]) -> Answer:
    return await answer


@contextlib.contextmanager
def _no_exit() -> Iterator[None]:
    """What calls ``sys.exit()`` has failed. Let through, it would end the checker or trainer that plays, silently."""
    try:
        yield
    except SystemExit as error:
        raise EnvironmentFault(f"the environment called sys.exit({error.code!r:.80}).") from error


class BlockingEnv:
    """A ``TextEnv`` whose ``reset`` and ``step`` return values, whatever the environment inside returns."""

    def __init__(self, env: TextEnv) -> None:
        self._env = env

    @property
    def task(self) -> Task | None:
        return self._env.task

    def reset(self, *, task_index: int | None = None, seed: int | None = None) -> Observation:
        with _no_exit():
            return settle(self._env.reset(task_index=task_index, seed=seed))

    def step(self, action: str) -> StepReturn:
        with _no_exit():
            return settle(self._env.step(action))

    def close(self) -> None:
        with _no_exit():
            self._env.close()


class BlockingSuite:
    """A suite that makes :class:`BlockingEnv`; all else is the suite's own."""

    def __init__(self, suite: Suite) -> None:
        self._suite = suite

    def make(self, split: str) -> TextEnv:
        """A new environment; one that is no ``TextEnv`` is handed on as it is, for the checker to name."""
        with _no_exit():
            env = self._suite.make(split)
        return BlockingEnv(env) if isinstance(env, TextEnv) else env

    def __getattr__(self, name: str) -> Any:
        # A copy is asked before it has anything: for a suite that is not set yet it would ask itself for ever.
        if name == "_suite":
            raise AttributeError(name)
        return getattr(self._suite, name)


class WaitingThreads:
    """At most ``number`` threads, each begun with a job; they end when this object is shut down or dropped.

    Unlike those of an executor they hold up no exit: a program that is interrupted does not wait for answers that
    nobody wants any more.
    """

    def __init__(self, number: int, name: str) -> None:
        self._number, self._name, self._begun = number, name, 0
        self._lock, self._is_shut = threading.Lock(), False
        self._jobs: SimpleQueue[tuple[Future[Any], Callable[[], Any]] | None] = SimpleQueue()
        # At exit they end by themselves.
        self._end = weakref.finalize(self, _tell_to_end, self._jobs, number)
        self._end.atexit = False

    def submit(self, job: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Run a job in one of the threads, as soon as one is free. Raises ``RuntimeError`` once they are shut down."""
        future: Future[Any] = Future()
        with self._lock:
            if self._is_shut:
                raise RuntimeError("these threads have been shut down")
            self._jobs.put((future, functools.partial(job, *arguments)))
            if self._begun < self._number:
                self._begun += 1
                # A daemon: no exit waits for it. It holds the queue and not self, which may be dropped.
                name = f"{self._name}_{self._begun}"
                threading.Thread(target=_work, args=(self._jobs,), name=name, daemon=True).start()
        return future

    def shutdown(self) -> None:
        """Take no more jobs; those that were taken are run, and nobody waits for them."""
        with self._lock:
            self._is_shut = True
        self._end()


def _tell_to_end(jobs: SimpleQueue[Any], number: int) -> None:
    # One for each thread there may be: a thread takes one and ends.
    for _ in range(number):
        jobs.put(None)


def _work(jobs: SimpleQueue[Any]) -> None:
    while (taken := jobs.get()) is not None:
        future, job = taken
        if future.set_running_or_notify_cancel():
            try:
                future.set_result(job())
            except BaseException as error:  # whatever it is belongs to whoever waits
                future.set_exception(error)
        # Or what a job holds would live until the next one comes.
        del taken, future, job
