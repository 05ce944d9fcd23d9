// The page for when there is no connection: one's own boards as they were last seen, and a way back.

import { keptBoards } from "./kept.js";

const EVERY = 4_000;
const UNITS = [["day", 86_400], ["hour", 3600], ["minute", 60]];

/** Returns in words how long ago something was. */
function ago(when) {
  const seconds = (Date.now() - when) / 1000;
  const [unit, length] = UNITS.find(([, size]) => seconds >= size) ?? ["second", 1];
  return new Intl.RelativeTimeFormat(document.documentElement.lang).format(-Math.round(seconds / length), unit);
}

function listed({ address, title, when, picture }) {
  const row = document.createElement("li");
  const link = Object.assign(document.createElement("a"), { href: address });
  const board = Object.assign(document.createElement("span"), { className: "small-board" });
  board.setAttribute("aria-hidden", "true");
  board.append(document.importNode(new DOMParser().parseFromString(picture, "text/html").body.firstElementChild, true));
  const what = Object.assign(document.createElement("span"), { className: "what" });
  what.append(Object.assign(document.createElement("b"), { textContent: title }), " ");
  what.append(Object.assign(document.createElement("span"), { className: "state", textContent: ago(when) }));
  link.append(board, what);
  row.append(link);
  return row;
}

const boards = await keptBoards();
const section = document.getElementById("last");
section.hidden = boards.length === 0;
section.querySelector("ul").append(...boards.map(listed));
document.getElementById("again").addEventListener("click", () => location.reload());

/** Goes on as soon as the server answers again: it may have been away itself, or the line be back before all of the browser knows. */
async function goOn() {
  if ((await fetch("/healthz").catch(() => null))?.ok) location.reload();
}
addEventListener("online", goOn);
setInterval(goOn, EVERY);
