"""The shop's pages without a browser: what they show and refuse; and the breakdown of a purchase."""

from __future__ import annotations

import html
import random
import re
from dataclasses import replace

import pytest

from skill1.errors import DataError, EnvironmentFault, MissingExtraError, StorageError
from skill1_envs.webshop.browser import make_app
from skill1_envs.webshop.browser_sessions import Line, Purchase, Sessions, met, take_apart
from skill1_envs.webshop.simulator.goals import NO_CAP
from skill1_envs.webshop.simulator.reward import score
from tests.webshop.shops import GOAL, LAMP, make_product, nouns
from tests.webshop_browser.conftest import MAX_STEPS, SHADE, Shopper, make_world

FOREIGN = [
    {"origin": "http://evil.example"},
    {"origin": "null"},
    {"origin": "http://127.0.0.1:8001"},
    {"origin": "http://localhost:8000"},
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site"},
]


def observation(page: str) -> str:
    return html.unescape(re.search(r'aria-label="Observation">\n(.*?)</pre>', page, re.DOTALL)[1])


def admissible(page: str) -> list[str]:
    return [html.unescape(text) for text in re.findall(r"<li><code>(.*?)</code></li>", page)]


def test_a_whole_purchase_shows_what_the_environment_shows(shopper):
    """Beside an environment of its own that gets the same actions, to the last character."""
    env = make_world().make("test")
    seen = env.reset(task_index=0)
    page = shopper.start(0)
    for action in (
        "search[desk lamp]",
        f"click[{SHADE.asin.lower()}]",
        "click[large]",
        "click[features]",
        "click[< prev]",
    ):
        text = seen.text.encode("utf-8", "replace").decode()  # half a surrogate pair cannot be sent
        assert observation(page) == text and admissible(page) == list(seen.admissible)
        page = shopper.act(action)
        seen, *_ = env.step(action)
    assert "1 × (1 + 1 + 1) ÷ (1 + 2 + 1) = 0.750" in page
    page = shopper.act("click[red]")
    assert "Out of steps" in page and "nothing was bought" in page and "Brass desk lamp" in page
    assert "0.000</strong> of 1.000" in page and "If you bought now" not in page
    assert "The goal was made from" in page and 'name="step"' not in page


def test_buying_tells_reward_parts_and_product(shopper):
    shopper.start(0)
    for action in (
        "search[desk lamp]",
        f"click[{SHADE.asin.lower()}]",
        "click[small]",
        "click[large]",
        "click[red]",
    ):
        page = shopper.act(action)
        assert "The goal was made from" not in page
    pressed = dict(re.findall(r'value="click\[(\w+)\]" aria-pressed="(\w+)"', page))
    assert pressed == {"small": "false", "large": "true", "red": "true", "brass": "false"}
    page = shopper.act("click[buy now]")
    assert "1.000</strong> of 1.000" in page and "goal met" in page and "the same product" in page
    assert "1 × (1 + 2 + 1) ÷ (1 + 2 + 1) = 1.000" in page and "<code>r_type</code> 1.0" in page
    assert admissible(page) == [] and 'name="step"' not in page
    transcript = re.search(r'<textarea id="transcript".*?>\n(.*?)</textarea>', page, re.DOTALL)[1]
    assert transcript.splitlines()[0] == "search[desk lamp]" and transcript.count("\n") == 5


def test_hostile_texts_are_escaped_everywhere(shopper):
    def check(page: str, *shown: str) -> None:
        for tag in ("<script", "<img src=x", "<b>", "<i>", "<u>", "onerror=alert(2)>"):
            assert tag not in page
        for text in shown:
            assert html.escape(text, quote=False).replace('"', "&#34;") in page, text

    check(shopper.text, "a <script>alert(4)</script> lamp")
    check(shopper.open(f"{shopper.home}?find=<script>&split=test"), "<script>")
    check(shopper.start(1), "a <script>alert(4)</script> lamp", "<u>brass</u>")
    check(shopper.act("search[evil <script>]"), "Evil lamp <script>alert(1)</script> ?", "“evil <script>”")
    check(shopper.act("click[b000evil03]"), "<i>size</i>", '"><script>alert(3)</script>')
    check(shopper.act("click[features]"), "<b>bold</b>")
    check(shopper.act("click[description]"))  # not offered on this page: nothing happens
    shopper.act("click[< prev]")
    page = shopper.act("click[description]")
    assert shopper.status == 200
    check(page)
    assert "text/html" in shopper.headers["content-type"] and "script-src" not in page


