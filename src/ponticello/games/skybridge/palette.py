"""The colours of the city by day and at dusk, the look of its parts, and the shape that goes with each colour."""

from __future__ import annotations

from ponticello.engine.drawing import Palette, Style, number

# Of each colour: its top, its sunlit face, its face in the shade, the mark engraved in it, and its tint on the plan.
PALETTE: Palette = {
    "c0t": ("#f2ab97", "#bd6d5e"), "c0l": ("#e38a74", "#984e43"), "c0r": ("#c86d58", "#6f3833"),
    "c0m": ("#5c1c10", "#ffeee2"), "c0p": ("#f8d2c6", "#5f3a3a"),
    "c1t": ("#f2d08a", "#b38f4c"), "c1l": ("#e0b45c", "#8e6d34"), "c1r": ("#c29543", "#675027"),
    "c1m": ("#493206", "#fff3d6"), "c1p": ("#f8e6bd", "#574a2f"),
    "c2t": ("#9bd2b9", "#52927b"), "c2l": ("#72b699", "#3a735f"), "c2r": ("#559779", "#2a5547"),
    "c2m": ("#0d3324", "#e2fff2"), "c2p": ("#cfeadd", "#2c4f47"),
    "c3t": ("#acbccd", "#7088a8"), "c3l": ("#8296ad", "#516887"), "c3r": ("#667b94", "#3b4d68"),
    "c3m": ("#152232", "#eaf2ff"), "c3p": ("#d8e0e9", "#3b4963"),
    "sky": ("#f5f0e7", "#1c2236"), "star": ("#f5f0e7", "#cfd3ee"), "disc": ("#fae6c8", "#3a3150"),
    "plate": ("#e7dfd0", "#333c59"), "platel": ("#d5cbb8", "#293149"), "plater": ("#c5baa4", "#222840"),
    "pad": ("#f6f1e7", "#424c6d"), "padl": ("#ddd4c3", "#363f5b"), "padr": ("#cfc5b1", "#2d3550"),
    "shade": ("#6b5a3c", "#070a14"), "glass": ("#3a3028", "#0b1020"), "lit": ("#fffaf0", "#ffdb94"), "litness": (".5", ".9"),
    "ink": ("#2e2a24", "#f1ece0"), "soft": ("#756b5b", "#a9aec3"), "rule": ("#d9cfbf", "#3a4260"),
    "panel": ("#fbf8f2", "#242b43"),
    "glow": ("#fffdf7", "#fff3cf"), "edge": ("#2e2a24", "#171c2e"),
}  # fmt: skip

_COLOUR_CSS = "\n".join(
    f"""
.c{c} .t{{fill:$c{c}t;stroke:$c{c}t}}
.c{c} .l{{fill:$c{c}l;stroke:$c{c}l}}
.c{c} .r{{fill:$c{c}r;stroke:$c{c}r}}
.c{c} .m{{fill:$c{c}m}}
.c{c} .p{{fill:$c{c}p;stroke:$c{c}l}}
"""
    for c in range(4)
)

