"""verl's synchronous trainer as parts that our own loop drives: play a step's episodes, update, publish the weights."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import numpy as np
import ray
import transfer_queue as tq
from verl.trainer.ppo.v1.agent_loop_tq import AgentLoopManagerTQ
from verl.trainer.ppo.v1.replay_buffer import ReplayBuffer
from verl.trainer.ppo.v1.trainer_sync import PPOTrainerSync
from verl.utils import tensordict_utils as tu

from skill1.config import Skill1Config
from skill1.errors import TrainingError, quoted
from skill1.run.directory import SHARDS_FOLDER
from skill1.schema import Episode, TokenSample
from skill1.train.learner import UpdateLog
from skill1.train.verl.limits import Progress, finish_sync, unwritten, within
from skill1.train.verl.loss import perf_metrics, require_agreement, step_loss, update_metrics
from skill1.train.verl.policy import cause
from skill1.train.verl.rows import arranged, padding, read_episode, training_row
from skill1.train.verl.settings import dtype
from skill1.train.verl.weights import merge_folder, round_folder

POLL_S = 0.2  # between looks at whether all episodes of a step are there
# Partitions of the transfer queue; verl's agent processes write to the first two.
PLAYED, VALIDATED, TRAINED = "train", "val", "update"


class EpisodeBuffer(ReplayBuffer):
    """Waits for the episodes of a step. verl's own would wait for ever for those of an agent process that died."""

    agent_processes: Sequence = ()
    progress: Progress

    def _sync_metadata_from_transfer_queue(self) -> None:
        self._asked("A look at the transfer queue", super()._sync_metadata_from_transfer_queue)

    def _materialize_batch(self, *given, **named):
        return self._asked(
            "Taking rows from the transfer queue", partial(super()._materialize_batch, *given, **named)
        )

    def _asked(self, what: str, call):
        return within(self.progress.timeout_s, f"Step {self.progress.step}: {what}", call)

    def _wait_for_next_poll(self, partition_id: str, last_debug_time: float) -> float:
        pings = [process.__ray_ready__.remote() for process in self.agent_processes]
        ray.get(ray.wait(pings, num_returns=len(pings), timeout=0)[0])  # raises for a dead one
        if self.progress.is_due():
            rows = self._asked("Counting the rows in the transfer queue", partial(tq.kv_list, partition_id))
            self.progress.note(len(rows.get(partition_id, {})))
        return super()._wait_for_next_poll(partition_id, last_debug_time)


