"""The colours and the style sheet of Hashi's picture: a chart on parchment by day, the same chart by lamplight."""

from __future__ import annotations

from ponticello.engine.drawing import Palette, Style

PALETTE: Palette = {
    "paper": ("#f6efde", "#0e161d"),
    "ink": ("#3a2f24", "#eadfc6"),
    "quiet": ("#75664f", "#9aa5a6"),
    "frame": ("#5b4b38", "#6d7f86"),
    "gap": ("#f6efde", "#16242d"),
    "sea": ("#efe2c3", "#122635"),
    "rhumb": ("#d9c79f", "#1f3a4b"),
    "rose": ("#b9a274", "#3f6073"),
    "wave": ("#c3ae80", "#2b4a5b"),
    "wash": ("#dcdcc3", "#17334a"),
    "shoal": ("#c3d2c2", "#1f4358"),
    "line": ("#a9b9a2", "#2b566c"),
    "land": ("#fbf4df", "#4d5148"),
    "done_land": ("#d3d79f", "#6c7448"),
    "coast": ("#6b573e", "#b9aa80"),
    "dots": ("#6b573e", "#9fb0b3"),
    "disc": ("#fffdf5", "#1a262d"),
    "pen": ("#27344f", "#f6e9c8"),
    "done": ("#27344f", "#f3e3b4"),
    "done_pen": ("#fffdf5", "#1b2229"),
    "bridge": ("#27344f", "#f6e9c8"),
    "red": ("#c23a2b", "#f0705c"),
    "blue": ("#2f6fae", "#6db4ee"),
    "pole": ("#3a2f24", "#eadfc6"),
    "card": ("#fffaf0", "#22313a"),
    "card_edge": ("#a8977a", "#50626b"),
    "gone": ("#b7a98d", "#5d6b71"),
    "box": ("#fbf6e9", "#16222a"),
    "won": ("#e6e2b3", "#3c4630"),
    "news": ("#b3136f", "#ff7fbd"),
    "offer": ("#1f7a63", "#6fe0b8"),
}

# One rule a line, one selector a rule: that is how a picture keeps its style to itself.
CSS = """
text{font-family:"Iowan Old Style","Palatino Linotype",Palatino,"URW Palladio L","Book Antiqua",Georgia,serif;fill:$ink}
text{font-variant-numeric:lining-nums}
path{stroke-linecap:round;stroke-linejoin:round;fill:none}
.paper{fill:$paper}
.sea{fill:$sea}
.rhumb{stroke:$rhumb;stroke-width:1.2}
.rose{fill:$rose}
.dial{fill:$sea;stroke:$rose;stroke-width:1.4}
.wave{stroke:$wave;stroke-width:2}
.gap{fill:none;stroke:$gap;stroke-width:5}
.scale{stroke:$frame;stroke-width:5;stroke-linecap:butt}
.frame{fill:none;stroke:$frame;stroke-width:1.4}
.coordinate{font-size:23px;font-style:italic;fill:$quiet;text-anchor:middle}
.medium .coordinate{font-size:36px}
.wash{fill:$wash;stroke:$wash;stroke-width:38}
.line-1{fill:$line;stroke:$line;stroke-width:24}
.shoal{fill:$shoal;stroke:$shoal;stroke-width:21}
.line-2{fill:$line;stroke:$line;stroke-width:10.5}
.near{fill:$wash;stroke:$wash;stroke-width:8.5}
.land{fill:$land;stroke:$coast;stroke-width:2.4}
.done-land{fill:$done_land;stroke:$coast;stroke-width:2.4}
.dots{stroke:$dots;stroke-width:4.6;stroke-dasharray:.1 11}
.closed{stroke:$dots;stroke-width:3.4;stroke-dasharray:.1 13;opacity:.38}
.under{stroke:$sea;stroke-width:11;opacity:.75}
.bridge{stroke:$bridge;stroke-width:5.4}
.chain{stroke:$bridge;stroke-width:3}
.disc{fill:$disc;stroke:$coast;stroke-width:2}
.pen{stroke:$pen;stroke-width:4.4}
.done{fill:$done;stroke:$done;stroke-width:2}
.done-ring{stroke:$done;stroke-width:2.6}
.done-pen{stroke:$done_pen;stroke-width:4.6}
.red{fill:$red;stroke:$pole;stroke-width:1.2}
.blue{fill:$blue;stroke:$pole;stroke-width:1.2}
.pole{stroke:$pole;stroke-width:3}
.small .frame{stroke-width:3}
.small .bridge{stroke-width:7.5}
.small .under{stroke-width:14}
.small :is(.pen,.done-pen){stroke-width:5.6}
.medium .bridge{stroke-width:6.4}
.medium :is(.pen,.done-pen){stroke-width:5}
.news{stroke:$news;stroke-width:3.4}
*:is(.target,.pick){cursor:pointer}
.hit{fill:transparent;pointer-events:all}
.try{cursor:help}
.offer{fill:$disc;stroke:$offer;stroke-width:3.4;stroke-dasharray:7 5.4}
.ghost{stroke:$offer;stroke-width:3.8}
.back{stroke:$sea;stroke-width:13}
.dash{stroke:$offer;stroke-width:6;stroke-dasharray:12 10}
.shortcut :is(.back,.dash){opacity:0}
.shortcut:is(:hover,:focus) :is(.back,.dash){opacity:1}
.target:is(:hover,:focus) .offer{stroke-dasharray:none;stroke:$news}
.target:is(:hover,:focus) :is(.ghost,.dash){stroke:$news}
.target:is(:hover,:focus) .dash{stroke-dasharray:none}
.pick:is(:hover,:focus) .button{stroke:$news}
.held .button{fill:$won;stroke-width:4}
.card{fill:$card;stroke:$card_edge;stroke-width:1.3}
.card-pen{stroke:$pen}
.card-back{stroke:$card_edge;stroke-width:1.3}
.played{fill:none;stroke:$gone;stroke-width:1.1}
.played-pen{stroke:$gone;stroke-width:2}
.cross{stroke:$quiet;stroke-width:1.7}
.current{fill:$card;stroke:$news;stroke-width:3}
.pointer{fill:$news}
.choosable{fill:$card;stroke:$offer;stroke-width:2.4;stroke-dasharray:5 4}
.box{fill:$box;stroke:$card_edge;stroke-width:1.2}
.won{fill:$won;stroke:$frame;stroke-width:1.8}
.value{font-size:25px;text-anchor:middle}
.total{font-size:32px;text-anchor:middle}
.lost{fill:$gone}
.fact{font-size:21px;text-anchor:end}
.tiny{font-size:16px;fill:$quiet;text-anchor:middle}
.strike{stroke:$quiet;stroke-width:2}
.circled{stroke:$news;stroke-width:2.4}
.name{font-size:25px}
.points{font-size:25px;text-anchor:end}
.activity{font-size:19px;font-style:italic;fill:$quiet}
.side{font-size:21px}
.head{font-size:28px}
.status{font-size:23px;font-style:italic}
.mark{stroke:$offer;stroke-width:3.2}
.quill{fill:$news}
.star{fill:$news}
.button{fill:$card;stroke:$offer;stroke-width:2}
.choice{font-size:22px;text-anchor:middle}
.middle{text-anchor:middle}
.end{text-anchor:end}
"""

STYLE = Style("hashi", CSS, PALETTE)
