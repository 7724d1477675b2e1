"""Changes to github.com/santhosh-tekuri/jsonschema that the engine is built with, in one copy of it under ``build``.

The library is under the Apache License 2.0. Nothing here changes what it answers, and everything works without.
``python pybind/tools/library.py build/library`` prints the flags that make ``go`` take them.

- it compiles all meta-schemas when a process starts, which takes 6 ms and 21,000 allocations in every process and
  every forked child, whether or not it has a schema; here each draft's are compiled when they are first needed;
- it looks for a schema among those it has met by comparing it with each of them; here it asks a table.
"""

from __future__ import annotations

import json
import os
import pathlib
import shutil
import subprocess
import sys

PACKAGE = "github.com/santhosh-tekuri/jsonschema/v6"

#: By file, what stands there exactly once, and what stands there instead.
CHANGES: dict[str, list[tuple[str, str]]] = {
    "draft.go": [
        (
            'import (\n\t"fmt"\n\t"slices"\n\t"strings"\n)\n',
            'import (\n\t"fmt"\n\t"slices"\n\t"strings"\n\t"sync"\n)\n',
        ),
        (
            "\tsch           *Schema\n",
            "\tsch           *Schema\n\tvocabs        map[string]*Schema // compiled, like sch, by load\n\tonce          sync.Once\n",
        ),
        (
            """func init() {
	c := NewCompiler()
	c.AssertFormat()
	for _, d := range []*Draft{Draft4, Draft6, Draft7, Draft2019, Draft2020} {
		d.sch = c.MustCompile(d.url)
		for name := range d.allVocabs {
			d.allVocabs[name] = c.MustCompile(strings.TrimSuffix(d.url, "schema") + "meta/" + name)
		}
	}
}
""",
            """func (d *Draft) load() {
	d.once.Do(func() {
		c := NewCompiler()
		c.AssertFormat()
		d.sch = c.MustCompile(d.url)
		d.vocabs = map[string]*Schema{}
		for name := range d.allVocabs {
			d.vocabs[name] = c.MustCompile(strings.TrimSuffix(d.url, "schema") + "meta/" + name)
		}
	})
}
""",
        ),
        (
            "\tvocabs := d.activeVocabs(assertVocabs, vocabularies)\n",
            "\td.draft.load()\n\tvocabs := d.activeVocabs(assertVocabs, vocabularies)\n",
        ),
        ("\t\tsch := d.draft.allVocabs[vocab]\n", "\t\tsch := d.draft.vocabs[vocab]\n"),
        ('\t\tsch := d.draft.allVocabs["core"]\n', '\t\tsch := d.draft.vocabs["core"]\n'),
    ],
    "compiler.go": [
        ("\tfor _, sch := range *q {\n", "\tfor _, sch := range q.schemas {\n"),
        (
            "type queue []*Schema\n",
            "type queue struct {\n\tschemas []*Schema\n\tbyPtr   map[urlPtr]*Schema\n}\n",
        ),
        (
            "\t*q = append(*q, sch)\n",
            "\tif q.byPtr == nil {\n\t\tq.byPtr = map[urlPtr]*Schema{}\n\t}\n\tq.schemas = append(q.schemas, sch)\n\tq.byPtr[sch.up] = sch\n",
        ),
        ("\treturn (*q)[i]\n}\n\nfunc (q *queue) len", "\treturn q.schemas[i]\n}\n\nfunc (q *queue) len"),
        ("\treturn len(*q)\n", "\treturn len(q.schemas)\n"),
        (
            """	i := slices.IndexFunc(*q, func(sch *Schema) bool { return sch.up == up })
	if i != -1 {
		return (*q)[i]
	}
	return nil
""",
            "\treturn q.byPtr[up]\n",
        ),
    ],
}


def changed(name: str, source: str) -> str:
    """A file of the library with its changes; ``ValueError`` where it is not the file that they were made for."""
    for old, new in CHANGES[name]:
        if source.count(old) != 1:
            raise ValueError(f"{PACKAGE}/{name} is not as it was when the changes to it were written: {old!r}")
        source = source.replace(old, new)
    return f"// Changed from the file of {PACKAGE}: see pybind/tools/library.py of jsonbeacon.\n\n{source}"


def build_flags(root: pathlib.Path, folder: pathlib.Path, env: dict[str, str]) -> list[str]:
    """Write what is changed to a folder, and return what makes ``go build`` take it.

    ``go`` does not let a file of the module cache be replaced: there the module is, by a copy. A vendor folder's can be.
    """
    command = ["go", "list", "-f", "{{.Dir}}", PACKAGE]
    found = subprocess.run(command, cwd=root, env=env, check=True, capture_output=True, text=True).stdout.strip()
    library = pathlib.Path(found)
    vendored = library.is_relative_to(root)
    shutil.rmtree(folder, ignore_errors=True)
    copy = folder / "jsonschema"
    if vendored:
        copy.mkdir(parents=True)
    else:
        shutil.copytree(library, copy, ignore=shutil.ignore_patterns("*_test.go", "testdata", "go.work*", ".*"))
    for path in [copy, *copy.rglob("*")]:
        path.chmod(0o755 if path.is_dir() else 0o644)  # the module cache is read-only
    for name in CHANGES:
        (copy / name).write_text(changed(name, (library / name).read_text("utf-8")), "utf-8")
    if vendored:
        overlay = folder / "overlay.json"
        overlay.write_text(
            json.dumps({"Replace": {str(library / name): str(copy / name) for name in CHANGES}}), "utf-8"
        )
        return [f"-overlay={overlay}"]
    modfile = folder / "go.mod"
    path = copy.relative_to(root).as_posix()  # the engine says what it was built from: not where
    modfile.write_text(f"{(root / 'go.mod').read_text('utf-8')}\nreplace {PACKAGE} => ./{path}\n", "utf-8")
    shutil.copy(root / "go.sum", folder / "go.sum")
    return [f"-modfile={modfile}"]


if __name__ == "__main__":
    print(*build_flags(pathlib.Path.cwd(), pathlib.Path(sys.argv[1]).resolve(), dict(os.environ)))
