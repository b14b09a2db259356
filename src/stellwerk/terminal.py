"""A game in the terminal: numbered options, log and undo, against bots or hot-seat."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text as Styled

from stellwerk import games
from stellwerk.bots.levels import BOTS, LEVELS, UnknownBot, player_at_table
from stellwerk.bots.selfplay import components_of
from stellwerk.bots.turn import Party, Player, knows_no_secret
from stellwerk.consoles import console
from stellwerk.core import (
    CHANCE,
    Action,
    BadNotation,
    Choice,
    Dealer,
    Game,
    Options,
    events,
    objection,
    pending,
)
from stellwerk.core.log import Record, live, write
from stellwerk.core.text import Text, Translator
from stellwerk.locale import translator

app = typer.Typer()
SHOWN = 60

HELP = Text(
    "a number picks an option; an action may be typed in full; p NUMBER what an option would bring; u undo; l log; "
    "v what you see; w ACTION why not; s FILE save; h help; q quit"
)


class Terminal:
    """One game on one screen. `players` holds a bot or None (a person) for each seat."""

    def __init__(self, record: Record[Any], players: Sequence[Player | None], words: Translator, seed: int) -> None:
        self.record = record
        self.players = players
        self.words = words
        self.rng = random.Random(seed)
        self.party = Party(players, [self.rng] * len(players))

    @property
    def game(self) -> Game[Any]:
        game: Game[Any] = self.record.game
        return game

    def say(self, text: Text, style: str = "") -> None:
        console.print(text.render(self.words), style=style)

    def run(self) -> None:
        dealer = Dealer(self.rng)
        while (choice := pending(self.record.state)) is not None:
            seat = choice.seat(self.record.state)
            if seat == CHANCE:
                self.do(self.record.old_answer(choice) or dealer.answer(choice.options(self.record.state)))
            elif self.players[seat] is not None:
                self.bot_turn(choice)
            elif not self.ask(choice, seat):
                return
        self.scores()

    def bot_turn(self, choice: Choice[Any]) -> None:
        """A bot answers; why, is said where what it knows is known to everybody."""
        s = self.record.state
        answer = self.party.answer(self.game, s, choice)
        shown = answer.why if knows_no_secret(self.game, s, choice.seat(s)) else None
        self.do(answer.action)
        if shown is not None:
            self.say(Text("   {text}", text=shown), "dim")

    def do(self, action: Action) -> None:
        """Tell what happens, as far as a person at this screen may read it, and do it."""
        s = self.record.state
        choice = pending(s)
        assert choice is not None
        seat = choice.seat(s)
        readers = choice.readers(s, action)
        people = [n for n, player in enumerate(self.players) if player is None]
        if readers is None or any(person in readers for person in people):
            line = Text("{who}: {words}", who=self.name(seat), words=self.game.describe(s, action))
            self.say(line, "cyan")
        for event in events(s, action):
            allowed = event.readers()
            if allowed is None or any(person in allowed for person in people):
                self.say(Text("   {text}", text=event.text()), "dim")
        self.record.trust(action)

    def own(self, action: Action) -> None:
        """A person's answer; a bot's turn does not go on over it."""
        self.party.interrupt()
        self.do(action)

    def name(self, seat: int) -> Text:
        if seat == CHANCE:
            return Text("chance")
        return Text("seat {number} ({name})", number=seat + 1, name=self.record.header.names[seat])

    def ask(self, choice: Choice[Any], seat: int) -> bool:
        """One answer of a person; False to leave."""
        s = self.record.state
        options = choice.options(s)
        offered = list(options)[:SHOWN] if options.finite else options.suggest(SHOWN)
        self.say(
            Text("{who}: {question}  [{rule}]", who=self.name(seat), question=choice.question(s), rule=choice.rule),
            "bold",
        )
        for number, action in enumerate(offered, 1):
            words = self.game.describe(s, action).render(self.words)
            console.print(Styled.assemble(f"{number:4}  {words}  ", (str(action), "dim")))
        if not options.finite or len(options) > len(offered):
            self.say(Text("… and more: type an action in full"), "dim")
        while True:
            line = console.input("> ").strip()
            done = self.obey(line, offered, options, seat)
            if done is not None:
                return done

    def obey(self, line: str, offered: list[Action], options: Options, seat: int) -> bool | None:
        """True when the game goes on with another question, False to leave, None to ask again."""
        word, _, rest = line.partition(" ")
        if line.isdigit() and 1 <= int(line) <= len(offered):
            self.own(offered[int(line) - 1])
            return True
        if line == "q":
            return False
        if line == "u":
            return self.undo(seat)
        commands = {"h": self.help, "l": self.log, "v": lambda _: self.view(seat), "s": self.save}
        if word in commands:
            commands[word](rest)
        elif word == "w":
            self.why(rest, seat)
        elif word == "p" and rest.isdigit() and 1 <= int(rest) <= len(offered):
            self.preview(offered[int(rest) - 1], seat)
        elif line:
            return self.typed(line, seat)
        return None

    def typed(self, line: str, seat: int) -> bool | None:
        refusal = self.refusal(line, seat)
        if refusal is not None:
            self.say(refusal, "red")
            return None
        self.own(self.game.parse(line))
        return True

    def refusal(self, line: str, seat: int) -> Text | None:
        try:
            found = objection(self.record.state, seat, self.game.parse(line))
        except BadNotation as error:
            return error.text
        return None if found is None else Text("{reason} [{rule}]", reason=found.text, rule=str(found.rule))

    def why(self, line: str, seat: int) -> None:
        refusal = self.refusal(line, seat)
        self.say(refusal or Text("nothing speaks against it"), "yellow")

    def preview(self, action: Action, seat: int) -> None:
        for event in events(self.record.state, action):
            readers = event.readers()
            if readers is None or seat in readers:
                self.say(Text("   {text}", text=event.text()), "dim")

    def undo(self, seat: int) -> bool | None:
        """Back to the last answer of a person at this screen."""
        people = {n for n, player in enumerate(self.players) if player is None}
        answers = [number for number, entry in live(self.record.entries) if entry.seat in people]
        if not answers:
            self.say(Text("nothing to undo"), "yellow")
            return None
        self.party.interrupt()
        self.record.undo(seat, answers[-1] - 1)
        return True

    def help(self, _: str) -> None:
        self.say(HELP)

    def log(self, _: str) -> None:
        for number, entry in live(self.record.entries)[-30:]:
            console.print(f"{number:4}  {entry.for_reader(None)}")

    def view(self, seat: int) -> None:
        console.print(self.game.view(self.record.state, seat))

    def save(self, path: str) -> None:
        if path:
            Path(path).write_text(write(self.record), "utf-8")
            self.say(Text("saved: {path}", path=path))

    def scores(self) -> None:
        table = Table("", Text("points").render(self.words), Text("place").render(self.words))
        for score in sorted(self.game.scores(self.record.state), key=lambda score: score.rank):
            table.add_row(self.name(score.seat).render(self.words), str(score.total), str(score.rank))
        console.print(table)


def parsed_seats(wanted: str) -> Iterator[tuple[str, Player | None]]:
    for name in wanted.split(","):
        try:
            player = None if name == "me" else player_at_table(name, math.inf, trusted=True)
        except UnknownBot as error:
            raise typer.BadParameter(
                f"{name}: neither “me” nor a bot ({', '.join((*LEVELS, *BOTS))}, or MODULE:CLASS)"
            ) from error
        yield name, player


@app.command()
def play(
    game: Annotated[str, typer.Argument(help="id of the game, see `stellwerk games`")],
    seats: Annotated[
        str | None,
        typer.Option(help="who sits where, separated by commas: me, or a level (easy, medium, hard, expert) or bot"),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="seed of the deal")] = None,
    save: Annotated[Path | None, typer.Option(help="where to write the log at the end")] = None,
    components: Annotated[Path | None, typer.Option(help="folder with tables that replace the game's")] = None,
    language: Annotated[str, typer.Option("--lang", help="en, de or pl")] = "en",
) -> None:
    """Play in the terminal, against bots or hot-seat (several seats called “me”)."""
    words = translator(language)
    try:
        found = games.game(game)
    except games.UnknownGame as error:
        raise typer.BadParameter(Text("no game is called {name}", name=game).render(words)) from error
    sitting = list(parsed_seats(seats or ",".join(["me"] + ["easy"] * (min(found.seats) - 1))))
    names = [name for name, _ in sitting]
    if len(names) not in found.seats:
        raise typer.BadParameter(f"{found.title.render(words)}: {min(found.seats)}–{max(found.seats)}")
    try:
        box = found.components.replacing(components_of(components))
        record = Record.new(found, len(names), components=box, names=names)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from error
    terminal = Terminal(
        record, [player for _, player in sitting], words, random.randrange(2**32) if seed is None else seed
    )
    terminal.say(HELP, "dim")
    try:
        terminal.run()
    except (KeyboardInterrupt, EOFError):
        terminal.say(Text("left the game"))
    if save is not None:
        terminal.save(str(save))
