"""Compile the replay kernel: the same .py files, with types taken from their annotations, through Cython.

    python compile_kernel.py OUT        a copy of the packages under OUT with compiled kernel modules beside the sources

The modules of each kernel become one (compile_merge.py), with types that nobody has to declare twice
(compile_types.py); the calls of rules by number become direct ones.  Beside the source of each module lies a small
compiled one that hands out its names.  setup.py uses this for wheels; nothing compiled is ever written into the source
tree.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import sys
from collections.abc import Sequence
from contextlib import chdir
from pathlib import Path
from typing import Any

from compile_merge import merge
from compile_types import declarations

ROOT = Path(__file__).resolve().parent
RULE_MODULES = sorted(p.stem for p in (ROOT / "replay" / "rules").glob("*.py") if p.stem != "__init__")
# What is compiled, by the module that holds it; bases of classes come before what is made of them.
KERNELS = {
    "replay.kernel": (
        "replay.kernel_rules", "replay.runs", "replay.state", "replay.batch", "replay.act", "replay.taking",
        "replay.packets", "replay.canastas", "replay.rows", "replay.order", "replay.pile_cards", "replay.bonus_cards",
        "replay.specials", "replay.rank_hands", "replay.special_hands", "replay.moments", "replay.transitions",
        *(f"replay.rules.{name}" for name in RULE_MODULES), "replay.hand_points", "replay.scoring", "replay.tally",
        "replay.dispatch", "replay.turn_end", "replay.asking", "replay.turns", "replay.fold",
    ),
    "ingest.formats.kernel": (
        "ingest.formats.scan_columns", "ingest.formats.scan_cards", "ingest.formats.cgn_scan_says",
        "ingest.formats.cgn_scan_turns", "ingest.formats.cgn_scan", "ingest.formats.cgn_jsonl_scan_fields",
        "ingest.formats.cgn_jsonl_scan_says", "ingest.formats.cgn_jsonl_scan",
    ),
}  # fmt: skip
MODULES = tuple(module for modules in KERNELS.values() for module in modules)
CODES = ("replay.codes", "ingest.formats.scan_codes")  # modules of nothing but integers
DIRECTIVES = {
    "language_level": 3, "annotation_typing": False, "infer_types": True, "boundscheck": False, "wraparound": False,
    "cdivision": True, "initializedcheck": False, "nonecheck": False, "show_performance_hints": False,
}  # fmt: skip
DOOR = "door"  # the small module that stands beside each source
DOOR_SOURCE = """
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <string.h>

/* Fill a module with the names that the kernel keeps for it. */
static int fill(PyObject *module) {
    const char *name = PyModule_GetName(module);
    if (name == NULL) return -1;
    PyObject *kernel = PyImport_ImportModule(strncmp(name, "ingest.", 7) ? "replay.kernel" : "ingest.formats.kernel");
    if (kernel == NULL) return -1;
    PyObject *all = PyObject_GetAttrString(kernel, "MODULES");
    Py_DECREF(kernel);
    if (all == NULL) return -1;
    PyObject *names = PyMapping_GetItemString(all, name);
    Py_DECREF(all);
    if (names == NULL) return -1;
    int done = PyDict_Update(PyModule_GetDict(module), names);
    Py_DECREF(names);
    return done;
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, fill}, {0, NULL}};
"""
DOOR_ENTRY = """
static struct PyModuleDef {name} = {{PyModuleDef_HEAD_INIT, "{name}", NULL, 0, NULL, slots, NULL, NULL, NULL}};
PyMODINIT_FUNC PyInit_{name}(void) {{ return PyModuleDef_Init(&{name}); }}
"""


def source_of(module: str, root: Path = ROOT) -> Path:
    return root / (module.replace(".", "/") + ".py")


def made_from() -> str:
    """What compiled code says it was made from: a line for each source, its hash and its path (data/compiled.py)."""
    modules = sorted({*MODULES, *CODES, "replay.rules.__init__"})
    paths = [source_of(module).relative_to(ROOT) for module in modules]
    return "".join(f"{hashlib.sha256((ROOT / path).read_bytes()).hexdigest()}  {path.as_posix()}\n" for path in paths)


def dispatch_source() -> str:
    """`replay/dispatch.py` with the rules called by name instead of through a tuple of functions."""
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


def kernel_source(kernel: str) -> str:
    """The one module that holds a kernel."""
    os.environ["CANASTA_PLAIN"] = "1"
    sys.path.insert(0, str(ROOT))
    sources = {module: source_of(module).read_text(encoding="utf-8") for module in KERNELS[kernel]}
    if "replay.dispatch" in sources:
        sources["replay.dispatch"] = dispatch_source()
    return merge(KERNELS[kernel], sources).text()


def declare(work: Path, *, checked: bool = False) -> None:
    """Write the kernels' sources, a .pxd beside each, and the source of the doors into `work`."""
    for kernel in KERNELS:
        path = source_of(kernel, work)
        path.parent.mkdir(parents=True, exist_ok=True)
        for folder in path.relative_to(work).parents:
            _write(work / folder / "__init__.pxd", "")
        text = kernel_source(kernel)
        _write(path, text)
        _write(path.with_suffix(".pxd"), declarations(text, checked=checked))
    names = sorted({module.rsplit(".", 1)[-1] for module in MODULES} | {DOOR})
    _write(work / f"{DOOR}.c", DOOR_SOURCE + "".join(DOOR_ENTRY.format(name=name) for name in names))


