"""What a run, a cold start or demonstrations begin with: weights and tokenizer as configured, or a tiny policy's.

Takes the configuration, the suite and the prompts. Also says what tasks a run begins with. Knows nothing of training.
"""

from __future__ import annotations

import hashlib
import shlex
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from skill1.agent.profile import Profile, configured_profile
from skill1.config import TINY, Skill1Config
from skill1.config.method import uses_library
from skill1.env.mixture import without
from skill1.env.protocol import Suite
from skill1.env.registry import opened_suite
from skill1.env.splits import split_source, tell_source
from skill1.errors import ConfigError, DataError
from skill1.models.hub import is_named
from skill1.policy.tiny import make_tokenizer, place_tiny_policy, words_of
from skill1.policy.tokens import Tokens
from skill1.run.directory import CONFIG_FILE, read_manifest, update_manifest
from skill1.run.disk import safetensors_border, written
from skill1.run.locate import LIBRARY_FILE
from skill1.schema import Task

TINY_FOLDER = "tiny-policy"
FILLED_IN = "new poor fair good great success fail none"  # words a profile writes by itself, in no prompt file


def begins_tiny(config: Skill1Config) -> bool:
    """Whether there is nothing to load: ``model.path`` is ``tiny``, or a compact policy's folder is not there yet."""
    path = config.model.path
    if path == TINY:
        return True
    return config.agent.profile == "compact" and not is_named(path)


def start_tokens(config: Skill1Config, suite: Suite, profile: Profile) -> Tokens:
    """The tokenizer of ``model.path``, or the one a tiny policy for this suite and these prompts has."""
    if not begins_tiny(config):
        return Tokens.load(config.model.path)
    return Tokens(make_tokenizer(tiny_words(config, suite, profile)))


def start_weights(config: Skill1Config, run_dir: Path, suite: Suite, profile: Profile) -> str:
    """``model.path``; for ``tiny``: the folder ``RUN/tiny-policy``, made from ``seed`` if it is not there.

    Raises:
        ConfigError: ``tiny`` in an environment that does not list its words.
        StorageError: the disk does not take it.
    """
    if config.model.path != TINY:
        return config.model.path
    # Kept in the run: the KL term of a resumed run needs the same start weights.
    folder = run_dir / TINY_FOLDER
    # Placed in one piece, so a folder that is there is whole, also after a kill.
    if not folder.is_dir():
        words = tiny_words(config, suite, profile)
        with written(folder), safetensors_border():
            place_tiny_policy(words, folder, seed=config.seed)
    return str(folder)


def require_same_tokens(reference: str, tokens: Tokens) -> None:
    """Raises ``ConfigError`` for a ``model.reference`` in whose tokenizer the policy's ids are others, or lacking."""
    try:
        tokenizer = Tokens.load(reference).tokenizer
    except DataError:  # weights alone can be compared with, and loading them says what else is wrong
        return
    known = tokenizer.get_vocab()
    if len(known) <= len(tokenizer.added_tokens_decoder):  # what some families are given for a folder without one
        return
    # Without added ones: a model's maker may have renamed some of its base's, or put more in reserved places.
    added = {str(token) for token in tokens.tokenizer.added_tokens_decoder.values()}
    ordinary = {(text, i) for text, i in tokens.tokenizer.get_vocab().items() if text not in added}
    if not ordinary <= known.items():
        raise ConfigError(
            f"model.reference = {reference!r} has another tokenizer than the policy, so its log-probs are those of "
            "other texts. Name a model that the policy was made from, or type --loss.kl_coefficient 0"
        )


def begin_anew(config: Skill1Config, folder: Path, *, with_weights: bool = True) -> str:
    """What to type where the run of a checkpoint cannot be continued."""
    weights = ["--model.path", str(folder)] if with_weights else []
    skills = ["--library.init", str(folder / LIBRARY_FILE)] if uses_library(config) else []
    # RUN/checkpoints/step_000050 is the folder.
    command = ["skill1", "train", "--config", str(folder.parent.parent / CONFIG_FILE), *weights, *skills]
    return f"Start a new run with what it has learnt: {shlex.join(command)} --run-dir NEW"


