package tests_go

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jsonbeacon/jsonbeacon/core/schema"
)

const schemaSuite = "testdata/JSON-Schema-Test-Suite"

// suiteDrafts are the drafts of the suite that are known, by their folder.
var suiteDrafts = map[string]int{"draft2020-12": 2020, "draft2019-09": 2019, "draft7": 7, "draft6": 6, "draft4": 4}

type suiteGroup struct {
	Description string
	Schema      json.RawMessage
	Tests       []struct {
		Description string
		Data        json.RawMessage
		Valid       bool
	}
}

// suiteRemotes are the documents that the suite refers to, by URI.
func suiteRemotes(t *testing.T) map[string][]byte {
	t.Helper()
	remotes := map[string][]byte{}
	root := filepath.Join(schemaSuite, "remotes")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		source, err := os.ReadFile(path)
		rel, _ := filepath.Rel(root, path)
		remotes["http://localhost:1234/"+filepath.ToSlash(rel)] = source
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return remotes
}

// runSuite gives how many tests of the files of a folder hold, of how many.
func runSuite(t *testing.T, draft, folder string, opt schema.Options) (held, all int) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(schemaSuite, "tests", draft, folder, "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	opt.Draft = suiteDrafts[draft]
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var groups []suiteGroup
		if err := json.Unmarshal(source, &groups); err != nil {
			t.Fatal(err)
		}
		for _, g := range groups {
			s, err := schema.Compile(g.Schema, opt)
			for _, test := range g.Tests {
				all++
				if err == nil {
					got, fault := schema.ValidateText(s, test.Data)
					if fault == nil && (got.Verdict == schema.Valid) == test.Valid && (got.Verdict == schema.Invalid) != test.Valid {
						held++
						continue
					}
					err = nil
				}
				t.Logf("%s: %s: %s: want %v, %v", strings.TrimPrefix(file, schemaSuite+"/tests/"), g.Description, test.Description, test.Valid, err)
			}
		}
	}
	return held, all
}

func TestSchemaSuite(t *testing.T) {
	remotes := suiteRemotes(t)
	for draft := range suiteDrafts {
		t.Run(draft, func(t *testing.T) {
			if held, all := runSuite(t, draft, "", schema.Options{Registry: remotes}); held != all || all == 0 {
				t.Errorf("%d of %d", held, all)
			} else {
				t.Logf("%d of %d", held, all)
			}
		})
	}
}

// formatsHeld is how many optional tests of format hold. What does not is a row
// of docs/schemas.md.
var formatsHeld = map[string]int{"draft2020-12": 757, "draft2019-09": 750, "draft7": 669, "draft6": 324, "draft4": 218}

// optionalHeld is how many of the other optional tests hold: all but those of
// contentEncoding and contentMediaType, which are annotations here.
var optionalHeld = map[string]int{"draft2020-12": 161, "draft2019-09": 158, "draft7": 114, "draft6": 106, "draft4": 100}

func TestSchemaSuiteOptional(t *testing.T) {
	for draft := range suiteDrafts {
		t.Run(draft, func(t *testing.T) {
			held, all := runSuite(t, draft, "optional", schema.Options{Registry: suiteRemotes(t)})
			if held < optionalHeld[draft] {
				t.Errorf("%d of %d", held, all)
			}
			t.Logf("%d of %d", held, all)
		})
	}
}

func TestSchemaSuiteFormats(t *testing.T) {
	for draft := range suiteDrafts {
		t.Run(draft, func(t *testing.T) {
			held, all := runSuite(t, draft, "optional/format", schema.Options{Formats: true})
			if want, ok := formatsHeld[draft]; held < want || !ok && held < all {
				t.Errorf("%d of %d", held, all)
			} else {
				t.Logf("%d of %d", held, all)
			}
		})
	}
}
