"""The games as environments of other people's libraries: PettingZoo, OpenSpiel and Gymnasium (the extra `envs`).

Each module needs its own library only. What they share: `stepper` steps one game, `views` and `spaces` say what is seen,
`rewards` what it is worth, `rendering` shows it.
"""
