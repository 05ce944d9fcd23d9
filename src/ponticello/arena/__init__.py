"""Tournaments between players: everybody meets everybody, with the same deals from every seat, and a table tells how sure it is.

>>> from ponticello import arena
>>> standings = arena.run("skybridge", ["random", "greedy"], games=10, jobs=0)
>>> standings.score("greedy", "random")
Score(mean=..., error=..., games=10)
"""

from ponticello.arena.director import Director, run
from ponticello.arena.entrants import Entrant
from ponticello.arena.plot import plot
from ponticello.arena.ratings import Score
from ponticello.arena.results import Forfeit, Result
from ponticello.arena.standings import Row, Standings
from ponticello.arena.tournament import Tournament

__all__ = ["Director", "Entrant", "Forfeit", "Result", "Row", "Score", "Standings", "Tournament", "plot", "run"]
