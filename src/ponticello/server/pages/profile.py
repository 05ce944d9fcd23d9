"""The profile: one's name and preferences, the link that brings them back, and tokens for programs."""

from __future__ import annotations

import secrets
from typing import Annotated, Any

from fastapi import APIRouter, Depends, HTTPException, Request, Response
from fastapi.responses import HTMLResponse

from ponticello.engine.errors import PonticelloError
from ponticello.engine.words import say
from ponticello.server.access.identity import guest_in_person, server_of
from ponticello.server.errors import TooMany
from ponticello.server.pages.reader import keep
from ponticello.server.pages.render import render
from ponticello.server.pages.site import go
from ponticello.server.storage.database import Guest
from ponticello.table.names import check_name

MOST_TOKENS = 20

router = APIRouter(include_in_schema=False)

Person = Annotated[Guest | None, Depends(guest_in_person)]


@router.get("/me")
async def profile(request: Request, person: Person, saved: bool = False) -> HTMLResponse:
    """Shows what a guest can change, and to somebody new what a name is for."""
    return await _show(request, person, saved=saved)


@router.post("/me")
async def change_profile(request: Request, person: Person) -> Response:
    """Does what one of the forms of the profile asks for. Somebody new becomes a guest by it."""
    fields = await request.form()
    wanted, identity = fields.get("do"), server_of(request).identity
    try:
        if wanted == "recovery":
            guest = person or await identity.welcome(request)
            return await _show(request, guest, recovery=await _new_recovery(request, guest))
        if wanted == "token":
            label = check_name(str(fields.get("label", "")).strip())
            guest = person or await identity.welcome(request)
            return await _show(request, guest, token=await _new_token(request, guest, label))
        if wanted == "revoke":
            if person is not None:
                await _revoke(request, person, str(fields.get("token", "")))
            return go("/me#tokens")
        name = check_name(str(fields.get("name", "")).strip())
        if person is None:
            await identity.welcome(request, name)
        else:
            await server_of(request).storage.rename(person.id, name)
            identity.forget(person.id)
    except PonticelloError as error:
        name = str(fields.get("name", person.name if person else ""))
        return await _show(request, person, status=422, name=name, error=str(error))
    response = go("/me?saved=1")
    keep(response, fields)
    return response


async def _new_recovery(request: Request, guest: Guest) -> str:
    code = secrets.token_urlsafe(24)
    await server_of(request).storage.set_recovery(guest.id, code)
    return str(request.url_for("recover", code=code))


async def _new_token(request: Request, guest: Guest, label: str) -> str:
    server = server_of(request)
    if len(await server.storage.tokens_of(guest.id)) >= MOST_TOKENS:
        raise TooMany(say("you have {most} tokens; revoke one that you no longer need", most=MOST_TOKENS))
    token = secrets.token_urlsafe(32)
    await server.storage.add_token(guest.id, token, label, server.matches.now())
    return token


async def _revoke(request: Request, guest: Guest, beginning: str) -> None:
    """Makes a token worthless here at once; other servers are told by the database."""
    server = server_of(request)
    if all(beginning != known for known, _, _ in await server.storage.tokens_of(guest.id)):
        return
    gone = await server.storage.remove_token(guest.id, beginning)
    server.identity.forget(guest.id)
    for hash in gone:
        server.hub.token_revoked(hash)


async def _show(request: Request, person: Guest | None, *, status: int = 200, **context: Any) -> HTMLResponse:
    tokens = await server_of(request).storage.tokens_of(person.id) if person else []
    name = person.name if person else ""
    shown = {"name": name, "error": "", "saved": False, "recovery": "", "token": "", **context}
    return await render(request, "me.html", status=status, known=person is not None, tokens=tokens, **shown)


@router.get("/recover/{code}")
async def recover(request: Request, code: str) -> HTMLResponse:
    """Asks whether to become the guest of a recovery link here. Only the answer changes anything: machines follow links too."""
    return await render(request, "recover.html", name=(await _recovered(request, code)).name)


@router.post("/recover/{code}")
async def recovered(request: Request, code: str) -> Response:
    """Makes the browser that of the guest of a recovery link."""
    server_of(request).identity.remember(request, await _recovered(request, code))
    return go("/games")


async def _recovered(request: Request, code: str) -> Guest:
    guest = await server_of(request).storage.guest_by_recovery(code)
    if guest is None:
        raise HTTPException(404)
    return guest
