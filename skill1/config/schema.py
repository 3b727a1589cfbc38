"""The sections of a configuration: each key with its type, range, default and meaning, in this one place.

The defaults are the paper's setting; a number from the paper names its table. YAML files list differences
(:mod:`skill1.config.load`). All sections together make a :class:`skill1.config.configuration.Skill1Config`. Those that
belong to a method are where the method is, and join by :mod:`skill1.config.registry`. What must hold between keys is in
:mod:`skill1.config.rules`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from skill1.config.values import (
    MOST_SEED,
    MOST_WHOLE,
    Above0,
    AnyNumber,
    Cosine,
    Count,
    Inside,
    NameOf,
    Number,
    Part,
    Positive,
    PublicAddress,
    Range,
    Seconds,
    Share,
    Text,
    VariableName,
)

SEPARATOR = ","  # between the names of several environments


def member_names(name: str) -> tuple[str, ...]:
    """The environments that ``env.name`` names, in its order."""
    return tuple(part.strip() for part in name.split(SEPARATOR))


@dataclass(frozen=True)
class EnvConfig:
    """The text environment."""

    name: Text = "household"
    """Registered name (see `skill1 envs list`), or module:Class of your own suite. Several: separated by commas,
    or in a file `env: [household, other]` (docs/how-to/train-on-several-environments.md)."""
    data: Text | None = None
    """Folder of the environment's data; null: where $NAME_DATA points, NAME in capitals, if the
    environment reads it."""
    train_split: Text = "train"
    """Split whose tasks are trained on."""
    task_order: Literal["shuffle", "stream"] = "shuffle"
    """shuffle: a new seeded order in each pass; stream: the split's own order."""
    max_steps: Positive = 50
    """Turn limit T of an episode (paper: 50 or 15, see each environment's configurations)."""
    invalid_action_penalty: Number = 0.1
    """Multiplied by the share of invalid turns, subtracted from the act return; 0 to 0.5 in our configurations."""
    workers: Annotated[int, Range(0, 4096, "processes; 0 for this one")] = 0
    """Crash-isolated worker processes that play the environments; 0: in this process."""
    timeout_s: Seconds = 120.0
    """Longest reset or step in a worker or over HTTP; beyond it, the episode ends in an error. There is no limit
    without workers or a server."""
    python: Text | None = None
    """Interpreter of the workers, for an environment that lives in another Python installation."""
    url: PublicAddress | None = None
    """Environment server to play on, started by `skill1 envs serve`."""
    # From here to top_k: keys of single environments. Help and documents put the names of skill1_envs.OWN_KEYS
    # before their texts.
    engine: Literal["native", "textworld"] = "native"
    """our simulator, or the original engine (the environment's extra), always in worker processes."""
    goal_text: Literal["templates", "people"] = "templates"
    """the task as the game file words it, or as people did in traj_data.json (turk_annotations)."""
    goals: Literal["human", "synthetic"] = "human"
    """goals worded by people, or made from products."""
    observation: Literal["text", "text_rich", "html"] = "text"
    """form of the pages."""
    reward: Literal["score", "success"] = "score"
    """a purchase pays the original's score in [0, 1], or 1 for a score of 1.0 and else 0 (the paper)."""
    retriever: Text | None = None
    """address of a retriever such as http://127.0.0.1:8000/retrieve, or several: URL,URL; null: in this process."""
    rules: Literal["skill1", "skyrl", "search_r1"] = "skill1"
    """whose rules apply. skyrl: those of SkyRL-Gym and verl-agent; search_r1: those of Search-R1; skill1: like skyrl,
    but only the agent's own answer is graded."""
    search: Literal["builtin", "pyserini"] = "builtin"
    """our index, which ranks as Lucene does, or Lucene itself (needs Java and the package pyserini)."""
    text_version: Literal["0.4", "0.3"] = "0.4"
    """wording of commands and answers since 0.4.0 (`move X to Y`), or before it (`put X in/on Y`)."""
    top_k: Positive = 3
    """passages shown after a search."""
    mixture: Mapping[str, Mapping[str, Any]] = field(default_factory=dict, hash=False)
    """With several environments: name → its own settings, which can be any key of `env`, and weight, profile,
    eval_split and validate_split."""

    @property
    def names(self) -> tuple[str, ...]:
        """The environments that ``name`` names."""
        return member_names(self.name)


