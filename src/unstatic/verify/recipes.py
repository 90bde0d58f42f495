"""Calls of an extension that can be made again, and the exercise that makes them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

CONSTRUCTORS = 40
CALLS = 150


@dataclass(frozen=True, slots=True)
class Call:
    """A name, and the arguments as source."""

    name: str
    arguments: str

    def __str__(self) -> str:
        return f"{self.name}({self.arguments})"


@dataclass(frozen=True, slots=True)
class Recipe:
    """
    A call of something in the module, or of an instance that *make* gives after the calls of *setup*.

    Each call of *make* is of the result of the one before it, the first of the module. *owner* is the qualified name
    of the instance's type and empty for the module; *makes* is that of the result's type if it's one of the module's.
    What *leaks* memory in the original says nothing about lifetimes.
    """

    owner: str
    make: tuple[Call, ...]
    setup: tuple[Call, ...]
    call: Call
    makes: str = ""
    leaks: bool = False

    @property
    def is_possible(self) -> bool:
        """Return whether it's known how to come by the instance."""
        return bool(self.make) or not self.owner

    @property
    def is_constructor(self) -> bool:
        """Return whether it needs no instance and gives one."""
        return bool(self.makes) and not self.owner

    @property
    def text(self) -> str:
        """The recipe as a line of Python."""
        chain = ".".join(str(call) for call in self.make)
        if not self.setup:
            return f"{chain}.{self.call}" if chain else str(self.call)
        return "; ".join([f"x = {chain}", *(f"x.{call}" for call in (*self.setup, self.call))])


@dataclass(frozen=True, slots=True)
class Recording:
    """The recipes that the tests of a package gave, and why there are none; *types* are names of the module's types."""

    module: str
    recipes: tuple[Recipe, ...] = ()
    types: tuple[str, ...] = ()
    reason: str = ""

    @property
    def constructors(self) -> tuple[Recipe, ...]:
        """The recipes that need no instance and give one."""
        return tuple(recipe for recipe in self.recipes if recipe.is_constructor)


def collected(module: str, folder: Path) -> Recording:
    """Return what the processes of a test run wrote into *folder*, each call once and the shortest first."""
    answers = [json.loads(file.read_text(encoding="utf-8")) for file in sorted(folder.glob("*.json"))]
    if not answers:
        return Recording(module, reason="the command started no Python that reads PYTHONPATH")
    if max(tuple(answer["python"]) for answer in answers) < (3, 12):
        return Recording(module, reason="recording needs Python 3.12 or newer")
    if not any(answer["imported"] for answer in answers):
        return Recording(module, reason=f"the command did not import {module}")
    constructors = [_recipe(item, item[0]) for answer in answers for item in answer["constructors"]]
    calls = [_recipe(item, "") for answer in answers for item in answer["calls"]]
    recipes = (*_shortest(constructors, CONSTRUCTORS), *_shortest(calls, CALLS))
    types = tuple(sorted({name for answer in answers for name in answer["types"]}))
    reason = "" if recipes else f"no call of {module} had arguments that can be written down"
    return Recording(module, recipes, types, reason)


def _recipe(item: list[object], makes: str) -> Recipe:
    owner, make, setup, call = item
    assert isinstance(setup, list)
    return Recipe(
        "" if makes else str(owner), (_call(make),) if make else (), tuple(map(_call, setup)), _call(call), makes
    )


def _call(pair: object) -> Call:
    assert isinstance(pair, list)
    name, arguments = pair
    return Call(str(name), str(arguments))


def _shortest(recipes: Iterable[Recipe], limit: int) -> list[Recipe]:
    different = dict.fromkeys(recipes)
    return sorted(different, key=lambda recipe: (len(recipe.text), recipe.text))[:limit]


def completed(recipes: Sequence[Recipe]) -> tuple[Recipe, ...]:
    """Return them with a way to come by an instance wherever one had none and another one gives it."""
    known = _ways(recipes)
    return tuple(
        recipe if recipe.is_possible else replace(recipe, make=known.get(recipe.owner, ())) for recipe in recipes
    )


def iterations(recipes: Sequence[Recipe]) -> list[Recipe]:
    """Return a recipe for the iterator of each type that the others give: loops make them, which no recording shows."""
    return [Recipe(owner, way, (), Call("__iter__", "")) for owner, way in _ways(recipes).items()]


def _ways(recipes: Sequence[Recipe]) -> dict[str, tuple[Call, ...]]:
    """Return for each type the first calls that give an instance."""
    ways: dict[str, tuple[Call, ...]] = {}
    for recipe in recipes:
        if recipe.makes and recipe.is_possible and not recipe.setup:
            ways.setdefault(recipe.makes, (*recipe.make, recipe.call))
    return ways


def source(recording: Recording) -> str:
    """
    Return source that defines `exercise(module)` and `outcomes(module)` from the recipes that are possible.

    The exercise returns an instance for each constructor, and one of each other type that a call gives. The outcomes
    are lines of text, one for each recipe, that are equal in two runs of the same build.
    """
    recipes = "".join(f"    {item},\n" for item in map(_row, recording.recipes) if item)
    return _TEMPLATE.format(types=_set(recording.types), recipes=recipes)


def _set(names: Iterable[str]) -> str:
    return "{" + ", ".join(repr(name) for name in sorted(names)) + "}" if names else "set()"


def _row(recipe: Recipe) -> str:
    if not recipe.is_possible:
        return ""
    chain = "".join(f".{call}" for call in recipe.make)
    steps = ", ".join(_steps(recipe))
    return f"({recipe.text!r}, {recipe.is_constructor}, lambda module: module{chain}, [{steps}], {recipe.leaks})"


def _steps(recipe: Recipe) -> Iterator[str]:
    for call in (*recipe.setup, recipe.call):
        yield f"lambda x: x.{call}"


_TEMPLATE = '''\
"""Calls that the package's tests made."""

import re

TYPES = {types}
PLAIN = (type(None), bool, int, float, str, bytes)
GROUPS = (tuple, list, dict, set)
# Text, whether it's a constructor, what gives the object, calls of it (the last one counts), whether it leaks.
RECIPES = [
{recipes}]


def exercise(module):
    made = []
    seen = set()
    for recipe in RECIPES:
        if recipe[4]:
            continue
        try:
            value = run(module, recipe)
        except Exception:
            continue
        name = type(value).__qualname__
        if type(value) not in PLAIN + GROUPS and name in TYPES and (recipe[1] or name not in seen):
            seen.add(name)
            made.append(value)
    return made


def outcomes(module):
    return [tried(module, recipe)[0] for recipe in RECIPES]


def tried(module, recipe):
    try:
        value = run(module, recipe)
    except Exception as error:
        return short(f"{{recipe[0]}} raised {{type(error).__name__}}: {{error}}"), None
    return f"{{recipe[0]}} -> {{told(value)}}", value


def run(module, recipe):
    one = recipe[2](module)
    for step in recipe[3][:-1]:
        try:
            step(one)
        except Exception:
            continue
    return recipe[3][-1](one)


def told(value):
    return short(repr(value)) if type(value) in PLAIN + GROUPS else type(value).__qualname__


def short(text):
    text = re.sub("0x[0-9a-fA-F]+", "0x", text)
    return text if len(text) <= 400 else f"{{text[:400]}}... ({{len(text)}} characters)"
'''
