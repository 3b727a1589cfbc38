"""verl's loss function against the local one on the same rows. Needs verl only for the shape of its metrics."""

import math
import sys
import types
from dataclasses import replace
from functools import partial

import pytest

torch = pytest.importorskip("torch")

from skill1.config import LossConfig  # noqa: E402
from skill1.errors import TrainingError  # noqa: E402
from skill1.schema import TokenSample  # noqa: E402
from skill1.train.batches import collate  # noqa: E402
from skill1.train.learner import policy_loss, token_objective  # noqa: E402
from skill1.train.verl.loss import perf_metrics, require_agreement, step_loss, update_metrics  # noqa: E402
from skill1.train.verl.rows import arranged, training_row  # noqa: E402

VOCABULARY = 11
LOSS = LossConfig(kl_coefficient=0.05, entropy_coefficient=0.01)
SAMPLES = [
    TokenSample(
        (1, 5, 4, 7, 3),
        (-1, -1, 0, -1, 2),
        (0, 0, -2.0, 0, -1.5),
        (0, 0, 1.5, 0, -0.5),
        (0, 0, 0.2, 0, 0.1),
        (0, 0, 0.2, 0, 0.0),
        (0, 0, 1, 0, 0),
        0,
    ),
    TokenSample((2, 6, 8), (-1, -1, 3), (0, 0, -0.3), (0, 0, 0.0), (0, 0, 0.4), (0, 0, 0.3), (0, 0, 1), 1),
]


@pytest.fixture(autouse=True)
def metric(monkeypatch):
    """verl's class where it is installed, else one with the same two facts."""
    try:
        import verl.utils.metric  # noqa: F401
    except ImportError:
        module = types.ModuleType("verl.utils.metric")
        module.Metric = lambda kind, value: types.SimpleNamespace(aggregation=kind, values=[value])
        for name in ("verl", "verl.utils"):
            monkeypatch.setitem(sys.modules, name, types.ModuleType(name))
        monkeypatch.setitem(sys.modules, "verl.utils.metric", module)


def logits_of(ids_BT, seed):
    torch.manual_seed(seed)
    table = torch.randn(VOCABULARY, VOCABULARY)
    return table[ids_BT]


def predictions(rows, seed):
    """Nested [B, T] log-probs of the next token, as verl's engine gives them, and entropies."""
    logprobs, entropies = [], []
    for row in rows:
        logp = torch.log_softmax(logits_of(row["input_ids"], seed), -1)
        logprobs.append(logp.gather(1, row["input_ids"].roll(-1)[:, None])[:, 0])
        entropies.append(-(logp.exp() * logp).sum(-1))
    return {"log_probs": jagged(logprobs), "entropy": jagged(entropies)}


def jagged(tensors):
    return torch.nested.as_nested_tensor(tensors, layout=torch.jagged)


def data_of(rows, ranks):
    columns = {name: jagged([row[name] for row in rows]) for name in rows[0]}
    reference = predictions(rows, seed=2)["log_probs"]
    lengths = [len(row["responses"]) for row in rows]
    cut = [flat[-n - 1 : -1] for flat, n in zip(reference.unbind(), lengths, strict=True)]
    return columns | {"ref_log_prob": jagged(cut), "dp_size": ranks}


def local_loss():
    batch = collate(SAMPLES, 0, torch.device("cpu"))
    where = batch.where_BT[:, 1:]

    def chosen(seed):
        logp = torch.log_softmax(logits_of(batch.ids_BT[:, :-1], seed)[where], -1)
        return logp.gather(1, batch.ids_BT[:, 1:][where][:, None])[:, 0], -(logp.exp() * logp).sum(-1)

    logp_P, entropy_P = chosen(1)
    return policy_loss(batch, LOSS, logp_P, entropy_P, chosen(2)[0])