class ClusterTrainer(PPOTrainerSync):
    """Workers, servers and agent processes. ``init`` starts them; steps count from 1.

    verl's own ``fit`` is not used: tasks, credit, rows and checkpoints are those of :mod:`skill1.train.step`.
    """

    def __init__(self, settings, config: Skill1Config, *, start: Path | None, start_step: int) -> None:
        super().__init__(settings)
        self._own, self._start, self._start_step = config, start, start_step
        # Update without entropies where they would keep rows over the vocabulary for the backward pass.
        is_fused = settings.actor_rollout_ref.model.use_fused_kernels
        self._has_entropy = bool(is_fused or config.loss.entropy_coefficient)
        self._adapters_shown = False
        self.rate: float | None = None  # of the next update, by verl's schedule; None: it has told none yet
        self.timings: dict[str, float] = {}  # seconds of the step's parts, by metric
        # verl's own `fit` sets these; the parts of it that are called here read them.
        self.curr_step_profile, self.timing_raw = False, {}

    def _build_replay_buffer(self) -> ReplayBuffer:
        sampler = self.config.trainer.v1.sampler
        # With the arguments that verl gives its own, and a shorter poll.
        return EpisodeBuffer(
            trainer_mode="sync",
            trainer_config=self.config.trainer.v1.get("sync", {}),
            max_off_policy_threshold=sampler.max_off_policy_threshold,
            max_off_policy_strategy=sampler.max_off_policy_strategy,
            sampler_kwargs=sampler.sampler_kwargs,
            poll_interval=POLL_S,
        )

    def _init_dataloader(self) -> None:
        """There is none: the loop names each step's tasks. Only the length of the schedule has to be known."""
        self.total_training_steps = self._own.train.steps
        self.config.actor_rollout_ref.actor.optim.total_training_steps = self._own.train.steps

    def _load_checkpoint(self) -> None:
        self.global_steps = self._start_step
        # Without a checkpoint the workers have loaded ``model.path`` by themselves.
        if self._start is not None:
            self.actor_rollout_wg.load_checkpoint(local_path=str(self._start / SHARDS_FOLDER))

    def on_init_end(self) -> None:
        """Hand the workers our loss, the servers the weights, and start the agent processes."""
        cap = self._own.cluster.ratio_cap
        # Such texts wait for their credit (`realised_delay`), while the weights move on.
        late = ("distill",) if self._own.credit.distillation == "realised" else ()
        self.actor_rollout_wg.set_loss_fn(partial(step_loss, loss=self._own.loss, ratio_cap=cap, late_stages=late))
        # Also in a new run: without adapters the servers start with random weights (``load_format`` dummy).
        self._sync()
        self.agent_loop_manager = AgentLoopManagerTQ.create(
            config=self.config,
            llm_client=self.get_llm_client(),
            teacher_client=None,
            reward_loop_worker_handles=self.get_reward_handles(),
        )
        self.replay_buffer.agent_processes = self.agent_loop_manager.agent_loop_workers

    def play(self, step: int, indices: Sequence[int]) -> list[Episode]:
        """G episodes of each task, named by its place in the split, in (task, rollout) order.

        Raises:
            TrainingError: an episode failed, and not by its environment.
        """
        self.global_steps = step
        # What this step does not do must not keep the time of the step before.
        self.timings.clear()
        self._submit(PLAYED, step, indices)
        return self._gathered(PLAYED, step, len(indices), self.config.actor_rollout_ref.rollout.n)

    def begin_validation(self, step: int, indices: Sequence[int]) -> None:
        """An episode of each task of the validation split begins; the servers have the weights after ``step``."""
        self._submit(VALIDATED, step, indices)
        self._validating = step, len(indices)

    def validated(self) -> list[Episode]:
        """Wait for the episodes of the validation that was begun; in the order of their tasks. Raises as ``play``."""
        return self._gathered(VALIDATED, *self._validating, 1)

    def _submit(self, partition: str, step: int, indices: Sequence[int]) -> None:
        """Hand tasks to the agent processes, which play them without being waited for."""
        is_validation = partition == VALIDATED
        prompts = {
            "uid": [f"{'v' if is_validation else 's'}{step}t{position}" for position in range(len(indices))],
            "index": list(indices),
            "position": list(range(len(indices))),
            "is_validation": [is_validation] * len(indices),
        }
        # As objects: from an array of numbers or texts each item would come out as numpy's own kind.
        batch = tu.get_tensordict({name: np.array(values, dtype=object) for name, values in prompts.items()})
        tu.assign_non_tensor_data(batch, "global_steps", step)
        if is_validation:  # verl's own word, by which its agent processes choose the partition
            tu.assign_non_tensor_data(batch, "validate", True)
        # By these tags verl's buffer tells what is still under way.
        tags = [{"is_prompt": True, "status": "pending", "global_steps": step}] * len(indices)

        def hand_over() -> None:
            tq.kv_batch_put(keys=prompts["uid"], partition_id=partition, tags=tags)
            # Waits for each process to take its share: one whose environment hangs in it takes none.
            self.agent_loop_manager.generate_sequences(batch)

        within(self._own.cluster.stall_timeout_s, f"Step {step}: handing tasks to the agent processes", hand_over)

    def _gathered(self, partition: str, step: int, tasks: int, of_each: int) -> list[Episode]:
        """Wait for the episodes of so many tasks, take them out of the queue."""
        expected = tasks * of_each
        self.replay_buffer.progress = Progress(step, expected, self._own.cluster.stall_timeout_s)
        try:
            played, _ = self.replay_buffer.sample(global_steps=step, partition_id=partition, batch_size=tasks)
            wanted = ["prompts", "responses", "rollout_log_probs", "extra_fields"]
            rows = tq.kv_batch_get(keys=played.keys, partition_id=partition, select_fields=wanted)
            # At once: the queue has room for the rows of one step (``storage_rows``).
            tq.kv_clear(keys=played.keys, partition_id=partition)
        except RuntimeError as error:  # also a lost part of the queue's store
            raise TrainingError(
                f"Step {step}: {error}. See /tmp/ray/session_latest/logs. The last whole checkpoint is untouched: type "
                "the command with --resume."
            ) from error
        episodes = _episodes(played.keys, rows, Path(self.config.trainer.default_local_dir).parent)
        if len(episodes) != expected:
            raise TrainingError(
                f"Step {step}: verl returned {len(episodes)} of {expected} episodes. The last whole checkpoint is "
                "untouched: type the command with --resume."
            )
        return episodes

    def rest(self) -> None:
        """The servers drop weights and cache; ``publish`` wakes them."""
        with self._timed("time/sleep_s"):
            self.on_sample_end()

    def update(
        self, samples: Sequence[TokenSample], mini_batches: int, rate: float, pad_id: int
    ) -> dict[str, float]:
        """One training step on the samples; returns the metrics of the local learner, ``rate`` among them."""
        ranks = max(self.actor_rollout_wg._query_dispatch_info("actor")) + 1  # of each worker its own, from 0
        rows, updates = arranged(samples, mini_batches, ranks, pad_id)
        # A step may train nothing: all of its groups were alike, or only the library learns yet.
        if not updates:
            return UpdateLog().metrics(rate, 0)
        batch = tq.kv_batch_put(
            keys=[f"s{self.global_steps}r{number}" for number in range(len(rows))],
            partition_id=TRAINED,
            fields=_stacked([training_row(row) for row in rows]),
            tags=[{"seq_len": len(row.ids)} for row in rows],
        )
        temperature = {"temperature": self.config.actor_rollout_ref.rollout.temperature}
        batch.extra_info.update(temperature)
        batch.fields = None  # every column: those noted so far lack the reference's log-probs
        if self.use_reference_policy:
            with self._timed("time/reference_s"):
                self._show_adapters(ranks, pad_id)
                self._compute_ref_log_prob(batch, {})
        # verl's own trainer sends the size of a mini-batch. The number will do, for `arranged` makes all of one size.
        batch.extra_info = temperature | {
            "calculate_entropy": self._has_entropy,
            "num_mini_batch": updates,
            "epochs": 1,
            "seed": 0,
            "dataloader_kwargs": {"shuffle": False},
        }
        with self._timed("time/optimise_s"):
            output = self.actor_rollout_wg.update_actor(batch)["metrics"]
        tq.kv_clear(keys=batch.keys, partition_id=TRAINED)
        if not np.isfinite(output["grad_norm"]).all():  # verl left the update out and only printed a line
            raise TrainingError(
                f"Step {self.global_steps}: a gradient norm is not a number ({output['grad_norm']}). The last "
                "checkpoint is untouched. Lower --train.learning_rate, or look at the episodes of this step."
            )
        self.rate = float(output["lr"][-1])
        metrics = update_metrics(output, rate, sum(len(sample.ids) for sample in samples)) | perf_metrics(output)
        # Only the update tells the gap. Its weights are neither published nor saved by now.
        require_agreement(metrics, self._own.cluster.logprob_gap_limit, self.global_steps)
        return metrics

    def _show_adapters(self, ranks: int, pad_id: int) -> None:
        """Before the first reference pass of a process, a short one with the adapters in it.

        FSDP2 notes in its first pass which weights are trained, and in which precision they are kept. verl's reference
        pass switches the adapters off: it would find none, and later refuse their bfloat16 gradients.
        """
        if not self.ref_in_actor or self._adapters_shown:
            return
        self._adapters_shown = True
        batch = tq.kv_batch_put(
            keys=[f"adapters{rank}" for rank in range(ranks)],
            partition_id=TRAINED,
            fields=_stacked([training_row(padding(pad_id))] * ranks),
            tags=[{"seq_len": 2}] * ranks,
        )
        batch.fields = None
        temperature = self.config.actor_rollout_ref.rollout.temperature
        batch.extra_info = {"calculate_entropy": False, "compute_loss": False, "temperature": temperature}
        self.actor_rollout_wg.compute_log_prob(batch)
        tq.kv_clear(keys=batch.keys, partition_id=TRAINED)

    @contextmanager
    def _timed(self, name: str) -> Iterator[None]:
        started = time.perf_counter()
        yield
        self.timings[name] = time.perf_counter() - started

    def publish(self) -> None:
        """The servers take the new weights, and stamp answers with the step."""
        with self._timed("time/sync_s"):
            self._sync()

    def _sync(self) -> None:
        """As verl's own ``on_step_end``, which waits for ever when a server is lost in it."""
        # naive: trainer and server of a rank share its GPU, so weights pass from one to the other within the machine.
        pending = self.actor_rollout_wg.update_weights(global_steps=self.global_steps, mode="naive")
        finish_sync(
            pending,
            self.llm_server_manager.get_addresses(),
            step=self.global_steps,
            timeout_s=self._own.cluster.stall_timeout_s,
        )

    def save(self, folder: Path) -> None:
        """Weights as a Hugging Face folder, and in ``verl/`` what each rank needs to resume.

        Raises:
            OSError: a rank could not write, or was so slow that the others gave it up.
        """
        shards = folder / SHARDS_FOLDER
        try:
            self.actor_rollout_wg.save_checkpoint(str(shards), None, self.global_steps, None)
        except ray.exceptions.RayTaskError as error:
            raise OSError(unwritten(cause(error))) from error
        # Up to where readers expect a model: a checkpoint is an ordinary Hugging Face folder.
        for file in (shards / "huggingface").iterdir():
            file.rename(folder / file.name)
        (shards / "huggingface").rmdir()
        model = self.config.actor_rollout_ref.model
        # Before the weights are rounded: a change as small as the adapters' would be lost in it.
        if model.lora_rank:
            merge_folder(folder, model.lora_alpha / model.lora_rank)
        if dtype(self._own) == "bfloat16":  # verl writes its float32 weights; the servers generate with these
            round_folder(folder)


