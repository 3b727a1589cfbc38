"""Makes a fictional encyclopedia with questions about it: a corpus without a download, in which skills carry over.

* ``realms``: who and what there is, and which register of a realm keeps which kind of fact
* ``pages``: the passages of a realm
* ``questions``: what is asked, in which order and which words
* ``folder``: writes ``corpus.jsonl`` and ``questions/``, and makes worlds for demonstrations in memory
"""

from skill1_envs.search.generate.folder import make_corpus

__all__ = ["make_corpus"]
