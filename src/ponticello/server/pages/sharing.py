"""What is offered for sharing a match: the addresses of its pictures, what its link says elsewhere, and how it is embedded."""

from __future__ import annotations

from html import escape
from urllib.parse import urlencode

from fastapi import Request

from ponticello.server.access.identity import server_of
from ponticello.server.matches.facts import OVER
from ponticello.server.pages.cards import HEIGHT, WIDTH
from ponticello.server.pages.moments import Moment, headline, news


class Sharing:
    """The addresses of a match's pictures, as they are on a page; and what is said of it elsewhere."""

    def __init__(self, request: Request, seen: Moment, code: str) -> None:
        self._site = str(request.url.replace(path="", query="")).rstrip("/")
        self._table, self._seen, self._code = seen.table, seen, code
        self.is_able = server_of(request).pictures.is_able
        self.is_begun = seen.table.match is not None
        self.title, self.description = headline(seen.table), news(seen.table)
        self.size = WIDTH, HEIGHT

    def address(self, name: str, *, moment: bool = True) -> str:
        """Returns the address of a picture at this site: of this moment, or of the whole match."""
        wishes = [("move", self._seen.number)] if moment else []
        asked = [*wishes, ("view", self._seen.view), ("language", self._code)]
        return f"/m/{self._table.id}/{name}?{urlencode([(key, value) for key, value in asked if value != ''])}"

    @property
    def preview(self) -> str:
        """The whole address of the picture that the link is shown with."""
        return self._site + self.address("preview.png")

    @property
    def embedding(self) -> str:
        """What to write into another page to show the match there."""
        address = f"{self._site}/embed/{self._table.id}"
        if self._table.status != OVER or self._seen.number < len(self._seen.turns):
            address += f"?move={self._seen.number}"
        return f'<iframe src="{address}" title="{escape(self.title)}" width="480" height="640" loading="lazy"></iframe>'
