"""Makes a tiny policy: an ordinary Hugging Face folder of a Qwen2 model with a word-level tokenizer.

Its weights are random, but for what attention heads do at first. Copying out of the context takes heads of two layers
that are of use only together: from random weights gradient descent finds it late, abruptly, and on some seeds never.
Heads that begin near such a solution get there early, an idea of mimetic initialisation (Trockman and Kolter 2023,
arXiv 2305.09828). In the household it takes some 1,500 updates in place of 3,000. No head knows a word of any world.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path

from skill1.models.files import open_weights

SPECIAL_TOKENS = ("<pad>", "<bos>", "<eos>", "<unk>")
# What each head of a layer passes on of the tokens that it looks at: their own direction in the embedding, which makes
# them likelier to be written (1: a name is copied out of a skill), the opposite (-1: a drawer that was opened is not
# opened again), or nothing of the kind. A layer with more heads begins again.
_PASSES_ON = (1, -1, -1, 0)
_STRENGTH = 0.7  # of what is passed on, where 1 is the token's own embedding
# The first layer's last head looks at the previous token, by a constant query and key in the fastest frequencies of
# their rotation, and writes down which it was.
_FAST_FREQUENCIES = 3
_SHARPNESS = 6.0  # of query and key: the previous of 50 tokens has some 0.97 of the weight, of 300 half of it


@dataclass(frozen=True)
class TinyShape:
    """Size of the network; the default has 0.3 M parameters with a vocabulary of 200 words."""

    hidden_size: int = 96
    layers: int = 3
    heads: int = 4
    feed_forward: int = 192
    positions: int = 2048


def words_of(text: str) -> list[str]:
    """The tokens a tiny policy's tokenizer would make of a text, repeats included."""
    normalizer, pre_tokenizer = _word_cutters()
    return [word for word, _ in pre_tokenizer.pre_tokenize_str(normalizer.normalize_str(text))]


def _word_cutters():
    """What a tiny policy's tokenizer lower-cases texts with, and what it cuts them with."""
    from tokenizers import Regex, normalizers, pre_tokenizers

    marks = pre_tokenizers.Split(Regex(r"[^\w\s]"), "isolated")
    return normalizers.Lowercase(), pre_tokenizers.Sequence([pre_tokenizers.WhitespaceSplit(), marks])


def make_tokenizer(words: Sequence[str]):
    """Lower-cased words and single punctuation marks, one id each; ``decode`` joins by blanks, except at slashes."""
    from tokenizers import Tokenizer, decoders, models
    from transformers import PreTrainedTokenizerFast

    vocabulary = {word: i for i, word in enumerate([*SPECIAL_TOKENS, *dict.fromkeys(words)])}
    core = Tokenizer(models.WordLevel(vocabulary, unk_token="<unk>"))
    core.normalizer, core.pre_tokenizer = _word_cutters()
    # WordPiece is what joins by blanks. A slash stands inside words, as in the command "put cup 1 in/on desk 2".
    core.decoder = decoders.Sequence(
        [decoders.WordPiece(prefix="##", cleanup=False), decoders.Fuse(), decoders.Replace(" / ", "/")]
    )
    return PreTrainedTokenizerFast(
        tokenizer_object=core,
        pad_token="<pad>",
        bos_token="<bos>",
        eos_token="<eos>",
        unk_token="<unk>",
        # AutoTokenizer (transformers 5) forces Qwen2's own BPE class on every qwen2 folder unless a map is present; an
        # empty one makes it take the folder's tokenizer as it is.
        auto_map={"AutoTokenizer": [None, None]},
    )


def make_tiny_policy(words: Sequence[str], folder: Path, *, seed: int, shape: TinyShape | None = None) -> int:
    """Write a new policy to ``folder``; returns its number of parameters.

    ``vocab_size == len(tokenizer)``: engines that mask unknown ids and trainers that don't must agree.
    """
    import torch
    from transformers import Qwen2Config, Qwen2ForCausalLM

    from skill1.policy.load import quieten  # imports torch, which listing a module of this package must not

    quieten()
    shape = shape or TinyShape()
    tokenizer = make_tokenizer(words)
    config = Qwen2Config(
        vocab_size=len(tokenizer),
        hidden_size=shape.hidden_size,
        intermediate_size=shape.feed_forward,
        num_hidden_layers=shape.layers,
        num_attention_heads=shape.heads,
        num_key_value_heads=shape.heads,
        max_position_embeddings=shape.positions,
        # `_shape_heads` needs it: what a head passes on is read by the embedding that it was taken from.
        tie_word_embeddings=True,
        initializer_range=0.05,
        bos_token_id=tokenizer.bos_token_id,
        eos_token_id=tokenizer.eos_token_id,
        pad_token_id=tokenizer.pad_token_id,
    )
    # The seed must not move the caller's random numbers.
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        model = Qwen2ForCausalLM(config)
        _shape_heads(model)
    folder.mkdir(parents=True, exist_ok=True)
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    open_weights(folder)
    return model.num_parameters()


