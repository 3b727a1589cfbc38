"""The interface of the PyPI package ``skillrl`` 1.0.0 on our optimizer: same names, arguments and output folder.

Its examples run here when only their import lines change (docs/explanation/skillopt.md lists what is different inside).
"""

from __future__ import annotations

import json
import logging
import math
import random
import threading
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal

from skill1.config.values import checked
from skill1.errors import CheckpointError, PromptRefusedError, Skill1Error
from skill1.evaluate.command import Command, run_command
from skill1.methods.skillopt import settings
from skill1.methods.skillopt.edits import document_hash
from skill1.methods.skillopt.optimizer import (
    DocumentOptimizer,
    OptimizerState,
    StepFacts,
    write_json,
    write_text,
)
from skill1.methods.skillopt.package import (
    BaseLLMClient,
    ClientTeacher,
    OpenAIChatClient,
    RolloutResult,
    SimpleQAEnv,
    SkillEnv,
    Usage,
)
from skill1.methods.skillopt.trial import Scores, Trial, scores_of
from skill1.policy.account import Account
from skill1.run.disk import write_json_atomic

__all__ = [
    "BaseLLMClient",
    "OpenAIChatClient",
    "RolloutResult",
    "SimpleQAEnv",
    "SkillEnv",
    "SkillOptConfig",
    "SkillOptTrainer",
]
logger = logging.getLogger(__name__)
STATE_FILE, HISTORY_FILE = "runtime_state.json", "history.json"
# Arguments of the package that are keys of our section, which says which values they can have.
_OURS = {
    **{"num_epochs": "epochs", "lr_scheduler": "schedule"},
    **{name: name for name in ("minibatch_size", "merge_batch_size", "edit_budget", "min_edit_budget")},
    **{name: name for name in ("gate_metric", "gate_mixed_weight", "failure_only")},
}


