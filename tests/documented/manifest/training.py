"""Commands that train, evaluate and make data, in small."""

from tests.documented.manifest.sizes import (
    CHAT,
    CHAT_EVAL,
    CHAT_TRAIN,
    DOCUMENT,
    EMBEDDINGS,
    EPISODE,
    EVAL,
    EVALUATED,
    HUB_MODEL,
    LONG,
    OF_SKILL1,
    SERVED,
    SERVICE,
    STAGES,
    TEACHER,
    TRAIN,
    UNFINISHED,
)
from tests.documented.rules import as_typed, elsewhere, not_run, placed, resolved, served, slow, small, stood_in

# A pool of skills in Skill-Pro's own form: those that come with the method.
SEEDS = (
    "from importlib.resources import files; print(files('skill1.methods.skillpro') / 'seeds' / 'alfworld.json')"
)
POOL = f'cp "$(python -c "{SEEDS}")" training_logs.json'

EVALUATION = slow(
    as_typed(r"skill1 eval runs/household-skill1 .*--(library fresh|split seen --library \w+|library none).*"),
    as_typed(r"skill1 eval runs/household-grpo --split heldout --library none"),
    as_typed(r"skill1 eval runs/household-skill1@best .*"),
    small(r"skill1 eval data/household/run --split seen", add=EVAL),
    small(r"skill1 eval RUN(|@best|@STEP|@20)(| --library frozen)", swap=(("@STEP|@20", "@2"),)),
    small(
        r"skill1 eval MODEL --env E --method M",
        swap=(("--env E --method M", "--env household --method grpo"),),
        add=EVAL,
    ),
    as_typed(r"skill1 eval runs/(top2|doors).*"),
    small(r"skill1 eval runs/(household-alone|mixed-tiny).*", add=EVAL),
    stood_in(
        r"skill1 eval MODEL --env (household|alfworld|webshop) --method (react|reflexion|zero_shot)",
        swap=HUB_MODEL,
        add=CHAT_EVAL,
    ),
    stood_in(
        r"skill1 eval MODEL --env (alfworld|webshop) (--env.data|--profile).*",
        swap=(*HUB_MODEL, ("DIR", "shop"), ("FILE", "runs/household-skill1/library.sqlite")),
        add=CHAT_EVAL,
    ),
    stood_in(
        r"skill1 eval MODEL --env search --method (react|reflexion|zero_shot)",
        swap=HUB_MODEL,
        add=f"--env.data data/search {CHAT_EVAL}",
    ),
    stood_in(
        r"skill1 eval MODEL --env search --env.data DIR --split test --library none",
        swap=(*HUB_MODEL, ("DIR", "data/search")),
        add=CHAT_EVAL,
    ),
    stood_in(r"skill1 eval models/theirs .*", swap=(("models/theirs", "Org/Model"),), add=CHAT_EVAL),
    stood_in(r"skill1 eval (Org/Model|Qwen/\S+) .*", add=CHAT_EVAL, leaves=("results/*.json",)),
    stood_in(
        r"skill1 eval MODEL --env alfworld --method skillpro --pool training_logs.json --iteration 50",
        swap=(*HUB_MODEL, ("iteration 50", "iteration 1")),
        before=POOL,
        add=CHAT_EVAL,
    ),
    stood_in(
        r"skill1 eval MODEL --env textarena:.*",
        needs="textarena",
        swap=(*HUB_MODEL, ("F.json", "training_logs.json")),
        before=POOL,
        add=CHAT_EVAL,
    ),
    served(
        r"skill1 eval http\S+ .*",
        swap=(*SERVICE, ("NAME", "small"), ("gpt-\\S+", "small")),
        add="--limit 2 --env.max_steps 2 --library.encoder hashing",
    ),
    not_run(r"skill1 eval RUN --policy.engine vllm", "needs vLLM; tests/policy_vllm, run by test.sh --verl"),
    as_typed(r"skill1 rollout runs/(household-skill1|doors).*"),
    small(r"skill1 replay data/household/run/s0-000110-t00-r0 --without sk_9c9cd42072", add="--repeats 2"),
    small(r"skill1 replay runs/household-skill1\S* .*", swap=(("@100", "@2"), EPISODE), add="--repeats 2"),
    as_typed(r"skill1 compare runs/A runs/B.*", before="[ -d runs/A ] || { " + EVALUATED + "; }"),
    as_typed(r"skill1 compare runs/household-grpo-s0 runs/household-skill1-s0 --split heldout"),
    small(
        r"skill1 compare runs/long --matrix.*",
        swap=((r"--steps 20,60,110", "--steps 1,2"), ("--tasks 50", "")),
        add="--tasks 2",
    ),
    placed(r"skill1 compare runs/household-skill1/eval/\S+ \S+", swap=(("-step110", "-step4"),)),
    small(r"skill1 compare --transfer runs/.*"),
    small(
        r"skill1 compare --transfer RUN …", swap=(("RUN …", OF_SKILL1),), before=f"skill1 eval {OF_SKILL1} {EVAL}"
    ),
)


