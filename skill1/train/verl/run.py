"""``skill1 train --backend verl``: the loop of ``skill1.train.step`` with a cluster in the place of one process."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from skill1.config import Skill1Config
from skill1.config.ray import cpus_needed, joined_ray
from skill1.config.registry import SUITES
from skill1.env.protocol import Suite, offered
from skill1.env.registry import suite_class
from skill1.errors import ConfigError, MissingExtraError, Terminated, TrainingError, quoted
from skill1.library import Library
from skill1.models.files import require_safetensors
from skill1.policy.load import no_dropout
from skill1.policy.tokens import Tokens
from skill1.rollout.metrics import VALIDATED_STEP
from skill1.run.directory import CONFIG_FILE, save_config
from skill1.run.disk import written
from skill1.run.progress import tell
from skill1.schema import Group, Task, TokenSample
from skill1.train.checkpoint import noted_rate
from skill1.train.learner import learning_rate
from skill1.train.records import read_metrics
from skill1.train.run import Run
from skill1.train.start import start_weights
from skill1.train.trainer import Skill1Trainer
from skill1.train.validation import Validation
from skill1.train.verl.limits import ENDED, require_common_files, require_own_queue, require_room, start_limit
from skill1.train.verl.policy import cause

if TYPE_CHECKING:
    from skill1.credit.credit import Credit

BACKEND_FOLDER = "verl"  # of a run directory: what verl's processes read
# Arguments of ray.init that a Ray which runs already has of its `ray start`.
OF_A_RAY_STARTED_HERE = ("num_cpus", "num_gpus", "resources", "labels", "object_store_memory")
# Where this shell keeps models, and whether it may fetch any. No tokens: Ray shows these variables on its pages.
OF_THE_HUB = ("HF_HOME", "HF_HUB_CACHE", "HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE", "HF_ENDPOINT")


def train_on_verl(config: Skill1Config, run_dir: Path, console=None) -> dict[str, object]:
    """Train or resume on a Ray cluster; returns the summary.

    Raises:
        MissingExtraError: verl or what comes with it is not installed.
        TrainingError: a process of the cluster died; otherwise as ``Skill1Trainer.train``.
    """
    # Asked for first: a missing package would otherwise show in the middle of a start.
    try:
        import ray
        import transfer_queue  # noqa: F401
    except ImportError as error:
        raise MissingExtraError(error.name or "verl", "verl", "--backend verl") from error
    try:
        return ClusterSkill1Trainer(config, run_dir, console=console).train()
    except ray.exceptions.RayError as error:
        raise TrainingError(
            f"A process of the cluster failed: {cause(error)}\nThe last whole checkpoint is "
            f"untouched. Type: skill1 train --run-dir {quoted(run_dir)} --resume"
        ) from error


class ClusterSkill1Trainer(Skill1Trainer):
    """``Skill1Trainer`` whose parts live on a cluster."""

    backend = "verl"

    def _make_run(self, profile) -> Run:
        cluster = self._prepared.cluster
        tell(
            self.console,
            f"starting Ray, verl and vLLM on {cluster.nodes * cluster.gpus_per_node} GPUs, after a look at the newest "
            f"checkpoint: minutes with a large model, {cluster.start_timeout_s:g} s at most; logs: "
            "/tmp/ray/session_latest/logs",
        )
        # From the root: verl's processes have other working directories.
        return ClusterRun(self._prepared, self.run_dir.resolve(), profile, self.console)


class ClusterRun(Run):
    """A run whose episodes are played, and whose weights are updated, by verl's processes."""

    def __init__(self, config: Skill1Config, run_dir: Path, profile, console) -> None:
        super().__init__(config, run_dir, profile, console)
        # In the place of the one that plays in this process.
        self.roller = ClusterRoller(self.cluster, self.policy)
        try:
            if self.validation is not None:
                self.validation.catch_up(self.step, read_metrics(run_dir))
        # As in the base class: Ray and the queue are open by now, and nobody else would close them.
        except BaseException:
            self.close()
            raise

    def _load_policy(self, folder: Path | None, version: int, profile) -> None:
        start = start_weights(self.config, self.run_dir, self.suite, profile)
        self.tokens = Tokens.load(folder or start)
        # verl's processes load the weights by themselves, without the guards of `policy.load`: the start weights each
        # time, and then a checkpoint's.
        for source in (start, *([folder] if folder else [])):
            require_safetensors(source)
        # Ray waits without a limit of its own for what it has no room for.
        with start_limit(self.config.cluster.start_timeout_s):
            self.cluster = start_cluster(self.config, self.run_dir, folder, self.step)
        self.cluster.rate = noted_rate(folder) if folder else None
        self.policy = ClusterPolicy(self.cluster, version)
        self.model = ClusterWeights(self.cluster)
        self.learner = ClusterLearner(self.cluster, self.config, self.tokens.pad_id)

    def _open_library(self, folder: Path | None):
        from skill1.train.verl.library_actor import ActorLibrary, start_library_actor

        # Put back and closed again: from here on the actor alone writes.
        with super()._open_library(folder) as library:
            path = library.path
        actor = start_library_actor(_from_anywhere(self.config), self.run_dir)
        most = self.config.agent.max_skill_chars
        reader = Library.open(path, self.config.library, read_only=True, max_skill_chars=most)
        return ActorLibrary(actor, reader)

    def _make_validation(self, profile) -> ClusterValidation:
        return ClusterValidation(self.config, self.suite, self.cluster)

    def record(self, row: dict[str, float], groups: Sequence[Group], credits: Sequence[Credit]) -> None:
        """As ``Run.record``, with the times of the cluster's parts and how long its GPUs had nothing to do."""
        # Neither episodes nor update: figures, commit, credit and rows are made while the GPUs wait.
        busy = row["time/rollout_s"] + row["time/update_s"]
        idle = {"time/gpu_idle_s": max(0.0, row["time/step_s"] - busy)}
        super().record(row | self.cluster.timings | idle, groups, credits)

    def close(self) -> None:
        """Close the library, end the cluster's processes that belong to this run."""
        # First what asks the cluster's processes, which end with Ray.
        super().close()
        import ray
        import transfer_queue as tq

        if ray.is_initialized():
            tq.close()
            ray.shutdown()


