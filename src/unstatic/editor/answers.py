"""Reports and outcomes in the words of the language server protocol: diagnostics, hover texts, edits."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from lsprotocol import types as lsp

from unstatic.delivery.gate.watch import Watched
from unstatic.migration.report import ExtensionReport, SubjectReport
from unstatic.pipeline import Outcome
from unstatic.settings.rules import explanation
from unstatic.text.diff import lines_of, opcodes
from unstatic.text.source import Location

SOURCE = "unstatic"
_SEVERITIES = {
    "error": lsp.DiagnosticSeverity.Error,
    "warning": lsp.DiagnosticSeverity.Warning,
    "note": lsp.DiagnosticSeverity.Information,
}
_FATES = {"migrate": "unstatic can migrate it", "keep": "it stays", "refuse": "unstatic can't migrate it yet"}
_WORD = re.compile(r"\w+")
_ANNOTATION = "unstatic"


def diagnostics(watched: Watched, path: Path, lines: Sequence[str]) -> list[lsp.Diagnostic]:
    """Return what is new in one file of a run; *lines* are what the editor shows of it."""
    return [
        lsp.Diagnostic(
            range=_range(finding.location, lines),
            message=f"{finding.title}: {finding.message}",
            severity=_SEVERITIES[watched.level(finding)],
            code=finding.rule or None,
            source=SOURCE,
        )
        for finding in watched.comparison.new
        if finding.location is not None and finding.location.path == path
    ]


def _range(location: Location, lines: Sequence[str]) -> lsp.Range:
    """Return the word at a place: the editor counts UTF-16 units, a place bytes."""
    number = location.line - 1
    line = lines[number] if number < len(lines) else ""
    start = len(line.encode()[: location.column - 1].decode("utf-8", "ignore"))
    word = _WORD.match(line, start)
    end = word.end() if word else start
    return lsp.Range(lsp.Position(number, _units(line[:start])), lsp.Position(number, _units(line[:end])))


def _units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def word_at(line: str, position: lsp.Position) -> str:
    """Return the name that the cursor stands on; empty if it stands on none."""
    return next(
        (
            found.group()
            for found in _WORD.finditer(line)
            if _units(line[: found.start()]) <= position.character <= _units(line[: found.end()])
        ),
        "",
    )


def named(report: ExtensionReport, word: str) -> Iterator[SubjectReport]:
    """Yield the subjects of a report that a word in the code may mean."""
    yield from (one for one in report.subjects if word and re.split(r"[.:]", one.name)[-1] == word)


def hover(subjects: Sequence[SubjectReport]) -> str:
    """Return what is told of what the cursor stands on, in Markdown: its fate, all reasons, and what they are about."""
    return "\n\n".join(_told(one) for one in subjects)


def _told(subject: SubjectReport) -> str:
    lines = [f"**{subject.subject}**: {_FATES[subject.outcome]}"]
    reasons: set[tuple[str, str, Location | None]] = {(one.reason, one.rule, one.location) for one in subject.obstacles}
    listed = sorted(reasons or {(subject.reason, subject.rule, subject.location)}, key=str)
    lines += [f"- {reason}{f' (line {place.line})' if place else ''}{_about(rule)}" for reason, rule, place in listed]
    return "\n".join([lines[0], "", *lines[1:]])


def _about(rule: str) -> str:
    known = explanation(rule) if rule else None
    return f": `{rule}`, {known.title}" if known else ""


def migrating_edit(outcome: Outcome, root: Path, uris: Mapping[Path, str], title: str) -> lsp.WorkspaceEdit:
    """Return the changes of an outcome as an edit that the editor shows first; *uris* are those of open files."""
    changed = [
        lsp.TextDocumentEdit(
            lsp.OptionalVersionedTextDocumentIdentifier(uris.get(root / path, (root / path).as_uri())),
            list(_edits(outcome.before.get(path, b""), after)),
        )
        for path, after in sorted(outcome.after.items())
        if after != outcome.before.get(path)
    ]
    annotation = lsp.ChangeAnnotation(title, needs_confirmation=True)
    return lsp.WorkspaceEdit(document_changes=changed, change_annotations={_ANNOTATION: annotation})


def _edits(before: bytes, after: bytes) -> Iterator[lsp.AnnotatedTextEdit]:
    old, new = lines_of(before), lines_of(after)
    for kind, start, end, new_start, new_end in opcodes(old, new):
        if kind != "equal":
            text = b"".join(new[new_start:new_end]).decode("utf-8")
            yield lsp.AnnotatedTextEdit(_ANNOTATION, lsp.Range(lsp.Position(start, 0), lsp.Position(end, 0)), text)
