"""What is set and read by nothing is refused with the reason, or told: by method, by command, by backend."""

import pytest

from skill1.cli import main
from skill1.config.files import config_names
from skill1.config.keys import config_keys
from skill1.config.load import load_config, parse_overrides
from skill1.config.method import declared
from skill1.config.unread import CLUSTER, require_reader, rows, unread
from skill1.errors import ConfigError
from skill1.methods import METHODS, make_recipe

METHOD_SECTIONS = (
    "skillrl.evolve_every=7",
    "skillpro.pool_size=7",
    "skillopt.epochs=7",
    "retroagent.train_top_k=7",
)
MODEL = ("--endpoint.url=http://127.0.0.1:9/v1", "--endpoint.model=m")


def config(method, *overrides):
    special = ["--library.similarity_threshold=-1"] if method == "skillopt" else []
    special += [f"--agent.profile={method}"] if method in ("react", "reflexion") else []
    return load_config(None, [f"--method={method}", *special, *overrides])


def refused(command, method, *overrides):
    typed = parse_overrides(overrides)
    found = unread(command, config(method, *overrides), typed=typed)
    return {key for one in found if one.is_refused for key in one.keys}


def told(command, method, *overrides):
    typed = parse_overrides(overrides)
    found = unread(command, config(method, *overrides), typed=typed)
    return {key for one in found if not one.is_refused for key in one.keys}


@pytest.mark.parametrize("method", sorted(METHODS))
def test_the_sections_of_other_methods_are_refused(method):
    own = {f"{method}."}
    for setting in METHOD_SECTIONS:
        key = setting.partition("=")[0]
        assert refused("train", method, f"--{setting}") == (set() if key.startswith(tuple(own)) else {key})


@pytest.mark.parametrize("method", sorted(METHODS))
def test_a_teacher_is_read_where_there_is_a_writer_with_one(method):
    has_teacher = bool(make_recipe(config(method)).rules)
    assert (refused("train", method, "--teacher.kind=policy") == set()) == has_teacher
    for command in ("collect", "distill"):  # SkillRL's stages, whatever the method
        assert not refused(command, method, "--teacher.kind=policy", "--skillrl.memories_per_question=3")


@pytest.mark.parametrize("command", ["sft", "demos", "collect", "distill", "sweep", "quickstart"])
@pytest.mark.parametrize("method", ["skill1", "skillpro"])
def test_a_server_has_no_weights_to_train(command, method):
    assert refused(command, method, *MODEL) == {"endpoint.url", "endpoint.model"}
    assert not refused("eval", method, *MODEL)


@pytest.mark.parametrize("method", ["skill1", "skillpro"])
def test_skills_are_trained_with_a_server_and_no_weights_are_read(method):
    assert not refused("train", method, *MODEL)
    here = ("--model.device=cpu", "--model.rows=3", "--train.threads=1")
    assert refused("train", method, *MODEL, *here) == {"model.device", "model.rows", "train.threads"}
    assert refused("train", method, "--endpoint.retries=1") == {"endpoint.retries"}
    assert told("train", method, *MODEL, "--train.learning_rate=0.1") == {"train.learning_rate"}
    assert refused("eval", method, *MODEL, "--endpoint.budget=1") == {"endpoint.budget"}
    # Without a price nothing is ever spent.
    assert refused("train", method, *MODEL, "--endpoint.budget=1") == {"endpoint.budget"}
    assert not refused("train", method, *MODEL, "--endpoint.budget=1", "--endpoint.prompt_price=1")


def test_an_episode_of_training_is_shown_and_no_evaluation():
    assert refused("rollout", "skill1", "--eval.split=heldout", "--eval.temperature=0") == {
        "eval.split",
        "eval.temperature",
    }
    assert not refused("rollout", "skill1", "--env.train_split=heldout")


@pytest.mark.parametrize("method", sorted(METHODS))
def test_what_is_only_told(method):
    """A library where there is none, and what trains or credits where nobody is trained."""
    frozen = make_recipe(config(method)).credit is None
    withholds = method in ("skill1", "grpo_bank", "skillrl")
    controls = ("--library.control_share=0.5", "--library.control_draw=group")
    assert told("train", method, *controls) == (
        set() if withholds else {"library.control_share", "library.control_draw"}
    )
    has_library = declared(method).uses_library(config(method))
    assert bool(told("train", method, "--library.alpha=0.2")) == (not has_library)
    assert bool(told("train", method, "--train.learning_rate=0.1")) == frozen
    assert bool(told("train", method, "--loss.clip_low=0.1")) == frozen
    assert bool(told("train", method, "--credit.lambda_rerank=1")) == (method != "skill1")
    assert bool(told("train", method, "--credit.gigpo_omega=2"))
    gigpo = ("--credit.gigpo_omega=2", "--credit.utilisation=gigpo")
    assert bool(told("train", method, *gigpo)) == frozen
    discounted = ("--credit.gigpo_gamma=0.9", "--credit.utilisation=discounted")
    assert bool(told("train", method, *discounted)) == frozen


