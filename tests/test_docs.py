"""Docs that fail: sections without tests, ideas without answer, commands that do not exist, pages out of date."""

from __future__ import annotations

import re
import shlex
from dataclasses import fields
from pathlib import Path

import pytest
from typer.testing import CliRunner

from scripts import changelog, projects, rulebook
from stellwerk import games
from stellwerk.cli import app, every_command
from stellwerk.core import BadNotation
from stellwerk.core.engine import digest
from stellwerk.core.log import Entry, fold, read
from stellwerk.games.china1880.rules import sandbox
from tests.sample import rules as sample

ROOT = Path(__file__).parent.parent
NOTATION = (ROOT / "docs" / "notation.md").read_text("utf-8")
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md", *(ROOT / "docs").glob("*.md")])


@pytest.mark.parametrize("id_", projects.developed())
def test_every_idea_is_a_test_or_answered(id_: str) -> None:
    tested = {idea for test in rulebook.tests_of(id_) for idea in test.ideas}
    answered = set(rulebook.answers_of(games.game(id_)))
    missing = [idea for idea in rulebook.all_ideas(id_) if idea not in tested | answered]
    print(f"{id_}: {len(tested)} ideas are tests, {len(answered)} answered in words")
    assert not missing, f"{len(missing)} ideas: {missing}"


@pytest.mark.parametrize("id_", projects.developed())
def test_every_section_has_a_test(id_: str) -> None:
    held = {section for test in rulebook.tests_of(id_) for section in test.sections}
    missing = [section for section in games.game(id_).rules.sections if section not in held]
    assert not missing, f"{len(missing)} sections without a test: {missing}"


@pytest.mark.parametrize("id_", projects.developed())
def test_the_rule_page_is_up_to_date(id_: str) -> None:
    assert rulebook.place_of(id_).read_text("utf-8") == rulebook.page(id_), "make docs"


def test_the_changelog_is_up_to_date() -> None:
    assert (ROOT / "CHANGELOG.md").read_text("utf-8") == changelog.changelog(), "make changelog"


