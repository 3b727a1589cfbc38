"""Addresses of OpenAI-compatible servers: which can be used, and below which path they answer."""

from __future__ import annotations

import urllib.parse

AZURE_HOSTS = (".openai.azure.com", ".services.ai.azure.com", ".cognitiveservices.azure.com")
AZURE_PATH = "/openai/v1"  # the interface that takes a bearer key, a model's name and no api-version
_RESOURCE_PATHS = ("", "/openai")


def is_plain(url: str) -> bool:
    """Whether an address is http(s), a host and a path only: it is shown and saved, so secrets have no place in it."""
    try:
        parts = urllib.parse.urlsplit(url)
        # `port` is parsed only when it is asked for, and raises for what is none.
        is_web = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False
    return is_web and "@" not in parts.netloc and not (parts.query or parts.fragment) and url.isprintable()


def base_address(url: str) -> str:
    """``url`` without a slash at its end; the address of a bare Azure resource with the path of its v1 interface.

    Azure's portal shows ``https://NAME.openai.azure.com/``, below which nothing answers as OpenAI does. A path that is
    written out, such as that of a single deployment, stays as it is.
    """
    plain = url.rstrip("/")
    try:
        parts = urllib.parse.urlsplit(plain)
        host = parts.hostname or ""
    except ValueError:
        return plain
    if host.endswith(AZURE_HOSTS) and parts.path.rstrip("/") in _RESOURCE_PATHS:
        return urllib.parse.urlunsplit(parts._replace(path=AZURE_PATH))
    return plain
