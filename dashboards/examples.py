"""Situations to begin with in the position lab, as CGN."""

from __future__ import annotations

HEAD = """@cgn 1

@game lab
rules: classic-108
options:
seats: N E S W
teams: A=N,S B=E,W

"""

EXAMPLES = {
    "A frozen pile": HEAD
    + """@hand 1 position=yes A=1500 B=2995 turn=N
holds N K 2 7h 4 9 ?x5
table A 888 QQQ2 !3d
pile 5 2 9 K
stock ?x31
1. N +pile KK2 -7h
""",
    "A first meld": HEAD
    + """@hand 1 position=yes A=1520 B=90 turn=N
holds N A A A Q Q 2 7 7 7 5 4
pile 6 9
stock ?x60
1. N +J AAA QQ2 -4
""",
    "Onto the pile's top card": HEAD
    + """@hand 1 position=yes A=0 B=0 turn=E
holds E 9 9 J 5 4 ?x6
table B 777 JJJJ
pile 4 6 J
stock ?x40
1. E +pile J -5
""",
    "Going out": HEAD
    + """@hand 1 position=yes A=300 B=1200 turn=S
holds S T T 5 3b 3b 3b
table A KKKKKKK TTT2
table B 666
pile 9 Q
stock ?x12
1. S +T TTT 3b3b3b -5 out
""",
    "An empty table": HEAD + "@hand 1 position=yes A=0 B=0 turn=N\n",
}
