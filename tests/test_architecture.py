"""The shape of the project: who may import whom, what the front door may hold, sizes and names."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.places import ROOT

PACKAGES = ("data", "ingest", "replay", "dashboards")
SOURCES = sorted([ROOT / "canasta.py", *(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))])
TESTS = sorted((ROOT / "tests").rglob("*.py"))
NAMES = {path: path.relative_to(ROOT).as_posix() for path in SOURCES + TESTS}

LONGEST_MODULE = 500
LONGEST_FUNCTION = 60
VAGUE = {"utils", "util", "helpers", "helper", "common", "misc", "base", "manager", "shared", "stuff"}
HEAVY = {"polars", "duckdb", "pyarrow", "streamlit", "altair", "rich", "pandas", "numpy", "jinja2", "openskill"}
DASHBOARDS_MAY_CALL = {"ingest.run", "replay.review", "replay.audit"}

# Streamlit runs these as pages, and what it runs may load it.
PAGES = [path for path in SOURCES if path.parent.name == "views" or path.name in ("app.py", "charts.py")]

sources = pytest.mark.parametrize("path", SOURCES, ids=NAMES.get)


def imports(tree: ast.AST) -> Iterator[str]:
    """Full names of all that a module imports, wherever in it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{name.name}" for name in node.names)


def at_import(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Statements that run when a module is imported: not those of functions, nor those for type checkers."""
    for node in body:
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        yield node
        for part in ("body", "orelse", "finalbody"):
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield from at_import(getattr(node, part, []))


def run_python(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)


def test_import_contracts_hold() -> None:
    command = [sys.executable, "-c", "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports())"]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout


def test_front_door_only_composes() -> None:
    tree = ast.parse((ROOT / "canasta.py").read_text(encoding="utf-8"))
    allowed = (ast.Import, ast.ImportFrom, ast.Expr, ast.Assign, ast.If)
    assert [ast.unparse(node) for node in tree.body if not isinstance(node, allowed)] == []
    conditions = [ast.unparse(node.test) for node in ast.walk(tree) if isinstance(node, ast.If)]
    assert conditions == ["__name__ == '__main__'"], "the front door decides nothing"
    logic = (ast.Lambda, ast.IfExp, ast.BoolOp, ast.BinOp, ast.For, ast.While, ast.Try, ast.With, ast.comprehension)
    assert [ast.unparse(node) for node in ast.walk(tree) if isinstance(node, logic)] == []


def test_dashboards_call_only_what_they_may() -> None:
    for path in (ROOT / "dashboards").rglob("*.py"):
        for name in imports(ast.parse(path.read_text(encoding="utf-8"))):
            if name.split(".")[0] in ("ingest", "replay"):
                assert any(f"{name}.".startswith(f"{door}.") for door in DASHBOARDS_MAY_CALL), f"{path}: {name}"


@pytest.mark.parametrize("path", [path for path in SOURCES if path not in PAGES], ids=NAMES.get)
def test_heavy_libraries_are_imported_where_they_are_used(path: Path) -> None:
    for node in at_import(ast.parse(path.read_text(encoding="utf-8")).body):
        if isinstance(node, ast.Import | ast.ImportFrom):
            heavy = {name.split(".")[0] for name in imports(node)} & HEAVY
            assert not heavy, f"{NAMES[path]}:{node.lineno} imports {heavy} as soon as it is imported"


def test_help_loads_nothing_heavy() -> None:
    code = f"import sys, canasta; heavy = {HEAVY} & set(sys.modules); sys.exit(', '.join(heavy) or 0)"
    result = run_python(code)
    assert result.returncode == 0, f"importing canasta loads {result.stderr}"


@sources
def test_modules_are_short(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").count("\n")
    assert lines <= LONGEST_MODULE, f"{NAMES[path]} has {lines} lines: split it by subject"


def lists_fields(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether a function only gives the fields of a state their values: that is data, as long as the state is wide."""
    branches = sum(isinstance(part, ast.If | ast.While | ast.Try) for part in ast.walk(node))
    return node.name in ("__init__", "clear", "begin_turn") and branches <= 2


@sources
def test_functions_are_short(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.end_lineno and not lists_fields(node):
            lines = node.end_lineno - node.lineno + 1
            assert lines <= LONGEST_FUNCTION, f"{NAMES[path]}:{node.lineno} {node.name} has {lines} lines"


@pytest.mark.parametrize("path", SOURCES + TESTS, ids=NAMES.get)
def test_names_say_something(path: Path) -> None:
    vague = {part for part in path.relative_to(ROOT).with_suffix("").parts if part in VAGUE}
    assert not vague, f"{NAMES[path]}: name it after what it owns"


@sources
def test_modules_say_what_they_own(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    if text.strip():
        assert ast.get_docstring(ast.parse(text)), f"{NAMES[path]} has no docstring"
