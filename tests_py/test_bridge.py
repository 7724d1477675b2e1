"""What the extension and the engine's library promise as such: names, arguments, threads, interpreters, memory."""

from __future__ import annotations

import functools
import gc
import pathlib
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable

import jsonbeacon
import pytest
from jsonbeacon import _native

PACKAGE = pathlib.Path(jsonbeacon.__file__).parent
ENGINE = next(PACKAGE.glob("libjsonbeacon_engine.*"))
FUNCTIONS = [
    jsonbeacon.extract_json,
    jsonbeacon.extract_json_detailed,
    jsonbeacon.extract_all,
    jsonbeacon.parse_json,
    jsonbeacon.repair_json,
]


def symbols(path: pathlib.Path, *options: str) -> list[str]:
    done = subprocess.run(["nm", "-D", *options, str(path)], capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip("no nm")
    return [line.split()[-1] for line in done.stdout.splitlines()]


def test_engine_knows_nothing_of_python() -> None:
    undefined = symbols(ENGINE, "--undefined-only")
    assert not [name for name in undefined if name.startswith(("Py", "_Py"))]


def test_engine_lets_out_only_its_own_names() -> None:
    defined = symbols(ENGINE, "--defined-only")
    assert defined
    assert not [name for name in defined if not name.startswith(("jsonbeacon_", "bridgeapi_"))]


def test_every_export_passes_the_gate() -> None:
    """The runtime starts at the first call, not at import: whichever call that is."""
    code = "import os, jsonbeacon._native as n\nassert len(os.listdir('/proc/self/task')) == 1 and n.epoch() == 0\n"
    for call in ("n.parse_json('1')", "n.bridgeapi_Version('{}')", "n.extract_json('{}')"):
        subprocess.run([sys.executable, "-c", code + call + "\nassert n.epoch() == 1"], check=True)


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_functions_look_like_documented_ones(function: Callable[..., object]) -> None:
    assert function.__module__ == "jsonbeacon"
    assert getattr(jsonbeacon, function.__name__) is function
    assert function.__qualname__ == function.__name__
    assert pickle.loads(pickle.dumps(function)) is function
    assert function.__doc__ and ">>> " in function.__doc__


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        ("select", "frist", "select must be one of 'first', 'last', 'largest', 'only', not 'frist'"),
        ("select", None, "select must be one of 'first', 'last', 'largest', 'only', not None"),
        ("kind", "dict", "kind must be one of 'auto', 'object', 'array', 'any', not 'dict'"),
        ("required", "no", "required must be one of True, False, not 'no'"),
    ],
)
@pytest.mark.parametrize("function", [jsonbeacon.extract_json, jsonbeacon.Extractor], ids=["function", "class"])
def test_wrong_values(function: Callable[..., object], option: str, value: object, message: str) -> None:
    args = ["{}"] if function is jsonbeacon.extract_json else []
    with pytest.raises(ValueError) as caught:
        function(*args, **{option: value})
    assert str(caught.value) == message


def test_choices_need_not_be_interned() -> None:
    text = '{"a": 1} [2] {"b": 3}'

    def fresh(string: str) -> str:
        return string.encode().decode()

    assert jsonbeacon.extract_json(text, select=fresh("last")) == {"b": 3}
    assert jsonbeacon.extract_json(text, **{fresh("kind"): fresh("array")}) == [2]

    class Choice(str):
        pass

    assert jsonbeacon.extract_json(text, select=Choice("last")) == {"b": 3}


