"""What a player may be called: names that can be seen, written into a record, and told from the others at the table."""

from __future__ import annotations

import re
import unicodedata

from ponticello.engine.errors import BadOption
from ponticello.engine.words import say

MOST_LETTERS = 40

# Characters that count as letters, marks or symbols and yet show nothing: fillers, blanks, selectors of variants. With the
# control and format characters, which have categories of their own, they are what Unicode calls ignorable, and one blank more.
INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2065\u2800\u3164\ufe00-\ufe0f\uffa0\ufff0-\ufff8\U000e0000-\U000e0fff]"
)
EMOJI_LOOK = "\ufe0f"  # the selector that makes a symbol a coloured one
JOINERS = "\u200c\u200d"  # show nothing, but decide how the letters of some scripts are joined
JOINED_SCRIPT = re.compile(
    "(ARABIC|SYRIAC|MANDAIC|NKO|MONGOLIAN|TIBETAN|MYANMAR|KHMER|SINHALA|DEVANAGARI|BENGALI|GURMUKHI|GUJARATI|ORIYA|TAMIL|TELUGU"
    "|KANNADA|MALAYALAM) "
)
HIDDEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")  # controls, formats, halves of characters, and what is no character


def check_name(name: str) -> str:
    r"""Returns a name somebody chooses as it is kept, composed and with plain spaces; refuses one that the others could not read.

    >>> check_name("Zoe\u0301\u2003B.")
    'Zoé B.'
    """
    kept = unicodedata.normalize("NFC", name)
    kept = re.sub(" +", " ", "".join(" " if unicodedata.category(letter) == "Zs" else letter for letter in kept))
    if len(kept) <= MOST_LETTERS and kept.strip() and not is_readable(kept):
        sentence = say(
            "{name} cannot be a player's name; it needs a letter or a digit, and nothing that cannot be seen", name=repr(name)
        )
        raise BadOption(sentence)
    check_record_name(kept)
    return kept


def check_record_name(name: str) -> None:
    """Refuses a player's name that a record file could not hold. Old records have names that nobody may choose any more."""
    if not name.strip() or name != name.strip() or len(name) > MOST_LETTERS or "#" in name or not is_printable(name):
        raise BadOption(
            say(
                "{name} cannot be a player's name; use 1 to {most} letters without # or line breaks",
                name=repr(name),
                most=MOST_LETTERS,
            )
        )


def is_printable(name: str) -> bool:
    """Tells whether a name is one line without controls; joiners are part of some."""
    return all(letter.isprintable() or letter in JOINERS for letter in name)


def is_readable(name: str) -> bool:
    """Tells whether a name has something to read, and nothing besides that cannot be seen."""
    return any(map(is_letter_or_digit, name)) and not any(is_hidden(name, at) for at in range(len(name)))


def is_letter_or_digit(letter: str) -> bool:
    """Tells whether a character is a letter or a digit that can be seen."""
    return unicodedata.category(letter)[0] in "LN" and shows(letter)


def shows(letter: str) -> bool:
    """Tells whether a character shows something, or is a space."""
    return unicodedata.category(letter) not in HIDDEN and not INVISIBLE.match(letter)


def is_hidden(name: str, at: int) -> bool:
    """Tells whether a character of a name shows nothing and is not needed by those around it either."""
    letter, before, after = name[at], name[:at][-1:], name[at + 1 : at + 2]
    if letter in JOINERS:
        return not joined_script(before) or joined_script(before) != joined_script(after)
    if letter == EMOJI_LOOK:
        return not before or unicodedata.category(before) != "So" or not shows(before)
    return not shows(letter)


def joined_script(letter: str) -> str:
    """Returns the script of a letter or mark, if its letters are joined; else nothing."""
    if not letter or unicodedata.category(letter)[0] not in "LM":
        return ""
    script = JOINED_SCRIPT.match(unicodedata.name(letter, ""))
    return script[1] if script else ""


def looks_of(name: str) -> str:
    r"""Returns what is left of a name when case, width and what cannot be seen are left out: alike names have the same.

    >>> looks_of("A\u200bNN\u3000B") == looks_of("Ann b")
    True
    """
    shown = "".join(letter for letter in unicodedata.normalize("NFKC", name) if shows(letter))
    return unicodedata.normalize("NFKC", " ".join(shown.split()).casefold())
