"""CPython's own extension modules as a corpus: fetched, built, migrated, built again, and tested by CPython's tests."""
