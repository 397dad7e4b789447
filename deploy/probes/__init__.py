"""`catchment probe AREA`: what a component makes of an input, one JSON object a line."""
