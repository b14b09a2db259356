"""The web application: JSON API, live events, pages. There is no rule of a game in it."""
