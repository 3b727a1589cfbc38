"""The episode: one coroutine, written once for every backend.

It awaits the policy; everything else differs only in who answers that await. Errors of the environment end the episode
with status ``error``; they never become a zero reward.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from numbers import Real
from typing import TYPE_CHECKING, Any, NamedTuple

from skill1.agent import stages
from skill1.agent.player import Player, PlaySettings, Recipe
from skill1.agent.profile import Profile
from skill1.env.border import MOST_CHARS, computing_kept, environment_border, readable
from skill1.env.protocol import TextEnv
from skill1.errors import EnvironmentFault, PromptError, PromptFilteredError, UnansweredError
from skill1.library.protocol import AsyncLibrary, as_asynchronous
from skill1.policy.protocol import Policy
from skill1.schema import Episode, EpisodeKey, Observation, Task, Turn

if TYPE_CHECKING:
    from skill1.library import Library


class _Stepped(NamedTuple):
    """What an environment answered to an action."""

    observation: Observation
    reward: float
    is_over: bool
    won: bool
    score: float | None


class _Ending(NamedTuple):
    """r(τ) in [0, 1], success, coefficient × share of invalid turns, and the environment's own score."""

    outcome: float
    success: bool
    penalty: float
    score: float | None


async def run_episode(
    task: Task,
    env: TextEnv,
    policy: Policy,
    library: Library | AsyncLibrary | None,
    recipe: Recipe,
    *,
    key: EpisodeKey,
    profile: Profile,
    settings: PlaySettings,
) -> Episode:
    """Play one task once: what the recipe does before acting, up to T turns, what it does after.

    ``library`` None plays without one. Returns an episode with status ``error`` when the environment fails, a prompt
    cannot fit, a server's filter refuses one or, where nothing is learnt, a single call was not answered; other errors
    of the policy are raised.
    """
    # Before anything else: the local engine generates only once every attached episode waits for it.
    policy.attach(key.id)
    player = Player(task, policy, as_asynchronous(library), profile, settings, key)
    try:
        return await _play(player, env, recipe)
    except (EnvironmentFault, PromptError, PromptFilteredError, UnansweredError) as error:
        # Training stops and resumes: an answer that is missing must not decide what is learnt.
        if settings.learns and isinstance(error, UnansweredError):
            raise
        # Without its segments: an episode in error is only counted, and never trained or committed.
        return Episode(key=key, task=task, status="error", error=f"{type(error).__name__}: {error}")
    finally:
        # Also after an error, or the engine would wait for this episode for ever.
        policy.release(key.id)


async def _play(player: Player, env: TextEnv, recipe: Recipe) -> Episode:
    first = await _reset(env, player.task)
    player.view = replace(player.view, first_observation=first.text, observation=first)
    # After the reset: queries and rankings are asked with the first observation at hand.
    await recipe.before(player)
    # Before acting: the first act prompt is what is measured.
    if player.view.skill is not None:
        player.skill_tokens = player.tokens_added(player.view)
    ending = await _act(player, env)
    # Not before acting is over: distillation may know how the episode ended, an action may not.
    player.view = replace(player.view, success=ending.success)
    if player.withheld is None:  # what a control lives through says nothing about the skill it selected
        await recipe.after(player)
    return Episode(
        key=player.key,
        task=player.task,
        segments=tuple(player.segments),
        query=player.query,
        # Of a control the view lacks what was withheld.
        candidates=player.found or player.view.candidates,
        ranking=player.ranking,
        ranking_valid=player.ranking_valid,
        used=player.view.skill,
        withheld=player.withheld,
        turns=player.view.turns,
        last_observation=player.view.observation.text,
        **ending._asdict(),
        draft=player.draft,
        declined=player.declined,
        prompt_shortened=player.shortened,
        skill_tokens=player.skill_tokens,
    )


