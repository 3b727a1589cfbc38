"""The only module that knows vLLM: starting its engine in this process, asking it, and giving it new weights.

In one process with the trainer, new weights are copied from tensor to tensor; nothing is serialised.
"""

from __future__ import annotations

import contextlib
import logging
import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from skill1.config import ModelConfig, Skill1Config
from skill1.errors import ConfigError, MissingExtraError, PolicyError
from skill1.policy.protocol import Sampling

if TYPE_CHECKING:
    from skill1.policy.tokens import Tokens

OPTIMIZER_FILE = "optimizer.safetensors"  # in a checkpoint's folder, written by train.checkpoint
CPU_CACHE_BYTES = 2**30  # key-value cache on a CPU, where vLLM runs in tests only
CPU_PASS_TOKENS = 2048  # of one forward pass there, if not a whole prompt

# Read by vLLM when it is imported or started: its engine in this process; nothing sent to its makers; no log lines into
# the progress display, as failures come as exceptions.
_VLLM_SWITCHES = {
    "VLLM_ENABLE_V1_MULTIPROCESSING": "0",
    "VLLM_NO_USAGE_STATS": "1",
    "VLLM_LOGGING_LEVEL": "ERROR",
}


@dataclass(frozen=True, slots=True)
class Answer:
    """One finished request: log-probs (nats) of the distribution drawn from, finish reason in vLLM's words."""

    request: str
    token_ids: tuple[int, ...]
    logprobs: tuple[float, ...]
    finish_reason: str | None


def open_engine(config: Skill1Config, source: str | Path, tokens: Tokens, *, rows: int, model=None) -> VLLMEngine:
    """Start vLLM on the weights of ``source``.

    Args:
        rows: largest number of episodes generated for at once.
        model: the Hugging Face model that is trained; its weights are copied into the engine after each update. None:
            nothing is trained.

    Raises:
        MissingExtraError: vLLM is not installed.
        ConfigError: vLLM cannot run on ``model.device``.
        PolicyError: vLLM does not start, or its weights cannot be updated.
    """
    os.environ.update(_VLLM_SWITCHES)
    try:
        from vllm.engine.arg_utils import EngineArgs
        from vllm.v1.engine.llm_engine import LLMEngine
    except ImportError as error:
        raise MissingExtraError("vllm", "verl", "policy.engine vllm") from error
    from skill1.policy.load import longest_row, settings_of

    logging.getLogger("vllm").setLevel(logging.ERROR)  # in case it was imported before
    device = _device(config.model)
    # Of a model that also sees, the text's part names its positions.
    positions = longest_row(config, settings_of(source).get_text_config())
    arguments = engine_arguments(config, device, positions=positions, rows=rows, trains=model is not None)
    try:
        with _weights_alone(source) as weights:
            engine = VLLMEngine(
                LLMEngine.from_engine_args(EngineArgs(model=weights, tokenizer=str(source), **arguments)),
                _end_ids(source, tokens),
                max_positions=positions,
                sleeps=arguments["enable_sleep_mode"],
            )
    except Exception as error:
        # As after an engine that was closed: another one may start in this process.
        _clean_up()
        raise PolicyError(
            f"vLLM did not start with '{source}': {type(error).__name__}: {str(error)[:500]}\nIt shares the device "
            f"with training. If memory ran out, lower --cluster.gpu_memory (now {config.cluster.gpu_memory:g}), "
            f"--model.rows (now {rows}) or --model.max_prompt_tokens (now {config.model.max_prompt_tokens}). Or type "
            "--policy.engine hf"
        ) from error
    # Found out now, not after a first step that would change nothing.
    if model is not None:
        try:
            engine.require_updatable()
        except PolicyError:
            engine.close()
            raise
    return engine


def engine_arguments(
    config: Skill1Config, device: str, *, positions: int, rows: int, trains: bool
) -> dict[str, object]:
    """What vLLM is started with, besides model and tokenizer.

    ``generation_config`` vllm: a model's own sampling advice (top-p, penalties) must not bend what is trained.
    Processed log-probs are those after temperature.
    """
    from skill1.policy.load import pick_device, pick_dtype

    dtype = str(pick_dtype(config.model.dtype, pick_device(config.model.device)))
    return {
        "dtype": dtype.removeprefix("torch."),
        "max_model_len": positions,
        "max_num_seqs": rows,
        "gpu_memory_utilization": config.cluster.gpu_memory,
        # Only training needs the memory that a sleeping engine lends, and only on CUDA does vLLM sleep.
        "enable_sleep_mode": trains and device == "cuda",
        # The prompts of a group begin alike, and an episode's may continue each other.
        "enable_prefix_caching": True,
        "generation_config": "vllm",
        # Never a pickle, which can hold code.
        "load_format": "safetensors",
        "trust_remote_code": False,
        "logprobs_mode": "processed_logprobs",
        "disable_log_stats": True,
        "use_tqdm_on_load": False,
        **(_on_a_cpu(positions) if device == "cpu" else {}),
    }


def _on_a_cpu(positions: int) -> dict[str, object]:
    """No compiling, which takes longer than what it saves; no prompts in parts, at which seeded requests fail there."""
    return {
        "kv_cache_memory_bytes": CPU_CACHE_BYTES,
        "enforce_eager": True,
        "enable_chunked_prefill": False,
        # A prompt that is not cut into parts has to fit into one pass.
        "max_num_batched_tokens": max(positions, CPU_PASS_TOKENS),
    }


