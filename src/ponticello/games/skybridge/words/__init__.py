"""Skybridge's own words; their French stands in fr.po beside this file."""

from ponticello.engine.words import Vocabulary

WORDS = Vocabulary(__path__[0])
say, count, mark = WORDS.say, WORDS.count, WORDS.mark
