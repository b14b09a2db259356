"""A judgement as parts of a study: the chances as a chart, and the moves at which the game turned, in words."""

from __future__ import annotations

from dataclasses import replace

from stellwerk.core import Text
from stellwerk.study.analysis.model import Cell, Chart, Point, Row, Series, Study, Table, named, plain
from stellwerk.study.judgement import Judgement, Remark, Sign

SIGNS: dict[Sign, str] = {"blunder": "??", "best": "!", "turn": "↕"}
"""As chess players write them; the third is a move after which the chances are others."""
TITLES: dict[Sign, Text] = {
    "blunder": Text("blunder"),
    "best": Text("the only good move"),
    "turn": Text("turning point"),
}


def with_judgement(study: Study, judgement: Judgement | None) -> Study:
    """The study with the bot's opinion of the whole game behind the course of the scores."""
    if judgement is None or not judgement.steps:
        return study
    # Behind the scores: chances say more to whoever has seen how close it was.
    at = 1 + max(n for n, part in enumerate(study.parts) if part.id in ("course", "lead"))
    return replace(study, parts=(*study.parts[:at], chances(judgement), turns(judgement), *study.parts[at:]))


def chances(judgement: Judgement) -> Chart:
    lasting = judgement.lasting
    series = tuple(
        Series(named(name, seat), tuple(round(100 * each[seat]) for each in lasting), f"seat-{seat}")
        for seat, name in enumerate(judgement.names)
    )
    about = Text(
        "In percent, as the bot counts them over the moves around each; marked are blunders (??), only good moves (!)"
        " and turns (↕)."
    )
    at = tuple(step.number for step in judgement.steps)
    title = Text("Chances to be first")
    return Chart("chances", title, "lines", at, series, about=about, points=_points(judgement))


def _points(judgement: Judgement) -> tuple[Point, ...]:
    """Turning points and the worst blunders; to mark every good move as well would hide the lines."""
    return tuple(
        Point(remark.step.number, remark.moved, SIGNS[remark.sign], told(judgement, remark), remark.sign)
        for remark in judgement.told
    )


def turns(judgement: Judgement) -> Table:
    heads = (Text("move"), Text("what was played"), Text("what the bot would have done"), Text("chances"))
    rows = tuple(_row(judgement, remark) for remark in judgement.told)
    about = Text("Turns played out about every move: {count}.", count=judgement.iterations)
    return Table("turns", Text("Where it turned"), heads, rows, about, is_prose=True)


def _row(judgement: Judgement, remark: Remark) -> Row:
    step = remark.step
    return Row((step.number, _played(judgement, remark), _better(remark), _shift(judgement, remark)), step.number)


def _played(judgement: Judgement, remark: Remark) -> Text:
    seat, opinion = remark.step.seat, remark.step.opinion
    told = {"sign": SIGNS[remark.sign], "who": _who(judgement, seat) if seat >= 0 else Text("chance")}
    if opinion is None or opinion.played is None:
        return Text("{sign} {who}, without a choice", **told)
    told["words"] = _joined(opinion.played.words[:1])
    if round(opinion.played.loss) == 0:
        return Text("{sign} {who}: {words}", **told)
    return Text("{sign} {who}: {words} (behind by {loss})", loss=round(opinion.played.loss), **told)


def _better(remark: Remark) -> Cell:
    opinion = remark.step.opinion
    if opinion is None or opinion.played is None or not opinion.best:
        return "–"
    best = opinion.best[0]
    if opinion.played.action == best.action:
        return Text("the same: it {why}", why=best.why)
    return Text("{better}: it {why}", better=_joined(best.words), why=best.why)


def _joined(words: tuple[Text, ...]) -> Text:
    return Text("{words}", words=words)


def _who(judgement: Judgement, seat: int) -> Text:
    return named(judgement.names[seat], seat)


def _shift(judgement: Judgement, remark: Remark) -> Text:
    """How the chance changed of the one for whom it changed most."""
    seat = remark.moved
    return Text(
        "{who} {before} → {after} %",
        who=_who(judgement, seat),
        before=round(100 * remark.before[seat]),
        after=round(100 * remark.after[seat]),
    )


def told(judgement: Judgement, remark: Remark) -> Text:
    """A remark in one line, for the list of moves and the chart."""
    opinion = remark.step.opinion
    shift, sign = _shift(judgement, remark), plain(SIGNS[remark.sign])
    if remark.sign == "best" and opinion is not None:
        line = Text("the only good move; the next best is behind by {loss}", loss=round(opinion.best[1].loss))
    elif opinion is None or opinion.played is None or not opinion.best:
        line = TITLES[remark.sign]
    elif opinion.played.action == opinion.best[0].action:
        line = Text("turning point; the bot would have done the same")
    else:
        line = Text(
            "{title}, behind by {loss}; the bot: {better}; it {why}",
            title=TITLES[remark.sign],
            loss=round(opinion.played.loss),
            better=opinion.best[0].words,
            why=opinion.best[0].why,
        )
    return Text("{sign} {line} ({shift})", sign=sign, line=line, shift=shift)
