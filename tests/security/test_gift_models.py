"""Folders of weights from someone else: encoders, policies, tokenizers and their chat templates run no code."""

import importlib.util
import json
import shutil
import sys

import pytest

from skill1.errors import DataError, LibraryError
from skill1.library.encoder import make_encoder
from skill1.models.files import MODULE_TYPES, MOST_TEMPLATE_CHARS, require_plain_encoder
from tests.security.gifts import MARK, evil_encoder, hostile_code, library_of, write_json, write_pickle

HAS_SENTENCE_TRANSFORMERS = importlib.util.find_spec("sentence_transformers") is not None
needs_sentence_transformers = pytest.mark.skipif(
    not HAS_SENTENCE_TRANSFORMERS, reason="needs sentence-transformers"
)
MODULES = "sentence_transformers.models"


def modules(folder, *types):
    """A modules.json in the form of sentence-transformers; the first module lies in the folder itself."""
    entries = [
        {"idx": i, "name": str(i), "path": f"{i}_{kind.rpartition('.')[2]}" if i else "", "type": kind}
        for i, kind in enumerate(types)
    ]
    write_json(folder / "modules.json", entries)
    return folder


def foreign_module(folder):
    evil_encoder(folder)


def hub_module(folder):
    evil_encoder(folder, "somebody/repository--evilmod.Evil")


def lookalike_module(folder):
    evil_encoder(folder, "sentence_transformers_evilmod.Transformer")


def module_that_imports_by_name(folder):
    modules(folder, f"{MODULES}.WordEmbeddings")
    write_json(folder / "wordembedding_config.json", {"tokenizer_class": "evilmod.Evil"})


def router(folder):
    modules(folder, f"{MODULES}.Router")
    write_json(folder / "router_config.json", {"types": {"query_0": "evilmod.Evil"}})


def function_of_the_package(folder):
    modules(folder, "sentence_transformers.util.torch")


def activation_by_name(folder):
    modules(folder, f"{MODULES}.StaticEmbedding", f"{MODULES}.Dense")
    write_json(folder / "1_Dense" / "config.json", {"activation_function": "evilmod.Evil"})


def activation_of_torch_that_does_more(folder):
    modules(folder, f"{MODULES}.StaticEmbedding", f"{MODULES}.Dense")
    write_json(folder / "1_Dense" / "config.json", {"activation_function": "torch.hub.load"})


def trust_in_the_settings(folder):
    modules(folder, f"{MODULES}.Transformer")
    write_json(folder / "sentence_bert_config.json", {"model_args": {"trust_remote_code": True}})


def pickles_in_the_settings(folder):
    modules(folder, f"{MODULES}.Transformer")
    arguments = {"weights_only": False, "use_safetensors": False}
    write_json(folder / "sentence_bert_config.json", {"model_kwargs": arguments})


def kernel_of_a_stranger(folder):
    write_json(folder / "config.json", {"model_type": "bert", "attn_implementation": "evil/kernel"})


def adapter(folder):
    write_json(folder / "config.json", {"model_type": "bert"})
    write_json(folder / "adapter_config.json", {"peft_type": "LORA", "megatron_core": "evilmod"})


def pickled_weights(folder):
    write_json(folder / "config.json", {"model_type": "bert"})
    write_pickle(folder / "pytorch_model.bin", folder)


def pickled_weights_of_a_module(folder):
    modules(folder, f"{MODULES}.StaticEmbedding", f"{MODULES}.Dense")
    write_pickle(folder / "1_Dense" / "pytorch_model.bin", folder)


def another_folder(folder):
    entry = {"idx": 0, "name": "0", "path": "../elsewhere", "type": f"{MODULES}.Transformer"}
    write_json(folder / "modules.json", [entry])


def no_list(folder):
    write_json(folder / "modules.json", {"type": "evilmod.Evil"})


def no_json(folder):
    (folder / "modules.json").write_text("[" * 100_000, encoding="utf-8")


def too_much_json(folder):
    (folder / "modules.json").write_text(" " * (2**24 + 1), encoding="utf-8")