class ClusterPolicy:
    """What the loop asks of a policy."""

    max_rows = 1  # not used: verl's servers queue

    def __init__(self, cluster, version: int) -> None:
        self.cluster, self.version, self.tokens_generated = cluster, version, 0

    def rest(self) -> None:
        """The servers drop weights and cache: training needs the memory, ``weights_changed`` wakes them."""
        self.cluster.rest()

    def weights_changed(self) -> None:
        """A new version, in all servers."""
        self.cluster.publish()
        self.version += 1

    def close(self) -> None:
        """The servers end with the cluster's other processes."""


class ClusterWeights:
    """What a checkpoint asks of a model."""

    def __init__(self, cluster) -> None:
        self.cluster = cluster

    def save_pretrained(self, folder: Path) -> None:
        """Weights and optimizer of all ranks."""
        self.cluster.save(Path(folder))


class ClusterLearner:
    """What the loop asks of a learner; its optimizer's state is saved with the weights."""

    masters = ()

    def __init__(self, cluster, config: Skill1Config, pad_id: int) -> None:
        # A checkpoint asks the learner for an optimizer, and that for its state.
        self.cluster, self.config, self.pad_id, self.optimizer = cluster, config, pad_id, self

    def state_dict(self) -> dict[str, object]:
        """Of the state nothing: the ranks write their own. Of the groups the next rate, for the metrics."""
        rate = self.cluster.rate
        return {"state": {}, "param_groups": [] if rate is None else [{"lr": rate}]}

    def update(self, samples: Sequence[TokenSample], step: int) -> dict[str, float]:
        """As ``LocalLearner.update``."""
        train = self.config.train
        # For the metrics alone. verl's schedule counts updates, and tells after each the rate of the next. Until then
        # ours stands in, which is the same (a test compares them) unless --verl sets another schedule.
        rate = self.cluster.rate
        if rate is None:
            rate = learning_rate(train, step)
        return self.cluster.update(samples, train.mini_batches, rate, self.pad_id)


