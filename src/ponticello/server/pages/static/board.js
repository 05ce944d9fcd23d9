// The board under the hand: clicks, the keyboard, the wheel, and pieces that glide to their place. No game is known here: what
// can be done is written into the picture as data-move, data-pick, data-turn, data-instead and
// data-try.

import { isWhole, zoomAt } from "./frame.js";

const TARGET = "[data-move], [data-pick], [data-turn], [data-instead]";
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const WHEEL = 40; // how far the wheel turns for one step
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** Makes a board answer: `hand` has choose(move), pick(name), replace(move) and attempt(move, x, y). */
export function listen(table, hand) {
  const board = () => document.getElementById("board");
  let turned = 0;

  table.addEventListener("click", (event) => {
    if (isWhole() && event.target.closest?.(".frame")) return zoomAt(event.clientX, event.clientY);
    const part = event.target.closest?.(`${TARGET}, [data-try]`);
    if (part && board().contains(part)) act(part, event.clientX, event.clientY);
  });

  table.addEventListener(
    "wheel",
    (event) => {
      if (!board().contains(event.target) || event.ctrlKey || !(table.dataset.pick || turner())) return;
      event.preventDefault();
      turned += event.deltaY;
      if (Math.abs(turned) < WHEEL) return;
      nextPick(turned > 0 ? 1 : -1);
      turned = 0;
    },
    { passive: false },
  );

  function act(part, x, y) {
    const { move, pick, turn, instead } = part.dataset;
    if (move !== undefined) hand.choose(move);
    else if (turn !== undefined || instead !== undefined) hand.replace(turn ?? instead);
    else if (pick !== undefined) hand.pick(pick === table.dataset.pick ? "" : pick);
    else hand.attempt(part.dataset.try, x, y);
  }

  const turner = () => board().querySelector("[data-turn]");

  /** Turns the piece that lies there until the turn is confirmed; else takes the next piece, or turn of a piece, in hand. */
  function nextPick(step) {
    if (turner()) return hand.replace(turner().dataset.turn), true;
    const pieces = board().querySelectorAll(".hand [data-pick]");
    const parts = pieces.length ? pieces : board().querySelectorAll("[data-pick]");
    const names = [...new Set([...parts].map((part) => part.dataset.pick))];
    if (names.length === 0) return false;
    const at = names.indexOf(table.dataset.pick);
    hand.pick(names.at(at < 0 && step > 0 ? 0 : (Math.max(at, 0) + step) % names.length));
    return true;
  }

  function key(event) {
    const focused = document.activeElement;
    const inside = board().contains(focused) && focused.matches(TARGET);
    if (WAYS[event.key] && (inside || focused === document.body || focused === board())) {
      return move(inside ? focused : null, WAYS[event.key]);
    }
    if (inside && (event.key === "Enter" || event.key === " ")) {
      const { left, top, width, height } = focused.getBoundingClientRect();
      act(focused, left + width / 2, top + height / 2);
      return true;
    }
    if (event.key === "r" || event.key === "R") return nextPick(event.shiftKey ? -1 : 1);
    return false;
  }

  /** Moves the focus to the nearest target in a direction; from nowhere, to the one nearest to the middle. */
  function move(from, [dx, dy]) {
    const targets = [...board().querySelectorAll(TARGET)].filter((part) => part !== from);
    if (targets.length === 0) return false;
    const [x, y] = middle(from ?? board().querySelector("svg") ?? board());
    let best = null;
    let least = Infinity;
    for (const part of targets) {
      const [px, py] = middle(part);
      const ahead = (px - x) * dx + (py - y) * dy;
      const aside = Math.abs((px - x) * dy) + Math.abs((py - y) * dx);
      const far = from ? ahead + 2.2 * aside : Math.hypot(px - x, py - y);
      if ((!from || ahead > 2) && far < least) [best, least] = [part, far];
    }
    if (best) focus(board(), best);
    return true;
  }

  return { key, nextPick };
}

/** Gives every target of a board a name and a role. One of them is reached by Tab, the others from there by the arrows. */
export function name(board) {
  const targets = board.querySelectorAll(TARGET);
  targets.forEach((part, k) => {
    part.setAttribute("role", "button");
    part.setAttribute("tabindex", k === 0 || part === document.activeElement ? "0" : "-1");
    const title = part.querySelector(":scope > title");
    const { move, pick, turn, instead } = part.dataset;
    part.setAttribute("aria-label", title ? title.textContent : (move ?? pick ?? turn ?? instead));
    if (part.dataset.pick !== undefined) part.setAttribute("aria-pressed", String(part.classList.contains("held")));
  });
}

