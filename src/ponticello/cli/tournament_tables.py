"""How a tournament stands, as tables: the ratings, and what each scored against each."""

from __future__ import annotations

from rich import box
from rich.console import Console
from rich.table import Table

from ponticello.arena import Row, Standings
from ponticello.cli.console import print_text
from ponticello.engine.words import count, listed, mark, say

PLAYER, GAMES, PER_MOVE = mark("Player"), mark("Games"), mark("s/move")
MOST_COLUMNS = 12  # players in a cross table that still fits on a screen


def print_standings(console: Console, standings: Standings) -> None:
    """Prints the tables and what must be known to read them."""
    if not standings.results:
        print_text(console, say("No game has been played."))
        return
    console.print(solo_table(standings) if standings.solo else rating_table(standings))
    if 2 <= len(standings.names) <= MOST_COLUMNS:
        console.print(cross_table(standings))
    swept = {strong: [b for a, b in standings.one_sided if a == strong] for strong, _ in standings.one_sided}
    if swept:
        pairs = "; ".join(say("{strong} against {weak}", strong=strong, weak=listed(weak)) for strong, weak in swept.items())
        print_text(console, say("Where one side has won everything the ratings may be any further apart: {pairs}.", pairs=pairs))
    for player, why, times in standings.forfeits:
        lost = count(times, "game")
        print_text(console, say("{player} forfeited {games}: {reason}", player=player, games=lost, reason=why))
    if not standings.solo and all(row.skill is None for row in standings.rows):
        print_text(console, say("For ratings by OpenSkill: pip install 'ponticello[arena]'"))


def new_table(*headings: str) -> Table:
    """Returns an empty table, the players at the left and numbers at the right of their columns."""
    table = Table(box=box.SIMPLE_HEAD, collapse_padding=True, pad_edge=False)
    for heading in headings:
        if heading == PLAYER:
            table.add_column(say(heading), min_width=10, max_width=30, overflow="fold")
        else:
            table.add_column(say(heading), justify="right", no_wrap=True)
    return table


def rating_table(standings: Standings) -> Table:
    """Returns the table of a tournament."""
    skilled = any(row.skill is not None for row in standings.rows)
    headings = "#", PLAYER, GAMES, mark("W/D/L"), mark("Score"), "Elo", "OpenSkill", mark("Points"), PER_MOVE
    table = new_table(*(heading for heading in headings if skilled or heading != "OpenSkill"))
    for place, row in enumerate(standings.rows, start=1):
        skill = [] if not skilled else [with_error(*row.skill, digits=1) if row.skill else "-"]
        table.add_row(
            str(place),
            row.player,
            str(row.games),
            f"{row.wins}/{row.draws}/{row.losses}",
            "-" if row.score is None else f"{100 * row.score:.1f} %",
            elo(row, standings),
            *skill,
            number(row.points, 1),
            seconds(row.seconds),
        )
    return table


def solo_table(standings: Standings) -> Table:
    """Returns the table of games alone."""
    table = new_table("#", PLAYER, GAMES, say(standings.tournament.table.rulebook.unit).capitalize(), PER_MOVE)
    for place, row in enumerate(standings.rows, start=1):
        points = "-" if row.points is None else with_error(row.points, row.points_error, digits=2)
        table.add_row(str(place), row.player, str(row.games), points, seconds(row.seconds))
    return table


def cross_table(standings: Standings) -> Table:
    """Returns what each scored against each, in per cent, or alone how many points it made more."""
    order = [row.player for row in standings.rows]
    table = new_table(PLAYER, *(str(k + 1) for k in range(len(order))))
    table.columns[0].header = say("Points more than") if standings.solo else say("Score against")
    for place, player in enumerate(order, start=1):
        cells = []
        for other in order:
            score = standings.score(player, other)
            if player == other or not score.games:
                cells.append("")
            elif standings.solo:
                mean, error, _ = standings.lead(player, other)
                cells.append(with_error(mean, error, digits=2, sign="+"))
            else:
                cells.append(with_error(100 * score.mean, score.error and 100 * score.error, digits=0) + " %")
        table.add_row(f"{place} {player}", *cells)
    return table


def elo(row: Row, standings: Standings) -> str:
    """Returns a rating as the table shows it; the one that all others are measured against has no error."""
    if row.elo is None:
        return "-"
    return "0" if row.player == standings.anchor else with_error(row.elo, row.elo_error, digits=0, sign="+")


def with_error(value: float, error: float | None, digits: int, sign: str = "") -> str:
    """Returns a number and how sure it is."""
    return f"{value:{sign}.{digits}f} ±{'?' if error is None else f'{error:.{digits}f}'}"


def number(value: float | None, digits: int) -> str:
    """Returns a number, or a stroke where there is none."""
    return "-" if value is None else f"{value:.{digits}f}"


def seconds(value: float | None) -> str:
    """Returns a time: a short one with more digits."""
    return "-" if value is None else f"{value:.2f}" if value >= 0.1 else f"{value:.4f}"
