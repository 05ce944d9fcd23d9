"""Finds English that is left in what a game says in French."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

from french import catalogue_of

STYLE = "{http://www.w3.org/2000/svg}style"


def english_left(game: str, text: str) -> list[str]:
    """Returns the parts of a game's English sentences, of two words or more, that stand in a text."""
    entries = [entry for entry in catalogue_of(game) if isinstance(entry.id, str) and entry.id]
    parts = {part.strip(" ,.:;()") for entry in entries for part in re.split(r"\{\w*\}", entry.id)}
    translations = "\n".join(entry.string for entry in entries)
    return sorted(part for part in parts if " " in part and part in text and part not in translations)


def words_of(svg: str) -> str:
    """Returns all that can be read or heard in a picture."""
    return "\n".join(node.text for node in ET.fromstring(svg).iter() if node.text and node.tag != STYLE)
