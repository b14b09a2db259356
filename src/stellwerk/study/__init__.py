"""Study: what can be learned from games already played. Import and export, statistics, "why was this illegal?"."""
