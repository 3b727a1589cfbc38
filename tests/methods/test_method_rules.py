"""What a method cannot do is refused where its configuration is read, before anything is played."""

import pytest

from skill1.config.load import load_config
from skill1.config.save import flat_values
from skill1.errors import ConfigError

BASELINE = r"train.group_size = 1 .* at least 2.*baseline"
OF_A_CLUSTER = r"analyst or service with method skillrl and backend verl"


@pytest.mark.parametrize(
    ("name", "typed", "said"),
    [
        (
            "household/skillpro",
            "--teacher.kind=policy --skillpro.selector_model=large",
            "null unless endpoint.url names a server; that one, or the one of",
        ),
        (
            "household/skillpro",
            "--teacher.kind=service --teacher.model=m",
            "expected similarity with agent.profile compact",
        ),
        ("alfworld/skillpro", "--backend=verl", "local with method skillpro"),
        # The document must not be lost to a threshold.
        ("household/skillopt", "--library.similarity_threshold=0.3", "library.similarity_threshold"),
        # Without the rule the first gate would end the run deep inside, after a step was played.
        (
            "alfworld/skillopt",
            "--backend=verl",
            "backend = 'verl' cannot be used; expected local with method skillopt",
        ),
        ("alfworld/skillrl", "--backend=verl --teacher.kind=policy", f"teacher.kind = 'policy' .* {OF_A_CLUSTER}"),
        (
            "alfworld/skillrl",
            "--backend=verl --skillrl.evolve_from=validation",
            "skillrl.evolve_from = 'validation' .* train with backend verl",
        ),
        *((f"household/{one}", "--train.group_size=1", BASELINE) for one in ("skill1", "grpo", "skillrl")),
        *((f"household/{one}", "--train.group_size=1", BASELINE) for one in ("grpo_bank", "grpo_random")),
    ],
)
def test_a_rule_that_does_not_hold_is_told(name, typed, said):
    with pytest.raises(ConfigError, match=said):
        load_config(name, typed.split())


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("household/skillpro", "--teacher.kind=service --teacher.model=m --skillpro.selection=similarity"),
        ("alfworld/skillpro", "--policy.engine=vllm"),  # the gate has the weights, whichever engine plays
        ("alfworld/skillrl", "--backend=verl"),
    ],
)
def test_what_stands_beside_a_rule_is_taken(name, typed):
    values = flat_values(load_config(name, typed.split()))
    asked = dict(one.removeprefix("--").split("=") for one in typed.split())
    assert {key: str(values[key]) for key in asked} == asked
