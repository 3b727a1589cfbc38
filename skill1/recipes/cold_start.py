"""The cold start of a quickstart: a policy taught by demonstrations, before any RL.

A tiny one is made here, a language model is a packaged one (``skill1 models``). Leaves an ordinary Hugging Face folder
with a stamp, ``cold_start.json``, that says what it was made with. The same settings find it again; other settings are
refused, never mixed.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path

from skill1.config import Skill1Config
from skill1.config.load import load_config
from skill1.config.save import flat_values
from skill1.errors import ConfigError, DataError
from skill1.evaluate.storage import prompt_hashes
from skill1.models.files import files_hash
from skill1.models.hub import require_model
from skill1.models.packaged import PACKAGED
from skill1.policy.tiny import make_tiny_policy
from skill1.recipes.worlds import HOUSEHOLD, Lesson, World, advice, workplace, workshop
from skill1.run.directory import discard
from skill1.run.disk import safetensors_border, write_json_atomic, written
from skill1.train.start import configured_words

STAMP = "cold_start.json"
SPENT = "seconds.json"  # of all processes so far, in the work folder
DEMO_SEEDS = 1000  # lesson i plays its demonstrations with seed + 1000·i: no world is shared between lessons
CHECK_DEMONSTRATIONS = 1000  # of the policy that doctor checks a GPU with
CHECK_HEAD_SIZE = 32  # the least that kernels of GPUs and CPUs take
# What a cold start depends on; the rest of a configuration may change without making it again.
COLD_START_KEYS = (
    "env.name",
    "env.max_steps",
    "env.train_split",
    # What is shown and asked; no shipped quickstart sets these.
    *("env.observation", "env.goals", "env.goal_text", "env.text_version", "env.rules", "env.top_k"),
    "model.max_prompt_tokens",
    "model.device",
    "model.dtype",
    # Its token limits cut what the expert writes.
    "sampling.",
    "agent.",
    # Every second world of demonstrations is played with one that grows.
    "library.",
    "sft.",
    "train.micro_batch_tokens",
)


class ColdStart:
    """One cold start: ``check`` decides whether it has to be made, ``make`` makes it.

    ``games``: the hash of the games it is made with, where they were generated. ``again``: what makes it again when it
    is typed.
    """

    def __init__(
        self,
        folder: Path,
        world: World = HOUSEHOLD,
        *,
        seed: int,
        smoke: bool,
        overrides: Sequence[str] = (),
        games: str | None = None,
        again: str = "--fresh",
    ) -> None:
        self.folder, self.world, self.seed, self.smoke, self.games = folder, world, seed, smoke, games
        self.again = again
        self.work = workplace(folder) / "made"  # beside the lock
        # Here, so that a wrong override is told before anything is made.
        self.configs = [load_config(lesson.config, [f"--seed={seed}", *overrides]) for lesson in world.lessons]

    def settings(self) -> dict[str, object]:
        """Everything the weights depend on, flat, as the stamp holds it."""
        prompts = prompt_hashes(self.configs[0])
        settings: dict[str, object] = {
            "seed": self.seed,
            **self._start_settings(),
            "prompts": _sha256(json.dumps(prompts, sort_keys=True).encode()),
        }
        keys = COLD_START_KEYS
        if self.games is not None:
            settings["games"] = self.games
        else:
            # Generated ones are told by their hash, for their folder moves with the runs.
            keys += ("env.data",)
        for lesson, config in zip(self.world.lessons, self.configs, strict=True):
            # Under the expert's name, since every lesson has a configuration of its own.
            settings[f"{lesson.expert}.episodes"] = self._episodes(lesson)
            chosen = {k: v for k, v in flat_values(config).items() if k.startswith(keys)}
            settings |= {f"{lesson.expert}.{key}": value for key, value in chosen.items()}
        return settings

    def _start_settings(self) -> dict[str, object]:
        """What the weights are before the first lesson."""
        if self.world.model is not None:
            # By the hash of its file, too: another release may bring other weights under the same name.
            return {"model": self.world.model, "gguf": PACKAGED[self.world.model].gguf_sha256}
        return {
            "shape": asdict(self.world.shape),
            "vocabulary": _sha256(" ".join(configured_words(self.configs[0])).encode()),
        }

    def check(self, *, fresh: bool = False) -> str:
        """Move aside what may not stay; returns a sentence about that, or nothing.

        Raises:
            ConfigError: a folder is there that was made with other settings, changed since, or made by nobody here.
        """
        if not self.folder.exists():
            return ""
        # Before anything moves: a folder without a stamp is somebody else's, with --fresh, too.
        stamp = read_stamp(self.folder)
        if fresh:
            return f"--fresh: the old {self.folder} was moved to {discard(self.folder)}."
        # A trial's weights are worth nothing, so they give way unasked.
        if stamp.get("smoke") and not self.smoke:
            return f"{self.folder} held a smoke run's cold start; it was moved to {discard(self.folder)}."
        differences = self._differences(stamp)
        if differences:
            listed = "\n".join(f"  {line}" for line in differences)
            raise ConfigError(
                f"{self.folder} holds a cold start made with other settings (there → now):\n{listed}\n"
                + advice(self.again, "it", "one is")
            )
        return ""

    def _differences(self, stamp: Mapping[str, object]) -> list[str]:
        now, before = self.settings(), stamp["settings"]
        keys = dict.fromkeys([*before, *now])
        lines = [f"{k}: {before.get(k)!r} → {now.get(k)!r}" for k in keys if before.get(k) != now.get(k)]
        if stamp["files"] != folder_hash(self.folder):
            lines.append("its files have changed since it was made")
        return lines

    def make(self, console=None) -> dict[str, object]:
        """Make the folder unless it is there; returns its stamp. Cut off in the middle, it resumes.

        Raises:
            ConfigError: as :meth:`check`.
            DataError: the packaged model is not fetched.
            RunInUseError: another process makes it.
            StorageError: the disk does not take it.
        """
        self.check()
        if not self.folder.exists():
            with workshop(self.folder) as work:
                if not self.folder.exists():  # another process may just have made it
                    self._make_whole(console)
            # Only after the block: the lock file lies in that folder.
            shutil.rmtree(work, ignore_errors=True)
        return read_stamp(self.folder)

    def _make_whole(self, console) -> None:
        parameters = self._begin()
        lessons = []
        for number, (lesson, config) in enumerate(zip(self.world.lessons, self.configs, strict=True), start=1):
            with self._timed():
                lessons.append(self._teach(number, lesson, config, console))
        model = self._model(len(self.world.lessons))
        stamp = {
            "smoke": self.smoke,
            "files": folder_hash(model),
            "parameters": parameters,
            "lessons": lessons,
            **self._spent(),
            "settings": self.settings(),
        }
        # The stamp first, the name last: a folder of that name is whole.
        write_json_atomic(model / STAMP, stamp)
        with written(self.folder):
            model.rename(self.folder)

    @contextmanager
    def _timed(self) -> Iterator[None]:
        """Adds the seconds of the block to those of processes before it, also where it is interrupted."""
        before, wall, cpu = self._spent(), time.perf_counter(), time.process_time()
        try:
            yield
        finally:
            taken = {"wall_s": time.perf_counter() - wall, "cpu_s": time.process_time() - cpu}
            write_json_atomic(self.work / SPENT, {name: before[name] + more for name, more in taken.items()})

    def _spent(self) -> dict[str, float]:
        file = self.work / SPENT
        return json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {"wall_s": 0.0, "cpu_s": 0.0}

    def _begin(self) -> int:
        """The number of parameters. What was begun with the same settings stays, anything else goes."""
        # Through JSON, as the file has them: a tuple never equals the list that it became.
        file, settings = self.work / "begun.json", json.loads(json.dumps(self.settings()))
        if file.is_file():
            begun = json.loads(file.read_text(encoding="utf-8"))
            if begun["settings"] == settings:
                return begun["parameters"]
        shutil.rmtree(self.work, ignore_errors=True)
        parameters = self._make_start()
        write_json_atomic(file, {"settings": settings, "parameters": parameters})
        return parameters

    def _make_start(self) -> int:
        """What the first lesson begins with; returns its number of parameters."""
        if self.world.model is None:
            words, folder = configured_words(self.configs[0]), self._model(0)
            with written(folder), safetensors_border():
                return make_tiny_policy(words, folder, seed=self.seed, shape=self.world.shape)
        require_model(self.world.model)
        with written(self.work):
            self.work.mkdir(parents=True)
        return PACKAGED[self.world.model].parameters

    def _teach(self, number: int, lesson: Lesson, config: Skill1Config, console) -> dict[str, object]:
        """Demonstrations of a lesson, then a supervised pass over them."""
        # Here, for these two import torch, which a finished quickstart does not need.
        from skill1.train.demos import write_demos
        from skill1.train.sft import run_sft

        # `done` is written last: where it is, the lesson's model is whole, and a resumed cold start passes over it. The
        # last one's is gone where a kill came between its renaming and the removal of this folder.
        done, data = self.work / f"lesson-{number}.json", self.work / f"{lesson.expert}.jsonl.gz"
        if done.is_file() and self._model(number).is_dir():
            return json.loads(done.read_text(encoding="utf-8"))
        # Each lesson begins with the weights that the one before left.
        config = replace(config, model=replace(config.model, path=str(self._model(number - 1))))
        # Written after the demonstrations: where it is, they are whole.
        facts = self.work / f"{lesson.expert}.json"
        if not facts.is_file():
            episodes, seed = self._episodes(lesson), self.seed + DEMO_SEEDS * number
            demos = write_demos(
                config, episodes=episodes, kind=lesson.expert, seed=seed, output=data, console=console
            )
            write_json_atomic(facts, demos)
        demos = json.loads(facts.read_text(encoding="utf-8"))
        losses = run_sft(config, data, self._model(number), console=console)
        told = {
            "expert": lesson.expert,
            "episodes": demos["episodes"],
            "expert_success": demos["success_rate"],
            "losses": losses,
        }
        write_json_atomic(done, told)
        return told

    def _episodes(self, lesson: Lesson) -> int:
        return lesson.smoke_episodes if self.smoke else lesson.episodes

    def _model(self, number: int) -> Path:
        """The policy after so many lessons."""
        if number == 0 and self.world.model is not None:
            return Path(self.world.model)
        return self.work / f"model-{number}"


def read_stamp(folder: Path) -> dict[str, object]:
    """The stamp of a cold start.

    Raises:
        ConfigError: the folder has none: it was not made here and is left alone.
        DataError: it cannot be read.
    """
    file = folder / STAMP
    if not file.is_file():
        raise ConfigError(f"{folder} has no {STAMP}, so it was not made by quickstart. Type another --runs-dir.")
    try:
        stamp = json.loads(file.read_text(encoding="utf-8"))
        return {**stamp, "settings": dict(stamp["settings"]), "files": str(stamp["files"])}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise DataError(
            f"{file} cannot be read: {error!r}. Remove {folder}, or type another --runs-dir."
        ) from error


def folder_hash(folder: Path) -> str:
    """One sha256 over names and contents of a folder's own files, without the stamp and hidden ones."""
    files = (path for path in folder.iterdir() if path.is_file() and not path.name.startswith("."))
    return files_hash(path for path in files if path.name != STAMP)


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def make_check_policy(folder: Path, demonstrations: int = CHECK_DEMONSTRATIONS) -> None:
    """A tiny policy for ``skill1 doctor --gpu``, which plays the household well enough that some episodes succeed."""
    lesson = replace(HOUSEHOLD.lessons[0], episodes=demonstrations)
    shape = replace(HOUSEHOLD.shape, heads=HOUSEHOLD.shape.hidden_size // CHECK_HEAD_SIZE)
    ColdStart(folder, replace(HOUSEHOLD, lessons=(lesson,), shape=shape), seed=0, smoke=False).make()
