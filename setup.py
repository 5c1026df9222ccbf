"""Puts the compiled kernel into wheels.  Where it cannot be compiled, the installation is plain and works as well.

Everything else about the package stands in pyproject.toml.
"""

import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from setuptools import Extension, setup
from setuptools.command.build import build
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parent
PLAIN = "The kernel was not compiled (no Cython, or no C compiler): this installation runs plain, and slower."
made = TemporaryDirectory(prefix="canasta-build-")


class BuildElsewhere(build):
    """What is built lies outside the sources, where nothing of an earlier version can get into a wheel."""

    def initialize_options(self) -> None:
        super().initialize_options()
        self.build_base = made.name


class BuildKernel(build_ext):
    """All compiled modules or none; an editable installation has none, so that sources can be edited."""

    def run(self) -> None:
        if self.editable_mode or self.inplace:
            return
        kernel = Path(made.name) / "kernel"
        command = [sys.executable, "-B", str(ROOT / "compile_kernel.py"), str(kernel), "--only"]
        if subprocess.run(command, check=False).returncode:
            print(PLAIN, file=sys.stderr)
            return
        shutil.copytree(kernel, self.build_lib, dirs_exist_ok=True, ignore=shutil.ignore_patterns("build"))


setup(
    # Named only so that the wheel is one for this Python and machine: compile_kernel.py knows what is compiled.
    ext_modules=[Extension("replay.fold", ["replay/fold.py"])],
    cmdclass={"build": BuildElsewhere, "build_ext": BuildKernel},
)
