"""What crosses the border to verl: episodes as rows of their segments, token samples as rows to train on.

Imports torch but nothing of verl.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, fields

import torch

from skill1.schema import TOKEN_FIELDS, Episode, TokenSample, episode_of
from skill1.train.batches import mini_batches

FLOATS = ("advantages", "weights", "kl_weights")
Tokens = tuple[tuple[int, ...], tuple[int, ...], tuple[float, ...]]  # one segment's TOKEN_FIELDS


def episode_record(episode: Episode) -> str:
    """An episode as JSON, all but the tokens of its segments, which travel as tensors."""
    # Not `asdict` of all: it would copy every token, only for it to be dropped.
    record = {field.name: getattr(episode, field.name) for field in fields(episode)}
    for name in ("key", "task", "used", "withheld", "draft"):
        record[name] = asdict(record[name]) if record[name] is not None else None
    for name in ("candidates", "turns"):
        record[name] = [asdict(part) for part in record[name]]
    record["segments"] = [
        {field.name: getattr(s, field.name) for field in fields(s) if field.name not in TOKEN_FIELDS}
        for s in episode.segments
    ]
    return json.dumps(record)


def read_episode(text: str, tokens: Sequence[Tokens]) -> Episode:
    """The episode of a record and the tokens of its segments, in order."""
    record = json.loads(text)
    record["segments"] = [
        part | dict(zip(TOKEN_FIELDS, of, strict=True))
        for part, of in zip(record["segments"], tokens, strict=True)
    ]
    return episode_of(record)


def arranged(samples: Sequence[TokenSample], parts: int, ranks: int, pad_id: int) -> tuple[list[TokenSample], int]:
    """Rows in the order in which verl deals them out, and the number of optimizer updates they make.

    verl gives each rank one contiguous share and cuts that into equal runs, one for each update. So every rank gets as
    many rows of each part (whole groups, as in the local learner), filled up with rows of weight 0; long rows first,
    dealt in turn, which evens out the ranks' work.
    """
    split = mini_batches(samples, parts)
    # As many rows as the largest part needs: verl's runs are of one size.
    size = max((-(-len(part) // ranks) for part in split), default=0)
    shares: list[list[TokenSample]] = [[] for _ in range(ranks)]
    for part in split:
        rows = sorted(part, key=lambda sample: len(sample.ids), reverse=True)
        rows += [padding(pad_id)] * (size * ranks - len(rows))
        for rank, share in enumerate(shares):
            share += rows[rank::ranks]
    return [row for share in shares for row in share], len(split)


def padding(pad_id: int) -> TokenSample:
    """A row of weight 0, as short as verl takes one."""
    nothing = (0.0, 0.0)
    # Two tokens, because `training_row` leaves the first to the prompt and verl wants a response.
    return TokenSample((pad_id,) * 2, (-1, -1), nothing, nothing, nothing, nothing, (0, 0), -1)


def training_row(sample: TokenSample) -> dict[str, torch.Tensor]:
    """One row as verl stores it. The "response" is all from the first trained token on; columns belong to it."""
    trained = [i for i, (w, k) in enumerate(zip(sample.weights, sample.kl_weights, strict=True)) if w or k]
    # The first token is never in the response: nothing precedes it that could predict it.
    start = max(1, trained[0] if trained else 1)
    ids = torch.tensor(sample.ids)
    row = {
        "input_ids": ids,
        "position_ids": torch.arange(len(ids)),
        "prompts": ids[:start],
        "responses": ids[start:],
        "stages": torch.tensor(sample.stages[start:]),
        "clipped": torch.tensor(sample.clipped[start:]),
        "behaviour": torch.tensor(sample.logprobs[start:], dtype=torch.float32),
    }
    row |= {name: torch.tensor(getattr(sample, name)[start:], dtype=torch.float32) for name in FLOATS}
    mask = ((row["weights"] != 0) | (row["kl_weights"] != 0)).long()
    return row | {"response_mask": mask, "loss_mask": mask}
