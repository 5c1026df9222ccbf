"""Compile the replay kernel: the same .py files, with types taken from their annotations, through Cython.

    python compile_kernel.py OUT        a copy of the packages under OUT with compiled kernel modules beside the sources

The types of functions come from their annotations and those of attributes from what `__init__` assigns, so nothing is
declared twice.  The calls of rules by number become direct ones (`replay/dispatch.py` is rewritten in the copy).
setup.py uses this for wheels; nothing compiled is ever written into the source tree.
"""

from __future__ import annotations

import ast
import hashlib
import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
RULE_MODULES = sorted(p.stem for p in (ROOT / "replay" / "rules").glob("*.py") if p.stem != "__init__")
MODULES = (
    "replay.kernel_rules", "replay.state", "replay.batch", "replay.act", "replay.packets", "replay.canastas",
    "replay.rows", "replay.order", "replay.pile_cards", "replay.bonus_cards", "replay.specials",
    "replay.transitions",
    *(f"replay.rules.{name}" for name in RULE_MODULES), "replay.scoring", "replay.tally", "replay.dispatch",
    "replay.asking", "replay.turns", "replay.fold",
)  # fmt: skip
CLASSES = {
    "Rules": "replay.kernel_rules", "State": "replay.state", "Act": "replay.act", "Batch": "replay.batch",
    "Rows": "replay.rows", "Order": "replay.order", "Tally": "replay.tally", "Asker": "replay.asking",
    "Turns": "replay.turns", "Fold": "replay.fold",
}  # fmt: skip
INTS = "int[::1]"
WIDE = {"digest": "unsigned long long"}
# Columns that come from Arrow may not be written to.
READ_ONLY = ("kind", "status", "seat", "side", "turn", "deal", "target", "amount", "line", "card_start", "role_start",
             "mark", "next_seat", "claim_deal", "claim_side", "claim_who", "claim_item", "claim_amount", "first",
             "last", "claim_first", "claim_last", "seats", "sides", "seat_side")  # fmt: skip
DIRECTIVES = {
    "language_level": 3, "annotation_typing": False, "infer_types": True, "boundscheck": False, "wraparound": False,
    "cdivision": True, "initializedcheck": False, "nonecheck": False,
}  # fmt: skip


def source_of(module: str, root: Path = ROOT) -> Path:
    return root / (module.replace(".", "/") + ".py")


def kernel_hash(root: Path = ROOT) -> str:
    """16 hex digits over the sources of the kernel: what compiled code says it was made from."""
    digest = hashlib.sha256()
    for module in MODULES:
        digest.update(source_of(module, root).read_bytes())
    return digest.hexdigest()[:16]


def declarations(module: str, text: str, *, checked: bool = False) -> str:
    """The .pxd of one kernel module; `checked` for the build that looks for steps over the edge of an array."""
    return _Declarations(module, ast.parse(text), checked).text()


