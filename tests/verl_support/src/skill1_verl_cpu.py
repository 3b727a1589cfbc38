"""A CPU as a platform of verl, so that the whole stack runs in tests. Never active where there is a GPU.

verl 0.9 knows CUDA and NPU. What it asks of a platform is answered here; where it bypasses the platform (three
functions of torch that a CPU or gloo does not have), torch is taught. Loaded by the entry point ``verl.plugins`` in
every process that imports verl.
"""

import contextlib
import os
import types

import psutil
import torch
import torch.distributed as dist
from verl.plugin.platform import PlatformBase, PlatformRegistry, set_platform

ZEROS = ("memory_allocated", "memory_reserved", "max_memory_allocated", "max_memory_reserved")
NOTHING = (
    "reset_peak_memory_stats",
    "reset_max_memory_allocated",
    "empty_cache",
    "ipc_collect",
    "set_per_process_memory_fraction",
    "set_device",
    "synchronize",
    "manual_seed",
    "manual_seed_all",
)


def device_module() -> types.ModuleType:
    """``torch.cpu`` with the functions of ``torch.cuda`` that verl calls."""
    module = types.ModuleType("skill1_cpu_device")
    for name in dir(torch.cpu):
        if not name.startswith("__"):
            setattr(module, name, getattr(torch.cpu, name))
    for name in ZEROS:
        setattr(module, name, lambda *_, **__: 0)
    for name in NOTHING:
        setattr(module, name, lambda *_, **__: None)
    module.mem_get_info = lambda *_: (psutil.virtual_memory().available, psutil.virtual_memory().total)
    module.get_rng_state = lambda *_: torch.get_rng_state()
    module.set_rng_state = lambda state, *_: torch.set_rng_state(state)
    module.get_device_name = lambda *_: "cpu"
    module.is_available = lambda: True
    module.device_count = lambda: 1
    module.current_device = lambda: 0
    return module


DEVICE = device_module()


class CpuPlatform(PlatformBase):
    """Logical "GPU" slots of Ray stand for ranks: ``ray.init(num_gpus=N)``."""

    device_name = property(lambda self: "cpu")
    vendor_name = property(lambda self: "cpu")
    device_module = property(lambda self: DEVICE)

    def is_available(self):
        return True

    def is_platform_available(self, use_smi_check=False):
        return True

    def current_device(self):
        return "cpu"  # verl moves tensors to what this returns

    def device_count(self):
        return 1

    def set_device(self, device_index):
        pass

    def synchronize(self, device_index=None):
        pass

    def manual_seed(self, seed):
        torch.manual_seed(seed)

    def manual_seed_all(self, seed):
        torch.manual_seed(seed)

    def set_allocator_settings(self, settings):
        pass

    def empty_cache(self):
        pass

    def get_device_capability(self, device_index=0):
        return None, None

    def communication_backend_name(self):
        return "gloo"

    def visible_devices_envvar(self):
        return "CUDA_VISIBLE_DEVICES"

    @contextlib.contextmanager
    def nvtx_range(self, message):
        yield

    def profiler_start(self):
        pass

    def profiler_stop(self):
        pass

    def ray_resource_name(self):
        return "GPU"

    def ray_resource_options(self, number):
        return {"num_gpus": number}

    def ray_noset_envvars(self):
        return ["RAY_EXPERIMENTAL_NOSET_CUDA_VISIBLE_DEVICES"]

    def is_ipc_supported(self):
        return False  # weights travel through shared memory

    def rollout_env_vars(self):
        return {}

    def cudart(self):
        raise NotImplementedError("a CPU has no CUDA runtime")


def register() -> None:
    """Make the CPU verl's platform in this process."""
    PlatformRegistry.register(platform="cpu")(CpuPlatform)
    set_platform(CpuPlatform())
    os.environ.setdefault("VERL_ENGINE_DEVICE", "cuda")  # the FSDP engine is registered under this name
    teach_torch()


def teach_torch() -> None:
    """Pinned memory, the backend name ``cpu:gloo,cpu:gloo`` and averaging over gloo, none of which a CPU build has."""
    torch.Tensor.pin_memory = lambda self, *_, **__: self  # parameters of the reference model wait in main memory
    init_process_group, all_reduce = dist.init_process_group, dist.all_reduce

    def init(backend=None, *arguments, **options):
        return init_process_group("cpu:gloo" if backend == "cpu:gloo,cpu:gloo" else backend, *arguments, **options)

    def reduce(tensor, op=dist.ReduceOp.SUM, group=None, async_op=False):
        if op != dist.ReduceOp.AVG or async_op:
            return all_reduce(tensor, op, group, async_op)
        all_reduce(tensor, dist.ReduceOp.SUM, group)
        return tensor.div_(dist.get_world_size(group))

    dist.init_process_group = dist.distributed_c10d.init_process_group = init
    dist.all_reduce = reduce


if not torch.cuda.is_available():
    register()
