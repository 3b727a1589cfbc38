"""Nothing of a cluster run waits for ever: room in Ray, the start, a step, a sync. Needs no verl; Ray is a stand-in."""

import http.server
import itertools
import os
import signal
import socket
import sys
import threading
import time
from contextlib import contextmanager
from types import SimpleNamespace

import pytest

from skill1.config.load import load_config
from skill1.config.ray import STORAGE_UNITS, cpus_needed
from skill1.errors import ConfigError, Terminated, TrainingError
from skill1.train.verl.limits import (
    Progress,
    absent,
    finish_sync,
    is_lost,
    lacking,
    needed_resources,
    require_common_files,
    require_own_queue,
    require_room,
    start_limit,
    unwritten,
    within,
)
from skill1.train.verl.run import OF_THE_HUB, begin_ray, ray_options


def config(*overrides, name="alfworld/cluster"):
    return load_config(name, list(overrides))


def ray_with(monkeypatch, groups=None, free=None, **resources):
    """A Ray with so many resources and groups of them that wait."""
    module = SimpleNamespace(
        cluster_resources=lambda: resources,
        available_resources=lambda: resources if free is None else free(),
        is_initialized=lambda: groups is not None,
        util=SimpleNamespace(placement_group_table=lambda: groups),
    )
    monkeypatch.setitem(sys.modules, "ray", module)
    monkeypatch.setitem(sys.modules, "ray.util", module.util)


@pytest.mark.parametrize(
    ("overrides", "cpus"),
    [
        ([], 28),  # 3 * 8 + 2 units + 1 controller + 1 to start
        (["--cluster.gpus_per_node=1", "--cluster.tensor_parallel=1"], 7),
        (["--cluster.nodes=4"], 106),  # 3 * 32 + 8 + 2
        ([f"--verl.{STORAGE_UNITS}=8"], 34),  # as many as verl itself would take
    ],
)
def test_cpus_that_are_reserved(overrides, cpus):
    assert cpus_needed(config(*overrides)) == cpus


def test_room_is_asked_for_before_anything_waits(monkeypatch):
    ray_with(monkeypatch, CPU=28.0, GPU=8.0)
    require_room(config())
    ray_with(monkeypatch, CPU=27.0, GPU=8.0)
    with pytest.raises(TrainingError, match=r"28 CPUs \(there are 27\).*--verl.ray_kwargs.ray_init.num_cpus 28"):
        require_room(config())
    with pytest.raises(TrainingError, match=r"54 CPUs \(there are 27\), 16 GPUs.*--cluster.gpus_per_node"):
        require_room(config(name="alfworld/nodes"))
    ray_with(monkeypatch, CPU=27.0, GPU=16.0)
    with pytest.raises(TrainingError, match="Start Ray with --num-cpus 27 on each machine"):
        require_room(config(name="alfworld/nodes"))
    ray_with(monkeypatch, CPU=28.0)
    with pytest.raises(TrainingError, match=r"8 GPUs \(there are 0\)"):
        require_room(config())
    # Ray runs on both machines, but this run was not told to join it.
    ray_with(monkeypatch, CPU=64.0, GPU=8.0)
    with pytest.raises(TrainingError, match="on this machine only.*--cluster.ray_address auto"):
        require_room(config("--cluster.nodes=2"))


def test_what_others_hold_of_a_joined_ray_is_waited_for_and_then_told(monkeypatch):
    free = iter([{"CPU": 28.0, "GPU": 6.0}, {"CPU": 28.0, "GPU": 8.0}])
    monkeypatch.setattr("skill1.train.verl.limits.POLL_S", 0.01)
    ray_with(monkeypatch, free=lambda: next(free), CPU=28.0, GPU=8.0)
    require_room(config())
    ray_with(monkeypatch, free=lambda: {"CPU": 28.0}, CPU=28.0, GPU=8.0)
    with pytest.raises(TrainingError, match=r"Others use .*8 GPUs \(0 are free\).*ray status"):
        require_room(config(), wait_s=0.02)


def test_a_call_without_a_limit_of_its_own_gets_one():
    assert within(5, "it", lambda: 3) == 3
    with pytest.raises(ZeroDivisionError):
        within(5, "it", lambda: 1 / 0)
    end = threading.Event()
    with pytest.raises(TrainingError, match=r"Step 4: it took over 0.01 s \(cluster.stall_timeout_s\).*--resume"):
        within(0.01, "Step 4: it", end.wait)
    end.set()