ENCODERS = {
    foreign_module: "evilmod.Evil.*nothing of it was run",
    hub_module: "somebody/repository--evilmod.Evil",
    lookalike_module: "sentence_transformers_evilmod",
    module_that_imports_by_name: "WordEmbeddings",
    router: "Router",
    function_of_the_package: "sentence_transformers.util.torch",
    activation_by_name: "activation_function.*evilmod.Evil",
    activation_of_torch_that_does_more: "torch.hub.load",
    trust_in_the_settings: "trust_remote_code",
    pickles_in_the_settings: "weights_only",
    kernel_of_a_stranger: "evil/kernel",
    adapter: "adapter_config.json.*merge_and_unload",
    pickled_weights: "pytorch_model.bin is a pickle.*save_pretrained",
    pickled_weights_of_a_module: "1_Dense/pytorch_model.bin is a pickle",
    another_folder: r"\.\./elsewhere",
    no_list: "lists no modules",
    no_json: "cannot be read as JSON",
    too_much_json: "bytes",
}


@pytest.fixture
def gift(tmp_path, monkeypatch):
    """The folder that a gift lies in, where the user stands; Python looks for modules there too."""
    folder = tmp_path / "gift"
    folder.mkdir()
    (folder / "evilmod.py").write_text(hostile_code(folder), encoding="utf-8")
    monkeypatch.chdir(folder)
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setenv("HF_MODULES_CACHE", str(tmp_path / "modules"))
    yield folder
    sys.modules.pop("evilmod", None)


def was_harmed(folder):
    return any(folder.rglob(MARK))


@pytest.mark.parametrize("attack", ENCODERS, ids=lambda attack: attack.__name__)
def test_an_encoder_folder_that_could_run_code_is_refused_before_it_is_loaded(attack, gift):
    encoder = gift / "enc"
    encoder.mkdir()
    attack(encoder)
    with pytest.raises(DataError, match=f"(?s){ENCODERS[attack]}"):
        require_plain_encoder(encoder)
    if HAS_SENTENCE_TRANSFORMERS:
        with pytest.raises(LibraryError, match="--library.encoder hashing"):
            make_encoder("enc").encode(["x"])
    assert not was_harmed(gift)


def test_honest_encoder_folders_pass(tmp_path):
    for package in (MODULES, "sentence_transformers.sentence_transformer.modules.pooling"):
        folder = modules(tmp_path / package, *(f"{package}.{kind}" for kind in MODULE_TYPES))
        write_json(folder / "config.json", {"model_type": "gpt2", "activation_function": "gelu_new"})
        write_json(folder / "tokenizer_config.json", {"tokenizer_class": "BertTokenizer"})
        settings = {"max_seq_length": 256, "do_lower_case": False, "model_args": {"torch_dtype": "float16"}}
        write_json(folder / "sentence_bert_config.json", settings)
        dense = folder / f"{MODULE_TYPES.index('Dense')}_Dense"
        write_json(dense / "config.json", {"activation_function": "torch.nn.modules.linear.Identity"})
        for place in (folder, dense):  # releases of older models hold both
            (place / "pytorch_model.bin").write_bytes(b"")
            (place / "model.safetensors").write_bytes(b"")
        assert require_plain_encoder(folder) is None
    write_json(tmp_path / "bare" / "config.json", {"model_type": "bert"})
    assert require_plain_encoder(tmp_path / "bare") is None


@needs_sentence_transformers
def test_searching_a_gift_runs_nothing_of_it(gift, capsys):
    from skill1.cli import main

    evil_encoder(gift / "enc")
    library_of(gift / "library.sqlite", "enc")
    assert main(["library", "search", "library.sqlite", "hello"]) == 1
    assert "nothing of it was run" in capsys.readouterr().err
    assert not was_harmed(gift)


@needs_sentence_transformers
def test_an_honest_folder_that_a_library_names_is_used_without_a_question(gift, capsys):
    from skill1.cli import main
    from tests.library.static_model import save_static_model

    save_static_model(gift / "enc")
    library_of(gift / "library.sqlite", "enc")
    assert main(["library", "search", "library.sqlite", "mug"]) == 0


