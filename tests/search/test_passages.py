"""The shape of a passage."""

import pytest

from skill1_envs.kit.passages import Passage


@pytest.mark.parametrize(
    ("contents", "title", "text"),
    [
        ('"Bern"\nA town.\nOn a river.', "Bern", "A town.\nOn a river."),
        ("Bern", "Bern", ""),
        ("", "", ""),
        ('"The "Old" Bridge"\n', 'The "Old" Bridge', ""),
    ],
)
def test_title_and_text(contents, title, text):
    passage = Passage("0", contents)
    assert (passage.title, passage.text) == (title, text)
