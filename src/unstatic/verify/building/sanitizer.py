"""Both builds once more with AddressSanitizer, which sees what the debug allocators miss."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

from unstatic.system.building.interpreters import Interpreter
from unstatic.verify.children import Outcomes
from unstatic.verify.findings import Finding

FLAGS = "-fsanitize=address -fno-omit-frame-pointer -g"
PROBES = ("import", "subclassed", "twice", "freed", "stored", "entangled", "afterlife", "shutdown")
_REPORT = re.compile(r"AddressSanitizer: ([\w-]+)")


def environment(python: Interpreter) -> dict[str, str] | None:
    """Return what the children need so that the library's sanitizer works, or None if the compiler hasn't got it."""
    for name in ("libasan.so", "libclang_rt.asan-x86_64.so", "libclang_rt.asan-aarch64.so"):
        asked = [python.compiler[0], f"-print-file-name={name}"]
        try:
            answer = subprocess.run(asked, capture_output=True, text=True, timeout=60).stdout.strip()
        except (OSError, subprocess.TimeoutExpired):
            return None
        if answer and Path(answer).is_absolute() and Path(answer).exists():
            # CPython leaks on purpose, and its own allocator hides errors from the sanitizer.
            return {"LD_PRELOAD": answer, "ASAN_OPTIONS": "detect_leaks=0:exitcode=99", "PYTHONMALLOC": "malloc"}
    return None


def sanitized(before: tuple[Outcomes, str], after: tuple[Outcomes, str]) -> Iterator[Finding]:
    """Yield what the sanitizer says of the second build, from the outcomes and the logs of both."""
    if not any("value" in (outcome if isinstance(outcome, dict) else {}) for outcome in before[0].values()):
        yield Finding("note", "sanitized", "not provable here: the original doesn't run under it")
        return
    kinds = ", ".join(sorted(set(_REPORT.findall(after[1])) - set(_REPORT.findall(before[1]))))
    for probe, outcome in after[0].items():
        if isinstance(outcome, dict) and "value" in outcome:
            continue
        if outcome == before[0].get(probe):
            yield Finding("note", f"sanitized/{probe}", f"not provable here: the original gave {outcome} too")
        else:
            yield Finding("problem", f"sanitized/{probe}", f"{before[0].get(probe)} -> {outcome} {kinds}".rstrip())
