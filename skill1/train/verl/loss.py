"""The loss that verl's workers compute: exactly ``policy_loss`` over the trained positions of a micro-batch.

verl averages gradients over its ranks and sums them over micro-batches; a factor of the number of ranks makes the
whole the plain sum again. Imports torch; verl only inside.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
import torch

from skill1.config import LossConfig
from skill1.errors import TrainingError
from skill1.schema import STAGES
from skill1.train.batches import MicroBatch
from skill1.train.learner import UpdateLog, policy_loss

PREFIX = "skill1"
MEMORY = ("perf/max_memory_allocated_gb", "perf/max_memory_reserved_gb", "perf/cpu_memory_used_gb")  # verl's names


def step_loss(
    model_output,
    data,
    dp_group=None,
    *,
    loss: LossConfig,
    ratio_cap: float | None = None,
    late_stages: Sequence[str] = (),
):
    """Loss × ranks of one micro-batch and its figures; a loss function of verl's ``set_loss_fn``.

    ``model_output`` holds log-probs (and entropies) [B, T] nested, each of the *next* token; ``data`` the columns of
    ``rows.training_row``, nested over responses, and with a KL term ``ref_log_prob``. Without entropies the figures of
    entropy are left out. The gap leaves out ``late_stages``, whose tokens older weights have sampled.
    """
    responses, ranks = data["responses"], int(data["dp_size"])
    batch = _positions(data)
    where = batch.where_BT
    logp_P = _of_responses(model_output["log_probs"], responses)[where].float()
    entropy_P = _entropy(model_output.get("entropy", None), responses, where, bool(loss.entropy_coefficient))
    reference_P = data["ref_log_prob"].values()[where].float() if loss.kl_coefficient else None
    value = policy_loss(batch, loss, logp_P, entropy_P, reference_P, ratio_cap=ratio_cap)
    with torch.no_grad():
        log = UpdateLog()
        # A nan stands for figures that were not computed; `update_metrics` takes them out again.
        shown_P = torch.full_like(logp_P, math.nan) if entropy_P is None else entropy_P
        log.add(batch, value, logp_P, shown_P, reference_P, loss)
        late = torch.tensor([STAGES.index(name) for name in late_stages]).to(batch.stage_P)
        is_late_P = torch.isin(batch.stage_P, late)
        gap_P = (logp_P - batch.behaviour_P).abs()[~is_late_P]
    return value * ranks, _figures(log, gap_P, ranks)


def _entropy(values, responses, where, has_gradient: bool) -> torch.Tensor | None:
    """Entropies of the trained positions [P]. Without a coefficient the backward pass must not go through them."""
    if values is None:
        return None
    entropy_P = _of_responses(values, responses)[where].float()
    return entropy_P if has_gradient else entropy_P.detach()


def _of_responses(values, responses) -> torch.Tensor:
    """Of nested [B, T] predictions of the next token, those of the response tokens, flat as ``responses.values()``."""
    flat, ends, lengths = values.values(), values.offsets()[1:], responses.offsets().diff()
    # Each token is predicted one place before it, so the n predictions of a row begin and end one place early.
    return torch.cat([flat[end - n - 1 : end - 1] for end, n in zip(ends.tolist(), lengths.tolist(), strict=True)])


def _positions(data) -> MicroBatch:
    """The trained positions; ``where_BT`` is flat here, over all response tokens of the micro-batch."""
    column = {name: data[name].values() for name in ("weights", "kl_weights", "advantages", "behaviour")}
    # As in `collate`; a row's first token cannot be among them, for `training_row` leaves it to the prompt.
    where = (column["weights"] != 0) | (column["kl_weights"] != 0)
    return MicroBatch(
        ids_BT=data["responses"].values(),
        where_BT=where,
        stage_P=data["stages"].values()[where],
        behaviour_P=column["behaviour"][where],
        advantage_P=column["advantages"][where],
        weight_P=column["weights"][where],
        kl_weight_P=column["kl_weights"][where],
        is_clipped_P=data["clipped"].values()[where] != 0,
    )


def _figures(log: UpdateLog, gap_P, ranks: int) -> dict[str, object]:
    """The log as verl's metrics. verl averages sums over ranks, so each is multiplied by their number."""
    from verl.utils.metric import Metric

    # Sums, not means: means of micro-batches of different lengths could not be joined.
    sums = {f"{PREFIX}/sum/{i}": float(value) for i, value in enumerate(log.sums.flatten())}
    sums |= {
        f"{PREFIX}/loss": log.loss,
        f"{PREFIX}/gap": float(gap_P.sum()),
        f"{PREFIX}/compared": float(len(gap_P)),
    }
    figures: dict[str, object] = {name: Metric("sum", value * ranks) for name, value in sums.items()}
    figures[f"{PREFIX}/largest_ratio"] = Metric("max", log.largest_ratio)
    figures[f"{PREFIX}/largest_gap"] = Metric("max", float(gap_P.max()) if len(gap_P) else 0.0)
    return figures


def update_metrics(output: Mapping[str, Sequence[float]], rate: float, trained_tokens: int) -> dict[str, float]:
    """The same figures as the local learner's from what verl collected: one number for each optimizer update.

    ``policy/logprob_gap`` is |log π_trainer − log π_rollout| before the first update: pure numerics.
    """
    # Put back into a log, so that the divisions are those of the local learner.
    log = UpdateLog()
    sums = [sum(output[f"{PREFIX}/sum/{i}"]) for i in range(log.sums.numel())]
    log.sums = torch.tensor(sums, dtype=torch.float64).reshape(len(STAGES), -1)
    log.loss = float(sum(output[f"{PREFIX}/loss"]))
    log.gradient_norms = [float(norm) for norm in output["grad_norm"]]
    log.largest_ratio = float(max(output[f"{PREFIX}/largest_ratio"]))
    figures = log.metrics(rate, trained_tokens)
    unknown = [name for name in figures if name.startswith("policy/entropy") and math.isnan(figures[name])]
    kept = {name: value for name, value in figures.items() if name not in unknown}
    # Of the first update alone.
    gap, compared, largest = (float(output[f"{PREFIX}/{name}"][0]) for name in ("gap", "compared", "largest_gap"))
    if not compared:  # only texts credited late: there is no gap to tell
        return kept
    return kept | {"policy/logprob_gap": gap / compared, "policy/largest_logprob_gap": largest}


def perf_metrics(output: Mapping[str, object]) -> dict[str, float]:
    """The figures that verl takes of an update, under its names: use of the GPUs (mean), memory in GB (largest)."""
    found = {"perf/mfu/actor": float(np.mean(output["mfu"]))} if "mfu" in output else {}
    return found | {name: float(np.max(output[name])) for name in MEMORY if name in output}


def require_agreement(metrics: Mapping[str, float], limit: float | None, step: int) -> None:
    """Raises ``TrainingError`` if servers and trainer gave the sampled tokens too different probabilities."""
    gap = metrics.get("policy/logprob_gap", 0.0)
    if limit is None or gap <= limit:
        return
    raise TrainingError(
        f"Step {step}: policy/logprob_gap is {gap:.3g}; expected at most {limit:g} (cluster.logprob_gap_limit). The "
        "servers generate with other weights or other arithmetic than the trainer, so its updates are wrong. The "
        "last checkpoint is untouched. If the gap was small in step 1, the servers kept old weights: try vLLM's older "
        "model runner, --verl.ray_kwargs.ray_init.runtime_env.env_vars.VLLM_USE_V2_MODEL_RUNNER 0. If it was large "
        "from the start: --model.dtype float32, or skill1 doctor --gpu."
    )
