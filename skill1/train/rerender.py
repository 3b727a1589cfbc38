"""An episode that was played, shown again as it would have looked without a library, or with another skill."""

from __future__ import annotations

from dataclasses import replace

from skill1.agent import stages
from skill1.agent.player import Player, PlaySettings
from skill1.agent.profile import Profile, configured_profile
from skill1.config import Skill1Config
from skill1.config.method import make_recipe
from skill1.env.protocol import StepReturn
from skill1.errors import DataError
from skill1.policy.protocol import Generation, Policy, Sampling, run_to_end
from skill1.policy.tokens import Tokens
from skill1.rollout.episode import run_episode
from skill1.rollout.settings import play_settings
from skill1.schema import STAGES, Episode, Observation, RandomKey, Segment, Skill, Task


def without_library(
    episode: Episode, config: Skill1Config, tokens: Tokens, max_positions: int | None = None
) -> Episode:
    """The episode as it would have looked without a library: same observations, same sampled action tokens.

    It goes through the real episode coroutine, whose environment and policy both answer from the record, so that the
    prompts are to the token those of ``skill1 eval --library none``.

    Raises:
        DataError: the method asks for more than actions where there is no library, or a prompt does not fit.
    """
    shown = run_to_end(
        run_episode(
            episode.task,
            Recorded(episode),
            RecordedPolicy(episode, tokens, max_positions),
            None,
            stages.without_writing(make_recipe(config)),
            key=episode.key,  # only names the session and the question: nothing is drawn
            profile=configured_profile(config),
            settings=play_settings(config, is_training=False),
        )
    )
    if not shown.ok:
        raise DataError(f"episode {episode.id} cannot be shown without its library: {shown.error}")
    return shown


async def acts_with(
    episode: Episode,
    skill: Skill | None,
    *,
    tokens: Tokens,
    profile: Profile,
    settings: PlaySettings,
    max_positions: int | None = None,
) -> tuple[Segment, ...]:
    """One segment for each turn: the prompt as it would have been with ``skill`` (None: without any), the old answer.

    ``settings`` are those the episode was played with: with its own skill the segments come out equal. What stood in a
    continuing prompt before acting (query, ranking) is not repeated.

    Raises:
        PromptError: with this skill a prompt would be over budget even without history.
    """
    # Played through again, so that history, budget and template are those of an episode.
    policy = RecordedPolicy(episode, tokens, max_positions)
    player = Player(episode.task, policy, None, profile, settings, episode.key)
    seen = [Observation(turn.observation, turn.admissible) for turn in episode.turns]
    first = seen[0] if seen else Observation("")
    # With its candidates: the prompts of some profiles show others beside the skill in use.
    player.view = replace(
        player.view, first_observation=first.text, skill=skill, candidates=episode.candidates, observation=first
    )
    # Not strict: an episode without turns has an observation all the same.
    for turn, after in zip(episode.turns, [*seen[1:], Observation("")], strict=False):
        # Only for its prompt and answer; the turn itself is taken as it was played.
        await stages.act(player)
        player.took(turn, after)
    return tuple(player.segments)


class Recorded:
    """An environment that shows again what an episode saw, whatever is done."""

    def __init__(self, episode: Episode) -> None:
        self.task: Task | None = episode.task
        self._episode, self._next = episode, 0

    def reset(self, *, task_index: int | None = None, seed: int | None = None) -> Observation:
        self._next = 0
        return self._shown()

    def step(self, action: str) -> StepReturn:
        episode, reward = self._episode, self._episode.turns[self._next].reward
        self._next += 1
        is_over = self._next == len(episode.turns)
        # Ends where the record ends, whatever the limits are now; whether it was won is read off the last turn.
        return self._shown(), reward, is_over, False, {"won": is_over and episode.success}

    def close(self) -> None:
        """Nothing to free."""

    def _shown(self) -> Observation:
        turns = self._episode.turns
        # Without admissible actions: after the last action nothing is asked that would show them.
        if self._next == len(turns):
            return Observation(self._episode.last_observation)
        return Observation(turns[self._next].observation, turns[self._next].admissible)


class RecordedPolicy(Policy):
    """A policy that acts again as in an episode: the tokens sampled then."""

    version = 0

    def __init__(self, episode: Episode, tokens: Tokens, max_positions: int | None) -> None:
        self.tokens, self.max_positions = tokens, max_positions
        self._answers = {(s.stage, s.turn): s for s in episode.segments}

    async def generate(
        self, prompt_ids: tuple[int, ...], sampling: Sampling, *, session: str, key: RandomKey, view: object = None
    ) -> Generation:
        """The answer to the same question. Raises ``DataError`` if the episode has none."""
        stage = STAGES[key.stage]
        # Without a library a method should only act; what else it asks was never answered.
        if (stage, key.turn) not in self._answers:
            raise DataError(f"the method asks for an answer of stage {stage} that the episode does not hold.")
        answer = self._answers[stage, key.turn]
        return Generation(answer.response_ids, answer.logprobs, answer.finish_reason, answer.text)
