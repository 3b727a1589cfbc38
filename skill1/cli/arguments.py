"""Command-line parsing: a parser that refuses abbreviations and names the nearest option, and configuration keys.

Configuration keys (``--train.steps 3``) are taken out of the arguments before a command's own parser sees them, so
that one reader, ``config.load.parse_overrides``, types them everywhere.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

from skill1.config import Skill1Config
from skill1.config.files import config_names, configs_folder, find_config, inheritance
from skill1.config.keys import LIKE, OF_OTHERS, config_keys, config_sections, nearest_key, unknown_key_message
from skill1.config.load import load_config, parse_overrides
from skill1.config.mixture import SEPARATOR, member_names
from skill1.config.registry import FOREIGN_CONFIGS, METHODS, nearest_name
from skill1.config.save import config_to_dict, flat_values
from skill1.config.trust import load_own_config
from skill1.config.unread import unread
from skill1.config.values import LONGEST_SHOWN, MOST_SEED, MOST_WHOLE, Range
from skill1.env.registry import suite_target
from skill1.errors import ConfigError, quoted
from skill1.models.hub import is_chat_model
from skill1.run.directory import CONFIG_FILE, is_begun
from skill1.run.locate import is_run, split_selector

OVERRIDES_NOTE = (
    "Every configuration key can be set as --section.key VALUE or --section.key=VALUE; "
    "`skill1 train --help` lists them."
)

HYDRA_OVERRIDE = re.compile(r"(\+\+?|~)?([A-Za-z_][\w-]*(?:\.[\w-]+)*)(?:=(.*))?", re.DOTALL)
WORD_LEVEL, CHAT = "compact", "skill1"  # values of agent.profile
ACT_TOKENS = "sampling.act_tokens"
MOST_WORDS = 12  # of an action in the configurations of word-level policies; a chat model's needs more tokens
OF_WORD_LEVEL = (  # limits that fit answers of a few words
    *("model.max_prompt_tokens", "agent.max_skill_chars", "sampling.query_tokens", "sampling.rerank_tokens"),
    *(ACT_TOKENS, "sampling.distill_tokens"),
)
OF_SMALL_WEIGHTS = (
    "model.device",
    "model.dtype",
    "train.threads",
)  # one core, without a GPU, suits a tiny net alone
# Never more digits than Python agrees to convert: no range needs more than 19.
WHOLE = r"[+-]?[0-9]{1,30}"
DECIMAL = r"[+-]?([0-9]{1,30}\.?[0-9]{0,30}|\.[0-9]{1,30})(e[+-]?[0-9]{1,2})?"


def number_in(allowed: Range, *, whole: bool = True) -> Callable[[str], float]:
    """A type for argparse: a number in ``allowed``; anything else is a usage error that says what was expected."""
    kind = "a whole number" if whole else "a number"
    # int() and float() also take underscores, spaces, `nan` and digits of other scripts.
    pattern = re.compile(WHOLE if whole else DECIMAL)

    def read(text: str) -> float:
        number = (int if whole else float)(text) if pattern.fullmatch(text) else None
        if expected := kind if number is None else allowed.fault(number):
            raise argparse.ArgumentTypeError(f"got {text[:LONGEST_SHOWN]!r}, expected {expected}")
        return number

    return read


COUNT = number_in(Range(1, MOST_WHOLE))
NATURAL = number_in(Range(0, MOST_WHOLE))
SEED = number_in(Range(0, MOST_SEED))
PORT_NUMBER = number_in(Range(0, 65535, "a port"))
AMOUNT = number_in(Range(open_below=True), whole=False)
SHARE = number_in(Range(0, 1), whole=False)


class UsageError(Exception):
    """The command line cannot be understood. Exit code 2."""

    def __init__(self, message: str, prog: str) -> None:
        super().__init__(message)
        self.prog = prog


class CommandParser(argparse.ArgumentParser):
    """Like argparse, but never abbreviates, and raises ``UsageError`` instead of ending the process.

    ``keys``: the configuration keys that the command takes.
    """

    def __init__(self, *, keys: Collection[str] = (), **settings: Any) -> None:
        super().__init__(**{"allow_abbrev": False, **settings})
        # For `--output=~/x`, which shells hand on as it is.
        self.register("type", Path, lambda text: Path(os.path.expanduser(text)))
        self._keys = keys
        self.help_only: set[str] = set()  # configuration keys that were added for the help text

    def error(self, message: str) -> NoReturn:
        raise UsageError(message, self.prog)

    def parse_strictly(self, tokens: Sequence[str]) -> argparse.Namespace:
        """Parse; an unknown option is named together with the nearest known one."""
        try:
            arguments, unknown = self.parse_known_args(tokens)
        except UsageError as error:
            # The value of an unknown option is taken for an argument.
            known = self.plain_option_names()
            unknown = [t for t in tokens if t.startswith("--") and t[2:].partition("=")[0] not in known]
            if "invalid choice" not in str(error) or not unknown:
                raise
        if not unknown:
            return arguments
        word, command = unknown[0].partition("=")[0], self.chosen(tokens)
        if not word.startswith("-"):
            raise UsageError(_hydra_hint(unknown[0]) or f"unexpected argument '{word}'", command.prog)
        raise UsageError(f"unknown option {word}{self._meant(word, command)}", command.prog)

    def _meant(self, word: str, command: CommandParser) -> str:
        """What an option that ``command`` does not know may stand for; empty if nothing is like it."""
        name, own = word.lstrip("-"), command.plain_option_names()
        nearest = nearest_name(name, own, LIKE)
        if not nearest:
            same = [key for key in self._keys if key.rpartition(".")[2] == name]
            meant = OF_OTHERS.get(name.replace("-", "_"), "")
            # Of several keys of one name: that of the command's section, else the one that other trainers mean.
            section = command.prog.rpartition(" ")[2]
            likely = (f"{section}.{name}", f"{section}.{meant.rpartition('.')[2]}", meant, *same)
            nearest = next((key for key in likely if key in self._keys), None)
            nearest = nearest or nearest_key(name, [*own, *self._keys])
        if not nearest:
            return ""
        return f"; did you mean {'-' if len(nearest) == 1 else '--'}{nearest}?"

    def chosen(self, tokens: Sequence[str]) -> CommandParser:
        """The parser of the subcommand that the words name: its help lists the options. Without one, this parser."""
        actions = [action for action in self._actions if isinstance(action, argparse._SubParsersAction)]
        named = (action.choices[token] for action in actions for token in tokens if token in action.choices)
        return next(named, self)

    def plain_option_names(self) -> list[str]:
        """The options of this command and its subcommands, without dashes; not keys that are listed for the help."""
        names = [option.lstrip("-") for action in self._actions for option in action.option_strings]
        for action in self._actions:
            if isinstance(action, argparse._SubParsersAction):
                names += [name for parser in action.choices.values() for name in parser.plain_option_names()]
        return [name for name in names if name not in self.help_only]


def _hydra_hint(word: str) -> str:
    """How to say ``trainer.nnodes=2``, ``+a.b=c``, ``++a.b=c`` or ``~a.b`` here; empty for any other word."""
    override = HYDRA_OVERRIDE.fullmatch(word)
    sign, path, value = override.groups() if override else (None, "", None)
    # A bare word, and a path without a dot that is no key, may be anything.
    if not (sign or value is not None) or not ("." in path or path in config_keys()):
        return ""
    if sign == "~":
        from skill1.train.verl.overlay import translation

        advice = f"a setting cannot be removed; {translation(path, 'null')}"
    elif path in config_keys():
        advice = f"type --{path} {shlex.quote(value) if value else 'VALUE'}"
    elif path.partition(".")[0] in config_sections():
        advice = unknown_key_message(path)
    else:
        from skill1.train.verl.overlay import translation

        advice = translation(path, value)
    return f"'{word}' is Hydra syntax; {advice}"


def split_overrides(tokens: Sequence[str], own_options: Sequence[str]) -> tuple[list[str], list[str]]:
    """Divide arguments into a command's own and configuration overrides.

    A word with a dot (``--train.steps``) or the name of a whole-run key (``--seed``) is an override together with
    its value, unless the command has an option of that name.
    """
    own: list[str] = []
    overrides: list[str] = []
    position = 0
    while position < len(tokens):
        token = tokens[position]
        name, has_value, _ = token[2:].partition("=")
        position += 1
        # A command's own option goes first: `--seed` is one of some commands, and a key of all others.
        is_key = token.startswith("--") and name not in own_options and ("." in name or name in config_keys())
        (overrides if is_key else own).append(token)
        # One dash begins a value, a negative number; two begin the next option.
        if is_key and not has_value and position < len(tokens) and not tokens[position].startswith("--"):
            overrides.append(tokens[position])
            position += 1
    return own, overrides


def refuse_keys(overrides: Sequence[str], prog: str) -> None:
    """For commands that read no configuration.

    Raises:
        UsageError: there is a configuration key.
    """
    if overrides:
        raise UsageError(f"{overrides[0].partition('=')[0]} cannot be used here", prog)


def add_config_help(parser: CommandParser) -> None:
    """List every configuration key in the help; :func:`split_overrides` has taken them out before parsing."""
    groups = {
        name: parser.add_argument_group(f"configuration, {name}", cls.__doc__)
        for name, cls in config_sections().items()
    }
    top = parser.add_argument_group("configuration, the run")
    parser.add_argument_group(
        "configuration, verl",
        "--verl.PATH VALUE hands any setting to verl, by its path in verl's own configuration (backend verl): "
        "--verl.actor_rollout_ref.rollout.max_num_seqs 256",
    )
    taken = {option for action in parser._actions for option in action.option_strings}
    for key in config_keys().values():
        if f"--{key.name}" in taken:
            continue
        default = "null" if key.default is None else str(key.default).lower() if bool in key.kinds else key.default
        text = f"{key.doc} ({key.expected}; default: {default})".replace("%", "%%")
        group = groups.get(key.name.partition(".")[0], top)
        # The space keeps these apart from the attributes of a command's own options.
        group.add_argument(f"--{key.name}", dest=f"config {key.name}", metavar="V", help=text)
        parser.help_only.add(key.name)


class _OneConfig(argparse.Action):
    """Refuses a second one, which in other programs is laid over the first; argparse would drop the first."""

    def __call__(self, parser, namespace, values, option_string=None):
        if (first := getattr(namespace, self.dest)) is not None:
            parser.error(
                f"--config was given twice, {first} and {values}; give it once. To combine them, write a file with "
                f"`inherits: [{first}, {values}]` and type --config FILE"
            )
        setattr(namespace, self.dest, values)


def add_config_choice(parser: argparse.ArgumentParser, *, method: bool = True) -> None:
    """``--config C``, or ``--env E`` with ``--method M`` as its short form."""
    what = "a YAML file, or a name such as household/skill1"
    parser.add_argument("--config", metavar="C", action=_OneConfig, help=what)
    parser.add_argument("--env", metavar="E", help="short for --config E/METHOD; E,F: several environments")
    if method:
        parser.add_argument(
            "--method",
            metavar="M",
            help="with --env: which configuration of it (default: skill1); with --config: sets the key `method`",
        )


def chosen_config(
    arguments: argparse.Namespace, overrides: Sequence[str], default: str | None = None
) -> Skill1Config:
    """The configuration that ``--config``, ``--env`` and ``--method`` name, else that of a run, under the overrides.

    ``default`` is the file that a run keeps. Keys in it that only another version of skill1 knows are left out;
    ``foreign_note`` says so.

    Raises:
        ConfigError: nothing was named and there is no default, or both --config and --env were.
        UntrustedError: the run's file asks for what the user has not typed.
    """
    method = getattr(arguments, "method", None)
    # Another project's file. It is read by itself, so here --env may stand beside --config.
    if arguments.config and (suffix := Path(arguments.config).suffix) in FOREIGN_CONFIGS.built_in:
        own = [f"--method={method}"] if method else []
        return FOREIGN_CONFIGS.load(suffix)(arguments.config, arguments.env, [*own, *overrides])
    if arguments.config and arguments.env:
        raise ConfigError(
            "--config and --env each name a configuration; give only one. To change only the environment's name, "
            "use --env.name."
        )
    if arguments.env:
        return config_of_env(arguments.env, method, overrides)
    if method and method not in METHODS and any(name.endswith(f"/{method}") for name in config_names()):
        raise ConfigError(
            f"--method {method} names a configuration of an environment; here it would set the key `method`, which "
            f"has no value {method}. Type --env ENV --method {method}, or --config ENV/{method}."
        )
    own = [*([f"--method={method}"] if method else []), *overrides]
    if arguments.config is None and default is not None:
        return load_own_config(default, own)
    if arguments.config is None:
        raise ConfigError(
            "no configuration was given. Type --config household/skill1, or --env household --method skill1."
        )
    try:
        find_config(arguments.config)
    except ConfigError:
        _refuse_run(arguments.config)
        raise
    return load_config(arguments.config, own)


def _refuse_run(config: str) -> None:
    run, _ = split_selector(config)
    if is_run(run):
        raise ConfigError(
            f"--config {quoted(config)} is a run. To use only its configuration: --config "
            f"{quoted(run / CONFIG_FILE)}. To "
            f"resume it: skill1 train --run-dir {quoted(run)} --resume, or in a new run: skill1 train --fork "
            f"{quoted(config)}"
        )


def config_for(
    command: str,
    arguments: argparse.Namespace,
    overrides: Sequence[str],
    default: str | None = None,
    model: str | None = None,
) -> Skill1Config:
    """:func:`chosen_config` for a command that uses it: what the user set and nothing would read is refused, or told.

    Of a run's own file nothing is refused: it may come from another version, and it was taken when the run began. Nor
    is a file's section that belongs to a method or backend which the command line replaces.

    One of a word-level policy gets a chat model's prompts and limits where a model behind a server plays, or ``model``,
    one that belongs to no run, and it is a chat model.

    Raises:
        ConfigError: as :func:`chosen_config`, or a key has no effect under the command, the method or the backend.
    """
    config = chosen_config(arguments, overrides, default)
    typed = parse_overrides(overrides)
    is_named = arguments.config or arguments.env
    # A run resumes with the configuration that it began with.
    is_asked_anew = is_named or (command != "train" and "endpoint.url" in typed)
    if is_asked_anew and (config.endpoint.url or (model and is_chat_model(model))):
        config = _for_a_chat_model(config, typed, _own_keys(arguments.config))
    is_replaced = {"method", "backend"} & set(typed) or (arguments.config and getattr(arguments, "method", None))
    in_file = config_keys() if is_named and not is_replaced else ()
    for found in unread(command, config, typed=typed, in_file=in_file):
        if found.is_refused:
            raise ConfigError(f"{found}")
        _note(f"{found}")
    return config


def _note(text: str) -> None:
    from skill1.cli.output import say

    say(f"note: {text}", stderr=True)


def _own_keys(config: str | None) -> set[str]:
    """What the user's own files set: ``--config`` and those that it inherits from, if they do not come with skill1."""
    if config is None or Path(config).suffix in FOREIGN_CONFIGS.built_in:
        return set()
    files = [(Path(file).resolve(), values) for file, values in inheritance(find_config(config))]
    # Nor a run's: it has every key, whoever set it.
    own = (
        values
        for file, values in files
        if not (file.is_relative_to(configs_folder()) or (file.name == CONFIG_FILE and is_begun(file.parent)))
    )
    return {key for values in own for key in values}


