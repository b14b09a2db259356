"""Every request: who asks, what is allowed, how it is refused."""
