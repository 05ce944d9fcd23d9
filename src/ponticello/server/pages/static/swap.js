// Puts what the server has drawn anew into the page: only the parts that differ, so that nothing blinks and no focus is lost.

const served = new Map(); // what the server last sent for each part, before anything was done to it here

/** Remembers the parts of a page as they came. */
export function remember(page) {
  for (const part of page.querySelectorAll("[data-part]")) served.set(part.id, part.outerHTML);
}

/** Returns the element of a page that was fetched, or that the server answers with to what is sent. Throws its refusal. */
export async function fetched(url, selector, { sent, signal } = {}) {
  const answer = await fetch(url, {
    method: sent ? "POST" : "GET",
    headers: { Accept: "text/html, application/json", "Content-Type": "application/json" },
    body: JSON.stringify(sent),
    signal,
  });
  if (!answer.ok) throw new Refusal((await answer.json().catch(() => ({}))).error);
  return new DOMParser().parseFromString(await answer.text(), "text/html").querySelector(selector);
}

/** Why the server does not do what it was asked for, in its own words if it has any. */
export class Refusal extends Error {}

/** Takes over the parts of a fresh page that have changed; returns their ids. */
export function swap(page, fresh) {
  const changed = [];
  for (const part of fresh.querySelectorAll("[data-part]")) {
    const here = document.getElementById(part.id);
    if (!here || served.get(part.id) === part.outerHTML) continue;
    served.set(part.id, part.outerHTML);
    const open = new Set([...here.querySelectorAll("details[open][id]")].map((details) => details.id));
    const held = here.contains(document.activeElement) ? nameOf(document.activeElement) : "";
    const scrolled = [...here.querySelectorAll("[data-scroll]")].map((list) => [list.scrollLeft, list.scrollTop]);
    here.replaceWith(part);
    for (const details of part.querySelectorAll("details[id]")) if (open.has(details.id)) details.open = true;
    part.querySelectorAll("[data-scroll]").forEach((list, k) => ([list.scrollLeft, list.scrollTop] = scrolled[k] ?? [0, 0]));
    if (held) part.querySelector(held)?.focus({ preventScroll: true });
    changed.push(part.id);
  }
  page.className = fresh.className;
  for (const name of page.getAttributeNames()) {
    if (name.startsWith("data-") && !fresh.hasAttribute(name)) page.removeAttribute(name);
  }
  for (const name of fresh.getAttributeNames()) if (name.startsWith("data-")) page.setAttribute(name, fresh.getAttribute(name));
  return changed;
}

function nameOf(element) {
  for (const name of ["id", "data-move", "data-pick", "data-do", "href"]) {
    if (element.hasAttribute(name)) return `[${name}="${CSS.escape(element.getAttribute(name))}"]`;
  }
  return "";
}
