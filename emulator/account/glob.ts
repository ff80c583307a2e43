/**
 * Matches strings with a pattern in which `*` stands for any characters, including slashes, and everything else for
 * itself, ignoring case. Each `*` matches as little as possible, without backtracking: a pattern with many of them
 * costs one pass through the string, which a regular expression does not guarantee.
 */
export function globMatcher(pattern: string): (text: string) => boolean {
  const [start = "", ...middle] = pattern.toLowerCase().split("*");
  const end = middle.pop();
  if (end === undefined) return (text) => text.toLowerCase() === start;
  return (text) => {
    const lowerCase = text.toLowerCase();
    if (!lowerCase.startsWith(start) || !lowerCase.endsWith(end)) return false;
    let matchedLength = start.length;
    for (const part of middle) {
      const position = lowerCase.indexOf(part, matchedLength);
      if (position < 0) return false;
      matchedLength = position + part.length;
    }
    return matchedLength <= lowerCase.length - end.length;
  };
}
