"""What was changed and by whom: rows beside the journal's, in its transaction, and questions about them."""
