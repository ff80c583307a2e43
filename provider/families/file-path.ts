const BEGINNING = /^(?:\.{0,2}\/|~\/|[a-z]:[\\/]|\\\\|file:)/i;
const ENDING = /\.(?:pem|crt|cer|cert|der|key|pub|p12|pfx|txt)$/i;

/** True if a string is the path of a file instead of its contents. */
function isPath(value: unknown): boolean {
  if (typeof value !== "string" || value.length > 4096) return false;
  const text = value.trim();
  return !/\s/.test(text) && (BEGINNING.test(text) || ENDING.test(text));
}

/** The reason why a file's contents cannot be read; a different one when the program gives the file's path. */
export const unreadable = (value: unknown, reason: string): string =>
  isPath(value)
    ? 'looks like a path, and has to be what the file holds: read it, as in fs.readFileSync("<path>", "utf8")'
    : reason;
