"""Settings of the documentation site; `make docs` builds it."""

import sys
from importlib.metadata import version as installed_version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

project = "inbounds"
author = "the inbounds developers"
project_copyright = "the inbounds developers"
version = release = installed_version("inbounds")

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "mathml", "generated_pages"]
exclude_patterns = ["_build", "_ext", "generated/front.md"]  # the last is a part of index.md
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}
myst_enable_extensions = ["colon_fence", "deflist", "dollarmath", "fieldlist"]
myst_heading_anchors = 3

html_theme = "furo"
html_title = f"inbounds {version}"
html_static_path = ["_static"]
html_math_renderer = "mathml"
html_copy_source = False
html_show_copyright = False

default_role = "code"
autodoc_default_options = {"members": True, "show-inheritance": True}
autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
napoleon_google_docstring = False
napoleon_use_rtype = False
