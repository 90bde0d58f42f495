"""The walker in C, built as a plain shared library where a compiler is found; pyproject.toml has all else."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext

NATIVE = "src/unstatic/cparse/native"
LIBRARY = "walker.dll" if sys.platform == "win32" else "walker.so"
EXPORTED = ["function", "new", "add_file", "read", "open", "walk", "sort", "items", "bytes", "free"]


class BuildLibrary(build_ext):
    """Builds it without anything of Python: it's loaded by ctypes."""

    def get_ext_filename(self, fullname: str) -> str:
        return os.path.join(*fullname.split(".")[:-1], LIBRARY)

    def get_export_symbols(self, ext: Extension) -> list[str]:
        return ext.export_symbols

    def get_libraries(self, ext: Extension) -> list[str]:
        return ext.libraries

    def build_extension(self, ext: Extension) -> None:
        is_microsoft = self.compiler.compiler_type == "msvc"
        ext.extra_compile_args = ["/std:c11", "/O2"] if is_microsoft else ["-std=c11", "-O2", "-fvisibility=hidden"]
        super().build_extension(ext)


class AnyPython(bdist_wheel):
    """Names the wheel after the platform alone, and not even after that if there was no compiler."""

    def get_tag(self) -> tuple[str, str, str]:
        is_built = any(Path(self.get_finalized_command("build").build_lib).rglob(LIBRARY))
        return "py3", "none", super().get_tag()[2] if is_built else "any"


setup(
    ext_modules=[
        Extension(
            "unstatic.cparse.native.walker",
            sorted(str(file) for file in Path(NATIVE).glob("*.c")),
            depends=sorted(str(file) for file in Path(NATIVE).glob("*.h")),
            export_symbols=[f"walker_{name}" for name in EXPORTED],
            # Without a compiler, the same walk in Python serves.
            optional=True,
        )
    ],
    cmdclass={"build_ext": BuildLibrary, "bdist_wheel": AnyPython},
)
