/**
 * Matches strings with a pattern in which `*` stands for any characters, including slashes, and everything else for
 * itself, ignoring case. Each `*` matches as little as possible, without backtracking: a pattern with many of them
 * costs one pass through the string, which a regular expression does not guarantee.
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
