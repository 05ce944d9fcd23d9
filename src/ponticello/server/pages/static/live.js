// What happens at the table, as it happens: over one WebSocket that picks up where it was lost, or by asking every few seconds
// where no WebSocket gets through.

const SILENCE = 45_000; // the server says something every 20 s
const POLL = 5_000;
const NOTICE = 2_000; // a shorter loss is nobody's business
const FIRST = 300;
const LONGEST = 10_000;
const NO_SUCH_MATCH = 4404;

/** Follows a match. `place()` gives {id, ply, seat}; `hear(snapshot)` gets the news; `lost(bool)` says whether they are cut off. */
export function follow({ place, hear, lost }) {
  let socket = null;
  let attempts = 0;
  let opened = false;
  let retry = 0;
  let silence = 0;
  let notice = 0;
  let polling = 0;

  function connect() {
    clearTimeout(retry);
    forget();
    const { id, ply, seat } = place();
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const talk = document.getElementById("talk")?.dataset.last; // whoever sits here is told what is said, too
    const known = talk === undefined ? { ply } : { ply, talk };
    const here = new WebSocket(`${scheme}://${location.host}/api/matches/${id}/live?${query(known, seat)}`);
    socket = here;
    listenFor(here);
    here.onopen = () => {
      opened = true;
      attempts = 0;
      clearInterval(polling);
      polling = 0;
      found();
    };
    here.onmessage = (event) => {
      listenFor(here);
      const news = JSON.parse(event.data);
      if (news.talk) dispatchEvent(new CustomEvent("talk", { detail: news.talk }));
      else if (!news.beat) hear(news);
    };
    here.onclose = ({ code }) => {
      if (here === socket && code !== NO_SUCH_MATCH) again();
    };
  }

  function forget() {
    clearTimeout(silence);
    const old = socket;
    socket = null;
    old?.close();
  }

  function listenFor(here) {
    clearTimeout(silence);
    silence = setTimeout(() => {
      if (here !== socket) return;
      forget();
      again();
    }, SILENCE);
  }

  function again() {
    clearTimeout(silence);
    attempts += 1;
    notice ||= setTimeout(() => lost(true), NOTICE);
    if (!opened && attempts >= 3) polling ||= setInterval(poll, POLL);
    const wait = attempts === 1 ? FIRST : Math.min(LONGEST, FIRST * 2 ** attempts);
    retry = setTimeout(connect, wait * (0.6 + 0.8 * Math.random()));
  }

  function found() {
    clearTimeout(notice);
    notice = 0;
    lost(false);
  }

  async function poll() {
    const { id, ply, seat } = place();
    try {
      const answer = await fetch(`/api/matches/${id}?${query({ since: ply }, seat)}`);
      if (!answer.ok) return;
      found();
      hear(await answer.json());
      dispatchEvent(new Event("polled"));
    } catch {
      notice ||= setTimeout(() => lost(true), NOTICE);
    }
  }

  function now() {
    if (document.visibilityState === "visible" && socket?.readyState !== WebSocket.OPEN) connect();
  }

  addEventListener("online", now);
  addEventListener("offline", () => (forget(), again()));
  addEventListener("pageshow", (event) => event.persisted && connect());
  addEventListener("pagehide", forget);
  document.addEventListener("visibilitychange", now);
  connect();
  return { connect };
}

function query(seen, seat) {
  const wanted = new URLSearchParams(seen);
  if (seat !== "") wanted.set("seat", seat);
  return wanted;
}
