import { createHmac } from "node:crypto";
import type { Settings } from "./settings";

/** Key under which a state says from which account it was written. No class shows it. */
export const FINGERPRINT = "__account";

/**
 * From which account a state was written, as far as that can be told without asking anybody. Hashes of a few characters:
 * they find out equal values and give nothing away, and every byte of a state is time.
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

/** As it stands in a state. */
export const fingerprintText = ({ provider, address, token }: Fingerprint) => provider + address + token;

/** The fingerprint in a state; undefined in one of an earlier version. */
export function fingerprintIn(state: Readonly<Record<string, unknown>>): Fingerprint | undefined {
  const text = state[FINGERPRINT];
  const [, provider, address, token] = (typeof text === "string" && TEXT.exec(text)) || [];
  return provider !== undefined && address !== undefined && token !== undefined
    ? { provider, address, token }
    : undefined;
}

function hash(part: keyof typeof CHARACTERS, value: string): string {
  const digest = createHmac("sha256", `pulumi-tunnel-edge ${part}`).update(value).digest("base64url");
  return digest.slice(0, CHARACTERS[part]);
}
