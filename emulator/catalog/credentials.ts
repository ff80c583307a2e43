import { type Call, OWNER_EMAIL } from "../account/account";
import { randomText, sha256 } from "../account/objects";
import { reject } from "../failure";
import { asText, type JsonObject, textsIn } from "../json";
import type { Behavior } from "../schema/family";
import { isServable } from "../schema/formats";
import type { StoredObject } from "../store/storage";
import { conflictingObject } from "./in-use";

/** The part of an ACL rule after `bind:`: a domain, `domain:port`, or a label such as `key=value`. */
const BINDING = /^(?:[^=\s]+=[^=]*|[^=\s/:]+(?::\d{1,5})?)$/;

function isAclRule(rule: string): boolean {
  if (rule === "*" || rule === "bind:*") return true;
  const bound = rule.startsWith("bind:") ? rule.slice(5) : "";
  if (!BINDING.test(bound)) return false;
  if (bound.includes("=")) return true;
  const [host = "", port = "1"] = bound.split(":");
  return isServable(host) && Number(port) >= 1 && Number(port) <= 65_535;
}

function checkAcl(call: Call, { acl }: JsonObject): void {
  if (!textsIn(acl).every(isAclRule))
    reject(call, 600, "Each rule must be * or bind: followed by a domain, address, or label.", "acl");
}

/** Defaults to the authenticated user or bot. API reference: "Authentication", rule 3. */
function ownerId(call: Call, fields: JsonObject): JsonObject {
  return { owner_id: asText(fields.owner_id) || call.principal.id };
}

function checkOwner(call: Call, fields: JsonObject, previous?: StoredObject): void {
  const owner = asText(fields.owner_id);
  if (previous || call.trusted || owner === "" || owner === call.principal.id) return;
  if (!call.principal.admin)
    reject(call, 630, "Only admins may set an owner other than themselves.", "owner_id", "forbidden");
  if (!call.account.isPrincipal(owner))
    reject(call, 634, "owner_id must be a user or bot of the account.", "owner_id", "unknownReference");
}

function newToken(prefix: string) {
  const token = `${prefix}_${randomText()}`;
  return { response: { token }, stored: { token_sha256: sha256(token) } };
}

export const apiKey: Behavior = {
  check: checkOwner,
  onCreate: ownerId,
  issueToken: () => newToken("api"),
  // The key of the start token is not listed, so that no program adopts it.
  isListed: ({ fields }) => fields.start !== true,
  seedHints: ["token"],
  seed: (_call, values) => {
    const token = asText(values.token);
    return token === "" ? values : { ...values, token_sha256: sha256(token) };
  },
};

/** Accepts the owner's email address, which the service's OpenAPI document allows for tunnel credentials only. */
const withOwnerId = ({ account }: Call, fields: JsonObject): JsonObject =>
  fields.owner_id === OWNER_EMAIL ? { ...fields, owner_id: account.owner.id } : fields;

export const credential: Behavior = {
  check(call, fields, previous) {
    checkOwner(call, withOwnerId(call, fields), previous);
    checkAcl(call, fields);
  },
  onCreate: (call, fields) => ownerId(call, withOwnerId(call, fields)),
  issueToken: () => newToken("cr_token"),
};

const canonicalPublicKey = ({ public_key }: JsonObject) =>
  asText(public_key).trim().split(/\s+/).slice(0, 2).join(" ");

export const sshCredential: Behavior = {
  check(call, fields, previous) {
    checkOwner(call, fields, previous);
    checkAcl(call, fields);
    const key = canonicalPublicKey(fields);
    const hasSameKey = (credential: JsonObject) => canonicalPublicKey(credential) === key;
    const existing = conflictingObject(call, "/ssh_credentials", previous, hasSameKey);
    if (existing) reject(call, 609, `${existing.id} has the same public key.`, "public_key");
  },
  onCreate: ownerId,
};
