"""What keeps a cluster run from waiting for ever: room in Ray, a limit on the start, on standing still, on a sync.

Needs Ray only inside the functions that ask it.
"""

from __future__ import annotations

import http.client
import os
import queue
import signal
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from skill1.config import Skill1Config
from skill1.config.ray import CPUS_A_GPU, RAY_CPUS, cpus_needed, is_alone, joined_ray
from skill1.errors import Terminated, TrainingError
from skill1.run.progress import still

Answer = TypeVar("Answer")
LOOK_S = 15.0  # between looks at the number of finished rows: each asks the queue's controller for all of them
SYNC_LOOK_S = 5.0  # between looks at the servers while they take weights
HEALTH_S = 5.0
QUEUE_GONE_S, POLL_S = 30.0, 1.0
BARRIER_MINUTES = 30  # PyTorch's default for what ranks do together over gloo; verl 0.9 sets no other
GPU_NEEDED = "GPU"
ENDED = (
    "Ended by SIGTERM while the cluster started. The last whole checkpoint is untouched: type the command again."
)


class Progress:
    """Rows of a step's episodes as they come in.

    Args:
        step: for the message.
        expected: episodes of the step.
        timeout_s: longest time without a new row.
        clock: seconds that never run backwards.
    """

    def __init__(self, step: int, expected: int, timeout_s: float, clock=time.monotonic) -> None:
        self.step, self.expected, self.timeout_s, self.clock = step, expected, timeout_s, clock
        self.rows, self.moved, self.looked = 0, clock(), clock()

    def is_due(self) -> bool:
        """Whether it is time to count again."""
        # A limit shorter than the usual pause shortens the pause.
        return self.clock() - self.looked >= min(LOOK_S, self.timeout_s)

    def note(self, rows: int) -> None:
        """So many rows are there now.

        Raises:
            TrainingError: none came for ``timeout_s``.
        """
        still(f"playing: {rows} rows of {self.expected} episodes")
        now = self.looked = self.clock()
        if rows != self.rows:
            self.rows, self.moved = rows, now
        if now - self.moved < self.timeout_s:
            return
        raise TrainingError(
            f"Step {self.step}: no episode ended for {now - self.moved:.0f} s (cluster.stall_timeout_s is "
            f"{self.timeout_s:g}); {self.rows} rows of the {self.expected} episodes are there. env.timeout_s ends "
            "an environment that hangs in its agent process only with --env.workers 1 or more; a server that hangs "
            "says so in the logs of Ray's workers. The last checkpoint is untouched."
        )


def within(timeout_s: float, what: str, call: Callable[[], Answer]) -> Answer:
    """What a call answers that may wait without a limit of its own: TransferQueue for a controller that is gone, say.

    Args:
        what: the call in words, for the message.

    Raises:
        TrainingError: it took over ``timeout_s``. Otherwise what the call raises.
    """
    answers: queue.SimpleQueue[tuple[Any, BaseException | None]] = queue.SimpleQueue()

    def work() -> None:
        try:
            answers.put((call(), None))
        # Also what would only end this thread: without an answer the caller waits for its whole limit.
        except BaseException as error:
            answers.put((None, error))

    # A daemon: one that never ends must not keep the process from ending.
    threading.Thread(target=work, daemon=True).start()
    try:
        answer, error = answers.get(timeout=timeout_s)
    except queue.Empty:
        raise TrainingError(
            f"{what} took over {timeout_s:g} s (cluster.stall_timeout_s): a process of the cluster hangs or is "
            "lost. Look at the logs of Ray's workers (/tmp/ray/session_latest/logs). The last whole checkpoint is "
            "untouched: type the command with --resume."
        ) from None
    if error is not None:
        raise error
    return answer


def finish_sync(
    pending: Sequence,
    addresses: Sequence[str],
    *,
    step: int,
    timeout_s: float,
    look_s: float = SYNC_LOOK_S,
    clock: Callable[[], float] = time.monotonic,
) -> None:
    """Wait until every rank has handed its server the new weights.

    Args:
        pending: Ray's references to what the ranks were asked for.
        addresses: of the servers, host:port. A rank waits for the answer of its own without a limit.

    Raises:
        TrainingError: a server is gone, or it took longer than ``timeout_s``.
    """
    import ray

    started = clock()
    while True:
        # In slices, to look at the servers in between: a rank does not notice that its own is gone.
        done, pending = ray.wait(list(pending), num_returns=len(pending), timeout=look_s)
        ray.get(done)  # raises for a rank that died or failed
        if not pending:
            return
        lost = [address for address in addresses if is_lost(address)]
        if lost or clock() - started > timeout_s:
            reason = f"the inference server {lost[0]} was lost in it" if lost else f"it took over {timeout_s:g} s"
            raise TrainingError(
                f"Step {step}: the servers did not take the new weights: {reason}. Look at the logs of Ray's "
                "workers (its memory, its GPU). The last whole checkpoint is untouched: type the command with --resume."
            )


