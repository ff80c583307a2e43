const BEGINNING = /^(?:\.{0,2}\/|~\/|[a-z]:[\\/]|\\\\|file:)/i;
const ENDING = /\.(?:pem|crt|cer|cert|der|key|pub|p12|pfx|txt)$/i;

function isPath(value: unknown): boolean {
  if (typeof value !== "string" || value.length > 4096) return false;
  const text = value.trim();
  return !/\s/.test(text) && (BEGINNING.test(text) || ENDING.test(text));
}

/** Returns the reason why a value can't be read, or a hint if it is a file path. */
export const unreadable = (value: unknown, reason: string): string =>
  isPath(value)
    ? 'looks like a file path: pass the contents of the file instead, such as fs.readFileSync("<path>", "utf8")'
    : reason;
