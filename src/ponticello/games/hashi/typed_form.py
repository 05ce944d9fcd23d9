"""An example of a finished board of Hashi as one types it in, to type over."""

from __future__ import annotations

from ponticello.games.hashi.words import mark

FORM = """\
# A or B, a file such as mine.toml, or the board in one line: o, r and b are islands, digits count cells of sea.
board: o1r1r1o/1o1b1o1/7/1r1o1r1/o1b1b1o/7/o1o1o1o
solo: yes

# The number of each island; columns have letters, rows are counted from the top.
a1: 6   c1: 3   e1: 3   g1: 2
b2: 3   d2: 4   f2: 4
b4: 1   d4: 1   f4: 1
a5: 2   c5: 5   e5: 4   g5: 2
a7: 6   c7: 5   e7: 5   g7: 4

# The bridges, with x2 where there are two.
a1-c1 x2   a1-a5   c1-e1   e1-g1 x2
b2-d2 x2   b2-b4   d2-f2   d2-d4   f2-f4
a5-c5   c5-e5 x2   c5-c7 x2   e5-e7 x2   g5-g7 x2
a7-c7 x2   c7-e7   e7-g7 x2

# What was scored during play, or - for nothing.
red: 5        # 9 or 5
blue: 3       # 7 or 3
six: 8        # 8 or 4
"""

COMMENTS = (  # of the form, for those who read another language
    mark("A or B, a file such as mine.toml, or the board in one line: o, r and b are islands, digits count cells of sea."),
    mark("The number of each island; columns have letters, rows are counted from the top."),
    mark("The bridges, with x2 where there are two."),
    mark("What was scored during play, or - for nothing."),
    mark("9 or 5"),
    mark("7 or 3"),
    mark("8 or 4"),
)
