"""A shop of makers as a folder: WebShop's formats, the order of goals, what a manifest promises."""

import hashlib
import json
from collections import Counter
from dataclasses import replace
from itertools import islice

import pytest

from skill1.cli import main
from skill1.config import EnvConfig
from skill1.errors import ConfigError, DataError, StorageError
from skill1_envs.kit.draws import num_alike
from skill1_envs.webshop.generate.makers import (
    COLOURS,
    KINDS,
    KINDS_OF_MAKER,
    ROUND_SIZE,
    SERIES,
    WORDINGS,
    Wish,
    draw_names,
    eval_wishes,
    heldout_makers,
    heldout_wishes,
    read_wish,
    train_wishes,
    training_makers,
)
from skill1_envs.webshop.generate.makers_folder import MANIFEST, make_shop, read_makers
from skill1_envs.webshop.simulator.catalogue import load_catalogue
from skill1_envs.webshop.simulator.goals import human_goals
from skill1_envs.webshop.simulator.reward import alike
from skill1_envs.webshop.suite import PRICE_SEED, WebshopSuite
from tests.webshop.items import unwinnable_goals
from tests.webshop_generate.conftest import MAKERS_TASKS as COUNTS


def test_it_is_in_webshops_formats_and_every_goal_can_be_won(shop_folder, suite):
    catalogue = load_catalogue(shop_folder, price_seed=PRICE_SEED)
    assert len(catalogue.products) == len(KINDS) * len(SERIES)
    goals = human_goals(catalogue, shop_folder)
    assert len(goals) == sum(COUNTS.values())
    assert unwinnable_goals(catalogue, goals, suite._tagger) == []
    assert dict(suite.splits()) == {"test": 108, "eval": 24, "train": 96}


def test_whatever_goals_are_configured_it_has_those_of_people(suite):
    """The configurations of WebShop itself ask for synthetic ones."""
    synthetic = WebshopSuite(replace(suite._config, goals="synthetic"))
    assert synthetic.splits() == suite.splits()
    assert "; human goals" in synthetic.split_source("test")[0]


@pytest.mark.parametrize("split", ["product_disjoint_test", "product_disjoint_train", "verl_agent_train"])
def test_ways_to_split_that_mix_makers_are_not_there_by_name_either(suite, split):
    with pytest.raises(DataError, match=f"no split '{split}'; .* it has: test, eval, train"):
        suite.tasks(split)


def test_splits_are_the_streams_in_their_order(suite):
    streams = {"train": train_wishes(0), "eval": eval_wishes(0), "test": heldout_wishes(0)}
    for split, stream in streams.items():
        asked = [task.instruction for task in suite.tasks(split)]
        assert all(
            text.startswith(wish.sentence + ",")
            for text, wish in zip(asked, islice(stream, COUNTS[split]), strict=True)
        )
    ids = [task.id for split in suite.splits() for task in suite.tasks(split)]
    assert len(set(ids)) == len(ids)


def test_what_is_tested_is_asked_nowhere_else():
    train = list(islice(train_wishes(0), 1536))
    test, seen = list(islice(heldout_wishes(0), 864)), list(islice(eval_wishes(0), 144))
    assert not {wish.maker for wish in test} & {wish.maker for wish in [*train, *seen]}
    assert not {(w.maker, w.kind, w.colour) for w in seen} & {(w.maker, w.kind, w.colour) for w in train}
    assert {wish.maker for wish in seen} == {wish.maker for wish in train}
    assert len(set(test)) == 864  # 24 ways to ask for each of 36 things


def test_rounds_ask_for_everything_equally_often():
    for number in range(3):
        wishes = islice(heldout_wishes(0), number * ROUND_SIZE, (number + 1) * ROUND_SIZE)
        counts = Counter((wish.maker, wish.kind) for wish in wishes)
        assert set(counts.values()) == {3} and len(counts) == 6 * KINDS_OF_MAKER


def test_eight_makers_are_asked_for_at_a_time():
    makers = [wish.maker for wish in islice(train_wishes(0), 26 * 48)]
    decks = [set(makers[start : start + 48]) for start in range(0, len(makers), 48)]
    assert all(len(deck) == 8 for deck in decks)
    assert all(len(before & after) == 7 for before, after in zip(decks, decks[1:], strict=False))
    assert decks[0] == decks[24]  # all 24 had their turn


@pytest.mark.parametrize("seed", range(4))
def test_makers_and_their_names(seed):
    makers = (*training_makers(seed), *heldout_makers(seed))
    names = [maker.name for maker in makers]
    assert len(names) == len(set(names)) == 30
    assert num_alike(draw_names(seed).heldout) == 2
    for maker in makers:
        assert len(maker.series) == len(set(maker.series.values())) == KINDS_OF_MAKER
    for a in names:  # the reward compares attributes by their words: a name that resembles another would win
        assert not any(alike(a, b) for b in names if a != b)


