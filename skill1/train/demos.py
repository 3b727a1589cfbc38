"""Demonstrations: the scripted expert plays through the real episode coroutine, library and retrieval.

File format: gzipped JSON lines. First line ``{"format": "skill1-demos-1", "tokenizer": fingerprint, …}``; then one
episode a line: ``{"task", "success", "rows": [{"ids": [...], "spans": [[stage, start, end], ...]}]}``. A span marks the
tokens to learn. Ids belong to the tokenizer whose fingerprint is in the first line.

Traces are demonstrations with a bank of skills in the prompt, of which only those won are kept.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import os
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from skill1.agent.answer import expert_answer
from skill1.agent.player import Recipe
from skill1.agent.profile import configured_profile
from skill1.agent.stages import nothing
from skill1.config import Skill1Config
from skill1.config.method import declared, make_recipe, uses_library
from skill1.credit.rows import merge
from skill1.env.border import environment_border, readable, worlds_of
from skill1.env.mixture import without
from skill1.env.protocol import offered
from skill1.env.registry import make_suite
from skill1.env.splits import tasks_of
from skill1.errors import ConfigError, DataError, quoted
from skill1.library import Library
from skill1.library.formats.exchange import start_in_memory
from skill1.library.library import options_of
from skill1.policy.protocol import run_to_end
from skill1.policy.random import generator
from skill1.policy.scripted import ScriptedPolicy
from skill1.policy.tokens import Tokens
from skill1.rollout.group import Roller, advice
from skill1.rollout.settings import play_settings, spread
from skill1.run.disk import is_device, require_place, written
from skill1.run.progress import Progress
from skill1.schema import STAGES, Episode, Segment, SkillDraft, Stage, Task, parsed_object
from skill1.train.start import start_tokens

FORMAT = "skill1-demos-1"
TITLE = "demonstrations"  # of the progress
BLIND_WORLDS = 2  # every second world is played without a library: searching must be learnt as well as following
POLLUTED_SHARE = 0.5  # of the library's texts are bad ones in errorless demonstrations: choosing must be learnt
ERRING = "sloppy"  # the kind of expert that fills its library with bad texts by itself


@dataclass(frozen=True)
class DemoRow:
    """One token row; ``spans`` are (stage index, start, end) of the tokens to learn."""

    ids: tuple[int, ...]
    spans: tuple[tuple[int, int, int], ...]


@dataclass(frozen=True)
class Demo:
    """One demonstrated episode."""

    task: str
    success: bool
    rows: tuple[DemoRow, ...]


def fingerprint(tokens: Tokens) -> str:
    """Identity of a tokenizer: its vocabulary with ids."""
    # Sorted: the mapping comes in an order of its own, which is not that of the ids.
    vocabulary = json.dumps(sorted(tokens.tokenizer.get_vocab().items()), ensure_ascii=False)
    return hashlib.sha256(vocabulary.encode()).hexdigest()[:16]


def write_demos(
    config: Skill1Config, *, episodes: int, kind: str, seed: int, output: Path, console=None
) -> dict[str, object]:
    """Play ``episodes`` scripted episodes with the configured profile, library rules and bank; returns a summary.

    It has ``cut_answers`` if the configuration's limits cut some, and ``unknown_words`` if the tokenizer lacks some:
    what is learnt from them is half a command. ``unread_answers``: the profile's parser cannot read some.

    Raises: as :func:`skill1.run.disk.require_place` and :func:`play_to_keep`.
    """
    require_place(output, "demonstrations are")
    tokens = start_tokens(config, make_suite(config.env), configured_profile(config))  # no weights are needed
    played, kept, figures = play_to_keep(config, tokens, episodes=episodes, kind=kind, seed=seed, console=console)
    save_demos(kept, tokens, output, env=config.env.name, expert=kind, seed=seed)
    summary = {**figures, "output": str(output)}
    return summary | left_out(episodes, played) | _spoilt_answers(config, tokens, kept)


def play_to_keep(
    config: Skill1Config, tokens: Tokens, *, episodes: int, kind: str, seed: int, console=None
) -> tuple[list[Episode], list[Episode], dict[str, object]]:
    """What the expert played, what of it is to be learnt, and figures of that.

    With a bank in the prompts (``library.init`` of a method that shows it) only what was won is kept; without one all
    that did not end in an error: as :func:`play_with_bank` and :func:`play_expert` have it.
    """
    how = {"episodes": episodes, "kind": kind, "seed": seed, "console": console}
    if declared(config.method).shows_bank and config.library.init is not None:
        played = play_with_bank(config, tokens, **how)
        kept = [episode for episode in played if episode.success]
        with_skill = sum(episode.used is not None for episode in kept)
        # Of the won ones alone a share would say nothing.
        return played, kept, {"episodes": len(kept), "played": episodes, "with_skill": with_skill}
    played = play_expert(config, tokens, **how)
    kept = [episode for episode in played if episode.ok]
    rate = sum(episode.success for episode in kept) / len(kept)
    return played, kept, {"episodes": len(kept), "success_rate": rate}


def left_out(asked: int, played: Sequence[Episode]) -> dict[str, str]:
    """``errors``: how many demonstrations ended in an error, ``missing``: how many had no task; nothing if none."""
    lost, missing = sum(not episode.ok for episode in played), asked - len(played)
    told = (
        {"errors": f"{lost} of {len(played)} ended in an error and are left out: skill1 envs check"}
        if lost
        else {}
    )
    return told | ({"missing": f"{missing} of {asked}: demo_worlds() gave no more tasks"} if missing else {})


def _spoilt_answers(config: Skill1Config, tokens: Tokens, episodes: Sequence[Episode]) -> dict[str, str]:
    """``cut_answers``, ``unknown_words``, ``unread_answers``: how many of the expert's in each stage; none if none."""
    answers: dict[Stage, list[Segment]] = {}
    for segment in (segment for episode in episodes for segment in episode.segments):
        answers.setdefault(segment.stage, []).append(segment)
    cut, unknown, unread = [], [], []
    for stage, found in answers.items():
        if short := sum(segment.finish_reason == "length" for segment in found):
            limit = f"--sampling.{stage}_tokens {getattr(config.sampling, f'{stage}_tokens')}"
            cut.append(f"{short} of {len(found)} by {limit}")
        # `unknown_id` is None for tokenizers that can spell every word, and no answer holds None.
        if strange := sum(tokens.unknown_id in segment.response_ids for segment in found):
            unknown.append(f"in {strange} of {len(found)} answers of {stage}")
        # Neither cut nor with an unknown word, which would be enough to make it unreadable.
        if odd := sum(
            not (segment.valid or segment.finish_reason == "length" or tokens.unknown_id in segment.response_ids)
            for segment in found
        ):
            unread.append(f"{odd} of {len(found)} of {stage}")
    spoilt = {"cut_answers": f"{', '.join(cut)}; type larger ones"} if cut else {}
    if unknown:
        spoilt["unknown_words"] = f"{', '.join(unknown)}; the policy learns <unk> there; type another --expert"
    if unread:
        spoilt["unread_answers"] = (
            f"{', '.join(unread)}; see skill1.env.protocol:Expert for what they must look like"
        )
    return spoilt


