"""Players that learn by themselves: games of a net against itself, what it learns from them, and the file that players read.

Nothing here is needed to play. It brings JAX along, with the extra `learn`.
"""
