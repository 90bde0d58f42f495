"""
Try calls in the original build: `python trial.py REQUEST.json ANSWER.json`. Each is made in a child of its own.

The request has the module, entries of sys.path, `limit` (seconds per try), and one of `types` (to guess constructors
with these argument lists), `recipes` (source whose recipes are tried one by one), or `whole` (source whose functions
are run as the probes do).
"""

import gc
import importlib
import json
import os
import sys
import time

import unstatic_kinds

# Seconds.
SLOW = 0.002


def main(question, answer):
    """Import the module and write what the tries gave."""
    with open(question, encoding="utf-8") as stream:
        request = json.load(stream)
    sys.path[0] = request["probes"]
    from forked import in_child

    sys.path[:1] = request["path"]
    before = unstatic_kinds.alive()
    module = importlib.import_module(request["module"])

    def attempt(work, limit=None):
        """Return the value of `work()` in a child, or None for whatever else happened."""
        return in_child(work, limit or request["limit"]).get("value")

    if "guesses" in request:
        result = _guesses(module, before, request["guesses"], attempt)
    elif "recipes" in request:
        result = _each(module, before, _run(request["recipes"]), attempt)
    else:
        result = _whole(module, _run(request["whole"]), lambda work: attempt(work, 20 * request["limit"]))
    with open(answer, "w", encoding="utf-8") as stream:
        json.dump(result, stream)


def _run(source):
    scope = {"__name__": "exercise"}
    exec(compile(source, "exercise.py", "exec"), scope)
    return scope


def _guesses(module, before, guesses, attempt):
    """Return for each type that can be made the first arguments that work, as source, and that of its iterators."""
    found = []
    seen = set()
    own = unstatic_kinds.own(module, before)
    for name, kind in sorted(vars(module).items()):
        # A type that never was readied has no type itself, and isn't one of those alive.
        if id(kind) not in own or id(kind) in seen or not name.isidentifier():
            continue
        seen.add(id(kind))
        for guess in guesses:
            arguments = eval(guess)
            if attempt(lambda kind=kind, arguments=arguments: _is_made(kind, arguments)):
                made = f"module.{name}" + guess.replace(",)", ")")
                found.append(made)
                ways = [way for way in (iter, reversed) if attempt(_maker(way, kind, guess, before))]
                found.extend(f"{way.__name__}({made})" for way in ways)
                break
    return found


def _is_made(kind, arguments):
    made = isinstance(kind(*arguments), kind)
    gc.collect()
    return made


def _maker(way, kind, guess, before):
    def work():
        one = kind(*eval(guess))
        other = way(one)
        # Asking for a name crashes if the type was never readied; the probes could do nothing with the object.
        new = other is not one and bool(_label(type(other), before))
        del one, other
        gc.collect()
        return new

    return work


def _each(module, before, scope, attempt):
    """
    Return each recipe's outcome, the types of its object and its value, its time, and whether it leaks memory.

    None unless two runs agree.
    """
    result = []
    for recipe in scope["RECIPES"]:
        first, second = (attempt(lambda recipe=recipe: _once(module, before, scope, recipe)) for _ in range(2))
        result.append(first if first and second and first[:3] == second[:3] else None)
    return result


def _once(module, before, scope, recipe):
    start = time.perf_counter()
    line, value = scope["tried"](module, recipe)
    spent = time.perf_counter() - start
    labels = [_label(type(one), before) for one in (_object(module, recipe), value)]
    del value
    gc.collect()
    return [line, *labels, spent, _leaks(module, scope, recipe, spent)]


def _leaks(module, scope, recipe, spent):
    """Whether each call of the recipe leaves memory behind: what leaks an instance keeps its type alive."""
    rounds = 60 if spent < SLOW else 15
    growth = [0, 0]
    # The first time fills caches.
    for half in range(2):
        start = sys.getallocatedblocks()
        for _ in range(rounds):
            scope["tried"](module, recipe)
        gc.collect()
        growth[half] = sys.getallocatedblocks() - start
    return min(growth) > rounds * 0.9


def _object(module, recipe):
    try:
        return recipe[2](module)
    except Exception:
        return None


def _label(kind, before):
    return kind.__qualname__ if id(kind) not in before and not unstatic_kinds.is_python_class(kind) else ""


def _whole(module, scope, attempt):
    """Return the outcomes after some rounds of the exercise, and its time; None if that doesn't work."""

    def work():
        for _ in range(3):
            scope["exercise"](module)
        start = time.perf_counter()
        scope["exercise"](module)
        spent = time.perf_counter() - start
        return {"outcomes": scope["outcomes"](module), "seconds": spent}

    return attempt(work)


if __name__ == "__main__":
    # Nobody should wait for input.
    os.close(0)
    os.open(os.devnull, os.O_RDONLY)
    main(*sys.argv[1:])
