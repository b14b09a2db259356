"""A game studied: the board as a stage, the moves beside it, charts below. Every figure leads to its move."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Annotated, Any

from fastapi import Depends, Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from markupsafe import Markup
from starlette.concurrency import run_in_threadpool

from stellwerk import draw
from stellwerk.core import Text
from stellwerk.core.log import written
from stellwerk.study.analysis.model import Part, Study
from stellwerk.study.analysis.page import Press
from stellwerk.study.analysis.tables import as_csv, as_table
from stellwerk.study.analysis.verdicts import with_judgement
from stellwerk.study.judgement import BUDGETS, Judgement
from stellwerk.study.library.comments import Comment
from stellwerk.table import Person, Refused, SeatSpec
from stellwerk.table.service.tables import TableSpec
from stellwerk.web.http.auth import Newcomer, Visitor, runtime_of
from stellwerk.web.http.dependencies import Form, Reading, go, shown, site_address
from stellwerk.web.http.rooms import room_of_pages
from stellwerk.web.view.judgements import Judgements, best_kept, judgement_of, judging_of, may_judge, signs_of
from stellwerk.web.view.opinions import may_ask, opinion_html
from stellwerk.web.view.perspective import Perspective, told
from stellwerk.web.view.studies import Studies
from stellwerk.web.view.study_files import chart_file, painted, position_file, whole_file
from stellwerk.web.view.subjects import Subject, libraries_of, subject_of
from stellwerk.web.view.templates import Reader
from stellwerk.web.view.updates import number
from stellwerk.web.view.workshop import Job

router = room_of_pages("/study/{kind}/{id_}")

ALONE = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:"}
"""A file that carries its styles along; nothing in it runs, and nothing is fetched."""
PATIENCE = 2.0
"""Seconds a page waits for its study; what takes longer comes later, with a progress bar."""


def subject(request: Request, kind: str, id_: str, reader: Reading, who: Visitor) -> Subject:
    return subject_of(request, who, reader, kind, id_)


Found = Annotated[Subject, Depends(subject)]


def job_of(request: Request, found: Subject) -> Job[Study]:
    order = (found.header.game, found.header, found.entries, found.eyes)
    studies: Studies = request.app.state.studies
    return studies.of(found.key, order)


def study_of(request: Request, found: Subject) -> Study:
    """The study, however long it takes."""
    job = job_of(request, found)
    job.over.wait()
    if job.made is None:
        raise Refused("study", job.problem or Text("this game cannot be studied"), 422)
    return with_judgement(job.made, judgement_of(judged_of(request, found), found))


def judged_of(request: Request, found: Subject) -> tuple[str, Job[Judgement]] | None:
    """What the bot thinks of the whole game, as far as it was asked and may be."""
    judgements: Judgements = request.app.state.judgements
    return best_kept(judgements, found) if may_judge(found) else None


def press_of(found: Subject, reader: Reader) -> Press:
    return Press(
        reader.words,
        link=lambda at: f"{found.url}?at={at}#stage",
        files=lambda part, kind: f"{found.url}/part/{part}.{kind}",
    )


# --- the page --------------------------------------------------------------------------------------------------------


@router.get("")
def study_page(
    request: Request, found: Found, reader: Reading, who: Visitor, at: int | None = None, opinion: str = ""
) -> HTMLResponse:
    perspective, job = found.look(at), job_of(request, found)
    job.over.wait(PATIENCE)
    judged = judged_of(request, found)
    judgement = judgement_of(judged, found)
    study = with_judgement(job.made, judgement) if job.made is not None else None
    values: dict[str, Any] = {
        "found": found,
        "title": found.title,
        "url": found.url,
        "game_id": perspective.game.id,
        "version": perspective.version,
        "tip": perspective.tip,
        "boards": list(perspective.drawing(reader).values()),
        "moves": moves(perspective, reader, judgement, found.comments),
        "link": shared_link(request, found),
        "chapters": [one for one in found.comments.values() if one.title],
        "own_comment": own_comment(found, perspective.version, reader),
        "players": _players(perspective),
        "field": field_of(request, who, found),
        "job": job,
        "parts": Markup(parts_html(study, found, reader)) if study is not None else None,
        "films": study.films if study is not None else (),
        "nav": [(part.id, part.title) for part in study.parts] if study is not None else [],
        "problem": reader.say(job.problem) if job.problem is not None else "",
        "note": reader.say(found.note) if found.note is not None else "",
        "may_branch": perspective.finished or found.kind != "table",
        "may_ask": may_ask(found, perspective),
        "may_judge": may_judge(found),
        "judging": judging_of(judged, found, reader),
        "budgets": BUDGETS,
        "opinion": Markup(opinion_html(request, found, perspective, reader)[0]) if opinion else None,
    }
    return shown(request, reader, who, "study.html", "study", **values)


def moves(
    perspective: Perspective,
    reader: Reader,
    judgement: Judgement | None = None,
    comments: Mapping[int, Comment] | None = None,
) -> list[dict[str, Any]]:
    """Every move in words, with the bot's sign and what somebody has said about it."""
    signs, said = signs_of(judgement, perspective, reader), comments or {}
    start: list[dict[str, Any]] = [{"number": 0, "seat": -1, "texts": [reader.say(Text("Start"))], "undone": False}]
    lines = [
        {"number": line.version, "seat": line.seat, "texts": texts, "undone": line.undone}
        for line in perspective.lines(0, perspective.tip)
        if (texts := told(line, perspective.names, reader)) or line.version in said
    ]
    all_ = [*(start if 0 in said else []), *lines]
    return [{**one, "sign": signs.get(one["number"]), "comment": said.get(one["number"])} for one in all_]