async def _act(player: Player, env: TextEnv) -> _Ending:
    """Turns until the end."""
    total, is_over = 0.0, False
    while not is_over:
        action, is_valid = await stages.act(player)
        seen = player.view.observation
        # Sent even where the format was broken: what that costs is the penalty below.
        last = await _step(env, action)
        player.took(Turn(seen.text, action, is_valid, last.reward, seen.admissible), last.observation)
        total += last.reward
        is_over = last.is_over or len(player.view.turns) >= player.settings.max_steps
    invalid = sum(not turn.valid for turn in player.view.turns) / len(player.view.turns)
    # Kept apart from the outcome: it is credited to acting, and must not lower utilities of skills.
    penalty = player.settings.invalid_action_penalty * invalid
    # Utilities and Eq. 7 need r(τ) in [0, 1], whatever an environment pays in all.
    # Success is what the environment calls won, not r = 1: it may pay otherwise than it grades.
    return _Ending(min(1.0, max(0.0, total)), last.won, penalty, last.score)


async def _asked(env: TextEnv, method: str, where: str, *given: Any, **named: Any) -> Any:
    """What an environment answers: those of this process at once, those played elsewhere with an awaitable."""
    # Two borders: the call may fail here, its answer later in another process.
    with environment_border(where), computing_kept():
        answer = getattr(env, method)(*given, **named)
    with environment_border(where, awaits=True):
        return await answer if inspect.isawaitable(answer) else answer


async def _reset(env: TextEnv, task: Task) -> Observation:
    where = f"reset of task {task.id}"
    answer = await _asked(env, "reset", where, task_index=task.index)
    with environment_border(where):
        return _observed(answer)


async def _step(env: TextEnv, action: str) -> _Stepped:
    where = f"step({action!r})"
    answer = await _asked(env, "step", where, action)
    with environment_border(where):
        # Unpacked inside the border: an answer of another shape is the environment's fault as well.
        observation, reward, terminated, truncated, info = answer
        # Checked here, because the clip of r(τ) would turn a nan into a zero reward without a word.
        if not isinstance(reward, Real) or not math.isfinite(reward):  # Real: numpy's numbers too
            raise EnvironmentFault(f"it gave reward {reward!r:.80}; expected a finite number.")
        if not isinstance(info, Mapping):
            raise EnvironmentFault(f"it gave info {info!r:.80}; expected a mapping.")
        is_over = bool(terminated or truncated)
        if is_over and "won" not in info:  # it would count as lost, whatever the reward
            raise EnvironmentFault("it ended the episode without info['won']; expected true or false.")
        # Before the end `won` may be missing. Where our own limit of turns cuts the episode off, that counts as lost.
        return _Stepped(_observed(observation), float(reward), is_over, bool(info.get("won")), _score(info))


def _score(info: Mapping[str, Any]) -> float | None:
    score = info.get("task_score")
    if score is None:
        return None
    if not isinstance(score, Real) or not 0.0 <= score <= 1.0:
        raise EnvironmentFault(f"it gave task_score {score!r:.80}; expected a number in [0, 1], or none.")
    return float(score)


def _observed(observation: object) -> Observation:
    """The observation, if it is one, in texts that tokenizers and files can hold."""
    if not isinstance(observation, Observation):
        raise EnvironmentFault(f"it gave {type(observation).__name__}; expected Observation with a text.")
    text, listed = readable(observation.text, "the observation's text"), observation.admissible
    if listed is None:
        return replace(observation, text=text)
    # A text is a sequence too: its characters would be offered as actions.
    if isinstance(listed, str) or not isinstance(listed, Sequence):
        raise EnvironmentFault(f"it listed admissible actions {listed!r:.80}; expected texts or None.")
    actions = tuple(readable(action, "an admissible action") for action in listed)
    # All of them together, for a prompt may list them all.
    if sum(map(len, actions)) > MOST_CHARS:
        raise EnvironmentFault(
            f"it listed {len(actions)} admissible actions; expected {MOST_CHARS} characters at most."
        )
    return replace(observation, text=text, admissible=actions)
