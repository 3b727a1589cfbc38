"""Recorded prompts answered by vLLM, an episode's next as soon as its last is; as many tokens as recorded answers have.

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
        episodes = [requests(calls) for calls in job["episodes"]]
        bench.answer(version=vllm.__version__, threads=torch.get_num_threads(), block=BLOCK)
        while bench.wants_more():
            bench.answer(**played(engine, episodes))


def started(job):
    from vllm import LLM

    return LLM(
        model=job["model"],
        dtype=job["dtype"],
        skip_tokenizer_init=True,
        max_model_len=job["positions"],
        max_num_seqs=len(job["episodes"]),
        block_size=BLOCK,
        kv_cache_memory_bytes=job["cache_bytes"],
        enable_prefix_caching=True,
        generation_config="vllm",
        disable_log_stats=True,
        use_tqdm_on_load=False,
        seed=0,
    )


def requests(calls):
    from vllm import SamplingParams

    # No stop token: the recorded lengths decide.
    return [
        ({"prompt_token_ids": c["prompt"]}, SamplingParams(max_tokens=c["new"], ignore_eos=True, detokenize=False))
        for c in calls
    ]


def played(llm, episodes) -> dict[str, float]:
    if not llm.reset_prefix_cache():
        raise RuntimeError("vLLM still holds keys of the pass before")
    engine, generated, cached = llm.llm_engine, 0, 0

    def ask(episode: int, call: int) -> None:
        if call < len(episodes[episode]):
            engine.add_request(f"{episode}:{call}", *episodes[episode][call])

    start = time.perf_counter()
    for episode in range(len(episodes)):
        ask(episode, 0)
    while engine.has_unfinished_requests():
        for output in engine.step():
            if output.finished:
                generated += len(output.outputs[0].token_ids)
                cached += output.num_cached_tokens or 0
                episode, call = map(int, output.request_id.split(":"))
                ask(episode, call + 1)
    return {"seconds": time.perf_counter() - start, "generated": generated, "cached_prompt_tokens": cached}


if __name__ == "__main__":
    main()