@dataclass
class SkillOptConfig:
    """Arguments of :class:`SkillOptTrainer`, named as in the package. Raises ``ValueError`` for impossible ones."""

    num_epochs: int = 4
    batch_size: int = 40  # items of a step
    minibatch_size: int = 8  # items that are reflected on at once
    merge_batch_size: int = 8
    edit_budget: int = 4
    min_edit_budget: int = 2
    lr_scheduler: Literal["constant", "linear", "cosine"] = "cosine"
    gate_metric: Literal["hard", "soft", "mixed"] = "hard"
    gate_mixed_weight: float = 0.5
    failure_only: bool = False
    workers: int = 8  # threads
    seed: int = 42
    out_root: str = "outputs/skillrl_run"
    selection_split: str = "val"
    test_split: str = "test"
    eval_test: bool = True
    save_every_step: bool = True
    optimizer_max_completion_tokens: int = 4096
    verbose: bool = True  # steps are logged, at level INFO
    extras: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name, ours in _OURS.items():
            checked(settings.SkillOptConfig, ours, getattr(self, name), name)
        for name in ("batch_size", "workers"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be at least 1, got {getattr(self, name)}")
        if self.min_edit_budget > self.edit_budget:
            raise ValueError(f"min_edit_budget must be in [1, edit_budget], got {self.min_edit_budget}")

    def to_dict(self) -> dict[str, Any]:
        """As JSON."""
        return asdict(self)

    def section(self) -> settings.SkillOptConfig:
        """The same as a section of our configuration; the package has no slow update and no meta skill."""
        own = {ours: getattr(self, name) for name, ours in _OURS.items()}
        return settings.SkillOptConfig(**own, slow_update=False, meta_skill=False)


class SkillOptTrainer:
    """Trains a skill document on an environment; both models stay as they are.

    Args:
        optimizer_client: reflects, merges and ranks.
        target_client: is given to ``env.rollout_one``.
        initial_skill: default: the environment's.
        prompt_overrides: prompt name (``analyst_error``, ``ranking`` …) → system prompt in place of ours.
    """

    def __init__(
        self,
        *,
        config: SkillOptConfig,
        env: SkillEnv,
        optimizer_client: BaseLLMClient,
        target_client: BaseLLMClient,
        initial_skill: str | None = None,
        prompt_overrides: Mapping[str, str] | None = None,
    ) -> None:
        self.cfg, self.env, self.target_client = config, env, target_client
        self.initial_skill = env.get_initial_skill() if initial_skill is None else initial_skill
        self.root = Path(config.out_root)
        self.history: list[dict[str, Any]] = []
        self._teacher = ClientTeacher(
            optimizer_client,
            overrides=prompt_overrides or {},
            max_tokens=config.optimizer_max_completion_tokens,
            workers=config.workers,
        )
        self._optimizer = DocumentOptimizer(config.section(), OptimizerState())

    @property
    def best_skill(self) -> str:
        """The document with the highest selection score so far."""
        return self._optimizer.state.best

    @property
    def current_skill(self) -> str:
        return self._optimizer.state.document

    def train(self) -> dict[str, Any]:
        """All steps that are missing in ``out_root``, then the test split; returns the summary.

        Raises:
            ValueError: there are no training items, or no selection items.
            PolicyError: a model cannot be reached; the same call resumes from the last whole step.
            CheckpointError: ``out_root`` holds a state that cannot be read.
        """
        started = time.perf_counter()
        items = self.env.get_items("train")
        if not items:
            raise ValueError("The training split is empty.")
        if not self.env.get_items(self.cfg.selection_split):
            raise ValueError(
                f"The selection split {self.cfg.selection_split!r} is empty: no edit could be accepted."
            )
        write_json(self.root / "config.json", self.cfg.to_dict())
        done = self._resume()
        # At 0 the first document is measured already. None: not even that.
        if done is None:
            done = 0
            self._begin()
        steps_per_epoch = math.ceil(len(items) / self.cfg.batch_size)
        for step in range(done + 1, steps_per_epoch * self.cfg.num_epochs + 1):
            epoch, place = divmod(step - 1, steps_per_epoch)
            # An epoch begins: what was rejected in the one before is forgotten.
            if not place:
                self._optimizer.state.history = []
            # Dealt anew at each step, by seed and epoch, so that a resumed call needs no state of it.
            batch = _batches(items, self.cfg.batch_size, self.cfg.seed + (epoch + 1) * 1000)[place]
            self._step(step, epoch + 1, place, batch, steps_per_epoch * self.cfg.num_epochs)
        summary = self._summary(*self._tests(), seconds=time.perf_counter() - started)
        write_json(self.root / "summary.json", summary)
        return summary

    def _begin(self) -> None:
        self._optimizer.begin(self.initial_skill, self._on_selection, self.root / "baseline_selection_eval")
        # The first measurement costs a whole selection split: a call that is cut off later need not repeat it.
        self._save(0)

    def _on_selection(self, document: str) -> list[Trial]:
        return self._tried(document, self.env.get_items(self.cfg.selection_split))

    def _step(self, step: int, epoch: int, place: int, batch: Sequence[dict[str, Any]], steps: int) -> None:
        started = time.perf_counter()
        facts = StepFacts(
            step=step,
            updates=steps,
            teacher=self._teacher,
            evaluate=self._on_selection,
            folder=self.root / "steps" / f"step_{step:04d}",
            seed=self.cfg.seed + step,
        )
        record = self._optimizer.step(self._tried(self.current_skill, batch), facts)
        record |= {"epoch": epoch, "step_in_epoch": place, "wall_time_s": round(time.perf_counter() - started, 2)}
        # Once more, with what the optimizer does not know of.
        write_json(facts.folder / "step_record.json", record)
        self.history.append(record)
        self._save(step)
        if self.cfg.verbose:
            logger.info("step %d of %d: %s, best %.4f", step, steps, record["action"], record["best_score"])

    def _tried(self, document: str, items: Sequence[dict[str, Any]]) -> list[Trial]:
        with ThreadPoolExecutor(self.cfg.workers, thread_name_prefix="skillopt-rollout") as threads:
            # map gives the results in the order of the items, whichever thread is done first.
            return list(threads.map(lambda item: self._try_one(document, item), items))

    def _try_one(self, document: str, item: dict[str, Any]) -> Trial:
        """A fault of the environment or a prompt too long is a failed trial; a refused key, say, ends the run."""
        try:
            result = self.env.rollout_one(item=item, skill=document, target_client=self.target_client)
            # What it returns is the user's, too: a dict, perhaps with values that make no trial, or nothing at all.
            return (result if isinstance(result, RolloutResult) else RolloutResult.from_dict(result)).trial()
        except Skill1Error as error:
            # Asked again after a resume it would end that run as well.
            if not isinstance(error, PromptRefusedError):
                raise
            reason = str(error)
        except Exception as error:  # an environment of the user's may raise anything
            reason = f"rollout_error: {type(error).__name__}: {error}"
        return RolloutResult(id=str(item.get("id", "")), fail_reason=reason).trial()

    def _save(self, step: int) -> None:
        """The state last: a kill before it repeats the step."""
        state = self._optimizer.state
        if self.cfg.save_every_step:
            write_text(self.root / "skills" / f"skill_v{step:04d}.md", state.document)
        write_text(self.root / "best_skill.md", state.best)
        write_text(self.root / "current_skill.md", state.document)
        write_json_atomic(self.root / HISTORY_FILE, self.history)
        figures = {"current_score": state.score, "best_score": state.best_score, "best_step": state.best_step}
        write_json_atomic(
            self.root / STATE_FILE,
            {
                # The package's own keys, and beside them the optimizer's whole state.
                "last_completed_step": step,
                **figures,
                "scheduler_state": {"current_step": state.updates},
                "optimizer": asdict(state),
            },
        )

    def _resume(self) -> int | None:
        """The last whole step, its state restored; None: nothing was done."""
        saved = _read_json(self.root / STATE_FILE)
        if not saved:
            return None
        history = _read_json(self.root / HISTORY_FILE) or []
        try:
            step = int(saved["last_completed_step"])
            # It is written before the state, so after a kill between the two it holds a step too many.
            self.history = [record for record in history if record["step"] <= step]
            self._optimizer.state = OptimizerState.of(saved["optimizer"])
        # A folder of the package itself has no optimizer's state either.
        except (LookupError, TypeError, ValueError) as error:
            raise CheckpointError(
                f"{self.root} holds no state to resume from: {error!r}. Move the folder aside to start over."
            ) from error
        logger.info("resuming after step %d of %s", step, self.root)
        return step

    def _tests(self) -> tuple[Scores | None, Scores | None]:
        """The first and the best document on the test split; None where ``eval_test`` is off."""
        if not self.cfg.eval_test:
            return None, None
        # Here alone, once training is over: no document was chosen by what the test split shows.
        baseline = self._tested(self.initial_skill, self.root / "test_eval_baseline")
        return baseline, self._tested(self.best_skill, self.root / "test_eval_best")

    def _tested(self, document: str, folder: Path) -> Scores:
        """Played once: what an earlier call wrote for the same document stands."""
        known = _read_json(folder / "summary.json")
        if known and known.get("hash") == document_hash(document):
            return Scores(known["hard"], known["soft"])
        trials = self._tried(document, self.env.get_items(self.cfg.test_split))
        scores = scores_of(trials)
        write_json(folder / "results.json", [dict(trial.record) for trial in trials])
        types = self.env.get_task_types()
        if types:
            write_json(folder / "buckets.json", buckets(trials, types))
        summary = {"hard": scores.hard, "soft": scores.soft, "n": len(trials), "hash": document_hash(document)}
        # It is read by later calls, which a torn one would stop.
        write_json_atomic(folder / "summary.json", summary)
        return scores

    def _summary(self, baseline: Scores | None, best: Scores | None, *, seconds: float) -> dict[str, Any]:
        # From the history, which holds the steps of earlier calls, too.
        state, actions = self._optimizer.state, [str(record.get("action")) for record in self.history]
        difference = round(best.hard - baseline.hard, 6) if baseline and best else None
        return {
            "version": "skillrl-1.0.0",  # whose summary this is one of
            "config": self.cfg.to_dict(),
            "env": self.env.name,
            "total_steps": len(self.history),
            "total_accepts": sum("accept" in action for action in actions),
            "total_rejects": sum(action.startswith("reject") for action in actions),
            "total_skips": sum(action.startswith("skip") for action in actions),
            "best_step": state.best_step,
            "best_selection_score": state.best_score,
            "current_selection_score": state.score,
            "baseline_test_hard": baseline.hard if baseline else None,
            "baseline_test_soft": baseline.soft if baseline else None,
            "test_hard": best.hard if best else None,
            "test_soft": best.soft if best else None,
            "test_delta_hard": difference,
            "wall_time_s": round(seconds, 2),
            "optimizer_tokens": asdict(self._teacher.account),
        }


def buckets(trials: Sequence[Trial], types: Sequence[str]) -> dict[str, dict[str, float]]:
    """Per task type, and ``overall``: number of trials, how many were solved, sum of scores."""
    found = {name: {"total": 0, "hard": 0, "soft": 0.0} for name in (*types, "overall")}
    for trial in trials:
        for name in (trial.record.get("task_type") or "other", "overall"):
            # A type that the environment did not name gets a bucket of its own.
            bucket = found.setdefault(name, {"total": 0, "hard": 0, "soft": 0.0})
            bucket["total"] += 1
            bucket["hard"] += trial.hard
            bucket["soft"] += trial.soft
    return found


def _batches(items: Sequence[dict[str, Any]], size: int, seed: int) -> list[list[dict[str, Any]]]:
    """All items in a new order, cut into batches; the last may be smaller."""
    shuffled = list(items)
    random.Random(seed).shuffle(shuffled)
    return [shuffled[start : start + size] for start in range(0, len(shuffled), size)]


def _read_json(path: Path) -> Any:
    """None where there is no file. Raises ``CheckpointError`` for one that is damaged."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, RecursionError) as error:
        raise CheckpointError(f"{path} cannot be read: {error}. Move the folder aside to start over.") from error


class CommandClient(BaseLLMClient):
    """An agent CLI where a chat client is expected, such as ``target_client``: the system text is the skill."""

    def __init__(self, command: Command) -> None:
        self.command, self.model, self.account = command, Path(command.arguments[0]).name, Account()
        self._counting = threading.Lock()  # the trainer's rollouts are threads

    def chat(self, *, system: str, user: str, stage: str = "", **kwargs: Any) -> tuple[str, Usage]:
        """The agent's answer; one that failed or took too long is empty, and ``error`` of the usage says why."""
        done = run_command(self.command, user, system)
        with self._counting:
            self.account += done.account
        prompt, completion = done.account.prompt_tokens, done.account.completion_tokens
        usage = {"prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": prompt + completion}
        return "" if done.fault else done.text, {**usage, "calls": 1, "stage": stage, "error": done.fault}
