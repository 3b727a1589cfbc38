"""Prompts of several environments in one run: each episode is asked in its own, and kinds do not mix."""

import pytest

from skill1.agent.profile import configured_profile, load_profile
from skill1.config.load import load_config
from skill1.errors import PromptError


def several(*overrides):
    base = {"env": ["household", "alfworld", "webshop"], "agent.profile": "skill1"}
    return load_config(None, overrides, base)


def test_each_environment_has_its_own_prompts():
    profile = configured_profile(several())
    for env in ("household", "alfworld", "webshop"):
        assert profile.of(env) == load_profile("skill1", env=env)
        own = load_profile("skill1", env=env).prompt_hashes()
        assert {f"{env}/{file}": text for file, text in own.items()}.items() <= profile.prompt_hashes().items()
    assert profile.of("alfworld").prompt_hashes() != profile.of("webshop").prompt_hashes()


def test_one_environment_may_be_asked_otherwise():
    profile = configured_profile(several("--env.mixture.alfworld.profile=generic"))
    assert profile.of("alfworld").prompt_hashes() == load_profile("generic").prompt_hashes()
    assert profile.of("webshop").prompt_hashes() == load_profile("webshop").prompt_hashes()


def test_tiny_policies_know_the_short_forms_of_all():
    profile = configured_profile(several("--agent.profile=compact"))
    parts = [load_profile("compact", env=env) for env in ("household", "alfworld", "webshop")]
    assert profile.own_words() == parts[0].own_words() | parts[1].own_words() | parts[2].own_words()
    assert set(profile.templates.values()) >= {t for part in parts for t in part.templates.values()}


@pytest.mark.parametrize(
    ("env", "overrides"),
    [
        (["household", "webshop"], ["--env.mixture.webshop.profile=compact"]),
        (["household", "webshop"], ["--env.mixture.webshop.profile=verl-agent"]),
        (["household", "search"], []),  # whose answers end with tags of their own
    ],
)
def test_kinds_that_one_policy_could_not_learn_do_not_mix(env, overrides):
    base = {"env": env, "agent.profile": "skill1"}
    with pytest.raises(PromptError, match="--agent.profile dialogue"):
        configured_profile(load_config(None, overrides, base))
    configured_profile(load_config(None, [], base | {"agent.profile": "dialogue"}))


def test_one_environment_has_a_plain_profile():
    config = load_config("alfworld/paper")
    assert configured_profile(config) == load_profile("alfworld", env="alfworld")
    assert configured_profile(config).of("alfworld") is not None
