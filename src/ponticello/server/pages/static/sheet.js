// The rules beside the game: the page of the rules in a sheet, which on a wide screen leaves the board free to play on.

import { fetched } from "./swap.js";

const wide = matchMedia("(min-width: 60rem)");

/** Opens the sheet with the rules; where they do not come, their own page is opened. */
export async function openRules() {
  const sheet = document.getElementById("rules");
  if (sheet.open) return;
  if (wide.matches) sheet.show();
  else sheet.showModal();
  const text = sheet.querySelector(".text");
  if (text.childElementCount) return;
  text.setAttribute("aria-busy", "true");
  try {
    text.replaceChildren(...apart(await fetched(sheet.dataset.address, "main")));
  } catch {
    location.assign(sheet.dataset.address);
  }
  text.removeAttribute("aria-busy");
}

/** Returns the contents and the text of a page of rules, with names of their own for what one can jump to. */
function apart(page) {
  const text = page.querySelector("article") ?? page;
  const contents = page.querySelector(".contents details");
  text.querySelector("h1")?.remove(); // the sheet has that title
  for (const part of text.querySelectorAll("[id]")) part.id = `rules-${part.id}`;
  for (const link of contents?.querySelectorAll("a") ?? []) link.setAttribute("href", link.getAttribute("href").replace("#", "#rules-"));
  contents?.removeAttribute("open");
  return contents ? [contents, ...text.childNodes] : [...text.childNodes];
}