def is_lost(address: str) -> bool:
    """Whether a vLLM server (host:port) is gone or says that its engine is; one that only is slow is not lost."""
    connection = http.client.HTTPConnection(address, timeout=HEALTH_S)
    try:
        connection.request("GET", "/health")
        return connection.getresponse().status >= http.client.INTERNAL_SERVER_ERROR
    # Before OSError, of which it is one: a server that is busy with the weights answers late.
    except TimeoutError:
        return False
    except (OSError, http.client.HTTPException):
        return True
    finally:
        connection.close()


def unwritten(cause: str) -> str:
    """What to say when the ranks could not write a checkpoint; a slow disk shows as a time limit of the others."""
    if "timed out" not in cause.lower():
        return cause
    return (
        f"{cause} The ranks wait at most {BARRIER_MINUTES} minutes for the one that writes all weights: use a "
        "faster disk for --run-dir"
    )


def lacking(needed: Mapping[str, float], there: Mapping[str, float]) -> dict[str, tuple[float, float]]:
    """Resources of which there are too few: name → (needed, there)."""
    return {name: (n, there.get(name, 0.0)) for name, n in needed.items() if there.get(name, 0.0) < n}


def needed_resources(config: Skill1Config) -> dict[str, float]:
    """What verl's processes reserve on all machines together."""
    return {
        "CPU": float(cpus_needed(config)),
        GPU_NEEDED: float(config.cluster.gpus_per_node * config.cluster.nodes),
    }


def require_room(config: Skill1Config, *, wait_s: float = QUEUE_GONE_S) -> None:
    """Ask the running Ray whether all processes will find room; what others hold may come free within ``wait_s``.

    Raises:
        TrainingError: they will not, and Ray would wait for ever.
    """
    import ray

    short = lacking(needed_resources(config), ray.cluster_resources())
    if not short:
        return _require_free(needed_resources(config), ray.available_resources, wait_s)
    said = ", ".join(f"{n:g} {name}s (there are {there:g})" for name, (n, there) in short.items())
    raise TrainingError(
        f"Ray has too little room for verl's processes: they reserve {said}. {_remedy(config, short)}"
    )


def _require_free(
    needed: Mapping[str, float], available: Callable[[], Mapping[str, float]], wait_s: float
) -> None:
    """Other runs of a Ray that was joined hold a part of it, or the processes of a killed run that are still ending."""
    until = time.monotonic() + wait_s
    while taken := lacking(needed, available()):
        if time.monotonic() >= until:
            said = ", ".join(f"{n:g} {name}s ({there:g} are free)" for name, (n, there) in taken.items())
            raise TrainingError(
                f"Others use what this run needs of this Ray: {said}. To see it: ray status. Wait until they end, "
                "or give this run its own Ray (leave cluster.ray_address and RAY_ADDRESS out)."
            )
        time.sleep(POLL_S)


def require_common_files(paths: Sequence[str]) -> None:
    """Ask every machine of the running Ray whether it sees what this one has: verl puts processes on all of them.

    Raises:
        TrainingError: one does not. It would be told only by its processes, after models and servers are loaded.
    """
    import ray
    from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

    machines = [node for node in ray.nodes() if node["Alive"] and node["Resources"].get("CPU", 0) > 0]
    # By node id, not by count: if only one machine works, it may still be another one (a head may only lead).
    here = ray.get_runtime_context().get_node_id()
    machines = [node for node in machines if node["NodeID"] != here]
    look = ray.remote(absent)
    asked = {}
    for node in machines:
        there = NodeAffinitySchedulingStrategy(node["NodeID"], soft=False)
        # No slot for it: those of a machine may all be reserved.
        asked[node["NodeManagerAddress"]] = look.options(num_cpus=0, scheduling_strategy=there).remote(paths)
    for address, answer in asked.items():
        if lacking := ray.get(answer):
            raise TrainingError(
                f"The machine {address} of the Ray cluster does not see {', '.join(lacking)}. Every machine reads "
                "the run directory, model and data, and writes its part of the checkpoints. Put them on a file "
                "system that all share, at the same path: --run-dir, --model.path, --env.data."
            )


