"""The init as it fails once, in a process of its own."""

import subprocess
import sys
from pathlib import Path

FAILING = """
import sys
sys.path.insert(0, {folder!r})
sys.no_cache = True
for _ in range(3):
    try:
        import freed_where_the_init_fails
    except RuntimeError as error:
        assert str(error) == "no cache", error
    else:
        raise AssertionError
del sys.no_cache
import freed_where_the_init_fails as module
assert module.names() == ["a", "b"] and module.put(1) == 1
"""
_failed = []


def exercise(module):
    assert module.names() == ["a", "b"]
    assert module.put("key") == 1
    if not _failed:
        _failed.append(True)
        code = FAILING.format(folder=str(Path(module.__file__).parent))
        subprocess.run([sys.executable, "-c", code], check=True)
    return [module.Box()]
