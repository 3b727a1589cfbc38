"""The section ``teacher``, which belongs to the methods whose own policy does not write their skills."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from skill1.config import EndpointConfig
from skill1.config.method import Method, Row
from skill1.config.values import Count, Number, Positive, Seconds, Text, VariableName
from skill1.errors import ConfigError


@dataclass(frozen=True, slots=True)
class Service:
    """An OpenAI-compatible service. ``url`` None: it differs from account to account."""

    url: str | None
    key_variable: str


SERVICES = {
    "openai": Service("https://api.openai.com/v1", "OPENAI_API_KEY"),
    "openrouter": Service("https://openrouter.ai/api/v1", "OPENROUTER_API_KEY"),
    "azure": Service(None, "AZURE_OPENAI_API_KEY"),
    "vllm": Service("http://127.0.0.1:8000/v1", "VLLM_API_KEY"),
}


@dataclass(frozen=True)
class TeacherConfig(Method):
    """Who writes or edits skills for the methods whose own policy does not (skillrl, skillpro, skillopt)."""

    follows = "endpoint"
    unread = (
        Row(
            (
                "teacher.service",
                "teacher.url",
                "teacher.model",
                "teacher.api_key_variable",
                "teacher.timeout_s",
                "teacher.retries",
                "teacher.concurrency",
                "teacher.requests_per_minute",
                "teacher.prompt_price",
                "teacher.completion_price",
                "teacher.cache",
            ),
            lambda command, c: c.teacher.kind != "service",
            "teacher.kind is {config.teacher.kind}. Type --teacher.kind service, or leave it out.",
        ),
        Row(
            ("teacher.temperature", "teacher.max_tokens"),
            lambda command, c: c.teacher.kind == "analyst",
            "teacher.kind is analyst, which answers by rules. Type --teacher.kind service or policy, or leave it out.",
        ),
    )

    kind: Literal["analyst", "policy", "service"] = "analyst"
    """analyst: the environment's rule-based expert, offline; policy: the model being run; service: a model behind an
    OpenAI-compatible server."""
    service: Literal["openai", "openrouter", "azure", "vllm"] = "openai"
    """The service whose address and key variable are used."""
    url: Text | None = None
    """Base address, instead of the service's own."""
    model: Text | None = None
    """The model's name at that service."""
    api_key_variable: VariableName | None = None
    """Environment variable that holds the key, instead of the service's own."""
    temperature: Number = 0.7
    """Sampling temperature; 0 is greedy."""
    max_tokens: Positive = 4096
    """Longest answer."""
    timeout_s: Seconds = 300.0
    """Longest wait for one answer."""
    retries: Count = 4
    """Further tries after a timeout, a broken connection, a rate limit or a server error."""
    concurrency: Positive = 8
    """Requests in flight at once."""
    requests_per_minute: Number = 0.0
    """Most questions started per minute, retries not counted; 0: no limit."""
    prompt_price: Number = 0.0
    """Price of a million prompt tokens, for the metric teacher/cost."""
    completion_price: Number = 0.0
    """Price of a million completion tokens."""
    cache: Text | None = None
    """File of answers already paid for; default: RUN/teacher.sqlite, or next to the bank while one is distilled."""

    def require_named(self) -> None:
        """Raises ``ConfigError`` for a service that cannot be asked, before anything is played for it."""
        if self.kind == "service":
            self.endpoint()

    def endpoint(self) -> EndpointConfig:
        """The endpoint that is meant.

        Raises:
            ConfigError: no model is named, or ``azure`` has no address.
        """
        service = SERVICES[self.service]
        url = self.url or service.url
        if url is None:
            raise ConfigError(
                "teacher.service azure needs the address of your resource. Type: --teacher.url "
                "https://RESOURCE.openai.azure.com"
            )
        if not self.model:
            raise ConfigError("teacher.model is not set. Type: --teacher.model NAME, as the service calls it.")
        # An Azure address without a path gets that of its v1 interface where it is used (`base_address`).
        return EndpointConfig(
            url=url,
            model=self.model,
            api_key_variable=self.api_key_variable or service.key_variable,
            timeout_s=self.timeout_s,
            retries=self.retries,
            concurrency=self.concurrency,
        )
