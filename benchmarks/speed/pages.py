"""Milliseconds that published pages take to load in Chromium, with their bytes, the largest pages first.

    python -m benchmarks.speed.pages FOLDER [--most N] [--repeats N] [--json FILE]

Each page is opened anew, without a network; the least of the repeats counts, from the start of the
navigation to the end of `load`. An empty page is loaded too, as a machine's browser has its own pace. The
goal is a second.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
MOST, REPEATS = 8, 3
TIMED = """<script>addEventListener("load", () => setTimeout(() => {
const spent = performance.getEntriesByType("navigation")[0];
document.documentElement.dataset.spent = Math.round(spent.loadEventEnd - spent.startTime); }, 0));</script>"""
EMPTY = "<!doctype html><title>empty</title><body></body>"


def milliseconds(browser: str, page: str) -> int:
    """The time that a page takes to load, by the browser's own clock."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "page.html"
        path.write_text(page.replace("</body>", f"{TIMED}</body>"))
        options = ["--headless", "--no-sandbox", "--disable-gpu", "--timeout=10000", "--dump-dom"]
        command = [browser, *options, path.as_uri()]
        shown = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return int(re.findall(r'data-spent="(\d+)"', shown)[0])


def measured(browser: str, folder: Path, most: int, repeats: int) -> dict[str, dict[str, int]]:
    """Bytes and milliseconds of the largest pages of a folder, and of an empty one."""
    largest = sorted(folder.rglob("*.html"), key=lambda path: -path.stat().st_size)[:most]
    pages = {"empty": EMPTY} | {str(path.relative_to(folder)): path.read_text() for path in largest}
    return {
        name: {
            "bytes": len(page.encode()),
            "milliseconds": min(milliseconds(browser, page) for _ in range(repeats)),
        }
        for name, page in pages.items()
    }


def main() -> None:
    """Measure the pages of a folder and print or write what was found."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--most", type=int, default=MOST)
    parser.add_argument("--repeats", type=int, default=REPEATS)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    browser = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if browser is None:
        sys.exit("No Chromium is installed, so that no time to load is known.")
    found = measured(browser, options.folder, options.most, options.repeats)
    for name, one in found.items():
        print(f"{one['milliseconds']:6d} ms {one['bytes']:8d} bytes  {name}")
    if options.json:
        options.json.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
