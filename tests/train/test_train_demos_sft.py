"""Demonstrations on disk and the supervised cold start."""

import gzip
import io
import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
import safetensors
import torch
import transformers
from rich.console import Console
from safetensors.torch import load_file as read_weights
from safetensors.torch import save_file as save_weights

from skill1.agent.profile import configured_profile
from skill1.config import ModelConfig, SftConfig
from skill1.config.load import load_config
from skill1.env.registry import make_suite
from skill1.errors import ConfigError, DataError, EnvironmentFault, StorageError, TrainingError
from skill1.policy.load import load_model, pick_dtype
from skill1.policy.tiny import make_tiny_policy, make_tokenizer
from skill1.policy.tokens import Tokens
from skill1.schema import STAGES
from skill1.train import checkpoint
from skill1.train import sft as sft_module
from skill1.train.demos import Demo, DemoRow, demos_to_learn, read_demos, save_demos, write_demos
from skill1.train.sft import Kept, _weighted, fit, run_sft
from skill1.train.start import start_weights
from skill1.train.weights import Masters
from skill1_envs.household.expert import HouseholdExpert
from skill1_envs.household.suite import HouseholdEnv, HouseholdSuite
from tests.rollout.tiny_world import SMALL, household


@pytest.fixture(scope="module")
def few(demos, tmp_path_factory):
    """The first 60 demonstrations, for tests that ask how a pass is interrupted and not what it learns."""
    header_and_60 = gzip.decompress(demos.read_bytes()).splitlines(keepends=True)[:61]
    path = tmp_path_factory.mktemp("few") / "demos.jsonl.gz"
    path.write_bytes(gzip.compress(b"".join(header_and_60)))
    return path


def test_demonstrations_hold_what_the_expert_wrote_at_each_stage(folder, demos):
    tokens = Tokens.load(folder)
    read = read_demos(demos, tokens)
    assert len(read) == 1200 and 0.3 < sum(d.success for d in read) / 1200 < 1
    stages = set()
    for demo in read[:300]:
        for row in demo.rows:
            for stage, start, end in row.spans:
                assert 0 < start < end <= len(row.ids) and row.ids[end - 1] == tokens.eos_id
                stages.add(STAGES[stage])
            assert tokens.tokenizer.unk_token_id not in row.ids
    assert stages == set(STAGES)


def test_writing_again_writes_the_same(folder, tmp_path):
    config = household(folder)
    for name, seed in (("a", 0), ("b", 0), ("c", 1)):
        summary = write_demos(config, episodes=40, kind="oracle", seed=seed, output=tmp_path / "sub" / name)
        assert summary["episodes"] == 40 and 0 < summary["success_rate"] <= 1
    texts = {name: gzip.decompress((tmp_path / "sub" / name).read_bytes()) for name in "abc"}
    assert texts["a"] == texts["b"] != texts["c"]
    assert sorted(p.name for p in (tmp_path / "sub").iterdir()) == ["a", "b", "c"]  # nothing partial


def test_demonstrations_that_end_in_an_error_are_told(folder, tmp_path, monkeypatch):
    reset = HouseholdEnv.reset

    def failing(self, *, task_index=None, seed=None):
        if task_index % 3:
            raise EnvironmentFault("it broke")
        return reset(self, task_index=task_index, seed=seed)

    monkeypatch.setattr(HouseholdEnv, "reset", failing)
    told = write_demos(household(folder), episodes=12, kind="oracle", seed=0, output=tmp_path / "demos")
    assert told["episodes"] < 12
    assert told["errors"].startswith(f"{12 - told['episodes']} of 12 ended in an error and are left out")


def test_answers_that_teach_something_else_are_told(folder, tmp_path, monkeypatch):
    """Cut by a limit, with words that the tokenizer lacks, or such that the profile's parser cannot read them."""
    options = {"episodes": 3, "kind": "oracle", "seed": 0, "output": tmp_path / "demos"}
    whole = write_demos(household(folder), **options)
    assert not {"cut_answers", "unknown_words", "unread_answers"} & set(whole)
    cut = write_demos(household(folder, "--sampling.act_tokens=2"), **options)
    assert "by --sampling.act_tokens 2" in cut["cut_answers"]
    with monkeypatch.context() as patch:
        patch.setattr("skill1.train.demos.start_tokens", lambda *_: Tokens(make_tokenizer(["look", "k1"])))
        assert "in 3 of 3 answers of query" in write_demos(household(folder), **options)["unknown_words"]
    monkeypatch.setattr(HouseholdExpert, "_distill", lambda *_: "search all")
    assert write_demos(household(folder), **options)["unread_answers"].startswith("3 of 3 of distill; see ")


