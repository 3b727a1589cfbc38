"""Tables of learning results are of seeds that nobody chose and nobody tuned on; a bench refuses to mix them."""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TABLES = ("household", "alfworld_tiny", "webshop_tiny", "search_tiny", "skill1plus")


@pytest.fixture
def seeds(tmp_path, monkeypatch):
    import seeds

    monkeypatch.setattr(seeds, "FOLDER", tmp_path)
    return seeds


@pytest.mark.parametrize("table", TABLES)
def test_the_shipped_seeds_follow_from_their_settings(table):
    import seeds

    found = seeds.read(table)
    assert seeds.drawn(found.settings, len(found.seeds)) == found.seeds
    assert len(found.seeds) == len(set(found.seeds)) >= 5
    assert min(found.seeds) >= 1000 and {0, 1, 2} <= set(found.looked_at)


@pytest.mark.parametrize("table", TABLES)
def test_no_setting_was_changed_after_the_draw(table):
    import seeds

    assert seeds.changed(seeds.read(table)) == []


def test_drawn_seeds_are_the_default_and_are_not_mixed_with_others(seeds):
    drawn = list(seeds.draw("household").seeds)
    assert seeds.fresh("household") == (drawn, "fresh")
    assert seeds.fresh("household", drawn[:2]) == (drawn[:2], "fresh")
    assert seeds.fresh("household", [0, 1]) == ([0, 1], "looked_at")
    with pytest.raises(seeds.NotFreshError, match=r"seeds \[0\] were not drawn for household"):
        seeds.fresh("household", [drawn[0], 0])


def test_a_changed_setting_needs_a_new_draw(seeds, monkeypatch):
    before = seeds.draw("household").seeds
    settings_of = seeds.settings_of

    def changed(table):
        found = settings_of(table)
        found["household/skill1"]["library.alpha"] = 0.5
        found["household/skill1"]["library.brand_new"] = 1  # a key that did not exist then has changed nothing
        return found

    monkeypatch.setattr(seeds, "settings_of", changed)
    with pytest.raises(seeds.NotFreshError, match="library.alpha was 0.35, is 0.5"):
        seeds.fresh("household")
    after = seeds.draw("household")
    assert after.seeds != before and set(before) <= set(after.looked_at)
    assert seeds.fresh("household")[1] == "fresh"


def test_a_preset_has_seeds_of_its_own_and_those_of_its_world_count_as_looked_at(seeds):
    world = seeds.draw("household")
    preset = seeds.draw("skill1plus")
    assert "household/skill1plus" in preset.settings and "household/skill1plus" not in world.settings
    assert not set(preset.seeds) & set(world.seeds) and set(world.seeds) <= set(preset.looked_at)


def test_a_table_names_seeds_that_are_not_fresh():
    import tables

    assert tables.seeds_of({"seeds": {"7": {}, "9": {}}, "seeds_are": "fresh"}) == "2 fresh seeds"
    for older in ({}, {"seeds_are": "looked_at"}):
        assert "seeds 0, 1, **not fresh" in tables.seeds_of({"seeds": {"0": {}, "1": {}}} | older)


@pytest.mark.slow
def test_the_tables_of_the_documents_are_made_of_the_results():
    import tables

    stale = [path.name for path in tables.DOCUMENTS if tables.filled(text := path.read_text("utf-8")) != text]
    assert stale == [] and not tables.stale_images(), "type: python bench/tables.py"
