"""LoRA adapters folded into the weights they adapt, so that a checkpoint is an ordinary Hugging Face folder."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

WEIGHTS, INDEX = "model.safetensors", "model.safetensors.index.json"
PREFIX, BASE = "base_model.model.", ".base_layer"  # what peft puts around the names of a model's weights
DOWN, UP = ".lora_A.default.weight", ".lora_B.default.weight"


def merged(tensors: Mapping, scale: float) -> dict:
    """W + scale·B·A under the model's own names; ``scale`` = alpha / rank. Other tensors are kept."""
    result = {}
    for name, tensor in tensors.items():
        if name.endswith((DOWN, UP)):
            continue
        stem = name.removesuffix(".weight").removesuffix(BASE)
        if f"{stem}{UP}" in tensors:
            change = scale * tensors[f"{stem}{UP}"].float() @ tensors[f"{stem}{DOWN}"].float()
            tensor = (tensor.float() + change).to(tensor.dtype)
        result[name.removeprefix(PREFIX).replace(BASE, "")] = tensor
    return result


def merge_folder(folder: Path, scale: float) -> None:
    """Rewrite the weights of a folder that verl saved with adapters beside them. All of them fit in memory."""
    from safetensors.torch import load_file, save_file

    files = sorted(folder.glob("*.safetensors"))
    tensors = {name: tensor for file in files for name, tensor in load_file(file).items()}
    for file in [*files, folder / INDEX]:
        file.unlink(missing_ok=True)
    save_file(merged(tensors, scale), folder / WEIGHTS, metadata={"format": "pt"})
