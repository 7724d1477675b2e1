package tests_go

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/jsonbeacon/jsonbeacon/tests_go/oracle"
)

// agreesWithEncodingJSON: a document that the engine takes is one to
// encoding/json, with the same value; one that it alone refuses is refused for
// what RFC 8259 leaves open.
func agreesWithEncodingJSON(s string) error {
	if !utf8.ValidString(s) {
		return nil
	}
	points := codePoints(s)
	tape := call{document: true, words: largeTape}
	got, err := askSafely(units[uint32](points), tape)
	if err != nil {
		return err
	}
	bare := []byte(strings.TrimPrefix(s, "\uFEFF"))
	if got.Code != "" {
		stricter := []string{"json.duplicate_key", "json.too_deep", "json.number_out_of_range", "json.lone_surrogate"}
		if json.Valid(bare) && !slices.Contains(stricter, got.Code) {
			return fmt.Errorf("refused with %s at %d, and encoding/json takes it", got.Code, got.Pos)
		}
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(bare))
	d.UseNumber()
	var theirs any
	if err := d.Decode(&theirs); err != nil || d.More() {
		return fmt.Errorf("taken, and encoding/json says %v", err)
	}
	if !sameAsDecoded(got.Value, theirs) {
		return fmt.Errorf("got %v, encoding/json has %v", got.Value, theirs)
	}
	return nil
}

// sameAsDecoded compares a value with one that encoding/json decoded.
func sameAsDecoded(v, theirs any) bool {
	switch v := v.(type) {
	case oracle.Int:
		n, ok := theirs.(json.Number)
		return ok && (string(v) == string(n) || v == "0" && n == "-0")
	case float64:
		n, ok := theirs.(json.Number)
		f, err := strconv.ParseFloat(string(n), 64)
		return ok && err == nil && oracle.Equal(v, f)
	case []any:
		list, ok := theirs.([]any)
		return ok && slices.EqualFunc(v, list, sameAsDecoded)
	case oracle.Object:
		members, ok := theirs.(map[string]any)
		if !ok || len(members) != len(v) {
			return false
		}
		for _, m := range v {
			value, ok := members[m.Name]
			if !ok || !sameAsDecoded(m.Value, value) {
				return false
			}
		}
		return true
	}
	return v == theirs
}

// TestGeneratedDocuments: the strict parser takes what encoding/json takes.
func TestGeneratedDocuments(t *testing.T) {
	holdsForGenerated(t, *texts, agreesWithEncodingJSON)
}
