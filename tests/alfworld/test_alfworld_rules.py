"""Rare rules, each in a hand-built game small enough to follow by eye."""

from __future__ import annotations

import pytest

DESK, SHELF, BOX = "Desk_bar_1", "Shelf_bar_1", "Safe_bar_1"
KITCHEN = {
    "Fridge_bar_1": "FridgeType",
    "Microwave_bar_1": "MicrowaveType",
    "Sink_bar_1_bar_SinkBasin": "SinkBasinType",
}
ALL_AT_ONE_POSE = " ".join(f"(receptacleAtLocation {name} loc_1)" for name in KITCHEN)
APPLE = """(pickupable Apple_bar_1) (heatable Apple_bar_1) (coolable Apple_bar_1) (cleanable Apple_bar_1)
    (sliceable Apple_bar_1) (canContain DeskType AppleType) (canContain FridgeType AppleType)"""
KNIFE = "(pickupable Knife_bar_1) (canContain DeskType KnifeType)"


def test_names_count_down_in_id_order_and_basins_are_named(play) -> None:
    places = {"Sink_bar_2_bar_SinkBasin": "SinkBasinType", "Sink_bar_1_bar_SinkBasin": "SinkBasinType"}
    game = play(
        places,
        {"Sink_bar_1": "SinkType"},
        """(receptacleAtLocation Sink_bar_2_bar_SinkBasin loc_2)
        (receptacleAtLocation Sink_bar_1_bar_SinkBasin loc_1) (objectAtLocation Sink_bar_1 loc_1)""",
    )
    assert "you see a sinkbasin 2, and a sinkbasin 1." in game.first.text


def test_reset_lists_the_room_but_look_does_not(play) -> None:
    game = play({DESK: "DeskType"}, {}, f"(receptacleAtLocation {DESK} loc_1)")
    room = "You are in the middle of a room. Looking quickly around you, you see"
    assert game.first.text == f"-= Welcome to TextWorld, ALFRED! =-\n\n{room} a desk 1.\n\nYour task is to: test."
    assert game.says("look") == f"{room} nothing."
    assert game.first.admissible == ("go to desk 1", "help", "inventory", "look")


def test_start_at_a_receptacle_faces_it(play) -> None:
    game = play(
        {DESK: "DeskType", SHELF: "ShelfType"},
        {},
        f"""(atLocation agent1 loc_1)
        (receptacleAtLocation {DESK} loc_1) (receptacleAtLocation {SHELF} loc_1)""",
    )
    assert "You are facing the desk 1, and shelf 1. Next to it, you see nothing." in game.first.text
    assert game.offers("go to") == []  # neither of the two, being at both
    assert game.offers("examine") == ["examine desk 1", "examine shelf 1"]


def test_receptacle_without_pose_takes_a_number_and_stays_out_of_sight(play) -> None:
    game = play({DESK: "DeskType", "Desk_bar_2": "DeskType"}, {}, f"(receptacleAtLocation {DESK} loc_1)")
    assert "you see a desk 2." in game.first.text
    assert game.offers("go to") == ["go to desk 2"]


def test_receptacle_on_the_start_pose_of_nothing_else_can_be_left_and_reached_again(play) -> None:
    game = play(
        {DESK: "DeskType", SHELF: "ShelfType"},
        {},
        f"""(atLocation agent1 loc_1)
        (receptacleAtLocation {DESK} loc_1) (receptacleAtLocation {SHELF} loc_2)""",
    )
    assert game.offers("go to") == ["go to shelf 1"]
    assert game.says("go to shelf 1") == "You arrive at shelf 1. On the shelf 1, you see nothing."
    assert game.offers("go to") == ["go to desk 1"]


def test_thing_in_two_receptacles_can_be_taken_twice(play) -> None:
    game = play(
        {DESK: "DeskType", SHELF: "ShelfType"},
        {"Apple_bar_1": "AppleType"},
        f"""{APPLE}
        (receptacleAtLocation {DESK} loc_1) (receptacleAtLocation {SHELF} loc_1)
        (inReceptacle Apple_bar_1 {DESK}) (inReceptacle Apple_bar_1 {SHELF})
        (objectAtLocation Apple_bar_1 loc_1)""",
    )
    game.says("go to desk 1")
    assert game.offers("take") == ["take apple 1 from desk 1", "take apple 1 from shelf 1"]
    assert game.says("take apple 1 from desk 1") == "You pick up the apple 1 from the desk 1."
    assert game.says("examine shelf 1") == "On the shelf 1, you see a apple 1."  # held and on the shelf
    assert game.says("move apple 1 to desk 1") == "You move the apple 1 to the desk 1."
    assert game.offers("take") == ["take apple 1 from desk 1", "take apple 1 from shelf 1"]


