"""How many tokens a step generates, prefills and trains on, from assumed mean lengths of one episode."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from skill1.config import Skill1Config
from skill1.config.keys import nearest_key
from skill1.config.mixture import turn_limit
from skill1.errors import ConfigError
from skill1.methods.skillrl.distil import GENERAL, MOST, SPECIFIC
from skill1.methods.skillrl.settings import SkillRLConfig

TURN_SHARE = 0.6  # mean turns of an episode over a run, as a share of the limit: first near 1, later near 0.3
SKILL_TOKENS = 150  # of one skill in a prompt
BANK_TOKENS = 40  # of one line of a skill bank: those published with SkillRL have 134 to 181 characters
DOCUMENT_TOKENS = 1000  # of SkillOpt's document, published ones have 300 to 2,000
POOL_TOKENS = 30  # of a skill's name and initiation where one of Skill-Pro's pool is selected
CHARS_PER_TOKEN = 4


@dataclass(frozen=True, slots=True)
class Assumptions:
    """What the formulas take for granted, means over a run; ``--assume NAME=VALUE`` sets each."""

    turns: float = 0.0  # of an episode; 0: 0.6 of env.max_steps
    act_prompt: float = 500.0  # tokens, without a skill
    act_answer: float = 100.0
    query_prompt: float = 400.0
    query_answer: float = 30.0
    rerank_prompt: float = 400.0  # without the candidates
    rerank_answer: float = 20.0
    distill_prompt: float = 500.0  # without the turns
    distill_turn: float = 80.0  # one turn of the trajectory in the distillation prompt
    distill_answer: float = 250.0
    cached: float = 0.4  # share of prompt tokens that prefix caching saves
    utilisation: float = 0.2  # of peak operations, in training and prefill
    bandwidth: float = 0.75  # of peak memory bandwidth, in decoding
    pass_ms: float = 2.5  # of one decoding pass besides memory traffic, vLLM
    layer_ms: float = 0.85  # the same for one layer with the local engine
    link: float = 0.7  # of the peak between GPUs
    node_link_gbs: float = 50.0  # between machines, for each GPU: 400 Gbit/s
    environment_s: float = 0.1  # one reset or step of an environment
    fixed_s: float = 15.0  # a step's waking, sleeping, synchronising; library and files


def parse_assumptions(settings: Sequence[str], defaults: Assumptions | None = None) -> Assumptions:
    """``NAME=VALUE`` settings over the defaults.

    Raises:
        ConfigError: an unknown name, or no number of at least 0.
    """
    names = {field.name for field in dataclasses.fields(Assumptions)}
    changed: dict[str, float] = {}
    for setting in settings:
        name, _, value = setting.partition("=")
        if name not in names:
            nearest = nearest_key(name, sorted(names))
            hint = f"; did you mean {nearest}?" if nearest else ""
            raise ConfigError(
                f"--assume {setting}: there is no '{name}'{hint}. Known: {', '.join(sorted(names))}."
            )
        changed[name] = _number(setting, value)
    result = dataclasses.replace(defaults or Assumptions(), **changed)
    for name in ("cached", "utilisation", "bandwidth", "link"):
        if getattr(result, name) > 1 or (name != "cached" and getattr(result, name) == 0):
            raise ConfigError(f"--assume {name}={getattr(result, name):g}: expected a share above 0, at most 1.")
    if result.node_link_gbs == 0:
        raise ConfigError("--assume node_link_gbs=0: expected 10^9 bytes a second, above 0.")
    return result


def _number(setting: str, value: str) -> float:
    try:
        number = float(value)
    except ValueError:
        number = -1.0
    if not 0 <= number < float("inf"):
        raise ConfigError(f"--assume {setting}: expected NAME=NUMBER, at least 0, such as turns=20.")
    return number


@dataclass(frozen=True, slots=True)
class Calls:
    """The generations of one stage in one mean episode."""

    number: float
    prompt: float  # tokens
    answer: float


@dataclass(frozen=True, slots=True)
class StepTokens:
    """Tokens of one step over all its episodes."""

    episodes: int
    generated: float
    prompted: float
    prefilled: float  # prompted, less what prefix caching saves
    trained: float  # tokens that go through the update: prompts and answers of all rows
    answers_in_a_row: float  # generated tokens of the longest episode, one after another
    rows: float
    prompt: float  # mean tokens of a prompt
    answer: float  # mean tokens of an answer

    @property
    def answer_share(self) -> float:
        """Share of the trained rows' tokens that are answers."""
        return self.generated / self.trained