def _shape_heads(model) -> None:
    """Give the heads of a new model their parts, with random numbers of torch's default generator."""
    import torch

    first, *later = [layer.self_attn for layer in model.model.layers]
    with torch.no_grad():
        for attention in (first, *later):
            for head, sign in zip(_heads(attention), cycle(_PASSES_ON), strict=False):
                # Each head sees other directions of the embedding. The strength is that of both projections together.
                seen = _STRENGTH**0.5 * _directions(model, attention.head_dim)
                attention.v_proj.weight[head] += abs(sign) * seen
                attention.o_proj.weight[:, head] += sign * seen.T
        last = _heads(first)[-1]
        _look_back(first, last, model.config.rope_parameters["rope_theta"])
        # What this head has read at a token it writes in other directions than that token's own: as many as fit
        # into the slow half of a head's frequencies, where `_look_for_what_followed` puts them.
        size = first.head_dim // 4 * 2
        read, written = _directions(model, size), _directions(model, size)
        first.v_proj.weight[last][:size] += read
        first.o_proj.weight[:, last][:, :size] += written.T
        for attention in later:
            for head, sign in zip(_heads(attention), cycle(_PASSES_ON), strict=False):
                if sign:
                    _look_for_what_followed(attention, head, read, written)


def _heads(attention) -> list[slice]:
    """The rows of each head in the projections of query, key and value."""
    size = attention.head_dim
    return [slice(start, start + size) for start in range(0, attention.q_proj.out_features, size)]


def _directions(model, number: int):
    """So many random directions [number, hidden size] of length 1, at right angles to each other."""
    import torch

    return torch.linalg.qr(torch.randn(2 * (model.config.hidden_size,)))[0][:number]


def _look_back(attention, head: slice, base: float) -> None:
    """Make a head look at the previous token, whatever the two tokens are.

    Positions rotate query and key by ``position * w_i`` in each pair of dimensions (i, i + half). A key of (s, 0) and a
    query that is turned back by one position score ``s² Σ_i cos(w_i (distance - 1))``: most at a distance of 1.
    """
    import torch

    half = attention.head_dim // 2
    used = min(_FAST_FREQUENCIES, half)
    angles = base ** (-torch.arange(used) / half)
    for projection in (attention.q_proj, attention.k_proj):
        projection.weight[head] *= 0.1  # what the tokens are would drown it
        projection.bias[head] = 0.0
    attention.k_proj.bias[head][:used] = _SHARPNESS
    attention.q_proj.bias[head][:used] = _SHARPNESS * torch.cos(angles)
    attention.q_proj.bias[head][half : half + used] = -_SHARPNESS * torch.sin(angles)


def _look_for_what_followed(attention, head: slice, read, written) -> None:
    """Make a head look up to twice as much at tokens that followed the query's own token earlier.

    Training does the rest. The tokens are those whose previous token, as ``written``, is what the query's own token
    gives when it is ``read``. The slow frequencies compare them, which a distance of a hundred tokens turns little.
    """
    half = attention.head_dim // 2
    slow = len(read) // 2
    for part, rows in enumerate((slice(half - slow, half), slice(2 * half - slow, 2 * half))):
        pairs = slice(part * slow, (part + 1) * slow)
        attention.q_proj.weight[head][rows] += read[pairs]
        attention.k_proj.weight[head][rows] += written[pairs]


def place_tiny_policy(words: Sequence[str], folder: Path, *, seed: int) -> None:
    """The same in one piece: a process that is killed leaves none in ``folder``, not a half."""
    partial = folder.with_name(f".{folder.name}.partial")
    # Of a process that was killed.
    if partial.is_dir():
        shutil.rmtree(partial)
    make_tiny_policy(words, partial, seed=seed)
    os.replace(partial, folder)
