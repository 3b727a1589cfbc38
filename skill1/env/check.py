"""Plays a suite the way the trainer will and lists where it breaks the environment contract.

Takes a ``Suite``, returns sentences. Knows no particular environment; meant for whoever writes a new one
(``skill1 envs check NAME``) and for the tests of those that come with skill1.
"""

from __future__ import annotations

import functools
import math
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from numbers import Real
from typing import Any

from skill1.env.mixture import MixtureSuite
from skill1.env.protocol import INSIGHT, SERVICE, Suite, TextEnv, offered
from skill1.env.remote import BlockingSuite
from skill1.env.service import Service
from skill1.env.splits import split_source
from skill1.env.wire import encode_error, to_plain
from skill1.errors import DataError, StorageError
from skill1.schema import Observation, SkillDraft, Task

SCRIPT_STEPS = 12  # steps of a scripted play; enough to pass through several rooms or pages
LONGEST_EPISODE = 1000  # without a limit of its own, a suite that has not stopped by then has none
# What models write when they miss the format: nothing, unknown or half commands, two at once, tags, control
# characters, other scripts, code, and far too much.
GARBAGE = (
    "",
    "   ",
    "xyzzy",
    "go to",
    "look\n\ninventory",
    "<action>look</action>",
    "\x00\x1b[31m",
    "🦆 łódź 水",
    "{'a': [1]}",
    "a" * 20_000,
)

Problems = Iterator[str]


def check_suite(suite: Suite, *, split: str | None = None, max_steps: int = 0) -> list[str]:
    """Every breach of the contract found in a suite, as sentences; empty means it conforms.

    Plays three tasks of ``split`` (default: of every split), each several times. Exceptions of the suite become
    problems, so one fault does not hide the others. The suite may play in workers or on a server. Of several
    environments each is checked by itself; ``split`` is then ``ENV/SPLIT``, or the joint training split. An episode
    may have ``max_steps``, or ``LONGEST_EPISODE`` if that is more.

    Raises:
        StorageError: the disk does not take what the suite writes.
    """
    if isinstance(suite, MixtureSuite):
        return _of_each(suite, split, functools.partial(check_suite, max_steps=max_steps))
    # Suites that play elsewhere answer with awaitables; from here on all answer at once.
    suite = BlockingSuite(suite)
    problems = [*_guarded("name and splits", lambda: _check_splits(suite))]
    if problems:
        return problems
    # Everything below goes by the splits, so with wrong ones there is nothing more to find.
    known = dict(suite.splits())
    if split is not None and split not in known:
        return [f"there is no split '{split}'; the suite has {', '.join(known)}"]
    problems += _check_unknown_split(suite)
    chosen = [split] if split is not None else list(known)
    # Over all splits, also where one is asked for: a task in two of them may be trained on and tested on.
    problems += _guarded("task ids across splits", lambda: _check_disjoint(suite, known))
    for name in chosen:
        before = len(problems)
        problems += _guarded(f"tasks of {name}", lambda name=name: _check_tasks(suite, name, known[name]))
        # Playing wrong tasks would only say the same in more words.
        if len(problems) == before and known[name]:
            problems += _check_play(suite, name, max(LONGEST_EPISODE, max_steps))
    problems += _guarded("optional methods", lambda: _check_optional(suite))
    return problems


def vocabulary_notes(suite: Suite, *, split: str | None = None) -> list[str]:
    """What a suite without breaches may still want to know: words that a tiny policy would read as unknown.

    No breach: who plays with another policy needs no vocabulary, and of open text none is whole.
    """
    if isinstance(suite, MixtureSuite):
        return _of_each(suite, split, vocabulary_notes)
    suite = BlockingSuite(suite)
    vocabulary = offered(suite, "vocabulary")
    if not callable(vocabulary):
        return []
    words = dict.fromkeys(
        word
        for name, size in suite.splits().items()
        if size and split in (None, name)
        for text in _shown(suite, name)
        for word in _tokens(text)
    )
    known = set(vocabulary())
    unknown = [word for word in words if word not in known]
    if not unknown:
        return []
    return [
        f"{len(unknown)} of {len(words)} different words that its episodes showed are not in vocabulary(), such as "
        f"{', '.join(word[:30] for word in unknown[:3])}: a tiny policy reads them as unknown, unless its prompts have "
        "them"
    ]


def _of_each(suite: MixtureSuite, split: str | None, look: Callable[..., list[str]]) -> list[str]:
    """What is found in each environment of several, with its name in front."""
    asked = [(part, None) for part in suite.parts] if split is None else suite.played_in(split)
    return [f"{part.member.name}: {told}" for part, own in asked for told in look(part.suite, split=own)]


