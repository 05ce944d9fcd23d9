"""The trees of one player, one for each core, and how they are kept growing for as long as a question may take."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass

import numpy as np

from ponticello.engine.dice import Dice, new_dice, next_word
from ponticello.engine.native import interpreted
from ponticello.engine.record import Record, Records
from ponticello.players.net import Net
from ponticello.players.net_tree import Leaves, gather
from ponticello.players.node import NO_SEAT, UNCERTAIN, Node
from ponticello.players.player import Cancelled
from ponticello.players.tree import CARDS, COUNTS, DEEPEST, RESULTS, RUNS, USED, find_branch, grow, keep_branch
from ponticello.players.verdict import SEATS, Plan

SLICE = 0.008  # seconds that a tree grows before it looks at the clock
PATIENCE = 0.02  # seconds between two looks at whether the question was withdrawn
REUSE_DEPTH = 6  # actions that may have been played since the last question, for its trees to be of use
MOST_NODES = 1_500_000  # of all trees together
MOST_NODES_BY_NET = 4_000_000  # since every position that a net is asked about gets its actions at once
TRIAL_NODES = 1000


class Tree:
    """What one core has tried so far, and the room it works in."""

    def __init__(self, kind: type[Record], actions: int, room: int, seed: int, stream: int, net: Net | None = None) -> None:
        self.leaves = None if net is None else Leaves(net, kind)  # where a net judges positions
        self.nodes = Records(Node, np.zeros(room, Node.dtype))
        self.spare = Records(Node, np.zeros(room, Node.dtype))  # where the branch that is kept moves to
        self.states = Records(kind, np.zeros(REUSE_DEPTH + 1, kind.dtype))
        self.marks = np.zeros(actions, np.int8)
        self.path = np.zeros(DEEPEST + 2, np.int64)
        self.results = np.zeros(SEATS, np.int64)
        self.counts = np.zeros(COUNTS, np.int64)
        self.played = np.zeros(SEATS * actions, np.int64)
        self.dice = Records(Dice, np.concatenate([new_dice(seed, 2 * stream).array, new_dice(seed, 2 * stream + 1).array]))
        self.simulations = 0  # since the last question

    def start(self, root: Record) -> None:
        """Forgets everything but the position to think about."""
        self.states[0] = root
        self.nodes[0] = Node()
        self.nodes[0].seat = NO_SEAT
        self.nodes[0].floor = UNCERTAIN
        self._count_anew(1)

    def turn_to(self, root: Record) -> None:
        """Keeps what was tried below a position, if it was thought of; otherwise starts with it."""
        self.simulations = 0
        seen = self.states.array.view(np.uint8)
        wanted = np.frombuffer(bytes(root), np.uint8)
        next_child = np.zeros(REUSE_DEPTH + 1, np.int64)
        branch = find_branch(self.states, wanted, seen, self.nodes, next_child, self.path, REUSE_DEPTH, len(wanted))
        if branch < 0:
            self.start(root)
        elif branch > 0:
            used = keep_branch(self.nodes, self.spare, branch)
            self.nodes, self.spare = self.spare, self.nodes
            self.states[0] = root
            self._count_anew(used)

    def _count_anew(self, used: int) -> None:
        self.counts[:] = 0
        self.counts[USED] = used
        self.counts[CARDS] = next_word(self.dice[0])
        self.played[:] = 0

    def grow(self, plan: Records[Plan], simulations: int, most: int | None = None) -> int:
        """Runs simulations and returns how many; fewer only if the winner is certain.

        Where a net is asked about several positions at once there may be some more, but never more than `most`: so it does not
        matter in how many parts a tree is grown.
        """
        if self.leaves is None:
            room = (self.marks, self.path, self.results, self.counts, self.played)
            done = grow(self.states, plan, self.nodes, self.dice, *room, simulations)
        else:
            if self.nodes[0].children == 0:
                self.leaves.ask(self, plan, 1)  # about the position itself, before anything is tried in it
            done, before = 0, int(self.counts[RUNS])
            while done < simulations and self.nodes[0].won == 0:
                self.leaves.ask(self, plan, (simulations if most is None else most) - done)
                done = int(self.counts[RUNS]) - before
        self.simulations += done
        return done

    def keep_only(self, plan: Records[Plan], action: int) -> None:
        """Leaves one action to try in a position that has not been thought about, as if nothing else were legal."""
        self.grow(plan, 1)  # so that its actions are in the tree
        root = self.nodes[0]
        place = root.first + int(np.flatnonzero(self.children["action"] == action)[0])
        root.first, root.children = place, 1
        for node in (root, self.nodes[place]):
            node.visits = node.total = node.later_visits = node.later_total = 0
        root.won, root.floor = 0, UNCERTAIN
        cards = self.counts[CARDS]
        self._count_anew(self.counts[USED])
        self.counts[CARDS] = cards  # whichever action it is, with the same seed it meets the same
        self.simulations = 0

    @property
    def children(self) -> np.ndarray:
        """The actions of the position, as the tree knows them."""
        root = self.nodes[0]
        return self.nodes.array[root.first : root.first + root.children]


@dataclass
class Vote:
    """What several trees know of an action."""

    won: int = 0  # who certainly wins after it (see Node); 0 if that is not certain
    visits: int = 0
    mean: float = 0.0  # of the results; alone, where a tree is certain, what it is certain of

    def count(self, node: np.void, *, alone: bool) -> None:
        """Takes in what one more tree knows."""
        won, visits = int(node["won"]), int(node["visits"])
        if alone and won:
            self.mean = float(node["floor"])
        elif visits and not (alone and self.won):
            self.mean += (int(node["total"]) / visits - self.mean) * visits / (self.visits + visits)
        self.won = self.won or won
        self.visits += visits


class ParallelSearch:
    """Trees that think about the same position, each by itself; together they decide."""

    def __init__(
        self, kind: type[Record], actions: int, plan: Records[Plan], count: int, seed: int, net: Net | None = None
    ) -> None:
        self.kind = kind
        self.actions = actions
        self.plan = plan
        self.net = net
        room = (MOST_NODES if net is None else MOST_NODES_BY_NET) // count
        self.trees = [Tree(kind, actions, room, seed, stream, net) for stream in range(count)]

    def is_for(self, kind: type[Record], plan: Records[Plan], net: Net | None) -> bool:
        """Tells whether these trees were made for such a game, seat, mind and net."""
        return self.kind is kind and self.net is net and self.plan.array.tobytes() == plan.array.tobytes()

    def turn_to(self, root: Record) -> None:
        """Makes the trees ready for a position. All that is compiled is loaded now, before a clock runs, with a tree that is not
        used again: what is decided must not depend on whether this is the first question."""
        for tree in self.trees:
            tree.turn_to(root)
        growing = grow if self.net is None else gather
        if not interpreted() and not growing.is_ready(self.kind, Plan, Node, Dice):
            trial = Tree(self.kind, self.actions, TRIAL_NODES, 0, 0, self.net)
            trial.start(root)
            trial.grow(self.plan, 1)
            keep_branch(trial.nodes, trial.spare, 0)

    def _votes(self) -> dict[int, Vote]:
        """Returns what the trees together know of each action."""
        votes: dict[int, Vote] = {}
        for tree in self.trees:
            for node in tree.children:
                votes.setdefault(int(node["action"]), Vote()).count(node, alone=self.plan[0].seats == 1)
        return votes

    def best_action(self, seat: int) -> int:
        """Returns a certain victory, else the action that was tried most and is not certainly lost.

        Alone, what is settled is not tried any more: so the settled actions and the one that was tried most of the others are
        compared by what they promise.
        """
        votes = self._votes()
        if self.plan[0].seats == 1:
            most = max((vote.visits for vote in votes.values() if not vote.won), default=0)
            final = [action for action, vote in votes.items() if vote.won or vote.visits == most > 0]
            return max(final, key=lambda action: votes[action].mean)

        def merit(action: int) -> tuple[int, int, float]:
            vote = votes[action]
            sure = 1 if vote.won == 1 << seat else -1 if vote.won and not vote.won >> seat & 1 else 0
            return sure, vote.visits, vote.mean

        return max(votes, key=merit)

    def lead(self) -> int:
        """Returns how many more tries the action tried most has than the next, all trees together."""
        tries = np.zeros(self.actions, np.int64)
        for tree in self.trees:
            tries[tree.children["action"]] += tree.children["visits"]
        second, first = np.partition(tries, -2)[-2:]
        return int(first - second)

    @property
    def is_settled(self) -> bool:
        """Whether a tree has looked at all that can follow from the position, as far as that could matter."""
        return any(tree.nodes[0].won != 0 for tree in self.trees)

    def promise(self, action: int) -> tuple[int, float]:
        """Returns who certainly wins after an action, 0 if nobody does, and the mean result of whoever plays it."""
        vote = self._votes()[action]
        return vote.won, vote.mean

    def mean_results(self) -> list[float]:
        """Returns the mean result of every seat over all simulations."""
        totals = np.sum([tree.counts[RESULTS:] for tree in self.trees], axis=0)
        runs = max(1, sum(int(tree.counts[RUNS]) for tree in self.trees))
        return [float(total) / runs for total in totals]

    def main_line(self, action: int, most: int) -> list[tuple[int, int]]:
        """Returns what is tried most after an action, as seats and actions, in the tree that tried that action most."""
        tree = max(self.trees, key=lambda tree: max(tree.children["visits"][tree.children["action"] == action], default=-1))
        line: list[tuple[int, int]] = []
        at = 0
        while len(line) < most and tree.nodes[at].children > 0:
            node = tree.nodes[at]
            children = tree.nodes.array[node.first : node.first + node.children]
            tried = children["visits"] if line else children["visits"] + (children["action"] == action) * (1 << 40)
            best = int(np.argmax(tried))
            if line and children["visits"][best] == 0:
                break
            line.append((node.seat, int(children["action"][best])))
            at = node.first + best
        return line


class Run:
    """One question put to the trees: each grows in a thread of its own until time, simulations or patience are at an end."""

    def __init__(self, search: ParallelSearch, seconds: float | None, simulations: int | None) -> None:
        self.search = search
        self.began = time.perf_counter()
        self.deadline = float("inf") if seconds is None else self.began + seconds
        self.simulations = simulations
        self.stopped = False

    @property
    def done(self) -> int:
        """How many simulations have been run."""
        return sum(tree.simulations for tree in self.search.trees)

    @property
    def passed(self) -> float:
        """The seconds since the question was put."""
        return time.perf_counter() - self.began

    def finish(self, tell: Callable[[], None] | None, cancelled: Cancelled | None, *, thorough: bool = False) -> None:
        """Lets all trees grow to the end of the question; tells now and then how far they are, and asks whether to go on.

        Unless it must be thorough, it is also over when no other action could be tried as often as the first in the time left.
        """
        trees = self.search.trees
        if self.simulations is not None and (self.simulations == 1 or (len(trees) == 1 and tell is None and cancelled is None)):
            self._work(0)
            return
        with ThreadPoolExecutor(len(trees)) as pool:
            told = 0.0
            try:  # from the first tree on: Ctrl-C may come at any moment, and the pool waits for all that grows
                jobs = [pool.submit(self._work, k) for k in range(len(trees))]
                while wait(jobs, timeout=PATIENCE).not_done:
                    if (cancelled is not None and cancelled()) or (not thorough and self._is_decided()):
                        break
                    if tell is not None and self.done and self.passed - told > 5 * PATIENCE:
                        told = self.passed
                        tell()
            finally:
                self.stopped = True
            for job in jobs:
                job.result()

    def _is_decided(self) -> bool:
        """Tells whether the time left is too short for any action to catch up with the one tried most."""
        passed = self.passed
        if self.simulations is not None or passed < 5 * PATIENCE:
            return False
        return self.search.lead() > self.done / passed * (self.deadline - self.began - passed)

    def _work(self, k: int) -> None:
        """Grows one tree, a slice of time after another. There is always a first simulation, so that there is an answer."""
        tree, left = self.search.trees[k], self._part(k)
        some = 1
        while left > 0:
            clock = time.perf_counter()
            some = min(some, left)
            done = tree.grow(self.search.plan, some, left)
            left -= done
            now = time.perf_counter()
            if done < some:  # the winner is certain
                if self.simulations is None:
                    self.stopped = True
                return
            if self.stopped or now >= self.deadline:
                return
            rate = done / max(now - clock, 1e-6)
            some = max(1, min(4 * some, int(rate * min(SLICE, self.deadline - now))))

    def _part(self, k: int) -> int:
        """Returns how many simulations are for one tree."""
        if self.simulations is None:
            return 1 << 60
        count = len(self.search.trees)
        return self.simulations // count + (k < self.simulations % count)
