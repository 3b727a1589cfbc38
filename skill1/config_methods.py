"""Sections of the configuration that belong to one method or to the teacher of several; see ``skill1.config``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class TeacherConfig:
    """Who writes or edits skills for the methods whose own policy does not (skillrl, skillpro, skillopt)."""

    kind: Literal["analyst", "policy", "service"] = "analyst"
    """analyst: the environment's rule-based expert, offline; policy: the model being run; service: a model behind an
    OpenAI-compatible server."""
    service: Literal["openai", "openrouter", "azure", "vllm"] = "openai"
    """Whose address and key variable are taken."""
    url: str | None = None
    """Base address instead of the service's own."""
    model: str | None = None
    """The model's name there."""
    api_key_variable: str | None = None
    """Environment variable that holds the key, instead of the service's own."""
    temperature: float = 0.7
    """0 is greedy."""
    max_tokens: int = 4096
    """Longest answer."""
    timeout_s: float = 300.0
    """Longest wait for one answer."""
    retries: int = 4
    """Further tries after a timeout, a broken connection, a rate limit or a server error."""
    concurrency: int = 8
    """Requests under way at once."""
    requests_per_minute: float = 0.0
    """Requests begun in a minute at most; 0: no limit."""
    prompt_price: float = 0.0
    """Price of a million prompt tokens, for the metric teacher/cost."""
    completion_price: float = 0.0
    """Price of a million completion tokens."""
    cache: str | None = None
    """File of answers already paid for; default: RUN/teacher.sqlite, and beside a bank that is distilled."""


@dataclass(frozen=True)
class SkillRLConfig:
    """Method skillrl: a bank of skills in the prompt, written by a teacher (arXiv 2602.08234)."""

    retrieval: Literal["template", "embedding", "paper"] = "template"
    """template: all skills of the task's category, no embedding model needed; embedding: the most similar of all
    categories, and of the general ones; paper: all general ones, and S_ret, the most similar of the category."""
    top_k: int = 6
    """General skills in a prompt at most, the first or (embedding) the most similar ones. With paper: K of S_ret."""
    task_specific_top_k: int | None = None
    """Task-specific skills in a prompt at most; null: all of the category with template, else top_k."""
    similarity_threshold: float | None = None
    """Only a cosine above it counts; null: the encoder's own with paper (δ of S_ret), none with embedding."""
    general_top_k: int | None = None
    """General skills in a prompt at most, evolved ones first; null: top_k, with paper all."""
    mistakes_top_k: int = 5
    """Common mistakes in a prompt at most (released code: 5)."""
    collect_episodes: int = 256
    """Stage collect: training tasks that the start model plays for memories; 0: no stage, RL begins with no bank."""
    memories: str | None = None
    """Memory file to distil from instead of collecting, such as SkillRL's own."""
    memories_per_question: int = 10
    """Stage distil: memories the teacher is shown at once."""
    sft_episodes: int = 500
    """Stage sft: demonstrations with the bank in the prompt; 0: no stage."""
    evolve_every: int = 5
    """Steps between looks at success by category; 0: the bank stays as it is."""
    evolve_below: float = 0.4
    """Only categories with a success rate below this evolve."""
    evolve_from: Literal["train", "validation"] = "train"
    """Whose failures the teacher sees. validation: those of tasks of eval.split, which then leaks into the bank."""
    validation_tasks: int = 64
    """Tasks of eval.split played at a look, with evolve_from validation."""
    max_new_skills: int = 3
    """New and rewritten skills of one evolution at most."""
    deep_failures: int = 10
    """Failures shown while the success rate of all categories together is below evolve_below."""
    shallow_failures: int = 5
    """Failures shown when it is not."""


