// The table: a turn is put together here step by step, drawn by the server at each step, and sent when it is confirmed.

import { before, focusAt, glide, listen, name, refocus } from "./board.js";
import { follow } from "./live.js";
import { audible, call, knock, mute } from "./sound.js";
import { badge, clocks } from "./signs.js";
import { fetched, remember, swap } from "./swap.js";

const table = document.getElementById("table");
const words = document.getElementById("words").dataset;
const api = `/api/matches/${table.dataset.id}`;
let pick = null; // null: as the server thinks best; "": an empty hand
let view = "";
let sending = false;
let looking = null;
let known = "";
let line = Promise.resolve(); // what the hand does, one after the other: a quick second click does not undo the first
let waiting = 0;
let missed = false;

remember(table);
settle([]);

const hand = {
  choose: (move) => queue(() => take(move)),
  pick: (name) => ((pick = name), queue(refresh)),
  turn: (move) => queue(() => take(move, false, table.dataset.shorter)),
  attempt: explain,
};
const board = listen(table, hand);
const live = follow({
  place: () => ({ id: table.dataset.id, ply: table.dataset.ply, seat: table.dataset.seat }),
  hear,
  lost: (gone) => document.getElementById("lost")?.toggleAttribute("hidden", !gone),
});

/** Lets the hand do something after what it has begun before; news are drawn when it rests. */
function queue(act) {
  waiting += 1;
  line = line.then(() => act()).finally(() => {
    waiting -= 1;
    if (waiting === 0 && missed) refresh();
  });
}

/** Returns the table as the server draws it with a draft. An older question that is still open is dropped. */
function look(draft) {
  looking?.abort();
  looking = new AbortController();
  const wanted = new URLSearchParams({ turn: table.dataset.turn, draft });
  if (pick !== null) wanted.set("pick", pick);
  if (view) wanted.set("view", view);
  if (table.dataset.wanted) wanted.set("seat", table.dataset.wanted);
  return fetched(`/m/${table.dataset.id}/table?${wanted}`, "#table", looking.signal);
}

/** Draws the table anew. */
async function refresh(draft = table.dataset.draft) {
  missed = false;
  try {
    show(await look(draft));
  } catch (error) {
    if (error.name !== "AbortError") tell(words.failed);
  }
}

function show(fresh) {
  const old = { ...table.dataset };
  const lay = before(document.getElementById("board"));
  const focused = focusAt(document.getElementById("board"));
  const changed = swap(table, fresh);
  const { turn, draft } = table.dataset;
  const laid = Number(turn) > Number(old.turn) || (draft.length > old.draft.length && draft.startsWith(old.draft));
  if (old.turn !== turn) pick = null;
  if (old.seat !== table.dataset.seat && /^\d+$/.test(view)) view = ""; // somebody else's board is in front now
  settle(changed);
  const board = document.getElementById("board");
  if (changed.includes("board") && laid) glide(board, table.dataset.from, lay);
  if (focused && !focusAt(board) && !refocus(board, focused)) document.querySelector('[data-do="confirm"]')?.focus();
  if (old.seat !== table.dataset.seat) live.connect();
}

/** Does what every fresh part needs. */
function settle(changed) {
  const drawn = document.getElementById("board");
  if (changed.length === 0 || changed.includes("board")) name(drawn);
  for (const sound of document.querySelectorAll('[data-do="sound"]')) sound.setAttribute("aria-pressed", String(audible()));
  bubble("");
  badge(table.dataset.title, table.dataset.acting === "yes");
  clocks(words);
}

/** Adds a step or more to the draft, or to a shorter one, and plays the turn at once if nothing is left to decide. */
async function take(steps, typed = false, begun = table.dataset.draft) {
  const draft = begun ? begun + table.dataset.joiner + steps : steps;
  try {
    pick = null;
    const fresh = await look(draft);
    if (fresh.dataset.refusal) return typed ? wrong(fresh.dataset.refusal) : tell(fresh.dataset.refusal);
    if (fresh.dataset.instant || (typed && fresh.dataset.complete && !table.dataset.careful)) return await play(draft);
    show(fresh);
  } catch (error) {
    if (error.name !== "AbortError") tell(words.failed);
  }
}

/** Sends the whole turn. A page that was only a little behind looks again and, if the turn is still the same, asks once more. */
async function play(move, again = true) {
  const turn = table.dataset.turn;
  const answer = await post("moves", { move, ply: Number(table.dataset.ply), seat: seat() });
  if (answer === 409 && again) {
    await refresh(move);
    if (table.dataset.turn === turn && table.dataset.complete) return play(move, false);
  }
  if (typeof answer === "object") {
    document.querySelector("form#typed")?.reset();
    table.dataset.draft = "";
    hear(answer);
  }
}

const seat = () => Number(table.dataset.seat);

