"""WebShop's search: the ranking of the original's Lucene index, without Java.

``SearchIndex`` for a collection at hand, ``open_index`` for one whose index is kept on disk, ``Analyser`` for the terms
of a text.
"""

from skill1_envs.webshop.search.analyser import Analyser
from skill1_envs.webshop.search.cache import content_hash, open_index
from skill1_envs.webshop.search.index import SearchIndex

__all__ = ["Analyser", "SearchIndex", "content_hash", "open_index"]
