"""A process that draws for a server: what to draw comes as JSON lines on standard input, pictures go out the same way.

Drawing a picture takes a quarter of a second, and a film some seconds, during which a process can do nothing else; so a server
lets this one do it: `python -m ponticello.table.picture_worker`. It ends with whoever asks.
"""

from __future__ import annotations

import base64
import contextlib
import json
import os
import signal
import sys
from typing import Any

from ponticello.engine import raster
from ponticello.engine.words import speaking
from ponticello.languages import language
from ponticello.table.film import film
from ponticello.table.pont import split_records

NICE = 10  # who asks goes first


def still(svg: str, width: int) -> dict[str, Any]:
    """Returns the request for a picture."""
    return {"svg": svg, "width": width}


def moving(record: str, *, view: str, theme: str, language: str, ending: str, width: int) -> dict[str, Any]:
    """Returns the request for a film of a recorded match."""
    return {"record": record, "view": view, "theme": theme, "language": language, "ending": ending, "width": width}


def draw(asked: dict[str, Any]) -> bytes:
    """Returns what is asked for."""
    if "svg" in asked:
        return raster.png(asked["svg"], asked["width"])
    (record,) = split_records(asked["record"])
    with speaking(language(asked["language"])):
        frames = film(record.replay(), asked["theme"], asked["view"], asked["ending"])
        return raster.moving_picture(frames, asked["width"])


def main() -> None:
    """Draws until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is meant for who asks
    with contextlib.suppress(AttributeError, OSError):
        os.nice(NICE)
    for line in sys.stdin:
        try:
            answer = {"answer": base64.b64encode(draw(json.loads(line))).decode()}
        except Exception as error:  # whatever is wrong with one picture, the next may be drawn
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
