from replay.rules import CATALOGUE

CHECKS = tuple(rule.check for rule in CATALOGUE)


def answer_of(rule, r, s, a):
    return CHECKS[rule](r, s, a)
