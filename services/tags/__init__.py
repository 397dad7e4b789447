"""Tag rules of sources: what they would do to recent documents."""
