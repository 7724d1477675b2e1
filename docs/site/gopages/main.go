// Command gopages prints the documentation of packages of this module as
// Markdown: for each a page, which begins with a zero byte and its name.
//
//	go run ./docs/site/gopages core/extract core/syntax
package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/build/constraint"
	"go/doc"
	"go/doc/comment"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

const module = "github.com/jsonbeacon/jsonbeacon/"

func main() {
	for _, folder := range os.Args[1:] {
		page, err := page(folder)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		fmt.Printf("\x00%s.md\n%s", path.Base(folder), page)
	}
}

// A writer of one page.
type writer struct {
	bytes.Buffer
	files   *token.FileSet
	pkg     *doc.Package
	printer *comment.Printer
}

func page(folder string) (string, error) {
	w := &writer{files: token.NewFileSet()}
	sources, err := parse(w.files, folder)
	if err != nil {
		return "", err
	}
	w.pkg, err = doc.NewFromFiles(w.files, sources, module+folder)
	if err != nil {
		return "", err
	}
	w.printer = w.pkg.Printer()
	w.printer.HeadingLevel = 2
	w.printer.HeadingID = func(*comment.Heading) string { return "" }
	w.printer.DocLinkURL = link

	fmt.Fprintf(w, "# %s\n\n```go\nimport \"%s\"\n```\n\n", w.pkg.Name, module+folder)
	w.text(w.pkg.Doc)
	w.examples(w.pkg.Examples)
	w.values("Constants", w.pkg.Consts)
	w.values("Variables", w.pkg.Vars)
	if len(w.pkg.Funcs) > 0 {
		fmt.Fprint(w, "## Functions\n\n")
	}
	w.functions(w.pkg.Funcs)
	if len(w.pkg.Types) > 0 {
		fmt.Fprint(w, "## Types\n\n")
	}
	for _, each := range w.pkg.Types {
		w.heading(each.Name, each.Name)
		w.code(each.Decl)
		w.text(each.Doc)
		w.examples(each.Examples)
		for _, group := range slices.Concat(each.Consts, each.Vars) {
			w.value(group)
		}
		w.functions(each.Funcs)
		w.functions(each.Methods)
	}
	return w.String(), nil
}

// parse reads the files that an ordinary build has, and the examples.
func parse(files *token.FileSet, folder string) ([]*ast.File, error) {
	names, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil || len(names) == 0 {
		return nil, fmt.Errorf("no Go files in %s", folder)
	}
	var sources []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") && !strings.HasSuffix(name, "example_test.go") {
			continue
		}
		source, err := parser.ParseFile(files, name, nil, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		if built(source) {
			sources = append(sources, source)
		}
	}
	return sources, nil
}

func built(source *ast.File) bool {
	for _, group := range source.Comments {
		for _, line := range group.List {
			if group.Pos() < source.Package && constraint.IsGoBuild(line.Text) {
				expression, err := constraint.Parse(line.Text)
				return err == nil && expression.Eval(func(tag string) bool { return tag == "amd64" || tag == "linux" || tag == "cgo" })
			}
		}
	}
	return true
}

// link leads to a name of this package, to the page of another one of this
// module, or to the documentation of the standard library.
func link(to *comment.DocLink) string {
	name := to.Name
	if to.Recv != "" {
		name = to.Recv + "." + name
	}
	switch {
	case to.ImportPath == "":
		return "#" + anchor(name)
	case strings.HasPrefix(to.ImportPath, module+"core/"):
		page := path.Base(to.ImportPath) + ".md"
		if name == "" {
			return page
		}
		return page + "#" + anchor(name)
	}
	return to.DefaultURL("https://pkg.go.dev")
}

func anchor(name string) string {
	return strings.ToLower(strings.ReplaceAll(name, ".", "-"))
}

func (w *writer) heading(title, name string) {
	fmt.Fprintf(w, "### `%s` {#%s}\n\n", title, anchor(name))
}

func (w *writer) text(text string) {
	w.Write(w.printer.Markdown(w.pkg.Parser().Parse(text)))
	fmt.Fprintln(w)
}

func (w *writer) code(declaration any) {
	fmt.Fprint(w, "```go\n")
	if err := format.Node(w, w.files, declaration); err != nil {
		fmt.Fprintf(os.Stderr, "a declaration that cannot be printed: %v\n", err)
		os.Exit(1)
	}
	fmt.Fprint(w, "\n```\n\n")
}

func (w *writer) values(title string, groups []*doc.Value) {
	if len(groups) > 0 {
		fmt.Fprintf(w, "## %s\n\n", title)
	}
	for _, group := range groups {
		w.value(group)
	}
}

func (w *writer) value(group *doc.Value) {
	for _, name := range group.Names {
		if token.IsExported(name) {
			fmt.Fprintf(w, "<span id=\"%s\"></span>\n", anchor(name))
		}
	}
	fmt.Fprintln(w)
	w.code(group.Decl)
	w.text(group.Doc)
}

func (w *writer) functions(functions []*doc.Func) {
	for _, each := range functions {
		title, name := "func "+each.Name, each.Name
		if receiver := strings.TrimPrefix(each.Recv, "*"); receiver != "" {
			title, name = fmt.Sprintf("func (%s) %s", each.Recv, each.Name), strings.Split(receiver, "[")[0]+"."+each.Name
		}
		w.heading(title, name)
		w.code(each.Decl)
		w.text(each.Doc)
		w.examples(each.Examples)
	}
}

func (w *writer) examples(examples []*doc.Example) {
	for _, each := range examples {
		w.text(each.Doc)
		body, ok := each.Code.(*ast.BlockStmt)
		if !ok {
			continue
		}
		var code bytes.Buffer
		for at, statement := range body.List {
			if at > 0 {
				fmt.Fprintln(&code)
			}
			if err := format.Node(&code, w.files, statement); err != nil {
				continue
			}
		}
		fmt.Fprintf(w, "*Example*\n\n```go\n%s\n```\n\n", code.String())
		if each.Output != "" {
			fmt.Fprintf(w, "prints\n\n```text\n%s```\n\n", each.Output)
		}
	}
}
