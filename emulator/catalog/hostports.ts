import { ApiFailure } from "../failure";
import { type JsonObject, textsOf } from "../json";
import type { Call } from "../schema/family";
import { hostport } from "../schema/formats";
import { list } from "../schema/params";
import type { StoredObject } from "../store/storage";

const EDGES = ["/edges/tls", "/edges/tcp", "/edges/https"];

/** Hostports served by an edge, in canonical form. */
export const hostports = list({ format: hostport });

/** A hostport belongs to one edge of the account, of whatever kind; assumed by convention. */
export function refuseTakenHostports(
  { account, trusted }: Call,
  fields: JsonObject,
  previous?: StoredObject,
): void {
  if (trusted) return;
  const wanted = new Set(textsOf(fields.hostports));
  if (wanted.size === 0) return;
  for (const collection of EDGES)
    for (const edge of account.storage.all(collection)) {
      if (edge.id === previous?.id) continue;
      const taken = textsOf(edge.fields.hostports).find((item) => wanted.has(item));
      if (taken)
        throw new ApiFailure(
          "conflict",
          `The hostport ${taken} is served by ${collection}/${edge.id}.`,
          "hostports",
        );
    }
}
