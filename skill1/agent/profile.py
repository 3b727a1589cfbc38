"""A profile: one family of prompts with the parsers of its answers.

``render`` turns an ``AgentView`` into text; it never sees tokens. Prompts are package files under ``prompts/``, here,
with a method or in an environment's package; single ones can be replaced from a folder. Tagged profiles give the text
of one user message and rebuild it each turn; ``dialogue`` is one growing chat in plain lines; the compact one gives raw
words for a tiny word-level policy with an append-only context. Peers' profiles are chat profiles whose act prompts and
action parser are those of another project (``agent.peers``).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.resources import files
from pathlib import Path
from typing import Literal

from skill1.agent import parse
from skill1.agent.parse import ParsedAction, ParsedSkill, Ranking
from skill1.agent.peers import OURS, Peer, Style
from skill1.agent.template import GROWING_PROMPTS, PEER_PROMPTS, PROMPTS, Rendered, Template, compile_template
from skill1.config import Skill1Config
from skill1.config.mixture import is_mixture, profile_names
from skill1.config.registry import PROFILES, WORDINGS
from skill1.env.loading import wording_of
from skill1.env.protocol import rating
from skill1.env.wording import Blocks, Brief, Conversation, Wording
from skill1.errors import PromptError
from skill1.schema import AgentView, Candidate, Skill, Stage, neutralise

Form = Literal["tagged", "dialogue", "compact"]
StagePrompt = Literal["query", "rerank", "act_first", "act", "distill"]

UNTOLD_RESULT = "(not told: judge it by the steps)"
UNLISTED_ACTIONS = "(not listed: use any command this environment understands)"

# What followed a closing tag would be sampled and trained, and read by nobody. Lessons end with the end token.
_CHAT_STOPS: Mapping[Stage, tuple[str, ...]] = {
    "query": ("</query>",),
    "rerank": ("</rank>",),
    "act": ("</action>",),
    "distill": (),
}
_PEER_STOPS: Mapping[Stage, tuple[str, ...]] = {**_CHAT_STOPS, "act": ()}  # their parser reads the whole answer
_NO_STOPS: Mapping[Stage, tuple[str, ...]] = {"query": (), "rerank": (), "act": (), "distill": ()}
_NO_ANGLE_BRACKETS = str.maketrans("", "", "<>")
GENERIC, TAGGED, COMPACT, DIALOGUE = "generic", "tagged", "compact", "dialogue"  # prompts; the last three: forms
OWN_PROMPTS = (*WORDINGS, GENERIC, COMPACT, DIALOGUE)  # those of environments lie beside their code
OWN_PACKAGE = "skill1.agent"
OF_TEACHERS = "teacher"  # folder among the overriding prompts: those of skill1.methods.teacher


@dataclass(frozen=True)
class Profile:
    """Prompts and parsers of one policy family; made by :func:`load_profile`.

    ``form``: how answers are written. ``tagged`` (tags and JSON) and ``dialogue`` (plain lines) are for chat models,
    whose template makes a user message of each rendered text; ``compact`` is raw text for a word-level policy.
    ``stops`` are the strings that end an answer besides the end token; they belong to the answer.
    """

    name: str
    form: Form
    templates: Mapping[str, Template] = field(repr=False)
    stops: Mapping[Stage, tuple[str, ...]] = field(repr=False)
    hashes: Mapping[str, str] = field(repr=False)
    peer: Peer | None = None  # another project's manner of acting
    brief: Brief | None = None  # short forms of the environment's texts
    blocks: Blocks | None = None  # actions in tags of the environment's own, for chat profiles
    conversation: Conversation | None = None  # observations as a growing chat shows them
    grows: bool = False  # the whole episode is one message of the policy, observations in between

    @property
    def chat(self) -> bool:
        """Whether prompts are messages of a chat."""
        return self.form != COMPACT

    def of(self, env: str) -> Profile:
        """The profile of one environment, where several have their own (:class:`MixedProfile`)."""
        return self

    def render(self, stage_prompt: StagePrompt, view: AgentView, *, history: int) -> Rendered:
        """The prompt of a stage.

        ``history`` (0 or more): how many of the last turns an act or distill prompt of a chat profile shows at
        most; the caller lowers it to shorten a prompt over budget. The compact profile shows no past turns.
        """
        assert history >= 0, history
        template = self.templates[stage_prompt]
        text = template.fill(lambda name: _VALUES[name](self, view, history))
        most = self.peer.manner.max_act_chars if self.peer is not None and stage_prompt == "act" else None
        if most is not None and len(text) > most:
            # The other project's rule, kept so that its policies are asked as they were trained.
            return self.render("act_first", replace(view, skill=None), history=0)
        return Rendered(text, template.prefill, template.continues)

    def prompt_hashes(self) -> dict[str, str]:
        """Prompt file name to the sha256 (hex) of its text after overrides; line ends do not matter.

        Where observations are shortened, ``brief`` is that of the rules; where a conversation shows them in a form of
        its own, ``conversation`` is that of the form's version.
        """
        return dict(self.hashes)

    def parse_query(self, text: str) -> str:
        """One line of at most 500 characters; may be empty."""
        return _PARSERS[self.form].query(text)

    def parse_rank(self, text: str, num_candidates: int, allow_none: bool) -> Ranking:
        """Retrieval order when it cannot be read."""
        return _PARSERS[self.form].rank(text, num_candidates, allow_none)

    def parse_action(self, text: str, view: AgentView) -> ParsedAction:
        """What to send to the environment, and whether the answer kept the format."""
        # First: tags of the environment's own are asked for in every chat profile, those of peers too.
        if self.blocks is not None:
            return self._parse_block(text, self.blocks)
        if self.peer is not None:
            return parse.parse_action_projected(text, self.peer.manner.fallback_chars)
        if self.form == DIALOGUE:
            return parse.parse_action_dialogue(text, view.observation.admissible or ())
        if self.chat:
            return parse.parse_action_chat(text)
        parsed = parse.parse_action_compact(text)
        if self.brief is None:
            return parsed
        spelt = self.brief.spelt_out(parsed.action, view.observation, view.task.instruction)
        # Cut once more, for spelt out it may be longer.
        return replace(parsed, action=spelt[: parse.MAX_ACTION_CHARS])

    def _parse_block(self, text: str, blocks: Blocks) -> ParsedAction:
        if self.form != DIALOGUE:
            return parse.parse_action_block(text, blocks, is_whole=self.peer is not None or self.grows)
        # A conversation is asked for a plain line, which the environment gets in its own tags.
        line = parse.parse_action_dialogue(text)
        action = blocks.from_line(line.action)
        return ParsedAction(action, line.valid and bool(action))

    def parse_skill(self, text: str, max_chars: int) -> ParsedSkill:
        """A neutralised draft whose parts have at most ``max_chars`` characters, or none."""
        return _PARSERS[self.form].skill(text, max_chars)

    @property
    def shows_thoughts(self) -> bool:
        """Whether prompts hold what the policy wrote before its earlier actions."""
        return "turn" in self.templates and "thought" in self.templates["turn"].parts[1::2]

    def own_words(self) -> frozenset[str]:
        """Words that prompts hold besides those of templates, environment and skills."""
        return self.brief.words if self.brief else frozenset()

    def skill_text(self, view: AgentView) -> str:
        """The skill block of act prompts; without a skill the profile's text for none (chat: empty)."""
        if view.skill is None:
            # It has no placeholders, so nothing asks for a value.
            return self.templates["skill_none"].fill(str) if "skill_none" in self.templates else ""
        if self.peer is None:
            # A word-level policy reads one skill, however many a method has chosen.
            return self.templates["skill"].fill(_shown(view.skill, view.also if self.chat else ()).__getitem__)
        # A method that chose several skills is followed; else the project's own number of candidates is shown.
        shown = (view.skill, *view.also) if view.also else self.peer.lessons(view.skill, view.candidates)
        lessons = _numbered(self.templates["lesson"], shown)
        return self.templates["skill"].fill({"lessons": "\n".join(lessons)}.__getitem__)


