import { createHmac } from "node:crypto";
import type { Settings } from "../settings/settings";

/** Key under which a state stores the account it was written from. No class shows it. */
export const FINGERPRINT = "__account";

/**
 * The account from which a state was written, as far as that is known without a request. Hashes of a few characters:
 * they detect equal values and reveal nothing, and every byte of a state costs time.
 */
export interface Fingerprint {
  /** Name of the Provider. */
  readonly provider: string;
  /** Base URL. */
  readonly address: string;
  readonly token: string;
}

const CHARACTERS = { provider: 3, address: 3, token: 6 } as const;
const TEXT = /^([\w-]{3})([\w-]{3})([\w-]{6})$/;

/** The fingerprint of an account that is reached with a token. */
export function fingerprintOf({ account = "", baseUrl }: Settings, token: string): Fingerprint {
  return {
    provider: hash("provider", account),
    address: hash("address", baseUrl),
    token: hash("token", token),
  };
}

/** The form stored in a state. */
export const fingerprintText = ({ provider, address, token }: Fingerprint) => provider + address + token;

/** The fingerprint in a state; undefined in a state of an earlier version. */
export function fingerprintIn(state: Readonly<Record<string, unknown>>): Fingerprint | undefined {
  const text = state[FINGERPRINT];
  const [, provider, address, token] = (typeof text === "string" && TEXT.exec(text)) || [];
  return provider !== undefined && address !== undefined && token !== undefined
    ? { provider, address, token }
    : undefined;
}

/** Hashes so far: the objects of a stack are of few accounts, and each object is asked about. */
const known = new Map<string, string>();
const MOST_KNOWN = 1_000;

function hash(part: keyof typeof CHARACTERS, value: string): string {
  const key = `${part} ${value}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const digest = createHmac("sha256", `pulumi-tunnel-edge ${part}`).update(value).digest("base64url");
  const made = digest.slice(0, CHARACTERS[part]);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(key, made);
  return made;
}
