"""How long a test waits for an answer that must come: long enough for a machine that is busy with other work."""

SECONDS = 120
