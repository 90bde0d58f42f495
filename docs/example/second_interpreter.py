"""Import a module here and in a second interpreter with a GIL of its own: python second_interpreter.py MODULE

Needs Python 3.12 or later. The exit code is 1 if either import fails.
"""

import importlib
import sys

try:
    import _interpreters as interpreters
except ImportError:  # Python 3.12
    import _xxsubinterpreters as interpreters


def failure_in_second(code):
    """Return what went wrong when a new interpreter ran the code, or None."""
    number = interpreters.create()
    try:
        # Python 3.12 raises, later ones return what was raised.
        failure = interpreters.run_string(number, code)
        return failure and failure.formatted
    except RuntimeError as error:
        return str(error)
    finally:
        interpreters.destroy(number)


if __name__ == "__main__":
    name = sys.argv[1]
    importlib.import_module(name)
    failure = failure_in_second(f"import {name}")
    if failure:
        sys.exit(f"{name}: {failure}")
    print(f"{name}: works in a second interpreter")
