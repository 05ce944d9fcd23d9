"""The colours and the style sheet of Ponte's picture: sea, sand and stone, by day and by night."""

from __future__ import annotations

from ponticello.engine.drawing import Palette, Style

PALETTE: Palette = {
    "paper": ("#f7f2e7", "#0d161c"),
    "ink": ("#2f3a3f", "#e4dfd0"),
    "quiet": ("#6a7273", "#93a2a5"),
    "frame": ("#3f4e54", "#5e7078"),
    "gap": ("#f7f2e7", "#16242c"),
    "sea": ("#94bcc8", "#12303f"),
    "shelf": ("#a6cad2", "#173b4b"),
    "shallow": ("#bfdcdc", "#1f4b5a"),
    "grid": ("#7ba9b8", "#20485a"),
    "wave": ("#b3d3da", "#24505f"),
    "under": ("#7fabba", "#0d2533"),
    "sand": ("#f3e6c6", "#dac99c"),
    "sand_edge": ("#cbb284", "#8d7c55"),
    "sand_mark": ("#cdb285", "#a58f60"),
    "meadow": ("#dfdda4", "#bcbd82"),
    "meadow_rim": ("#bdb975", "#92945c"),
    "meadow_mark": ("#77884a", "#5c6a38"),
    "stone": ("#5b534e", "#473f3d"),
    "stone_edge": ("#35302e", "#15110f"),
    "stone_mark": ("#8c8178", "#7d716b"),
    "glint": ("#cfe3e3", "#f2ead6"),
    "forest": ("#40493f", "#2c3630"),
    "forest_rim": ("#2c332d", "#53604f"),
    "forest_mark": ("#8aa07c", "#7f9a78"),
    "shadow": ("#1d3a46", "#02090d"),
    "deck": ("#c4734a", "#c87a50"),
    "deck_edge": ("#6f3a22", "#57290f"),
    "crown": ("#d98e63", "#dd9468"),
    "plank": ("#a15733", "#9c4f2b"),
    "news": ("#b3136f", "#ff6fb5"),
}

# One rule a line, one selector a rule: that is how a picture keeps its style to itself.
CSS = """
text{font-family:"Iowan Old Style","Palatino Linotype",Palatino,"URW Palladio L","Book Antiqua",Georgia,serif;fill:$ink}
text{font-variant-numeric:lining-nums}
path{stroke-linecap:round;stroke-linejoin:round}
.paper{fill:$paper}
.sea{fill:$sea}
.frame{fill:none;stroke:$frame;stroke-width:1}
.gap{fill:none;stroke:$gap;stroke-width:4}
.scale{fill:none;stroke:$frame;stroke-width:4;stroke-linecap:butt}
.grid{fill:none;stroke:$grid;stroke-width:.9}
.wave{fill:none;stroke:$wave;stroke-width:1.6}
.coordinate{font-size:19px;fill:$quiet;text-anchor:middle}
.shelf{fill:$shelf;stroke:$shelf}
.shallow{fill:$shallow;stroke:$shallow}
.under{fill:$under;fill-opacity:.5;stroke:$under;stroke-width:1.2;stroke-dasharray:.1 4.4;stroke-linecap:round}
.cast{fill:$shadow;stroke:$shadow;opacity:.25}
.light.edge{fill:$sand_edge}
.light.top{fill:$sand}
.light.plateau{fill:$meadow;stroke:$meadow_rim;stroke-width:1.4}
.light.seam{fill:none;stroke:$sand_mark;stroke-width:1.5;stroke-dasharray:.1 4.6}
.light.bare{fill:none;stroke:$sand_mark;stroke-width:1.8}
.light.grown{fill:none;stroke:$meadow_mark;stroke-width:2}
.dark.edge{fill:$stone_edge}
.dark.top{fill:$stone}
.dark.plateau{fill:$forest;stroke:$forest_rim;stroke-width:1.4}
.dark.seam{fill:none;stroke:$stone_mark;stroke-width:1.5;stroke-dasharray:.1 4.6}
.dark.bare{fill:$stone_mark}
.dark.grown{fill:$forest_mark}
.arch{fill:none;stroke:$shadow;stroke-width:9;opacity:.3}
.deck{fill:$deck;stroke:$deck_edge;stroke-width:1.8}
.crown{fill:$crown}
.plank{fill:none;stroke:$plank;stroke-width:10;stroke-dasharray:1.3 5;stroke-linecap:butt}
.light.pier{fill:$sand;stroke:$deck_edge;stroke-width:2}
.dark.pier{fill:$stone_edge;stroke:$deck;stroke-width:2}
.news{fill:none;stroke:$news;stroke-width:2.8}
*:is(.target,.pick){cursor:pointer}
.hit{fill:transparent;pointer-events:all}
.span{fill:none;stroke:transparent;stroke-width:22;pointer-events:stroke}
.light.dot{fill:$sand;stroke:$sand_edge;stroke-width:1.5}
.dark.dot{fill:$stone_edge;stroke:$glint;stroke-width:2.2}
.back{fill:none;stroke:$deck_edge;stroke-width:6;stroke-opacity:.62}
.dash{fill:none;stroke:$crown;stroke-width:3.4;stroke-dasharray:5 6}
.stub{pointer-events:none}
.ring{fill:$crown;fill-opacity:.5;stroke:$deck_edge;stroke-width:1.6}
.held .ring{stroke:$news;stroke-width:3.4}
.pick:is(:hover,:focus) .ring{stroke:$news;stroke-width:3.4}
.target:is(:hover,:focus) .dot{stroke:$news;stroke-width:4}
.target:is(:hover,:focus) .dash{stroke:$news}
.name{font-size:28px}
.fact{font-size:22px;fill:$quiet}
.status{font-size:19px;font-style:italic}
.end{text-anchor:end}
.middle{text-anchor:middle}
.mover{fill:none;stroke:$news;stroke-width:2.6}
"""

STYLE = Style("ponte", CSS, PALETTE)