SKILLRL = f"{TRAIN} --skillrl.collect_episodes 4 --skillrl.sft_episodes 0"

TRAINING = slow(
    small(r"skill1 train --config household/(gigpo|skillpro)", add=TRAIN),
    small(r"skill1 train --config household/skillopt", add=f"{TRAIN} --skillopt.selection_tasks 2"),
    small(r"skill1 train --config household/skillrl(| --library.init bank.json)", add=SKILLRL),
    small(
        r"skill1 train --config household/(skill1|abl\S+) --(run-dir|agent|credit|library.(control|top)|model).*",
        add=TRAIN,
    ),
    small(
        r"skill1 train --config household/skill1 --train.validate_every 20 --train.best_metric \S+",
        swap=(("validate_every 20", "validate_every 1"),),
        add=f"{TRAIN} --train.validate_tasks 2 --run-dir runs/validated",
    ),
    small(r"skill1 train --config household/skill1 --logging.to tensorboard,wandb .*", add=TRAIN, needs="wandb"),
    small(
        r"skill1 train --config household/skill1 --library.encoder (sentence-transformers/\S+|minilm-static).*",
        add=TRAIN,
        needs="sentence_transformers",
    ),
    served(
        r"(OPENAI_API_KEY=... )?skill1 train --config household/skill1 --library.encoder http\S+",
        swap=EMBEDDINGS,
        add=TRAIN,
    ),
    small(
        r"skill1 train --config household/skill1 --resume",
        before=UNFINISHED,
        add=LONG,
        says="runs/unfinished: finished",
    ),
    small(r"skill1 train --env household --method (grpo(| --dry-run)|retroagent)", add=TRAIN),
    small(
        r"skill1 train --env household --method grpo_bank --library.init \S+",
        swap=(("runs/household-skill1/library.sqlite", "data/household/run"),),  # the page's script made runs anew
        add=TRAIN,
    ),
    small(r"skill1 train --config mine.yaml .*--run-dir runs/(doors|short|mine).*", add=TRAIN),
    elsewhere(
        r"skill1 train --config mine.yaml --env.url \S+ --run-dir runs/served",
        "tests/env/test_env_http.py: against a server of an environment",
    ),
    small(
        r"skill1 train --config mixed/tiny(| --env.name household --run-dir runs/household-alone)",
        add="--train.steps 1 --train.tasks_per_step 3 --train.group_size 2",
    ),
    small(r"skill1 train --env household,alfworld", add=f"--model.path Qwen/Qwen2.5-7B-Instruct {CHAT_TRAIN}"),
    placed(
        r"skill1 train --run-dir (RUN|runs/NAME|FORK) --resume",
        swap=(("runs/NAME|FORK", OF_SKILL1),),
        reason="a finished run: says so",
    ),
    small(r"skill1 train --fork RUN@40(| --train.learning_rate 3e-4)", add=f"{TRAIN} --train.steps 3"),
    stood_in(
        r"skill1 train --config (alfworld|webshop)/(gigpo|grpo|skill1)(| --loss.*| --model.(?!.*--policy).*)",
        add=CHAT_TRAIN,
    ),
    stood_in(
        r"skill1 train --config (alfworld|webshop)/skillopt(| --model.*)",
        add=f"{CHAT_TRAIN} --skillopt.selection_tasks 2 --teacher.kind policy",
    ),
    stood_in(
        r"skill1 train --config alfworld/grpo --run-dir runs/grpo",
        before=f"skill1 train --config alfworld/grpo --run-dir runs/grpo {CHAT_TRAIN}",
        add=CHAT_TRAIN,
        reason="the second time it finds the first one's run",
    ),
    served(
        r"skill1 train --config (alfworld|webshop)/skillrl",
        add=f"{CHAT_TRAIN} {TEACHER} {STAGES}",
    ),
    resolved(
        r"skill1 train --config (alfworld|household)/skillrl .*--model.path models/cold-start.*",
        add="--dry-run",
        reason="the bank and the model are made by the rows above it",
    ),
    resolved(
        r"skill1 train --config alfworld/retroagent",
        add="--dry-run",
        reason="tests/train/test_train_retroagent.py trains it",
    ),
    served(
        r"skill1 train --config household/skillopt --endpoint.url \S+ --endpoint.model NAME",
        swap=SERVICE,
        add=f"{SERVED} --skillopt.selection_tasks 2",
        leaves=("runs/*/checkpoints/step_000001/library.sqlite",),
    ),
    served(
        r"skill1 train --config alfworld/skillpro --endpoint.url \S+ --endpoint.model NAME .*",
        swap=SERVICE,
        add=f"{SERVED} --teacher.url {{chat}}",
    ),
    served(
        r"skill1 train --config webshop/skill1 --endpoint.url \S+ --endpoint.model NAME .*",
        swap=SERVICE,
        add=SERVED,
    ),
    served(
        r"skill1 train --config alfworld/skillopt --teacher.kind service --teacher.model (NAME|gpt-4.1)",
        add=f"{CHAT_TRAIN} {TEACHER} {DOCUMENT}",
    ),
    stood_in(
        r"skill1 train --config alfworld/gigpo --env.name textarena:Sokoban-v0 .*",
        needs="textarena",
        add=CHAT_TRAIN,
    ),
    stood_in(
        r"skill1 train --env textarena:\S+ --method skillpro.*",
        needs="textarena",
        add=f"--model.path Qwen/Qwen2.5-7B-Instruct {CHAT_TRAIN}",
    ),
    elsewhere(
        r"skill1 train --config alfworld/gigpo --backend verl --model.lora_rank 64",
        "needs verl, Ray and vLLM: tests/train_verl/test_verl_typed.py types it small, in test.sh --verl -m documented",
    ),
    small(
        r"skill1 train --config search/(search_r1|grpo|gigpo)",
        add=f"{CHAT_TRAIN} --env.data data/search --train.mini_batches 1",
    ),
    served(
        r"skill1 train --config search/skillrl",
        add=f"{CHAT_TRAIN} {TEACHER} {STAGES} --env.data data/search --train.mini_batches 1",
    ),
    resolved(
        r"skill1 train --config alfworld/smollm2/cluster --model.path smollm2-135m .*",
        add="--dry-run",
        reason="needs verl, a GPU and the model; on a CPU tests/train_verl/run_smollm2.py, by hand",
    ),
    resolved(
        r"skill1 train --config alfworld/nodes --cluster.nodes 4",
        add="--dry-run",
        reason="needs four machines; the backend trains in test.sh --verl",
    ),
    resolved(
        r"skill1 train --config alfworld/skill1 --model.path \S+ --policy.engine vllm --cluster.gpu_memory 0.5",
        add="--dry-run",
        reason="needs vLLM; tests/policy_vllm, run by test.sh --verl",
    ),
    small(
        r"skill1 sweep --config household/skill1 (--config household/grpo )?--seeds 0,1,2 (?!.*--dry-run).*",
        swap=(("--seeds 0,1,2", "--seeds 0"),),
        add=TRAIN,
    ),
)

