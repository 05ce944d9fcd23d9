"""The player that thinks ahead: a tree for every core, grown until the time is up, and kept for the next question."""

from __future__ import annotations

from ponticello.engine.cores import cores
from ponticello.engine.mind import Mind
from ponticello.engine.record import Records
from ponticello.engine.verbs import CHANCE
from ponticello.players.net import Net, strongest_net
from ponticello.players.parallel_search import ParallelSearch, Run
from ponticello.players.player import HABIT, BasePlayer, Decision, Question, Thought, check_budget
from ponticello.players.verdict import ONE, Plan
from ponticello.table.position import Move, Position

LATER_SHARE = 0.25  # of the time, for the later actions of a turn: the tree of the first has thought of them already
LONGEST_LINE = 12


class SearchPlayer(BasePlayer):
    """Plays what a tree search finds best."""

    def __init__(
        self,
        mind: Mind | None = None,
        *,
        name: str = "search",
        seed: int = 0,
        threads: int | None = None,
        seconds: float | None = None,
        simulations: int | None = None,
    ) -> None:
        check_budget(seconds, simulations)
        self.name = name
        self._mind = mind
        self._seed = seed
        self._threads = threads or cores()
        self.habit = (HABIT, None) if seconds is None and simulations is None else (seconds, simulations)
        self._search: ParallelSearch | None = None

    def __repr__(self) -> str:
        return f"SearchPlayer({self.name!r}, seed={self._seed})"

    def close(self) -> None:
        """Lets go of the trees."""
        self._search = None

    def decide(self, asked: Question) -> Decision:
        """Returns the move that was tried most when the time or the simulations were used up."""
        seen, seat, seconds, simulations = asked.seen, asked.seat, asked.seconds, asked.simulations
        if seen.mid_turn(seat):
            seconds = None if seconds is None else seconds * LATER_SHARE
            simulations = None if simulations is None else max(1, int(simulations * LATER_SHARE))
        if len(seen.legal_actions(seat)) == 1:
            simulations = 1
        search = self._search_for(seen, seat)
        run = Run(search, seconds, simulations)

        def tell() -> None:
            if asked.progress is not None:
                asked.progress(Thought(seen.move(search.best_action(seat), seat), run.done, run.passed))

        run.finish(tell if asked.progress is not None else None, asked.cancelled)
        move = seen.move(search.best_action(seat), seat)
        expected = expected_after(search, seen.players, move)
        return Decision(move, expected, tuple(self._line(seen, move)), run.done, run.passed, search.is_settled)

    def _search_for(self, seen: Position, seat: int) -> ParallelSearch:
        """Returns trees for a position: those of the last question if that was part of the same game."""
        net = self.net_for(seen)
        plan = plan_of(self._mind or seen.game.rulebook.mind, seen, seat, net)
        root = seen.state
        if self._search is None or not self._search.is_for(type(root), plan, net):
            self._search = ParallelSearch(type(root), seen.game.rulebook.actions, plan, self._threads, self._seed, net)
        self._search.turn_to(root)
        return self._search

    def net_for(self, seen: Position) -> Net | None:
        """Returns the net that judges positions, if the mind wants one and there is one."""
        return net_of(self._mind or seen.game.rulebook.mind, seen)

    def _line(self, seen: Position, move: Move) -> list[Move]:
        """Returns how the game may go on, as far as the tree knows and nobody's hidden moves or cards stand between."""
        assert self._search is not None
        line = []
        position = seen
        for seat, action in self._search.main_line(move.action, LONGEST_LINE):
            if seat == CHANCE or seat not in position.actors:
                break
            line.append(position.move(action, seat))
            position = position.play(line[-1])
        return line


def expected_after(search: ParallelSearch, players: int, move: Move) -> tuple[float, ...]:
    """Returns what every seat may expect if a move is played: the mover's mean, and of the rest the others' shares."""
    won, mean = search.promise(move.action)
    if players == 1:
        return (mean / 100,)
    if won:
        return tuple((won >> seat & 1) / won.bit_count() for seat in range(players))
    overall = search.mean_results()[:players]
    mine = min(max(mean / ONE, 0.0), 1.0)
    others = sum(overall) - overall[move.seat]
    if others <= 0:
        return tuple(mine if seat == move.seat else (1 - mine) / (players - 1) for seat in range(players))
    return tuple(mine if seat == move.seat else (1 - mine) * share / others for seat, share in enumerate(overall))


def net_of(mind: Mind, seen: Position) -> Net | None:
    """Returns the net that a mind asks about positions of a game, if it asks one and there is one."""
    return strongest_net(seen.game, seen.players) if mind.net else None


def plan_of(mind: Mind, seen: Position, seat: int, net: Net | None = None) -> Records[Plan]:
    """Returns a mind as compiled code reads it, with who thinks. With a net, that has a say in how."""
    plan = Plan()
    plan.seat, plan.seats = seat, seen.players
    plan.apart = seen.game.rulebook.simultaneous
    plan.ripe, plan.taste, plan.horizon = mind.ripe, mind.taste, mind.horizon
    plan.paranoid, plan.learned = mind.paranoid, mind.learned
    for knob in ("exploration", "heat", "swing", "margin", "rave", "overlooks"):
        setattr(plan, knob, round(getattr(mind, knob) * 1000))
    if net is not None:
        plan.by_net, plan.per_point = 1, -100 if seen.game.rulebook.fewest_win else 100
        plan.ripe, plan.heat, plan.rave = 0, 1000, 0
        plan.exploration, plan.playouts = round(net.exploration * 1000), round(net.playouts * 1000)
    return Records(Plan, plan.array)
