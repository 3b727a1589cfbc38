"""Finds passages of a corpus: by words (BM25) or by meaning (dense vectors), in this process or over HTTP.

Everything large lies in files that are mapped, so a corpus may be larger than memory.
"""

from skill1_envs.search.retriever.service import open_retriever

__all__ = ["open_retriever"]
