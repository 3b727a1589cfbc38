"""SkillOpt in the training loop: a step's episodes are reflected on, the library's one skill is the document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from skill1.config import Skill1Config
from skill1.library import Library
from skill1.library.curation_plan import Curation
from skill1.methods.skillopt.edits import document_hash
from skill1.methods.skillopt.format import document_of, skill_of
from skill1.methods.skillopt.optimizer import DocumentOptimizer, OptimizerState, StepFacts, write_text
from skill1.methods.skillopt.page import START as FIRST_DOCUMENT
from skill1.methods.skillopt.split import TaskSplit, open_split
from skill1.methods.skillopt.trial import Trial, trial_of, tried
from skill1.methods.teacher.writer import WriteFacts
from skill1.policy.random import generator
from skill1.run.metric_guide import Metric
from skill1.schema import Skill, Task

_CANDIDATE, _INITIAL, _BEFORE, _NOW, _GUIDANCE, _LAST = range(6)  # purposes of episodes: their randomness is apart
_SAMPLES = 211  # stream of the draw of slow-update tasks


METRICS = (
    Metric(
        ("skillopt/score",),
        "Gate score of the present document.",
        "Rises in steps; unchanged: every candidate is rejected.",
    ),
    Metric(("skillopt/best_score",), "Gate score of the best document so far.", "Never falls."),
    Metric(
        ("skillopt/candidate_score",),
        "Gate score of this step's candidate, if there is one.",
        "Often 0: candidates exceed `agent.max_skill_chars`.",
    ),
    Metric(
        ("skillopt/accepted", "skillopt/rejected"),
        "1 if the gate accepted (or rejected) a candidate in this step, else 0.",
        "Accepted in most steps: too few selection tasks.",
    ),
    Metric(
        ("skillopt/edits",),
        "Edits applied to the candidate.",
        "Below the budget: the texts to be edited are not found.",
    ),
    Metric(("skillopt/edit_budget",), "Edits allowed in this update, if there is one.", "As scheduled."),
    Metric(
        ("skillopt/chars",),
        "Length of the present document.",
        "Grows, then settles. At `agent.max_skill_chars` nothing more fits.",
    ),
)


class DocumentWriter:
    """Satisfies :class:`skill1.methods.teacher.writer.Writer`.

    An epoch is an equal part of the run's steps, an update takes ``skillopt.accumulation`` of them. At the last step
    the library gets the best document there ever was.
    """

    def __init__(self, config: Skill1Config) -> None:
        self._config, selection = config, config.skillopt.selection_split
        self.splits = () if selection is None else (selection,)
        self._optimizer = DocumentOptimizer(config.skillopt, OptimizerState())
        self._split: TaskSplit | None = None

    def state(self) -> Mapping[str, Any]:
        return asdict(self._optimizer.state)

    def restore(self, state: Mapping[str, Any]) -> None:
        self._optimizer.state = OptimizerState.of(state)

    def write(self, facts: WriteFacts) -> Mapping[str, float]:
        optimizer, folder = self._optimizer, facts.folder / f"step_{facts.step:04d}"
        split = self._opened_split(facts)
        # The first step of a run. A resumed one has its score from the checkpoint.
        if optimizer.state.score is None:
            initial = document_of(facts.library.skills())
            write_text(facts.folder / "start" / FIRST_DOCUMENT, initial)
            optimizer.begin(
                initial, lambda d: self._tried(facts, d, split.selection, _INITIAL), facts.folder / "start"
            )
        else:
            self._catch_up(facts.library.skills())
        self._keep_measure(facts, split)
        # A gate's tasks may be a drawn part of those that training plays. What they show must not shape an edit.
        trials = [trial_of(episode) for episode in facts.episodes if episode.task.id in split.train]
        step = self._facts(facts, folder, split, _CANDIDATE)
        record = optimizer.step(trials, step, is_last=self._is_update(facts))
        # After the step's update, whose document is the one that the epoch ends with.
        epoch = self._ended_epoch(facts)
        if epoch:
            self._end_epoch(epoch, facts, split)
        # Before the library gets its last document: the one in force may turn out to be the best.
        if facts.step == facts.steps:
            optimizer.finish(self._facts(facts, facts.folder / "final_selection_eval", split, _LAST))
        self._publish(facts)
        return self._metrics(record)

    def _keep_measure(self, facts: WriteFacts, split: TaskSplit) -> None:
        """A fork may be set to other selection tasks or another metric: its candidates meet scores of the same kind."""
        own, state = self._config.skillopt, self._optimizer.state
        metric = [own.gate_metric, own.gate_mixed_weight]
        measure = document_hash(repr([self._config.env.name, *metric, *(task.id for task in split.selection)]))
        if state.measured_by not in ("", measure):
            folder = facts.folder / "measured_again"
            self._optimizer.measure_again(lambda d: self._tried(facts, d, split.selection, _INITIAL), folder)
        state.measured_by = measure

    def _opened_split(self, facts: WriteFacts) -> TaskSplit:
        if self._split is None:
            config = self._config
            # Once a process. A draw follows from the seed, so a resumed run gets the same parts.
            self._split = open_split(
                config.skillopt, facts.tasks, config.env.train_split, config.seed, facts.folder
            )
        return self._split

    def _is_update(self, facts: WriteFacts) -> bool:
        return facts.step % self._config.skillopt.accumulation == 0 or facts.step == facts.steps

    def _facts(self, facts: WriteFacts, folder: Path, split: TaskSplit, purpose: int) -> StepFacts:
        return StepFacts(
            step=facts.step,
            # Rounded up: the last step makes an update, too, of however few steps.
            updates=-(-facts.steps // self._config.skillopt.accumulation),
            teacher=facts.teacher,
            evaluate=lambda document: self._tried(facts, document, split.selection, purpose),
            folder=folder,
            seed=self._config.seed + facts.step,
            max_chars=self._config.agent.max_skill_chars,
        )

    def _ended_epoch(self, facts: WriteFacts) -> int:
        """The epoch that ends with this step, from 1; 0: none does."""
        # With more epochs than steps two would end at once.
        epochs = min(self._config.skillopt.epochs, facts.steps)
        ends = [round(number * facts.steps / epochs) for number in range(1, epochs + 1)]
        return ends.index(facts.step) + 1 if facts.step in ends else 0

    def _end_epoch(self, epoch: int, facts: WriteFacts, split: TaskSplit) -> None:
        tasks = self._sampled(facts, split, epoch)

        def play(before: str, now: str) -> tuple[list[Trial], list[Trial]]:
            return self._tried(facts, before, tasks, _BEFORE), self._tried(facts, now, tasks, _NOW)

        # A folder of its own: the files of its candidate and gate have the names of a step's.
        folder = facts.folder / "epochs" / f"epoch_{epoch:02d}"
        self._optimizer.end_epoch(epoch, self._facts(facts, folder, split, _GUIDANCE), play)

    def _sampled(self, facts: WriteFacts, split: TaskSplit, epoch: int) -> list[Task]:
        """Training tasks of an epoch's comparison, without repetition."""
        tasks = [task for task in facts.tasks(self._config.env.train_split) if task.id in split.train]
        count = min(len(tasks), self._config.skillopt.slow_update_samples)
        # By seed and epoch, so that a resumed run compares the same tasks.
        places = generator(self._config.seed, epoch, _SAMPLES).choice(len(tasks), count, replace=False)
        return [tasks[place] for place in places]

    def _tried(self, facts: WriteFacts, document: str, tasks: Sequence[Task], purpose: int) -> list[Trial]:
        # An empty document is no skill, so its tasks are played without any.
        skill = self._skill(document, facts.step)
        played = facts.play(tasks, [skill] if skill else [], purpose)
        return [trial_of(episode) for episode in tried(played)]

    def _skill(self, document: str, step: int) -> Skill | None:
        config = self._config
        limit, as_pairs = config.agent.max_skill_chars, config.agent.profile == "compact"
        return skill_of(document, step, env=config.env.name, max_chars=limit, as_pairs=as_pairs)

    def _catch_up(self, held: Sequence[Skill]) -> None:
        """A fork of a finished run has played the best document, which that run left in the library: go on from it."""
        state = self._optimizer.state
        if not self._is_of(held, state.document) and self._is_of(held, state.best):
            state.document, state.score = state.best, state.best_score

    def _is_of(self, held: Sequence[Skill], document: str) -> bool:
        """Whether a library's skills are a document; ``extra`` holds its text."""
        skill = self._skill(document, 0)
        return [each.extra for each in held] == ([skill.extra] if skill else [])

    def _publish(self, facts: WriteFacts) -> None:
        """Bring the library to the present document, or at the end to the best; the old skill is merged into it."""
        state = self._optimizer.state
        document = state.best if facts.step == facts.steps else state.document
        write_text(facts.folder / "best_skill.md", state.best)
        write_text(facts.folder / "current_skill.md", document)
        held = facts.library.skills()
        new = self._skill(document, facts.step)
        if new is None:
            retired = [
                Curation("retire", skill.id, by="skillopt", reason="the document is empty") for skill in held
            ]
            facts.library.curate(retired, step=facts.step)
        # A document that did not change stays the skill it is, with its counts.
        elif not self._is_of(held, document):
            _replace(facts.library, held, new, facts.step)

    def _metrics(self, record: Mapping[str, Any]) -> dict[str, float]:
        state, action = self._optimizer.state, record["action"]
        figures = {
            "skillopt/score": state.score,
            "skillopt/best_score": state.best_score,
            "skillopt/chars": float(len(state.document)),
            # Of accept, accept_new_best and force_accept.
            "skillopt/accepted": float("accept" in action),
            "skillopt/rejected": float(action.startswith("reject")),
            "skillopt/edits": float(record.get("apply_report", {}).get("applied", 0)),
        }
        if record.get("edit_budget") is not None:
            figures["skillopt/edit_budget"] = float(record["edit_budget"])
        if "candidate_gate_score" in record:
            figures["skillopt/candidate_score"] = record["candidate_gate_score"]
        return figures


def _replace(library: Library, held: Sequence[Skill], new: Skill, step: int) -> None:
    """The new skill in place of all active ones, with the utility of the first."""
    if held:
        # With a source of its own, by which totals tell it from an edit, whose counts came along (`COUNTED_ONCE`).
        source = f"skillopt, after {held[0].id}"
        new = replace(new, utility=held[0].utility, parents=tuple(s.id for s in held), source_episode=source)
    # Merged, not retired: whoever follows an old id finds the document of today.
    gone = [replace(skill, status="merged", merged_into=new.id) for skill in held]
    library.add_skills([new], step=step, kind="added", changed=gone)
