"""Training steps of TRL's ``GRPOTrainer`` over recorded rows. A child of ``bench/trl_step.py``; as of TRL 1.16.

Its generation is TRL's own, turn by turn with the recorded prompts, as its loop over tool calls asks: as many tokens as
the longest recorded answer of a turn. What is trained on are the recorded rows with given advantages, so that its loss
is that of ours. A step is one update; its learning rate is 0, so every step does the same.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

from serving import Bench

os.environ |= {"TRL_EXPERIMENTAL_SILENCE": "1", "HF_DATASETS_OFFLINE": "1"}
MOST_STEPS = 10_000  # the bench ends it earlier


def main() -> None:
    with Bench() as bench:
        import torch
        import transformers
        import trl

        job = bench.job
        torch.set_num_threads(job["threads"])
        trainer = trainer_of(job, bench)
        versions = {"version": trl.__version__, "transformers": transformers.__version__}
        bench.answer(**versions, threads=torch.get_num_threads(), loss_type=trainer.args.loss_type)
        if bench.wants_more():
            trainer.train()


def trainer_of(job, bench: Bench):
    """A trainer that makes one step whenever it is asked."""
    import torch
    from datasets import Dataset
    from transformers import AutoTokenizer, TrainerCallback
    from trl import GRPOTrainer

    rows, rollout = job["rows"], Rollout(job)

    class Given(GRPOTrainer):
        """With the advantages of the job, one for each token of a completion; its own are computed and dropped."""

        def _generate_and_score_completions(self, inputs):
            output = super()._generate_and_score_completions(inputs)
            width = output["completion_ids"].shape[1]
            advantages = [row["advantages"] + [0.0] * (width - len(row["advantages"])) for row in rows]
            return output | {"advantages": torch.tensor(advantages)}

    class Steps(TrainerCallback):
        """Tells what each step took, and waits for the next request."""

        def on_step_begin(self, args, state, control, **_):
            self.start = time.perf_counter()

        def on_step_end(self, args, state, control, **_):
            self.seconds = time.perf_counter() - self.start

        def on_log(self, args, state, control, logs=None, **_):
            if "grad_norm" not in (logs or {}):
                return  # the summary at the end
            figures = {"loss": logs["loss"], "gradient_norm": logs["grad_norm"]}
            bench.answer(
                seconds=self.seconds, generation_s=rollout.seconds, generated=rollout.generated, **figures
            )
            control.should_training_stop = not bench.wants_more()

    return Given(
        model=job["model"],
        reward_funcs=lambda completions, **_: [0.0] * len(completions),
        args=arguments(job),
        train_dataset=Dataset.from_list([{"prompt": "recorded"}] * 64),
        processing_class=AutoTokenizer.from_pretrained(job["model"]),
        rollout_func=rollout,
        callbacks=[Steps()],
    )


def arguments(job):
    """Ours, in TRL's words. Where ours computes in bfloat16, so does this (autocast, if its weights are float32)."""
    from trl import GRPOConfig

    rows, micro = len(job["rows"]), job["micro_rows"]
    return GRPOConfig(
        output_dir=str(Path.cwd() / "output"),
        use_cpu=True,
        model_init_kwargs={"dtype": job["weights"]},
        bf16=job["dtype"] == "bfloat16",
        per_device_train_batch_size=micro,
        gradient_accumulation_steps=rows // micro,
        num_generations=rows,
        max_completion_length=max(len(row["completion"]) for row in job["rows"]),
        temperature=job["temperature"],
        beta=job["kl_coefficient"],
        epsilon=job["clip_low"],
        epsilon_high=job["clip_high"],
        loss_type="grpo",
        learning_rate=0.0,
        lr_scheduler_type="constant",
        weight_decay=job["weight_decay"],
        max_grad_norm=job["max_grad_norm"],
        adam_beta2=0.95,
        gradient_checkpointing=job["gradient_checkpointing"],
        max_steps=MOST_STEPS,
        logging_steps=1,
        save_strategy="no",
        report_to="none",
        disable_tqdm=True,
        dataloader_pin_memory=False,
        seed=0,
    )


class Rollout:
    """TRL's ``rollout_func``: generates as TRL does and gives back the recorded rows. ``seconds``: of the last time."""

    def __init__(self, job) -> None:
        self._job, self.seconds, self.generated = job, 0.0, 0

    def __call__(self, prompts, trainer):
        rows = self._job["rows"]
        if len(prompts) != len(rows):
            raise RuntimeError(f"TRL asks for {len(prompts)} completions; expected {len(rows)}")
        start = time.perf_counter()
        self.generated = sum(answered(trainer, calls) for calls in self._job["turns"])
        self.seconds = time.perf_counter() - start
        columns = {"prompt_ids": "prompt", "completion_ids": "completion", "env_mask": "mask"}
        return {name: [row[key] for row in rows] for name, key in columns.items()} | {"logprobs": None}


def answered(trainer, calls) -> int:
    """Tokens that are wanted of a turn; all its calls generate as many as the longest, as in any batch of TRL's."""
    longest = max(call["new"] for call in calls)
    trainer.generation_config.max_new_tokens = trainer.generation_config.min_new_tokens = longest
    answers, _ = trainer._generate_single_turn([call["prompt"] for call in calls], None, {}, 1)
    if [len(ids) for ids in answers] != [longest] * len(calls):
        raise RuntimeError("TRL generated other numbers of tokens than asked for")
    return sum(call["new"] for call in calls)


if __name__ == "__main__":
    main()
