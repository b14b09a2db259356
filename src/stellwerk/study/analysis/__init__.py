"""A game analysed: its charts, tables and films, each bound to moves of its log. Worked out in one walk."""