def test_only_an_evaluation_in_which_the_library_grows_explores_it():
    explored = [
        told("eval", "skill1", "--eval.explore=true", f"--eval.library={mode}") for mode in ("frozen", "online")
    ]
    assert explored == [{"eval.explore"}, set()]


@pytest.mark.parametrize(
    ("overrides", "keys"),
    [
        (["--cluster.nodes=2"], {"cluster.nodes"}),
        (["--cluster.nodes=2", "--backend=verl"], set()),
        (["--cluster.gpu_memory=0.5"], {"cluster.gpu_memory"}),
        (["--cluster.gpu_memory=0.5", "--policy.engine=vllm"], set()),
        (["--policy.engine=vllm", "--backend=verl"], {"policy.engine"}),
        (["--env.goals=synthetic"], {"env.goals"}),
        (["--env.goals=synthetic", "--env.name=webshop"], set()),
        (["--env.goals=synthetic", "--env.name=mine:Suite"], set()),
        (["--env.goals=synthetic", "--env.name=household,webshop"], set()),
        (["--env.engine=textworld"], {"env.engine"}),
        (["--teacher.model=m", "--method=skillrl"], {"teacher.model"}),
        (["--teacher.model=m", "--method=skillrl", "--teacher.kind=service"], set()),
        (["--teacher.max_tokens=9", "--method=skillrl"], {"teacher.max_tokens"}),
        (["--teacher.max_tokens=9", "--method=skillrl", "--teacher.kind=policy"], set()),
        (["--endpoint.url=null", "--teacher.kind=analyst"], set()),  # the defaults
    ],
)
def test_rows_by_hand(overrides, keys):
    loaded = load_config(None, overrides)
    found = [one for one in unread("train", loaded, typed=parse_overrides(overrides)) if one.is_refused]
    assert {key for one in found for key in one.keys} == keys


@pytest.mark.parametrize("name", config_names())
def test_no_shipped_file_sets_what_nothing_reads(name):
    for command in ("train", "eval"):
        assert list(unread(command, load_config(name), typed=(), in_file=config_keys())) == []


def test_every_key_of_the_table_exists():
    for row in rows():
        assert all(any(known.startswith(key) for known in config_keys()) for key in row.keys), row.keys
        why = row.why.format(command="train", method="grpo", config=config("grpo"), taught="skillrl")
        assert why.endswith(".")
    assert {*CLUSTER, "cluster.gpu_memory"} == {key for key in config_keys() if key.startswith("cluster.")}


def test_several_runs_refuse_what_none_of_them_reads():
    both = [config("skill1"), config("skillrl")]
    typed = ["--skillrl.top_k=3"]
    arms = [config(one.method, *typed) for one in both]
    require_reader("sweep", arms, parse_overrides(typed))
    with pytest.raises(ConfigError, match="`skillopt.epochs` has no effect here: the method is skill1"):
        require_reader("sweep", [config(one.method, "--skillopt.epochs=9") for one in both], ["skillopt.epochs"])


def run(capsys, *words):
    code = main(list(words))
    out = capsys.readouterr()
    return code, out.out, " ".join(out.err.split())


