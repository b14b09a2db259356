"""`python -m stellwerk`: the command where no script is installed."""

from stellwerk.cli import app

if __name__ == "__main__":
    app(prog_name="stellwerk")
