"""Messages between processes. Each is a frozen msgspec struct with a `schema` number and camelCase names on the wire.

A reader accepts unknown fields (a newer writer) and every earlier schema number; a removed or re-typed field needs a new number.
"""
