// The replay and the review: the links of the page work without this; with it the board changes in place.

import { before, glide } from "./board.js";
import { offer, reveal, zoom } from "./frame.js";
import { fetched, remember, swap } from "./swap.js";

const PACE = 1400; // milliseconds for a move when it plays by itself
const replay = document.getElementById("replay");
const slider = document.getElementById("slider"); // not a part that is swapped: it may be in the hand
let playing = 0;
let looking = null;
let again = 0; // a page that is still being worked on is looked at again

remember(replay);
offer();
reveal();
lookAgain();

const number = () => Number(replay.dataset.move);
const total = () => Number(replay.dataset.total);

/** Shows the match after some turns, from the view that is shown now. */
function go(move) {
  const wanted = new URLSearchParams({ [slider.name]: move });
  const view = new URLSearchParams(location.search).get("view");
  if (view) wanted.set("view", view);
  return look(wanted);
}

/** Shows what the same page shows for other wishes. */
async function look(wanted) {
  looking?.abort();
  looking = new AbortController();
  try {
    const from = number();
    const fresh = await fetched(`${location.pathname}?${wanted}`, "#replay", { signal: looking.signal });
    const lay = before(document.getElementById("board"));
    const changed = swap(replay, fresh);
    if (changed.includes("board")) reveal();
    history.replaceState(null, "", `?${wanted}`);
    if (changed.includes("board") && number() > from) glide(document.getElementById("board"), replay.dataset.from, lay);
    showInLog(document.querySelector(".log .current"));
    document.getElementById("auto").setAttribute("aria-pressed", String(playing !== 0));
    slider.max = total();
    if (String(number()) === wanted.get(slider.name)) slider.value = number();
    slider.nextElementSibling.value = `${number()} / ${total()}`;
  } catch (error) {
    if (error.name !== "AbortError") stop();
  }
  lookAgain();
}

/** Brings a line of the log into sight: the log is scrolled, and never what stands around it. */
function showInLog(line) {
  if (!line) return;
  const log = line.closest(".log");
  const [{ top, bottom }, frame] = [line.getBoundingClientRect(), log.getBoundingClientRect()];
  if (top < frame.top) log.scrollTop -= frame.top - top;
  else if (bottom > frame.bottom) log.scrollTop += bottom - frame.bottom;
}

/** Looks again after a while, as long as the page says that more is to come; not while nobody sees it. */
function lookAgain() {
  clearTimeout(again);
  if (!replay.dataset.again) return;
  again = setTimeout(() => (document.hidden ? lookAgain() : look(asked())), Number(replay.dataset.again));
}

/** Returns what the page shows now, as it would be asked for. */
function asked() {
  const now = new URLSearchParams(location.search);
  now.set(slider.name, number());
  return now;
}

function stop() {
  clearInterval(playing);
  playing = 0;
  document.getElementById("auto").setAttribute("aria-pressed", "false");
}

function start() {
  if (number() === total()) go(0);
  playing = setInterval(() => (number() < total() ? go(number() + 1) : stop()), PACE);
  document.getElementById("auto").setAttribute("aria-pressed", "true");
}

document.addEventListener("click", (event) => {
  const part = event.target.closest("[data-go], [data-step], [data-look], [data-view], [data-do], .log a");
  if (!part || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (part.dataset.do === "whole") return zoom();
  if (part.dataset.do) return playing ? stop() : start();
  stop();
  if (part.dataset.go || part.dataset.step) go(Number(part.dataset.go ?? part.dataset.step));
  else if (part.matches(".log a")) go(Number(new URL(part.href).searchParams.get(slider.name)));
  else look(new URL(part.href).searchParams);
});

document.addEventListener("input", (event) => {
  if (event.target.id !== "slider") return;
  stop();
  go(Number(event.target.value));
});

document.addEventListener("submit", (event) => {
  if (event.target.matches(".scrub")) event.preventDefault();
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea")) return;
  const key = replay.querySelector(`[data-key="${CSS.escape(event.key.toLowerCase())}"]`);
  if (key) return key.click();
  const to = { ArrowLeft: number() - 1, ArrowRight: number() + 1, Home: 0, End: total() }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  stop();
  go(Math.min(Math.max(to, 0), total()));
});
