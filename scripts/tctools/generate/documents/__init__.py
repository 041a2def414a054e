# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The documentation as web pages with a search, by Sphinx with MyST.

The build writes it if Sphinx is installed. The sources are the Markdown pages of the project, which
stay readable where they are; docs/README.md says in which order the pages come. The functions of the
CUDA header, the examples and pictures of memory are added. Every warning of Sphinx is an error, and
every link has to lead somewhere.
"""

import shutil
import subprocess
import sys
from pathlib import Path

from tctools import cli
from tctools.generate.documents import links, pages

SHARED = ("build", "check")
_ASSETS = Path(__file__).with_name("assets")
#: Style and the button of light and dark, which the pages share.
_CATALOGUE_ASSETS = _ASSETS.parent.with_name("catalogue") / "assets"
_PYGMENTS = """\
from pygments.formatters import HtmlFormatter
print(HtmlFormatter(style="{}").get_style_defs(["{}"]))
"""
#: Debian's modules are those of Debian's Python, which another Python may hide.
_PYTHONS = (sys.executable, "/usr/bin/python3")


def find_sphinx():
    """Returns a Python that has Sphinx and MyST, or None."""
    def works(python):
        command = [python, "-c", "import sphinx, myst_parser"]
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    return next((python for python in _PYTHONS if Path(python).exists() and works(python)), None)


def _colours(python):
    """The colours of code, light and dark, as the system or the button says."""
    def rules(style, selector):
        command = [python, "-c", _PYGMENTS.format(style, selector + " .highlight")]
        text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        lines = [line for line in text.splitlines() if line.startswith(selector + " .highlight ")]
        return "\n".join(line for line in lines if "background" not in line) + "\n"
    return (rules("default", ":root") +
            "@media (prefers-color-scheme: dark) {\n" +
            rules("github-dark", ":root:not([data-theme=light])") + "}\n" +
            rules("github-dark", ":root[data-theme=dark]"))


def add_options(parser):
    parser.add_argument("folder", type=Path, nargs="?",
                        help="the pages'; by default where the build has them")
    parser.add_argument("--have-sphinx", action="store_true",
                        help="only test if Sphinx is installed; see the exit code")


def run(options):
    python = find_sphinx()
    if options.have_sphinx:
        return cli.FINE if python else cli.NOT_RUN
    output = (options.folder or options.build_dir / "share/doc/nvptx-tensorcore/html").absolute()
    if options.check:
        return cli.report(list(links.find_broken(output)))
    if not python:
        raise cli.NotRun("Sphinx is not installed; apt-get install python3-sphinx python3-myst-parser")
    staged = output.with_name("html.sources") if options.folder else options.build_dir / "documents"
    shutil.rmtree(staged, ignore_errors=True)
    pages.write_all(staged, options.build_dir)
    shutil.copytree(_ASSETS, staged / "assets")
    shutil.copytree(_CATALOGUE_ASSETS, staged / "assets/static")
    (staged / "assets/static/pygments-colours.css").write_text(_colours(python), encoding="utf-8")
    command = [python, "-m", "sphinx", "-W", "--keep-going", "-q", "-E", "-b", "html",
               "-c", staged / "assets", "-d", staged.with_suffix(".doctrees"), staged, output]
    shutil.rmtree(output, ignore_errors=True)
    if subprocess.run(command, check=False).returncode:
        return cli.FAULTS
    return cli.report(list(links.find_broken(output)))