class _Declarations:
    def __init__(self, module: str, tree: ast.Module, checked: bool) -> None:  # noqa: FBT001
        self.checked = checked
        self.module = module
        self.tree = tree
        self.cimports: set[str] = set()
        self.lines: list[str] = []

    def text(self) -> str:
        for node in self.tree.body:
            if isinstance(node, ast.ImportFrom):
                self._imported(node)
            elif isinstance(node, ast.Assign):
                self._constants(node)
        for node in self.tree.body:
            if isinstance(node, ast.ClassDef):
                self._class(node)
            elif isinstance(node, ast.FunctionDef):
                self._function(node, "")
        return "\n".join([*sorted(self.cimports), "", *self.lines, ""])

    def _imported(self, node: ast.ImportFrom) -> None:
        """Kernel functions are cimported under the same name; integers become module variables of C."""
        if node.module in MODULES:
            for name in node.names:
                if name.name[0].islower() or name.name in CLASSES:
                    self.cimports.add(f"from {node.module} cimport {name.name}")
        elif node.module == "replay" and self.module != "replay.dispatch":
            for name in node.names:
                if f"replay.{name.name}" in MODULES:
                    alias = f" as {name.asname}" if name.asname else ""
                    self.cimports.add(f"from replay cimport {name.name}{alias}")
        elif node.module == "replay.codes":
            self.lines += [f"cdef int {name.name}" for name in node.names]

    def _constants(self, node: ast.Assign) -> None:
        name = node.targets[0]
        if not isinstance(name, ast.Name):
            return
        if name.id == "KEYS":
            self.lines.append("cdef unsigned long long[::1] KEYS")
        elif name.id == "_DIGEST_MASK":
            self.lines.append("cdef unsigned long long _DIGEST_MASK")
        elif name.id.isupper() and name.id not in ("CHECKS", "COMPILED"):
            number = isinstance(node.value, ast.Constant | ast.UnaryOp | ast.BinOp | ast.Name)
            if number and not any(isinstance(n, ast.Tuple | ast.Call) for n in ast.walk(node.value)):
                self.lines.append(f"cdef int {name.id}")

    def _class(self, node: ast.ClassDef) -> None:
        base = next((b.id for b in node.bases if isinstance(b, ast.Name)), "")
        if base:
            self._type(base)
        self.lines.append(f"cdef class {node.name}{f'({base})' if base else ''}:")
        before = len(self.lines)
        inherited = INHERITED.get(base, set())
        seen: dict[str, str] = {}
        for method in node.body:
            if isinstance(method, ast.FunctionDef):
                for name, kind in self._attributes(method, node.name):
                    if name not in inherited:
                        seen.setdefault(name, kind)
        INHERITED[node.name] = inherited | set(seen)
        self.lines += [f"    cdef public {kind} {name}" for name, kind in seen.items()]
        for method in node.body:
            if isinstance(method, ast.FunctionDef) and method.name != "__init__":
                self._function(method, "    ")
        if len(self.lines) == before:
            self.lines.append("    pass")

    def _attributes(self, method: ast.FunctionDef, owner: str) -> list[tuple[str, str]]:
        types = {a.arg: self._annotated(a.annotation) for a in method.args.args}
        found = []
        for node in ast.walk(method):
            targets: list[ast.expr] = []
            if isinstance(node, ast.Assign):
                targets, value = node.targets, node.value
            elif isinstance(node, ast.AnnAssign) and node.value is not None:
                targets, value = [node.target], node.value
            for target in targets:
                if (
                    isinstance(target, ast.Attribute)
                    and isinstance(target.value, ast.Name)
                    and target.value.id == "self"
                ):
                    stated = node.annotation if isinstance(node, ast.AnnAssign) else None
                    kind = self._annotated(stated) if stated is not None else self._kind_of(value, types)
                    found.append((target.attr, self._special(owner, target.attr, kind)))
        return found

    def _special(self, owner: str, name: str, kind: str) -> str:
        if owner == "Batch":
            if name in ("cards", "roles"):
                return "const unsigned char[::1]"
            return f"const {INTS}" if name in READ_ONLY else INTS
        return WIDE.get(name, kind)

    def _kind_of(self, value: ast.expr, types: dict[str, str]) -> str:
        if isinstance(value, ast.BinOp):
            return self._kind_of(value.left, types)
        if isinstance(value, ast.Name):
            return types.get(value.id, "int")
        if isinstance(value, ast.Tuple):
            return "object"
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Name):
            name = value.func.id
            if name in CLASSES:
                return self._type(name)
            return INTS if name in ("array", "_ints") else "object" if name in ("list", "dict", "tuple") else "int"
        if isinstance(value, ast.List | ast.Dict):
            return "object"
        return "int"

    def _type(self, name: str) -> str:
        if CLASSES[name] != self.module:
            self.cimports.add(f"from {CLASSES[name]} cimport {name}")
        return name

    def _annotated(self, annotation: ast.expr | None) -> str:
        text = ast.unparse(annotation) if annotation is not None else "object"
        text = text.removesuffix(" | None")
        if text in ("int", "bool"):
            return "int"
        if text == "array[int]":
            return INTS
        if text == "None":
            return "void"
        return self._type(text) if text in CLASSES else "object"

    def _function(self, node: ast.FunctionDef, indent: str) -> None:
        plain = not node.args.kwonlyargs and not node.args.vararg and not node.args.kwarg
        generator = any(isinstance(n, ast.Yield | ast.YieldFrom) for n in ast.walk(node))
        comprehension = any(isinstance(n, ast.GeneratorExp | ast.Lambda) for n in ast.walk(node))
        if not plain or generator or comprehension or node.decorator_list:
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
        # Kernel functions raise nothing; without this every call would ask whether one did.
        safe = "" if self.checked or result not in ("int", "void") else " noexcept"
        self.lines.append(f"{indent}cpdef {result} {node.name}({', '.join(parts)}){safe}")