def test_next_to_shows_what_was_taken_from_one_place_and_put_into_another_here(play) -> None:
    places = {DESK: "DeskType", SHELF: "ShelfType", "Table_bar_1": "DeskType"}
    poses = " ".join(f"(receptacleAtLocation {name} loc_1)" for name in places)
    game = play(
        places,
        {"Apple_bar_1": "AppleType"},
        f"{APPLE} {poses} (inReceptacle Apple_bar_1 {SHELF}) (objectAtLocation Apple_bar_1 loc_1)",
    )
    facing = "You are facing the desk 1, shelf 1, and table 1. Next to it, you see"
    game.says("go to shelf 1")
    assert game.says("look") == f"{facing} nothing."
    game.says("take apple 1 from shelf 1")
    assert game.says("look") == f"{facing} nothing."  # in the hand
    game.says("move apple 1 to desk 1")
    assert game.says("look") == f"{facing} a apple 1."  # not on the shelf any more
    game.says("take apple 1 from desk 1")
    game.says("move apple 1 to table 1")
    assert game.says("look") == f"{facing} a apple 1, and a apple 1."  # neither on shelf nor desk
    game.says("take apple 1 from table 1")
    game.says("move apple 1 to desk 1")
    assert game.says("look") == f"{facing} a apple 1, and a apple 1."  # neither on shelf nor table


def test_thing_keeps_a_pose_that_is_not_where_it_is_taken(play) -> None:
    game = play(
        {DESK: "DeskType", SHELF: "ShelfType"},
        {"Apple_bar_1": "AppleType", "Knife_bar_1": "KnifeType"},
        f"""{APPLE} {KNIFE} (receptacleAtLocation {DESK} loc_1) (receptacleAtLocation {SHELF} loc_2)
        (inReceptacle Apple_bar_1 {DESK}) (inReceptacle Knife_bar_1 {DESK}) (objectAtLocation Knife_bar_1 loc_1)
        (objectAtLocation Apple_bar_1 loc_2)""",
    )
    plan = "go to desk 1, take apple 1 from desk 1, move apple 1 to desk 1, take knife 1 from desk 1"
    for command in plan.split(", "):
        game.says(command)
    assert game.offers("slice") == ["slice apple 1 with knife 1"]  # put down here
    game.says("go to shelf 1")
    assert game.offers("slice") == ["slice apple 1 with knife 1"]  # its first pose was never deleted
    assert game.says("slice apple 1 with knife 1") == "You sliced the apple 1 with the knife 1."
    assert game.offers("slice") == ["slice apple 1 with knife 1"]  # again and again


def test_closed_receptacle_hides_things_but_not_lamps_and_knife_work(play) -> None:
    things = {"Apple_bar_1": "AppleType", "DeskLamp_bar_1": "DeskLampType", "Knife_bar_1": "ButterKnifeType"}
    game = play(
        {DESK: "DeskType", BOX: "SafeType"},
        things,
        f"""{APPLE} {KNIFE} (openable {BOX})
        (receptacleAtLocation {DESK} loc_1) (receptacleAtLocation {BOX} loc_1) (toggleable DeskLamp_bar_1)
        (inReceptacle Apple_bar_1 {BOX}) (inReceptacle DeskLamp_bar_1 {BOX}) (inReceptacle Knife_bar_1 {DESK})
        (objectAtLocation Apple_bar_1 loc_1)""",
    )
    assert game.says("go to safe 1") == "You arrive at safe 1. The safe 1 is closed."
    assert game.offers("take") == ["take knife 1 from desk 1"]
    assert game.says("use desklamp 1") == game.says("use desklamp 1") == "You turn on the desklamp 1."
    game.says("take knife 1 from desk 1")
    assert game.says("slice apple 1 with knife 1") == "You sliced the apple 1 with the knife 1."
    inside = "The safe 1 is open. In it, you see a apple 1, and a desklamp 1."
    assert game.says("open safe 1") == f"You open the safe 1. {inside}"
    assert game.offers("open") == []
    assert game.says("close safe 1") == "You close the safe 1."


def test_nothing_goes_into_or_out_of_a_closed_place(play) -> None:
    game = play(
        {DESK: "DeskType", "Fridge_bar_1": "FridgeType"},
        {"Apple_bar_1": "AppleType"},
        f"""{APPLE} (openable Fridge_bar_1) (inReceptacle Apple_bar_1 {DESK})
        (receptacleAtLocation {DESK} loc_1) (receptacleAtLocation Fridge_bar_1 loc_1)""",
    )
    game.says("go to desk 1")
    game.says("take apple 1 from desk 1")
    assert game.offers("move") == ["move apple 1 to desk 1"]
    game.says("open fridge 1")
    assert game.offers("move") == ["move apple 1 to desk 1", "move apple 1 to fridge 1"]
    game.says("move apple 1 to fridge 1")
    game.says("close fridge 1")
    assert game.offers("take") == [] and game.offers("open") == ["open fridge 1"]


