"""Samples of a real step on their way to verl's workers: what a rank's micro-batches hold is what the local ones do.

Nothing is computed here, so everything is equal, bit for bit. Needs verl for its own cutting up of batches.
"""

from collections import Counter

import pytest

pytest.importorskip("transfer_queue")  # comes with verl

import torch  # noqa: E402
from tensordict import TensorDict  # noqa: E402
from verl.utils import tensordict_utils as tu  # noqa: E402
from verl.workers.engine.utils import prepare_micro_batches  # noqa: E402

from skill1.schema import TokenSample  # noqa: E402
from skill1.train.batches import mini_batches  # noqa: E402
from skill1.train.verl.rows import arranged, training_row  # noqa: E402
from skill1.train.verl.trainer import _stacked  # noqa: E402

pytestmark = pytest.mark.verl
PAD, BUDGET = 0, 200  # tokens of a micro-batch: several of them, some with one row
NUMBERS = ("advantages", "weights", "kl_weights", "behaviour")


def single(values):
    """The numbers as float32 holds them."""
    return tuple(torch.tensor(values, dtype=torch.float32).tolist())


def content(sample: TokenSample):
    """All that a loss reads of a sample: its tokens, and position → stage, clip flag, numbers where it is trained."""
    columns = [single(getattr(sample, name)) for name in ("advantages", "weights", "kl_weights", "logprobs")]
    trained = {
        i: (sample.stages[i], sample.clipped[i], *(column[i] for column in columns))
        for i in range(len(sample.ids))
        if sample.weights[i] or sample.kl_weights[i]
    }
    return sample.ids, tuple(sorted(trained.items()))


def contents_of(batch: TensorDict):
    """The same of the rows of a micro-batch of verl's, padding left out."""
    columns = {name: batch[name].unbind() for name in ("input_ids", "responses", "stages", "clipped", *NUMBERS)}
    for row in range(len(columns["input_ids"])):
        of = {name: column[row].tolist() for name, column in columns.items()}
        start = len(of["input_ids"]) - len(of["responses"])
        assert of["input_ids"][start:] == of["responses"]
        trained = {
            start + i: (of["stages"][i], of["clipped"][i], *(of[name][i] for name in NUMBERS))
            for i in range(len(of["responses"]))
            if of["weights"][i] or of["kl_weights"][i]
        }
        if trained:
            yield tuple(of["input_ids"]), tuple(sorted(trained.items()))


def updates_of(samples, parts, ranks):
    """What verl computes in each update: the rows of all ranks' micro-batches, cut up by verl's own functions."""
    rows, updates = arranged(samples, parts, ranks, PAD)
    batch = _stacked([training_row(row) for row in rows])
    found = [Counter() for _ in range(updates)]
    for share in batch.chunk(ranks):
        dealt = tu.make_iterator(
            share, mini_batch_size=len(share) // updates, epochs=1, seed=0, dataloader_kwargs={"shuffle": False}
        )
        for update, part in zip(found, dealt, strict=True):
            tu.assign_non_tensor(part, use_dynamic_bsz=True, max_token_len_per_gpu=BUDGET, sp_size=1)
            micro, _ = prepare_micro_batches(part, dp_group=None, same_micro_num_in_dp=False)
            assert len(micro) > 1 or sum(len(row) for row in part["input_ids"].unbind()) <= BUDGET
            for each in micro:
                update.update(contents_of(each))
    return found


@pytest.mark.parametrize("ranks", [1, 2, 3])
@pytest.mark.parametrize("parts", [1, 2, 4])
@pytest.mark.parametrize("credit", ["token-trend", "equation-ndcg", "token-gigpo"])
def test_each_update_trains_on_the_same_rows(samples_of, credit, parts, ranks):
    samples = samples_of(credit)
    expected = [Counter(map(content, part)) for part in mini_batches(samples, parts)]
    assert sum(map(Counter.total, expected)) == len(samples) > 20
    assert updates_of(samples, parts, ranks) == expected


def test_the_samples_differ_in_everything_that_is_compared(samples_of):
    """Else columns or rows could be mixed up unseen."""
    trained = [part for sample in samples_of("equation-ndcg") for _, part in content(sample)[1]]
    stages, clipped, advantages, weights, kl_weights, logprobs = (set(c) for c in zip(*trained, strict=True))
    assert stages == {0, 1, 2, 3} and clipped == {0, 1} and weights != kl_weights
    assert min(map(len, (advantages, weights, logprobs))) > 2
