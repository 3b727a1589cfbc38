"""Where results are kept: a name that says what was evaluated, and a JSON file with a Markdown card beside it.

An evaluation that is there already is only read.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from skill1.agent.profile import configured_profile
from skill1.config import Skill1Config
from skill1.config.mixture import is_mixture, member_config, member_names
from skill1.config.save import flat_values
from skill1.config.trust import COMMAND
from skill1.errors import ConfigError, StorageError, content_of
from skill1.evaluate.card import markdown_card
from skill1.evaluate.under_way import Kept
from skill1.policy.ledger import remove_answers
from skill1.run.directory import OPERATIONAL_KEYS, run_differences, write_json_atomic
from skill1.run.disk import locked, write_atomically, written

FORMAT = "skill1-eval-1"
EVAL_FOLDER = "eval"
VISIBLE = "[!.]*.json"  # macOS leaves a hidden file beside each one that it copies to a foreign disk
EPISODES = ".episodes.gz"  # how the file of an unfinished evaluation's episodes ends
# Settings that are said in a file's name in words, in this order; all others share one short hash.
NAMED_KEYS = {"eval.temperature": "t", "eval.limit": "first", "seed": "s"}
SAID_BY_NAME = ("eval.split", "eval.library", *NAMED_KEYS, "agent.profile", "model.rows")
UNSAFE = re.compile(r"[^\w.-]+")


def stored_path(
    run: Path, result: Mapping[str, object], before: Skill1Config, config: Skill1Config, other: str = ""
) -> Path:
    """``RUN/eval/<split>-<library>-step<N>.json``, with what differs from the run's own settings in the name.

    Of a run of several environments the name begins with the one that was evaluated.
    ``-t0.7`` temperature, ``-first20`` limit, ``-s3`` seed, ``-x4`` repeats, the profile's name; any other setting that
    can move a result, and ``other`` (a library or model that is not the run's), as eight digits of a hash.
    """
    parts = [str(result["split"]), str(result["library"])]
    if is_mixture(before.env) and config.env.name in member_names(before.env.name):
        # Compared with its own part of the run's settings: of the whole mixture every key of env would differ.
        before = member_config(before, config.env.name)
        parts.insert(0, config.env.name)
    if result["checkpoint_step"] is not None:
        parts.append(f"step{result['checkpoint_step']}")
    differences = run_differences(before, config)
    values, changed = flat_values(config), {line.partition(":")[0] for line in differences}
    # In the name only where it differs from the run's own setting: most names stay short.
    parts += [_named(short, values[key]) for key, short in NAMED_KEYS.items() if key in changed]
    if result["repeats"] != 1:
        parts.append(f"x{result['repeats']}")
    if config.agent.profile != before.agent.profile:
        parts.append(config.agent.profile)
    unnamed = [line for line in differences if not line.startswith(SAID_BY_NAME)] + [other] * bool(other)
    if unnamed:
        parts.append(hashlib.sha256("\n".join(unnamed).encode()).hexdigest()[:8])
    return run / EVAL_FOLDER / f"{UNSAFE.sub('_', '-'.join(parts))}.json"


def _named(short: str, value: float | None) -> str:
    if value is None:
        return "all"
    # All digits of a seed: two of them must not share a file.
    return f"{short}{value}" if isinstance(value, int) else f"{short}{value:.15g}"


def require_json_name(path: Path) -> Path:
    """The path, if a result can be written there.

    Raises:
        ConfigError: its name does not end in ``.json``: the card's name is made from it.
    """
    if path.suffix != ".json":
        raise ConfigError(f"--output {path} cannot be used; expected a name that ends in .json.")
    return path


@contextlib.contextmanager
def kept_answers(folder: Path | None, config: Skill1Config, identity: str) -> Iterator[Path | None]:
    """The file in which a server's answers wait for the result: killed, the same command pays for none again.

    None where no result is kept, and without a server. ``identity``: what the configuration does not tell.

    Raises:
        RunInUseError: the same command runs already. Both would pay for the same answers, and the one that ends first
            would remove what the other has kept.
    """
    if folder is None or config.endpoint.url is None or config.endpoint.url.startswith(COMMAND):
        yield None
        return
    # One for each command: others may run in the same folder meanwhile.
    path = folder / f"endpoint-{fingerprint(config, f'{config.endpoint.model} {identity}')[:8]}.sqlite"
    is_new = not folder.exists()
    with written(folder):
        folder.mkdir(parents=True, exist_ok=True)
    try:
        with locked(path.with_suffix(".lock"), lambda: _being_played(path), remove=True):
            yield path
            # Not after an error. Tomorrow the server may have another model: what is complete is asked anew.
            remove_answers(path)
    finally:
        if is_new:
            with contextlib.suppress(OSError):  # with answers or results in it, it stays
                folder.rmdir()


def kept_episodes(folder: Path | None, config: Skill1Config, identity: str) -> Kept | None:
    """What keeps the episodes of a command until their result is written; None where no result is kept.

    ``identity``: what the configuration does not tell.
    """
    # One for each command, as of answers. What it holds tells by itself whether it fits.
    return folder and Kept(folder / f"played-{fingerprint(config, identity)[:8]}{EPISODES}")


def _being_played(answers: Path) -> str:
    return (
        f"this evaluation is being run by another process, which keeps the answers it pays for in {answers}. Wait "
        "until that one ends, or stop it and type the same command: nothing is paid for twice."
    )


def write_result(path: Path, result: Mapping[str, object], command: str) -> tuple[Path, Path]:
    """Write the JSON and the card, each whole or not at all; returns both paths.

    Raises:
        StorageError: the folder cannot be written to.
    """
    card = path.with_suffix(".md")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # The JSON first: results are found by it, so a card that is lost takes no result along.
        write_atomically(path, json.dumps(result, indent=2, ensure_ascii=False) + "\n")
        write_atomically(card, markdown_card(result, command))
    except OSError as error:
        raise StorageError(f"the result cannot be written to {path}: {error}. Type another --output.") from error
    return path, card


# What an evaluation depends on besides the weights, the library and the method's own section.
EVALUATION_KEYS = (
    "method",
    "seed",
    "env.",
    "model.dtype",
    "model.device",
    "model.max_prompt_tokens",
    "policy.",
    "sampling.",
    "agent.",
    "library.",
    "eval.",
    # The success trend of a library that grows: new skills may start at it.
    "credit.success_ema",
)


@dataclass(frozen=True)
class Contestant:
    """A policy to evaluate: its configuration, model folder or name, and where its results are kept."""

    config: Skill1Config
    model: str
    folder: Path
    identity: str  # changes whenever weights or library do

    @property
    def library(self) -> str | None:
        """The library beside the weights, if any."""
        path = Path(self.model) / "library.sqlite"
        return str(path) if path.is_file() else None


def evaluate_once(contestant: Contestant, split: str, library: str, console=None) -> dict[str, object]:
    """The stored evaluation ``eval/<split>-<library>.json`` if it is of these weights and settings, else a new one.

    Returns what :func:`skill1.evaluate.evaluation.evaluate` does, with ``cpu_s``, ``wall_s`` and ``fingerprint``.
    """
    config = replace(contestant.config, eval=replace(contestant.config.eval, split=split, library=library))
    path = contestant.folder / EVAL_FOLDER / f"{split}-{library}.json"
    name = fingerprint(config, contestant.identity)
    stored = read_stored(path)
    # A file of that name with another fingerprint is of other weights or settings: it is written over.
    if stored.get("fingerprint") == name:
        return stored
    from skill1.evaluate.evaluation import evaluate  # imports torch, which reading stored results needs not

    kept = Kept(path.with_suffix(EPISODES))
    result = evaluate(config, model=contestant.model, library_path=contestant.library, kept=kept, console=console)
    result |= {"fingerprint": name, **kept.seconds()}
    with written(path):
        path.parent.mkdir(parents=True, exist_ok=True)
    write_json_atomic(path, result)
    # Only once the result is on the disk: forgotten earlier, a kill in between would lose both.
    kept.forget()
    return result


def fingerprint(config: Skill1Config, identity: str) -> str:
    """Name of one evaluation: equal only if nothing that could move its result differs."""
    settings = {
        key: value
        for key, value in flat_values(config).items()
        if key.startswith((*EVALUATION_KEYS, f"{config.method}.")) and not key.startswith(OPERATIONAL_KEYS)
    }
    # FORMAT is part of it: a result of an older form is played again.
    text = json.dumps([FORMAT, settings, prompt_hashes(config), identity], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def prompt_hashes(config: Skill1Config) -> dict[str, str]:
    """Prompt file → SHA-256 of its text, of the profile as configured; of several environments ``ENV/FILE``."""
    if not is_mixture(config.env):
        return configured_profile(config).prompt_hashes()
    # One by one, as they are evaluated: prompts that one policy could not be trained with may be evaluated.
    each = {env: prompt_hashes(member_config(config, env)) for env in member_names(config.env.name)}
    return {f"{env}/{file}": text for env, hashes in each.items() for file, text in hashes.items()}


def read_stored(path: Path) -> dict[str, object]:
    """The JSON object in a file, such as a result; nothing if there is none or it was cut off."""
    try:
        stored = json.loads(content_of(path).decode())
    except (OSError, ValueError, RecursionError):
        return {}
    return stored if isinstance(stored, dict) else {}
