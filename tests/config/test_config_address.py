"""Base addresses of OpenAI-compatible servers: Azure resources answer below /openai/v1."""

import pytest

from skill1.config import EndpointConfig
from skill1.config.address import base_address
from skill1.methods.skillopt.package import OpenAIChatClient
from skill1.methods.teacher.settings import TeacherConfig
from skill1.policy.server import ModelServer

V1 = "https://NAME.openai.azure.com/openai/v1"


@pytest.mark.parametrize(
    "url",
    [
        "https://NAME.openai.azure.com",
        "https://NAME.openai.azure.com/",
        "https://NAME.openai.azure.com/openai",
        V1,
        f"{V1}/",
    ],
)
def test_an_azure_resource_is_asked_at_its_v1_interface(url):
    assert base_address(url) == V1
    assert ModelServer(EndpointConfig(url=url, model="o3"), "key").url == V1
    endpoint = TeacherConfig(kind="service", service="azure", url=url, model="o3").endpoint()
    assert ModelServer(endpoint, "key").url == V1


def test_other_hosts_of_azure():
    assert base_address("https://NAME.services.ai.azure.com") == "https://NAME.services.ai.azure.com/openai/v1"
    assert base_address("https://n.cognitiveservices.azure.com:443/").endswith(".com:443/openai/v1")


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1:8000/v1",
        "https://api.openai.com/v1",
        "https://openrouter.ai/api/v1",
        "https://gateway.example.com",
        "https://openai.azure.com.example.com",
        "https://NAME.openai.azure.com/openai/deployments/o3",
        "http://[",
    ],
)
def test_other_addresses_stay_as_they_are_but_for_the_slash(url):
    assert base_address(url) == base_address(f"{url}/") == url


@pytest.mark.parametrize("url", ["https://NAME.openai.azure.com/", V1, "https://gateway.example.com/azure"])
def test_the_packages_azure_endpoint_gets_the_path_once(url):
    assert OpenAIChatClient("o3", api_key="k", azure_endpoint=url)._server.url.count("/openai/v1") == 1