def _shown(skill: Skill, also: Sequence[Skill]) -> dict[str, str]:
    """The placeholders of the skill block; several strategies stand one to a line."""
    values = _skill_values(skill)
    if also:
        values["strategy"] = "\n".join(f"- {_skill_values(each)['strategy']}" for each in (skill, *also))
    return values


def _skill_values(skill: Skill) -> dict[str, str]:
    """Neutralised once more, which changes nothing that a library wrote itself: its file may come from elsewhere."""
    description, strategy = (neutralise(text, len(text)) for text in (skill.description, skill.strategy))
    return {"description": description, "strategy": strategy, "rating": rating(skill)}


def _cased(profile: Profile, text: str) -> str:
    """The words of a tiny policy are lower-case; without angle brackets no text spells out a special token."""
    return text if profile.chat else text.lower().translate(_NO_ANGLE_BRACKETS)


def _numbered(template: Template, skills: Sequence[Skill]) -> list[str]:
    return [
        template.fill({"number": str(number), **_skill_values(skill)}.__getitem__)
        for number, skill in enumerate(skills, start=1)
    ]


def _candidates(profile: Profile, candidates: tuple[Candidate, ...]) -> str:
    skills = [candidate.skill for candidate in candidates]
    return ("\n" if profile.chat else " ").join(_numbered(profile.templates["candidate"], skills))


