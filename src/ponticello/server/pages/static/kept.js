// What a browser keeps for when there is no connection: a page that says so, and its reader's own boards as they were last seen.
// When somebody else uses the browser, all of it goes.

const PAGES = "pages";
const BOARDS = "boards";
const OFFLINE = "/offline";
const MOST = 12; // boards
const PAUSE = 2_000; // after a change, before a board is kept

/** Keeps what is needed; `alias` stands for the reader, and is empty for who has never played here. */
export async function keep(alias) {
  if (!("caches" in window) || !navigator.serviceWorker) return;
  if ((localStorage.getItem("alias") ?? "") !== alias) await startAfresh(alias);
  if (!alias) return;
  if (!(await navigator.serviceWorker.getRegistration())) await navigator.serviceWorker.register("/worker.js");
  await keepPage();
  keepBoard();
}

async function startAfresh(alias) {
  const before = localStorage.getItem("alias");
  localStorage.setItem("alias", alias);
  if (!before) return;
  localStorage.removeItem("notify");
  await caches.delete(BOARDS);
  const worker = await navigator.serviceWorker.getRegistration();
  await (await worker?.pushManager?.getSubscription())?.unsubscribe();
}

/** Keeps the page for when there is no connection, in the language and edition of this one, with all that it is made of. */
async function keepPage() {
  const files = new URL(".", import.meta.url).pathname;
  const edition = `${files} ${document.documentElement.lang} ${document.documentElement.dataset.theme}`;
  const pages = await caches.open(PAGES);
  if ((await (await pages.match("/kept/edition"))?.text()) === edition) return;
  const answer = await fetch(OFFLINE);
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.clone().text(), "text/html");
  const parts = [...page.querySelectorAll('link[rel="stylesheet"], link[rel="icon"], script[src]')];
  const named = parts.map((part) => part.getAttribute("href") ?? part.getAttribute("src"));
  await caches.delete(PAGES);
  const fresh = await caches.open(PAGES);
  await fresh.addAll([...named, ...["waiting.js", "notices.js", "kept.js"].map((name) => files + name)]);
  await fresh.put(OFFLINE, answer);
  await fresh.put("/kept/edition", new Response(edition));
}

/** Keeps the board of the table on this page, now and whenever it changes; only one at which the reader sits alone. */
function keepBoard() {
  const table = document.getElementById("table");
  if (!table || table.dataset.seat === "" || table.dataset.wanted) return;
  let pause = 0;
  const later = () => (clearTimeout(pause), (pause = setTimeout(() => put(table).catch(() => {}), PAUSE)));
  new MutationObserver(later).observe(table, { childList: true, subtree: true });
  document.addEventListener("visibilitychange", () => document.hidden && put(table).catch(() => {}));
  put(table).catch(() => {});
}

async function put(table) {
  const picture = table.querySelector("#board > svg, #board > .frame > svg")?.cloneNode(true);
  if (!picture || table.dataset.draft || table.dataset.wanted || table.dataset.seat === "") return;
  for (const part of [picture, ...picture.querySelectorAll("*")]) {
    for (const name of part.getAttributeNames()) if (/^(data-|aria-|tabindex|role)/.test(name)) part.removeAttribute(name);
  }
  const title = table.querySelector("h1").textContent;
  const content = { title, when: Date.now(), picture: picture.outerHTML };
  const boards = await caches.open(BOARDS);
  await boards.put(`/m/${table.dataset.id}`, new Response(JSON.stringify(content)));
  for (const old of (await keptBoards()).slice(MOST)) await boards.delete(old.address);
}

/** Returns the boards that are kept, the latest first. */
export async function keptBoards() {
  const boards = await caches.open(BOARDS);
  const found = [];
  for (const request of await boards.keys()) {
    found.push({ address: new URL(request.url).pathname, ...(await (await boards.match(request)).json()) });
  }
  return found.sort((one, other) => other.when - one.when);
}
