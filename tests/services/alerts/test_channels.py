"""What really leaves through the library, as receivers on real sockets see it."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from pydantic import SecretStr

from kit.errors import ConfigError, InvalidInput
from kit.settings import Settings
from kit.vault import Vault
from services.alerts.channels import KINDS, AppriseSender, Undelivered, checked, seal, shown
from services.alerts.text import harmless
from tests.services.alerts.receivers import mail_server, web_hook

HOSTILE = (
    "<img src=x onerror=alert(1)>\r\nBcc: all@example.com\n@all <!channel> [x](http://evil.example) &lt; *b* \u202e"
)


@dataclass
class Said:
    id: str = "0123456789abcdef0123456789abcdef"
    title: str = "[Catchment] Alert: " + harmless(HOSTILE)
    body: str = "line one\n" + harmless(HOSTILE)
    thread: str = "incident-7"


@pytest.fixture
def keyed(settings: Settings) -> Settings:
    return settings.model_copy(update={"secret_key": SecretStr("a key")})


def sealed(settings: Settings, kind: str, url: str) -> str:
    return seal(Vault.of(settings), checked(kind, url))


def test_mail_says_what_was_said_as_plain_text_within_its_incidents_thread(keyed: Settings) -> None:
    with mail_server() as (port, mails):
        url = f"mailto://127.0.0.1:{port}?from=catchment@example.com&to=oncall@example.com&mode=insecure"
        AppriseSender(keyed).send("email", sealed(keyed, "email", url), Said())
    (mail,) = mails
    assert mail["Subject"].startswith("[Catchment] Alert")
    assert mail["X-Catchment-Event"] == Said.id
    assert mail["References"] == "<incident-7@catchment>"
    assert mail["Bcc"] is None
    assert "oncall@example.com" in mail["To"]
    assert {part.get_content_type() for part in mail.walk()} <= {
        "text/plain",
        "multipart/mixed",
        "multipart/alternative",
    }
    assert "line one" in str(mail)


def test_web_hook_gets_the_event_s_identity(keyed: Settings) -> None:
    with web_hook() as hook:
        url = f"json://127.0.0.1:{hook.port}/in"
        for _ in range(2):
            AppriseSender(keyed).send("webhook", sealed(keyed, "webhook", url), Said())
    assert [(one["event"], one["thread"]) for one in hook.got] == [(Said.id, "incident-7")] * 2


def test_channel_that_refuses_says_so_without_its_secrets(keyed: Settings) -> None:
    with web_hook() as hook:
        hook.status = 500
        url = f"json://user:hunter22secret@127.0.0.1:{hook.port}/tokentokentoken"
        with pytest.raises(Undelivered) as raised:
            AppriseSender(keyed).send("webhook", sealed(keyed, "webhook", url), Said())
    assert "tokentoken" not in str(raised.value)
    assert "hunter22" not in str(raised.value)


def test_channel_that_nobody_answers_is_undelivered(keyed: Settings) -> None:
    with web_hook() as hook:
        port = hook.port
    with pytest.raises(Undelivered):
        AppriseSender(keyed).send("webhook", sealed(keyed, "webhook", f"json://127.0.0.1:{port}/"), Said())


def test_address_sealed_by_another_key_is_a_matter_of_configuration(keyed: Settings, settings: Settings) -> None:
    other = settings.model_copy(update={"secret_key": SecretStr("another")})
    with pytest.raises(ConfigError):
        AppriseSender(other).send("webhook", sealed(keyed, "webhook", "json://127.0.0.1/"), Said())


@pytest.mark.parametrize("url", ["", "syslog://", "file:///x", "dbus://", "json://", "json://a b", "json://h\nx"])
def test_only_whole_addresses_of_the_kind_are_taken(url: str) -> None:
    with pytest.raises(InvalidInput):
        checked("webhook", url)


def test_what_is_shown_of_an_address_holds_no_secret() -> None:
    assert shown("slack://AAA/BBB/CCC") == "slack://…"
    assert shown("mailtos://user:password@smtp.example.com?to=a@example.com") == "mailtos://smtp.example.com"


def test_no_kind_acts_on_this_machine() -> None:
    schemes = {scheme for known in KINDS.values() for scheme in known}
    assert not schemes & {"syslog", "dbus", "kde", "qt", "glib", "gnome", "macosx", "windows", "file", "exec"}


def test_text_of_pages_is_one_line_without_mentions_markup_or_direction_marks() -> None:
    text = harmless(HOSTILE)
    assert "\n" not in text
    assert "\r" not in text
    assert "\u202e" not in text
    for live in ("<img", "<!channel>", "@all", "](", "://evil", "&lt;", "*b*"):
        assert live not in text, live
