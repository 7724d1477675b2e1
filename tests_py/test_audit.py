"""`jsonbeacon audit`: its counts are those of a plain loop, in every format, and no row ends it."""

from __future__ import annotations

import csv
import gzip
import json
import pathlib
from typing import Any

import generate
import jsonschema
import pytest
from audits import REPLIES, SCHEMA, Run, counted, failures, jsonl, report
from jsonbeacon import Extractor
from jsonbeacon._audit import readers
from jsonbeacon._audit.policies import POLICIES
from policies import POLICIES as DOCUMENTED


@pytest.fixture(name="replies")
def _replies(tmp_path: pathlib.Path) -> pathlib.Path:
    return jsonl(tmp_path / "replies.jsonl", REPLIES)


@pytest.mark.parametrize(
    ("flags", "options"),
    [
        ([], {}),
        (["--only", "--kind", "object"], {"select": "only", "kind": "object"}),
        (["--repair"], {"repair": "guess"}),
        (
            ["--repair=all", "--blank", "reject", "-t", "result"],
            {"repair": "all", "blank": "reject", "tags": ["result"]},
        ),
        (["--no-inline", "--max-length", "40"], {"sources": ["fence"], "max_length": 40}),
    ],
)
def test_the_counts_are_those_of_a_plain_loop(replies: pathlib.Path, flags: list[str], options: Any) -> None:
    texts = [*REPLIES, *generate.texts(3, 150)]
    found = report(jsonl(replies, texts), "-c", "text", *flags)
    jsonschema.validate(found, SCHEMA)
    total = found["total"]
    assert failures(total) == counted(texts, **options)
    assert total["replies"] == total["rows"] == len(texts) == total["values"] + total["failed"]
    assert failures(found["files"][0]) == failures(total)
    for each in total["policies"]:
        kept = {name: options[name] for name in ("sources", "max_length") if name in options}
        policy = (
            {"kind": options.get("kind", "auto"), **DOCUMENTED[each["title"]]} if each["policy"] != "default" else {}
        )
        if "tags" in options and "tags" in policy:
            policy["tags"] = options["tags"]
        assert each["values"] == len(texts) - sum(counted(texts, **policy, **kept).values())
    for each in total["repair"]:
        fails = counted(texts, **{**options, "repair": each["level"]})
        assert each["values"] == len(texts) - sum(fails.values())
        assert each["values"] - total["values"] == each["saved"] - each["lost"]
    lengths = total["lengths"]
    assert lengths["characters"] == sum(map(len, texts))
    assert lengths["longest"]["length"] == max(map(len, texts))
    for each in lengths["classes"]:
        inside = [text for text in texts if each["from"] <= len(text) <= each["to"]]
        assert each["replies"] == len(inside)
        if "repair" not in options:
            cut = sum(n for name, n in counted(inside, **options).items() if name.startswith("truncated"))
            assert each["truncated"] == cut


def test_examples(replies: pathlib.Path) -> None:
    found = report(replies, "-c", "text", "--examples", "2")
    extractor = Extractor()
    for reason in found["total"]["failures"]:
        for code in reason["codes"]:
            assert 1 <= len(code["examples"]) <= 2
            for each in code["examples"]:
                text = REPLIES[each["row"] - 1]
                with pytest.raises(Exception, match=".") as caught:
                    extractor.extract(text)
                assert (caught.value.code, str(caught.value)) == (code["code"], each["message"])  # type: ignore[attr-defined]
                assert max(map(len, each["excerpt"].splitlines())) <= 76
    assert not [
        each
        for each in report(replies, "-c", "text", "--examples", "0")["total"]["failures"][0]["codes"]
        if each["examples"]
    ]