def tiny_words(config: Skill1Config, suite: Suite, profile: Profile) -> list[str]:
    """The vocabulary of a tiny policy: the environment's words, then what only prompts hold, each once.

    Raises:
        ConfigError: the environment does not list its words, or with something else than a list.
    """
    if lacking := without(suite, suite.name, "vocabulary"):
        raise ConfigError(
            f"A tiny policy needs the words of the environment, but {lacking} has no vocabulary(). "
            "Type: --model.path FOLDER with another policy, or add that method to the suite."
        )
    words = suite.vocabulary()
    # In a fixed order, for a word's place becomes its id: a set would give each process another tokenizer.
    if not isinstance(words, Sequence) or isinstance(words, str) or not all(isinstance(w, str) for w in words):
        raise ConfigError(
            f"vocabulary() of '{suite.name}' gave a {type(words).__name__}; expected a list of words. "
            f"Type: skill1 envs check {config.env.name}"
        )
    return list(dict.fromkeys([*words, *prompt_words(profile, config.library.top_k)]))


def configured_words(config: Skill1Config) -> list[str]:
    """The vocabulary of a tiny policy for an environment and prompts as configured."""
    with opened_suite(config.env) as suite:
        return tiny_words(config, suite, configured_profile(config))


def prompt_words(profile: Profile, top_k: int) -> list[str]:
    """What prompts and their answers hold besides the environment's words: the profile's own, candidate names."""
    texts = [FILLED_IN, " ".join(sorted(profile.own_words()))]
    for template in profile.templates.values():
        # Candidates are called k1, k2, …, and each name is a word of its own.
        for number in range(1, top_k + 1):
            # Other values come from environment and skills, whose words are listed elsewhere.
            # Parts alternate: a text, the name of a value, a text, and so on; a text begins and ends them.
            filled = [str(number) if name == "number" else " " for name in template.parts[1::2]]
            texts.append(template.parts[0] + "".join(map("".join, zip(filled, template.parts[2::2], strict=True))))
    # The tokenizer has this mark as a special token; here it would be taken apart into three words.
    return words_of(" ".join(texts).replace("<bos>", " "))


def tell_tasks(run_dir: Path, env: str, suite: Suite, split: str, console) -> str:
    """Prints where the split's tasks come from; the manifest keeps that as ``split_source``, and a hash of the tasks.

    Returns:
        A note for the user if the run began with other tasks or another judge of them, else "".
    """
    source = split_source(suite, split)
    tell_source(console, env, split, source)
    text, warning = source
    now: dict[str, Any] = {"tasks_sha256": _tasks_hash(suite.tasks(split))}
    if text or warning:
        now["split_source"] = {"split": split, "text": text, "warning": warning}
    # The manifest keeps what the run began with, so that every later resume says it again.
    kept = {key: value for key, value in read_manifest(run_dir).items() if key in now and value}
    # What is said of other tasks than those is no word about it.
    if len(kept) < len(now) and kept.get("tasks_sha256", now["tasks_sha256"]) == now["tasks_sha256"]:
        update_manifest(run_dir, **(now | kept))
    changed = [key for key in kept if kept[key] != now[key]]
    if not changed:
        return ""
    before = kept["split_source"] if "split_source" in changed else {"split": split}
    said = before.get("text") or before.get("warning")
    told = f"{run_dir} began with other tasks than it resumes with{f': {said}' if said else ''}"
    return f"{told} ({env} {before.get('split')}). Its result will differ from that of an uninterrupted run."


def _tasks_hash(tasks: Iterable[Task]) -> str:
    """Tells a split whose tasks have changed, also where the suite itself says nothing of them."""
    found = hashlib.sha256()
    for task in tasks:
        # Half a surrogate pair may stand in an instruction.
        found.update(f"{task.id}\n{task.instruction}\n".encode("utf-8", "surrogatepass"))
    return found.hexdigest()
