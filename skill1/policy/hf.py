"""The local engine: batched sampling from a Hugging Face causal language model, for many episodes at once.

Continuous batching with one cache row per live episode. The engine advances only when every live episode waits for
it, serves requests in key order and pads rows, chunks and key widths to fixed multiples, so that an answer depends on
its key, prompt and weights but not on its neighbours. Knows nothing of stages or skills.

In low precision on a CPU nothing is padded: what is asked anew and the last tokens of running answers pass through the
model together, each row attending to just its own keys. Families that do not tell attention what a pass is made of,
such as StableLM, have one prompt in a pass there.

Shapes: R cache rows, B rows of one forward pass, W new tokens a row, N new tokens in all, S key width, V vocabulary.
"""

from __future__ import annotations

import asyncio
import math
from contextlib import nullcontext
from dataclasses import dataclass, field
from itertools import accumulate

import numpy as np
import torch

from skill1.errors import Skill1Error
from skill1.policy import inference
from skill1.policy.attention import takes_packing
from skill1.policy.cache import WIDTH_MULTIPLE, cache_of
from skill1.policy.packing import round_up, shared_prefix
from skill1.policy.pieces import Fed, cut_pieces, lay_out
from skill1.policy.protocol import Generation, Sampling
from skill1.policy.random import uniforms
from skill1.policy.tokens import Tokens
from skill1.schema import RandomKey

# Paddings under which CPU kernels give a row the same bits whatever its neighbours are (measured with torch 2.13 on one
# and two threads, with the attention of ``policy.load``). A test holds them.
ROW_MULTIPLE = 8
LEAST_ROWS = 16  # MKL sums a product of up to 8 rows in another order on Intel's AVX-512 (torch 2.11)
CHUNK_MULTIPLE = 8
GATHER_TOKENS = 4  # to copy a row out of the cache costs as much as to feed so many tokens (SmolLM2, one core)
PASS_COST = 100  # tokens whose computation takes as long as one more pass on a CPU does (tiny policy, one core)
PASS_TOKENS = 32_768  # rows x new width of one prefill pass, padding included: bounds its activations
# To decode the whole answer at each of its tokens would take the square of its length.
STOP_TAIL_TOKENS = 16  # stop strings are looked for in the text of the last so many tokens


@dataclass(slots=True, eq=False)  # itself, not one like it
class _Request:
    """One answer in the making."""

    key: RandomKey
    prompt_ids: tuple[int, ...]
    sampling: Sampling
    row: int
    draws: np.ndarray
    future: asyncio.Future
    token_ids: list[int] = field(default_factory=list)
    logprobs: list[float] = field(default_factory=list)