def machines_with(monkeypatch, here="one", **folders):
    """A Ray of machines that hold so many paths each; returns the addresses that were asked."""
    asked = []

    class Look:
        def options(self, *, num_cpus, scheduling_strategy):
            assert num_cpus == 0
            self.node = scheduling_strategy
            return self

        def remote(self, paths):
            asked.append(self.node)
            return [path for path in paths if path not in folders[self.node]]

    nodes = [
        {"NodeID": name, "NodeManagerAddress": f"at-{name}", "Alive": name != "dead", "Resources": {"CPU": 8.0}}
        for name in folders
    ]
    strategies = SimpleNamespace(NodeAffinitySchedulingStrategy=lambda node, soft: node)
    context = SimpleNamespace(get_node_id=lambda: here)
    ray = SimpleNamespace(nodes=lambda: nodes, remote=lambda function: Look(), get=lambda answer: answer)
    ray.get_runtime_context = lambda: context
    monkeypatch.setitem(sys.modules, "ray", ray)
    monkeypatch.setitem(sys.modules, "ray.util", SimpleNamespace(scheduling_strategies=strategies))
    monkeypatch.setitem(sys.modules, "ray.util.scheduling_strategies", strategies)
    return asked


def test_every_machine_has_to_see_the_files_of_a_run_before_models_are_loaded(monkeypatch):
    asked = machines_with(monkeypatch, one={"/run", "/games"}, two={"/run", "/games"}, dead=set())
    require_common_files(["/run", "/games"])
    assert asked == ["two"]
    machines_with(monkeypatch, one={"/run", "/games"}, two={"/run"})
    with pytest.raises(TrainingError, match="machine at-two of the Ray cluster does not see /games.*--run-dir"):
        require_common_files(["/run", "/games"])
    asked = machines_with(monkeypatch, one=set())
    require_common_files(["/run"])
    assert asked == []
    # A head that only leads, and one machine that works.
    machines_with(monkeypatch, here="head", worker=set())
    with pytest.raises(TrainingError, match="machine at-worker .* does not see /run"):
        require_common_files(["/run"])


def test_a_ray_with_the_queue_of_another_run_is_refused(monkeypatch):
    """`tq.init` would take it as its own, and each run train on the other's episodes."""

    def get_actor(name, namespace):
        assert (name, namespace) == ("TransferQueueController", "transfer_queue")
        if next(looks) > 2:
            raise ValueError("Failed to look up actor")

    looks = itertools.count(1)
    monkeypatch.setitem(sys.modules, "ray", SimpleNamespace(get_actor=get_actor))
    require_own_queue(wait_s=30, look_s=0.001)  # of a run that was killed: it goes with its driver
    looks = itertools.repeat(0)
    with pytest.raises(
        TrainingError, match="Another run of verl is training in this Ray.*--cluster.ray_address local"
    ):
        require_own_queue(wait_s=0, look_s=0.001)


def test_paths_that_a_machine_does_not_see(tmp_path):
    assert absent([str(tmp_path), str(tmp_path / "gone")]) == [str(tmp_path / "gone")]


def test_what_is_there_is_not_lacking():
    assert lacking({"CPU": 4, "GPU": 1}, {"CPU": 4, "GPU": 2, "memory": 1}) == {}
    assert needed_resources(config()) == {"CPU": 28.0, "GPU": 8.0}


def test_a_ray_of_our_own_has_slots_enough(monkeypatch):
    monkeypatch.setattr("os.sched_getaffinity", lambda _: {0, 1}, raising=False)
    assert ray_options({}, {}, 28)["num_cpus"] == 28  # on two cores
    assert ray_options({}, {}, 1)["num_cpus"] == 2
    assert ray_options({"num_cpus": 5}, {}, 28)["num_cpus"] == 5
    assert ray_options({}, {}, 28)["address"] == "local"  # not the one of somebody's `ray start`
    assert "num_cpus" not in ray_options({"address": "auto"}, {}, 28)
    monkeypatch.setenv("RAY_ADDRESS", "10.0.0.1:6379")
    assert not {"num_cpus", "address"} & set(ray_options({}, {}, 28))
    monkeypatch.setenv("RAY_ADDRESS", "local")  # which Ray takes for "auto" as well
    assert ray_options({"address": "auto"}, {}, 28)["num_cpus"] == 28


