"""How an answer is graded: exact match and F1 after SQuAD's normalisation, as Search-R1 and all of its family do it.

Pure functions of texts. Exact match is the reward; F1 is reported beside it and never trained on.
"""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Sequence

_ARTICLES = re.compile(r"\b(?:a|an|the)\b")
_NO_PUNCTUATION = str.maketrans("", "", string.punctuation)
_ANSWER = re.compile("<answer>(.*?)</answer>", re.DOTALL)


def normalised(answer: str) -> str:
    """Lower case, without ASCII punctuation and English articles, white space collapsed: in this order.

    >>> normalised(" The  Beatles'  (band) ")
    'beatles band'
    """
    # Punctuation goes first: "A.I." is one word then, and its A no article.
    bare = answer.lower().translate(_NO_PUNCTUATION)
    return " ".join(_ARTICLES.sub(" ", bare).split())


def exact_match(answer: str, targets: Sequence[str]) -> bool:
    """Whether an answer is one of the targets, all of them normalised."""
    given = normalised(answer)
    return any(given == normalised(target) for target in targets)


def f1(answer: str, targets: Sequence[str]) -> float:
    """The best F1 over the targets, in [0, 1]: 2·P·R / (P + R) of the normalised words, each as often as it stands.

    Two texts without any word left are equal, so F1 is never below the exact match. No target gives 0.
    """
    return max((_f1(normalised(answer).split(), normalised(target).split()) for target in targets), default=0.0)


def _f1(given: Sequence[str], wanted: Sequence[str]) -> float:
    # Of two answers without a word left the fraction below has no value.
    if given == wanted:
        return 1.0
    common = (Counter(given) & Counter(wanted)).total()
    # P = common / len(given) and R = common / len(wanted), so 2·P·R / (P + R) is this.
    return 2 * common / (len(given) + len(wanted)) if common else 0.0


def last_answer(text: str) -> str | None:
    """What stands in the last complete ``<answer>`` block of a text, stripped; None where there is none."""
    found = _ANSWER.findall(text)
    return found[-1].strip() if found else None
