// The table: a turn is put together here step by step, drawn by the server at each step, and played when it is confirmed. Every
// click is marked at once as heard, and is one request, which the server answers with what to show.

import { before, focusAt, glide, listen, markAsked, middle, name, refocus } from "./board.js";
import { keep, kept } from "./drafts.js";
import { offer, reveal, zoom } from "./frame.js";
import { keepWish, wantsHints } from "./hints.js";
import { follow } from "./live.js";
import { openRules } from "./sheet.js";
import { audible, call, knock, mute } from "./sound.js";
import { badge, clocks } from "./signs.js";
import { Refusal, fetched, remember, swap } from "./swap.js";
import { keepView, keptView, lasts, nextView } from "./views.js";

const table = document.getElementById("table");
const words = document.getElementById("words").dataset;
const page = table.dataset.page; // a match, or a step of a lesson, which nobody else looks at
let pick = null; // null: as the server thinks best; "": an empty hand
let view = keptView(table.dataset); // "": as the server thinks best
let looking = null;
let line = Promise.resolve(); // what the hand does, one after the other: a quick second click does not undo the first
let waiting = 0;
let asked = []; // the places that were clicked on and are not answered yet
let place = null; // where on the board the focus was last
let byKeys = false; // whether the last thing that was used is the keyboard
let missed = null; // news that came while the hand was busy
let told = Number(table.dataset.ply); // how much of what happened has been said
let advised = ""; // the turn for which a hint was asked for without a click
let unheard = true; // until the socket has said something

remember(table);
settle([]);
reveal();

const hand = {
  choose: (move) => queue(inThisTurn(() => step(move)), move),
  pick: (name) => ((pick = name), queue(inThisTurn(look), name)),
  replace: (move) => queue(inThisTurn(() => step(move, { begun: table.dataset.shorter })), move),
  attempt: table.dataset.lesson ? attempt : explain,
};
const board = listen(table, hand);
const live = table.dataset.lesson
  ? null
  : follow({
      place: () => ({ id: table.dataset.id, ply: told, seat: table.dataset.seat }),
      hear,
      lost: (gone) => document.getElementById("lost")?.toggleAttribute("hidden", !gone),
    });

takeUp();

/** Lets the hand do something after what it has begun before, and shows at once that it will; news are drawn when it rests. */
function queue(act, what = "") {
  waiting += 1;
  asked.push(what);
  table.setAttribute("aria-busy", "true");
  markAsked(document.getElementById("board"), asked);
  line = line.then(() => act()).finally(() => {
    waiting -= 1;
    asked.shift();
    markAsked(document.getElementById("board"), asked);
    if (waiting > 0) return;
    for (const busy of [table, ...table.querySelectorAll("[aria-busy]")]) busy.removeAttribute("aria-busy");
    if (!missed) return;
    const news = missed;
    missed = null;
    if (isNew(news)) refresh();
  });
}

/** Goes on with the turn that this tab has kept, seen as it was. */
function takeUp() {
  const draft = kept(table.dataset);
  if (draft && draft !== table.dataset.draft) queue(inThisTurn(() => look(draft)));
  else if (view && view !== table.dataset.view) queue(look);
}

/** Returns what is done only if it is still the same turn then: the second click of a double one is no move of the next turn. */
function inThisTurn(act) {
  const { turn, seat } = table.dataset;
  return () => table.dataset.turn === turn && table.dataset.seat === seat && act();
}

/** Shows what the server answers to a question; a look that is still open is dropped. Tells whether it was answered. */
async function ask(address, sent, complain = tell) {
  looking?.abort();
  looking = new AbortController();
  try {
    show(await fetched(address, "#table", sent ? { sent } : { signal: looking.signal }));
    return true;
  } catch (error) {
    if (error instanceof Refusal) complain(error.message || words.failed);
    else if (error.name !== "AbortError") tell(words.failed);
    return false;
  }
}

/** Draws the table anew with a draft. `shown` says how much the page shows: if that is all, only the turn is drawn. */
function refresh(draft = table.dataset.draft, shown = null) {
  const wanted = new URLSearchParams({ turn: table.dataset.turn, draft });
  if (pick !== null) wanted.set("pick", pick);
  if (view) wanted.set("view", view);
  if (table.dataset.wanted) wanted.set("seat", table.dataset.wanted);
  if (shown !== null) wanted.set("ply", shown);
  return ask(`${page}/table?${wanted}`);
}

/** Draws the turn anew, with another piece in hand, from another side, or as far as a shorter draft goes. */
function look(draft) {
  return refresh(draft, table.dataset.ply);
}

