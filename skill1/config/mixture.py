"""Several environments in one configuration: the keys ``env.mixture.<env>.<key>``, and the list they are short for.

``env: [household, my_env:Suite]`` in a file names them. Each then begins from the ``env`` section of its own
``configs/<env>/base.yaml`` and may differ from the others in everything an environment can be told, in how often
its tasks are drawn, in its prompts and in the split it is evaluated on. Reads no files itself.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any

from skill1.config.configuration import Skill1Config
from skill1.config.keys import MAPPED, ConfigKey, config_keys, nearest_key
from skill1.config.schema import SEPARATOR, AgentConfig, EnvConfig
from skill1.config.schema import member_names as member_names
from skill1.config.values import Range, checked, unusable
from skill1.errors import ConfigError

MIXTURE = f"{MAPPED}."
ELSEWHERE = {
    "profile": "agent.profile",
    "eval_split": "eval.split",
    "validate_split": "train.validate_split",
}  # key of an environment → shared key it replaces
Values = dict[str, Any]


@dataclass(frozen=True)
class MemberKeys:
    """What an environment of several has besides the keys of ``env`` and those ``ELSEWHERE``."""

    weight: Annotated[float, Range(why="leave out what is not to be played", open_below=True)] = 1.0
    """How often its tasks are drawn, against the other environments' weights."""


@dataclass(frozen=True)
class Member:
    """One environment of a run: its own settings, how often it is drawn, its prompts, and its splits."""

    name: str
    env: EnvConfig
    weight: float
    profile: str | None  # None: agent.profile
    eval_split: str | None  # None: eval.split
    validate_split: str | None  # None: train.validate_split


def is_mixture(env: EnvConfig) -> bool:
    """Whether there are several environments."""
    return SEPARATOR in env.name


def members(env: EnvConfig) -> tuple[Member, ...]:
    """The environments of a configuration, each with its settings over the shared ones; often only one."""
    found = []
    for name in env.names:
        own = dict(env.mixture.get(name, {}))
        weight, elsewhere = own.pop("weight", 1.0), {name: own.pop(name, None) for name in ELSEWHERE}
        # Without the mixture: one environment alone may have none, as a rule demands.
        settings = replace(env, **{**own, "name": name, "mixture": {}})
        found.append(Member(name, settings, weight, **elsewhere))
    return tuple(found)


def member_config(config: Skill1Config, name: str) -> Skill1Config:
    """The configuration of one environment alone, as it is evaluated by itself.

    Raises:
        ConfigError: there is no such environment in it, or one of its settings cannot be used.
    """
    member = next((member for member in members(config.env) if member.name == name), None)
    if member is None:
        raise ConfigError(f"there is no environment '{name}' in this run; it has {config.env.name}.")
    # Made anew, so that every rule is checked for this environment by itself.
    agent = replace(config.agent, profile=member.profile or config.agent.profile)
    return replace(
        config,
        env=member.env,
        agent=agent,
        eval=replace(config.eval, split=member.eval_split or config.eval.split),
        train=replace(config.train, validate_split=member.validate_split or config.train.validate_split),
    )


def turn_limit(env: EnvConfig) -> int:
    """The most turns that an episode may have, in any of the environments."""
    return max(member.env.max_steps for member in members(env))


def profile_names(env: EnvConfig, agent: AgentConfig) -> Mapping[str, str]:
    """Environment → name of its prompts."""
    return {member.name: member.profile or agent.profile for member in members(env)}


def mixture_key(name: str) -> ConfigKey | None:
    """The key ``env.mixture.<env>.<key>`` with its type; None if the name is no such key."""
    if not name.startswith(MIXTURE):
        return None
    # From the right: an environment's name may hold dots itself (`my_package.worlds:Suite`).
    env, _, last = name.removeprefix(MIXTURE).rpartition(".")
    if not env or last == "name":
        return None
    if last == "weight":
        return ConfigKey(name, MemberKeys, last)
    like = config_keys().get(ELSEWHERE.get(last, f"env.{last}"))
    return replace(like, name=name) if like else None


def check_mixture(mixture: Any) -> None:
    """Every setting of ``env.mixture`` by itself, as files and the command line have it checked.

    Raises:
        ConfigError: naming the first that is no key, or has a value that cannot be used.
    """
    if not isinstance(mixture, Mapping):
        raise unusable(MAPPED, mixture, "a mapping of environments to their settings")
    for env, own in mixture.items():
        if not isinstance(own, Mapping):
            raise unusable(f"{MIXTURE}{env}", own, "a mapping of keys to values")
        for last, value in own.items():
            key = mixture_key(name := f"{MIXTURE}{env}.{last}")
            if key is None:
                raise ConfigError(unknown_mixture_key(name))
            checked(key.owner, key.attribute, value, name)


