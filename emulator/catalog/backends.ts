import type { Call } from "../account/account";
import { ApiFailure, reject } from "../failure";
import { asObject, asText, type JsonObject, textsIn } from "../json";
import { modules } from "../modules";
import { lowerCaseNames, refuseHeaders } from "../modules/headers";
import type { Behavior } from "../schema/family";
import type { StoredObject } from "../store/storage";
import { idsInModule, refuseWhileInUse } from "./in-use";
import { includesTunnel } from "./tunnels";

const BACKENDS = modules.get("backend")?.fields.backend_id?.to ?? [];

/** Ids of the children of a weighted or failover backend. */
function childIds(fields: JsonObject): readonly string[] {
  const { backends } = fields;
  return Array.isArray(backends) ? textsIn(backends) : Object.keys(backends ?? {});
}

/** An assumption: a backend can't be deleted while an edge, a route, or another backend uses it. */
function refuseDeletion(call: Call, object: StoredObject): void {
  refuseWhileInUse(call, object, ["/edges/tls", "/edges/tcp", "/edges/https/"], (user) =>
    idsInModule(user, "backend", "backend_id"),
  );
  refuseWhileInUse(call, object, BACKENDS, (user) => childIds(user.fields), 6502);
}

/** A backend must not contain itself, directly or indirectly. */
function refuseCycle({ account, trusted }: Call, fields: JsonObject, previous?: StoredObject): void {
  if (trusted || !previous) return;
  const visited = new Set<string>();
  const pending = [...childIds(fields)];
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    const why = "backends must not include the backend itself, directly or indirectly.";
    if (id === previous.id) throw new ApiFailure("invalid", why, "backends");
    if (visited.has(id)) continue;
    visited.add(id);
    for (const collection of BACKENDS)
      pending.push(...childIds(account.storage.get(collection, id)?.fields ?? {}));
  }
}

export const failoverBackend: Behavior = { check: refuseCycle, refuseDeletion };

export const httpResponseBackend: Behavior = {
  compute: { status_code: (_account, { fields }) => fields.status_code ?? 200 },
  check: (call, { headers }) => refuseHeaders(call, headers, "headers"),
  derive: ({ account }, { headers = null }) => ({
    headers: account.settings.reference ? headers : lowerCaseNames(headers),
  }),
  refuseDeletion,
};

export const staticBackend: Behavior = {
  check(call, { address }) {
    const text = asText(address);
    const [, host, port = ""] = /^(\[[0-9a-f:.]+\]|[^\s/:@[\]]*):([1-9]\d*)$/i.exec(text) ?? [];
    if (host === "") reject(call, 6507, "The address has no host.", "address");
    if (host === undefined || Number(port) > 65_535)
      reject(call, 6506, "The address is not host:port.", "address");
  },
  refuseDeletion,
};

export const tunnelGroupBackend: Behavior = {
  compute: {
    tunnels: (account, group) =>
      account.storage
        .all("/tunnels")
        .filter((tunnel) => includesTunnel(group, tunnel))
        .map(({ id }) => account.ref(["/tunnels"], id)),
  },
  check(call, { labels }) {
    for (const [key, value] of Object.entries(asObject(labels))) {
      if (key === "") reject(call, 6509, "A label has no key.", "labels");
      if (key.includes("=") || asText(value).includes("="))
        reject(call, 6531, "A label has an equals sign in its key or value.", "labels");
    }
  },
  refuseDeletion,
};

export const weightedBackend: Behavior = { check: refuseCycle, refuseDeletion };
