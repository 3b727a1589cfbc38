"""A configuration of a word-level policy, played by a chat model behind a server. Must not import torch."""

from __future__ import annotations

from collections.abc import Collection

from skill1.config.configuration import Skill1Config
from skill1.config.load import load_config
from skill1.config.save import config_to_dict, flat_values

WORD_LEVEL, CHAT = "compact", "skill1"  # values of agent.profile
# Limits that fit answers of a few words.
LIMITS = (
    *("model.max_prompt_tokens", "agent.max_skill_chars", "sampling.query_tokens", "sampling.rerank_tokens"),
    *("sampling.act_tokens", "sampling.distill_tokens"),
)


def for_a_server(config: Skill1Config, typed: Collection[str]) -> tuple[Skill1Config, str]:
    """The configuration as a chat model needs it, and a sentence on what changed; empty if nothing did.

    Only with ``endpoint.url`` and a word-level profile. Keys in ``typed`` stay as they are.
    """
    is_word_level = config.agent.profile == WORD_LEVEL and "agent.profile" not in typed
    if config.endpoint.url is None or not is_word_level:
        return config, ""
    values, default = flat_values(config), flat_values(Skill1Config())
    wanted = {"agent.profile": CHAT, **{key: default[key] for key in LIMITS}}
    changed = {key: value for key, value in wanted.items() if key not in typed and values[key] != value}
    words = [f"--{key}={value}" for key, value in changed.items()]
    told = ", ".join(f"{key} {values[key]} → {value}" for key, value in changed.items())
    return (
        load_config(None, words, config_to_dict(config)),
        f"the configuration is for a word-level policy; for a model behind a server: {told}",
    )
