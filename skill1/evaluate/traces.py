"""Episodes as session traces: JSON lines that the Hugging Face Hub shows as conversations.

The format is the Hub's Session Trace Simple Format (docs "session-traces-format", 2026): a header, then messages. One
file is one session, so one episode.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from skill1.agent.parse import parse_thought
from skill1.errors import DataError, quoted, refuse_closed
from skill1.evaluate.replay import kept_steps, records_of_step
from skill1.library.formats.records import write_text
from skill1.run.locate import is_run, split_selector
from skill1.schema import parsed_object

HARNESS = "skill1"
_THINK = re.compile(r"\s*<think>(.*?)</think>", re.DOTALL)
Message = dict[str, Any]


def trace(record: Mapping[str, Any], run: str) -> list[dict[str, Any]]:
    """The lines of one episode, as a run records it: header, selecting, acting, the end, the skill it wrote.

    Raises:
        DataError: the record lacks or garbles a field.
    """
    try:
        messages = [message for message in _messages(record) if message["content"]]
        header = _header(record, run)
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise DataError(
            f"an episode of {run} has a missing or garbled field ({type(error).__name__}: {error}); it may be from "
            "another version of skill1."
        ) from error
    return [header, *({"type": "message", "message": message} for message in messages)]


def _header(record: Mapping[str, Any], run: str) -> dict[str, Any]:
    task, used = record["task"], record["used"]
    return {
        "type": "session",
        "harness": HARNESS,
        "id": f"{run}/{record['id']}",
        "name": str(task["instruction"]),
        # What the Hub passes over, and a reader of the file may want.
        "env": task["env"],
        "task": task["id"],
        "success": record["success"],
        "outcome": record["outcome"],
        "skill": None if used is None else used["id"],
        "status": record["status"],
    }


def _messages(record: Mapping[str, Any]) -> Iterator[Message]:
    # Not whole prompts, which repeat what was shown before: only what is new in each, in order.
    by_stage: dict[str, list[Mapping[str, Any]]] = {}
    for segment in record["segments"]:
        by_stage.setdefault(segment["stage"], []).append(segment)
    yield _told(f"Task: {record['task']['instruction']}")
    for segment in by_stage.get("query", ()):
        yield _said(segment["text"])
        yield _told(_candidates(record["candidates"]))
    for segment in by_stage.get("rerank", ()):
        yield _said(segment["text"])
    if (used := record["used"]) is not None:
        yield _told(f"Skill in use: {used['description']}\n{used['strategy']}")
    yield from _acting(record["turns"], by_stage.get("act", ()))
    if record["status"] != "ok":
        yield _told(f"The environment failed: {record['error']}")
        return
    ending = "solved" if record["success"] else "not solved"
    yield _told(f"{record['last_observation']}\n\nThe task is {ending} (outcome {record['outcome']:g}).".strip())
    for segment in by_stage.get("distill", ()):
        yield _said(segment["text"])


def _acting(turns: Sequence[Mapping[str, Any]], segments: Sequence[Mapping[str, Any]]) -> Iterator[Message]:
    answers = {segment["turn"]: segment["text"] for segment in segments}
    for number, turn in enumerate(turns):
        yield _told(turn["observation"])
        answer = answers.get(number, turn["action"])
        # An answer that could not be read is shown as it is.
        yield _said(turn["action"], _thought(answer)) if turn["valid"] else _said(answer)


def _thought(answer: str) -> str:
    """What was written before the action: a block of its own, or the words in front."""
    block = _THINK.match(answer)
    return block[1].strip() if block else parse_thought(answer) if "<action>" in answer.lower() else ""


def _candidates(candidates: Sequence[Mapping[str, Any]]) -> str:
    lines = [f"{n}. {c['skill']['description']}: {c['skill']['strategy']}" for n, c in enumerate(candidates, 1)]
    return "\n".join(["Skills found:", *lines]) if lines else "No skill was found."


def _told(text: str) -> Message:
    return {"role": "user", "content": text}


def _said(text: str, thought: str = "") -> Message:
    return {"role": "assistant", "content": text} | ({"reasoningContent": thought} if thought else {})


def write_traces(run: Path, folder: Path, *, step: int | None = None, limit: int | None = None) -> list[Path]:
    """Write the episodes of a step (default: the newest kept) into a folder, one file each.

    Raises:
        DataError: no run, no episodes of the step, or the folder cannot be written, or has those of another run.
    """
    base, selector = split_selector(run)
    if selector is not None:
        raise DataError(
            f"{run} is a checkpoint, but episodes belong to a step. Type: skill1 traces {quoted(base)} "
            f"{quoted(folder)} --step N"
        )
    if not is_run(run):
        refuse_closed(run)
        raise DataError(f"{run} is not a run directory. Type: skill1 traces runs/NAME FOLDER")
    steps = kept_steps(run)
    if not steps:
        raise DataError(f"{run} keeps no episodes. Train with --logging.episodes_every 10.")
    records = records_of_step(run, steps[-1] if step is None else step)[:limit]
    # All of them before the folder is made: a garbled record leaves nothing half done.
    traces = {str(record.get("id")): trace(record, run.resolve().name) for record in records}
    # An id of somebody else's run must not lead out of the folder, and may be no name of a file.
    files = {
        folder / f"{name}.jsonl": lines for name, lines in traces.items() if "/" not in name and name.isprintable()
    }
    try:
        folder.mkdir(parents=True, exist_ok=True)
        # All are checked before the first is written, so that a refusal leaves nothing half done.
        for path, lines in files.items():
            _refuse_another(path, lines[0]["id"])
        return [_written(path, lines) for path, lines in files.items()]
    except OSError as error:
        raise DataError(f"{folder} cannot be written: {error}. Type another FOLDER.") from error


def _refuse_another(path: Path, own: str) -> None:
    """Episodes of two runs with one seed have the same names."""
    if not path.is_file():
        return
    with open(path, encoding="utf-8", errors="replace") as lines:
        header = parsed_object(lines.readline())
    if header is None or header.get("id") != own:
        raise DataError(f"{path} is not of {own}, but of another run. Type another FOLDER.")


def _written(path: Path, lines: Sequence[Mapping[str, Any]]) -> Path:
    # It drops the halves of surrogate pairs, which a server may answer with.
    write_text(path, "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines))
    return path
