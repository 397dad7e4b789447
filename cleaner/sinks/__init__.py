"""Where cleaned documents go: the archive, which holds every fact, and the index, which is made from those facts.

Row keys of the archive (all versions are Unix ms of collection):

`doc`    reversed content hash + ":" + 13-digit collect ms: one cleaned document with its page (families info, raw);
         reversed content hash + ":" alone: what is known of the document as a whole (group, decision)
`sight`  content hash + ":" + page fingerprint: this text was found on this page (first and last time)
`page`   fingerprint: the newest accepted content of a page;
         fingerprint + ":" + 13-digit ms + ":" + content hash: each accepted sighting, the page's history
`band`   4-digit period + ":" + band key: documents that share a near-duplicate key, one cell each;
         4-digit period + ":sig:" + content hash: their signatures

A period is 32 days. Every write is a fact with its own version, so that the order of messages and any replay end in the same rows.
"""
