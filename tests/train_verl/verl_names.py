"""Names of other packages that the cluster backend and the vLLM engine lean on, and the versions they were read in.

Most are not public: a new release may rename them without a word, and ``test_verl_names.py`` then says which, from the
source, without importing any of it. Whoever raises a version here has read its changes first.
"""

from __future__ import annotations

VERSIONS = {"verl": ("0.9.1",), "TransferQueue": ("0.1.11",), "vllm": ("0.28.0",)}

# file of a package, class ("" for none), function → parameters that we give, in their order; "" matches none
BASE, SYNC = "verl/trainer/ppo/v1/trainer_base.py", "verl/trainer/ppo/v1/trainer_sync.py"
WORKERS, LOOP = "verl/workers/engine_workers.py", "verl/experimental/agent_loop/agent_loop.py"
LOOP_TQ = "verl/trainer/ppo/v1/agent_loop_tq.py"
BUFFER = "verl/trainer/ppo/v1/replay_buffer.py"
FUNCTIONS: dict[tuple[str, str, str], tuple[str, ...]] = {
    # called by our loop, or overridden by our trainer
    (BASE, "PPOTrainer", "__init__"): ("config",),
    (BASE, "PPOTrainer", "init"): (),
    (BASE, "PPOTrainer", "_build_replay_buffer"): (),
    (BASE, "PPOTrainer", "_init_dataloader"): (),
    (BASE, "PPOTrainer", "_load_checkpoint"): (),
    (BASE, "PPOTrainer", "_compute_ref_log_prob"): ("batch", "metrics"),
    (BASE, "PPOTrainer", "get_llm_client"): (),
    (BASE, "PPOTrainer", "get_reward_handles"): (),
    (SYNC, "PPOTrainerSync", "on_init_end"): (),  # ours takes its place, and that of `on_step_end`
    (SYNC, "PPOTrainerSync", "on_sample_end"): (),
    (BUFFER, "ReplayBuffer", "__init__"): (
        *("trainer_mode", "trainer_config", "max_off_policy_threshold", "max_off_policy_strategy"),
        *("sampler_kwargs", "poll_interval"),
    ),
    (BUFFER, "ReplayBuffer", "_wait_for_next_poll"): ("partition_id", "last_debug_time"),
    (BUFFER, "ReplayBuffer", "sample"): ("global_steps", "partition_id", "batch_size"),
    (LOOP_TQ, "AgentLoopManagerTQ", "generate_sequences"): ("prompts",),
    (LOOP, "AgentLoopManager", "create"): (
        *("config", "llm_client", "teacher_client", "reward_loop_worker_handles"),
    ),
    # of the trainer ranks
    (WORKERS, "ActorRolloutRefWorker", "set_loss_fn"): ("loss_fn",),
    (WORKERS, "ActorRolloutRefWorker", "update_actor"): ("data",),
    (WORKERS, "ActorRolloutRefWorker", "compute_log_prob"): ("data",),
    (WORKERS, "ActorRolloutRefWorker", "update_weights"): ("global_steps", "mode"),
    (WORKERS, "ActorRolloutRefWorker", "load_checkpoint"): ("local_path",),
    (WORKERS, "ActorRolloutRefWorker", "save_checkpoint"): (
        *("local_path", "hdfs_path", "global_step", "max_ckpt_to_keep"),
    ),
    ("verl/single_controller/base/worker.py", "Worker", "_query_dispatch_info"): ("mesh_name",),
    # of the agent processes
    (LOOP, "AgentLoopBase", "__init__"): ("trainer_config", "server_manager"),
    (LOOP, "AgentLoopBase", "run"): ("sampling_params",),
    ("verl/workers/rollout/llm_server.py", "LLMServerClient", "generate"): (
        *("request_id", "prompt_ids", "sampling_params"),
    ),
    ("verl/workers/rollout/llm_server.py", "LLMServerManager", "get_addresses"): (),
    # before the start
    ("verl/trainer/constants_ppo.py", "", "get_ppo_ray_runtime_env"): ("config",),
    ("verl/trainer/ppo/utils.py", "", "need_reference_policy"): ("config",),
    ("verl/trainer/ppo/utils.py", "", "need_critic"): ("config",),
    ("verl/utils/config.py", "", "validate_config"): ("config", "use_reference_policy", "use_critic"),
    ("verl/utils/metric/utils.py", "Metric", "__init__"): ("aggregation", "value"),
    ("verl/utils/tensordict_utils.py", "", "get_tensordict"): ("tensor_dict",),
    ("verl/utils/tensordict_utils.py", "", "assign_non_tensor_data"): ("tensor_dict", "key", "val"),
    ("verl/single_controller/ray/base.py", "ResourcePoolManager", "create_resource_pool"): (),
    # the transfer queue
    ("transfer_queue/interface.py", "", "init"): ("conf",),
    ("transfer_queue/interface.py", "", "close"): (),
    ("transfer_queue/interface.py", "", "kv_batch_put"): ("keys", "partition_id", "fields", "tags"),
    ("transfer_queue/interface.py", "", "kv_batch_get"): ("keys", "partition_id", "select_fields"),
    ("transfer_queue/interface.py", "", "kv_clear"): ("keys", "partition_id"),
    ("transfer_queue/interface.py", "", "kv_list"): ("partition_id",),
    # the engine of --policy.engine vllm
    ("vllm/v1/engine/llm_engine.py", "LLMEngine", "from_engine_args"): ("engine_args",),
    ("vllm/v1/engine/llm_engine.py", "LLMEngine", "add_request"): ("request_id", "prompt", "params"),
    ("vllm/v1/engine/llm_engine.py", "LLMEngine", "abort_request"): ("request_ids",),
    ("vllm/v1/engine/llm_engine.py", "LLMEngine", "step"): (),
    ("vllm/v1/engine/llm_engine.py", "LLMEngine", "apply_model"): ("func",),
    ("vllm/v1/engine/llm_engine.py", "LLMEngine", "reset_prefix_cache"): (),
    ("vllm/v1/engine/llm_engine.py", "LLMEngine", "sleep"): ("level",),
    ("vllm/v1/engine/llm_engine.py", "LLMEngine", "wake_up"): (),
    ("vllm/inputs/engine.py", "", "tokens_input"): ("prompt_token_ids",),
    ("vllm/distributed/parallel_state.py", "", "cleanup_dist_env_and_memory"): (),
}
# file, class → attributes of its instances that we read or set (assigned as ``self.NAME`` or declared in the class)
ATTRIBUTES: dict[tuple[str, str], tuple[str, ...]] = {
    (BASE, "PPOTrainer"): (
        *("config", "use_reference_policy", "ref_in_actor", "trainer_mode", "replay_buffer", "actor_rollout_wg"),
        "llm_server_manager",
        *("global_steps", "total_training_steps", "timing_raw", "curr_step_profile"),
    ),
    (LOOP, "AgentLoopManager"): ("agent_loop_workers",),
    (LOOP, "AgentLoopOutput"): (
        *("prompt_ids", "response_ids", "response_mask", "response_logprobs", "reward_score", "num_turns"),
        *("metrics", "extra_fields"),
    ),
    ("verl/single_controller/ray/base.py", "ResourcePoolManager"): ("max_colocate_count",),
}
# file → words in it that our settings, messages or metrics repeat
WORDS: dict[str, tuple[str, ...]] = {
    WORKERS: ("perf/max_memory_allocated_gb", "perf/max_memory_reserved_gb", "perf/cpu_memory_used_gb", '"mfu"'),
    "verl/workers/engine/fsdp/transformer_impl.py": (
        '"calculate_entropy"',
        '"use_fused_kernels"',
        "output.entropy",
    ),
    LOOP_TQ: (
        *("reward_extra_info", "min_global_steps", "max_global_steps"),
        *('batch["validate"]', '"train" if not validate else "val"', "config.val_kwargs.n"),
    ),
    BUFFER: ('"is_prompt"', '"global_steps"', '"pending"'),
    "vllm/envs.py": ("VLLM_USE_V2_MODEL_RUNNER",),
}