def test_held_lamp_cannot_be_used(play) -> None:
    game = play(
        {DESK: "DeskType"},
        {"DeskLamp_bar_1": "DeskLampType"},
        f"""(toggleable DeskLamp_bar_1)
        (pickupable DeskLamp_bar_1) (canContain DeskType DeskLampType) (receptacleAtLocation {DESK} loc_1)
        (inReceptacle DeskLamp_bar_1 {DESK})""",
    )
    game.says("go to desk 1")
    game.says("use desklamp 1")
    game.says("take desklamp 1 from desk 1")
    assert game.offers("use") == []
    assert game.says("examine desklamp 1") == "This desklamp 1 is on."


def test_appliances_work_closed_and_treatments_are_worded_by_precedence(play) -> None:
    places = {**KITCHEN, DESK: "DeskType"}
    things = {"Apple_bar_1": "AppleType", "Knife_bar_1": "KnifeType"}
    game = play(
        places,
        things,
        f"""{APPLE} {KNIFE} {ALL_AT_ONE_POSE}
        (openable Fridge_bar_1) (openable Microwave_bar_1) (receptacleAtLocation {DESK} loc_1)
        (inReceptacle Apple_bar_1 {DESK}) (inReceptacle Knife_bar_1 {DESK})
        (objectAtLocation Apple_bar_1 loc_1)""",
    )
    game.says("go to desk 1")
    game.says("take apple 1 from desk 1")
    seen = [game.says("examine apple 1")]
    plan = (
        "cool apple 1 with fridge 1",
        "heat apple 1 with microwave 1",
        "clean apple 1 with sinkbasin 1",
        "cool apple 1 with fridge 1",
        "move apple 1 to desk 1",
        "take knife 1 from desk 1",
        "slice apple 1 with knife 1",
        "move knife 1 to desk 1",
        "take apple 1 from desk 1",
        "heat apple 1 with microwave 1",
    )
    for command in plan:
        assert game.says(command) != "Nothing happens.", command
        if "apple 1 with" in command and "slice" not in command:
            seen.append(game.says("examine apple 1"))
    assert seen == [
        "There's nothing special about apple 1.",
        "This is a cold apple 1.",
        "This is a hot apple 1.",
        "This is a hot and clean apple 1.",
        "This is a cool and clean apple 1.",
        "This is a hot and clean sliced apple 1.",
    ]


@pytest.mark.parametrize(
    ("facts", "text"),
    [
        ("(isClean Apple_bar_1)", "This is a clean apple 1."),
        ("(isClean Apple_bar_1) (isSliced Apple_bar_1)", "This is a clean sliced apple 1."),
        ("(isHot Apple_bar_1) (isSliced Apple_bar_1)", "This is a hot sliced apple 1."),
        ("(isCool Apple_bar_1) (isSliced Apple_bar_1)", "This is a cool sliced apple 1."),
        (
            "(isCool Apple_bar_1) (isClean Apple_bar_1) (isSliced Apple_bar_1)",
            "This is a cool and clean sliced apple 1.",
        ),
        ("(isSliced Apple_bar_1)", "This is a sliced apple 1."),
        ("(isOn Apple_bar_1)", "There's nothing special about apple 1."),
        (
            "(isReceptacleObject Apple_bar_1) (isHot Apple_bar_1)",
            "This is a normal apple 1. In it, you see nothing.",
        ),
        (
            "(isReceptacleObject Apple_bar_1) (inReceptacleObject Egg_bar_1 Apple_bar_1)",
            "This is a normal apple 1. In it, you see a egg 1.",
        ),
    ],
)
def test_initial_states_show_in_the_object_text(play, facts: str, text: str) -> None:
    game = play(
        {DESK: "DeskType"},
        {"Apple_bar_1": "AppleType", "Egg_bar_1": "EggType"},
        f"""{APPLE} {facts}
        (receptacleAtLocation {DESK} loc_1) (inReceptacle Apple_bar_1 {DESK})""",
    )
    game.says("go to desk 1")
    assert game.says("examine apple 1") == "Nothing happens."  # in view is not enough
    game.says("take apple 1 from desk 1")
    assert game.says("examine apple 1") == text


def test_commands_must_match_to_the_letter_but_for_blanks_at_the_ends(play) -> None:
    game = play({DESK: "DeskType"}, {}, f"(receptacleAtLocation {DESK} loc_1)")
    for wrong in ("Go to desk 1", "go  to desk 1", "go to desk", "", "go to desk 1.", "examine desk 1"):
        assert game.says(wrong) == "Nothing happens."
    assert game.says(" go to desk 1\n").startswith("You arrive at desk 1.")


