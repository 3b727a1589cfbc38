"""Sizes of networks: counts by hand, the counts the Qwen team publishes, and folders on disk."""

import json

import pytest

from skill1.errors import ConfigError, DataError
from skill1.plan.shape import KNOWN, ModelShape, read_shape, shape_of

# A network small enough to calculate by hand.
# query_size 8, kv_size 4. One layer: q 64, k 32, v 32, o 64, bias 8 + 4 + 4, gate, up, down 3 x 128, norms 16: 608.
# All: 2 x 608 + 2 x 800 + 8 = 2824.
SHAPE = ModelShape(
    layers=2,
    hidden=8,
    feed_forward=16,
    heads=4,
    kv_heads=2,
    head_size=2,
    vocabulary=100,
    is_tied=False,
    has_bias=True,
)
# Parameters of the published weights in the order of the table, an output layer that is the embedding counted once.
PUBLISHED = [
    494_032_768,
    1_543_714_304,
    3_085_938_688,
    7_615_616_512,
    14_770_033_664,
    32_763_876_352,
    72_706_203_648,
]
PUBLISHED += [596_049_920, 1_720_574_976, 4_022_468_096, 8_190_735_360, 14_768_307_200, 32_762_123_264]
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
    # Rank 1, one layer: q 8 + 8, k and v 8 + 4 each, o 8 + 8; gate, up and down 8 + 16 each.
    assert SHAPE.lora(1) == 2 * (16 + 12 + 12 + 16 + 3 * 24) == 256
    assert SHAPE.lora(16) == 16 * 256 and SHAPE.lora(0) == 0


def test_the_table_counts_what_is_published():
    assert [shape.parameters for shape in KNOWN.values()] == PUBLISHED


@pytest.mark.parametrize(
    ("path", "name"),
    [("Qwen/Qwen2.5-Coder-7B-Instruct", "qwen2.5-7b"), ("Qwen/Qwen3-4B-Instruct-2507", "qwen3-4b")],
)
def test_a_variant_has_its_size_and_a_download_goes_before_the_table(path, name, monkeypatch, tmp_path):
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path))
    shape, source = shape_of(path)
    assert shape == KNOWN[name] and name in source
    snapshot = tmp_path / f"models--{path.replace('/', '--')}" / "snapshots" / "abc"
    snapshot.mkdir(parents=True)
    file = write(snapshot, CONFIG)
    assert shape_of(path) == shape_of(str(snapshot)) == (SHAPE, str(file))


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
        {**CONFIG, "hidden_size": float("inf")},
        ["no", "object"],
    ],
)
def test_what_is_no_dense_decoder_is_refused(content, tmp_path):
    with pytest.raises(DataError, match=r"config\.json"):
        read_shape(write(tmp_path, content))
