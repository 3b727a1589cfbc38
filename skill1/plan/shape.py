"""The sizes of a policy's network, from which all costs follow: read from its ``config.json``, or from a table."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from skill1.config import TINY
from skill1.errors import ConfigError, DataError
from skill1.models.hub import local_folder

GPUS_OF_A_MACHINE = 8  # over which a model is shared, as a rule
DENSE_TYPES = ("qwen2", "qwen3", "llama", "mistral")  # attention, gated feed-forward and two norms in every layer


@dataclass(frozen=True, slots=True)
class ModelShape:
    """A dense decoder: ``layers`` times grouped-query attention and a gated feed-forward part, with RMS norms."""

    layers: int
    hidden: int
    feed_forward: int
    heads: int
    kv_heads: int
    head_size: int
    vocabulary: int
    is_tied: bool  # the output layer is the embedding
    has_bias: bool = False  # of the query, key and value projections (Qwen2)
    has_qk_norm: bool = False  # norms of queries and keys (Qwen3)

    @property
    def query_size(self) -> int:
        return self.heads * self.head_size

    @property
    def kv_size(self) -> int:
        return self.kv_heads * self.head_size

    @property
    def embedding(self) -> int:
        """Parameters of the input embedding; an untied output layer has as many again."""
        return self.vocabulary * self.hidden

    @property
    def block(self) -> int:
        """Parameters of one layer."""
        # Four projections: of queries and of the output, with query_size, and of keys and of values, with kv_size.
        attention = 2 * self.hidden * (self.query_size + self.kv_size)
        bias = (self.query_size + 2 * self.kv_size) * self.has_bias
        norms = 2 * self.hidden + 2 * self.head_size * self.has_qk_norm
        return attention + bias + 3 * self.hidden * self.feed_forward + norms

    @property
    def parameters(self) -> int:
        """All parameters, a tied output layer counted once."""
        # The last summand is the norm before the output layer.
        return self.layers * self.block + self.embedding * (1 if self.is_tied else 2) + self.hidden

    def trained(self, frozen_layers: int) -> int:
        """Parameters that are trained without the first layers and the embedding, with which a tied output layer rests.

        0 layers: all of them, the embedding too.
        """
        return self.parameters - (frozen_layers * self.block + self.embedding if frozen_layers else 0)

    def is_divisible(self, parts: int) -> bool:
        """Whether vLLM can share the model over so many GPUs: equal numbers of heads, key-value heads may repeat."""
        return self.heads % parts == 0 and (self.kv_heads % parts == 0 or parts % self.kv_heads == 0)

    @property
    def divisors(self) -> str:
        """What to expect of ``cluster.tensor_parallel``, in words."""
        numbers = ", ".join(str(parts) for parts in range(1, GPUS_OF_A_MACHINE + 1) if self.is_divisible(parts))
        return f"expected one of {numbers}: vLLM gives each GPU as many of the model's {self.heads} heads"

    def lora(self, rank: int) -> int:
        """Parameters of rank-``rank`` adapters on every linear layer of every block: rank x (inputs + outputs)."""
        # Of queries and the output, and of keys and values; the last term is gate, up and down.
        attention = 2 * (self.hidden + self.query_size) + 2 * (self.hidden + self.kv_size)
        return self.layers * rank * (attention + 3 * (self.hidden + self.feed_forward))


def _qwen2(layers: int, hidden: int, feed_forward: int, heads: int, kv_heads: int, *, is_tied: bool) -> ModelShape:
    # One tokenizer: only the padding of the embedding differs between small and large models.
    vocabulary = 151_936 if is_tied else 152_064
    head_size = hidden // heads
    return ModelShape(layers, hidden, feed_forward, heads, kv_heads, head_size, vocabulary, is_tied, has_bias=True)


def _qwen3(layers: int, hidden: int, feed_forward: int, heads: int, *, is_tied: bool) -> ModelShape:
    # Every dense Qwen3 has 8 key-value heads, and heads of 128, whatever its hidden size.
    return ModelShape(layers, hidden, feed_forward, heads, 8, 128, 151_936, is_tied, has_qk_norm=True)


# From the config.json that the Qwen team publishes with each model; the parameter counts they give are in the tests.
KNOWN: Mapping[str, ModelShape] = {
    "qwen2.5-0.5b": _qwen2(24, 896, 4864, 14, 2, is_tied=True),
    "qwen2.5-1.5b": _qwen2(28, 1536, 8960, 12, 2, is_tied=True),
    "qwen2.5-3b": _qwen2(36, 2048, 11008, 16, 2, is_tied=True),
    "qwen2.5-7b": _qwen2(28, 3584, 18944, 28, 4, is_tied=False),
    "qwen2.5-14b": _qwen2(48, 5120, 13824, 40, 8, is_tied=False),
    "qwen2.5-32b": _qwen2(64, 5120, 27648, 40, 8, is_tied=False),
    "qwen2.5-72b": _qwen2(80, 8192, 29568, 64, 8, is_tied=False),
    "qwen3-0.6b": _qwen3(28, 1024, 3072, 16, is_tied=True),
    "qwen3-1.7b": _qwen3(28, 2048, 6144, 16, is_tied=True),
    "qwen3-4b": _qwen3(36, 2560, 9728, 32, is_tied=True),
    "qwen3-8b": _qwen3(36, 4096, 12288, 32, is_tied=False),
    "qwen3-14b": _qwen3(40, 5120, 17408, 40, is_tied=False),
    "qwen3-32b": _qwen3(64, 5120, 25600, 64, is_tied=False),
}
# What fine-tuned variants add to a name. Their sizes are those of the base.
_VARIANTS = re.compile(r"-(instruct|base|coder|math|2507)(?=-|$)")


def shape_of(path: str) -> tuple[ModelShape, str]:
    """The sizes of ``model.path`` and where they are from: a folder, a downloaded hub model, else the table.

    Raises:
        ConfigError: a tiny policy, or a name that is neither on disk nor in the table.
        DataError: ``config.json`` cannot be read or describes no dense decoder.
    """
    if path == TINY:
        raise ConfigError(
            "model.path = 'tiny' is made for the run and fits every machine: there is nothing to plan. "
            "Type --model.path Qwen/Qwen2.5-1.5B-Instruct"
        )
    # What is on disk goes before the table: a model of a known name may have other sizes.
    folder = local_folder(path)
    if (folder / "config.json").is_file():
        return read_shape(folder / "config.json"), str(folder / "config.json")
    name = _VARIANTS.sub("", path.rpartition("/")[2].lower())
    if name in KNOWN:
        return KNOWN[name], f"table of known models ({name})"
    raise ConfigError(
        f"The sizes of model.path = '{path}' are not known: there is no such folder with a config.json, it is not "
        f"downloaded, and the table has only {', '.join(KNOWN)}. Type --model.path FOLDER or one of these names."
    )


def read_shape(file: Path) -> ModelShape:
    """The sizes in a Hugging Face ``config.json`` of a dense decoder.

    Raises:
        DataError: the file is no such configuration.
    """
    try:
        content = json.loads(file.read_text(encoding="utf-8"))
        if content.get("model_type") not in DENSE_TYPES:
            raise DataError(
                f"{file} describes a '{content.get('model_type')}' model; its memory and time are not known here. "
                f"Expected one of: {', '.join(DENSE_TYPES)}"
            )
        return _from_config(content)
    # AttributeError: the JSON is no object. ArithmeticError: it has no heads, or sizes without end.
    except (OSError, ValueError, KeyError, TypeError, AttributeError, ArithmeticError) as error:
        raise DataError(
            f"{file} cannot be read as a model's configuration ({type(error).__name__}: {error}). Expected a JSON "
            "object with hidden_size, num_hidden_layers, num_attention_heads, intermediate_size and vocab_size."
        ) from error


def _from_config(content: Mapping[str, Any]) -> ModelShape:
    heads = int(content["num_attention_heads"])
    kind = content["model_type"]
    return ModelShape(
        layers=int(content["num_hidden_layers"]),
        hidden=int(content["hidden_size"]),
        feed_forward=int(content["intermediate_size"]),
        heads=heads,
        # Without these two in a file each head has keys of its own, and an equal share of the hidden size.
        kv_heads=int(content.get("num_key_value_heads") or heads),
        head_size=int(content.get("head_dim") or content["hidden_size"] // heads),
        vocabulary=int(content["vocab_size"]),
        is_tied=bool(content.get("tie_word_embeddings", False)),
        # Qwen2 always has them, and no key in its file says so.
        has_bias=kind == "qwen2" or bool(content.get("attention_bias", False)),
        has_qk_norm=kind == "qwen3",
    )