def _for_a_chat_model(config: Skill1Config, typed: Collection[str], own: Collection[str]) -> Skill1Config:
    """A word-level policy's configuration with a chat model's prompts and longer answers; ``typed`` keys stay.

    Those of the user's ``own`` files stay, too, if they ask in chat messages already.
    """
    values, default = flat_values(config), flat_values(Skill1Config())
    is_compact = config.agent.profile == WORD_LEVEL
    typed = typed if is_compact else {*typed, *own}
    named = "agent.profile" if is_compact else ACT_TOKENS
    # Whoever typed the key that tells has decided.
    if named in typed or not (is_compact or values[ACT_TOKENS] <= MOST_WORDS):
        return config
    # With a server no weights are here, so that settings of theirs do not matter.
    keys = OF_WORD_LEVEL if config.endpoint.url else (*OF_WORD_LEVEL, *OF_SMALL_WEIGHTS)
    wanted = {**({named: CHAT} if is_compact else {}), **{key: default[key] for key in keys}}
    changed = {
        key: "null" if value is None else value
        for key, value in wanted.items()
        if key not in typed and values[key] != value
    }
    told = ", ".join(f"{key} {values[key]} → {value}" for key, value in changed.items())
    kept = f"--{named} {values[named]} leaves it as it is"
    _note(f"this configuration is for a word-level policy. Changed for a chat model: {told} ({kept})")
    return load_config(None, [f"--{key}={value}" for key, value in changed.items()], config_to_dict(config))


