// The frame around a board: where fingers need it wider than the window, it scrolls inside, and can be seen as a whole.

const root = document.documentElement;
const frame = () => document.querySelector("#board > .frame");
const isWide = () => frame() && frame().firstElementChild?.getBoundingClientRect().width > frame().clientWidth + 1;

/** Tells whether the whole board is shown, smaller than fingers need it. */
export const isWhole = () => root.classList.contains("whole-board");

/** Shows the whole board, or as much of it as fingers can hit, with a point of it in the middle. */
export function zoom(x = 0.5, y = 0.5) {
  root.classList.toggle("whole-board", !isWhole() && isWide());
  if (isWide()) frame().scrollTo({ left: x * frame().scrollWidth - frame().clientWidth / 2, top: y * frame().scrollHeight - frame().clientHeight / 2, behavior: "instant" });
  offer();
}

/** Zooms in where a finger has tapped. */
export function zoomAt(clientX, clientY) {
  const { left, top, width, height } = frame().firstElementChild.getBoundingClientRect();
  zoom((clientX - left) / width, (clientY - top) / height);
}

/** Offers to show the whole board where only a part of it is seen. */
export function offer() {
  if (isWide()) frame().tabIndex = 0; // a keyboard scrolls it, too, also where there is nothing to choose on it
  else frame()?.removeAttribute("tabindex");
  const button = document.getElementById("whole");
  if (!button) return;
  button.hidden = !isWide() && !isWhole();
  button.setAttribute("aria-pressed", String(isWhole()));
}

/** Brings what the last turn has put on the board into sight; where nothing is new, the middle of the board. */
export function reveal() {
  if (!isWide()) return;
  const boxes = [...frame().querySelectorAll("[data-last]")].map((part) => part.getBoundingClientRect());
  const seen = frame().getBoundingClientRect();
  if (boxes.length === 0) frame().scrollLeft = (frame().scrollWidth - seen.width) / 2;
  const left = Math.min(...boxes.map((box) => box.left)) - seen.left;
  const right = Math.max(...boxes.map((box) => box.right)) - seen.right;
  if (boxes.length && left < 0) frame().scrollLeft += left - seen.width / 4;
  else if (boxes.length && right > 0) frame().scrollLeft += right + seen.width / 4;
}

addEventListener("resize", offer);