class ClusterRoller:
    """What the loop asks of a roller."""

    def __init__(self, cluster, policy: ClusterPolicy) -> None:
        self.cluster, self.policy = cluster, policy

    def play_groups(self, tasks: Sequence[Task], library, *, seed: int, step: int, group_size: int) -> list[Group]:
        """As ``Roller.play_groups``; the library is asked through its actor."""
        # Seed and group size are not handed on: agent processes and verl have them from the configuration.
        episodes = self.cluster.play(step, [task.index for task in tasks])
        self.policy.tokens_generated += sum(len(s.response_ids) for e in episodes for s in e.segments)
        # They come sorted by (task, rollout): equal slices are the groups.
        groups = [episodes[t * group_size : (t + 1) * group_size] for t in range(len(tasks))]
        return [Group(task, tuple(of)) for task, of in zip(tasks, groups, strict=True)]


class ClusterValidation(Validation):
    """As its base class, but the servers play it beside the next step's episodes, so that no GPU waits for it.

    From the moment the servers have the weights after a step until the next step's episodes have ended, weights and
    library are what that step left. The figures come with the row of the next step, and ``validate/step`` beside them.
    After the last step they are waited for. The last step but one has none: their figures would share a row.
    """

    def __init__(self, config: Skill1Config, suite: Suite, cluster) -> None:
        self._choose(config, suite)
        self._cluster = cluster
        self._under_way: int | None = None

    def after(self, step: int, library: Library | None) -> dict[str, float]:
        """Begin it; only after the last step there is nothing beside which it could be played."""
        last = self._config.train.steps
        if step == last - 1 or not self.is_due(step):
            return {}
        self._begin(step)
        return self.finished() if step == last else {}

    def catch_up(self, step: int, rows: Iterable[Mapping[str, float]]) -> None:
        """Begin what a resumed run has lost: the row with its checkpoint's figures is played again, or never was."""
        known = {row.get(VALIDATED_STEP) for row in rows}
        if 0 < step < self._config.train.steps and step not in known:
            # Without the library: the agent processes ask its actor by themselves.
            self.after(step, None)

    def finished(self) -> dict[str, float]:
        """The figures of what is under way, and the seconds that the run waited for it."""
        if self._under_way is None:
            return {}
        started, step, self._under_way = time.perf_counter(), self._under_way, None
        (sample,) = self.samples
        episodes = self._cluster.validated()
        groups = [Group(task, (episode,)) for task, episode in zip(sample.tasks, episodes, strict=True)]
        return self._judged(groups, started) | {VALIDATED_STEP: step}

    def _begin(self, step: int) -> None:
        (sample,) = self.samples  # a cluster has one environment
        self._cluster.begin_validation(step, [task.index for task in sample.tasks])
        self._under_way = step


