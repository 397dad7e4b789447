"""Collection: what fetches sources and turns their pages into documents."""
