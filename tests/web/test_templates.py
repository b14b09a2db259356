"""Templates: every message in the reader's language, whether it is known when they are compiled or not."""

from __future__ import annotations

import pytest

from stellwerk.locale import LANGUAGES, translator
from stellwerk.web.view.templates import environment


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_message_is_translated_whoever_fills_it_in(language: str) -> None:
    words = translator(language)
    made = environment(language).from_string(
        "{{ _('Scores') }}, {{ _('Rule {section}', section='3.1') }}, {{ _(message) }}, {{ _('Log') | upper }}"
    )
    rule = words.gettext("Rule {section}").format(section="3.1")
    told = (words.gettext("Scores"), rule, words.gettext("Chat"), words.gettext("Log").upper())
    assert made.render(message="Chat") == ", ".join(told)


def test_words_put_in_beforehand_are_escaped_like_all_others() -> None:
    assert environment("en").from_string("{{ _('a < b & c') }}").render() == "a &lt; b &amp; c"