def start_cluster(config: Skill1Config, run_dir: Path, checkpoint: Path | None, step: int):
    """Ray, the transfer queue, and verl's processes with the weights of a checkpoint or the start weights."""
    import transfer_queue as tq
    from omegaconf import OmegaConf, open_dict

    from skill1.train.verl.overlay import compose
    from skill1.train.verl.trainer import ClusterTrainer

    settings = compose(config, run_dir)
    with open_dict(settings):
        # verl's defaults have it off; its own main, which is not used, turns it on.
        settings.transfer_queue.enable = True
        agent = settings.actor_rollout_ref.rollout.agent
        agent.agent_loop_config_path = str(write_for_agents(config, run_dir))
        agent.default_agent_loop = "skill1"
        leave_dropout_out(settings.actor_rollout_ref.model)
        fit_positions(settings.actor_rollout_ref.model.path, settings.actor_rollout_ref.rollout)
    # Cheapest first: verl's own checks, Ray, whether all will find room, and then the processes.
    # verl prints to standard output, where `--json` promises one object and nothing else.
    with contextlib.redirect_stdout(sys.stderr):
        _require_valid(settings)
    _start_ray(settings, cpus_needed(config))
    require_room(config)
    require_own_queue()
    model, data = settings.actor_rollout_ref.model.path, _from_anywhere(config).env.data
    # A name of the hub is no path: each machine downloads it.
    require_common_files(
        [path for path in (agent.agent_loop_config_path, model, data) if os.path.exists(path or "")]
    )
    # Both are done by verl's own main, which is not used; its trainer takes them for granted.
    OmegaConf.resolve(settings)
    tq.init(settings.transfer_queue)
    trainer = ClusterTrainer(settings, config, start=checkpoint, start_step=step)
    with contextlib.redirect_stdout(sys.stderr):
        trainer.init()
    return trainer


def leave_dropout_out(model) -> None:
    """As where the local learner loads a model: an update has to see the log-probs of sampling.

    ``model``: that section of verl's configuration. A rate that ``--verl.`` sets stays.
    """
    model.override_config = {**no_dropout(model.path), **model.override_config}


def fit_positions(model: str, rollout) -> None:
    """Servers take no more tokens than the model has positions, as the local engine: prompts are cut to that, too.

    ``rollout``: that section of verl's configuration, which would end the start when its servers come up.
    """
    from transformers import AutoConfig

    positions = getattr(
        AutoConfig.from_pretrained(model, trust_remote_code=False), "max_position_embeddings", None
    )
    rollout.max_model_len = min(rollout.max_model_len, positions or rollout.max_model_len)


def _require_valid(settings) -> None:
    """Let verl check its configuration before anything starts.

    Raises:
        ConfigError: what they say.
    """
    from hydra.errors import InstantiationException
    from verl.trainer.ppo.utils import need_critic, need_reference_policy
    from verl.utils.config import validate_config

    try:
        validate_config(settings, need_reference_policy(settings), need_critic(settings))
    except (AssertionError, ValueError, InstantiationException) as error:
        # Hydra's message has several lines and names the section; a bare assertion in there comes without a message.
        reason = " ".join(str(error).split()) or repr(error)
        raise ConfigError(
            f"verl rejects its configuration: {reason}. Type the same command with --dry-run."
        ) from error


def write_for_agents(config: Skill1Config, run_dir: Path) -> Path:
    """What verl's agent processes read: the run's configuration as it is now, and the file that names our agent loop.

    Raises:
        StorageError: the disk does not take it.
    """
    folder = run_dir / BACKEND_FOLDER
    entry = {
        "name": "skill1",
        "_target_": "skill1.train.verl.agent_loop.Skill1AgentLoop",
        "run_dir": str(run_dir),
        # Not the run's own file, which keeps what it began with: a resume may bring other workers or another server.
        "config_file": str(folder / CONFIG_FILE),
    }
    path = folder / "agent_loop.yaml"
    with written(folder):
        folder.mkdir(parents=True, exist_ok=True)
        save_config(_from_anywhere(config), folder / CONFIG_FILE)
        path.write_text(yaml.safe_dump([entry]), encoding="utf-8")
    return path


def _from_anywhere(config: Skill1Config) -> Skill1Config:
    """With paths from the root, and the folder that the environment's variable names.

    A process of a Ray that was joined has working directory and variables of its ``ray start``, not of this shell.
    """
    env, place = config.env, None
    # On a server it has its own; and a suite that is not ours need not be installed here, beside another interpreter.
    if not env.url and (env.name in SUITES or not env.python):
        place = offered(suite_class(env.name), "data_folder")
    data = env.data or (os.environ.get(place.variable) if place else None)
    encoder = config.library.encoder
    return replace(
        config,
        env=replace(
            env, data=_rooted(data), python=_rooted(env.python) if "/" in (env.python or "") else env.python
        ),
        agent=replace(config.agent, prompts=_rooted(config.agent.prompts)),
        # A folder only: other names are those of the hub.
        library=replace(config.library, encoder=_rooted(encoder) if os.path.isdir(encoder) else encoder),
    )


