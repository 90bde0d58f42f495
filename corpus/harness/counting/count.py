"""Runs expressions under callgrind, each many times: `python count.py REQUEST`."""

import gc
import itertools
import json
import sys

WARM = 50


def main():
    with open(sys.argv[1], encoding="utf-8") as stream:
        request = json.load(stream)
    sys.path.insert(0, request["meter"])
    import meter

    for index, expression in enumerate(request["expressions"]):
        scope = {"source": request["source"]}
        exec(request["setup"], scope)
        exec(f"def operation(times):\n    for _ in times:\n        {expression}\n", scope)
        scope["operation"](itertools.repeat(None, WARM))
        times = itertools.repeat(None, request["repeats"])
        gc.collect()
        meter.start()
        scope["operation"](times)
        meter.stop(str(index))


main()
