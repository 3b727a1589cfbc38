"""The optimizer of a document: one update a step, behind a gate, and what is done at the ends of epochs.

It plays no task itself: whoever calls it hands in trials, and a function that tries a document on the selection tasks.
Everything it remembers is :class:`OptimizerState`, which is JSON; everything a step made is written to that step's
folder, under the names of SkillOpt's files.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from skill1.errors import CheckpointError
from skill1.methods.skillopt import stages
from skill1.methods.skillopt.edits import document_hash, edit_budget, shown, with_guidance
from skill1.methods.skillopt.settings import SkillOptConfig
from skill1.methods.skillopt.stages import Patch, Setting
from skill1.methods.skillopt.trial import Scores, Trial, decide, gate_score, scores_of
from skill1.methods.teacher.question import Teacher
from skill1.run.disk import written
from skill1.schema import neutralise, storable

Evaluate = Callable[[str], Sequence[Trial]]
# Notes on an item beside its texts: of what was rejected the teacher is told the texts, not where they came from.
_HIDDEN = ("merge_level", "source_type", "support_count")


@dataclass
class OptimizerState:
    """``score`` and ``best_score`` are gate scores of ``document`` and ``best``; None until ``begin`` measured them."""

    initial: str = ""
    document: str = ""
    score: float | None = None
    best: str = ""
    best_score: float | None = None
    best_step: int = 0
    updates: int = 0  # that had items to choose from: as in SkillOpt, the budget falls with these only
    scores: dict[str, list[float]] = field(
        default_factory=dict
    )  # document hash → hard, soft on the selection tasks
    history: list[dict[str, Any]] = field(default_factory=list)  # of the epoch
    memory: str = ""  # the meta skill
    epoch_end: str | None = None  # the document at the end of the epoch before
    pending: list[dict[str, Any]] = field(default_factory=list)  # patches that wait for their update
    tried: list[list[Any]] = field(default_factory=list)  # id, hard, soft, fault of the trials behind them
    measured_by: str = ""  # what scores were measured by, tasks and metric; "" where nobody noted it

    @classmethod
    def of(cls, state: Mapping[str, Any]) -> OptimizerState:
        """From :func:`asdict`'s JSON. Raises ``CheckpointError`` for anything else."""
        # Checkpoints of before it was noted have no ``measured_by``.
        if {"measured_by", *state} != {each.name for each in fields(cls)}:
            raise CheckpointError(
                f"The state of method skillopt has keys {sorted(state)}; it is of another version."
            )
        return cls(**state)


@dataclass(frozen=True)
class StepFacts:
    """What an update has besides the optimizer's state. ``update`` of ``updates``; ``max_chars`` None: any length."""

    step: int
    updates: int
    teacher: Teacher
    evaluate: Evaluate
    folder: Path
    seed: int
    max_chars: int | None = None


