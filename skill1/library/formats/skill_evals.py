"""``evals/evals.json`` of a skill's folder: what to ask an agent with and without the skill, and what to expect.

The shape is that of agentskills.io ("Evaluating skills", 2026). Its lists of checks are called ``expectations``; tools
from before that name read ``assertions``, so both are written and read. A case made from an episode of ours also names
the game (``skill1``), so that it can be played instead of imagined; others pass over that key.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from skill1.errors import DataError
from skill1.library.formats.records import (
    MAX_FILE_BYTES,
    expected,
    json_text,
    read_json,
    read_text,
    text_of,
    write_plainly,
)
from skill1.library.formats.skill_md import FILE, MAX_BYTES, OURS, parse
from skill1.schema import EpisodeKey, Skill, Task

FOLDER, EVALS_FILE = "evals", "evals.json"
MOST_CASES = 1_000  # of one skill: more is no file of evals
GAME = "skill1"  # key of a case that is a game
CHECKS = ("expectations", "assertions")  # as the format calls its list of checks now, and did before
_TEXT_KEYS = ("text", "value", "criterion")  # of a check that is an object


@dataclass(frozen=True, slots=True)
class EvalCase:
    """One case. ``game``: the task of an environment that decides; None: a judge reads the answer."""

    id: str
    prompt: str
    expected_output: str = ""
    expectations: tuple[str, ...] = ()
    files: tuple[str, ...] = ()  # below the skill's folder
    game: Task | None = None

    @property
    def checks(self) -> tuple[str, ...]:
        """What is graded: the expectations, or without any the expected output as a whole."""
        return self.expectations or ((self.expected_output,) if self.expected_output else ())


@dataclass(frozen=True, slots=True)
class SkillFolder:
    """A skill's folder with its cases. ``document``: the whole SKILL.md."""

    path: Path
    name: str
    document: str
    cases: tuple[EvalCase, ...]


def skill_folders(path: Path) -> list[SkillFolder]:
    """The folder itself, or those in it, that hold a SKILL.md and cases; links in it are not followed.

    Raises:
        DataError: there is none, or a file is not what it should be.
    """
    if not path.is_dir():
        raise DataError(f"there is no folder {path}; expected one that holds a {FILE}, or such folders.")
    inner = sorted(child for child in path.iterdir() if not child.is_symlink())
    folders = [folder for folder in (path, *inner) if _is_file(folder / FILE)]
    with_cases = [
        _read_folder(folder)
        for folder in folders
        if _is_file(folder / FOLDER / EVALS_FILE) and not (folder / FOLDER).is_symlink()
    ]
    if not with_cases:
        wanted = f"a {FILE} and {FOLDER}/{EVALS_FILE}, or folders of them"
        raise DataError(
            f"{path} holds {len(folders)} skills and none with cases; expected {wanted}. `skill1 library export RUN "
            "FOLDER --format skill-md` writes them from a run that keeps its episodes."
        )
    return with_cases


def _is_file(path: Path) -> bool:
    return path.is_file() and not path.is_symlink()


def _read_folder(folder: Path) -> SkillFolder:
    document = read_text(folder / FILE, MAX_BYTES).replace("\r\n", "\n")
    front, _ = parse(document, str(folder / FILE))
    return SkillFolder(folder, str(front.get("name") or folder.name), document, read_cases(folder))


def read_cases(folder: Path) -> tuple[EvalCase, ...]:
    """The cases of a skill's folder.

    Raises:
        DataError: the file cannot be read or garbles a case; the message names the place.
    """
    place = folder / FOLDER / EVALS_FILE
    content = expected(read_json(place), dict, str(place))
    records = expected(content.get("evals"), list, f"'evals' of {place}")
    if len(records) > MOST_CASES:
        raise DataError(f"{place} holds {len(records)} cases; expected at most {MOST_CASES}.")
    cases = tuple(_case(record, f"case {number} of {place}", number) for number, record in enumerate(records, 1))
    names = [case.id for case in cases]
    if len(set(names)) < len(names):
        raise DataError(f"{place} has two cases with one id; expected each id once.")
    return cases


def _case(record: Any, place: str, number: int) -> EvalCase:
    record = expected(record, dict, place)
    prompt = text_of(record, "prompt", place)
    if not prompt.strip():
        raise DataError(f"{place} has no 'prompt'.")
    # Under the newer name first: a file may hold the list under both, as ours do.
    checks = next((record[name] for name in CHECKS if record.get(name)), [])
    return EvalCase(
        id=str(record.get("id", number)),
        prompt=prompt,
        expected_output=text_of(record, "expected_output", place),
        expectations=tuple(_check(check, place) for check in expected(checks, list, f"'{CHECKS[0]}' of {place}")),
        files=tuple(
            expected(name, str, f"a file of {place}") for name in expected(record.get("files") or [], list, place)
        ),
        game=_game(record.get(GAME), prompt, place),
    )