def test_arguments_are_refused_as_python_functions_refuse_them() -> None:
    f = jsonbeacon.extract_json
    for call, message in [
        (lambda: f(), r"extract_json\(\) missing 1 required positional argument: 'text'"),
        (lambda: f("{}", "first"), r"extract_json\(\) takes 1 positional argument but 2 were given"),
        (lambda: f("{}", selekt="first"), r"extract_json\(\) got an unexpected keyword argument 'selekt'"),
        (lambda: f("{}", text="{}"), r"extract_json\(\) got multiple values for argument 'text'"),
        (lambda: f(1), r"argument 'text' must be str, bytes, bytearray or memoryview, not int"),
        (lambda: f(None), r"argument 'text' must be str, bytes, bytearray or memoryview, not NoneType"),
        (lambda: f(memoryview(b"[1] ").cast("H")), r"argument 'text' must be a memoryview of bytes"),
        (lambda: jsonbeacon.parse_json("1", kind="any"), r"parse_json\(\) got an unexpected keyword argument 'kind'"),
        (lambda: jsonbeacon.extract_json_detailed("1", required=False), r"unexpected keyword argument 'required'"),
        (lambda: jsonbeacon.Extractor("first"), r"positional arguments?"),
    ]:
        with pytest.raises(TypeError, match=message):
            call()
    assert f(text="[1]") == [1]


def test_kinds_of_text() -> None:
    class Text(str):
        pass

    expected = {"é": "中", "n": 1}
    text = '{"é": "中", "n": 1}'
    data = text.encode()
    for given in (text, Text(text), data, bytearray(data), memoryview(data), memoryview(b"x" + data)[1:]):
        assert jsonbeacon.parse_json(given) == expected
    assert jsonbeacon.parse_json(memoryview(b"[1]").cast("c")) == [1]


@pytest.mark.parametrize(
    ("good", "bad"),
    [
        (b'"a', b"\xff"),
        ('"é中'.encode(), b"\xe2\x82"),
        ("😀".encode(), b"\xed\xa0\x80"),
        (b"", b"\xf0\x90\x80"),
        (b"[1]", b"\xc0\xaf"),
    ],
)
def test_ill_formed_utf8(good: bytes, bad: bytes) -> None:
    with pytest.raises(jsonbeacon.MalformedOutputError) as caught:
        jsonbeacon.parse_json(good + bad + b'"')
    assert caught.value.code == "json.invalid_utf8"
    assert caught.value.position == len(good.decode())
    assert caught.value.raw.encode("utf-8", "surrogateescape") == good + bad + b'"'


def test_strings_are_of_the_narrowest_kind() -> None:
    """As all of CPython takes for granted: else equal strings would not be."""
    for wide in ("", "é", "中", "😀"):
        for inner in (
            "",
            "a",
            "abcdefgh" * 5,
            "é",
            "ÿ" * 20,
            "中",
            "中" * 30 + "a",
            "😀",
            "a\\u0041",
            "\\u00e9",
            "\\ud83d\\ude00",
        ):
            key, value = jsonbeacon.parse_json(f'["{wide}", {{"{inner}": "{inner}"}}]')[1].popitem()
            for string in (key, value):
                fresh = string.encode().decode()
                assert string == fresh and hash(string) == hash(fresh)
                assert sys.getsizeof(string) <= sys.getsizeof(fresh)


def test_integers_are_exact() -> None:
    for digits in (18, 19, 20, 599, 600, 601, 4300, 4301, 50_000):
        for sign in ("", "-"):
            value = jsonbeacon.parse_json(f"[{sign}{'7' * digits}]")[0]
            assert value == (-1 if sign else 1) * (10**digits - 1) // 9 * 7


