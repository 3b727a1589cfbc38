"""Cases of a skill's folder, played: games by the episode coroutine, single questions by one answer and a judge.

Both arms have the same random keys, so a pair differs by the skill alone.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from importlib.resources import files
from types import SimpleNamespace
from typing import Any

from skill1.agent.player import Player, Recipe
from skill1.agent.profile import configured_profile
from skill1.agent.template import Template, compile_template, fields
from skill1.config import Skill1Config
from skill1.errors import DataError, PromptFilteredError, UnansweredError
from skill1.evaluate.command import CommandPolicy
from skill1.evaluate.evaluation import EvaluatedPolicy
from skill1.evaluate.replay import hand_over, task_of
from skill1.evaluate.token_cost import TokenCost, measured
from skill1.library.formats.skill_evals import EvalCase, SkillFolder, attached
from skill1.library.formats.skill_md import parse
from skill1.methods.teacher.question import FORM, Form
from skill1.policy.protocol import Generation, Policy, Sampling, run_to_end
from skill1.rollout.group import Roller
from skill1.rollout.settings import evaluation_settings
from skill1.schema import STAGES, Episode, EpisodeKey, RandomKey, Skill, Task

VERDICTS = Form({"verdicts": [{"passed": bool, "evidence": str}]})
JUDGE_TOKENS = 2048
ACT = STAGES.index("act")


@dataclass(frozen=True, slots=True)
class Graded:
    """One check of an answer."""

    text: str
    passed: bool
    evidence: str


@dataclass(frozen=True, slots=True)
class CaseRun:
    """One case played once. ``tokens``: prompts as sent and answers; ``fault``: why it could not be graded, or ""."""

    case: str
    repeat: int
    graded: tuple[Graded, ...] = ()
    tokens: int = 0
    seconds: float = 0.0  # from beginning to end, others being played beside it
    transcript: str = ""
    fault: str = ""

    @property
    def pass_rate(self) -> float:
        """Share of the checks that passed."""
        return sum(check.passed for check in self.graded) / len(self.graded)

    @property
    def solved(self) -> bool:
        """Whether all checks passed."""
        return all(check.passed for check in self.graded)


def play_games(
    suite: Any,
    policy: EvaluatedPolicy,
    config: Skill1Config,
    cases: Sequence[EvalCase],
    skill: Skill | None,
    repeats: int,
) -> list[CaseRun]:
    """Every game ``repeats`` times with a skill, or with None without any; in (case, repeat) order.

    Raises:
        DataError: the environment has not the task any more.
    """
    costs: dict[str, TokenCost] = {}
    began: dict[str, float] = {}
    ended: dict[str, float] = {}

    async def before(player: Player) -> None:
        # A second try overwrites the first: the span is that of the episode which counts.
        began[player.key.id] = time.monotonic()
        await hand_over(skill, player)

    recipe = measured(Recipe(before, partial(_note_end, ended)), costs)
    settings = evaluation_settings(config, config.eval.temperature)
    roller = Roller(
        suite.make, policy.engine, recipe, configured_profile(config), settings, concurrency=policy.concurrency
    )
    tasks = [task_of(suite, _own(suite, case.game), f"case {case.id}") for case in cases]
    plan = [
        (task, EpisodeKey(config.seed, 0, place, repeat))
        for place, task in enumerate(tasks)
        for repeat in range(repeats)
    ]
    episodes = run_to_end(roller.play_all(plan, None))
    spans = {name: ended[name] - began[name] for name in ended}
    return [
        # The task number of a key is the place of its case, as planned above.
        _game_run(cases[key.task], key, episode, costs, spans)
        for (_, key), episode in zip(plan, episodes, strict=True)
    ]


def _own(suite: Any, game: Task) -> Task:
    """The game by the split's own name: a run of several environments puts that of the environment before it."""
    own = game.split.removeprefix(f"{game.env}/")
    return game if game.split in suite.splits() else replace(game, split=own)


async def _note_end(ended: dict[str, float], player: Player) -> None:
    ended[player.key.id] = time.monotonic()


def _game_run(
    case: EvalCase, key: EpisodeKey, episode: Episode, costs: dict[str, TokenCost], spans: dict[str, float]
) -> CaseRun:
    if not episode.ok:
        return CaseRun(case.id, key.rollout, fault=episode.error)
    cost = costs[episode.id]
    ending = "won" if episode.success else "not won"
    evidence = f"{ending} in {len(episode.turns)} turns; the last observation: {episode.last_observation:.200}"
    checks = case.checks or ("the task is solved",)
    return CaseRun(
        case.id,
        key.rollout,
        # The environment decides; it has one verdict for whatever the case expects.
        tuple(Graded(check, episode.success, evidence) for check in checks),
        cost.act_prompts.sent + cost.act_answers.sent,
        spans[episode.id],
        _transcript(episode),
    )


def _transcript(episode: Episode) -> str:
    lines = [line for turn in episode.turns for line in (turn.observation, f"> {turn.action}")]
    return "\n".join([episode.task.instruction, "", *lines, episode.last_observation]) + "\n"