def require_own_queue(wait_s: float = QUEUE_GONE_S, look_s: float = POLL_S) -> None:
    """Refuse a Ray whose transfer queue is another run's: there is one in a Ray, and the keys of rows are the same.

    Raises:
        TrainingError: it is still there after ``wait_s``; that of a run that was killed goes within seconds.
    """
    until = time.monotonic() + wait_s
    while _has_queue():
        if time.monotonic() >= until:
            raise TrainingError(
                "Another run of verl is training in this Ray (its TransferQueueController is there), and the two "
                "would mix their episodes. Wait until it ends, or give each its own Ray; on one machine: "
                "--cluster.ray_address local, and CUDA_VISIBLE_DEVICES for its GPUs."
            )
        time.sleep(look_s)


def _has_queue() -> bool:
    import ray

    try:
        ray.get_actor("TransferQueueController", namespace="transfer_queue")  # TransferQueue's own names
    except ValueError:
        return False
    return True


def absent(paths: Sequence[str]) -> list[str]:
    """Those of the paths that are not on this machine."""
    return [path for path in paths if not os.path.exists(path)]


def _remedy(config: Skill1Config, short: Mapping[str, object]) -> str:
    if GPU_NEEDED in short:
        if is_alone(config):
            return "This Ray runs on this machine only. Start one on all machines, and type --cluster.ray_address auto"
        return (
            "Type --cluster.gpus_per_node and --cluster.nodes as they are, or start Ray on the missing machines."
        )
    cluster, total = config.cluster, cpus_needed(config)
    if joined_ray(cluster.ray_address) is None:
        return f"Slots are not cores: most of these processes only wait. Type --verl.{RAY_CPUS} {total}"
    # A machine must also hold the slots beside its own GPUs, even if an equal share of all is less.
    each = max(-(-total // cluster.nodes), CPUS_A_GPU * cluster.gpus_per_node)
    return f"Slots are not cores: most of these processes only wait. Start Ray with --num-cpus {each} on each machine."


@contextmanager
def start_limit(timeout_s: float) -> Iterator[None]:
    """End a start that takes too long, or that SIGTERM ends: there is no step yet that it could finish.

    Only the main thread can be interrupted; elsewhere there is no limit.

    Raises:
        TrainingError: it took longer than ``timeout_s``; with what Ray still waits for.
        Terminated: SIGTERM came.
    """
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield
        return
    came = 0

    def interrupt(number: int, _frame: object) -> None:
        nonlocal came
        came = number
        raise KeyboardInterrupt  # the only one that Ray lets through while it waits

    before = {number: signal.signal(number, interrupt) for number in (signal.SIGALRM, signal.SIGTERM)}
    signal.setitimer(signal.ITIMER_REAL, timeout_s)
    try:
        yield
    except KeyboardInterrupt:
        if came == signal.SIGTERM:
            raise Terminated(ENDED) from None
        # It was the user's Ctrl-C.
        if not came:
            raise
        raise TrainingError(
            f"The cluster did not start within {timeout_s:g} s (cluster.start_timeout_s). {waiting()} Ray's logs are "
            "in /tmp/ray/session_latest/logs; --verl.ray_kwargs.ray_init.log_to_driver true shows them here. A large "
            "model on a slow disk may only need longer: --cluster.start_timeout_s 7200"
        ) from None
    finally:
        # Off before the old handler is back, which a late alarm must not reach.
        signal.setitimer(signal.ITIMER_REAL, 0)
        for number, handler in before.items():
            signal.signal(number, handler)


def waiting() -> str:
    """One or two sentences: which groups of resources Ray has not given yet, and what is free."""
    import ray
    from ray.util import placement_group_table

    if not ray.is_initialized():
        return "Ray itself did not start."
    groups = [group for group in placement_group_table().values() if group["state"] == "PENDING"]
    free = ", ".join(
        f"{value:g} {name}" for name, value in sorted(ray.available_resources().items()) if name in ROOM
    )
    asked = "; ".join(_asked(group["bundles"]) for group in groups)
    pending = f"Ray waits for room for {asked}." if asked else "Ray has provided all that was asked for."
    return f"{pending} Free: {free or 'nothing'}."


ROOM = ("CPU", GPU_NEEDED)


def _asked(bundles: Mapping[object, Mapping[str, float]]) -> str:
    totals = {name: sum(bundle.get(name, 0.0) for bundle in bundles.values()) for name in ROOM}
    return " and ".join(f"{value:g} {name}" for name, value in totals.items() if value)