@dataclass(frozen=True)
class ModelConfig:
    """The policy's weights and token budgets."""

    path: Text = "Qwen/Qwen2.5-7B-Instruct"
    """Hugging Face folder or name; tiny: a random word-level policy, made in RUN/tiny-policy."""
    reference: Text | None = None
    """Reference policy of the KL term; default: the start weights."""
    dtype: Literal["auto", "float32", "bfloat16"] = "auto"
    """auto: bfloat16 on a GPU that has it and, locally, for a language model on such a CPU; else float32."""
    device: Text = "auto"
    """auto, cpu, cuda, cuda:1 …"""
    max_prompt_tokens: Positive = 16384
    """Longer prompts lose their oldest history (paper Table 4)."""
    rows: Positive = 128
    """Most episodes that backend local generates for at once."""
    lora_rank: Count = 0
    """Rank of LoRA adapters, which are then the only trained weights; 0: all weights are trained. For backend verl."""
    lora_alpha: Positive = 32
    """Scale of the adapters' output: lora_alpha / lora_rank."""


@dataclass(frozen=True)
class PolicyConfig:
    """Who generates for the local backend."""

    engine: Literal["hf", "vllm"] = "hf"
    """hf: the trained weights, through transformers; vllm: a vLLM engine in this process, kept equal to them."""


@dataclass(frozen=True)
class ClusterConfig:
    """Machines and how they are shared out, for backend verl."""

    gpus_per_node: Positive = 8
    """GPUs used on each machine."""
    nodes: Positive = 1
    """Number of machines."""
    ray_address: Text | None = None
    """Ray cluster to join, such as 10.0.0.1:6379 or auto; null: that of $RAY_ADDRESS, or else one started on this
    machine."""
    tensor_parallel: Positive = 1
    """GPUs that share one copy of the model while generating (paper Table 4: 4)."""
    agent_workers: Positive = 8
    """Processes that play episodes."""
    gpu_memory: Annotated[float, Range(0, 1, "training needs the rest", open_below=True, open_above=True)] = 0.6
    """Share of each GPU's memory that vLLM takes while generating (paper Table 4: 0.7)."""
    offload: bool = False
    """Keep weights and optimizer states in main memory while they are not in use."""
    ratio_cap: Annotated[float, Range(1, why="1: the probabilities agree")] | None = 2.0
    """Cap on the ratio of trained to sampled probability of tokens without clipping (Eq. 9); null: none."""
    logprob_gap_limit: Above0 | None = 0.1
    """policy/logprob_gap above which the run stops: servers and trainer compute different policies; null: never."""
    start_timeout_s: Seconds = 1800.0
    """Longest start-up of all processes; beyond it the run ends and names what it was waiting for."""
    stall_timeout_s: Seconds = 3600.0
    """Longest wait, while a step is played, for one more episode; past it the run ends."""


@dataclass(frozen=True)
class EndpointConfig:
    """A frozen policy behind an OpenAI-compatible server: for evaluation, and for training skills without weights."""

    url: Text | None = None
    """Base address, such as http://127.0.0.1:8000/v1; or command:PROGRAM ARGUMENTS, an agent that is called with
    {prompt} in a scratch folder, where SKILL.md is the skill."""
    model: Text | None = None
    """The model's name on that server."""
    api_key_variable: VariableName = "OPENAI_API_KEY"
    """Environment variable that holds the key; it may be empty for a local server."""
    timeout_s: Seconds = 120.0
    """Longest wait for one answer."""
    retries: Count = 4
    """Further tries after a timeout, a broken connection, a rate limit or a server error."""
    concurrency: Positive = 16
    """Requests in flight at once."""
    requests_per_minute: Number = 0.0
    """Most questions started per minute, retries not counted; 0: no limit."""
    prompt_price: Number = 0.0
    """Price of a million prompt tokens, for the metric endpoint/cost."""
    completion_price: Number = 0.0
    """Price of a million completion tokens."""
    budget: Number = 0.0
    """Training stops after the step in which endpoint/cost reaches this, and can be resumed; 0: no limit."""