def _rooted(path: str | None) -> str | None:
    # Links stay: that of a virtual environment's interpreter says which one it is.
    return str(Path(os.path.expanduser(path)).absolute()) if path else path


def _start_ray(settings, cpus: int) -> None:
    import ray
    from omegaconf import OmegaConf
    from verl.trainer.constants_ppo import get_ppo_ray_runtime_env

    # A Ray that the caller has started is used as it is, and ended with the run, like one of our own.
    if ray.is_initialized():
        return
    options = OmegaConf.to_container(settings.ray_kwargs.get("ray_init", {}), resolve=True)
    of_verl = OmegaConf.to_container(OmegaConf.create(get_ppo_ray_runtime_env(settings)))
    begin_ray(ray_options(options, of_verl, cpus))


def begin_ray(options: Mapping[str, Any]) -> None:
    """Start Ray here, or join one.

    Raises:
        TrainingError: it did not come in Ray's own time, which nothing changes.
    """
    import ray

    # Ray puts an exit with another code in the place of our handler.
    before = signal.getsignal(signal.SIGTERM)
    try:
        ray.init(**options)
    except SystemExit as error:
        raise Terminated(ENDED) from error
    except Exception as error:  # Ray raises the bare class
        where = joined_ray(options.get("address"))
        done = f"joined at {where} (cluster.ray_address, or RAY_ADDRESS)" if where else "started"
        # A driver reaches a Ray through the part of it on its own machine; Ray's words do not tell.
        joins = (
            "That Ray must also run on this machine. Type here: ray start --address FIRST:6379. " if where else ""
        )
        raise TrainingError(
            f"Ray could not be {done}: {cause(error)} {joins}Its logs are in /tmp/ray/session_latest/logs. A busy "
            "machine may only have been too slow: type the command again."
        ) from error
    finally:
        if before is not None and threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGTERM, before)


def ray_options(options: Mapping[str, Any], of_verl: Mapping[str, Any], cpus: int) -> dict[str, Any]:
    """Arguments of ``ray.init``: the user's over ours over verl's. Variables are joined one by one, as texts.

    A Ray that is started here has at least ``cpus`` slots: with fewer, verl would wait for ever, and most of its
    processes only wait themselves.

    Raises:
        ConfigError: the user's say what only a Ray that is started here can have.
    """
    mine = dict(options)
    user = mine.pop("runtime_env", None) or {}
    # verl's own main sets the first, which is not used here. A Ray that was joined has the others of its `ray start`.
    ours = {"TRANSFER_QUEUE_ENABLE": "1"} | {name: os.environ[name] for name in OF_THE_HUB if name in os.environ}
    variables = {**(of_verl.get("env_vars") or {}), **ours, **(user.get("env_vars") or {})}
    environment = {**of_verl, **user, "env_vars": {name: str(value) for name, value in variables.items()}}
    # Ray refuses these for a cluster that it only joins.
    where = joined_ray(mine.get("address"))
    for name in OF_A_RAY_STARTED_HERE:
        if where is not None and mine.get(name) is not None:
            raise ConfigError(
                f"`verl.ray_kwargs.ray_init.{name}` cannot be set for the Ray joined at {where} (cluster.ray_address, "
                f"or RAY_ADDRESS): `ray start` decides it. Type --verl.ray_kwargs.ray_init.{name} null, or "
                "--cluster.ray_address local."
            )
    if where is None:
        mine["address"] = "local"  # without a word Ray joins the one that `ray start` has left here
        if mine.get("num_cpus") is None:
            mine["num_cpus"] = max(cpus, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1)
    return {"log_to_driver": False, "runtime_env": environment, **mine}
