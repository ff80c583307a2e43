/** True if a plain version such as "3.259.0" (a suffix is ignored) is the same as `minimum` or newer. */
export function atLeast(version, minimum) {
  const numbers = (text) => text.split(/[-+]/)[0].split(".").map(Number);
  const [have, want] = [numbers(version), numbers(minimum)];
  if (have.length < 3 || have.some(Number.isNaN)) return false;
  for (let i = 0; i < 3; i++) {
    if (have[i] !== want[i]) return have[i] > want[i];
  }
  return true;
}
