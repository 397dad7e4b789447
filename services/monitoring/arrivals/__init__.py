"""When new items of a source arrive, learnt per hour of the week, and how long none has come."""
