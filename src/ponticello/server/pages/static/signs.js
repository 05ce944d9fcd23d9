// Small signs around the table: clocks that count down, and the title and icon of the tab when it is your turn.

let ticking = 0;

/** Lets the clocks on the page run, each from what the server said it shows. */
export function clocks(words) {
  clearInterval(ticking);
  const faces = [...document.querySelectorAll("[data-left]")];
  for (const face of faces) face.since ??= performance.now();
  const tick = () => {
    for (const face of faces) {
      const gone = face.dataset.running ? (performance.now() - face.since) / 1000 : 0;
      const left = Math.max(0, Number(face.dataset.left) - gone);
      face.textContent = time(left, words);
      face.classList.toggle("short", left < 30);
    }
  };
  tick();
  if (faces.some((face) => face.dataset.running)) ticking = setInterval(tick, 500);
}

function time(left, { days, hours }) {
  const whole = Math.ceil(left);
  const two = (number) => String(number).padStart(2, "0");
  if (whole >= 86_400) return `${Math.floor(whole / 86_400)} ${days} ${Math.floor(whole / 3600) % 24} ${hours}`;
  const minutes = Math.floor(whole / 60);
  if (minutes >= 60) return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(whole % 60)}`;
  return `${minutes}:${two(whole % 60)}`;
}

let plain = "";

/** Puts the title on the tab, and a dot on its icon while it is your turn. */
export function badge(title, acting) {
  document.title = title;
  const icon = document.querySelector('link[rel="icon"]');
  if (!icon) return;
  plain ||= icon.href;
  if (!acting) icon.href = plain;
  else if (icon.href === plain) dotted(plain).then((drawn) => (icon.href = drawn), () => {});
}

async function dotted(source) {
  const picture = new Image(64, 64);
  picture.src = source;
  await picture.decode();
  const paper = Object.assign(document.createElement("canvas"), { width: 64, height: 64 });
  const pen = paper.getContext("2d");
  pen.drawImage(picture, 0, 0, 64, 64);
  pen.fillStyle = "#d9482b";
  pen.beginPath();
  pen.arc(49, 15, 14, 0, 2 * Math.PI);
  pen.fill();
  return paper.toDataURL();
}
