"""The colours and the style sheet of Hex's picture: stones on slate, by day and by night."""

from __future__ import annotations

from ponticello.engine.drawing import Palette, Style

PALETTE: Palette = {
    "paper": ("#f6f3ec", "#12161a"),
    "ink": ("#2d3438", "#e2e2da"),
    "quiet": ("#6b7376", "#98a2a6"),
    "slate": ("#e2e0d8", "#232a30"),
    "joint": ("#b9b8ae", "#3d474e"),
    "red": ("#b9382c", "#e0574a"),
    "blue": ("#24609c", "#5a9be0"),
    "shine": ("#fdf8ef", "#10151a"),
    "news": ("#8a5a00", "#ffc94d"),
}

# One rule a line, one selector a rule: that is how a picture keeps its style to itself.
CSS = """
text{font-family:"Iowan Old Style","Palatino Linotype",Palatino,Georgia,serif;fill:$ink;text-anchor:middle}
path{stroke-linejoin:round;stroke-linecap:round;fill:none;stroke-width:8}
.paper{fill:$paper}
.slate{fill:$slate;stroke:$joint;stroke-width:1.5}
.coordinate{font-size:19px;fill:$quiet}
.goal{font-size:20px;text-anchor:start}
.state{font-size:22px;font-style:italic}
.red{fill:$red}
.blue{fill:$blue}
.red.border{fill:none;stroke:$red}
.blue.border{fill:none;stroke:$blue}
.pip{fill:$shine}
.hole{fill:none;stroke:$shine;stroke-width:3}
.news{fill:none;stroke:$news;stroke-width:4}
.target{cursor:pointer}
.hit{fill:transparent;pointer-events:all}
.spot{opacity:.5}
.target:is(:hover,:focus) .spot{opacity:1;stroke:$news;stroke-width:4}
"""

STYLE = Style("hex", CSS, PALETTE)
