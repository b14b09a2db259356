"""What is kept about people, why and for how long, in words; the numbers are those of this server's settings."""

from __future__ import annotations

from fastapi import Request
from fastapi.responses import HTMLResponse

from stellwerk.core import Text
from stellwerk.table.seating.sessions import SESSION_DAYS, TOKEN_DAYS
from stellwerk.table.settings import Settings
from stellwerk.web.http.auth import Visitor, runtime_of
from stellwerk.web.http.dependencies import Reading, shown
from stellwerk.web.http.rooms import room_of_pages

router = room_of_pages()

FOR_EVER = Text("until it is deleted")


def days(number: int) -> Text:
    return Text("{n} days", n=number) if number else FOR_EVER


def kept(settings: Settings) -> list[tuple[Text, Text, Text]]:
    """What, why, and how long."""
    account = Text("until you delete your account")
    return [
        (Text("Name, language and a hash of your password"), Text("to know you again"), account),
        (Text("A cookie, and a hash of it"), Text("to keep you signed in"), Text("{n} days", n=SESSION_DAYS)),
        (
            Text("Browser and system in two words"),
            Text("so that you recognise your sessions"),
            Text("as long as the session"),
        ),
        (Text("Hashes of tokens for programs"), Text("so that your programs can play"), Text("{n} days", n=TOKEN_DAYS)),
        (
            Text("An address for mail, once you have confirmed it"),
            Text("to tell you of your turn, and for a lost password"),
            account,
        ),
        (Text("Addresses of other services you enter for notices"), Text("to tell you of your turn"), account),
        (
            Text("Your moves, with their time"),
            Text("they are the game; others need them too"),
            Text("for good, without your name once you are gone"),
        ),
        (Text("What you write in chats"), Text("so that the others can read it"), days(settings.keep_chat_days)),
        (
            Text("Files you bring along to look at a game"),
            Text("so that you can go on looking at it"),
            days(settings.upload_days),
        ),
        (Text("Your private notes"), Text("for you alone"), account),
        (
            Text("When you were last here, to the hour"),
            Text("so that others may go on when somebody stays away"),
            account,
        ),
        (Text("Whom you have blocked, and your reports"), Text("so that both have an effect"), account),
        (Text("What became of messages to you"), Text("so that you can see it"), days(settings.keep_messages_days)),
        (
            Text("Guests who do not come back"),
            Text("seats of theirs may still be in play"),
            days(settings.keep_guests_days),
        ),
    ]


@router.get("/privacy")
def privacy(request: Request, reader: Reading, who: Visitor) -> HTMLResponse:
    return shown(request, reader, who, "privacy.html", rows=kept(runtime_of(request).settings), known=who is not None)
