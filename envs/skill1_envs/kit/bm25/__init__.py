"""Search by words with the ranking of Lucene's BM25, without Java: for any collection of texts.

``SearchIndex`` answers queries, ``build_folder`` and ``build_stream`` write an index in bounded memory, ``Analyser``
makes terms of a text. An environment decides what its texts are, where an index is kept and what is made of positions.
"""

from skill1_envs.kit.bm25.analyser import Analyser
from skill1_envs.kit.bm25.index import SearchIndex, build_folder, build_stream

__all__ = ["Analyser", "SearchIndex", "build_folder", "build_stream"]
