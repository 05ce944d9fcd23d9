"""What help pages have in common."""

from __future__ import annotations


def examples(*lines: tuple[str, str]) -> str:
    """Returns what a help page ends with: command lines, and what each does."""
    width = max(len(command) for command, _ in lines)
    return "\n".join(["\b", "Examples:", *(f"  {command:<{width}}  {meaning}" for command, meaning in lines)])
