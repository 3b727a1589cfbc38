"""What is said before a cluster run: packages, GPUs, memory, attention, the Ray cluster to join."""

import socket
import sys
from types import SimpleNamespace

import pytest

from skill1 import doctor
from skill1.config.load import load_config
from skill1.doctor import cluster, gpu, installed


def config(*overrides, name="alfworld/cluster"):
    return load_config(name, overrides)


def found(*overrides, name="alfworld/cluster"):
    return {finding.name: finding for finding in cluster.cluster(config(*overrides, name=name))}


@pytest.fixture(autouse=True)
def newest_python(monkeypatch):
    """Whatever interpreter runs the tests, verl has it."""
    monkeypatch.setattr(cluster, "NEWEST_PYTHON", sys.version_info[:2])


@pytest.fixture
def gpus(monkeypatch):
    """A machine with so many GPUs of so many GiB."""

    def make(count, gib):
        cuda = SimpleNamespace(
            is_available=lambda: count > 0,
            device_count=lambda: count,
            get_device_properties=lambda index: SimpleNamespace(total_memory=gib << 30),
        )
        monkeypatch.setattr(gpu, "unusable", lambda: ("", ""))
        monkeypatch.setattr(gpu, "_load_torch", lambda: SimpleNamespace(cuda=cuda))

    return make


def test_the_local_backend_and_endpoints_are_not_asked():
    assert found(name="alfworld/skill1") == {}
    assert found("--endpoint.url=http://127.0.0.1:1/v1", "--endpoint.model=m") == {}


def test_the_packages_are_those_of_the_extra(monkeypatch):
    assert installed.needed_extras(config("--library.encoder=hashing")) == ("verl",)
    assert installed.needed_extras(load_config("alfworld/skill1", ["--policy.engine=vllm"]))[0] == "verl"
    monkeypatch.setattr(installed, "requirements", lambda: {"": {}, "verl": {"verl": ">=0.9.1", "ray": ">=2"}})
    monkeypatch.setattr(installed, "problem", lambda name, bounds: "not installed")
    missing = {f.name: f for f in installed.packages(config("--library.encoder=hashing"))}
    assert missing["verl"].status == missing["ray"].status == "missing"
    assert "launch_scripts/setup.sh gpu" in missing["verl"].command and "skill1[verl]" in missing["verl"].command


def test_gpus_are_counted_against_what_each_machine_must_have(gpus):
    assert found()["cluster GPUs"].status == "missing"  # none, as the suite's fixture says
    gpus(4, 80)
    few = found()["cluster GPUs"]
    assert (few.status, few.detail) == ("missing", "4 here; cluster.gpus_per_node is 8")
    assert "--cluster.gpus_per_node 4" in few.command
    gpus(8, 80)
    assert found()["cluster GPUs"].status == "ok"


def test_a_machine_that_joins_a_cluster_may_have_fewer(gpus, tmp_path, monkeypatch):
    monkeypatch.setattr(cluster, "RAY_ADDRESS_FILE", tmp_path / "no")
    assert found(name="alfworld/nodes")["cluster GPUs"].status == "warn"


def test_a_run_on_cpus_needs_no_gpu():
    """Its workers get none, so there is nothing to count, to fill, or to compile for."""
    on_a_cpu = found("--model.device=cpu")
    assert set(on_a_cpu) == {"cluster CPUs"}
    undivided = found("--model.device=cpu", "--cluster.tensor_parallel=8")
    assert undivided["tensor parallel"].status == "missing"


def test_memory_is_what_the_plan_says(gpus):
    """vLLM's 0.7 of the card, the reserve of 2 GiB, and an eighth of weights (4 bytes) and moments (8)."""
    gpus(8, 80)
    enough = found()["cluster memory"]
    assert enough.status == "ok" and enough.detail.endswith("the GPU has 80 GiB")
    waiting = 7.616e9 * 12 / 8 / 2**30  # 10.6
    assert f"{0.7 * 80 + 2 + waiting:.0f} GiB are needed" in enough.detail
    gpus(8, 24)
    short = found()["cluster memory"]
    assert short.status == "missing" and "skill1 plan" in short.command
    assert found("--model.path=models/unheard-of")["cluster memory"].status == "warn"


def test_a_model_that_cannot_be_shared_over_so_many_gpus_is_told():
    told = found("--cluster.tensor_parallel=8")["tensor parallel"]
    assert told.status == "missing" and "8; expected one of 1, 2, 4: vLLM" in told.detail and told.command
    assert "tensor parallel" not in found()


def test_memory_of_one_gpu_for_everything_is_not_asked_of_a_cluster(gpus):
    gpus(8, 80)
    assert list(gpu.memory(config())) == []


