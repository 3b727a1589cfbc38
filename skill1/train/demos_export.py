"""Demonstrations as LLaMA-Factory reads them: one file in each of its two formats, named in ``dataset_info.json``.

Takes the episodes of the scripted expert, one record a segment: the user message exactly as our prompts are, special
tokens broken up as for our policies, and the answer with its opening. Which tokens these become is for LLaMA-Factory's
own template to say; it puts the model's end token behind each answer.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from skill1.agent.profile import Profile, configured_profile
from skill1.config import Skill1Config
from skill1.config.mixture import is_mixture, profile_names
from skill1.env.registry import make_suite
from skill1.errors import ConfigError, DataError
from skill1.policy.tokens import THOUGHT_END, Tokens
from skill1.run.disk import require_writable, write_atomically, written
from skill1.schema import Episode, Stage
from skill1.train.demos import left_out, play_to_keep
from skill1.train.start import start_tokens

INFO_FILE = "dataset_info.json"
SHAREGPT_TAGS = {"role_tag": "from", "content_tag": "value", "user_tag": "human", "assistant_tag": "gpt"}


@dataclass(frozen=True, slots=True)
class Exchange:
    """One user message and what the expert answered."""

    user: str
    answer: str
    stage: Stage
    task: str


class RecordingTokens(Tokens):
    """A tokenizer that remembers the text of every chat prompt it made; segments keep only ids."""

    def __init__(self, tokenizer) -> None:
        super().__init__(tokenizer)
        self.asked: dict[tuple[int, ...], tuple[str, str]] = {}

    def chat(self, text: str, prefill: str = "", **options: Any) -> tuple[int, ...]:
        ids = super().chat(text, prefill, **options)
        # By ids, for they are all that a segment keeps of its prompt.
        self.asked[ids] = (self._defused(text), prefill)
        return ids


def export_llama_factory(
    config: Skill1Config, *, episodes: int, kind: str, seed: int, output: Path, console=None
) -> dict[str, object]:
    """Play ``episodes`` and write them to the folder ``output``; other data sets named in it stay. Returns a summary.

    With ``library.init`` its skills stand in the prompts as they do in training, as :func:`play_to_keep` has it.
    Answers cut at a stage's token limit are left out: LLaMA-Factory would teach to stop there.

    Raises:
        ConfigError: the prompts are no chat prompts, or continue one conversation.
        DataError: ``output`` is a file, its ``dataset_info.json`` cannot be read, or every episode ended in an error.
    """
    profile = configured_profile(config)
    if not profile.chat:
        raise ConfigError(
            f"LLaMA-Factory trains chat models, but agent.profile {config.agent.profile} asks in bare words. "
            "Type: --agent.profile generic (or that of the environment) --model.path MODEL"
        )
    _refuse_conversations(config, profile)
    # Before anything is played, as what cannot be written or read would cost the work.
    if output.exists() and not output.is_dir():
        raise DataError(f"{output} is a file, and LLaMA-Factory reads a folder. Type another --output.")
    require_writable(output)
    info = _read_info(output / INFO_FILE)
    tokens = RecordingTokens(start_tokens(config, make_suite(config.env), profile).tokenizer)
    played, kept, figures = play_to_keep(config, tokens, episodes=episodes, kind=kind, seed=seed, console=console)
    exchanges = list(exchanges_of(kept, tokens))
    # Names such as module:Class or textarena:GAME cannot be file names everywhere.
    name = "skill1_" + re.sub(r"\W+", "_", config.env.name)
    _write(output / f"{name}_sharegpt.json", [_sharegpt(exchange) for exchange in exchanges])
    _write(output / f"{name}_alpaca.json", [_alpaca(exchange) for exchange in exchanges])
    # Last, so that the list names no file that is not there.
    _write(output / INFO_FILE, info | _entries(name))
    return {
        **figures,
        **left_out(episodes, played),
        "answers": len(exchanges),
        "left_out": sum(len(episode.segments) for episode in kept) - len(exchanges),
        "datasets": ", ".join(_entries(name)),
        "output": str(output),
    }


def _refuse_conversations(config: Skill1Config, profile: Profile) -> None:
    """Of a prompt that continues the one before, no message of its own is there to be written."""
    for env, name in profile_names(config.env, config.agent).items():
        if any(template.continues for template in profile.of(env).templates.values()):
            key = f"env.mixture.{env}.profile" if is_mixture(config.env) else "agent.profile"
            raise ConfigError(
                f"these files hold one question and one answer each, but {key} {name} is one growing conversation. "
                f"Type: --{key} generic (or that of the environment), here and when you train"
            )


def exchanges_of(episodes: Iterable[Episode], tokens: RecordingTokens) -> Iterator[Exchange]:
    """Every whole answer with the message it answers, in the order they were played."""
    for episode in episodes:
        for segment in episode.segments:
            if segment.finish_reason == "stop":
                # Always there: with conversations refused, every prompt was a message of its own.
                user, prefill = tokens.asked[segment.prompt_ids]
                # The end of a thought that the prompt opened: LLaMA-Factory opens and ends empty ones itself.
                answer = segment.text.removeprefix(THOUGHT_END)
                yield Exchange(user, prefill + answer, segment.stage, episode.task.id)


def _sharegpt(exchange: Exchange) -> dict[str, Any]:
    said = [{"from": "human", "value": exchange.user}, {"from": "gpt", "value": exchange.answer}]
    return {"conversations": said, "stage": exchange.stage, "task": exchange.task}


def _alpaca(exchange: Exchange) -> dict[str, Any]:
    return {
        "instruction": exchange.user,
        # LLaMA-Factory puts it behind the instruction with a line end between: our prompt is one text.
        "input": "",
        "output": exchange.answer,
        "stage": exchange.stage,
        "task": exchange.task,
    }


def _entries(name: str) -> dict[str, Any]:
    """What ``dataset_info.json`` says of both files: where they are and which of their fields mean what."""
    return {
        f"{name}_sharegpt": {
            "file_name": f"{name}_sharegpt.json",
            "formatting": "sharegpt",
            "columns": {"messages": "conversations"},
            "tags": SHAREGPT_TAGS,
        },
        f"{name}_alpaca": {
            "file_name": f"{name}_alpaca.json",
            "formatting": "alpaca",
            "columns": {"prompt": "instruction", "query": "input", "response": "output"},
        },
    }


def _read_info(path: Path) -> dict[str, Any]:
    if not path.exists():
        return {}
    try:
        info = json.loads(path.read_text(encoding="utf-8"))
        if isinstance(info, dict):
            return info
        problem = f"it holds a {type(info).__name__}"
    except (OSError, ValueError) as error:
        problem = f"{type(error).__name__}: {error}"
    raise DataError(
        f"{path} cannot be read as LLaMA-Factory's list of data sets: {problem}. Give another --output."
    )


def _write(path: Path, content: Any) -> None:
    with written(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, json.dumps(content, ensure_ascii=False, indent=1) + "\n")
