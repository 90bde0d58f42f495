"""Names of types as the spec has them, with the module in front."""

from __future__ import annotations

from unstatic.c.lexer import Token, TokenKind, lex_fragment
from unstatic.c.syntax import strip_casts
from unstatic.facts.trust.python_code import expects_builtins
from unstatic.facts.trust.type_names import is_read_in_c, names_in_messages
from unstatic.model.extension import Extension, StaticType
from unstatic.text.source import Span


def spec_name(model: Extension, static: StaticType) -> str:
    """Return the C text for the spec's name, with the module in front where it had none (G36)."""
    return dotted_name(model, static.value("tp_name"))


def dotted_name(model: Extension, value: bytes) -> str:
    """
    Return the C text of a type's name, with the module in front of a literal without a dot.

    That is what the type said before, builtins, where the project's own code looks for it.
    """
    text = value.decode("utf-8", "surrogateescape")
    literal = literal_of(model, value)
    if literal is None or "." in literal:
        return text
    module = _spelled_module(model) if model.names_are_shared and not expects_builtins(model) else ""
    if module and (text.startswith('"') or _is_joined(model, value)):
        return f'{module} "." {text}'.replace('" "', "")
    if not text.startswith('"'):
        return f'"{model.name}." {text}' if _is_joined(model, value) else text
    return f'"{"builtins" if expects_builtins(model) else model.name}.{literal}"'


def _spelled_module(model: Extension) -> str:
    """Return the module's name as its definition spells it by macros: that holds for all that share the text (G391)."""
    definition = model.module_def()
    name = definition.fields.get("m_name") if definition is not None else None
    if name is None or not _is_joined(model, name.value) or name.value.startswith(b'"') and b" " not in name.value:
        return ""
    literal, text = literal_of(model, name.value), name.value.decode("utf-8", "surrogateescape")
    if literal is None or not f".{model.name}".endswith(f".{literal}"):
        return ""
    package = model.name.removesuffix(literal)
    return f'"{package}" {text}'.replace('" "', "") if package else text


def is_name_read(model: Extension, written: bytes, name: str) -> bool:
    """Tell whether something reads a type's name as it is *written*, without the module that *name* has in front.

    C code that does more with tp_name than to write text, or Python code that quotes such text.
    """
    if written == name.encode("utf-8", "surrogateescape"):
        return False
    bare = name.strip('"').rpartition(".")[2]
    return is_read_in_c(model) or bare.encode("utf-8", "replace") in names_in_messages(model)


def literal_of(model: Extension, value: bytes) -> str | None:
    """Return the string that C text spells, macros of the project opened; None if it is anything else."""
    tokens = strip_casts(lex_fragment(value, Span(0, len(value))))
    parts: list[str] = []
    for token in tokens:
        if token.kind is TokenKind.STRING:
            parts.append(token.text.decode("latin-1").strip('"'))
        elif token.kind is TokenKind.IDENT and token.text.decode("latin-1") in model.macros:
            body = model.macros[token.text.decode("latin-1")].body
            parts += [item.text.decode("latin-1").strip('"') for item in body if item.kind is TokenKind.STRING]
        elif token.kind is TokenKind.IDENT and (text := _given_by_build(model, token)) is not None:
            parts.append(text.strip('"'))
        elif token.text not in (b"(", b")"):
            return None
    return "".join(parts) if parts else None


def _given_by_build(model: Extension, token: Token) -> str | None:
    """Return the string that a macro of the command line stands for; None if there is none, or it is something else."""
    text = model.defined.get(token.text.decode("latin-1"), "")
    return text if len(text) > 1 and text[0] == text[-1] == '"' and "\\" not in text else None


def _is_joined(model: Extension, value: bytes) -> bool:
    """Tell whether C text is a string that a macro or the build names and others behind it, which may get one more."""
    tokens = lex_fragment(value, Span(0, len(value)))
    return all(token.kind is TokenKind.STRING or _is_string(model, token) for token in tokens)


def _is_string(model: Extension, token: Token) -> bool:
    """Tell whether a name stands for strings alone."""
    macro = model.macros.get(token.text.decode("latin-1"))
    if macro is None:
        return _given_by_build(model, token) is not None
    is_plain = len(macro.all) == 1 and macro.definition.parameters is None
    return is_plain and bool(macro.body) and all(item.kind is TokenKind.STRING for item in macro.body)


def gains_module_name(model: Extension, static: StaticType) -> bool:
    """Tell whether the type's name gets a module in front: a visible change."""
    return spec_name(model, static) != static.value("tp_name").decode("utf-8", "surrogateescape")
