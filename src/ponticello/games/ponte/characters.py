"""The five one can meet on Ponte's lagoon. Each beats the one before in most games, not in all."""

from dataclasses import replace

from ponticello.engine.mind import Level
from ponticello.games.ponte.heuristics import MIND
from ponticello.games.ponte.words import mark

LEVELS = (
    Level(
        "Pulcino",
        mark("A chick on the quay: it runs to whatever lies nearest and never looks up to see what you are building."),
        replace(MIND, overlooks=0.25),
        simulations=120,
    ),
    Level(
        "Gondoliere",
        mark("Knows every sandbank by name, but thinks no further than the next stroke of the oar."),
        MIND,
        simulations=280,
    ),
    Level(
        "Mercante",
        mark("Weighs every tile against its price, and now and then a bargain slips past him."),
        MIND,
        simulations=820,
    ),
    Level(
        "Doge",
        mark("Plans his bridges several turns ahead and builds exactly where you wanted to."),
        MIND,
        simulations=3600,
    ),
    Level(
        "Diavolo",
        mark("Built the bridge in one night. The price was a soul; he has come to collect."),
        replace(MIND, net=True),
        seconds=1.0,
    ),
)
