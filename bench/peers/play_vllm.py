"""Recorded prompts answered by vLLM: each turn's as one batch, as many tokens as the recorded answers have.

A child of ``bench/engine.py --vllm-python``. Prefixes are cached within a pass and forgotten before the next. The
engine is compiled, as vLLM's own settings have it, and runs in this process, so that no message passing is counted.
"""

from __future__ import annotations

import os
import time

from serving import Bench

# Read when vLLM is imported. Binding threads to cores would put it where other processes work.
os.environ |= {
    "VLLM_ENABLE_V1_MULTIPROCESSING": "0",
    "VLLM_NO_USAGE_STATS": "1",
    "VLLM_LOGGING_LEVEL": "ERROR",
    "VLLM_CPU_OMP_THREADS_BIND": "nobind",
}
BLOCK = 32  # tokens that are cached together; vLLM's default on a CPU, 128, would find less again


def main() -> None:
    with Bench() as bench:
        import torch
        import vllm

        job = bench.job
        # From here on vLLM forbids it.
        torch.set_num_threads(job["threads"])
        engine = started(job)
        batches = [batch(calls) for calls in job["turns"]]
        bench.answer(version=vllm.__version__, threads=torch.get_num_threads(), block=BLOCK)
        while bench.wants_more():
            bench.answer(**played(engine, batches))


def started(job):
    from vllm import LLM

    return LLM(
        model=job["model"],
        dtype=job["dtype"],
        skip_tokenizer_init=True,
        max_model_len=job["positions"],
        max_num_seqs=max(map(len, job["turns"])),
        block_size=BLOCK,
        kv_cache_memory_bytes=job["cache_bytes"],
        enable_prefix_caching=True,
        generation_config="vllm",
        disable_log_stats=True,
        use_tqdm_on_load=False,
        seed=0,
    )


def batch(calls):
    from vllm import SamplingParams

    prompts = [{"prompt_token_ids": call["prompt"]} for call in calls]
    # No stop token: the recorded lengths decide.
    return prompts, [SamplingParams(max_tokens=c["new"], ignore_eos=True, detokenize=False) for c in calls]


def played(engine, batches) -> dict[str, float]:
    if not engine.reset_prefix_cache():
        raise RuntimeError("vLLM still holds keys of the pass before")
    generated = cached = 0
    start = time.perf_counter()
    for prompts, how in batches:
        for output in engine.generate(prompts, how, use_tqdm=False):
            generated += len(output.outputs[0].token_ids)
            cached += output.num_cached_tokens or 0
    return {"seconds": time.perf_counter() - start, "generated": generated, "cached_prompt_tokens": cached}


if __name__ == "__main__":
    main()
