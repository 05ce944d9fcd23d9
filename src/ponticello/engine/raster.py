"""Boards as PNG pictures, and games as moving ones: our SVG, drawn by resvg and put together by Pillow (the extra `pictures`)."""

from __future__ import annotations

import functools
import io
import itertools
import re
from collections.abc import Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ponticello.engine.errors import PonticelloError
from ponticello.engine.words import mark, say

if TYPE_CHECKING:
    from PIL.Image import Image

COLOURS = 128  # of a moving picture, all its frames together: more can hardly be told apart, and make the file larger
PAUSE, LAST_PAUSE = 900, 4000  # milliseconds for which a position is shown, and the last one
SAMPLES = 4  # positions from which the colours are taken: later ones have all that there are
MISSING = mark("pictures need two packages more; install them with: pip install 'ponticello[pictures]'")
NO_FONT = mark("no font was found on this machine, and pictures without numbers say nothing; install one, such as DejaVu")

# What stands for each kind of font, where the machine does not say so itself: the first that is there. A wrong kind is better
# than no text at all.
SERIF = ("Georgia", "Times New Roman", "Liberation Serif", "DejaVu Serif", "Noto Serif", "FreeSerif", "Nimbus Roman")
SANS = (
    "Arial",
    "Liberation Sans",
    "DejaVu Sans",
    "Noto Sans",
    "FreeSans",
    "Nimbus Sans",
    "Open Sans",
    "Roboto",
    "Ubuntu",
    "Cantarell",
)
FONTS: dict[str, Any] = {}  # which fonts are looked at: those of the machine

EITHER = re.compile(r"\*?:is\(([^()]*)\)")
STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
PROBE = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40">'
    '<text x="4" y="34" font-size="32" font-family="{}">8</text></svg>'
)


class NoPictures(PonticelloError):
    """Pictures cannot be drawn on this machine."""


@functools.cache
def obstacle() -> str:
    """Returns why no pictures can be drawn here, in a sentence to be said; nothing if they can."""
    if find_spec("resvg_py") is None or find_spec("PIL") is None:
        return MISSING
    return NO_FONT if families() is None else ""


def png(svg: str, width: int) -> bytes:
    """Returns an SVG picture as PNG, so many pixels wide."""
    if obstacle():
        raise NoPictures(say(obstacle()))
    return _drawn(plain_style(svg), width=width, **families() or {})


def pixels(svg: str, width: int) -> NDArray[np.uint8]:
    """Returns an SVG picture as red, green and blue of every pixel, so many pixels wide."""
    return np.array(_opened(svg, width), np.uint8)


def moving_picture(frames: Sequence[str], width: int, told: Any = lambda drawn: None) -> bytes:
    """Returns SVG pictures of the same size one after the other as an animated GIF; `told` hears how many are drawn."""
    if obstacle():
        raise NoPictures(say(obstacle()))
    from PIL import Image as pillow  # noqa: N813

    last = len(frames) - 1
    samples = sorted({round(k * last / (SAMPLES - 1)) for k in range(SAMPLES)})
    palette = _common_palette([_opened(frames[k], width) for k in samples])
    images: list[Image] = []
    for frame in frames:
        images.append(_opened(frame, width).quantize(palette=palette, dither=pillow.Dither.NONE))
        told(len(images))
    file = io.BytesIO()
    pauses = [PAUSE] * last + [LAST_PAUSE]
    images[0].save(file, "GIF", save_all=True, append_images=images[1:], duration=pauses, loop=0, optimize=False)
    return file.getvalue()


def plain_style(svg: str) -> str:
    """Returns a picture with its style in words that every renderer knows: a rule for each of what `:is` lists.

    >>> plain_style("<style>.a :is(.b,.c){fill:red}</style>")
    '<style>.a .b{fill:red}\\n.a .c{fill:red}</style>'
    """
    return STYLE.sub(lambda found: "<style>" + "\n".join(map(_spelled_out, found[1].splitlines())) + "</style>", svg, count=1)


def _spelled_out(rule: str) -> str:
    selector, brace, rest = rule.partition("{")
    if ":is(" not in selector:
        return rule
    parts = EITHER.split(selector)  # plain text and lists, in turns
    choices = [part.split(",") if k % 2 else [part] for k, part in enumerate(parts)]
    return "\n".join("".join(chosen) + brace + rest for chosen in itertools.product(*choices))


@functools.cache
def families() -> dict[str, str] | None:
    """Returns which fonts stand for the kinds that the machine knows no font for; None if there is no font at all."""
    found = {}
    for kind, names in (("serif", (*SERIF, *SANS)), ("sans-serif", (*SANS, *SERIF))):
        name = next((name for name in (kind, *names) if _has_ink(name)), None)
        if name is None:
            return None
        if name != kind:
            found[f"{kind.replace('-', '_')}_family"] = name
    return found


def _has_ink(family: str) -> bool:
    """Tells whether a text in a font leaves anything on the paper."""
    from PIL import Image

    return Image.open(io.BytesIO(_drawn(PROBE.format(family)))).getchannel("A").getbbox() is not None


def _drawn(svg: str, **wishes: Any) -> bytes:
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=svg, **FONTS, **wishes))


def _opened(svg: str, width: int) -> Image:
    """Returns a picture as Pillow has it, on paper where nothing is drawn."""
    from PIL import Image

    drawn = Image.open(io.BytesIO(png(svg, width))).convert("RGBA")
    return Image.alpha_composite(Image.new("RGBA", drawn.size, "white"), drawn).convert("RGB")


def _common_palette(images: Sequence[Image]) -> Image:
    """Returns an image whose palette has the colours of several."""
    from PIL import Image

    sheet = Image.new("RGB", (sum(image.width for image in images), max(image.height for image in images)))
    left = 0
    for image in images:
        sheet.paste(image, (left, 0))
        left += image.width
    return sheet.quantize(COLOURS, method=Image.Quantize.FASTOCTREE)  # others give small marks up for shades of the ground
