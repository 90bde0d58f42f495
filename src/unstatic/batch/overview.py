"""The overview of a batch for people: one HTML page that needs nothing else, not even a network."""

from __future__ import annotations

from jinja2 import Environment, PackageLoader, StrictUndefined

from unstatic.batch.summary import OUTCOMES, Summary


def to_html(summary: Summary) -> str:
    """Return the page. Whatever comes from packages is escaped."""
    environment = Environment(
        loader=PackageLoader("unstatic.batch", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    page: str = environment.get_template("overview.html").render(summary=summary, outcomes=OUTCOMES)
    return page
