import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface Leak {
  readonly where: string;
  readonly secret: string;
  readonly spelling: string;
}

export type Bytes = ReadonlyMap<string, string>;

export function filesBelow(folder: string): Map<string, string> {
  const files = new Map<string, string>();
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isFile()) files.set(path, readFileSync(path, "latin1"));
    else if (entry.isDirectory()) for (const [file, content] of filesBelow(path)) files.set(file, content);
  }
  return files;
}

/** Finds secrets in plain text and in JSON, base64, and URL encoding, anywhere in a longer string. */
export function findLeaks(bytes: Bytes, secrets: Readonly<Record<string, string>>): Leak[] {
  const leaks: Leak[] = [];
  for (const [secret, value] of Object.entries(secrets)) {
    for (const [spelling, text] of spellings(value)) {
      for (const [where, content] of bytes)
        if (content.includes(text)) leaks.push({ where, secret, spelling });
    }
  }
  return leaks;
}

function spellings(value: string): [spelling: string, text: string][] {
  const json = JSON.stringify(value).slice(1, -1);
  const encodings: [string, string][] = [
    ["plain", latin1(value)],
    ["JSON", latin1(json)],
    ["JSON in JSON", latin1(JSON.stringify(json).slice(1, -1))],
    [
      "JSON, ASCII only",
      json.replace(/[^ -~]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`),
    ],
    ["JSON as Go writes it", latin1(json.replace(/[<>&]/g, (c) => `\\u00${c.charCodeAt(0).toString(16)}`))],
    ["URL", encodeURIComponent(value)],
    ["form", encodeURIComponent(value).replaceAll("%20", "+")],
    ...[0, 1, 2].flatMap((offset): [string, string][] => {
      const core = base64Within(value, offset);
      return [
        [`base64 at ${offset}`, core],
        [`base64url at ${offset}`, core.replaceAll("+", "-").replaceAll("/", "_")],
      ];
    }),
  ];
  const lines = value.split("\n").filter((line) => line.length >= 40);
  return [...encodings, ...lines.map((line, n): [string, string] => [`line ${n + 1}`, latin1(line)])];
}

/** Converts a text to one character per byte, as files are read. */
const latin1 = (text: string) => Buffer.from(text, "utf8").toString("latin1");

/** Returns the base64 of a string at byte `offset` of a longer one, without the characters that its neighbors affect. */
function base64Within(value: string, offset: number): string {
  const padded = Buffer.concat([Buffer.alloc(offset), Buffer.from(value, "utf8")]);
  const encoded = padded.toString("base64").replace(/=+$/, "");
  const skip = [0, 2, 3][offset] ?? 0;
  const tail = padded.length % 3 === 0 ? 0 : 1;
  return encoded.slice(skip, encoded.length - tail);
}
