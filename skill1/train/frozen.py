"""What stands in a run where nothing is trained: the learner of frozen weights, and a policy behind a server.

Must not import torch.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from skill1.agent.profile import configured_profile
from skill1.config import Skill1Config
from skill1.config.method import declared
from skill1.config.registry import METHODS
from skill1.errors import ConfigError, NoLogprobsError
from skill1.policy.endpoint import EndpointPolicy, open_endpoint
from skill1.policy.ledger import FILE_NAME, Ledger
from skill1.policy.protocol import run_to_end
from skill1.schema import TokenSample


class FrozenLearner:
    """Stands where ``LocalLearner`` would; its optimizer has no state."""

    masters = ()

    def __init__(self) -> None:
        # A checkpoint asks the optimizer for its state; here there is none.
        self.optimizer = self

    def state_dict(self) -> dict[str, object]:
        """Nothing."""
        return {"state": {}, "param_groups": []}

    def update(self, samples: Sequence[TokenSample], step: int) -> dict[str, float]:
        """Nothing to do, nothing to report."""
        # Rows come from credit alone, and the recipe of a frozen policy assigns none.
        assert not samples, "a frozen policy has no credit"
        return {}


def is_served(config: Skill1Config) -> bool:
    """Whether the policy of a training run is behind a server."""
    return config.endpoint.url is not None


def require_servable(config: Skill1Config) -> None:
    """Refuse what cannot be done with a policy behind a server.

    Raises:
        ConfigError: the method trains weights and nothing else, or prompts, backend or address do not fit.
        MissingExtraError: openai is not installed.
    """
    if not declared(config.method).learns_frozen(config):
        raise ConfigError(
            f"an endpoint's weights cannot be trained, and method {config.method} as configured changes nothing else. "
            f"Methods whose skills are learnt with frozen weights: {', '.join(_frozen_methods())}. Type --method with "
            "one of them, or leave out endpoint.* and name a model on this machine: --model.path FOLDER"
        )
    if config.backend != "local":
        raise ConfigError(
            f"backend = {config.backend} trains weights, but an endpoint has none to train. Type: --backend local"
        )
    if not configured_profile(config).chat:
        raise ConfigError(
            f"agent.profile = {config.agent.profile!r} writes raw text for a word-level policy, but a server takes "
            "chat messages. Type: --agent.profile skill1"
        )
    open_endpoint(config.endpoint).close()  # address, key and package


def _frozen_methods() -> list[str]:
    """Those that can be trained so, as they are by default."""
    default = Skill1Config()
    return [name for name in METHODS if declared(name).learns_frozen(default)]


def open_served(config: Skill1Config, run_dir: Path, step: int) -> EndpointPolicy:
    """The policy of a run that has done ``step`` steps; the answers of its unfinished one are kept in the run.

    Raises:
        ConfigError: url, model or key cannot be used.
        MissingExtraError: openai is not installed.
    """
    return open_endpoint(config.endpoint, Ledger(run_dir / FILE_NAME, step))


def require_logprobs(policy: EndpointPolicy, config: Skill1Config) -> None:
    """Ask once for what a method will need later, before episodes are paid for.

    Raises:
        ConfigError: the server gives no log-probs of given answers, and the method compares them.
    """
    remedy = declared(config.method).without_logprobs(config)
    if not remedy:
        return
    try:
        # Any answer does: only whether its log-probs come back matters. A resumed run finds them in its ledger.
        run_to_end(policy.score(policy.tokens.chat("Say yes."), "yes"))
    except NoLogprobsError as error:
        raise ConfigError(
            f"{error} Method {config.method} compares them. Serve the model with vLLM, or {remedy}."
        ) from error
