"""Runs the Python of the book's page and of the package's README."""

from __future__ import annotations

import pathlib
import re
import shutil

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
PAGES = [ROOT / "docs/python.md", ROOT / "crates/transect-python/README.md", ROOT / "README.md"]


@pytest.mark.skipif(not (ROOT / "docs").is_dir(), reason="the wheel is tested outside the repository")
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.parent.name + "/" + page.name)
def test_code(page: pathlib.Path, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = re.findall(r"^```python\n(.*?)^```", page.read_text(), flags=re.MULTILINE | re.DOTALL)
    assert blocks
    (tmp_path / "assets").mkdir()
    shutil.copy(ROOT / "assets/office.glb", tmp_path / "assets")
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, str(page), "exec"), names)