class DocumentOptimizer:
    """Rollout is the caller's; reflect, aggregate, select, update and gate are here."""

    def __init__(self, config: SkillOptConfig, state: OptimizerState) -> None:
        self.config, self.state = config, state

    def begin(self, document: str, evaluate: Evaluate, folder: Path) -> None:
        """Start from a document: it is measured on the selection tasks."""
        state = self.state
        # The first document is the one to beat, and the best until another is.
        state.initial = state.document = state.best = document
        scores, _ = self._measured(document, evaluate, folder)
        state.score = state.best_score = self._score(scores)

    def measure_again(self, evaluate: Evaluate, folder: Path) -> None:
        """Measure both documents anew: scores on other tasks, or by another metric, do not compare."""
        state = self.state
        state.scores = {}
        scores, _ = self._measured(state.document, evaluate, folder / "current")
        best, _ = self._measured(state.best, evaluate, folder / "best")
        state.score, state.best_score = self._score(scores), self._score(best)

    def step(self, trials: Sequence[Trial], facts: StepFacts, *, is_last: bool = True) -> dict[str, Any]:
        """Reflect on trials; with ``is_last`` of an accumulation also aggregate, select, update and gate.

        Returns:
            The step's record, which is written to ``step_record.json`` in the folder.
        """
        setting = self._setting(facts)
        patches = stages.reflect(setting, trials, facts.seed)
        write_json(facts.folder / "rollout_results.json", [dict(trial.record) for trial in trials])
        raw = [
            {"patch": patch.record(setting.kind), "source_type": patch.source, "batch_size": patch.batch_size}
            for patch in patches
        ]
        write_json(facts.folder / "raw_patches.json", raw)
        # As JSON, because between two updates they are part of every checkpoint.
        self.state.pending += [asdict(patch) for patch in patches]
        # Of each trial only what budget and history need: transcripts would swell every checkpoint.
        self.state.tried += [[trial.id, trial.hard, trial.soft, trial.fault] for trial in trials]
        rollout = scores_of(trials)
        record: dict[str, Any] = {
            "step": facts.step,
            "rollout_n": len(trials),
            "rollout_hard": rollout.hard,
            "rollout_soft": rollout.soft,
            "n_failure_patches": sum(patch.source == "failure" for patch in patches),
            "n_success_patches": sum(patch.source == "success" for patch in patches),
        }
        record |= self._update(setting, facts) if is_last else {"action": "accumulate"}
        record |= {
            "current_score": self.state.score,
            "best_score": self.state.best_score,
            "best_step": self.state.best_step,
            "skill_len": len(self.state.document),
        }
        write_json(facts.folder / "step_record.json", record)
        return record

    def _setting(self, facts: StepFacts) -> Setting:
        state = self.state
        told = history_text(state.history)
        return Setting(facts.teacher, self.config, state.document, told, state.memory, facts.max_chars)

    def _update(self, setting: Setting, facts: StepFacts) -> dict[str, Any]:
        """From the patches that wait to the gate's decision."""
        state = self.state
        patches = [_patch(record) for record in state.pending]
        trials = [Trial(id, hard, soft, "", fault) for id, hard, soft, fault in state.tried]
        state.pending, state.tried = [], []
        # Aggregate, then select within the budget.
        merged = stages.aggregate(setting, patches)
        write_json(facts.folder / "merged_patch.json", merged.record(setting.kind))
        record: dict[str, Any] = {"n_edits_merged": len(merged.items)}
        budget, ranked, chosen_by = self._selected(setting, facts, merged, trials)
        record |= {"edit_budget": budget, "n_edits_ranked": len(ranked.items), "chosen_by": chosen_by}
        write_json(facts.folder / "ranked_patch.json", ranked.record(setting.kind))
        # Noted in the history all the same: the teacher is told that this step came to nothing.
        if not ranked.items:
            state.history.append(history_entry(facts.step, "no edits", trials, patches, None))
            return record | {"action": "skip_no_patches"}
        # Apply what was selected, and let the gate decide.
        candidate, reports = stages.update(setting, ranked)
        write_text(facts.folder / "candidate_skill.md", candidate)
        write_json(facts.folder / "edit_apply_report.json", reports)
        record |= {"candidate_skill_len": len(candidate), "candidate_hash": document_hash(candidate)}
        record["apply_report"] = _tally(reports)
        # Before the gate, which moves the score where it takes the candidate.
        before = state.score
        gated = self._gated(candidate, facts)
        note = history_entry(facts.step, gated["action"], trials, patches, (before, gated["candidate_gate_score"]))
        if gated["action"].startswith("reject"):
            # Shown to the teacher until the epoch ends, so that it does not propose them again.
            note["rejected_edits"] = [
                {key: value for key, value in item.items() if key not in _HIDDEN} for item in ranked.items
            ]
        state.history.append(note)
        return record | gated

    def _selected(
        self, setting: Setting, facts: StepFacts, merged: Patch, trials: Sequence[Trial]
    ) -> tuple[int | None, Patch, str]:
        """The budget (None: there is none), the items within it, and who chose."""
        config = self.config
        if not merged.items:
            return None, merged, "nothing to choose from"
        if config.update_mode == "full_rewrite":
            # Whole documents cannot be combined. The first is the one from failures that has the most support.
            return None, Patch((stages.failures_first(merged.items)[0],), merged.reasoning), "the first document"
        self.state.updates += 1
        budget = edit_budget(
            config.schedule, self.state.updates, facts.updates, config.edit_budget, config.min_edit_budget
        )
        if budget is None:
            budget = stages.choose_budget(setting, merged, scores_of(trials), len(trials))
        ranked, chosen_by = stages.select(setting, merged, budget)
        return budget, ranked, chosen_by

    def _gated(self, candidate: str, facts: StepFacts) -> dict[str, Any]:
        """Measure a candidate and take it, or not; the record of the decision, also in ``gate.json``."""
        state = self.state
        record: dict[str, Any] = {"gate_metric": self.config.gate_metric, "hash": document_hash(candidate)}
        # An actor would be shown the beginning alone, and the gate would judge a text that nobody wrote.
        if not fits(candidate, facts.max_chars):
            record |= {"action": "reject_too_long", "candidate_gate_score": 0.0, "chars": actor_chars(candidate)}
        else:
            scores, is_cached = self._measured(candidate, facts.evaluate, facts.folder / "selection_eval")
            score = self._score(scores)
            action = decide(score, state.score, state.best_score)
            record |= {"selection_hard": scores.hard, "selection_soft": scores.soft, "cached": is_cached}
            record |= {"candidate_gate_score": score, "score_before": state.score, "best_before": state.best_score}
            record["action"] = action if self.config.use_gate else "force_accept"
            # Apart from the decision: without a gate a worse document may be in force, and the best one stays.
            if score > state.best_score:
                state.best, state.best_score, state.best_step = candidate, score, facts.step
            if action != "reject" or not self.config.use_gate:
                state.document, state.score = candidate, score
        write_json(facts.folder / "gate.json", record)
        return record

    def _measured(self, document: str, evaluate: Evaluate, folder: Path) -> tuple[Scores, bool]:
        """Scores on the selection tasks, and whether they were known already."""
        name = document_hash(document)
        # A text that comes up again, such as one that was refused before, costs no episodes.
        if name in self.state.scores:
            return Scores(*self.state.scores[name]), True
        trials = evaluate(document)
        scores = scores_of(trials)
        self.state.scores[name] = list(scores)
        write_json(folder / "results.json", [dict(trial.record) for trial in trials])
        write_json(folder / "summary.json", {"hard": scores.hard, "soft": scores.soft, "n": len(trials)})
        return scores, False

    def _score(self, scores: Scores) -> float:
        return gate_score(scores, self.config.gate_metric, self.config.gate_mixed_weight)

    def end_epoch(
        self, epoch: int, facts: StepFacts, play: Callable[[str, str], tuple[Sequence[Trial], Sequence[Trial]]]
    ) -> dict[str, Any]:
        """Slow update and meta skill, from the second epoch on; then the epoch is forgotten.

        Args:
            play: the same training tasks with the document of the epoch before, and with the present one.
        """
        state, config, record = self.state, self.config, {"epoch": epoch, "step": facts.step}
        # Before the slow update writes its guidance: the next comparison is with what the epoch's edits came to.
        before, state.epoch_end = state.epoch_end, state.document
        if before is not None and (config.slow_update or config.meta_skill):
            pairs = stages.pairs_of(*play(before, state.document))
            record["pairs"] = stages.counts(pairs)
            write_json(facts.folder / "comparison_pairs.json", [pair.record() for pair in pairs])
            setting = self._setting(facts)
            if config.slow_update:
                record |= self._slow_update(setting, before, pairs, facts)
            if config.meta_skill:
                state.memory = stages.ask_memory(setting, before, pairs)
                write_text(facts.folder / "meta_skill.md", state.memory)
        # After both questions, which are shown the epoch's rejected edits.
        state.history = []
        write_json(facts.folder / "epoch_record.json", record)
        return record

    def _slow_update(
        self, setting: Setting, before: str, pairs: Sequence[stages.Pair], facts: StepFacts
    ) -> dict[str, Any]:
        """New guidance in the protected block: through the gate, or at once; at once, the best document stays."""
        guidance = stages.ask_guidance(setting, before, pairs)
        if not guidance:
            return {"slow_action": "no_content"}
        candidate = with_guidance(self.state.document, guidance)
        write_text(facts.folder / "candidate_skill.md", candidate)
        # The paper gates guidance as it gates edits; the released code takes it at once.
        if self.config.slow_update_gate:
            gated = self._gated(candidate, facts)
            return {f"slow_{key}": value for key, value in gated.items()}
        if not fits(candidate, facts.max_chars):
            return {"slow_action": "reject_too_long"}
        self.state.document = candidate  # its score is taken to be that of the document it was added to
        return {"slow_action": "force_accept"}

    def finish(self, facts: StepFacts) -> None:
        """Measure the document a run ends with, unless that was done: guidance taken at once may make it the best."""
        state = self.state
        scores, _ = self._measured(state.document, facts.evaluate, facts.folder)
        state.score = self._score(scores)
        if state.score > state.best_score:
            state.best, state.best_score, state.best_step = state.document, state.score, facts.step