def test_an_option_named_like_a_button_is_marked_and_buys_as_it_does_for_the_agent(shopper):
    shopper.start(1)
    shopper.act("search[evil]")
    page = shopper.act("click[b000evil03]")
    assert re.search(r'title="The shop takes this click for another[^>]*>buy now ↷', page)
    assert "What you bought" in shopper.act("click[buy now]")


def test_policy_of_every_page_allows_only_ourselves(shopper):
    for path in (shopper.home, f"{shopper.home}shop.css", f"{shopper.home}shop/none"):
        headers = shopper.client.get(path).headers
        policy = headers["content-security-policy"]
        assert policy.startswith("default-src 'none';") and "unsafe" not in policy and "http" not in policy
        assert "frame-ancestors 'none'" in policy
        assert (headers["cache-control"] == "no-store") != path.endswith(".css")
        assert headers["x-content-type-options"] == "nosniff"
    page = shopper.start(0)
    addresses = re.findall(r'(?:href|src|action)="(.*?)"', page)
    assert addresses and all(address.startswith((shopper.home, "#")) for address in addresses)
    assert " style=" not in page and not re.search(r" on\w+=", page)


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "0.0.0.0", ""])
def test_foreign_hosts_are_refused(shopper, host):
    assert shopper.client.get(shopper.home, headers={"host": host}).status_code == 400


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
def test_posts_from_other_pages_are_refused(shopper, headers):
    shopper.start(0)
    fields = {"action": "search[lamp]", "step": "0"}
    response = shopper.client.post(f"{shopper.path}/act", data=fields, headers=headers)
    assert response.status_code == 403
    assert "Steps <strong>0</strong>" in shopper.open(shopper.path)


def test_a_tunnel_under_another_name_and_port_works(shopper):
    headers = {"host": "localhost:9999", "origin": "http://localhost:9999", "sec-fetch-site": "same-origin"}
    fields = {"split": "test", "task": "3"}
    response = shopper.client.post(f"{shopper.home}start", data=fields, headers=headers, follow_redirects=False)
    assert response.status_code == 303 and response.headers["location"].startswith(shopper.home)


def test_nothing_is_served_without_the_token(shopper):
    for path in (
        "/",
        "/shop.css",
        "/x/",
        "/shop/x",
        "/docs",
        "/openapi.json",
        shopper.home.rstrip("/")[:-1] + "/",
    ):
        assert shopper.client.get(path).status_code == 404
    assert len(shopper.home) > 20 and make_app(make_world(), "test")[1] != shopper.home


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        ('{"action": "search[a]"}', "application/json", 415),
        ("action=search%5Ba%5D&step=0", "text/plain", 415),
        ("a=" + "x" * 70_000, "application/x-www-form-urlencoded", 413),
        ("&".join(f"a{i}=1" for i in range(40)), "application/x-www-form-urlencoded", 400),
    ],
)
def test_posts_that_no_form_of_ours_sends_are_refused(shopper, body, kind, status):
    shopper.start(0)
    path = f"{shopper.path}/act"
    assert shopper.client.post(path, content=body, headers={"content-type": kind}).status_code == status
    assert shopper.client.get(path).status_code == 405


@pytest.mark.parametrize("where", ["shop/{}", "shop/{}/act"])
def test_an_unknown_session_leads_back_to_the_goals(shopper, where):
    path = shopper.home + where.format("gone")
    page = shopper.open(path) if where == "shop/{}" else shopper.post(path, action="search[a]", step="0")
    assert shopper.status == 404 and "no longer known" in page and f'href="{shopper.home}"' in page


def test_pages_out_of_date_do_nothing(shopper):
    """The back button shows the item again; its button is pressed a second time, then after the end."""
    shopper.start(0)
    shopper.act("search[desk lamp]")
    shopper.act(f"click[{SHADE.asin.lower()}]")
    page = shopper.post(f"{shopper.path}/act", action="click[buy now]", step="1")
    assert "out of date" in page and "Steps <strong>2</strong>" in page and "If you bought now" in page
    assert "out of date" not in shopper.open(shopper.path)
    page = shopper.post(f"{shopper.path}/act", action="click[buy now]", step="what")
    assert "out of date" in page
    shopper.act("click[buy now]")
    page = shopper.post(f"{shopper.path}/act", action="click[buy now]", step="3")
    assert "episode is over" in page and "Steps <strong>3</strong>" in page


