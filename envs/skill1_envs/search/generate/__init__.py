"""Makes a fictional encyclopedia with questions about it: a corpus without a download, in which skills carry over.

* ``realms``: who and what there is, and which register of a realm keeps which kind of fact
* ``questions``: what is asked, in which order and which words
* ``folder``: the passages of a realm; writes ``corpus.jsonl`` and ``questions/``, makes worlds for demonstrations
"""

from skill1_envs.search.generate.folder import make_corpus

__all__ = ["make_corpus"]
