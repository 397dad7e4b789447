"""Pages that scripts fill, read by a real browser whose every request goes through the fetcher (F6). Needs `catchment[render]`."""