def actor_chars(document: str) -> int:
    """Characters of a document as an actor reads it: on one line."""
    return len(neutralise(shown(document), len(document)))


def fits(document: str, most: int | None) -> bool:
    """Whether an actor reads all of it, of at most so many characters; None: of any number."""
    return most is None or actor_chars(document) <= most


def _patch(record: Mapping[str, Any]) -> Patch:
    return Patch(**{**record, "items": tuple(record["items"]), "patterns": tuple(record["patterns"])})


def _tally(reports: Sequence[Mapping[str, Any]]) -> dict[str, int]:
    applied = sum(report["status"].startswith("applied") for report in reports)
    return {"total": len(reports), "applied": applied, "skipped": len(reports) - applied}


def write_json(path: Path, value: Any) -> None:
    """Indented JSON; folders are made. Raises ``StorageError``."""
    write_text(path, json.dumps(value, ensure_ascii=False, indent=2) + "\n")


def write_text(path: Path, text: str) -> None:
    """A UTF-8 file; folders are made. Raises ``StorageError``."""
    # In place, not by a rename: a step that was cut off is done again, and writes all of its files again.
    with written(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        # A model's text may hold lone surrogates, which have no UTF-8.
        path.write_text(storable(text), encoding="utf-8", newline="\n")


def history_entry(
    step: int, action: str, trials: Sequence[Trial], patches: Sequence[Patch], scores: tuple[float, float] | None
) -> dict[str, Any]:
    """What the teacher is told of one step. ``scores``: of the document and of the candidate, None without one."""
    failures = [trial for trial in trials if not trial.hard]
    # The teacher's own words, else the faults counted, without what differs between episodes behind a colon.
    said = [text for patch in patches for text in patch.patterns]
    counted = Counter(trial.fault.partition(":")[0] for trial in failures)
    patterns = said or [f"{fault or 'failure'} ({count})" for fault, count in sorted(counted.items())]
    note: dict[str, Any] = {"step": step, "action": action, "n_fail": len(failures), "n_total": len(trials)}
    note["failure_patterns"] = patterns
    if scores is not None:
        note |= {"score_before": scores[0], "score_after": scores[1]}
    return note


def history_text(entries: Sequence[Mapping[str, Any]]) -> str:
    """The entries as text; "" of none."""
    lines = []
    for note in entries:
        lines.append(f"Step {note['step']}: {note['action']}, {note['n_fail']} of {note['n_total']} tasks failed")
        lines += [f"  seen: {pattern}" for pattern in note["failure_patterns"]]
        if note.get("rejected_edits"):
            lines.append(f"  rejected (score {note['score_before']:.3f} → {note['score_after']:.3f}):")
            lines += [f"    {stages.worded(item)}" for item in note["rejected_edits"]]
    return "\n".join(lines)
