"""The JSON API and the event stream."""
