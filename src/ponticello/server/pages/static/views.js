// From which side, or whose, the board is seen: kept in this tab, so that a reload or a look at another page does not change it.

const name = ({ id }) => `view ${id}`;
const isSomebodys = (view) => /^\d+$/.test(view);

/** Returns the view after the one that is shown. */
export function nextView(shown) {
  const views = shown.views.split(" ");
  return views[(views.indexOf(shown.view) + 1) % views.length];
}

/** Keeps the view that was chosen at a table. */
export function keepView(shown, view) {
  try {
    sessionStorage.setItem(name(shown), JSON.stringify([shown.seat, view]));
  } catch {
    // a browser that keeps nothing shows the board as it is drawn first
  }
}

/** Returns the view that was chosen at a table; nothing if none was. Whose board one looked at matters only to the same seat. */
export function keptView(shown) {
  try {
    const [seat, view] = JSON.parse(sessionStorage.getItem(name(shown))) ?? ["", ""];
    return shown.views.split(" ").includes(view) && lasts(view, seat, shown.seat) ? view : "";
  } catch {
    return "";
  }
}

/** Tells whether a view that was chosen at one seat is still meant when the page shows another. */
export const lasts = (view, before, seat) => before === seat || !isSomebodys(view);
