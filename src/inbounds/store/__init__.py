"""Results on disk: reader, writer, lock, verification and merging."""
