"""Loads a causal language model, with attention whose numbers don't depend on a row's neighbours, and its engine."""

from __future__ import annotations

import contextlib
import ctypes
import functools
import re
from pathlib import Path
from typing import TYPE_CHECKING

import torch

from skill1.config import ModelConfig, Skill1Config
from skill1.errors import ConfigError, DataError
from skill1.models.files import ADAPTER_FILE, require_safetensors, require_undamaged, why_unloadable
from skill1.models.hub import require_model
from skill1.models.packaged import model_source
from skill1.policy.attention import STABLE_ATTENTION, register_attention, window_of
from skill1.policy.products import bound_memory, widen
from skill1.policy.protocol import longest_answer

if TYPE_CHECKING:
    from skill1.policy.hf import HFPolicy
    from skill1.policy.tokens import Tokens
    from skill1.policy.vllm import VLLMPolicy

# Tiny policies have 96; the smallest language model that is packaged, SmolLM2-135M, has 576.
LARGE_WIDTH = 256  # hidden size
MOST_LAYERS = 1000  # the deepest in use have 126; one number in a file could ask for a million, which take hours


def open_policy(
    config: Skill1Config, source: str | Path, tokens: Tokens, *, rows: int, version: int = 0, model=None
) -> HFPolicy | VLLMPolicy:
    """The policy that ``policy.engine`` names, with the weights of ``source``; ``rows`` episodes at once.

    ``model``: those weights, already loaded, when they are to be trained; None: the policy loads what it needs.
    """
    if config.policy.engine == "vllm":
        # Here too: vLLM loads the files itself, whatever they are.
        require_weights(source)
        source = model_source(source)
        from skill1.policy.vllm import VLLMPolicy
        from skill1.policy.vllm_engine import open_engine

        # Only for training: vLLM itself computes LongRoPE as the model wants it.
        if model is not None:
            _require_one_scale(config, source, model.config)
        engine = open_engine(config, source, tokens, rows=rows, model=model)
        return VLLMPolicy(engine, tokens, rows=rows, version=version, model=model)
    return open_hf(config, source, tokens, rows=rows, version=version, model=model)


def open_hf(
    config: Skill1Config, source: str | Path, tokens: Tokens, *, rows: int, version: int = 0, model=None
) -> HFPolicy:
    """The engine of this process, whatever ``policy.engine`` names; arguments as of :func:`open_policy`.

    Raises:
        ConfigError: the model attends to the last tokens only, or computes long rows otherwise, and prompts may be so
            long.
    """
    from skill1.policy.hf import HFPolicy

    model = model or load_model(config.model, source)
    _require_whole_view(config, source, model.config.get_text_config())
    _require_one_scale(config, source, model.config)
    return HFPolicy(model, tokens, rows=rows, version=version)


def _require_whole_view(config: Skill1Config, source: str | Path, model) -> None:
    """The engine shows a token all that precedes it, so a model with a window must never have more than that."""
    # The answer counts: its last token attends to prompt and answer.
    window, answer = window_of(model), longest_answer(config.sampling)
    longest = longest_row(config, model)
    if window is None or longest <= window:
        return
    shorter = f"--model.max_prompt_tokens {window - answer}, or " if window > answer else ""
    raise ConfigError(
        f"'{source}' attends to the last {window} tokens only, which policy.engine hf cannot do, and a prompt with its "
        f"answer may have {longest}. Type {shorter}--policy.engine vllm"
    )


def _require_one_scale(config: Skill1Config, source: str | Path, model) -> None:
    """Training and engine put rows of any length into one pass, so all must have their positions on one scale.

    LongRoPE has another for rows beyond a limit. An answer that passes it would meet its prompt's keys on the old one.
    """
    rope = getattr(model, "rope_parameters", None) or {}
    if rope.get("rope_type") != "longrope":
        return
    limit, longest = rope["original_max_position_embeddings"], longest_row(config, model)
    if longest > limit:
        prompt = max(1, limit - longest_answer(config.sampling))
        raise ConfigError(
            f"'{source}' scales positions differently in rows of more than {limit} tokens (LongRoPE), which neither "
            f"policy.engine hf nor training can mix, and a prompt with its answer may have {longest}. Type "
            f"--model.max_prompt_tokens {prompt}, or only to play it --policy.engine vllm"
        )


