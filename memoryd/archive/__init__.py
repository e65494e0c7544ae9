"""Transcripts: what was said in every session, kept beside memory, and found again."""