def _stacked(rows: Sequence[Mapping]):
    import torch
    from tensordict import TensorDict

    # Jagged: rows of all lengths in one tensor, without padding.
    columns = {
        name: torch.nested.as_nested_tensor([row[name] for row in rows], layout=torch.jagged) for name in rows[0]
    }
    return TensorDict(columns, batch_size=len(rows))


def _episodes(keys: Sequence[str], rows, run_dir: Path) -> list[Episode]:
    """Rows, one a segment and named uid_rollout_segment, to episodes in (task, rollout) order."""
    names = ("prompts", "responses", "rollout_log_probs")
    columns = zip(*([tuple(row.tolist()) for row in rows[name].unbind()] for name in names), strict=True)
    found: dict[str, dict[int, tuple[tuple, dict]]] = {}
    for key, tokens, extra in zip(keys, columns, rows["extra_fields"], strict=True):
        # What is no tensor may come out of the queue in a wrapper.
        extra = getattr(extra, "data", extra)
        if "failure" in extra:
            raise TrainingError(
                f"An episode failed: {extra['failure']}\nThe last whole checkpoint is untouched. Type: skill1 train "
                f"--run-dir {quoted(run_dir)} --resume"
            )
        episode, number = key.rsplit("_", 1)
        found.setdefault(episode, {})[int(number)] = tokens, extra
    episodes = [
        # A row without a stage is that of an episode without segments.
        read_episode(parts[0][1]["episode"], [parts[i][0] for i in sorted(parts) if "stage" in parts[i][1]])
        for parts in found.values()
    ]
    return sorted(episodes, key=lambda episode: (episode.key.task, episode.key.rollout))
