// Lets a device be told of turns, by a click and not before: through the push service of the browser's maker where there is one,
// else by the page as long as it is open.

import { remember, wishes } from "./notices.js";

/** Makes one of the panels work that offer it; its match is empty for all. */
export async function offer(panel) {
  const match = panel.dataset.notify;
  let failed = false;

  function show() {
    const { all, matches } = wishes();
    const told = all ? "all" : matches.includes(match) ? "match" : "off";
    const state = failed ? "failed" : Notification.permission === "denied" ? "blocked" : told;
    const shown = ["all", "match"].includes(state) && !panel.subscribed ? "tab" : state;
    for (const part of panel.querySelectorAll("[data-when]")) part.hidden = !part.dataset.when.split(" ").includes(shown);
    panel.hidden = false;
  }

  async function look() {
    const subscription = await subscribed();
    panel.subscribed = Boolean(subscription);
    if (subscription) remember(await post({ do: "look", endpoint: subscription.endpoint }));
    show();
  }

  async function begin() {
    if ((await Notification.requestPermission()) !== "granted") return;
    const { all, matches } = wishes();
    const subscription = panel.dataset.push ? await subscribe().catch(() => null) : null;
    panel.subscribed = Boolean(subscription);
    if (!subscription) remember(match ? { all, matches: [...matches, match] } : { all: true, matches });
    else remember(await post({ do: "tell", match, ...device(subscription) }));
  }

  async function end() {
    const { all, matches } = wishes();
    const stopped = all ? "" : match; // what is told of all is not told of any: one click is enough
    const subscription = await subscribed();
    remember(stopped ? { all, matches: matches.filter((id) => id !== stopped) } : { all: false, matches: [] });
    if (!subscription) return;
    const left = await post({ do: "stop", match: stopped, endpoint: subscription.endpoint });
    remember(left);
    if (!left.all && left.matches.length === 0) await subscription.unsubscribe();
  }

  panel.addEventListener("click", async (event) => {
    const act = { tell: begin, stop: end }[event.target.dataset.ask];
    if (!act) return;
    failed = false;
    await act().catch(() => (failed = true));
    show();
  });
  await look().catch(show);
}

/** Returns how the push service reaches this browser, if it does. */
async function subscribed() {
  const worker = await navigator.serviceWorker?.getRegistration();
  return (await worker?.pushManager?.getSubscription()) ?? null;
}

/** Asks the push service to let this server reach the browser. */
async function subscribe() {
  if (!("PushManager" in window)) return null;
  await navigator.serviceWorker.register("/worker.js");
  const worker = await navigator.serviceWorker.ready;
  const { key } = await post({ do: "look" });
  const wanted = { userVisibleOnly: true, applicationServerKey: key };
  try {
    return await worker.pushManager.subscribe(wanted);
  } catch (error) {
    if (error.name !== "InvalidStateError") throw error;
    await (await subscribed()).unsubscribe(); // made for another key, such as that of an older database
    return worker.pushManager.subscribe(wanted);
  }
}

/** Returns what the server must know to reach a browser. */
function device(subscription) {
  const { endpoint, keys } = subscription.toJSON();
  return { endpoint, p256dh: keys.p256dh, auth: keys.auth };
}

async function post(wanted) {
  const headers = { "Content-Type": "application/json", Accept: "application/json" };
  const answer = await fetch("/push", { method: "POST", headers, body: JSON.stringify(wanted) });
  if (!answer.ok) throw new Error((await answer.json().catch(() => ({}))).error);
  return answer.json();
}
