"""The loss that verl's workers compute on samples of a real step, against the local learner's, with one real model.

Log-probs reach the loss as from verl's engine: nested, one of the next token for each token of a row. Both sides are
fp32 sums in another order; RELATIVE is what that may move a loss, and a gradient in parts of its largest entry.
"""

import copy

import pytest

pytest.importorskip("transfer_queue")  # comes with verl

import torch  # noqa: E402
from parity_runs import parity_config  # noqa: E402
from verl.workers.utils.padding import response_from_nested  # noqa: E402

from skill1.config import LossConfig, TrainConfig  # noqa: E402
from skill1.policy.load import load_model  # noqa: E402
from skill1.policy.logprobs import token_logprobs  # noqa: E402
from skill1.train.learner import LocalLearner  # noqa: E402
from skill1.train.verl.loss import step_loss  # noqa: E402
from skill1.train.verl.rows import arranged, training_row  # noqa: E402
from skill1.train.verl.trainer import _stacked  # noqa: E402

pytestmark = pytest.mark.verl
RELATIVE = 2e-5
PAD = 0
ROWS_AT_ONCE = 6
LOSSES = {
    "plain": LossConfig(kl_coefficient=0.0),
    "kl": LossConfig(kl_coefficient=0.05),
    "entropy": LossConfig(kl_coefficient=0.05, entropy_coefficient=0.01),
    "tight": LossConfig(kl_coefficient=0.0, clip_low=0.01, clip_high=0.02),
}


@pytest.fixture(scope="module")
def reference(policy, library):
    return load_model(parity_config(policy, library).model, policy)


@pytest.fixture(scope="module")
def moved(reference):
    """The policy some updates later: ratios on both sides of 1, and a KL that is not 0."""
    model, noise = copy.deepcopy(reference), torch.Generator().manual_seed(0)
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.add_(0.01 * torch.randn(parameter.shape, generator=noise))
    return model


def gradient_of(model):
    return torch.cat([p.grad.flatten() for p in model.parameters() if p.grad is not None]).clone()


def locally(model, reference, samples, loss):
    """Loss and gradient of one update of the local learner."""
    train = TrainConfig(micro_batch_tokens=256, max_grad_norm=1e9)
    learner = LocalLearner(model, reference, loss, train, pad_id=PAD, temperature=1.0)
    found = []
    learner._step = lambda: found.append(gradient_of(model))
    return learner.update(samples, 0), found[0]


def predicted(model, rows):
    """Log-probs and entropies of the next token, nested, row by row; after the last token stands no prediction."""
    columns = {"log_probs": [], "entropy": []}
    for row in rows:
        ids = row["input_ids"][None]
        where = torch.ones_like(ids, dtype=torch.bool)
        for name, values in zip(columns, token_logprobs(model, ids, where, 1.0, with_entropy=True), strict=True):
            columns[name].append(torch.cat([values, torch.full((1,), 77.0)]))
    return {name: torch.nested.as_nested_tensor(parts, layout=torch.jagged) for name, parts in columns.items()}


def on_verl(model, reference, samples, loss, ranks):
    """Loss and gradient as verl adds them up: sums over micro-batches, the mean over ranks."""
    dealt, _ = arranged(samples, 1, ranks, PAD)
    rows = [training_row(row) for row in dealt]
    model.zero_grad(set_to_none=True)
    total, size = 0.0, len(rows) // ranks
    for rank in range(ranks):
        share = rows[rank * size : (rank + 1) * size]
        for first in range(0, size, ROWS_AT_ONCE):
            part = share[first : first + ROWS_AT_ONCE]
            data = dict(_stacked(part).items()) | {"dp_size": ranks}
            with torch.no_grad():
                known = predicted(reference, part)["log_probs"]
            data["ref_log_prob"] = response_from_nested(known, data["response_mask"])
            value, _ = step_loss(predicted(model, part), data, loss=loss)
            (value / ranks).backward()
            total += float(value) / ranks
    return total, gradient_of(model)


@pytest.mark.parametrize("ranks", [1, 2, 3])
@pytest.mark.parametrize("name", LOSSES)
@pytest.mark.parametrize("credit", ["token-trend", "equation-ndcg"])
def test_loss_and_gradient_are_the_local_learners(moved, reference, samples_of, credit, name, ranks):
    samples, loss = samples_of(credit), LOSSES[name]
    expected, expected_gradient = locally(moved, reference, samples, loss)
    value, gradient = on_verl(moved, reference, samples, loss, ranks)
    assert expected["policy/largest_ratio"] > 1.05 and abs(expected["policy/loss"]) > 1e-3
    assert value == pytest.approx(expected["policy/loss"], rel=RELATIVE)
    scale = float(expected_gradient.abs().max())
    assert scale > 1e-3 and float((gradient - expected_gradient).abs().max()) <= RELATIVE * scale


def test_each_part_of_the_loss_is_felt(moved, reference, samples_of):
    """Else the comparison above would not notice that one is missing."""
    samples = samples_of("equation-ndcg")
    losses = [locally(moved, reference, samples, loss)[0] for loss in LOSSES.values()]
    assert len({round(found["policy/loss"], 6) for found in losses}) == len(LOSSES)
    assert losses[-1]["policy/clip_fraction"] > 0.1