def save_demos(
    episodes: Sequence[Episode], tokens: Tokens, output: Path, *, env: str, expert: str, seed: int
) -> None:
    """Write played episodes as a file of demonstrations. Raises ``StorageError``."""
    header = {"format": FORMAT, "tokenizer": fingerprint(tokens), "env": env, "expert": expert, "seed": seed}
    with written(output):
        output.parent.mkdir(parents=True, exist_ok=True)
        # A rename would put a file in the place of a pipe.
        partial = output if is_device(output) else output.with_name(output.name + ".partial")
        # Without the time, which gzip would write into the file: a pass over it resumes only if its hash is the same.
        packed = gzip.GzipFile(partial, "wb", compresslevel=3, mtime=0)
        with packed, io.TextIOWrapper(packed, encoding="utf-8") as file:
            file.write(json.dumps(header) + "\n")
            for episode in episodes:
                file.write(json.dumps(_record(episode), separators=(",", ":")) + "\n")
        # Of a device, onto itself, which changes nothing.
        os.replace(partial, output)


def play_expert(
    config: Skill1Config, tokens: Tokens, *, episodes: int, kind: str, seed: int, console=None
) -> list[Episode]:
    """Episodes of the expert, those in error too, world by world; each world grows its own library round by round.

    They are fewer than ``episodes`` where the worlds have fewer tasks.

    Raises:
        ConfigError: the environment has no scripted expert.
        DataError: every episode ended in an error, or the worlds hold no tasks.
    """
    suite = make_suite(config.env)
    _require_expert(suite, config, "expert", "demo_worlds")
    roller = _expert_roller(config, tokens, suite, kind, seed, make_recipe(config))
    found: list[Episode] = []
    # A sloppy expert errs by itself. The library of an errorless one would hold right texts alone, and a policy would
    # learn that the first candidate always does.
    is_polluted = kind != ERRING and offered(suite, "polluting_draft") is not None
    with Progress(TITLE, episodes, console) as progress:
        for world, rounds in enumerate(_worlds(suite, config, kind, episodes, seed)):
            is_blind = world % BLIND_WORLDS == BLIND_WORLDS - 1 or not uses_library(config)
            with _first_library(config, seed) as library:
                # Unless the world is blind, a round finds what the rounds before have written.
                for step, tasks in enumerate(rounds):
                    shown = None if is_blind else library
                    # No world has a thousand rounds, so no two episodes have one key and draw alike.
                    place = {"seed": seed, "step": world * 1000 + step, "group_size": 1}
                    groups = roller.play_groups(tasks, shown, **place, on_end=lambda _: progress.count())
                    played = [group.episodes[0] for group in groups]
                    found += played
                    if not is_blind:
                        kept = _polluted(suite, played, seed) if is_polluted else played
                        # Steps of this world's own: its library is as old as it is, wherever the world stands in
                        # the file.
                        library.commit(kept, step=step, policy_version=0)
    if not found:
        raise DataError(f"demo_worlds() of environment '{config.env.name}' gave no tasks; expected {episodes}.")
    if not any(episode.ok for episode in found):
        raise DataError(
            f"none of the {len(found)} demonstrations could be played. The first error: {first_error(found)}"
            f"{advice(first_error(found), config.env.name)}"
        )
    return found


