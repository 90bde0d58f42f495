"""Runs a command and writes its time and peak memory: `python measured.py ANSWER COMMAND...`."""

import json
import resource
import subprocess
import sys
import time
from pathlib import Path


def main() -> int:
    """Return the command's own exit status. The memory is that of the largest process, in MiB."""
    start = time.monotonic()
    done = subprocess.run(sys.argv[2:])
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    answer = {"seconds": round(time.monotonic() - start, 1), "peak_mib": used.ru_maxrss // 1024}
    Path(sys.argv[1]).write_text(json.dumps(answer), encoding="utf-8")
    return done.returncode if done.returncode >= 0 else 128 - done.returncode


if __name__ == "__main__":
    sys.exit(main())
