"""Instances that a struct carries to callbacks: `reader->privdata = self`, and `task->privdata` in what is called back.

A field that holds nothing but instances of one struct leads to the state, in the functions of a table of which another
uses the field as such an instance, without a doubt.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from unstatic.c.lexer import Token, TokenKind
from unstatic.facts.state.instance_parameters import Instance, Instances
from unstatic.model.extension import Declaration, Extension, File, Reference, SymbolKind
from unstatic.model.fact import fact
from unstatic.model.uses import STORING, use_of


class CarriedInstances:
    """Finds them for the callbacks of one extension."""

    def __init__(self, model: Extension, instances: Instances) -> None:
        self._model = model
        self._instances = instances

    def find(self, function: str) -> Instance | None:
        """Return the instance that *function* finds in what a parameter points to whenever it is called."""
        if self._model.language != "c" or self._model.functions[function].roles:
            return None
        for index, symbol in enumerate(self._model.functions[function].definition.parameters):
            for member in self._members(symbol):
                record = self._held(member.symbol, frozenset())
                owners = self._instances.owners_of(record) if record else ()
                if owners and self._is_vouched_for(function, member, record):
                    is_alive = self._instances.is_called_alive(function, owners)
                    return Instance(index, owners, member.name) if is_alive else None
        return None

    def _members(self, parameter: str) -> Iterator[Declaration]:
        """Yield the `void *` fields of the struct that the parameter points to."""
        declared = next(iter(self._model.by_symbol.get(parameter, ())), None)
        if declared is None or not declared.pointee_record or declared.canonical_type.count("*") != 1:
            return
        yield from _void_fields(self._model).get(declared.pointee_record, ())

    def _held(self, field: str, seen: frozenset[str]) -> str:
        """Return the struct of all that is ever stored in a field; empty if that can't be told."""
        records: set[str] = set()
        if self._is_copied(field):
            return ""
        for use in self._model.uses.get(field, ()):
            value = self._stored(use)
            if value is None:
                continue
            record, other = self._source(use, value)
            if other and other not in {*seen, field}:
                record = self._held(other, seen | {field})
            elif other:
                continue
            records.add(record)
        return records.pop() if len(records) == 1 else ""

    def _is_copied(self, field: str) -> bool:
        """Tell whether variables of the struct may be set as a whole."""
        declared = self._model.by_symbol.get(field, ())
        return not declared or any(item.parent in _held_whole(self._model) for item in declared)

    def _stored(self, use: Reference) -> tuple[Token, ...] | None:
        """Return what is stored in the field there, no tokens if that can't be told; None if nothing is."""
        found = use_of(self._model, use)
        if found.given is not None:
            return found.given.bare.tokens
        return () if found.role in STORING else None

    def _source(self, use: Reference, value: tuple[Token, ...]) -> tuple[str, str]:
        """Return the struct that *value* points to, or else the field that it comes from."""
        file: File = self._model.files[use.path].at(use.offset)
        if not value or value[-1].kind is not TokenKind.IDENT:
            return "", ""
        found = file.written.get(value[-1].start)
        declared = next(iter(self._model.by_symbol.get(found.symbol if found else "", ())), None)
        if declared is None or declared.canonical_type.count("*") != 1:
            return "", ""
        if len(value) == 1:
            return declared.pointee_record or "", ""
        is_field = declared.kind is SymbolKind.FIELD and value[-2].text in (b"->", b".")
        return ("", declared.symbol) if is_field and declared.canonical_type == "void *" else ("", "")

    def _is_vouched_for(self, function: str, member: Declaration, record: str) -> bool:
        """Tell whether another function of the same table uses the field as an instance of *record*."""
        tables = {escape.initialises for escape in self._model.functions[function].escapes}
        if None in tables:
            return False
        for symbol, item in self._model.functions.items():
            same = item.escapes and {escape.initialises for escape in item.escapes} == tables
            if same and any(self._relies(symbol, use, record) for use in self._uses_in(symbol, member)):
                return True
        return False

    def _uses_in(self, function: str, member: Declaration) -> list[Reference]:
        return [use for use in self._model.uses_in.get(function, ()) if use.symbol == member.symbol]

    def _relies(self, function: str, use: Reference, record: str) -> bool:
        """Tell whether the function keeps the field in a local for instances, which it uses without a doubt."""
        for local in self._model.locals.get(function, ()):
            is_it = local.initialiser is not None and use.path == local.path and use.offset in local.initialiser
            if is_it and local.pointee_record == record and local.canonical_type.count("*") == 1:
                uses: Sequence[Reference] = self._model.uses.get(local.symbol, ())
                return self._instances.is_trusted(uses)
        return False


@fact
def _held_whole(model: Extension) -> frozenset[str | None]:
    """Return the structs that variables are, rather than point to."""
    variables = (item for item in model.declarations if item.kind is SymbolKind.VARIABLE)
    return frozenset(item.pointee_record for item in variables if "*" not in item.canonical_type)


@fact
def _void_fields(model: Extension) -> dict[str, list[Declaration]]:
    """Return the `void *` fields of each struct."""
    found: dict[str, list[Declaration]] = {}
    for item in model.declarations:
        if item.kind is SymbolKind.FIELD and item.canonical_type == "void *":
            found.setdefault(item.parent or "", []).append(item)
    return found
