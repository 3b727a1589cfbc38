"""What GPUs can do at most, from their makers' data sheets. How much of it is reached is an assumption of the plan."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from skill1.config.keys import nearest_key
from skill1.errors import ConfigError


@dataclass(frozen=True, slots=True)
class Gpu:
    """Peak figures of one card; ``link_gbs`` is what it sends to another card of its machine, one way."""

    name: str
    memory_gib: float
    tflops: float  # dense bfloat16 with float32 accumulation, 10^12 operations a second
    bandwidth_gbs: float  # of its memory, 10^9 bytes a second
    link_gbs: float


# Data sheets of the SXM forms where there are two. The first of a size is taken where only a memory is given.
GPUS: Mapping[str, Gpu] = {
    gpu.name: gpu
    for gpu in (
        Gpu("A100-80", 80, 312, 2039, 300),
        Gpu("H100", 80, 989, 3350, 450),
        Gpu("H800", 80, 989, 3350, 200),
        Gpu("H200", 139, 989, 4800, 450),
        Gpu("L40S", 48, 362, 864, 32),
        Gpu("3090", 24, 71, 936, 32),
        Gpu("4090", 24, 165, 1008, 32),
    )
}


def pick_gpu(name: str | None, memory_gib: float | None) -> tuple[Gpu, bool]:
    """The named card, else the first whose memory is nearest to ``memory_gib``, and whether it was assumed.

    Raises:
        ConfigError: the name is unknown, or neither was given.
    """
    if name is None and memory_gib is None:
        raise ConfigError("The memory of a GPU is not given. Type --memory 80, or --gpu H100.")
    if name is None:
        return min(GPUS.values(), key=lambda gpu: abs(gpu.memory_gib - memory_gib)), True
    for known in GPUS.values():
        if known.name.lower() == name.lower():
            return known, False
    nearest = nearest_key(name, list(GPUS))
    hint = f" Did you mean {nearest}?" if nearest else ""
    raise ConfigError(f"--gpu {name} is not known; expected one of {', '.join(GPUS)}.{hint}")
