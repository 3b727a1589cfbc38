"""Reading WebShop's files."""

from __future__ import annotations

import json

import pytest

from skill1.errors import DataError
from skill1_envs.webshop.simulator import catalogue as reader
from skill1_envs.webshop.simulator.catalogue import load_catalogue
from tests.webshop.conftest import recorded
from tests.webshop.items import make_row, write_catalogue


def load(folder, rows, facts=None, **options):
    return load_catalogue(write_catalogue(folder, rows, facts), **({"price_seed": 0} | options))


def load_one(folder, facts=None, **changes):
    [product] = load(folder, [make_row(**changes)], {"B000000001": facts} if facts else None).products
    return product


def test_recorded_products_and_prices(recorded_catalogue):
    prices = recorded("prices.json")["prices"]
    assert [product.asin for product in recorded_catalogue.products] == list(prices)
    assert recorded_catalogue.hidden_prices == prices
    assert len(prices) == 1000


def test_a_row_without_pricing_costs_100(tmp_path):
    row = make_row()
    del row["pricing"]
    assert load(tmp_path, [row]).hidden_prices == {"B000000001": 100.0}


def test_option_names_and_values(tmp_path):
    groups = {"Size": [{"value": " 6/7 Ft "}, {"value": "L"}], "Gone": None, "COLOR": [], "a": [{"value": "x"}]}
    options = load_one(tmp_path, customization_options=groups).options
    assert list(options.items()) == [("size", ("6 | 7 ft", "l")), ("color", ()), ("a", ("x",))]
    assert load_one(tmp_path, customization_options=None).options == {}


def test_attributes_and_instructions(tmp_path):
    assert load_one(tmp_path).attributes == ("DUMMY_ATTR",)
    facts = {"attributes": ["easy clean"], "instruction": "find me", "instruction_attributes": ["easy clean"]}
    product = load_one(tmp_path, facts=facts)
    assert product.attributes == product.instruction_attributes == ("easy clean",)
    assert product.instruction == "find me"


def test_index_text(tmp_path):
    rows = [make_row("A"), make_row("B", customization_options=None, small_description=[])]
    rows[0]["customization_options"]["Color"] = [{"value": "Red"}]
    assert list(load(tmp_path, rows).index_texts()) == [
        "oak desk lamp warm light solid oak size: small, large, and color: red",
        "oak desk lamp warm light  ",
    ]


@pytest.mark.parametrize("size", [1, 7, 64, 1000])
@pytest.mark.parametrize("indent", [None, 2])
def test_files_are_read_in_pieces_of_any_size(tmp_path, monkeypatch, size, indent):
    rows = [make_row(f"A{i}", name='Odd "]}, [{" née ★ \\') for i in range(5)]
    expected = load(tmp_path, rows)
    (tmp_path / "items_shuffle.json").write_text(json.dumps(rows, indent=indent, ensure_ascii=False), "utf-8")
    monkeypatch.setattr(reader, "_CHUNK", size)
    assert load_catalogue(tmp_path, price_seed=0) == expected


@pytest.mark.parametrize(
    "text",
    ["", "{}", "[", '[{"asin": "A"', "nonsense", "[1]", "[null]", '["B"]', '[{"asin": 5}]', '[{"asin": "A"}]'],
)
def test_damaged_products(tmp_path, text):
    write_catalogue(tmp_path, [])
    (tmp_path / "items_shuffle.json").write_text(text, encoding="utf-8")
    with pytest.raises(DataError):
        load_catalogue(tmp_path, price_seed=0)


@pytest.mark.parametrize(
    "changes",
    [
        {"pricing": "12.99"},
        {"pricing": "$-"},
        {"pricing": "$" + "9" * 400},
        {"name": None},
        {"small_description": [None]},
        {"query": 3},
    ],
)
def test_a_row_in_another_format_is_named(tmp_path, changes):
    with pytest.raises(DataError, match="product 1 is not in WebShop's format"):
        load(tmp_path, [make_row("A"), make_row("B", **changes)])


def test_the_attribute_file_must_be_an_object(tmp_path):
    write_catalogue(tmp_path, [make_row()])
    (tmp_path / "items_ins_v2.json").write_text("[]", encoding="utf-8")
    with pytest.raises(DataError, match="JSON object; got list"):
        load_catalogue(tmp_path, price_seed=0)


def test_one_file_of_each_kind(tmp_path):
    with pytest.raises(DataError, match="nothing of that name"):
        load_catalogue(tmp_path, price_seed=0)
    write_catalogue(tmp_path, [make_row()])
    (tmp_path / "items_shuffle.json").rename(tmp_path / "items_shuffle_1000.json")
    assert len(load_catalogue(tmp_path, price_seed=0).products) == 1
    (tmp_path / "items_shuffle.json").write_text("[]", encoding="utf-8")
    with pytest.raises(DataError, match=r"items_shuffle\.json, items_shuffle_1000\.json"):
        load_catalogue(tmp_path, price_seed=0)
