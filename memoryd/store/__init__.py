"""Everything that touches the disk: reading, publishing, locks, the journal and the thread that owns them."""
