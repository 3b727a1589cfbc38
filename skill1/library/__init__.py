"""The skill library: SQLite store, frozen encoders, retrieval, rules of admission, merging and retirement.

Importing this package loads neither torch nor FAISS.
"""

from skill1.library.encoder import Encoder, make_encoder
from skill1.library.library import CommitReport, Library
from skill1.library.store import FILE_NAME
from skill1.schema import neutralise

__all__ = ["FILE_NAME", "CommitReport", "Encoder", "Library", "make_encoder", "neutralise"]
