# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a module with debug information for .loc directives: 60 functions of 25 files, in another
order than the files have, each with a call and with a location inlined from another file. Every
seventh function has none."""

from itertools import count

FUNCTIONS, FILES, FIRST_FILE = 60, 25, 5
UNIT = """!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!1, !2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, emissionKind: DebugDirectivesOnly)
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = !{i32 2, !"Dwarf Version", i32 2}
!3 = !DIFile(filename: "main.cu", directory: "/d")
!4 = !DISubroutineType(types: !{})"""

numbers = count(FIRST_FILE + FILES)
metadata = [UNIT, *(f'!{FIRST_FILE + n} = !DIFile(filename: "f{n}.h", directory: "/d")'
                    for n in range(FILES))]


def subprogram(n, name, file, line):
    metadata.append(f'!{n} = distinct !DISubprogram(name: "{name}", '
                    f"file: !{FIRST_FILE + file % FILES}, line: {line}, type: !4, unit: !0, "
                    "spFlags: DISPFlagDefinition)")


def function(i):
    scope, inlined, own, other = (next(numbers) for _ in range(4))
    attached, at, inside = f" !dbg !{scope}", f", !dbg !{own}", f", !dbg !{other}"
    if i % 7 == 3:
        attached = at = inside = ""
    else:
        subprogram(scope, f"k{i}", i * 7, i + 1)
        subprogram(inlined, f"i{i}", i * 11 + 3, i + 100)
        metadata.append(f"!{own} = !DILocation(line: {i * 3 + 5}, column: 3, scope: !{scope})")
        metadata.append(f"!{other} = !DILocation(line: {i + 200}, column: 9, scope: !{inlined}, "
                        f"inlinedAt: !{own})")
    kind = "ptx_kernel void" if i % 2 else "void"
    return f"""define {kind} @k{i}(ptr %p, i32 %x){attached} {{
  %c = icmp eq i32 %x, {i}{at}
  br i1 %c, label %a, label %b{at}
a:
  %r = call i32 @outside(i32 %x){inside}
  store i32 %r, ptr %p{inside}
  br label %b{at}
b:
  ret void{at}
}}"""


print('target triple = "nvptx64-nvidia-cuda"', "declare i32 @outside(i32)",
      *(function(i) for i in range(FUNCTIONS)), *metadata, sep="\n")