/** Sends a click; what it is answered with is shown. */
function send(act, asked, complain) {
  const { seat, ply, wanted } = table.dataset;
  const sent = { seat: Number(seat), ply: Number(ply), ...asked };
  if (wanted) sent.wanted = Number(wanted);
  if (view) sent.view = view;
  return ask(`${page}/${act}`, sent, complain);
}

/** Adds a step or more to the draft, or to a shorter one. The server plays the turn at once if nothing is left to decide. */
async function step(steps, { begun = table.dataset.draft, typed = false, complain = typed ? wrong : tell } = {}) {
  pick = null;
  const draft = begun ? begun + table.dataset.joiner + steps : steps;
  const done = await send("step", { draft, turn: Number(table.dataset.turn), typed }, complain);
  if (typed && done) document.querySelector("form#typed")?.reset();
}

/** Plays the turn that is put together. If it is refused, the table is shown as it is, and why. */
async function play() {
  const { draft, turn, complete } = table.dataset;
  if (!complete) return;
  let reason = "";
  await send("step", { draft, turn: Number(turn), confirm: true }, (sentence) => (reason = sentence));
  if (!reason) return;
  await refresh();
  tell(reason);
}

function show(fresh) {
  const old = { ...table.dataset };
  const shown = document.getElementById("board");
  const lay = before(shown);
  place = focusAt(shown) ?? place;
  const hadFocus = shown.contains(document.activeElement) || document.getElementById("bar").contains(document.activeElement);
  const changed = swap(table, fresh);
  const { turn, draft } = table.dataset;
  const laid = Number(turn) > Number(old.turn) || (draft.length > old.draft.length && draft.startsWith(old.draft));
  if (old.turn !== turn) pick = null;
  if (!lasts(view, old.seat, table.dataset.seat)) view = ""; // somebody else's board is in front now
  settle(changed);
  const board = document.getElementById("board");
  if (old.turn !== turn) reveal();
  if (changed.includes("board") && laid) glide(board, table.dataset.from, lay);
  markAsked(board, asked.slice(1)); // the first of them is what this answers
  if (hadFocus && document.activeElement === document.body) keepFocus(board);
  advise();
  if (old.seat === table.dataset.seat) return keep(table.dataset);
  told = Number(table.dataset.ply);
  live?.connect();
  takeUp();
}

/** Puts the focus that a new drawing has taken away where one goes on: on what to confirm, on the next place, or on the board. */
function keepFocus(board) {
  const confirm = document.querySelector('[data-do="confirm"]:enabled');
  if (confirm && byKeys) confirm.focus({ preventScroll: true });
  else if (!(byKeys && refocus(board, place))) board.focus({ preventScroll: true });
}

/** Does what every fresh part needs. */
function settle(changed) {
  const drawn = document.getElementById("board");
  if (changed.length === 0 || changed.includes("board")) name(drawn);
  for (const sound of document.querySelectorAll('[data-do="sound"]')) sound.setAttribute("aria-pressed", String(audible()));
  for (const hints of document.querySelectorAll('[data-do="hints"]')) hints.setAttribute("aria-pressed", String(wantsHints(table.dataset.id)));
  offer();
  bubble("");
  badge(table.dataset.title, table.dataset.acting === "yes");
  clocks(words);
}

/** Takes in news: says them, lets them be heard, and draws the table anew if it looks different now. */
function hear(news) {
  const first = unheard;
  unheard = false;
  announce(news);
  if (first && news.ply === Number(table.dataset.ply)) return; // that this page is here now need not be drawn
  if (!isNew(news)) return;
  if (waiting) missed = news;
  else refresh();
}

/** Says what has happened since the last time, whoever did it, and lets the others' moves be heard. */
function announce(news) {
  const fresh = news.events.filter((event) => event.ply >= told);
  told = Math.max(told, news.ply);
  if (fresh.length === 0) return;
  say([...fresh.map((event) => event.words), news.message, news.task].filter(Boolean).join(". "));
  if (!fresh.some((event) => event.kind === "move" && !news.you.includes(event.seat))) return;
  knock();
  if (news.seats.some((place) => place.you && place.to_act)) call();
}

/** Tells whether news say something that the page does not show. */
function isNew(news) {
  const shown = JSON.parse(document.getElementById("news").dataset.snapshot);
  const own = news.viewer === shown.viewer;
  return !(own && news.ply < shown.ply) && gist(news, own) !== gist(shown, own);
}

