"""Sizes, names and addresses that rules of several kinds put into commands."""

# A run keeps how few tasks it is evaluated on, so its evaluations can be typed as they stand.
EVAL, ROUNDS = "--limit 4", "--eval.limit 4 --eval.round_tasks 1"
BATCH = "--train.tasks_per_step 3 --train.group_size 2 --train.checkpoint_every 1 --train.threads 1"
TRAIN = f"--train.steps 2 {BATCH} {ROUNDS}"
# A random network with Qwen's chat template stands for a 7B model; its answers are as short as its episodes.
ANSWERS = " ".join(f"--sampling.{stage}_tokens 6" for stage in ("query", "rerank", "act", "distill"))
SHORT = f"--env.max_steps 2 {ANSWERS}"
CHAT = f"--model.device cpu --model.dtype float32 --library.encoder hashing {SHORT}"
CHAT_TRAIN = f"{TRAIN} --train.steps 1 --train.tasks_per_step 2 {CHAT}"
CHAT_EVAL = f"--limit 2 {CHAT}"
TEACHER = "--teacher.service openai --teacher.url {chat}"
STAGES = "--skillrl.collect_episodes 4 --skillrl.sft_episodes 0 --skillrl.evolve_every 1"
DOCUMENT = "--skillopt.selection_tasks 2 --train.steps 1"
# A model behind a server has no device, no threads and no batches of tokens.
SERVED = f"--train.steps 1 --train.tasks_per_step 2 --train.group_size 2 {ROUNDS} --env.max_steps 2"
HUB_MODEL = ((r"\bMODEL\b", "Qwen/Qwen2.5-7B-Instruct"),)
SERVICE = ((r"https://api\.openai\.com/v1|http://127\.0\.0\.1:8000/v1(?!#)", "{chat}"),)
EMBEDDINGS = ((r"https://api\.openai\.com/v1|http://127\.0\.0\.1:8000/v1", "{embed}"), ("=\\.\\.\\.", "=a-key"))
OF_SKILL1 = "runs/household-skill1"
COPIES = "for run in {}; do cp -r runs/household-skill1 runs/$run; done"
EVALUATED = (
    "cp -r runs/household-grpo runs/A; cp -r runs/household-skill1 runs/B; "
    f"skill1 train --config household/skill1 --run-dir runs/C --seed 1 {TRAIN}; "
    "for run in A B C; do skill1 eval runs/$run --limit 4 --library none; done"
)
# A run that ends before it is done: SIGTERM when its first checkpoint is there.
LONG = f"{TRAIN} --train.steps 12"
UNFINISHED = (
    f"skill1 train --config household/skill1 {LONG} --run-dir runs/unfinished & run=$!; "
    "until [ -d runs/unfinished/checkpoints/step_000001 ]; do sleep 0.02; done; kill $run; wait $run || [ $? = 143 ]"
)
EPISODE = (r"(\S+)/s0-0000\d0-t03-r5 --(without|with) sk_\w+", r"\1/$(python tests/documented/chosen.py \2)")
SKILL = ((r"\bID\b", "$(python tests/documented/chosen.py skill)"),)
