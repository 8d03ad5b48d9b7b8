"""Runs the Python of the book's page and of the package's README."""

from __future__ import annotations

import pathlib
import re
import shutil
import subprocess
import sys

import numpy as np
import pytest

import transect as tr

ROOT = pathlib.Path(__file__).resolve().parents[3]
PAGES = [ROOT / "docs/python.md", ROOT / "crates/transect-python/README.md"]


@pytest.mark.skipif(not (ROOT / "docs").is_dir(), reason="the wheel is tested outside the repository")
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.parent.name + "/" + page.name)
def test_code(page: pathlib.Path, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = re.findall(r"^```python\n(.*?)^```", page.read_text(), flags=re.MULTILINE | re.DOTALL)
    assert blocks
    (tmp_path / "assets").mkdir()
    for name in ("office.glb", "spot.obj"):
        shutil.copy(ROOT / "assets" / name, tmp_path / "assets")
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, str(page), "exec"), names)


@pytest.mark.skipif(not (ROOT / "docs").is_dir(), reason="the wheel is tested outside the repository")
def test_the_line_of_the_readme() -> None:
    lines = re.findall(r'`python -c "([^`"]*)"`', (ROOT / "README.md").read_text())
    assert len(lines) == 1
    answer = subprocess.run([sys.executable, "-c", lines[0]], cwd=ROOT, capture_output=True, text=True, check=True)
    assert round(float(answer.stdout)) == 807


@pytest.mark.skipif(not (ROOT / "docs").is_dir(), reason="the wheel is tested outside the repository")
def test_mistakes(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    section = PAGES[0].read_text().split("## The likeliest mistakes")[1].split("\n## ")[0]
    rows = re.findall(r"^\| `(.*)` \| (\w+): (.*) \|$", section, flags=re.MULTILINE)
    assert len(rows) == 10
    (tmp_path / "office.step").write_text("ISO-10303-21;\n")
    monkeypatch.chdir(tmp_path)
    mesh = tr.Mesh([[0, 0, 0], [6, 0, 0], [0, 6, 0], [0, 0, 6]], [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
    names = {"tr": tr, "np": np, "mesh": mesh, "points": np.zeros((5, 3))}
    for code, kind, message in rows:
        with pytest.raises((ValueError, TypeError, OSError)) as raised:
            eval(code, names)
        assert (type(raised.value).__name__, str(raised.value)) == (kind, message.replace("``", "`").replace("<br>", "\n")), code
