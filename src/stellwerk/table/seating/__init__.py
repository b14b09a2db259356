"""Who sits where: accounts, seats, links."""
