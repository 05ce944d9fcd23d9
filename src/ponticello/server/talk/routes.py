"""What is said at a table, for its page and for programs."""

from __future__ import annotations

import math
from typing import Annotated, Any

from fastapi import APIRouter, Depends, HTTPException, Query, Request

from ponticello.engine.words import say
from ponticello.server.access.identity import server_of
from ponticello.server.api import shapes
from ponticello.server.api.routes import ACTING, Actor, terms, token
from ponticello.server.storage.guests import Guest
from ponticello.server.talk.lines import CHAT, EMOTE
from ponticello.server.talk.talk import Talk

router = APIRouter(prefix="/api", tags=["talk"], dependencies=[Depends(token)])

After = Annotated[int, Query(ge=0, le=shapes.MOST_LINE, description="Lines up to this one are left out.")]


async def all_talk(request: Request) -> Talk:
    """Returns what is said at all matches."""
    return server_of(request).talk


AllTalk = Annotated[Talk, Depends(all_talk)]


def hold_back(talk: Talk, guest: Guest, kind: str) -> None:
    """Refuses who says too much in too short a time."""
    if wait := talk.pause(guest, kind):
        raise HTTPException(429, say("that was too often; please wait a moment"), {"Retry-After": str(math.ceil(wait))})


@router.get("/matches/{id}/talk", response_model=shapes.TalkShown, **terms(400, 403, 404, 410))
async def read(request: Request, talk: AllTalk, id: str, guest: Actor, after: After = 0) -> dict[str, Any]:
    """Tells what was said at a match where you sit. Nobody else is told, and it is deleted soon after the end of the match."""
    return await talk.shown(await server_of(request).matches.open(id), guest, after)


@router.post("/matches/{id}/emote", response_model=shapes.TalkShown, **ACTING)
async def emote(talk: AllTalk, id: str, guest: Actor, wish: shapes.Emote) -> dict[str, Any]:
    """Gives the others at the table a sign."""
    hold_back(talk, guest, EMOTE)
    return await talk.say(id, guest, EMOTE, wish.emote, wish.seat)


@router.post("/matches/{id}/chat", response_model=shapes.TalkShown, **ACTING)
async def chat(talk: AllTalk, id: str, guest: Actor, wish: shapes.Chat) -> dict[str, Any]:
    """Writes a line to the others at the table, at matches that were not made in the lobby."""
    hold_back(talk, guest, CHAT)
    return await talk.say(id, guest, CHAT, wish.text, wish.seat)


@router.post("/matches/{id}/mute", response_model=shapes.TalkShown, **ACTING)
async def mute(talk: AllTalk, id: str, guest: Actor, wish: shapes.Mute) -> dict[str, Any]:
    """Mutes the others at the table for you. What they say meanwhile you never hear, and they do not know."""
    return await talk.mute(id, guest, wish.muted)
