"""The structure of pages: what families look like, what was held because it looks otherwise, and what people decide (requirement X6)."""
