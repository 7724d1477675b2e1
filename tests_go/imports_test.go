package tests_go

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/jsonbeacon/jsonbeacon"

// mayImport is the whole of who may import whom, beside the standard library:
//
//	text ← syntax ← {repair, schema} ← extract ← {candidates, stream, batch, ahead, wire} ← tools ← {pybind, playground}
//
// core knows nothing of Python; a library of others' is imported by one package;
// the oracle shares no code with what it judges.
var mayImport = map[string][]string{
	"core/text":               {},
	"core/syntax":             {"core/text"},
	"core/repair":             {"core/text", "core/syntax"},
	"core/schema":             {"core/text", "core/syntax", "github.com/santhosh-tekuri/jsonschema/v6"},
	"core/extract":            {"core/text", "core/syntax", "core/repair", "core/schema"},
	"core/markdown":           {"core/text", "github.com/yuin/goldmark"},
	"core/candidates":         {"core/text", "core/syntax", "core/repair", "core/schema", "core/extract", "core/markdown"},
	"core/stream":             {"core/text", "core/syntax", "core/repair", "core/schema", "core/extract"},
	"core/batch":              {"core/text", "core/syntax", "core/repair", "core/schema", "core/extract"},
	"core/ahead":              {"core/text", "core/syntax", "core/repair", "core/schema", "core/extract"},
	"core/wire":               {"core/text", "core/syntax", "core/repair", "core/extract"},
	"core/tools":              {"core/wire", "core/text", "core/syntax", "core/repair", "core/schema", "core/extract", "core/candidates", "core/stream", "core/batch"},
	"core/playground":         {"core/syntax", "core/extract", "core/wire"},
	"core/playground/extract": {"core/playground", "core/wire"},
	"core/playground/full":    {"core/playground", "core/wire", "core/tools"},
	"pybind/engine":           {"core/text", "core/syntax", "core/repair", "core/schema", "core/extract", "core/stream", "core/batch", "core/ahead"},
	"pybind/engine/bridgeapi": {"core/tools"},
	"docs/site/gopages":       {},
	"tests_go/oracle":         {},
}

// mayBeUnsafe are the files that may import unsafe.
var mayBeUnsafe = []string{"core/syntax/memory.go", "pybind/engine/export.go", "core/playground/export.go"}

func TestImports(t *testing.T) {
	for file, imports := range goFiles(t) {
		dir := path.Dir(file)
		if dir == "tests_go" {
			continue // tests everything
		}
		allowed, known := mayImport[dir]
		if !known {
			t.Errorf("%s: the package has no row in the table", file)
			continue
		}
		for _, imported := range imports {
			inner, ours := strings.CutPrefix(imported, module+"/")
			switch {
			case imported == "unsafe":
				if !slices.Contains(mayBeUnsafe, file) {
					t.Errorf("%s imports unsafe", file)
				}
			case ours:
				if inner != dir && !slices.Contains(allowed, inner) { // an external test imports its package
					t.Errorf("%s imports %s", file, inner)
				}
			case strings.Contains(strings.Split(imported, "/")[0], "."):
				if !slices.ContainsFunc(allowed, func(a string) bool { return imported == a || strings.HasPrefix(imported, a+"/") }) {
					t.Errorf("%s imports %s", file, imported)
				}
			}
		}
	}
}

// goFiles gives the imports of each Go file of the repository that belongs to a
// package of this module.
func goFiles(t *testing.T) map[string][]string {
	t.Helper()
	files := map[string][]string{}
	root := os.DirFS("..")
	err := fs.WalkDir(root, ".", func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := entry.Name()
		if entry.IsDir() {
			_, err := os.Stat(filepath.Join("..", file, "go.mod"))
			anotherModule := err == nil && file != "."
			// build is made, and not part of the repository; Go passes over the others too.
			if file == "build" || name == "testdata" || anotherModule || file != "." && strings.ContainsAny(name[:1], "._") {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") {
			return nil
		}
		source, err := parser.ParseFile(token.NewFileSet(), filepath.Join("..", file), nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		files[file] = []string{}
		for _, spec := range source.Imports {
			files[file] = append(files[file], strings.Trim(spec.Path.Value, `"`))
		}
		return nil
	})
	if err != nil || len(files) == 0 {
		t.Fatal("no Go files", err)
	}
	return files
}
