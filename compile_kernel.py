"""Compile the replay kernel: the same .py files, with types taken from their annotations, through Cython.

    python compile_kernel.py OUT        a copy of the packages under OUT with compiled kernel modules beside the sources

The types of functions come from their annotations and those of attributes from what `__init__` assigns, so nothing is
declared twice.  The calls of rules by number become direct ones (`replay/dispatch.py` is rewritten in the copy).
setup.py uses this for wheels; nothing compiled is ever written into the source tree.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import os
import shutil
import sys
import tokenize
from collections.abc import Sequence
from contextlib import chdir
from itertools import pairwise
from pathlib import Path
from runpy import run_path
from typing import Any

ROOT = Path(__file__).resolve().parent
RULE_MODULES = sorted(p.stem for p in (ROOT / "replay" / "rules").glob("*.py") if p.stem != "__init__")
MODULES = (
    "replay.kernel_rules", "replay.runs", "replay.state", "replay.batch", "replay.act", "replay.taking",
    "replay.packets", "replay.canastas", "replay.rows", "replay.order", "replay.pile_cards", "replay.bonus_cards",
    "replay.specials", "replay.rank_hands", "replay.transitions",
    *(f"replay.rules.{name}" for name in RULE_MODULES), "replay.hand_points", "replay.scoring", "replay.tally",
    "replay.dispatch", "replay.asking", "replay.turns", "replay.fold",
    "ingest.formats.scan_columns", "ingest.formats.scan_cards", "ingest.formats.cgn_scan_says",
    "ingest.formats.cgn_scan_turns", "ingest.formats.cgn_scan",
    "ingest.formats.cgn_jsonl_scan_fields", "ingest.formats.cgn_jsonl_scan_says", "ingest.formats.cgn_jsonl_scan",
)  # fmt: skip
CODES = ("replay.codes", "ingest.formats.scan_codes")  # modules of nothing but integers
CLASSES = {
    "Rules": "replay.kernel_rules", "State": "replay.state", "Act": "replay.act", "Batch": "replay.batch",
    "Rows": "replay.rows", "Order": "replay.order", "Tally": "replay.tally", "Asker": "replay.asking",
    "Groups": "replay.special_hands", "Turns": "replay.turns", "Fold": "replay.fold",
    "Columns": "ingest.formats.scan_columns", "Scan": "ingest.formats.scan_cards",
    "JsonScan": "ingest.formats.cgn_jsonl_scan_fields",
}  # fmt: skip
MAY_RAISE = ("Rows", "Tally", "Asker", "Turns", "Fold")
SHARED = "replay._cyutility"
INTS = "int[::1]"
BYTES = "unsigned char[::1]"
WIDE = {"digest": "unsigned long long"}
# Columns that come from Arrow may not be written to.
READ_ONLY = ("kind", "status", "seat", "side", "turn", "deal", "target", "amount", "line", "card_start", "role_start",
             "mark", "next_seat", "claim_deal", "claim_side", "claim_who", "claim_item", "claim_amount", "first",
             "last", "claim_first", "claim_last", "seats", "sides", "seat_side")  # fmt: skip
DIRECTIVES = {
    "language_level": 3, "annotation_typing": False, "infer_types": True, "boundscheck": False, "wraparound": False,
    "cdivision": True, "initializedcheck": False, "nonecheck": False, "show_performance_hints": False,
}  # fmt: skip


def source_of(module: str, root: Path = ROOT) -> Path:
    return root / (module.replace(".", "/") + ".py")


def made_from() -> str:
    """What compiled code says it was made from: a line for each source, its hash and its path (data/compiled.py)."""
    modules = sorted({*MODULES, *CODES, "replay.rules.__init__"})
    paths = [source_of(module).relative_to(ROOT) for module in modules]
    return "".join(f"{hashlib.sha256((ROOT / path).read_bytes()).hexdigest()}  {path.as_posix()}\n" for path in paths)


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
        elif node.module in CODES:
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
                self._function(method, "    ", node.name)
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
            if name == "array" and isinstance(value.args[0], ast.Constant) and value.args[0].value == "B":
                return BYTES
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
        if text == "bytes":
            return f"const {BYTES}"
        if text == "None":
            return "void"
        return self._type(text) if text in CLASSES else "object"

    def _function(self, node: ast.FunctionDef, indent: str, owner: str = "") -> None:
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
        self.lines.append(f"{indent}cpdef {result} {node.name}({', '.join(parts)}){self._raises(result, owner)}")

    def _raises(self, result: str, owner: str) -> str:
        """What a caller asks after each call.  Functions over the table raise nothing, so nobody asks; what makes room
        for rows or asks the referee may run out of memory or be interrupted, and must not go on.
        """
        if self.checked or result not in ("int", "void"):
            return ""
        if owner in MAY_RAISE:
            return " except *" if result == "void" else " except? -2147483647"
        return " noexcept"


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


def source_text(module: str) -> str:
    """The source of a kernel module as it is compiled: rules called by name, codes as the numbers they are."""
    if module == "replay.dispatch":
        return dispatch_source()
    return with_numbers(source_of(module).read_text(encoding="utf-8"))


def with_numbers(text: str) -> str:
    """Write numbers for names that come from a module of integers, so that C sees constants; lines keep their place."""
    numbers: dict[str, int] = {}
    lines = text.splitlines(keepends=True)
    for node in ast.parse(text).body:
        if isinstance(node, ast.ImportFrom) and node.module in CODES:
            values = run_path(str(source_of(node.module)))
            numbers |= {name.name: values[name.name] for name in node.names}
            lines[node.lineno - 1 : node.end_lineno] = ["\n"] * ((node.end_lineno or 0) - node.lineno + 1)
    words = list(tokenize.generate_tokens(iter(lines).__next__))
    for before, word in reversed(list(pairwise(words))):
        if word.type == tokenize.NAME and word.string in numbers and before.string != ".":
            (row, first), last = word.start, word.end[1]
            lines[row - 1] = f"{lines[row - 1][:first]}({numbers[word.string]}){lines[row - 1][last:]}"
    return "".join(lines)


def declare(work: Path, *, checked: bool = False) -> None:
    """Write the kernel's sources, and a .pxd beside each, into `work`."""
    INHERITED.clear()
    for module in MODULES:
        path = source_of(module, work)
        path.parent.mkdir(parents=True, exist_ok=True)
        _write(path.parent / "__init__.pxd", "")
        text = source_text(module)
        if module == "replay.dispatch":
            typed = dispatch_declarations(text)
        else:
            typed = declarations(module, text, checked=checked)
        _write(path, text)
        _write(path.with_suffix(".pxd"), typed)


