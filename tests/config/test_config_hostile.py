"""Configurations nobody would write by hand: each ends in one clear error, whatever key or YAML feature it abuses."""

import re

import pytest

from skill1.config import EnvConfig, Skill1Config
from skill1.config.files import MOST_BYTES
from skill1.config.keys import config_keys
from skill1.config.load import load_config
from skill1.config.values import MOST_SEED, MOST_WHOLE
from skill1.errors import ConfigError

NUMBERS = {name: key for name, key in config_keys().items() if {int, float} & set(key.kinds)}
HOSTILE = (
    "-1e300",
    "1e300",
    "1e99999",
    "-inf",
    "nan",
    "1e-320",
    str(2**64),
    str(-(2**64)),
    "9" * 4000,
    "9" * 6000,
)
AT_LEAST_1 = (
    *("sampling.query_tokens", "sampling.rerank_tokens", "sampling.act_tokens", "sampling.distill_tokens"),
    *(
        "sft.batch_size",
        "train.micro_batch_tokens",
        "cluster.nodes",
        "cluster.gpus_per_node",
        "cluster.agent_workers",
    ),
)
DIGITS, DEEP = "9" * 6000, 5000
YAML = {
    "number of 6,000 digits": (f"seed: {DIGITS}", "line 1, column 7: '9999.* cannot be read as !!int"),
    "number of 6,000 digits for verl": (f"backend: verl\nverl: {{trainer.x: {DIGITS}}}", "line 2, .*!!int"),
    "number of 4,000 digits": (f"seed: {'9' * 4000}", "a whole number of 13288 bits in .* cannot be used"),
    "the same for a float": (f"train.learning_rate: {'9' * 4000}", "`train.learning_rate`.*expected a number"),
    "huge float": ("train.learning_rate: 1e99999", "train.learning_rate = inf in .* expected a finite number"),
    "nested lists": (f"seed: {'[' * DEEP}{']' * DEEP}", "line 1, .*nested more than 32 deep"),
    "nested mappings": ("seed: " + "{a: " * DEEP + "1" + "}" * DEEP, "nested more than 32 deep"),
    "nested dashes": ("- " * DEEP + "x", "nested more than 32 deep"),
    "nested keys": ("? " * DEEP + "x", "nested more than 32 deep"),
    "endless mapping": ("env: &a\n  name: *a", r"line 2, column 9: it holds the alias \*a; write the value out"),
    "endless file": ("&a {train: *a}", "alias"),
    "billion laughs": ("a: &a {x: 1}\nb: &b {l: *a, m: *a}\nc: {l: *b, m: *b}", "line 2, .*alias"),
    "half word": ("library.frozen: !!bool maybe", "'maybe' cannot be read as !!bool"),
    "no number": ("seed: !!int ''", "line 1, column 7: '' cannot be read as !!int"),
    "no date": ("run_dir: !!timestamp 2020-13-45", "cannot be read as !!timestamp"),
    "no date at all": ("run_dir: !!timestamp nonsense", "cannot be read as !!timestamp"),
    "no character": ('run_dir: "\\UFFFFFFFF"', "cannot read the configuration"),
    "code": ("seed: !!python/object/apply:os.system ['exit']", "could not determine a constructor"),
    "null character": ("seed: 1\0", "special characters are not allowed"),
    "null character in a path": ('run_dir: "a\\0b"', "run_dir = .* a text without null characters"),
    "half surrogate": ('env.name: "\\ud800"', r"env\.name = .* half surrogate"),
    "tab": ("train:\n\tsteps: 3", "line 2, column 1: found character"),
    "two documents": ("seed: 1\n---\nseed: 2", "line 2, .*another document"),
    "long name": (f"inherits: {'a' * 5000}", "there is no configuration 'aaaa"),
    "too large": ("#" * (MOST_BYTES + 1), f"has {MOST_BYTES + 1} bytes; a configuration has at most {MOST_BYTES}"),
}


@pytest.mark.parametrize(("text", "message"), YAML.values(), ids=list(YAML))
def test_hostile_yaml_is_refused_with_its_place(tmp_path, text, message):
    path = tmp_path / "c.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match=message) as caught:
        load_config(str(path))
    assert len(str(caught.value)) < 1000


@pytest.mark.parametrize("text", ["[" * DEEP, "&a [*a]", "!!bool maybe", DIGITS, "{a: " * DEEP])
def test_the_same_as_a_setting_of_verls(text):
    with pytest.raises(ConfigError, match=r"`verl\.trainer\.x` got .* cannot be read as YAML"):
        load_config(None, [f"--verl.trainer.x={text}"])


@pytest.mark.parametrize("name", NUMBERS)
def test_every_number_has_a_range(name):
    for hostile in HOSTILE:
        with pytest.raises(ConfigError, match=re.escape(name)) as caught:
            load_config(None, [f"--{name}={hostile}"])
        assert len(str(caught.value)) < 1000, hostile[:10]


@pytest.mark.parametrize(
    ("override", "expected"),
    [
        ("train.learning_rate=-1", "at least 0"),
        ("train.learning_rate=1e13", "at most 1e[+]12"),
        ("train.threads=0", r"in \[1, 1024\]: null for torch"),
        ("train.steps=2147483648", f"at most {MOST_WHOLE}"),
        ("seed=9223372036854775808", rf"in \[0, {MOST_SEED}\]"),
        ("library.control_share=1", r"in \[0, 1\): controls train no selection"),
        ("credit.scale=1e-40", "0 or at least 1e-30 in size: float32 holds no less"),
        ("loss.clip_low=1", r"in \(0, 1\)"),
        ("env.timeout_s=1e9", r"in \(0, 1000000\]: seconds"),
        ("eval.limit=0", "at least 1: null for all"),
        *((f"{key}=0", "at least 1") for key in AT_LEAST_1),
        *(
            (f"{key}=-0.1", "at least 0")
            for key in ("credit.lambda_rerank", "credit.lambda_distill", "eval.temperature")
        ),
        ("credit.success_ema=0", r"in \(0, 1\]"),
        ("loss.clip_high=0", "above 0"),
    ],
)
def test_what_a_number_may_be_is_said(override, expected):
    with pytest.raises(ConfigError, match=f"{re.escape(override.partition('=')[0])} = .* expected {expected}"):
        load_config(None, [f"--{override}"])


def test_the_largest_seed_and_count_are_fine():
    config = load_config(None, [f"--seed={MOST_SEED}", f"--train.steps={MOST_WHOLE}"])
    assert (config.seed, config.train.steps) == (MOST_SEED, MOST_WHOLE)


@pytest.mark.parametrize("key", ["env.url", "env.mixture.webshop.url"])
@pytest.mark.parametrize(
    "url", ["http://me:secret@127.0.0.1:8000", "openenvs://secret@host", "http://me:sec/ret@x"]
)
def test_an_address_with_a_password_is_refused_before_it_is_saved_and_is_not_repeated(key, url):
    with pytest.raises(ConfigError, match=f"^{key} = .hidden. cannot be used; expected .* without a pass") as told:
        load_config(None, ["--env.name=household,webshop", f"--{key}={url}"])
    assert "ret@" not in str(told.value)
    with pytest.raises(ConfigError, match="env.url = .hidden."):
        Skill1Config(env=EnvConfig(url=url))


def test_a_number_of_one_environment_of_several():
    overrides = ["--env.name=household,webshop", "--env.mixture.webshop.timeout_s=1e9"]
    with pytest.raises(ConfigError, match=r"env\.mixture\.webshop\.timeout_s = 1000000000\.0 cannot be used"):
        load_config(None, overrides)
