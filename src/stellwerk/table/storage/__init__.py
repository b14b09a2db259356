"""Where tables are kept: the store on SQLite or PostgreSQL, its schema, tables in memory, backup."""
