"""What can be collected: one folder per kind of source, each a pure function from a fetched page to links and documents."""