def shares(ranks):
    dealt, updates = arranged(SAMPLES, 1, ranks, pad_id=0)
    rows = [training_row(row) for row in dealt]
    size = len(rows) // ranks
    return [rows[rank * size : (rank + 1) * size] for rank in range(ranks)]


@pytest.mark.parametrize("ranks", [1, 2, 3])
def test_the_mean_over_ranks_is_the_local_sum(ranks):
    losses = [step_loss(predictions(rows, seed=1), data_of(rows, ranks), loss=LOSS)[0] for rows in shares(ranks)]
    assert float(sum(losses) / ranks) == pytest.approx(float(local_loss()), rel=1e-6)


def test_micro_batches_do_not_move_the_sum():
    (rows,) = shares(1)
    parts = [step_loss(predictions([row], seed=1), data_of([row], 1), loss=LOSS)[0] for row in rows]
    assert float(sum(parts)) == pytest.approx(float(local_loss()), rel=1e-6)


def test_a_micro_batch_of_padding_alone_has_a_loss_of_zero_with_a_gradient():
    padding = [training_row(row) for row in arranged(SAMPLES, 1, 3, pad_id=0)[0] if row.group < 0]
    scale = torch.ones((), requires_grad=True)
    output = predictions(padding, seed=1)
    output = {name: jagged([part * scale for part in value.unbind()]) for name, value in output.items()}
    value, _ = step_loss(output, data_of(padding, 3), loss=LOSS)
    value.backward()  # every rank of FSDP has to take part
    assert float(value) == 0 and float(scale.grad) == 0


def collected(ranks, late=()):
    """What verl makes of the figures of one update: sums averaged over ranks, maxima over all."""
    found = [
        step_loss(predictions(rows, seed=1), data_of(rows, ranks), loss=LOSS, late_stages=late)[1]
        for rows in shares(ranks)
    ]
    output = {"grad_norm": [0.5], "lr": [1e-3]}
    for name, first in found[0].items():
        values = [figures[name].values[0] for figures in found]
        is_max = "max" in str(first.aggregation).lower()
        output[name] = [max(values) if is_max else sum(values) / ranks]
    return output


@pytest.mark.parametrize("ranks", [1, 2])
def test_metrics_are_those_of_the_whole_batch(ranks):
    metrics = update_metrics(collected(ranks), 1e-3, 8)
    assert metrics["tokens/trained"] == 3 and metrics["tokens/trained_rows"] == 8
    assert metrics["policy/loss"] == pytest.approx(float(local_loss()), rel=1e-6)
    assert metrics["policy/gradient_norm"] == 0.5 and metrics["policy/learning_rate"] == 1e-3
    gap = math.log(metrics["policy/largest_ratio"])
    assert metrics["policy/largest_logprob_gap"] == pytest.approx(gap, rel=1e-5)
    assert 0 < metrics["policy/logprob_gap"] <= gap


@pytest.mark.parametrize("ranks", [1, 2])
def test_texts_of_older_weights_are_left_out_of_the_gap(ranks):
    """Texts credited some steps late were sampled by older weights: their distance is age, not disagreement."""
    whole, without = (update_metrics(collected(ranks, late), 1e-3, 8) for late in ((), ("distill",)))
    names = "policy/logprob_gap", "policy/largest_logprob_gap"
    logp = [predictions([row], seed=1)["log_probs"].unbind()[0] for row in map(training_row, SAMPLES)]
    gaps = [abs(float(logp[0][1]) + 2.0), abs(float(logp[0][3]) + 1.5)]  # the two tokens of other stages
    assert [without[name] for name in names] == pytest.approx([sum(gaps) / 2, max(gaps)], rel=1e-5)
    assert without[names[0]] != pytest.approx(whole[names[0]], rel=1e-3)
    others = [name for name in whole if name not in names]
    assert [without[name] for name in others] == [whole[name] for name in others]
    assert not {*names} & {
        *update_metrics(collected(1, ("query", "act", "distill")), 1e-3, 8)
    }  # nothing is compared


