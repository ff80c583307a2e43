/**
 * Whether a text fits a pattern in which `*` stands for any characters, slashes included, and everything else for
 * itself, whatever its case. Each `*` takes as little as it can, and what it took is never tried again: a pattern with
 * many of them costs no more than one walk through the text, which a regular expression does not promise.
 */
export function globMatcher(pattern: string): (text: string) => boolean {
  const [start = "", ...rest] = pattern.toLowerCase().split("*");
  const end = rest.pop();
  if (end === undefined) return (text) => text.toLowerCase() === start;
  return (text) => {
    const whole = text.toLowerCase();
    const last = whole.length - end.length;
    if (!whole.startsWith(start) || !whole.endsWith(end)) return false;
    let at = start.length;
    for (const part of rest) {
      const found = whole.indexOf(part, at);
      if (found < 0) return false;
      at = found + part.length;
    }
    return at <= last;
  };
}