def _page(profile: Profile, view: AgentView, text: str) -> str:
    """An observation as this profile shows it."""
    # Where an environment has tags of its own, a peer's policy sees the same pages as all others.
    if profile.peer is None or profile.blocks is not None:
        return _own_page(profile, view, text)
    return profile.peer.manner.page(text, view.task.instruction)


def _own_page(profile: Profile, view: AgentView, text: str) -> str:
    if profile.blocks is not None and profile.form == TAGGED:
        return profile.blocks.page(text, view.task.instruction)
    if profile.conversation is not None:
        return profile.conversation.page(text, view.task.instruction)
    return _cased(profile, profile.brief.page(text, view.task.instruction) if profile.brief else text)


def _task(profile: Profile, sentence: str) -> str:
    return _cased(profile, profile.brief.task(sentence) if profile.brief else sentence)


def _last_turns(profile: Profile, view: AgentView, history: int) -> str:
    """The last ``history`` turns, numbered as in the episode. Actions and thoughts are model text: neutralised."""
    template, turns = profile.templates["turn"], view.turns
    first = max(0, len(turns) - history)
    return "\n".join(
        template.fill(
            {
                "number": str(number),
                "observation": _page(profile, view, turn.observation),
                "action": _action(profile, turn.action),
                # A slice: only some profiles keep thoughts.
                "thought": neutralise("".join(view.thoughts[number - 1 : number]), parse.MAX_THOUGHT_CHARS),
            }.__getitem__
        )
        for number, turn in enumerate(turns[first:], start=first + 1)
    )


def _action(profile: Profile, action: str) -> str:
    return profile.blocks.shown(action) if profile.blocks else neutralise(action, parse.MAX_ACTION_CHARS)


def _trajectory(profile: Profile, view: AgentView, history: int) -> str:
    if not view.turns:
        return "(no action was taken)"
    left_out = max(0, len(view.turns) - history)
    note = f"({left_out} earlier steps are left out)\n" if left_out else ""
    return (note + _last_turns(profile, view, history)).rstrip("\n")


