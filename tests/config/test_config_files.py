"""Reading, merging, refusing and writing configurations."""

import dataclasses
import os

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from skill1.config import EndpointConfig, Skill1Config
from skill1.config.address import base_address
from skill1.config.files import config_names
from skill1.config.keys import OF_OTHERS, config_keys, nearest_key
from skill1.config.load import foreign_note, load_config, load_run_config, parse_overrides
from skill1.config.save import config_to_dict, config_to_yaml, diff_configs
from skill1.errors import ConfigError
from skill1.methods.skillopt.package import OpenAIChatClient
from skill1.methods.teacher.settings import TeacherConfig
from skill1.policy.server import ModelServer
from skill1.run.directory import save_config
from skill1.run.disk import write_atomically


@pytest.fixture
def write(tmp_path):
    def write_file(name, text):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write_file


def test_without_a_file_the_defaults_are_returned():
    assert load_config() == Skill1Config()


def test_layers_override_in_order(write):
    base = {"train": {"steps": 1, "group_size": 4}, "seed": 9}
    config = load_config(write("a.yaml", "train: {steps: 2}\n"), ["--seed", "5", "--seed=6"], base)
    assert (config.train.steps, config.train.group_size, config.seed) == (2, 4, 6)


def test_yaml_lists_differences_nested_or_dotted(write):
    config = load_config(write("a.yaml", "credit.selection: trend\ntrain:\n  learning_rate: 1e-4\n  steps: 7\n"))
    changed = [line.partition(":")[0] for line in diff_configs(Skill1Config(), config)]
    assert changed == ["credit.selection", "train.steps", "train.learning_rate"]
    assert config.train.learning_rate == 1e-4


def test_yaml_words_stay_words(write):
    """YAML 1.1 would read off as false and 010 as eight."""
    config = load_config(write("a.yaml", "agent: {distillation: off}\nenv: {data: 010}\neval: {library: none}\n"))
    assert (config.agent.distillation, config.env.data, config.eval.library) == ("off", "010", "none")


def test_true_and_false_may_be_written_as_in_python(write):
    """As a text, `False` handed to verl would count as true."""
    own = "backend: verl\nagent: {allow_none: True}\nverl: {a.b: False, a.c: 'False', a.d: TRUE}\n"
    config = load_config(write("a.yaml", own))
    assert config.agent.allow_none is True
    assert config.verl == {"a.b": False, "a.c": "False", "a.d": True}
    given = ["--verl.a.b=False", "--verl.a.c", "[True, Truely]"]
    assert parse_overrides(given) == {"verl.a.b": False, "verl.a.c": [True, "Truely"]}


def test_null_empty_file_and_commented_section(write):
    assert load_config(write("empty.yaml", "")) == Skill1Config()
    config = load_config(
        write("a.yaml", "library:\n  # initial_utility: 1\ntrain:\nlibrary.initial_utility: null\n")
    )
    assert config.library.initial_utility is None
    assert load_config(write("b.yaml", "env:\n  mixture:\n  # webshop.weight: 2\n")) == Skill1Config()


def test_integers_become_floats_where_a_float_is_wanted(write):
    rate = load_config(write("a.yaml", "train.learning_rate: 1\n")).train.learning_rate
    assert isinstance(rate, float)
    assert isinstance(
        load_config(None, ["--library.similarity_threshold", "0"]).library.similarity_threshold, float
    )


