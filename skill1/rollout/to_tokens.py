"""Segments to training rows: exactly the sampled tokens, merged only where one prompt exactly extends the last."""

from __future__ import annotations

from collections.abc import Sequence

from skill1.credit.credit import Credit
from skill1.schema import STAGES, Segment, TokenSample


def merge(segments: Sequence[Segment]) -> list[list[Segment]]:
    """Runs of segments that form one token sequence: each prompt starts with the previous prompt and response."""
    rows: list[list[Segment]] = []
    for segment in segments:
        if rows and _extends(segment, rows[-1][-1]):
            rows[-1].append(segment)
        else:
            rows.append([segment])
    return rows


def _extends(segment: Segment, previous: Segment) -> bool:
    fed = previous.prompt_ids + previous.response_ids
    return segment.prompt_ids[: len(fed)] == fed


def to_samples(
    segments: Sequence[Segment], credits: Sequence[Credit], *, merged: bool = True
) -> list[TokenSample]:
    """Rows of one episode. Segments without a record of credit are context; rows without any are left out.

    ``merged=False`` gives one row a segment: slower, equal gradients (a test holds it).
    """
    credit_of = {(credit.segment.stage, credit.segment.turn): credit for credit in credits}
    rows = merge(segments) if merged else [[segment] for segment in segments]
    samples = [_row([(s, credit_of.get((s.stage, s.turn))) for s in row]) for row in rows]
    return [sample for sample in samples if sample is not None]


def _row(segments: Sequence[tuple[Segment, Credit | None]]) -> TokenSample | None:
    trained = [(segment, credit) for segment, credit in segments if credit is not None]
    if not trained:
        return None
    last, group = trained[-1][0], trained[-1][1].group  # what follows the last trained token is not needed
    length = len(last.prompt_ids) + len(last.response_ids)
    columns = {name: [0.0] * length for name in ("logprobs", "advantages", "weights", "kl_weights")}
    stages, clipped = [-1] * length, [0] * length
    for segment, credit in trained:
        for i, logprob in enumerate(segment.logprobs, start=len(segment.prompt_ids)):
            stages[i], clipped[i] = STAGES.index(segment.stage), int(credit.is_clipped)
            columns["logprobs"][i], columns["advantages"][i] = logprob, credit.total
            columns["weights"][i], columns["kl_weights"][i] = credit.weight, credit.kl_weight
    ids = last.prompt_ids + last.response_ids
    tuples = {name: tuple(values) for name, values in columns.items()}
    return TokenSample(ids=ids, stages=tuple(stages), clipped=tuple(clipped), group=group, **tuples)
