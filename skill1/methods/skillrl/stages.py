"""SkillRL before RL: collect memories, distil them into a bank, teach the start model to use it.

The stages leave their files in RUN/stages: ``memories.jsonl``, ``bank.json`` (beside it every answer of the teacher),
``traces.jsonl.gz`` and the folder ``model``. A stage whose files are there and were made from the same inputs is
skipped, so a bank that was edited by hand is kept. With ``library.init`` there are no stages: RL begins with that bank
and the model as configured.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import logging
import shlex
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from skill1.agent.player import Recipe
from skill1.agent.profile import OF_TEACHERS, Profile, configured_profile
from skill1.agent.stages import nothing
from skill1.config import Skill1Config
from skill1.config.method import make_recipe
from skill1.config.save import config_to_yaml, flat_values
from skill1.env.protocol import offered
from skill1.env.registry import opened_suite
from skill1.env.splits import tasks_of
from skill1.errors import ConfigError, DataError, Terminated, quoted
from skill1.library.formats.records import read_json
from skill1.methods.skillrl.distil import distil
from skill1.methods.skillrl.memories import Memory, memory_of, read_memories, write_memories
from skill1.methods.skillrl.rules import RULES
from skill1.methods.teacher.opening import open_teacher
from skill1.methods.teacher.writer import require_splits
from skill1.policy.load import open_policy
from skill1.policy.protocol import Policy, run_to_end
from skill1.policy.tokens import Tokens
from skill1.rollout.group import Roller, advice
from skill1.rollout.settings import play_settings, spread
from skill1.run.directory import CHECKPOINTS_FOLDER, STAGES_FOLDER, is_operational, read_manifest
from skill1.run.disk import locked, require_place, write_json_atomic, written
from skill1.run.process import end_with_parent, python_module
from skill1.run.progress import Progress
from skill1.train.demos import write_demos
from skill1.train.start import start_weights
from skill1.train.trainer import Termination

MEMORIES, BANK, TRACES, MODEL = "memories.jsonl", "bank.json", "traces.jsonl.gz", "model"
EXPERT = "oracle"  # who plays the traces
CACHE = ".teacher.sqlite"  # of a bank's answers: its own file, for several banks may be distilled into one folder
HASHED_BYTES = 64_000_000  # of larger files only name and size count as what they are
# What each stage depends on. Any other key may change without its being done again.
_PLAY = ("seed", "env.", "model.", "sampling.", "agent.", "policy.")
_TEACHER = (
    # Not its address: the same server may be elsewhere when a run resumes.
    *("teacher.kind", "teacher.service", "teacher.model", "teacher.temperature", "teacher.max_tokens"),
    *("agent.prompts", "agent.max_skill_chars", "skillrl.memories"),
)
# Which of the bank's skills stand in the prompts of the traces.
_RETRIEVAL = (
    "skillrl.retrieval",
    "skillrl.similarity_threshold",
    "library.encoder",
    "library.similarity_threshold",
)
logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Stage:
    """One stage: which keys and files it depends on, what it makes, and how."""

    name: str
    keys: Sequence[str]  # of the configuration, or how they begin
    inputs: Sequence[Path]
    outputs: Sequence[Path]
    make: Callable[[], Mapping[str, object]]
    prompts: Sequence[Path] = ()  # the user's, whose texts count


def staged(config: Skill1Config, run_dir: Path, console=None) -> Skill1Config:
    """The configuration RL begins with; without a bank the missing stages are carried out first.

    Once RL has a checkpoint, its stages are over: their files are taken as they are.

    Raises:
        DataError: RL has begun and the files of its stages are gone; or a stage cannot be carried out.
        ConfigError: nobody can play the demonstrations of stage sft; told before the stages that it comes after, as is
            a split of ``skillrl.evolve_from`` that is not there (DataError).
        Terminated: SIGTERM came; the stage under way is finished and kept.
    """
    own = config.skillrl
    if config.library.init is not None or not (own.collect_episodes or own.memories):
        return config
    folder = run_dir / STAGES_FOLDER
    stages = _stages(config, folder, console)
    # By name alone: whether a checkpoint is whole takes long to tell, and is told where RL resumes.
    if any((run_dir / CHECKPOINTS_FOLDER).glob("step_*")):
        if not folder.exists() and read_manifest(run_dir).get("forked_from"):
            return config  # the run it left had no stages: its checkpoint holds the library
        # Never made anew: the weights of the checkpoint were trained with the files that were there.
        _require_outputs(stages, run_dir)
    else:
        _require_played(config)
        _carry_out_all(stages, config, folder, console)
    library = replace(config.library, init=str(folder / BANK))
    model = replace(config.model, path=str(folder / MODEL)) if own.sft_episodes else config.model
    return replace(config, library=library, model=model)


def distil_file(config: Skill1Config, *, trajectories: Path, output: Path, console=None) -> dict[str, object]:
    """Stage distil: a memory file to a bank (JSON), every answer kept beside it; returns a summary.

    Raises:
        DataError: the memories cannot be read, or the teacher answered none of the questions.
        ConfigError: the teacher cannot be used.
        StorageError: no bank can be written there.
    """
    require_place(output, "a bank is")  # before anything is asked for, and paid for
    memories = read_memories(trajectories)
    with written(output):
        output.parent.mkdir(parents=True, exist_ok=True)
    answers = _answers_of(output)
    busy = (
        f"{output} is being distilled by another process, which keeps the answers it pays for in {answers}. Wait until "
        "that one ends, or stop it and type the same command: nothing is paid for twice."
    )
    # Two at once would pay for the same answers, and write them into one file.
    with locked(output.with_name(f"{output.stem}.lock"), lambda: busy, remove=True):
        _tell(console, f"distilling {len(memories)} memories with teacher {config.teacher.kind}")
        bank, figures = _distilled(config, memories, output)
        # Before the bank is written: an empty one would pass for a finished stage.
        if figures["unanswered"] == figures["questions"]:
            raise DataError(
                f"the teacher answered none of {figures['questions']} questions; the reasons are in {answers}. "
                "Type the same command to ask again."
            )
        write_json_atomic(output, bank)
    sections = {
        "general": len(bank["general_skills"]),
        "specific": sum(map(len, bank["task_specific_skills"].values())),
        "mistakes": len(bank["common_mistakes"]),
    }
    # A warning, no error: RL can begin without any skill.
    if not any(sections.values()):
        note = f"{output} holds no skills: the teacher found nothing to write in {len(memories)} memories"
        logger.warning("%s. Collect more with a model that sometimes wins, or use another teacher.", note)
    return {"memories": len(memories), **figures, **sections, "output": str(output)}


def traces_and_model(config: Skill1Config, folder: Path, console=None) -> dict[str, object]:
    """Stage sft: traces with the bank in the prompt, then a supervised pass over them; returns a summary."""
    if config.backend == "verl":
        from skill1.train.verl.sft import run_sft
    else:
        from skill1.train.sft import run_sft

    # Only the traces are played with the bank. Their tokens hold its skills, so the pass over them needs none.
    with_bank = replace(config, library=replace(config.library, init=str(folder / BANK)))
    episodes, output = config.skillrl.sft_episodes, folder / TRACES
    traces = write_demos(
        with_bank, episodes=episodes, kind=EXPERT, seed=config.seed, output=output, console=console
    )
    losses = run_sft(config, folder / TRACES, folder / MODEL, console=console)
    return {**traces, "losses": losses}


def _require_played(config: Skill1Config) -> None:
    """What stage sft and the evolutions of RL play has to be there before the stages that come first."""
    with opened_suite(config.env) as suite:
        require_splits(make_recipe(config).writer, suite, config.env.name)
        if not config.skillrl.sft_episodes:
            return
        make_expert = offered(suite, "expert")
        if make_expert is None:
            raise ConfigError(
                f"the environment '{config.env.name}' has no scripted expert to demonstrate with in stage sft. Leave "
                "it out: --skillrl.sft_episodes 0, and type --model.path with a model that already had supervised "
                "training elsewhere."
            )
        try:
            # Only to see that it can be made: an environment may have experts, but not this one.
            make_expert(None, EXPERT, config.seed)
        except ConfigError as error:
            raise ConfigError(f"stage sft: {error} Or leave it out: --skillrl.sft_episodes 0") from error


def _stages(config: Skill1Config, folder: Path, console) -> list[Stage]:
    own = config.skillrl
    memories = Path(own.memories) if own.memories is not None else folder / MEMORIES
    stages = []
    # Given memories take the place of this stage.
    if own.memories is None:
        collecting = collect_apart if config.backend == "verl" else collect
        play = partial(collecting, config, episodes=own.collect_episodes, output=memories, console=console)
        keys = (*_PLAY, "skillrl.collect_episodes")
        stages.append(Stage("collect", keys, _model_folder(config), (memories,), play, _prompts(config)))
    bank = folder / BANK
    write = partial(distil_file, config, trajectories=memories, output=bank, console=console)
    keys, prompts = (*_TEACHER, "skillrl.memories_per_question"), _prompts(config, OF_TEACHERS, "skillrl")
    stages.append(Stage("distil", keys, (memories,), (bank,), write, prompts))
    if own.sft_episodes:
        # The bank is an input, so a new one means new traces and a new model.
        inputs, outputs = (bank, *_model_folder(config)), (folder / TRACES, folder / MODEL)
        keys = (
            *_PLAY,
            *_RETRIEVAL,
            *("skillrl.top_k", "skillrl.task_specific_top_k", "skillrl.general_top_k", "skillrl.mistakes_top_k"),
            *("sft.", "skillrl.sft_episodes"),
        )
        make = partial(traces_and_model, config, folder, console)
        stages.append(Stage("sft", keys, inputs, outputs, make, _prompts(config)))
    return stages


def _carry_out_all(stages: Sequence[Stage], config: Skill1Config, folder: Path, console) -> None:
    # The trainer's own looks only before steps, which may be hours later.
    with Termination() as termination:
        for stage in stages:
            termination.hold()
            _carry_out(stage, config, folder, console)
            if termination.is_requested:
                raise Terminated(
                    f"ended by SIGTERM after stage {stage.name}, which is kept. Type: skill1 train --run-dir "
                    f"{quoted(folder.parent)} --resume"
                )


def _carry_out(stage: Stage, config: Skill1Config, folder: Path, console) -> None:
    """Make the stage's files, unless they are there and its inputs are those that they were made from."""
    stamp = folder / f"{stage.name}.json"
    values = flat_values(config)
    # Operational keys say where and how a run is carried out, and change nothing in the files.
    settings = {k: v for k, v in values.items() if k.startswith(tuple(stage.keys)) and not is_operational(k)}
    inputs = {"settings": settings, "files": fingerprints(stage.inputs)}
    # Apart, for the folder may have the name of the model's; not at all where none is set, as in older stamps.
    if stage.prompts:
        inputs["prompts"] = fingerprints(stage.prompts)
    if _is_done(stage, stamp, inputs):
        _tell(console, f"stage {stage.name}: {_left(stage, stamp)}")
        return
    # First: until the new stamp is written the files may be half done, and no old one may vouch for them.
    stamp.unlink(missing_ok=True)
    folder.mkdir(parents=True, exist_ok=True)
    figures = dict(stage.make())
    # `made` is what `_left` compares with: files that a person changed since are kept, and named.
    write_json_atomic(
        stamp, {"stage": stage.name, **inputs, "made": fingerprints(stage.outputs), "figures": figures}
    )
    _tell(console, f"stage {stage.name}: {_said(figures)}")


