// The lobby as it is now, over one WebSocket; where none gets through, by asking every few seconds.

const SILENCE = 30_000; // the server says something every 10 s
const POLL = 10_000;
const FIRST = 300;
const LONGEST = 10_000;

const lobby = document.getElementById("lobby");
const served = new Map([...lobby.querySelectorAll("li[id]")].map((item) => [item.id, item.outerHTML]));
let socket = null;
let attempts = 0;
let silence = 0;
let pressed = false; // nothing moves away under a finger
let missed = null;

/** Puts the lobby as it was just drawn into the page; items that are the same stay, so that nothing blinks. */
function show({ html, mine }) {
  if (pressed) {
    missed = { html, mine };
    return;
  }
  const fresh = Object.assign(document.createElement("template"), { innerHTML: html }).content;
  const held = lobby.contains(document.activeElement) ? document.activeElement.closest("li")?.id : null;
  const same = new Map([...lobby.querySelectorAll("li[id]")].map((item) => [item.id, item]));
  for (const item of fresh.querySelectorAll("li[id]")) {
    const key = mine.some((id) => item.id.endsWith(`-${id}`)) ? `mine ${item.outerHTML}` : item.outerHTML;
    if (served.get(item.id) === key && same.has(item.id)) item.replaceWith(same.get(item.id));
    served.set(item.id, key);
  }
  const counted = lobby.querySelector(".counted").textContent;
  lobby.replaceChildren(fresh);
  const now = lobby.querySelector(".counted").textContent;
  if (now !== counted) document.getElementById("counted").textContent = now;
  for (const id of mine) own(lobby.querySelector(`li[id$="-${CSS.escape(id)}"]`));
  if (held) document.getElementById(held)?.querySelector(":is(a, button):not([hidden], [hidden] *)")?.focus({ preventScroll: true });
}

/** Offers the way back to one's own table instead of another seat there. */
function own(item) {
  for (const other of item?.querySelectorAll("form, .watch") ?? []) other.hidden = true;
  for (const link of item?.querySelectorAll("a[hidden]:not(.watch)") ?? []) link.hidden = false;
}

function connect() {
  const here = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/lobby/live`);
  socket = here;
  const lose = () => {
    if (here !== socket) return;
    socket = null;
    here.close();
    clearTimeout(silence);
    attempts += 1;
    setTimeout(() => socket ?? connect(), Math.min(LONGEST, FIRST * 2 ** attempts) * (0.6 + 0.8 * Math.random()));
  };
  here.onmessage = (event) => {
    attempts = 0;
    clearTimeout(silence);
    silence = setTimeout(lose, SILENCE);
    const news = JSON.parse(event.data);
    if (!news.beat) show(news);
  };
  here.onclose = lose;
}

async function poll() {
  if (socket?.readyState === WebSocket.OPEN || document.hidden) return;
  const answer = await fetch(location.href).catch(() => null);
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("lobby");
  if (fresh) show({ html: fresh.innerHTML, mine: [] });
}

function let_go() {
  pressed = false;
  if (missed) show(missed);
  missed = null;
}

lobby.addEventListener("pointerdown", () => (pressed = true));
for (const end of ["click", "pointercancel", "pointerup"]) addEventListener(end, () => setTimeout(let_go, 50));
addEventListener("pageshow", (event) => event.persisted && !socket && connect());
addEventListener("pagehide", () => {
  const old = socket;
  socket = null;
  old?.close();
});
setInterval(poll, POLL);
connect();