CSS = (
    """
{font-family:ui-sans-serif,system-ui,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;font-variant-numeric:tabular-nums}
.sky{fill:$sky}
.disc{fill:$disc}
.stars{stroke:$star;stroke-width:2;stroke-linecap:round;opacity:.7}
*:is(.t,.l,.r){stroke-width:.7;stroke-linejoin:round}
.plate .t{fill:$plate;stroke:$plate}
.plate .l{fill:$platel;stroke:$platel}
.plate .r{fill:$plater;stroke:$plater}
.pad .t{fill:$pad;stroke:$pad}
.pad .l{fill:$padl;stroke:$padl}
.pad .r{fill:$padr;stroke:$padr}
.shadow{fill:$shade;opacity:.13}
.floor{fill:none;stroke:$shade;stroke-opacity:.22;stroke-width:.9}
.storey{fill:none;stroke:$shade;stroke-opacity:.6;stroke-width:4}
.w{fill:none;stroke:$glass;stroke-opacity:.24}
.ribbon{fill:none;stroke:$lit;stroke-opacity:.5}
.q{fill:none;stroke:$lit;stroke-opacity:$litness}
.m{opacity:.9}
.rim{fill:none;stroke:$lit;stroke-opacity:.35;stroke-width:1}
.coordinate{fill:$soft;font-size:19px;font-weight:600;text-anchor:middle}
.ground{fill:$soft;font-size:25px;font-weight:600;text-anchor:middle}
.halo{fill:none;stroke:$glow;stroke-width:5;stroke-linejoin:round}
.outline{fill:none;stroke:$edge;stroke-width:1.8;stroke-linejoin:round}
.fresh{fill:none;stroke:$ink;stroke-width:2.6}
.pointer{fill:$ink;stroke:$sky;stroke-width:2;paint-order:stroke}
.panel{fill:$panel}
.rule{stroke:$rule;stroke-width:1.5;fill:none}
.cell{stroke-width:1.5}
.bare{fill:none;stroke:$rule;stroke-dasharray:4 4}
.ridge{fill:none;stroke-width:1.6;stroke-opacity:.9}
.c0 .ridge{stroke:$c0r}
.c1 .ridge{stroke:$c1r}
.c2 .ridge{stroke:$c2r}
.c3 .ridge{stroke:$c3r}
.small{fill:$soft;font-size:15px}
.holder{fill:$ink;font-size:20px;font-weight:600}
.count{fill:$ink;font-size:19px}
.strong{fill:$ink;font-weight:600}
.none{opacity:.28}
.score{fill:$ink;font-size:30px;font-weight:600;text-anchor:end}
.high{fill:$ink;font-size:28px;font-weight:600;text-anchor:middle}
.turn{fill:$rule;opacity:.45}
.star{fill:$ink}
*:is(.pick,.target){cursor:pointer}
.hit{fill:transparent;pointer-events:all}
.tower .edge{stroke-linejoin:round}
.tower:is(:hover,:focus) .edge{stroke:$ink;stroke-width:2;stroke-dasharray:6 4}
.tower.held .edge{stroke:$ink;stroke-width:3}
.slot{fill:none}
*:is(.pick,.target) .slot{fill:$panel;stroke:$soft;stroke-opacity:.7;stroke-width:1.5}
*:is(.pick,.target):is(:hover,:focus) .slot{stroke:$ink}
.held .slot{stroke:$ink;stroke-opacity:1;stroke-width:2.5}
.chip{stroke:$edge;stroke-opacity:.55;stroke-width:1.2}
.ghost{opacity:.62}
.ghost .edge{fill:none;stroke:$ink;stroke-width:2;stroke-dasharray:6 4;stroke-linejoin:round}
.target:is(:hover,:focus) .ghost{opacity:1}
.lot{fill:$panel;stroke:$ink;stroke-width:1.6}
.target:is(:hover,:focus) .lot{stroke-width:3}
"""
    + _COLOUR_CSS
)

STYLE = Style("skybridge", CSS, PALETTE)


def sign(colour: int, x: float, y: float, r: float) -> str:
    """Returns a path with the shape of a colour around a point: circle, triangle, square or diamond."""
    n = number
    if colour == 0:
        return f"M{n(x - r)} {n(y)}a{n(r)} {n(r)} 0 1 0 {n(2 * r)} 0a{n(r)} {n(r)} 0 1 0 {n(-2 * r)} 0z"
    if colour == 1:
        return f"M{n(x)} {n(y - 1.1 * r)}l{n(1.15 * r)} {n(2 * r)}h{n(-2.3 * r)}z"
    if colour == 2:
        return f"M{n(x - 0.9 * r)} {n(y - 0.9 * r)}h{n(1.8 * r)}v{n(1.8 * r)}h{n(-1.8 * r)}z"
    return f"M{n(x)} {n(y - 1.25 * r)}l{n(r)} {n(1.25 * r)}l{n(-r)} {n(1.25 * r)}l{n(-r)} {n(-1.25 * r)}z"