@dataclass(frozen=True)
class SamplingConfig:
    """How tokens are drawn in training."""

    temperature: Annotated[float, Range(why="greedy has no gradient", open_below=True)] = 1.0
    """Training temperature; the trainer divides by it too."""
    query_tokens: Positive = 128
    """Longest query."""
    rerank_tokens: Positive = 128
    """Longest ranking."""
    act_tokens: Positive = 2048
    """Longest answer per turn (paper Table 4)."""
    distill_tokens: Positive = 2048
    """Longest distillation (paper Table 4)."""


@dataclass(frozen=True)
class AgentConfig:
    """What the agent does around acting, and how it is prompted."""

    profile: Annotated[str, NameOf("skill1.config.registry:PROFILES")] = "generic"
    """Prompts and their parsers. compact: for tiny word-level policies. dialogue: one growing chat in plain lines, for
    any chat model and environment. skill1: the environment's own. Others: the prompts of the method or project of that
    name."""
    prompts: Text | None = None
    """Folder with files that replace single prompts of the profile."""
    selection: Literal["policy", "similarity"] = "policy"
    """Who selects. policy: the policy writes a query and a ranking. similarity: the task text is the query, and the
    candidate with the best score is used (Table 2, w/o selection)."""
    distillation: Literal["policy", "raw", "off"] = "policy"
    """What becomes a skill. policy: what the policy writes; raw: the trajectory itself (Table 2, w/o distillation);
    off: nothing."""
    allow_none: bool = False
    """The policy may rank "none" first and act without a skill."""
    history_window: Count = 2
    """Past turns shown in an act prompt, where it is rebuilt each turn; `dialogue` and `compact` show all."""
    max_skill_chars: Positive = 2000
    """A skill's parts are cut to this many characters."""
    thinking: bool = True
    """Reasoning models (Qwen3) think before they answer. False: their chat template ends the thought in the prompt."""