def _admissible(profile: Profile, actions: tuple[str, ...] | None) -> str:
    """Each in single quotes on its own line. ``help`` is always legal and never useful, so it is left out."""
    if actions is None:
        return profile.blocks.listed if profile.blocks else UNLISTED_ACTIONS
    end = profile.peer.manner.action_end if profile.peer is not None else ""
    return "\n".join(f"'{action}'{end}" for action in actions if action != "help")


def _untold_task(profile: Profile, view: AgentView) -> str:
    """The task, unless the first observation holds its sentence already."""
    sentence = view.task.instruction
    return "" if sentence in view.first_observation else f"Your task: {_task(profile, sentence)}"


def _new_commands(profile: Profile, view: AgentView) -> str:
    """Commands that were not listed before in this conversation; nothing where there are none, or none are known.

    A list in every message would cost more than all else: most commands stay what they were.
    """
    now = view.observation.admissible or ()
    # Once is enough: in a growing chat it stays in sight.
    if profile.blocks is not None and not view.turns:
        return f"Commands: {profile.blocks.listed}"
    new = [command for command in now if command not in view.listed and command != "help"]
    if not new:
        return ""
    return f"{'New commands' if view.turns else 'Commands'}: {parse.grouped_commands(new)}"


def _result(profile: Profile, success: bool | None) -> str:
    if success is None:  # kept from a policy that is trained to tell it itself
        return UNTOLD_RESULT
    # ``fail`` is a word of tiny policies (train.start), ``failure`` is none.
    return "success" if success else ("failure" if profile.chat else "fail")


_VALUES: Mapping[str, Callable[[Profile, AgentView, int], str]] = {
    "task": lambda profile, view, _: _task(profile, view.task.instruction),
    # Only our own prompts show it, also to a peer's policy.
    "first_observation": lambda profile, view, _: _own_page(profile, view, view.first_observation),
    "observation": lambda profile, view, _: _page(profile, view, view.observation.text),
    "admissible": lambda profile, view, _: _admissible(profile, view.observation.admissible),
    "untold_task": lambda profile, view, _: _untold_task(profile, view),
    "new_commands": lambda profile, view, _: _new_commands(profile, view),
    "candidates": lambda profile, view, _: _candidates(profile, view.candidates),
    "count": lambda _, view, __: str(len(view.candidates)),
    "skill": lambda profile, view, _: profile.skill_text(view),
    "history": lambda profile, view, history: _last_turns(profile, view, history),
    "history_length": lambda _, view, history: str(min(history, len(view.turns))),
    "trajectory": lambda profile, view, history: _trajectory(profile, view, history),
    "steps_taken": lambda _, view, __: str(len(view.turns)),
    "step": lambda _, view, __: str(len(view.turns) + 1),
    "max_steps": lambda _, view, __: str(view.max_steps),
    "result": lambda profile, view, _: _result(profile, view.success),
}


@dataclass(frozen=True, slots=True)
class _Parsers:
    """How answers of one form are read; actions need more than the form (:meth:`Profile.parse_action`)."""

    query: Callable[[str], str]
    rank: Callable[[str, int, bool], Ranking]
    skill: Callable[[str, int], ParsedSkill]


_PARSERS: Mapping[Form, _Parsers] = {
    "tagged": _Parsers(parse.parse_query_chat, parse.parse_rank_chat, parse.parse_skill_chat),
    "dialogue": _Parsers(parse.parse_query_dialogue, parse.parse_rank_dialogue, parse.parse_skill_dialogue),
    "compact": _Parsers(parse.parse_query_compact, parse.parse_rank_compact, parse.parse_skill_compact),
}


