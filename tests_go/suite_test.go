package tests_go

import (
	"errors"
	"testing"

	"github.com/jsonbeacon/jsonbeacon/core/extract"
	"github.com/jsonbeacon/jsonbeacon/tests_go/oracle"
)

const accepted = "accepted"

// refusedByDesign: RFC 8259 §4 calls what comes of repeated names unpredictable.
var refusedByDesign = map[string]string{
	"y_object_duplicated_key.json":           "json.duplicate_key",
	"y_object_duplicated_key_and_value.json": "json.duplicate_key",
}

// decided is what RFC 8259 leaves to the parser: numbers are exact or correctly
// rounded, and an overflow is no number; a string is Unicode text, so neither
// ill-formed UTF-8 nor half a surrogate pair is one; nesting stops at 512; one
// byte order mark is skipped.
var decided = map[string]string{
	"i_number_double_huge_neg_exp.json":                   accepted,
	"i_number_huge_exp.json":                              "json.number_out_of_range",
	"i_number_neg_int_huge_exp.json":                      "json.number_out_of_range",
	"i_number_pos_double_huge_exp.json":                   "json.number_out_of_range",
	"i_number_real_neg_overflow.json":                     "json.number_out_of_range",
	"i_number_real_pos_overflow.json":                     "json.number_out_of_range",
	"i_number_real_underflow.json":                        accepted,
	"i_number_too_big_neg_int.json":                       accepted,
	"i_number_too_big_pos_int.json":                       accepted,
	"i_number_very_big_negative_int.json":                 accepted,
	"i_object_key_lone_2nd_surrogate.json":                "json.lone_surrogate",
	"i_string_1st_surrogate_but_2nd_missing.json":         "json.lone_surrogate",
	"i_string_1st_valid_surrogate_2nd_invalid.json":       "json.lone_surrogate",
	"i_string_UTF-16LE_with_BOM.json":                     "json.invalid_utf8",
	"i_string_UTF-8_invalid_sequence.json":                "json.invalid_utf8",
	"i_string_UTF8_surrogate_U+D800.json":                 "json.invalid_utf8",
	"i_string_incomplete_surrogate_and_escape_valid.json": "json.lone_surrogate",
	"i_string_incomplete_surrogate_pair.json":             "json.lone_surrogate",
	"i_string_incomplete_surrogates_escape_valid.json":    "json.lone_surrogate",
	"i_string_invalid_lonely_surrogate.json":              "json.lone_surrogate",
	"i_string_invalid_surrogate.json":                     "json.lone_surrogate",
	"i_string_invalid_utf-8.json":                         "json.invalid_utf8",
	"i_string_inverted_surrogates_U+1D11E.json":           "json.lone_surrogate",
	"i_string_iso_latin_1.json":                           "json.invalid_utf8",
	"i_string_lone_second_surrogate.json":                 "json.lone_surrogate",
	"i_string_lone_utf8_continuation_byte.json":           "json.invalid_utf8",
	"i_string_not_in_unicode_range.json":                  "json.invalid_utf8",
	"i_string_overlong_sequence_2_bytes.json":             "json.invalid_utf8",
	"i_string_overlong_sequence_6_bytes.json":             "json.invalid_utf8",
	"i_string_overlong_sequence_6_bytes_null.json":        "json.invalid_utf8",
	"i_string_truncated-utf-8.json":                       "json.invalid_utf8",
	"i_string_utf16BE_no_BOM.json":                        "json.invalid_utf8",
	"i_string_utf16LE_no_BOM.json":                        "json.invalid_utf8",
	"i_structure_500_nested_arrays.json":                  accepted,
	"i_structure_UTF-8_BOM_empty_object.json":             accepted,
}

// TestJSONTestSuite: y_ is taken, n_ refused, i_ as decided; all with the value
// or the place of the fault that the oracle and encoding/json have.
func TestJSONTestSuite(t *testing.T) {
	for file, s := range suite(t, "test_parsing") {
		t.Run(file, func(t *testing.T) {
			got := accepted
			_, err := extract.Document(s)
			if err != nil {
				var e *extract.Error
				if !errors.As(err, &e) {
					t.Fatal(err)
				}
				got = e.Code.String()
			}
			byDesign, refused := refusedByDesign[file]
			switch {
			case file[0] == 'y' && refused && got != byDesign, file[0] == 'y' && !refused && got != accepted:
				t.Errorf("refused with %s", got)
			case file[0] == 'n' && got == accepted:
				t.Error("accepted")
			case file[0] == 'i' && got != decided[file]:
				t.Errorf("%s, decided is %q", got, decided[file])
			}
			if err := utf8FollowsOracle(s); err != nil && len(s) < 10_000 {
				t.Error(err)
			}
			if err := agreesWithEncodingJSON(s); err != nil {
				t.Error(err)
			}
		})
	}
}

// transformed are the values of test_transform that parsers do not agree on.
var transformed = map[string]any{
	"number_-9223372036854775808.json":         []any{oracle.Int("-9223372036854775808")},
	"number_-9223372036854775809.json":         []any{oracle.Int("-9223372036854775809")},
	"number_1.0.json":                          []any{1.0},
	"number_1.000000000000000005.json":         []any{1.0},
	"number_1000000000000000.json":             []any{oracle.Int("1000000000000000")},
	"number_10000000000000000999.json":         []any{oracle.Int("10000000000000000999")},
	"number_1e-999.json":                       []any{0.0},
	"number_1e6.json":                          []any{1e6},
	"number_9223372036854775807.json":          []any{oracle.Int("9223372036854775807")},
	"number_9223372036854775808.json":          []any{oracle.Int("9223372036854775808")},
	"object_key_nfc_nfd.json":                  oracle.Object{{Name: "\u00E9", Value: "NFC"}, {Name: "e\u0301", Value: "NFD"}},
	"object_key_nfd_nfc.json":                  oracle.Object{{Name: "e\u0301", Value: "NFD"}, {Name: "\u00E9", Value: "NFC"}},
	"object_same_key_different_values.json":    "json.duplicate_key",
	"object_same_key_same_value.json":          "json.duplicate_key",
	"object_same_key_unclear_values.json":      "json.duplicate_key",
	"string_1_escaped_invalid_codepoint.json":  "json.lone_surrogate",
	"string_1_invalid_codepoint.json":          "json.invalid_utf8",
	"string_2_escaped_invalid_codepoints.json": "json.lone_surrogate",
	"string_2_invalid_codepoints.json":         "json.invalid_utf8",
	"string_3_escaped_invalid_codepoints.json": "json.lone_surrogate",
	"string_3_invalid_codepoints.json":         "json.invalid_utf8",
	"string_with_escaped_NULL.json":            []any{"A\x00B"},
}

// TestTransform: what parsers make of these differs; here it is fixed.
func TestTransform(t *testing.T) {
	files := suite(t, "test_transform")
	if len(files) != len(transformed) {
		t.Errorf("%d files, %d rows", len(files), len(transformed))
	}
	for file, s := range files {
		want := transformed[file]
		if code, fails := want.(string); fails {
			_, err := extract.Document(s)
			var e *extract.Error
			if !errors.As(err, &e) || e.Code.String() != code {
				t.Errorf("%s: %v, want %s", file, err, code)
			}
			continue
		}
		got := ask(units[uint32](codePoints(s)), call{document: true, words: largeTape}, lawMemory)
		if !oracle.Equal(got.Value, want) {
			t.Errorf("%s: %#v, want %#v", file, got.Value, want)
		}
	}
}
