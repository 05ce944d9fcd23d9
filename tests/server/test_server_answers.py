"""Who asks sees the answer, and so does who has given it; and a rematch says for whom it waits."""

from __future__ import annotations

from pathlib import Path

from ponticello.engine.words import speaking
from ponticello.languages import language
from ponticello.server.matches import permissions
from ponticello.server.matches.answers import answer_note
from ponticello.server.matches.rows import Act, Kind
from ponticello.server.matches.table import Table
from ponticello.table.match import ONLOOKER
from tests.server.served import TWO, running, settings
from tests.server.tables import MINUTE, a_table, after_turns


def notes(table: Table) -> list[str]:
    """Returns what everybody reads, an onlooker first."""
    return [answer_note(table, viewer) for viewer in range(ONLOOKER, len(table.seats))]


def asked(game: str = "ponte", players: int = 2) -> Table:
    """Returns a table at which the first to move asks for that move back."""
    table = a_table(game, players, MINUTE)
    (first,) = table.actors
    table = after_turns(table, (first, 10))
    assert notes(table) == [""] * (players + 1)
    return table.after(permissions.ask(table, first), 11)


def answered(table: Table, seat: int, agree: bool) -> Table:
    for act in permissions.answer(table, seat, agree):
        table = table.after(act, 12)
    return table


def test_a_refusal_is_seen_until_the_next_move() -> None:
    table = answered(asked(), 1, False)
    assert notes(table) == [
        "P1 would rather not take it back; the move stays.",
        "P1 would rather not take it back; your move stays.",
        "You have declined; P0's move stays.",
    ]
    with speaking(language("fr")):
        assert notes(table)[1] == "P1 préfère que non ; votre coup reste."
    table = table.after(Act(Kind.LEAVE, 0), 13).after(Act(Kind.RETURN, 0), 14)
    assert notes(table)[1], "whatever else happens, it stays"
    assert notes(after_turns(table, (1, 20))) == ["", "", ""]


def test_so_is_an_agreement() -> None:
    assert notes(answered(asked(), 1, True)) == [
        "P1 agrees; the move is taken back.",
        "P1 agrees; your move is taken back.",
        "You have agreed; P0's move is taken back.",
    ]


def test_of_several_who_are_asked_those_are_named_who_have_not_answered() -> None:
    table = answered(asked("skybridge", 4), 2, True)  # P3 begins
    assert set(notes(table)) == {"P2 agrees. The take-back waits for P0 and P1."}
    assert notes(answered(table, 1, False))[-1] == "P1 would rather not take it back; your move stays."


def test_who_moves_instead_of_answering_has_answered() -> None:
    assert notes(after_turns(asked(), (1, 20))) == ["", "P1 has moved on without an answer; your move stays.", ""]


def test_after_the_end_nobody_minds() -> None:
    assert notes(answered(asked(), 1, False).after(Act(Kind.RESIGN, 0), 15)) == ["", "", ""]


def test_a_rematch_waits_for_certain_people_by_name(tmp_path: Path) -> None:
    with running(settings(tmp_path)) as server, server.client() as client:
        ann, bo, cy, dee = (server.guest(name) for name in ("Ann", "Bo", "Cy", "Dee"))
        seats = [*TWO, {"kind": "link"}]
        made = client.post("/api/matches", json={"game": "skybridge", "seats": seats}, headers=ann.bearer).json()
        assert made["message"] == "Waiting for 2 players"
        here = f"/api/matches/{made['id']}"
        for guest in (bo, cy):
            client.post(f"{here}/join", headers=guest.bearer).raise_for_status()
        for guest in (bo, cy):
            client.post(f"{here}/resign", headers=guest.bearer).raise_for_status()
        next_ = client.post(f"{here}/rematch", headers=ann.bearer).raise_for_status().json()
        assert next_["message"] == "Waiting for Bo and Cy"
        assert [seat["expects"] for seat in next_["seats"]] == ["Bo", "Cy", ""]
        old, new = f"/m/{made['id']}", f"/m/{next_['id']}"
        for guest in (bo, cy):
            page = client.get(old, headers=guest.cookies).text
            assert "Ann would like to play again." in page
            assert 'data-do="rematch">Join the rematch' in page
        for headers in (ann.cookies, dee.cookies, {}):
            assert "Join the rematch" not in client.get(old, headers=headers).text
        assert "waiting for Bo" in client.get(new, headers=ann.cookies).text
        assert "There is a seat for you" in client.get(new, headers=cy.cookies).text
        assert "This seat is kept for Bo" in client.get(new, headers=dee.cookies).text
        # Who was here before has the seat that is kept, whoever comes first; and the link may be given away.
        shot = client.post(f"{here}/rematch", headers=cy.bearer).raise_for_status().json()
        assert (shot["you"], shot["message"]) == ([1], "Waiting for Bo")
        shot = client.post(f"/api/matches/{next_['id']}/join", headers=dee.bearer).raise_for_status().json()
        assert (shot["you"], shot["status"]) == ([0], "playing")
        assert [seat["name"] for seat in shot["seats"]] == ["Dee", "Cy", "Ann"]
        assert "expects_guest" not in str(shot)
        for secret in (ann.id, bo.id, cy.id):
            assert secret not in str(shot)
