# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Pictures of shared memory and tensor memory, drawn of what mma-explain answers."""

import html
import json
import re
import shlex

from tctools import model

_UNIT = 16  # bytes: what a swizzle moves
_SHOWN_LINES = 8
#: Light and dark enough for black text on them, in both themes.
_COLOURS = ("#8dd3c7", "#ffffb3", "#bebada", "#fb9a8f", "#80b1d3", "#fdb462", "#b3de69", "#fccde5")


def name(arguments):
    """The name of a picture's file."""
    return re.sub(r"[^a-z0-9]+", "-", arguments.lower()).strip("-")


def caption(arguments):
    """What a picture is of, in words for those who do not see it."""
    return f"The answer of mma-explain {arguments}, as a picture"


def _svg(width, height, title, parts):
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}" font-family="sans-serif" font-size="12">\n'
            f'<title>{html.escape(title)}</title>\n'
            f'<rect width="{width}" height="{height}" fill="#ffffff"/>\n' + "\n".join(parts) + "\n</svg>\n")


def _text(x, y, text, anchor="middle"):
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}" fill="#222222">{html.escape(text)}</text>'


def _box(x, y, width, height, colour):
    return (f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{colour}" '
            f'stroke="#555555"/>')


def _draw_tile(build_dir, arguments):
    """The first lines of a tile in shared memory, a cell of 16 bytes each.

    Cells of one colour are neighbours in another line: the swizzle moves them apart, so that reading
    them uses all banks."""
    def ask(*elements):
        return json.loads(model.ask(build_dir, "tile", *arguments, "--json", *elements))
    tile = ask()
    along_k = tile["major"] == "K-major"
    near, far = (tile["columns"], tile["rows"]) if along_k else (tile["rows"], tile["columns"])

    def where(index, line):
        return f"({line},{index})" if along_k else f"({index},{line})"
    bits = ask(where(0, 0), where(1, 0))["elements"]
    step = 8 * _UNIT // (bits[1]["bit"] - bits[0]["bit"])  # elements of a cell
    lines = min(_SHOWN_LINES, far)
    cells = [(index, line) for line in range(lines) for index in range(0, near, step)]
    found = ask(*(where(*cell) for cell in cells))["elements"]
    columns, shown = 128 // _UNIT, 0
    parts = [_text(74 + 64 * unit, 34, f"+{unit * _UNIT}") for unit in range(columns)]
    for (index, line), element in zip(cells, found):
        byte = element["bit"] // 8
        if byte >= lines * 128:
            continue
        row, column = byte // 128, byte % 128 // _UNIT
        shown = max(shown, row + 1)
        x, y = 42 + 64 * column, 42 + 28 * row
        parts.append(_box(x, y, 64, 28, _COLOURS[index // step % len(_COLOURS)]))
        at = where(index, line).strip("()").replace(",", ", ")
        parts.append(_text(x + 32, y + 18, at))
    parts += [_text(36, 60 + 28 * row, str(128 * row), "end") for row in range(shown)]
    title = (f"{tile['rows']} x {tile['columns']} of {tile['type']}, {tile['major']}, "
             f"swizzle {tile['swizzle']}, for {tile['consumer']}")
    parts.append(_text(298, 16, title))
    parts.append(_text(298, 62 + 28 * shown,
                       f"The first {128 * shown} bytes. A cell is 16 bytes, with the row and column of "
                       "its first element."))
    return _svg(564, 74 + 28 * shown, title, parts)


def _runs(elements):
    """Rectangles of D that are rectangles of tensor memory: (row, column, CTA, lane, column, rows,
    columns)."""
    at = {(e["row"], e["column"]): (e["cta"], e["lane"], e["tensorMemoryColumn"]) for e in elements}
    left = dict(at)
    while left:
        (row, column), (cta, lane, place) = min(left.items())

        def follows(i, j):
            return left.get((row + i, column + j)) == (cta, lane + i, place + j)
        columns = next(j for j in range(1, len(at) + 1) if not follows(0, j))
        rows = next(i for i in range(1, len(at) + 1)
                    if not all(follows(i, j) for j in range(columns)))
        for i in range(rows):
            for j in range(columns):
                del left[row + i, column + j]
        yield row, column, cta, lane, place, rows, columns


def _draw_tensor_memory(build_dir, arguments):
    """Where the parts of D are in the tensor memory of one CTA or two."""
    layout = json.loads(model.ask(build_dir, "layout", *arguments, "--format=json"))[0]
    runs = list(_runs(layout["elements"]))
    ctas = 1 + max(run[2] for run in runs)
    wide = max(place + columns for _, _, _, _, place, _, columns in runs)
    scale_x, scale_y, gap = 360 / ctas / wide, 1.6, 60
    left_of = [54 + cta * (360 / ctas + gap) for cta in range(ctas)]
    high = 128 * scale_y
    parts = []
    for cta, left in enumerate(left_of):
        parts.append(_box(left, 44, 360 / ctas, high, "#f2f2f2"))
        parts.append(_text(left + 180 / ctas, 36, f"CTA {cta}: columns 0 to {wide - 1}"))
        parts += [_text(left - 6, 48 + lane * scale_y, str(lane), "end") for lane in (0, 32, 64, 96)]
    for number, (row, column, cta, lane, place, rows, columns) in enumerate(runs):
        x, y = left_of[cta] + place * scale_x, 44 + lane * scale_y
        parts.append(_box(round(x, 1), round(y, 1), round(columns * scale_x, 1),
                          round(rows * scale_y, 1), _COLOURS[number % len(_COLOURS)]))
        middle_x = round(x + columns * scale_x / 2, 1)
        middle_y = y + rows * scale_y / 2
        labels = [f"rows {row}–{row + rows - 1}", f"columns {column}–{column + columns - 1}"]
        if rows * scale_y < 36:  # too low for two lines
            parts.append(_text(middle_x, round(middle_y + 4, 1), ", ".join(labels)))
        else:
            parts += [_text(middle_x, round(middle_y + 16 * i - 3, 1), label)
                      for i, label in enumerate(labels)]
    width = round(left_of[-1] + 360 / ctas + 14)
    title = f"D of {layout['rows']} x {layout['columns']} in tensor memory: layout {layout['layout']}"
    parts += [_text(width / 2, 16, title),
              _text(width / 2, round(64 + high), "The numbers at the left are lanes.")]
    return _svg(width, round(76 + high), title, parts)


def draw(build_dir, arguments):
    """The picture of what `mma-explain ARGUMENTS` answers."""
    command, *rest = shlex.split(arguments)
    return {"tile": _draw_tile, "layout": _draw_tensor_memory}[command](build_dir, rest)
