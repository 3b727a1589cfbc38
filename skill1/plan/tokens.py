"""How many tokens a step generates, reads and trains on, from assumed mean lengths and what each method's prompts hold.

Only the policy's own tokens: those of a teacher behind an endpoint are not counted.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from skill1.config import Skill1Config
from skill1.config.keys import nearest_key
from skill1.config.method import declared
from skill1.config.mixture import turn_limit
from skill1.errors import ConfigError
from skill1.plan.memory import is_trained

if TYPE_CHECKING:
    from skill1.schema import Stage

TURN_SHARE = 0.6  # mean turns of an episode over a run, as a share of the limit: first near 1, later near 0.3
CHARS_PER_TOKEN = 4
# Profiles whose turns continue one conversation, and which stages continue one: a ranking that of the query.
CONVERSATIONS: Mapping[str, tuple[Stage, ...]] = {
    **dict.fromkeys(("dialogue", "compact"), ("rerank", "act", "distill")),
    "search-r1": ("act",),
}


@dataclass(frozen=True, slots=True)
class Assumptions:
    """What is taken for granted, means over a run; ``--assume NAME=VALUE`` sets each."""

    turns: float = 0.0  # of an episode; 0: 0.6 of env.max_steps
    act_prompt: float = 500.0  # tokens, without skills; with act_answer one more than SDAR's log has (issue 51)
    act_answer: float = 100.0
    # What a later message adds, where turns continue one conversation: observation, new commands.
    message: float = 60.0
    query_prompt: float = 400.0
    query_answer: float = 30.0
    rerank_prompt: float = 400.0  # without the candidates
    rerank_answer: float = 20.0
    distill_prompt: float = 500.0  # without the turns
    distill_turn: float = 80.0  # one turn of the trajectory in the distillation prompt
    distill_answer: float = 250.0
    skill: float = 150.0  # of one skill in a prompt
    bank_line: float = 40.0  # of a teacher's bank: published lines have 134 to 181 characters
    document: float = 1000.0  # that is in every prompt: published ones have 300 to 2,000
    pool_line: float = 30.0  # name and initiation of a skill that the policy may choose
    step_s: float = 0.0  # seconds of a step as you measured them; 0: what is published

    def mean_turns(self, config: Skill1Config) -> float:
        """Turns of an episode, never more than the limit."""
        limit = turn_limit(config.env)
        return min(self.turns or TURN_SHARE * limit, limit)

    def written_skill(self, config: Skill1Config) -> float:
        """A skill as the policy wrote it, or the trajectory itself, which is cut at ``agent.max_skill_chars``."""
        if config.agent.distillation != "raw":
            return self.skill
        whole = self.mean_turns(config) * self.distill_turn
        return min(whole, config.agent.max_skill_chars / CHARS_PER_TOKEN)

    def written_document(self, config: Skill1Config) -> float:
        """A document that fills the prompt as far as ``agent.max_skill_chars`` lets it."""
        return min(self.document, config.agent.max_skill_chars / CHARS_PER_TOKEN)

    def thoughts(self, config: Skill1Config) -> float:
        """What a policy that reads its own thoughts sees of them: on average half of its answers."""
        return self.act_answer * self.mean_turns(config) / 2

    def distilling(self, config: Skill1Config) -> tuple[float, float]:
        """Prompt and answer of writing about an episode."""
        return self.distill_prompt + self.mean_turns(config) * self.distill_turn, self.distill_answer


# For profile compact: means over data/household/run. The defaults above are 6 to 33 times as long.
SHORT_FORMS = Assumptions(
    act_prompt=18.0,
    act_answer=3.0,
    message=5.0,
    query_prompt=15.0,
    query_answer=5.0,
    rerank_prompt=15.0,
    rerank_answer=2.0,
    distill_prompt=15.0,
    distill_turn=8.0,
    distill_answer=12.0,
    skill=15.0,
)


def usual(config: Skill1Config) -> Assumptions:
    """What is assumed where nothing else is typed: lengths of plain text, or of the profile ``compact``."""
    return SHORT_FORMS if config.agent.profile == "compact" else Assumptions()


def parse_assumptions(settings: Sequence[str], defaults: Assumptions) -> Assumptions:
    """``NAME=VALUE`` settings over ``defaults``.

    Raises:
        ConfigError: an unknown name, or no number of at least 0.
    """
    names = sorted(field.name for field in dataclasses.fields(Assumptions))
    changed: dict[str, float] = {}
    for setting in settings:
        name, _, value = setting.partition("=")
        if name not in names:
            nearest = nearest_key(name, names)
            hint = f"; did you mean {nearest}?" if nearest else "."
            raise ConfigError(f"--assume {setting}: there is no '{name}'{hint} Known: {', '.join(names)}.")
        changed[name] = _number(setting, value)
    return dataclasses.replace(defaults, **changed)


def _number(setting: str, value: str) -> float:
    try:
        number = float(value)
    except ValueError:
        # Refused below, with other numbers that cannot be.
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
        """Share of the rows' tokens that are answers; 0 where lengths of 0 are assumed."""
        total = self.generated + self.prompted
        return self.generated / total if total else 0.0


def step_tokens(config: Skill1Config, assumed: Assumptions) -> StepTokens:
    """Tokens of one step: tasks · group · Σ over stages of calls · length.

    Every generation is a row of its own, or a part of the one or two conversations of its episode.
    """
    episodes = config.train.tasks_per_step * config.train.group_size
    calls = episode_calls(config, assumed)
    generated = episodes * sum(c.number * c.answer for c in calls.values())
    prompted = episodes * sum(c.number * c.prompt for c in calls.values())
    # Prompts, too: a pass reads whole rows, whatever of them is trained.
    trained = (prompted + generated) * is_trained(config)
    continued = CONVERSATIONS.get(config.agent.profile, ())
    # A ranking stands in its query's row; turns, and a lesson that follows them, have one more of their own.
    rows = sum(c.number for stage, c in calls.items() if stage not in continued) + bool(continued)
    return StepTokens(episodes, generated, prompted, trained, episodes * rows)


def episode_calls(config: Skill1Config, assumed: Assumptions) -> Mapping[str, Calls]:
    """Generations of one episode by stage; prompts and answers are cut to the configured limits.

    A prompt that continues a conversation counts what it adds.
    """
    found = declared(config.method).generations(config, assumed)
    for stage in found.keys() & CONVERSATIONS.get(config.agent.profile, ()):
        found[stage] = _added(stage, found[stage], assumed)
    longest = config.model.max_prompt_tokens
    return {
        stage: Calls(number, min(prompt, longest), min(answer, getattr(config.sampling, f"{stage}_tokens")))
        for stage, (number, prompt, answer) in found.items()
    }


def is_conversation(config: Skill1Config) -> bool:
    """Whether the turns of an episode continue one conversation."""
    return config.agent.profile in CONVERSATIONS


def _added(stage: Stage, call: tuple[float, float, float], assumed: Assumptions) -> tuple[float, float, float]:
    """The call with a mean prompt of what is new in it: task and skill come once, then messages."""
    number, prompt, answer = call
    if stage == "act":
        # One whole prompt, then a message for each later turn, as a mean over the turns.
        return number, (prompt + (number - 1) * assumed.message) / number, answer
    if stage == "rerank":  # the candidates; the task was in the query's prompt
        return number, prompt - assumed.rerank_prompt + assumed.message, answer
    # distill: the trajectory is in the conversation already, so one message is new.
    return number, assumed.message, answer
