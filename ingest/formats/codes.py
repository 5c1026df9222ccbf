"""Every code of a reader's message: what brings it about, and what to do.

Numbers are permanent: E... keeps a line from being read (it is kept as it stands), W... is a doubt about what was read.
Findings about play and scores have names, not numbers; they are in docs/RULES.md.
"""

from __future__ import annotations

from typing import NamedTuple


class Code(NamedTuple):
    """Why a message appears, and what helps."""

    cause: str
    remedy: str


CODES = {
    # the source as a whole
    "E001": Code("the file cannot be opened", "check its name and permissions"),
    "E002": Code("the compressed data are damaged or end too early", "get the file again; what came before is read"),
    "E003": Code("the unpacked file is larger than allowed", "split it"),
    "E004": Code("the file is in no known format", "name the format, or write an adapter (docs/ADAPTERS.md)"),
    # cards and operations
    "E101": Code("a card or an operation is due, and nothing stands there", "write what is missing, `?` if unknown"),
    "E102": Code("this is no card", "use `A K Q J T 9 ... 2`, `*`, `?`, with a suit letter behind it if need be"),
    "E103": Code("the line has bytes that are not UTF-8", "save the file as UTF-8"),
    "E104": Code("a quote is not closed", "close it; a blank and the next attribute follow"),
    "E105": Code("`@` does not stand in column 1", "begin a new line; two lines may have run together"),
    "E106": Code("the line is longer than allowed", "CGN: 1,000 characters; JSON lines: 100,000 bytes"),
    "E110": Code("the deck has no such rank", "check `rules:` or `deck:`, or the card"),
    "E111": Code("the deck has no such suit or colour", "french: c d h s, 3r, 3b; Heckadeck: a p d h c s o w"),
    "E112": Code("no special card of the deck", "`<ar> <ta> <wa> <om> <hu> <tr> <cr> <da> <wh>`, or their long names"),
    "E113": Code("the readings of an illegible card cannot be read", "write at least two cards: `{4/9}`"),
    "E114": Code("a run cannot be read", "upwards and in one suit: `4..8h`"),
    "E115": Code("behind `=` stands no card that this one is played as", "`2=8s`, `*=9h`, `<wh>=<hu>`"),
    "E116": Code("a repetition cannot be read", "`?x11`, 1 to 999, then a comma or the end of the group"),
    "E120": Code("this is no operation of a turn", "see section 5; `~` goes before acts only, not before counts"),
    "E121": Code("`+` is followed by nothing that can be drawn or taken", "`+K`, `+?x2`, `+pile`, `+foot`"),
    "E122": Code("parentheses or brackets cannot be read", "`+pile(14)[KK9]`, `show[AA]`"),
    "E123": Code("the answer to a request to go out is missing", "`ask:yes`, `ask:no` or `ask:?`"),
    "E124": Code("a look at a hand cannot be read", "`view:S>W`: who looks, at whose hand"),
    "E125": Code("going out or a special hand cannot be read", "`out`, `out:concealed`, `special:name[cards]`"),
    "E126": Code("a count or a clock cannot be read", "`h=5`, `p=7`, `s=43`; `t=20:31:05` or `t=+12`"),
    "E127": Code("exactly one card is due", "two discards are two operations: `-K -7`"),
    # values in lines
    "E130": Code("an attribute cannot be read", "`key=value`, quotes around a value with blanks"),
    "E131": Code("a whole number is due, of at most nine digits", "check for letters among the digits"),
    "E132": Code("no seat of this game", "`seats:` lists them"),
    "E133": Code("no team of this game", "`teams:` lists them"),
    "E134": Code("a penalty cannot be read", "points with a sign, or `min+10`"),
    "E135": Code("a ruling cannot be read", "a turn or `score`, then stands, void, corrected, adjusted or noted"),
    "E136": Code("the way a deal ended cannot be read", "out, stock, darkness, special or abandoned"),
    # JSON lines
    "E140": Code("the line is no JSON object of this notation", "one object per line, `v` 1, with a `type`"),
    "E141": Code("a field is missing or has a value it cannot have", "see section 9"),
    "E143": Code("no known type of record", "private ones begin with `x-`"),
    "E144": Code("this record keeps a line that could not be read", "correct the log it was made from"),
    "E150": Code("a line of another program's log cannot be used", "it is kept; tell the adapter's author"),
    # order
    "E200": Code("no `@` line of the notation", "private lines begin with `@x-`"),
    "E201": Code("an unknown version of the notation", "this reader knows version 1"),
    "E202": Code("`@game` has no id, or several words", "one id without blanks; until then it is anonymous-LINE"),
    "E203": Code("lines outside any game", "begin with `@game`; nothing follows `@end`"),
    "E204": Code("a line of a deal before the first `@hand`", "write `@hand`, or restore the damaged one"),
    "E205": Code("a header behind the first `@hand`", "headers stand between `@game` and the first `@hand`"),
    "E206": Code("a header cannot be read", "`key: value`"),
    "E207": Code("`rules:` cannot be read", "`name-cards@revision`, such as `classic-108`"),
    "E208": Code("`deck:` cannot be read", "french or heckadeck, with the number of cards: `french162`"),
    "E209": Code("`seats:` or `teams:` cannot be read", "each seat once, each in one team: `A=N,S B=E,W`"),
    "E210": Code("the line is no turn", "number, seat, operations: `7. N +5 -K`; nothing begins with blanks"),
    "E211": Code("the same thing twice on one turn", "a player goes out once"),
    "E213": Code("a deal line behind turns", "the `@hand` above it is missing"),
    # doubts about the record
    "W301": Code("the game has no `@end`", "add it, `result=unfinished` if play broke off"),
    "W302": Code("deals are not numbered one after another", "a deal is missing, or its number is wrong"),
    "W303": Code("a header stands twice", "the first one is used; delete one"),
    "W304": Code("turns are not numbered one after another", "a line is missing, doubled or out of place"),
    "W305": Code("a required header is missing", "rules, options, seats, teams, and a player for each seat"),
    "W306": Code("a deal or the end lacks a part", "hands, @close, @score of each team, @total; what other deals have"),
    "W307": Code("two sheets of the same writer for the same team", "name the writers with `by=`, or delete one"),
    "W308": Code("some turns of the deal have numbers and some have none", "number all of them or none"),
    "W309": Code("the seal does not fit the lines", "the file was changed after it was sealed"),
    "W310": Code("an option that means nothing to us", "docs/OPTIONS.md lists them; illegal plays stay in doubt"),
    "W311": Code("the file does not say which version of the notation it uses", "begin it with `@cgn 1`"),
    "W312": Code("the deal is closed twice", "the first closing counts; delete one"),
    "W313": Code("a key that means nothing here", "it is kept; check its spelling"),
    "W314": Code("a key stands twice in one line", "the first one is used; delete one"),
    "W315": Code("two deal lines for the same seat", "delete one"),
    "W316": Code("a header that is not known and looks like one that is", "correct it, or put `x-` before it"),
    "W317": Code("records are not numbered one after another", "records are missing, or out of place"),
    "W318": Code("totals of some teams only", "write the total of each team"),
    "W319": Code("the date is no date", "`2026-03-14`, a time and a time zone may follow"),
    "W321": Code("a kind of line that the adapter does not know", "it is kept; tell the adapter's author"),
    "W322": Code("the totals of a deal are written twice", "both are compared; delete one"),
    "W323": Code("a sheet lacks what all others of its writer show", "a word was lost; write it, 0 included"),
    "W324": Code("one card of a deal has no suit, and all others have", "a letter was lost; write it"),
    "W325": Code("the game has no seal, and others of the file have one", "a line was lost, or it was not sealed"),
    # other people's spellings, taken in normal or lenient mode and written in ours
    "W331": Code("`10` for a ten", "write `T`"),
    "W332": Code("`Jk` or `joker`", "write `*`"),
    "W333": Code("turns without numbers", "they are counted; a lost line cannot be noticed"),
    "W334": Code("a red three was drawn and replaced, but not laid", "write `+3h !3h +5`; taken as laid"),
    "W335": Code("a rank in lower case", "write it in upper case"),
}


def markdown() -> str:
    """The table of docs/NOTATION.md."""
    rows = [f"| {name} | {code.cause} | {code.remedy} |" for name, code in CODES.items()]
    return "\n".join(["| code | what it means | what to do |", "|---|---|---|", *rows])