@dataclass(frozen=True)
class LibraryConfig:
    """The skill library."""

    enabled: bool = True
    """False: no retrieval, no skills, nothing stored (Table 2, w/o library)."""
    init: Text | None = None
    """A library, or skills in any format of `skill1 library import`, to start from; default: empty."""
    frozen: bool = False
    """Training only reads the library: no utility, count or text changes, whatever happens in episodes. Needs
    library.init. What the policy distils is then dropped, so add agent.distillation off."""
    encoder: Text = "sentence-transformers/all-MiniLM-L6-v2"
    """A sentence-transformers name or folder, `hashing`, or URL#MODEL of an OpenAI-compatible /embeddings server."""
    query_prompt: Text | None = None
    """Prefix of a query for embedding; default: what the model asks for (Qwen3-Embedding, BGE, E5), or nothing."""
    document_prompt: Text | None = None
    """Prefix of a skill's description for embedding; default: what the model asks for, or nothing."""
    index: Literal["auto", "flat", "sparse", "hnsw", "ivfpq"] = "auto"
    """How vectors are searched; auto: by size. flat and sparse (for `hashing`) are exact."""
    top_k: Positive = 5
    """Number of candidates, K (Table 6). With 1 there is no ranking, nor a choice of none."""
    similarity_weight: Share = 1.0
    """w in w·sim + (1−w)·(U + bonus). 1: similarity alone (Eq. 3). Table 6 lists 0.6, with which unseen skills
    always win while the library grows (docs/explanation/algorithm.md#retrieval)."""
    ucb_scale: Number = 1.0
    """c of the bonus c·sqrt(ln N / n), in training only (Table 6); no effect while similarity_weight is 1."""
    exploration: Literal["ucb", "thompson"] = "ucb"
    """In training only. thompson: in place of U + bonus, a draw from a Beta distribution of the skill's outcomes, in
    which older ones count less."""
    similarity_threshold: Cosine | None = None
    """Least cosine that makes a skill a candidate; default: the encoder's own."""
    capacity: Positive = 5000
    """Most active skills, N_max (Table 6)."""
    protect_steps: Count = 10
    """Skills younger than this many steps (at least 1) are retired only when no older ones remain."""
    retirement: Literal["log1p", "log"] = "log1p"
    """Score by which skills are retired, lowest first: U·log(1+n), or the paper's U·log(n)."""
    utility_update: Literal["retrieved", "selected"] = "retrieved"
    """Which skills' U an outcome updates: all of B_K (Eq. 5), or the used skill's."""
    utility: Literal["ema", "posterior"] = "ema"
    """U of a skill. ema: Eq. 5, outcome by outcome. posterior: the mean of a Beta belief that starts as prior_uses
    outcomes at the global success EMA, and in which outcomes of earlier steps count less."""
    alpha: Part = 0.05
    """EMA step of Eq. 5; for posterior, the weight that earlier outcomes lose with each step that uses the skill."""
    prior_uses: Above0 = 4.0
    """Weight of the prior of `posterior`, in outcomes."""
    admission: Literal["successes", "all"] = "successes"
    """Which texts are admitted. all: also those written after failures."""
    initial_utility: Share | None = 0.5
    """U of a new skill; null: the global success EMA."""
    merge_similarity: Cosine = 0.85
    """Skills with the same strategy are merged if their descriptions are at least this similar."""
    trial_uses: Count = 0
    """A new skill stays only if it has won more than the controls after this many uses in groups with controls; 0: no
    trial."""
    edits: Literal["add", "update"] = "add"
    """What happens if a successful episode writes another strategy for the situation of the skill that it used (cosine
    of merge_similarity or more). add: both stay; update: the new one replaces the old one and inherits its utility."""
    review: bool = False
    """New skills wait as `proposed` until `skill1 library approve`."""
    control_share: Annotated[float, Range(0, 1, "controls train no selection", open_above=True)] = 0.0
    """Share of training episodes from which the selected skill is withheld, to measure its uplift."""
    control: Literal["none", "random"] = "none"
    """What a control episode acts with: no skill, or another retrieved one, drawn at random."""
    control_draw: Literal["episode", "group"] = "episode"
    """How controls are drawn. episode: each by chance; group: control_share of every group's rollouts (0.5: every
    second one)."""


