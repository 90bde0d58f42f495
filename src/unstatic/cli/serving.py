"""Serve editors over the language server protocol, on stdin and stdout; the project is only read."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from unstatic import __version__, pipeline
from unstatic.cli import engine, printable
from unstatic.cli.gating import Gate
from unstatic.cli.options.flags import Request
from unstatic.delivery.gate.watch import watched
from unstatic.editor import answers
from unstatic.errors import UnstaticError
from unstatic.migration.outcome import Outcome
from unstatic.migration.report import ExtensionReport

_WORDS = {"type": "type", "global": "object"}


@dataclass(frozen=True, slots=True)
class _Seen:
    """What was found out about an extension when one of its files was opened or saved."""

    task: engine.Task
    report: ExtensionReport


class _Server(LanguageServer):
    """Answers from the files on disk: what an editor hasn't saved yet isn't looked at."""

    def __init__(self, gate: Gate, overrides: dict[str, object]) -> None:
        super().__init__("unstatic", __version__)
        self._gate, self._overrides = gate, overrides
        self._seen: dict[Path, tuple[_Seen, ...]] = {}

    def examine(self, uri: str) -> None:
        """Read the extensions that a file belongs to, and publish what is found in it."""
        path = _path(uri)
        if path is None:
            return
        self._seen[path] = seen = tuple(self._examined(path))
        found = watched([(one.report, Path(os.path.realpath(one.task.extension.root))) for one in seen])
        found = replace(found, listed=self._gate.listed, path=self._gate.path)
        listed = answers.diagnostics(found, path, self._lines(uri))
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, listed))

    def _examined(self, path: Path) -> Sequence[_Seen]:
        try:
            tasks = engine.tasks(Request((path,), self._overrides, "text", None))
            for task in tasks:
                engine.refuse_endless(task)
            return [_Seen(task, pipeline.scan(task.extension, task.settings)) for task in tasks]
        except (UnstaticError, OSError, RecursionError) as error:
            self.window_log_message(lsp.LogMessageParams(lsp.MessageType.Warning, printable(f"{path}: {error}")))
            return []

    def close(self, uri: str) -> None:
        """Take back what was said of a file."""
        path = _path(uri)
        if path is not None:
            self._seen.pop(path, None)
            self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, []))

    def hover(self, uri: str, position: lsp.Position) -> lsp.Hover | None:
        """Return the fate of what the cursor stands on, with the reasons."""
        word = self._word(uri, position)
        subjects = [one for seen in self._seen_of(uri) for one in answers.named(seen.report, word)]
        text = lsp.MarkupContent(lsp.MarkupKind.Markdown, answers.hover(subjects))
        return lsp.Hover(text) if subjects else None

    def actions(self, uri: str, position: lsp.Position) -> list[lsp.CodeAction]:
        """Return what can be done about each type or object at the cursor; the changes are asked for later."""
        word = self._word(uri, position)
        found = []
        for seen in self._seen_of(uri):
            for one in answers.named(seen.report, word):
                if one.outcome == "migrate" and one.kind in _WORDS:
                    data = {"uri": uri, "module": seen.report.name}
                    alone = f"Migrate this {_WORDS[one.kind]} ({one.name})"
                    whole = f"Migrate the whole module ({seen.report.name})"
                    kind = lsp.CodeActionKind.RefactorRewrite
                    found.append(lsp.CodeAction(alone, kind=kind, data={**data, "subject": one.subject}))
                    found.append(lsp.CodeAction(whole, kind=kind, data={**data, "subject": ""}))
        return found

    def resolve(self, action: lsp.CodeAction) -> lsp.CodeAction:
        """Return the action with its changes, which the editor shows before it makes them."""
        data = action.data if isinstance(action.data, dict) else {}
        for seen in self._seen_of(str(data.get("uri", ""))):
            if seen.report.name == data.get("module"):
                try:
                    outcome = _migrated(seen.task, str(data.get("subject", "")))
                    uris = {path: one for one in self.workspace.text_documents if (path := _path(one)) is not None}
                    root = Path(os.path.realpath(seen.task.extension.root))
                    action.edit = answers.migrating_edit(outcome, root, uris, action.title)
                except (UnstaticError, OSError, UnicodeDecodeError) as error:
                    told = lsp.ShowMessageParams(lsp.MessageType.Warning, printable(f"unstatic: {error}"))
                    self.window_show_message(told)
        return action

    def _seen_of(self, uri: str) -> tuple[_Seen, ...]:
        path = _path(uri)
        return self._seen.get(path, ()) if path is not None else ()

    def _lines(self, uri: str) -> Sequence[str]:
        return self.workspace.get_text_document(uri).lines

    def _word(self, uri: str, position: lsp.Position) -> str:
        lines = self._lines(uri)
        return answers.word_at(lines[position.line], position) if position.line < len(lines) else ""


def _migrated(task: engine.Task, subject: str) -> Outcome:
    """Return the migration of one subject, or of all for none. Raises UnstaticError if that changes nothing.

    A type alone may need the first stage, in which the initialisation stays as it is.
    """
    only = (subject,) if subject else ()
    for is_first_stage in (False, True):
        outcome = pipeline.run(task.extension, replace(task.settings, only=only, first_stage=is_first_stage))
        if outcome.after != outcome.before:
            return outcome
    refused = [one for one in outcome.report.subjects if one.outcome == "refuse"]
    reason = next((one.reason for one in refused if one.subject == subject), refused[0].reason if refused else "")
    raise UnstaticError(f"{subject or task.extension.name} can't migrate by itself: {reason}; migrate the whole module")


def _path(uri: str) -> Path | None:
    name = to_fs_path(uri)
    return Path(os.path.realpath(name)) if name else None


def server(gate: Gate, overrides: dict[str, object]) -> LanguageServer:
    """Return a server that answers what editors ask."""
    found = _Server(gate, overrides)

    @found.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: lsp.DidOpenTextDocumentParams) -> None:
        found.examine(params.text_document.uri)

    @found.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: lsp.DidSaveTextDocumentParams) -> None:
        found.examine(params.text_document.uri)

    @found.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: lsp.DidCloseTextDocumentParams) -> None:
        found.close(params.text_document.uri)

    @found.feature(lsp.TEXT_DOCUMENT_HOVER)
    def hover(params: lsp.HoverParams) -> lsp.Hover | None:
        return found.hover(params.text_document.uri, params.position)

    options = lsp.CodeActionOptions([lsp.CodeActionKind.RefactorRewrite], resolve_provider=True)

    @found.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, options)
    def actions(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        return found.actions(params.text_document.uri, params.range.start)

    @found.feature(lsp.CODE_ACTION_RESOLVE)
    def resolve(action: lsp.CodeAction) -> lsp.CodeAction:
        return found.resolve(action)

    return found