def shared_link(request: Request, found: Subject) -> str:
    if found.share is None:
        return ""
    return "/".join((site_address(request), "study", "shared", found.share.token))


def own_comment(found: Subject, at: int, reader: Reader) -> Comment:
    """What one has said here in the language one reads, to be changed."""
    said = found.comments.get(at)
    return said if said is not None and said.language == reader.language else Comment(at, reader.language, "", "")


def _players(perspective: Perspective) -> list[dict[str, Any]]:
    scores = sorted(perspective.now.scores, key=lambda score: (score.rank, score.seat))
    return [{"seat": s.seat, "name": perspective.names[s.seat], "score": s.total, "rank": s.rank} for s in scores]


def field_of(request: Request, who: Person | None, found: Subject) -> dict[str, Any] | None:
    """Scores beside the field: what players of this title have on average in one's library, at as many seats."""
    library = libraries_of(request).of(who.id) if who is not None else None
    count, mean, best = library.field(found.header.game, found.header.seats) if library is not None else (0, 0.0, 0.0)
    return {"count": count, "mean": mean, "best": best} if count > 1 else None


def parts_html(study: Study, found: Subject, reader: Reader) -> str:
    press = press_of(found, reader)
    return "".join(press.part(part).html for part in study.parts)


@router.get("/parts")
def parts(request: Request, found: Found, reader: Reading) -> HTMLResponse:
    return HTMLResponse(parts_html(study_of(request, found), found, reader))


@router.get("/progress")
def progress(request: Request, found: Found, reader: Reading) -> JSONResponse:
    job = job_of(request, found)
    problem = reader.say(job.problem) if job.problem is not None else None
    body = {"done": job.done, "all": job.all, "ready": job.made is not None, "problem": problem}
    return JSONResponse(body, headers={"Cache-Control": "no-store"})


@router.get("/position")
def position(found: Found, reader: Reading, at: int, since: int | None = None) -> JSONResponse:
    """What differs on the boards of a page that shows another move."""
    after = found.look(at)
    before = found.look(since).drawing(reader) if since is not None else None
    lines = after.lines(after.version - 1, after.version) if after.version else []
    said = ". ".join(text for line in lines for text in told(line, after.names, reader))
    scores = {score.seat: score.total for score in after.scores}
    boards = asdict(draw.changes(before, after.drawing(reader)))
    return JSONResponse({"at": after.version, "boards": boards, "said": said, "scores": scores})


