"""Whether collected pages are still there: dead links, and pages that answer 200 but are gone (requirement M6)."""
