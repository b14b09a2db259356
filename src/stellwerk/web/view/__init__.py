"""A position through one reader's eyes, and the HTML it becomes."""
