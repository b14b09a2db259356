"""A game in the terminal: numbered options, log and undo, against bots or hot-seat."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text as Styled

from stellwerk import games
from stellwerk.bots.levels import BOTS, LEVELS, UnknownBot, player_at_table
from stellwerk.bots.selfplay import seated
from stellwerk.bots.turn import Party, Player, knows_no_secret
from stellwerk.command_line import (
    ExitCode,
    Language,
    complete_bot,
    complete_game,
    complete_player,
    game_called,
    out_of_reach,
    print_json,
    refused,
)
from stellwerk.consoles import aside, console, narrow_table
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
from stellwerk.core.components import BadComponent
from stellwerk.core.dump import plain
from stellwerk.core.log import Document, Record, fold, live, write
from stellwerk.core.text import Text, Translator
from stellwerk.draw import board, is_drawn
from stellwerk.games.own_components import HELP as OWN_COMPONENTS
from stellwerk.games.own_components import components_for
from stellwerk.locale import translator
from stellwerk.study.file_errors import refusing_bad_files
from stellwerk.study.positions import print_position
from stellwerk.study.replay import open_log, retold

app = typer.Typer()
SHOWN = 60

HELP = Text(
    "a number picks an option; an action may be typed in full; p NUMBER what an option would bring; u undo; l log; "
    "v what you see, v PART more of it; w ACTION why not; s FILE save; h help; q quit"
)


class Terminal:
    """One game on one screen. `players` holds a bot or None (a person) for each seat."""

    def __init__(
        self,
        record: Record[Any],
        players: Sequence[Player | None],
        words: Translator,
        seed: int,
        screen: Console = console,
    ) -> None:
        self.record = record
        self.screen = screen
        self.players = players
        self.words = words
        self.rng = random.Random(seed)
        self.party = Party(players, [self.rng] * len(players))
        self.kept = len(record.entries)
        """How many entries are in a file."""
        self.is_saved_at_the_end = False
        self.is_warned = False

    @property
    def game(self) -> Game[Any]:
        game: Game[Any] = self.record.game
        return game

    def say(self, text: Text, style: str = "") -> None:
        self.screen.print(text.render(self.words), style=style)

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
        if self.may_read(readers):
            line = Text("{who}: {words}", who=self.name(seat), words=self.game.describe(s, action))
            self.say(line, "cyan")
        for event in events(s, action):
            if self.may_read(event.readers()):
                self.say(Text("   {text}", text=event.text()), "dim")
        self.record.trust(action)

    def may_read(self, readers: Sequence[int] | None) -> bool:
        """Whether a person at this screen may."""
        return readers is None or any(self.players[seat] is None for seat in readers)

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
            self.screen.print(Styled.assemble(f"{number:4}  {words}  ", (str(action), "dim")))
        if not options.finite or len(options) > len(offered):
            self.say(Text("… and more: type an action in full"), "dim")
        while True:
            line = self.screen.input("> ").strip()
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
            return self.leave()
        if line == "u":
            return self.undo(seat)
        commands = {"l": self.log, "v": lambda part: self.view(seat, part), "s": self.save}
        commands |= dict.fromkeys(("h", "?", "help"), self.help)
        if word in commands:
            commands[word](rest)
        elif word == "w":
            self.why(rest, seat)
        elif word == "p" and rest.isdigit() and 1 <= int(rest) <= len(offered):
            self.preview(offered[int(rest) - 1], seat)
        elif line.isdigit():
            self.say(Text("there are numbers 1 to {last}", last=len(offered)), "red")
        elif line:
            return self.typed(line, seat)
        return None

    def leave(self) -> bool | None:
        """At once, unless answers of a person would be lost: then the second time."""
        answered = any(
            self.players[entry.seat] is None for entry in self.record.entries[self.kept :] if entry.seat >= 0
        )
        if self.is_saved_at_the_end or self.is_warned or not answered:
            return False
        self.is_warned = True
        self.say(Text("this game is not saved: s FILE saves it, q once more leaves it"), "yellow")
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
        self.say(refusal or Text("nothing forbids it"), "yellow")

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
        document = Document(self.record.header, list(self.record.entries), {})
        for told in list(retold(self.game, document))[-30:]:
            words = told.words if self.may_read(told.entry.readers) else Text("hidden")
            self.say(Text("{entry}. {who}: {words}", entry=told.number, who=self.name(told.entry.seat), words=words))

    def view(self, seat: int, part: str = "") -> None:
        """The position in words: every part in short, or one of them line by line."""
        seen = self.game.view(self.record.state, seat)
        if not is_drawn(self.game.id):
            self.screen.print_json(json.dumps(plain(seen)))
            return
        print_position(board(self.game.id, seen, self.words, self.record.header.names), part, self.words, self.screen)

    def save(self, path: str) -> None:
        if path:
            try:
                Path(path).write_text(write(self.record), "utf-8")
            except OSError as error:
                self.say(out_of_reach(error), "red")
            else:
                self.kept = len(self.record.entries)
                self.say(Text("saved: {path}", path=path))

    def scores(self) -> None:
        table = narrow_table("", Text("points").render(self.words), Text("place").render(self.words))
        for score in sorted(self.game.scores(self.record.state), key=lambda score: score.rank):
            table.add_row(self.name(score.seat).render(self.words), str(score.total), str(score.rank))
        self.screen.print(table)

    def result(self) -> dict[str, Any]:
        """How the game stands when it is left, for programs."""
        s, names = self.record.state, self.record.header.names
        scores = [
            {"seat": score.seat, "name": names[score.seat], "points": score.total, "place": score.rank}
            for score in self.game.scores(s)
        ]
        over = pending(s) is None
        return {"game": self.game.id, "over": over, "entries": len(self.record.entries), "scores": scores}


def against(bots: str, fewest: int) -> str:
    """You and bots, repeated where the game needs more players."""
    names = bots.split(",")
    return ",".join(["me", *seated(names, max(len(names), fewest - 1))])


def parsed_seats(wanted: str, words: Translator) -> Iterator[tuple[str, Player | None]]:
    for name in wanted.split(","):
        try:
            player = None if name == "me" else player_at_table(name, math.inf, trusted=True)
        except UnknownBot as error:
            known = ", ".join(dict.fromkeys((*LEVELS, *BOTS)))
            text = Text("{name}: neither “me” nor a bot ({known}, or MODULE:CLASS)", name=name, known=known)
            raise refused(text, words) from error
        yield name, player


def begun(game: Game[Any], names: list[str], components: str | None, words: Translator) -> Record[Any]:
    if len(names) not in game.seats:
        few, many = min(game.seats), max(game.seats)
        raise refused(Text("{game} has {few} to {many} seats", game=game.title, few=few, many=many), words)
    try:
        box = components_for(game.id, components)
    except BadComponent as error:
        raise refused(error.text, words) from error
    return Record.new(game, len(names), components=box, names=names)


def resumed(path: Path, words: Translator) -> Record[Any]:
    """A game that was left, every move checked again: the file may come from anywhere."""
    with refusing_bad_files(words):
        game, document = open_log(path)
        state = fold(game, document.header, document.entries, check=True)
    return Record(game, document.header, state, list(document.entries))


def chosen(id_: str, resume: Path | None, words: Translator) -> tuple[Game[Any], Record[Any] | None]:
    """The game that is named, or the one of the log that was saved."""
    record = resumed(resume, words) if resume else None
    if record is None and not id_:
        raise refused(Text("say which game: {known}", known=", ".join(games.ids())), words)
    game = game_called(id_, words) if id_ else record.game  # type: ignore[union-attr]
    if record is not None and record.game.id != game.id:
        raise refused(Text("a log of {game}", game=record.game.title), words, ExitCode.NO)
    return game, record


@app.command()
def play(
    game: Annotated[
        str,
        typer.Argument(
            autocompletion=complete_game, help="id of the game, see `stellwerk games`; a saved game knows its own"
        ),
    ] = "",
    seats: Annotated[
        str | None,
        typer.Option(
            autocompletion=complete_player,
            help="who sits where, separated by commas: me, or a level (easy, medium, hard, expert) or bot",
        ),
    ] = None,
    bots: Annotated[
        str | None,
        typer.Option(
            autocompletion=complete_bot, help="instead: you sit first, these bots (names, MODULE:CLASS) follow"
        ),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="seed of the deal")] = None,
    save: Annotated[Path | None, typer.Option(help="where to write the log at the end")] = None,
    resume: Annotated[
        Path | None, typer.Option(help="go on with a log that was saved; it is saved there again when you leave")
    ] = None,
    components: Annotated[str | None, typer.Option(help=OWN_COMPONENTS)] = None,
    json_: Annotated[bool, typer.Option("--json", help="the result as JSON; what is said goes to stderr")] = False,
    language: Language = "",
) -> None:
    """Play in the terminal, against bots or hot-seat (several seats called “me”)."""
    words = translator(language)
    if seats is not None and bots is not None:
        raise refused(Text("either --seats or --bots, not both"), words)
    found, record = chosen(game, resume, words)
    usual = ",".join(record.header.names) if record and not bots else against(bots or "easy", min(found.seats))
    sitting = list(parsed_seats(seats or usual, words))
    if record is None:
        record = begun(found, [name for name, _ in sitting], components, words)
    elif len(sitting) != record.header.seats:
        raise refused(Text("this game has {n} seats", n=record.header.seats), words)
    dealt = random.randrange(2**32) if seed is None else seed
    terminal = Terminal(record, [player for _, player in sitting], words, dealt, aside if json_ else console)
    terminal.is_saved_at_the_end = bool(save or resume)
    terminal.say(HELP, "dim")
    try:
        terminal.run()
    except (KeyboardInterrupt, EOFError):
        terminal.say(Text("left the game"))
    terminal.save(str(save or resume or ""))
    if json_:
        print_json(terminal.result())
