"""Where well-known services answer, and which variable holds their key."""

from __future__ import annotations

from dataclasses import dataclass

from skill1.config import EndpointConfig
from skill1.errors import ConfigError
from skill1.methods.teacher.settings import TeacherConfig


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


def endpoint_of(config: TeacherConfig) -> EndpointConfig:
    """The endpoint that a teacher's configuration means.

    Raises:
        ConfigError: no model is named, or ``azure`` has no address.
    """
    service = SERVICES[config.service]
    url = config.url or service.url
    if url is None:
        raise ConfigError(
            "teacher.service azure needs the address of your resource. Type: --teacher.url "
            "https://RESOURCE.openai.azure.com"
        )
    if not config.model:
        raise ConfigError("teacher.model is not set. Type: --teacher.model NAME, as the service calls it.")
    return EndpointConfig(
        url=url,
        model=config.model,
        api_key_variable=config.api_key_variable or service.key_variable,
        timeout_s=config.timeout_s,
        retries=config.retries,
        concurrency=config.concurrency,
    )
