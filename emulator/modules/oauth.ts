import { punycodeProblem } from "../../traffic-policy/language/hosts";
import type { Call } from "../account/account";
import { reject } from "../failure";
import { asText, type JsonObject, textsIn } from "../json";

/** API reference: "Rules for OAuth provider fields". Only the service refuses a secret without an id. */
export function refuseIncompleteClient(call: Call, provider: JsonObject, path: string): void {
  const hasId = asText(provider.client_id) !== "";
  const hasSecret = asText(provider.client_secret) !== "";
  if (hasId && !hasSecret)
    reject(call, 7033, `${path} must have a client_secret with its client_id.`, path, "invalid");
  const why = `${path} may have scopes only with both client_id and client_secret.`;
  if (textsIn(provider.scopes).length > 0 && !(hasId && hasSecret)) reject(call, 7034, why, path, "invalid");
  if (hasSecret && !hasId)
    reject(call, 7033, `${path} must have a client_id with its client_secret.`, `${path}.client_id`);
}

/** Error codes for invalid values in a list of allowed users. */
interface ListCodes {
  readonly empty: number;
  readonly duplicate: number;
  readonly uppercase?: number;
  readonly format?: readonly [code: number, pattern: RegExp];
  readonly punycode?: number;
}

const LABEL = "[\\p{L}\\d](?:[\\p{L}\\d-]*[\\p{L}\\d])?";
const DOMAIN = `${LABEL}(?:\\.${LABEL})*`;

const LISTS: Readonly<Record<string, ListCodes>> = {
  email_addresses: {
    empty: 7051,
    duplicate: 7046,
    uppercase: 7067,
    format: [7043, new RegExp(`^[^\\s@]+@${DOMAIN}$`, "u")],
    punycode: 7045,
  },
  email_domains: {
    empty: 7052,
    duplicate: 7047,
    uppercase: 7068,
    format: [7039, new RegExp(`^${DOMAIN}$`, "u")],
    punycode: 7044,
  },
  teams: { empty: 7053, duplicate: 7048, format: [7040, /^(?:\d+|[^\s/]+\/[^\s/]+)$/] },
  organizations: { empty: 7054, duplicate: 7049 },
};

export function refuseLists(call: Call, provider: JsonObject, providerPath: string): void {
  for (const [name, { empty, duplicate, uppercase, format, punycode }] of Object.entries(LISTS)) {
    const values = textsIn(provider[name]);
    const path = `${providerPath}.${name}`;
    if (values.includes("")) reject(call, empty, `${path} contains an empty value.`, path);
    if (new Set(values).size < values.length)
      reject(call, duplicate, `${path} contains duplicate values.`, path);
    if (format && !values.every((value) => format[1].test(value)))
      reject(call, format[0], `${path} contains a malformed value.`, path);
    if (
      punycode !== undefined &&
      values.some((value) => punycodeProblem(value.replace(/^.*@/, "")) !== undefined)
    )
      reject(call, punycode, `${path} contains a value with invalid punycode.`, path);
    if (uppercase !== undefined && values.some((value) => /[A-Z]/.test(value)))
      reject(call, uppercase, `${path} contains uppercase letters.`, path);
  }
}