def _check(check: Any, place: str) -> str:
    if isinstance(check, dict):
        check = next((check[key] for key in _TEXT_KEYS if isinstance(check.get(key), str)), None)
    return expected(check, str, f"a check of {place}")


def _game(record: Any, prompt: str, place: str) -> Task | None:
    if record is None:
        return None
    where = f"'{GAME}' of {place}"
    texts = {
        name: text_of(expected(record, dict, where), name, where) for name in ("env", "split", "task", "type")
    }
    index = record.get("index")
    # Not isinstance: true would pass as 1.
    if type(index) is not int or index < 0:
        raise DataError(f"'index' of {where} must be a whole number from 0, got {index!r:.40}.")
    # The file does not hold the instruction by itself; the prompt begins with it (`_made`).
    return Task(texts["task"], texts["env"], texts["split"], index, prompt, texts["type"])


def attached(folder: SkillFolder, case: EvalCase) -> dict[str, str]:
    """The texts of a case's files by name.

    Raises:
        DataError: a file is missing, lies outside the folder, or is no text.
    """
    root = folder.path.resolve()
    found = {}
    for name in case.files:
        # Resolved before it is compared, so that neither ".." nor a link leads out of the folder.
        try:
            path = (folder.path / name).resolve()
            is_inside = path.is_relative_to(root) and path.is_file()
        except (OSError, ValueError):  # a name that no file system has
            is_inside = False
        if not is_inside:
            raise DataError(
                f"case {case.id} of {folder.path} names the file {name!r}, which is not in the folder."
            )
        found[name] = read_text(path, MAX_FILE_BYTES)
    return found


def cases_from(skill: Skill, records: Iterable[Mapping[str, Any]], most: int) -> tuple[EvalCase, ...]:
    """Cases for a skill from episodes that used it, one for each task, in the order given, at most ``most``.

    The task from which the skill was written is left out where the episodes tell which it was: on that one it may only
    repeat what it has seen. A record is an episode as a run writes it; one that cannot be read is passed over.
    """
    # An episode's name without its rollout: all rollouts of a group play one task.
    own_group = skill.source_episode.rpartition("-r")[0]
    tasks: dict[str, tuple[Task, str]] = {}
    written_from = set()
    for record in records:
        try:
            task, observation = Task(**record["task"]), str(record["turns"][0]["observation"])
            group = EpisodeKey(**record["key"]).id.rpartition("-r")[0]
            is_used = record["status"] == "ok" and (record["used"] or {}).get("id") == skill.id
        except (KeyError, TypeError, IndexError, ValueError):
            continue
        if own_group and group == own_group:
            written_from.add(task.id)
        if is_used:
            tasks.setdefault(task.id, (task, observation))
    # Only now: the episode that tells the skill's own task may come after others of that task.
    kept = [shown for name, shown in tasks.items() if name not in written_from]
    return tuple(_made(number, *shown) for number, shown in enumerate(kept[:most], start=1))


def _made(number: int, task: Task, observation: str) -> EvalCase:
    return EvalCase(
        id=str(number),
        prompt=f"{task.instruction}\n\n{observation}".strip(),
        expected_output=f"The task is solved, one command a turn, in the environment {task.env}.",
        expectations=(f"{task.env} reports that the task is solved",),
        game=task,
    )


def write_cases(folder: Path, skill_name: str, cases: Sequence[EvalCase]) -> None:
    """Write ``evals/evals.json``. Raises ``DataError`` if that is not possible."""
    content = {"skill_name": skill_name, "evals": [_record(case) for case in cases]}
    try:
        (folder / FOLDER).mkdir(exist_ok=True)
        write_plainly(folder / FOLDER / EVALS_FILE, json_text(content))
    except OSError as error:
        raise DataError(f"{folder} cannot be written: {error}.") from error


def _record(case: EvalCase) -> dict[str, Any]:
    checks = list(case.expectations)
    record: dict[str, Any] = {
        "id": int(case.id) if case.id.isdecimal() else case.id,
        "prompt": case.prompt,
        "expected_output": case.expected_output,
        "files": list(case.files),
        **{name: checks for name in CHECKS},
    }
    if (game := case.game) is not None:
        names = {"env": game.env, "split": game.split, "task": game.id, "index": game.index, "type": game.type}
        record[GAME] = names
    return record


def add_cases(path: Path, skills: Sequence[Skill], records: Sequence[Mapping[str, Any]], most: int) -> int:
    """Give the skills' folders in a folder that is being exported their cases; returns how many skills got any.

    Raises:
        DataError: a folder cannot be read or written.
    """
    by_id = {skill.id: skill for skill in skills}
    given = 0
    for folder in sorted(child for child in path.iterdir() if (child / FILE).is_file()):
        front, _ = parse(read_text(folder / FILE, MAX_BYTES), str(folder / FILE))
        # Not by the folder's name, which is made of the description and may be cut or numbered.
        skill = by_id.get((front.get("metadata") or {}).get(f"{OURS}id", ""))
        if skill is not None and (cases := cases_from(skill, records, most)):
            write_cases(folder, str(front["name"]), cases)
            given += 1
    return given
