"""Which IP addresses are public (F2). Pure. Special-purpose registries of IANA, RFC 6890, 8155, 7526, 9637."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final

from kit.errors import ConfigError

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

# Not public although ipaddress calls parts of them global: 6to4 relays, protocol assignments, a cloud's metadata server,
# site-local, segment routing, documentation, discard, benchmarking.
_CLOSED: Final = tuple(
    ip_network(text)
    for text in (
        "0.0.0.0/8", "100.64.0.0/10", "168.63.129.16/32", "192.0.0.0/24", "192.88.99.0/24", "198.18.0.0/15", "224.0.0.0/3",
        "fec0::/10", "5f00::/16", "3fff::/20", "2001:db8::/32", "2001::/23", "100::/64", "ff00::/8", "64:ff9b:1::/48",
    )
)  # fmt: skip
_NAT64: Final = ip_network("64:ff9b::/96")
_COMPATIBLE: Final = ip_network("::/96")


def networks(texts: Iterable[str]) -> tuple[Network, ...]:
    """Raises ConfigError for what is no network in CIDR notation."""
    try:
        return tuple(ip_network(text, strict=False) for text in texts)
    except ValueError as error:
        raise ConfigError(f"CATCHMENT_ALLOW_PRIVATE: {error}; write networks like 10.1.0.0/16") from error


@lru_cache(maxsize=4096)
def allowed(text: str, exceptions: Sequence[Network] = ()) -> bool:
    """Whether a numeric address may be connected to: it is public in every reading of it, or lies in one of `exceptions`."""
    try:
        address = ip_address(text)
    except ValueError:
        return False
    return any(address in network for network in exceptions) or all(_is_public(one) for one in _readings(address))


def _is_public(address: Address) -> bool:
    return address.is_global and not any(address in network for network in _CLOSED)


def _readings(address: Address) -> list[Address]:
    """The address as the network would use it: an IPv4 address carried in IPv6 counts as itself, too."""
    if isinstance(address, IPv4Address):
        return [address]
    if address.ipv4_mapped is not None:
        return [address.ipv4_mapped]
    if address in _NAT64 or address in _COMPATIBLE:
        return [IPv4Address(int(address) & 0xFFFFFFFF)]
    carried: list[Address] = [address]
    if address.sixtofour is not None:
        carried.append(address.sixtofour)
    return carried