def longest_row(config: Skill1Config, model) -> int:
    """Tokens of the longest prompt with its answer; ``model``: the configuration of its part that reads text."""
    # The engine refuses prompts beyond the model's positions, whatever the settings allow.
    return min(model.max_position_embeddings, config.model.max_prompt_tokens + longest_answer(config.sampling))


def load_model(config: ModelConfig, path: str | Path | None = None):
    """The model of ``path`` (default ``config.path``) in the configured precision, on the configured device.

    Without dropout or noise, whatever its files ask for: an update has to see the log-probs of sampling, and a resumed
    run the same as one that was never cut off.

    Raises:
        DataError: there is no such model.
        CheckpointError: its weights are not those that the checkpoint's manifest lists.
        ConfigError: its family computes what the engine and training do not, a package is missing, or the device fails.
    """
    source = str(path or config.path)
    require_weights(source)
    source = model_source(source)
    quieten()
    register_attention()
    bound_memory()
    device = pick_device(config.device)
    try:
        # Before loading, in which an adapter would be followed to another model, and perhaps to code.
        _refuse_hub_adapter(source)
        model = _whole_model(source, pick_dtype(config.dtype, device, is_large=_is_large(source)))
    except DataError:  # says already what is wrong
        raise
    except ImportError as error:  # not about the files: a package is missing
        if getattr(settings_of(source), "quantization_config", None) is not None:
            raise ConfigError(
                f"'{source}' is quantised, and reading it needs a missing package: {error}\nQuantised weights can be "
                "played but not trained. To train, name the model that they were made from: --model.path NAME"
            ) from error
        raise
    except Exception as error:  # border to foreign files: garbage in them raises anything
        if error.args == (STABLE_ATTENTION,) or "Unrecognized configuration class" in str(error):
            raise _other_family(source) from error  # ours was looked up among its own; or it is no causal model
        raise DataError(
            f"No model can be loaded from '{source}': {why_unloadable(source, error)}\n"
            "Expected a Hugging Face folder (config.json, *.safetensors, tokenizer) or a name that can be downloaded. "
            "Type: hf download NAME on a machine with a network (and unset HF_HUB_OFFLINE), or --model.path FOLDER"
        ) from error
    if device.type == "cpu":
        # On its way to a GPU a weight is copied in any case.
        _detach_from_file(model)
    _drop_nothing(model)
    model = model.to(device)
    # What loads, but would be computed here otherwise than by its own code, is refused.
    if _computes_otherwise(model):
        raise _other_family(source)
    if device.type == "cpu" and model.config.hidden_size < LARGE_WIDTH:
        _keep_memory()
    widen(model)
    return model


def _whole_model(source: str, dtype: torch.dtype):
    from transformers import AutoModelForCausalLM

    if getattr(settings_of(source).get_text_config(), "num_hidden_layers", 0) > MOST_LAYERS:
        raise DataError(f"'{source}' is said to have more than {MOST_LAYERS} layers. Look at its config.json")
    model, told = AutoModelForCausalLM.from_pretrained(
        source,
        output_loading_info=True,
        dtype=dtype,
        attn_implementation=STABLE_ATTENTION,
        trust_remote_code=False,  # None would ask on the terminal
        # Never a pickle, which can hold code.
        use_safetensors=True,
    )
    # What a file lacks transformers draws at random, anew each time, with a warning at most.
    if missing := told["missing_keys"]:
        raise DataError(
            f"'{source}' lacks {len(missing)} of the weights that its config.json asks for, such as {min(missing)}. "
            "Fetch the model again, or take another checkpoint: RUN@STEP"
        )
    return model


# Of glibc's malloc.h.
_TRIM_THRESHOLD, _TOP_PAD, _MMAP_THRESHOLD = -1, -2, -3


