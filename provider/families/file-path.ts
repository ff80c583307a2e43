const PATH_START = /^(?:\.{0,2}\/|~\/|[a-z]:[\\/]|\\\\|file:)/i;
const FILE_EXTENSION = /\.(?:pem|crt|cer|cert|der|key|pub|p12|pfx|txt)$/i;

function isPath(value: unknown): boolean {
  if (typeof value !== "string" || value.length > 4096) return false;
  const text = value.trim();
  return !/\s/.test(text) && (PATH_START.test(text) || FILE_EXTENSION.test(text));
}

/** Returns a reason why a value can't be read, replaced by a hint if the value looks like a file path. */
export const unreadableReason = (value: unknown, reason: string): string =>
  isPath(value)
    ? 'looks like a file path: pass the contents of the file instead, such as fs.readFileSync("<path>", "utf8")'
    : reason;
