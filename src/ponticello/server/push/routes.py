"""What a browser asks for to be told from afar, and the worker that tells it there."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Request, Response
from pydantic import BaseModel, Field

from ponticello.engine.words import say
from ponticello.server.access.identity import guest_in_person, server_of
from ponticello.server.errors import NobodyKnown, NotNow, NotYourSeat
from ponticello.server.pages.reader import language_of
from ponticello.server.pages.render import static_files
from ponticello.server.push.endpoints import LONGEST, POINT, SECRET, check_endpoint, read_key
from ponticello.server.storage.database import Guest
from ponticello.server.storage.turns import ALL, Device

SITE = re.compile(r"[a-z0-9-]{1,60}(\.[a-z0-9-]{1,60}){1,3}")

router = APIRouter(include_in_schema=False)


class PushRequest(BaseModel):
    """What a browser wants: to see what it is told, to be told, or not to be told any more, of a match or of all."""

    do: Literal["look", "tell", "stop"]
    endpoint: str = Field("", max_length=LONGEST)
    p256dh: str = Field("", max_length=100)
    auth: str = Field("", max_length=40)
    match: str = Field(ALL, max_length=20, pattern="^[A-Za-z0-9]*$")


@router.post("/push")
async def push(request: Request, wanted: PushRequest, guest: Annotated[Guest | None, Depends(guest_in_person)]) -> dict[str, Any]:
    """Does it; answers with the key that a browser needs, and with what this device is told of."""
    server = server_of(request)
    if guest is None:
        raise NobodyKnown(say("nobody is known by this cookie or token; sit down first"))
    if wanted.do == "stop":
        await server.storage.unwish(guest.id, wanted.endpoint, wanted.match)
        server.notices.forget(guest.id)
    elif not server.notices.is_on:
        raise NotNow(say("nobody is told from afar at this table; whoever runs it can change that"))
    elif wanted.do == "tell":
        await server.storage.wish(read_device(request, wanted, guest), await _own_match(request, wanted.match, guest))
        server.notices.forget(guest.id)
    told = await server.storage.wishes_of(guest.id, wanted.endpoint) if wanted.endpoint else []
    key = (await server.notices.sender()).public_key if server.notices.is_on else ""
    return {"key": key, "all": ALL in told, "matches": [match for match in told if match != ALL]}


def read_device(request: Request, wanted: PushRequest, guest: Guest) -> Device:
    """Returns the device that a browser says it is; refuses one that cannot be told."""
    server = server_of(request)
    check_endpoint(wanted.endpoint, local=server.settings.push_local)
    read_key(wanted.p256dh, POINT), read_key(wanted.auth, SECRET)
    site = request.url.hostname or ""
    return Device(
        guest=guest.id,
        endpoint=wanted.endpoint,
        p256dh=wanted.p256dh,
        auth=wanted.auth,
        language=language_of(request),
        site=site if SITE.fullmatch(site) else "",
        made=server.matches.now(),
    )


async def _own_match(request: Request, match: str, guest: Guest) -> str:
    """Returns the match that is meant; refuses one at which the guest does not sit."""
    if match != ALL and not (await server_of(request).matches.open(match)).seats_of(guest.id):
        raise NotYourSeat(say("you do not sit at this table"))
    return match


@router.get("/worker.js")
async def worker() -> Response:
    """Serves the worker at the root, so that it may serve all pages; browsers look for a newer one themselves."""
    return Response(static_files()["worker.js"], media_type="text/javascript", headers={"Cache-Control": "no-cache"})
