"""Functions of C libraries that call a function with data of their caller's, and only before they return.

One row each, with places that count from 0. Sources: the manuals of glibc, GLib, libuv, SQLite, CUPS, cairo, libgit2
and libxml2.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CallsBack:
    """A function, the arguments that are the callback and its data, and the callback's parameter that is the data."""

    name: str
    callback: int
    data: int
    parameter: int


ROWS = (
    CallsBack("qsort_r", 3, 4, 2),
    CallsBack("twalk_r", 1, 2, 2),
    CallsBack("dl_iterate_phdr", 0, 1, 2),
    CallsBack("g_list_foreach", 1, 2, 1),
    CallsBack("g_slist_foreach", 1, 2, 1),
    CallsBack("g_ptr_array_foreach", 1, 2, 1),
    CallsBack("g_hash_table_foreach", 1, 2, 2),
    CallsBack("uv_walk", 1, 2, 1),
    CallsBack("sqlite3_exec", 2, 3, 0),
    CallsBack("cupsEnumDests", 5, 6, 0),
    CallsBack("cupsConnectDest", 6, 7, 0),
    CallsBack("cairo_surface_write_to_png_stream", 1, 2, 0),
    CallsBack("cairo_image_surface_create_from_png_stream", 0, 1, 0),
    CallsBack("git_reference_foreach", 1, 2, 1),
    CallsBack("git_tree_walk", 2, 3, 2),
    CallsBack("git_stash_foreach", 1, 2, 3),
    CallsBack("xmlHashScan", 1, 2, 1),
)
BY_NAME = {row.name.encode(): row for row in ROWS}
