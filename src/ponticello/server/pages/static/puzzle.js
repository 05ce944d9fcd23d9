// What came of a turn that was tried at a puzzle is said, and brought into sight.

const asked = () => document.getElementById("asked");
let shown = asked().className;

new MutationObserver(() => {
  if (asked().className === shown) return;
  shown = asked().className;
  const told = [document.querySelector("#headline .whose"), ...asked().querySelectorAll(".verdict, .solution li")];
  document.getElementById("said").textContent = told.map((part) => part.textContent.trim()).join(". ");
  asked().scrollIntoView({ block: "nearest" });
}).observe(document.getElementById("table"), { childList: true, subtree: true });
