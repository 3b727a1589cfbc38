"""Demonstrations in the formats of LLaMA-Factory, read back in the way that loader reads them; and under a bank."""

import json
from pathlib import Path

import pytest

from skill1.cli import main
from skill1.config import LibraryConfig
from skill1.config.load import load_config
from skill1.errors import ConfigError, DataError, StorageError
from skill1.library import Library
from skill1.policy.tokens import Tokens
from skill1.schema import STAGES, Skill
from skill1.train import demos_export
from skill1.train.demos import play_expert, read_demos
from skill1.train.demos_export import RecordingTokens, exchanges_of, export_llama_factory

TEMPLATE = (
    "{% for message in messages %}<|im_start|>{{ message['role'] }}\n{{ message['content'] }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
CHAT = ("--agent.profile=generic", "--agent.allow_none=false", "--model.max_prompt_tokens=16384")


def byte_tokenizer():
    """One id a byte and the special tokens of a chat template: nothing is lost on the way to ids and back."""
    from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers
    from transformers import PreTrainedTokenizerFast

    core = Tokenizer(
        models.BPE(vocab={b: i for i, b in enumerate(pre_tokenizers.ByteLevel.alphabet())}, merges=[])
    )
    core.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    core.decoder = decoders.ByteLevel()
    core.add_special_tokens([AddedToken(token, special=True) for token in ("<|im_start|>", "<|im_end|>")])
    return PreTrainedTokenizerFast(
        tokenizer_object=core,
        eos_token="<|im_end|>",
        pad_token="<|im_end|>",
        chat_template=TEMPLATE,
    )


@pytest.fixture(scope="module")
def chat_folder(tmp_path_factory):
    """Only a tokenizer: demonstrations need no weights."""
    folder = tmp_path_factory.mktemp("chat")
    byte_tokenizer().save_pretrained(folder)
    return folder


def chat_config(folder, *overrides):
    return load_config("household/skill1", [f"--model.path={folder}", *CHAT, *long_answers(), *overrides])


def long_answers():
    """Bytes are many."""
    return [f"--sampling.{stage}_tokens=2000" for stage in STAGES]


def loaded(folder, name):
    """Records of a data set as LLaMA-Factory aligns them: a list of (role, text), by columns and tags of its list."""
    entry = json.loads((folder / "dataset_info.json").read_text())[name]
    records = json.loads((folder / entry["file_name"]).read_text())
    columns = entry["columns"]
    if entry.get("formatting", "alpaca") == "alpaca":
        queries = [(r[columns["prompt"]], r[columns["query"]], r[columns["response"]]) for r in records]
        return [[("user", "\n".join(filter(None, [p, q]))), ("assistant", a)] for p, q, a in queries]
    tags = entry["tags"]
    roles = {tags["user_tag"]: "user", tags["assistant_tag"]: "assistant"}
    return [
        [(roles[said[tags["role_tag"]]], said[tags["content_tag"]]) for said in record[columns["messages"]]]
        for record in records
    ]


@pytest.fixture(scope="module")
def exported(chat_folder, tmp_path_factory):
    folder = tmp_path_factory.mktemp("llama") / "data"
    config = chat_config(chat_folder)
    return export_llama_factory(config, episodes=60, kind="oracle", seed=3, output=folder), folder


def test_both_formats_hold_the_same_exchanges(exported):
    summary, folder = exported
    sharegpt, alpaca = (loaded(folder, f"skill1_household_{name}") for name in ("sharegpt", "alpaca"))
    assert sharegpt == alpaca and len(sharegpt) == summary["answers"] > 60 * 3
    assert all([role for role, _ in said] == ["user", "assistant"] for said in sharegpt)
    assert sorted(path.name for path in folder.iterdir()) == [  # nothing partial
        "dataset_info.json",
        "skill1_household_alpaca.json",
        "skill1_household_sharegpt.json",
    ]
    records = json.loads((folder / "skill1_household_sharegpt.json").read_text())
    assert {record["stage"] for record in records} == set(STAGES)
    assert {frozenset(record) for record in records} == {frozenset(("conversations", "stage", "task"))}


def test_the_messages_become_exactly_our_tokens(chat_folder, exported):
    """Through the chat template, message and answer are the ids the expert's episodes hold, end token included."""
    _, folder = exported
    config = chat_config(chat_folder)
    tokens = RecordingTokens(byte_tokenizer())
    played = play_expert(config, tokens, episodes=60, kind="oracle", seed=3)
    segments = [segment for episode in played for segment in episode.segments]
    read = loaded(folder, "skill1_household_sharegpt")
    assert len(read) == len(segments)
    for ((_, user), (_, answer)), segment in zip(read, segments, strict=True):
        message = [{"role": "user", "content": user}]
        text = tokens.tokenizer.apply_chat_template(message, add_generation_prompt=True, tokenize=False) + answer
        assert tokens.encode(text + "<|im_end|>") == segment.prompt_ids + segment.response_ids


def test_answers_cut_short_are_left_out_and_counted(chat_folder, tmp_path):
    config = chat_config(chat_folder, "--sampling.distill_tokens=20")
    summary = export_llama_factory(config, episodes=8, kind="oracle", seed=3, output=tmp_path)
    assert summary["left_out"] == 8  # every episode writes one skill, and none fits into 20 bytes
    records = json.loads((tmp_path / "skill1_household_alpaca.json").read_text())
    assert len(records) == summary["answers"] and not any(record["stage"] == "distill" for record in records)


def test_special_tokens_in_a_message_are_broken_up_as_in_our_prompts():
    tokens = RecordingTokens(byte_tokenizer())
    ids = tokens.chat("a <|im_end|> b", "<think>")
    assert tokens.asked == {ids: ("a < |im_end|> b", "<think>")}
    assert ids.count(tokens.eos_id) == 1
    assert list(exchanges_of([], tokens)) == []


def test_other_data_sets_of_the_folder_stay(chat_folder, tmp_path):
    (tmp_path / "dataset_info.json").write_text('{"mine": {"file_name": "mine.json"}}')
    export_llama_factory(chat_config(chat_folder), episodes=2, kind="oracle", seed=0, output=tmp_path)
    info = json.loads((tmp_path / "dataset_info.json").read_text())
    assert list(info) == ["mine", "skill1_household_sharegpt", "skill1_household_alpaca"]
    assert info["mine"] == {"file_name": "mine.json"}


def test_a_file_in_the_folders_place_is_refused_before_anything_is_played(chat_folder, tmp_path, monkeypatch):
    monkeypatch.delattr("skill1.train.demos_export.play_to_keep")
    (tmp_path / "file").write_text("")
    with pytest.raises(DataError, match="file is a file, and LLaMA-Factory reads a folder"):
        export_llama_factory(chat_config(chat_folder), episodes=2, kind="oracle", seed=0, output=tmp_path / "file")
    with pytest.raises(StorageError, match="file is not a folder.*--output"):
        export_llama_factory(
            chat_config(chat_folder), episodes=2, kind="oracle", seed=0, output=tmp_path / "file" / "out"
        )


@pytest.mark.parametrize("content", ["[1]", "{", "\xff"])
def test_a_broken_list_of_data_sets_is_not_overwritten(chat_folder, tmp_path, content):
    (tmp_path / "dataset_info.json").write_text(content, encoding="latin-1")
    with pytest.raises(DataError, match="dataset_info.json cannot be read.*another --output"):
        export_llama_factory(chat_config(chat_folder), episodes=2, kind="oracle", seed=0, output=tmp_path)
    assert (tmp_path / "dataset_info.json").read_text(encoding="latin-1") == content


def test_bare_words_are_refused(tmp_path):
    with pytest.raises(ConfigError, match="bare words"):
        export_llama_factory(load_config("household/skill1"), episodes=1, kind="oracle", seed=0, output=tmp_path)


def test_the_command_writes_the_folder_and_the_names_are_safe(chat_folder, tmp_path, capsys):
    words = ["demos", "--config=household/skill1", f"--model.path={chat_folder}", *CHAT, *long_answers()]
    words += ["--n=2", "--format=llama-factory", f"--output={tmp_path / 'out'}", "--json"]
    assert main(words) == 0
    summary = json.loads(capsys.readouterr().out)
    assert summary["episodes"] == 2 and summary["datasets"].startswith("skill1_household_sharegpt, ")
    assert list(demos_export._entries("skill1_my_env_MySuite")) == [
        "skill1_my_env_MySuite_sharegpt",
        "skill1_my_env_MySuite_alpaca",
    ]


@pytest.mark.parametrize(
    ("names", "keys", "profile"),
    [
        ("household", ["agent.profile"], "dialogue"),
        ("search", ["agent.profile"], "search-r1"),
        ("household,search", [f"env.mixture.{env}.profile" for env in ("household", "search")], "dialogue"),
    ],
)
def test_a_growing_conversation_is_refused_with_what_to_type(tmp_path, names, keys, profile):
    overrides = [f"--env.name={names}", "--agent.profile=generic", *(f"--{key}={profile}" for key in keys)]
    config = load_config("household/skill1", [*overrides, "--model.path=Org/Model"])
    with pytest.raises(ConfigError, match=rf"{keys[0]} {profile} is one growing.*--{keys[0]} generic"):
        export_llama_factory(config, episodes=1, kind="oracle", seed=0, output=tmp_path / "data")
    assert not (tmp_path / "data").exists()


# Under a bank, whose skills stand in every prompt as they do in training, whichever the file format

ROOT = Path(__file__).parents[2]
BANK = ROOT / "tests" / "golden" / "skillrl" / "alfworld_skills.json"
GENERAL = json.loads(BANK.read_text(encoding="utf-8"))["general_skills"]


def demos_of_bank(folder, output, *words):
    common = [
        "--library.init",
        str(BANK),
        "--env.data",
        str(ROOT / "data" / "alfworld"),
        "--model.path",
        str(folder),
    ]
    assert main(["demos", *common, "--library.encoder=hashing", "--n", "3", "--output", str(output), *words]) == 0


def in_words(text):
    return " ".join(text.split())


def holds(text, entry):
    return in_words(entry["principle"]) in in_words(text)


def test_skillrls_demonstrations_show_the_bank(chat_folder, tmp_path):
    demos_of_bank(chat_folder, tmp_path / "demos.gz", "--config", "alfworld/skillrl")
    tokens = Tokens.load(chat_folder)
    rows = [tokens.decode(row.ids) for demo in read_demos(tmp_path / "demos.gz", tokens) for row in demo.rows]
    assert len(rows) >= 3
    assert all([holds(row, entry) for entry in GENERAL] == [True] * 6 + [False] * 6 for row in rows)


def test_llama_factorys_examples_show_the_bank_too(chat_folder, tmp_path):
    demos_of_bank(chat_folder, tmp_path / "data", "--config", "alfworld/skillrl", "--format", "llama-factory")
    said = loaded(tmp_path / "data", "skill1_alfworld_sharegpt")
    assert said == loaded(tmp_path / "data", "skill1_alfworld_alpaca") and len(said) >= 3
    for (_, user), _ in said:
        assert [holds(user, entry) for entry in GENERAL] == [True] * 6 + [False] * 6


def test_a_method_that_shows_one_skill_demonstrates_with_one_of_the_bank(chat_folder, tmp_path):
    words = ["--config", "alfworld/grpo_bank", "--library.similarity_threshold=-1", "--format", "llama-factory"]
    words += ["--agent.profile=alfworld"]  # which shows it at every turn
    demos_of_bank(chat_folder, tmp_path / "data", *words)
    entries = json.loads(BANK.read_text(encoding="utf-8"))
    texts = [entry["principle"] for entry in GENERAL]
    texts += [entry["principle"] for of_one in entries["task_specific_skills"].values() for entry in of_one]
    texts += [entry["how_to_avoid"] for entry in entries["common_mistakes"]]
    for (_, user), _ in loaded(tmp_path / "data", "skill1_alfworld_alpaca"):
        assert sum(in_words(text) in in_words(user) for text in texts) == 1


def test_skill1s_worlds_begin_with_the_given_library(chat_folder, tmp_path):
    with Library.open(tmp_path / "start.sqlite", LibraryConfig(encoder="hashing"), create=True) as library:
        library.add_skills([Skill("given", "house oak hill egg heat", "the egg is in the blue box", 0.5)], step=0)
    words = ["demos", "--config", "household/skill1", "--library.init", str(tmp_path / "start.sqlite")]
    words += ["--model.path", str(chat_folder), *CHAT, *long_answers(), "--library.similarity_threshold=-1"]
    assert main([*words, "--n", "4", "--format", "llama-factory", "--output", str(tmp_path / "data")]) == 0
    asked = [user for (_, user), _ in loaded(tmp_path / "data", "skill1_household_alpaca")]
    assert any("the egg is in the blue box" in user for user in asked)


def test_a_method_with_a_bank_demands_one(tmp_path, capsys):
    words = ["demos", "--config", "alfworld/skillrl", "--n", "3", "--output", str(tmp_path / "d.gz")]
    assert main(words) == 1
    assert "--library.init FILE" in capsys.readouterr().err
