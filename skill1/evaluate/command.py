"""Any agent CLI as the target: it works in a scratch folder that holds the document as SKILL.md.

A command is a list of arguments, never a shell line. What it may use of this machine is its own matter: run agents that
act in a sandbox of their own. Each run has limits on time and output, and leaves no process behind.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import re
import shlex
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import IO, Any

from skill1.config import EndpointConfig
from skill1.config.trust import COMMAND
from skill1.errors import ConfigError, PolicyError, UnansweredError
from skill1.library.formats.skill_md import FILE, as_text
from skill1.policy.account import Account
from skill1.policy.endpoint_tokens import TextTokens
from skill1.policy.protocol import Generation, Policy, Sampling
from skill1.run.process import kill_session
from skill1.schema import RandomKey, parsed_object

PROMPT, FOLDER = "{prompt}", "{folder}"
SKILL_NAME = "advice"
# Nothing else of our environment: it may hold the keys of other services.
PASSED = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR")
_INPUT_KEYS = ("input_tokens", "prompt_tokens")
_CACHED_KEYS = ("cache_read_input_tokens", "cache_creation_input_tokens")  # counted apart from input_tokens
_OUTPUT_KEYS = ("output_tokens", "completion_tokens")
_TEXT_KEYS = ("result", "response", "text")
_MOST_ERROR_CHARS = 500


@dataclass(frozen=True)
class Command:
    """How an agent is called.

    ``{prompt}`` and ``{folder}`` in an argument stand for the task and the scratch folder; without ``{prompt}`` the
    task comes on standard input. Of the environment it gets what ``PASSED`` and ``variables`` name.

    Raises:
        ConfigError: no arguments, or limits or a folder that cannot be.
    """

    arguments: tuple[str, ...]
    timeout_s: float = 600.0
    most_bytes: int = 4_000_000  # of standard output, and of errors
    variables: tuple[str, ...] = ()  # names of further variables, such as the one that holds its key
    skill_folder: str = ".agents/skills"  # where this agent looks for skills, below the scratch folder
    concurrency: int = 4

    def __post_init__(self) -> None:
        if not self.arguments or not all(isinstance(each, str) for each in self.arguments):
            raise ConfigError(f"A command needs a list of arguments, got {self.arguments!r}.")
        if self.timeout_s <= 0 or self.most_bytes < 1 or self.concurrency < 1:
            raise ConfigError("A command needs timeout_s above 0, most_bytes and concurrency of at least 1.")
        folder = Path(self.skill_folder)
        if folder.is_absolute() or ".." in folder.parts:
            raise ConfigError(f"skill_folder must lie below the scratch folder, got {self.skill_folder!r}.")


def endpoint_command(config: EndpointConfig) -> Command:
    """The agent that ``endpoint.url`` ``command:PROGRAM ARGUMENTS`` names; words are split as a shell would, no more.

    It gets ``endpoint.api_key_variable``, ``endpoint.timeout_s`` and ``endpoint.concurrency``.

    Raises:
        ConfigError: a quote is left open, or there is no word.
    """
    line = str(config.url).removeprefix(COMMAND)
    try:
        words = tuple(shlex.split(line))
    except ValueError as error:
        raise ConfigError(f"endpoint.url = {config.url!r} cannot be split into words: {error}.") from error
    if not words:
        raise ConfigError(f"endpoint.url = {config.url!r} names no program; expected command:PROGRAM ARGUMENTS.")
    limits = {"timeout_s": config.timeout_s, "concurrency": config.concurrency}
    return Command(words, variables=(config.api_key_variable,), **limits)


@dataclass(frozen=True)
class CommandResult:
    """``text``: the agent's answer. ``account``: its own count of tokens; without one, ``unreported`` is 1."""

    text: str
    account: Account
    fault: str  # "" if it ended well
    seconds: float