@pytest.fixture
def policy(tmp_path_factory):
    """A tiny policy with its tokenizer."""
    pytest.importorskip("torch")
    from tests.rollout.tiny_world import tiny_policy

    return tiny_policy(tmp_path_factory.mktemp("policy") / "tiny")


def changed(folder, name, **values):
    file = folder / name
    record = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    write_json(file, {key: value for key, value in {**record, **values}.items() if value is not None})


def load_both(folder):
    from skill1.config import ModelConfig
    from skill1.policy.load import load_model
    from skill1.policy.tokens import Tokens

    Tokens.load(folder)
    return load_model(ModelConfig(device="cpu"), folder)


def remote_model(folder):
    auto_map = {"AutoConfig": "evilmod.Evil", "AutoModelForCausalLM": "evilmod.Evil"}
    changed(folder, "config.json", model_type="evil", auto_map=auto_map)


def remote_tokenizer(folder):
    auto_map = {"AutoTokenizer": ["evilmod.Evil", "evilmod.Evil"]}
    changed(folder, "tokenizer_config.json", tokenizer_class="Evil", auto_map=auto_map)
    changed(folder, "config.json", model_type="evil")


def pickles(folder):
    for file in folder.glob("*.safetensors"):
        file.unlink()
    write_pickle(folder / "pytorch_model.bin", folder)


def adapter_of_another_model(folder):
    changed(folder, "adapter_config.json", peft_type="LORA", base_model_name_or_path="evil/base")


@pytest.mark.parametrize(
    ("attack", "said"),
    (
        (remote_model, r"[^. ]\. Its config.json names code of its own .auto_map., which is never run"),
        (remote_tokenizer, r"[^. ]\. Its tokenizer_config.json names code of its own"),
        (pickles, "is a pickle.*safetensors"),
        (adapter_of_another_model, "adapter_config.json.*merge_and_unload"),
    ),
    ids=lambda value: getattr(value, "__name__", None),
)
def test_a_policy_folder_that_needs_code_or_pickles_is_refused(attack, said, gift, policy, monkeypatch):
    model = shutil.copytree(policy, gift / "model")
    shutil.copy(gift / "evilmod.py", model)
    attack(model)
    monkeypatch.setattr("builtins.input", lambda *_: pytest.fail("a user was asked whether to run the code"))
    with pytest.raises(DataError, match=f"(?s){said}"):
        load_both(model)
    assert not was_harmed(gift)


def test_a_damaged_tiny_policy_is_not_said_to_name_code(policy, tmp_path):
    model = shutil.copytree(policy, tmp_path / "model")
    (model / "tokenizer.json").write_text("{", encoding="utf-8")
    with pytest.raises(DataError, match="No tokenizer can be loaded") as caught:
        load_both(model)
    assert "auto_map" not in str(caught.value)


def test_code_beside_a_model_that_needs_none_is_not_run(gift, policy):
    model = shutil.copytree(policy, gift / "model")
    shutil.copy(gift / "evilmod.py", model)
    auto_map = {"AutoConfig": "evilmod.Evil", "AutoModelForCausalLM": "evilmod.Evil"}
    changed(model, "config.json", auto_map=auto_map)
    changed(model, "tokenizer_config.json", auto_map={"AutoTokenizer": ["evilmod.Evil", "evilmod.Evil"]})
    write_pickle(model / "pytorch_model.bin", model)
    write_pickle(model / "optimizer.pt", model)
    load_both(model)
    assert not was_harmed(gift)


def templated(folder, text):
    """The tokenizer with this chat template."""
    from skill1.policy.tokens import Tokens

    changed(folder, "tokenizer_config.json", chat_template=None)
    (folder / "chat_template.jinja").write_text(text, encoding="utf-8")
    return Tokens.load(folder)


