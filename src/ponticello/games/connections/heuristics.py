"""What a player of Connections knows beyond the rules: what a free cell is still worth.

In the end a cell is open or a spiral, and each of its numbers is reached or not; so what can be hoped for is a sum over the free
cells. The worth of one depends on what lies around it (its surroundings), on how many of the tiles left would fit there, and on
how many rounds are left. An action changes the surroundings of at most four cells, so its appeal is soon told.

The numbers were learned from some 600,000 games on the four shipped boards by a player that is greedy for this outlook: after
each round, what all free cells were worth together was moved a little towards what the next round showed (temporal differences).
"""

from __future__ import annotations

from itertools import product

import numpy as np
from numpy.typing import NDArray

from ponticello.engine.bits import count_bits, lowest_bit, without_lowest
from ponticello.engine.mind import Mind
from ponticello.engine.native import implement, rule
from ponticello.games.connections.board import BLANK, CODES, NARROW, NEXT, NOTHING, SIDES, SPOT, WIDE
from ponticello.games.connections.rules import (
    DRAWS,
    ROUNDS,
    SPIRALS,
    Connections,
    points,
    turned,
)

# What lies beyond one side of a free cell, three bits a side: blank, narrow or wide where the tile must show just that (as on
# tiles), a free cell, a spiral, or a number of the border (SPIRAL_BESIDE + the number).
FREE_BESIDE, SPIRAL_BESIDE = 3, 4
BESIDE_LETTERS = ".nwfs123"
SURROUNDINGS = 1 << 3 * SIDES

