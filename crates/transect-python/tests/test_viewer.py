"""The command, the viewer and the page in one file."""

from __future__ import annotations

import html
import pathlib
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request

import pytest

import transect as tr
from transect._transect import has_page

needs_page = pytest.mark.skipif(not has_page(), reason="this package was built without the page of the viewer")
unix = pytest.mark.skipif(sys.platform == "win32", reason="the test sends a signal of Unix")
SCRIPT = pathlib.Path(sys.executable).with_name("transect")


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(SCRIPT), *arguments], capture_output=True, text=True, timeout=120)


def test_the_script_is_the_command(cube: tr.Mesh, tmp_path: pathlib.Path) -> None:
    model, out = tmp_path / "cube.obj", tmp_path / "out"
    tr.Scene({"cube": cube}).write(model)
    shown = run("--version")
    assert (shown.stdout.splitlines()[0], shown.returncode) == (f"transect {tr.__version__}", 0)
    cut = run("cut", str(model), "--plane", "z=0.5", "-o", str(out))
    assert cut.returncode == 0, cut.stderr
    assert (out / "report.json").is_file()
    wrong = run("cut", str(model), "--plane", "z=")
    assert wrong.returncode == 2 and "error:" in wrong.stderr
    again = subprocess.run([sys.executable, "-m", "transect", "--version"], capture_output=True, text=True)
    assert (again.stdout, again.returncode) == (shown.stdout, 0)


@unix
def test_ctrl_c_ends_the_script(cube: tr.Mesh, tmp_path: pathlib.Path) -> None:
    model = tmp_path / "cube.obj"
    tr.Scene({"cube": cube}).write(model)
    arguments = [str(SCRIPT), "view", str(model), "--no-open"]
    process = subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert process.stdout is not None
    assert process.stdout.readline().startswith("http://127.0.0.1:")
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=30) == 0


def is_there(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=20):
            return True
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False


@needs_page
@pytest.mark.parametrize("from_files", [True, False])
def test_view(cube: tr.Mesh, tmp_path: pathlib.Path, from_files: bool) -> None:
    scene = tr.Scene({"cube": cube})
    if from_files:
        scene.write(tmp_path / "cube.glb")
        scene = tr.read(tmp_path / "cube.glb")
    face = tr.PlaneThrough([0, 0, 0.1], [1, 0, 0.1], [0, 1, 0.1])
    with scene.view(face, unit="m", opens_tab=False) as viewer:
        assert viewer.is_running and is_there(viewer.url) and viewer.url in repr(viewer)
    assert not viewer.is_running and not is_there(viewer.url)
    viewer.stop()
    with pytest.raises(RuntimeError, match="the viewer did not start"):
        scene.view("z = 0.5", unit="", opens_tab=False)


@needs_page
@unix
def test_the_viewer_ends_with_its_process() -> None:
    program = (
        "import os, signal, transect as tr\n"
        "mesh = tr.Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])\n"
        "viewer = tr.Scene({'triangle': mesh}).view(opens_tab=False)\n"
        "print(viewer.url, flush=True)\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    url = ended.stdout.strip()
    assert url.startswith("http://127.0.0.1:")
    deadline = time.monotonic() + 20
    while is_there(url):
        assert time.monotonic() < deadline
        time.sleep(0.1)


@needs_page
def test_page(cube: tr.Mesh, tmp_path: pathlib.Path) -> None:
    scene = tr.Scene({"cube": cube})
    page = scene.page("z = 0.5", tr.Plane("x = 0.25"))
    assert page.html.count('data-answer="section-') == 2
    frame = page._repr_html_()
    source = re.fullmatch(r'<iframe [^>]* srcdoc="([^"]*)"></iframe>', frame)
    assert source is not None and html.unescape(source[1]) == page.html
    page.write(tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text(encoding="utf-8") == page.html
    with pytest.raises(FileExistsError):
        page.write(tmp_path / "page.html")
    page.write(tmp_path / "page.html", force=True)
    with pytest.raises(tr.GeometryError):
        scene.page("z =")


@pytest.mark.skipif(has_page(), reason="this package was built with the page of the viewer")
def test_without_the_page(cube: tr.Mesh) -> None:
    scene = tr.Scene({"cube": cube})
    for show in (scene.page, scene.view):
        with pytest.raises(RuntimeError, match="built without the page of the viewer\nhint: .*cargo xtask web"):
            show("z = 0.5")