ESCAPES = (
    "{{ ''.__class__.__mro__[1].__subclasses__() }}",
    "{{ cycler.__init__.__globals__.os.system('touch " + MARK + "') }}",
    "{{ messages.append(1) }}",
    "{{ raise_exception('no') }}",
    "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}",
    "{{ range(10**9)|list|length }}",
    "{% if %}",
)


@pytest.mark.parametrize("text", ESCAPES)
def test_a_chat_template_cannot_leave_its_sandbox(text, gift, policy):
    model = shutil.copytree(policy, gift / "model")
    try:
        tokens = templated(model, text).chat("hello")
    except DataError as error:
        assert "chat template fails" in str(error) and "chat_template.jinja" in str(error)
    else:
        assert tokens == (), "nothing of it reaches the prompt"
    assert not was_harmed(gift)


ENDLESS = "{% for i in range(99999) %}{% for j in range(99999) %}{% endfor %}{% endfor %}"


def test_a_chat_template_that_never_ends_is_an_error(gift, policy):
    model = shutil.copytree(policy, gift / "model")
    before = sys.gettrace()
    with pytest.raises(DataError, match="steps for one prompt"):
        templated(model, ENDLESS).chat("hello")
    assert sys.gettrace() is before


@pytest.mark.parametrize("where", ["messages|length > 1", "not enable_thinking"])
def test_a_chat_template_that_never_ends_only_later_is_an_error(where, gift, policy):
    model = shutil.copytree(policy, gift / "model")
    tokens = templated(model, "{% if " + where + " %}" + ENDLESS + "{% endif %}{{ messages[0]['content'] }}")
    assert tokens.chat("hello") == tokens.encode("hello")
    with pytest.raises(DataError, match="steps for one prompt"):
        tokens.next_message("hello", thinking=False)


def test_a_chat_template_of_megabytes_is_an_error(gift, policy):
    model = shutil.copytree(policy, gift / "model")
    with pytest.raises(DataError, match="characters"):
        templated(model, "x" * (MOST_TEMPLATE_CHARS + 1))


def test_an_honest_chat_template_renders_alike_every_time(gift, policy):
    model = shutil.copytree(policy, gift / "model")
    tokens = templated(model, "{% for m in messages %}{{ m['content'] }}{% endfor %}")
    assert tokens.chat("take mug") == tokens.chat("take mug") == tokens.encode("take mug") != ()


def lacking_weights(folder):
    from safetensors.torch import load_file, save_file

    weights = load_file(folder / "model.safetensors")
    del weights["model.layers.1.mlp.up_proj.weight"]
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})


def a_layer_that_has_no_weights(folder):
    layers = json.loads((folder / "config.json").read_text(encoding="utf-8"))["num_hidden_layers"] + 1
    changed(folder, "config.json", num_hidden_layers=layers, layer_types=None)


def a_million_layers(folder):
    changed(folder, "config.json", num_hidden_layers=10**5, layer_types=None)


@pytest.mark.parametrize(
    ("attack", "said"),
    (
        (lacking_weights, "lacks 1 of the weights .*layers.1.mlp.up_proj.weight"),
        (a_layer_that_has_no_weights, "lacks 1?[0-9] of the weights"),
        (a_million_layers, "more than 1000 layers"),
    ),
)
def test_weights_that_are_not_there_are_not_drawn_at_random(attack, said, policy, tmp_path):
    model = shutil.copytree(policy, tmp_path / "model")
    attack(model)
    with pytest.raises(DataError, match=said):
        load_both(model)


@pytest.mark.parametrize("part", ["normalizer", "decoder"])
@pytest.mark.parametrize(("content", "number"), [("e" * 100, 5), ("", 17)])
def test_a_tokenizer_cannot_make_gigabytes_of_a_word(part, content, number, policy, tmp_path):
    model = shutil.copytree(policy, tmp_path / "model")
    steps = [{"type": "Replace", "pattern": {"String": "e"}, "content": content}] * number
    changed(model, "tokenizer.json", **{part: {"type": "Sequence", f"{part}s": steps}})
    with pytest.raises(DataError, match="times as long"):
        load_both(model)
