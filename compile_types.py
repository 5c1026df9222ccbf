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
        functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
        self.returns_int = {node.name for node in functions if self._annotated(node.returns) == "int"}

    def text(self) -> str:
        for name in self.classes:
            self.lines.append(f"cdef class {name}")
        for node in self.classes.values():
            self.attributes[node.name] = self._all_attributes(node)
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
        own = self.attributes[node.name]
        self.lines += [f"    cdef public {kind} {name}" for name, kind in own.items() if name not in inherited]
        for method in node.body:
            if isinstance(method, ast.FunctionDef) and method.name != "__init__":
                self._function(method, "    ", node.name)
        if len(self.lines) == before:
            self.lines.append("    pass")

    def _all_attributes(self, node: ast.ClassDef) -> dict[str, str]:
        """The attributes of a class, those of its base included, with their types; bases stand before it."""
        seen: dict[str, str] = {}
        for base in node.bases:
            seen |= self.attributes.get(ast.unparse(base), {})
        for method in node.body:
            if isinstance(method, ast.FunctionDef):
                for name, kind in self._attributes_in(method, node.name):
                    seen.setdefault(name, kind)
        return seen

    def kinds_of_attribute(self, name: str) -> set[str]:
        """What an attribute of that name is, in whatever class."""
        return {kinds[name] for kinds in self.attributes.values() if name in kinds}

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
        if whole := sorted(Locals(node, self).ints()):
            self.lines.append(f"{indent}@cython.locals({', '.join(f'{name}=cython.int' for name in whole)})")
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


class Locals:
    """The names that a function gives nothing but integers to.  Cython would make Python objects of those that get
    what a comparison says, because that may be anything to it.
    """

    def __init__(self, node: ast.FunctionDef, known: _Declarations) -> None:
        self.known = known
        self.ints_of = {arg.arg for arg in node.args.args if known._annotated(arg.annotation) == "int"}
        self.arrays = {arg.arg for arg in node.args.args if known._annotated(arg.annotation) == INTS}
        self.given: dict[str, list[ast.expr | None]] = {}
        arguments = {arg.arg for arg in node.args.args}
        for part in ast.walk(node):
            for name, value in _assigned(part):
                if name not in arguments:
                    self.given.setdefault(name, []).append(value)

    def ints(self) -> set[str]:
        """Those names; what they get may be each other."""
        found = set(self.given)
        while wrong := {name for name in found if not all(self._is_int(value, found) for value in self.given[name])}:
            found -= wrong
        return found

    def _is_int(self, value: ast.expr | None, names: set[str]) -> bool:
        if isinstance(value, ast.Constant):
            return isinstance(value.value, int)
        if isinstance(value, ast.Compare):
            return True
        if isinstance(value, ast.Name):
            return value.id in names | self.ints_of
        if isinstance(value, ast.Attribute):
            return self.known.kinds_of_attribute(value.attr) == {"int"}
        if isinstance(value, ast.Subscript):
            return self._is_array(value.value) and not isinstance(value.slice, ast.Slice)
        if isinstance(value, ast.Call):
            called = value.func.id if isinstance(value.func, ast.Name) else getattr(value.func, "attr", "")
            simple = called in ("int", "bool", "len") or called in self.known.returns_int
            return simple or (called in ("max", "min", "abs") and all(self._is_int(a, names) for a in value.args))
        parts = {ast.BoolOp: "values", ast.UnaryOp: "operand", ast.BinOp: "left right", ast.IfExp: "body orelse"}
        inner = [getattr(value, field) for field in parts.get(type(value), "").split()]  # type: ignore[arg-type]
        whole = [one for part in inner for one in (part if isinstance(part, list) else [part])]
        return bool(whole) and all(self._is_int(one, names) for one in whole)

    def _is_array(self, value: ast.expr) -> bool:
        if isinstance(value, ast.Name):
            return value.id in self.arrays
        kinds = self.known.kinds_of_attribute(value.attr) if isinstance(value, ast.Attribute) else set()
        return bool(kinds) and all(kind.removeprefix("const ") in (INTS, BYTES) for kind in kinds)


def _assigned(part: ast.AST) -> list[tuple[str, ast.expr | None]]:
    """The names that a statement gives values to, each with the value; None for one that is not looked into."""
    if isinstance(part, ast.Assign):
        targets, value = part.targets, part.value
    elif isinstance(part, ast.AugAssign):
        targets, value = [part.target], part.value
    elif isinstance(part, ast.AnnAssign | ast.For | ast.comprehension | ast.NamedExpr):
        loop = isinstance(part, ast.For) and ast.unparse(part.iter).startswith("range(")
        return [
            (name.id, ast.Constant(0) if loop else None)
            for name in ast.walk(part.target)
            if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)
        ]
    else:
        return []
    found: list[tuple[str, ast.expr | None]] = []
    for target in targets:
        if isinstance(target, ast.Name):
            found.append((target.id, value))
        elif isinstance(target, ast.Tuple):
            found += [(name.id, None) for name in target.elts if isinstance(name, ast.Name)]
    return found


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
