"""The policy over verl's servers, with a client that answers what it is told. Needs no verl."""

import asyncio
from types import SimpleNamespace

import pytest

from skill1.errors import PolicyError
from skill1.policy.protocol import Sampling
from skill1.schema import RandomKey
from skill1.train.verl.policy import ServerPolicy

END = 2
THREE = Sampling(1.0, 3)
KEY = RandomKey(0, 3, 1, 2, 0, 0)
MARK = 3  # behind an answer in a chat
TOKENS = SimpleNamespace(eos_id=END, end_id=MARK, decode=lambda ids: " ".join(f"w{i}" for i in ids if i != END))


class Client:
    def __init__(self, ids, version=4):
        self.ids, self.version, self.asked = ids, version, []

    async def generate(self, session, *, prompt_ids, sampling_params):
        self.asked.append((session, prompt_ids, dict(sampling_params)))
        return SimpleNamespace(
            token_ids=list(self.ids),
            log_probs=[-0.5] * len(self.ids),
            stop_reason="completed" if self.ids else "aborted",
            extra_fields={"max_global_steps": self.version},
        )


def ask(ids, sampling=THREE, key=KEY):
    client = Client(ids)
    policy = ServerPolicy(client, TOKENS, max_positions=64)
    answer = asyncio.run(policy.generate((7, 8), sampling, session="e1", key=key))
    return answer, policy, client.asked[0]


def test_tokens_and_logprobs_are_those_of_the_server():
    answer, policy, asked = ask((5, END))
    assert (answer.token_ids, answer.logprobs, answer.text) == ((5, END), (-0.5, -0.5), "w5")
    assert policy.version == 4 and asked[:2] == ("e1", [7, 8])


@pytest.mark.parametrize(
    ("ids", "stop", "reason"),
    [
        ((5, END), (), "stop"),
        ((5, 6, END), (), "stop"),  # an end token at the very limit
        ((5, 6, MARK), (), "stop"),
        ((5, 6, 9), (), "length"),
        ((5, 6, 9), ("w9",), "stop"),
        ((5, 6), (), "stop"),  # ended early by an end token of the server's own that is not ours
    ],
)
def test_the_reason_for_the_end_is_found_again(ids, stop, reason):
    assert ask(ids, Sampling(1.0, 3, stop))[0].finish_reason == reason


def test_what_the_server_is_asked_for():
    parameters = ask((5,), Sampling(0.7, 9, ("</a>",)))[2][2]
    seed = parameters.pop("seed")
    assert 0 <= seed < 2**31
    assert parameters == {
        "temperature": 0.7,
        "top_p": 1.0,
        "top_k": -1,
        "logprobs": True,
        "max_tokens": 9,
        "stop_token_ids": [MARK],
        "stop": ["</a>"],
        "include_stop_str_in_output": True,
    }


def test_the_seed_is_the_keys():
    seeds = [ask((5,), key=key)[2][2]["seed"] for key in (KEY, KEY, KEY._replace(turn=1))]
    assert seeds[0] == seeds[1] != seeds[2]


def test_no_answer_is_an_error():
    with pytest.raises(PolicyError, match="gave no answer to e1: aborted"):
        ask(())