def _keep_memory() -> None:
    """Let this process keep what it frees, where the C library is glibc.

    A tiny policy's tensors have some megabytes, which glibc takes from the system anew for each operation: pages that
    the system has to clear first. A twentieth of a training step (household, one core).
    """
    with contextlib.suppress(AttributeError, OSError, TypeError):  # no mallopt: another C library
        adjust = ctypes.CDLL(None).mallopt
        # Blocks of up to 32 MB come from the heap. It grows by 64 MB at a time, and its free end is not given back.
        adjust(_MMAP_THRESHOLD, 1 << 25)  # the most that glibc allows
        adjust(_TRIM_THRESHOLD, (1 << 31) - 1)
        adjust(_TOP_PAD, 1 << 26)


def require_weights(source: str | Path) -> None:
    """Raises as :func:`load_model` unless there are weights, those of a checkpoint's manifest where there is one."""
    require_model(source)
    source = model_source(source)
    require_safetensors(source)
    require_undamaged(sorted(Path(source).glob("*.safetensors")) if Path(source).is_dir() else ())


def _refuse_hub_adapter(name: str) -> None:
    """As :func:`skill1.models.files.refuse_adapter` for a name of the hub: only with peft would it be followed."""
    from transformers.utils import find_adapter_config_file

    if not Path(name).is_dir() and find_adapter_config_file(name) is not None:
        raise DataError(
            f"'{name}' is an adapter ({ADAPTER_FILE}), which names another model and may name code. Merge it into its "
            "model first (peft: merge_and_unload, then save_pretrained), and type --model.path FOLDER"
        )


def _computes_otherwise(model) -> bool:
    config = model.config
    return (
        # Without sdpa, as GPT-OSS, whose attention has sinks: ours would leave them out without a word.
        not model._supports_sdpa
        or model._is_stateful  # Jamba, Mamba: a state in the place of keys and values
        or config.get_text_config() is not config  # Gemma 3: the text's part of a model that also sees
        or config.model_type == "phimoe"  # draws a token's experts at random while it is trained
        or not _fits(model)
    )


@torch.no_grad()
def _fits(model) -> bool:
    """Whether three tokens pass through the engine's cache, and only the output layer comes after the last layer.

    Not so with convolutions (LFM2), keys wider than values (DeepSeek), or logits that are scaled (Granite) or capped.
    """
    from skill1.policy.cache import cache_of

    output, seen = model.get_output_embeddings(), []
    if {*model.children()} != {model.base_model, output}:  # BERT: more layers
        return False
    hook = output.register_forward_hook(lambda *call: seen.append(call[-1].float()))
    try:
        cache = cache_of(model)
        cache.reserve(3, 1)
        for places in ([0, 1], [2]):  # a prompt, an answer: attention may be computed in different ways
            # The places serve as tokens, too: which ones pass through does not matter.
            ids = torch.tensor([places], device=model.device)
            mask = torch.ones(1, 1, len(places), 3, dtype=torch.bool, device=model.device)
            cache.aim(None, 1, ids, 3)
            logits = model(
                ids, attention_mask=mask, position_ids=ids, past_key_values=cache, use_cache=True
            ).logits
            if not torch.equal(seen[-1], logits.float()):
                return False
    except torch.OutOfMemoryError:
        # A RuntimeError, too, but it says nothing about the family.
        raise
    except (AttributeError, RuntimeError, TypeError, ValueError) as error:  # each family has its own way to fail
        # Nor does this: a GPU that the build of torch has no kernels for, or that another process has for itself.
        if _OF_A_GPU.match(str(error)):
            raise _unusable(str(model.device), error) from error
        return False
    finally:
        hook.remove()
    return True


def settings_of(source: str | Path):
    """The configuration of a model, as its files have it."""
    from transformers import AutoConfig

    return AutoConfig.from_pretrained(str(source), trust_remote_code=False)


def _other_family(source: str) -> ConfigError:
    settings = settings_of(source)
    family = f"'{source}' is of the family {settings.model_type}, which"
    if getattr(settings, "is_encoder_decoder", False):  # vLLM plays none on texts either
        return ConfigError(
            f"{family} has an encoder beside its decoder and cannot be played. Type another --model.path"
        )
    return ConfigError(
        f"{family} policy.engine hf and training cannot compute (its attention, its state or its logits). Type another "
        "--model.path, or only to play it --policy.engine vllm"
    )