def test_the_loss_can_be_sent_to_workers():
    import pickle

    sent = pickle.loads(pickle.dumps(partial(step_loss, loss=LOSS)))  # ours, in memory: as Ray does
    assert sent.func is step_loss and sent.keywords == {"loss": LOSS}


def test_the_cap_holds_what_has_no_clip():
    """ρ = e^1 = 2.718 counts as 2 and has no gradient; ρ = 1.5 counts as it is; a clipped token keeps its own rule."""
    logp = torch.tensor([1.0, math.log(1.5), 1.0], requires_grad=True)
    nothing, advantage = torch.zeros(3), torch.tensor([-0.5, 2.0, 1.0])
    is_clipped = torch.tensor([False, False, True])
    value = token_objective(logp, nothing, advantage, is_clipped, 0.2, 0.2, ratio_cap=2.0)
    assert value.tolist() == pytest.approx([-1.0, 3.0, 1.2])
    value.sum().backward()
    assert logp.grad.tolist() == pytest.approx([0.0, 3.0, 0.0])


def test_below_the_cap_nothing_changes():
    (rows,) = shares(1)
    value, _ = step_loss(predictions(rows, seed=1), data_of(rows, 1), loss=LOSS, ratio_cap=1e6)
    assert float(value) == float(step_loss(predictions(rows, seed=1), data_of(rows, 1), loss=LOSS)[0])


@pytest.mark.parametrize(("coefficient", "has_gradient"), [(0.0, False), (0.01, True)])
def test_the_backward_pass_goes_through_entropies_only_with_a_coefficient(coefficient, has_gradient):
    (rows,) = shares(1)
    output = predictions(rows, seed=1)
    scale = torch.ones((), requires_grad=True)
    output["entropy"] = jagged([part * scale for part in output["entropy"].unbind()])
    output["log_probs"] = jagged(
        [part + 0 * torch.ones((), requires_grad=True) for part in output["log_probs"].unbind()]
    )
    value, _ = step_loss(output, data_of(rows, 1), loss=replace(LOSS, entropy_coefficient=coefficient))
    value.backward()
    assert (scale.grad is not None) == has_gradient


def test_without_entropies_their_figures_are_left_out_and_the_loss_is_the_same():
    loss = replace(LOSS, entropy_coefficient=0.0)
    (rows,) = shares(1)
    output = predictions(rows, seed=1)
    known, figures = step_loss(output, data_of(rows, 1), loss=loss)
    del output["entropy"]
    value, without = step_loss(output, data_of(rows, 1), loss=loss)
    assert float(value) == float(known)
    metrics, full = (
        update_metrics({"grad_norm": [0.5]} | {name: metric.values for name, metric in of.items()}, 1e-3, 8)
        for of in (without, figures)
    )
    assert {name for name in full if name.startswith("policy/entropy")} == full.keys() - metrics.keys() != set()


def test_verls_figures_are_kept_under_its_names():
    output = {
        "mfu": [0.2, 0.4],
        "perf/max_memory_allocated_gb": [60.0, 61.5],
        "perf/cpu_memory_used_gb": 12.0,
        "lr": [1],
    }
    assert perf_metrics(output) == {
        "perf/mfu/actor": pytest.approx(0.3),
        "perf/max_memory_allocated_gb": 61.5,
        "perf/cpu_memory_used_gb": 12.0,
    }
    assert perf_metrics({"grad_norm": [1.0]}) == {}


def test_a_gap_above_the_limit_stops_the_run_and_says_what_to_try():
    require_agreement({"policy/logprob_gap": 0.1}, 0.1, 3)
    require_agreement({"policy/logprob_gap": 9.0}, None, 3)
    require_agreement({}, 0.1, 3)  # nothing was trained
    with pytest.raises(TrainingError, match="Step 3: policy/logprob_gap is 0.2;.*VLLM_USE_V2_MODEL_RUNNER 0"):
        require_agreement({"policy/logprob_gap": 0.2}, 0.1, 3)
