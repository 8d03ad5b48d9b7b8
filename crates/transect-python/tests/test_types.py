"""The type stubs name what the module has, with the same parameters."""

from __future__ import annotations

import ast
import inspect
import pathlib

import transect as tr
from transect import _transect
from typed import main

STUBS = pathlib.Path(tr.__file__).with_name("_transect.pyi")


def members(body: list[ast.stmt]) -> dict[str, ast.FunctionDef | None]:
    found: dict[str, ast.FunctionDef | None] = {}
    for statement in body:
        if isinstance(statement, ast.FunctionDef):
            found[statement.name] = statement
        elif isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            found[statement.target.id] = None
    return found


def test_stubs_and_module_have_the_same_names_and_parameters() -> None:
    module = ast.parse(STUBS.read_text())
    classes = {node.name: node for node in module.body if isinstance(node, ast.ClassDef)}
    functions = {node.name for node in module.body if isinstance(node, ast.FunctionDef)}
    public = {name for name in vars(_transect) if not name.startswith("_")}
    assert public == set(classes) | functions
    for name, node in classes.items():
        real = getattr(_transect, name)
        if issubclass(real, Exception):
            continue
        stub = members(node.body)
        own = {member for member in vars(real) if not member.startswith("_")}
        assert own == {member for member in stub if not member.startswith("_")}, name
        for member, function in stub.items():
            value = vars(real).get(member)
            overloads = [n for n in node.body if isinstance(n, ast.FunctionDef) and n.name == member]
            if function is None or member.startswith("_") or value is None or len(overloads) > 1:
                continue
            if not callable(value) and not isinstance(value, staticmethod):
                continue
            arguments = [*function.args.args, *function.args.kwonlyargs]
            if function.args.vararg is not None:
                arguments.insert(len(function.args.args), function.args.vararg)
            typed = [a.arg for a in arguments if a.arg != "self"]
            real_names = [p for p in inspect.signature(getattr(real, member)).parameters if p != "self"]
            assert typed == real_names, f"{name}.{member}"


def test_the_typed_program_runs() -> None:
    assert main() > 0
