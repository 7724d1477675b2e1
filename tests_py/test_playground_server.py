"""`jsonbeacon playground`: what it serves and how, and the same as files."""

from __future__ import annotations

import contextlib
import gzip
import http.client
import pathlib
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator

import jsonbeacon
import pytest
from jsonbeacon import _playground
from jsonbeacon._cli import main
from jsonbeacon._playground.server import Server

COMMAND = [sys.executable, "-m", "jsonbeacon", "playground"]
built = pytest.mark.skipif(not _playground.is_built(), reason="built without the playground")


@pytest.fixture(scope="module")
def running() -> Iterator[subprocess.Popen[str]]:
    with started() as process:
        yield process


@contextlib.contextmanager
def started() -> Iterator[subprocess.Popen[str]]:
    command = [*COMMAND, "--port", "0", "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        assert process.stdout is not None
        said = process.stdout.readline()
        found = re.fullmatch(r"The playground is at http://127\.0\.0\.1:(\d+)/ \(Ctrl-C ends it\)\n", said)
        assert found, said + process.stdout.read()
        process.port = int(found[1])  # type: ignore[attr-defined]
        yield process
        process.kill()


def get(
    port: int, path: str, method: str = "GET", host: str = "127.0.0.1", **headers: str
) -> tuple[http.client.HTTPResponse, bytes]:
    connection = http.client.HTTPConnection(host, port, timeout=30)
    connection.request(method, path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    response = connection.getresponse()
    content = response.read()
    connection.close()
    return response, content


@built
def test_it_serves_the_files_that_it_exports(running: subprocess.Popen[str], tmp_path: pathlib.Path) -> None:
    folder = tmp_path / "a" / "b"
    done = subprocess.run([*COMMAND, "--export", folder], capture_output=True, text=True, check=True)
    files = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert done.stdout == f"{len(files)} files written to {folder}\n"
    assert {"index.html", "engine.js", "wasm_exec.js", "extract.wasm", "full.wasm", "THIRD-PARTY.txt"} < set(files)
    kinds = {".wasm": "application/wasm", ".js": "text/javascript; charset=utf-8", ".html": "text/html; charset=utf-8"}
    for name, content in files.items():
        response, served = get(running.port, f"/{name}", Accept_Encoding="gzip")  # type: ignore[attr-defined]
        assert (response.status, served) == (200, content)
        assert (
            kinds.get(pathlib.Path(name).suffix, response.headers["Content-Type"]) == response.headers["Content-Type"]
        )
        policy = response.headers["Content-Security-Policy"]
        assert "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'" in policy
        assert "unsafe-inline" not in policy
        assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert get(running.port, "/?x#y")[1] == files["index.html"]  # type: ignore[attr-defined]


@built
def test_the_page_asks_for_nothing_from_elsewhere() -> None:
    for name, content in _playground.files().items():
        if name.endswith((".html", ".css", ".js")) and name != "wasm_exec.js":
            assert not re.search(rb"""(?:src|href|import|from|url)\W{1,4}(?:https?:)?//""", content), name


@built
@pytest.mark.parametrize(
    "path",
    ["/../__init__.py", "/__init__.py", "/server.py", "/engine.tar.xz", "/%2e%2e/_errors.py", "//etc/passwd", "/x/../"]
    + ["/index.html/", "http://127.0.0.1/index.html", "/\\..\\x", "/" + "a" * 60_000],
)
def test_there_is_nothing_else(running: subprocess.Popen[str], path: str) -> None:
    assert get(running.port, path)[0].status == 404  # type: ignore[attr-defined]


@built
def test_a_file_that_a_browser_has_is_not_sent_again(running: subprocess.Popen[str]) -> None:
    port = running.port  # type: ignore[attr-defined]
    first, content = get(port, "/extract.wasm")
    tag = first.headers["ETag"]
    again, nothing = get(port, "/extract.wasm", If_None_Match=tag)
    assert (again.status, nothing, again.headers["ETag"]) == (304, b"", tag)
    assert get(port, "/extract.wasm", If_None_Match='"other"')[0].status == 200
    head, nothing = get(port, "/extract.wasm", "HEAD")
    assert (head.status, int(head.headers["Content-Length"]), nothing) == (200, len(content), b"")
    assert get(port, "/", "POST")[0].status == 501


@built
def test_from_afar_it_is_packed() -> None:
    import threading

    with Server("0.0.0.0", 0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        port = server.server_address[1]
        packed, content = get(port, "/extract.wasm", Accept_Encoding="br, gzip")
        assert packed.headers["Content-Encoding"] == "gzip"
        assert len(content) < 1_000_000
        assert get(port, "/extract.wasm")[1] == gzip.decompress(content)
        server.shutdown()


@built
def test_it_ends_with_ctrl_c() -> None:
    with started() as process:
        process.send_signal(signal.SIGINT)
        assert (process.wait(20), process.stdout and process.stdout.read()) == (0, "\n")


def test_what_it_cannot_do_has_a_reason(
    tmp_path: pathlib.Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        said = [(["--port", str(port)], f"cannot listen on 127.0.0.1:{port}: Address already in use")]
        said += [(["--host", "256.0.0.1"], "cannot listen on 256.0.0.1:8765: ")]
        (tmp_path / "file").touch()
        said += [(["--export", str(tmp_path / "file")], f"{tmp_path / 'file'}: File exists")]
        said += [(["--port", "65536"], "argument --port: invalid port number, from 0 to 65535, value: '65536'")]
        for arguments, words in said if _playground.is_built() else []:
            assert main(["playground", "--no-browser", *arguments]) == 2
            assert words in capfd.readouterr().err
    monkeypatch.setattr(_playground, "ARCHIVE", "no such file")
    for more in ([], ["--export", str(tmp_path)]):
        assert main(["playground", *more]) == 2
        assert "JSONBEACON_NO_PLAYGROUND=1" in capfd.readouterr().err
    assert not _playground.is_built()


@built
def test_the_licences_go_with_the_engine() -> None:
    assert jsonbeacon.__file__
    licences = _playground.files()["THIRD-PARTY.txt"].decode()
    assert "The Go Authors" in licences
