"""The web console: pages for operators and analysts, in Chinese and English."""