# The worth of a cell in hundredths of a point, by its surroundings from side to side: with no round left, and with all of them;
# in between it changes evenly. Turned, mirrored or with narrow and wide exchanged, surroundings are worth the same.
WORTH = """
...n:-7/5 ...f:17/-3 ..nn:-5/-21 ..nw:-2/-25 ..nf:-41/11 ..ns:-4/42 ..n1:25/129 ..n2:95/156 ..n3:181/157 ..ff:-385/-109
..fs:-300/-97 ..f1:-87/127 ..f2:-79/138 ..f3:21/135 .n.n:-3/-25 .n.w:-4/-32 .n.f:-41/15 .n.s:-3/10 .n.1:28/92 .n.2:95/187
.n.3:190/198 .nnn:5/-57 .nnw:5/-61 .nnf:-31/-20 .nns:5/-9 .nn1:34/56 .nn2:102/121 .nn3:197/139 .nwn:4/-57 .nwf:-32/-21 .nws:0/-10
.nw1:27/28 .nw2:93/89 .nw3:185/108 .nfn:-13/-18 .nfw:-17/-20 .nff:-62/-2 .nfs:-37/-26 .nf1:51/68 .nf2:106/143 .nf3:182/171
.nsn:-3/0 .nsw:-7/-4 .nsf:-52/-13 .nss:-5/-6 .ns1:29/80 .ns2:92/139 .ns3:187/139 .n1n:34/49 .n1w:32/14 .n1f:57/80 .n1s:24/133
.n11:110/110 .n12:167/149 .n13:228/291 .n2n:97/113 .n2w:89/82 .n2f:101/156 .n2s:97/201 .n21:170/151 .n22:226/269 .n23:280/417
.n3n:202/147 .n3w:152/122 .n3f:164/186 .n3s:159/203 .n31:228/300 .n32:273/434 .n33:350/350 .f.f:13/33 .f.s:14/44 .f.1:-13/49
.f.2:18/101 .f.3:104/155 .fnf:-89/5 .fns:-49/21 .fn1:46/74 .fn2:123/125 .fn3:205/153 .fff:-64/-37 .ffs:-472/-21 .ff1:18/77
.ff2:88/139 .ff3:201/197 .fsf:-129/-38 .fss:-284/-87 .fs1:26/15 .fs2:77/109 .fs3:157/169 .f1f:-41/77 .f1s:-143/91 .f11:110/110
.f12:196/161 .f13:144/224 .f2f:-50/126 .f2s:-122/123 .f21:158/120 .f22:149/228 .f23:187/272 .f3f:27/161 .f3s:-17/127 .f31:147/231
.f32:182/270 .f33:350/350 .sns:0/0 .sn1:32/87 .sn2:102/139 .sn3:197/161 .sfs:-286/-90 .sf1:-191/-14 .sf2:-185/29 .sf3:-153/68
nnnn:-17/-17 nnnw:-12/-39 nnnf:-9/-46 nnns:6/-39 nnn1:30/36 nnn2:82/83 nnn3:143/152 nnww:-11/-28 nnwf:-14/-49 nnws:7/-45
nnw1:34/-3 nnw2:83/69 nnw3:170/130 nnff:-97/-18 nnfs:-49/-42 nnf1:69/27 nnf2:123/96 nnf3:185/122 nnss:8/0 nns1:32/73 nns2:97/134
nns3:181/143 nn11:110/110 nn12:167/84 nn13:217/242 nn22:200/232 nn23:172/295 nn33:350/350 nwnw:-16/-24 nwnf:-19/-40 nwns:5/-34
nwn1:32/23 nwn2:92/94 nwn3:176/156 nwff:-71/-28 nwfs:-21/-70 nwf1:59/15 nwf2:96/94 nwf3:157/127 nwss:1/-8 nws1:28/45 nws2:90/108
nws3:168/114 nw11:110/110 nw12:158/69 nw13:208/260 nw22:201/221 nw23:252/342 nw33:350/350 nfnf:-6/-19 nfns:-19/-1 nfn1:60/48
nfn2:130/118 nfn3:197/174 nfwf:-25/-29 nfws:-31/-11 nfw1:34/40 nfw2:85/106 nfw3:146/156 nfff:-56/2 nffs:-59/-14 nff1:71/61
nff2:113/141 nff3:175/177 nfsf:-16/-46 nfss:-20/1 nfs1:34/132 nfs2:109/168 nfs3:199/177 nf1f:89/61 nf1s:58/93 nf11:110/110
nf12:55/149 nf13:142/266 nf2f:114/146 nf2s:92/171 nf21:64/150 nf22:133/261 nf23:234/379 nf3f:175/188 nf3s:156/214 nf31:147/266
nf32:231/376 nf33:350/350 nsns:-2/-6 nsn1:39/53 nsn2:113/115 nsn3:209/162 nsws:-10/-8 nsw1:24/44 nsw2:69/101 nsw3:151/157
nsfs:-13/-10 nsf1:54/90 nsf2:94/174 nsf3:153/209 nsss:-3/-8 nss1:39/101 nss2:101/130 nss3:181/174 ns1s:36/130 ns11:110/110
ns12:177/202 ns13:231/380 ns2s:99/177 ns21:175/224 ns22:241/341 ns23:321/478 ns3s:192/173 ns31:248/359 ns32:324/454 ns33:350/350
ffff:44/-25 fffs:-55/-38 fff1:122/71 fff2:219/126 fff3:359/178 ffss:-110/-51 ffs1:37/89 ffs2:123/143 ffs3:211/221 ff11:110/110
ff12:270/82 ff13:321/193 ff22:328/194 ff23:376/307 ff33:350/350 fsfs:-26/-15 fsf1:-192/51 fsf2:-187/86 fsf3:-130/103 fsss:-90/-26
fss1:-207/-34 fss2:-210/3 fss3:-165/47 fs1s:75/116 fs11:110/110 fs12:251/250 fs13:251/350 fs2s:156/163 fs21:285/243 fs22:316/346
fs23:253/368 fs3s:231/201 fs31:250/351 fs32:236/376 fs33:350/350
"""