def test_no_examples_shows_nothing_of_a_reply(tmp_path: pathlib.Path) -> None:
    schema = tmp_path / "schema.json"
    schema.write_text('{"additionalProperties": {"type": "integer"}}')
    texts = [
        '{"SECRET": "SECRET"}',
        '{"SECRET": 1, "SECRET": 2}',
        "SECRET",
        "{'SECRET'",
        '{"a": SECRET}',
        '{"a": "SECRET',
    ]
    arguments = [jsonl(tmp_path / "r.jsonl", texts), "-c", "text", "--schema", schema, "--no-examples"]
    run = Run(*arguments, "--html", tmp_path / "r.html", "--state", tmp_path / "state")
    found = Run(*arguments, "--format", "json").out
    shown = [run.out, run.err, found, *((tmp_path / name).read_text("utf-8") for name in ("r.html", "state"))]
    assert not any("SECRET" in each for each in shown)
    assert json.loads(found)["total"]["failures"][0]["codes"][0]["examples"][0]["row"]
    assert "SECRET" in Run(*arguments[:-1]).out


def test_all_formats_give_the_same(tmp_path: pathlib.Path) -> None:
    texts = [text for text in REPLIES if "\r" not in text]
    expected = report(jsonl(tmp_path / "a.jsonl", texts), "-c", "text")["total"]
    for found in _in_every_format(tmp_path, texts):
        total = found["total"]
        for reason in (*total["failures"], *expected["failures"]):
            for code in reason["codes"]:
                code.pop("examples", None)
        assert total == expected


