"""Reads catalogues in gettext's .po format, as far as ours go: entries, plurals, texts over several lines and comments.

Babel reads them too, but only the web table is installed with it.
"""

from __future__ import annotations

import re
from pathlib import Path

Entries = dict[str, tuple[str, ...]]  # by the English: the translation, or one for each plural form

KEYWORD = re.compile(r'(msgid|msgid_plural|msgstr(?:\[\d\])?)\s+"(.*)"')
MORE = re.compile(r'"(.*)"')
ESCAPE = re.compile(r"\\(.)")
ESCAPED = {"n": "\n", "t": "\t", "r": "\r"}


def read_catalogue(path: Path) -> Entries:
    """Returns what a catalogue translates."""
    return entries_of(path.read_text(encoding="utf-8"))


def entries_of(text: str) -> Entries:
    """Returns what the text of a catalogue translates; its header, and what is not translated, is left out.

    >>> entries_of('msgid "island"\\nmsgid_plural "islands"\\nmsgstr[0] "île"\\nmsgstr[1] "îles"')
    {'island': ('île', 'îles')}
    """
    found: Entries = {}
    parts: dict[str, str] = {}
    last = ""
    for line in [*map(str.strip, text.splitlines()), 'msgid ""']:
        if begun := KEYWORD.fullmatch(line):
            if begun[1] == "msgid":
                _keep(parts, found)
                parts = {}
            last = begun[1]
            parts[last] = _plain(begun[2])
        elif more := MORE.fullmatch(line):
            parts[last] += _plain(more[1])
        elif line and not line.startswith("#"):
            raise ValueError(f"this is no line of a catalogue: {line}")
    return found


def _keep(parts: dict[str, str], found: Entries) -> None:
    """Adds an entry that has been read."""
    forms = tuple(text for keyword, text in parts.items() if keyword.startswith("msgstr"))
    if parts.get("msgid") and all(forms):
        found.setdefault(parts["msgid"], forms)


def _plain(quoted: str) -> str:
    return ESCAPE.sub(lambda escape: ESCAPED.get(escape[1], escape[1]), quoted)
