# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where the tools are, and how the scripts of this folder run them.

Knows the project's root, its build folder, NVIDIA's ptxas wherever a CUDA toolkit may have put it,
the CUDA SDK that clang finds, and what ptxas prints. Knows nothing of any one program's purpose.
"""

import glob
import os
import re
import shlex
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

REPO_ROOT = Path(__file__).resolve().parent.parent.parent
DEFAULT_BUILD_DIR = REPO_ROOT / "build"


#: What clang needs for device code without a CUDA SDK.
DEVICE_ONLY = ("-x", "cuda", "--cuda-device-only", "-nocudainc", "-nocudalib",
               "-Wno-unknown-cuda-version")
NOT_ENDED = 124  # what `run` says of a program that does not end in time


def headers_of(build_dir):
    """The folder with the headers for CUDA C++ of a build."""
    return Path(build_dir) / "lib" / "nvptx-tensorcore" / "include"


def run(command, timeout=600, **options):
    """Runs a command and captures its output as text; never raises for its status.

    A program that cannot be started, or that does not end in time, gives a failed
    result with the reason on stderr, like any other failure.
    """
    command = [str(part) for part in command]
    try:
        return subprocess.run(command, capture_output=True, text=True, errors="replace",
                              timeout=timeout, check=False, **options)
    except OSError as error:
        reason = f"{command[0]}: {error.strerror or error}"
    except subprocess.TimeoutExpired:
        reason = f"{command[0]}: no end after {timeout} seconds"
        return subprocess.CompletedProcess(command, NOT_ENDED, "", reason + "\n")
    return subprocess.CompletedProcess(command, 127, "", reason + "\n")


def first_lines(text, count=4):
    """The beginning of what a tool says."""
    return "\n".join([line.rstrip() for line in text.splitlines() if line.strip()][:count])


def command_line(command):
    """The command as a user would type it."""
    return shlex.join(str(part) for part in command)


# The project's own tools.

def built_tool(name, build_dir=DEFAULT_BUILD_DIR):
    """The path of a tool in the build folder's bin, whether it exists or not."""
    return Path(build_dir) / "bin" / name


def ensure_built(build_dir=DEFAULT_BUILD_DIR, tools=("llc", "opt", "clang++"), log=None):
    """Runs scripts/bootstrap if one of the tools is missing; True if all are there.

    What bootstrap prints goes to `log`, a file object (default: this process's stdout).
    """
    def all_there():
        return all(os.access(built_tool(tool, build_dir), os.X_OK) for tool in tools)

    if all_there():
        return True
    bootstrap = REPO_ROOT / "scripts" / "bootstrap"
    try:
        subprocess.run([str(bootstrap), "--build-dir", str(Path(build_dir).absolute())],
                       stdout=log, check=True)
    except (OSError, subprocess.CalledProcessError):
        return False
    return all_there()


# ptxas.

def _toolkit_folders():
    """CUDA toolkit folders in the order of preference: named by the environment, the
    machine's default, then the others, newest first."""
    for variable in ("CUDA_HOME", "CUDA_PATH"):
        if os.environ.get(variable):
            yield Path(os.environ[variable])
    yield Path("/usr/local/cuda")

    def version(folder):
        return [int(number) for number in re.findall(r"\d+", folder)]

    for folder in sorted(glob.glob("/usr/local/cuda-*"), key=version, reverse=True):
        yield Path(folder)


def find_ptxas():
    """The path of ptxas, or None: on PATH, else in a CUDA toolkit's bin folder."""
    on_path = shutil.which("ptxas")
    if on_path:
        return Path(on_path)
    for folder in _toolkit_folders():
        candidate = folder / "bin" / "ptxas"
        if os.access(candidate, os.X_OK):
            return candidate
    return None


def find_cuda():
    """The CUDA SDK that clang finds by itself and that can compile and link, or None."""
    needed = ("bin/ptxas", "bin/fatbinary", "include/cuda_runtime.h", "lib64/libcudart_static.a",
              "nvvm/libdevice/libdevice.10.bc")
    on_path = shutil.which("ptxas")
    folders = [Path(on_path).resolve().parent.parent] if on_path else []
    for folder in (*folders, Path("/usr/local/cuda"), Path("/usr/lib/cuda")):
        if all((folder / name).exists() for name in needed):
            return folder
    return None


def ptxas_version(ptxas):
    """The release of ptxas as a string, such as "13.0", or None."""
    match = re.search(r"release (\d+\.\d+)", run([ptxas, "--version"]).stdout)
    return match.group(1) if match else None


def ptxas_newest_ptx(ptxas):
    """The newest PTX version that this ptxas has, such as 90, or 0."""
    said = run([ptxas, "-", "-o", os.devnull], input=".version 99.9\n.target sm_90\n")
    match = re.search(r"current version is '(\d+)\.(\d+)'", said.stdout + said.stderr)
    return 10 * int(match[1]) + int(match[2]) if match else 0


def ptxas_architectures(ptxas):
    """The GPU architectures that this ptxas compiles for, such as {"sm_75", "sm_90a"}."""
    return set(re.findall(r"'(sm_\d+[af]?)'", run([ptxas, "--help"]).stdout))


@dataclass
class KernelResources:
    """What `ptxas -v` says about one kernel; in bytes except for the registers."""
    registers: int = 0
    stack: int = 0
    spill_stores: int = 0
    spill_loads: int = 0
    shared: int = 0


@dataclass
class PtxasResult:
    """ptxas' verdict on one PTX file."""
    accepted: bool
    output: str
    kernels: dict = field(default_factory=dict)  # name -> KernelResources

    @property
    def too_old(self):
        """Whether the PTX version is newer than this ptxas: no verdict on the code."""
        return not self.accepted and "Unsupported .version" in self.output


_KERNEL = re.compile(r"Compiling entry function '(?P<name>[^']+)'"
                     r"|Function properties for (?P<function>\S+)")
_NUMBERS = {
    "registers": re.compile(r"Used (\d+) registers"),
    "stack": re.compile(r"(\d+) bytes stack frame"),
    "spill_stores": re.compile(r"(\d+) bytes spill stores"),
    "spill_loads": re.compile(r"(\d+) bytes spill loads"),
    "shared": re.compile(r"(\d+) bytes smem"),
}


def read_resources(output):
    """What `ptxas -v` printed, as KernelResources by the kernel's name."""
    kernels, current = {}, None
    for line in output.splitlines():
        match = _KERNEL.search(line)
        if match and match.group("name"):
            current = kernels.setdefault(match.group("name"), KernelResources())
        elif match:
            current = kernels.get(match.group("function"))
        if current is None:
            continue
        for name, pattern in _NUMBERS.items():
            number = pattern.search(line)
            if number:
                setattr(current, name, int(number.group(1)))
    return kernels


def assemble(ptxas, ptx_file, architecture, cubin=os.devnull, flags=()):
    """Compiles a PTX file with ptxas -v and reads what it says."""
    result = run([ptxas, "-v", f"-arch={architecture}", *flags, ptx_file, "-o", cubin])
    output = result.stdout + result.stderr
    if result.returncode != 0:
        return PtxasResult(False, output)
    return PtxasResult(True, output, read_resources(output))