def _in_every_format(tmp_path: pathlib.Path, texts: list[str]) -> Any:
    (tmp_path / "strings.ndjson").write_text("\n".join(map(json.dumps, texts)), "utf-8")  # no line end at the end
    yield report(tmp_path / "strings.ndjson")
    deep = "\r\n\r\n".join(json.dumps({"a/b": [{"~": text}], "n": 10**5000 % 7}) for text in texts)
    (tmp_path / "deep.jsonl").write_bytes(b"\xef\xbb\xbf" + deep.encode())
    yield report(tmp_path / "deep.jsonl", "--column", "/a~1b/0/~0")
    yield report("-", stdin=(tmp_path / "deep.jsonl").read_bytes())  # the only string there is
    (tmp_path / "a.jsonl.gz").write_bytes(gzip.compress((tmp_path / "a.jsonl").read_bytes()))
    yield report(tmp_path / "a.jsonl.gz", "-c", "text")
    for name, delimiter, flags in (("a.csv", ",", []), ("a.tsv", "\t", []), ("b.csv", ";", ["--delimiter", ";"])):
        with open(tmp_path / name, "w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, delimiter=delimiter)
            writer.writerows([["id", "the text"], *([n, text] for n, text in enumerate(texts))])
        yield report(tmp_path / name, "-c", "the text", *flags)
    folder = tmp_path / "folder"
    folder.mkdir()
    for n, text in enumerate(texts):
        (folder / f"{n:04}.txt").write_bytes(text.encode())
    yield report(folder)
    yield report(*sorted(folder.iterdir()))


def test_parquet(tmp_path: pathlib.Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    expected = failures(report(jsonl(tmp_path / "a.jsonl", REPLIES), "-c", "text")["total"])
    for n, type_ in enumerate((pyarrow.string(), pyarrow.large_string(), pyarrow.binary(), "dictionary")):
        column = pyarrow.array([*REPLIES, None], pyarrow.string())
        column = column.dictionary_encode() if type_ == "dictionary" else column.cast(type_)
        table = pyarrow.table({"id": list(range(len(column))), "a.b": column})
        path = tmp_path / f"{n}.parquet"
        parquet.write_table(table, path, row_group_size=50)
        found = report(path)
        assert failures(found["total"]) == expected
        assert found["total"]["faults"] == [
            {"fault": "null", "rows": 1, "first": [{"file": str(path), "row": len(column)}]}
        ]
        assert found["files"][0]["column"] == "a.b"
    parquet.write_table(pyarrow.table({"a": ["x"], "b": ["y"], "n": [1]}), path)
    assert "--column NAME, one of a, b" in Run(path).err
    assert "has no column 'c'; of text it has a, b" in Run(path, "-c", "c").err
    assert "holds int64" in Run(path, "-c", "n").err
    path.write_bytes(path.read_bytes()[:-20])
    assert Run(path, "-c", "a").code == 2
    assert Run("-", "--input-format", "parquet", stdin=b"").code == 2


def test_without_pyarrow(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.parquet").write_bytes(b"PAR1")
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    run = Run(tmp_path / "a.parquet")
    assert (run.code, run.out) == (2, "")
    assert "pip install 'jsonbeacon[audit]'" in run.err


def test_rows_that_hold_no_reply(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("jsonbeacon._audit.readers.lines.MOST", 100)
    lines = [
        b'{"t": "{}"}', b"", b'{"t": null}', b'{"t": 1}', b'{"t": ["{}"]}', b"{}", b"[1]", b"nonsense", b'{"t": "{}"', b'"t"',
        b'{"t": "' + b"x" * 200 + b'"}', b'{"t": "\xff"}', b"[" * 90, b'{"t": "\\ud800{}"}', b'{"t": "\x00"}', b'{"t": "{}"}',
    ]  # fmt: skip
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"\n".join(lines))
    total = report(path, "-c", "t", "--examples", "9")["total"]
    found = {each["fault"]: [row["row"] for row in each["first"]] for each in total["faults"]}
    assert found == {
        "null": [3], "not_string": [4, 5], "missing": [6, 7, 10], "not_json": [8, 9, 13, 15], "too_long": [11], "not_utf8": [12],
    }  # fmt: skip
    assert (total["rows"], total["replies"], total["values"]) == (15, 3, 3)


def test_rows_of_csv_that_hold_no_reply(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("jsonbeacon._audit.readers.lines.MOST", 100)
    path = tmp_path / "a.csv"
    path.write_bytes(b'id,t\n1,{}\n\n2\n3,"{\n}"\n4,\xff\n5,' + b"x" * 200 + b'\n6,"[1]"\r\n7,\n8,"open')
    total = report(path, "-c", "t", "--examples", "9")["total"]
    found = {each["fault"]: [row["row"] for row in each["first"]] for each in total["faults"]}
    assert found == {"missing": [2], "not_utf8": [4], "too_long": [5]}
    assert (total["replies"], total["values"], total["failed"]) == (5, 3, 2)


def test_texts_that_are_no_reply(tmp_path: pathlib.Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"{}")
    (tmp_path / "b.txt").write_bytes("{}".encode("utf-16"))
    (tmp_path / "c.txt").symlink_to(tmp_path / "c")  # leads nowhere: no file
    (tmp_path / "d.gz").write_bytes(b"no gzip")
    (tmp_path / ".hidden").write_bytes(b"x")
    total = report(tmp_path)["total"]
    assert (total["rows"], total["values"]) == (3, 1)
    assert {each["fault"]: each["rows"] for each in total["faults"]} == {"not_utf8": 1, "unreadable": 1}


@pytest.mark.parametrize(
    ("name", "data", "arguments", "message"),
    [
        ("a.jsonl", b'{"id": "1", "q": "x", "a": {"t": "y"}}\n', [], "--column NAME, one of id, q, /a/t"),
        ("a.jsonl", b'{"id": 1, "t": "x"}\n', ["-c", "text"], "have no 'text': strings stand at t"),
        ("a.csv", b"id,t\n1,x\n", [], "--column NAME, one of id, t"),
        ("a.csv", b"id,t\n1,x\n", ["-c", "text"], "has no column 'text'; it has id, t"),
        ("a.csv", b"id;t\n1;x\n", ["-c", "t"], "is it --delimiter ';'?"),
        ("a.jsonl", '{"t": "x"}\n'.encode("utf-16"), [], "is in UTF-16: iconv -f UTF-16"),
        ("a.jsonl", '{"t": "x"}\n'.encode("utf-16-le"), [], "UTF-16"),
        ("a.csv", "t\nx\n".encode("utf-32"), [], "UTF-32"),
        ("a.jsonl.gz", b"no gzip", [], "cannot read"),
        ("a.jsonl.zst", b"", [], "zstd -dc"),
        ("a.dat", b"", [], "--input-format jsonl, csv, parquet or text"),
        ("a.jsonl", b"", ["none.jsonl"], "No such file"),
        ("a.jsonl", b"", ["--html", "no/such/folder.html"], "cannot write"),
        ("a.jsonl", b"", ["--state", "no/such/folder"], "cannot write"),
        ("a.jsonl", b"", ["--examples", "101"], "--help"),
        ("a.jsonl", b"", ["--fail-above", "x"], "--help"),
        ("a.jsonl", b"", ["--no-fence", "--no-inline"], "no place to look"),
        ("a.jsonl", b"", ["-", "--state", "s"], "standard input"),
        ("a.jsonl", b"", ["-", "-"], "once"),
    ],
)  # fmt: skip
def test_what_cannot_be_read(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch, name: str, data: bytes, arguments: list[str], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_bytes(data)
    run = Run(name, *arguments)
    assert (run.code, run.out) == (2, "")
    assert message in run.err
    assert not (tmp_path / "s").exists()


def test_a_file_that_is_damaged_further_on(tmp_path: pathlib.Path) -> None:
    dice = generate.Dice("audit")
    texts = [f'{{"a": "{dice.randbytes(99).hex()}"}}' for _ in range(2000)]  # nothing that packs well
    packed = gzip.compress(jsonl(tmp_path / "a.jsonl", texts).read_bytes())
    (tmp_path / "b.jsonl.gz").write_bytes(packed[: len(packed) // 2])
    run = Run(tmp_path / "b.jsonl.gz", jsonl(tmp_path / "c.jsonl", ["{}"]), "-c", "text", "--format", "json")
    assert run.code == 2 and "cannot read" in run.err
    found = json.loads(run.out)
    jsonschema.validate(found, SCHEMA)
    assert found["files"][0]["replies"] > 100
    assert found["files"][0]["error"] in run.err
    assert found["files"][1]["values"] == 1


@pytest.mark.parametrize("name", ["a.jsonl", "a.csv", "a.txt", "a.jsonl.gz"])
def test_an_empty_file(tmp_path: pathlib.Path, name: str) -> None:
    (tmp_path / name).write_bytes(gzip.compress(b"") if name.endswith("gz") else b"")
    found = report(tmp_path / name, "--html", tmp_path / "a.html")
    jsonschema.validate(found, SCHEMA)
    assert found["total"]["replies"] == (name == "a.txt")
    assert Run(tmp_path / name, "--fail-above", "100").code == 0


def test_fail_above(tmp_path: pathlib.Path) -> None:
    path = jsonl(tmp_path / "a.jsonl", ["{}", "{}", "{}", "none"])
    for percent, code in (("25", 0), ("24.9", 1), ("0", 1), ("100", 0)):
        assert Run(path, "-c", "text", "--fail-above", percent).code == code
    found = report(path, "-c", "text", "--no-required", "--fail-above", "0")
    assert (found["total"]["absent"], found["total"]["failed"]) == (1, 0)


def test_kinds_of_violations_are_bounded(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("jsonbeacon._audit.counts._DISTINCT", 5)
    monkeypatch.setattr("jsonbeacon._audit.run.PIECE_ROWS", 4)
    schema = tmp_path / "schema.json"
    schema.write_text('{"additionalProperties": false}')
    path = jsonl(tmp_path / "a.jsonl", [f'{{"k{n}": 1}}' for n in range(20)])
    found = report(path, "-c", "text", "--schema", schema)["total"]["violations"]
    assert found[0] == {"keyword": "...", "path": "", "replies": 15}
    assert [each["replies"] for each in found[1:]] == [1] * 5


def test_several_files(tmp_path: pathlib.Path) -> None:
    one, two = jsonl(tmp_path / "1.jsonl", REPLIES[:100]), jsonl(tmp_path / "2.jsonl", REPLIES[100:])
    both = report(one, two, "-c", "text")
    whole = report(jsonl(tmp_path / "3.jsonl", REPLIES), "-c", "text")
    assert [each["replies"] for each in both["files"]] == [100, 85]
    for found in (both, whole):
        for reason in found["total"]["failures"]:
            for code in reason["codes"]:
                code["examples"] = [each["message"] for each in code["examples"]]
    assert both["total"] == whole["total"]
    assert str(one) in Run(one, two, "-c", "text").out


def test_the_faults_are_those_of_the_schema() -> None:
    sums = SCHEMA["$defs"]["sums"]["properties"]
    assert sums["faults"]["items"]["properties"]["fault"]["enum"] == [*readers.FAULTS]
    assert sums["policies"]["items"]["properties"]["policy"]["enum"] == [*POLICIES]
