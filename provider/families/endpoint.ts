import { type Attachment, checkEndpointPolicy, PROTOCOLS } from "../../traffic-policy";
import { domainProblem, hostProblem, isAddressHost } from "../../traffic-policy/language/hosts";
import { DEFAULT_PORTS } from "../../traffic-policy/language/urls";
import { canonicalUrl } from "../family/canonical-forms";
import type { Finding, Rule } from "../family/field";
import {
  bool,
  combineRejections,
  hostProblemIn,
  oneOf,
  out,
  rejectDuplicates,
  rejectText,
  rejectUnless,
  rejectValue,
  stringSet,
  url,
} from "../family/fields";
import { defineResource } from "../family/resource";
import { notesInCharacters, stamps, time } from "./common";
import { policy } from "./modules/traffic-policy";

function canonicalUrlText(value: unknown): string {
  const canonical = canonicalUrl(value);
  return typeof canonical === "string" ? canonical : "";
}

/** Returns the outputs that a URL determines: none without a scheme, because the service chooses one. */
export function urlFields(text: unknown) {
  const [, scheme, host = "", portText] =
    /^(https?|tcp|tls):\/\/([^/?#:]+)(?::(\d+))?$/.exec(canonicalUrlText(text)) ?? [];
  const proto = PROTOCOLS.find((candidate) => candidate === scheme);
  if (proto === undefined) return {};
  const port = portText === undefined ? DEFAULT_PORTS[proto] : Number(portText);
  return port === undefined ? { proto, host } : { proto, host, port, hostport: `${host}:${port}` };
}

/** The service accepts the binding `internal` only for hostnames that end in `.internal`. */
function impliedBindings(text: unknown): readonly string[] | undefined {
  const [, host] = /^\w+:\/\/([^/?#:]+)/.exec(canonicalUrlText(text)) ?? [];
  if (host === undefined) return undefined;
  return host.endsWith(".internal") ? ["internal"] : ["public"];
}

/** Observed in the service (error 9031). */
function labelProblem(text: string): string | undefined {
  const { host = "" } = urlFields(text);
  return host.endsWith(".internal") && host.split(".").length > 6
    ? "may have at most five labels before .internal: shorten the hostname"
    : undefined;
}

/** @param bindings - A list, the placeholder for an unknown one, or undefined. */
const isPublic = (text: unknown, bindings: unknown): boolean =>
  [bindings ?? impliedBindings(text)].flat().includes("public");

/** Observed in the service (error 18023). Dedicated addresses allow other ports. */
function warnOfUnusualPort(
  text: unknown,
  { bindings }: Readonly<Record<string, unknown>>,
): readonly Finding[] {
  const { proto, port } = urlFields(text);
  if (!isPublic(text, bindings) || proto === undefined || proto === "tcp" || port === 443 || port === 80)
    return [];
  const reason =
    "uses a port other than 443 or 80, which the service accepts only with dedicated addresses: omit the port unless the account has them";
  return [{ isError: false, path: [], reason }];
}

/** The service's published pages require a name and a namespace. A warning only, because no error code is known. */
function warnOfKubernetesHost(
  bindings: unknown,
  { url: text }: Readonly<Record<string, unknown>>,
): readonly Finding[] {
  const { host = "name.namespace" } = urlFields(text);
  if (![bindings].flat().includes("kubernetes") || /^[^.*]+\.[^.*]+$/.test(host)) return [];
  const reason =
    "includes kubernetes, for which the hostname of url should be a name and a namespace, such as http://app.prod: change the hostname, or the operator can't create the service";
  return [{ isError: false, path: [], reason }];
}

const schemeOf = (text: unknown): string | undefined => /^(\w+):\/\//.exec(canonicalUrlText(text))?.[1];

/** Returns what the traffic policy is attached to; undefined while the URL is unknown. */
function attachment({ url: text, bindings }: Readonly<Record<string, unknown>>): Attachment | undefined {
  const scheme = schemeOf(text);
  const protocol = PROTOCOLS.find((candidate) => candidate === scheme);
  if (protocol === undefined) return undefined;
  const possibleBindings = [impliedBindings(text), bindings].flat();
  const isHttp = protocol === "http" || protocol === "https";
  if (!isHttp) return { name: `a ${protocol} endpoint`, protocol };
  const { host } = urlFields(text);
  if (!possibleBindings.includes("internal"))
    return { name: `an ${protocol} endpoint`, protocol, ...(host && { host }) };
  // Forwarded requests have no connection of their own.
  const instead =
    "move its rules to on_http_request, or to the policy of the endpoint that forwards to this one";
  return {
    name: `an internal ${protocol} endpoint`,
    protocol,
    lacks: { phase: "on_tcp_connect", code: 2262, instead },
  };
}

/** Also accepts the names of Kubernetes operators' bindings, which the service returns. */
const rejectOtherBindings = rejectUnless(
  /^(?:public|internal|k8s.*|kubernetes.*)$/,
  'must be "public", "internal" or "kubernetes"',
);

/** Observed in the service (error 18006). */
const reservableHost: Rule = {
  keys: ["url", "bindings"],
  newOnly: true,
  text: "The host of a public `url` can be reserved: a domain, or with the scheme `tcp` an address.",
  violation({ url: text, bindings }) {
    const { proto, host } = urlFields(text);
    if (host === undefined || !isPublic(text, bindings)) return undefined;
    if (proto === "tcp" && !isAddressHost(host))
      return "must be the address of a ReservedAddr, such as tcp://1.tcp.ngrok.io:20000, because TCP isn't served on domains";
    // The form of `url` has its own check.
    const reason = hostProblem(host) === undefined ? domainProblem(host) : undefined;
    return reason && bindings !== undefined ? `${reason}, or change the binding public` : reason;
  },
};

/** Observed in the service (error 18007). */
const rejectSeveral = rejectValue((bindings) =>
  Array.isArray(bindings) && bindings.length > 1 ? "must have at most one binding" : undefined,
);

/** Observed in the service (error 9029). */
const internalHostname: Rule = {
  keys: ["url", "bindings"],
  errorKey: "bindings",
  newOnly: true,
  text: "With the binding `internal`, the hostname of `url` ends in `.internal`.",
  violation: ({ url: text, bindings }) =>
    [bindings].flat().includes("internal") && impliedBindings(text)?.includes("public")
      ? "includes internal, which requires a hostname that ends in .internal: change the hostname in url, or remove the binding"
      : undefined,
};

/** Observed in the service (errors 9041, 18018). */
const kubernetesScheme: Rule = {
  keys: ["url", "bindings"],
  errorKey: "bindings",
  newOnly: true,
  text: "With the binding `kubernetes`, the scheme of `url` is http, tls, or tcp.",
  violation: ({ url: text, bindings }) =>
    [bindings].flat().includes("kubernetes") && schemeOf(text) === "https"
      ? "includes kubernetes, which requires the scheme http, tls, or tcp: change the scheme in url, or remove the binding"
      : undefined,
};

const RESERVED_OBJECT = { nullable: true, volatile: true, changesWith: ["url"] } as const;

export const endpoint = defineResource({
  name: "Endpoint",
  summary:
    "A cloud endpoint: a URL that the service serves according to a traffic policy, without an agent. Endpoints that agents and edges create can be looked up but not managed.",
  section: "Endpoint",
  path: "/endpoints",
  filterableBy: ["description", "metadata"],
  inputs: {
    url: url("URL of the endpoint, such as `https://app.example.com`.", {
      hosts: "uses",
      rejects: rejectText((text) => hostProblemIn(text) ?? labelProblem(text)),
      inspect: warnOfUnusualPort,
    }),
    type: oneOf(
      { cloud: "Served by the service itself, according to its traffic policy." },
      "Type of the endpoint: only cloud endpoints can be created.",
      { unset: { sends: "cloud", also: "at creation" }, responseValues: ["ephemeral", "edge", "cloud"] },
    ).optional(),
    trafficPolicy: policy("The traffic policy", (value, inputs) =>
      checkEndpointPolicy(value, attachment(inputs)),
    ),
    ...notesInCharacters("What the endpoint is for."),
    bindings: stringSet(
      "Bindings of the endpoint; by default `internal` if the hostname of `url` ends in `.internal`, otherwise `public`. Order is ignored.",
      {
        unset: "serverDefault",
        changesWith: ["url"],
        inspect: warnOfKubernetesHost,
        rejects: combineRejections(rejectOtherBindings, rejectDuplicates(), rejectSeveral),
      },
    ).optional(),
    poolingEnabled: bool("Whether other endpoints may share the URL.", {
      unset: { sends: false },
    }).optional(),
  },
  fixedParts: { url: { name: "scheme", extract: schemeOf } },
  update: ["url", "trafficPolicy", "description", "metadata", "bindings", "poolingEnabled"],
  outputs: {
    ...stamps,
    uri: out.string("API URI of the object; null for endpoints of other types than `cloud`.", {
      nullable: true,
      volatile: true,
    }),
    updatedAt: time("When the endpoint was last changed.", {
      nullable: true,
      volatile: true,
      changesWith: ["*"],
    }),
    region: out.string("Region that the endpoint belongs to.", { nullable: true, volatile: true }),
    publicUrl: out.string("URL of the hostport that is served.", {
      deprecated: "Use `url`, which has the same value: ngrok has deprecated this field.",
      changesWith: ["url"],
      reveals: ["url"],
    }),
    proto: out.oneOf(PROTOCOLS, "Protocol.", { changesWith: ["url"] }),
    scheme: out.string("Scheme of the URL; the service may omit it.", {
      nullable: true,
      changesWith: ["url"],
      reveals: ["url"],
    }),
    hostport: out.string("Hostname and port as `hostname:port`; soon to be deprecated by the service.", {
      changesWith: ["url"],
    }),
    host: out.string("Hostname of the URL, if it has one.", { nullable: true, changesWith: ["url"] }),
    port: out.number("Port of the URL, if it has one.", { nullable: true, changesWith: ["url"] }),
    name: out.string("User-defined name of the endpoint.", { nullable: true }),
    domain: out.ref("The reserved domain that it uses.", RESERVED_OBJECT),
    tcpAddr: out.ref("The reserved address that it uses.", RESERVED_OBJECT),
    tunnel: out.ref("The tunnel that serves it, if it is ephemeral.", { nullable: true, volatile: true }),
    edge: out.ref("The edge that serves it, if it is an edge's.", { nullable: true, volatile: true }),
    upstreamUrl: out.string("Local address that the tunnel forwards to.", { nullable: true }),
    upstreamProtocol: out.string("Protocol that the agent forwards with.", { nullable: true }),
    principal: out.ref("The user or bot that owns it.", { nullable: true, volatile: true }),
    tunnelSession: out.ref("Session of the agent that serves the endpoint.", {
      nullable: true,
      volatile: true,
    }),
  },
  implied: { bindings: ({ url: text }) => impliedBindings(text) },
  naturalKey: ["url"],
  rules: [reservableHost, internalHostname, kubernetesScheme],
  sharesName: {
    when: ({ poolingEnabled }) => poolingEnabled === true,
    how: "set poolingEnabled to true on both",
  },
  derive: {
    from: ["url"],
    outputs: ["proto", "host", "port", "hostport"],
    compute: (inputs) => urlFields(inputs.url),
  },
  // The service returns endpoints of edges with only the older field.
  observe: { url: ({ url, publicUrl }) => url ?? publicUrl },
  manages: ({ type }) => type === "cloud",
});
