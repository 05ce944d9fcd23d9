"""The profile: one's name and preferences, the link that brings them back, and tokens for programs."""

from __future__ import annotations

import secrets
from typing import Any

from fastapi import APIRouter, HTTPException, Request, Response
from fastapi.responses import HTMLResponse

from ponticello.engine.errors import PonticelloError
from ponticello.engine.words import say
from ponticello.server.access.identity import server_of
from ponticello.server.errors import TooMany
from ponticello.server.pages.reader import keep
from ponticello.server.pages.render import render
from ponticello.server.pages.site import Somebody, go
from ponticello.server.storage.database import Guest
from ponticello.table.names import check_name

MOST_TOKENS = 20

router = APIRouter(include_in_schema=False)


@router.get("/me")
async def profile(request: Request, guest: Somebody, saved: bool = False) -> HTMLResponse:
    """Shows what a guest can change."""
    return await _show(request, guest, saved=saved)


@router.post("/me")
async def change_profile(request: Request, guest: Somebody) -> Response:
    """Does what one of the forms of the profile asks for."""
    fields = await request.form()
    wanted, storage = fields.get("do"), server_of(request).storage
    try:
        if wanted == "recovery":
            code = secrets.token_urlsafe(24)
            await storage.set_recovery(guest.id, code)
            return await _show(request, guest, recovery=str(request.url_for("recover", code=code)))
        if wanted == "token":
            token = await _new_token(request, guest, str(fields.get("label", "")).strip())
            return await _show(request, guest, token=token)
        if wanted == "revoke":
            if any(beginning == fields.get("token") for beginning, _, _ in await storage.tokens_of(guest.id)):
                await storage.remove_token(guest.id, str(fields["token"]))
                server_of(request).identity.forget(guest.id)
            return go("/me#tokens")
        name = check_name(str(fields.get("name", "")).strip())
        await storage.rename(guest.id, name)
        server_of(request).identity.forget(guest.id)
    except PonticelloError as error:
        return await _show(request, guest, status=422, name=str(fields.get("name", guest.name)), error=str(error))
    response = go("/me?saved=1")
    keep(response, fields)
    return response


async def _new_token(request: Request, guest: Guest, label: str) -> str:
    server = server_of(request)
    label = check_name(label)
    if len(await server.storage.tokens_of(guest.id)) >= MOST_TOKENS:
        raise TooMany(say("you have {most} tokens; revoke one that you no longer need", most=MOST_TOKENS))
    token = secrets.token_urlsafe(32)
    await server.storage.add_token(guest.id, token, label, server.matches.now())
    return token


async def _show(request: Request, guest: Guest, *, status: int = 200, **context: Any) -> HTMLResponse:
    tokens = await server_of(request).storage.tokens_of(guest.id)
    shown = {"name": guest.name, "error": "", "saved": False, "recovery": "", "token": "", **context}
    return await render(request, "me.html", status=status, tokens=tokens, **shown)


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
