"""A small invented news site in two languages, to be collected by the quick start and by the tests."""