def test_train_refuses_a_server_where_only_weights_would_learn_and_says_what_works(capsys, tmp_path):
    code, _, said = run(capsys, "train", "--env", "household", "--method", "grpo", *MODEL)
    assert code == 1 and "an endpoint's weights cannot be trained, and method grpo" in said
    assert "skill1, skillpro, skillopt" in said and list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "words",
    [
        ("sft", "--data", "d.gz", "--output", "m"),
        ("demos", "--n", "2", "--output", "d.gz"),
        ("collect", "--output", "m"),
    ],
)
def test_other_commands_refuse_it_too(capsys, words, tmp_path):
    code, _, said = run(capsys, *words, "--env", "household", *MODEL)
    assert code == 1 and f"`skill1 {words[0]}` takes a model that is here" in said
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_sets_it_is_refused_a_method_that_replaces_the_files_is_not(capsys, tmp_path):
    own = tmp_path / "own.yaml"
    own.write_text("inherits: household/skill1\nteacher:\n  kind: policy\n", encoding="utf-8")
    code, _, said = run(capsys, "train", "--config", str(own), "--dry-run")
    assert code == 1 and "`teacher.kind` has no effect here: method skill1 has no teacher" in said
    own.write_text("inherits: household/skillrl\nteacher:\n  max_tokens: 99\n", encoding="utf-8")
    assert run(capsys, "train", "--config", str(own), "--method", "grpo", "--dry-run")[0] == 0


def test_what_is_told_is_told_once_and_the_run_goes_its_way(capsys):
    code, out, said = run(
        capsys, "train", "--env", "household", "--method", "grpo", "--library.alpha=0.2", "--dry-run"
    )
    assert code == 0 and out.startswith("method: grpo")
    assert said == "note: `library.alpha` has no effect here: method grpo has no library."
    typed = ("train", "--config", "household/skill1", "--train.library_steps=4", "--dry-run")
    assert run(capsys, *typed)[::2] == (0, "")
    code, _, said = run(capsys, *typed, "--library.enabled=false")
    assert code == 0 and "`train.library_steps` has no effect here: as configured, the run has no library" in said


def test_eval_of_a_model_wants_the_server_as_its_target(capsys):
    code, _, said = run(capsys, "eval", "some/model", "--env", "household", "--endpoint.model=m")
    assert code == 1 and "Give its address in the place of the run or model" in said


@pytest.mark.parametrize(
    ("command", "overrides", "key"),
    [
        ("train", ("agent.selection=similarity", "credit.lambda_rerank=0.5"), "credit.lambda_rerank"),
        ("train", ("agent.distillation=off", "credit.lambda_distill=0.5"), "credit.lambda_distill"),
        ("train", ("credit.selection=none", "credit.lambda_rerank=0.5"), "credit.lambda_rerank"),
        ("train", ("credit.distillation=none", "credit.lambda_distill=0.5"), "credit.lambda_distill"),
        ("train", ("library.prior_uses=3",), "library.prior_uses"),
        ("train", ("library.control_draw=group",), "library.control_draw"),
        ("train", ("library.frozen=true", "library.init=a.jsonl", "library.alpha=0.5"), "library.alpha"),
        ("train", ("agent.profile=dialogue", "agent.history_window=5"), "agent.history_window"),
        ("train", ("backend=verl", "model.rows=32"), "model.rows"),
        ("sft", ("train.learning_rate=0.1",), "train.learning_rate"),
    ],
)
def test_keys_that_another_key_cancels_are_told(command, overrides, key):
    options = [f"--{one}" for one in overrides]
    assert key in told(command, "skill1", *options)
    # Without what cancels it, nothing is said.
    if len(options) > 1 and key != "model.rows":
        assert key not in told(
            command, "skill1", options[-1], *(["--agent.profile=skill1"] if "agent" in key else [])
        )


def test_what_is_read_after_all_is_not_told():
    assert not told("sft", "skill1", "--train.gradient_checkpointing=true")
    frozen = ("--library.frozen=true", "--library.init=a.jsonl", "--library.alpha=0.5", "--library.capacity=7")
    assert told("train", "skill1", *frozen) == {"library.alpha", "library.capacity"}
    assert not told("eval", "skill1", *frozen, "--eval.library=online")
    assert "library.alpha" not in told("train", "skill1", *frozen, "--library.exploration=thompson")
    assert "model.rows" not in told("train", "skillrl", "--backend=verl", "--model.rows=16")


def test_an_evaluation_has_its_own_temperature_and_no_cluster():
    cluster = ("--backend=verl", "--cluster.tensor_parallel=4")
    assert refused("eval", "skill1", "--sampling.temperature=0.7") == {"sampling.temperature"}
    assert refused("eval", "skill1", *cluster) == {"cluster.tensor_parallel"}
    assert not refused("train", "skill1", "--sampling.temperature=0.7", *cluster)


@pytest.mark.parametrize("method", ["retroagent", "skillrl", "grpo_bank"])
def test_only_skill1_can_do_without_its_library(method):
    assert refused("train", method, "--library.enabled=false") == {"library.enabled"}
    assert not refused("train", "skill1", "--library.enabled=false")