def _require_expert(suite, config: Skill1Config, *abilities: str) -> None:
    for ability in abilities:
        if lacking := without(suite, config.env.name, ability):
            raise ConfigError(
                f"The environment '{config.env.name}' has no scripted expert to demonstrate with: no {ability}() in "
                f"{lacking}. An expert runs in this process: add that method to the suite, or leave out env.url and "
                "env.python; or give skill1 train a model that had supervised training elsewhere, by --model.path."
            )


def _worlds(suite, config: Skill1Config, kind: str, episodes: int, seed: int) -> Iterator[list[list[Task]]]:
    env = config.env
    try:
        yield from worlds_of(suite, env.name, kind, episodes, seed)
    except DataError:
        # Some environments demonstrate on the training split: where it is not there, its key is named.
        tasks_of(suite, env.name, env.train_split, "env.train_split")
        raise


def _expert_roller(config: Skill1Config, tokens: Tokens, suite, kind: str, seed: int, recipe: Recipe) -> Roller:
    """Plays as in training, without controls: in the profile's form the expert says what a policy would."""
    profile, expert = configured_profile(config), suite.expert(None, kind, seed)

    def answer(stage: Stage, view, rng) -> str:
        # As whatever an environment raises, it costs the episode and is told.
        where = f"the expert of environment '{config.env.name}' at {stage}"
        with environment_border(where, passed=ConfigError):
            said = readable(expert.answer(stage, view, rng), "the answer")
        return expert_answer(profile, stage, said, view)

    settings = play_settings(config, is_training=True)
    # No engine has rows to share out: this only bounds how many environments are open at once.
    return Roller(suite.make, ScriptedPolicy(tokens, answer), recipe, profile, settings, concurrency=64)


def _first_library(config: Skill1Config, seed: int) -> Library:
    """What demonstrations begin with: no skills, or those of ``library.init``."""
    # Retrieval that draws (`library.exploration: thompson`) follows the seed of the demonstrations, not the run's.
    options = options_of(config) | {"seed": seed}
    if config.library.init is None:
        return Library.in_memory(config.library, **options)
    return start_in_memory(config.library.init, config.library, env=config.env.name, **options)


def first_error(episodes: Sequence[Episode], beginning: str = "") -> str:
    """What ended the first of those that ended in an error, after ``beginning``; "" where none did."""
    return next((f"{beginning}{episode.error}" for episode in episodes if not episode.ok), "")


def _polluted(suite, episodes: Sequence[Episode], seed: int) -> list[Episode]:
    """What an errorless expert's library is told: half of the texts replaced by bad ones, and all admitted."""
    result = []
    for episode in episodes:
        # Keyed like all other draws: writing the demonstrations again writes the same file.
        rng = generator(seed, episode.key.step, episode.key.task)
        if rng.random() < POLLUTED_SHARE:
            draft = suite.polluting_draft(episode.task, rng)
            if not isinstance(draft, SkillDraft):
                raise DataError(f"polluting_draft() gave {draft!r:.80}; expected a skill1.schema.SkillDraft.")
            episode = replace(episode, draft=draft)
        # Lost episodes too: only winners' texts are admitted, and bad ones must be among the candidates.
        result.append(replace(episode, success=True))
    return result


