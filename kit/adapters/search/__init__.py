"""What the search indexes share: how text becomes tokens, how a query is read and checked, how matches are marked."""
