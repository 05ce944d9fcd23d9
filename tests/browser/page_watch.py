"""A look over the shoulder of a page: what moved on it by itself, and when it showed that a click was heard and what it did."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

# Counts every shift of the layout, those just after a click too. Of each click it notes when the first frame was due in which the
# table says that it is busy or has drawn the board anew, and the first with the new drawing.
WATCH = """
window.watched = { shift: 0, shifts: [], clicks: [] };
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    watched.shift += entry.value;
    const parts = entry.sources.map(({ node }) => node?.id || node?.className || node?.nodeName);
    watched.shifts.push([Math.round(1e5 * entry.value) / 1e5, parts.join(" ")]);
  }
}).observe({ type: "layout-shift", buffered: true });
addEventListener("click", (event) => {
  if (event.target.closest?.("#board, #bar")) watched.clicks.push({ at: performance.now(), heard: null, drawn: null });
}, { capture: true });
addEventListener("DOMContentLoaded", () => {
  const table = document.getElementById("table");
  if (!table) return;
  new MutationObserver((changes) => {
    const click = watched.clicks.at(-1);
    const drawn = changes.some((change) => [...change.addedNodes].some((node) => node.id === "board"));
    const heard = drawn || table.getAttribute("aria-busy") === "true";
    requestAnimationFrame(() => {
      if (!click || !heard) return;
      click.heard ??= performance.now() - click.at;
      if (drawn) click.drawn ??= performance.now() - click.at;
    });
  }).observe(table, { subtree: true, childList: true, attributes: true });
});
"""
SMALLEST = """() => {
  const parts = document.querySelectorAll("#board :is([data-move], [data-pick], [data-turn], [data-instead])");
  const sizes = [...parts].map((part) => part.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height));
  return Math.min(...sizes);
}"""


def watch(page: Page) -> None:
    """Watches every document that the page opens from now on."""
    page.add_init_script(WATCH)


def watched(page: Page) -> dict[str, Any]:
    """Returns what has been noted in the document that is open."""
    noted: dict[str, Any] = page.evaluate("() => window.watched")
    return noted


def smallest_target(page: Page) -> float:
    """Returns how many pixels wide or high the smallest place is that can be clicked on now; infinite if there is none."""
    size: float | None = page.evaluate(SMALLEST)
    return float("inf") if size is None else size