class HFPolicy:
    """A trainable policy in this process. ``model`` may be trained between steps: then call :meth:`weights_changed`."""

    def __init__(self, model, tokens: Tokens, *, rows: int = 128, version: int = 0) -> None:
        self.model, self.tokens, self.version = model, tokens, version
        # A full pass is padded to this many rows anyway.
        self.max_rows = round_up(rows, ROW_MULTIPLE)
        # Low precision promises equal numbers for equal episodes only, and rows of padding cost as much as others.
        self._is_low = model.device.type == "cpu" and model.dtype != torch.float32
        # That no window matters here is known: `policy.load` refuses prompts longer than one.
        self._mixes = self._is_low and takes_packing(model)
        self.cache = cache_of(model)
        self._fast = inference.FastLayers(model) if inference.is_served(model) else None
        self.max_positions = model.config.max_position_embeddings
        self._vocabulary = model.get_input_embeddings().num_embeddings
        self._end_ids = tokens.end_ids(model.generation_config)
        # What is in the cache is told by ids, so a prompt that differs anywhere is fed again from there.
        self._cached: dict[int, list[int]] = {}  # row → ids whose keys it holds
        self._row_of: dict[str, int] = {}
        # Taken from the end, so the lowest rows come first.
        self._free_rows = list(range(self.max_rows))[::-1]
        self._queued: list[_Request] = []
        self._running: list[_Request] = []
        self._driver: asyncio.Task | None = None
        self._wake: asyncio.Event | None = None
        self.tokens_generated = 0

    # ---- episodes -------------------------------------------------------------------------------------------------

    def attach(self, session: str) -> None:
        """Give an episode a cache row; the engine waits for it from now on."""
        if not self._free_rows:
            raise Skill1Error(f"More than model.rows = {self.max_rows} episodes are alive at once.")
        self._row_of[session] = row = self._free_rows.pop()
        # Whatever an earlier episode left in the row counts as not there.
        self._cached[row] = []

    def release(self, session: str) -> None:
        """The episode asks no more; its row is free."""
        row = self._row_of.pop(session)
        self._free_rows.append(row)
        self._free_rows.sort(reverse=True)  # lowest rows first: live rows stay dense
        # The engine may be waiting for this episode alone.
        if self._wake is not None:
            self._wake.set()

    def weights_changed(self) -> None:
        """The weights were updated: a new version, and nothing that was computed with the old ones is used again."""
        self.version += 1
        self.rest()

    def rest(self) -> None:
        """Give the memory of keys, values and copies of weights back; the next answer takes it again."""
        for cached in self._cached.values():
            cached.clear()
        self.cache.clear()
        if self._fast is not None:
            self._fast.drop()

    def close(self) -> None:
        """Nothing to free: the weights belong to whoever loaded them."""

    async def generate(
        self, prompt_ids: tuple[int, ...], sampling: Sampling, *, session: str, key: RandomKey, view: object = None
    ) -> Generation:
        """Sample one answer; returns when it ended by an end token, a stop string or ``max_tokens``."""
        # Before it is queued: an error inside the engine fails every episode that waits for it.
        if len(prompt_ids) + sampling.max_tokens > self.max_positions:
            raise Skill1Error(
                f"A prompt of {len(prompt_ids)} tokens and an answer of up to {sampling.max_tokens} exceed the model's "
                f"{self.max_positions} positions. Lower model.max_prompt_tokens or the sampling.*_tokens limits."
            )
        if (largest := max(prompt_ids)) >= self._vocabulary:  # the padding token may be as large, and is never fed
            raise Skill1Error(
                f"The prompt has the token {self.tokens.tokenizer.convert_ids_to_tokens(largest)!r}, which is number "
                f"{largest} of the tokenizer, but the model has only {self._vocabulary} embeddings. Put the "
                "tokenizer that belongs to the weights into the model's folder."
            )
        future = asyncio.get_running_loop().create_future()
        # All at once: the draw of a token follows from its place in the answer, not from who shared its batch.
        draws = uniforms(key, sampling.max_tokens) if sampling.temperature > 0 else np.zeros(0, np.float32)
        self._queued.append(_Request(key, prompt_ids, sampling, self._row_of[session], draws, future))
        self._ensure_driver()
        # This may be the request that the engine waits for.
        self._wake.set()
        return await future

    # ---- the engine -----------------------------------------------------------------------------------------------

    def _ensure_driver(self) -> None:
        if self._driver is None or self._driver.done():
            self._wake = asyncio.Event()
            # Of the loop that asks: each call of ``run_to_end`` has one of its own.
            self._driver = asyncio.get_running_loop().create_task(self._drive())

    async def _drive(self) -> None:
        """Advance whenever every live episode waits for the engine; end when nobody waits."""
        try:
            while self._queued or self._running:
                self._forget_cancelled()
                # Who shares a batch then follows from the episodes alone, not from who was quicker.
                if len(self._queued) + len(self._running) < len(self._row_of):
                    self._wake.clear()
                    await self._wake.wait()
                    continue
                self._advance()
                await asyncio.sleep(0)  # finished episodes run on and queue their next request
        except Exception as error:  # hand it to whoever waits: a dead engine must not hang episodes
            self._fail(error)
        except BaseException:  # an interrupt, say: nobody may wait for ever for what will not come
            self._fail(Skill1Error("The engine was stopped while episodes were waiting for it."))
            raise
        finally:  # cancelled with the event loop: the next one must not find what nobody waits for
            self._queued, self._running = [], []

    def _forget_cancelled(self) -> None:
        """Answers that nobody waits for: their rows may belong to other episodes by now."""
        self._queued = [request for request in self._queued if not request.future.done()]
        self._running = [request for request in self._running if not request.future.done()]

    def _fail(self, error: Exception) -> None:
        for request in [*self._queued, *self._running]:
            if not request.future.done():
                request.future.set_exception(error)
        # Where memory ran out, the cache may have grown in some layers only, and rows may lack what they are noted for.
        self.rest()

    @torch.inference_mode()
    def _advance(self) -> None:
        """Prefill what is queued, then decode until at least one answer ends."""
        if self.model.training:  # it goes through all modules
            self.model.eval()
        with self._fast.used() if self._fast is not None else nullcontext():
            finished = self._answer()
        self._running = [r for r in self._running if r not in finished]
        for request in finished:
            request.future.set_result(self._result(request))

    def _answer(self) -> list[_Request]:
        """Those whose answers ended; the others pause: what an ended one's episode asks next joins them."""
        finished: list[_Request] = []
        # Whoever asked first, what is asked anew stands in the order of the keys.
        self._queued.sort(key=lambda request: request.key)
        if self._queued and not self._mixes:
            # Their first token is drawn from the prefill's logits, so an answer may end here.
            finished = self._accept(self._queued, self._prefill(self._queued))
            self._running += [r for r in self._queued if r not in finished]
            self._queued = []
        while not finished:
            if self._mixes:
                # Neighbours are attended to together; so rounding depends on the rows, and they on who attached first.
                self._running.sort(key=lambda request: request.row)
                logits_BV = self._mixed(self._queued, self._running)
                self._running, self._queued = self._running + self._queued, []
            else:
                logits_BV = self._decode(self._running)
            finished = self._accept(self._running, logits_BV)
        return finished

    def _lacking(self, requests: list[_Request]) -> dict[tuple[int, tuple[int, ...]], list[int]]:
        """Where each prompt's new piece starts, and the prompt → who lacks just this.

        Rows that lack the same piece after the same beginning, as a group's first prompts do, have it computed once.
        """
        alike: dict[tuple[int, tuple[int, ...]], list[int]] = {}
        for i, request in enumerate(requests):
            cached = self._cached[request.row]
            # At least the last token is fed, even of a prompt that is cached whole: its logits are wanted.
            start = min(shared_prefix(cached, request.prompt_ids), len(request.prompt_ids) - 1)
            # The start too: only rows that lack the same piece can be given the same keys.
            alike.setdefault((start, request.prompt_ids), []).append(i)
            self._cached[request.row] = list(request.prompt_ids)
        return alike

    def _copy_alike(self, requests: list[_Request], alike: dict[tuple[int, tuple[int, ...]], list[int]]) -> None:
        """Give what was computed for the first of those alike to the others."""
        for (start, prompt_ids), (first, *others) in alike.items():
            if others:
                rows = [requests[i].row for i in others]
                self.cache.copy(requests[first].row, rows, start, len(prompt_ids))

    def _mixed(self, asked: list[_Request], running: list[_Request]) -> torch.Tensor:
        """One more token for running answers, the first for what is asked anew: logits [B, V], the running first."""
        alike = self._lacking(asked)
        fed: list[Fed] = [(request.row, *self._last_token(request)) for request in running]
        fed += [(asked[first].row, start, prompt[start:]) for (start, prompt), (first, *_) in alike.items()]
        logits_BV = torch.cat([self._forward_pieces(part) for part in cut_pieces(fed, PASS_TOKENS)])
        self._copy_alike(asked, alike)
        # Who asks the same has the same row of logits, and draws its own token from it.
        places = {i: len(running) + place for place, members in enumerate(alike.values()) for i in members}
        return logits_BV[[*range(len(running)), *(places[i] for i in range(len(asked)))]]

    def _last_token(self, request: _Request) -> tuple[int, tuple[int, ...]]:
        """Where the token stands that a running answer drew last, and the token; it counts as fed from now on."""
        cached = self._cached[request.row]
        cached.append(request.token_ids[-1])
        return len(cached) - 1, (request.token_ids[-1],)

    def _prefill(self, requests: list[_Request]) -> torch.Tensor:
        """Feed what each row's cache does not hold yet; returns logits [B, V] of the last prompt token."""
        alike = self._lacking(requests)
        fed = [(members[0], start, prompt_ids[start:]) for (start, prompt_ids), members in alike.items()]
        logits: dict[int, torch.Tensor] = {}
        # A GPU takes longer to begin a pass than to compute padding.
        cost = PASS_COST if self.model.device.type == "cpu" else math.inf
        lengths = [len(piece) for _, _, piece in fed]
        alone = [[i] for i in range(len(fed))]
        for part in alone if self._is_low else prefill_parts(lengths, PASS_TOKENS, cost):
            firsts, starts, pieces = zip(*(fed[p] for p in part), strict=True)
            part_BV = self._forward([requests[i].row for i in firsts], list(starts), list(pieces))
            logits |= dict(zip(firsts, part_BV, strict=True))
        self._copy_alike(requests, alike)
        # The same prompt has the same logits; each request draws its own token from them.
        for first, *others in alike.values():
            logits |= dict.fromkeys(others, logits[first])
        return torch.stack([logits[i] for i in range(len(requests))])

    def _decode(self, requests: list[_Request]) -> torch.Tensor:
        """Feed the token each running answer drew last; returns logits [B, V]."""
        starts, pieces = zip(*map(self._last_token, requests), strict=True)
        return self._forward([r.row for r in requests], list(starts), list(pieces))

    def _forward_pieces(self, fed: list[Fed]) -> torch.Tensor:
        """Run the model on new tokens (row, start, ids) of some cache rows; logits [B, V] after each one's last token.

        Not padded at all: layers see the N tokens of all pieces, attention each piece with its row's keys.
        """
        pieces = lay_out(fed, self.model.config.num_attention_heads // self.cache.heads, self.model.dtype)
        longest = max(piece.end for piece in pieces)
        # Every live episode has room, as in `_forward`: what is computed for one row may be copied to others.
        held = round_up(max(*self._row_of.values(), *(row for row, _, _ in fed)) + 1, ROW_MULTIPLE)
        self.cache.reserve(round_up(longest, WIDTH_MULTIPLE), held)
        positions_N = torch.cat([torch.arange(start, start + len(ids)) for _, start, ids in fed])
        rows_N = torch.tensor([row for row, _, ids in fed for _ in ids])
        self.cache.aim_at_pieces(rows_N, positions_N)
        hidden_1ND = self.model.base_model(
            input_ids=torch.tensor([[token for _, _, ids in fed for token in ids]]),
            position_ids=positions_N[None],
            # Of four dimensions, so the model leaves it alone: attention knows what precedes each piece.
            attention_mask=torch.zeros(1, 1, 1, 1, dtype=torch.bool),
            past_key_values=self.cache,
            use_cache=True,
            packing=pieces,
        ).last_hidden_state
        last = [end - 1 for end in accumulate(len(ids) for _, _, ids in fed)]
        return self.model.get_output_embeddings()(hidden_1ND[0, last]).float()

    def _forward(self, rows: list[int], starts: list[int], pieces: list[tuple[int, ...]]) -> torch.Tensor:
        """Run the model on new tokens of some cache rows; logits [len(rows), V] after each row's last new token.

        Where it costs little, the pass runs in place over all rows that lie between, and idle ones feed padding;
        otherwise the rows are gathered. In float32 both give the same numbers.
        """
        new_width = _padded_width(max(map(len, pieces)))
        between = max(rows) + 1
        is_dense = self._is_dense(len(rows), between, new_width)
        num_rows = self._padded_rows(between if is_dense else len(rows), new_width)
        if not is_dense:  # pad the gather with rows that may be overwritten nowhere: padding goes to the last slot
            rows = rows + [rows[0]] * (num_rows - len(rows))
        places = rows if is_dense else list(range(len(pieces)))
        longest = max(s + len(p) for s, p in zip(starts, pieces, strict=True))
        width = round_up(longest, WIDTH_MULTIPLE)
        # Room for every live episode: a group's prompt is copied to rows that were not fed yet.
        num_held = round_up(max(*rows, *self._row_of.values(), num_rows - 1) + 1, ROW_MULTIPLE)
        self.cache.reserve(width, num_held)
        # Padding is any token that the model has: some tokenizers' own came after the model was made.
        ids = np.zeros((num_rows, new_width), np.int64)
        # Padding writes its keys to the last slot, which nothing looks at.
        slots = np.full((num_rows, new_width), self.cache.slots, np.int64)
        positions = np.zeros((num_rows, new_width), np.int64)
        last = np.zeros(len(pieces), np.int64)
        for i, (place, start, piece) in enumerate(zip(places, starts, pieces, strict=False)):
            ids[place, : len(piece)] = piece
            slots[place, : len(piece)] = positions[place, : len(piece)] = range(start, start + len(piece))
            last[i] = len(piece) - 1
        device = self.model.device
        positions_BW = torch.from_numpy(positions).to(device)
        rows_B = None if is_dense else torch.tensor(rows, device=device)
        self.cache.aim(rows_B, num_rows, torch.from_numpy(slots).to(device), width)
        # Also hides what a row still holds of an answer that its next prompt did not continue.
        mask = torch.arange(width, device=device) <= positions_BW[:, None, :, None]  # [B, 1, W, S]
        hidden = self.model.base_model(
            input_ids=torch.from_numpy(ids).to(device),
            attention_mask=mask,
            position_ids=positions_BW,
            past_key_values=self.cache,
            use_cache=True,
        ).last_hidden_state
        kept = hidden[torch.tensor(places[: len(pieces)], device=device), torch.from_numpy(last).to(device)]
        # The output layer gets padded rows, too: its kernel also splits work by their number.
        padded = torch.zeros(self._padded_rows(len(pieces), 1), kept.shape[1], dtype=kept.dtype, device=device)
        padded[: len(pieces)] = kept
        # In float32, as the trainer's: ρ of an unchanged policy must be 1 up to rounding.
        return self.model.get_output_embeddings()(padded)[: len(pieces)].float()

    def _padded_rows(self, number: int, new_width: int) -> int:
        """``number`` of rows, each with so many tokens, as a pass has them."""
        if self._is_low:
            return number
        # Rows of several tokens come in chunks: a product of theirs has 64 rows at least.
        return max(LEAST_ROWS if new_width == 1 else 0, round_up(number, ROW_MULTIPLE))

    def _is_dense(self, number: int, between: int, new_width: int) -> bool:
        """Whether a pass for ``number`` rows runs in place over the rows between, or gathers those that take part."""
        all_rows = self._padded_rows(between, new_width)
        worth = (all_rows - number) * new_width <= GATHER_TOKENS * number
        return worth and all_rows * new_width <= PASS_TOKENS

    def _accept(self, requests: list[_Request], logits_BV: torch.Tensor) -> list[_Request]:
        """Draw one token for each request; returns those that ended."""
        temperatures = [r.sampling.temperature for r in requests]
        # The n-th token of an answer takes its n-th draw, whoever shares the pass.
        draws = [float(r.draws[len(r.token_ids)]) if r.sampling.temperature > 0 else 0.0 for r in requests]
        token_ids, logprobs = draw(logits_BV, temperatures, draws)
        finished = []
        for request, token, logprob in zip(requests, token_ids, logprobs, strict=True):
            request.token_ids.append(token)
            request.logprobs.append(logprob)
            if self._is_finished(request):
                finished.append(request)
        self.tokens_generated += len(requests)
        return finished

    def _is_finished(self, request: _Request) -> bool:
        if request.token_ids[-1] in self._end_ids or len(request.token_ids) >= request.sampling.max_tokens:
            return True
        return bool(request.sampling.stop) and self._has_stop(request)

    def _has_stop(self, request: _Request) -> bool:
        # As text: the same letters may be cut into tokens in many ways.
        tail = self.tokens.decode(tuple(request.token_ids[-STOP_TAIL_TOKENS:]))
        return any(stop in tail for stop in request.sampling.stop)

    def _result(self, request: _Request) -> Generation:
        ids = tuple(request.token_ids)
        # Who ends with the last token that was allowed has ended, and was not cut.
        is_stopped = ids[-1] in self._end_ids or (bool(request.sampling.stop) and self._has_stop(request))
        # The end token is trained, but parsers and prompts never see it.
        text = self.tokens.decode(ids[:-1] if ids[-1] in self._end_ids else ids)
        return Generation(ids, tuple(request.logprobs), "stop" if is_stopped else "length", text)


def prefill_parts(lengths: list[int], budget: int, pass_cost: float) -> list[list[int]]:
    """Positions of the rows of each prefill pass, given their new lengths in tokens.

    Longest first, as many as fit: padded rows x padded width ≤ ``budget``, but always up to ``ROW_MULTIPLE`` rows, for
    padding costs as much as they do. Shorter rows have a pass of their own where that saves more than ``pass_cost``
    tokens of padding.
    """
    # A pass is padded to its longest row: sorted, rows of like length share one.
    order = sorted(range(len(lengths)), key=lambda i: -lengths[i])
    parts = []
    while order:
        longest = lengths[order[0]]
        fitting = order[: max(1, budget // (_padded_width(longest) * ROW_MULTIPLE)) * ROW_MULTIPLE]
        number = _alike([_padded_width(lengths[i]) for i in fitting], pass_cost)
        parts.append(sorted(order[:number]))
        order = order[number:]
    return parts


def _alike(widths: list[int], pass_cost: float) -> int:
    """How many of the rows, widest first, share the first pass."""

    def saved(number: int) -> int:
        """Tokens of padding, less what is padded anew, if the rows from ``number`` on have their own pass."""
        rest = round_up(len(widths) - number, ROW_MULTIPLE)
        return (all_rows - round_up(number, ROW_MULTIPLE)) * widths[0] - rest * widths[number]

    all_rows = round_up(len(widths), ROW_MULTIPLE)
    # Only where the width falls: rows of one width lose nothing by sharing a pass.
    cuts = [i for i in range(1, len(widths)) if widths[i] < widths[i - 1]]
    best = max(cuts, key=saved, default=None)
    return best if best is not None and saved(best) > pass_cost else len(widths)


def _padded_width(longest: int) -> int:
    # Not while answers grow a token a row: as a chunk of eight each pass would cost eight times as much.
    return longest if longest == 1 else round_up(longest, CHUNK_MULTIPLE)


def draw(logits_BV: torch.Tensor, temperatures: list[float], draws: list[float]) -> tuple[list[int], list[float]]:
    """Inverse-CDF sampling, row by row; temperature 0 takes the most likely token (log-prob at temperature 1)."""
    scale = torch.tensor([t if t > 0 else 1.0 for t in temperatures], device=logits_BV.device)
    logprobs_BV = (logits_BV / scale[:, None]).log_softmax(-1)
    cumulative_BV = logprobs_BV.exp().cumsum(-1)
    # Their sum in single precision is not exactly 1: scaled by it, a draw near 1 stays within the vocabulary.
    targets_B = torch.tensor(draws, device=logits_BV.device) * cumulative_BV[:, -1]
    # `right`: a draw of exactly 0 must not take a first token of probability 0.
    sampled_B = torch.searchsorted(cumulative_BV, targets_B[:, None], right=True)[:, 0]
    sampled_B = sampled_B.clamp(max=logits_BV.shape[1] - 1)
    chosen_B = sampled_B
    # One more pass over the vocabulary, so only where somebody asks for the likeliest token.
    if not all(temperatures):
        greedy_B = torch.tensor([t == 0 for t in temperatures], device=logits_BV.device)
        chosen_B = torch.where(greedy_B, logprobs_BV.argmax(-1), sampled_B)
    return chosen_B.tolist(), logprobs_BV.gather(1, chosen_B[:, None])[:, 0].tolist()