def no_dropout(source: str) -> dict[str, float]:
    """The rates of dropout that a model's files ask for, as 0: for who loads it by other means."""
    return _rates(settings_of(source))


def _rates(part) -> dict[str, float]:
    # By a part of the name: families call their rates attention_dropout, resid_pdrop, hidden_dropout_prob, and the
    # noise on what experts are chosen by router_jitter_noise.
    random = (name for name in vars(part) if "drop" in name or "jitter" in name)
    # PhiMoE's decides as a threshold, also while sampling, which experts there are.
    random = (name for name in random if "drop" in name or "phimoe" not in type(part).__module__)
    return {name: 0.0 for name in random if isinstance(value := getattr(part, name), float) and value}


def _drop_nothing(model) -> None:
    """Rates stand in modules of their own, in numbers that other modules took from the config, and there itself."""
    for part in (model.config, *model.modules()):
        for name, none in _rates(part).items():
            setattr(part, name, none)
        if isinstance(part, torch.nn.modules.dropout._DropoutNd):
            part.p = 0.0


def _detach_from_file(model) -> None:
    """On a CPU the weights are pages of the model's file until written to: copy them, the file may be replaced."""
    for parameter in model.parameters():
        parameter.data = parameter.data.clone()


def quieten() -> None:
    """No bars for files of a second, no advice: runs load and save a model many times."""
    from transformers.utils import logging

    logging.disable_progress_bar()
    logging.set_verbosity_error()


def pick_device(name: str) -> torch.device:
    """``auto``: the first GPU if there is one, else the CPU.

    Raises:
        ConfigError: torch knows no such device, or cannot use it on this machine.
    """
    chosen = name if name != "auto" else "cuda" if torch.cuda.is_available() else "cpu"
    try:
        device = torch.device(chosen)
        # torch names devices that this machine lacks without complaint, and counts GPUs too old for it: only using one
        # tells.
        torch.zeros(1, device=device).item()
    except (RuntimeError, AssertionError, ImportError) as error:  # each kind of device has its own way to refuse
        raise _unusable(name, error) from error
    return device


# How the errors of devices begin, whatever is computed.
_OF_A_GPU = re.compile(r"(CUDA|cuDNN|HIP|MPS)\b[\w ]*(error|out of memory)")


def _unusable(name: str, error: Exception) -> ConfigError:
    reason = (str(error).strip() or type(error).__name__).splitlines()[0]
    return ConfigError(
        f"model.device = {name!r} cannot be used: {reason:.200}\nExpected auto, cpu, or a GPU of this machine "
        "such as cuda or cuda:1. Type: skill1 doctor, or --model.device cpu"
    )


def pick_dtype(name: str, device: torch.device, *, is_large: bool = False) -> torch.dtype:
    """``auto``: bfloat16 on a GPU, and for a large model on a CPU, that multiplies it in hardware; else float32."""
    if name == "auto":
        is_fast = _gpu_has_bfloat16(device) or (device.type == "cpu" and is_large and cpu_has_bfloat16())
        return torch.bfloat16 if is_fast else torch.float32
    return {"float32": torch.float32, "bfloat16": torch.bfloat16}[name]


def _gpu_has_bfloat16(device: torch.device) -> bool:
    """False before Ampere (T4, V100), where torch emulates it, slower than float32, and vLLM refuses it."""
    return device.type == "cuda" and (
        torch.version.hip is not None or torch.cuda.get_device_capability(device)[0] >= 8
    )


@functools.cache
def cpu_has_bfloat16(cpuinfo: Path = Path("/proc/cpuinfo")) -> bool:
    """Whether this processor has instructions for products of bfloat16; without them torch is slower than in float32.

    False where the system does not tell.
    """
    try:
        words = set(cpuinfo.read_text(encoding="utf-8").split())
    except OSError:
        return False
    return bool(words & {"avx512_bf16", "amx_bf16", "bf16"})  # x86, x86, ARM


def _is_large(source: str) -> bool:
    """Whether a model is no tiny policy: those are as fast in float32, whose figures are the same on every CPU."""
    return getattr(settings_of(source), "hidden_size", 0) >= LARGE_WIDTH
