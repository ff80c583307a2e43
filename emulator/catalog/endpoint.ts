import type { Attachment } from "../../traffic-policy";
import type { Account, Call } from "../account/account";
import { ApiFailure, refusal, reject } from "../failure";
import { type Json, type JsonObject, textOf, textsOf } from "../json";
import { refusePolicy } from "../modules/policy-refusals";
import type { Behavior } from "../schema/family";
import { readEndpointUrl } from "../schema/formats";
import type { StoredObject } from "../store/storage";
import { hasReservedDomain, isReservedAddress } from "./hostports";
import { conflictingObject } from "./in-use";

/** API reference: "Endpoint". Ephemeral and edge endpoints come from agents and edges, and can only be seeded. */
export const endpoint: Behavior = {
  compute: {
    domain: (account, object) => findReference(account, "/reserved_domains", "domain", object.fields.host),
    tcp_addr: (account, object) => findReference(account, "/reserved_addrs", "addr", object.fields.hostport),
  },
  // Observed on the service.
  omittedFields({ fields }) {
    if (fields.type === "cloud") return ["scheme", "host", "port", "region", "principal"];
    return fields.type === "edge" ? ["uri", "url"] : ["uri"];
  },
  check(call, fields, previous) {
    refusePath(call, fields);
    if (call.trusted) return;
    refuseScheme(call, fields, previous);
    refuseDuplicateUrl(call, fields, previous);
    refuseBindings(call, fields);
    refusePort(call, fields);
    refuseUnreserved(call, fields, previous);
    if (previous?.fields.traffic_policy !== fields.traffic_policy || previous?.fields.url !== fields.url)
      refusePolicy(call, fields.traffic_policy, "traffic_policy", attachment(fields));
  },
  onCreate: ({ principal }) => ({
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
  selectors: {
    id: (values) => (object) => values.includes(object.id),
    url(values) {
      const urls = values.map(selectedUrl);
      return ({ fields }) => urls.includes(textOf(fields.url));
    },
  },
  guard(_call, object) {
    if (object.fields.type !== "cloud")
      throw new ApiFailure(
        "refused",
        `${object.id} is not a cloud endpoint and cannot be changed or deleted.`,
      );
  },
};

function selectedUrl(value: string): string {
  try {
    return readEndpointUrl(value).url;
  } catch {
    throw refusal(
      249,
      `${value.slice(0, 300)} is not the URL of an endpoint, which has a scheme and a host.`,
      "url",
    );
  }
}

function refusePath(call: Call, fields: JsonObject): void {
  const { path } = readEndpointUrl(textOf(fields.url));
  if (path === "") return;
  reject(call, 9037, "url must have no path.", "url", "invalid");
}

/** Observed on the service. */
function refuseScheme(call: Call, fields: JsonObject, previous?: StoredObject): void {
  const readScheme = (url: Json | undefined) => readEndpointUrl(textOf(url)).scheme;
  if (previous && readScheme(previous.fields.url) !== readScheme(fields.url))
    reject(call, 18005, "The scheme of the URL cannot be changed in place.", "url");
}

/** Internal endpoints have no on_tcp_connect: requests are forwarded to them without a connection of their own. */
function attachment({ url, bindings }: JsonObject): Attachment {
  const { scheme: protocol, host } = readEndpointUrl(textOf(url));
  const isInternal = host.endsWith(".internal") || textsOf(bindings).includes("internal");
  if (!isInternal) return { name: `a URL of ${protocol}`, protocol, host };
  const name = `an internal URL of ${protocol}`;
  if (!protocol.startsWith("http")) return { name, protocol };
  return { name, protocol, lacks: { phase: "on_tcp_connect", code: 2262, instead: "use on_http_request" } };
}

/** TCP has no default port; Kubernetes operators do not terminate TLS. */
function refusePort(call: Call, fields: JsonObject): void {
  const { url, host, port, scheme } = readEndpointUrl(textOf(fields.url));
  if (host.endsWith(".internal") && host.split(".").length > 6)
    reject(call, 9031, `${url} must have at most five parts before .internal.`, "url");
  if (port === 0) reject(call, 18003, `${url} has no port.`, "url");
  if (scheme === "https" && textsOf(fields.bindings).includes("kubernetes"))
    reject(call, 18018, `${url} cannot be bound to Kubernetes: use http, tls, or tcp.`, "url");
}

/** A public URL needs a reserved domain or address. Observed on the service. */
function refuseUnreserved(call: Call, fields: JsonObject, previous?: StoredObject): void {
  const { url, scheme, host, port } = readEndpointUrl(textOf(fields.url));
  const bindings = textsOf(fields.bindings);
  const isPublic = bindings.length === 0 ? !host.endsWith(".internal") : bindings.includes("public");
  if (!isPublic || previous?.fields.url === url) return;
  if (scheme !== "tcp" && port !== 443 && port !== 80)
    reject(call, 18023, `${url} must have port 443 or 80.`, "url");
  const isReserved = scheme === "tcp" ? isReservedAddress : hasReservedDomain;
  if (isReserved(call.account, `${host}:${port}`)) return;
  reject(call, 18006, `No domain or address is reserved for ${url}.`, "url");
}

const BINDINGS = ["public", "internal", "kubernetes"];

function refuseBindings(call: Call, fields: JsonObject): void {
  const bindings = textsOf(fields.bindings);
  for (const [index, binding] of bindings.entries()) {
    if (!BINDINGS.includes(binding))
      reject(call, 15005, `The binding ${binding} is invalid.`, `bindings[${index}]`);
    if (bindings.indexOf(binding) !== index)
      reject(call, 15006, `The binding ${binding} is a duplicate.`, `bindings[${index}]`);
  }
  if (bindings.length > 1) reject(call, 18007, "An endpoint has at most one binding.", "bindings");
  const { host, url } = readEndpointUrl(textOf(fields.url));
  if (bindings.includes("internal") && !host.endsWith(".internal"))
    reject(call, 9029, `With the internal binding, ${url} must end in .internal.`, "url");
}

/** Returns the Ref of the object with a value, or null. */
function findReference(account: Account, collection: string, key: string, value: Json | undefined): Json {
  const match = account.storage.all(collection).find((object) => object.fields[key] === value);
  return match ? account.ref([collection], match.id) : null;
}

/** A URL belongs to one endpoint, unless all endpoints that share it allow pooling; assumed by convention. */
function refuseDuplicateUrl(call: Call, fields: JsonObject, previous?: StoredObject): void {
  const other = conflictingObject(
    call,
    "/endpoints",
    previous,
    ({ url, pooling_enabled }) =>
      url === fields.url && !(pooling_enabled === true && fields.pooling_enabled === true),
  );
  if (other)
    reject(
      call,
      duplicateUrlCode(fields, other.fields),
      `The URL ${textOf(fields.url)} is in use by ${other.id}.`,
      "url",
      "conflict",
    );
}

function duplicateUrlCode(fields: JsonObject, other: JsonObject): number {
  if (fields.pooling_enabled === true) return 18016;
  return other.pooling_enabled === true ? 18017 : 18009;
}
