"""OpenSpiel's tree search plays Ponte del Diavolo against a random player.

python examples/mcts_ponte.py --simulations 50
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

import ponticello.envs.openspiel  # noqa: F401  (registers the games)


def moves(simulations: int, seed: int = 1, game: str = "ponticello_ponte") -> Iterator[tuple[str, pyspiel.State]]:
    """Plays a game move by move; yields each move in words, and the state after it. Tree search has the first seat."""
    chance = np.random.RandomState(seed)
    table = pyspiel.load_game(game)
    searcher = mcts.MCTSBot(table, uct_c=1.5, max_simulations=simulations, evaluator=mcts.RandomRolloutEvaluator(1, chance))
    state = table.new_initial_state()
    while not state.is_terminal():
        seat = state.current_player()
        action = searcher.step(state) if seat == 0 else int(chance.choice(state.legal_actions()))
        told = state.action_to_string(seat, action)
        state.apply_action(action)
        yield f"{'search' if seat == 0 else 'random'} plays {told}", state


def main() -> None:
    """Reads the command line and plays."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--simulations", type=int, default=50, help="games tried for each move")
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    for told, state in moves(wanted.simulations, wanted.seed):  # noqa: B007  (the last state is looked at below)
        print(told)
    print(state)
    print({1.0: "search wins", -1.0: "random wins", 0.0: "a draw"}[state.returns()[0]])


if __name__ == "__main__":
    main()