def _is_done(stage: Stage, stamp: Path, inputs: Mapping[str, Any]) -> bool:
    if not stamp.is_file() or not all(path.exists() for path in stage.outputs):
        return False
    found = read_json(stamp)
    if not isinstance(found, dict) or not isinstance(made_with := found.get("settings"), dict):
        return False
    # An older stamp may list more keys, such as a teacher's address: a bank corrected by hand is not made again for it.
    found["settings"] = {key: made_with[key] for key in inputs["settings"] if key in made_with}
    return all(found.get(key) == value for key, value in inputs.items())


def _left(stage: Stage, stamp: Path) -> str:
    """What is said of a stage that is done."""
    made, present = read_json(stamp).get("made") or {}, fingerprints(stage.outputs)
    # A person may correct a bank before RL. What a stage left half done has no stamp and is made again.
    changed = [str(path) for path in stage.outputs if made.get(path.name) != present[path.name]]
    if not changed:
        return "its files are there"
    return f"kept, though changed after the stage made it: {', '.join(changed)}. To run the stage again, remove it"


def fingerprints(paths: Sequence[Path]) -> dict[str, str]:
    """A hash for each file and folder: of contents, of large files of their sizes only. Missing ones are left out."""
    # By name: a run directory may be typed in another way, or moved.
    return {path.name: _fingerprint(path) for path in paths if path.exists()}


