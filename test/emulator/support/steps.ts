import type { Client } from "./client";
import { selfSigned, sshPair } from "./keys";

export type Step = readonly [method: string, path: string, body?: object];

export type Texts = Readonly<Record<string, string>>;

/** Creates the texts that requests refer to, such as `$certificate`. */
export async function createTexts(): Promise<Texts> {
  const { certificate, key } = await selfSigned("ecdsa", "app.example.com");
  const commented = certificate.replace("\n", "\nComment: a\n\n");
  const sshKey = sshPair("ed25519").publicKey.trim().split(" ").slice(0, 2).join(" ");
  return { certificate, commented, privateKey: key, sshKey };
}

/** Fills in texts by name, escaped for JSON without its quotes, and repetitions such as `{250 times a}`. */
export const fillIn = <T>(part: T, texts: Texts): T =>
  JSON.parse(
    JSON.stringify(part)
      .replace(/\$(\w+)/g, (whole, name) => JSON.stringify(texts[name] ?? whole).slice(1, -1))
      .replace(/\{(\d+) times (\w)\}/g, (_, count, unit: string) => unit.repeat(count)),
  );

/** Sends requests. All except the last one must succeed. `$1` is the id of the first created object. */
export async function send(api: Client, steps: readonly Step[], constants: Texts) {
  const texts: Record<string, string> = { ...constants };
  let created = 0;
  for (const [n, [method, path, body]] of steps.entries()) {
    const sent = body ?? (method === "POST" ? {} : undefined);
    const reply = await api.call(method, fillIn(path, texts), sent && fillIn(sent, texts));
    if (n === steps.length - 1) return { reply, texts };
    if (reply.status > 204) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`);
    if (method === "POST") texts[++created] = reply.body.id;
  }
  throw new Error("no requests");
}
