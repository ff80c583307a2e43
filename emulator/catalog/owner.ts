import type { Call } from "../account/call";
import { ApiFailure } from "../failure";
import { type JsonObject, textOf, textsOf } from "../json";
import { refuseAsService } from "../service";
import type { StoredObject } from "../store/storage";

/** A rule of an ACL is `*` or begins with `bind:`. */
export function checkAcl(call: Call, { acl }: JsonObject): void {
  if (!textsOf(acl).every((rule) => rule === "*" || rule.startsWith("bind:")))
    refuseAsService(call, 600, "A rule is neither * nor begins with bind:.", "acl");
}

/** Defaults to the authenticated user or bot. API reference: "Authentication", rule 3. */
export function ownedBy(call: Call, fields: JsonObject): JsonObject {
  return { owner_id: textOf(fields.owner_id) || call.principal.id };
}

/** Only admins may set an owner other than themselves. API reference: "Authentication", rule 3. */
export function checkOwner(call: Call, fields: JsonObject, previous?: StoredObject): void {
  const owner = textOf(fields.owner_id);
  if (previous || call.trusted || owner === "" || owner === call.principal.id) return;
  if (!call.principal.admin) {
    refuseAsService(call, 630, "Only admins may set an owner other than themselves.", "owner_id");
    throw new ApiFailure("forbidden", "Only admins may set an owner other than themselves.", "owner_id");
  }
  if (call.account.isPrincipal(owner)) return;
  refuseAsService(call, 634, "owner_id names no user or bot of the account.", "owner_id");
  throw new ApiFailure("unknownReference", "owner_id names no user or bot of the account.", "owner_id");
}
