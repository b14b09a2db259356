"""A library in the browser: dropped files get a line each and are found below; a study can be read by everybody."""

from __future__ import annotations

import base64

import pytest
from playwright.sync_api import ViewportSize, expect

from tests import patience
from tests.study.conformance import EDGE
from tests.web.browser.conftest import DESKTOP, PHONE, NewPlayer
from tests.web.browser.test_pages import violations

LAST = 1000 * patience.SECONDS
DROP = """files => {
    const carried = new DataTransfer();
    for (const [name, data] of files)
        carried.items.add(new File([Uint8Array.from(atob(data), c => c.charCodeAt(0))], name));
    const event = new DragEvent("drop", { dataTransfer: carried, bubbles: true, cancelable: true });
    document.getElementById("drop").dispatchEvent(event);
}"""


@pytest.mark.parametrize(("viewport", "dark"), [(DESKTOP, False), (PHONE, True)])
def test_dropped_files_get_a_line_each_and_are_found_below(
    newcomer: NewPlayer, viewport: ViewportSize, dark: bool
) -> None:
    player = newcomer(viewport, dark=dark)
    page = player.page
    page.goto("/study")
    files = {"poor.json.gz": EDGE["t6_poor"].read_bytes(), "letter.json": b'{"dear": "reader"}'}
    page.evaluate(DROP, [(name, base64.b64encode(data).decode()) for name, data in files.items()])
    expect(page.locator("#uploads li")).to_have_count(2, timeout=LAST)
    expect(page.locator("#uploads")).to_contain_text("letter.json: did not fit")
    expect(page.locator("#shelf tbody tr")).to_have_count(1, timeout=LAST)
    player.expect_no_sideways_scroll()
    page.locator("#shelf tbody a").click()
    page.wait_for_selector("#parts article", timeout=LAST)
    player.expect_no_sideways_scroll()
    assert violations(player, "main", dark) == []
