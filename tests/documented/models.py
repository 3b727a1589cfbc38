"""Tiny models under the names that documents use, in a folder like Hugging Face's cache."""

from pathlib import Path

REVISION = "0" * 40


def make_hub(folder, *names):
    """One random model with Qwen's chat template; each name of the hub is a link to it."""
    model = Path(folder) / "tiny-chat"
    make_chat_model(model)
    for name in names:
        cached = Path(folder) / "hub" / f"models--{name.replace('/', '--')}"
        (cached / "refs").mkdir(parents=True)
        (cached / "refs" / "main").write_text(REVISION)
        (cached / "snapshots").mkdir()
        (cached / "snapshots" / REVISION).symlink_to(model)


def make_chat_model(folder, hidden_size=32, heads=4):
    """Two layers of random weights over a byte-level vocabulary; four heads, so that four GPUs could share it."""
    import torch
    from transformers import Qwen2Config, Qwen2ForCausalLM

    from tests.policy.qwen_tokenizers import QWEN25, qwen_tokens

    torch.manual_seed(0)
    tokenizer = qwen_tokens(QWEN25).tokenizer
    tokenizer.save_pretrained(folder)
    shape = dict(
        hidden_size=hidden_size,
        intermediate_size=64,
        num_hidden_layers=2,
        num_attention_heads=heads,
        num_key_value_heads=1,
    )
    ids = dict(eos_token_id=tokenizer.eos_token_id, pad_token_id=tokenizer.pad_token_id)
    config = Qwen2Config(
        vocab_size=len(tokenizer), max_position_embeddings=32768, tie_word_embeddings=True, **shape, **ids
    )
    Qwen2ForCausalLM(config).save_pretrained(folder)
