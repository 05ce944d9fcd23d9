"""Puzzles: positions in which exactly one turn reaches the goal, found in games of the machine against itself and proven.

The proof is a search through all that can follow (`exhaustion`, asked by `solver`). `finder` looks for positions, `grading` says
how hard they are, `workshop` lets all cores work, `book` keeps puzzles beside their game, and `solving` is one being solved.
"""

from ponticello.analysis.puzzles.book import Puzzle, Refutation, load, shelf

__all__ = ["Puzzle", "Refutation", "load", "shelf"]
