"""Where things lie: the checkout, its sample games, the dashboard, and the folder beside it that may be absent."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
APP = ROOT / "dashboards" / "app.py"
SAMPLES = ROOT / "data" / "samples"
SHARED = ROOT.parent / "shared"  # rules pages and logs of other programs; never part of the project
