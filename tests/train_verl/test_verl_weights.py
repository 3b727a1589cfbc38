"""Adapters folded into weights, and weights rounded. Needs no verl."""

import json

import pytest

torch = pytest.importorskip("torch")

from skill1.train.verl.weights import merge_folder, merged, round_folder  # noqa: E402

TENSORS = {
    "base_model.model.model.q.base_layer.weight": torch.tensor([[1.0, 2.0], [3.0, 4.0]]),
    "base_model.model.model.q.base_layer.bias": torch.tensor([5.0, 6.0]),
    "base_model.model.model.q.lora_A.default.weight": torch.tensor([[1.0, -1.0]]),
    "base_model.model.model.q.lora_B.default.weight": torch.tensor([[2.0], [0.5]]),
    "base_model.model.model.norm.weight": torch.tensor([7.0]),
}


def test_a_weight_gets_scale_times_b_a_by_hand():
    found = merged(TENSORS, scale=2.0)
    assert sorted(found) == ["model.norm.weight", "model.q.bias", "model.q.weight"]
    assert found["model.q.weight"].tolist() == [[5.0, -2.0], [4.0, 3.0]]
    assert found["model.q.bias"].tolist() == [5.0, 6.0] and found["model.norm.weight"].tolist() == [7.0]


def test_the_precision_of_the_weights_is_kept():
    low = {name: tensor.bfloat16() for name, tensor in TENSORS.items()}
    assert merged(low, 2.0)["model.q.weight"].dtype == torch.bfloat16


def test_a_folder_of_several_files_becomes_one(tmp_path):
    from safetensors.torch import load_file, save_file

    parts = list(TENSORS.items())
    save_file(dict(parts[:2]), tmp_path / "model-00001-of-00002.safetensors")
    save_file(dict(parts[2:]), tmp_path / "model-00002-of-00002.safetensors")
    (tmp_path / "model.safetensors.index.json").write_text("{}")
    merge_folder(tmp_path, 2.0)
    assert [file.name for file in tmp_path.iterdir()] == ["model.safetensors"]
    assert load_file(tmp_path / "model.safetensors")["model.q.weight"].tolist() == [[5.0, -2.0], [4.0, 3.0]]


@pytest.mark.parametrize("name", ["dtype", "torch_dtype"])
def test_a_rounded_folder_has_half_the_bytes_and_says_so(tmp_path, name):
    from safetensors.torch import load_file, save_file

    # 1 + 2^-8 lies between two bfloat16 numbers, 1 and 1 + 2^-7: the even one is taken
    tensors = {"w": torch.tensor([1.0 + 2**-8, 3.0]), "counts": torch.tensor([1, 2])}
    save_file(tensors, tmp_path / "model-00001-of-00001.safetensors")
    (tmp_path / "config.json").write_text(json.dumps({"hidden_size": 8, name: "float32"}))
    index = {"metadata": {"total_size": 24}, "weight_map": {"w": "model-00001-of-00001.safetensors"}}
    (tmp_path / "model.safetensors.index.json").write_text(json.dumps(index))
    round_folder(tmp_path)
    found = load_file(tmp_path / "model-00001-of-00001.safetensors")
    assert found["w"].dtype == torch.bfloat16 and found["w"].tolist() == [1.0, 3.0]
    assert found["counts"].tolist() == [1, 2]
    assert json.loads((tmp_path / "config.json").read_text()) == {"hidden_size": 8, name: "bfloat16"}
    kept = json.loads((tmp_path / "model.safetensors.index.json").read_text())
    assert kept["weight_map"] == index["weight_map"] and kept["metadata"]["total_size"] == 20
    assert not list(tmp_path.glob("*.rounded"))
