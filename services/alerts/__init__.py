"""Alerts: from what the monitors find to what people are told, each incident once (requirement M7)."""
