// What people at the table say to each other: signs at their seats, and lines. The server tells only those who sit there.

const SHOWN = 6_000; // milliseconds that a sign stands at a seat

const table = document.getElementById("table");
const panel = document.getElementById("talk");
const address = `/api/matches/${table.dataset.id}`;
const signs = new Map(); // seat -> the sign that stands there now
let unread = 0;

if (panel) listen();

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-dismiss]");
  if (button) document.getElementById(button.dataset.dismiss).hidden = true; // until something else stands there
});

function listen() {
  addEventListener("talk", ({ detail }) => hear(detail));
  addEventListener("polled", () => ask(`talk?after=${panel.dataset.last}`));
  panel.addEventListener("click", ({ target }) => {
    const sign = target.closest("[data-emote]");
    if (sign) ask("emote", { emote: sign.dataset.emote });
    const mute = target.closest("#mute");
    if (mute) silence(mute.getAttribute("aria-pressed") !== "true");
  });
  panel.addEventListener("submit", async (event) => {
    event.preventDefault();
    const { text } = event.target.elements;
    if (text.value.trim() && (await ask("chat", { text: text.value }))) text.value = "";
  });
  panel.addEventListener("toggle", () => {
    if (!panel.open) return;
    unread = 0;
    news("");
    last();
  });
  new MutationObserver(stand).observe(table, { childList: true, subtree: true }); // seats are drawn anew now and then
  last();
}

/** Asks the server for something, and shows what it answers; tells whether it was done. */
async function ask(what, sent) {
  wrong("");
  const seat = Number(table.dataset.seat || 0);
  const body = sent && JSON.stringify("muted" in sent ? sent : { ...sent, seat });
  const wanted = { method: sent ? "POST" : "GET", headers: { "Content-Type": "application/json" }, body };
  const answer = await fetch(`${address}/${what}`, wanted).catch(() => null);
  const told = await answer?.json().catch(() => null);
  if (!answer?.ok || !told) {
    if (sent) wrong(told?.error ?? document.getElementById("words").dataset.failed);
    return false;
  }
  hear(told);
  return true;
}

/** Mutes the others or not; what was said is then shown as far as it is heard now. */
async function silence(muted) {
  if (!(await ask("mute", { muted }))) return;
  panel.dataset.last = 0;
  document.getElementById("talk-lines").replaceChildren();
  await ask("talk");
}

function hear({ muted, lines }) {
  const mute = document.getElementById("mute");
  if (mute.getAttribute("aria-pressed") !== String(muted)) {
    mute.setAttribute("aria-pressed", String(muted));
  }
  const whole = panel.dataset.last === "0" && lines.length > 1; // all that was said, not something new
  for (const line of lines.filter(({ id }) => id > Number(panel.dataset.last))) {
    panel.dataset.last = line.id;
    document.getElementById("talk-lines").append(drawn(line));
    if (whole) continue;
    if (line.kind === "emote") show(line);
    if (!panel.open && !line.you) news(`${line.name}: ${line.words}`, (unread += 1));
  }
  last();
}

function drawn({ name, you, kind, text, words }) {
  const line = document.createElement("p");
  line.classList.toggle("own", you);
  line.append(Object.assign(document.createElement("b"), { textContent: name }), " ");
  if (kind === "emote") line.append(picture(text), " ");
  line.append(Object.assign(document.createElement("span"), { textContent: words }));
  return line;
}

function picture(name) {
  const NS = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(NS, "svg");
  svg.setAttribute("class", "emote");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(NS, "use");
  use.setAttribute("href", `#emote-${name}`);
  svg.append(use);
  return svg;
}

/** Lets a sign stand at a seat for a while. */
function show({ id, seat, text, words }) {
  const sign = Object.assign(document.createElement("span"), { className: "sign-said", title: words });
  sign.append(picture(text));
  signs.get(seat)?.sign.remove();
  signs.set(seat, { id, sign });
  stand();
  setTimeout(() => {
    if (signs.get(seat)?.id !== id) return;
    signs.delete(seat);
    sign.remove();
  }, SHOWN);
}

function stand() {
  for (const [seat, { sign }] of signs) {
    const place = document.querySelector(`#seats .places > li:nth-child(${seat + 1}) .occupant`);
    if (place && place.nextSibling !== sign) place.after(sign);
  }
}

function news(words, number = 0) {
  const text = number > 1 ? `(${number}) ${words}` : words;
  document.getElementById("talk-news").textContent = text;
}

function last() {
  const lines = document.getElementById("talk-lines");
  lines.scrollTop = lines.scrollHeight;
}

function wrong(sentence) {
  document.getElementById("talk-wrong").textContent = sentence;
}
