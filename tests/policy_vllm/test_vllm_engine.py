"""vLLM against Hugging Face on the same weights, before and after they are updated in place."""

import pytest

# Gaps of log-probs: of the same float32 weights (1.05e-5 at most, on a processor without AVX-512), and of others.
SAME, OTHER = 3e-5, 1e-2


@pytest.fixture(scope="module")
def model(config_for):
    from skill1.policy.load import load_model

    return load_model(config_for().model)


@pytest.fixture(scope="module")
def policy(config_for, folder, model):
    from skill1.policy.load import open_policy
    from skill1.policy.tokens import Tokens

    policy = open_policy(config_for(), folder, Tokens.load(folder), rows=16, version=3, model=model)
    yield policy
    policy.close()


@pytest.mark.parametrize("temperature", [1.0, 0.5, 0.0])
def test_log_probs_are_those_of_the_distribution_drawn_from(policy, model, played, temperature):
    answers, gap = played(policy, model, temperature=temperature)
    assert gap < SAME
    assert {answer.finish_reason for answer in answers} <= {"stop", "length"}
    for answer in answers:
        assert (answer.token_ids[-1] == policy.tokens.eos_id) == (answer.finish_reason == "stop")
        assert policy.tokens.eos_id not in answer.token_ids[:-1] and len(answer.token_ids) <= 24
        assert len(answer.logprobs) == len(answer.token_ids)


def test_keys_decide_the_draws(policy, model, played):
    first, again, other = (played(policy, model, seed=seed)[0] for seed in (0, 0, 1))
    assert [a.token_ids for a in first] == [a.token_ids for a in again] != [a.token_ids for a in other]


def test_a_stop_string_ends_an_answer_and_stays_in_it(policy, model, played):
    whole, _ = played(policy, model)
    longest = max(whole, key=lambda answer: len(answer.token_ids))
    word = longest.text.split()[4]
    cut, gap = played(policy, model, stop=(word,))
    i = whole.index(longest)
    assert cut[i].finish_reason == "stop" and cut[i].text.split()[-1].endswith(word) and gap < SAME
    assert cut[i].token_ids == longest.token_ids[: len(cut[i].token_ids)]
    assert len(cut[i].token_ids) <= 5


def test_an_update_reaches_every_weight_tied_embeddings_too(policy, model, played):
    import torch

    assert model.get_input_embeddings().weight is model.get_output_embeddings().weight
    version = policy.version
    for kind in (["embed_tokens"], ["proj"], ["norm"], ["bias"], [""]):
        with torch.no_grad():
            for name, parameter in model.named_parameters():
                if any(part in name for part in kind):
                    parameter.add_(0.1 * torch.randn(parameter.shape, generator=torch.Generator().manual_seed(1)))
        stale = played(policy, model)[1]  # fills the prefix cache with keys of the old weights, too
        policy.rest()
        policy.weights_changed()
        assert stale > OTHER and played(policy, model)[1] < SAME, kind
    assert policy.version == version + 5


def test_weights_without_a_counterpart_are_noticed(policy, model):
    from types import SimpleNamespace

    from skill1.errors import PolicyError

    renamed = [(n, p) for n, p in model.named_parameters() if "layers.1.mlp.down_proj" not in n]
    with pytest.raises(PolicyError, match=r"left 1 weights .*layers\.1\.mlp\.down_proj"):
        policy._engine.load(SimpleNamespace(named_parameters=lambda: renamed))
