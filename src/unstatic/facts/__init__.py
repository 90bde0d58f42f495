"""Questions to the finished model, each answered in one place; nothing here decides."""
