"""The cluster backend: interpreter, GPUs, CPUs, memory, attention, and the Ray cluster to join.

Starts nothing and loads neither verl nor Ray. Packages and their bounds are checked with all others; memory is what
``skill1 plan`` works out.
"""

from __future__ import annotations

import importlib.util
import os
import platform
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

from skill1.config import Skill1Config
from skill1.config.ray import RAY_CPUS, cpus_needed, is_alone, joined_ray
from skill1.doctor import gpu
from skill1.env.service import Finding
from skill1.errors import Skill1Error, quoted
from skill1.plan.memory import GIB, verl_memory
from skill1.plan.shape import shape_of

NEWEST_PYTHON = (3, 12)  # verl 0.9 says so in its metadata
RAY_PORT = 6379
# Left by `ray start`, and read by Ray itself for "auto".
RAY_ADDRESS_FILE = Path(os.environ.get("RAY_TMPDIR") or "/tmp", "ray", "ray_current_cluster")
CONNECT_S = 2.0
# A head takes the mode by itself where there is a token, which every Ray of one machine leaves; the others do not.
START_RAY = (
    f"ray start --head --port {RAY_PORT} on the first machine, ray start --address FIRST:{RAY_PORT} on the others, "
    "with RAY_AUTH_MODE=token and the same ~/.ray/auth_token on each"
)


def cluster(config: Skill1Config) -> Iterator[Finding]:
    """What backend ``verl`` needs besides packages; nothing for other backends and for endpoints."""
    if config.backend != "verl" or config.endpoint.url:
        return
    if sys.version_info[:2] > NEWEST_PYTHON:
        version = ".".join(map(str, NEWEST_PYTHON))
        detail = f"Python {platform.python_version()}; verl needs {version} or older"
        yield Finding("python for verl", "missing", detail, f"conda create -n skill1 python={version}")
    on_gpus = config.model.device != "cpu"
    if on_gpus:
        yield _gpus(config)
    yield _cpus(config)
    yield from _memory(config)
    if on_gpus:
        yield _attention()
    if is_alone(config):
        detail = f"cluster.nodes is {config.cluster.nodes}, but the run would start a Ray on this machine alone"
        yield Finding("Ray", "missing", detail, f"{START_RAY}; then --cluster.ray_address auto")
    if (address := joined_ray(config.cluster.ray_address)) is not None:
        yield _ray(address)


def _gpus(config: Skill1Config) -> Finding:
    """GPUs of this machine against those each machine must have; a head without any may still lead a cluster."""
    wanted, there = config.cluster.gpus_per_node, gpu.gpu_count()
    detail = f"{there} here; cluster.gpus_per_node is {wanted}"
    if there >= wanted:
        return Finding("cluster GPUs", "ok", detail)
    # The machine that joins a cluster need not be one that computes.
    joins = joined_ray(config.cluster.ray_address) is not None
    command = f"--cluster.gpus_per_node {there}, with a policy that fits" if there else "take machines with GPUs"
    return Finding("cluster GPUs", "warn" if joins else "missing", detail, command)


def _memory(config: Skill1Config) -> Iterator[Finding]:
    """The larger phase of a step on one GPU, of all that the cluster has; unknown models are left to the run."""
    try:
        shape, _ = shape_of(config.model.path)
    except Skill1Error as error:
        yield Finding("cluster memory", "warn", f"unknown: {error}")
        return
    parts = config.cluster.tensor_parallel
    if not shape.is_divisible(parts):
        # vLLM would say so only after Ray and all its processes have started.
        detail = f"cluster.tensor_parallel is {parts}; {shape.divisors}"
        yield Finding("tensor parallel", "missing", detail, "--cluster.tensor_parallel N")
    if config.model.device == "cpu":  # what follows is of a GPU
        return
    there = gpu.gpu_gib(config)
    phases = verl_memory(config, shape, there * GIB)
    needed, worst = phases.need / GIB, max(phases.worst[1].items(), key=lambda part: part[1])
    detail = (
        f"{needed:.0f} GiB are needed on each GPU ({phases.worst[0]}; most of it {worst[0]}, {worst[1] / GIB:.0f})"
    )
    if not there:
        yield Finding("cluster memory", "warn", f"{detail}; there is no GPU", "")
        return
    command = f"skill1 plan says what to change: --gpus {config.cluster.gpus_per_node} --memory {there:.0f}"
    is_enough = there >= needed
    detail += f"; the GPU has {there:.0f} GiB"
    yield Finding("cluster memory", "ok" if is_enough else "missing", detail, "" if is_enough else command)


def _cpus(config: Skill1Config) -> Finding:
    """CPUs of this machine against the slots that verl's processes reserve on it."""
    name, there = "cluster CPUs", available_cpus()
    needed = -(-cpus_needed(config) // config.cluster.nodes)
    detail = f"{there} here; verl's processes reserve {needed} on each machine"
    joins, slots = joined_ray(config.cluster.ray_address) is not None, config.verl.get(RAY_CPUS)
    # A Ray that is started here has as many slots as the user says, whatever the cores.
    if not joins and slots is not None and int(slots) < needed:
        command = f"--verl.{RAY_CPUS} {needed}, or leave it out"
        return Finding(name, "missing", f"{detail}; --verl.{RAY_CPUS} gives {slots}", command)
    if there >= needed:
        return Finding(name, "ok", detail)
    # One that is there has those it was started with.
    if joins:
        return Finding(
            name, "warn", f"{detail}, and would wait for ever with fewer", f"ray start … --num-cpus {needed}"
        )
    # Otherwise it gets enough.
    return Finding(name, "warn", f"{detail}, so they share cores: environments and the library are slow", "")


def available_cpus() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _attention() -> Finding:
    """flash-attn, or why it is not there: it has to be compiled by the CUDA that torch was built for."""
    if importlib.util.find_spec("flash_attn") is not None:
        return Finding("attention", "ok", "flash-attn")
    detail = (
        "flash-attn is missing: PyTorch's own attention (sdpa) reads packed rows through a mask of tokens × tokens, "
        "which makes updates with long prompts much slower"
    )
    # Not setup.sh: what was installed without it has its stamp, and an environment of one's own has none. Where the
    # compiler is missing, or of another CUDA than torch's, the script says so.
    command = f"MAX_JOBS=4 bash launch_scripts/install.sh {quoted(sys.executable)} verl gpu"
    return Finding("attention", "warn", detail, command)


def _ray(address: str) -> Finding:
    """Whether something answers where Ray's head is said to be."""
    name, where = "Ray", address
    if address == "auto":
        if not RAY_ADDRESS_FILE.is_file():
            return Finding(name, "missing", "the address of Ray is auto, but none runs here", START_RAY)
        # The file outlives the Ray that wrote it, so the address is tried as well.
        where = RAY_ADDRESS_FILE.read_text(encoding="utf-8").strip()
    host, _, port = where.removeprefix("ray://").rpartition(":")
    try:
        socket.create_connection((host, int(port)), timeout=CONNECT_S).close()
    except (OSError, ValueError) as error:
        return Finding(name, "missing", f"nothing answers at {where}: {error}", START_RAY)
    # A run reaches Ray through the part of it on its own machine. Only a warning: --temp-dir puts the file elsewhere.
    if not RAY_ADDRESS_FILE.is_file():
        detail = f"{where} answers, but no Ray seems to run on this machine, through which a run reaches it"
        return Finding(name, "warn", detail, f"ray start --address {where}")
    return Finding(name, "ok", where)
