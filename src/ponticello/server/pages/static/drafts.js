// A turn that is being put together, kept in this tab until it is played: a reload, a look at another page or Back does not lose
// it. Each seat has its own, since people who share a device put their turns together one after the other.

const name = ({ id, seat }) => `draft ${id} ${seat}`;

/** Keeps the draft of a table as it is shown; a turn that is over, or empty, is forgotten. */
export function keep(shown) {
  const { acting, turn, draft } = shown;
  try {
    if (acting && draft) sessionStorage.setItem(name(shown), JSON.stringify([turn, draft]));
    else sessionStorage.removeItem(name(shown));
  } catch {
    // a browser that keeps nothing loses the draft with the page
  }
}

/** Returns what was drafted for the turn that a table shows. */
export function kept(shown) {
  try {
    const [turn, draft] = JSON.parse(sessionStorage.getItem(name(shown))) ?? [];
    return shown.acting && turn === shown.turn ? draft : "";
  } catch {
    return "";
  }
}
