"""How many tokens a step generates, reads and trains on, from assumed mean lengths and what each method's prompts hold.

Only the policy's own tokens: those of a teacher behind an endpoint are not counted.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from skill1.config import Skill1Config
from skill1.config.keys import nearest_key
from skill1.config.mixture import turn_limit
from skill1.errors import ConfigError
from skill1.methods.prompting import MEMORY
from skill1.methods.skillrl.distil import GENERAL, MOST, SPECIFIC
from skill1.plan.memory import is_trained

TURN_SHARE = 0.6  # mean turns of an episode over a run, as a share of the limit: first near 1, later near 0.3
CHARS_PER_TOKEN = 4


@dataclass(frozen=True, slots=True)
class Assumptions:
    """What is taken for granted, means over a run; ``--assume NAME=VALUE`` sets each."""

    turns: float = 0.0  # of an episode; 0: 0.6 of env.max_steps
    act_prompt: float = 500.0  # tokens, without skills; with act_answer one more than SDAR's log has (issue 51)
    act_answer: float = 100.0
    query_prompt: float = 400.0
    query_answer: float = 30.0
    rerank_prompt: float = 400.0  # without the candidates
    rerank_answer: float = 20.0
    distill_prompt: float = 500.0  # without the turns
    distill_turn: float = 80.0  # one turn of the trajectory in the distillation prompt
    distill_answer: float = 250.0
    skill: float = 150.0  # of one skill in a prompt
    bank_line: float = 40.0  # of SkillRL's bank: published lines have 134 to 181 characters
    document: float = 1000.0  # of SkillOpt's document: published ones have 300 to 2,000
    pool_line: float = 30.0  # name and initiation of a skill that Skill-Pro's policy may choose
    step_s: float = 0.0  # seconds of a step as you measured them; 0: what is published


def parse_assumptions(settings: Sequence[str]) -> Assumptions:
    """``NAME=VALUE`` settings over the defaults.

    Raises:
        ConfigError: an unknown name, or no number of at least 0.
    """
    names = sorted(field.name for field in dataclasses.fields(Assumptions))
    changed: dict[str, float] = {}
    for setting in settings:
        name, _, value = setting.partition("=")
        if name not in names:
            nearest = nearest_key(name, names)
            hint = f"; did you mean {nearest}?" if nearest else ""
            raise ConfigError(f"--assume {setting}: there is no '{name}'{hint}. Known: {', '.join(names)}.")
        changed[name] = _number(setting, value)
    return Assumptions(**changed)


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
    trained: float  # tokens that go through the update: prompts and answers of all rows
    rows: float

    @property
    def answer_share(self) -> float:
        """Share of the rows' tokens that are answers."""
        return self.generated / (self.generated + self.prompted)


def mean_turns(config: Skill1Config, assumed: Assumptions) -> float:
    """Assumed turns of an episode, never more than the limit."""
    limit = turn_limit(config.env)
    return min(assumed.turns or TURN_SHARE * limit, limit)


def step_tokens(config: Skill1Config, assumed: Assumptions) -> StepTokens:
    """Tokens of one step: tasks · group · Σ over stages of calls · length. Every generation is a row of its own."""
    episodes = config.train.tasks_per_step * config.train.group_size
    calls = episode_calls(config, assumed).values()
    generated = episodes * sum(c.number * c.answer for c in calls)
    prompted = episodes * sum(c.number * c.prompt for c in calls)
    trained = (prompted + generated) * is_trained(config)
    return StepTokens(episodes, generated, prompted, trained, episodes * sum(c.number for c in calls))


def episode_calls(config: Skill1Config, assumed: Assumptions) -> Mapping[str, Calls]:
    """Generations of one episode by stage; prompts and answers are cut to the configured limits."""
    longest = config.model.max_prompt_tokens
    return {
        stage: Calls(c.number, min(c.prompt, longest), min(c.answer, getattr(config.sampling, f"{stage}_tokens")))
        for stage, c in _stages(config, assumed)
    }


def _stages(config: Skill1Config, assumed: Assumptions) -> Iterator[tuple[str, Calls]]:
    turns = mean_turns(config, assumed)
    trials = config.eval.trials if config.method == "reflexion" else 1
    yield "act", Calls(turns * trials, assumed.act_prompt + shown_tokens(config, assumed), assumed.act_answer)
    told = Calls(1, assumed.distill_prompt + turns * assumed.distill_turn, assumed.distill_answer)
    if config.method == "reflexion":
        yield "distill", dataclasses.replace(told, number=trials - 1)
    if _policy_selects(config):
        own = config.skillpro
        number, prompt = (
            turns * (1 + 1 / own.max_skill_age),
            assumed.rerank_prompt + own.pool_size * assumed.pool_line,
        )
        yield "rerank", Calls(number, prompt, assumed.rerank_answer)
    if config.method != "skill1" or not config.library.enabled:
        return
    if config.agent.selection == "policy":
        candidates = config.library.top_k * _skill(config, assumed)
        yield "query", Calls(1, assumed.query_prompt, assumed.query_answer)
        yield "rerank", Calls(1, assumed.rerank_prompt + candidates, assumed.rerank_answer)
    if config.agent.distillation == "policy":
        yield "distill", told


def shown_tokens(config: Skill1Config, assumed: Assumptions) -> float:
    """What a method adds to a mean act prompt: skills, a bank, a document, its thoughts or memories."""
    match config.method:
        case "skill1":
            return _skill(config, assumed) * config.library.enabled
        case "grpo_bank" | "grpo_random":
            return assumed.skill
        case "skillpro":
            return assumed.skill * (config.skillpro.mode == "SMDP")
        case "skillopt":
            return min(assumed.document, config.agent.max_skill_chars / CHARS_PER_TOKEN)
        case "skillrl":
            return assumed.bank_line * _bank_lines(config)
        case "react":
            return _thoughts(config, assumed)
        case "reflexion":
            shown = [min(trial, MEMORY) for trial in range(config.eval.trials)]
            return _thoughts(config, assumed) + assumed.distill_answer * sum(shown) / len(shown)
    return 0


def _skill(config: Skill1Config, assumed: Assumptions) -> float:
    """A skill as the policy wrote it, or the trajectory itself, which is cut at ``agent.max_skill_chars``."""
    if config.agent.distillation != "raw":
        return assumed.skill
    whole = mean_turns(config, assumed) * assumed.distill_turn
    return min(whole, config.agent.max_skill_chars / CHARS_PER_TOKEN)


def _thoughts(config: Skill1Config, assumed: Assumptions) -> float:
    """On average half of an episode's answers are there already."""
    return assumed.act_answer * mean_turns(config, assumed) / 2


def _bank_lines(config: Skill1Config) -> int:
    """Skills and mistakes in a prompt: of a bank as it is distilled, where a part has no bound of its own."""
    own = config.skillrl
    specific = MOST[SPECIFIC] if own.retrieval == "template" else own.top_k
    general = MOST[GENERAL] if own.retrieval == "paper" else own.top_k
    bounds = ((own.task_specific_top_k, specific), (own.general_top_k, general))
    return sum(least if bound is None else bound for bound, least in bounds) + own.mistakes_top_k


def _policy_selects(config: Skill1Config) -> bool:
    """Whether the frozen policy of Skill-Pro is asked, each turn, if its skill is over, and then for another."""
    own = config.skillpro
    is_asked = own.mode == "SMDP" and own.selection != "similarity" and config.teacher.kind != "analyst"
    return config.method == "skillpro" and is_asked
