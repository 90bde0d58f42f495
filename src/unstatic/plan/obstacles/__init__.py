"""Facts -> obstacles: why a type or a global stays as it is, each told of one subject by itself."""
