"""The types of the kernel, for Cython: those of functions come from their annotations, those of attributes from what
`__init__` assigns, so that nothing is declared twice.
"""

from __future__ import annotations

import ast

# Functions of these may run out of memory or be interrupted, and must not go on then.
MAY_RAISE = ("Rows", "Tally", "Asker", "Turns", "Fold")
INTS = "int[::1]"
BYTES = "unsigned char[::1]"
ARRAYS = {"i": INTS, "B": BYTES, "Q": "unsigned long long[::1]"}
WIDE = {"digest": "unsigned long long"}
# Columns that come from Arrow may not be written to.
READ_ONLY = ("kind", "status", "seat", "side", "turn", "deal", "target", "amount", "line", "card_start", "role_start",
             "marked", "mark", "next_seat", "claim_deal", "claim_side", "claim_who", "claim_item", "claim_amount",
             "first", "last", "claim_first", "claim_last", "seats", "sides", "seat_side")  # fmt: skip


def declarations(text: str, *, checked: bool = False) -> str:
    """The .pxd of a merged module; `checked` for the build that looks for steps over the edge of an array."""
    return _Declarations(ast.parse(text), checked=checked).text()


class _Declarations:
    def __init__(self, tree: ast.Module, *, checked: bool) -> None:
        self.checked = checked
        self.tree = tree
        self.lines: list[str] = ["cimport cython", ""]
        self.classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
        self.bases = {base.id for node in self.classes.values() for base in node.bases if isinstance(base, ast.Name)}
        self.attributes: dict[str, dict[str, str]] = {}

    def text(self) -> str:
        for name in self.classes:
            self.lines.append(f"cdef class {name}")
        for node in self.tree.body:
            if isinstance(node, ast.Assign):
                self._global(node)
            elif isinstance(node, ast.ClassDef):
                self._class(node)
            elif isinstance(node, ast.FunctionDef):
                self._function(node, "")
        return "\n".join([*self.lines, ""])

    def _global(self, node: ast.Assign) -> None:
        """Arrays and the number that is too wide for an int; other things are Python's."""
        name = ast.unparse(node.targets[0])
        if name.endswith("_DIGEST_MASK"):
            self.lines.append(f"cdef unsigned long long {name}")
        elif (kind := _array_kind(node.value)) and not name.endswith("]"):
            self.lines.append(f"cdef {kind} {name}")

    def _class(self, node: ast.ClassDef) -> None:
        base = next((b.id for b in node.bases if isinstance(b, ast.Name)), "")
        if node.name not in self.bases:
            self.lines.append("@cython.final")
        self.lines.append(f"cdef class {node.name}{f'({base})' if base else ''}:")
        before = len(self.lines)
        inherited = self.attributes.get(base, {})
        seen: dict[str, str] = {}
        for method in node.body:
            if isinstance(method, ast.FunctionDef):
                for name, kind in self._attributes_in(method, node.name):
                    if name not in inherited:
                        seen.setdefault(name, kind)
        self.attributes[node.name] = inherited | seen
        self.lines += [f"    cdef public {kind} {name}" for name, kind in seen.items()]
        for method in node.body:
            if isinstance(method, ast.FunctionDef) and method.name != "__init__":
                self._function(method, "    ", node.name)
        if len(self.lines) == before:
            self.lines.append("    pass")

    def _attributes_in(self, method: ast.FunctionDef, owner: str) -> list[tuple[str, str]]:
        types = {a.arg: self._annotated(a.annotation) for a in method.args.args}
        found = []
        for node in ast.walk(method):
            targets: list[ast.expr] = []
            stated = None
            if isinstance(node, ast.Assign):
                targets, value = node.targets, node.value
            elif isinstance(node, ast.AnnAssign) and node.value is not None:
                targets, value, stated = [node.target], node.value, node.annotation
            for target in targets:
                if isinstance(target, ast.Attribute) and ast.unparse(target.value) == "self":
                    kind = self._annotated(stated) if stated is not None else self._kind_of(value, types)
                    found.append((target.attr, _special(owner, target.attr, kind)))
        return found

    def _kind_of(self, value: ast.expr, types: dict[str, str]) -> str:
        """The type of what is assigned: an int unless it shows that it is something else."""
        if isinstance(value, ast.BinOp):
            return self._kind_of(value.left, types)
        if isinstance(value, ast.Name):
            return types.get(value.id, "int")
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Name):
            name = value.func.id
            if name in self.classes:
                return name
            return _array_kind(value) or ("object" if name in ("list", "dict", "tuple") else "int")
        return "object" if isinstance(value, ast.List | ast.Dict | ast.Tuple) else "int"

    def _annotated(self, annotation: ast.expr | None) -> str:
        text = ast.unparse(annotation) if annotation is not None else "object"
        text = text.removesuffix(" | None")
        if text in self.classes:
            return text
        known = {"int": "int", "bool": "int", "array[int]": INTS, "bytes": f"const {BYTES}", "None": "void"}
        return known.get(text, "object")

    def _function(self, node: ast.FunctionDef, indent: str, owner: str = "") -> None:
        plain = not node.args.kwonlyargs and not node.args.vararg and not node.args.kwarg
        python_only = (ast.Yield, ast.YieldFrom, ast.GeneratorExp, ast.Lambda)
        if not plain or node.decorator_list or any(isinstance(n, python_only) for n in ast.walk(node)):
            return
        first = len(node.args.args) - len(node.args.defaults)
        parts = []
        for number, argument in enumerate(node.args.args):
            if argument.arg == "self":
                parts.append("self")
                continue
            default = "=*" if number >= first else ""
            parts.append(f"{self._annotated(argument.annotation)} {argument.arg}{default}")
        result = self._annotated(node.returns)
        if result == "void" and owner in MAY_RAISE:
            result = "int"  # 0; a number that nothing returns says that something was raised
        self.lines.append(f"{indent}cpdef {result} {node.name}({', '.join(parts)}){self._raises(result, owner)}")

    def _raises(self, result: str, owner: str) -> str:
        """What a caller asks after each call.  Functions over the table raise nothing, so nobody asks; what makes room
        for rows or asks the referee may run out of memory or be interrupted, and must not go on.
        """
        if self.checked or result not in ("int", "void"):
            return ""
        return " except? -2147483647" if owner in MAY_RAISE else " noexcept"


def _array_kind(value: ast.expr) -> str:
    """The type of a new array (`array("i", ...)`, or one made by a function `_ints`), "" for anything else."""
    if not isinstance(value, ast.Call) or not isinstance(value.func, ast.Name):
        return _array_kind(value.left) if isinstance(value, ast.BinOp) else ""
    if value.func.id.endswith("_ints"):
        return INTS
    if value.func.id == "array" and isinstance(value.args[0], ast.Constant):
        return ARRAYS[value.args[0].value]
    return ""


def _special(owner: str, name: str, kind: str) -> str:
    if owner == "Batch":
        if name in ("cards", "roles"):
            return f"const {BYTES}"
        return f"const {INTS}" if name in READ_ONLY else INTS
    return WIDE.get(name, kind)
