"""The commands, one file each: its signature, help and examples and, where that is short, its work.

Longer work lies in a module of `ponticello.cli` that is imported when the command runs, and so is whatever takes time to import:
every command waits for all of these files.
"""
