"""The five one can meet at Ponte's table."""

from ponticello.engine.mind import Level, Mind
from ponticello.games.ponte.sense import MIND