@dataclass(frozen=True)
class SkillProConfig:
    """The pool of skills of method skillpro (arXiv 2602.01869; docs/reference/methods.md), as in its code."""

    mode: Literal["SMDP", "MDP"] = "SMDP"
    """SMDP: skills stay active over several turns; MDP: decisions without any skill, the baseline."""
    ablation: Literal["none", "wo_sg", "wo_ppo", "wo_score"] = "none"
    """wo_sg: summaries instead of semantic gradients; wo_ppo: the best candidate always enters; wo_score: the oldest
    skills leave."""
    selection: Literal["llm_model", "llm_topk_lcb", "similarity"] = "llm_model"
    """Who chooses a skill: the frozen model (with teacher.kind analyst the expert), the model's nominees ranked by the
    lower bound of their gain, or the encoder."""
    termination: Literal["controller", "age"] = "controller"
    """Who ends a skill: whoever selects judges each turn, and max_skill_age at the latest; age: max_skill_age alone."""
    seeds: str | None = None
    """First skills of a run that starts with an empty library: a training log of Skill-Pro, or one that comes with
    skill1 (alfworld, household, textarena, webshop)."""
    pool_size: int = 10
    """Skills kept."""
    skill_select_k: int = 5
    """Nominees of llm_topk_lcb."""
    max_skill_age: int = 8
    """Turns after which an active skill ends; 1 decides every turn."""
    epsilon: float = 0.3
    """Share of selections drawn blindly at the first step; evaluation draws none."""
    final_epsilon: float = 0.05
    """The same after epsilon_steps, reached linearly."""
    epsilon_steps: int = 100
    """Steps of that fall."""
    similarity_threshold: float = 0.5
    """Least cosine of selection similarity."""
    lcb_scale: float = 0.2
    """c of the lower bound avg_gain - c·sqrt(ln(1 + t) / freq)."""
    least_gain: float = -0.015
    """llm_model hands out no skill of three steps or older whose avg_gain is not above this."""
    baseline_step: float = 0.1
    """EMA step of an environment's baseline return."""
    evolve_after: int = 6
    """Episodes that must have used a skill before it evolves, and size of the batch that it evolves on."""
    evolutions_per_step: int = 2
    """Skills that evolve in a step at most."""
    candidates: int = 3
    """Candidates written for each; the one with the best surrogate is tried."""
    relevance: float = 0.5
    """Share of episodes a skill must have had to do with to be refined; below it a new one is written."""
    clip: float = 0.2
    """Clip of the gate's likelihood ratios."""
    acceptance_margin: float = 0.0
    """The gate lets a candidate in whose surrogate is above this."""
    maintenance: Literal["lcb", "score"] = "lcb"
    """What surplus skills are ranked by: the lower bound of their gain, or their share of uses times avg_gain."""
    duplicate_similarity: float = 0.95
    """Cosine of two initiations from which on the worse skill leaves."""
    experience_pool: int = 1000
    """Newest episodes kept for evolution."""
    golden_pool: int = 20
    """Best episodes ever that are kept."""
    golden_checks: int = 0
    """Of these, how many each gate looks at besides, for what a candidate changes in them (released code: none)."""


@dataclass(frozen=True)
class SkillOptConfig:
    """The document of method skillopt (arXiv 2605.23904; docs/explanation/skillopt.md), as in its code."""

    epochs: int = 4
    """Equal parts of the run; slow update and meta skill come at their ends, rejected edits are forgotten there."""
    accumulation: int = 1
    """Steps whose reflections make one update."""
    minibatch_size: int = 8
    """Episodes the teacher reflects on at once; failures and successes apart."""
    merge_batch_size: int = 8
    """Patches merged into one at each level."""
    failure_only: bool = False
    """Reflect on failures only."""
    edit_budget: int = 4
    """Edits of an update at most, at first."""
    min_edit_budget: int = 2
    """The same at the last update of a falling schedule."""
    schedule: Literal["constant", "linear", "cosine", "autonomous"] = "cosine"
    """How the budget goes from one to the other; autonomous: the teacher says how many edits to take."""
    update_mode: Literal["patch", "rewrite", "full_rewrite"] = "patch"
    """patch: edits; rewrite: suggestions, from which the teacher writes the document anew; full_rewrite: each
    reflection is a whole document."""
    gate_metric: Literal["hard", "soft", "mixed"] = "hard"
    """Success rate, mean score, or (1 - w)·hard + w·soft. Only a strictly better candidate is taken."""
    gate_mixed_weight: float = 0.5
    """w of mixed."""
    use_gate: bool = True
    """False: every candidate is taken; the best document is still kept."""
    selection_split: str | None = None
    """Split whose tasks gate candidates, never the test split; null: a part of env.train_split."""
    selection_tasks: int = 0
    """Of these the first so many; 0: all."""
    split_ratio: str = "2:1:7"
    """Without selection_split: train, selection and test part of env.train_split; only the first is reflected on."""
    split_file: str | None = None
    """JSON file {"train": [task ids], "selection": [...], "test": [...]} instead of a draw by split_ratio."""
    slow_update: bool = True
    """From the second epoch on: guidance from comparing its end with the one before, in a protected block."""
    slow_update_samples: int = 20
    """Training tasks of that comparison."""
    slow_update_gate: bool = False
    """True: guidance must pass the gate, too (paper); the released code takes it unconditionally."""
    meta_skill: bool = True
    """From the second epoch on: the teacher's own notes on which edits helped, shown to it later."""
