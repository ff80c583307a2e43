import type { Attachment } from "../../traffic-policy";
import type { Account, Call } from "../account/account";
import { ApiFailure, refusal, reject } from "../failure";
import { asText, type Json, type JsonObject, textsIn } from "../json";
import { refusePolicy } from "../modules/policy-refusals";
import type { Behavior } from "../schema/family";
import { type EndpointUrl, readEndpointUrl } from "../schema/formats";
import type { StoredObject } from "../store/storage";
import { hasReservedDomain, isReservedAddress } from "./hostports";
import { conflictingObject } from "./in-use";

/** Requests create cloud endpoints. Those of agents (`ephemeral`) and edges can only be seeded. */
export const endpoint: Behavior = {
  compute: {
    domain: (account, object) => findReference(account, "/reserved_domains", "domain", object.fields.host),
    tcp_addr: (account, object) => findReference(account, "/reserved_addrs", "addr", object.fields.hostport),
  },
  // Observed in the service.
  omittedFields({ fields }) {
    if (fields.type === "cloud") return ["scheme", "host", "port", "region", "principal"];
    return fields.type === "edge" ? ["uri", "url"] : ["uri"];
  },
  check(call, fields, previous) {
    const url = readEndpointUrl(asText(fields.url));
    if (url.path !== "") reject(call, 9037, "url must have no path.", "url", "invalid");
    if (call.trusted) return;
    // Observed in the service.
    if (previous && readEndpointUrl(asText(previous.fields.url)).scheme !== url.scheme)
      reject(call, 18005, "The scheme of the URL cannot be changed in place.", "url");
    refuseDuplicateUrl(call, fields, previous);
    const bindings = textsIn(fields.bindings);
    refuseBindings(call, url, bindings);
    refuseUrl(call, url, bindings);
    const isMoved = previous?.fields.url !== fields.url;
    const isRebound = JSON.stringify(previous?.fields.bindings) !== JSON.stringify(fields.bindings);
    if (isMoved || isRebound) refuseUnreserved(call, url, bindings);
    if (isMoved || previous?.fields.traffic_policy !== fields.traffic_policy)
      refusePolicy(call, fields.traffic_policy, "traffic_policy", attachment(url, bindings));
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
    const { scheme, host, port } = readEndpointUrl(asText(fields.url));
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
      return ({ fields }) => urls.includes(asText(fields.url));
    },
  },
  refuseUpdate: refuseUnlessCloud,
  refuseDeletion: (_call, object) => refuseUnlessCloud(object),
};

function refuseUnlessCloud({ id, fields }: StoredObject): void {
  if (fields.type !== "cloud")
    throw new ApiFailure("refused", `${id} is not a cloud endpoint and cannot be changed or deleted.`);
}

function selectedUrl(value: string): string {
  try {
    const { url, scheme, port } = readEndpointUrl(value);
    if (scheme !== "tcp" || port !== 0) return url;
  } catch {}
  const why = "is not the URL of an endpoint, which has a scheme, a host, and for tcp a port.";
  throw refusal(249, `${value.slice(0, 300)} ${why}`, "url");
}

const isInternal = ({ host }: EndpointUrl): boolean => host.endsWith(".internal");

/** Internal HTTP endpoints have no on_tcp_connect: requests are forwarded to them without a connection of their own. */
function attachment(url: EndpointUrl, bindings: readonly string[]): Attachment {
  const { scheme: protocol, host } = url;
  if (!isInternal(url) && !bindings.includes("internal"))
    return { name: `a URL of ${protocol}`, protocol, host };
  const name = `an internal URL of ${protocol}`;
  if (!protocol.startsWith("http")) return { name, protocol };
  return { name, protocol, lacks: { phase: "on_tcp_connect", code: 2262, instead: "use on_http_request" } };
}

/** Refuses URLs of internal, TCP, and Kubernetes endpoints as the service does. */
function refuseUrl(call: Call, url: EndpointUrl, bindings: readonly string[]): void {
  if (isInternal(url) && url.host.split(".").length > 6)
    reject(call, 9031, `${url.url} must have at most five parts before .internal.`, "url");
  if (url.port === 0) reject(call, 18003, `${url.url} has no port.`, "url");
  if (url.scheme === "https" && bindings.includes("kubernetes"))
    reject(call, 18018, `${url.url} cannot be bound to Kubernetes: use http, tls, or tcp.`, "url");
}

/** A public URL needs a reserved domain or address. Observed in the service. */
function refuseUnreserved(call: Call, url: EndpointUrl, bindings: readonly string[]): void {
  const isPublic = bindings.length === 0 ? !isInternal(url) : bindings.includes("public");
  if (!isPublic) return;
  if (url.scheme !== "tcp" && url.port !== 443 && url.port !== 80)
    reject(call, 18023, `${url.url} must have port 443 or 80.`, "url");
  const isReserved = url.scheme === "tcp" ? isReservedAddress : hasReservedDomain;
  if (!isReserved(call.account, `${url.host}:${url.port}`))
    reject(call, 18006, `No domain or address is reserved for ${url.url}.`, "url");
}

const BINDINGS = ["public", "internal", "kubernetes"];

function refuseBindings(call: Call, url: EndpointUrl, bindings: readonly string[]): void {
  for (const [index, binding] of bindings.entries()) {
    const path = `bindings[${index}]`;
    if (!BINDINGS.includes(binding)) reject(call, 15005, `The binding ${binding} is invalid.`, path);
    if (bindings.indexOf(binding) !== index)
      reject(call, 15006, `The binding ${binding} is a duplicate.`, path);
  }
  if (bindings.length > 1) reject(call, 18007, "An endpoint has at most one binding.", "bindings");
  if (bindings.includes("internal") && !isInternal(url))
    reject(call, 9029, `With the internal binding, ${url.url} must end in .internal.`, "url");
}

function findReference(account: Account, collection: string, key: string, value: Json | undefined): Json {
  const match = account.storage.all(collection).find((object) => object.fields[key] === value);
  return match ? account.ref([collection], match.id) : null;
}

/** Refuses the URL of another endpoint, except if both allow pooling (an assumption). */
function refuseDuplicateUrl(call: Call, { url, pooling_enabled }: JsonObject, previous?: StoredObject): void {
  const existing = conflictingObject(
    call,
    "/endpoints",
    previous,
    (fields) => fields.url === url && !(fields.pooling_enabled === true && pooling_enabled === true),
  );
  if (!existing) return;
  const code = pooling_enabled === true ? 18016 : existing.fields.pooling_enabled === true ? 18017 : 18009;
  reject(call, code, `The URL ${asText(url)} is in use by ${existing.id}.`, "url", "conflict");
}
