"""Sheet: what every drawing function is handed, and the few elements that all drawings are made of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from stellwerk.core.chance import Seat
from stellwerk.core.text import ENGLISH, Text, Translator
from stellwerk.draw.element import Attribute, Content, El, el, number


@dataclass(frozen=True, slots=True)
class Sheet:
    """The reader's words, the players' names, and what all ids begin with."""

    words: Translator = ENGLISH
    names: Sequence[str] = ()
    prefix: str = ""
    doubts: Mapping[tuple[str, str], str] = field(default_factory=dict, compare=False)
    """What is to be said of a component's values, by table and row: first, after ≈, what is not verified."""

    def say(self, text: Text | str) -> str:
        return text.render(self.words) if isinstance(text, Text) else text

    def name(self, seat: Seat) -> str:
        if 0 <= seat < len(self.names):
            return self.names[seat]
        return self.say(Text("seat {number}", number=seat + 1))

    def thing(
        self,
        id: str | None,
        title: Text | str,
        *children: Content | Iterable[Content],
        help: Text | str | None = None,
        role: str | None = "img",
        row: tuple[str, str] | None = None,
        **attrs: Attribute,
    ) -> El:
        """A piece of a drawing that means something: named, explained, findable. `row`: the component it shows."""
        words, more = self.say(title), self._help(help, row)
        named = el("title", words)
        return el("g", named, el("desc", more) if more else None, *children, id=self.id(id), role=role,
                  **self._marked(row, attrs))  # fmt: skip

    def box(
        self,
        id: str | None,
        title: Text | str,
        *children: Content | Iterable[Content],
        help: Text | str | None = None,
        tag: str = "div",
        role: str | None = None,
        row: tuple[str, str] | None = None,
        **attrs: Attribute,
    ) -> El:
        """The same in HTML."""
        more = self._help(help, row)
        return el(tag, *children, id=self.id(id), title=self.say(title), data_help=more, role=role,
                  **self._marked(row, attrs))  # fmt: skip

    def _help(self, help: Text | str | None, row: tuple[str, str] | None) -> str | None:
        """What is doubtful of a component is said with the rest."""
        said = [self.say(help) if help else "", self.doubts.get(row, "") if row else ""]
        return "\n".join(filter(None, said)) or None

    def _marked(self, row: tuple[str, str] | None, attrs: dict[str, Attribute]) -> dict[str, Attribute]:
        if row is None or not self.doubts.get(row, "").startswith("≈"):
            return attrs
        return {**attrs, "class_": f"{attrs.get('class_') or ''} doubtful".strip()}

    def id(self, name: str | None) -> str | None:
        return f"{self.prefix}{name}" if name is not None else None


def svg(*children: Content | Iterable[Content], box: tuple[float, float, float, float], **attrs: Attribute) -> El:
    """A picture with its own coordinates."""
    return el("svg", *children, viewBox=" ".join(map(number, box)), **attrs)


def icon(*children: Content | Iterable[Content], box: tuple[float, float, float, float], **attrs: Attribute) -> El:
    """A picture that says nothing words beside it do not say."""
    return svg(*children, box=box, aria_hidden="true", **attrs)


def words_at(x: float, y: float, text: str | int, class_: str = "", **attrs: Attribute) -> El:
    """Text centred on a point across; y is its base line."""
    return el("text", str(text), x=x, y=y, class_=class_ or None, **attrs)


def moved(x: float, y: float, *children: Content | Iterable[Content], **attrs: Attribute) -> El:
    return el("g", *children, transform=f"translate({number(x)} {number(y)})", **attrs)


def scroll(*children: Content, label: str | None = None) -> El:
    """A part that may be wider than the screen: it scrolls by itself, by keys too, and the page does not."""
    return el("div", *children, class_="scroll", tabindex="0", role="group", aria_label=label)
