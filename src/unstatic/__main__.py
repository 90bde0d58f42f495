"""The program, also as `python -m unstatic`."""

import sys


def main() -> int:
    """Run one command and return the exit code, also if Ctrl-C comes before there is anything to run."""
    try:
        from unstatic.cli import main as run

        return run()
    except KeyboardInterrupt:
        sys.stderr.write("unstatic: interrupted; no file was left half-written\n")
        return 130


if __name__ == "__main__":
    sys.exit(main())