@pytest.mark.parametrize(
    ("tokens", "parts"),
    [
        (
            ["--credit.lamda_rerank", "1"],
            ["unknown key `credit.lamda_rerank`", "did you mean `credit.lambda_rerank`?"],
        ),
        (["--train.step=3"], ["unknown key `train.step`", "`train.steps`"]),
        (["--steps", "3"], ["`train.steps`"]),
        (["--qqqq.zzzz", "3"], ["unknown key `qqqq.zzzz`", "--help"]),
        (["--credit", "3"], ["section", "credit.lambda_rerank"]),
        (["--train.steps"], ["`train.steps` has no value", "for example --train.steps 150."]),
        (["--env.data"], ["for example --env.data null."]),
        (["--train.steps", "--seed", "3"], ["`train.steps` has no value"]),
        (["train.steps", "3"], ["--key value"]),
        (["--train.steps", "abc"], ["`train.steps` got 'abc'; expected a whole number"]),
        (["--train.steps", "1.5"], ["expected a whole number"]),
        (["--train.steps", "null"], ["expected a whole number"]),
        (["--train.learning_rate", "nan"], ["expected a finite number"]),
        (["--library.similarity_threshold", "x"], ["expected a number or null"]),
        (["--agent.allow_none", "maybe"], ["expected true or false"]),
        (["--method", "gpro"], ["`method` got 'gpro'; expected one of skill1, grpo"]),
        (["--train.group_size", "1"], ["train.group_size = 1", "at least 2"]),
    ],
)
def test_bad_overrides_say_what_was_meant(tokens, parts):
    with pytest.raises(ConfigError) as caught:
        load_config(None, tokens)
    for part in parts:
        assert part in str(caught.value)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("credit: {lamda_rerank: 1}", ["credit.lamda_rerank", "a.yaml", "`credit.lambda_rerank`"]),
        ("train: 3", ["`train`", "section"]),
        ("train.steps: three", ["`train.steps`", "a.yaml", "'three'", "expected a whole number"]),
        ("train.steps: true", ["got true", "expected a whole number"]),
        ("model.path: null", ["got null", "expected a text"]),
        ("model.path: 7", ["got 7", "expected a text"]),
        ("train.steps: [1, 2]", ["expected a whole number"]),
        ("train.learning_rate: .nan", ["train.learning_rate = nan in ", "expected a finite number"]),
        ("agent.allow_none: 1", ["expected true or false"]),
        ("train: {steps: 1}\ntrain.steps: 2", ["`train.steps` is set twice"]),
        ("seed: 1\nseed: 2", ["`seed` is set twice"]),
        ("- a\n- b", ["a list"]),
        ("seed: 1\na: [", ["cannot read", "a.yaml, line 2, column 5: ", "--dry-run"]),
        ("inherits: [a, 3]", ["a name or path, or a list of them"]),
        ("inherits: {a: b}", ["a name or path, or a list of them"]),
    ],
)
def test_bad_files_are_named(write, text, parts):
    with pytest.raises(ConfigError) as caught:
        load_config(write("a.yaml", text))
    for part in parts:
        assert part in str(caught.value)


def test_inherits_follows_the_chain_relative_to_each_file(write):
    write("house/base.yaml", "train: {steps: 3, group_size: 4}\n")
    write("house/skill1.yaml", "inherits: base\ntrain.steps: 5\n")
    row = write("ablations/row.yaml", "inherits: ../house/skill1.yaml\nlibrary.enabled: false\n")
    config = load_config(row)
    assert (config.train.steps, config.train.group_size, config.library.enabled) == (5, 4, False)


def test_inherits_finds_packaged_names(write, monkeypatch, tmp_path):
    write("configs/house/base.yaml", "seed: 3\n")
    write("configs/house/paper.yaml", "seed: 4\n")
    monkeypatch.setattr("skill1.config.files.configs_folder", lambda: tmp_path / "configs")
    assert load_config(write("mine/a.yaml", "inherits: house/base\n")).seed == 3
    assert load_config("house/base").seed == 3
    assert load_config("house/paper").seed == 4
    assert config_names() == ["house/base", "house/paper"]
    with pytest.raises(ConfigError, match="Did you mean house/base"):
        load_config("house/bas")


def test_inherits_looks_beside_the_file_not_in_the_working_directory(write, monkeypatch, tmp_path):
    write("elsewhere/base.yaml", "seed: 1\n")
    write("here/base.yaml", "seed: 2\n")
    file = write("here/a.yaml", "inherits: base.yaml\n")
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert load_config(file).seed == 2
    monkeypatch.chdir(tmp_path / "here")
    write("here/b.yaml", "inherits: base\n")
    assert load_config("a.yaml").seed == load_config("b.yaml").seed == 2
    with pytest.raises(ConfigError):
        load_config("base")  # a name, and the working directory is not searched for names


def test_of_several_ancestors_later_ones_win_and_a_shared_one_counts_once(write):
    write("base.yaml", "train: {steps: 1, group_size: 4}\nseed: 1\n")
    write("world.yaml", "inherits: base\ntrain.steps: 2\nseed: 2\n")
    write("preset.yaml", "inherits: base\nseed: 3\n")
    config = load_config(write("both.yaml", "inherits: [world, preset]\ntrain.group_size: 8\n"))
    assert (config.train.steps, config.seed, config.train.group_size) == (2, 3, 8)
    assert load_config(write("none.yaml", "inherits: []\nseed: 5\n")).seed == 5