/** Asks the server for something; returns the snapshot it answers with, or the number of its refusal. */
async function post(act, asked = {}) {
  if (sending) return 0;
  sending = true;
  try {
    const answer = await fetch(`${api}/${act}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ seat: seat(), ...asked }),
    });
    const news = await answer.json().catch(() => ({}));
    if (answer.ok) return news;
    if (answer.status !== 409) tell(news.error ?? words.failed);
    return answer.status;
  } catch {
    tell(words.failed);
    return 0;
  } finally {
    sending = false;
  }
}

/** Takes in news: says them, lets them be heard, and draws the table anew if it looks different now. */
function hear(news) {
  const seats = news.seats.map(({ clock, ...rest }) => [rest, clock?.running]);
  const now = JSON.stringify([news.ply, news.status, seats, news.asked, news.watchers, news.rematch, news.may, news.message]);
  if (now === known) return;
  const first = known === "";
  known = now;
  const fresh = news.events.filter((event) => event.ply >= Number(table.dataset.ply));
  if (!first || fresh.length) {
    const told = fresh.map((event) => event.words).filter(Boolean);
    if (fresh.length) say([...told, news.message].join(". "));
    const others = fresh.some((event) => event.kind === "move" && !news.you.includes(event.seat));
    if (others) knock();
    if (others && news.seats.some((place) => place.you && place.to_act)) call();
  }
  if (news.ply === Number(table.dataset.ply) && first) return;
  if (waiting) missed = true;
  else refresh();
}

function say(sentence) {
  document.getElementById("said").textContent = sentence;
}

/** Says something beside the board that is gone with the next click. */
function tell(sentence) {
  const note = document.getElementById("note");
  note.textContent = sentence;
  note.hidden = !sentence;
}

function wrong(sentence) {
  const field = document.getElementById("move");
  const note = document.getElementById("wrong");
  note.textContent = sentence;
  field?.setAttribute("aria-invalid", String(Boolean(sentence)));
}

async function explain(move, x, y) {
  const wanted = new URLSearchParams({ move, seat: table.dataset.seat, draft: table.dataset.draft });
  try {
    const answer = await fetch(`${api}/why?${wanted}`);
    const { legal, why } = await answer.json();
    if (answer.ok && !legal) bubble(why, x, y);
  } catch {
    tell(words.failed);
  }
}

/** Shows a sentence at a point of the board, inside the window. */
function bubble(sentence, x = 0, y = 0) {
  const note = document.getElementById("bubble");
  note.textContent = sentence;
  note.hidden = !sentence;
  if (!sentence) return;
  const { width, height } = note.getBoundingClientRect();
  const left = Math.min(Math.max(x - width / 2, 8), document.documentElement.clientWidth - width - 8);
  note.style.left = `${left}px`;
  note.style.top = `${y - height - 14 < 8 ? y + 18 : y - height - 14}px`;
}

const DEEDS = {
  confirm: () => queue(() => table.dataset.draft && play(table.dataset.draft)), // empty at the second click of a double one
  back: () => queue(() => refresh(table.dataset.shorter)),
  let_go: () => hand.pick(""),
  next_pick: () => board.nextPick(1),
  view: (button) => ((view = button?.value || nextView()), queue(refresh)),
  undo: () => manner("undo", { ply: Number(table.dataset.ply) }),
  ask: () => manner("ask"),
  agree: () => manner("answer", { agree: true }),
  decline: () => manner("answer", { agree: false }),
  resign: () => manner("resign"),
  leave: () => manner("leave"),
  return: () => manner("return"),
  pass: (button) => ((table.dataset.wanted = button.value), (pick = null), queue(() => refresh(""))),
  sound: () => (mute(audible()), settle(["sound"])),
  open: (button) => document.getElementById(button.value).showModal(),
  async rematch() {
    const next = await post("rematch");
    if (next?.id) location.assign(`/m/${next.id}`);
  },
};

async function manner(act, asked) {
  const answer = await post(act, asked);
  if (typeof answer === "object") hear(answer);
  else if (answer === 409) refresh();
}

function nextView() {
  const views = table.dataset.views.split(" ");
  return views[(views.indexOf(table.dataset.view) + 1) % views.length];
}

document.addEventListener("click", (event) => {
  bubble("");
  if (!event.target.closest("#note")) tell("");
  const button = event.target.closest("[data-do]");
  if (!button) return;
  if (button.closest("dialog") && button.dataset.do !== "open") button.closest("dialog").close();
  DEEDS[button.dataset.do](button);
});

document.addEventListener("submit", (event) => {
  if (event.target.id !== "typed") return;
  event.preventDefault();
  wrong("");
  const move = event.target.elements.move.value.trim();
  if (move) queue(() => take(move, true));
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (event.target.closest("input, textarea, select")) return;
  if (board.key(event) || shortcut(event.key)) event.preventDefault();
});

function shortcut(key) {
  bubble("");
  const button = document.querySelector(`[data-key="${CSS.escape(key)}"]:not(:disabled)`);
  if (key === "?") document.getElementById("help").showModal();
  else if (key === "v" && table.dataset.views.includes(" ")) DEEDS.view();
  else if (button && (key !== "Enter" || document.activeElement === document.body)) button.click();
  else return false;
  return true;
}
