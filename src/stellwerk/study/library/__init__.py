"""A library: the games somebody has, as a database one owns. One file of SQLite that can be copied and mailed."""
