"""The language server, asked by a client over pipes as an editor asks it."""

from __future__ import annotations

import asyncio
import json
import shutil
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from unstatic.cli import main

pytest.importorskip("pygls", reason="pygls isn't installed: pip install '.[lsp]'")

from lsprotocol import types as lsp  # noqa: E402  # there may be none
from pygls.lsp.client import LanguageClient  # noqa: E402  # there may be none

DEMO = Path(__file__).resolve().parents[2] / "corpus" / "demo"
Session = Callable[["Editor"], Awaitable[None]]


class Editor:
    """A client that has one file open."""

    def __init__(self, path: Path) -> None:
        self.path, self.uri = path, path.as_uri()
        self.client = LanguageClient("a test", "1")
        self.published: asyncio.Queue[lsp.PublishDiagnosticsParams] = asyncio.Queue()
        self.shown: list[str] = []

        @self.client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)  # type: ignore[untyped-decorator]
        def published(params: lsp.PublishDiagnosticsParams) -> None:
            self.published.put_nowait(params)

        @self.client.feature(lsp.WINDOW_SHOW_MESSAGE)  # type: ignore[untyped-decorator]
        def shown(params: lsp.ShowMessageParams) -> None:
            self.shown.append(params.message)

    async def run(self, session: Session, *arguments: str) -> None:
        await self.client.start_io(sys.executable, "-m", "unstatic", "lsp", *arguments)
        folder = self.path.parent.as_uri()
        await self.client.initialize_async(lsp.InitializeParams(lsp.ClientCapabilities(), root_uri=folder))
        self.client.initialized(lsp.InitializedParams())
        await session(self)
        await self.client.shutdown_async(None)
        self.client.exit(None)
        await self.client.stop()  # type: ignore[no-untyped-call]

    async def diagnostics(self) -> list[lsp.Diagnostic]:
        return list((await asyncio.wait_for(self.published.get(), 120)).diagnostics)

    async def open(self) -> list[lsp.Diagnostic]:
        item = lsp.TextDocumentItem(self.uri, lsp.LanguageKind.C, 1, self.path.read_text(encoding="utf-8"))
        self.client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
        return await self.diagnostics()

    async def save(self, text: str) -> list[lsp.Diagnostic]:
        self.path.write_text(text, encoding="utf-8")
        change = lsp.TextDocumentContentChangeWholeDocument(text)
        document = lsp.VersionedTextDocumentIdentifier(2, self.uri)
        self.client.text_document_did_change(lsp.DidChangeTextDocumentParams(document, [change]))
        self.client.text_document_did_save(lsp.DidSaveTextDocumentParams(lsp.TextDocumentIdentifier(self.uri)))
        return await self.diagnostics()

    async def actions(self, at: lsp.Range) -> list[lsp.CodeAction]:
        document = lsp.TextDocumentIdentifier(self.uri)
        params = lsp.CodeActionParams(document, at, lsp.CodeActionContext([]))
        found = await self.client.text_document_code_action_async(params)
        return [one for one in found or () if isinstance(one, lsp.CodeAction)]


@pytest.fixture
def source(tmp_path: Path) -> Path:
    shutil.copytree(DEMO, tmp_path / "demo")
    return tmp_path / "demo" / "src" / "tally.c"


def edited(text: str, edit: lsp.WorkspaceEdit | None) -> str:
    """Return the text as an editor makes it of one file's changes."""
    lines = text.splitlines(keepends=True)
    (document,) = (edit and edit.document_changes) or ()
    assert isinstance(document, lsp.TextDocumentEdit)
    for change in reversed(document.edits):
        assert isinstance(change, lsp.AnnotatedTextEdit)
        lines[change.range.start.line : change.range.end.line] = [change.new_text]
    return "".join(lines)


