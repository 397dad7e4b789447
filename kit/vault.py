"""Secrets sealed with AES-256-GCM (NIST SP 800-38D): what the database and Redis hold is of no use without CATCHMENT_SECRET_KEY."""

from __future__ import annotations

import base64
import binascii
import os
from typing import Final

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from kit.contracts.secret import Secret
from kit.errors import ConfigError
from kit.settings import Settings

VERSION: Final = "v1"
NONCE_BYTES: Final = 12
_PURPOSE: Final = b"catchment credential v1"
_NO_KEY: Final = (
    "CATCHMENT_SECRET_KEY is not set in this process; give it the key that the console seals credentials with"
)


class Vault:
    """Seals with the first key, opens with any: a new key goes before the old one until everything is sealed anew."""

    def __init__(self, keys: tuple[str, ...]) -> None:
        derived = [_derive(key) for key in keys]
        self._keys = {_name(key): AESGCM(key) for key in derived}
        self._first = next(iter(self._keys), "")

    @classmethod
    def of(cls, settings: Settings) -> Vault:
        text = settings.secret_key.get_secret_value()
        return cls(tuple(key.strip() for key in text.split(",") if key.strip()))

    def seal(self, secret: Secret) -> str:
        """`v1:<name of the key>:<base64 of nonce and ciphertext>`. Raises ConfigError where there is no key."""
        if not self._first:
            raise ConfigError(_NO_KEY)
        nonce = os.urandom(NONCE_BYTES)
        box = nonce + self._keys[self._first].encrypt(nonce, msgspec.json.encode(secret), _PURPOSE)
        return f"{VERSION}:{self._first}:{base64.b64encode(box).decode()}"

    def open(self, sealed: str) -> Secret:
        """Raises ConfigError for another key's seal or a changed text, without repeating it."""
        version, _, rest = sealed.partition(":")
        name, _, text = rest.partition(":")
        if not self._keys:
            raise ConfigError(_NO_KEY)
        key = self._keys.get(name)
        if version != VERSION or key is None:
            raise ConfigError(
                "a credential was sealed with another CATCHMENT_SECRET_KEY; set that key, or enter it again"
            )
        try:
            box = base64.b64decode(text, validate=True)
            return msgspec.json.decode(key.decrypt(box[:NONCE_BYTES], box[NONCE_BYTES:], _PURPOSE), type=Secret)
        except (InvalidTag, binascii.Error, ValueError, msgspec.MsgspecError) as error:
            raise ConfigError("a stored credential is damaged; enter it again") from error

    def header(self, text: str) -> str:
        """The value of a sealed header; a text that is not sealed stands for itself. Raises as `open`."""
        return self.open(text).values["value"] if text.startswith(f"{VERSION}:") else text


def _derive(key: str) -> bytes:
    return HKDF(SHA256(), length=32, salt=None, info=_PURPOSE).derive(key.encode())


def _name(key: bytes) -> str:
    return HKDF(SHA256(), length=4, salt=None, info=b"name").derive(key).hex()
