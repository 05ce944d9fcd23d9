// The worker of the site. It shows notices that come from afar, and a page of its own while there is no connection; everything else
// it leaves to the network.

const OFFLINE = "/offline";
const ICON = "/static/0/icons/bridge-192.png";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(begin()));

/** Takes over the pages that are open; from now on a page is asked for while the worker wakes up, not after it. */
async function begin() {
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

const stranded = new Set(); // pages that were shown for want of a connection: only their files are looked for in what is kept

// Nothing else is taken out of the browser's hands: where a reload stops what a page still fetches, that would be an error here.
self.addEventListener("fetch", (event) => {
  const { request, clientId } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (stranded.has(clientId) && new URL(request.url).pathname.startsWith("/static/")) event.respondWith(file(request));
});

async function page({ preloadResponse, request, resultingClientId }) {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch {
    stranded.add(resultingClientId);
    return (await caches.match(OFFLINE)) ?? Response.error();
  }
}

async function file(request) {
  return (await caches.match(request)) ?? fetch(request);
}

self.addEventListener("push", (event) => event.waitUntil(show(event.data.json())));

/** Shows a notice, unless its reader is just looking at the table that it is about. */
async function show({ title, url, tag }) {
  const pages = await self.clients.matchAll({ type: "window" });
  if (pages.some((page) => page.visibilityState === "visible" && new URL(page.url).pathname === url)) return;
  await self.registration.showNotification(title, { tag, icon: ICON, badge: ICON, data: { url } });
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.url));
});

async function open(url) {
  const pages = await self.clients.matchAll({ type: "window" });
  const there = pages.find((page) => new URL(page.url).pathname === url);
  return there ? there.focus() : self.clients.openWindow(url);
}

self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));

/** Lets the server know that it reaches this browser in another way now, for the same matches as before. */
async function renew({ oldSubscription, newSubscription }) {
  if (!oldSubscription) return;
  const told = await post({ do: "look", endpoint: oldSubscription.endpoint });
  const fresh = newSubscription ?? (await self.registration.pushManager.subscribe(oldSubscription.options));
  const { endpoint, keys } = fresh.toJSON();
  for (const match of told.all ? [""] : told.matches) {
    await post({ do: "tell", match, endpoint, p256dh: keys.p256dh, auth: keys.auth });
  }
  await post({ do: "stop", endpoint: oldSubscription.endpoint });
}

async function post(wanted) {
  const headers = { "Content-Type": "application/json", Accept: "application/json" };
  return (await fetch("/push", { method: "POST", headers, body: JSON.stringify(wanted) })).json();
}
