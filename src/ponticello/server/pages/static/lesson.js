// The steps of a lesson around its board: what was right is said and brought into sight, and which steps are done is kept in this
// tab too, for who keeps no cookies.

const table = document.getElementById("table");
const game = table?.dataset.lesson ?? document.querySelector("[data-lessons]")?.dataset.lessons;
let told = "";

new MutationObserver(look).observe(document.querySelector("main"), { childList: true, subtree: true });
look();

/** Notices a step that has just been done. */
function look() {
  const praise = document.getElementById("praise");
  if (praise && table && praise.textContent !== told) {
    told = praise.textContent;
    remember(table.dataset.step);
    document.getElementById("said").textContent = told.replaceAll(/\s+/g, " ");
    document.getElementById("lesson").scrollIntoView({ block: "nearest" });
    document.querySelector(".bar #next")?.focus({ preventScroll: true });
  }
  mark();
}

function remember(step) {
  try {
    sessionStorage.setItem(name(game), [...new Set([...remembered(game), step])].join(" "));
  } catch {
    // a browser that keeps nothing knows what its guest's cookie says
  }
}

/** Marks the steps that this tab has seen done, and counts them. */
function mark() {
  for (const list of document.querySelectorAll("[data-lessons]")) {
    const done = remembered(list.dataset.lessons);
    for (const one of list.querySelectorAll("[data-step]")) {
      if (done.has(one.dataset.step) && !one.classList.contains("done")) one.classList.add("done");
    }
  }
}

function remembered(game) {
  try {
    return new Set((sessionStorage.getItem(name(game)) ?? "").split(" ").filter(Boolean));
  } catch {
    return new Set();
  }
}

function name(game) {
  return `lesson ${game}`;
}