@dataclass(frozen=True)
class CreditConfig:
    """Which signal credits which stage (docs/explanation/algorithm.md)."""

    utilisation: Annotated[str, NameOf("skill1.credit.rules:UTILISATION")] = "episode"
    """Credit of acting. episode: the outcome against the group's (Eq. 12); gigpo: also each turn's return
    (arXiv 2505.10978); rloo: the outcome less the mean of the group's other ones (arXiv 2402.14740); discounted: each
    turn's return against those of all turns of the group (arXiv 2603.08561)."""
    gigpo_gamma: Part = 0.95
    """Discount γ of a turn's return."""
    gigpo_omega: Number = 1.0
    """Weight ω of the turn's advantage beside the episode's."""
    gigpo_normalise: Literal["mean_std", "mean"] = "mean_std"
    """What both advantages of gigpo are divided by: the standard deviation, or 1."""
    gigpo_similarity: Annotated[float, Range(0, 1, "null for equal texts", open_below=True)] | None = None
    """Least similarity of observation texts that count as the same (the original's option: 0.95; slow); null: equal."""
    selection: Annotated[str, NameOf("skill1.credit.rules:SELECTION")] = "ndcg"
    """Credit of selecting. ndcg: Eq. 6/9; _baselined, _leave_one_out, _plackett_luce: less a baseline. trend: U of the
    used skill against the group; matched: U corrected by the group's own outcomes. uplift: the outcome against the
    group's controls. none: rankings are not trained, queries by the outcome (Eq. 8), as with the paper's λ1 = 0."""
    trend_uses: Number = 2.0
    """Weight of U under `matched`, counted in outcomes of the group."""
    distillation: Annotated[str, NameOf("skill1.credit.rules:DISTILLATION")] = "variation"
    """Credit of writing. variation: Eq. 7/10. realised: U of the written skill some steps later. none: untrained."""
    lambda_rerank: Number = 0.3
    """Weight of the ranking, λ1 of Eq. 11; under `trend`, `matched` and `uplift` of the query too."""
    lambda_distill: Number = 0.3
    """Weight of writing, λ2 of Eq. 11."""
    scale: Above0 = 0.3
    """Divisor of the advantages under `trend`, `matched`, `uplift` and `realised`."""
    realised_delay: Positive = 4
    """Steps between writing a skill and crediting it, under `realised`."""
    invalid_value: AnyNumber = -0.3
    """Value of an invalid distillation under `realised`."""
    success_ema: Part = 0.2
    """Rate of the global success EMA, updated once per training step."""


@dataclass(frozen=True)
class LossConfig:
    """The training objective."""

    normalise: Literal["equation", "token"] = "equation"
    """equation: weights of Eq. 8-10. token: λ_stage / tokens of that stage in the batch."""
    clip_low: Inside = 0.2
    """ε of the lower clip of the ratio, 1−ε."""
    clip_high: Above0 = 0.2
    """ε of the upper clip of the ratio, 1+ε."""
    kl_coefficient: Number = 0.01
    """β of the k3 KL to the reference (Table 4)."""
    entropy_coefficient: AnyNumber = 0.0
    """Bonus on the entropy of positions with an advantage, with the same weights."""


@dataclass(frozen=True)
class TrainConfig:
    """The training loop."""

    steps: Count = 150
    """Training steps."""
    tasks_per_step: Positive = 16
    """Tasks of a step, N (Table 5: 16 or 32, see each environment's configurations)."""
    group_size: Positive = 16
    """Episodes of a task in a step, G (Table 4); 1 only with a method whose weights are frozen."""
    mini_batches: Positive = 1
    """Optimizer updates in a step; each trains on whole groups."""
    micro_batch_tokens: Positive = 16384
    """Most tokens in one forward-backward pass, shared row prefixes counted once; a longer row gets a pass of its own.
    For models whose layers do not all attend to the whole row, rows × longest row are counted."""
    learning_rate: Number = 1e-6
    """AdamW step size (Table 4)."""
    final_learning_rate: Number = 1.0
    """The rate falls linearly to this fraction of learning_rate after ``steps`` steps."""
    warmup_steps: Count = 0
    """Steps of linear warm-up, after train.library_steps."""
    weight_decay: Number = 0.01
    """AdamW weight decay."""
    max_grad_norm: Annotated[float, Range(why="0 would train nothing", open_below=True)] = 1.0
    """Norm to which gradients are clipped."""
    library_steps: Count = 0
    """First steps, which change only the library, not the weights: a policy learns to use skills once some fit."""
    frozen_layers: Count = 0
    """Freeze the embedding and this many of the first layers, so that updates take less time."""
    gradient_checkpointing: bool = False
    """Trade time for memory (Table 4: on)."""
    checkpoint_every: Positive = 50
    """Steps between checkpoints; the last step always writes one."""
    keep_checkpoints: Annotated[int, Range(1, MOST_WHOLE, "resume needs one")] = 2
    """How many of the newest checkpoints are kept."""
    keep_best: bool = True
    """Also keep the checkpoint with the highest train.best_metric before it."""
    best_metric: Text = "outcome/success_rate"
    """Metric that decides which checkpoint is best, by its mean since the previous one; higher is better."""
    validate_every: Count = 0
    """Steps between validations, with one more after the last step; 0: none (paper: 20). Backend verl plays them
    alongside the next step's episodes."""
    validate_split: Text | None = None
    """Split played in a validation, not the one you report on. configs/<env>/base.yaml names one, except for Search-QA,
    which has only train and test."""
    validate_tasks: Positive = 64
    """Tasks of a validation, the same each time, spread over the split and its types (paper: 64 and 128)."""
    validate_temperature: Number = 0.0
    """Sampling temperature of a validation; 0 is greedy (paper: 0.4)."""
    errors_in_a_row: Count = 50
    """The run stops and says why after this many episodes in a row ended in an error; 0: never."""
    threads: Annotated[int, Range(1, 1024, "null for torch's choice")] | None = None
    """torch CPU threads; default: torch's choice."""


