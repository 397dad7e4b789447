"""What Catchment needs of its backends, as synchronous Protocols. Each has one contract suite in tests/contract that every adapter passes.

Every method may raise `kit.errors.BackendUnavailable` (retry later); other errors are named at the method.
"""
