"""Google Drive's pages: the confirmation is gone through, others are refused, none leads elsewhere."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skill1_envs.kit.download import Unreachable
from skill1_envs.webshop import fetch
from tests.webshop_data.published import CONFIRM

AT = fetch.drive_address("abc-1")
PIECES = st.sampled_from(
    [
        "<form ",
        "action='",
        "//evil.example/x",
        "https://[",
        "/download'>",
        "<input type=hidden name=confirm ",
        "value='&",
    ]
    + [
        "'>",
        "</form>",
        "<![x",
        "<!",
        "<title>",
        "&#xD800;",
        "ö",
        "</title>",
        "javascript:x",
        "<![CDATA[",
        "?",
        "#",
    ]
)


def page(action: str) -> str:
    return CONFIRM.format(action=action, id="abc-1", token="a&amp;b")


@pytest.mark.parametrize("action", ["https://drive.usercontent.google.com/download", "/download", "?x=1#y"])
def test_the_form_is_sent_with_all_its_hidden_fields(action: str) -> None:
    found = urlsplit(fetch.past_drive_page(page(action), AT))
    assert found.scheme == "https" and found.hostname in fetch.DRIVE_HOSTS and found.fragment == ""
    fields = {key: values[0] for key, values in parse_qs(found.query).items()}
    assert fields == {"id": "abc-1", "export": "download", "confirm": "t", "uuid": "a&b"}


@pytest.mark.parametrize(
    "action",
    [
        "https://evil.example/download",
        "http://drive.usercontent.google.com/download",
        "https://drive.google.com.evil.example/",
        "file:///etc/passwd",
        "https://[x",
        "/döwnload",
    ],
)
def test_a_form_that_leads_away_is_not_sent(action: str) -> None:
    with pytest.raises(Unreachable, match="leads away"):
        fetch.past_drive_page(page(action), AT)


@given(st.one_of(st.text(), st.lists(PIECES, max_size=12).map("".join)))
def test_any_page_leads_to_drive_or_is_refused(text: str) -> None:
    try:
        found = urlsplit(fetch.past_drive_page(text, AT))
    except Unreachable as error:
        assert str(error).startswith(AT)
        return
    assert found.scheme == "https" and found.hostname in fetch.DRIVE_HOSTS and found.geturl().isascii()
