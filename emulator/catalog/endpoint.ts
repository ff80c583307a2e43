import type { Account } from "../account/account";
import { ApiFailure } from "../failure";
import { type Json, type JsonObject, textOf, textsOf } from "../json";
import { refuseUnknownActions } from "../modules/policy-actions";
import { type Call, EVERY_OPERATION, type Family } from "../schema/family";
import { endpointUrl, readEndpointUrl } from "../schema/formats";
import { boolean, list, string } from "../schema/params";
import { returned } from "../schema/responses";
import { refuseAsService } from "../service";
import type { StoredObject } from "../store/storage";
import { freeNotes } from "./shared";

/** API reference: "Endpoint". Ephemeral and edge endpoints come from agents and edges: they can only be seeded. */
export const endpoint: Family = {
  stem: "endpoint",
  name: "Endpoint",
  section: "Endpoint",
  collection: "/endpoints",
  listKey: "endpoints",
  filtered: true,
  idPrefix: "ep",
  operations: EVERY_OPERATION,
  create: {
    url: string({ required: true, format: endpointUrl }),
    type: string({ required: true, enum: ["cloud"], default: "cloud" }),
    traffic_policy: string({ required: true }),
    ...freeNotes,
    bindings: list({ default: null }),
    pooling_enabled: boolean(false),
  },
  update: ["url", "traffic_policy", "description", "metadata", "bindings", "pooling_enabled"],
  response: {
    region: returned.string(),
    updated_at: returned.string(),
    public_url: returned.string({ from: "url" }),
    proto: returned.string({ enum: ["http", "https", "tcp", "tls"] }),
    scheme: returned.string(),
    hostport: returned.string(),
    host: returned.string(),
    port: returned.int64(),
    type: returned.string({ enum: ["ephemeral", "edge", "cloud"] }),
    metadata: returned.string(),
    description: returned.string(),
    domain: {
      ...returned.ref("domain_id", ["/reserved_domains"]),
      compute: (account, object) => found(account, "/reserved_domains", "domain", object.fields.host),
    },
    tcp_addr: {
      ...returned.ref("tcp_addr_id", ["/reserved_addrs"]),
      compute: (account, object) => found(account, "/reserved_addrs", "addr", object.fields.hostport),
    },
    tunnel: returned.ref("tunnel_id", ["/tunnels"]),
    edge: returned.ref("edge_id", ["/edges/tls", "/edges/tcp", "/edges/https"]),
    upstream_url: returned.string(),
    upstream_protocol: returned.string(),
    url: returned.string(),
    principal: {
      type: "Ref",
      from: "principal_id",
      to: ["/users", "/bot_users", "/service_users"],
    },
    traffic_policy: returned.string(),
    bindings: returned.list(),
    tunnel_session: returned.ref("tunnel_session_id", ["/tunnel_sessions"]),
    name: returned.string(),
    pooling_enabled: returned.boolean(),
  },
  // Observed on the service.
  leavesOut({ fields }) {
    if (fields.type === "cloud") return ["scheme", "host", "port", "region", "principal"];
    return fields.type === "edge" ? ["uri", "url"] : ["uri"];
  },
  seedable: [
    "region",
    "name",
    "tunnel_id",
    "edge_id",
    "tunnel_session_id",
    "upstream_url",
    "upstream_protocol",
  ],
  check(call, fields, previous) {
    if (call.trusted) return;
    refuseTaken(call, fields, previous);
    refuseBindings(call, fields);
    refuseUnknownActions(call, fields.traffic_policy, "traffic_policy");
  },
  atCreation: ({ principal }) => ({
    region: "global",
    name: "",
    upstream_url: "",
    upstream_protocol: "",
    principal_id: principal.id,
    tunnel_id: null,
    edge_id: null,
    tunnel_session_id: null,
  }),
  derive({ account }, fields) {
    const { scheme, host, port } = readEndpointUrl(textOf(fields.url));
    const bindings =
      Array.isArray(fields.bindings) && fields.bindings.length > 0
        ? fields.bindings
        : [host.endsWith(".internal") ? "internal" : "public"];
    const hostport = port === 0 ? host : `${host}:${port}`;
    return { proto: scheme, scheme, host, port, hostport, bindings, updated_at: account.clock.timestamp() };
  },
  guard(_call, object) {
    if (object.fields.type !== "cloud")
      throw new ApiFailure(
        "refused",
        `${object.id} is not a cloud endpoint: it cannot be changed or deleted here.`,
      );
  },
};

const BINDINGS = ["public", "internal", "kubernetes"];

function refuseBindings(call: Call, fields: JsonObject): void {
  const bindings = textsOf(fields.bindings);
  for (const [index, binding] of bindings.entries()) {
    if (!BINDINGS.includes(binding))
      refuseAsService(call, 15005, `The binding ${binding} is invalid.`, `bindings[${index}]`);
    if (bindings.indexOf(binding) !== index)
      refuseAsService(call, 15006, `The binding ${binding} is given twice.`, `bindings[${index}]`);
  }
  const { host, url } = readEndpointUrl(textOf(fields.url));
  if (bindings.includes("internal") && !host.endsWith(".internal"))
    refuseAsService(call, 9029, `With the internal binding ${url} must end in .internal.`, "url");
}

/** Ref of the object whose `key` holds the value, or null. */
function found(account: Account, collection: string, key: string, value: Json | undefined): Json {
  const match = account.storage.all(collection).find((object) => object.fields[key] === value);
  return match ? account.ref([collection], match.id) : null;
}

/** A URL belongs to one endpoint, unless all endpoints that share it allow pooling; assumed by convention. */
function refuseTaken({ account }: Call, fields: JsonObject, previous?: StoredObject): void {
  const other = account.storage
    .all("/endpoints")
    .find(
      (candidate) =>
        candidate.id !== previous?.id &&
        candidate.fields.url === fields.url &&
        !(candidate.fields.pooling_enabled === true && fields.pooling_enabled === true),
    );
  if (other)
    throw new ApiFailure("conflict", `The URL ${textOf(fields.url)} is taken by ${other.id}.`, "url");
}
