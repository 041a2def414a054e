# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The catalogue: web pages of all instructions, with a search and pictures of layouts.

The build writes it. The facts and the pictures are what mma-explain says and draws. What is in
assets/ is copied. instructions.json has the facts for programs. With --check, the catalogue must
hang together and have every instruction.
"""

import functools
import json
import shutil
from pathlib import Path

from tctools import model
from tctools.generate.catalogue import check, html_pages
from tctools.generate.catalogue.data import PageData, search_script
from tctools.generate.catalogue.layouts import Layouts
from tctools.generate.catalogue.pages import all_targets, load, make_pages

SHARED = ("build", "check")
_ASSETS = Path(__file__).with_name("assets")
_SCHEMA = Path(__file__).parents[4] / "NVPTXTensorCore/Tools/Explain/Schemas/instructions.schema.json"


def programs_file(ask, instructions):
    """The facts as JSON, an instruction a line, in the schema and of the version that mma-explain has."""
    dump = json.loads(ask("dump", "--json"))
    head = f'{{"schema": {dump["schema"]}, "version": {json.dumps(dump["version"])}, "instructions": [\n'
    return head + ",\n".join(map(json.dumps, instructions)) + "\n]}\n"


def make_files(build_dir):
    """The generated files by their names in the catalogue's folder."""
    ask = functools.partial(model.ask, build_dir)
    instructions = load(ask)
    pages, targets = make_pages(instructions), all_targets(instructions)
    page_of = {facts["name"]: page for page in pages for facts in page.instructions}
    layouts = Layouts(ask, instructions)
    script_head = f"// {html_pages.GENERATED}\n"
    files = {"index.html": html_pages.index_page(pages, instructions),
             "layouts.html": html_pages.layouts_page(pages, layouts, page_of),
             "legality.html": html_pages.legality_page(pages),
             "data/search.js": script_head + search_script(pages),
             "instructions.json": programs_file(ask, instructions),
             "instructions.schema.json": _SCHEMA.read_text(encoding="utf-8")}
    for page in pages:
        data = PageData(page, page_of, layouts)
        files[page.file] = html_pages.family_page(page, data, targets)
        files[f"data/{page.slug}.js"] = script_head + data.script()
    for layout in layouts.layouts.values():
        files[f"layouts/{layout.slug}.svg"] = f"<!-- {html_pages.GENERATED} -->\n{layout.svg}"
    return files


def write(files, folder):
    """Writes the folder anew."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(_ASSETS, folder / "assets")
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


def add_options(parser):
    parser.add_argument("folder", type=Path, nargs="?",
                        help="folder of the catalogue (default: the build's)")


def run(options):
    folder = options.folder or options.build_dir / "share/doc/nvptx-tensorcore/catalogue"
    if options.check:
        names = [e["name"] for e in json.loads(model.ask(options.build_dir, "list", "--json"))]
        return check.check(folder, names)
    files = make_files(options.build_dir)
    write(files, folder)
    size = sum(len(text.encode()) for text in files.values())
    print(f"{len(files)} files of {size / 1e6:.1f} MB in all")
    return 0
