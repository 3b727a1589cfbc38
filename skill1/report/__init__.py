"""Pages about a run: the data they show, the one-file report, the live page. Only reads; no torch, no FAISS."""

from skill1.report.report import write_report
from skill1.report.view import RunView, open_view

__all__ = ["RunView", "open_view", "write_report"]