def test_flash_attn_is_used_where_it_is_and_a_missing_one_has_its_command(monkeypatch, tmp_path):
    missing = found()["attention"]
    assert missing.status == "warn" and "flash-attn is missing" in missing.detail
    assert missing.command == f"MAX_JOBS=4 bash launch_scripts/install.sh {sys.executable} verl gpu"
    (tmp_path / "flash_attn").mkdir()
    (tmp_path / "flash_attn" / "__init__.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    assert (found()["attention"].status, found()["attention"].detail) == ("ok", "flash-attn")


@pytest.mark.parametrize(
    ("cores", "name", "overrides", "status", "part"),
    [
        (28, "alfworld/cluster", [], "ok", "reserve 28 on each machine"),
        (4, "alfworld/cluster", [], "warn", "share cores"),
        (4, "alfworld/cluster", ["--verl.ray_kwargs.ray_init.num_cpus=16"], "missing", "gives 16"),
        (64, "alfworld/cluster", ["--verl.ray_kwargs.ray_init.num_cpus=16"], "missing", "gives 16"),
        (4, "alfworld/cluster", ["--verl.ray_kwargs.ray_init.num_cpus=28"], "warn", "share cores"),
        (4, "alfworld/nodes", [], "warn", "wait for ever with fewer"),  # (48 + 4 + 2) / 2 on each
    ],
)
def test_cpus_are_counted_against_what_ray_is_asked_for(
    monkeypatch, tmp_path, cores, name, overrides, status, part
):
    monkeypatch.setattr(cluster, "RAY_ADDRESS_FILE", tmp_path / "no")
    monkeypatch.setattr(cluster, "available_cpus", lambda: cores)
    said = found(*overrides, name=name)["cluster CPUs"]
    assert said.status == status and part in said.detail
    assert name != "alfworld/nodes" or said.command == "ray start … --num-cpus 27"


def test_too_new_an_interpreter_is_named(monkeypatch):
    assert "python for verl" not in found()
    monkeypatch.setattr(cluster, "NEWEST_PYTHON", (3, 10))
    named = found()["python for verl"]
    assert named.status == "missing" and "3.10 or older" in named.detail and "python=3.10" in named.command


def test_ray_has_to_answer_where_it_is_said_to_be(monkeypatch, tmp_path):
    address = tmp_path / "address"
    monkeypatch.setattr(cluster, "RAY_ADDRESS_FILE", address)
    assert "Ray" not in found()  # one is started by the run itself
    monkeypatch.setenv("RAY_ADDRESS", "local")
    assert "Ray" not in found() and "Ray" not in found("--cluster.nodes=1", name="alfworld/nodes")
    monkeypatch.delenv("RAY_ADDRESS")
    alone = found("--cluster.nodes=2")["Ray"]
    assert alone.status == "missing" and alone.command.endswith("then --cluster.ray_address auto")
    absent = found(name="alfworld/nodes")["Ray"]
    assert (
        absent.status == "missing" and "ray start --head" in absent.command and "RAY_AUTH_MODE" in absent.command
    )
    with socket.create_server(("127.0.0.1", 0)) as server:
        where = f"127.0.0.1:{server.getsockname()[1]}"
        address.write_text(where + "\n")
        assert found(name="alfworld/nodes")["Ray"].status == "ok"
        assert found(f"--cluster.ray_address={where}")["Ray"].status == "ok"
        # Ray itself reads the variable, where no key names an address.
        monkeypatch.setenv("RAY_ADDRESS", where)
        address.write_text("nowhere:1\n")
        for name in ("alfworld/cluster", "alfworld/nodes"):  # null and auto
            assert (found(name=name)["Ray"].status, found(name=name)["Ray"].detail) == ("ok", where)
        assert found("--cluster.ray_address=nowhere")["Ray"].status == "missing"
        address.unlink()
        outside = found(f"--cluster.ray_address={where}")["Ray"]
        assert (outside.status, outside.command) == ("warn", f"ray start --address {where}")
        address.write_text("nowhere:1\n")
    gone = found(f"--cluster.ray_address={where}")["Ray"]
    assert gone.status == "missing" and where in gone.detail
    assert found("--cluster.ray_address=nowhere")["Ray"].status == "missing"


def test_the_whole_diagnosis_loads_nothing_heavy():
    before = set(sys.modules)
    findings = doctor.diagnose(config())
    assert not {"verl", "vllm", "ray"} & (set(sys.modules) - before)
    assert {"cluster GPUs", "cluster CPUs", "cluster memory", "attention"} <= {
        finding.name for finding in findings
    }
    assert not any("could not be checked" in finding.detail for finding in findings)