def test_a_session(source: Path, tmp_path: Path) -> None:
    text = source.read_text(encoding="utf-8")

    async def session(editor: Editor) -> None:
        found = {one.message.partition(":")[0]: one for one in await editor.open()}
        assert {"static type Counter_Type", "static type Point_Type"} <= found.keys()
        place = found["static type Point_Type"].range
        line = text.splitlines()[place.start.line]
        assert "Point_Type" == line[place.start.character : place.end.character]

        position = lsp.TextDocumentPositionParams(lsp.TextDocumentIdentifier(editor.uri), place.start)
        told = await editor.client.text_document_hover_async(lsp.HoverParams(position.text_document, place.start))
        assert told is not None and isinstance(told.contents, lsp.MarkupContent)
        assert told.contents.value.startswith("**type:Point_Type**: unstatic can migrate it")

        alone, whole = await editor.actions(place)
        assert ("Migrate this type (Point_Type)", None) == (alone.title, alone.edit)
        alone, whole = [await editor.client.code_action_resolve_async(one) for one in (alone, whole)]
        assert alone.edit is not None
        assert [True] == [one.needs_confirmation for one in (alone.edit.change_annotations or {}).values()]
        after = edited(text, alone.edit)
        assert (True, True) == ("PyType_Spec Point_spec" in after, "PyTypeObject Counter_Type = {" in after)
        assert 0 == main(["migrate", "-q", "--output", str(tmp_path / "new"), str(source.parents[1])])
        assert (tmp_path / "new" / "src" / "tally.c").read_text(encoding="utf-8") == edited(text, whole.edit)
        assert text == source.read_text(encoding="utf-8")

        later = 'static PyTypeObject New_Type = {PyVarObject_HEAD_INIT(NULL, 0) .tp_name = "m.New"};\n'
        again = await editor.save(text.replace("static PyTypeObject", f"{later}static PyTypeObject", 1))
        assert any(one.message.startswith("static type New_Type: ") for one in again)

    asyncio.run(Editor(source).run(session))


def test_only_what_is_new_is_shown(source: Path, tmp_path: Path) -> None:
    baseline = tmp_path / "baseline.json"
    assert 0 == main(["scan", "--write-baseline", str(baseline), str(source.parents[1])])
    text = source.read_text(encoding="utf-8")

    async def session(editor: Editor) -> None:
        assert [] == await editor.open()
        later = "static PyObject *latest;\nvoid keep(PyObject *it) { latest = it; }\n"
        (found,) = await editor.save(text.replace("static PyTypeObject", f"{later}static PyTypeObject", 1))
        assert found.message.startswith("static variable latest: ")

    asyncio.run(Editor(source).run(session, "--baseline", str(baseline)))


BOMB = "#define A0 1\n" + "".join(f"#define A{n + 1} A{n} A{n}\n" for n in range(30)) + "int x = A30;\n"


@pytest.mark.parametrize("text", ["#include <nowhere.h>\nint x(\n", "", "\x00\x01", BOMB])
def test_what_cannot_be_read_ends_nothing(tmp_path: Path, text: str) -> None:
    path = tmp_path / "broken.c"
    path.write_text(text, encoding="utf-8")

    async def session(editor: Editor) -> None:
        await editor.open()
        assert [] == await editor.actions(lsp.Range(lsp.Position(0, 0), lsp.Position(0, 0)))
        await editor.save("#include <Python.h>\nPyMODINIT_FUNC PyInit_broken(void) { return NULL; }\n")

    asyncio.run(Editor(path).run(session))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [(["--baseline", "nowhere.json"], "there is no such file"), (["x"], "got unexpected extra argument")],
)
def test_wrong_usage(arguments: list[str], words: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert 2 == main(["lsp", *arguments])
    assert words in capfd.readouterr().err


def test_without_the_library_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    for name in [name for name in sys.modules if name.startswith(("pygls", "unstatic.cli.serving"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pygls.lsp.server", None)

    assert 2 == main(["lsp"])
    assert "pip install 'unstatic[lsp]'" in capfd.readouterr().err


def test_a_baseline_that_is_none(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "baseline.json"
    path.write_text(json.dumps([]))

    assert 2 == main(["lsp", "--baseline", str(path)])
    assert str(path) in capfd.readouterr().err