/** Returns what a page shows of a snapshot; if it is made for another seat, what is the same for everybody. */
function gist({ status, seats, asked, watchers, rematch, ply, may, message }, own) {
  const places = seats.map(({ clock, here, score, ...rest }) => [rest, here || rest.you, clock?.running, own && score]);
  return JSON.stringify([status, places, asked, watchers, rematch, own && [ply, may, message]]);
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

/** Tries what a rule of a lesson's game refuses, which may be just what there is to do. */
function attempt(move, x, y, begun = table.dataset.draft) {
  queue(inThisTurn(() => step(move, { begun, complain: (sentence) => bubble(sentence, x, y) })), move);
}

/** Asks for a hint when a turn begins, where somebody wants one at every turn. */
function advise() {
  const button = document.querySelector('[data-do="hint"]');
  if (!button || advised === table.dataset.turn || !wantsHints(table.dataset.id)) return;
  advised = table.dataset.turn;
  button.click();
}

async function explain(move, x, y) {
  markAsked(document.getElementById("board"), [...asked, move]);
  const wanted = new URLSearchParams({ move, seat: table.dataset.seat, draft: table.dataset.draft });
  try {
    const answer = await fetch(`/api/matches/${table.dataset.id}/why?${wanted}`);
    const { legal, why } = await answer.json();
    if (answer.ok && !legal) bubble(why, x, y);
  } catch {
    tell(words.failed);
  }
  markAsked(document.getElementById("board"), asked);
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
  choose: (button) => hand.choose(button.dataset.move),
  confirm: () => queue(inThisTurn(play)),
  back: () => queue(() => look(table.dataset.shorter)),
  let_go: () => hand.pick(""),
  next_pick: () => board.nextPick(1),
  view: (button) => ((view = button?.value || nextView(table.dataset)), keepView(table.dataset, view), queue(look)),
  pass: (button) => ((table.dataset.wanted = button.value), (pick = null), queue(() => refresh(""))),
  whole: () => zoom(),
  play_hint: ({ value }) => queue(inThisTurn(() => send("step", { draft: value, turn: Number(table.dataset.turn), confirm: true }))),
  hints: () => (keepWish(table.dataset.id, !wantsHints(table.dataset.id)), settle(["hints"]), advise()),
  attempt: (button) => attempt(button.dataset.move, ...middle(button), ""),
  sound: () => (mute(audible()), settle(["sound"])),
  open: (button) => document.getElementById(button.value).showModal(),
  rules: openRules,
  rematch: () => queue(rematch),
};
for (const act of ["hint", "undo", "ask", "agree", "decline", "resign", "leave", "return"]) {
  DEEDS[act] = () => queue(() => send("deed", { do: act }));
}

async function rematch() {
  const answer = await fetch(`/api/matches/${table.dataset.id}/rematch`, { method: "POST" }).catch(() => null);
  const next = await answer?.json().catch(() => null);
  if (answer?.ok) location.assign(`/m/${next.id}`);
  else tell(next?.error ?? words.failed);
}

document.addEventListener("click", (event) => {
  bubble("");
  if (!event.target.closest("#note")) tell("");
  const button = event.target.closest('[data-do], header a[href="/rules"]');
  if (!button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (button.closest("dialog") && button.dataset.do !== "open") button.closest("dialog").close();
  const begun = waiting;
  DEEDS[button.dataset.do ?? "rules"](button);
  if (waiting > begun && table.contains(button)) button.setAttribute("aria-busy", "true");
});

document.addEventListener("submit", (event) => {
  if (event.target.id !== "typed") return;
  event.preventDefault();
  wrong("");
  const move = event.target.elements.move.value.trim();
  if (move) queue(() => step(move, { typed: true }));
});

document.addEventListener("pointerdown", () => (byKeys = false), { capture: true });
document.addEventListener("keydown", (event) => {
  byKeys = true;
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog:modal")) return;
  if (event.target.closest("input, textarea, select")) return;
  if (board.key(event) || shortcut(event.key)) event.preventDefault();
});

function shortcut(key) {
  bubble("");
  const button = document.querySelector(`[data-key="${CSS.escape(key)}"]:not(:disabled)`);
  const sheet = document.querySelector("dialog[open]");
  const free = [document.body, document.getElementById("board")].includes(document.activeElement);
  if (sheet && key === "Escape") sheet.close();
  else if (key === "?") document.getElementById("help").showModal();
  else if (key === "v" && table.dataset.views.includes(" ")) DEEDS.view();
  else if (button && (key !== "Enter" || free)) button.click();
  else return false;
  return true;
}

advise(); // now that a click is heard
