"""Sizes of networks: counts by hand, the counts the Qwen team publishes, and folders on disk."""

import json

import pytest

from skill1.errors import ConfigError, DataError
from skill1.plan.shape import KNOWN, read_shape, shape_of
from tests.plan.toy import SHAPE

PUBLISHED = {  # parameters of the published weights, an output layer that is the embedding counted once
    "qwen2.5-0.5b": 494_032_768,
    "qwen2.5-1.5b": 1_543_714_304,
    "qwen2.5-3b": 3_085_938_688,
    "qwen2.5-7b": 7_615_616_512,
    "qwen2.5-14b": 14_770_033_664,
    "qwen2.5-32b": 32_763_876_352,
    "qwen2.5-72b": 72_706_203_648,
    "qwen3-0.6b": 596_049_920,
    "qwen3-1.7b": 1_720_574_976,
    "qwen3-4b": 4_022_468_096,
    "qwen3-8b": 8_190_735_360,
    "qwen3-14b": 14_768_307_200,
    "qwen3-32b": 32_762_123_264,
}
CONFIG = {
    "model_type": "qwen2",
    "hidden_size": 8,
    "intermediate_size": 16,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "vocab_size": 100,
    "tie_word_embeddings": False,
}


def write(folder, content):
    (folder / "config.json").write_text(json.dumps(content), encoding="utf-8")
    return folder / "config.json"


def test_counts_by_hand():
    assert SHAPE.block == 192 + 16 + 384 + 16 == 608
    assert SHAPE.parameters == 2 * 608 + 2 * 800 + 8 == 2824
    assert SHAPE.multiplied == 2824 - 800
    # Rank 1, one layer: q 8 + 8, k and v 8 + 4 each, o 8 + 8; gate, up and down 8 + 16 each.
    assert SHAPE.lora(1) == 2 * (16 + 12 + 12 + 16 + 3 * 24) == 256
    assert SHAPE.lora(16) == 16 * 256 and SHAPE.lora(0) == 0


def test_the_table_counts_what_is_published():
    assert {name: shape.parameters for name, shape in KNOWN.items()} == PUBLISHED


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("Qwen/Qwen2.5-7B-Instruct", "qwen2.5-7b"),
        ("Qwen/Qwen2.5-Coder-7B-Instruct", "qwen2.5-7b"),
        ("Qwen/Qwen3-4B-Instruct-2507", "qwen3-4b"),
        ("Qwen/Qwen3-8B", "qwen3-8b"),
        ("models/none/Qwen2.5-72B", "qwen2.5-72b"),
    ],
)
def test_names_of_variants_find_their_size(path, name, monkeypatch, tmp_path):
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path))
    shape, source = shape_of(path)
    assert shape == KNOWN[name] and name in source


def test_a_folder_goes_before_the_table(tmp_path):
    folder = tmp_path / "Qwen2.5-7B"
    folder.mkdir()
    write(folder, CONFIG)
    assert shape_of(str(folder)) == (SHAPE, str(folder / "config.json"))


def test_a_downloaded_model_goes_before_the_table(tmp_path, monkeypatch):
    snapshot = tmp_path / "models--Qwen--Qwen2.5-7B-Instruct" / "snapshots" / "abc"
    snapshot.mkdir(parents=True)
    write(snapshot, CONFIG)
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path))
    assert shape_of("Qwen/Qwen2.5-7B-Instruct")[0] == SHAPE


@pytest.mark.parametrize("kind", ["qwen2", "qwen3", "llama"])
def test_counts_equal_those_of_the_real_classes(kind, tmp_path):
    torch = pytest.importorskip("torch")
    transformers = pytest.importorskip("transformers")
    cls = {"qwen2": "Qwen2Config", "qwen3": "Qwen3Config", "llama": "LlamaConfig"}[kind]
    fields = {**CONFIG, "head_dim": 4 if kind == "qwen3" else 2}
    del fields["model_type"]
    config = getattr(transformers, cls)(**fields)
    with torch.device("meta"):
        model = transformers.AutoModelForCausalLM.from_config(config)
    shape = read_shape(write(tmp_path, config.to_dict()))
    assert shape.parameters == sum(parameter.numel() for parameter in model.parameters())


def test_unknown_names_are_refused_with_the_known_ones():
    with pytest.raises(ConfigError, match=r"someone/big-model.*qwen2\.5-0\.5b"):
        shape_of("someone/big-model")
    with pytest.raises(ConfigError, match="nothing to plan"):
        shape_of("tiny")


@pytest.mark.parametrize(
    "content",
    [
        {**CONFIG, "model_type": "qwen3_moe"},
        {**CONFIG, "hidden_size": "many"},
        {**CONFIG, "num_attention_heads": 0, "head_dim": None},
        {key: value for key, value in CONFIG.items() if key != "vocab_size"},
        ["no", "object"],
    ],
)
def test_what_is_no_dense_decoder_is_refused(content, tmp_path):
    with pytest.raises(DataError, match=r"config\.json"):
        read_shape(write(tmp_path, content))


def test_broken_json_is_refused(tmp_path):
    (tmp_path / "config.json").write_bytes(b"\xff{")
    with pytest.raises(DataError, match="cannot be read"):
        read_shape(tmp_path / "config.json")
