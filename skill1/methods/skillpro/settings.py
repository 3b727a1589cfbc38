"""What method skillpro adds to configurations: its section, and what must hold with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal

from skill1.config import Skill1Config
from skill1.config.method import Method, Row, Rule
from skill1.config.values import (
    MOST_WHOLE,
    AnyNumber,
    Cosine,
    Count,
    Inside,
    Number,
    Part,
    Positive,
    Range,
    Share,
    Text,
    VariableName,
)
from skill1.errors import ConfigError

if TYPE_CHECKING:
    from skill1.plan.tokens import Assumptions
    from skill1.schema import Stage


@dataclass(frozen=True)
class SkillProConfig(Method):
    """The pool of skills of method skillpro (arXiv 2602.01869; docs/reference/methods.md), as in its code."""

    made_by = "skill1.methods.skillpro.method:make"
    page = "skill1.methods.skillpro.page:page"
    follows = "loss"
    rules = (
        Rule(
            "backend",
            lambda c: c.method != "skillpro" or c.backend == "local",
            "local with method skillpro: its gate reads log-probs of the weights in this process, whichever "
            "policy.engine plays",
        ),
        Rule(
            "skillpro.selector_model",
            lambda c: c.skillpro.selector_model is None or str(c.endpoint.url).startswith("http"),
            "null unless endpoint.url names a server; that one, or the one of skillpro.selector_url, must have this "
            "model",
        ),
        Rule(
            "skillpro.selector_url",
            lambda c: c.skillpro.selector_url is None or c.skillpro.selector_model is not None,
            "null unless skillpro.selector_model names a model on it",
        ),
        Rule(
            "skillpro.golden_checks",
            lambda c: c.skillpro.golden_checks <= c.skillpro.golden_pool,
            "between 0 and skillpro.golden_pool",
        ),
        Rule(
            "skillpro.selection",
            lambda c: (
                (c.method, c.agent.profile, c.teacher.kind, c.skillpro.mode)
                != ("skillpro", "compact", "service", "SMDP")
                or c.skillpro.selection == "similarity"
            ),
            "similarity with agent.profile compact and teacher.kind service: a tiny policy cannot answer a selector's "
            "questions",
        ),
    )
    servers = (("selector_url", "selector_api_key_variable"),)
    unread = (
        Row(
            ("skillpro.selector_model", "skillpro.selector_url", "skillpro.selector_api_key_variable"),
            lambda command, c: c.teacher.kind == "analyst" or c.skillpro.selection == "similarity",
            "no model selects: teacher.kind is {config.teacher.kind}, skillpro.selection {config.skillpro.selection}. "
            "Leave it out.",
        ),
        Row(
            ("skillpro.selector_api_key_variable",),
            lambda command, c: c.skillpro.selector_url is None,
            "the selector has no server of its own. Type --skillpro.selector_url URL, or leave it out.",
        ),
    )
    trains_weights = writes_skills = withholds = tries_again = False

    @classmethod
    def check(cls, config: Skill1Config) -> None:
        """Read the seeds that an empty pool will begin with, and the selector's address.

        Raises:
            ConfigError, DataError: the seeds are bad.
            ConfigError: the pool may not change, or the selector or the teacher cannot be asked.
        """
        # Imported here because every configuration imports this module, which has to stay light.
        from skill1.library.formats.records import Terms
        from skill1.methods.skillpro.log import read_seeds

        own = config.skillpro
        if config.library.frozen:
            raise ConfigError(
                "library.frozen = true cannot be used with method skillpro: its pool is what learns."
            )
        config.teacher.require_named()
        if own.selector_url is not None:
            from skill1.policy.endpoint import another, open_endpoint

            asked = another(
                config.endpoint, str(own.selector_model), own.selector_url, own.selector_api_key_variable
            )
            # Opened only to be checked: a bad address or a missing package would show at the first selection.
            open_endpoint(asked).close()
        if own.seeds is not None and config.library.init is None:
            # Read only to be checked. The writer reads them again, with the terms of the run's library.
            read_seeds(own.seeds, Terms(0.5, 0, "", config.agent.max_skill_chars))

    @classmethod
    def without_logprobs(cls, config: Skill1Config) -> str:
        """The ablation without a gate. Decisions without skills need none."""
        own = config.skillpro
        if own.mode == "MDP" or own.ablation == "wo_ppo":
            return ""
        return "type --skillpro.ablation wo_ppo, with which the first candidate written comes in without a gate"

    @classmethod
    def prompt_tokens(cls, config: Skill1Config, assumed: Assumptions) -> float:
        """The active skill."""
        return assumed.skill if config.skillpro.mode == "SMDP" else 0.0

    @classmethod
    def generations(cls, config: Skill1Config, assumed: Assumptions) -> dict[Stage, tuple[float, float, float]]:
        """A policy that selects is asked, each turn, if its skill is over, and then for another."""
        found, own = super().generations(config, assumed), config.skillpro
        if own.mode == "SMDP" and own.selection != "similarity" and config.teacher.kind != "analyst":
            # A judgement a turn, and a choice each time that a skill has lived out its age.
            number = assumed.mean_turns(config) * (1 + 1 / own.max_skill_age)
            prompt = assumed.rerank_prompt + own.pool_size * assumed.pool_line
            found["rerank"] = (number, prompt, assumed.rerank_answer)
        return found

    mode: Literal["SMDP", "MDP"] = "SMDP"
    """SMDP: skills stay active over several turns; MDP: decisions without any skill, the baseline."""
    ablation: Literal["none", "wo_sg", "wo_ppo", "wo_score"] = "none"
    """What is left out. wo_sg: summaries replace semantic gradients; wo_ppo: the best candidate always enters (on a
    server without log-probs, the first one written); wo_score: the oldest skills leave."""
    selection: Literal["llm_model", "llm_topk_lcb", "similarity"] = "llm_model"
    """Who chooses a skill. llm_model: the frozen model (the expert with teacher.kind analyst); llm_topk_lcb: that model
    nominates, and the lower bound of the gain decides; similarity: the encoder."""
    selector_model: Text | None = None
    """Model that selects and ends skills; null: the one that acts."""
    selector_url: Text | None = None
    """Address of the server with selector_model; null: endpoint.url."""
    selector_api_key_variable: VariableName = "OPENAI_API_KEY"
    """Environment variable that holds the key for selector_url; it may be empty for a local server."""
    termination: Literal["controller", "age"] = "controller"
    """When a skill ends. controller: the selector decides, at max_skill_age at the latest; age: at max_skill_age."""
    seeds: Text | None = None
    """First skills of a run that starts with an empty library: a training log of Skill-Pro, or the name of an
    environment whose seeds come with skill1."""
    # Numbers are those of the released code where it has them: version 1 of the paper has no table.
    pool_size: Positive = 10
    """Most skills in the pool."""
    skill_select_k: Positive = 5
    """Number of nominees with llm_topk_lcb."""
    max_skill_age: Positive = 8
    """Turns after which an active skill ends; 1: a new choice every turn."""
    epsilon: Share = 0.3
    """Share of selections drawn at random in the first step; evaluation draws none at random."""
    final_epsilon: Share = 0.05
    """That share after epsilon_steps; it falls linearly."""
    epsilon_steps: Positive = 100
    """Steps over which epsilon falls to final_epsilon."""
    similarity_threshold: Cosine = 0.5
    """Least cosine of a selected skill, with selection similarity."""
    lcb_scale: Number = 0.2
    """c of the lower bound avg_gain - c·sqrt(ln(1 + t) / freq)."""
    least_gain: AnyNumber = -0.015
    """With llm_model, a skill three or more steps old is selected only if its avg_gain is above this."""
    baseline_step: Part = 0.1
    """EMA rate of each environment's baseline return."""
    evolve_after: Annotated[int, Range(2, MOST_WHOLE, "best and worst episodes")] = 6
    """Episodes that must have used a skill before it evolves; also the size of the batch that it evolves on."""
    evolutions_per_step: Count = 2
    """Most skills that evolve in a step."""
    candidates: Positive = 3
    """Candidates written for each evolving skill; the gate judges the one with the best surrogate."""
    relevance: Share = 0.5
    """A skill is refined if it is relevant to at least this share of its episodes; otherwise a new one is written."""
    clip: Inside = 0.2
    """Clip of the gate's likelihood ratios."""
    acceptance_margin: AnyNumber = 0.0
    """The gate admits a candidate if its surrogate is above this."""
    maintenance: Literal["lcb", "score"] = "lcb"
    """How skills are ranked when there are too many. lcb: by the lower bound of their gain; score: by their share of
    uses times avg_gain."""
    duplicate_similarity: Part = 0.95
    """If the initiations of two skills have this cosine or more, the worse skill is removed."""
    experience_pool: Positive = 1000
    """Newest episodes kept for evolution."""
    golden_pool: Count = 20
    """Best episodes kept for golden_checks."""
    golden_checks: Count = 0
    """How many of these each gate also checks, to see what a candidate changes in them (released code: none)."""