def run_command(
    command: Command, prompt: str, document: str, *, over: threading.Event | None = None
) -> CommandResult:
    """Let the agent work on one task, with the document as a skill unless it is empty. The folder is gone afterwards.

    Comments of the document, which may mark a block of it, are left out. ``over``: ends it, once set.

    Raises:
        ConfigError: the command cannot be started.
    """
    # An agent may leave what cannot be removed; that must not cost its answer.
    with tempfile.TemporaryDirectory(prefix="skill1-command-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        if advice := _without_comments(document).strip():
            _write_skill(command, advice, folder)
        # The prompt last: a task that speaks of {folder} keeps its words.
        # With a blank, since a task that begins with a dash would be one of the agent's own options.
        told = f" {prompt}" if prompt.startswith("-") else prompt
        filled = [each.replace(FOLDER, name).replace(PROMPT, told) for each in command.arguments]
        is_told = any(PROMPT in each for each in command.arguments)
        started = time.monotonic()
        output, fault = _run_process(command, filled, folder, "" if is_told else prompt, over or threading.Event())
    text, usage = read_output(output)
    return CommandResult(text, _account(usage), fault, time.monotonic() - started)


def _without_comments(document: str) -> str:
    # Only up to the last end of one: openings without an end would each be followed to the end of the text.
    last = document.rfind("-->") + len("-->\n")
    return re.sub(r"<!--.*?-->\n?", "", document[:last], flags=re.DOTALL) + document[last:]


def _write_skill(command: Command, document: str, folder: Path) -> None:
    place = folder / command.skill_folder / SKILL_NAME
    place.mkdir(parents=True)
    front = {"name": SKILL_NAME, "description": "How to go about the tasks in this folder. Read it first."}
    (place / FILE).write_text(as_text(front, f"{document}\n"), encoding="utf-8", newline="\n")


def read_output(output: str) -> tuple[str, Mapping[str, Any] | None]:
    """The answer in what an agent printed, and its count of tokens, None without one.

    JSON, whole or line by line, is read for ``result``, ``response`` or ``text`` (also of an ``item``) and for
    ``usage``; the last of each counts. Anything else is the answer itself.
    """
    text, usage = None, None
    for record in _records(output):
        item = record.get("item")
        for holder in (record, item if isinstance(item, dict) else {}):
            text = next((holder[key] for key in _TEXT_KEYS if isinstance(holder.get(key), str)), text)
        usage = record["usage"] if isinstance(record.get("usage"), dict) else usage
    return (output if text is None else text).strip(), usage


def _records(output: str) -> Iterator[dict[str, Any]]:
    # As a whole first: one JSON object may be spread over many lines. Not splitlines, which also cuts at separators
    # that JSON's texts may hold.
    for part in (output, *output.split("\n")):
        record = parsed_object(part)
        if record is not None:
            yield record
            # The whole output was one record: its lines are parts of it, not records.
            if part is output:
                return


def _account(usage: Mapping[str, Any] | None) -> Account:
    # A foreign program's word: counts that cannot be are as good as none.
    told = {key: count for key, count in (usage or {}).items() if type(count) is int and 0 <= count < 2**40}
    read = next((told[key] for key in _INPUT_KEYS if key in told), None)
    written = next((told[key] for key in _OUTPUT_KEYS if key in told), None)
    cached = sum(told.get(key, 0) for key in _CACHED_KEYS)
    return Account.of_call(read, written) + Account(prompt_tokens=cached)


class CommandPolicy(Policy):
    """An agent CLI as a frozen policy of text environments: each turn's prompt is one call.

    The skill stands in the prompt and in SKILL.md.
    """

    version = 0
    max_positions = None

    def __init__(self, command: Command) -> None:
        self.command, self.tokens, self.account = command, TextTokens(), Account()
        self.max_rows = command.concurrency
        self._has_answered = False
        # Of its own: the default one has a few threads on a small machine, however many calls are allowed.
        self._threads = ThreadPoolExecutor(self.max_rows, thread_name_prefix="skill1-command")

    def close(self) -> None:
        """Ends the threads that waited for agents."""
        self._threads.shutdown(cancel_futures=True)

    async def generate(
        self, prompt_ids: tuple[int, ...], sampling: Sampling, *, session: str, key: RandomKey, view: Any = None
    ) -> Generation:
        """One answer; there are no log-probs, and temperature and length are the agent's own.

        Raises:
            UnansweredError: the agent failed or took too long, and has answered before.
            PolicyError: it has never answered, or the profile is that of a word-level policy.
        """
        asked = self.tokens.messages(prompt_ids)
        if asked is None:
            raise PolicyError(
                "An agent CLI takes chat prompts, but this profile writes bare words: --agent.profile."
            )
        skill = getattr(view, "skill", None)
        contents, prefill = asked
        # Texts of user and policy in turn, the user's first.
        said = (f"You answered:\n{text}" if turn % 2 else text for turn, text in enumerate(contents))
        prompt = "\n\n".join((*said, *((f"Begin your answer with {prefill}",) if prefill else ())))
        done = await self._called(prompt, skill.strategy if skill else "")
        # Before the fault is raised: a failed answer has been paid for, too.
        self.account += done.account
        if done.fault:
            kind = UnansweredError if self._has_answered else PolicyError
            raise kind(f"The command {self.command.arguments[0]!r} gave no answer: {done.fault}.")
        self._has_answered = True
        return Generation((*self.tokens.encode(done.text), self.tokens.eos_id), (), "stop", done.text)

    async def _called(self, prompt: str, document: str) -> CommandResult:
        """In a thread, so that other episodes play meanwhile."""
        over = threading.Event()
        call = partial(run_command, self.command, prompt, document, over=over)
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, call)
        except asyncio.CancelledError:
            # Or whoever interrupts would wait until the agent ends.
            over.set()
            raise


