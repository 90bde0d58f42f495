"""Arrays of objects, and structs that hold some: which objects these are, and whether they are owned."""
