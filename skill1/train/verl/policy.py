"""The policy protocol over verl's inference servers, and what the errors of its processes say in one line."""

from __future__ import annotations

from skill1.errors import PolicyError
from skill1.policy.protocol import Generation, Policy, Sampling
from skill1.policy.random import server_seed
from skill1.policy.tokens import Tokens
from skill1.schema import RandomKey


class ServerPolicy(Policy):
    """The servers keep prefix caches, so sessions need no care.

    ``version``: completed training steps of the weights that answered last; they change only between steps.
    """

    def __init__(self, client, tokens: Tokens, *, max_positions: int) -> None:
        self.client, self.tokens, self.max_positions = client, tokens, max_positions
        self.version = 0

    async def generate(
        self, prompt_ids: tuple[int, ...], sampling: Sampling, *, session: str, key: RandomKey, view: object = None
    ) -> Generation:
        """One answer. The seed comes from ``key``, but the servers' batches may still move a number's last bits.

        Raises:
            PolicyError: the server was stopped in the middle of an answer.
        """
        parameters = {
            "temperature": sampling.temperature,
            # Nothing is cut off: the log-probs kept are those of the distribution drawn from.
            "top_p": 1.0,
            "top_k": -1,
            "logprobs": True,
            "max_tokens": sampling.max_tokens,
            "seed": server_seed(key),
            # Beside the end tokens that the server knows of the model.
            "stop_token_ids": [self.tokens.end_id],
        }
        if sampling.stop:
            # The stop string stays in the answer, as with the local engine: parsers look for the closing tag.
            parameters |= {"stop": list(sampling.stop), "include_stop_str_in_output": True}
        # By the session verl keeps an episode at one server, whose cache holds its earlier prompts.
        output = await self.client.generate(session, prompt_ids=list(prompt_ids), sampling_params=parameters)
        if not output.token_ids:
            raise PolicyError(f"The inference server gave no answer to {session}: {output.stop_reason}.")
        # None: the server was not told any step yet.
        self.version = output.extra_fields["max_global_steps"] or 0
        ids = tuple(output.token_ids)
        text = self.tokens.decode(ids)
        is_cut = len(ids) >= sampling.max_tokens and ids[-1] not in (self.tokens.eos_id, self.tokens.end_id)
        is_cut = is_cut and not any(stop in text for stop in sampling.stop)  # verl does not pass the reason on
        return Generation(ids, tuple(output.log_probs), "length" if is_cut else "stop", text)


def cause(error: BaseException) -> str:
    """Ray's errors are whole pages: of a traceback the last line tells the cause, of anything else the first.

    That of a dead actor begins with indented facts; its class and machine are told too.
    """
    lines = str(error).strip().splitlines() or [type(error).__name__]
    if any(line.lstrip().startswith('File "') for line in lines):
        return lines[-1]
    facts = dict(line.strip().split(": ", 1) for line in lines if line.startswith("\t") and ": " in line)
    if "class_name" not in facts:
        return lines[0]
    reason = next((line for line in lines[1:] if not line.startswith("\t")), lines[0])
    return f"{facts['class_name'].rpartition('.')[2]} on {facts.get('ip', 'an unknown machine')}: {reason}"
