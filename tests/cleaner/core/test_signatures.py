import hashlib
import subprocess
import sys
from pathlib import Path

import numpy as np

from cleaner.core import content_hash, hamming, text_signatures
from cleaner.core.minhash import minhash_bands, shingles_of, sketch_of
from cleaner.core.simhash import simhash64
from cleaner.core.tokens import tokenize

ROOT = Path(__file__).resolve().parents[3]
GOLDEN_TEXT_HASH = "9411616e44f415e3210b92bcd501ccb2"
GOLDEN_SIMHASH = "e6621e47d21db7b6"
GOLDEN_BANDS = "02bd39c22e6e9fce684b304cc324b423"


def test_content_hash_is_md5_of_title_and_two_thousand_characters() -> None:
    content = "渡" * 2_500
    assert content_hash("题", content) == hashlib.md5(("题" + "渡" * 2_000).encode()).hexdigest()
    assert content_hash("题", content) == content_hash("题", content[:2_000])
    assert content_hash("题", content) != content_hash("目", content)


def test_content_hash_takes_lone_surrogates() -> None:
    assert len(content_hash("\ud800", "\udfff")) == 32


def test_simhash_of_no_features_is_zero() -> None:
    assert simhash64(tokenize("").tokens) == 0
    assert simhash64(tokenize("！！！……").tokens) == 0


def test_simhash_counts_bits_like_the_definition(prose_zh: str) -> None:
    tokens = np.tile(tokenize(prose_zh).tokens, 3)
    from cleaner.core.simhash import _features

    features = [int(value) for value in _features(tokens)]
    expected = sum(1 << bit for bit in range(64) if 2 * sum(value >> bit & 1 for value in features) > len(features))
    assert simhash64(tokens) == expected


def test_hamming_distance_counts_differing_bits() -> None:
    assert hamming(0b1011, 0b0010) == 2
    assert hamming(0, 2**64 - 1) == 64


def test_fingerprints_within_distance_three_share_a_band(prose_zh: str) -> None:
    signatures = text_signatures(prose_zh)
    own = {band for band in signatures.bands if band.startswith("b")}
    assert own == {f"b{k}:{signatures.simhash >> 16 * k & 0xFFFF:04x}" for k in range(4)}
    for flipped in ((0, 16, 32), (15, 31, 47), (1, 2, 3), (20, 40, 63)):
        other = signatures.simhash ^ sum(1 << bit for bit in flipped)
        assert own & {f"b{k}:{other >> 16 * k & 0xFFFF:04x}" for k in range(4)}


def test_bands_are_distinct_keys_of_every_kind(prose_zh: str) -> None:
    bands = text_signatures(prose_zh).bands
    assert len(set(bands)) == len(bands)
    assert {band.split(":")[0].rstrip("0123456789") for band in bands} == {"b", "m", "s", "t"}
    assert sum(band.startswith("m") for band in bands) == 32
    assert sum(band.startswith("s") for band in bands) == 4


def test_a_tiny_text_has_only_its_text_key() -> None:
    signatures = text_signatures("中国人")
    assert signatures.simhash == 0
    assert signatures.bands == (f"t:{signatures.text_hash[:16]}",)


def test_text_hash_ignores_blanks_case_width_and_script() -> None:
    first = text_signatures("渡船 在清晨\n离开ABC码头！")
    assert first.text_hash == text_signatures("渡船在清晨離開ａｂｃ碼頭!").text_hash
    assert first.text_hash != text_signatures("渡船在清晨离开AB码头！").text_hash
    assert text_signatures("no table").text_hash != text_signatures("notable").text_hash


def test_sketch_is_ascending_distinct_and_bounded(prose_en: str) -> None:
    signatures = text_signatures(prose_en * 3)
    assert list(signatures.shingle_sketch) == sorted(set(signatures.shingle_sketch))
    assert len(signatures.shingle_sketch) == min(128, signatures.shingles)


def test_sparse_shingle_sets_fill_every_band() -> None:
    for size in (1, 2, 7, 40, 127):
        shingles = np.unique(np.arange(1, size + 1, dtype=np.uint32) * np.uint32(0x9E3779B1))
        assert len(minhash_bands(shingles)) == 32
        assert len(sketch_of(shingles)) == size
    assert minhash_bands(np.empty(0, dtype=np.uint32)) == []


def test_fewer_tokens_than_a_shingle_give_none() -> None:
    assert shingles_of(tokenize("渡船来了").tokens, 5).size == 0


def test_numbers_are_distinct_and_have_two_characters() -> None:
    assert text_signatures("气温 12 度，湿度 3.5，风力 7 级，12 小时，2024.05").numbers == ("12", "2024.05", "3.5")


def test_signatures_are_frozen_values_of_this_version(prose_zh: str) -> None:
    signatures = text_signatures(prose_zh)
    assert signatures.version == 1
    assert signatures.text_hash == GOLDEN_TEXT_HASH
    assert f"{signatures.simhash:016x}" == GOLDEN_SIMHASH
    assert hashlib.md5("".join(signatures.bands).encode()).hexdigest() == GOLDEN_BANDS


def test_signatures_are_the_same_in_processes_with_other_hash_seeds() -> None:
    code = "from cleaner.core import text_signatures; print(text_signatures('渡船在清晨离开码头，去往对岸的小镇，ok 42。' * 3))"
    answers = {
        subprocess.run(
            [sys.executable, "-c", code], cwd=ROOT, env={"PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("0", "1", "4242")
    }
    assert len(answers) == 1
    assert b"simhash" in answers.pop()
