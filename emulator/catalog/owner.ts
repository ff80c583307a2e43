import type { Call } from "../account/call";
import { type JsonObject, textOf, textsOf } from "../json";
import { canonicalHostname, isServable } from "../schema/formats";
import { refuse, refuseAsService } from "../service";
import type { StoredObject } from "../store/storage";

/** Of a domain, of an address as a domain with a port, or of a label. */
const BOUND = /^(?:[^=\s]+=[^=]*|[^=\s/:]+(?::\d{1,5})?)$/;

function isRule(rule: string): boolean {
  if (rule === "*" || rule === "bind:*") return true;
  const bound = rule.startsWith("bind:") ? rule.slice(5) : "";
  if (!BOUND.test(bound)) return false;
  if (bound.includes("=")) return true;
  const [host = "", port = "1"] = bound.split(":");
  return isServable(canonicalHostname(host)) && Number(port) >= 1 && Number(port) <= 65_535;
}

/** A rule of an ACL is `*`, or `bind:` with a domain, an address or a label. */
export function checkAcl(call: Call, { acl }: JsonObject): void {
  if (!textsOf(acl).every(isRule))
    refuseAsService(call, 600, "A rule is neither * nor bind: with a domain, an address or a label.", "acl");
}

/** Defaults to the authenticated user or bot. API reference: "Authentication", rule 3. */
export function ownedBy(call: Call, fields: JsonObject): JsonObject {
  return { owner_id: textOf(fields.owner_id) || call.principal.id };
}

/** Only admins may set an owner other than themselves. API reference: "Authentication", rule 3. */
export function checkOwner(call: Call, fields: JsonObject, previous?: StoredObject): void {
  const owner = textOf(fields.owner_id);
  if (previous || call.trusted || owner === "" || owner === call.principal.id) return;
  if (!call.principal.admin)
    refuse(call, 630, "forbidden", "Only admins may set an owner other than themselves.", "owner_id");
  if (!call.account.isPrincipal(owner))
    refuse(call, 634, "unknownReference", "owner_id names no user or bot of the account.", "owner_id");
}
