// What makes pages nicer. All of them work without it.

import { keep } from "./kept.js";
import { watch } from "./waiting.js";

const YEAR = 365 * 24 * 60 * 60;

/** Shows everything in a theme at once and keeps the choice. */
function setTheme(theme) {
  document.cookie = `theme=${theme}; path=/; max-age=${YEAR}; samesite=lax`;
  document.documentElement.dataset.theme = theme;
  for (const board of document.querySelectorAll("main svg[class]")) {
    for (const name of [...board.classList]) {
      board.classList.replace(name, name.replace(/-(auto|light|dark)$/, `-${theme}`));
    }
  }
}

document.addEventListener("submit", (event) => {
  const button = event.submitter;
  if (button?.name === "theme" && event.target.matches(".switches")) {
    event.preventDefault();
    setTheme(button.value);
    [...event.target.querySelectorAll('[name="theme"]')].find((next) => next.offsetParent)?.focus();
  }
});

document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("[data-copy]");
  if (!button) return;
  const source = document.querySelector(button.dataset.copy);
  await navigator.clipboard.writeText(source.value ?? source.textContent);
  const words = button.textContent;
  button.textContent = button.dataset.done;
  setTimeout(() => (button.textContent = words), 2000);
});

/** Shows the copy buttons, which are of no use without this script. */
function offerCopies(root) {
  for (const button of root.querySelectorAll("[data-copy][hidden]")) button.hidden = !navigator.clipboard;
}
offerCopies(document);

/** Fetches the page again and puts in what is new of one part, unless somebody is just using it. */
async function refresh(id) {
  const part = document.getElementById(id);
  if (!part || document.hidden || part.contains(document.activeElement)) return;
  const answer = await fetch(location.href).catch(() => null);
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById(id);
  if (fresh && fresh.innerHTML !== part.innerHTML) part.innerHTML = fresh.innerHTML;
}

for (const part of document.querySelectorAll("[data-refresh]")) {
  setInterval(() => refresh(part.id), 1000 * part.dataset.refresh);
}

const mark = document.getElementById("waiting");
if (mark) {
  watch(mark, refresh);
  keep(mark.dataset.alias).catch(() => {}); // a browser that keeps nothing is as welcome
}
if ("Notification" in window && window.isSecureContext) {
  for (const panel of document.querySelectorAll("[data-notify]")) import("./notify.js").then(({ offer }) => offer(panel));
}

// On a phone the table of contents would fill the first screen.
if (matchMedia("(max-width: 52rem)").matches) document.querySelector(".contents details")?.removeAttribute("open");