def _fingerprint(path: Path) -> str:
    total = hashlib.sha256()
    # Sorted: file systems list a folder in orders of their own.
    for file in sorted(path.iterdir()) if path.is_dir() else [path]:
        if file.is_file():
            size = file.stat().st_size
            content = file.read_bytes() if size <= HASHED_BYTES else b""
            total.update(f"{file.name} {size} {hashlib.sha256(content).hexdigest()}\n".encode())
    return total.hexdigest()


def _require_outputs(stages: Sequence[Stage], run_dir: Path) -> None:
    for path in (path for stage in stages for path in stage.outputs):
        if not path.exists():
            raise DataError(
                f"{run_dir} was trained from {path}, which is gone. Put it back from a copy, or start over with "
                "--fresh."
            )


def _distilled(
    config: Skill1Config, memories: Sequence[Memory], output: Path
) -> tuple[dict[str, Any], dict[str, int]]:
    asking, suite, policy = config.teacher, None, None
    with contextlib.ExitStack() as stack:
        # Of the teachers only the policy itself has to be loaded.
        if asking.kind == "policy":
            suite, profile, policy = stack.enter_context(opened_parts(config))
        else:
            profile = configured_profile(config)
        # The analyst alone looks at the environment: memories may be of one that is not here.
        if asking.kind == "analyst":
            suite = stack.enter_context(opened_suite(config.env))
        teacher = open_teacher(
            config, suite=suite, profile=profile, policy=policy, rules=RULES, cache=output.with_suffix(CACHE)
        )
        bank, figures = distil(
            memories,
            teacher,
            per_question=config.skillrl.memories_per_question,
            answers=_answers_of(output),
            # An analyst reads no prompts.
            prompts=None if asking.kind == "analyst" else config.agent.prompts,
            sampling=(asking.temperature, asking.max_tokens),
        )
        account = teacher.account
        tokens = account.prompt_tokens + account.completion_tokens
        return bank, figures | {"teacher_calls": account.calls, "teacher_tokens": tokens}


