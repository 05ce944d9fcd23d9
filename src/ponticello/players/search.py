"""The player that thinks ahead: a tree for every core, grown until the time is up."""

from __future__ import annotations

import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any

import numpy as np

from ponticello.engine.dice import Dice, new_dice
from ponticello.engine.mind import Mind
from ponticello.engine.record import Record, Records
from ponticello.engine.verbs import CHANCE
from ponticello.players.player import Cancelled, Decision, Progress, Thought, check_budget, seat_to_choose
from ponticello.players.tree import COUNTS, DEEPEST, ONE, RESULTS, RUNS, USED, Node, Plan, find_branch, grow, keep_branch
from ponticello.table.position import Move, Position

SLICE = 0.008  # seconds that a tree grows before it looks at the clock
REUSE_DEPTH = 6  # actions that may have been played since the last decision, for its tree to be of use
LATER_SHARE = 0.25  # of the time, for the later actions of a turn: the tree of the first has thought of them already
MOST_NODES = 1_500_000  # of all trees together
HABIT = 1.0  # seconds


class Tree:
    """What one core has tried so far, and the room it works in."""

    def __init__(self, kind: type[Record], actions: int, room: int, seed: int, stream: int) -> None:
        self.kind = kind
        self.nodes = Records(Node, np.zeros(room, Node.dtype))
        self.spare: Records[Node] | None = None
        self.states = Records(kind, np.zeros(REUSE_DEPTH + 2, kind.dtype))
        self.marks = np.zeros(actions, np.int8)
        self.path = np.zeros(DEEPEST + 2, np.int64)
        self.results = np.zeros(4, np.int64)
        self.counts = np.zeros(COUNTS, np.int64)
        self.played = np.zeros(4 * actions, np.int64)
        self.dice = Records(Dice, np.concatenate([new_dice(seed, stream).array, new_dice(seed, stream + 1000).array]))
        self.simulations = 0  # since the last question

    def start(self, root: Record) -> None:
        """Forgets everything but the position to think about."""
        self.states[0] = root
        self.nodes[0] = Node()
        self.nodes[0].seat = -1
        self.counts[:] = 0
        self.counts[USED] = 1
        self.played[:] = 0

    def resume(self, root: Record) -> bool:
        """Keeps what was tried below a position that was thought of; tells whether there was any."""
        size = self.kind.dtype.itemsize
        seen = self.states.array.view(np.uint8)
        wanted = np.frombuffer(bytes(root), np.uint8)
        places = np.zeros(REUSE_DEPTH + 2, np.int64)
        branch = find_branch(self.states, wanted, seen, self.nodes, places, self.path, REUSE_DEPTH, size)
        if branch < 0 or self.nodes[branch].visits == 0:
            return False
        if branch > 0:
            if self.spare is None:
                self.spare = Records(Node, np.zeros(len(self.nodes), Node.dtype))
            keep_branch(self.nodes, self.spare, branch, self.counts)
            self.nodes, self.spare = self.spare, self.nodes
            used = self.counts[USED]
            self.counts[:] = 0
            self.counts[USED] = used
            self.played[:] = 0
        self.states[0] = root
        return True

    def grow(self, plan: Records[Plan], simulations: int) -> int:
        """Runs simulations; fewer only if the winner is certain."""
        done = grow(
            self.states, plan, self.nodes, self.dice, self.marks, self.path, self.results, self.counts, self.played, simulations
        )
        self.simulations += done
        return done


