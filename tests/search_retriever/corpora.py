"""Small corpora for tests of retrievers."""

import json

TEXTS = (
    '"Orla Venn"\nOrla Venn was born in Tarn and wrote The Glass Tide.',
    '"The Glass Tide"\nThe Glass Tide is a novel by Orla Venn, printed in Tarn.',
    '"Tarn"\nTarn is a harbour town. Its ledger names every birth.',
    '"Brask"\nBrask is a hill town without a harbour.',
)


def quiet(*_):
    """A report that nobody reads."""


def write_corpus(path, texts=TEXTS):
    """Passages 0, 1, 2 … with these contents; the path."""
    lines = [json.dumps({"id": str(number), "contents": text}) for number, text in enumerate(texts)]
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path
