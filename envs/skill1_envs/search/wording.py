"""How Search-QA is put into prompts."""

from __future__ import annotations

from skill1.env.wording import Brief, Wording
from skill1_envs.search.brief import WORDS, brief_page, brief_task, rules_hash, shortened, spelt_out

WORDING = Wording(
    brief=Brief(
        page=brief_page,
        task=brief_task,
        words=WORDS,
        rules_hash=rules_hash(),
        spelt_out=spelt_out,
        shortened=shortened,
    ),
)
