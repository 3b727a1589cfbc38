"""Skills carried elsewhere: formats of other systems, merging of libraries, a server for other agents.

Importing this package loads neither torch, FAISS nor the Model Context Protocol's SDK.
"""

from skill1.config.registry import FORMATS
from skill1.library.formats.exchange import ImportReport, export_library, import_into
from skill1.library.formats.merge import MergeReport, merge_libraries

__all__ = ["FORMATS", "ImportReport", "MergeReport", "export_library", "import_into", "merge_libraries"]
