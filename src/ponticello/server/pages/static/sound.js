// Two soft sounds, made on the spot: a wooden knock for a move, and a pair of low notes when it is your turn.

let desk = null;

// A browser lets a page make sounds only once somebody has touched it.
for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, () => (desk ??= new AudioContext()), { once: true });

/** Tells whether the reader wants sounds. */
export function audible() {
  return !/(?:^|; )sound=off/.test(document.cookie);
}

/** Turns sounds on or off, and remembers it. */
export function mute(quiet) {
  document.cookie = `sound=${quiet ? "off" : "on"}; path=/; max-age=31536000; samesite=lax`;
}

function note(frequency, start, length, loudness, shape) {
  const tone = desk.createOscillator();
  const volume = desk.createGain();
  const at = desk.currentTime + start;
  tone.type = shape;
  tone.frequency.setValueAtTime(frequency, at);
  tone.frequency.exponentialRampToValueAtTime(frequency * 0.72, at + length);
  volume.gain.setValueAtTime(0.0001, at);
  volume.gain.exponentialRampToValueAtTime(loudness, at + 0.004);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + length);
  tone.connect(volume).connect(desk.destination);
  tone.start(at);
  tone.stop(at + length);
}

/** A piece is put down. */
export function knock() {
  if (!desk || !audible()) return;
  note(420, 0, 0.09, 0.16, "triangle");
  note(170, 0.004, 0.14, 0.22, "sine");
}

/** It is your turn. */
export function call() {
  if (!desk || !audible()) return;
  note(330, 0.16, 0.3, 0.09, "sine");
  note(440, 0.3, 0.45, 0.08, "sine");
}