def test_a_file_that_every_level_names_twice_is_read_once(write):
    write("level0.yaml", "seed: 3\n")
    for level in range(1, 30):
        write(f"level{level}.yaml", f"inherits: [level{level - 1}, level{level - 1}.yaml]\n")
    assert load_config(write("last.yaml", "inherits: level29\n")).seed == 3


def test_loops_of_inherits_are_errors(write):
    write("b.yaml", "inherits: a\n")
    with pytest.raises(ConfigError, match="leads back to itself"):
        load_config(write("a.yaml", "inherits: b\n"))
    write("d.yaml", "inherits: [b.yaml, c]\n")
    write("b.yaml", "seed: 1\n")
    with pytest.raises(ConfigError, match="leads back to itself: .*c.yaml → .*d.yaml → .*c.yaml"):
        load_config(write("c.yaml", "inherits: d\n"))


@pytest.mark.parametrize(
    ("name", "listed", "not_listed"),
    [
        ("absent.yaml", ["household/…", "alfworld/…"], ["household/skill1"]),
        ("household/absent", ["household/skill1", "household/ablations/no_library"], ["alfworld"]),
        ("houshold/skill1", ["Did you mean household/skill1?", "household/grpo"], ["alfworld"]),
    ],
)
def test_missing_file_lists_known_names_of_its_folder(tmp_path, name, listed, not_listed):
    with pytest.raises(ConfigError, match="there is no configuration") as caught:
        load_config(name if "/" in name else str(tmp_path / name))
    assert all(part in str(caught.value) for part in listed)
    assert not any(part in str(caught.value).partition("Known names")[2] for part in not_listed)


def test_the_file_of_another_version_is_read_without_its_foreign_keys(write):
    file = write("config.yaml", "seed: 3\nmagic: full\ntrain: {steps: 5, sorcery: {level: 2}}\n")
    with pytest.raises(ConfigError, match="magic"):
        load_config(file)
    config = load_run_config(file, ["--train.group_size=4"])
    assert (config.seed, config.train.steps, config.train.group_size) == (3, 5, 4)
    assert "config.yaml" in (note := foreign_note(file)) and "magic = 'full', train.sorcery.level = 2" in note
    assert foreign_note(write("plain.yaml", "seed: 3\n")) == ""
    for broken in ("train: 3\nmagic: 1\n", "train: {steps: many}\n"):
        with pytest.raises(ConfigError, match="`train"):
            load_run_config(write("broken.yaml", broken))


# What YAML, argparse or a terminal reads as something else than these letters.
# fmt: off
ODD_TEXTS = (
    "", " ", " a ", ",", "null", "~", "true", "False", "off", "010", "0x1F", "1_000", "1e100", "1:30", ".inf",
    "2001-01-01", "-",
    "--", "---", "...", "--train.steps", "@a", "%a", "&a", "*a", "!!str a", "|", ">", "?", "=", "<<", "`",
    "#", "#a", "a #b", "a: b", "- a", "[a]", "{a: b}", "'a'", '"a"', "${a}", "a\\b", "a\nb", "a\r\n", "\t", "a\t",
    "\x1b[2J", "\x7f", "\x85", "\u2028", "\u202e", "\ufeff", "\uffff", "é", "\U0001f600",
)
# fmt: on
TEXTS = st.one_of(st.sampled_from(ODD_TEXTS), st.text(max_size=12))
STRATEGIES = {
    str: TEXTS,
    int: st.one_of(st.integers(0, 9), st.integers()),
    float: st.one_of(st.floats(0, 1), st.floats()),
    bool: st.booleans(),
    type(None): st.none(),
}


def values(key):
    """Values of a key's type, whether its rules allow them or not."""
    return st.one_of(*(STRATEGIES.get(kind, st.just(kind)) for kind in key.kinds))


def changed(config, name, value):
    section, _, last = name.rpartition(".")
    inner = dataclasses.replace(getattr(config, section), **{last: value}) if section else value
    return dataclasses.replace(config, **{section or last: inner})


def comes_back(config, path):
    save_config(config, path)
    return load_config(str(path)) == config


