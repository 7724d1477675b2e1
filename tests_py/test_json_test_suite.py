"""JSONTestSuite through `parse_json`, as bytes: some of its files are not UTF-8."""

from __future__ import annotations

import json
from pathlib import Path

import jsonbeacon
import oracle
import pytest
from corpus import TESTDATA

SUITE = TESTDATA / "JSONTestSuite"
PARSING = sorted((SUITE / "test_parsing").iterdir())
TRANSFORM = sorted((SUITE / "test_transform").iterdir())
ACCEPTED = "accepted"

REFUSED_BY_DESIGN = {  # contract §3, json.duplicate_key: RFC 8259 §4 calls what comes of repeated names unpredictable
    "y_object_duplicated_key.json",
    "y_object_duplicated_key_and_value.json",
}

# What RFC 8259 leaves to the parser, decided: numbers are exact or correctly rounded, and an overflow is no number;
# a string is Unicode text, so neither ill-formed UTF-8 nor half a surrogate pair is one; nesting stops at 512; one
# U+FEFF at the start is skipped.
DECIDED = {
    "i_number_double_huge_neg_exp.json": ACCEPTED,
    "i_number_huge_exp.json": "json.number_out_of_range",
    "i_number_neg_int_huge_exp.json": "json.number_out_of_range",
    "i_number_pos_double_huge_exp.json": "json.number_out_of_range",
    "i_number_real_neg_overflow.json": "json.number_out_of_range",
    "i_number_real_pos_overflow.json": "json.number_out_of_range",
    "i_number_real_underflow.json": ACCEPTED,
    "i_number_too_big_neg_int.json": ACCEPTED,
    "i_number_too_big_pos_int.json": ACCEPTED,
    "i_number_very_big_negative_int.json": ACCEPTED,
    "i_object_key_lone_2nd_surrogate.json": "json.lone_surrogate",
    "i_string_1st_surrogate_but_2nd_missing.json": "json.lone_surrogate",
    "i_string_1st_valid_surrogate_2nd_invalid.json": "json.lone_surrogate",
    "i_string_UTF-16LE_with_BOM.json": "json.invalid_utf8",
    "i_string_UTF-8_invalid_sequence.json": "json.invalid_utf8",
    "i_string_UTF8_surrogate_U+D800.json": "json.invalid_utf8",
    "i_string_incomplete_surrogate_and_escape_valid.json": "json.lone_surrogate",
    "i_string_incomplete_surrogate_pair.json": "json.lone_surrogate",
    "i_string_incomplete_surrogates_escape_valid.json": "json.lone_surrogate",
    "i_string_invalid_lonely_surrogate.json": "json.lone_surrogate",
    "i_string_invalid_surrogate.json": "json.lone_surrogate",
    "i_string_invalid_utf-8.json": "json.invalid_utf8",
    "i_string_inverted_surrogates_U+1D11E.json": "json.lone_surrogate",
    "i_string_iso_latin_1.json": "json.invalid_utf8",
    "i_string_lone_second_surrogate.json": "json.lone_surrogate",
    "i_string_lone_utf8_continuation_byte.json": "json.invalid_utf8",
    "i_string_not_in_unicode_range.json": "json.invalid_utf8",
    "i_string_overlong_sequence_2_bytes.json": "json.invalid_utf8",
    "i_string_overlong_sequence_6_bytes.json": "json.invalid_utf8",
    "i_string_overlong_sequence_6_bytes_null.json": "json.invalid_utf8",
    "i_string_truncated-utf-8.json": "json.invalid_utf8",
    "i_string_utf16BE_no_BOM.json": "json.invalid_utf8",
    "i_string_utf16LE_no_BOM.json": "json.invalid_utf8",
    "i_structure_500_nested_arrays.json": ACCEPTED,
    "i_structure_UTF-8_BOM_empty_object.json": ACCEPTED,
}

