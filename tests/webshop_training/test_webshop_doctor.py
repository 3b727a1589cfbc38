"""What is said before a policy is trained where it cannot be: data, packages, tagger, search, and the scripts."""

import re
import sys

import pytest

from skill1 import doctor
from skill1.config.load import load_config
from skill1.doctor import gpu, installed
from skill1_envs.webshop import service
from tests.alfworld_training.conftest import run_script
from tests.webshop.items import write_few

needs_bash = pytest.mark.skipif(sys.platform == "win32", reason="needs bash")


@pytest.fixture(autouse=True)
def bare_machine(monkeypatch):
    monkeypatch.setattr(gpu, "torch_build", dict)
    monkeypatch.setattr(gpu, "driver_cuda", lambda: None)
    monkeypatch.delitem(doctor.MACHINE_CHECKS, "packages")  # takes most of the time, and no finding here is of it


def shop(*overrides):
    """The tiny configuration: nothing in it needs a download."""
    return load_config("webshop/tiny", overrides)


def finding(config, name):
    (found,) = (f for f in doctor.diagnose(config) if f.name == name)
    return found


@pytest.fixture(scope="module")
def catalogue(tmp_path_factory):
    return write_few(tmp_path_factory.mktemp("catalogue"))


def test_missing_data_names_the_commands_that_bring_it(tmp_path):
    found = finding(shop(), "environment webshop")
    assert found.status == "missing" and "$WEBSHOP_DATA" in found.detail
    assert "skill1 envs fetch webshop" in found.command and "make-catalogue webshop" in found.command
    nowhere = finding(shop(f"--env.data={tmp_path / 'no'}"), "environment webshop")
    assert nowhere.status == "missing" and nowhere.detail.endswith("no does not exist")
    assert finding(shop(f"--env.data={tmp_path}"), "environment webshop").status == "missing"


def test_a_catalogue_is_read_and_one_too_small_for_the_official_split_is_named(monkeypatch, catalogue):
    monkeypatch.setenv("WEBSHOP_DATA", str(catalogue))
    found = finding(shop(), "environment webshop")
    assert found.status == "ok" and "product_disjoint_train 4" in found.detail
    official = finding(shop("--env.train_split=train", "--eval.split=test"), "environment webshop")
    assert official.status == "missing" and "no split test, train" in official.detail


def test_the_packages_of_the_extra_are_asked_for_where_the_shop_plays():
    assert "webshop" in installed.needed_extras(shop())
    for elsewhere in ("--env.python=python3", "--env.url=http://127.0.0.1:1"):
        assert "webshop" not in installed.needed_extras(shop(elsewhere))
    assert "webshop" not in installed.needed_extras(load_config("household/skill1"))


def test_the_tagger_in_use_is_named(monkeypatch):
    monkeypatch.setattr(service, "SPACY_TAGGER", ("json", "no_such_model"))
    found = finding(shop(), "title tagger")
    assert found.status == "ok" and found.detail.startswith("TextBlob; the original uses spaCy no_such_model")
    monkeypatch.setattr(service, "SPACY_TAGGER", ("json", "csv"))
    assert finding(shop(), "title tagger").detail == "spaCy csv, as in the original"
    for other in (shop("--env.python=python3"), load_config("household/skill1")):
        assert "title tagger" not in {f.name for f in doctor.diagnose(other)}


def test_the_other_search_needs_java_and_a_package(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setattr(service, "find_spec", lambda name: None)
    _, found = service.doctor(shop("--env.search=pyserini").env)
    assert (found.status, found.detail) == ("missing", "pyserini needs pyserini, pyjnius, Java, not installed")
    (tmp_path / "java").write_text("#!/bin/sh\n")
    (tmp_path / "java").chmod(0o755)
    monkeypatch.setattr(service, "find_spec", lambda name: name)
    assert list(service.doctor(shop("--env.search=pyserini").env))[1].status == "ok"


@needs_bash
def test_the_script_stops_and_names_what_works():
    done = run_script("webshop/train_webshop.sh", "--model.device", "cpu", "--method", "grpo", WEBSHOP_DATA="")
    assert done.returncode == 1 and done.stdout == ""
    *missing, last = done.stderr.splitlines()
    assert last.endswith("bash launch_scripts/webshop/train_webshop_tiny.sh")
    assert all(line.startswith("missing  ") and " → " in line for line in missing)
    assert any("environment webshop" in line and "envs fetch webshop" in line for line in missing)
    assert any("need 156 GiB" in line for line in missing)


@needs_bash
@pytest.mark.parametrize(
    ("env", "setting"), [("alfworld", "--env.max_stepz=3"), ("webshop", "--env.max_steps=many")]
)
def test_a_wrong_setting_is_no_missing_thing(env, setting):
    """What is wrong is said, and nothing is offered instead: the tiny script would refuse the setting as well."""
    done = run_script(f"{env}/train_{env}.sh", setting)
    assert done.returncode == 1
    assert "env.max_step" in done.stderr and "This machine can run" not in done.stderr


@needs_bash
def test_the_shared_check_refuses_other_names_and_keeps_the_old_path(tmp_path):
    for words in (["household", "skill1"], []):
        done = run_script("check_machine.sh", *words)
        assert done.returncode == 2 and "expected alfworld, webshop or search" in done.stderr
    for script, words in (("check_machine.sh", ["alfworld"]), ("alfworld/check_machine.sh", [])):
        done = run_script(script, *words, "tiny")
        assert done.returncode == 2 and re.search(r"expected one of: .*grpo.*skill1", done.stderr)
    fake = tmp_path / "python3"
    fake.write_text("#!/bin/sh\nexit 1\n")
    fake.chmod(0o755)
    done = run_script("webshop/train_webshop.sh", PATH=f"{tmp_path}:/usr/bin:/bin", WEBSHOP_DATA="")
    assert done.returncode == 1 and "missing  products: $WEBSHOP_DATA" in done.stderr
