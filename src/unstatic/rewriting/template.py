"""Templates of C: what is written stands in the source as it will be read, with `$name` for what differs.

The rules are those of `string.Template`, as braces belong to C: `$name`, or `${name}` where a letter follows, and `$$`
for a dollar sign. Blocks are written in the layout of PEP 7, four blanks a level, and come out in that of the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from unstatic.rewriting.style import Style

_PLACEHOLDER = re.compile(rb"\$(?:(\$)|(\w+)|\{(\w+)\})")
_ALONE = re.compile(rb"\$(?:(\w+)|\{(\w+)\})")
_LEVEL = 4

Text = bytes | str
Value = Text | Sequence[bytes]


def filled(template: bytes, **values: Text) -> bytes:
    """Text with its placeholders filled. Raises KeyError where a placeholder has no value."""
    return _PLACEHOLDER.sub(lambda found: b"$" if found[1] else _bytes(values[_name(found)]), template)


def _name(placeholder: re.Match[bytes]) -> str:
    return (placeholder[2] or placeholder[3]).decode()


def _bytes(text: Text) -> bytes:
    return text.encode() if isinstance(text, str) else text


def c_text(style: Style, template: bytes, **values: Value) -> bytes:
    """The text of `c_lines`, each with the line end of the file."""
    return style.lines(*c_lines(style, template, **values))


def c_lines(style: Style, template: bytes, **values: Value) -> list[bytes]:
    """
    The lines of a block of C, in the layout of a file, without line ends. Raises KeyError for an unknown placeholder.

    A placeholder that stands alone on its line may have several lines, or none: each gets the indentation of the
    placeholder. Lines of which nothing is left vanish. A directive stands at the beginning of its line.
    """
    found: list[bytes] = []
    for line in _dedented(template):
        content = line.lstrip(b" ")
        depth = len(line) - len(content)
        indent = style.indent * (depth // _LEVEL) + b" " * (depth % _LEVEL)
        if content == b"{" and not depth and found and found[-1].endswith(b")"):
            found = _with_head(style, found)
            continue
        found += (item if not item or item.startswith(b"#") else indent + item for item in _content(content, values))
    return list(style.control.laid_out(found))


def _dedented(template: bytes) -> list[bytes]:
    """Return the lines between the quotes, without what all of them are indented by."""
    lines = [line.rstrip(b" ") for line in template.split(b"\n")]
    lines = lines[not lines[0] : len(lines) - (len(lines) > 1 and not lines[-1])]
    depth = min((len(line) - len(line.lstrip(b" ")) for line in lines if line), default=0)
    return [line[depth:] for line in lines]


def _content(content: bytes, values: Mapping[str, Value]) -> Iterator[bytes]:
    """Yield what becomes of a line's content."""
    alone = _ALONE.fullmatch(content)
    value = values[(alone[1] or alone[2]).decode()] if alone is not None else b""
    if not isinstance(value, bytes | str):
        yield from value
        return
    text = filled(content, **{name: item for name, item in values.items() if isinstance(item, bytes | str)})
    if text.strip() or not content:
        yield text


def _with_head(style: Style, lines: list[bytes]) -> list[bytes]:
    """Return the lines up to the `{` of a function, of which the last ones are its type and its name."""
    *before, head = lines
    if before and _is_type(before[-1]) and not style.type_on_own_line:
        result = before.pop()
        head = result + (b"" if result.endswith(b"*") else b" ") + head
    return [*before, head, b"{"] if style.brace_on_own_line else [*before, head + b" {"]


def _is_type(line: bytes) -> bool:
    return bool(line) and not line.startswith(b"#") and not line.endswith((b";", b"}", b"{", b"*/", b","))