@contextlib.contextmanager
def _weights_alone(source: str | Path) -> Iterator[str]:
    """The model without a checkpoint's optimizer state: vLLM takes every safetensors file of a folder for weights."""
    if not (Path(source) / OPTIMIZER_FILE).is_file():
        yield str(source)
        return
    with tempfile.TemporaryDirectory() as folder:
        # Resolved: a link from another folder needs a whole path.
        for file in Path(source).resolve().iterdir():
            if file.name != OPTIMIZER_FILE:
                (Path(folder) / file.name).symlink_to(file)
        yield folder


def _device(config: ModelConfig) -> str:
    """The kind of device this vLLM was built for. Raises ``ConfigError`` unless ``model.device`` is the first of it."""
    from vllm.platforms import current_platform

    from skill1.policy.load import pick_device

    kind, wanted = current_platform.device_type, pick_device(config.device)
    # An index of 0 or None is the first device of its kind.
    if wanted.type != kind or wanted.index:
        raise ConfigError(
            f"model.device = {config.device!r} cannot be used with policy.engine vllm, which runs on the first device "
            f"of the kind it was built for, here {kind or 'none'}. Type --model.device auto (another GPU: "
            "CUDA_VISIBLE_DEVICES=N), or --policy.engine hf"
        )
    return kind


def _end_ids(source: str | Path, tokens: Tokens) -> frozenset[int]:
    from transformers import GenerationConfig

    try:
        settings = GenerationConfig.from_pretrained(str(source))
    except OSError:  # a model without such settings
        settings = None
    return tokens.end_ids(settings)


class VLLMEngine:
    """Requests in, answers out. ``sleeps``: its GPU memory can be lent to training."""

    def __init__(self, engine, end_ids: frozenset[int], *, max_positions: int, sleeps: bool) -> None:
        self.end_ids, self.max_positions = end_ids, max_positions
        self._engine, self._sleeps, self._is_asleep = engine, sleeps, False

    def add(self, request: str, prompt_ids: tuple[int, ...], sampling: Sampling, seed: int) -> None:
        """Queue a request. vLLM's defaults cut nothing off the distribution (no top-k, top-p or penalties)."""
        from vllm import SamplingParams
        from vllm.inputs.engine import tokens_input
        from vllm.sampling_params import RequestOutputKind

        how = SamplingParams(
            temperature=sampling.temperature,
            max_tokens=sampling.max_tokens,
            seed=seed,
            stop=list(sampling.stop),
            include_stop_str_in_output=True,
            stop_token_ids=sorted(self.end_ids),
            logprobs=0,  # only the sampled token's
            # vLLM needs the text only to find stop strings; ours is decoded by `Tokens`.
            detokenize=bool(sampling.stop),
            output_kind=RequestOutputKind.FINAL_ONLY,
        )
        # As ids: what was sampled before is part of the prompt, and is never tokenised again.
        self._engine.add_request(request, tokens_input(list(prompt_ids)), how)

    def step(self) -> list[Answer]:
        """One forward pass for all requests; returns those that ended."""
        return [_answer(output) for output in self._engine.step() if output.finished]

    def abort(self, requests: list[str]) -> None:
        """Forget requests."""
        self._engine.abort_request(requests)

    def load(self, model) -> None:
        """Copy the weights of a Hugging Face model of the same shape into the engine's, in place.

        Raises:
            PolicyError: some of the engine's weights have no counterpart, or keys of the old weights stay cached.
        """
        # Asleep, the engine's weights are not on the device.
        if self._is_asleep:
            import torch

            # What the update has freed is still torch's, and vLLM takes its memory from the device itself.
            torch.cuda.empty_cache()
            self._engine.wake_up()
            self._is_asleep = False
        weights = [(name, parameter.detach()) for name, parameter in model.named_parameters()]
        # One answer for each worker, of which there is one.
        missed = self._engine.apply_model(lambda own: _load(own, weights))[0]
        if missed:
            raise PolicyError(
                f"The update left {len(missed)} weights of vLLM as they were, first {missed[0]}: its names "
                "differ from those of transformers. Type --policy.engine hf"
            )
        # Keys computed with the old weights must go. vLLM refuses while an answer is running.
        if not self._engine.reset_prefix_cache():
            raise PolicyError(
                "vLLM is still answering with the old weights; expected an update only between two steps."
            )

    def require_updatable(self) -> None:
        """Raises ``PolicyError`` where layers hold packed copies of the weights: an update would miss them silently."""
        packed = self._engine.apply_model(_packed_layers)[0]
        if packed:
            raise PolicyError(
                f"This vLLM, built for CPUs, keeps packed copies of the weights of {len(packed)} layers (first "
                f"{packed[0]}), which an update does not reach. Type --policy.engine hf"
            )

    def rest(self) -> None:
        """Move the weights to main memory and drop the key-value cache until :meth:`load`."""
        if self._sleeps and not self._is_asleep:
            self._engine.sleep(level=1)
            self._is_asleep = True

    def close(self) -> None:
        """Free the model and the cache; another engine may then start in this process."""
        if self._engine is None:
            return
        self._engine.engine_core.shutdown()
        self._engine = None
        _clean_up()


def _clean_up() -> None:
    from vllm.distributed import cleanup_dist_env_and_memory

    cleanup_dist_env_and_memory()


def _answer(output) -> Answer:
    answer = output.outputs[0]
    ids = tuple(answer.token_ids)
    logprobs = tuple(at[i].logprob for at, i in zip(answer.logprobs, ids, strict=True))
    return Answer(output.request_id, ids, logprobs, answer.finish_reason)


def _load(own, weights: list[tuple[str, object]]) -> list[str]:
    """Names of the engine's weights that were not written."""
    written = own.load_weights(weights)
    return [name for name, _ in own.named_parameters() if name not in written]


def _packed_layers(own) -> list[str]:
    from torch.nn.functional import linear

    return [name for name, layer in own.named_modules() if getattr(layer, "cpu_linear", linear) is not linear]
