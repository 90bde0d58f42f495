"""Bring the pages of the site together from where they lie: the rules beside the code, the rewrites, the README.

A hook of MkDocs. What a page is called on the site follows from its place in the repository, and links between files
of the repository become links between pages; one that leads to no page is a warning, which `--strict` makes an error.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from unstatic.settings.rules import explanations, rewrite_names, rules

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parents[2]
_LINK = re.compile(r"(?<=\]\()(?![a-z]+:|#|<)([^)\s#]+)(#[^)\s]*)?(?=\))")
_CODE = re.compile(r"(^```.*?^```$|^ {4}.*?$|`[^`\n]+`)", re.MULTILINE | re.DOTALL)
_RULES = "rules/index.md"
_GUIDES = (
    *("docs/tutorial.md", "docs/why.md", "docs/after.md", "docs/faq.md", "docs/commands.md", "docs/promises.md"),
    *("docs/discovery.md", "docs/configuration.md", "docs/plan.md", "docs/review.md", "docs/series.md"),
    *("docs/html.md", "docs/verify.md", "docs/gate.md", "docs/editor.md", "docs/batch.md"),
    *(
        "docs/verify-catches.md",
        "docs/verify-public.md",
        "docs/merged.md",
        "docs/cpython.md",
        "docs/numpy.md",
        "docs/first-contact.md",
        "docs/tried.md",
    ),
)


def _sources() -> dict[str, str]:
    """Return the place on the site of every file that is part of it, by its place in the repository."""
    found = {"README.md": "index.md", "CHANGELOG.md": "changelog.md", ".github/CONTRIBUTING.md": "contributing.md"}
    found |= {".github/SECURITY.md": "security.md", "corpus/README.md": "corpus.md"}
    found |= {"corpus/RESULTS.md": "results.md"}
    found |= {"corpus/conversions/README.md": "conversions.md"}
    for path in sorted(ROOT.glob("docs/**/*")):
        if path.is_file() and "site" not in path.relative_to(ROOT).parts:
            found[_in_repository(path)] = path.relative_to(ROOT / "docs").as_posix()
    for path in sorted(ROOT.glob("rewrites/*/README.md")):
        found[_in_repository(path)] = f"rewrites/{path.parent.name.replace('_', '-')}.md"
    for path in sorted(ROOT.glob("src/unstatic/reasons/*.md")):
        found[_in_repository(path)] = f"rules/{path.name}"
    found["src/unstatic/settings/gotchas.md"] = "gotchas.md"
    for path in sorted(ROOT.glob("src/unstatic/**/*.schema.json")):
        found[_in_repository(path)] = f"schemas/{'batch-' if path.parent.name == 'batch' else ''}{path.name}"
    return found


def _in_repository(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


_SOURCES = _sources()


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Set the navigation: guides, rewrites in the order in which they run, rules, and what contributors need."""
    listed = {_SOURCES[name] for name in _GUIDES if name in _SOURCES}
    others = [name for name in sorted(_SOURCES.values()) if name.endswith(".md") and "/" not in name]
    more = [name for name in others if name not in listed and name != "index.md"]
    config.nav = [
        {"unstatic": "index.md"},
        {"Guides": [_SOURCES[name] for name in _GUIDES if name in _SOURCES]},
        {"Rewrites": [{name: f"rewrites/{name}.md"} for name in rewrite_names()]},
        {"Rules": [_RULES, *({rule.id: f"rules/{rule.id}.md"} for rule in rules())]},
        {"More": more},
    ]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add what lies elsewhere, and the list of all rules."""
    from mkdocs.structure.files import File

    for source, target in _SOURCES.items():
        if not source.startswith("docs/"):
            files.append(File.generated(config, target, abs_src_path=str(ROOT / source)))
    files.append(File.generated(config, _RULES, content=_list()))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Let links between files of the repository lead to their pages, and names of rules to theirs."""
    places = {target: source for source, target in _SOURCES.items()}
    source = places.get(page.file.src_uri)
    if source is None:
        return markdown
    parts = _CODE.split(markdown)
    return "".join(
        _with_rules(part, page.file.src_uri) if index % 2 else _LINK.sub(lambda link: _moved(link, source), part)
        for index, part in enumerate(parts)
    )


def _moved(link: re.Match[str], source: str) -> str:
    """Return a link of the file *source* as it's written on the site; one to no page stays, and is told."""
    place = os.path.normpath(os.path.join(os.path.dirname(source), link[1]))
    if place not in _SOURCES:
        return link[0]
    here = os.path.dirname(_SOURCES[source])
    return os.path.relpath(_SOURCES[place], here or ".") + (link[2] or "")


def _with_rules(code: str, target: str) -> str:
    """Return a name of a rule or rewrite in the text as a link to its page, and other code as it is."""
    name = code.strip("`")
    if not code.startswith("`") or "-" not in name or name not in explanations():
        return code
    page = f"rewrites/{name}.md" if name in rewrite_names() else f"rules/{name}.md"
    return code if page == target else f"[{code}]({os.path.relpath(page, os.path.dirname(target) or '.')})"


def _list() -> str:
    lines = [f"- [`{rule.id}`]({rule.id}.md): {rule.title}" for rule in rules()]
    head = "# All rules\n\nWhy something is refused, kept or told of. `unstatic explain RULE` prints the same pages."
    return "\n".join([head, "", *lines, ""])