STAGE_BY_STAGE = slow(
    small(
        r"skill1 demos --config household/cold_start_oracle --n 2000 .*",
        swap=(("2000", "20"),),
        leaves=("demos.jsonl.gz",),
    ),
    small(
        r"skill1 demos --config (alfworld|webshop)/tiny .*", swap=((r"--n \d+", "--n 6"),), leaves=("demos*gz",)
    ),
    stood_in(
        r"skill1 demos --env alfworld --n 1000 --output demos.gz",
        swap=(("--n 1000", "--n 4"),),
        add="--library.encoder hashing",
        leaves=("demos.gz",),
        again=True,
    ),
    stood_in(
        r"skill1 demos --env alfworld --env.data data/alfworld --n 100 .*",
        swap=(("--n 100", "--n 4"),),
        add="--library.encoder hashing",
        leaves=("demos.gz",),
    ),
    stood_in(
        r"skill1 demos --env alfworld --agent.profile alfworld --n 1000 --format llama-factory --output data",
        swap=(("--n 1000", "--n 4"), ("output data", "output messages")),
        add="--library.encoder hashing",
        leaves=("messages/dataset_info.json",),
    ),
    stood_in(
        r"skill1 demos --config alfworld/skillrl --library.init bank.json --n 1000 .*",
        swap=(("--n 1000", "--n 2"), ("output data", "output with-bank")),
    ),
    small(
        r"skill1 demos --config household/skillrl --library.init bank.json --n 500 --output demos.gz",
        swap=(("--n 500", "--n 8"),),
        leaves=("demos.gz",),
    ),
    small(
        r"skill1 internalise runs/household-skill1 .*",
        add="--episodes 60",
        leaves=("models/internalised/model.safetensors",),
    ),
    small(
        r"skill1 eval models/internalised .*",
        before="[ -d models/internalised ] || "
        "skill1 internalise runs/household-skill1 --output models/internalised --episodes 60",
        add=EVAL,
    ),
    small(
        r"skill1 sft --config household/cold_start_oracle --model.path tiny .*",
        leaves=("my_cold_start/model.safetensors",),
    ),
    small(
        r"skill1 sft --config household/skillrl --data demos.gz --output models/cold-start",
        swap=(("models/cold-start", "models/household"),),
        before="skill1 demos --env household --n 20 --output demos.gz",
    ),
    stood_in(
        r"skill1 sft --config alfworld/skillrl --data demos.gz --output models/cold-start",
        before="skill1 demos --config alfworld/skillrl --library.init bank.json --n 2 --output demos.gz",
        add=CHAT,
        leaves=("models/cold-start/model.safetensors",),
    ),
    not_run(
        r"skill1 sft --env alfworld --backend verl .*",
        "needs verl, Ray and vLLM; tests/train_verl, run by test.sh --verl",
    ),
    stood_in(
        r"skill1 collect --config alfworld/skillrl --output memories.jsonl(| --episodes 100)",
        swap=(("memories.jsonl --episodes 100", "others.jsonl --episodes 4"),),
        add=f"{CHAT} --skillrl.collect_episodes 4",
        leaves=("memories.jsonl",),
    ),
    small(
        r"skill1 collect --config household/skillrl --episodes 64 --output memories.jsonl",
        swap=(("64", "8"), ("memories", "household")),
        leaves=("household.jsonl",),
    ),
    served(
        r"skill1 distill --config alfworld/skillrl .*",
        swap=(("bank.json", "distilled.json"),),
        add=TEACHER,
        leaves=("distilled.json",),
    ),
    small(
        r"skill1 distill --config household/skillrl .*",
        swap=(("memories", "household"), ("bank.json", "household.json")),
        leaves=("household.json",),
    ),
)