def _answers_of(output: Path) -> Path:
    return output.with_name(f"{output.stem}.answers.jsonl")


def _model_folder(config: Skill1Config) -> tuple[Path, ...]:
    # A model that is named has no files here. Its name is among the keys.
    return (Path(config.model.path),) if Path(config.model.path).is_dir() else ()


def _prompts(config: Skill1Config, *inside: str) -> tuple[Path, ...]:
    # By their texts: among the keys is the folder's name alone. Those of teachers lie in a folder within it.
    return (Path(config.agent.prompts, *inside),) if config.agent.prompts else ()


def _said(figures: Mapping[str, object]) -> str:
    # On one line: the losses of stage sft are a mapping, and stay in its stamp.
    plain = {k: v for k, v in figures.items() if isinstance(v, int | float | str)}
    return ", ".join(f"{k} {v:.3g}" if isinstance(v, float) else f"{k} {v}" for k, v in plain.items())


def _tell(console, note: str) -> None:
    if console is None:
        logger.info(note)
    else:
        # A path may hold brackets, which the console would take for mark-up.
        console.print(note, markup=False)


def collect(config: Skill1Config, *, episodes: int, output: Path, console=None) -> dict[str, object]:
    """Play tasks spread evenly over the training split and write their memories; returns a summary.

    Raises:
        DataError: every episode ended in an error, or there is no start model.
        StorageError: no memories can be written there.
    """
    require_place(output, "memories are")
    with opened_parts(config) as (suite, profile, policy):
        tasks = tasks_of(suite, config.env.name, config.env.train_split, "env.train_split")
        roller = Roller(
            suite.make,
            policy,
            # The paper's base agent: no skill is shown, and none is written.
            Recipe(nothing, nothing),
            profile,
            play_settings(config, is_training=True),
            concurrency=policy.max_rows,
        )
        _tell(console, f"collecting {episodes} episodes of {config.model.path}")
        plan = spread(tasks, episodes, config.seed)
        with Progress("memories", episodes, console) as progress:
            played = run_to_end(roller.play_all(plan, None, lambda _: progress.count()))
    # An episode in error was neither won nor lost: it becomes no memory.
    survivors = [episode for episode in played if episode.ok]
    if not survivors:
        raise DataError(
            f"all {len(played)} episodes ended in an error. The first: {played[0].error}"
            f"{advice(played[0].error, config.env.name)}"
        )
    write_memories(output, map(memory_of, survivors))
    successes = sum(episode.success for episode in survivors)
    return {
        "episodes": len(played),
        "errors": len(played) - len(survivors),
        "success_rate": successes / len(survivors),
        "output": str(output),
    }


