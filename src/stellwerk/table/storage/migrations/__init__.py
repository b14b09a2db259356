"""Alembic migrations of the store; applied by `stellwerk serve`."""
