import { type Call, OWNER_EMAIL } from "../account/account";
import { randomText, sha256 } from "../account/objects";
import { reject } from "../failure";
import { type JsonObject, textOf, textsOf } from "../json";
import type { Behavior } from "../schema/family";
import { canonicalHostname, isServable } from "../schema/formats";
import type { StoredObject } from "../store/storage";
import { conflictingObject } from "./in-use";

/** The part after `bind:`: a domain, `domain:port`, or `key=value`. */
const BOUND = /^(?:[^=\s]+=[^=]*|[^=\s/:]+(?::\d{1,5})?)$/;

function isAclRule(rule: string): boolean {
  if (rule === "*" || rule === "bind:*") return true;
  const bound = rule.startsWith("bind:") ? rule.slice(5) : "";
  if (!BOUND.test(bound)) return false;
  if (bound.includes("=")) return true;
  const [host = "", port = "1"] = bound.split(":");
  return isServable(canonicalHostname(host)) && Number(port) >= 1 && Number(port) <= 65_535;
}

/** A rule of an ACL is `*`, or `bind:` with a domain, an address, or a label. */
function checkAcl(call: Call, { acl }: JsonObject): void {
  if (!textsOf(acl).every(isAclRule))
    reject(call, 600, "Each rule must be * or bind: followed by a domain, address, or label.", "acl");
}

/** Defaults to the authenticated user or bot. API reference: "Authentication", rule 3. */
function ownerId(call: Call, fields: JsonObject): JsonObject {
  return { owner_id: textOf(fields.owner_id) || call.principal.id };
}

/** Only admins may set an owner other than themselves. API reference: "Authentication", rule 3. */
function checkOwner(call: Call, fields: JsonObject, previous?: StoredObject): void {
  const owner = textOf(fields.owner_id);
  if (previous || call.trusted || owner === "" || owner === call.principal.id) return;
  if (!call.principal.admin)
    reject(call, 630, "Only admins may set an owner other than themselves.", "owner_id", "forbidden");
  if (!call.account.isPrincipal(owner))
    reject(call, 634, "owner_id must be a user or bot of the account.", "owner_id", "unknownReference");
}

/** API reference: "API key". */
export const apiKey: Behavior = {
  check: checkOwner,
  onCreate: ownerId,
  reveal() {
    const token = `api_${randomText()}`;
    return { response: { token }, remember: { token_sha256: sha256(token) } };
  },
  // The key of the start token is not listed, so that no program adopts it.
  isListed: ({ fields }) => fields.start !== true,
  seedHints: ["token"],
  seed: (_call, values) => {
    const token = textOf(values.token);
    return token === "" ? values : { ...values, token_sha256: sha256(token) };
  },
};

/** Accepts the owner's email address, which the service's OpenAPI document allows for tunnel credentials only. */
const withOwnerId = ({ account }: Call, fields: JsonObject): JsonObject =>
  fields.owner_id === OWNER_EMAIL ? { ...fields, owner_id: account.owner.id } : fields;

/** Assumed by convention: the reference mentions tunnel credentials without describing them. */
export const credential: Behavior = {
  check(call, fields, previous) {
    checkOwner(call, withOwnerId(call, fields), previous);
    checkAcl(call, fields);
  },
  onCreate: (call, fields) => ownerId(call, withOwnerId(call, fields)),
  reveal() {
    const token = `cr_token_${randomText()}`;
    return { response: { token }, remember: { token_sha256: sha256(token) } };
  },
};

/** Type and key of a public key, without its comment. */
const publicKey = ({ public_key }: JsonObject) =>
  textOf(public_key).trim().split(/\s+/).slice(0, 2).join(" ");

/** Assumed by convention: the reference mentions SSH credentials without describing them. */
export const sshCredential: Behavior = {
  check(call, fields, previous) {
    checkOwner(call, fields, previous);
    checkAcl(call, fields);
    const key = publicKey(fields);
    const isSame = (other: JsonObject) => publicKey(other) === key;
    const other = conflictingObject(call, "/ssh_credentials", previous, isSame);
    if (other) reject(call, 609, `${other.id} has the same public key.`, "public_key");
  },
  onCreate: ownerId,
};
