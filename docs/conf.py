"""Sphinx's configuration. Build with launch_scripts/docs.sh."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "docs" / "_ext"), str(ROOT / "envs"), str(ROOT)]

from skill1 import __version__ as release  # noqa: E402, F401

project = "skill1"
author = "the skill1 authors"
copyright = author
language = "en"
extensions = ["myst_nb", "generated"]
exclude_patterns = ["_ext"]
highlight_language = "text"
smartquotes = False  # two dashes begin an option

myst_heading_anchors = 4
nb_execution_mode = "force"
nb_execution_timeout = 600  # a guard against hangs; a quiet machine needs half a minute
nb_execution_raise_on_error = True
nb_output_stderr = "remove"  # warnings about the machine that built the site

html_theme = "furo"
html_title = "skill1"
html_static_path = ["_static"]
html_css_files = ["tables.css"]
html_show_sourcelink = False