def _record(episode: Episode) -> dict[str, object]:
    # As rows of training are: the cold start feeds what an update will feed.
    rows = [_row(row) for row in merge(episode.segments)]
    return {"task": episode.task.id, "success": episode.success, "rows": rows}


def _row(segments: Sequence[Segment]) -> dict[str, object]:
    spans = []
    # Every earlier prompt begins the last one, so a segment's own prompt tells where its answer lies in the row.
    for segment in segments:
        start = len(segment.prompt_ids)
        spans.append([STAGES.index(segment.stage), start, start + len(segment.response_ids)])
    return {"ids": list(segments[-1].prompt_ids + segments[-1].response_ids), "spans": spans}


def demos_to_learn(config: Skill1Config, path: Path, tokens: Tokens) -> list[Demo]:
    """Those of a file that ``sft`` asks for. Raises ``DataError`` as :func:`read_demos`, or if there is none."""
    demos = [demo for demo in read_demos(path, tokens) if demo.success or not config.sft.successes_only]
    if not any(end > start for demo in demos for row in demo.rows for _, start, end in row.spans):
        kind = "successful demonstrations" if config.sft.successes_only else "demonstrations"
        raise DataError(
            f"{path} holds no {kind}. Type: skill1 demos --config CONFIG --n 1000 --output {quoted(path)}"
        )
    return demos


# How a cut-off, damaged or foreign file shows.
_DAMAGED = (OSError, EOFError, zlib.error, ValueError, LookupError, TypeError, RecursionError, OverflowError)


def read_demos(path: Path, tokens: Tokens) -> list[Demo]:
    """Demonstrations of a file. Raises ``DataError`` for a wrong format, a broken line or another tokenizer."""
    # Not onto a foreign file: it may be the user's own work.
    elsewhere = "Type: skill1 demos --env ENV --n 1000 --output demos.gz, then --data demos.gz"
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            header = parsed_object(file.readline()) or {}
            if header.get("format") != FORMAT:
                raise DataError(f"{path} has format {header.get('format')!r}; expected {FORMAT!r}. {elsewhere}")
            # To another tokenizer the same ids are other words, and they would be learnt without an error.
            if header["tokenizer"] != fingerprint(tokens):
                raise DataError(
                    f"{path} was written with another tokenizer; run skill1 demos with this model again."
                )
            return [_demo(json.loads(line)) for line in file]
    except _DAMAGED as error:
        raise DataError(
            f"{path} cannot be read as demonstrations, which are gzipped: {type(error).__name__}: {error}. {elsewhere}"
        ) from error


def _demo(record: dict) -> Demo:
    return Demo(record["task"], bool(record["success"]), tuple(map(_demo_row, record["rows"])))


def _demo_row(record: dict) -> DemoRow:
    ids, spans = tuple(record["ids"]), tuple((int(s), int(a), int(b)) for s, a, b in record["spans"])
    if not all(type(i) is int and i >= 0 for i in ids):
        raise ValueError(f"a row of {len(ids)} tokens has one that is not a number from 0 on")
    for stage, start, end in spans:
        # From 1: a token is learnt from those before it.
        if not (0 <= stage < len(STAGES) and 0 < start <= end <= len(ids)):
            raise ValueError(f"a row of {len(ids)} tokens has the span {[stage, start, end]}")
    return DemoRow(ids, spans)


def play_with_bank(
    config: Skill1Config, tokens: Tokens, *, episodes: int, kind: str, seed: int, console=None
) -> list[Episode]:
    """Episodes of training tasks played by the expert ``kind``, such as "oracle", under ``library.init``.

    The prompts are the method's own, the bank's skills in them as in training.

    Raises:
        ConfigError: the environment has no scripted expert.
        DataError: no episode was won.
    """
    suite = make_suite(config.env)
    _require_expert(suite, config, "expert")
    # What the method writes after an episode is left out: the bank stays as it is.
    roller = _expert_roller(config, tokens, suite, kind, seed, replace(make_recipe(config), after=nothing))
    with _first_library(config, seed) as library, Progress(TITLE, episodes, console) as progress:
        tasks = tasks_of(suite, config.env.name, config.env.train_split, "env.train_split")
        plan = spread(tasks, episodes, seed)
        played = run_to_end(roller.play_all(plan, library, lambda _: progress.count()))
    if not any(episode.success for episode in played):
        raise DataError(
            f"the expert '{kind}' won none of {len(played)} episodes{first_error(played, '; the first error: ')}. "
            "Type another --expert, or a larger --env.max_steps"
        )
    return played