CHUNK = 2**16
LAST_WORDS_S = 2.0  # for what is still in the pipes after everything was killed


class _Stream(threading.Thread):
    """Reads a pipe to its end, keeps ``most`` bytes of it, and tells when there are more."""

    def __init__(self, pipe: IO[bytes], most: int, overflow: threading.Event, over: threading.Event) -> None:
        # A daemon: a pipe that somebody still holds open must not keep this program from ending.
        super().__init__(daemon=True, name="skill1-command-output")
        self._pipe, self._most, self._overflow, self._over = pipe, most, overflow, over
        self._kept = bytearray()

    def run(self) -> None:
        with self._pipe, contextlib.suppress(OSError, ValueError):
            while chunk := self._pipe.read1(CHUNK):
                # A byte more than allowed is kept, to tell. Reading does not end there: a full pipe would stop the
                # agent.
                self._kept += chunk[: self._most - len(self._kept) + 1]
                if len(self._kept) > self._most:
                    self._overflow.set()
                    self._over.set()

    def text(self) -> str:
        # Not for ever: a process that left the group may still hold its end of the pipe.
        self.join(LAST_WORDS_S)
        return bytes(self._kept[: self._most]).decode("utf-8", "replace")


def _run_process(
    command: Command, arguments: Sequence[str], folder: Path, given: str, over: threading.Event
) -> tuple[str, str]:
    """What it printed with ``given`` on its standard input, and its fault; its process group is killed when it is over.

    Raises ``ConfigError``: it cannot be started.
    """
    process = _started(command, arguments, folder, given)
    if isinstance(process, str):
        return "", process
    overflow = threading.Event()
    # A thread for each pipe: whichever of them blocks, the time limit holds.
    streams = [_Stream(end, command.most_bytes, overflow, over) for end in (process.stdout, process.stderr)]
    threads = [*streams, threading.Thread(target=_await_end, args=(process.pid, over), daemon=True)]
    for thread in threads:
        thread.start()
    try:
        # Set by the process's end or by too much output, whichever comes first.
        is_over = over.wait(command.timeout_s)
    finally:
        # Also after an end of its own: the agent may have left processes running.
        kill_session(process)
    # After the kill, by which the pipes end. Whether there was too much is known only when all of it is read.
    output, errors = (stream.text() for stream in streams)
    if overflow.is_set():
        return output, f"more than {command.most_bytes} bytes of output"
    if not is_over:
        return output, f"no answer within {command.timeout_s:g} s"
    if process.returncode == 0:
        return output, ""
    # The end of it: what stopped a program stands there.
    last = " ".join(errors.split())[-_MOST_ERROR_CHARS:]
    return output, f"exit code {process.returncode}: {last or 'no message'}"


def _started(
    command: Command, arguments: Sequence[str], folder: Path, given: str
) -> subprocess.Popen[bytes] | str:
    """The process, or why the system refuses these arguments. Raises ``ConfigError``: it takes none at all."""
    environment = {key: os.environ[key] for key in (*PASSED, *command.variables) if key in os.environ}
    try:
        # A file, not a pipe: a command need not read what it is given, and a full pipe would hold up who writes.
        with tempfile.TemporaryFile() as told:
            told.write(given.encode("utf-8", "replace"))
            told.seek(0)
            return subprocess.Popen(
                list(arguments),
                cwd=folder,
                env=environment,
                stdin=told,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                # A group of its own, which can be killed with all that it has started.
                start_new_session=True,
            )
    except (OSError, ValueError) as error:
        # ValueError: a NUL. With other arguments the command may well start.
        if isinstance(error, ValueError) or error.errno == errno.E2BIG:
            return (
                f"its arguments cannot be passed on ({error}); without {PROMPT} the task comes on standard input"
            )
        where = "It is called in a scratch folder: a file of yours needs its whole path."
        raise ConfigError(f"The command {arguments[0]!r} cannot be started: {error}. {where}") from error


def _await_end(pid: int, over: threading.Event) -> None:
    """Leaves the dead process unburied: until then its number, and that of its group, are nobody else's."""
    with contextlib.suppress(ChildProcessError):
        os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
    over.set()
