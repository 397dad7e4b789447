"""Review: what people decide about flagged documents."""
