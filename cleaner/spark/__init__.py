"""Cleaning as a Spark Structured Streaming job, for more documents than one process can clean.

The rules, the sinks and the messages are those of `cleaner.local`; only who does what when is different. A micro-batch of Kafka
messages goes through four steps, each of them parallel, each of them repeatable:

1. clean    every message by itself, in any partition (`steps.clean_step`)
2. archive  in lanes: documents that could meet in the archive (same text, same page, a near-duplicate key in common) share a lane
            and keep their order, all others go side by side; new documents are indexed at once (`lanes`, `steps.archive_step`)
3. index    every known document that step 2 touched, as a function of the archive, each once (`steps.index_step`): pages of
            several lanes may have shown it
4. report   events, and dead letters for what is no document (`steps.report_step`)

Lanes are why many cores end in the rows that one process would have written: dividing by content hash alone would let two near
duplicates of one batch miss each other. The order inside a batch is the time of appending, then topic, partition and offset.
The offsets of a batch are in the checkpoint before it starts; a batch that was cut off is done again and changes nothing twice.
"""
