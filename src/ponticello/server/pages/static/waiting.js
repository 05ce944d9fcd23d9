// Which matches wait for you: the mark in the header, the parts of a page that list them, and the browser's own notification.
// A page asks seldom, and only if something can have changed that it does not show by itself.

import { tell } from "./notices.js";

const EVERY = 30_000;

/** Keeps the page up to date for as long as it is open; `refresh(id)` draws a part of it anew. */
export function watch(mark, refresh) {
  const table = document.getElementById("table");
  let waiting = new Set(mark.dataset.waiting.split(" ").filter(Boolean));
  let touched = Number(mark.dataset.touched);
  let running = Number(mark.dataset.running);
  let mine = isMine();
  let asked = Date.now();

  /** Tells whether the table on this page waits for its reader. */
  function isMine() {
    return Boolean(table && (table.dataset.acting === "yes" || table.querySelector(".pass")));
  }

  /** Returns how many matches are going on that this page does not show. */
  function elsewhere() {
    return running - (table && table.dataset.seat !== "" && !table.classList.contains("over") ? 1 : 0);
  }

  function show() {
    const number = waiting.size;
    mark.hidden = number === 0;
    mark.title = (number === 1 ? mark.dataset.one : mark.dataset.many.replace("1000", number));
    mark.firstElementChild.textContent = number;
    mark.lastElementChild.textContent = mark.title;
    const badge = number ? navigator.setAppBadge?.(number) : navigator.clearAppBadge?.();
    badge?.catch(() => {});
  }

  async function ask() {
    asked = Date.now();
    const answer = await fetch("/waiting", { headers: { Accept: "application/json" } }).catch(() => null);
    if (!answer?.ok) return;
    const news = await answer.json();
    if (table) news.waiting = news.waiting.filter(({ id }) => id !== table.dataset.id); // of which the page itself knows better
    const fresh = news.waiting.filter(({ id }) => !waiting.has(id));
    const isOther = fresh.length > 0 || news.running !== running || news.touched !== touched;
    running = news.running;
    touched = news.touched;
    waiting = new Set(news.waiting.map(({ id }) => id));
    if (isMine()) waiting.add(table.dataset.id);
    show();
    for (const one of fresh) tell(one.id, one.words);
    if (isOther) for (const part of document.querySelectorAll("[data-watch]")) refresh(part.id);
  }

  function lookAtTable() {
    if (isMine() === mine) return;
    mine = isMine();
    if (mine) waiting.add(table.dataset.id);
    else waiting.delete(table.dataset.id);
    show();
    if (mine) tell(table.dataset.id, table.dataset.title.replace(/^\u25cf /, "").replace(/ \u00b7 Ponticello$/, ""));
  }

  setInterval(() => elsewhere() > 0 && (!document.hidden || tell.isWanted()) && ask(), EVERY);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && elsewhere() > 0 && Date.now() - asked > EVERY / 6) ask();
  });
  if (table) new MutationObserver(lookAtTable).observe(table, { attributes: true, childList: true, subtree: true });
}