def test_what_only_a_ray_of_our_own_can_have_is_refused_where_one_is_joined(monkeypatch):
    """Ray's refusal was told with the advice to start the Ray that runs already."""
    monkeypatch.setenv("RAY_ADDRESS", "10.0.0.1:6379")
    with pytest.raises(ConfigError, match="ray_init.num_gpus` cannot be set .* 10.0.0.1:6379.*Type --verl"):
        ray_options({"num_cpus": None, "num_gpus": 2}, {}, 28)
    assert ray_options({"num_gpus": 2, "address": "local"}, {}, 28)["num_gpus"] == 2


def test_a_ray_that_does_not_start_is_an_error_in_words(monkeypatch):
    def refuse(**_):
        raise Exception("The current node timed out during startup. The GCS has become overloaded.")

    monkeypatch.setitem(sys.modules, "ray", SimpleNamespace(init=refuse))
    with pytest.raises(TrainingError, match="could not be started: The current node timed out.*again"):
        begin_ray({"num_cpus": 2, "address": "local"})
    with pytest.raises(TrainingError, match="could not be joined at auto.*ray start --address"):
        begin_ray({"address": "auto"})
    monkeypatch.setenv("RAY_ADDRESS", "10.0.0.1:6379")
    with pytest.raises(TrainingError, match="could not be joined at 10.0.0.1:6379"):
        begin_ray({})


def test_an_exit_inside_rays_start_is_sigterms_and_our_handler_is_back(monkeypatch):
    def init(**_):
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        sys.exit(15)

    monkeypatch.setitem(sys.modules, "ray", SimpleNamespace(init=init))
    before = signal.getsignal(signal.SIGTERM)
    with pytest.raises(Terminated, match="Ended by SIGTERM"):
        begin_ray({"address": "local"})
    assert signal.getsignal(signal.SIGTERM) is before


def test_all_machines_look_for_models_where_this_shell_does(monkeypatch):
    monkeypatch.setenv("HF_HOME", "/shared/hf")
    monkeypatch.setenv("HF_TOKEN", "hf_secret")
    found = ray_options({"address": "auto"}, {}, 1)["runtime_env"]["env_vars"]
    assert found["HF_HOME"] == "/shared/hf" and not {"HF_TOKEN", "HF_HUB_CACHE"} & set(found)
    asked = {"runtime_env": {"env_vars": {"HF_HOME": "/mine"}}}
    assert ray_options(asked, {}, 1)["runtime_env"]["env_vars"]["HF_HOME"] == "/mine"


def test_variables_of_the_user_join_verls_instead_of_replacing_them(monkeypatch):
    for name in OF_THE_HUB:
        monkeypatch.delenv(name, raising=False)
    of_verl = {"env_vars": {"NCCL_DEBUG": "WARN", "A": "1"}, "working_dir": None}
    mine = {
        "runtime_env": {"env_vars": {"VLLM_USE_V2_MODEL_RUNNER": 0, "A": "2"}, "pip": ["x"]},
        "log_to_driver": True,
    }
    found = ray_options(mine, of_verl, 1)
    assert found["runtime_env"] == {
        "working_dir": None,
        "pip": ["x"],
        "env_vars": {
            "NCCL_DEBUG": "WARN",
            "A": "2",
            "TRANSFER_QUEUE_ENABLE": "1",
            "VLLM_USE_V2_MODEL_RUNNER": "0",
        },
    }
    assert found["log_to_driver"] is True and of_verl["env_vars"]["A"] == "1"
    assert ray_options({"runtime_env": None}, of_verl, 1)["log_to_driver"] is False


def test_a_start_that_takes_too_long_ends_and_says_what_waits(monkeypatch):
    bundles = {0: {"CPU": 3.0, "GPU": 1.0}, 1: {"CPU": 3.0, "GPU": 1.0}}
    groups = {"a": {"state": "PENDING", "bundles": bundles}, "b": {"state": "CREATED", "bundles": bundles}}
    ray_with(monkeypatch, groups, CPU=4.0)
    with pytest.raises(TrainingError) as caught, start_limit(0.05):
        time.sleep(30)
    assert "within 0.05 s" in str(caught.value) and "waits for room for 6 CPU and 2 GPU. Free: 4 CPU" in str(
        caught.value
    )
    ray_with(monkeypatch, {}, CPU=4.0)
    with pytest.raises(TrainingError, match="provided all that was asked for"), start_limit(0.05):
        time.sleep(30)


