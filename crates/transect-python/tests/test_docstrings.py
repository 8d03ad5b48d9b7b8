"""Runs the examples of all docstrings, and checks that every public class and function has one."""

from __future__ import annotations

import doctest
import inspect
import os
from collections.abc import Iterator

import numpy as np
import pytest

import transect as tr
from transect._transect import has_page

NEEDS_PAGE = {"Page", "Page.write", "Scene.page", "Scene.view", "Viewer", "Viewer.stop"}
"""The names whose examples need the page of the viewer."""


def documented() -> Iterator[tuple[str, object]]:
    yield "transect", tr
    for name in tr.__all__:
        value = getattr(tr, name)
        yield name, value
        if inspect.isclass(value):
            for member in vars(value):
                if not member.startswith("_"):
                    yield f"{name}.{member}", getattr(value, member)


NAMED = [(name, value) for name, value in documented() if name != "__version__"]


@pytest.mark.parametrize(("name", "value"), NAMED, ids=[name for name, _ in NAMED])
def test_examples(name: str, value: object) -> None:
    if name in NEEDS_PAGE and not has_page():
        pytest.skip("this package was built without the page of the viewer")
    text = inspect.getdoc(value) or ""
    test = doctest.DocTestParser().get_doctest(text, {"np": np, "tr": tr}, name, None, 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    report: list[str] = []
    runner.run(test, out=report.append)
    assert runner.failures == 0, os.linesep.join(report)


@pytest.mark.parametrize("name", [n for n in tr.__all__ if n != "__version__"])
def test_every_public_name_has_a_docstring(name: str) -> None:
    assert inspect.getdoc(getattr(tr, name))


def test_classes_and_functions_of_the_library_have_examples() -> None:
    def is_tuple(value: object) -> bool:
        return inspect.isclass(value) and issubclass(value, (tuple, Exception))

    public = [n for n in tr.__all__ if n != "__version__" and not is_tuple(getattr(tr, n))]
    missing = [n for n in public if ">>>" not in (inspect.getdoc(getattr(tr, n)) or "")]
    assert missing == []


OTHERS = ("_manifold", "_meshio", "_pyvista", "_shapely", "_trimesh")
"""The ends of the names of methods that need another package, so that an example would not always run."""


def test_methods_of_the_library_have_examples() -> None:
    def is_method(name: str, value: object) -> bool:
        return "." in name and callable(value) and not name.split(".")[-1].isupper()

    def needs_package(name: str) -> bool:
        return name.endswith(OTHERS) or name in ("Objects.to_arrow", "Objects.to_pandas", "SideMasks.to_arrow")

    methods = [(name, value) for name, value in NAMED if is_method(name, value) and not needs_package(name)]
    missing = [name for name, value in methods if ">>>" not in (inspect.getdoc(value) or "")]
    assert missing == []


def test_members_have_docstrings() -> None:
    missing = [name for name, value in NAMED if not inspect.getdoc(value) and not name.split(".")[-1].isupper()]
    assert missing == []
