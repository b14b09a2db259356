"""`python -m stellwerk`: the command where no script is installed."""

from stellwerk.cli import main

if __name__ == "__main__":
    main()
