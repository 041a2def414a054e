# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sphinx's configuration of the web pages (scripts/generate documents)."""

project = "NVPTXTensorCore"
html_title = project
extensions = ["myst_parser"]
root_doc = "index"
exclude_patterns = ["assets"]
myst_heading_anchors = 4
highlight_language = "text"
# PTX among IR, which pygments does not know, is shown without colours.
suppress_warnings = ["misc.highlighting_failure"]

html_theme_path = ["."]
html_theme = "theme"
html_static_path = ["static"]
html_use_index = False
html_copy_source = False
html_show_search_summary = False  # which needs a server
