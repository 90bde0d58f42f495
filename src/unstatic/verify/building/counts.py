"""Reads how many tests passed from what pytest or unittest printed last."""

from __future__ import annotations

import re

_PYTEST = re.compile(r"^=*\s*((?:\d+ [a-z]+(?: [a-z]+)*(?:, )?)+) in [\d.:]+s?.*$", re.MULTILINE)
_COUNT = re.compile(r"(\d+) ([a-z]+(?: [a-z]+)*)")
_RAN = re.compile(r"^Ran (\d+) tests? in ", re.MULTILINE)
_UNITTEST = re.compile(r"^(?:OK|FAILED)(?: \((.*)\))?$", re.MULTILINE)
_NAMED = re.compile(r"([a-z ]+)=(\d+)")


def read(output: str) -> dict[str, int]:
    """Return the counts by name, `passed` among them; nothing if there is no summary."""
    lines = _PYTEST.findall(output)
    if lines:
        return {name.removesuffix("s"): int(number) for number, name in _COUNT.findall(lines[-1])}
    ran = _RAN.findall(output)
    if not ran:
        return {}
    ends = _UNITTEST.findall(output)
    named = {name.strip(): int(number) for name, number in _NAMED.findall(ends[-1] if ends else "")}
    failed = sum(named.get(name, 0) for name in ("failures", "errors", "unexpected successes"))
    others = named.get("skipped", 0) + named.get("expected failures", 0)
    return {"ran": int(ran[-1]), "passed": int(ran[-1]) - failed - others, "failed": failed, **named}