def answer_cases(
    policy: EvaluatedPolicy,
    judge: Policy,
    config: Skill1Config,
    folder: SkillFolder,
    cases: Sequence[EvalCase],
    *,
    with_skill: bool,
    repeats: int,
) -> list[CaseRun]:
    """Every single question ``repeats`` times, its answer graded by the judge; in (case, repeat) order.

    Raises:
        PolicyError: the model or the judge cannot be asked.
        DataError: a case has nothing to be graded by, or names a file that is not there.
    """
    # All of them before any is asked: answers may cost money.
    for case in cases:
        if not case.checks:
            raise DataError(
                f"case {case.id} of {folder.path} has neither expectations nor an expected_output, so no answer to it "
                "can be graded. Write what a good answer proves into its 'expectations'."
            )
    examiner = _Examiner(policy, judge, config, folder, with_skill, asyncio.Semaphore(policy.concurrency))
    return run_to_end(examiner.all(cases, repeats))


@dataclass(frozen=True)
class _Examiner:
    """Asks one arm's questions."""

    policy: EvaluatedPolicy
    judge: Policy
    config: Skill1Config
    folder: SkillFolder
    with_skill: bool
    slots: asyncio.Semaphore

    async def all(self, cases: Sequence[EvalCase], repeats: int) -> list[CaseRun]:
        return list(
            await asyncio.gather(
                *(self._run(case, place, repeat) for place, case in enumerate(cases) for repeat in range(repeats))
            )
        )

    async def _run(self, case: EvalCase, place: int, repeat: int) -> CaseRun:
        # Without the arm: both draw alike, where the policy draws by keys.
        key = RandomKey(self.config.seed, 0, place, repeat, ACT, 0)
        # The judge is asked within the slot: by no more at once than the policy.
        async with self.slots:
            started = time.monotonic()
            try:
                text, tokens = await self._answer(case, key)
            except (UnansweredError, PromptFilteredError) as error:
                return CaseRun(case.id, repeat, fault=str(error))
            # Without the judge's time: it is the agent that is measured.
            seconds = time.monotonic() - started
            try:
                graded = await self._graded(case, text, key)
            except (DataError, UnansweredError, PromptFilteredError) as error:
                return CaseRun(
                    case.id, repeat, fault=f"the judge gave no usable verdict: {error}", transcript=text
                )
        return CaseRun(case.id, repeat, graded, tokens, seconds, text)

    async def _answer(self, case: EvalCase, key: RandomKey) -> tuple[str, int]:
        engine, sampling = self.policy.engine, self.config.sampling
        session = f"{case.id}-{key.rollout}-{self.with_skill}"
        asked = Sampling(self.config.eval.temperature, sampling.act_tokens)
        ids = engine.tokens.chat(self._prompt(case))
        engine.attach(session)
        try:
            given = await engine.generate(ids, asked, session=session, key=key, view=self._view())
        finally:
            # Also after an error, or the local engine would wait for this session for ever.
            engine.release(session)
        return given.text, len(ids) + len(given.token_ids)

    @property
    def _is_filed(self) -> bool:
        """Whether the skill reaches the agent as SKILL.md in its folder, not in the prompt."""
        return self.with_skill and isinstance(self.policy.engine, CommandPolicy)

    def _view(self) -> SimpleNamespace | None:
        if not self._is_filed:
            return None
        _, body = parse(self.folder.document, self.folder.name)
        # All that an agent's command line looks at in a view.
        return SimpleNamespace(skill=Skill(self.folder.name, "", body, 0.0))

    def _prompt(self, case: EvalCase) -> str:
        texts = attached(self.folder, case)
        shown = "\n\n".join(f"The file {name}:\n\n{text}" for name, text in texts.items())
        if not self.with_skill or self._is_filed:
            return f"{case.prompt}\n\n{shown}".strip()
        values = {"skill": self.folder.document, "prompt": case.prompt, "files": shown}
        return _template("answer", "skill prompt files").fill(values.__getitem__)

    async def _graded(self, case: EvalCase, given: str, key: RandomKey) -> tuple[Graded, ...]:
        checks = "\n".join(f"{number}. {check}" for number, check in enumerate(case.checks, start=1))
        values = {
            "prompt": case.prompt,
            "expected_output": case.expected_output or "(not said)",
            "given": given,
            "checks": checks,
            FORM: VERDICTS.wording(),
        }
        prompt = _template("judge", " ".join(values)).fill(values.__getitem__)
        ids = self.judge.tokens.chat(prompt)
        # Greedy, so that both arms are judged alike as far as the server keeps to it.
        # No session: a server keeps no row for whoever asks.
        reply = await self._judgement(ids, key)
        verdicts = VERDICTS.read(reply.text)["verdicts"]
        # Verdicts name no statement; their order is all that says which is meant.
        if len(verdicts) != len(case.checks):
            raise DataError(f"{len(verdicts)} verdicts, expected {len(case.checks)}")
        return tuple(Graded(check, **verdict) for check, verdict in zip(case.checks, verdicts, strict=True))

    async def _judgement(self, ids: tuple[int, ...], key: RandomKey) -> Generation:
        from skill1.policy.server import ServerError

        try:
            return await self.judge.generate(ids, Sampling(0.0, JUDGE_TOKENS), session="", key=key)
        except ServerError as error:
            # Reasoning models take no temperature but their own, which 1 stands for.
            if "temperature" not in error.said:
                raise
            return await self.judge.generate(ids, Sampling(1.0, JUDGE_TOKENS), session="", key=key)


def _template(name: str, wanted: str) -> Template:
    text = files("skill1.evaluate").joinpath("prompts", f"{name}.txt").read_text(encoding="utf-8")
    return compile_template(text, fields(wanted), f"prompt {name}.txt of skill1.evaluate")
