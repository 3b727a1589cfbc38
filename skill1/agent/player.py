"""The player: asks the policy stage by stage for one episode and keeps exactly what was fed and sampled."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from skill1.agent.profile import DIALOGUE, Profile, StagePrompt
from skill1.agent.template import Rendered
from skill1.config import AgentConfig, SamplingConfig
from skill1.errors import PromptError
from skill1.policy.protocol import Generation, Policy, Sampling
from skill1.policy.tokens import THOUGHT, THOUGHT_END
from skill1.schema import (
    STAGES,
    AgentView,
    Candidate,
    EpisodeKey,
    Observation,
    RandomKey,
    Segment,
    Skill,
    SkillDraft,
    Stage,
    Task,
    Turn,
)

if TYPE_CHECKING:
    from skill1.credit.credit import StepCredit, StepFacts
    from skill1.library.protocol import AsyncLibrary
    from skill1.methods.teacher.writer import Writer


Parsed = TypeVar("Parsed")
THOUGHT_ENDS = THOUGHT_END.strip()
_NO_MARKS = str.maketrans("", "", "<{")  # of tagged answers: what opens a tag, and JSON


@dataclass(frozen=True, slots=True)
class ActPrompt:
    """What an act prompt was rendered from: evaluation renders it again with another skill, or none, in its place."""

    prompt: StagePrompt
    view: AgentView
    history: int  # past turns it shows at most


@dataclass(frozen=True)
class PlaySettings:
    """How episodes are played: the same for all episodes of a step or of an evaluation."""

    agent: AgentConfig
    sampling: SamplingConfig
    max_prompt_tokens: int
    max_steps: int
    invalid_action_penalty: float
    is_training: bool
    explores: bool  # retrieval with the bonus of ``library.exploration``
    learns: bool  # what comes out decides what is learnt: no answer of a server may be missing
    control_share: float = 0.0  # of episodes that select a skill, in [0, 1]: it is kept from the actor
    control: Literal["none", "random"] = "none"  # what the actor gets in its place
    control_draw: Literal["episode", "group"] = "episode"  # by chance, or the same share of every group
    # Environment → its max_steps and invalid_action_penalty, where there are several.
    by_env: Mapping[str, tuple[int, float]] = field(default_factory=dict, hash=False)

    def of(self, env: str) -> PlaySettings:
        """The settings for an episode of one environment."""
        if env not in self.by_env:
            return self
        max_steps, penalty = self.by_env[env]
        return replace(self, max_steps=max_steps, invalid_action_penalty=penalty)

    def sampling_for(self, stage: Stage, profile: Profile) -> Sampling:
        """Temperature, token limit and stop strings of a stage."""
        limit = getattr(self.sampling, f"{stage}_tokens")
        return Sampling(self.sampling.temperature, limit, profile.stops[stage])


class Player:
    """One episode's working state. ``methods`` compose its stages; ``rollout.episode`` makes the final record."""

    def __init__(
        self,
        task: Task,
        policy: Policy,
        library: AsyncLibrary | None,
        profile: Profile,
        settings: PlaySettings,
        key: EpisodeKey,
    ) -> None:
        self.task, self.policy, self.library, self.profile = task, policy, library, profile.of(task.env)
        self.settings, self.key = settings.of(task.env), key
        self.segments: list[Segment] = []
        self.view = AgentView(task, "", Observation(""), self.settings.max_steps)
        self.query = ""
        self.withheld: Skill | None = None
        self.found: tuple[Candidate, ...] = ()  # of a control: all candidates, the withheld one among them
        self.ranking: tuple[int | None, ...] | None = None
        self.ranking_valid = True
        self.draft: SkillDraft | None = None
        self.declined = False
        self.shortened = 0
        self.skill_tokens = 0
        self.act_prompts: list[ActPrompt] = []  # one for each act segment
        # Token context of a continuing profile: head, then one block a turn.
        # Blocks, because history is dropped by whole turns and never re-encoded.
        self._blocks: list[tuple[int, ...]] = []
        self._lost_history = False

    def took(self, turn: Turn, observation: Observation) -> None:
        """A turn is over, and this is what there is to see now."""
        # The dialogue profile names a command once, and only what is new after that.
        listed = self.view.listed.union(self.view.observation.admissible or ())
        self.view = replace(self.view, turns=(*self.view.turns, turn), observation=observation, listed=listed)

    async def ask(
        self, stage: Stage, prompt: StagePrompt, parse: Callable[[str], tuple[Parsed, bool]], turn: int = 0
    ) -> Parsed:
        """Generate one answer, record its segment, return what the parser made of it."""
        sampling = self.settings.sampling_for(stage, self.profile)
        prompt_ids = self._prompt_ids(stage, prompt, sampling.max_tokens)
        if sampling.stop and self._may_think(prompt, prompt_ids):
            # A thought quotes the tags that it was told of, and would end there. Who thinks ends an answer by itself.
            sampling = replace(sampling, stop=())
        key = self.key
        answer = await self.policy.generate(
            prompt_ids,
            sampling,
            session=key.id,
            # Names the answer, not the moment: a retry, a resumed run and another batch draw the same tokens.
            key=RandomKey(key.seed, key.step, key.task, key.rollout, STAGES.index(stage), turn),
            view=self.view,
        )
        parsed, is_valid = parse(self._read(prompt_ids, answer))
        # The ids as sampled: the text encoded again could be others.
        self._blocks[-1] += answer.token_ids
        self.record(stage, turn, prompt_ids, answer, is_valid=is_valid)
        return parsed

    def _may_think(self, prompt: StagePrompt, prompt_ids: tuple[int, ...]) -> bool:
        # An opened answer has no room for a thought. In one growing message the environment comes after a stop.
        if not self.profile.chat or self.profile.grows or self.profile.templates[prompt].prefill:
            return False
        return self.policy.tokens.may_think(prompt_ids, thinking=self.settings.agent.thinking)

    def _read(self, prompt_ids: tuple[int, ...], answer: Generation) -> str:
        """The text to parse. Of a thought that was cut off nothing is an answer, whatever it quotes."""
        text, profile = answer.text, self.profile
        # Peers read a thought as their projects do.
        if (
            answer.finish_reason != "length"
            or not profile.chat
            or profile.peer is not None
            or THOUGHT_ENDS in text
        ):
            return text
        begins = text.lstrip().startswith(THOUGHT)
        if not begins and not self.policy.tokens.opens_thought(prompt_ids):
            return text
        if profile.form == DIALOGUE:
            # With the tag that the prompt holds: without it the thought's last line would pass for the answer.
            return text if begins else THOUGHT + text
        return text.translate(_NO_MARKS)

    def record(
        self, stage: Stage, turn: int, prompt_ids: tuple[int, ...], answer: Generation, *, is_valid: bool
    ) -> None:
        """Keep exactly what was fed and sampled."""
        self.segments.append(
            Segment(
                stage=stage,
                turn=turn,
                prompt_ids=prompt_ids,
                response_ids=answer.token_ids,
                logprobs=answer.logprobs,
                finish_reason=answer.finish_reason,
                text=answer.text,
                valid=is_valid,
                # With both versions it can be told later which weights and which skills an answer was made with.
                policy_version=self.policy.version,
                library_version=self.library.version if self.library is not None else 0,
            )
        )

    def _prompt_ids(self, stage: Stage, prompt: StagePrompt, answer_tokens: int) -> tuple[int, ...]:
        """Ids of a prompt within budget; the oldest history goes first, and that is counted."""
        budget = self._budget(answer_tokens)
        window = len(self.view.turns)
        if stage == "act":
            # A distill prompt shows every turn that fits.
            window = min(window, self.settings.agent.history_window)
        rendered = self.profile.render(prompt, self.view, history=window)
        if rendered.continues:
            ids = self._continue(self.encode(rendered), budget)
        else:
            ids, window = self._within(budget, prompt, rendered, window)
            # A prompt that does not continue is the head of a new context.
            self._blocks, self._lost_history = [ids], False
        if stage == "act":
            self.act_prompts.append(ActPrompt(prompt, self.view, window))
        return ids

    def _within(
        self, budget: int, prompt: StagePrompt, rendered: Rendered, window: int
    ) -> tuple[tuple[int, ...], int]:
        """A prompt that fits, and how many past turns it shows at most; the oldest are left out until it does."""
        ids = self.encode(rendered)
        if len(ids) > budget:
            self.shortened += 1
        while len(ids) > budget and window > 0:
            # Every try encodes a whole prompt.
            window -= max(1, window // 8)  # long trajectories shrink by an eighth at a time
            ids = self.encode(self.profile.render(prompt, self.view, history=window))
        self._require(len(ids), budget)
        return ids, window

    def _budget(self, answer_tokens: int) -> int:
        """Tokens a prompt may have: the configured limit, less where the model has no positions for its answer."""
        limit, positions = self.settings.max_prompt_tokens, self.policy.max_positions
        return limit if positions is None else min(limit, positions - answer_tokens)

    def _continue(self, new_ids: tuple[int, ...], budget: int) -> tuple[int, ...]:
        """The token context so far and what is new; over budget, the oldest blocks after the head are dropped.

        An eighth of the budget becomes free at once: each drop starts a row of its own, which costs a whole prompt.
        """
        # One message of the policy's holds the whole episode: what it wrote is continued, not closed.
        if self.profile.grows:
            self._blocks[-1] = self.policy.tokens.reopened(self._blocks[-1])
        elif self.profile.chat:
            # An answer cut at its token limit has not ended its message.
            self._blocks[-1] += self.policy.tokens.closing(self._blocks[-1][-1])
        self._blocks.append(new_ids)
        if sum(map(len, self._blocks)) > budget:
            self._lost_history = True
            # The head holds task and skill, the last block the present observation: both stay.
            while sum(map(len, self._blocks)) > budget - budget // 8 and len(self._blocks) > 2:
                del self._blocks[1]
        # What was dropped stays dropped: every later prompt of this conversation is a shortened one.
        self.shortened += self._lost_history
        self._require(sum(map(len, self._blocks)), budget)
        return tuple(token for block in self._blocks for token in block)

    def encode(self, rendered: Rendered) -> tuple[int, ...]:
        """Ids of a rendered prompt, or of the new part of one that continues."""
        tokens = self.policy.tokens
        if rendered.continues and self.profile.grows:
            return tokens.continuation(rendered.text)
        if self.profile.chat:
            chat = tokens.next_message if rendered.continues else tokens.chat
            return chat(rendered.text, rendered.prefill, thinking=self.settings.agent.thinking)
        return tokens.encode(rendered.text + rendered.prefill)

    def _require(self, length: int, budget: int) -> None:
        if length <= budget:
            return
        # Which of the two limits was met decides what helps.
        is_configured = budget == self.settings.max_prompt_tokens
        limit = (
            f"model.max_prompt_tokens = {budget}. Raise it, or lower"
            if is_configured
            else f"the {max(0, budget)} that the model's {self.policy.max_positions} positions leave before the "
            "answer. Take a larger model, or lower the sampling.*_tokens limits,"
        )
        raise PromptError(
            f"Even without history, a prompt has {length} tokens, more than {limit} agent.max_skill_chars or "
            "library.top_k."
        )

    def tokens_added(self, view: AgentView) -> int:
        """What the skill of a view adds to the first act prompt, in tokens."""
        with_skill, without = (
            # As a prompt of its own, also where it continues one: what it continues is the same with and without.
            self.encode(Rendered(self.profile.render("act_first", one, history=0).text))
            # As a difference, because the block around a skill counts, too.
            for one in (view, replace(view, skill=None))
        )
        return len(with_skill) - len(without)


@dataclass(frozen=True)
class Recipe:
    """What a method makes of a configuration. An episode needs the two hooks; the rest is the trainer's."""

    before: Callable[[Player], Awaitable[None]]  # the first action
    after: Callable[[Player], Awaitable[None]]  # the last observation
    credit: Callable[[StepFacts], StepCredit] | None = None  # None: the policy is frozen, nothing is trained
    writer: Writer | None = None  # who changes the library between steps, besides what episodes wrote
    trials: int = 1  # in evaluation: of a task at most, one after another, until one succeeds
    rules: Mapping[str, Callable[..., Any]] = field(default_factory=dict, hash=False)  # a rule-based teacher's

    def assign(self, facts: StepFacts) -> StepCredit:
        """A record of credit for each segment to be trained, none if the policy is frozen; and the next buffer."""
        return self.credit(facts) if self.credit is not None else ([], ())

    @property
    def learns(self) -> bool:
        """Whether weights or skills change."""
        return self.credit is not None or self.writer is not None