# Not too slow: on a busy machine Hypothesis takes long to list all characters, once.
@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_what_can_be_made_can_be_saved_and_loaded(tmp_path_factory, data):
    config = Skill1Config()
    for name in data.draw(st.lists(st.sampled_from(sorted(config_keys())), max_size=4, unique=True)):
        try:
            config = changed(config, name, data.draw(values(config_keys()[name])))
        except ConfigError:
            pass  # what is refused at once is never saved
    assert comes_back(config, tmp_path_factory.mktemp("round") / "c.yaml")


@pytest.mark.parametrize("text", ODD_TEXTS, ids=ascii)
def test_a_text_stays_itself_in_every_key_that_takes_texts(tmp_path, text):
    config, refused = Skill1Config(), []
    for name, key in config_keys().items():
        if str in key.kinds:
            try:
                config = changed(config, name, text)
            except ConfigError:
                refused.append(name)
    names = {"env.name", "env.url", "endpoint.api_key_variable", "teacher.api_key_variable"}
    # The selector's need a server.
    names |= {f"skillpro.selector_{key}" for key in ("model", "url", "api_key_variable")}
    assert set(refused) <= names
    assert comes_back(config, tmp_path / "c.yaml")
    assert parse_overrides([f"--model.path={text}"]) == {"model.path": text}


def test_null_on_the_command_line_and_in_quotes(write):
    assert parse_overrides(["--env.data=null", "--library.init", "~"]) == {"env.data": None, "library.init": None}
    config = load_config(write("a.yaml", "env: {data: 'null', url: null, name: 'null'}\n"))
    assert (config.env.data, config.env.url, config.env.name) == ("null", None, "null")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("env.name", ","),
        ("env.name", "a,"),
        ("env.name", "a,a"),
        ("env.name", " "),
        ("credit.lambda_rerank", float("inf")),
        ("train.learning_rate", float("nan")),
        ("model.path", "\ud800"),  # half a character, as a file name that is no UTF-8 has it
    ],
)
def test_what_cannot_be_loaded_cannot_be_made_and_the_error_is_the_same_each_time(name, value):
    said = []
    for _ in range(3):
        with pytest.raises(ConfigError, match=f"^{name} = .* cannot be used; expected ") as caught:
            changed(Skill1Config(), name, value)
        said.append(str(caught.value))
    assert len(set(said)) == 1


@pytest.mark.parametrize(
    "settings", [{"a": "${oc.env:HOME}"}, {"a": float("inf")}, {"a": (1,)}, {"a b": 1}, {"a..b": 1}]
)
def test_settings_of_verl_are_refused_however_they_come(settings):
    with pytest.raises(ConfigError, match="^verl = .* cannot be used; expected "):
        Skill1Config(backend="verl", verl=settings)


@settings(max_examples=25)
@given(
    mixture=st.dictionaries(
        st.text("abc.:_- ", min_size=1, max_size=6).map(str.strip).filter(bool),
        st.fixed_dictionaries(
            {}, optional={"weight": st.floats(0.1, 9), "data": TEXTS, "max_steps": st.integers(1, 9)}
        ),
        min_size=2,
        max_size=3,
    )
)
def test_several_environments_come_back(tmp_path_factory, mixture):
    own = {name: settings for name, settings in mixture.items() if settings}
    env = dataclasses.replace(Skill1Config().env, name=",".join(mixture), mixture=own)
    assert comes_back(Skill1Config(env=env), tmp_path_factory.mktemp("round") / "c.yaml")


@given(st.text("-:{}[]?&*!|> \n#'\"abtrainsteps.1~%@`", max_size=60))
def test_no_file_content_crashes_the_reader(tmp_path_factory, text):
    path = tmp_path_factory.mktemp("fuzz") / "c.yaml"
    path.write_text(text, encoding="utf-8")
    try:
        found = load_config(str(path))
    except ConfigError as error:
        found = error
    assert isinstance(found, ConfigError) or found.env.name


def test_failed_write_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "f"
    write_atomically(path, "old")
    monkeypatch.setattr("os.replace", lambda *_: (_ for _ in ()).throw(OSError("disk full")))
    with pytest.raises(OSError, match="disk full"):
        write_atomically(path, "new")
    assert path.read_text() == "old" and os.listdir(tmp_path) == ["f"]


