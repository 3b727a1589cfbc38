"""Small byte-level tokenizers with the special tokens of Qwen2.5 and Qwen3 and chat templates of the same form."""

from __future__ import annotations

from skill1.policy.tokens import Tokens

SPECIAL = ("<|endoftext|>", "<|im_start|>", "<|im_end|>")
THOUGHT = ("<think>", "</think>")  # added tokens, but not special ones: decoding keeps them
SYSTEM = "You are a helpful assistant."
NO_THOUGHT = "<think>\n\n</think>\n\n"

_MESSAGE = "<|im_start|>{{ message['role'] }}\n{{ message['content'] }}<|im_end|>\n"
_MESSAGES = "{% for message in messages %}" + _MESSAGE + "{% endfor %}"
QWEN25 = (
    "{% if messages[0]['role'] != 'system' %}<|im_start|>system\n" + SYSTEM + "<|im_end|>\n{% endif %}" + _MESSAGES
) + "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
QWEN3 = _MESSAGES + (
    "{% if add_generation_prompt %}<|im_start|>assistant\n"
    "{% if enable_thinking is defined and enable_thinking is false %}<think>\n\n</think>\n\n{% endif %}{% endif %}"
)
THINKS = QWEN25.replace("assistant\n{% endif %}", "assistant\n<think>\n{% endif %}")  # whatever it is told
_PROSE = "You are in a room . Your task is to put the egg on the desk . think action query rank open close take"


def qwen_tokens(template: str) -> Tokens:
    """Bytes and a few merged pairs; the same ids for the same text whichever the template."""
    from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers, trainers
    from transformers import PreTrainedTokenizerFast

    core = Tokenizer(models.BPE())
    core.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    core.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(
        vocab_size=330, special_tokens=list(SPECIAL), initial_alphabet=alphabet, show_progress=False
    )
    core.train_from_iterator([_PROSE], trainer)
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=core,
        eos_token="<|im_end|>",
        pad_token="<|endoftext|>",
        chat_template=template,
        auto_map={"AutoTokenizer": [None, None]},  # as of `policy.tiny`, for a folder of a Qwen2 model
    )
    tokenizer.add_special_tokens({"additional_special_tokens": ["<|im_start|>"]})
    tokenizer.add_tokens([AddedToken(tag, special=False, normalized=False) for tag in THOUGHT])
    return Tokens(tokenizer)