def collect_apart(config: Skill1Config, *, episodes: int, output: Path, console=None) -> dict[str, object]:
    """As ``collect``, with vLLM on one GPU of this machine, in a process that leaves nothing on it for the cluster.

    Raises:
        DataError: it failed; what it said is on the error output.
        StorageError: its settings cannot be written there.
    """
    model = replace(config.model, lora_rank=0)  # adapters change nothing before they are trained
    # Backend local refuses verl's keys and adapters, even where nothing is trained.
    alone = replace(config, backend="local", verl={}, model=model, policy=replace(config.policy, engine="vllm"))
    # Beside the memories, so that the command in the error below can be typed again.
    settings = output.with_suffix(".yaml")
    with written(settings):
        output.parent.mkdir(parents=True, exist_ok=True)
        settings.write_text(config_to_yaml(alone), encoding="utf-8")
    command = [*python_module("skill1"), "collect", "--config", str(settings), "--episodes", str(episodes)]
    _tell(console, f"collecting {episodes} episodes of {config.model.path} with vLLM")
    # The summary is JSON on standard output. Progress goes to the error output, which stays the caller's. It ends with
    # this process, however that ends: nobody else would free the GPU.
    command += ["--output", str(output), "--json"]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=False, preexec_fn=end_with_parent)
    if done.returncode:
        raise DataError(
            f"stage collect ended with exit code {done.returncode}; see above. It was: {shlex.join(command)}"
        )
    return json.loads(done.stdout)


@contextlib.contextmanager
def opened_parts(config: Skill1Config) -> Iterator[tuple[Any, Profile, Policy]]:
    """The configured environment, prompts and start model, for the length of a block."""
    profile = configured_profile(config)
    # Closed from the last to the first: the policy ends before its environment does.
    with contextlib.ExitStack() as stack:
        suite = stack.enter_context(opened_suite(config.env))
        # A tiny start model is made there, and goes with the block.
        scratch = stack.enter_context(tempfile.TemporaryDirectory())
        if config.train.threads:
            import torch

            torch.set_num_threads(config.train.threads)
        start = start_weights(config, Path(scratch), suite, profile)
        policy = open_policy(config, start, Tokens.load(start), rows=config.model.rows)
        stack.callback(policy.close)
        yield suite, profile, policy
