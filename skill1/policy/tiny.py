"""Makes a tiny random policy: an ordinary Hugging Face folder of a Qwen2 model with a word-level tokenizer."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from skill1.models.files import open_weights

SPECIAL_TOKENS = ("<pad>", "<bos>", "<eos>", "<unk>")
# Cuts as the pre-tokenizer of `make_tokenizer` does: vocabularies are made of what it finds.
_WORD = re.compile(r"\w+|[^\w\s]")


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
    return _WORD.findall(text.lower())


def make_tokenizer(words: Sequence[str]):
    """Lower-cased words and single punctuation marks, one id each; ``decode`` joins by blanks, except at slashes."""
    from tokenizers import Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers
    from transformers import PreTrainedTokenizerFast

    vocabulary = {word: i for i, word in enumerate([*SPECIAL_TOKENS, *dict.fromkeys(words)])}
    core = Tokenizer(models.WordLevel(vocabulary, unk_token="<unk>"))
    core.normalizer = normalizers.Lowercase()
    core.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Split(Regex(r"[^\w\s]"), "isolated")]
    )
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
    """Write a randomly initialised policy to ``folder``; returns its number of parameters.

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
    folder.mkdir(parents=True, exist_ok=True)
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    open_weights(folder)
    return model.num_parameters()


def place_tiny_policy(words: Sequence[str], folder: Path, *, seed: int) -> None:
    """The same in one piece: a process that is killed leaves none in ``folder``, not a half."""
    partial = folder.with_name(f".{folder.name}.partial")
    # Of a process that was killed.
    if partial.is_dir():
        shutil.rmtree(partial)
    make_tiny_policy(words, partial, seed=seed)
    os.replace(partial, folder)
