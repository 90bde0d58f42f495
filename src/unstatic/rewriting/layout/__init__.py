"""Layout of what edits leave: lines as long as those of the file, aligned as they were."""
