"""
Run probes on one module and write what they saw: `python probes REQUEST.json ANSWER.json`.

The request names the module, modules that it needs, the exercise, extra entries of sys.path, the probes, and `quick`.
The exercise is source that defines `exercise(module)`, which returns a list of instances, and may define
`instances(module)`, which makes some cheaply, and `check(module)`, which is called once. Each probe runs in a fork of
this process, in which the module has not been imported yet.
"""

import json
import sys

from definition import definition
from entangled import entangled
from failures import failing_imports, no_memory
from forked import in_child
from isolation import legacy, many, own_gil, own_gil_after_main, own_gil_threads
from lifetime import afterlife, chain, freed, leftovers, not_executed, refcounts, stored, stored_subclassed, twice
from loading import first_import, reimport
from operations import operations
from orders import orders
from references import endings, references, untouched
from restart import restart
from statics import statics
from subclasses import subclassed
from subject import Subject
from surface import surface
from threads import threads, threads_at_shutdown


def load(subject):
    """Import the module, run the exercise, and what else the source wants to be checked once."""
    module = subject.load()
    subject.exercise(module)
    subject.check(module)
    return "ok"


def outcomes(subject):
    """Return what the recorded calls gave."""
    return subject.outcomes(subject.load()) if subject.outcomes else "nothing was recorded"


PROBES = {
    "definition": definition,
    "import": load,
    "surface": surface,
    "subclassed": subclassed,
    "outcomes": outcomes,
    "twice": twice,
    "freed": freed,
    "stored": stored,
    "stored subclassed": stored_subclassed,
    "endings": endings,
    "references": references,
    "untouched": untouched,
    "not executed": not_executed,
    "afterlife": afterlife,
    "entangled": entangled,
    "chain": chain,
    "statics": statics,
    "no memory": no_memory,
    "failing imports": failing_imports,
    "refcounts": refcounts,
    "operations": operations,
    "reimport": reimport,
    "first import": first_import,
    "orders": orders,
    "threads": threads,
    "restart": restart,
    "legacy": legacy,
    "own GIL": own_gil,
    "own GIL after main": own_gil_after_main,
    "own GIL threads": own_gil_threads,
    "stress": many,
    "shutdown": leftovers,
    "shutdown with threads": threads_at_shutdown,
}
# These want to be the first to import the module.
OF_IMPORTS = ("no memory", "failing imports", "reimport", "first import", "orders", "threads", "restart")


def main(request_path, answer_path):
    """Run the requested probes and write one outcome per probe."""
    with open(request_path, encoding="utf-8") as stream:
        request = json.load(stream)
    sys.path[:0] = request["path"]
    answer = {}
    for name in request["probes"]:
        if "timeout" in answer.get("import", {}) and name != "definition":
            # Nearly all others run the exercise too.
            answer[name] = answer["import"]
            continue
        probe = PROBES[name]
        ends, bare = name.startswith("shutdown"), name in OF_IMPORTS
        answer[name] = in_child(lambda p=probe, b=bare: p(Subject(request, b)), request["timeout"], ends)
    with open(answer_path, "w", encoding="utf-8") as stream:
        json.dump(answer, stream)


if __name__ == "__main__":
    main(*sys.argv[1:])
