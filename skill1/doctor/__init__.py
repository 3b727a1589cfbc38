"""Looks at the machine and says what is missing for a configuration, with the command that mends each.

Takes a configuration or None, returns findings. Every check is guarded: one that fails becomes a finding itself.
torch is loaded only where it was built for a GPU and a driver is there, so most diagnoses take well under a second.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from skill1.config import Skill1Config
from skill1.doctor import cluster, gpu, installed, machine, parts, services
from skill1.env.service import Finding

__all__ = ["Finding", "diagnose", "is_healthy"]

Check = Callable[[Skill1Config], Iterable[Finding]]
MACHINE_CHECKS: dict[str, Callable[[Skill1Config | None], Iterable[Finding]]] = {
    "python": installed.python,
    "packages": installed.packages,
    "combinations": installed.combinations,
    "gpu": gpu.gpu,
    "disk": machine.disk,
    "open files": machine.open_files,
}
ENVIRONMENT_CHECKS: dict[str, Check] = {
    "environment": parts.environment,
    "environment's own": parts.environments_own,
    "env.python": services.interpreter,
    "env.url": services.environment_server,
}
CONFIG_CHECKS: dict[str, Check] = {
    "model": parts.model,
    "memory": gpu.memory,
    "cluster": cluster.cluster,
    "encoder": parts.encoder,
    "files": parts.named_files,
    "teacher": parts.teacher,
    "endpoint": services.endpoint,
    "loggers": services.loggers,
    "run directory": parts.run_directory,
}


def is_healthy(findings: Iterable[Finding]) -> bool:
    """Whether nothing required is missing."""
    return all(finding.status != "missing" for finding in findings)


def diagnose(config: Skill1Config | None = None) -> list[Finding]:
    """Check the machine; with a configuration also what that configuration needs (model, encoder, environment).

    ``missing`` means the configuration (or, without one, local training) cannot run; ``warn`` that it can, but
    that something is slow, doubtful or could not be checked. Never raises.
    """
    findings = [f for name, check in MACHINE_CHECKS.items() for f in _guarded(name, check, config)]
    if config is not None:
        # Of several environments each is looked at by itself; the rest of a configuration is shared.
        for one in installed.each_environment(config):
            findings += [f for name, check in ENVIRONMENT_CHECKS.items() for f in _guarded(name, check, one)]
        findings += [f for name, check in CONFIG_CHECKS.items() for f in _guarded(name, check, config)]
    return findings


def _guarded(name: str, check: Callable[..., Iterable[Finding]], config: Skill1Config | None) -> list[Finding]:
    try:
        return list(check(config))
    except Exception as error:  # a broken machine is what a doctor is for: the other checks still have to speak
        return [Finding(name, "warn", f"could not be checked: {type(error).__name__}: {error}")]