def test_a_folder_in_the_files_place_is_refused_before_anything_is_played(folder, tmp_path, monkeypatch):
    monkeypatch.delattr("skill1.train.demos.start_tokens")
    (tmp_path / "out").mkdir()
    with pytest.raises(DataError, match="out is a folder, but demonstrations are one file.*--output"):
        write_demos(household(folder), episodes=3, kind="oracle", seed=0, output=tmp_path / "out")
    (tmp_path / "file").touch()
    with pytest.raises(StorageError, match="file is not a folder.*--output"):
        write_demos(household(folder), episodes=3, kind="oracle", seed=0, output=tmp_path / "file" / "out")
    assert {path.name for path in tmp_path.iterdir()} == {"out", "file"}  # nothing partial


def test_the_time_of_writing_is_not_in_the_file(folder, tmp_path, monkeypatch):
    """A pass that was cut off knows its demonstrations by the hash of their file."""
    files = []
    for now in (1e9, 2e9):
        monkeypatch.setattr(gzip.time, "time", lambda now=now: now)
        save_demos([], Tokens.load(folder), tmp_path / "demos", env="household", expert="oracle", seed=0)
        files.append((tmp_path / "demos").read_bytes())
    assert files[0] == files[1]


def test_another_tokenizer_is_refused(demos, tmp_path):
    make_tiny_policy(["egg"], tmp_path, seed=0, shape=SMALL)
    with pytest.raises(DataError, match="another tokenizer; run skill1 demos"):
        read_demos(demos, Tokens.load(tmp_path))