# --- files -----------------------------------------------------------------------------------------------------------


def _part(study: Study, id_: str) -> Part:
    found = study.part(id_)
    if found is None:
        raise Refused("study", Text("the study has no such part"), 404)
    return found


@router.get("/part/{part}.table")
def part_table(request: Request, part: str, found: Found, reader: Reading) -> HTMLResponse:
    """The figures of a chart: for the page that opens them, or by themselves."""
    table = as_table(_part(study_of(request, found), part), thinned=True)
    return HTMLResponse(press_of(found, reader).table(table).html)


@router.get("/part/{part}.csv")
def part_csv(request: Request, part: str, found: Found, reader: Reading) -> Response:
    text = as_csv(_part(study_of(request, found), part), reader.words)
    return Response("\ufeff" + text, media_type="text/csv; charset=utf-8", headers=_download(f"{part}.csv"))


@router.get("/part/{part}.svg")
def part_svg(request: Request, part: str, found: Found, reader: Reading) -> Response:
    text = chart_file(_part(study_of(request, found), part), found.header.game, reader)
    return Response(text, media_type="image/svg+xml", headers={**ALONE, **_download(f"{part}.svg")})


@router.get("/picture.svg")
def picture(found: Found, reader: Reading, at: int | None = None, board: str = "") -> Response:
    """One position as a picture, to be shown elsewhere."""
    text = position_file(found.look(at), reader, board)
    return Response(text, media_type="image/svg+xml", headers=ALONE)


@router.get("/picture.png")
def picture_png(found: Found, reader: Reading, at: int | None = None, board: str = "") -> Response:
    drawn = position_file(found.look(at), reader, board)
    return Response(painted(drawn, found.header.game), media_type="image/png", headers=ALONE)


@router.get("/whole.html")
def whole(request: Request, found: Found, reader: Reading) -> Response:
    """The whole study as one file that needs nothing else."""
    judgement, last = judgement_of(judged_of(request, found), found), found.look(None)
    told_moves = moves(last, reader, judgement, found.comments)
    text = whole_file(study_of(request, found), last, told_moves, found.title, reader)
    return Response(
        text, media_type="text/html; charset=utf-8", headers={**ALONE, **_download("study.html", "attachment")}
    )


@router.get("/log.txt")
def log_file(found: Found) -> Response:
    if not found.eyes.everything:
        raise Refused("study", Text("the log of a running game is at its table"), 403)
    return Response(written(found.header, found.entries), media_type="text/plain; charset=utf-8")


def _download(name: str, how: str = "inline") -> dict[str, str]:
    return {"Content-Disposition": f'{how}; filename="{name}"'}


# --- variations ------------------------------------------------------------------------------------------------------


@router.post("/branch")
async def branch(request: Request, form: Form, found: Found, who: Newcomer, response: Response) -> RedirectResponse:
    """Try from here: a table of one's own at this position, alone or with friends who get links."""
    if found.kind == "table" and not found.eyes.everything:
        raise Refused("study", Text("a running game is tried out at its own table"), 403)
    return await run_in_threadpool(_branch, request, form, found, who, response)


def _branch(request: Request, form: dict[str, Any], found: Subject, who: Any, response: Response) -> RedirectResponse:
    perspective = found.look(number(form.get("at")))
    header = replace(found.header, position=perspective.game.dump(perspective.state))
    friends = form.get("with") == "friends"
    seats = [SeatSpec("open" if friends and n else "me", name=name) for n, name in enumerate(perspective.names)]
    plan = TableSpec(perspective.game.id, seats, name=found.title, hotseat=not friends, spectators=False)
    made = runtime_of(request).arrangements.play_on(who, header, plan)
    return go(f"/table/{made.table}", response)
