"""The collector's loop: claims tasks, fetches, has pages parsed in other processes, hands documents to the outbox, ends tasks."""
