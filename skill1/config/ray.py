"""The Ray that a run of backend verl joins, and the CPUs that it reserves there (verl 0.9, TransferQueue 0.1)."""

from __future__ import annotations

import os

from skill1.config import Skill1Config

STORAGE_UNITS = "transfer_queue.backend.SimpleStorage.num_data_storage_units"  # the path in verl's configuration
RAY_CPUS = "ray_kwargs.ray_init.num_cpus"  # slots that --verl gives a Ray started here
CPUS_A_GPU = 3  # verl's ResourcePoolManager.max_colocate_count: it reserves them beside each GPU
UNITS_A_NODE = 2  # what verl's own configuration recommends
CONTROLLER = 1  # the transfer queue's
TO_START = 1  # every other actor asks for one until it runs


def joined_ray(address: str | None) -> str | None:
    """The Ray that a run joins, by ``cluster.ray_address``; None: it starts one. Ray itself reads ``RAY_ADDRESS``."""
    if address in (None, "", "auto"):
        address = os.environ.get("RAY_ADDRESS") or address
    # "local" is Ray's word for one of its own, whatever runs here.
    return None if address in (None, "", "local") else address


def is_alone(config: Skill1Config) -> bool:
    """Whether a run that asks for several machines would start a Ray of this one."""
    return config.cluster.nodes > 1 and joined_ray(config.cluster.ray_address) is None


def storage_units(nodes: int) -> int:
    """Units of the transfer queue over so many machines."""
    return UNITS_A_NODE * nodes


def cpus_needed(config: Skill1Config) -> int:
    """Slots that all machines together must offer; Ray waits for ever for what it cannot give."""
    cluster = config.cluster
    units = config.verl.get(STORAGE_UNITS)
    units = storage_units(cluster.nodes) if units is None else int(units)
    return CPUS_A_GPU * cluster.gpus_per_node * cluster.nodes + units + CONTROLLER + TO_START
