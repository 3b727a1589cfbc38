"""The prompts of a run: of one environment a profile, of several one profile for each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from skill1.agent.profile import Profile, load_profile
from skill1.config import Skill1Config
from skill1.config.mixture import is_mixture, profile_names
from skill1.errors import PromptError


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