def test_useless_actions_cost_a_step_and_say_so(shopper):
    shopper.start(0)
    long_and_odd = "x" * 10_000 + "\x00\r\n\u202e[<b>]"
    for number, action in enumerate(("dance", long_and_odd, "click[buy now]", "search[]"), 1):
        page = shopper.act(action)
        assert "changed nothing" in page and f"Steps <strong>{number}</strong> of {MAX_STEPS}" in page
    assert shopper.status == 200 and "\x00" not in page and "\u202e" not in page
    # A second "<r>" shows other products; a second search for words shows the same.
    shopper.start(0)
    assert ["changed nothing" in shopper.act(f"search[{query}]") for query in ("<r>", "<r>", "lamp", "lamp")] == [
        False,
        False,
        False,
        True,
    ]


def test_results_can_be_leafed_through(shopper):
    shopper.start(0)
    page = shopper.act("search[lamp]")
    assert len(re.findall(r'value="click\[b000', page)) == 10 and "click[&lt; prev]" not in page
    page = shopper.act("click[next >]")
    assert re.findall(r'class="rank">(\d+)<', page) == ["11", "12", "13", "14"] and "$20.5" in page
    page = shopper.act("click[next >]")
    assert "Nothing on this page" in page


def test_goals_are_found_by_words_page_by_page(shopper):
    assert shopper.text.count('class="row"') == 20 and "45 goals" in shopper.text
    assert "Page 1 of 3" in shopper.text
    page = shopper.open(f"{shopper.home}?page=3&split=test")
    assert page.count('class="row"') == 5 and "Page 3 of 3" in page
    assert "Page 3 of 3" in shopper.open(f"{shopper.home}?page=99999")
    for page_number in ("0", "-1", "x", "9" * 5000):
        assert "Page 1 of 3" in shopper.open(f"{shopper.home}?page={page_number}")
    page = shopper.open(f"{shopper.home}?find=NUMBER+lamp+44")
    assert "1 goal<" in page and "find lamp number 44" in page
    assert "No goal of this split" in shopper.open(f"{shopper.home}?find=zeppelin")


def test_next_previous_and_random_goal(shopper):
    page = shopper.start(2)
    travel = page[page.index('class="travel"') : page.index("<main")]
    assert re.findall(r'name="task" value="([\w-]+)"', travel) == ["1", "random", "3"]
    assert "disabled" not in travel
    assert 'value="-1" disabled' in shopper.start(0) and 'value="45" disabled' in shopper.start(44)
    assert "webshop/test/" in shopper.start("random") and shopper.status == 200
    first, second = shopper.path, (shopper.start(0), shopper.path)[1]
    assert first != second
    for wrong in (45, -1, "x", ""):
        assert "task_index" in shopper.start(wrong) and shopper.status == 404


def test_sessions_share_no_state_and_the_oldest_is_dropped(shopper):
    shopper.start(0)
    one = shopper.path
    shopper.act("search[lamp]")
    assert "Steps <strong>0</strong>" in shopper.start(0) and "Steps <strong>1</strong>" in shopper.open(one)
    sessions = Sessions(make_world(), capacity=2)
    first, second = sessions.start("test", 0), sessions.start("test", 1)
    dropped = sessions.find(second)
    sessions.find(first)  # just looked at
    third = sessions.start("test", 2)
    assert sessions.find(second) is None and sessions.find(first) and sessions.find(third)
    with pytest.raises(EnvironmentFault, match="reset first"):
        dropped.env.step("search[lamp]")


def test_a_split_without_goals_says_so():
    with pytest.raises(DataError, match="task_index 0 does not exist; the split test has no goal"):
        make_app(replace(make_world(), content=lambda split: ((), ())), "test", 0)


def test_search_that_cannot_be_opened_is_a_page_that_says_so():
    def make(split):
        raise StorageError("the search index could not be written <here>")

    shopper = Shopper(*make_app(replace(make_world(), make=make), "test"))
    assert "could not be written &lt;here&gt;" in shopper.start(0) and shopper.status == 503
    assert shopper.open(shopper.home) and shopper.status == 200