def commands(page: Path) -> list[str]:
    blocks = re.findall(r"```(?:sh|console)?\n(.*?)```", page.read_text("utf-8"), re.S)
    lines = [line.removeprefix("$ ").split("#")[0].strip() for block in blocks for line in block.splitlines()]
    return [line for line in lines if line.startswith(("stellwerk ", "make "))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_in_the_docs_exist(page: Path) -> None:
    """Every `stellwerk …` is a command with such options, every `make …` a target."""
    targets = set(re.findall(r"(?m)^([a-z0-9-]+):", (ROOT / "Makefile").read_text("utf-8")))
    for line in commands(page):
        words = shlex.split(line)
        if words[0] == "make":
            assert all(word in targets or "=" in word for word in words[1:]), line
            continue
        result = CliRunner().invoke(app, [words[1], "--help"], env={"COLUMNS": "200"})
        assert result.exit_code == 0, line
        for word in words[2:]:
            if word.startswith("--"):
                assert word.split("=")[0] in result.output, f"{line}: no {word}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text("utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_the_python_of_the_readme_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (program,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.S)
    exec(compile(program, "README.md", "exec"), {})
    assert re.fullmatch(r"\[\d+, \d+\]\n", capsys.readouterr().out)


def test_every_command_is_in_the_readme() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    names = [command.name for command in every_command()]
    missing = [name for name in names if f"stellwerk {name}" not in readme]
    assert not missing, missing


# --- the notation page ------------------------------------------------------------------------------------------------


def spans(section: str) -> list[str]:
    """The inline examples of a section of the notation page, in order."""
    text = re.search(rf"(?ms)^## {section}$(.*?)(?=^## |\Z)", NOTATION)
    assert text, f"no section {section}"
    return re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", text[1], flags=re.S))


def is_action(line: str) -> bool:
    """Some game reads the line and writes it back as it stands."""
    for id_ in games.ids():
        try:
            return str(games.game(id_).parse(line)) == line
        except BadNotation:
            continue
    return False


VALUES = ["40", "-5", "yes", "no", "F8", "2+2", '"two words"', "-", "A,B,C", "-"]
SHAPES = ["games/<game>/rules/actions.py", "LayTile(hex, tile, rotation)", "lay-tile HEX TILE ROTATION"]


def test_every_action_on_the_notation_page_parses() -> None:
    """Whatever is neither a value of a field nor the shape of a class must be an action of a game."""
    examples = [span for span in spans("Actions") if span not in VALUES + SHAPES]
    assert len(examples) >= 5
    wrong = [example for example in examples + spans("Routes") if not is_action(example)]
    assert not wrong, wrong


def test_the_shape_on_the_notation_page_is_that_of_the_class() -> None:
    names = [field.name for field in fields(type(games.game("1880").parse("lay-tile F8 57 2")))]
    written = spans("Actions")
    assert f"LayTile({', '.join(names)})" in written
    assert f"lay-tile {' '.join(names).upper()}" in written


def test_every_wish_on_the_notation_page_parses() -> None:
    wishes = [span for span in spans("Plans") if span not in ("/table/ID/plan", "do=")]
    assert [str(wish) for wish in sandbox.read(wishes)] == wishes
    assert len(wishes) >= 5


def test_every_log_entry_on_the_notation_page_parses() -> None:
    entries = [span for span in spans("Logs") if re.match(r"[\d*!]\S* ", span)]
    assert [str(Entry.parse(entry)) for entry in entries] == entries
    assert len(entries) >= 7


def test_the_log_on_the_notation_page_replays() -> None:
    """Header, entries and the digest of the state they lead to."""
    (text,) = re.findall(r"```\n(# stellwerk.*?)```", NOTATION, re.S)
    document = read(text)
    assert document.digests
    for version, written in document.digests.items():
        state = fold(sample.GAME, document.header, document.entries, version, check=True)
        assert digest(state) == written


# --- the walks --------------------------------------------------------------------------------------------------------

WALKS = (ROOT / "docs" / "architecture.md").read_text("utf-8").partition("<!-- walks:")[2].partition("<!-- end of")[0]
STEP = re.compile(r"`([\w/]+\.py)` (\w+)")
SCRIPT = re.compile(r"`([\w/]+\.js)`")
SOURCE = ROOT / "src" / "stellwerk"


def test_the_walks_name_what_exists() -> None:
    """They are traced by `make walks`; whoever moves a file or a function on the way runs it again."""
    steps = set(STEP.findall(WALKS))
    assert len(steps) > 20
    for file, function in steps:
        assert re.search(rf"def {function}\(", (SOURCE / file).read_text("utf-8")), (
            f"{file}: {function}; run make walks"
        )
    for script in SCRIPT.findall(WALKS):
        assert (SOURCE / "web" / "static" / script).exists(), f"{script}; run make walks"


def test_a_click_takes_a_short_way() -> None:
    click = WALKS.split("### ")[1]
    files = {file for file, _ in STEP.findall(click) if not file.startswith(("core/", "rail18/", "games/"))}
    assert len(files) <= 18
    assert 0 < len(set(SCRIPT.findall(click))) <= 7


def test_every_promise_to_operators_names_tests_that_exist() -> None:
    """`docs/hosting.md` says what survives and what is limited, and which test is behind it."""
    page = (ROOT / "docs" / "hosting.md").read_text("utf-8")
    rows = [line for line in page.splitlines() if line.startswith("| ") and "`tests/" in line]
    assert len(rows) >= 20
    for row in rows:
        named = re.findall(r"`(tests/[^`]+\.py)`", row.split("|")[2])
        assert named, row
        assert [name for name in named if "def test_" not in (ROOT / name).read_text("utf-8")] == [], row
