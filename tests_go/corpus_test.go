package tests_go

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// rows reads a file of testdata with one JSON object a line.
func rows[T any](tb testing.TB, name string) []T {
	tb.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		tb.Fatal(err)
	}
	var list []T
	for line := range bytes.Lines(data) {
		var row T
		d := json.NewDecoder(bytes.NewReader(line))
		d.UseNumber()
		if err := d.Decode(&row); err != nil {
			tb.Fatalf("%s: %v", name, err)
		}
		list = append(list, row)
	}
	return list
}

// hostile is a row of hostile.jsonl: a unit to be repeated, between two texts.
type hostile struct {
	Name, Before, Unit, After string
	AtMost                    int `json:"at_most"` // where the cost is not linear by nature

	Code       string
	Position   any // an offset, "end" or nil
	Source     string
	Candidates any // a number or "units"
}

// text repeats the unit.
func (h hostile) text(units int) string {
	return h.Before + strings.Repeat(h.Unit, units) + h.After
}

// seeds are the texts that fuzzing starts from: all that testdata holds, in
// little what is hostile at length, and the tables of the generator.
func seeds(f *testing.F) []string {
	list := append([]string{}, complete...)
	for _, row := range rows[struct{ Input any }](f, "reports.jsonl") {
		if s, ok := row.Input.(string); ok {
			list = append(list, s)
		}
	}
	for _, row := range rows[struct{ Text string }](f, "fuzz99.jsonl") {
		list = append(list, row.Text)
	}
	for _, row := range rows[struct{ Text string }](f, "fuzz.jsonl") { // what fuzzing has found to be different
		list = append(list, row.Text)
	}
	for _, row := range rows[hostile](f, "hostile.jsonl") {
		if len(row.Unit) < 100 {
			list = append(list, row.text(3))
		}
	}
	for _, c := range codeCases {
		list = append(list, c.before+c.fault)
	}
	for _, s := range suite(f, "test_parsing") {
		if len(s) < 1000 {
			list = append(list, s)
		}
	}
	for i, s := range hostileUnits {
		list = append(list, strings.Repeat(s+hostileUnits[(i+7)%len(hostileUnits)], 3))
	}
	for _, info := range infos {
		list = append(list, "```"+info+"\n{\"a\": [1]}\n```\n")
	}
	return list
}

// suite reads a directory of JSONTestSuite: the files by their names.
func suite(tb testing.TB, dir string) map[string]string {
	tb.Helper()
	paths, err := filepath.Glob(filepath.Join("testdata", "JSONTestSuite", dir, "*.json"))
	if err != nil || len(paths) == 0 {
		tb.Fatal("no files of JSONTestSuite", err)
	}
	files := map[string]string{}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			tb.Fatal(err)
		}
		files[filepath.Base(path)] = string(data)
	}
	return files
}
