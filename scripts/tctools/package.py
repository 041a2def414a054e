# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes Debian packages for this Debian, and an archive that works in any folder.

The packages are nvptx-tensorcore-tools, -plugins, -library and -doc, and python3-nvptxtc, in the
folder packages of the build folder. Their version follows the commit. The environment may name the
maintainer (DEBFULLNAME, DEBEMAIL) and the project's page (NVPTX_TC_HOMEPAGE). The project is set up
and built first. With --try FOLDER the packages are installed in a fresh Debian in a folder, and used
there: this needs root and debootstrap.
"""

import shutil
import subprocess
from pathlib import Path

from tctools import cli, toolchain

SHARED = ("build",)
#: In the build folder.
FOLDER = "packages"
_FORMATS = {"deb": "DEB", "archive": "TXZ"}
#: What a user of the installed packages does first.
_TRIAL = """set -e
cd /tmp
nvptxtc-clang++ --cuda-gpu-arch=sm_90a --cuda-device-only -nocudainc -nocudalib -O3 -S \\
    /usr/share/doc/nvptx-tensorcore/examples/tutorial/hopper_tile.cu -o tile.ptx
ptx-run tile.ptx --block 128 --arg "C=f32[64x128]" --memory "A=bf16[64x64]:normal" \\
    --memory "B=bf16[128x64]:normal" --arg map:A,box=64x64,swizzle=128B \\
    --arg map:B,box=128x64,swizzle=128B --arg u32:128 --expect "C=A@B.T"
nvptxtc-llc -mcpu=sm_80 -mattr=+ptx70 /usr/share/doc/nvptx-tensorcore/examples/first.ll -o - | \\
    grep mma.sync
llc-22 -load=libNVPTXTensorCore.so -mcpu=sm_80 -mattr=+ptx70 \\
    /usr/share/doc/nvptx-tensorcore/examples/first.ll -o - | grep mma.sync
python3 -c 'import nvptxtc; print(nvptxtc.version())'
mma-explain legal --target=sm_80 llvm.nvvm.mma.m16n8k16.row.col.bf16
mma-conformance --version >/dev/null
"""


def add_options(parser):
    parser.add_argument("--only", choices=_FORMATS, help="make only deb or archive (default: both)")
    parser.add_argument("--no-build", action="store_true", help="package the existing build")
    parser.add_argument("--try", dest="trial", type=Path, metavar="FOLDER",
                        help="install the packages in a fresh Debian in this folder, and test them")


def _run(*command, **options):
    result = subprocess.run([str(part) for part in command], check=False, **options)
    if result.returncode:
        raise SystemExit(f"package: {toolchain.command_line(command)} failed")


def _suite_and_mirror():
    """The name of this Debian, as bookworm, and where apt finds it."""
    lines = Path("/etc/os-release").read_text(encoding="utf-8").splitlines()
    suite = dict(line.partition("=")[::2] for line in lines if "=" in line)["VERSION_CODENAME"]
    found = toolchain.run(["apt-get", "indextargets", "--format", "$(RELEASE) $(REPO_URI)",
                           "Created-By: Packages"]).stdout.split("\n")
    return suite, next(line.split()[1] for line in found if line.startswith(f"{suite} "))


def try_packages(folder, packages):
    """Installs the packages in a new Debian in a folder, and does what a user does first."""
    if folder.exists():
        raise cli.NotRun(f"{folder} exists already")
    if not shutil.which("debootstrap"):
        raise cli.NotRun("there is no debootstrap; apt-get install debootstrap")
    suite, mirror = _suite_and_mirror()
    _run("debootstrap", "--variant=minbase", suite, folder, mirror)
    (folder / "etc/apt/sources.list").unlink()
    shutil.copytree("/etc/apt", folder / "etc/apt", dirs_exist_ok=True)
    for package in packages:
        shutil.copy(package, folder / "tmp")
    names = [f"/tmp/{package.name}" for package in packages]
    # Some tools look for themselves in /proc.
    inside = ("unshare", "--mount", "--pid", "--fork", f"--mount-proc={folder}/proc", "chroot", folder,
              "env", "DEBIAN_FRONTEND=noninteractive", "LC_ALL=C")
    _run(*inside, "apt-get", "-q", "update")
    _run(*inside, "apt-get", "-q", "-y", "install", *names)
    _run(*inside, "sh", "-c", _TRIAL)
    _run(*inside, "apt-get", "-q", "-y", "remove",
         *(package.name.split("_")[0] for package in packages))
    left = list(folder.glob("usr/lib/nvptx-tensorcore/**/*"))
    return cli.report([f"{path} is left after the removal" for path in left])


def run(options):
    needed = {} if options.only == "archive" else {"dpkg-shlibdeps": "dpkg-dev", "file": "file"}
    if (toolchain.REPO_ROOT / ".git").exists():
        needed["git"] = "git"  # without it, the version would be that of a release
    for tool, package in needed.items():
        if not shutil.which(tool):
            raise cli.NotRun(f"there is no {tool}; apt-get install {package}")
    if not options.no_build:
        _run(toolchain.REPO_ROOT / "scripts/bootstrap", "--build-dir", options.build_dir)
    folder = options.build_dir / FOLDER
    new = options.build_dir / f"{FOLDER}.new"  # what is there stays until these are made
    shutil.rmtree(new, ignore_errors=True)
    formats = [options.only] if options.only else list(_FORMATS)
    for name in formats:
        _run("cpack", "-G", _FORMATS[name], "-B", new, cwd=options.build_dir,
             stdout=subprocess.DEVNULL)
    shutil.rmtree(new / "_CPack_Packages", ignore_errors=True)
    made = sorted(path.name for path in new.iterdir()) if new.exists() else []
    if not made:
        raise SystemExit(f"package: cpack made nothing in {new}")
    shutil.rmtree(folder, ignore_errors=True)
    new.rename(folder)
    for path in (folder / name for name in made):
        print(f"{path.stat().st_size / 1e6:6.1f} MB  {path}")
    if options.trial:
        return try_packages(options.trial.absolute(), sorted(folder.glob("*.deb")))
    return cli.FINE
