"""What a scan finds as a list that can be compared with an earlier one, and told to programs that watch a project."""