# What the tiles left add to that: a column for each number of tiles that fit, from 1 to 9 or more; a row for each of LEFT rounds
# left, and evenly in between. First the cells that no connection leads to yet, with numbers of 0, 1, 2, and 3 or more together;
# then likewise the cells that one leads to.
LEFT = (0, 3, 8, 24)
TILES_LEFT = """
-134 -120  -55  -31  -43  -13    0    0    0
-105 -110 -115 -122 -137 -167 -209 -211 -329
 -91  -95  -95  -98 -103 -115 -189 -198  -50
 -68  -69  -80  -83  -79  -71    0    4  -12

-101 -100 -108 -101  -96  -70    0    0    0
 -52  -46  -70 -119 -133 -128 -106 -105 -109
 -23  -25  -31  -39  -37  -21  -17  -11    2
  44   25    5  -13  -24   -8    4   46   42

-110 -101 -121 -123 -108 -112    0    0    0
-100 -105 -113 -156 -164 -162 -144 -152 -169
 -28  -38  -49  -42  -47  -64  -62  -46  -21
   8   18    9    2   -4    0    4   22   79

-200 -205 -214 -223 -214 -300    0    0    0
-174 -184 -176 -177 -179 -193 -204 -198 -204
 -67  -94 -102  -83  -70  -74  -77  -79  -59
   4    4    4   -1    0    0    5   36  128

 -86  -62  -42   -9    5    4    0    0    0
 -55  -39  -29  -10    4   24   46   42   21
 -45  -37  -31  -28  -22  -16   -7    0    2
 -59  -42  -38  -34  -26  -26  -27  -25  -19

-110  -71  -36    1   34   43    0    0    0
 -72  -36  -13    6   26   38   50   63   82
 -46  -19   -3    6   15   24   32   35   42
  31   39   30   41   50   59   61   66   76

-167 -112  -62   -3   56   76    0    0    0
-104  -49  -12   13   34   60   77   95  114
 -54  -14    6   21   35   45   55   60   74
   7   26   27   59   75   81   85   89   94

-248 -189 -110  -43   52   93    0    0    0
-153  -78  -20   12   39   69   88  105  112
 -64    2   39   56   69   77   87   96  112
   1   15   53  131  148  156  156  148  151
"""


def _kinds() -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """Returns the kind of all surroundings, and the worth of each kind by the rounds left."""
    words = [word.split(":") for word in WORTH.split()]
    kinds = np.zeros(SURROUNDINGS, np.int16)
    digits = str.maketrans(BESIDE_LETTERS, "01234567")
    for kind, (letters, _) in enumerate(words):
        for swapped in (letters, letters.translate(str.maketrans("nw", "wn"))):
            for mirrored in (swapped, swapped[::-1]):
                for turns in range(SIDES):
                    seen = mirrored[turns:] + mirrored[:turns]
                    kinds[int(seen[::-1].translate(digits), 8)] = kind  # three bits a side, the first side lowest
    ends = [[int(end) for end in worth.split("/")] for _, worth in words]
    return kinds, np.array([np.rint(np.interp(range(ROUNDS + 1), (0, ROUNDS), row)) for row in ends], np.int16)


