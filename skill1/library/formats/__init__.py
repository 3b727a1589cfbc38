"""Skills carried elsewhere: formats of other systems, merging of libraries, a server for other agents.

Importing this package loads neither torch, FAISS nor the Model Context Protocol's SDK.
"""

from skill1.library.formats.exchange import ExchangeReport, export_library, import_into
from skill1.library.formats.merge import MergeReport, merge_libraries
from skill1.registry import FORMATS

__all__ = ["FORMATS", "ExchangeReport", "MergeReport", "export_library", "import_into", "merge_libraries"]
