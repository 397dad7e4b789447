"""Who watches: four independent slices of checks, the events they count, and the states that come out of both."""
