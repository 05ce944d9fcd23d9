"""The colours and the style sheet of Connections' picture: lawns, canals and footpaths, by day and by night."""

from __future__ import annotations

from ponticello.engine.drawing import Palette, Style

PALETTE: Palette = {
    "paper": ("#f6f2e6", "#10181b"),
    "ink": ("#2d3934", "#e7e3d3"),
    "quiet": ("#66726a", "#97a7a0"),
    "frame": ("#7d8c72", "#4f665d"),
    "ring": ("#dde2c8", "#1d2d2a"),
    "field": ("#ebe5cf", "#152123"),
    "plot": ("#bdb595", "#3a4f49"),
    "lawn": ("#cddba9", "#2d4838"),
    "lawn_edge": ("#9eb27c", "#1b2c24"),
    "hedge": ("#7d9c63", "#4a7350"),
    "leaf": ("#8fb073", "#426a4a"),
    "crown": ("#a9c48b", "#5d8a63"),
    "blossom": ("#d5786f", "#d98c86"),
    "bank": ("#3f7384", "#a6d6df"),
    "water": ("#8cc4d1", "#28677f"),
    "stream": ("#f1fafa", "#bfe6ee"),
    "verge": ("#8f7743", "#17211d"),
    "path": ("#f7e3ab", "#e0c684"),
    "plaza": ("#fbf7e9", "#e2d9bd"),
    "plaza_edge": ("#87805c", "#6f6a4e"),
    "sign": ("#33403a", "#1f2d2a"),
    "soil": ("#dcc9b6", "#43353a"),
    "soil_edge": ("#b49a84", "#241b1f"),
    "coil": ("#8a6450", "#b99a90"),
    "petal": ("#e9b340", "#f0bd4e"),
    "petal_edge": ("#a87414", "#7b5714"),
    "heart": ("#fff6d6", "#fff1c4"),
    "gold": ("#573b05", "#4b3405"),
    "bud": ("#fbf8ee", "#14201f"),
    "bud_edge": ("#6f7d72", "#8fa099"),
    "wilt": ("#b25940", "#e08a6e"),
    "news": ("#b3136f", "#ff6fb5"),
    "shadow": ("#4a5334", "#03080a"),
}

# One rule a line, one selector a rule: that is how a picture keeps its style to itself. A cell is 100 units wide.
CSS = """
text{font-family:"Iowan Old Style","Palatino Linotype",Palatino,"URW Palladio L","Book Antiqua",Georgia,serif;fill:$ink}
text{font-variant-numeric:lining-nums}
path{fill:none;stroke-linecap:round;stroke-linejoin:round}
.paper{fill:$paper}
.ring{fill:$ring;stroke:$frame;stroke-width:2.5}
.field{fill:$field;stroke:$frame;stroke-width:2}
.plot{stroke:$plot;stroke-width:2.2;stroke-dasharray:.1 7.5}
.cast{fill:$shadow;stroke:$shadow;stroke-width:10;opacity:.22}
.edge{fill:$lawn_edge;stroke:$lawn_edge;stroke-width:11}
.lawn{fill:$lawn;stroke:$lawn;stroke-width:7}
.soil-edge{fill:$soil_edge;stroke:$soil_edge;stroke-width:11}
.soil{fill:$soil;stroke:$soil;stroke-width:7}
.hedge{stroke:$hedge;stroke-width:9}
.wall{stroke:$hedge;stroke-width:16}
.trim{stroke:$crown;stroke-width:3.4;stroke-dasharray:.1 6.6}
.leaf{stroke:$leaf;stroke-width:19}
.crown{stroke:$crown;stroke-width:11}
.bush{stroke:$leaf;stroke-width:11}
.blossom{stroke:$blossom;stroke-width:4.6}
.bank{stroke:$bank;stroke-width:35;stroke-linecap:butt}
.water{stroke:$water;stroke-width:27;stroke-linecap:butt}
.stream{stroke:$stream;stroke-width:2.6;stroke-dasharray:7 6;stroke-linecap:butt}
.verge{stroke:$verge;stroke-width:10.5;stroke-linecap:butt}
.path{stroke:$path;stroke-width:6.5;stroke-linecap:butt}
.plaza-edge{stroke:$plaza_edge;stroke-width:47}
.knot{stroke:$plaza;stroke-width:36}
.plaza{stroke:$plaza;stroke-width:42}
.coil{stroke:$coil;stroke-width:5}
.fountain{stroke:$bank;stroke-width:2.6;fill:$water}
.spray{stroke:$stream;stroke-width:3.4}
.sign{fill:$sign;fill-rule:evenodd;stroke:$sign;stroke-width:1.5}
.sign path{fill:inherit;stroke:inherit}
.letter{font-size:26px;font-weight:700;text-anchor:middle;fill:$sign;stroke:none}
.bud{stroke:$bud_edge;stroke-width:36}
.calyx{stroke:$bud;stroke-width:31}
.petal-edge{stroke:$petal_edge;stroke-width:17}
.petal{stroke:$petal;stroke-width:13.5}
.heart{stroke:$heart;stroke-width:29}
.wilt{stroke:$wilt;stroke-width:3.4}
.number{font-size:26px;font-weight:600;text-anchor:middle}
.far{font-size:30px}
.gold{fill:$gold;font-weight:700}
.faded{fill:$quiet;paint-order:stroke;stroke:$bud;stroke-width:5}
.coordinate{font-size:20px;fill:$quiet;text-anchor:middle}
.news{stroke:$news;stroke-width:5}
*:is(.target,.pick){cursor:pointer}
.hit{fill:#000;fill-opacity:0;pointer-events:all}
.try{cursor:help}
.slip{fill:$lawn;stroke:$ink;stroke-opacity:.45;stroke-width:5}
.slip.down{fill:$soil}
.target .coil{stroke-width:8}
.ghost{opacity:.72}
.ghost .slip{stroke-dasharray:9 7;stroke-opacity:1;stroke-width:3}
.ghost .coil{stroke-width:5}
.elsewhere .ghost{opacity:.2}
.target:is(:hover,:focus) .slip{stroke:$news;stroke-opacity:1;stroke-width:8}
.target:is(:hover,:focus) .ghost{opacity:1}
.pick:is(:hover,:focus) .slip{stroke:$news;stroke-opacity:1;stroke-width:6}
.slip.held{stroke:$news;stroke-opacity:1;stroke-width:9}
.knob{fill:$bud;stroke:$ink;stroke-width:2.4}
.arrow{stroke:$ink;stroke-width:3.4}
.pick:is(:hover,:focus) .knob{stroke:$news;stroke-width:4}
.gone{stroke:$plot;stroke-width:3;stroke-dasharray:.1 10}
.player{font-size:22px}
.name{font-size:27px}
.fact{font-size:19px;fill:$quiet}
.lost{font-size:46px}
.status{font-size:20px;font-style:italic}
.end{text-anchor:end}
.middle{text-anchor:middle}
.tick{stroke:$hedge;stroke-width:3.4}
.waiting{fill:none;stroke:$news;stroke-width:2.6}
"""

STYLE = Style("connections", CSS, PALETTE)
