"""
Run probes on one module and write what they saw: `python probes REQUEST.json ANSWER.json`.

The request names the module, modules that it needs, the exercise, extra entries of sys.path, the probes, and `quick`.
The exercise is source that defines `exercise(module)`, which returns a list of instances, and may define
`instances(module)`, which makes some cheaply, and `check(module)`, which is called once. Each probe runs in a fork of
this process, in which the module has not been imported yet.
"""

import importlib
import json
import sys

# Module and function of each. It is imported in the child that needs it: a fork costs the more the more there is.
PROBES = {
    "import": "subject:load",
    "definition": "definition:definition",
    "surface": "surface:surface",
    "subclassed": "of_objects.subclasses:subclassed",
    "outcomes": "subject:outcomes",
    "twice": "of_objects.lifetime:twice",
    "freed": "of_objects.lifetime:freed",
    "stored": "of_objects.lifetime:stored",
    "stored subclassed": "of_objects.lifetime:stored_subclassed",
    "endings": "of_objects.references:endings",
    "references": "of_objects.references:references",
    "untouched": "of_objects.references:untouched",
    "not executed": "of_objects.lifetime:not_executed",
    "afterlife": "of_objects.lifetime:afterlife",
    "lent": "lasting:lent",
    "entangled": "of_objects.entangled:entangled",
    "chain": "of_objects.lifetime:chain",
    "statics": "statics:statics",
    "no memory": "of_imports.failures:no_memory",
    "failing imports": "of_imports.failures:failing_imports",
    "refcounts": "of_objects.lifetime:refcounts",
    "operations": "of_objects.operations:operations",
    "collecting": "of_objects.collecting:collecting",
    "reimport": "of_imports.loading:reimport",
    "first import": "of_imports.loading:first_import",
    "orders": "of_imports.orders:orders",
    "threads": "of_imports.threads:threads",
    "restart": "of_imports.restart:restart",
    "legacy": "of_imports.isolation:legacy",
    "baseline": "of_imports.isolation:baseline",
    "baseline at once": "of_imports.isolation:baseline_at_once",
    "own GIL": "of_imports.isolation:own_gil",
    "own GIL after main": "of_imports.isolation:own_gil_after_main",
    "own GIL threads": "of_imports.isolation:own_gil_threads",
    "stress": "of_imports.isolation:many",
    "shutdown": "of_objects.lifetime:leftovers",
    "shutdown with threads": "of_imports.threads:threads_at_shutdown",
}
# These want to be the first to import the module.
OF_IMPORTS = (
    *("no memory", "failing imports", "reimport", "first import", "orders", "threads", "restart"),
    *("baseline", "baseline at once"),
)


def main(request_path, answer_path):
    """Run the requested probes and write one outcome per probe."""
    with open(request_path, encoding="utf-8") as stream:
        request = json.load(stream)
    in_child = own("forked:in_child")
    own("subject")
    answer = {}
    for name in request["probes"]:
        if "timeout" in answer.get("import", {}) and name != "definition":
            # Nearly all others run the exercise too.
            answer[name] = answer["import"]
            continue
        answer[name] = in_child(lambda name=name: run(name, request), request["timeout"], name.startswith("shutdown"))
    with open(answer_path, "w", encoding="utf-8") as stream:
        json.dump(answer, stream)


def run(name, request):
    """Return what one probe sees of the module, which nobody has imported yet."""
    # Before the module and its neighbours are on the path, which may have names like ours.
    probe, subject = own(PROBES[name]), own("subject:Subject")
    sys.path[:0] = request["path"]
    return probe(subject(request, name in OF_IMPORTS))


def own(name):
    """Return a module beside this one, or a function or class of it.

    What it compiles to is kept, unlike that of the trees that are compared: dozens of children import the same.
    """
    module, _, member = name.partition(":")
    sys.dont_write_bytecode = False
    try:
        found = importlib.import_module(module)
    finally:
        sys.dont_write_bytecode = True
    return getattr(found, member) if member else found


if __name__ == "__main__":
    main(*sys.argv[1:])
