add_code(m, "FIRST", 1) JOINER
add_code(m, "SECOND", 2) JOINER
add_code(m, "THIRD", 3) JOINER