def _families() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Returns the family of each tile, whose members look the same once turned, as a bit; and those that fit what is asked.

    What is asked is two bits a side: a code, or 3 for anything.
    """
    family = np.zeros(256, np.int64)
    fitting = np.zeros(256, np.int64)
    firsts: list[int] = []
    for codes in product(range(CODES), repeat=SIDES):
        sides = sum(code << 2 * side for side, code in enumerate(codes))
        first = min(turned(sides, turns) for turns in range(SIDES))
        if first not in firsts:
            firsts.append(first)
        family[sides] = 1 << firsts.index(first)
        for anything in product((0, 3), repeat=SIDES):
            fitting[sides | sum(some << 2 * side for side, some in enumerate(anything))] |= family[sides]
    return family, fitting


KIND, KIND_WORTH = _kinds()
FAMILY, FITTING = _families()

_BESIDE = [np.arange(SURROUNDINGS) >> 3 * side & 7 for side in range(SIDES)]
_LED_TO = np.any([(beside == NARROW) | (beside == WIDE) for beside in _BESIDE], axis=0)
_TO_REACH = _LED_TO | np.any([beside == FREE_BESIDE for beside in _BESIDE], axis=0)
_NUMBERS = np.sum([np.maximum(beside - SPIRAL_BESIDE, 0) for beside in _BESIDE], axis=0)
_ASKED = np.sum([np.minimum(beside, 3) << 2 * side for side, beside in enumerate(_BESIDE)], axis=0)
# By surroundings: the families that fit, none where no connection can ever lead to; and the block of TILES_WORTH. The numbers are
# small so that all tables of this file find room among the 64 KB of constants of a GPU.
FITS = (_TO_REACH * FITTING[_ASKED]).astype(np.int32)
BLOCK = (4 * _LED_TO + np.minimum(_NUMBERS, 3)).astype(np.int16)

MOST_TILES = 9
_BLOCKS = np.array(TILES_LEFT.split(), np.int64).reshape(-1, len(LEFT), MOST_TILES)
TILES_WORTH = np.array(  # by block, tiles that fit, rounds left
    [[np.rint(np.interp(range(ROUNDS + 1), LEFT, column)) for column in block.T] for block in _BLOCKS], np.int16
)


@rule
def surroundings(state: Connections, seat: int, cell: int) -> int:
    """Returns what lies beyond the four sides of a free cell."""
    around = 0
    for side in range(SIDES):
        blank = state.fits[seat, side * CODES + BLANK] >> cell & 1
        narrow = state.fits[seat, side * CODES + NARROW] >> cell & 1
        beside = NEXT[cell, side]
        if blank + narrow < 2:
            what = 2 - 2 * blank - narrow
        elif beside == NOTHING:
            what = SPIRAL_BESIDE + state.numbers[seat, SPOT[cell, side]]
        else:
            what = SPIRAL_BESIDE - (state.open_cells[seat] >> beside & 1)
        around |= what << 3 * side
    return around


@rule
def families(state: Connections, tiles: int) -> tuple[int, int]:
    """Returns the families that some tiles are of, and those that two or more are of."""
    once, twice = 0, 0
    while tiles != 0:
        family = FAMILY[state.sides[lowest_bit(tiles)]]
        twice |= once & family
        once |= family
        tiles = without_lowest(tiles)
    return once, twice


@rule
def worth(around: int, once: int, twice: int, rounds: int) -> int:
    """Returns what a free cell is worth, in hundredths of a point: a spiral if no tile left fits, else perhaps its numbers."""
    fitting = FITS[around]
    tiles = min(count_bits(once & fitting) + count_bits(twice & fitting), MOST_TILES)
    if tiles == 0:
        return -100
    return int(KIND_WORTH[KIND[around], rounds]) + int(TILES_WORTH[BLOCK[around], tiles - 1, rounds])


@rule
def outlook(state: Connections, seat: int) -> int:
    """The points lost so far, and what every free cell is worth; with a tile in hand, that one can still come anywhere."""
    once, twice = families(state, state.stock | (1 << state.tile if state.to_lay >> seat & 1 else 0))
    cells = state.open_cells[seat]
    rounds = count_bits(cells)
    hope = -100 * points(state, seat)
    while cells != 0:
        hope += worth(surroundings(state, seat, lowest_bit(cells)), once, twice, rounds)
        cells = without_lowest(cells)
    return hope


@rule
def appeal(state: Connections, seat: int, action: int) -> int:
    """What an action changes in the outlook: numbers reached, a cell used up, and the cells beside it, which are asked more."""
    if action >= DRAWS:
        return 0
    spiral = action >= SPIRALS
    cell = action - SPIRALS if spiral else action // SIDES
    sides = turned(state.sides[state.tile], action % SIDES)
    once, twice = families(state, state.stock)
    rounds = count_bits(state.open_cells[seat]) - 1
    change = (-100 if spiral else 0) - worth(surroundings(state, seat, cell), once, twice, rounds)
    for side in range(SIDES):
        beside = NEXT[cell, side]
        shown = sides >> 2 * side & 3
        if beside == NOTHING:
            if shown != BLANK and not spiral:
                change += 100 * state.numbers[seat, SPOT[cell, side]]
        elif state.open_cells[seat] >> beside & 1:
            around = surroundings(state, seat, beside)
            there = 3 * (side ^ 2)
            after = around & ~(7 << there) | (SPIRAL_BESIDE if spiral else shown) << there
            change += worth(after, once, twice, rounds) - worth(around, once, twice, rounds)
    return change


implement(Connections, appeal=appeal, outlook=outlook)

MIND = Mind(ripe=1, heat=1.5, exploration=2.5, taste=10, horizon=5)