TWO = """(exists (?r - receptacle) (exists (?o1 - object) (and
    (objectType ?o1 AppleType) (receptacleType ?r BedType) (inReceptacle ?o1 ?r) (exists (?o2 - object) (and
    (not (= ?o1 ?o2)) (objectType ?o2 AppleType) (receptacleType ?r BedType) (inReceptacle ?o2 ?r))))))"""


def test_two_things_must_be_in_the_same_receptacle(play) -> None:
    places = {"Bed_bar_1": "BedType", "Bed_bar_2": "BedType", DESK: "DeskType"}
    poses = " ".join(f"(receptacleAtLocation {name} loc_{i})" for i, name in enumerate(places))
    game = play(
        places,
        {"Apple_bar_1": "AppleType", "Apple_bar_2": "AppleType"},
        f"""{poses}
        (canContain BedType AppleType) (pickupable Apple_bar_1) (pickupable Apple_bar_2)
        (inReceptacle Apple_bar_1 {DESK}) (inReceptacle Apple_bar_2 {DESK})""",
        TWO,
    )
    plan = [
        "go to desk 1",
        "take apple 1 from desk 1",
        "go to bed 1",
        "move apple 1 to bed 1",
        "go to desk 1",
        "take apple 2 from desk 1",
        "go to bed 2",
        "move apple 2 to bed 2",
        "take apple 2 from bed 2",
        "go to bed 1",
    ]
    assert not any(game.wins(command) for command in plan)
    assert game.wins("move apple 2 to bed 1")


LIGHT = """(exists (?ot - object ?r - receptacle ?a - agent ?l - location) (and (objectType ?ot DeskLampType)
    (toggleable ?ot) (isToggled ?ot) (receptacleAtLocation ?r ?l) (atLocation ?a ?l) (inReceptacle ?ot ?r)))
    (exists (?o - object ?a - agent) (and (objectType ?o AppleType) (holds ?a ?o)))"""


@pytest.mark.parametrize(
    "plan",
    [
        "go to desk 1, use desklamp 1, go to shelf 1, take apple 1 from shelf 1, go to desk 1",
        "go to shelf 1, take apple 1 from shelf 1, go to desk 1, use desklamp 1",
    ],
)
def test_the_lamp_is_on_when_the_thing_is_there_however_long(play, plan: str) -> None:
    things = {"Apple_bar_1": "AppleType", "DeskLamp_bar_1": "DeskLampType"}
    game = play(
        {DESK: "DeskType", SHELF: "ShelfType"},
        things,
        f"""(pickupable Apple_bar_1)
        (toggleable DeskLamp_bar_1) (receptacleAtLocation {DESK} loc_1) (receptacleAtLocation {SHELF} loc_2)
        (inReceptacle Apple_bar_1 {SHELF}) (inReceptacle DeskLamp_bar_1 {DESK})""",
        LIGHT,
    )
    *before, last = plan.split(", ")
    assert not any(game.wins(command) for command in before)
    assert game.wins(last)


@pytest.mark.parametrize(
    ("mark", "undone", "done"),
    [
        ("isHot", "cool apple 1 with fridge 1", "heat apple 1 with microwave 1"),
        ("isCool", "heat apple 1 with microwave 1", "cool apple 1 with fridge 1"),
    ],
)
def test_treatment_must_hold_when_the_thing_is_in_place(play, mark: str, undone: str, done: str) -> None:
    goal = f"""(exists (?r - receptacle) (exists (?o - object) (and (heatable ?o) (objectType ?o AppleType)
        (receptacleType ?r FridgeType) ({mark} ?o) (inReceptacle ?o ?r))))"""
    game = play(
        KITCHEN,
        {"Apple_bar_1": "AppleType"},
        f"""{APPLE} {ALL_AT_ONE_POSE} ({mark} Apple_bar_1)
        (inReceptacle Apple_bar_1 Microwave_bar_1)""",
        goal,
    )
    plan = [
        "go to fridge 1",
        "take apple 1 from microwave 1",
        undone,
        "move apple 1 to fridge 1",
        "take apple 1 from fridge 1",
        done,
    ]
    assert not any(game.wins(command) for command in plan)
    assert game.wins("move apple 1 to fridge 1")


def test_goal_that_holds_at_reset_ends_with_the_first_command(play) -> None:
    game = play(
        {"Bed_bar_1": "BedType"},
        {"Apple_bar_1": "AppleType"},
        """(inReceptacle Apple_bar_1 Bed_bar_1)
        (receptacleAtLocation Bed_bar_1 loc_1)""",
    )
    assert game.first.info == {"won": True, "score": 0}
    _, reward, terminated, truncated, info = game.env.step("dance")
    assert (reward, terminated, truncated, info["won"]) == (1.0, True, False, True)
