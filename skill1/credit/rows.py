"""From credit to training rows: how much each token counts (Eq. 8-11), and the rows that the trainer sees.

Weights are fixed before any batching: the trainer sums weight · objective and never normalises, so the split into
micro-batches cannot change it. With several optimizer updates a step each is a mean over its own share of the step's
episodes (Table 4: mini-batches of 256), so that the gradient, and with it ``train.max_grad_norm``, means the same
however many updates a step has.

Rows hold exactly the sampled tokens, merged only where one prompt exactly extends the last.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from skill1.config import LossConfig
from skill1.credit.credit import Credit, by_episode, by_stage
from skill1.schema import STAGES, Group, Segment, TokenSample

UTILISED = ("query", "act")  # their tokens share one mean (Eq. 8)


def training_rows(
    credits: Sequence[Credit], groups: Sequence[Group], loss: LossConfig, updates: int
) -> list[TokenSample]:
    """Token rows of a whole step, with their weights; a stage without any advantage only where a KL term needs it.

    Args:
        credits: of all segments to be trained.
        groups: the episodes played.
        loss: which rule weighs tokens, and whether there is a KL term.
        updates: the step's optimizer updates.
    """
    # B of Eq. 8-10: episodes that ended in an error do not count.
    num_episodes = sum(len(group.survivors) for group in groups)
    played = {episode.id: episode.segments for group in groups for episode in group.episodes}
    active = [
        credit
        # Weighed first: what is left out below has counted in the means, so leaving it out changes no gradient.
        # Rows whose advantages are all 0 would be computed only to be multiplied by it.
        for of_stage in by_stage(weighed(credits, num_episodes, loss.normalise, updates))
        if loss.kl_coefficient or any(credit.total for credit in of_stage)
        for credit in of_stage
        # λ = 0 makes the stage context.
        if credit.weight
    ]
    return [
        sample
        for episode, own in by_episode(active).items()
        # Realised credit trains texts of earlier steps, whose other segments are gone.
        for sample in to_samples(played.get(episode) or [credit.segment for credit in own], own)
    ]


def weighed(credits: Sequence[Credit], num_episodes: int, normalise: str, updates: int = 1) -> list[Credit]:
    """The records with their weights, in the same order or episode by episode.

    Args:
        credits: of a whole step.
        num_episodes: the step's episodes not in error.
        normalise: name of a rule in ``NORMALISE``: ``loss.normalise``.
        updates: the step's optimizer updates, each of which averages over ``num_episodes / updates`` episodes (B).
    """
    return NORMALISE[normalise](credits, num_episodes, updates)


def by_equation(credits: Sequence[Credit], num_episodes: int, updates: int) -> list[Credit]:
    """Eq. 8: 1/(B(|query| + Σ|act|)), clipped. Eq. 9: λ1/B, no clip, no KL. Eq. 10: λ2/(B|skill|), clipped."""
    # B of one update: it averages over its own share of the episodes, not over the step.
    share = num_episodes / updates
    return [
        _with_weight(credit, _equation_weight(credit, of_episode, share), credit.is_clipped)
        for of_episode in by_episode(credits).values()
        for credit in of_episode
    ]


def _equation_weight(credit: Credit, of_episode: Sequence[Credit], num_episodes: float) -> float:
    stage = credit.segment.stage
    if stage == "rerank":  # Eq. 9 is not divided by the ranking's length
        return credit.scale / num_episodes
    peers = UTILISED if stage in UTILISED else (stage,)
    # Only credited segments count: a query that is not trained must not thin out the actions.
    tokens = sum(c.num_tokens for c in of_episode if c.segment.stage in peers)
    return credit.scale / (num_episodes * tokens) if tokens else 0.0


def by_token(credits: Sequence[Credit], num_episodes: int, updates: int) -> list[Credit]:
    """λ_stage / tokens of that stage in an update (on average); everything clipped, KL everywhere."""
    totals = {stage: sum(c.num_tokens for c in credits if c.segment.stage == stage) for stage in STAGES}
    return [
        # The totals are of the whole step, but each update sees only its share of these tokens.
        _with_weight(c, c.scale * updates / total if (total := totals[c.segment.stage]) else 0.0, True)
        for c in credits
    ]


def _with_weight(credit: Credit, weight: float, is_clipped: bool) -> Credit:
    # Eq. 9 has no KL term: what is not clipped is not held to the reference either.
    return replace(credit, weight=weight, kl_weight=weight if is_clipped else 0.0, is_clipped=is_clipped)


NORMALISE: dict[str, Callable[[Sequence[Credit], int, int], list[Credit]]] = {
    "equation": by_equation,
    "token": by_token,
}


def merge(segments: Sequence[Segment]) -> list[list[Segment]]:
    """Runs of segments that form one token sequence: each prompt starts with the previous prompt and response."""
    rows: list[list[Segment]] = []
    # A continuing prompt is then fed once, not once a turn.
    for segment in segments:
        if rows and _extends(segment, rows[-1][-1]):
            rows[-1].append(segment)
        else:
            rows.append([segment])
    return rows


def _extends(segment: Segment, previous: Segment) -> bool:
    # Ids, not texts: the same text can be other tokens than those sampled.
    fed = previous.prompt_ids + previous.response_ids
    return segment.prompt_ids[: len(fed)] == fed


def to_samples(segments: Sequence[Segment], credits: Sequence[Credit]) -> list[TokenSample]:
    """Rows of one episode. Segments without a record of credit are context; rows without any are left out."""
    # Stage and turn name a segment of an episode.
    credit_of = {(credit.segment.stage, credit.segment.turn): credit for credit in credits}
    samples = [_row([(s, credit_of.get((s.stage, s.turn))) for s in row]) for row in merge(segments)]
    return [sample for sample in samples if sample is not None]


def _row(segments: Sequence[tuple[Segment, Credit | None]]) -> TokenSample | None:
    trained = [(segment, credit) for segment, credit in segments if credit is not None]
    if not trained:
        return None
    # Any record tells the group: the segments of a row are of one episode.
    last, group = trained[-1][0], trained[-1][1].group  # what follows the last trained token is not needed
    length = len(last.prompt_ids) + len(last.response_ids)
    # A number for each token of the row. What is not overwritten below is context: fed, but without weight.
    columns = {name: [0.0] * length for name in ("logprobs", "advantages", "weights", "kl_weights")}
    stages, clipped = [-1] * length, [0] * length
    for segment, credit in trained:
        # Every earlier prompt begins the last one, so a segment's own prompt tells where its answer lies in the row.
        first, number = len(segment.prompt_ids), len(segment.logprobs)
        answer = slice(first, first + number)
        stages[answer] = [STAGES.index(segment.stage)] * number
        clipped[answer] = [int(credit.is_clipped)] * number
        columns["logprobs"][answer] = segment.logprobs
        columns["advantages"][answer] = [credit.total] * number
        columns["weights"][answer] = [credit.weight] * number
        columns["kl_weights"][answer] = [credit.kl_weight] * number
    ids = last.prompt_ids + last.response_ids
    tuples = {name: tuple(values) for name, values in columns.items()}
    return TokenSample(ids=ids, stages=tuple(stages), clipped=tuple(clipped), group=group, **tuples)
