"""The supervised cold start on the GPUs of one machine: verl's own trainer over our demonstrations, by torchrun.

Rows are the demonstrations' token ids, never tokenised again; only answers have a loss. Other than in the local cold
start a batch is a number of rows, not of episodes; the stages count alike over the whole file, not in each batch; the
rate falls along a cosine. Takes the configuration and a file of demonstrations, leaves a Hugging Face folder.
"""

from __future__ import annotations

import importlib.metadata
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import torch

from skill1.config import Skill1Config
from skill1.errors import ConfigError, DataError, MissingExtraError, TrainingError, quoted
from skill1.models.packaged import model_source
from skill1.policy.load import no_dropout
from skill1.policy.random import generator
from skill1.policy.tokens import Tokens
from skill1.run.disk import written
from skill1.train.demos import DemoRow, demos_to_learn
from skill1.train.sft import refuse_output, take_its_place
from skill1.train.verl.settings import attention, dtype

ROWS_FILE = "rows.parquet"
STANDARD_ERROR = 2  # what verl prints goes there: standard output is for the result


class DemoRows(torch.utils.data.Dataset):
    """The data set verl's trainer asks for: ids, positions and loss weights of each row of a parquet file."""

    def __init__(self, parquet_files, tokenizer=None, config=None, processor=None, max_samples=-1) -> None:
        from pyarrow import parquet

        self.table = parquet.read_table(str(parquet_files))

    def __len__(self) -> int:
        return self.table.num_rows

    def __getitem__(self, item: int) -> dict[str, torch.Tensor]:
        # `loss_mask` may hold any weight: verl multiplies by it, and divides by its sum.
        ids, weights = (torch.tensor(self.table[name][item].as_py()) for name in ("ids", "weights"))
        return {"input_ids": ids, "position_ids": torch.arange(len(ids)), "loss_mask": weights}


def columns_of(rows: Sequence[DemoRow]) -> dict[str, list[list[float]]]:
    """Ids and weights: all n tokens of answers together weigh n, in equal parts for each stage; context weighs 0."""
    counts: Counter[int] = Counter()
    for stage, start, end in (span for row in rows for span in row.spans):
        counts[stage] += end - start
    columns: dict[str, list[list[float]]] = {"ids": [], "weights": []}
    for row in rows:
        weights = [0.0] * len(row.ids)
        for stage, start, end in row.spans:
            # They weigh n in all, for verl divides by a batch's weights: its loss has the size of a token mean.
            weights[start:end] = [counts.total() / len(counts) / counts[stage]] * (end - start)
        columns["ids"].append(list(row.ids))
        columns["weights"].append(weights)
    return columns


def run_sft(config: Skill1Config, data: Path, output: Path, *, console=None) -> dict[str, float]:
    """Train ``model.path`` on ``cluster.gpus_per_node`` GPUs; returns the numbers of rows and of updates.

    Raises:
        ConfigError: adapters or several machines are asked for, which this cannot do.
        DataError: there are fewer demonstrations in ``data`` than GPUs, they are of another tokenizer, or ``output`` is
            a file, a run, a checkpoint or the folder of ``model.path``.
        StorageError: the disk does not take the rows or the model.
        TrainingError: verl's trainer failed; what it said is on the error output.
    """
    _require_verl()
    refuse_output(output, config)
    if config.model.lora_rank or config.cluster.nodes > 1:
        raise ConfigError(
            "skill1 sft trains every weight, on one machine. Type: --model.lora_rank 0 --cluster.nodes 1"
        )
    tokens = Tokens.load(config.model.path)
    demos = demos_to_learn(config, data, tokens)
    rows = [row for demo in demos for row in demo.rows]
    gpus = config.cluster.gpus_per_node
    if len(rows) < gpus:
        raise DataError(
            f"{data} holds {len(rows)} rows of demonstrations for {gpus} GPUs. Type: skill1 demos --n 1000 --output "
            f"{quoted(data)}"
        )
    batch = batch_rows(config, len(demos), len(rows))
    with written(output):
        output.parent.mkdir(parents=True, exist_ok=True)
        # On the disk of the output, where the trained folder only has to be renamed.
        temporary = tempfile.TemporaryDirectory(dir=output.parent, prefix=f".{output.name}-")
    with temporary as scratch:
        order = generator(config.seed).permutation(len(rows))  # verl's own shuffle has a fixed seed
        updates = _train(config, [rows[i] for i in order], batch, Path(scratch))
        trained = _trained(Path(scratch), updates)
        with written(output):
            tokens.save(trained)
            take_its_place(trained, output)
    return {"rows": len(rows), "updates": updates}