def test_a_missing_package_is_named(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", {"starlette": True}.get)
    with pytest.raises(MissingExtraError, match=r"jinja2.*skill1\[serve\]"):
        make_app(make_world(), "test")


def test_a_purchase_by_hand():
    """Type 1; of brass and steel one; of large and tall one; $40 over a cap of $30: 1 × (1 + 1 + 0) ÷ (2 + 2 + 1)."""
    goal = replace(GOAL, attributes=("brass", "steel"), goal_options=("large", "tall"))
    parts = take_apart(goal, Purchase(LAMP, 40.0, {"size": "large"}), nouns)
    assert parts.attributes == (Line("brass", True), Line("steel", False))
    assert parts.options == (Line("large", True, "by “large”"), Line("tall", False))
    assert parts.price == Line("at most $30.00", False, "costs $40.00")
    assert parts.formula == "1 × (1 + 1 + 0) ÷ (2 + 2 + 1) = 0.400"
    assert parts.reward.value == pytest.approx(0.4) and parts.factor == 1.0
    assert [line.is_met for line in parts.kind] == [True, True, True]


@pytest.mark.parametrize(
    ("goal", "title", "query", "factor", "lines", "why"),
    [  # the goal's title has two nouns, desk and lamp
        ({}, "Brass lamp", "x", 1.0, [False, False, True], "At least one"),
        ({}, "Brass chair", "lamps", 0.0, [True, False, False], "The title shares no noun"),
        # One noun of five shared: 0.2, which is not more than 0.2; and one of 15: 0.07.
        ({"name": "lamp lamp lamp lamp desk"}, "A desk", "x", 0.5, [False] * 3, "None of the three holds."),
        ({"name": "lamp " * 14 + "desk"}, "A desk", "x", 0.1, [False] * 3, "The title shares less than 0.1"),
    ],
)
def test_the_type_line_by_line(goal, title, query, factor, lines, why):
    product = make_product("B000000001", title, query=query, product_category="y")
    parts = take_apart(replace(GOAL, **goal), Purchase(product, 20.0, {}), nouns)
    assert parts.factor == factor and [line.is_met for line in parts.kind] == lines
    assert parts.why_factor.startswith(why)


def test_without_a_purchase_nothing_is_met_or_unmet():
    parts = take_apart(replace(GOAL, price_upper=NO_CAP), None, nouns)
    lines = (*parts.kind, *parts.attributes, *parts.options, parts.price)
    assert {line.is_met for line in lines} == {None}
    assert parts.reward is None and parts.formula == "" and parts.price.text == "any price"


def test_notes_tell_what_is_hidden_or_read_otherwise():
    goal = replace(GOAL, goal_options=("standard",))  # read as its "tan"
    ranged = replace(LAMP, price_tag="$5.0 to $9.0", prices=(5.0, 9.0))
    parts = take_apart(goal, Purchase(ranged, 6.5, {}), nouns)
    assert parts.price.note == "costs $6.50, drawn from $5.0 to $9.0"
    assert parts.options == (Line("standard", False, "read as “tan”"),)
    pairs = replace(GOAL, goal_options={"size": "large"})
    assert take_apart(pairs, Purchase(LAMP, 6.5, {}), nouns).options == (Line("size: large", False),)


def test_lines_add_up_to_the_reward_on_the_recorded_catalogue(recorded_catalogue, people_goals, product_goals):
    """Random purchases: the numbers in the lines make the reward, exactly."""
    rng = random.Random(5)

    def words(title: str) -> list[str]:
        return title.lower().split()

    goals = rng.sample(people_goals, 150) + rng.sample(product_goals, 150)
    rewards = set()
    for goal in goals:
        other = rng.choice(recorded_catalogue.products)
        product = recorded_catalogue.by_asin[goal.asin] if rng.random() < 0.7 else other
        options = {name: rng.choice(values) for name, values in product.options.items() if values}
        price = recorded_catalogue.hidden_prices[product.asin]
        parts = take_apart(goal, Purchase(product, price, options), words)
        hits = met(parts.attributes) + met(parts.options) + met([parts.price])
        asked = len(parts.attributes) + len(parts.options) + 1
        expected = score(product, price, options, goal, words)
        assert parts.reward == expected and hits / asked * parts.factor == expected.value
        rewards.add(expected.value)
    assert len(rewards) > 10