def test_search_does_not_know_makers(suite):
    texts = suite._catalogue.index_texts()
    assert not any("made by" in text for text in texts)
    named = [" ".join(product.bullets) for product in suite._catalogue.products]
    assert all("made by" in text for text in named if "is" in text.split())


def test_wishes_are_read_as_they_were_worded():
    for wording in range(len(WORDINGS)):
        wish = Wish("maple forge", "mug", "blue", wording)
        assert read_wish(f"{wish.sentence}, and price lower than 30.00 dollars") == wish
        assert wish.scenario == "maple forge mug"
    assert read_wish("buy me something") is None
    assert len(COLOURS) * len(WORDINGS) == 24


def test_the_quickstarts_shop_has_these_bytes(tmp_path):
    """Other bytes would make old results another task: then raise VERSION."""
    make_shop(tmp_path / "shop", seed=0, train=1536, eval=144, test=864)
    digest = hashlib.sha256()
    for path in sorted((tmp_path / "shop").iterdir()):
        digest.update(path.read_bytes())
    assert digest.hexdigest()[:16] == QUICKSTART


QUICKSTART = "dcce8699b3aedde0"


def test_folders_that_cannot_be_made(tmp_path):
    with pytest.raises(ConfigError, match="-1"):
        make_shop(tmp_path / "shop", seed=0, train=-1, eval=0, test=0)
    (tmp_path / "file").write_text("x")
    with pytest.raises(ConfigError, match="file is not a folder"):
        make_shop(tmp_path / "file", seed=0, **COUNTS)
    with pytest.raises(StorageError, match="cannot be written"):
        make_shop(tmp_path / "file" / "shop", seed=0, **COUNTS)


@pytest.mark.parametrize(
    "damage",
    [{"version": 99}, {"splits": {}}, {"seed": "0"}, {"splits": {"train": ["a"], "eval": [], "test": []}}],
)
def test_another_version_is_refused(shop_folder, tmp_path, damage):
    manifest = json.loads((shop_folder / MANIFEST).read_text()) | damage
    (tmp_path / MANIFEST).write_text(json.dumps(manifest))
    with pytest.raises(DataError, match="make-catalogue"):
        read_makers(tmp_path)


@pytest.fixture
def copied(shop_folder, tmp_path):
    """The shop's files as JSON, and a function that writes them to a folder, whose suite is the answer."""
    files = {path.name: json.loads(path.read_text()) for path in shop_folder.iterdir()}

    def suite():
        for name, content in files.items():
            (tmp_path / name).write_text(json.dumps(content))
        return WebshopSuite(EnvConfig(name="webshop", data=str(tmp_path)))

    return files, suite


def test_positions_outside_the_goals_are_an_error(copied):
    files, suite = copied
    files[MANIFEST]["splits"]["test"] = [10_000]
    with pytest.raises(DataError, match="position"):
        suite().tasks("test")


@pytest.mark.parametrize("damage", ["seed", "rows", "titles"])
def test_products_of_another_shop_are_an_error(copied, damage):
    files, suite = copied
    if damage == "seed":
        files[MANIFEST]["seed"] += 1
    elif damage == "rows":
        del files["items_shuffle.json"][3]
    else:
        files["items_shuffle.json"][3]["name"] = "A Mug Of Another Shop"
    with pytest.raises(DataError, match="the files do not belong together"):
        next(suite().demo_worlds("explorer", 3, seed=0))


@pytest.mark.parametrize("other", [None, [], {"format": "other"}])
def test_a_copy_without_its_manifest_is_no_ordinary_shop(copied, other):
    files, suite = copied
    files.pop(MANIFEST)
    if other is not None:
        files[MANIFEST] = other
    for split in ("test", "product_disjoint_train"):
        with pytest.raises(DataError, match="not the manifest.json that names its splits"):
            suite().tasks(split)


def test_the_command_makes_it(tmp_path, capsys):
    out = tmp_path / "shop"
    assert (
        main(["envs", "make-catalogue", "webshop", str(out), "--makers", "--train", "6", "--test", "4", "--json"])
        == 0
    )
    assert json.loads(capsys.readouterr().out)["counts"] == {"train": 6, "eval": 144, "test": 4}
    assert json.loads((out / MANIFEST).read_text())["counts"] == {"test": 4, "eval": 144, "train": 6}
    assert main(["envs", "make-catalogue", "webshop", str(out / "x")]) == 2
    assert "--products N is missing" in capsys.readouterr().err
    for name in ("products", "instructions"):
        assert main(["envs", "make-catalogue", "webshop", str(out / "x"), "--makers", f"--{name}", "9"]) == 2
        assert f"--{name} cannot be used with --makers" in capsys.readouterr().err
