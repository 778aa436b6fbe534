"""The operators: the core's own and users' own, under their names."""
