"""What happens by itself: bot turns, notices, clocks."""
