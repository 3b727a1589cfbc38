"""The local learner: one model in this process, updated from token samples. Knows nothing of skills or methods.

Rows become mini-batches of whole groups, then micro-batches under a token budget. The objective is pure tensor
functions (Eq. 9, 10, 13) of P positions, one for each trained token of a micro-batch, whatever row it came from;
log-probs are in nats.
"""

from __future__ import annotations

import contextlib
import ctypes
import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count

import numpy as np
import torch

from skill1.config import LossConfig, TrainConfig
from skill1.errors import ConfigError, TrainingError
from skill1.policy.attention import can_pack
from skill1.policy.load import LARGE_WIDTH
from skill1.policy.logprobs import token_logprobs
from skill1.policy.packing import shared_prefix
from skill1.run.progress import still
from skill1.schema import STAGES, TokenSample

# Both limits bound memory: the layers' by tokens, attention's by places of padded rows.
PLACES_PER_TOKEN = 4  # of packed rows: attention's share of the memory of a token is about so much smaller
MAX_LOG_RATIO = 20.0  # exp() of a larger difference overflows to nonsense; never reached on policy
_FLOATS = ("logprobs", "advantages", "weights", "kl_weights")  # columns of a TokenSample


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
        self.optimizer = torch.optim.AdamW(
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
        reference_P = self._reference_logprobs(batch) if loss.kl_coefficient else None
        value = policy_loss(batch, loss, logp_P, entropy_P, reference_P)
        value.backward()
        self._masters.collect_gradients()
        with torch.no_grad():
            log.add(batch, value, logp_P, entropy_P, reference_P, loss)

    def _reference_logprobs(self, batch: MicroBatch):
        # At the policy's temperature: the KL is between the distributions that answers are drawn from.
        with torch.no_grad():
            return token_logprobs(
                self.reference, batch.ids_BT, batch.where_BT, self.temperature, with_entropy=False
            )[0]


def freeze(model, layers: int) -> None:
    """Keep the embedding and the first ``layers`` layers as they are: no gradients are computed for or through them.

    An output layer tied to the embedding keeps its weights, too. 0: everything is trained.

    Raises:
        ConfigError: the model has no more layers than that, or none that can be told.
    """
    if not layers:
        return
    # Some families name them otherwise (GPT-2: `h`). Refused, or all of it would be trained without a word.
    found = getattr(model.base_model, "layers", None)
    if found is None or layers >= len(found):
        has = "has no list of layers" if found is None else f"has {len(found)} layers"
        raise ConfigError(f"train.frozen_layers = {layers}, but the model {has}. Type --train.frozen_layers 0.")
    for part in (model.get_input_embeddings(), *found[:layers]):
        part.requires_grad_(False)


def give_back_memory(model) -> None:
    """Return what a large model's update has freed to the system, where the C library is glibc.

    Rows of ever new lengths leave its heap full of holes: SmolLM2 held 1,951 MB after one update, 2,527 after five.
    """
    if model.config.hidden_size < LARGE_WIDTH or model.device.type != "cpu":
        return  # little to give, and taking it again costs time
    with contextlib.suppress(AttributeError, OSError, TypeError):  # no malloc_trim: another C library
        ctypes.CDLL(None).malloc_trim(0)


class Masters:
    """Full-precision copies of low-precision weights: bfloat16 cannot hold an optimizer's steps.

    A step of 1e-6 is lost in the rounding of a bfloat16 weight, and so are small gradients in the sum of a large one.
    ``copies``: one float32 tensor for each trained parameter; none where the model is float32 itself.

    Raises:
        ConfigError: the model is quantised.
    """

    def __init__(self, model) -> None:
        # What transformers has made full precision while it read has no such entry any more.
        if getattr(getattr(model, "config", None), "quantization_config", None) is not None:
            raise ConfigError(
                f"'{model.name_or_path}' is quantised: all that an update would reach are its embedding and norms. "
                "Name the model that it was made from: --model.path NAME"
            )
        self.trained = [p for p in model.parameters() if p.requires_grad]
        is_full = next(model.parameters()).dtype == torch.float32
        self.copies = [] if is_full else [p.detach().float().clone() for p in self.trained]

    @property
    def stepped(self) -> list[torch.Tensor]:
        """What the optimizer and the clipping of gradients work on."""
        return self.copies or self.trained

    @torch.no_grad()
    def collect_gradients(self) -> None:
        """After each backward pass: move low-precision gradients to the copies and sum them there."""
        # Not strict: a float32 model has no copies.
        for copy, parameter in zip(self.copies, self.trained, strict=False):
            if parameter.grad is None:
                continue
            gradient = parameter.grad.float()
            copy.grad = gradient if copy.grad is None else copy.grad.add_(gradient)
            parameter.grad = None

    @torch.no_grad()
    def round_to_model(self) -> None:
        """After an optimizer step: the model's weights are the copies, rounded."""
        # One way only: read back from the model, the copies would lose what its rounding drops.
        for copy, parameter in zip(self.copies, self.trained, strict=False):
            parameter.copy_(copy)


@dataclass(frozen=True)
class MicroBatch:
    """B padded rows and their P trained positions, flattened; everything a loss needs."""

    ids_BT: torch.Tensor
    where_BT: torch.Tensor  # bool: positions whose token is trained on (never position 0)
    stage_P: torch.Tensor
    behaviour_P: torch.Tensor
    advantage_P: torch.Tensor
    weight_P: torch.Tensor
    kl_weight_P: torch.Tensor
    is_clipped_P: torch.Tensor


def mini_batches(samples: Sequence[TokenSample], number: int) -> list[list[TokenSample]]:
    """Split into ``number`` parts of whole groups, dealt in turn; empty parts are left out."""
    # Advantages are relative to a group: its members must move the weights together.
    groups = sorted({sample.group for sample in samples})
    # By place, not by number: a group may have no rows, and parts should be of like size.
    part_of = {group: i % number for i, group in enumerate(groups)}
    parts: list[list[TokenSample]] = [[] for _ in range(number)]
    for sample in samples:
        parts[part_of[sample.group]].append(sample)
    return [part for part in parts if part]


def micro_batches(model, samples: Sequence[TokenSample], budget_tokens: int) -> list[list[TokenSample]]:
    """Rows cut into batches of at most ``budget_tokens``, as many as the model's way to compute them costs."""
    return (packed_batches if can_pack(model) else padded_batches)(samples, budget_tokens)


def padded_batches(samples: Sequence[TokenSample], budget_tokens: int) -> list[list[TokenSample]]:
    """Rows sorted by length, cut so that rows × longest row ≤ budget; a longer row stands alone."""
    batches: list[list[TokenSample]] = []
    # Rows of like length share a batch, so little of it is padding.
    for sample in sorted(samples, key=lambda s: len(s.ids), reverse=True):
        # A batch's first row is its longest, which the others are padded to.
        if batches and (len(batches[-1]) + 1) * len(batches[-1][0].ids) <= budget_tokens:
            batches[-1].append(sample)
        else:
            batches.append([sample])
    return batches


def packed_batches(samples: Sequence[TokenSample], budget_tokens: int) -> list[list[TokenSample]]:
    """Rows sorted by their tokens, cut so that these, shared beginnings counted once, are ≤ budget; or a longer row.

    Attention sees the keys of whole rows: rows × longest row ≤ ``PLACES_PER_TOKEN`` × budget.
    """
    batches: list[list[TokenSample]] = []
    tokens = longest = 0
    # In this order a row shares most with the one before it.
    for sample in sorted(samples, key=lambda s: s.ids):
        own = len(sample.ids)
        if batches:
            last = batches[-1]
            more = tokens + own - shared_prefix(last[-1].ids, sample.ids)
            widest = max(longest, own)
            if more <= budget_tokens and (len(last) + 1) * widest <= PLACES_PER_TOKEN * budget_tokens:
                last.append(sample)
                tokens, longest = more, widest
                continue
        batches.append([sample])
        tokens = longest = own
    return batches


def collate(samples: Sequence[TokenSample], pad_id: int, device: torch.device) -> MicroBatch:
    """Right-pad rows; causal attention never lets a real token see the padding."""
    longest = max(len(sample.ids) for sample in samples)
    # All are [rows, tokens]. Padding keeps a weight of 0, by which it is left out below.
    ids = np.full((len(samples), longest), pad_id, np.int64)
    columns = {n: np.zeros((len(samples), longest), np.float32) for n in _FLOATS}
    stages, clipped = (np.zeros((len(samples), longest), np.int64) for _ in range(2))
    for row, sample in enumerate(samples):
        ids[row, : len(sample.ids)] = sample.ids
        stages[row, : len(sample.ids)] = sample.stages
        clipped[row, : len(sample.ids)] = sample.clipped
        for name, column in columns.items():
            column[row, : len(sample.ids)] = getattr(sample, name)
    # By weight, not by advantage: the KL term also holds tokens that nothing pushes.
    where = (columns["weights"] != 0) | (columns["kl_weights"] != 0)
    # Nothing comes before the first token that could predict it.
    where[:, 0] = False
    # Flat from here on, row after row: the order in which `token_logprobs` gives its positions.
    picked = [torch.from_numpy(a[where]).to(device) for a in (stages, *columns.values(), clipped != 0)]
    return MicroBatch(torch.from_numpy(ids).to(device), torch.from_numpy(where).to(device), *picked)


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