def test_broken_files_are_data_errors(folder, demos, tmp_path):
    tokens, path = Tokens.load(folder), tmp_path / "broken"
    whole = demos.read_bytes()
    text = gzip.decompress(whole).splitlines()
    flipped = bytearray(whole)
    flipped[len(whole) // 2] ^= 255
    headless = gzip.compress(b'{"format": "other"}\n')
    garbled = gzip.compress(b"\n".join([text[0], b'{"task": 1}']))
    listed = gzip.compress(b"[1, 2]\n")
    nested = [b"[" * 100_000]
    # Stages, and tokens, that a row of three does not have; a first token has none to be learnt from.
    for span in ([9, 1, 2], [-1, 1, 2], [2, 1, 99], [2, 2, 1], [2, 0, 1]):
        nested.append(
            json.dumps({"task": "t", "success": True, "rows": [{"ids": [4, 5, 6], "spans": [span]}]}).encode()
        )
    nested += [line.replace(b"[4, 5, 6]", ids) for line in nested[1:2] for ids in (b'["a", 5, 6]', b"[4, -5, 6]")]
    nested.append(nested[1].replace(b"[9,", b"[1e999,"))
    for content in (
        *(gzip.compress(text[0] + b"\n" + line) for line in nested),
        gzip.compress(nested[0]),
        b"",
        b"plain text",
        whole[:10] + b"\xff" * 50,
        whole[:-50],
        bytes(flipped),
        headless,
        garbled,
        listed,
    ):
        path.write_bytes(content)
        # The file may be the user's own: nothing is to be written over it.
        with pytest.raises(DataError, match="broken .*--output demos.gz, then --data demos.gz"):
            read_demos(path, tokens)
    with pytest.raises(DataError):
        read_demos(tmp_path / "missing", tokens)


@pytest.mark.parametrize("ability", ["expert", "demo_worlds"])
def test_the_method_that_an_expert_lacks_is_named(folder, tmp_path, monkeypatch, ability):
    monkeypatch.setattr(HouseholdSuite, ability, None)
    with pytest.raises(ConfigError, match=rf"no scripted expert.*no {ability}\(\) in 'household'"):
        write_demos(household(folder), episodes=1, kind="oracle", seed=0, output=tmp_path / "x")


def of_worlds(monkeypatch, worlds):
    """What a suite of the user's own demonstrates: made of the household's training tasks."""
    tasks = make_suite(load_config("household/skill1").env).tasks("train")
    monkeypatch.setattr(HouseholdSuite, "demo_worlds", lambda *_: worlds(tasks))


@pytest.mark.parametrize(
    ("worlds", "played", "missing"),
    [
        (lambda tasks: [[tasks[:8], tasks[8:16]], [tasks[16:24]]], 12, None),
        (lambda tasks: [[tasks[:3]]], 3, "9 of 12: demo_worlds() gave no more tasks"),
    ],
)
def test_worlds_with_more_tasks_are_cut_and_with_fewer_told(
    folder, tmp_path, monkeypatch, worlds, played, missing
):
    of_worlds(monkeypatch, worlds)
    told = write_demos(household(folder), episodes=12, kind="oracle", seed=0, output=tmp_path / "demos")
    assert (told["episodes"], told.get("missing")) == (played, missing) and "errors" not in told


def _broken_generator(tasks):
    yield [tasks[:1]]
    raise KeyError("world")


@pytest.mark.parametrize(
    ("worlds", "told"),
    [
        (lambda tasks: [], "gave no tasks; expected 12"),
        (lambda tasks: None, "NoneType"),
        (lambda tasks: [[(task.lost for task in tasks)]], "has no attribute 'lost'"),
        (lambda tasks: [tasks[:12]], "expected for each world a list of lists of tasks"),
        (lambda tasks: tasks[:12], "expected for each world a list of lists of tasks"),
        (_broken_generator, "KeyError: 'world'"),
    ],
)
def test_worlds_that_cannot_be_played_are_told(folder, tmp_path, monkeypatch, worlds, told):
    of_worlds(monkeypatch, worlds)
    with pytest.raises(
        (DataError, EnvironmentFault), match=rf"demo_worlds\(\) of environment 'household'.*{told}"
    ):
        write_demos(household(folder), episodes=12, kind="oracle", seed=0, output=tmp_path / "demos")


def _unreadable():
    raise DataError("cannot read this task")


@pytest.mark.parametrize(
    ("answer", "told"),
    [(lambda: {}["x"], "KeyError: 'x'"), (lambda: None, "is NoneType"), (_unreadable, "cannot read this task")],
)
def test_an_expert_that_breaks_costs_its_episode(folder, tmp_path, monkeypatch, answer, told):
    own = HouseholdExpert.answer

    def breaking(self, stage, view, rng):
        return answer() if view.task.index % 2 else own(self, stage, view, rng)

    monkeypatch.setattr(HouseholdExpert, "answer", breaking)
    of_worlds(monkeypatch, lambda tasks: [[tasks[:4]]])
    summary = write_demos(household(folder), episodes=4, kind="sloppy", seed=0, output=tmp_path / "demos")
    assert summary["episodes"] == 2 and summary["errors"].startswith("2 of 4 ended in an error")
    of_worlds(monkeypatch, lambda tasks: [[tasks[1:2]]])
    with pytest.raises(DataError, match=f"the expert of environment 'household' at query failed: .*{told}"):
        write_demos(household(folder), episodes=1, kind="sloppy", seed=0, output=tmp_path / "demos")


def test_a_polluting_draft_that_is_none_is_told(folder, tmp_path, monkeypatch):
    monkeypatch.setattr(HouseholdSuite, "polluting_draft", lambda *_: "a bad skill")
    with pytest.raises(DataError, match="polluting_draft.*'a bad skill'; expected a skill1.schema.SkillDraft"):
        write_demos(household(folder), episodes=40, kind="oracle", seed=0, output=tmp_path / "demos")


def test_weights_average_within_each_stage():
    # stage 0: two tokens, 1/2 each; stage 2: four tokens over two rows, 1/4 each
    rows = [DemoRow((1, 2, 3, 4, 5, 6), ((0, 1, 3), (2, 4, 6))), DemoRow((1, 2, 3), ((2, 1, 3),))]
    first, second = _weighted(rows)
    assert first.weights == (0, 0.5, 0.5, 0, 0.25, 0.25) and second.weights == (0, 0.25, 0.25)
    assert first.stages == (-1, 0, 0, -1, 2, 2)


def tiny_model(folder):
    return load_model(ModelConfig(path=str(folder), device="cpu"))


def weights_of(model) -> torch.Tensor:
    return torch.cat([p.detach().flatten() for p in model.parameters()])


def test_the_cold_start_learns_and_its_seed_decides(folder, demos):
    read = read_demos(demos, Tokens.load(folder))[:96]
    sft = SftConfig(epochs=4, batch_size=16, learning_rate=5e-3, warmup_updates=2)
    models, results = [], []
    for seed in (0, 0, 1):
        model = tiny_model(folder)
        results.append(fit(model, read, sft, 0, seed, 4096))
        models.append(weights_of(model))
    assert torch.equal(models[0], models[1]) and not torch.equal(models[0], models[2])
    assert results[0]["updates"] == 24
    start = fit(tiny_model(folder), read, SftConfig(epochs=1, batch_size=16, learning_rate=1e-9), 0, 0, 4096)
    assert results[0]["act"] < 0.8 * start["act"]


def test_fewer_demonstrations_than_a_batch_are_one_batch_an_epoch(folder, demos):
    read = read_demos(demos, Tokens.load(folder))[:5]
    assert fit(tiny_model(folder), read, SftConfig(epochs=3, batch_size=16), 0, 0, 4096)["updates"] == 3


def test_the_mean_loss_of_a_stage_is_over_updates_that_have_it(folder, monkeypatch):
    two = [Demo(name, True, (DemoRow((1, 2, 3), ((stage, 1, 3),)),)) for name, stage in (("a", 0), ("b", 2))]
    update, seen = sft_module._update, []
    monkeypatch.setattr(sft_module, "_update", lambda *given: seen.append(update(*given)) or seen[-1])
    result = fit(tiny_model(folder), two, SftConfig(epochs=1, batch_size=1), 0, 0, 4096)
    query, act = (next(losses[stage] for losses in seen if losses.get(stage)) for stage in ("query", "act"))
    assert min(query, act) > 0.1 and result == {"query": query, "act": act, "updates": 2.0}


def test_micro_batches_do_not_move_the_cold_start(folder, demos):
    read = read_demos(demos, Tokens.load(folder))[:16]
    sft = SftConfig(epochs=1, batch_size=16, warmup_updates=0)
    losses = [fit(tiny_model(folder), read, sft, 0, 0, budget) for budget in (200, 100_000)]
    assert losses[0] == pytest.approx(losses[1], rel=1e-5)


def test_a_gradient_that_is_no_number_is_an_error(folder):
    demo = Demo("t", True, (DemoRow((1, 2, 3), ((2, 1, 3),)),))
    model = tiny_model(folder)
    next(model.parameters()).data.fill_(float("nan"))
    with pytest.raises(TrainingError, match="sft.learning_rate"):
        fit(model, [demo], SftConfig(), 0, 0, 4096)


def test_an_empty_file_and_an_output_that_is_one_are_refused(folder, few, tmp_path):
    (tmp_path / "empty").write_bytes(gzip.compress(gzip.decompress(few.read_bytes()).splitlines(keepends=True)[0]))
    with pytest.raises(DataError, match="holds no demonstrations"):
        run_sft(household(folder), tmp_path / "empty", tmp_path / "out")
    with pytest.raises(DataError, match="Type: skill1 demos --env household "):
        run_sft(household(folder), tmp_path / "absent", tmp_path / "out")
    with pytest.raises(DataError, match="is a file, .*--output"):
        run_sft(household(folder), few, tmp_path / "empty")
    with pytest.raises(StorageError, match="empty is not a folder.*--output"):
        run_sft(household(folder), few, tmp_path / "empty" / "out")
    for name in ("config.yaml", "MANIFEST.json"):
        (tmp_path / name).touch()
        with pytest.raises(DataError, match="a run or a checkpoint, .*--output"):
            run_sft(household(folder), few, tmp_path)
        (tmp_path / name).unlink()


def test_the_weights_that_a_pass_starts_from_are_not_its_output(folder, few, tmp_path):
    own = tmp_path / "own"
    shutil.copytree(folder, own)
    (tmp_path / "link").symlink_to(own)
    before = (own / "model.safetensors").read_bytes()
    for source, output in ((own, "own"), ("own", tmp_path / "link"), ("link/", "own/../own"), (own, "./own/")):
        with pytest.raises(DataError, match=r"the very folder of model\.path .*--output"):
            run_sft(household(source), tmp_path / "absent", Path(output))
    assert (own / "model.safetensors").read_bytes() == before
    # A new tiny policy is made for the name `tiny`: a folder of that name is the output of an earlier pass.
    own.rename("tiny")
    run_sft(household("tiny", "--sft.epochs=1", "--sft.batch_size=60"), few, Path("tiny"))
    assert Path("tiny", "model.safetensors").read_bytes() != before


def test_a_full_disk_is_told_and_leaves_no_half_model(folder, few, tmp_path, monkeypatch):
    def full(*_):
        raise safetensors.SafetensorError("I/O error: No space left on device")

    monkeypatch.setattr(transformers.PreTrainedModel, "save_pretrained", full)
    with pytest.raises(StorageError, match=r"out could not be written.*No space"):
        run_sft(household(folder, "--sft.epochs=1", "--sft.batch_size=10"), few, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_nothing_played_is_an_error_and_writes_no_demonstrations(folder, tmp_path):
    config = household(folder, "--model.max_prompt_tokens=20")
    with pytest.raises(DataError, match=r"none of the 2 demonstrations.*PromptError: "):
        write_demos(config, episodes=2, kind="oracle", seed=0, output=tmp_path / "demos")
    assert not (tmp_path / "demos").exists()


def test_failures_can_be_left_out(folder, demos, warm, tmp_path):
    tokens, config = Tokens.load(warm), household(folder)
    won = replace(config, sft=replace(config.sft, successes_only=True))
    everything, successes = (demos_to_learn(each, demos, tokens) for each in (config, won))
    assert 0 < len(successes) < len(everything)
    assert successes == [demo for demo in everything if demo.success]
    header, *lines = gzip.decompress(demos.read_bytes()).splitlines(keepends=True)
    failed = [line for line in lines if not json.loads(line)["success"]]
    (tmp_path / "failed").write_bytes(gzip.compress(b"".join([header, *failed])))
    with pytest.raises(DataError, match="holds no successful demonstrations"):
        run_sft(won, tmp_path / "failed", tmp_path / "out")


def test_from_nothing_demonstrations_and_cold_start_make_a_tiny_policy(tmp_path):
    missing = load_config("household/skill1", [f"--model.path={tmp_path / 'not-there'}"])
    tiny = load_config("household/skill1", ["--model.path=tiny"])
    data = tmp_path / "demos.jsonl.gz"
    assert write_demos(missing, episodes=16, kind="oracle", seed=0, output=data)["episodes"] == 16
    for config, name in ((missing, "a"), (tiny, "b")):
        assert run_sft(config, data, tmp_path / name)["updates"] == 1
    tokens = Tokens.load(tmp_path / "a")
    assert torch.equal(weights_of(tiny_model(tmp_path / "a")), weights_of(tiny_model(tmp_path / "b")))
    assert tiny_model(tmp_path / "a").config.vocab_size == len(tokens)


def test_a_full_disk_is_told_where_a_tiny_policy_is_made(tmp_path, monkeypatch):
    def full(*_):
        raise safetensors.SafetensorError("No space left")

    monkeypatch.setattr(transformers.PreTrainedModel, "save_pretrained", full)
    config = load_config("household/skill1", ["--model.path=tiny"])
    with pytest.raises(StorageError, match=r"tiny-policy could not be written: .*No space left.*df -h"):
        start_weights(config, tmp_path, make_suite(config.env), configured_profile(config))


def test_low_precision_learns_what_full_precision_learns(folder, demos):
    """In bfloat16 the steps go to float32 masters: at this rate rounded weights would not move at all."""
    tokens = Tokens.load(folder)
    few, losses = read_demos(demos, tokens)[:64], {}
    sft = SftConfig(epochs=1, batch_size=8, learning_rate=3e-4, warmup_updates=0)
    for dtype in ("float32", "bfloat16"):
        model = load_model(ModelConfig(path=str(folder), device="cpu", dtype=dtype))
        start = torch.cat([p.detach().float().flatten() for p in model.parameters()])
        result = fit(model, few, sft, tokens.pad_id, 0, 2048)
        moved = torch.cat([p.detach().float().flatten() for p in model.parameters()]) - start
        losses[dtype] = sum(result[stage] for stage in STAGES), float(moved.norm())
    (full, far), (low, also_far) = losses.values()
    assert abs(low - full) < 0.05 * full and 0.8 < also_far / far < 1.25


def test_memory_is_saved_where_the_configuration_says_so(folder, few, tmp_path, monkeypatch):
    taught = []
    monkeypatch.setattr(sft_module, "load_model", lambda *given: taught.append(load_model(*given)) or taught[-1])
    for name in ("true", "false"):
        how = (f"--train.gradient_checkpointing={name}", "--sft.epochs=1", "--sft.batch_size=10")
        run_sft(household(folder, *how), few, tmp_path / name)
    assert [model.is_gradient_checkpointing for model in taught] == [True, False]
    assert torch.equal(*map(weights_of, taught))


def cut_off_after(monkeypatch, number: int, run) -> list:
    """Interrupt a pass after so many updates; returns what then grows by one with each update that is made."""
    monkeypatch.setattr(sft_module, "SAVE_SECONDS", 0.0)
    update, done = sft_module._update, []

    def counted(*given):
        if len(done) == number:
            raise KeyboardInterrupt
        done.append(None)
        return update(*given)

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(sft_module, "_update", counted)
        run()
    monkeypatch.setattr(sft_module, "_update", lambda *given: done.append(None) or update(*given))
    return done


@pytest.mark.parametrize("dtype", ["float32", "bfloat16"])
def test_a_pass_that_was_cut_off_ends_as_one_that_was_not(folder, few, tmp_path, monkeypatch, dtype):
    config = household(folder, f"--model.dtype={dtype}", "--sft.epochs=1", "--sft.batch_size=6")
    undisturbed = run_sft(config, few, tmp_path / "whole")
    done = cut_off_after(monkeypatch, 7, lambda: run_sft(config, few, tmp_path / "cut"))
    assert not (tmp_path / "cut").exists()
    assert run_sft(config, few, tmp_path / "cut") == undisturbed
    assert len(done) == undisturbed["updates"]  # the seven of before were not made again
    whole, cut = (read_weights(tmp_path / name / "model.safetensors") for name in ("whole", "cut"))
    assert all(torch.equal(whole[name], cut[name]) for name in whole)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["cut", "whole"]


@pytest.mark.parametrize("changed", ["seed", "weights", "precision"])
def test_what_was_kept_of_another_pass_is_not_used(folder, few, tmp_path, monkeypatch, changed):
    start = shutil.copytree(folder, tmp_path / "start")

    shown = Console(file=io.StringIO(), width=1000)

    def run(*overrides):
        how = ("--sft.epochs=1", "--sft.batch_size=10", "--model.dtype=auto")
        run_sft(household(start, *how, *overrides), few, tmp_path / "out", console=shown)

    if changed == "precision":  # what auto is on a GPU
        monkeypatch.setattr("skill1.policy.load.pick_dtype", lambda *_, **__: torch.bfloat16)
    done = cut_off_after(monkeypatch, 3, run)
    assert (tmp_path / ".out.learning").is_dir() and "begins anew" not in shown.file.getvalue()
    done.clear()
    monkeypatch.setattr("skill1.policy.load.pick_dtype", pick_dtype)
    if changed == "weights":
        weights = read_weights(start / "model.safetensors")
        save_weights({name: weight * 1.01 for name, weight in weights.items()}, start / "model.safetensors")
    run(*(["--seed=5"] if changed == "seed" else []))
    assert len(done) == 6 and not (tmp_path / ".out.learning").exists()
    assert f"{tmp_path / '.out.learning'} is not used: " in shown.file.getvalue()


def test_what_a_killed_process_wrote_of_a_folder_is_removed(folder, few, tmp_path):
    half = tmp_path / ".out.partial"
    half.mkdir()
    (half / "of-before").write_text("half")
    run_sft(household(folder, "--sft.epochs=1", "--sft.batch_size=10"), few, tmp_path / "out")
    assert not half.exists() and not (tmp_path / "out" / "of-before").exists()


def test_a_folder_that_was_there_keeps_its_other_files_but_no_other_weights(folder, demos, tmp_path):
    there = tmp_path / "out"
    there.mkdir()
    for name in ("notes.txt", "model-00002-of-00002.safetensors", "model.safetensors.index.json"):
        (there / name).write_text("of before")
    run_sft(household(folder, "--sft.epochs=1", "--sft.batch_size=200"), demos, there)
    assert (there / "notes.txt").read_text() == "of before"
    assert sorted(path.name for path in there.glob("*safetensors*")) == ["model.safetensors"]
    assert tiny_model(there) is not None and sorted(path.name for path in tmp_path.iterdir()) == ["out"]


def test_the_model_may_come_into_the_folder_one_stands_in(folder, few, tmp_path, monkeypatch):
    """``mkdir model; cd model; skill1 sft --output .``: a folder that is named by a dot has no name."""
    (tmp_path / "model").mkdir()
    monkeypatch.chdir(tmp_path / "model")
    run_sft(household(folder, "--sft.epochs=1", "--sft.batch_size=60"), few, Path("."))
    assert Tokens.load(tmp_path / "model") and (tmp_path / "model" / "model.safetensors").is_file()
    assert [path.name for path in tmp_path.iterdir()] == ["model"]  # nothing is left beside it


def test_kept_progress_outlives_a_kill_while_it_is_replaced(folder, tmp_path):
    kept = Kept(tmp_path / ".out.learning", "this", Tokens.load(folder))
    model = tiny_model(folder)
    masters, optimizer = Masters(model), torch.optim.AdamW(model.parameters())
    kept.save(model, masters, optimizer, 1, [])
    kept.folder.rename(tmp_path / "..out.learning.old")  # the first of the two renames
    found = kept.find()
    assert found is not None and found.step == 1
    kept.save(model, masters, optimizer, 2, [])
    assert kept.find().step == 2 and [path.name for path in tmp_path.iterdir()] == [".out.learning"]


def test_progress_of_another_version_is_not_used(folder, tmp_path, monkeypatch):
    kept = Kept(tmp_path / ".out.learning", "this", Tokens.load(folder))
    model = tiny_model(folder)
    kept.save(model, Masters(model), torch.optim.AdamW(model.parameters()), 1, [])
    monkeypatch.setattr(checkpoint, "CHECKPOINT_FORMAT", "skill1-checkpoint-9")
    assert kept.find() is None


def test_demonstrations_longer_than_the_model_reads_are_refused(folder, demos, tmp_path):
    short = shutil.copytree(folder, tmp_path / "short")
    settings = json.loads((short / "config.json").read_text())
    (short / "config.json").write_text(json.dumps(settings | {"max_position_embeddings": 60}))
    with pytest.raises(
        DataError, match=r"rows of up to \d+ tokens, but '.*short' reads 60.*--model.max_prompt_tokens"
    ):
        run_sft(household(short), demos, tmp_path / "out")


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([{"ids": [4, 100_000], "spans": [[2, 1, 2]]}], "token number 100000, and .* embeddings for"),
        ([{"ids": [4, 5], "spans": []}], "holds no demonstrations"),
    ],
)
def test_rows_from_which_the_model_cannot_learn_are_refused(folder, few, tmp_path, rows, said):
    header = gzip.decompress(few.read_bytes()).splitlines(keepends=True)[0]
    line = json.dumps({"task": "t", "success": True, "rows": rows}).encode()
    (tmp_path / "demos").write_bytes(gzip.compress(header + line))
    with pytest.raises(DataError, match=said):
        run_sft(household(folder), tmp_path / "demos", tmp_path / "out")


def test_nothing_of_the_kept_progress_stays_after_kills(folder, tmp_path):
    kept = Kept(tmp_path / ".out.learning", "this", Tokens.load(folder))
    for name in (".out.learning", "..out.learning.partial", "..out.learning.old"):
        (tmp_path / name).mkdir()
    (tmp_path / "out").mkdir()
    kept.forget()
    assert [path.name for path in tmp_path.iterdir()] == ["out"]
