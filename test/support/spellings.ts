/** The spellings of a secret in a file or a log: as it is, escaped for JSON once or twice, encoded. */
function spellings(secret: string): string[] {
  const escaped = JSON.stringify(secret).slice(1, -1);
  const base64 = [0, 1, 2].map((shift) => {
    const encoded = Buffer.concat([Buffer.alloc(shift), Buffer.from(secret)]).toString("base64");
    // The outermost characters depend on the text around the secret.
    return encoded.slice(shift === 0 ? 0 : 4, -4);
  });
  const all = [secret, escaped, JSON.stringify(escaped).slice(1, -1), encodeURIComponent(secret), ...base64];
  return [...new Set([...all, Buffer.from(secret).toString("hex")])];
}

/** Names of the secrets that a string reveals. */
export function leaked(text: string, secrets: Readonly<Record<string, string>>): string[] {
  const named = Object.entries(secrets).filter(([, secret]) =>
    spellings(secret).some((spelling) => text.includes(spelling)),
  );
  return named.map(([name]) => name);
}
