"""Copies of the program with a compiled kernel, for tests: each is made once for each state of the sources."""

from __future__ import annotations

import fcntl
import hashlib
import os
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


def compiled_copy(*flags: str) -> Path:
    """The program, its kernel compiled from the sources as they are; skips where nothing can be compiled."""
    pytest.importorskip("Cython", reason="Cython is not installed")
    folder = Path(tempfile.gettempdir()) / f"canasta-kernels-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    copy = folder / f"{_state_of_sources(flags)}{''.join(flags)}"
    with (folder / f"{copy.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # two workers of one run make it once
        if not (copy / "data" / "compiled_from.txt").is_file():
            if not _compiler_works(folder):
                pytest.skip("there is no C compiler that works")
            command = [sys.executable, "-B", str(ROOT / "compile_kernel.py"), str(copy), *flags]
            subprocess.run(command, check=True, cwd=folder)
    return copy


def _state_of_sources(flags: tuple[str, ...]) -> str:
    digest = hashlib.sha256(repr((sys.version, flags)).encode())
    folders = [ROOT / name for name in ("data", "ingest", "replay")]
    for path in [*sorted(ROOT.glob("compile_*.py")), *sorted(p for top in folders for p in top.rglob("*.py"))]:
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _compiler_works(folder: Path) -> bool:
    command = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()
    source = folder / f"nothing-{os.getpid()}.c"
    source.write_text("int nothing;\n", encoding="utf-8")
    target = source.with_suffix(".o")
    try:
        done = subprocess.run([*command, "-c", str(source), "-o", str(target)], check=False, capture_output=True)
        return done.returncode == 0 and target.is_file()
    except OSError:
        return False
    finally:
        source.unlink()
        target.unlink(missing_ok=True)