class SearchPlayer:
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
        self.mind = mind
        self.seed = seed
        self.threads = threads or len(os.sched_getaffinity(0))
        self.habit: tuple[float | None, int | None] = (
            (HABIT, None) if seconds is None and simulations is None else (seconds, simulations)
        )
        self._trees: list[Tree] = []
        self._asked: tuple[Any, ...] = ()

    def __repr__(self) -> str:
        return f"SearchPlayer({self.name!r}, seed={self.seed})"

    def close(self) -> None:
        """Lets go of the trees."""
        self._trees.clear()
        self._asked = ()

    def choose(
        self,
        position: Position,
        seat: int | None = None,
        *,
        seconds: float | None = None,
        simulations: int | None = None,
        progress: Progress | None = None,
        cancelled: Cancelled | None = None,
    ) -> Decision:
        """Returns the move that was tried most when the time or the simulations were used up."""
        seat = seat_to_choose(position, seat)
        check_budget(seconds, simulations)
        if seconds is None and simulations is None:
            seconds, simulations = self.habit
        seen = position.view(seat)
        plan = self._plan(seen, seat)
        self._take_up(seen, plan)
        if seen.mid_turn(seat):
            seconds = None if seconds is None else seconds * LATER_SHARE
            simulations = None if simulations is None else max(1, int(simulations * LATER_SHARE))
        began = time.perf_counter()
        run = Run(self._trees, plan, began, seconds, simulations, cancelled)
        only = seen.legal_actions(seat)
        if len(only) > 1:
            run.finish(
                lambda done: progress(Thought(self._best(seen, seat), done, time.perf_counter() - began)) if progress else None
            )
        else:
            run.once()
        return self._decide(seen, seat, run.done, time.perf_counter() - began)

    def _plan(self, seen: Position, seat: int) -> Records[Plan]:
        mind = self.mind or seen.game.rulebook.mind
        plan = Plan()
        plan.seat, plan.seats = seat, seen.players
        plan.apart = seen.game.rulebook.simultaneous
        plan.taste, plan.horizon = mind.taste, mind.horizon
        for knob in ("exploration", "heat", "swing", "margin", "rave", "overlooks"):
            setattr(plan, knob, round(getattr(mind, knob) * 1000))
        return Records(Plan, plan.array)

    def _take_up(self, seen: Position, plan: Records[Plan]) -> None:
        """Makes the trees ready for a position: what was grown for it before is kept."""
        root = seen.state
        asked = (type(root), bytes(plan.array))
        if self._asked != asked:
            room = MOST_NODES // self.threads
            actions = seen.game.rulebook.actions
            self._trees = [Tree(type(root), actions, room, self.seed, stream) for stream in range(self.threads)]
            self._asked = asked
            tree = self._trees[0]
            tree.start(root)
            tree.grow(plan, 1)  # loads the compiler before the clock starts
            tree.resume(root)
            keep_branch(tree.nodes, tree.nodes, 0, tree.counts.copy())
            for tree in self._trees:
                tree.start(root)
        else:
            for tree in self._trees:
                if not tree.resume(root):
                    tree.start(root)
        for tree in self._trees:
            tree.simulations = 0

    def _votes(self, seat: int) -> dict[int, tuple[int, int, float]]:
        """Returns, for each action that was thought of, how certain it is to win, how often it was tried and its mean."""
        votes: dict[int, tuple[int, int, float]] = {}
        for tree in self._trees:
            root = tree.nodes[0]
            for k in range(root.first, root.first + root.children):
                node = tree.nodes[k]
                sure = 0 if node.won == 0 else 1 if node.won == 1 << seat else -1 if not node.won >> seat & 1 else 0
                old = votes.get(node.action, (0, 0, 0.0))
                votes[node.action] = (old[0] or sure, old[1] + node.visits, old[2] + node.total)
        return votes

    def _best(self, seen: Position, seat: int) -> Move:
        votes = self._votes(seat)
        best = max(votes, key=lambda action: (votes[action][0], votes[action][1], votes[action][2]))
        return seen.move(best, seat)

    def _decide(self, seen: Position, seat: int, done: int, seconds: float) -> Decision:
        move = self._best(seen, seat)
        runs = max(1, sum(int(tree.counts[RUNS]) for tree in self._trees))
        totals = np.sum([tree.counts[RESULTS:] for tree in self._trees], axis=0)
        scale = 100.0 if seen.players == 1 else float(ONE)
        expected = tuple(float(totals[k]) / runs / scale for k in range(seen.players))
        return Decision(move, expected, tuple(self._line(seen, move)), done, seconds)

    def _line(self, seen: Position, move: Move) -> list[Move]:
        """Returns how the game may go on, as the tree that tried the move most sees it."""
        line = [move]
        position = seen
        best = None
        for tree in self._trees:
            for k in range(tree.nodes[0].first, tree.nodes[0].first + tree.nodes[0].children):
                node = tree.nodes[k]
                if node.action == move.action and (best is None or node.visits > best[0]):
                    best = node.visits, tree, k
        if best is None:
            return line
        _, tree, at = best
        while len(line) < 12:
            position = position.play(line[-1])
            node = tree.nodes[at]
            if node.children == 0 or node.seat == CHANCE or node.seat not in position.actors:
                return line
            at = max(range(node.first, node.first + node.children), key=lambda k: tree.nodes[k].visits)
            if tree.nodes[at].visits == 0:
                return line
            line.append(position.move(tree.nodes[at].action, node.seat))
        return line


class Run:
    """One question put to the trees: each grows in a thread of its own until time, simulations or patience are at an end."""

    def __init__(
        self,
        trees: list[Tree],
        plan: Records[Plan],
        began: float,
        seconds: float | None,
        simulations: int | None,
        cancelled: Cancelled | None,
    ) -> None:
        self.trees = trees
        self.plan = plan
        self.deadline = float("inf") if seconds is None else began + seconds
        self.simulations = simulations
        self.cancelled = cancelled or (lambda: False)
        self.stop = threading.Event()

    @property
    def done(self) -> int:
        """How many simulations have been run."""
        return sum(tree.simulations for tree in self.trees)

    def once(self) -> None:
        """Runs a single simulation: there is nothing to choose."""
        self.trees[0].grow(self.plan, 1)

    def finish(self, tell: Any) -> None:
        """Lets all trees grow to the end of the question, and tells now and then how far they are."""
        if len(self.trees) == 1:
            self._work(0)
            return
        with ThreadPoolExecutor(len(self.trees)) as pool:
            jobs = [pool.submit(self._work, k) for k in range(len(self.trees))]
            try:
                while wait(jobs, timeout=0.1).not_done:
                    tell(self.done)
            finally:
                self.stop.set()
            for job in jobs:
                job.result()

    def _share(self, k: int) -> int:
        """Returns how many simulations are for one tree."""
        if self.simulations is None:
            return 1 << 40
        return self.simulations // len(self.trees) + (k < self.simulations % len(self.trees))

    def _work(self, k: int) -> None:
        tree, left = self.trees[k], self._share(k)
        some, rate = 4, 0.0
        while left > 0 and not self.stop.is_set() and not self.cancelled():
            clock = time.perf_counter()
            if rate:
                some = max(1, min(4 * some, int(rate * min(SLICE, self.deadline - clock))))
            if clock >= self.deadline:
                return
            done = tree.grow(self.plan, min(some, left))
            rate = max(done, 1) / max(time.perf_counter() - clock, 1e-6)
            left -= done
            if done < min(some, left + done):
                self.stop.set()  # the winner is certain
                return
