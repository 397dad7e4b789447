"""/metrics of every process, for Prometheus (requirement M9)."""
