"""Puzzles: positions in which exactly one turn reaches the goal, found in games of the machine against itself and proven.

The proof is a search through all that can follow (`solver`). `quest` says what is asked, `finder` looks for positions, `workshop`
lets all cores look, `grading` says how hard they are, and `book` keeps them beside their game.
"""

from ponticello.analysis.puzzles.book import Puzzle, Refutation, load, shelf

__all__ = ["Puzzle", "Refutation", "load", "shelf"]
