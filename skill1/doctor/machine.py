"""Disk and open files, against what a configuration will take."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from skill1.config import TINY, Skill1Config
from skill1.config.method import make_recipe
from skill1.doctor.gpu import parameter_count, unusable
from skill1.env.service import Finding
from skill1.plan.memory import GIB
from skill1.run.directory import CHECKPOINTS_FOLDER, is_begun, is_finished
from skill1.run.locate import default_run_dir

LEAST_FREE_GIB = 3.0  # a household quickstart with both runs, or a policy whose size nothing tells
TINY_PARAMETERS = 1e6  # 0.3 M with 200 words; more words, more rows
MIB = 1 << 20
BASE_FILES = 256  # torch, SQLite, logs and a run's own files
FILES_PER_WORKER = 8  # three pipes on each side and a little room


def disk(config: Skill1Config | None = None) -> Iterator[Finding]:
    """Free space where the run will be, against its checkpoints and episode files."""
    is_named = config is not None and config.run_dir
    folder = (default_run_dir(config) if is_named else Path()).resolve()
    # The run directory need not be there yet; it will be on the disk of the nearest folder that is.
    existing = next(path for path in [folder, *folder.parents] if path.exists())
    free = shutil.disk_usage(existing).free
    needed = None if config is None else checkpoints_bytes(config)
    if needed is not None and is_named:
        needed = max(0.0, needed - kept_bytes(folder))  # a run that resumes has most of it already
    there = f"{free / GIB:.1f} GiB free at {existing}"
    command = "use --run-dir on a larger disk, or lower --train.keep_checkpoints"
    if needed is not None and free < needed:
        detail = f"{there}; this configuration's checkpoints and episodes need about {needed / GIB:.1f} GiB"
        yield Finding("disk", "missing", detail, command)
    elif needed is None and free < LEAST_FREE_GIB * GIB:
        detail = f"{there}; checkpoints need about {LEAST_FREE_GIB:.0f} GiB"
        yield Finding("disk", "warn", detail, command)
    elif needed is not None:
        yield Finding("disk", "ok", f"{there}; checkpoints and episodes need about {needed / GIB:.1f} GiB")
    else:
        yield Finding("disk", "ok", there)


def checkpoints_bytes(config: Skill1Config) -> float | None:
    """Most a run keeps at once: N newest checkpoints, the one being written, the best, and the episode files.

    None if nothing tells the policy's size, and for an endpoint, which is never trained.
    """
    parameters = TINY_PARAMETERS if config.model.path == TINY else parameter_count(config.model.path)
    if parameters is None or config.endpoint.url:
        return None
    kept = config.train.keep_checkpoints + 1 + config.train.keep_best
    episodes = config.logging.episodes_mib * MIB if config.logging.episodes_every else 0.0
    weights = 4 if _is_full_precision(config) else 2
    if make_recipe(config).credit is None:  # nothing trains them: weights alone
        each = weights
    elif config.backend == "verl":  # beside the weights, shards in float32 and AdamW's moments; of adapters small
        each = weights + 4 + (0 if config.model.lora_rank else 8)
    else:  # with AdamW's moments (8), and beside bfloat16 weights full-precision copies (4)
        each = 4 + 8 if weights == 4 else 2 + 4 + 8
    return kept * parameters * each + episodes


def kept_bytes(run: Path) -> float:
    """What a run's checkpoints take; without end of a finished run, which writes no more of them."""
    if is_begun(run) and is_finished(run):
        return float("inf")
    return float(sum(file.stat().st_size for file in (run / CHECKPOINTS_FOLDER).rglob("*") if file.is_file()))


def _is_full_precision(config: Skill1Config) -> bool:
    """``auto`` is float32 on a CPU. Of a cluster this machine may be none: as ``train.verl.settings.dtype``."""
    is_cpu = config.model.device == "cpu" or (config.backend == "local" and bool(unusable()[0]))
    return config.model.dtype == "float32" or (config.model.dtype == "auto" and is_cpu)


def open_files(config: Skill1Config | None = None) -> Iterator[Finding]:
    """The limit on open files: each worker and each connection takes some."""
    if sys.platform == "win32":
        return
    import resource

    limit, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = BASE_FILES
    if config is not None:
        needed += FILES_PER_WORKER * config.env.workers
        needed += config.endpoint.concurrency if config.endpoint.url else 0
    # No limit is the number -1, which is below what is needed.
    if limit == resource.RLIM_INFINITY or limit >= needed:
        yield Finding("open files", "ok", "no limit" if limit == resource.RLIM_INFINITY else f"limit {limit}")
        return
    is_raisable = hard == resource.RLIM_INFINITY or hard >= needed
    command = f"ulimit -n {needed}" if is_raisable else "lower --env.workers or --endpoint.concurrency"
    yield Finding("open files", "warn", f"limit {limit}; about {needed} are needed", command)