INHERITED: dict[str, set[str]] = {}


def dispatch_source() -> str:
    """`replay/dispatch.py` with the rules called by name instead of through a tuple of functions."""
    sys.path.insert(0, str(ROOT))
    from replay.rules import CATALOGUE

    imports, branches = [], []
    for number, rule in enumerate(CATALOGUE):
        module, _, name = rule.id.partition(".")
        if module == "score":
            continue
        alias = f"{module}_{name}"
        imports.append(f"from replay.rules.{module} import {name} as {alias}")
        branches.append(f"    {'if' if not branches else 'elif'} rule == {number}:\n        return {alias}(r, s, a)")
    head = ["from replay.act import Act", "from replay.kernel_rules import Rules", "from replay.state import State"]
    body = "def answer_of(rule: int, r: Rules, s: State, a: Act) -> int:\n" + "\n".join(branches) + "\n    return 0\n"
    return "\n".join(["from __future__ import annotations", "", *head, *imports, "", "", body])


def dispatch_declarations(text: str) -> str:
    lines = [line.replace(" import ", " cimport ") for line in text.splitlines() if line.startswith("from replay")]
    return "\n".join([*lines, "cpdef int answer_of(int rule, Rules r, State s, Act a) noexcept", ""])


def prepare(out: Path, *, checked: bool = False) -> list[Path]:
    """Copy the packages to `out`, with a .pxd beside each kernel module; returns the modules to compile."""
    for package in ("data", "ingest", "replay", "dashboards"):
        for path in sorted((ROOT / package).rglob("*")):
            target = out / path.relative_to(ROOT)
            if path.is_file() and path.suffix not in (".so", ".pyc", ".c"):
                target.parent.mkdir(parents=True, exist_ok=True)
                if path != source_of("replay.dispatch"):
                    _copy(path, target)
    shutil.copy2(ROOT / "canasta.py", out / "canasta.py")
    declare(out, checked=checked)
    (out / "replay" / "compiled_from.txt").write_text(kernel_hash() + "\n", encoding="utf-8")
    return [source_of(module, out) for module in MODULES]


def _copy(path: Path, target: Path) -> None:
    if not target.exists() or target.read_bytes() != path.read_bytes():
        shutil.copyfile(path, target)


def declare(out: Path, *, checked: bool = False) -> None:
    """Write the .pxd files, and the dispatch of rules, beside the kernel's sources under `out`."""
    INHERITED.clear()
    for module in MODULES:
        path = source_of(module, out)
        if module == "replay.dispatch":
            text = dispatch_source()
            _write(path, text)
            _write(path.with_suffix(".pxd"), dispatch_declarations(text))
            continue
        _write(path.with_suffix(".pxd"), declarations(module, path.read_text(encoding="utf-8"), checked=checked))
    for package in (out / "replay", out / "replay" / "rules"):
        _write(package / "__init__.pxd", "")


def _write(path: Path, text: str) -> None:
    """Leave a file alone that says this already, so that a second build compiles only what has changed."""
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def extensions(out: Path, *, boundscheck: bool = False) -> list[object]:
    """Cython's extensions for the kernel under `out`; all of them or none are built (`optional`)."""
    from Cython.Build import cythonize
    from setuptools import Extension

    named = [Extension(module, [str(source_of(module, out).relative_to(out))], extra_compile_args=["-O2"])
             for module in MODULES]  # fmt: skip
    directives = DIRECTIVES | ({"boundscheck": True, "initializedcheck": True} if boundscheck else {})
    built = cythonize(named, compiler_directives=directives, language_level=3, quiet=True)
    for extension in built:
        extension.optional = True
    return list(built)


def main(arguments: list[str]) -> int:
    """Build under OUT; `--boundscheck` for the run that looks for a step over the edge."""
    import os

    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    checked = "--boundscheck" in arguments
    out = Path(next(a for a in arguments if not a.startswith("-"))).resolve()
    prepare(out, checked=checked)
    os.chdir(out)
    distribution = Distribution({"name": "kernel", "ext_modules": extensions(out, boundscheck=checked)})
    command = build_ext(distribution)
    command.inplace = True
    command.parallel = os.cpu_count()
    command.ensure_finalized()
    for extension in command.extensions:
        extension.optional = False
    command.run()
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
