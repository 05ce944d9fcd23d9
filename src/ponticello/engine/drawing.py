"""The little that every picture needs: SVG elements as text, and a document that knows light and dark."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from html import escape
from string import Template
from typing import TypeVarTuple, Unpack

from ponticello.engine.words import spoken

THEMES = ("light", "dark", "auto")
UNCONFIRMED = "turn"  # the pick that tells a picture: the last turn is complete, but not confirmed
GHOSTED = "ghosted"  # the class of a picture whose last turn was never played

# How such a picture shows its last turn, whatever the game: what was laid is pale, the marks around it are dashed, and where a
# piece grows into what lies there already, its copy for the flight stands for it.
GHOST_CSS = """
[data-last]{opacity:.55}
[data-last="mark"]{opacity:1;stroke-dasharray:7 5}
[data-last="cover"]{opacity:1;visibility:visible}
[data-last="flight"]{visibility:visible}
"""

Palette = Mapping[str, tuple[str, str]]  # a colour's name -> (by day, by night)

Arguments = TypeVarTuple("Arguments")


def drawn_once(draw: Callable[[Unpack[Arguments]], str]) -> Callable[[Unpack[Arguments]], str]:
    """Keeps what a function draws, in each language: for parts that look the same at the next drawing of a board.

    The arguments must say all that the part depends on, and so be small plain values rather than a position.
    """
    kept: Callable[..., str] = functools.lru_cache(maxsize=1 << 13)(lambda _, *args: draw(*args))

    @functools.wraps(draw)
    def drawn(*args: *Arguments) -> str:
        return kept(spoken(), *args)

    return drawn


@functools.lru_cache(maxsize=1 << 15, typed=True)  # boards are drawn again and again, with the same few thousand places
def number(value: float) -> str:
    """Returns a number as short as a picture needs it."""
    return f"{value + 0.0:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)  # -0.0 is 0


def element(tag: str, *children: str, **attributes: object) -> str:
    """Returns an SVG element. In attribute names a trailing underscore is dropped and the others become hyphens.

    Attributes that are None are left out. Children are SVG already; use `label` for text.

    >>> element("g", element("circle", r=1.5), class_="buoy", data_move="a1")
    '<g class="buoy" data-move="a1"><circle r="1.5"/></g>'
    """
    head = opening(tag, **attributes)
    return f"{head}>{''.join(children)}</{tag}>" if children else f"{head}/>"


@functools.lru_cache(maxsize=1 << 14, typed=True)  # of the elements of a board most are where they were at its last drawing
def opening(tag: str, **attributes: object) -> str:
    """Returns how an element begins, with its attributes."""
    words = [f"<{tag}"]
    for name, value in attributes.items():
        if value is not None:
            text = number(value) if isinstance(value, int | float) else str(value)
            words.append(f'{name.rstrip("_").replace("_", "-")}="{escape(text)}"')
    return " ".join(words)


def path(d: str, **attributes: object) -> str:
    """Returns a path through much of a board: of those, each has a way of its own, which is not worth keeping."""
    return f'{opening("path", **attributes)} d="{d}"/>'


def label(text: str, **attributes: object) -> str:
    """Returns a text element."""
    return element("text", escape(text, quote=False), **attributes)


def polygon(points: Iterable[tuple[float, float]], **attributes: object) -> str:
    """Returns a polygon through points."""
    return element("polygon", points=" ".join(f"{number(x)},{number(y)}" for x, y in points), **attributes)


@dataclass(frozen=True, eq=False)
class Style:
    """The look of one kind of picture. `css` has one rule a line, with one selector (use :is() for more), and names colours as
    $name."""

    name: str
    css: str
    palette: Palette

    @functools.cache  # noqa: B019 (a style lives as long as the game it belongs to)
    def css_for(self, theme: str) -> str:
        """Returns the rules for a theme: light, dark, or auto, which follows the reader's device.

        A class keeps every rule inside pictures of this style and theme, so that pictures can share a page. The last rules are
        for pictures with a ghost.
        """
        if theme not in THEMES:
            raise ValueError(f"there is no theme {theme!r}; choose one of: {', '.join(THEMES)}")
        own = f".{self.name}-{theme}"
        scoped = _scoped(own, self.css)
        day, night = (Template(scoped).substitute({key: pair[k] for key, pair in self.palette.items()}) for k in (0, 1))
        css = {"light": day, "dark": night, "auto": f"{day}\n@media (prefers-color-scheme:dark){{\n{night}\n}}"}[theme]
        return f"{css}\n{_scoped(f'{own}.{GHOSTED}', GHOST_CSS)}"


def _scoped(within: str, css: str) -> str:
    return "\n".join(f"{within} {line.strip()}" for line in css.splitlines() if line.strip())


def ghosted(svg: str) -> str:
    """Returns a picture with its last turn as a ghost: what carries `data-last` could have been played, but was not.

    >>> ghosted('<svg class="pond pond-dark" role="img"></svg>')
    '<svg class="pond pond-dark ghosted" role="img"></svg>'
    """
    before, attribute, rest = svg.partition(' class="')
    classes, quote, after = rest.partition('"')
    return f"{before}{attribute}{classes} {GHOSTED}{quote}{after}"


def emblem(style: Style, theme: str, *parts: str, words: str, width: float = 24) -> str:
    """Returns a small sign, 24 high, in the style of a game's pictures: a colour and a shape that somebody plays with."""
    return element(
        "svg",
        element("title", escape(words, quote=False)),
        element("style", style.css_for(theme)),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} 24",
        width=width,
        height=24,
        class_=f"{style.name} {style.name}-{theme}",
        role="img",
    )


def part(kind: str, box: tuple[float, float, float, float], *drawn: str, least: float | None = None) -> str:
    """Returns a part of a picture that a page may take out and lay where it has room: "board", "hand" or "aside".

    The board is what the game is played on, in the hand lies what one chooses from, and what lies aside only tells. `box` is
    where the part lies in the whole picture: left, top, width and height. `least` is how many pixels wide a page has to show it
    for a finger to hit everything on it. Parts come last in a picture, one after the other: a page drops what is around them.
    """
    corners = " ".join(number(float(value)) for value in box)
    return element("g", *drawn, class_=f"part {kind}", data_box=corners, data_least=least)


def document(style: Style, width: float, height: float, *, title: str, desc: str, theme: str, body: str) -> str:
    """Returns a whole picture in a style and a theme."""
    return element(
        "svg",
        element("title", escape(title, quote=False)),
        element("desc", escape(desc, quote=False)),
        element("style", style.css_for(theme)),
        body,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=width,
        height=height,
        class_=f"{style.name} {style.name}-{theme}",
        role="group" if "data-move=" in body else "img",  # what is inside an img cannot be reached by a screen reader
    )
