"""`catchment reclean`: archived pages through today's extraction and cleaning (requirement L8)."""
