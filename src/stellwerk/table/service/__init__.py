"""What people, pages and programs may ask of tables."""