def _write(path: Path, text: str) -> None:
    """Leave a file alone that says this already, so that a second build compiles only what has changed."""
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def extensions(work: Path, flags: Sequence[str], *, checked: bool = False) -> list[Any]:
    """The kernels, translated to C, and the door."""
    import Cython.Compiler.Options

    # Arrays of the kernel have one dimension; with room for eight, each would be 200 bytes to carry around.
    Cython.Compiler.Options.buffer_max_dims = 2
    from Cython.Build import cythonize
    from setuptools import Extension

    wanted = [*flags, "-g0", "-w"] if os.name == "posix" else []
    named = [Extension(module, [str(source_of(module, Path()))], extra_compile_args=wanted) for module in KERNELS]
    directives = DIRECTIVES | ({"boundscheck": True, "initializedcheck": True} if checked else {})
    with chdir(work):
        made = list(cythonize(named, compiler_directives=directives, language_level=3, quiet=True))
    return [*made, Extension(DOOR, [f"{DOOR}.c"], extra_compile_args=wanted)]


def build(out: Path, *, checked: bool = False, level: int = 3, jobs: int | None = None) -> None:
    """Compile the kernel into `out`, all of it or nothing; what is made on the way stays in `out`/build for the next
    time.  Whatever goes wrong is raised: no Cython, no compiler, no room.
    """
    work = out / "build" / ("checked" if checked else "kernel")
    declare(work, checked=checked)
    made = extensions(work, [f"-O{level}"], checked=checked)
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    command = build_ext(Distribution({"name": "kernel", "ext_modules": made}))
    command.build_lib, command.build_temp = str(work / "lib"), str(work / "temp")
    command.parallel = jobs or os.cpu_count()
    command.ensure_finalized()
    with chdir(work):
        command.run()
    _hang_doors(work / "lib")
    shutil.copytree(work / "lib", out, dirs_exist_ok=True)
    (out / "data").mkdir(exist_ok=True)
    (out / "data" / "compiled_from.txt").write_text(made_from(), encoding="utf-8")


def _hang_doors(lib: Path) -> None:
    """A copy of the door under the name of each module."""
    for door in lib.glob(f"{DOOR}.*"):
        for module in MODULES:
            target = lib / (module.replace(".", "/") + door.name.removeprefix(DOOR))
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(door, target)
        door.unlink()


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
    parser.add_argument("--level", type=int, default=3, help="how hard the C compiler optimises (3)")
    parser.add_argument("--jobs", type=int, help="compilers at a time (default: one for each processor)")
    chosen = parser.parse_args(arguments)
    out = chosen.out.resolve()
    if not chosen.only:
        copy_packages(out)
    build(out, checked=chosen.boundscheck, level=chosen.level, jobs=chosen.jobs)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
