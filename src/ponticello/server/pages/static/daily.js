// A result to be told: through what the device has for that, where it has something.

for (const button of document.querySelectorAll("[data-share]")) {
  const text = document.querySelector(button.dataset.share).textContent;
  button.hidden = !navigator.canShare?.({ text });
  button.addEventListener("click", () => navigator.share({ text }).catch(() => {})); // whoever changes their mind is no failure
}
