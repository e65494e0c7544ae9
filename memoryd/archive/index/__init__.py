"""The inverted index over the transcripts, in a file of its own, made and read by worker processes."""