def load_profile(name: str, overrides: str | None = None, *, env: str = "") -> Profile:
    """Read a profile's prompts; files of the same name in the folder ``overrides`` take their place.

    ``env``: the environment's name. ``skill1`` and the peers take the prompts of an environment that has its own
    (:class:`~skill1.env.wording.Wording`), and the generic ones for any other; so do ``react`` and ``reflexion`` but
    for acting; ``compact`` takes its short forms.

    Raises:
        PromptError: an unknown profile, folder, file name or placeholder, or a placeholder left out.
    """
    if name not in PROFILES:
        raise PromptError(f"agent.profile = {name!r} is unknown; expected one of: {', '.join(PROFILES)}.")
    announced = wording_of(env)
    has_prompts = announced is not None and announced.package is not None
    # Whose files: those the name itself means, else the environment's, else the generic ones.
    own = name if name in OWN_PROMPTS else (env if has_prompts else GENERIC)
    wording, form = wording_of(own), own if own in (COMPACT, DIALOGUE) else TAGGED
    # An environment's name as a profile means its own prompts.
    style = OURS if name in WORDINGS else PROFILES.load(name)
    peer = style.peer.at(name, wording) if style.peer else None
    # Short forms are for word-level policies; chat models read the texts as they are.
    brief = announced.brief if announced is not None and form == COMPACT else None
    # Where no environment is given, a profile may be named after one: its tags are then meant.
    played = wording_of(env or own) if form != COMPACT else None
    blocks = played.blocks if played else None
    conversation = played.conversation if played and form == DIALOGUE else None
    # Which prompts there are, where each of them lies, and what stands in it after the overrides.
    prompts = PEER_PROMPTS if peer is not None else GROWING_PROMPTS if style.grows else PROMPTS[form]
    paths = {
        prompt: _package_file(name, style, own, wording, prompt, is_brief=brief is not None) for prompt in prompts
    }
    texts = {f"{prompt}.txt": _package_text(*path) for prompt, path in paths.items()}
    sources = {f"{prompt}.txt": f"prompt {path} of {package}" for prompt, (package, path) in paths.items()}
    for path in _override_files(overrides, tuple(texts), name):
        texts[path.name], sources[path.name] = _file_text(path), f"prompt {path}"
    return Profile(
        name=name,
        form=form,
        templates={
            prompt: compile_template(texts[f"{prompt}.txt"], allowed, sources[f"{prompt}.txt"])
            for prompt, allowed in prompts.items()
        },
        stops=_stops(form, peer, blocks),
        # Rules that are code count, too: they change what a prompt says, and a resume compares all hashes.
        hashes={file: hashlib.sha256(text.encode("utf-8")).hexdigest() for file, text in sorted(texts.items())}
        | ({"brief": brief.rules_hash} if brief else {})
        | ({"conversation": hashlib.sha256(b"%d" % conversation.version).hexdigest()} if conversation else {}),
        peer=peer,
        brief=brief,
        blocks=blocks,
        conversation=conversation,
        grows=style.grows,
    )


def _stops(form: Form, peer: Peer | None, blocks: Blocks | None) -> Mapping[Stage, tuple[str, ...]]:
    if peer is not None:
        return _PEER_STOPS
    # Plain lines and bare words have no closing tag.
    if form != TAGGED:
        return _NO_STOPS
    return {**_CHAT_STOPS, "act": blocks.ends} if blocks else _CHAT_STOPS


def _package_file(
    profile: str, style: Style, own: str, wording: Wording | None, prompt: str, *, is_brief: bool
) -> tuple[str, str]:
    """The package and the file below its ``prompts/``; an environment keeps those of its own, also a peer's.

    With short forms the skill comes last, beside the answer: a tiny policy then learns sooner to follow it.
    """
    # A peer's own file would show past actions without the environment's tags.
    if style.peer is not None and prompt == "turn" and wording is not None and wording.blocks is not None:
        return wording.package or OWN_PACKAGE, f"{prompt}.txt"
    if prompt in style.files:
        return style.package, style.files[prompt]
    if is_brief and prompt == "act_first":
        return OWN_PACKAGE, f"{COMPACT}/brief/{prompt}.txt"
    is_peers = style.peer is not None and prompt in ("act_first", "act")
    # The environment has no prompt files: a peer's generic ones for acting, or our own.
    if wording is None or wording.package is None:
        return (
            (style.package, f"{style.generic}/{prompt}.txt") if is_peers else (OWN_PACKAGE, f"{own}/{prompt}.txt")
        )
    return wording.package, f"{profile}/{prompt}.txt" if is_peers else f"{prompt}.txt"