def test_a_pipe_or_device_is_written_to_and_stays_one(tmp_path):
    """A rename would replace /dev/null by a file, for everybody."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_atomically(pipe, "text")
    assert os.read(reader, 100) == b"text" and pipe.is_fifo() and os.listdir(tmp_path) == ["pipe"]
    os.close(reader)


def test_diff_shows_both_values():
    config = load_config(None, ["--train.steps=3", "--agent.allow_none=true"])
    assert diff_configs(Skill1Config(), config) == ["agent.allow_none: false → true", "train.steps: 150 → 3"]
    assert diff_configs(config, config) == []


def test_every_key_has_a_docstring_and_a_default():
    tree, text = config_to_dict(Skill1Config()), config_to_yaml(Skill1Config())
    for name, key in config_keys().items():
        section, _, last = name.rpartition(".")
        assert key.doc, name
        assert key.default == (tree[section] if section else tree)[last]
        assert f"{last}:" in text


def test_command_line_text_of_every_default_is_accepted():
    for name, key in config_keys().items():
        text = (
            "null" if key.default is None else str(key.default).lower() if bool in key.kinds else str(key.default)
        )
        assert parse_overrides([f"--{name}={text}"]) == {name: key.default}


@pytest.mark.parametrize("given", ["--train.steps=3", ["--train.steps", 3], ["--library.init", None]])
def test_overrides_from_python_are_a_list_of_texts(given):
    with pytest.raises(ConfigError, match="expected a list of texts"):
        load_config("household/skill1", given)


def test_values_that_start_with_dashes_need_an_equals_sign():
    assert parse_overrides(["--model.path=--odd"]) == {"model.path": "--odd"}
    assert parse_overrides(["--credit.invalid_value", "-0.5"]) == {"credit.invalid_value": -0.5}


@pytest.mark.parametrize(
    ("other", "ours"),
    [
        ("train.lr", "train.learning_rate"),
        ("learning-rate", "train.learning_rate"),
        ("train.max_steps", "train.steps"),
        ("train.save_steps", "train.checkpoint_every"),
        ("train.gradient_accumulation_steps", "train.micro_batch_tokens"),
        ("train.lr_scheduler_type", "train.final_learning_rate"),
        ("env.rollout.n", "train.group_size"),
        ("sft.learning-rate", "sft.learning_rate"),
        ("eval.batch-size", "eval.batch_size"),
        ("sft.lr", "sft.learning_rate"),
        ("teacher.max_token", "teacher.max_tokens"),
        ("ppo_epochs", "train.mini_batches"),
        (
            "library.topk",
            "library.top_k",
        ),  # a slip in a section of ours, though the word means another key elsewhere
        ("topk", "env.top_k"),
        ("env.search_url", "env.retriever"),
        ("agent.distill_tokens", "sampling.distill_tokens"),
        ("entropyy_coefficient", "loss.entropy_coefficient"),
        ("0", None),
    ],
)
def test_slips_and_names_of_other_trainers_are_known(other, ours):
    assert nearest_key(other) == ours and set(OF_OTHERS.values()) <= config_keys().keys()


# Addresses of OpenAI-compatible servers: Azure resources answer below /openai/v1.
V1 = "https://NAME.openai.azure.com/openai/v1"


@pytest.mark.parametrize(
    ("url", "base"),
    [
        *(
            (f"https://NAME.openai.azure.com{end}", V1)
            for end in ("", "/", "/openai", "/openai/v1", "/openai/v1/")
        ),
        ("https://NAME.services.ai.azure.com", "https://NAME.services.ai.azure.com/openai/v1"),
        ("https://n.cognitiveservices.azure.com:443/", "https://n.cognitiveservices.azure.com:443/openai/v1"),
        *(
            (f"{url}{end}", url)
            for end in ("", "/")
            for url in (
                "http://127.0.0.1:8000/v1",
                "https://gateway.example.com",
                "https://openai.azure.com.example.com",
                "https://NAME.openai.azure.com/openai/deployments/o3",
                "http://[",
            )
        ),
    ],
)
def test_the_base_of_an_address(url, base):
    assert base_address(url) == base


@pytest.mark.parametrize("url", ["https://NAME.openai.azure.com/", V1, "https://gateway.example.com/azure"])
def test_whoever_asks_an_azure_endpoint_adds_the_path_once(url):
    base = base_address(url)
    assert ModelServer(EndpointConfig(url=url, model="o3"), "key").url == base
    teacher = TeacherConfig(kind="service", service="azure", url=url, model="o3").endpoint()
    assert ModelServer(teacher, "key").url == base
    assert OpenAIChatClient("o3", api_key="k", azure_endpoint=url)._server.url.count("/openai/v1") == 1
