"""A packaged model small enough for tests: a llama of one layer whose tokens are three special ones and the bytes."""

from __future__ import annotations

import hashlib
import zipfile
from dataclasses import replace
from pathlib import Path

from skill1.models.packaged import PACKAGED, Packaged, fetch_model

NAME = "toy"
WIDTH, HEADS, LAYERS, FEED = 8, 2, 1, 16
SPECIAL = ("<|endoftext|>", "<|im_start|>", "<|im_end|>")
TEMPLATE = (
    "{% for m in messages %}<|im_start|>{{ m['role'] }}\n{{ m['content'] }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)


def write_gguf(path: Path, positions: int) -> None:
    import gguf
    import torch
    from transformers.convert_slow_tokenizer import bytes_to_unicode

    tokens = [*SPECIAL, *bytes_to_unicode().values(), "hi", "ok"]
    writer = gguf.GGUFWriter(str(path), "llama")
    writer.add_context_length(positions)
    writer.add_embedding_length(WIDTH)
    writer.add_block_count(LAYERS)
    writer.add_feed_forward_length(FEED)
    writer.add_head_count(HEADS)
    writer.add_head_count_kv(HEADS)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_rope_freq_base(10000.0)
    writer.add_rope_dimension_count(WIDTH // HEADS)
    writer.add_vocab_size(len(tokens))
    writer.add_tokenizer_model("gpt2")
    writer.add_token_list(tokens)
    writer.add_token_types([3] * len(SPECIAL) + [1] * (len(tokens) - len(SPECIAL)))
    writer.add_token_merges(["h i", "o k"])
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(2)
    writer.add_chat_template(TEMPLATE)
    generator = torch.Generator().manual_seed(0)
    shapes = {"token_embd": (len(tokens), WIDTH), "output_norm": (WIDTH,)}
    shapes |= {f"blk.0.attn_{part}": (WIDTH, WIDTH) for part in ("q", "k", "v", "output")}
    shapes |= {"blk.0.attn_norm": (WIDTH,), "blk.0.ffn_norm": (WIDTH,), "blk.0.ffn_down": (WIDTH, FEED)}
    shapes |= {"blk.0.ffn_up": (FEED, WIDTH), "blk.0.ffn_gate": (FEED, WIDTH)}
    for name, shape in shapes.items():
        writer.add_tensor(f"{name}.weight", torch.randn(shape, generator=generator).numpy())
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def write_wheel(folder: Path, positions: int = 64) -> tuple[Packaged, Path]:
    """The toy as ``skill1.models`` would know it, and its wheel."""
    gguf_file, wheel = folder / "toy.gguf", folder / "toy-1.0-py3-none-any.whl"
    write_gguf(gguf_file, positions)
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.write(gguf_file, "toy/toy.gguf")
        archive.writestr("toy-1.0.dist-info/LICENSE", "use it well")
    known = replace(
        PACKAGED["smollm2-135m"],
        name=NAME,
        package="toy",
        version="1.0",
        wheel_sha256=sha256(wheel),
        gguf="toy/toy.gguf",
        gguf_sha256=sha256(gguf_file),
        licence_file="toy-1.0.dist-info/LICENSE",
        positions=positions,
    )
    return known, wheel


def fetch_toy(folder: Path, monkeypatch) -> None:
    """Make the toy known and fetched for one test, with a cache below ``folder``."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
    known, wheel = write_wheel(folder, positions=8192)
    monkeypatch.setitem(PACKAGED, NAME, known)
    fetch_model(known, lambda line: None, wheel)


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
