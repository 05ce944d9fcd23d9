// The browser's own notifications: what this device is told of, as far as a page needs to know it, and how a page tells it.

const PLACE = "notify";

/** Returns what the device is told of: all matches, or some. */
export function wishes() {
  try {
    const { all = false, matches = [] } = JSON.parse(localStorage.getItem(PLACE)) ?? {};
    return { all, matches };
  } catch {
    return { all: false, matches: [] };
  }
}

/** Remembers what the device is told of. */
export function remember({ all, matches }) {
  if (all || matches.length) localStorage.setItem(PLACE, JSON.stringify({ all, matches }));
  else localStorage.removeItem(PLACE);
}

/** Tells that it is your turn at a match, if that is wanted and nobody looks at the page. */
export async function tell(id, words) {
  const { all, matches } = wishes();
  if (!document.hidden || !(all || matches.includes(id)) || !isAllowed()) return;
  const about = { tag: id, icon: "/static/0/icons/bridge-192.png", data: { url: `/m/${id}` } };
  if (await navigator.serviceWorker?.getRegistration()) {
    const worker = await navigator.serviceWorker.ready; // one that is just being installed cannot notify yet
    await worker.showNotification(words, about);
    return;
  }
  const notice = new Notification(words, about);
  notice.onclick = () => (focus(), location.assign(`/m/${id}`));
}

/** Tells whether anything is to be told at all. */
tell.isWanted = () => {
  const { all, matches } = wishes();
  return (all || matches.length > 0) && isAllowed();
};

function isAllowed() {
  return "Notification" in window && Notification.permission === "granted";
}