def _write(path: Path, text: str) -> None:
    """Leave a file alone that says this already, so that a second build compiles only what has changed."""
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def extensions(work: Path, *, checked: bool = False) -> list[Any]:
    """The kernel's extensions, translated to C; what Cython needs in every module stands in one that all share."""
    import Cython.Compiler.Options

    # Arrays of the kernel have one dimension; with room for eight, each would be 200 bytes to carry around.
    Cython.Compiler.Options.buffer_max_dims = 2
    from Cython.Build import cythonize
    from setuptools import Extension

    flags = ["-O1" if checked else "-O2", "-g0", "-w"] if os.name == "posix" else []
    named = [Extension(module, [str(source_of(module, Path()))], extra_compile_args=flags) for module in MODULES]
    named.append(Extension(SHARED, [f"{SHARED.replace('.', '/')}.c"], extra_compile_args=flags))
    directives = DIRECTIVES | ({"boundscheck": True, "initializedcheck": True} if checked else {})
    with chdir(work):
        return list(
            cythonize(
                named, compiler_directives=directives, language_level=3, quiet=True,
                shared_utility_qualified_name=SHARED,
            )
        )  # fmt: skip


def build(out: Path, *, checked: bool = False, jobs: int | None = None) -> None:
    """Compile the kernel into `out`, all of it or nothing; what is made on the way stays in `out`/build for the next
    time.  Whatever goes wrong is raised: no Cython, no compiler, no room.
    """
    work = out / "build" / ("checked" if checked else "kernel")
    declare(work, checked=checked)
    made = extensions(work, checked=checked)
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    command = build_ext(Distribution({"name": "kernel", "ext_modules": made}))
    command.build_lib, command.build_temp = str(work / "lib"), str(work / "temp")
    command.parallel = jobs or os.cpu_count()
    command.ensure_finalized()
    with chdir(work):
        command.run()
    shutil.copytree(work / "lib", out, dirs_exist_ok=True)
    (out / "data").mkdir(exist_ok=True)
    (out / "data" / "compiled_from.txt").write_text(made_from(), encoding="utf-8")


def copy_packages(out: Path) -> None:
    """The program itself under `out`, ready to run there."""
    for package in ("data", "ingest", "replay", "dashboards"):
        for path in sorted((ROOT / package).rglob("*")):
            target = out / path.relative_to(ROOT)
            if path.is_file() and path.suffix not in (".so", ".pyc", ".c"):
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, target)
    shutil.copyfile(ROOT / "canasta.py", out / "canasta.py")


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line of this file."""
    parser = argparse.ArgumentParser(description="Compile the replay kernel.")
    parser.add_argument("out", type=Path, help="the folder that gets a copy of the packages with compiled modules")
    parser.add_argument("--only", action="store_true", help="the compiled modules alone")
    parser.add_argument("--boundscheck", action="store_true", help="look for steps over the edge of an array")
    parser.add_argument("--jobs", type=int, help="compilers at a time (default: one for each processor)")
    chosen = parser.parse_args(arguments)
    out = chosen.out.resolve()
    if not chosen.only:
        copy_packages(out)
    build(out, checked=chosen.boundscheck, jobs=chosen.jobs)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
