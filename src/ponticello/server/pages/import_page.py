"""Records from elsewhere: pasted or uploaded, they become matches to be replayed and reviewed."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, Response
from starlette.datastructures import UploadFile

from ponticello.engine.errors import BadRecord, PonticelloError
from ponticello.engine.words import say
from ponticello.server.access.address import origin_of
from ponticello.server.access.failures import STATUS
from ponticello.server.access.identity import some_guest
from ponticello.server.matches.positions import bring
from ponticello.server.pages.render import render
from ponticello.server.pages.site import go
from ponticello.server.storage.guests import Guest

router = APIRouter(include_in_schema=False)
UNFIT = 422  # how a form is answered that has to be filled in otherwise


@router.get("/import")
async def form(request: Request) -> HTMLResponse:
    """Offers the form."""
    return await render(request, "import.html", record="", error="")


@router.post("/import")
async def import_record(
    request: Request, guest: Annotated[Guest, Depends(some_guest)], origin: Annotated[str | None, Depends(origin_of)]
) -> Response:
    """Makes a match of a record and shows its replay, or gives the form back with what is wrong."""
    record = ""
    try:
        record = await sent_record(request)
        table = await bring(request.app.state.server.matches, guest, record, origin)
    except PonticelloError as error:
        status = STATUS.get(type(error), UNFIT)
        return await render(request, "import.html", status=status, record=record, error=str(error))
    return go(f"/m/{table.id}/replay")


async def sent_record(request: Request) -> str:
    """Returns the record in a form: that of the file, if one is sent, else what was pasted."""
    async with request.form(max_files=1, max_fields=4) as fields:
        file = fields.get("file")
        if isinstance(file, UploadFile) and (content := await file.read()):
            try:
                return content.decode("utf-8-sig")
            except UnicodeDecodeError:
                raise BadRecord(say("this file is no record: it is not a text in UTF-8")) from None
        pasted = fields.get("record", "")
    return pasted.replace("\r\n", "\n") if isinstance(pasted, str) else ""