@dataclass(frozen=True)
class SftConfig:
    """Supervised cold start on demonstrations."""

    epochs: Positive = 1
    """Passes over the demonstrations."""
    batch_size: Positive = 16
    """Episodes per update."""
    learning_rate: Number = 1e-5
    """AdamW step size."""
    final_learning_rate: Number = 0.3
    """The rate falls linearly towards 0, but never below this fraction of learning_rate."""
    warmup_updates: Count = 30
    """Updates of linear warm-up."""
    successes_only: bool = False
    """Leave out demonstrations that failed."""


@dataclass(frozen=True)
class EvalConfig:
    """Whole-split evaluation."""

    split: Text = "valid_seen"
    """Split to evaluate."""
    library: Literal["none", "frozen", "fresh", "online", "random"] = "frozen"
    """none: no library; frozen: the run's, read-only; fresh: starts empty, grows; online: the run's, and grows; random:
    the run's, and each episode gets a randomly drawn skill."""
    explore: bool = False
    """A library that grows (fresh, online) is searched as in training: new skills get their exploration bonus."""
    temperature: Number = 0.4
    """Sampling temperature; 0 is greedy (paper Table 4: 0.4)."""
    round_tasks: Positive = 64
    """Library changes are committed after this many tasks, in task order."""
    trials: Positive = 3
    """Most trials of a task, one after another, until one succeeds; for methods that try again."""
    limit: Annotated[int, Range(1, MOST_WHOLE, "null for all")] | None = None
    """Evaluate only this many tasks, the first of the split (noted in the result)."""
    batch_size: Positive | None = None
    """Episodes played at once; default: model.rows. On a CPU in float32 it does not change the result."""
    errors_in_a_row: Count = 50
    """The evaluation stops and says why after this many episodes in a row ended in an error, if the same command can
    then resume; 0: never."""


@dataclass(frozen=True)
class LoggingConfig:
    """What a run writes besides metrics.jsonl."""

    episodes_every: Count = 10
    """Steps between episode files; 0 writes none."""
    episodes_mib: Number = 200.0
    """Once episode files take more than this in total, the oldest are deleted."""
    to: Text = ""
    """Further loggers, separated by commas: tensorboard, wandb, trackio, swanlab. metrics.jsonl is always written."""
    project: Text = "skill1"
    """Project name in those loggers; the run's name is that of its directory."""
    offline: bool = False
    """True: loggers with an online service keep everything on this machine."""


@dataclass(frozen=True)
class RunKeys:
    """Keys of the run as a whole."""

    method: Annotated[str, NameOf("skill1.config.registry:METHODS")] = "skill1"
    """The method (docs/reference/methods.md)."""
    backend: Literal["local", "verl"] = "local"
    """local: this process; verl: a Ray cluster with verl, FSDP2 and vLLM (extra verl)."""
    seed: Annotated[int, Range(0, MOST_SEED)] = 0
    """Root of all randomness."""
    run_dir: Text | None = None
    """The run directory; default: runs/<env>-<method>-<model>-s<seed>-<time>."""
