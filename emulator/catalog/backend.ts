import type { Call } from "../account/call";
import { ApiFailure } from "../failure";
import { type JsonObject, textsOf } from "../json";
import { modules } from "../modules";
import { refuseAsService } from "../service";
import type { StoredObject } from "../store/storage";
import { inModule, refuseWhileInUse } from "./in-use";

/** The collections that a backend id may refer to. */
const BACKENDS = modules.get("backend")?.fields.backend_id?.reference?.to ?? [];

/** Ids of the children of a weighted or failover backend. */
function childIds(fields: JsonObject): readonly string[] {
  const { backends } = fields;
  return Array.isArray(backends) ? textsOf(backends) : Object.keys(backends ?? {});
}

/** A backend cannot be deleted while edges, routes or other backends use it; assumed by convention. */
export function guardBackend(call: Call, object: StoredObject, operation: "update" | "delete"): void {
  if (operation !== "delete") return;
  const { account } = call;
  refuseWhileInUse(account, object, ["/edges/tls", "/edges/tcp", "/edges/https/"], (user) =>
    inModule(user, "backend", "backend_id"),
  );
  refuseWhileInUse(
    account,
    object,
    BACKENDS,
    (user) => childIds(user.fields),
    (why) => refuseAsService(call, 6502, why),
  );
}

/** A backend must not contain itself, directly or indirectly. */
export function refuseCycle({ account, trusted }: Call, fields: JsonObject, previous?: StoredObject): void {
  if (trusted || !previous) return;
  const seen = new Set<string>();
  const open = [...childIds(fields)];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (id === previous.id)
      throw new ApiFailure("invalid", "backends would make the backend contain itself.", "backends");
    if (seen.has(id)) continue;
    seen.add(id);
    for (const collection of BACKENDS)
      open.push(...childIds(account.storage.get(collection, id)?.fields ?? {}));
  }
}