def _require_verl() -> None:
    try:
        importlib.metadata.version("verl")
    except importlib.metadata.PackageNotFoundError as error:
        raise MissingExtraError("verl", "verl", "skill1 sft --backend verl") from error


def batch_rows(config: Skill1Config, episodes: int, rows: int) -> int:
    """Rows of one update: those of ``sft.batch_size`` episodes on average, the same number on each GPU."""
    gpus = config.cluster.gpus_per_node
    return gpus * max(1, min(round(config.sft.batch_size * rows / episodes), rows) // gpus)


def _train(config: Skill1Config, rows: Sequence[DemoRow], batch: int, scratch: Path) -> int:
    """Run verl's trainer to its end; returns its number of updates. Rows that fill no batch wait for the next pass."""
    from pyarrow import parquet, table

    # Through a file: each rank is a process of its own.
    with written(scratch / ROWS_FILE):
        parquet.write_table(table(columns_of(rows)), scratch / ROWS_FILE)
    gpus = config.cluster.gpus_per_node
    # Counted as verl does: each GPU leaves out what fills none of its batches. The last number names the folder.
    updates = len(rows) // gpus // (batch // gpus) * config.sft.epochs
    settings = _settings(config, scratch, batch, max(len(row.ids) for row in rows))
    command = [sys.executable, "-m", "torch.distributed.run", "--standalone", f"--nproc-per-node={gpus}"]
    command += ["-m", "verl.trainer.sft_trainer", *(f"{path}={value}" for path, value in settings.items())]
    code = subprocess.run(command, stdout=STANDARD_ERROR, check=False).returncode
    # An exit code of 0 is not enough: without this folder there is no model.
    if code or not _trained(scratch, updates).is_dir():
        raise TrainingError(f"verl's trainer ended with exit code {code} before its last update; see above.")
    return updates


def _trained(scratch: Path, updates: int) -> Path:
    """The model folder that verl leaves."""
    return scratch / f"global_step_{updates}" / "huggingface"


def _settings(config: Skill1Config, scratch: Path, batch: int, longest: int) -> dict[str, object]:
    """Ours in the words of verl's ``sft_trainer_engine``."""
    model = Path(model_source(config.model.path))
    return {
        "model.path": _quoted(model.resolve() if model.is_dir() else model),
        "model.enable_gradient_checkpointing": config.train.gradient_checkpointing,
        "model.use_remove_padding": attention() != "sdpa",  # packed rows need flash-attn to keep apart
        "+model.override_config.attn_implementation": attention(),
        **{f"+model.override_config.{name}": rate for name, rate in no_dropout(str(model)).items()},
        "engine.strategy": "fsdp2",
        "engine.dtype": dtype(config),
        # What FSDP itself reads; unset it takes bfloat16, whatever `dtype` says.
        "+engine.mixed_precision.param_dtype": dtype(config),
        "engine.offload_policy": config.cluster.offload,
        "engine.use_torch_compile": config.model.device != "cpu",
        "engine.seed": config.seed,
        "optim.lr": config.sft.learning_rate,
        "optim.lr_warmup_steps": config.sft.warmup_updates,
        "optim.lr_scheduler_type": "cosine",
        "optim.min_lr_ratio": config.sft.final_learning_rate,
        "optim.zero_indexed_step": False,
        # As in the local cold start.
        "optim.betas": "[0.9,0.98]",
        "data.train_files": _quoted(scratch / ROWS_FILE),
        "data.train_batch_size": batch,
        # A row longer than the budget has to fit as well: verl would stop at it.
        "data.max_token_len_per_gpu": max(longest, config.train.micro_batch_tokens),
        "data.custom_cls.path": "pkg://skill1.train.verl.sft",
        "data.custom_cls.name": DemoRows.__name__,
        "data.num_workers": 0,
        "checkpoint.save_contents": "[hf_model]",
        "trainer.default_local_dir": _quoted(scratch),
        "trainer.total_epochs": config.sft.epochs,
        "trainer.logger": "[console]",
        # The folder is a temporary one, in which there is never anything to resume.
        "trainer.resume_mode": "disable",
        "trainer.device": "cpu" if config.model.device == "cpu" else "cuda",
        "trainer.n_gpus_per_node": config.cluster.gpus_per_node,
        "hydra.run.dir": _quoted(scratch / "hydra"),  # else it leaves a folder `outputs` where the user is
    }


def _quoted(path: Path) -> str:
    """A text as Hydra's command line takes it, whatever is in it."""
    text = str(path).replace("\\", "\\\\").replace("'", "\\'")
    return f"'{text}'"
