"""Channels: which there are, how their addresses are checked and shown, and sending through one library."""

from __future__ import annotations

from typing import Final, Protocol
from urllib.parse import quote, urlsplit

from apprise import Apprise, AppriseAsset, LogCapture, NotifyFormat

from kit.contracts.secret import Secret
from kit.errors import CatchmentError, ConfigError, InvalidInput
from kit.logs import redact_text
from kit.settings import Settings
from kit.vault import Vault

URL_MAX: Final = 2_000
ERROR_MAX: Final = 300
_WARNING: Final = 30
# Kind → schemes of its address. Only services over HTTP or mail: nothing that acts on this machine.
KINDS: Final[dict[str, tuple[str, ...]]] = {
    "email": ("mailto", "mailtos"), "webhook": ("json", "jsons"), "dingtalk": ("dingtalk",), "wecom": ("wecombot",),
    "feishu": ("feishu",), "lark": ("lark",), "slack": ("slack",), "telegram": ("tgram",), "discord": ("discord",),
    "teams": ("workflows", "msteams"), "ntfy": ("ntfy", "ntfys"), "gotify": ("gotify", "gotifys"), "bark": ("bark", "barks"),
    "serverchan": ("schan",), "pushover": ("pover",), "mattermost": ("mmost", "mmosts"), "matrix": ("matrix", "matrixs"),
    "pagerduty": ("pagerduty",), "opsgenie": ("opsgenie",),
}  # fmt: skip


class Undelivered(CatchmentError):
    """The channel did not take a notice; without secrets, fit for people."""


class Message(Protocol):
    """`id` is the same whenever the same is sent again."""

    id: str
    title: str
    body: str
    thread: str


class Sender(Protocol):
    def send(self, kind: str, sealed: str, message: Message) -> None:
        """Returns once the channel has taken it. Raises Undelivered, or ConfigError where its address cannot be opened."""


class AppriseSender:
    def __init__(self, settings: Settings) -> None:
        self._vault = Vault.of(settings)

    def send(self, kind: str, sealed: str, message: Message) -> None:
        url = _with_identity(unseal(self._vault, sealed), kind, message)
        asset = AppriseAsset(app_id="Catchment", app_desc="Catchment", async_mode=False)
        target = Apprise(asset=asset)
        with LogCapture(level=_WARNING, fmt="%(message)s") as told:  # type: ignore[no-untyped-call]
            if not target.add(url):
                raise Undelivered("the address of the channel is not understood; enter it again")
            sent = target.notify(body=message.body, title=message.title, body_format=NotifyFormat.TEXT)
            if not sent:
                raise Undelivered(_reason(told.getvalue(), url))


def checked(kind: str, url: str) -> str:
    """The address as stored. Raises InvalidInput for one that the kind does not have."""
    text, schemes = url.strip(), KINDS.get(kind)
    if schemes is None:
        raise InvalidInput("there is no such kind of channel", field="kind")
    if not text or len(text) > URL_MAX or any(ord(char) < 33 for char in text):
        raise InvalidInput("the address is empty, too long, or has spaces in it", field="url")
    if text.split("://", 1)[0].lower() not in schemes:
        raise InvalidInput(
            f"the address of this kind begins with {' or '.join(one + '://' for one in schemes)}", field="url"
        )
    if Apprise.instantiate(text, suppress_exceptions=True) is None:
        raise InvalidInput("the address is not complete; see the example beside the field", field="url")
    return text


def shown(url: str) -> str:
    """Scheme and host: what can be seen by people who may not know the secrets. Many services have a token for a host."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    is_host = parts.scheme in (
        "mailto",
        "mailtos",
        "json",
        "jsons",
        "ntfy",
        "ntfys",
        "gotify",
        "gotifys",
        "mmost",
        "mmosts",
    )
    return f"{parts.scheme}://{host if is_host else '…'}"[:120]


def seal(vault: Vault, url: str) -> str:
    return vault.seal(Secret("values", "", {"url": url}))


def unseal(vault: Vault, sealed: str) -> str:
    """Raises ConfigError where another key sealed it."""
    try:
        return vault.open(sealed).values["url"]
    except KeyError as error:
        raise ConfigError("the stored address of a channel is damaged; enter it again") from error


def _with_identity(url: str, kind: str, message: Message) -> str:
    """The notice's identity where the channel can carry one: mails of one incident become a thread, and a program can tell repetitions."""
    if kind == "email":
        reference = quote(f"<{message.thread}@catchment>", safe="")
        more = f"format=text&+X-Catchment-Event={message.id}&+References={reference}&+In-Reply-To={reference}"
    elif kind == "webhook":
        more = f":event={message.id}&:thread={quote(message.thread, safe='')}"
    else:
        more = "format=text"
    return f"{url}{'&' if '?' in url else '?'}{more}"


def _reason(told: str, url: str) -> str:
    """The library's own words without the address."""
    line = next((line for line in reversed(told.splitlines()) if line.strip()), "")
    clean = redact_text(line.replace(url, "…"))
    secrets = [part for part in urlsplit(url).path.split("/") if len(part) > 6]
    for secret in secrets:
        clean = clean.replace(secret, "…")
    return clean[:ERROR_MAX] or "the channel did not take it"