def _package_text(package: str, path: str) -> str:
    try:
        return files(package).joinpath("prompts", *path.split("/")).read_text(encoding="utf-8")
    except (OSError, ModuleNotFoundError, TypeError) as error:  # a TypeError: it is a single module
        told = f"the package {package} has no file prompts/{path}. If it is yours, add it, also to its data files;"
        raise PromptError(f"{told} else reinstall the package.") from error


def _override_files(folder: str | None, known: tuple[str, ...], profile: str) -> list[Path]:
    """The visible files of the folder, by name; each must replace a prompt, so that a misspelt one is noticed."""
    if folder is None:
        return []
    if not Path(folder).is_dir():
        raise PromptError(
            f"agent.prompts = {folder!r} is not a folder; expected a folder of prompt files. Type --agent.prompts "
            "FOLDER, or leave it out."
        )
    # Hidden files are put there by editors and systems, and no prompt is called so.
    paths = sorted(p for p in Path(folder).iterdir() if p.name != OF_TEACHERS and not p.name.startswith("."))
    for path in paths:
        if path.name not in known or not path.is_file():
            raise PromptError(
                f"{path} replaces no prompt of profile {profile!r}; known files: {', '.join(known)}. "
                "Rename it or remove it from the folder."
            )
    return paths


def _file_text(path: Path) -> str:
    try:
        # An editor may have put a byte order mark in front, which would become part of the prompt.
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise PromptError(f"prompt {path} cannot be read as UTF-8 text: {error}.") from error


@dataclass(frozen=True)
class MixedProfile(Profile):
    """The profiles of several environments; an episode is played with that of its own (:meth:`of`).

    By itself it is the first one, with the prompt texts of all: for what must know every word or every hash.
    """

    parts: Mapping[str, Profile] = field(default_factory=dict, repr=False)

    def of(self, env: str) -> Profile:
        return self.parts[env]

    def own_words(self) -> frozenset[str]:
        return frozenset().union(*(part.own_words() for part in self.parts.values()))


def configured_profile(config: Skill1Config) -> Profile:
    """The prompts that ``agent.profile``, ``agent.prompts`` and the environments ask for.

    Raises:
        PromptError: as :func:`load_profile`; or of several environments some are asked in chat messages, or end their
            answers, in another way than the others, which one policy could not learn.
    """
    if not is_mixture(config.env):
        return load_profile(config.agent.profile, config.agent.prompts, env=config.env.name)
    names = profile_names(config.env, config.agent)
    parts = {env: load_profile(name, config.agent.prompts, env=env) for env, name in names.items()}
    first = next(iter(parts.values()))
    if any((part.form, part.stops) != (first.form, first.stops) for part in parts.values()):
        said = ", ".join(f"{env}: {name}" for env, name in names.items())
        raise PromptError(
            f"these prompts cannot be combined in one run: {said}. Expected compact for all, or chat profiles that end "
            "their answers alike, as `--agent.profile dialogue` does in every environment."
        )
    named = {f"{env}/{name}": template for env, part in parts.items() for name, template in part.templates.items()}
    return MixedProfile(
        name=first.name,
        form=first.form,
        # A bare name means the first environment's template: by itself this profile is the first one's.
        templates={**named, **first.templates},
        stops=first.stops,
        # By environment: the same file name is another text in each, and a resume compares all of them.
        hashes={f"{env}/{file}": text for env, part in parts.items() for file, text in part.hashes.items()},
        peer=first.peer,
        brief=first.brief,
        parts=parts,
    )
