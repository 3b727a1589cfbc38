"""The local learner: one model in this process, updated from token samples. Knows nothing of skills or methods.

The objective is pure tensor functions (Eq. 9, 10, 13) of P positions, one for each trained token of a micro-batch,
whatever row it came from; log-probs are in nats.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import count

import torch

from skill1.config import LossConfig, TrainConfig
from skill1.errors import TrainingError
from skill1.policy.logprobs import token_logprobs
from skill1.run.progress import still
from skill1.schema import STAGES, TokenSample
from skill1.train.batches import MicroBatch, collate, micro_batches, mini_batches
from skill1.train.weights import Masters, adamw, freeze, give_back_memory

MAX_LOG_RATIO = 20.0  # exp() of a larger difference overflows to nonsense; never reached on policy


class LocalLearner:
    """Owns the optimizer; ``model`` is shared with the sampling engine, ``reference`` is frozen or None."""

    def __init__(
        self, model, reference, loss: LossConfig, train: TrainConfig, *, pad_id: int, temperature: float
    ) -> None:
        self.model, self.reference = model, reference
        self.loss, self.train, self.pad_id, self.temperature = loss, train, pad_id, temperature
        # First: copies and moments are made of what is trained alone.
        freeze(model, train.frozen_layers)
        # Made before the optimizer, which steps on the copies where there are any.
        self._masters = Masters(model)
        self.masters, self._stepped = self._masters.copies, self._masters.stepped
        self.optimizer = adamw(
            self._stepped,
            train.learning_rate,
            # The paper names no β2; verl's default is 0.999, but both backends have this one.
            betas=(0.9, 0.95),
            weight_decay=train.weight_decay,
        )
        if train.gradient_checkpointing:
            model.gradient_checkpointing_enable()

    @torch.inference_mode(False)
    @torch.enable_grad()  # whatever code of others left behind in this process
    def update(self, samples: Sequence[TokenSample], step: int) -> dict[str, float]:
        """One step (from 0): ``mini_batches`` optimizer updates. Returns metrics.

        Raises:
            TrainingError: a loss or gradient is no number.
        """
        # transformers checkpoints gradients in this mode alone. There is no dropout that it could switch on.
        self.model.train()
        # From the step's number: a resumed run has no state of a schedule to restore.
        rate = learning_rate(self.train, step)
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        log, budget = UpdateLog(), self.train.micro_batch_tokens
        # One part for each optimizer update, cut into passes that the memory takes.
        parts = [micro_batches(self.model, p, budget) for p in mini_batches(samples, self.train.mini_batches)]
        number, total = count(1), sum(map(len, parts))
        for part in parts:
            self._forget_gradients()
            for rows in part:
                still(f"updating: micro-batch {next(number)} of {total}")
                # Gradients add up undivided, for the weights hold all normalisation.
                self._accumulate(collate(rows, self.pad_id, self.model.device), log)
            # Before the weights move: a nan in them could not be taken back.
            self._require_numbers("loss", log.loss, step)
            # Of what the optimizer steps on: where there are masters, the model's own gradients have moved to them.
            norm = torch.nn.utils.clip_grad_norm_(self._stepped, self.train.max_grad_norm)
            self._require_numbers("gradient norm", float(norm), step)
            self._step()
            log.gradient_norms.append(float(norm))
        self.model.eval()
        give_back_memory(self.model)
        return log.metrics(rate, sum(len(sample.ids) for sample in samples))

    def _require_numbers(self, name: str, value: float, step: int) -> None:
        if not math.isfinite(value):
            raise TrainingError(
                f"Step {step + 1}: the {name} is not a number ({value}). The last checkpoint is untouched. Lower "
                f"--train.learning_rate (now {self.train.learning_rate:g}) or --train.max_grad_norm (now "
                f"{self.train.max_grad_norm:g}), or look at the episodes of this step."
            )

    def _step(self) -> None:
        self.optimizer.step()
        self._masters.round_to_model()
        # Now, not at the next update: while episodes are played, their memory is the engine's.
        self._forget_gradients()

    def _forget_gradients(self) -> None:
        # Both: where there are masters the optimizer knows only theirs.
        self.model.zero_grad(set_to_none=True)
        self.optimizer.zero_grad(set_to_none=True)

    def _accumulate(self, batch: MicroBatch, log: UpdateLog) -> None:
        loss = self.loss
        # ρ compares these with the log-probs of sampling; there is no second pass under the old weights, as verl has.
        # The engine samples with the same weights: policy/mismatch_kl shows how far its numbers differ all the same.
        logp_P, entropy_P = token_logprobs(
            self.model,
            batch.ids_BT,
            batch.where_BT,
            self.temperature,
            # A figure of every step. A gradient through it is paid for only where the loss has one.
            with_entropy=True,
            entropy_gradient=bool(loss.entropy_coefficient),
        )
        reference_P = self._reference_logprobs(batch, logp_P) if loss.kl_coefficient else None
        value = policy_loss(batch, loss, logp_P, entropy_P, reference_P)
        value.backward()
        self._masters.collect_gradients()
        with torch.no_grad():
            log.add(batch, value, logp_P, entropy_P, reference_P, loss)

    def _reference_logprobs(self, batch: MicroBatch, logp_P):
        # Models of one tokenizer differ in their rows past its last token, which may be sampled all the same.
        size = self.reference.get_output_embeddings().weight.shape[0]
        known_BT = batch.ids_BT.clamp(max=size - 1)
        # At the policy's temperature: the KL is between the distributions that answers are drawn from.
        with torch.no_grad():
            reference_P = token_logprobs(
                self.reference, known_BT, batch.where_BT, self.temperature, with_entropy=False
            )[0]
        # Equal log-probs have neither a KL nor a gradient of it: that leaves out what the reference lacks.
        return torch.where(batch.ids_BT[batch.where_BT] < size, reference_P, logp_P.detach())


def policy_loss(
    batch: MicroBatch, loss: LossConfig, logp_P, entropy_P, reference_P, *, ratio_cap: float | None = None
):
    """−Σ w·(objective + c·H) + β·Σ w_kl·k3, a scalar. Sums only: the weights carry all normalisation.

    H counts where there is an advantage: it keeps a choice open that is being pushed, and rows that push nothing can be
    left out of the computation. ``entropy_P`` is read only with an entropy coefficient, ``reference_P`` only with a KL
    term.
    """
    objective_P = token_objective(
        logp_P,
        batch.behaviour_P,
        batch.advantage_P,
        batch.is_clipped_P,
        loss.clip_low,
        loss.clip_high,
        ratio_cap=ratio_cap,
    )
    if loss.entropy_coefficient:
        objective_P = objective_P + loss.entropy_coefficient * entropy_P * (batch.advantage_P != 0)
    total = -(batch.weight_P * objective_P).sum()
    if loss.kl_coefficient:
        total = total + loss.kl_coefficient * (batch.kl_weight_P * k3(logp_P, reference_P)).sum()
    return total


def token_objective(
    logp_P,
    behaviour_P,
    advantage_P,
    is_clipped_P,
    clip_low: float,
    clip_high: float,
    *,
    ratio_cap: float | None = None,
):
    """Per-token objective to maximise: min(ρÂ, clip(ρ, 1−ε_low, 1+ε_high)Â) where clipped, else ρÂ (Eq. 9, 13).

    ``ratio_cap`` c: min(ρ, c)Â instead of ρÂ. A token above it is constant and has no gradient: where sampler and
    trainer round differently (bfloat16), that much is an error of the numbers, not of the policy.
    """
    ratio_P = (logp_P - behaviour_P).clamp(-MAX_LOG_RATIO, MAX_LOG_RATIO).exp()
    plain_P = ratio_P * advantage_P
    clipped_P = ratio_P.clamp(1 - clip_low, 1 + clip_high) * advantage_P
    free_P = plain_P if ratio_cap is None else ratio_P.clamp(max=ratio_cap) * advantage_P
    # The smaller of the two: the clip takes gain away, but never softens a push back (ρ 1.5, Â −2: −3, not −2.4).
    return torch.where(is_clipped_P, torch.minimum(plain_P, clipped_P), free_P)


def k3(logp_P, reference_P):
    """Low-variance estimate of KL[π‖π_ref] from samples of π: e^d − d − 1, d = log π_ref − log π; never negative."""
    # As for ρ: one token far off must not make the sum infinite.
    difference_P = (reference_P - logp_P).clamp(-MAX_LOG_RATIO, MAX_LOG_RATIO)
    return difference_P.exp() - difference_P - 1


def clip_share(logp_P, behaviour_P, advantage_P, is_clipped_P, clip_low: float, clip_high: float):
    """Which positions the clip silences (bool): the ratio left the range on the side the advantage pushes to."""
    # Not clamped as in the objective: an infinite ratio compares as it should, and nothing is summed.
    ratio_P = (logp_P - behaviour_P).exp()
    above_P = (ratio_P > 1 + clip_high) & (advantage_P > 0)
    below_P = (ratio_P < 1 - clip_low) & (advantage_P < 0)
    return is_clipped_P & (above_P | below_P)


def learning_rate(train: TrainConfig, step: int) -> float:
    """Linear warm-up times a linear decay; of steps from 0, ``train.steps`` would have ``final_learning_rate``.

    0 in the ``train.library_steps``, which have no update.
    """
    # Counted from the first update: until then Adam has no moments, whatever the library has learnt. verl's schedule
    # counts updates, too.
    updates = step + 1 - train.library_steps
    if updates < 1:
        return 0.0
    warm = min(1.0, updates / train.warmup_steps) if train.warmup_steps else 1.0
    # In steps of the run, those of the library included, so that it ends with the run.
    decay = 1.0 - (1.0 - train.final_learning_rate) * min(1.0, step / max(1, train.steps))
    return train.learning_rate * warm * decay


class UpdateLog:
    """Sums over trained positions, by stage; turned into metrics once a step."""

    def __init__(self) -> None:
        self.gradient_norms: list[float] = []
        self.loss = 0.0
        # Double: over the tokens of a step single precision would lose the small terms (k3) in the large sums.
        self.sums = torch.zeros(len(STAGES), 5, dtype=torch.float64)  # entropy, kl, mismatch, clipped, count
        self.largest_ratio = 0.0

    def add(self, batch: MicroBatch, value, logp_P, entropy_P, reference_P, loss: LossConfig) -> None:
        kl_P = k3(logp_P, reference_P) if reference_P is not None else torch.zeros_like(logp_P)
        clipped_P = clip_share(
            logp_P, batch.behaviour_P, batch.advantage_P, batch.is_clipped_P, loss.clip_low, loss.clip_high
        )
        # The tokens are samples of the behaviour policy, so it stands where k3 has π: KL[behaviour ‖ policy].
        # Five figures a position; the order is that of ``sums``.
        columns = [entropy_P, kl_P, k3(batch.behaviour_P, logp_P), clipped_P.float(), torch.ones_like(logp_P)]
        # One tensor, so one copy from the device for each micro-batch.
        values_P5 = torch.stack(columns, 1).cpu().double()  # Apple's GPUs have no float64
        self.sums.index_add_(0, batch.stage_P.cpu(), values_P5)
        self.loss += float(value)
        # A batch whose rows are context alone has no largest value, which torch refuses to look for.
        if len(logp_P):
            # To either side: a token that became three times less likely is as far off as one three times more likely.
            gap = (logp_P - batch.behaviour_P).abs().max().clamp(max=MAX_LOG_RATIO)  # exp() stays a JSON number
            self.largest_ratio = max(self.largest_ratio, float(gap.exp()))

    def metrics(self, learning_rate: float, trained_tokens: int) -> dict[str, float]:
        total = self.sums.sum(0)
        count = float(total[4])
        always = {
            "policy/learning_rate": learning_rate,
            "tokens/trained": count,
            "tokens/trained_rows": float(trained_tokens),
        }
        # A step that trains nothing has nothing to average: an entropy of 0 would read as a collapse.
        if not count:
            return always
        # In the order of ``sums``, whose last column is the count.
        names = ("entropy", "kl", "mismatch_kl", "clip_fraction")
        result = {f"policy/{name}": float(total[i]) / count for i, name in enumerate(names)}
        for row, stage in enumerate(STAGES):
            tokens = float(self.sums[row, 4])
            if tokens:
                result |= {
                    f"policy/{name}/{stage}": float(self.sums[row, i]) / tokens for i, name in enumerate(names)
                }
        norms = self.gradient_norms
        figures = {
            # Each update's loss is a mean over its own share of the episodes, so the step's is the mean of theirs.
            "policy/loss": self.loss / max(1, len(norms)),
            "policy/gradient_norm": sum(norms) / len(norms) if norms else 0.0,
            "policy/largest_ratio": self.largest_ratio,
        }
        return result | figures | always
