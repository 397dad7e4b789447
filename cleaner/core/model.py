"""What goes into cleaning and what comes out, as frozen values."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from cleaner.core.flags import Flag, RejectReason, Severity


class TagKind(StrEnum):
    """How a tag rule looks at a document."""

    KEYWORD = "keyword"
    REGEX = "regex"
    URL = "url"
    LANGUAGE = "language"


class TagField(StrEnum):
    """Which text a keyword or regex rule searches."""

    TITLE = "title"
    CONTENT = "content"
    ANY = "any"


class SensitivePolicy(StrEnum):
    """What happens to personal and secret data beside being flagged.

    mask: identity numbers, bank cards and keys are made unreadable in the cleaned text; mask_all: mobiles and e-mail
    addresses as well.
    """

    FLAG = "flag"
    MASK = "mask"
    MASK_ALL = "mask_all"


@dataclass(frozen=True, slots=True)
class TagRule:
    """Gives `tag` to documents that match `pattern`.

    keyword: found anywhere, letter case and width ignored; regex: `regex` module syntax, searched; url: found in
    the address, letter case ignored; language: the detected ISO 639-1 code.
    """

    tag: str
    kind: TagKind
    pattern: str
    field: TagField = TagField.ANY


@dataclass(frozen=True, slots=True)
class RawDocument:
    """One collected document before cleaning.

    `publish_time` is what the collector found: ISO 8601, a bare date or another written date; `collect_time` is
    aware and serves as the "now" of every rule; `claimed_hash` is the content hash that came with it, if any; `tz` is the IANA zone of times written without an offset.
    """

    title: str
    content: str
    publish_time: str | None
    collect_time: datetime
    language: str | None
    source_language: str | None
    site_name: str | None
    retry_count: int
    url: str
    tz: str = "UTC"
    tags_rules: tuple[TagRule, ...] = ()
    sensitive: SensitivePolicy = SensitivePolicy.FLAG
    claimed_hash: str | None = None


@dataclass(frozen=True, slots=True)
class Signatures:
    """What is stored of a document to find its duplicates later.

    content_hash: 32 hex digits, MD5 of title + first 2,000 characters of the cleaned content.
    text_hash: 32 hex digits over the folded content alone, blanks and letter case ignored.
    simhash: unsigned 64-bit; 0 together with no `b` keys means that the text was too short for a fingerprint.
    bands: lookup keys. `b0..b3` quarter the simhash (two within Hamming distance 3 share one), `m0..m31` are
    MinHash bands, `s` the longest sentences, `t` the text hash. A key seen in very many documents says nothing.
    shingle_sketch: the 128 smallest distinct 32-bit shingle hashes, ascending.
    numbers: distinct numbers of two or more characters, ascending as strings, at most 128.
    length: characters of the folded text; shingles: distinct shingles; shingle_size: tokens in a shingle.
    version: of the folding tables and hashes; signatures of different versions are not comparable.
    """

    content_hash: str
    text_hash: str
    simhash: int
    bands: tuple[str, ...]
    shingle_sketch: tuple[int, ...]
    numbers: tuple[str, ...]
    length: int
    version: int
    shingles: int
    shingle_size: int


class Relation(StrEnum):
    """How two texts relate."""

    EXACT = "exact"
    NEAR = "near"
    CONTAINS = "contains"
    DIFFERENT = "different"


@dataclass(frozen=True, slots=True)
class Verdict:
    """The outcome of comparing two signatures, with what it rests on.

    distance: Hamming distance of the simhashes, 0..64; containment and jaccard: 0..1, estimated from the sketches;
    shared_numbers: share of the smaller set of numbers found in the larger, 1.0 when one has none.
    """

    relation: Relation
    distance: int
    containment: float
    jaccard: float
    shared_numbers: float


@dataclass(frozen=True, slots=True)
class Cleaned:
    """A cleaned document with everything the rules saw.

    publish_time: ISO 8601 with offset, or a bare date where only the day is known, or None.
    removed_lines: what was taken out of the content, in order. evidence: flag → what was seen.
    score: 1.0 without any finding, towards 0.0 with more and heavier ones.
    """

    title: str
    content: str
    publish_time: str | None
    language: str
    flags: tuple[Flag, ...]
    severity: Severity
    removed_lines: tuple[str, ...]
    tags: tuple[str, ...]
    score: float
    signatures: Signatures
    evidence: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Rejected:
    """Nothing could be cleaned: the closed reason and one sentence for people."""

    reason: RejectReason
    detail: str