TRANSFORMED = {  # the code, or the value's repr
    "number_-9223372036854775808.json": "[-9223372036854775808]",
    "number_-9223372036854775809.json": "[-9223372036854775809]",
    "number_1.0.json": "[1.0]",
    "number_1.000000000000000005.json": "[1.0]",
    "number_1000000000000000.json": "[1000000000000000]",
    "number_10000000000000000999.json": "[10000000000000000999]",
    "number_1e-999.json": "[0.0]",
    "number_1e6.json": "[1000000.0]",
    "number_9223372036854775807.json": "[9223372036854775807]",
    "number_9223372036854775808.json": "[9223372036854775808]",
    "object_key_nfc_nfd.json": repr({"\u00e9": "NFC", "e\u0301": "NFD"}),  # equal only once normalised: two keys
    "object_key_nfd_nfc.json": repr({"e\u0301": "NFD", "\u00e9": "NFC"}),
    "object_same_key_different_values.json": "json.duplicate_key",
    "object_same_key_same_value.json": "json.duplicate_key",
    "object_same_key_unclear_values.json": "json.duplicate_key",
    "string_1_escaped_invalid_codepoint.json": "json.lone_surrogate",
    "string_1_invalid_codepoint.json": "json.invalid_utf8",
    "string_2_escaped_invalid_codepoints.json": "json.lone_surrogate",
    "string_2_invalid_codepoints.json": "json.invalid_utf8",
    "string_3_escaped_invalid_codepoints.json": "json.lone_surrogate",
    "string_3_invalid_codepoints.json": "json.invalid_utf8",
    "string_with_escaped_NULL.json": repr(["A\x00B"]),
}


def files(prefix: str) -> list[Path]:
    return [path for path in PARSING if path.name.startswith(prefix)]


def refusal(path: Path) -> jsonbeacon.MalformedOutputError:
    with pytest.raises(jsonbeacon.MalformedOutputError) as caught:
        jsonbeacon.parse_json(path.read_bytes())
    return caught.value


def test_every_file_is_in_one_of_these_tests() -> None:
    assert (len(files("y_")), len(files("n_")), len(files("i_")), len(PARSING)) == (95, 188, 35, 318)
    assert {path.name for path in files("i_")} == set(DECIDED)
    assert {path.name for path in TRANSFORM} == set(TRANSFORMED)
    assert {path.name for path in files("y_")} > REFUSED_BY_DESIGN


@pytest.mark.parametrize("path", files("y_"), ids=lambda path: path.name)
def test_accepted(path: Path) -> None:
    if path.name in REFUSED_BY_DESIGN:
        assert refusal(path).code == "json.duplicate_key"
    else:
        assert repr(jsonbeacon.parse_json(path.read_bytes())) == repr(json.loads(path.read_bytes()))


@pytest.mark.parametrize("path", files("n_"), ids=lambda path: path.name)
def test_refused(path: Path) -> None:
    """With a code and a position: the oracle's, or that of the first bad byte."""
    error = refusal(path)
    try:
        text = path.read_bytes().decode()
    except UnicodeDecodeError as bad:
        expected: tuple[str, int | None] = ("json.invalid_utf8", len(path.read_bytes()[: bad.start].decode()))
    else:
        with pytest.raises(oracle.OracleError) as caught:
            oracle.parse(text)
        expected = (caught.value.code, caught.value.position)
    assert (error.code, error.position) == expected


@pytest.mark.parametrize("path", files("i_"), ids=lambda path: path.name)
def test_decided(path: Path) -> None:
    if DECIDED[path.name] == ACCEPTED:
        assert repr(jsonbeacon.parse_json(path.read_bytes())) == repr(json.loads(path.read_bytes().decode("utf-8-sig")))
    else:
        assert refusal(path).code == DECIDED[path.name]


@pytest.mark.parametrize("path", TRANSFORM, ids=lambda path: path.name)
def test_transformed(path: Path) -> None:
    expected = TRANSFORMED[path.name]
    if expected.startswith("json."):
        assert refusal(path).code == expected
    else:
        assert repr(jsonbeacon.parse_json(path.read_bytes())) == expected
