"""Make one module of many, so that the C compiler sees the whole kernel at once and may inline what is small.

Functions and other names of a module get its name in front, integers that never change become numbers, and what the
modules import of each other falls away.  `MODULES`, at the end of what is made, says which names each of them had.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from types import ModuleType
from typing import Any

from compile_types import MAY_RAISE

INTS = range(-(2**31), 2**31)
NAMED = """
for _module, _names in MODULES.items():
    for _name, _made in _names.items():
        if callable(_made) and not isinstance(_made, type):
            _made.__name__, _made.__qualname__, _made.__module__ = _name, _name, _module
"""


@dataclass
class Merged:
    """What became of some modules: `imports` is what they need from elsewhere, `own` what a module's names are called
    now, `numbers` which of them are integers.
    """

    imports: dict[str, ast.stmt] = field(default_factory=dict)
    body: list[ast.stmt] = field(default_factory=list)
    own: dict[str, dict[str, str]] = field(default_factory=dict)
    numbers: dict[str, dict[str, int]] = field(default_factory=dict)

    def text(self) -> str:
        """The source of the module that holds them all."""
        future = ast.parse("from __future__ import annotations").body
        whole = [*future, *self.imports.values(), *self.body, *ast.parse(self._named()).body]
        return ast.unparse(ast.Module(whole, [])) + "\n"

    def _named(self) -> str:
        """Statements that give functions their own names back, and list all names by module."""
        lines = ["MODULES = {}"]
        for module, names in self.own.items():
            pairs = [f"{name!r}: {new}" for name, new in names.items()]
            pairs += [f"{name!r}: {number}" for name, number in self.numbers[module].items()]
            lines.append(f"MODULES[{module!r}] = {{{', '.join(pairs)}}}")
        return "\n".join(lines) + NAMED


def merge(modules: Sequence[str], sources: Mapping[str, str]) -> Merged:
    """One module of `modules`, in an order in which bases come before what is made of them."""
    merged = Merged()
    trees = {module: ast.parse(sources[module]) for module in modules}
    for module, tree in trees.items():
        _list_names(merged, module, tree)
    for module, tree in trees.items():
        _Renamer(merged, module, modules).add(tree)
    return merged


def _list_names(merged: Merged, module: str, tree: ast.Module) -> None:
    """What a module defines: numbers, and all else with the name it is to have; classes keep theirs."""
    own: dict[str, str] = {}
    numbers: dict[str, int] = {}
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            own[node.name] = node.name
        elif isinstance(node, ast.FunctionDef):
            own[node.name] = f"{module.replace('.', '_')}_{node.name}"
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            name = node.targets[0].id
            value = _number(import_module(module), name)
            if value is None:
                own[name] = f"{module.replace('.', '_')}_{name}"
            else:
                numbers[name] = value
    merged.own[module], merged.numbers[module] = own, numbers


def _number(module: ModuleType, name: str) -> int | None:
    """The integer of that name in a module, if it fits an int of C; booleans are none."""
    value = getattr(module, name, None)
    return int(value) if isinstance(value, int) and not isinstance(value, bool) and value in INTS else None


class _Renamer(ast.NodeTransformer):
    """Rewrites one module into its part of the whole."""

    def __init__(self, merged: Merged, module: str, modules: Sequence[str]) -> None:
        self.merged, self.module, self.modules = merged, module, modules
        self.names: dict[str, ast.expr] = {}
        self.aliases: dict[str, str] = {}
        self.local: set[str] = set()
        self.owner = ""  # the class whose methods are rewritten

    def add(self, tree: ast.Module) -> None:
        """Put what the module defines into the whole."""
        for node in tree.body:
            if isinstance(node, ast.ImportFrom):
                self._imported(node)
        self._own_names(self.module)
        for node in tree.body:
            kept = not isinstance(node, ast.Import | ast.ImportFrom | ast.If | ast.Expr)
            number = isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) in self.merged.numbers[self.module]
            if kept and not number:
                self.merged.body.append(self.visit(node))

    def _own_names(self, module: str, only: Mapping[str, str] | None = None) -> None:
        known: dict[str, Any] = self.merged.own[module] | self.merged.numbers[module]
        for name, new in known.items():
            if only is None or name in only:
                called = only[name] if only else name
                self.names[called] = ast.Name(new, ast.Load()) if isinstance(new, str) else ast.Constant(new)

    def _imported(self, node: ast.ImportFrom) -> None:
        if node.module == "__future__":
            return
        if node.module in self.modules:
            self._own_names(str(node.module), {alias.name: alias.asname or alias.name for alias in node.names})
            return
        for alias in node.names:
            inner, called = f"{node.module}.{alias.name}", alias.asname or alias.name
            number = _number(import_module(str(node.module)), alias.name)
            if inner in self.modules:
                self.aliases[called] = inner
            elif number is not None:
                self.names[called] = ast.Constant(number)
            elif inner.startswith(self.module.partition(".")[0] + "."):
                raise ValueError(f"{self.module} is compiled and needs {inner}, which is not")
            else:
                self.merged.imports[called] = ast.ImportFrom(node.module, [alias], 0)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """Names that a function gives values to are its own."""
        outer, self.local = self.local, _local_names(node)
        self.generic_visit(node)
        self.local = outer
        if not self.owner:
            node.name = self.merged.own[self.module].get(node.name, node.name)
        elif self.owner in MAY_RAISE and ast.unparse(node.returns or ast.Constant(0)) == "None":
            for inner in ast.walk(node):
                if isinstance(inner, ast.Return):
                    inner.value = ast.Constant(0)  # compile_types.py makes it an int
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        self.owner = node.name
        self.generic_visit(node)
        self.owner = ""
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        """`packets.begin`, where `packets` is one of the modules."""
        if isinstance(node.value, ast.Name) and node.value.id in self.aliases and node.value.id not in self.local:
            module = self.aliases[node.value.id]
            if node.attr in self.merged.numbers[module]:
                return ast.Constant(self.merged.numbers[module][node.attr])
            return ast.Name(self.merged.own[module][node.attr], node.ctx)
        self.generic_visit(node)
        return node

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if node.id in self.local or node.id not in self.names:
            return node
        new = self.names[node.id]
        return ast.Name(new.id, node.ctx) if isinstance(new, ast.Name) else new


def _local_names(node: ast.FunctionDef) -> set[str]:
    names = {argument.arg for argument in [*node.args.args, *node.args.kwonlyargs]}
    return names | {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
