"""What each request does. Runs on the loop thread, never waits, and is the only caller of the committer."""