def unknown_mixture_key(name: str, where: str = "") -> str:
    """What to say of a name under ``env.mixture`` that is no key."""
    last = name.rpartition(".")[2]
    known = [key.removeprefix("env.") for key in config_keys() if key.startswith("env.") and key != "env.name"]
    nearest = nearest_key(last, [*known, "weight", *ELSEWHERE])
    hint = f"did you mean `{name.removesuffix(last)}{nearest}`?" if nearest else "expected a key of `env`."
    return f"unknown key `{name}`{where}; {hint}"


def listed(
    entries: Sequence[Any],
    where: str,
    own_settings: Callable[[str], Mapping[str, Any]],
    shared: Collection[str] = (),
) -> Values:
    """``env: [{name: household, weight: 2}, my_env:Suite]`` as dotted keys.

    ``own_settings`` gives what an environment's own configuration says: dotted keys, of which those of ``env`` and
    ``eval.split`` and ``train.validate_split`` are taken, but for the keys ``shared`` that stand beside the list.

    Raises:
        ConfigError: an entry is no name and no mapping with a name.
    """
    values: Values = {}
    names = []
    for entry in entries:
        settings = {"name": entry} if isinstance(entry, str) else entry
        if not isinstance(settings, Mapping) or not isinstance(settings.get("name"), str):
            raise ConfigError(
                f"`env`{where} lists {entry!r}; expected an environment's name, or a mapping with `name` and its "
                "settings, such as {name: household, weight: 2}."
            )
        names.append(settings["name"])
        own = {last: value for last, value in settings.items() if last != "name"}
        taken = _taken(own_settings(names[-1])).items()
        taken = {key: value for key, value in taken if ELSEWHERE.get(key, f"env.{key}") not in shared}
        # What the list says itself goes over the environment's own configuration.
        values |= {f"{MIXTURE}{names[-1]}.{key}": value for key, value in (taken | own).items()}
    return {"env.name": SEPARATOR.join(names), **values}


def _taken(settings: Mapping[str, Any]) -> Values:
    """Its own settings; splits are said even if they are the default, which need not be the other environments'."""
    # Without a configuration of its own, an environment follows the shared splits, whatever they are set to.
    if not settings:
        return {}
    own = {key.removeprefix("env."): value for key, value in settings.items() if key.startswith("env.")}
    own["eval_split"] = settings.get("eval.split", config_keys()["eval.split"].default)
    own["validate_split"] = settings.get("train.validate_split")
    return {key: value for key, value in own.items() if key != "name"}


def overlaid(values: Values, layer: Values, *, is_list: bool = False) -> Values:
    """Later values over earlier: a shared key that is set later holds for all environments, a list replaces ``env``.

    A name that is set later selects: what earlier layers say of other environments goes.
    """
    if is_list:
        values = {name: value for name, value in values.items() if not name.startswith("env.")}
    shared = {
        name.removeprefix("env.") for name in layer if name.startswith("env.") and not name.startswith(MIXTURE)
    }
    # agent.profile and the splits stand elsewhere than an environment's own; set later, they hold for all, too.
    shared |= {own for own, key in ELSEWHERE.items() if key in layer}
    selected = member_names(str(layer["env.name"])) if "env.name" in layer else None

    def holds(name: str) -> bool:
        env, key = _of_member(name)
        return key not in shared and (selected is None or env in selected)

    return {name: value for name, value in values.items() if not name.startswith(MIXTURE) or holds(name)} | layer


def _of_member(name: str) -> tuple[str, str]:
    """``env.mixture.<env>.<key>`` → (environment, key)."""
    env, _, key = name.removeprefix(MIXTURE).rpartition(".")
    return env, key


def settled(values: Values) -> Values:
    """Dotted keys with ``env.mixture`` as one mapping, or none where ``env.name`` names one environment alone.

    Raises:
        ConfigError: a key is of an environment that ``env.name`` does not list.
    """
    names = member_names(str(values.get("env.name", config_keys()["env.name"].default)))
    mixture: dict[str, Values] = {}
    for name, value in values.items():
        if name.startswith(MIXTURE):
            env, key = _of_member(name)
            if env not in names:
                raise ConfigError(
                    f"`{name}` has no effect here: expected only environments that env.name lists, which is "
                    f"{SEPARATOR.join(names)}. Leave it out."
                )
            mixture.setdefault(env, {})[key] = value
    plain = {name: value for name, value in values.items() if not name.startswith(MIXTURE)}
    if len(names) > 1:
        return plain | ({"env.mixture": mixture} if mixture else {})
    # One environment alone: what was its own in a mixture becomes shared.
    own = {ELSEWHERE.get(key, f"env.{key}"): value for key, value in mixture.get(names[0], {}).items()}
    # Alone it is drawn every time, whatever its weight.
    own.pop("env.weight", None)
    return plain | own


def check_members(config: Skill1Config) -> None:
    """Every rule, for each environment by itself.

    Raises:
        ConfigError: naming the environment and the first broken rule.
    """
    for name in config.env.names if is_mixture(config.env) else ():
        try:
            member_config(config, name)
        except ConfigError as error:
            raise ConfigError(f"environment '{name}' of several: {error}") from error