def test_a_start_in_time_and_an_interrupt_by_hand_are_left_alone():
    with start_limit(0.2):
        pass
    time.sleep(0.25)  # the alarm was taken back
    with pytest.raises(KeyboardInterrupt), start_limit(30):
        raise KeyboardInterrupt


def test_sigterm_ends_a_start_and_its_handler_comes_back():
    before = signal.getsignal(signal.SIGTERM)
    with pytest.raises(Terminated, match="Ended by SIGTERM while the cluster started"), start_limit(30):
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(30)
    assert signal.getsignal(signal.SIGTERM) is before


def test_outside_the_main_thread_there_is_no_limit():
    done = []

    def start():
        with start_limit(0.01):
            done.append(True)

    thread = threading.Thread(target=start)
    thread.start()
    thread.join()
    assert done == [True]


def test_a_step_that_stands_still_ends():
    now = [0.0]
    progress = Progress(7, 16, 60.0, clock=lambda: now[0])
    assert not progress.is_due()
    for now[0], rows in ((20.0, 0), (50.0, 3), (100.0, 3)):
        assert progress.is_due()
        progress.note(rows)
    now[0] = 110.0  # 60 seconds after the third row
    with pytest.raises(
        TrainingError, match="Step 7: no episode ended for 60 s.*3 rows of the 16 episodes.*env.workers"
    ):
        progress.note(3)


@contextmanager
def server_that_says(status):
    """The address of an inference server with this state of health."""

    class Health(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(status if self.path == "/health" else 404)
            self.end_headers()

        def log_message(self, *_):
            pass

    server = http.server.HTTPServer(("127.0.0.1", 0), Health)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    yield f"127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def ranks_that_wait(monkeypatch, looks=10**6):
    """A Ray whose references are ready after so many looks; returns those that were asked for their value."""
    asked, count = [], itertools.count()

    def wait(pending, num_returns, timeout):
        assert num_returns == len(pending) and timeout == 0.01
        return (pending, []) if next(count) >= looks else ([], pending)

    monkeypatch.setitem(sys.modules, "ray", SimpleNamespace(wait=wait, get=asked.extend))
    return asked


def closed_address():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return f"127.0.0.1:{free.getsockname()[1]}"


def test_a_server_lost_inside_a_sync_ends_the_run_at_once(monkeypatch):
    """verl's ranks would wait for its answer for ever."""
    ranks_that_wait(monkeypatch)
    with server_that_says(200) as well, server_that_says(503) as broken:
        for lost in (broken, closed_address()):
            with pytest.raises(TrainingError, match=f"Step 3: .* the inference server {lost} was lost in it"):
                finish_sync(["a", "b"], [well, lost], step=3, timeout_s=60, look_s=0.01)


def test_a_sync_ends_with_its_ranks_or_its_time(monkeypatch):
    with server_that_says(200) as well:
        asked = ranks_that_wait(monkeypatch, looks=2)
        finish_sync(["a", "b"], [well], step=3, timeout_s=60, look_s=0.01)
        assert asked == ["a", "b"]
        ranks_that_wait(monkeypatch)
        clock = itertools.count(0, 40).__next__
        with pytest.raises(TrainingError, match="Step 3: .* it took over 60 s"):
            finish_sync(["a"], [well], step=3, timeout_s=60, look_s=0.01, clock=clock)


def test_a_server_that_only_is_slow_is_not_lost(monkeypatch):
    monkeypatch.setattr("skill1.train.verl.limits.HEALTH_S", 0.05)
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        assert not is_lost(f"127.0.0.1:{silent.getsockname()[1]}")


def test_a_slow_disk_is_named_where_the_ranks_gave_up():
    said = unwritten("RuntimeError: [gloo] Timed out waiting 1800000ms for recv operation to complete")
    assert "1800000ms" in said and "30 minutes" in said and "--run-dir" in said
    assert unwritten("OSError: No space left on device") == "OSError: No space left on device"
