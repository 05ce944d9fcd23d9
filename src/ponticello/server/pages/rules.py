"""The rules of the games as pages, from the same texts and pictures that the documentation is made of."""

from __future__ import annotations

import functools
import itertools
import re
from dataclasses import dataclass
from html import escape, unescape
from pathlib import Path
from typing import TYPE_CHECKING

from markupsafe import Markup

from ponticello.languages import ENGLISH
from ponticello.server.pages.render import picture

if TYPE_CHECKING:
    from markdown_it.token import Token

HERE = Path(__file__).resolve().parent.parent
DOCS = HERE / "docs" if (HERE / "docs").exists() else HERE.parents[2] / "docs"  # in an installed package, or in the repository

PICTURE = re.compile(r"<picture>\s*<source[^>]*>\s*(<img[^>]*>)\s*</picture>")
IMAGE = re.compile(r'<img src="\.\./pictures/([\w-]+)\.svg"[^>]*?alt="([^"]*)">')
HEAD = re.compile(r'<svg (.*?)class="(\w+) \w+-(?:light|dark|auto)" role="\w+"><title>.*?</title><desc>.*?</desc>', re.DOTALL)
STYLED = re.compile(r' style="[^"]*"')  # a page would not heed it and complain


@dataclass(frozen=True)
class RulesPage:
    """The rules of a game in one language."""

    title: str
    language: str
    contents: tuple[tuple[str, str], ...]  # the anchor and the heading of each section
    body: Markup


def drawing(name: str, words: str, theme: str) -> str:
    """Returns a picture of the documentation in a theme, described by the words of the text it stands in."""
    svg = (DOCS / "pictures" / f"{name}.svg").read_text(encoding="utf-8")
    head = rf'<svg \1class="\2 \2-{theme}" role="img" aria-label="{escape(unescape(words))}">'
    return f'<figure class="drawing">{STYLED.sub("", HEAD.sub(head, str(picture(svg)), count=1))}</figure>'


def anchor(heading: str) -> str:
    """Returns the name under which a heading can be linked to.

    >>> anchor("L'idée, en bref")
    'l-idée-en-bref'
    """
    return "-".join(re.findall(r"\w+", heading.lower()))


def _plain_links(tokens: list[Token]) -> list[Token]:
    """Returns the tokens of a line without its links to other texts, which have no page here."""
    kept, inside = [], False
    for token in tokens:
        if token.type == "link_open" and not str(token.attrs.get("href", "")).startswith(("http", "#")):
            inside = True
        elif token.type == "link_close" and inside:
            inside = False
        else:
            kept.append(token)
    return kept


def _without_empty_heads(tokens: list[Token]) -> list[Token]:
    """Returns the tokens without the heads of tables that say nothing."""
    kept: list[Token] = []
    for token in tokens:
        kept.append(token)
        if token.type == "thead_close":
            start = max(k for k, earlier in enumerate(kept) if earlier.type == "thead_open")
            if not any(part.type == "inline" and part.content for part in kept[start:]):
                del kept[start:]
    return kept


@functools.cache
def rules_page(name: str, code: str, theme: str) -> RulesPage | None:
    """Returns the rules of a game in a language, or in English where nobody has written them in that one; else nothing."""
    path = DOCS / "rules" / f"{name}.{code}.md"
    if not path.exists():
        path, code = DOCS / "rules" / f"{name}.{ENGLISH}.md", ENGLISH
    if not path.exists():
        return None
    from markdown_it import MarkdownIt  # not needed for the first page

    markdown = MarkdownIt("commonmark", {"html": True}).enable("table")
    heading, translation, text = path.read_text(encoding="utf-8").split("\n\n", 2)
    assert translation.startswith("["), f"{path.name} should begin with its title and a link to its other language"
    tokens = _without_empty_heads(markdown.parse(text))
    contents = []
    for token, following in itertools.pairwise(tokens):
        if token.type == "inline":
            token.children = _plain_links(token.children or [])
        if token.type == "heading_open" and token.tag == "h2":
            token.attrSet("id", anchor(following.content))
            contents.append((anchor(following.content), following.content))
    body = markdown.renderer.render(tokens, markdown.options, {})
    body = IMAGE.sub(lambda image: drawing(image[1], image[2], theme), PICTURE.sub(r"\1", body))
    return RulesPage(heading.removeprefix("# "), code, tuple(contents), Markup(body))