def config_of_env(env: str, method: str | None, overrides: Sequence[str]) -> Skill1Config:
    """``ENV/METHOD``; for an environment that comes without configurations, the defaults with its name.

    Several names with commas: the defaults with these environments, each asked in its own words.
    """
    if SEPARATOR in env:
        base = {"env": list(member_names(env)), "agent.profile": "skill1"}
        return load_config(None, _said(method, overrides), base)
    if any(name.startswith(f"{env}/") for name in config_names()):
        if method in METHODS and method not in METHODS.built_in:  # another package's has no files here
            return load_config(f"{env}/base", _said(method, overrides))
        return load_config(f"{env}/{method or 'skill1'}", overrides)
    said = [f"--env.name={env}", *_said(method, overrides)]
    values = parse_overrides(said)
    # A server, or another Python, has names that nothing here knows.
    if not values.get("env.url") and not values.get("env.python"):
        suite_target(env)  # refuses an unknown name
    return load_config(None, said)


def _said(method: str | None, overrides: Sequence[str]) -> list[str]:
    return [*([f"--method={method}"] if method else []), *overrides]


def short_overrides(arguments: argparse.Namespace, keys: Mapping[str, str]) -> list[str]:
    """Overrides for the options that were given; ``keys``: option → the configuration key it is short for."""
    given = ((key, getattr(arguments, option)) for option, key in keys.items())
    return [f"--{key}={value}" for key, value in given if value is not None]