def episode_calls(
    config: Skill1Config, assumed: Assumptions, *, turns: float | None = None
) -> Mapping[str, Calls]:
    """Generations of one episode by stage; prompts and answers are cut to the configured limits."""
    turns = mean_turns(config, assumed) if turns is None else turns
    has_skills = config.method == "skill1" and config.library.enabled
    stages = {"act": Calls(turns, assumed.act_prompt + skill_tokens(config), assumed.act_answer)}
    if _policy_selects(config):
        own = config.skillpro
        number, prompt = turns * (1 + 1 / own.max_skill_age), assumed.rerank_prompt + own.pool_size * POOL_TOKENS
        stages["rerank"] = Calls(number, prompt, assumed.rerank_answer)
    if has_skills and config.agent.selection == "policy":
        candidates = config.library.top_k * SKILL_TOKENS
        stages["query"] = Calls(1, assumed.query_prompt, assumed.query_answer)
        stages["rerank"] = Calls(1, assumed.rerank_prompt + candidates, assumed.rerank_answer)
    if has_skills and config.agent.distillation == "policy":
        prompt = assumed.distill_prompt + turns * assumed.distill_turn
        stages["distill"] = Calls(1, prompt, assumed.distill_answer)
    longest = config.model.max_prompt_tokens
    limits = {stage: getattr(config.sampling, f"{stage}_tokens") for stage in stages}
    return {
        stage: Calls(calls.number, min(calls.prompt, longest), min(calls.answer, limits[stage]))
        for stage, calls in stages.items()
    }


def skill_tokens(config: Skill1Config) -> float:
    """What skills add to an act prompt of a chat model, by what the method shows there."""
    match config.method:
        case "skill1":
            return SKILL_TOKENS * config.library.enabled
        case "grpo_bank" | "grpo_random":
            return SKILL_TOKENS
        case "skillpro":
            return SKILL_TOKENS * (config.skillpro.mode == "SMDP")
        case "skillopt":
            return min(DOCUMENT_TOKENS, config.agent.max_skill_chars / CHARS_PER_TOKEN)
        case "skillrl":
            return BANK_TOKENS * _bank_lines(config.skillrl)
    return 0


def _bank_lines(own: SkillRLConfig) -> int:
    """Skills and mistakes in a prompt: of a bank as it is distilled, where a part has no bound of its own."""
    whole = own.retrieval == "paper"
    specific = MOST[SPECIFIC] if own.retrieval == "template" else own.top_k
    general = MOST[GENERAL] if whole else own.top_k
    bounds = ((own.task_specific_top_k, specific), (own.general_top_k, general))
    return sum(least if bound is None else bound for bound, least in bounds) + own.mistakes_top_k


def _policy_selects(config: Skill1Config) -> bool:
    """Whether the frozen policy of Skill-Pro is asked, each turn, if its skill is over, and then for another."""
    own = config.skillpro
    is_asked = own.mode == "SMDP" and own.selection != "similarity" and config.teacher.kind != "analyst"
    return config.method == "skillpro" and is_asked


def mean_turns(config: Skill1Config, assumed: Assumptions) -> float:
    """Assumed turns of an episode, never more than the limit."""
    limit = turn_limit(config.env)
    return min(assumed.turns or TURN_SHARE * limit, limit)


def step_tokens(config: Skill1Config, assumed: Assumptions) -> StepTokens:
    """Tokens of one step: tasks · group · Σ over stages of calls · length. Every segment is a row of its own."""
    episodes = config.train.tasks_per_step * config.train.group_size
    calls = episode_calls(config, assumed).values()
    rows = episodes * sum(c.number for c in calls)
    generated = episodes * sum(c.number * c.answer for c in calls)
    prompted = episodes * sum(c.number * c.prompt for c in calls)
    full = episode_calls(config, assumed, turns=turn_limit(config.env)).values()
    return StepTokens(
        episodes=episodes,
        generated=generated,
        prompted=prompted,
        prefilled=prompted * (1 - assumed.cached),
        trained=prompted + generated,
        answers_in_a_row=sum(c.number * c.answer for c in full),
        rows=rows,
        prompt=prompted / rows,
        answer=generated / rows,
    )
