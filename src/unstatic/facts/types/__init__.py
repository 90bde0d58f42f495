"""Types: what their functions, tables and instances do."""
