"""The start weights of a run: a folder or name as configured, or the tiny random policy made for this run.

Takes the configuration, the suite and the prompts, returns where weights and tokenizer lie. Knows nothing of training.
"""

from __future__ import annotations

from pathlib import Path

from skill1.agent.profile import Profile
from skill1.config import TINY, Skill1Config
from skill1.env.protocol import Suite
from skill1.errors import ConfigError
from skill1.policy.tiny import ensure_tiny_policy, words_of

TINY_FOLDER = "tiny-policy"
FILLED_IN = "new poor fair good success fail none"  # words that a profile writes by itself, in no prompt file


def start_weights(config: Skill1Config, run_dir: Path, suite: Suite, profile: Profile) -> str:
    """``model.path``; for ``tiny``: the folder ``RUN/tiny-policy``, made from ``seed`` if it is not there.

    Raises:
        ConfigError: ``tiny`` in an environment that does not list its words.
    """
    if config.model.path != TINY:
        return config.model.path
    if not hasattr(suite, "vocabulary"):
        raise ConfigError(
            f"model.path = '{TINY}' needs the words of the environment, but '{suite.name}' has no vocabulary(). "
            "Type: --model.path FOLDER with a policy of its own, or add that method to the suite."
        )
    folder = run_dir / TINY_FOLDER
    ensure_tiny_policy(
        lambda: [*suite.vocabulary(), *prompt_words(profile, config.library.top_k)], folder, seed=config.seed
    )
    return str(folder)


def prompt_words(profile: Profile, top_k: int) -> list[str]:
    """What prompts and their answers hold besides the environment's words: the templates' own and candidate names."""
    literals = [
        part for template in profile.templates.values() for part in (*template.parts[::2], template.prefill)
    ]
    candidates = [f"k{number} {number}" for number in range(1, top_k + 1)]
    return words_of(" ".join([*literals, FILLED_IN, *candidates]).replace("<bos>", " "))
