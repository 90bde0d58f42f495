"""
Finds the values of a call's arguments from its source, as far as they can be written down as literals.

No code of the program is run for that: names are looked up, attributes are taken from `__dict__` only, and operators
are only applied to values of built-in types.
"""

import ast
import itertools
import linecache
import opcode
import os
import sys

LONGEST = 200
OPTIMIZED = 1
# By id: a type that never was readied has no type itself, and can't even be compared.
PLAIN = {id(kind) for kind in (type(None), bool, int, float, str, bytes)}
GROUPS = {id(kind) for kind in (tuple, list, set)}
PURE = (
    *(ast.Expression, ast.Constant, ast.Name, ast.Load, ast.Tuple, ast.List, ast.Dict, ast.Set, ast.Starred),
    *(ast.UnaryOp, ast.BinOp, ast.BoolOp, ast.Compare, ast.IfExp, ast.Subscript, ast.Slice),
    *(ast.unaryop, ast.operator, ast.boolop, ast.cmpop, ast.JoinedStr, ast.FormattedValue),
)


class Skip(Exception):
    """The arguments can't be written down."""


class Site:
    """One call in the source: expressions of its positional and keyword arguments."""

    def __init__(self, code, offset):
        # Its id is the key that sites are found by.
        self.code = code
        call = _parsed(code, offset)
        self.positional = [_Attributes(argument) for argument in call.args]
        self.keywords = [(keyword.arg, _Attributes(keyword.value)) for keyword in call.keywords]

    def arguments(self, frame, known):
        """Return the argument list as source and its types; *known* holds the first value if it's known already."""
        values = []
        for argument in self.positional:
            if known and not values and not argument.starred:
                values.append(known[0])
            else:
                values.extend(argument.values(frame))
        named = {}
        for name, argument in self.keywords:
            named.update({name: argument.value(frame)} if name else argument.mapping(frame))
        texts = [literal(value) for value in values] + [f"{name}={literal(value)}" for name, value in named.items()]
        kinds = [type(value).__name__ for value in values]
        kinds += [f"{name}={type(value).__name__}" for name, value in named.items()]
        return ", ".join(texts), ",".join(kinds)


class _Attributes(ast.NodeTransformer):
    """An expression in which attributes are replaced by names of values that are looked up."""

    def __init__(self, expression):
        self.starred = isinstance(expression, ast.Starred)
        self.chains = {}
        tree = ast.Expression(self.visit(expression.value if self.starred else expression))
        self.pure = all(isinstance(node, PURE) for node in ast.walk(tree))
        self.names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        self.compiled = compile(ast.fix_missing_locations(tree), "argument", "eval") if self.pure else None

    def visit_Attribute(self, node):
        names = []
        inner = node
        while isinstance(inner, ast.Attribute):
            names.insert(0, inner.attr)
            inner = inner.value
        if not isinstance(inner, ast.Name):
            return node
        alias = ".".join([inner.id, *names])
        self.chains[alias] = (inner.id, names)
        return ast.copy_location(ast.Name(alias, ast.Load()), node)

    def value(self, frame):
        """Return the value of the expression, without running anything of the program."""
        if not self.pure:
            raise Skip
        found = {}
        for name in self.names:
            root, attributes = self.chains.get(name, (name, ()))
            value = _looked_up(frame, root)
            for attribute in attributes:
                value = _attribute(value, attribute)
            if not is_simple(value):
                raise Skip
            found[name] = value
        return eval(self.compiled, {"__builtins__": {}}, found)

    def values(self, frame):
        value = self.value(frame)
        if not self.starred:
            return [value]
        if type(value) not in (tuple, list):
            raise Skip
        return list(value)

    def mapping(self, frame):
        value = self.value(frame)
        if type(value) is not dict or not all(type(name) is str and name.isidentifier() for name in value):
            raise Skip
        return value


def literal(value):
    """Return the value as source, or raise Skip: it must be short, and equal to itself when it's read back."""
    if not is_simple(value):
        raise Skip
    text = repr(value)
    try:
        again = ast.literal_eval(text)
    except (ValueError, SyntaxError):
        raise Skip from None
    if len(text) > LONGEST or again != value or _is_path(value):
        raise Skip
    return text


def is_simple(value, depth=4):
    """Return whether the value is made of built-in types only, and small."""
    kind = type(value)
    if id(kind) in PLAIN:
        return not isinstance(value, (str, bytes)) or len(value) <= LONGEST
    if kind is dict:
        value = [*value.keys(), *value.values()]
    elif id(kind) not in GROUPS:
        return False
    return depth > 0 and len(value) <= LONGEST and all(is_simple(item, depth - 1) for item in value)


def _is_path(value):
    """What was called with a file should not be called again: the file is gone, or somebody's."""
    if isinstance(value, (str, bytes)):
        return os.path.isabs(value)
    if isinstance(value, dict):
        value = [*value.keys(), *value.values()]
    return isinstance(value, (tuple, list, set)) and any(_is_path(item) for item in value)


def _parsed(code, offset):
    """Return the call that the instruction belongs to."""
    first, last, start, end = next(itertools.islice(code.co_positions(), offset // 2, None))
    if None in (first, last, start, end):
        raise Skip
    lines = [line.encode() for line in linecache.getlines(code.co_filename)[first - 1 : last]]
    if len(lines) != last - first + 1:
        raise Skip
    lines[-1] = lines[-1][:end]
    lines[0] = lines[0][start:]
    try:
        call = ast.parse(b"(" + b"".join(lines) + b"\n)", mode="eval").body
    except (SyntaxError, ValueError, RecursionError):
        raise Skip from None
    if not isinstance(call, ast.Call) or not _counts_agree(code, offset, call):
        raise Skip
    return call


def _counts_agree(code, offset, call):
    """Other instructions have the place of a call too: those that apply a decorator, or leave a `with`."""
    if not opcode.opname[code.co_code[offset]].startswith("CALL") or _has_stars(call):
        return opcode.opname[code.co_code[offset]] == "CALL_FUNCTION_EX"
    return code.co_code[offset + 1] == len(call.args) + len(call.keywords)


def _has_stars(call):
    return any(isinstance(one, ast.Starred) for one in call.args) or any(one.arg is None for one in call.keywords)


def _looked_up(frame, name):
    code = frame.f_code
    if not code.co_flags & OPTIMIZED or name in code.co_varnames + code.co_cellvars + code.co_freevars:
        space = frame.f_locals
        found = space.get(name, Skip)
        _forget(frame, space)
        if found is not Skip:
            return found
    if name in frame.f_globals:
        return frame.f_globals[name]
    raise Skip


def _forget(frame, space):
    """Before 3.13, the dictionary is a copy that stays with the frame and would keep what the program deletes."""
    if frame.f_code.co_flags & OPTIMIZED and sys.version_info < (3, 13):
        for name in [name for name, value in space.items() if id(type(value)) not in PLAIN]:
            del space[name]


def _attribute(value, name):
    """Return what `__dict__` holds, of an instance or of its classes."""
    spaces = [kind.__dict__ for kind in type(value).__mro__]
    if type(value).__getattribute__ in (object.__getattribute__, type(sys).__getattribute__):
        spaces.insert(0, getattr(value, "__dict__", {}))
    elif issubclass(type(value), type):
        spaces = [kind.__dict__ for kind in value.__mro__]
    else:
        raise Skip
    for space in spaces:
        if name in space:
            return space[name]
    raise Skip
