"""WebShop's search: the ranking of the original's Lucene index, without Java.

``SearchIndex`` for a collection at hand, ``open_index`` for one whose index is kept on disk, ``open_lucene`` for Lucene
itself, ``Analyser`` for the terms of a text.
"""

from skill1_envs.kit.bm25.analyser import Analyser
from skill1_envs.kit.bm25.index import SearchIndex
from skill1_envs.webshop.search.kept import file_hash, lucene_name, open_index, open_lucene

__all__ = ["Analyser", "SearchIndex", "file_hash", "lucene_name", "open_index", "open_lucene"]
