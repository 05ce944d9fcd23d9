// Hints at every turn, for who has asked for that at a match: kept in this tab, or for as long as the page is open.

const here = new Set();
const name = (id) => `hints ${id}`;

/** Tells whether a hint is wanted at every turn of a match. */
export function wantsHints(id) {
  if (location.hash === "#hints") {
    keepWish(id, true);
    history.replaceState(null, "", location.pathname + location.search);
  }
  return here.has(id) || stored(id);
}

/** Wants a hint at every turn of a match, or no longer. */
export function keepWish(id, is) {
  if (is) here.add(id);
  else here.delete(id);
  try {
    if (is) sessionStorage.setItem(name(id), "on");
    else sessionStorage.removeItem(name(id));
  } catch {
    // a browser that keeps nothing forgets it with the page
  }
}

function stored(id) {
  try {
    return sessionStorage.getItem(name(id)) === "on";
  } catch {
    return false;
  }
}
