"""Every place at which a name is written, whatever it means there: in code, macro bodies and groups left out."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from unstatic.c.lexer import Token, TokenKind, lex_body
from unstatic.c.syntax import closing
from unstatic.model.extension import Extension

# Behind these stands a member's name, a part of a name, a tag or a label.
_ELSEWHERE = (b".", b"->", b"::", b"#", b"##", b"struct", b"union", b"enum", b"goto")


@dataclass(frozen=True)
class Spelling:
    """One place at which a name is written; macro bodies are such places as well."""

    path: Path
    tokens: tuple[Token, ...]
    index: int
    is_code: bool
    """Whether it isn't a part of a directive other than a macro's body."""

    @property
    def token(self) -> Token:
        """The name."""
        return self.tokens[self.index]

    def text(self, step: int) -> bytes:
        """Return the text of the token that is *step* further on; empty if there is none."""
        index = self.index + step
        return self.tokens[index].text if 0 <= index < len(self.tokens) else b""


class Spellings:
    """Every place at which some names are written, whatever they mean there."""

    def __init__(self, model: Extension, names: set[str]) -> None:
        wanted = {name.encode() for name in names}
        self._found: dict[str, list[Spelling]] = {name: [] for name in names}
        for path, file in model.files.items():
            if file.lexed.words.isdisjoint(wanted):
                continue
            self._add(path, file.lexed.tokens, wanted, 0)
            for directive in file.lexed.directives:
                tokens = lex_body(file.source.data, directive.rest)
                self._add(path, tokens, wanted, _head(tokens) if directive.name == b"define" else len(tokens))

    def _add(self, path: Path, tokens: tuple[Token, ...], wanted: set[bytes], first: int) -> None:
        for index, token in enumerate(tokens):
            if token.kind is TokenKind.IDENT and token.text in wanted:
                self._found[token.text.decode()].append(Spelling(path, tokens, index, index >= first))

    def of(self, name: str) -> list[Spelling]:
        """Return the places of one name."""
        return self._found[name]


def _head(tokens: tuple[Token, ...]) -> int:
    """Return how many tokens of a `#define` are the macro's name and parameters."""
    if len(tokens) > 1 and tokens[1].text == b"(" and tokens[0].end == tokens[1].start:
        return closing(tokens, 1) + 1
    return 1


def means(model: Extension, item: Spelling, symbol: str) -> bool:
    """Tell whether a place may name *symbol*, and no parse says that it names something else."""
    if not item.is_code or item.text(-1) in _ELSEWHERE or item.text(1) == b"##":
        return False
    file = model.files[item.path]
    if file.is_unseen(item.token.start):
        return False
    if (item.path, item.token.start) in model.named_at:
        return False
    reference = file.at(item.token.start).written.get(item.token.start)
    return reference is None or reference.symbol == symbol
