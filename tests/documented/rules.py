"""What a rule of the manifest says, and the command that a runner types because of it."""

import re
from dataclasses import dataclass, replace
from functools import cached_property

AS_TYPED, PLACEHOLDER, SMALL, SERVER, STAND_IN, RESOLVED = (
    "as typed",
    "placeholders replaced",
    "small sizes appended",
    "scripted server",
    "stand-in for a download or an installer",
    "--dry-run appended",
)
MENTION, ELSEWHERE, NOT_RUN = ("named in prose: its --help", "run by another test", "not run")
HOWS = (AS_TYPED, PLACEHOLDER, SMALL, SERVER, STAND_IN, RESOLVED, MENTION, ELSEWHERE, NOT_RUN)

# What a page leaves to its reader → what the workspace has under such a name.
PLACEHOLDERS = (
    (r"\bRUN@40/", "runs/household-skill1@2/"),
    (r"(?<!/)\bRUN@40\b", "runs/household-skill1@2"),
    (r"(?<![/\w])RUN(?=@|\b)", "runs/household-skill1"),
    (r"\bLIBRARY\b", "runs/household-skill1"),
    (r"\bTARGET SOURCE …", "merged.sqlite data/household/run runs/household-skill1"),
    (r"\bMODEL\b", "runs/household-cold-start"),
    (r"\bCONFIG\b", "household/skill1"),
    (r"\bDIR\b", "fetched"),
    (r"\bOUT\b", "made"),
    (r"\bNAME\b", "household"),
    (r"\bFILE\b", "demos.jsonl.gz"),
    (r"\bPYTHON\b|\bPATH\b", "python"),
)


@dataclass(frozen=True)
class Rule:
    """How commands that match ``pattern`` as a whole are run.

    ``add``: words put behind; ``swap``: replacements (regular expressions) made before those of PLACEHOLDERS;
    ``before``: typed first, what a reader has done by then; ``given``: what is typed while it runs; ``code``: the exit
    code that the page promises; ``says``: must be found in what it prints; ``leaves``: files there must be afterwards;
    ``is_slow``: only with test.sh --commands; ``needs``: a module without which it is skipped; ``serves``: it runs to
    Ctrl-C, and answers at the address that it prints; ``again``: typed at every place that shows it.
    """

    pattern: str
    how: str
    reason: str = ""
    add: str = ""
    swap: tuple = ()
    before: str = ""
    given: str = ""
    code: int = 0
    says: str = ""
    leaves: tuple = ()
    is_slow: bool = False
    needs: str = ""
    serves: bool = False
    again: bool = False

    @property
    def is_run(self):
        return self.how not in (ELSEWHERE, NOT_RUN)

    @cached_property
    def _compiled(self):
        """Kept here: the cache of ``re`` is too small for all rules beside what else a session of tests compiles."""
        return re.compile(self.pattern)

    def matches(self, text):
        return self._compiled.fullmatch(text) is not None

    def typed(self, text):
        """The command of a page with its placeholders replaced and its sizes appended; of Python, the program."""
        if self.how == MENTION:
            return f"{text.partition(' …')[0]} --help"
        for what, value in (*self.swap, *PLACEHOLDERS):
            text = re.sub(what, value, text)
        return f"{text} {self.add}".strip()


def rule(how):
    """A function that makes rules of one kind."""
    return lambda pattern, **more: Rule(pattern, how, **more)


as_typed, placed, small, served, stood_in, resolved = map(rule, HOWS[:6])


def mention(*commands):
    """Commands that prose names without what they need."""
    return tuple(Rule(re.escape(command), MENTION) for command in commands)


def elsewhere(pattern, reason):
    return Rule(pattern, ELSEWHERE, reason)


def not_run(pattern, reason):
    return Rule(pattern, NOT_RUN, reason)


def slow(*rules):
    """The same rules, for commands that train, play or measure."""
    return tuple(replace(rule, is_slow=True) for rule in rules)
