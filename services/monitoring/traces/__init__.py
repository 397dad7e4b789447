"""The journeys of documents for OpenTelemetry, made of the same events as `catchment trace`."""