/** Marks the places that were clicked on and are not answered yet, and no others. */
export function markAsked(board, names) {
  for (const part of board.querySelectorAll(`${TARGET}, [data-try]`)) {
    const { move, pick, turn, instead } = part.dataset;
    part.classList.toggle("asked", names.includes(move ?? turn ?? instead ?? pick ?? part.dataset.try));
  }
}

/** Returns where on the board the focus is; nothing if it is elsewhere. */
export function focusAt(board) {
  const focused = document.activeElement;
  return focused !== board && board.contains(focused) ? middle(focused) : null;
}

/** Puts the focus on the target nearest to where it was, or to the middle. Tells whether there is one. */
export function refocus(board, at) {
  const [x, y] = at ?? middle(board);
  let best = null;
  let least = Infinity;
  for (const part of board.querySelectorAll(TARGET)) {
    const [px, py] = middle(part);
    const far = Math.hypot(px - x, py - y);
    if (far < least) [best, least] = [part, far];
  }
  if (best) focus(board, best);
  return best !== null;
}

function focus(board, part) {
  for (const other of board.querySelectorAll('[tabindex="0"]')) other.setAttribute("tabindex", "-1");
  part.setAttribute("tabindex", "0");
  part.focus({ preventScroll: true });
  part.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** Returns where the middle of a part of the page is. */
export function middle(part) {
  const { left, top, width, height } = part.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}

const SIDES = { bottom: [0, 1], top: [0, -1], left: [-1, 0], right: [1, 0] };
const FLIGHT = 460; // milliseconds
const ARRIVAL = 0.8; // of the flight: the rest is for marks to appear, and for a copy to give way to the piece
const FAR = 110; // pixels from the place of a piece to where it comes into sight

/** Returns what a board shows of the last move, and where on it the piece in hand lies, for the flight of the next move. */
export function before(board) {
  const held = board.querySelector(".held");
  return { shown: new Set([...board.querySelectorAll("[data-last]")].map((part) => part.outerHTML)), hand: held && middle(held) };
}

/** Lets what is new on the board fly to its place: from the hand of who looks, or from the side of whoever put it there. */
export function glide(board, side, { shown, hand }) {
  if (calm.matches) return;
  const fresh = [...board.querySelectorAll("[data-last]")].filter((part) => !shown.has(part.outerHTML));
  const flying = fresh.filter((part) => ["", "flight"].includes(part.dataset.last));
  const own = side === "bottom" && hand && flying.length > 0;
  const way = own ? wayFrom(hand, flying) : (SIDES[side] ?? SIDES.top).map((step) => step * FAR);
  for (const part of fresh) {
    const [dx, dy] = part.dataset.last === "drop" ? [0, -FAR] : way;
    const scale = part.parentNode.getScreenCTM().a;
    part.animate(flightOf(part.dataset.last, `${dx / scale}px ${dy / scale}px`), { duration: FLIGHT });
  }
}

/** Returns how far a point is from the middle of some parts together. */
function wayFrom([x, y], parts) {
  const boxes = parts.map((part) => part.getBoundingClientRect());
  const among = (low, high) => (Math.min(...boxes.map((box) => box[low])) + Math.max(...boxes.map((box) => box[high]))) / 2;
  return [x - among("left", "right"), y - among("top", "bottom")];
}

/** Returns as keyframes the flight of a piece, of the copy of one, of what covers its place until then, or of a mark. */
function flightOf(kind, far) {
  const offset = [0, ARRIVAL, 1];
  const easing = "cubic-bezier(.2,.8,.25,1)";
  const translate = [far, "0px 0px", "0px 0px"];
  if (kind === "mark") return { opacity: [0, 0, 1], offset };
  if (kind === "cover") return { visibility: ["visible", "visible", "hidden", "hidden"], offset: [0, ARRIVAL, ARRIVAL, 1] };
  if (kind === "flight") return { opacity: [0, 1, 0], translate, visibility: ["visible", "visible", "visible"], offset, easing };
  return { opacity: [0, 1, 1], translate, offset, easing };
}