def _shown(suite: Suite, split: str) -> Iterator[str]:
    """The texts of the scripted plays."""
    tasks = suite.tasks(split)
    for index in sorted({0, len(tasks) // 2, len(tasks) - 1}):
        yield tasks[index].instruction
        env = suite.make(split)
        for text, admissible, *_ in _trace(env, index):
            yield from (text, *(admissible or ()))
        env.close()


def _guarded(what: str, check: Callable[[], Problems]) -> Problems:
    """The border to foreign code: whatever a suite raises is one more problem, not the end of the check."""
    try:
        yield from check()
    except StorageError:  # the disk's fault, not the suite's; every check that is left would say it again
        raise
    # Not BaseException: `sys.exit()` in a play is a fault by now (`BlockingSuite`), and Ctrl-C ends the check.
    except Exception as error:
        yield f"{what}: raised {_told(error)}"


def _told(error: Exception) -> str:
    """Kind, text and, of the suite's own code, the line."""
    return "{type}: {message}".format_map(encode_error(error))


def _check_splits(suite: Suite) -> Problems:
    if not isinstance(getattr(suite, "name", None), str) or not suite.name:
        yield f"name is {getattr(suite, 'name', None)!r}; expected a non-empty string"
    splits = suite.splits()
    if not isinstance(splits, Mapping) or not splits:
        yield f"splits() returned {splits!r}; expected a non-empty mapping of split name to number of tasks"
        return
    for name, size in splits.items():
        if not isinstance(name, str) or not isinstance(size, int) or size < 0:
            yield f"splits() holds {name!r}: {size!r}; expected a name and a number of tasks"


def _check_unknown_split(suite: Suite) -> Problems:
    try:
        suite.tasks("no-such-split")
        told = "returned"
    except DataError:
        return
    except Exception as error:  # the border to foreign code: named with what was expected instead
        told = f"raised {_told(error)}"
    yield f"tasks('no-such-split') {told}; expected DataError naming the known splits"


def _check_disjoint(suite: Suite, splits: Mapping[str, int]) -> Problems:
    owner: dict[str, str] = {}
    for split in splits:
        for task in suite.tasks(split):
            if owner.setdefault(task.id, split) != split:
                yield f"task id {task.id!r} is in both {owner[task.id]} and {split}; ids must be unique"
                return


def _check_tasks(suite: Suite, split: str, size: int) -> Problems:
    tasks = suite.tasks(split)
    if len(tasks) != size:
        yield f"{split}: splits() says {size} tasks, tasks() returned {len(tasks)}"
    if len({task.id for task in tasks}) != len(tasks):
        yield f"{split}: task ids are not unique"
    if list(suite.tasks(split)) != list(tasks):
        yield f"{split}: tasks() returned something else the second time; a split is a fixed list"
    for position, task in enumerate(tasks):
        fault = _task_fault(suite, split, position, task)
        if fault:
            yield f"{split}: task {position} {fault}"
            return  # one bad task is rarely alone; the first says enough


def _task_fault(suite: Suite, split: str, position: int, task: Task) -> str:
    if not isinstance(task, Task):
        return f"is a {type(task).__name__}; expected skill1.schema.Task"
    expected = {"env": suite.name, "split": split, "index": position}
    wrong = [
        f"{key} is {getattr(task, key)!r}, expected {value!r}"
        for key, value in expected.items()
        if getattr(task, key) != value
    ]
    empty = [f"{key} is empty" for key in ("id", "instruction", "type") if not getattr(task, key)]
    return "; ".join(wrong + empty)


def _check_play(suite: Suite, split: str, longest: int) -> Problems:
    tasks = suite.tasks(split)
    # First, middle and last. A set, since in a split of one or two tasks these places coincide.
    for index in sorted({0, len(tasks) // 2, len(tasks) - 1}):
        where = f"{split}[{index}]"
        # Each play by itself, so that what breaks in one does not hide the others.
        yield from _guarded(f"{where} reset and step", lambda i=index: _check_types(suite, split, i))
        yield from _guarded(f"{where} determinism", lambda i=index: _check_deterministic(suite, split, i))
        yield from _guarded(f"{where} garbage actions", lambda i=index: _check_garbage(suite, split, i))
        yield from _guarded(f"{where} end", lambda i=index: _check_end(suite, split, i, longest))
    yield from _guarded(f"{split} seeded reset", lambda: _check_seeded(suite, split))
    yield from _guarded(f"{split} close", lambda: _check_close(suite, split))


def _check_types(suite: Suite, split: str, index: int) -> Problems:
    env = suite.make(split)
    if not isinstance(env, TextEnv):
        yield f"make({split!r}) returned a {type(env).__name__} without reset, step, close or task"
        return
    observation = env.reset(task_index=index)
    yield from _observation_faults(f"{split}[{index}] reset", observation)
    if env.task != suite.tasks(split)[index]:
        yield f"{split}[{index}] after reset env.task is not tasks({split!r})[{index}]"
    if isinstance(observation, Observation):
        yield from _step_faults(f"{split}[{index}] step", env.step(_choose(observation, 0)))
    env.close()


def _check_deterministic(suite: Suite, split: str, index: int) -> Problems:
    first, second = suite.make(split), suite.make(split)
    trace = _trace(first, index)
    if _trace(second, index) != trace:
        yield f"{split}[{index}] played twice with the same actions differs between two environments"
    # In the environment that has played already: what the first episode left behind shows here.
    if _trace(first, index) != trace:
        yield f"{split}[{index}] played again after another reset differs: state leaks between episodes"
    # As in training, whose episodes take turns; what differs without that has been told.
    elif _trace(first, index, second, (index + 1) % len(suite.tasks(split))) != trace:
        yield (
            f"{split}[{index}] differs while another environment plays between its steps: environments of make() must "
            "share no state, global random numbers included"
        )
    first.close()
    second.close()


def _trace(env: TextEnv, index: int, beside: TextEnv | None = None, place: int = 0) -> list[tuple[Any, ...]]:
    """What a scripted play shows; another environment, if given, plays ``place`` between its steps."""
    observation = env.reset(task_index=index)
    trace: list[tuple[Any, ...]] = [(observation.text, observation.admissible)]
    other = None if beside is None else beside.reset(task_index=place)
    for turn in range(SCRIPT_STEPS):
        if beside is not None:
            other, _, *ends, _ = beside.step(_choose(other, turn + 1))
            if any(ends):
                other = beside.reset(task_index=place)
        observation, reward, terminated, truncated, info = env.step(_choose(observation, turn))
        trace.append((observation.text, observation.admissible, reward, terminated, truncated, info.get("won")))
        if terminated or truncated:
            break
    return trace


def _check_garbage(suite: Suite, split: str, index: int) -> Problems:
    env = suite.make(split)
    env.reset(task_index=index)
    for action in GARBAGE:
        try:
            result = env.step(action)
        except Exception as error:  # the border to foreign code: named with the action that broke it
            # What has raised may be in any state: the next action gets a new environment.
            what = f"{split}[{index}] step({action[:30]!r})"
            yield f"{what} raised {_told(error)}; nonsense must get an answer, not an exception"
            env = suite.make(split)
            env.reset(task_index=index)
            continue
        faults = list(_step_faults(f"{split}[{index}] step({action[:30]!r})", result))
        yield from faults
        # `faults` first: an answer of another shape need not have these places.
        if faults or result[2] or result[3]:
            env.reset(task_index=index)
    env.close()


def _check_end(suite: Suite, split: str, index: int, longest: int) -> Problems:
    """Standing still must end by the step limit, as termination or truncation but not as both, and win nothing."""
    env = suite.make(split)
    env.reset(task_index=index)
    # A word that hardly any game understands, so that only the step limit ends the episode.
    for _ in range(longest):
        _, _, terminated, truncated, info = env.step("xyzzy")
        if terminated or truncated:
            if terminated and truncated:
                yield f"{split}[{index}] ended both terminated and truncated; expected one"
            if info.get("won"):
                yield f"{split}[{index}] was won by doing nothing"
            break
    else:
        yield f"{split}[{index}] had not ended after {longest} useless steps; a step limit must end it"
    env.close()


def _check_seeded(suite: Suite, split: str) -> Problems:
    first, second = suite.make(split), suite.make(split)
    if first.reset(seed=7).text != second.reset(seed=7).text or first.task != second.task:
        yield f"{split}: reset(seed=7) drew different tasks in two environments"
    first.close()
    second.close()


def _check_close(suite: Suite, split: str) -> Problems:
    # An episode in error closes its environment wherever it stands, perhaps before its first reset.
    suite.make(split).close()  # before any reset
    env = suite.make(split)
    env.reset(task_index=0)
    env.close()
    try:
        env.close()
    except Exception as error:  # the border to foreign code
        yield f"{split}: a second close() raised {_told(error)}; close must be idempotent"


def _check_optional(suite: Suite) -> Problems:
    # Of `Service` the methods only: its attributes are data.
    for name in (*INSIGHT, *(name for name in SERVICE if callable(getattr(Service, name, None)))):
        if hasattr(suite, name) and not callable(offered(suite, name)):
            yield f"{name} is not a method"
    vocabulary = offered(suite, "vocabulary")
    if callable(vocabulary):
        yield from _vocabulary_faults(vocabulary())
    labels = offered(suite, "task_types")
    if callable(labels) and not all(isinstance(text, str) and text for pair in labels().items() for text in pair):
        yield "task_types() must map non-empty strings to non-empty strings"
    judge = offered(suite, "judge")
    for split, size in suite.splits().items():
        split_source(suite, split)  # raises for what is not two texts
        if callable(judge) and size:
            value = judge(suite.tasks(split)[0], SkillDraft("a", "b"))
            if not isinstance(value, Real) or not -1 <= value <= 1:
                yield f"judge() gave {value!r:.80} in {split}; expected a number in [-1, 1]"


def _vocabulary_faults(words: Any) -> Problems:
    # Of a set each process would have other ids for the same words.
    if not isinstance(words, Sequence) or isinstance(words, str):
        yield f"vocabulary() gave a {type(words).__name__}; expected a list of words"
        return
    if not all(isinstance(word, str) and word for word in words) or len(set(words)) != len(words):
        yield "vocabulary() must list different, non-empty strings"
        return
    # A tiny policy's tokenizer lower-cases and splits what it reads, so it would never meet another one.
    odd = next((word for word in words if _tokens(word) != [word]), None)
    if odd is not None:
        yield f"vocabulary() lists {odd!r:.80}; expected single words or marks, in lower case"


def _tokens(text: str) -> list[str]:
    lowered = text.lower()
    # To that tokenizer the vowel signs of Hindi, Thai or Arabic are parts of words; to Python's they are none.
    plain = "".join("_" if unicodedata.category(letter)[0] == "M" else letter for letter in lowered)
    return [lowered[slice(*found.span())] for found in re.finditer(r"\w+|[^\w\s]", plain)]


def _observation_faults(where: str, observation: Any) -> Problems:
    if not isinstance(observation, Observation):
        yield f"{where} returned a {type(observation).__name__}; expected skill1.schema.Observation"
        return
    if not isinstance(observation.text, str) or not observation.text:
        yield f"{where}: observation.text is {observation.text!r}; expected a non-empty string"
    listed = observation.admissible
    if listed is not None and not (
        isinstance(listed, tuple) and all(isinstance(action, str) for action in listed)
    ):
        yield f"{where}: observation.admissible is a {type(listed).__name__}; expected None or a tuple of strings"
    # In this process it would do; a worker refuses it.
    if not isinstance(observation.info, Mapping):
        yield f"{where}: observation.info is a {type(observation.info).__name__}; expected a mapping"


def _step_faults(where: str, result: Any) -> Problems:
    if not isinstance(result, tuple) or len(result) != 5:
        kind = type(result).__name__
        yield f"{where} returned {kind}; expected (observation, reward, terminated, truncated, info)"
        return
    observation, reward, terminated, truncated, info = result
    yield from _observation_faults(where, observation)
    # A bool is a number to isinstance; numpy's numbers are real ones, too.
    if isinstance(reward, bool) or not isinstance(reward, Real) or not math.isfinite(reward):
        yield f"{where}: reward is {reward!r}; expected a finite float or int"
    for name, value in (("terminated", terminated), ("truncated", truncated)):
        if not isinstance(to_plain(value), bool):
            yield f"{where}: {name} is {value!r}; expected true or false"
    if not isinstance(info, Mapping) or not isinstance(to_plain(info.get("won")), bool):
        yield f"{where}: info['won'] is missing or no bool"
    score = info.get("task_score") if isinstance(info, Mapping) else None
    # As the trainer sees it: such a step would end its episode with an error.
    if score is not None and not (isinstance(score, Real) and 0.0 <= score <= 1.0):
        yield f"{where}: info['task_score'] is {score!r:.80}; expected a number in [0, 1], or none"


def _choose(observation: Observation, turn: int) -> str:
    """A deterministic walk: of a list that stays, another action each turn until all were taken; or a harmless word."""
    actions: Sequence[str] = observation.admissible or ("look",)
    # A stride that has a factor in common with the length would pass over most of the list.
    stride = 5 if len(actions) % 5 else 1
    return actions[(stride * turn + 1) % len(actions)]
