import { type Attachment, checkEndpointPolicy, PROTOCOLS } from "../../traffic-policy";
import { DEFAULT_PORTS } from "../../traffic-policy/language/urls";
import { canonicalUrl } from "../family/canonical-forms";
import type { Finding, Rule } from "../family/field";
import {
  bool,
  oneOf,
  out,
  refusing,
  refusingAny,
  refusingTwice,
  stringSet,
  url,
  wrongHostIn,
} from "../family/fields";
import { defineResource } from "../family/resource";
import { description255, metadata4096, stamps, time } from "./common";
import { policy } from "./modules/traffic-policy";

/** The canonical URL; empty for what is no string. */
function canonicalText(given: unknown): string {
  const canonical = canonicalUrl(given);
  return typeof canonical === "string" ? canonical : "";
}

/**
 * The outputs that follow from an endpoint's URL, where the field names leave no doubt: nothing without a scheme,
 * which the service then chooses.
 */
export function urlFields(text: unknown) {
  const [, scheme, host = "", named] =
    /^(https?|tcp|tls):\/\/([^/?#:]+)(?::(\d+))?$/.exec(canonicalText(text)) ?? [];
  const proto = PROTOCOLS.find((known) => known === scheme);
  if (proto === undefined) return {};
  const port = named === undefined ? DEFAULT_PORTS[proto] : Number(named);
  return port === undefined ? { proto, host } : { proto, host, port, hostport: `${host}:${port}` };
}

/**
 * The bindings of an endpoint where the program does not set them. The service accepts the binding `internal` only
 * for hostnames that end in `.internal`, and serves no other hostname only internally.
 */
function impliedBindings(text: unknown): readonly string[] | undefined {
  const [, host] = /^\w+:\/\/([^/?#:]+)/.exec(canonicalText(text)) ?? [];
  if (host === undefined) return undefined;
  return host.endsWith(".internal") ? ["internal"] : ["public"];
}

/** Observed at the service (9031). */
function tooDeep(text: string): string | undefined {
  const { host = "" } = urlFields(text);
  return host.endsWith(".internal") && host.split(".").length > 6
    ? "may have at most five parts before .internal: shorten the hostname"
    : undefined;
}

/** Observed at the service (18023). Dedicated addresses allow other ports. */
function unusualPort(text: unknown, { bindings }: Readonly<Record<string, unknown>>): readonly Finding[] {
  const { proto, port } = urlFields(text);
  const isPublic = [bindings ?? impliedBindings(text)].flat().includes("public");
  if (!isPublic || proto === undefined || proto === "tcp" || port === 443 || port === 80) return [];
  const reason =
    "has another port than 443 and 80, which the service accepts only with dedicated addresses: leave the port out unless the account has them";
  return [{ isError: false, path: [], reason }];
}

const schemeOf = (text: unknown): string | undefined => /^(\w+):\/\//.exec(canonicalText(text))?.[1];

/**
 * The attachment of an endpoint's policy; undefined while the URL is unknown.
 */
function attachment({ url: address, bindings }: Readonly<Record<string, unknown>>): Attachment | undefined {
  const scheme = schemeOf(address);
  const protocol = PROTOCOLS.find((known) => known === scheme);
  if (protocol === undefined) return undefined;
  const bound = [impliedBindings(address), bindings].flat();
  const isHttp = protocol === "http" || protocol === "https";
  if (!isHttp) return { name: `a ${protocol} endpoint`, protocol };
  const { host } = urlFields(address);
  if (!bound.includes("internal"))
    return { name: `an ${protocol} endpoint`, protocol, ...(host && { host }) };
  // Requests are forwarded to it without a connection of their own (error 2262).
  const instead = "move them to on_http_request, or to the policy of the endpoint that forwards to this one";
  return {
    name: `an internal ${protocol} endpoint`,
    protocol,
    lacks: { phase: "on_tcp_connect", instead },
  };
}

/** The service may name operators of Kubernetes as well. */
const wrongBinding = (binding: string) =>
  /^(?:public|internal|k8s.*|kubernetes.*)$/.test(binding)
    ? undefined
    : 'must be "public", "internal" or "kubernetes"';

/** Observed at the service (9029). */
const internalHost: Rule = {
  keys: ["url", "bindings"],
  at: "bindings",
  ofNew: true,
  text: "With the binding `internal` the hostname of `url` ends in `.internal`.",
  broken: ({ url: address, bindings }) =>
    [bindings].flat().includes("internal") && impliedBindings(address)?.includes("public")
      ? "has internal, which goes with a hostname that ends in .internal: change the hostname of url, or remove the binding"
      : undefined,
};

/** Observed at the service (9041, 18018). */
const kubernetesScheme: Rule = {
  keys: ["url", "bindings"],
  at: "bindings",
  ofNew: true,
  text: "With the binding `kubernetes` the scheme of `url` is http, tls or tcp.",
  broken: ({ url: address, bindings }) =>
    [bindings].flat().includes("kubernetes") && schemeOf(address) === "https"
      ? "has kubernetes, which goes with the schemes http, tls and tcp: change the scheme of url, or remove the binding"
      : undefined,
};

/** API reference, section "Endpoint". */
export const endpoint = defineResource({
  name: "Endpoint",
  summary:
    "A cloud endpoint: a URL whose traffic policy the service applies, without an agent. Endpoints of other types, which agents and edges make, can be looked up but not managed.",
  section: "Endpoint",
  path: "/endpoints",
  listKey: "endpoints",
  filtered: ["description", "metadata"],
  inputs: {
    url: url("URL of the endpoint, such as `https://app.example.com`.", {
      hosts: "uses",
      refuses: refusing((text) => wrongHostIn(text) ?? tooDeep(text)),
      inspect: unusualPort,
    }),
    type: oneOf(
      { cloud: "It answers at the service itself, by its traffic policy." },
      "Type of the endpoint: only cloud endpoints can be created.",
      {
        unset: { sends: "cloud", also: "at creation" },
        responseValues: ["ephemeral", "edge", "cloud"],
      },
    ).optional(),
    trafficPolicy: policy(
      "The traffic policy",
      (value, inputs) => checkEndpointPolicy(value, attachment(inputs)),
      refusing((text) =>
        text.trim() === "" ? "must be a policy: a cloud endpoint answers by it alone" : undefined,
      ),
    ),
    description: description255("What the endpoint is for."),
    metadata: metadata4096,
    bindings: stringSet(
      "Bindings of the endpoint; by default `internal` if the hostname of `url` ends in `.internal`, otherwise `public`. The order has no meaning.",
      {
        unset: "serverDefault",
        changesWith: ["url"],
        refuses: refusingAny(refusing(wrongBinding), refusingTwice()),
      },
    ).optional(),
    poolingEnabled: bool("Whether other endpoints may share the URL.", {
      unset: { sends: false },
    }).optional(),
  },
  fixedParts: { url: { what: "scheme", of: schemeOf } },
  update: ["url", "trafficPolicy", "description", "metadata", "bindings", "poolingEnabled"],
  outputs: {
    ...stamps,
    uri: out.string("API URI of the object; null for endpoints of other types than `cloud`.", {
      nullable: true,
      volatile: true,
    }),
    updatedAt: time("When the endpoint was changed last.", {
      nullable: true,
      volatile: true,
      changesWith: ["*"],
    }),
    region: out.string("Region that the endpoint belongs to.", { nullable: true, volatile: true }),
    publicUrl: out.string("URL of the hostport that is served.", {
      deprecated: "Use `url`, which says the same: ngrok has deprecated this field.",
      changesWith: ["url"],
      madeOf: ["url"],
    }),
    proto: out.oneOf(PROTOCOLS, "Protocol.", { changesWith: ["url"] }),
    scheme: out.string("Scheme of the URL; the service may leave it out.", {
      nullable: true,
      changesWith: ["url"],
      madeOf: ["url"],
    }),
    hostport: out.string("Hostname and port as `hostname:port`; soon to be deprecated by the service.", {
      changesWith: ["url"],
    }),
    host: out.string("Hostname of the URL, where it has one.", { nullable: true, changesWith: ["url"] }),
    port: out.number("Port of the URL, where it has one.", { nullable: true, changesWith: ["url"] }),
    name: out.string("Name that a user has given to the endpoint.", { nullable: true }),
    domain: out.ref("The reserved domain that it uses.", {
      nullable: true,
      volatile: true,
      changesWith: ["url"],
    }),
    tcpAddr: out.ref("The reserved address that it uses.", {
      nullable: true,
      volatile: true,
      changesWith: ["url"],
    }),
    tunnel: out.ref("The tunnel that serves it, if it is ephemeral.", { nullable: true, volatile: true }),
    edge: out.ref("The edge that serves it, if it is an edge's.", { nullable: true, volatile: true }),
    upstreamUrl: out.string("Local address that the tunnel forwards to.", { nullable: true }),
    upstreamProtocol: out.string("Protocol that the agent forwards with.", { nullable: true }),
    principal: out.ref("The user or bot that owns it.", { nullable: true, volatile: true }),
    tunnelSession: out.ref("Session of the agent that serves it.", { nullable: true, volatile: true }),
  },
  implied: { bindings: ({ url: address }) => impliedBindings(address) },
  naturalKey: ["url"],
  rules: [internalHost, kubernetesScheme],
  sharesName: {
    when: ({ poolingEnabled }) => poolingEnabled === true,
    how: "set poolingEnabled to true on both",
  },
  derive: {
    from: ["url"],
    outputs: ["proto", "host", "port", "hostport"],
    compute: (inputs) => urlFields(inputs.url),
  },
  // Endpoints of edges are returned with the older field only.
  observe: { url: ({ url, publicUrl }) => url ?? publicUrl },
  manages: ({ type }) => type === "cloud",
});
