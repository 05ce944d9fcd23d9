"""`python -m ponticello` is the `ponticello` command."""

from ponticello.cli import main

main()
