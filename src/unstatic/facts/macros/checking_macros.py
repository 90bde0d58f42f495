"""Macros that leave the function where a call fails that they're given: `CHECK(PyType_Ready(&Box_Type));`."""

from __future__ import annotations

from collections.abc import Sequence

from unstatic.c.syntax import FAILS, Call, Statement, closing
from unstatic.model.expansion import Made
from unstatic.model.expansion.made import text_of
from unstatic.model.extension import Extension, File
from unstatic.model.opened_code import as_tokens

_LOOP = ([b"do", b"{"], [b"}", b"while", b"(", b"0", b")"])
_BLOCK = ([b"{"], [b"}"])


def exit_on_failure(model: Extension, file: File, statement: Statement, call: Call) -> bytes | None:
    """Return the `return -1;` of a macro that gets nothing but *call*, which gives -1 or 0; None if it does more."""
    use = file.expansions.get(statement.head[0].start) if statement.head else None
    if use is None or use.span.end != statement.head[-1].end:
        return None
    made = model.expanded(use)
    inner = _inside(_without_end(made.tokens)) if made is not None else ()
    if [item.text for item in inner[:2]] != [b"if", b"("]:
        return None
    end = closing(as_tokens(inner), 1)
    left = _without_end(_inside(inner[end + 1 :]))
    if [item.text for item in left[:1]] != [b"return"] or any(item.text == b";" for item in left):
        return None
    given = [token.text for token in file.tokens_in(call.span)]
    return b"return " + text_of(left[1:]) + b";" if _after(inner[2:end], given) in FAILS else None


def _after(condition: Sequence[Made], given: Sequence[bytes]) -> list[bytes] | None:
    """Return what stands behind *given*, parentheses left out; None if the condition begins with something else."""
    texts = [item.text for item in condition]
    depth = next((index for index, text in enumerate(texts) if text != b"("), 0)
    end = depth + len(given)
    is_given = texts[depth:end] == given and all(item.macro is None for item in condition[depth:end])
    return texts[end + depth :] if is_given and texts[end : end + depth] == [b")"] * depth else None


def _inside(tokens: Sequence[Made]) -> Sequence[Made]:
    """Return the tokens without the block, or the loop that runs once, which they are as a whole."""
    texts = [item.text for item in tokens]
    for opening, end in (_LOOP, _BLOCK):
        if texts[: len(opening)] == opening and texts[-len(end) :] == end:
            return tokens[len(opening) : -len(end)]
    return tokens


def _without_end(tokens: Sequence[Made]) -> Sequence[Made]:
    """Return the tokens of a statement without the semicolon at its end."""
    return tokens[:-1] if tokens and tokens[-1].text == b";" else tokens
