"""Makes the icons that need pixels from those that are drawn: python docs/pictures/icons.py (needs Playwright and Chromium)."""

from __future__ import annotations

import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

ICONS = Path(__file__).parents[2] / "src" / "ponticello" / "server" / "static" / "icons"
SIZES = {"bridge-192": ("bridge", 192), "bridge-512": ("bridge", 512), "bridge-maskable": ("bridge-maskable", 512)}


def main() -> None:
    """Writes each icon beside its drawing."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"])
        for name, (drawing, size) in SIZES.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(f"<style>*{{margin:0}}svg{{display:block}}</style>{(ICONS / f'{drawing}.svg').read_text()}")
            page.screenshot(path=ICONS / f"{name}.png", omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