def test_threads() -> None:
    errors: list[BaseException] = []
    long = "[" + "[1, 2], " * 20_000 + "0]"

    def body(n: int) -> None:
        try:
            for i in range(200):
                assert jsonbeacon.extract_json(f'Here: {{"n": {n}, "i": [{i}]}}') == {"n": n, "i": [i]}
            for _ in range(5):
                assert len(jsonbeacon.parse_json(long)) == 20_001
            with pytest.raises(jsonbeacon.MalformedOutputError):
                jsonbeacon.parse_json(long[:-1])
        except BaseException as error:  # noqa: BLE001
            errors.append(error)

    threads = [threading.Thread(target=body, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors


def test_calls_within_calls() -> None:
    def schema(value: dict[str, object]) -> object:
        return [value, jsonbeacon.extract_json('{"inner": ["' + "x" * 100 + '"]}')]

    outer = {"outer": [1, 2, 3]}
    assert jsonbeacon.extract_json('{"outer": [1, 2, 3]}', schema=schema) == [outer, {"inner": ["x" * 100]}]
    found = jsonbeacon.extract_json_detailed(' {"outer": [1, 2, 3]}', schema=schema)
    assert (found.value[0], found.start, found.end) == (outer, 1, 21)


def test_a_refusing_schema_is_heard_with_required_false() -> None:
    def schema(value: object) -> object:
        return jsonbeacon.extract_json("nothing")

    with pytest.raises(jsonbeacon.JSONBeaconError):
        jsonbeacon.extract_json("{}", schema=schema, required=False)


def test_extractor() -> None:
    extractor = jsonbeacon.Extractor(select="last", kind="object", required=False)
    assert extractor.extract('{"a": 1} [2] {"b": 3}') == {"b": 3}
    assert extractor.extract(text="none") is None
    assert extractor.detailed('{"a": 1} {"b": 3}').candidates == 2
    with pytest.raises(jsonbeacon.NoJSONFoundError):
        extractor.detailed("none")
    with pytest.raises(TypeError, match=r"extract\(\) takes 1 positional argument but 2 were given"):
        extractor.extract("{}", "{}")
    for name in ("select", "kind", "required", "schema"):
        with pytest.raises(AttributeError):
            setattr(extractor, name, None)
    copy = pickle.loads(pickle.dumps(extractor))
    assert (copy.select, copy.kind, copy.required, copy.schema) == ("last", "object", False, None)


SUBINTERPRETER = """
import jsonbeacon
for i in range(200):
    assert jsonbeacon.extract_json('Sure: {"a": [1, %d]}' % i) == {"a": [1, i]}
    assert jsonbeacon.parse_json('[{"x": 1, "y": 2}, {"x": 1, "y": 2}, {"x": 1, "y": 2}]')[2] == {"x": 1, "y": 2}
    try:
        jsonbeacon.extract_json('The user wants to {"intent": cancel')
    except jsonbeacon.MalformedOutputError as error:
        assert error.column == 30
    assert '"result"' in jsonbeacon._native.bridgeapi_Version("{}")
"""


@pytest.mark.skipif(sys.version_info < (3, 12), reason="interpreters with a GIL of their own are of 3.12")
def test_sub_interpreters() -> None:
    if sys.version_info >= (3, 13):
        import _interpreters as interpreters
    else:
        import _xxsubinterpreters as interpreters
    errors: list[object] = []

    def body() -> None:
        try:
            interpreter = interpreters.create()
            if failed := interpreters.run_string(interpreter, SUBINTERPRETER):
                errors.append(failed)
            interpreters.destroy(interpreter)
        except BaseException as error:  # noqa: BLE001
            errors.append(error)

    threads = [threading.Thread(target=body) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors, errors
    assert jsonbeacon.parse_json('{"x": 1}') == {"x": 1}


def rss() -> int:
    return int(pathlib.Path("/proc/self/statm").read_text().split()[1])


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_nothing_is_left_behind() -> None:
    texts = [
        '{"a": [1, 2.5, "x", null, true, {"b": "é"}]}',
        '{"a": 1, "b": [1, {"x": 2}], "a": 3}',
        '[1, 2, "abc',
        '{"q": [1e999]}',
        '["\\ud800"]',
        '{"a": {"b": {"c": [nul',
        '["中", {"😀": 12345678901234567890123, "k": "' + "x" * 300 + '"}]',
        "nothing",
    ]

    def work(count: int) -> None:
        for i in range(count):
            for text in texts:
                for call in (jsonbeacon.extract_json, jsonbeacon.parse_json, jsonbeacon.extract_json_detailed):
                    try:
                        call(text)
                    except jsonbeacon.JSONBeaconError as error:
                        str(error)
            jsonbeacon.parse_json(f'{{"key {i}": {{"a{i}": 1, "é{i}": null}}}}')
            try:
                jsonbeacon.parse_json(b'["' + bytes([200 + i % 50]))
            except jsonbeacon.JSONBeaconError:
                pass

    work(3000)
    gc.collect()
    before, none = rss(), sys.getrefcount(None)
    work(6000)
    gc.collect()
    assert rss() - before < 200  # pages
    assert sys.version_info >= (3, 12) or abs(sys.getrefcount(None) - none) < 100


def blocks_left(work: Callable[[], object]) -> int:
    gc.collect()
    before = sys.getallocatedblocks()
    work()
    gc.collect()
    return sys.getallocatedblocks() - before


def test_without_memory_there_is_an_error_and_no_leak() -> None:
    """Every allocation of a call fails once, each alone."""
    memory = pytest.importorskip("_testcapi")
    texts: list[str | bytes] = [
        '{"a": [1, 2.5, "xyz", null, {"b": "é", "a%d": 123456789012, "c": 123456789012345678901234567890}]}',
        '[{"id": 1, "n": "abc"}, {"id": 2, "n": "abc"}, {"id": 3, "n": "中\\n"}, {"id": 4, "n": "😀"}]',
        '{"a": 1, "b": [1, {"x": 2}], "a": 3}',
        "[1, 2, tru",
        "nothing",
        "[" + "7" * 700 + "]",
        "[" + '{"k": [1]}, ' * 3000 + "0]",
        "é中".encode(),
        b"[\xff]",
    ]

    def outcome(call: Callable[[str | bytes], object], text: str | bytes) -> str:
        try:
            call(text)
        except MemoryError:
            return "no memory"
        except jsonbeacon.JSONBeaconError:
            return "fault"
        return "value"

    def starve(call: Callable[[str | bytes], object], text: str | bytes) -> set[str]:
        outcomes = set()
        for failing in range(100):
            memory.set_nomemory(failing, failing + 1)
            try:
                outcomes.add(outcome(call, text))
            finally:
                memory.remove_mem_hooks()
        return outcomes

    for call in (*FUNCTIONS, jsonbeacon.Extractor(select="last").extract):
        for text in texts:
            expected = outcome(call, text)
            starved = starve(call, text)
            assert starved <= {expected, "no memory"}
            # An empty list comes from CPython's free list.
            assert "no memory" in starved or (call is jsonbeacon.extract_all and text == "nothing")
            # A leak shows each time; a cache that still fills does not.
            assert any(blocks_left(functools.partial(starve, call, text)) < 20 for _ in range(3))
            assert outcome(call, text) == expected


def test_the_collector_is_left_as_it_was() -> None:
    text = "[" + '{"a": [1]}, ' * 10_000 + "0]"
    assert gc.isenabled()
    jsonbeacon.parse_json(text)
    assert gc.isenabled()
    gc.disable()
    try:
        jsonbeacon.parse_json(text)
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_dicts_are_ordinary() -> None:
    """Those of one shape are made from a template; nothing that happens to one may show in another."""
    text = "[" + ", ".join(f'{{"id": {i}, "name": "n", "tags": [1], "none": null}}' for i in range(50)) + "]"
    first = jsonbeacon.parse_json(text)
    second = jsonbeacon.parse_json(text)
    for i, item in enumerate(first):
        assert list(item) == ["id", "name", "tags", "none"]
        item["more"] = i
        del item["name"]
        item["id"] = item
        item.update({str(j): j for j in range(40)})
    assert second == [{"id": i, "name": "n", "tags": [1], "none": None} for i in range(50)]
    assert jsonbeacon.parse_json(text) == second
    assert [dict(d) for d in second] == second == [d.copy() for d in second]
    assert pickle.loads(pickle.dumps(second)) == second
    for d in second:
        assert sys.getsizeof(d) <= sys.getsizeof({"id": 1, "name": 2, "tags": 3, "none": 4}) + 200
        while d:
            d.popitem()
    first.clear()
    gc.collect()  # the cycles above are found
    assert all(
        gc.is_tracked(d) == (i % 2 == 1)
        for i, d in enumerate(jsonbeacon.parse_json('[{"a": 1, "b": 2}, {"a": [], "b": 2}]'))
    )
    assert _native.parse_json(text)[7]["tags"] == [1]
