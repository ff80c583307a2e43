import { describe, expect, test } from "vitest";
import { resources } from "../../../provider/families";
import { UNKNOWN } from "../../../provider/family/unknown";
import { checkInputs } from "../../../provider/lifecycle/plan/check";
import type { Inputs } from "../../samples";

/** Paths of what is refused of a program, with the inputs of the last run. */
function refused(name: string, inputs: Inputs, before: Inputs = {}): string[] {
  const family = resources.find((one) => one.name === name);
  if (!family) throw new Error(`there is no class ${name}`);
  const { failures } = checkInputs(family.inputs, before, inputs, { rules: family.rules ?? [] });
  return failures.map(({ path }) => path);
}

const restriction = { ipPolicyId: "ipp_1", action: "allow", cidr: "192.0.2.7" };
const route = (modules: Inputs) => ({ edgeId: "edge_1", matchType: "path_prefix", match: "/", ...modules });
const oauth = (emailAddresses: readonly unknown[]) =>
  route({ oauth: { provider: { github: { emailAddresses } } } });

/** What the service refuses today, and may have taken earlier. */
const cases: readonly (readonly [name: string, inputs: Inputs, path: string])[] = [
  ["ReservedDomain", { domain: "my_app.example.com" }, "domain"],
  ["IpPolicyRule", restriction, "cidr"],
  ["HttpsEdgeRoute", oauth(["Ada@example.com"]), "oauth.provider.github.emailAddresses[0]"],
  ["HttpsEdgeRoute", route({ saml: {} }), "saml.idpMetadata"],
  ...[
    "müller.example.com",
    "a..example.com",
    "-a.example.com",
    "*.*.example.com",
    "xn--a.example.com",
  ].flatMap(
    (host) =>
      [
        ...(host.includes("*") ? [] : [["ReservedDomain", { domain: host }, "domain"] as const]),
        ["Endpoint", { url: `https://${host}`, trafficPolicy: "{}" }, "url"],
        ["TlsEdge", { hostports: [`${host}:443`] }, "hostports[0]"],
        ["Credential", { acl: [`bind:${host}`] }, "acl[0]"],
      ] as const,
  ),
  ["ReservedDomain", { domain: "app.local" }, "domain"],
  ["ReservedDomain", { domain: "app.internal" }, "domain"],
  ["Endpoint", { url: "https://a.b.c.d.e.f.internal", trafficPolicy: "{}" }, "url"],
  ["Credential", { acl: ["bind:"] }, "acl[0]"],
  ["Credential", { acl: ["bind:a b"] }, "acl[0]"],
  ["IpRestriction", { type: "api", ipPolicyIds: ["rd_1"] }, "ipPolicyIds[0]"],
  ["IpPolicyRule", { ...restriction, cidr: "192.0.2.0/24", ipPolicyId: "rd_1" }, "ipPolicyId"],
  ["WeightedBackend", { backends: { rd_1: 1 } }, "backends.rd_1"],
  ["HttpsEdgeRoute", route({ trafficPolicy: {} }), "trafficPolicy.value"],
  ["HttpsEdgeRoute", route({ trafficPolicy: { value: "" } }), "trafficPolicy.value"],
  ["HttpsEdgeRoute", route({ trafficPolicy: { value: null } }), "trafficPolicy.value"],
  ["TunnelGroupBackend", { labels: { "a=b": "c" } }, "labels.a=b"],
  ["ReservedDomain", { domain: "docs.ngrok.com" }, "domain"],
  ["ReservedDomain", { domain: "*.ngrok.app" }, "domain"],
  ["ReservedDomain", { domain: "app.ngrok.app", certificateId: "cert_1" }, "certificateId"],
  [
    "ReservedDomain",
    { domain: "app.ngrok.app", certificateManagementPolicy: {} },
    "certificateManagementPolicy",
  ],
  ["AgentIngress", { domain: "connect.ngrok.app" }, "domain"],
  ["HttpsEdgeRoute", oauth(["ada@xn--a.example"]), "oauth.provider.github.emailAddresses[0]"],
  ["HttpsEdgeRoute", route({ saml: { idpMetadata: "<html/>" } }), "saml.idpMetadata"],
  ["HttpsEdgeRoute", route({ circuitBreaker: { trippedDuration: 0 } }), "circuitBreaker.trippedDuration"],
  ["HttpsEdgeRoute", route({ requestHeaders: { remove: ["Host"] } }), "requestHeaders.remove"],
  ["HttpsEdgeRoute", route({ userAgentFilter: { allow: ["("] } }), "userAgentFilter.allow[0]"],
  [
    "HttpsEdgeRoute",
    route({ webhookVerification: { provider: "sendgrid", secret: "s" } }),
    "webhookVerification.secret",
  ],
  ["HttpsEdgeRoute", route({ match: "app" }), "match"],
  ["HttpsEdgeRoute", route({ match: "/app?a=b" }), "match"],
  [
    "HttpsEdgeRoute",
    route({ oauth: { provider: { google: {} } }, saml: { idpMetadata: "<EntityDescriptor/>" } }),
    "oauth",
  ],
  ["EventSubscription", { sources: [{ type: "ip_policy_created" }] }, "sources[0].type"],
  [
    "EventDestination",
    { target: { datadog: { apiKey: "k", ddsite: "a.example" } } },
    "target.datadog.ddsite",
  ],
];

describe.each(cases)("%s %o", (name, inputs, path) => {
  test("is refused when it is new", () => {
    expect(refused(name, inputs)).toEqual([path]);
  });

  test("passes when it is stored already, while something else changes", () => {
    expect(refused(name, { ...inputs, metadata: "other" }, inputs)).toEqual([]);
  });

  test("passes in what is adopted, until it changes", () => {
    const adopted = { ...inputs, adoptId: "id_1" };
    expect(refused(name, adopted)).toEqual([]);
    expect(refused(name, { ...adopted, adoptId: UNKNOWN })).toEqual([]);
    expect(refused(name, adopted, { adoptId: "id_1" })).toEqual([path]);
  });
});

test("items that are not known yet pass, and are the same as none", () => {
  expect(refused("HttpsEdgeRoute", oauth([UNKNOWN, UNKNOWN, "ada@example.com"]))).toEqual([]);
});

test.each([
  ["Credential", { acl: ["*", "bind:*.Example.com.", "bind:1.tcp.example.com:20000", "bind:*=blue"] }],
  ["EventDestination", { target: { datadog: { apiKey: "k" } }, format: "JSON" }],
  ["ReservedDomain", { domain: "XN--mller-kva.example.com.", description: "é".repeat(255) }],
  ["Endpoint", { url: "http://my_svc.internal", trafficPolicy: "{}" }],
  ["HttpsEdgeRoute", route({ match: "app.example.com/a" })],
  ["HttpsEdgeRoute", route({ requestHeaders: { add: { host: "a.example" }, remove: ["Host"] } })],
  [
    "HttpsEdgeRoute",
    route({
      saml: {
        idpMetadata: "<?xml version='1.0'?><!-- a --><md:EntityDescriptor a='b'></md:EntityDescriptor>",
      },
    }),
  ],
  ["EventDestination", { target: { datadog: { apiKey: "k", ddsite: "us3.datadoghq.com" } } }],
  ["Endpoint", { url: "https://*.a.internal", trafficPolicy: "{}" }],
  ["TlsEdge", { trafficPolicy: { enabled: false } }],
])("%s takes %o", (name, inputs) => {
  expect(refused(name, inputs)).toEqual([]);
});

/** Paths of warnings, and what they say. */
function warned(name: string, inputs: Inputs): string[] {
  const family = resources.find((one) => one.name === name);
  const { warnings = [] } = checkInputs(family?.inputs ?? {}, {}, inputs);
  return warnings.map(({ path, reason }) => `${path} ${reason}`);
}

test("a public port other than 443 and 80 is warned about", () => {
  const trafficPolicy = "on_http_request: [{actions: [{type: deny}]}]";
  const of = (url: string) => warned("Endpoint", { url, trafficPolicy });
  expect(of("https://app.example.com:8443")).toEqual([expect.stringMatching(/^url /)]);
  for (const url of ["https://app.example.com:443", "http://app.example.com", "https://app.internal:8443"])
    expect(of(url)).toEqual([]);
});

test("a webhook provider that is not known is warned about, with the nearest name", () => {
  const of = (provider: string) =>
    warned("HttpsEdgeRoute", route({ webhookVerification: { provider, secret: "s" } }));
  expect(of("githbu")).toEqual([expect.stringMatching(/^webhookVerification.provider .*mean github\?/)]);
  expect(of("zzz")).toEqual([expect.stringContaining("known providers are aftership")]);
  for (const provider of ["GitHub", "AWS_SNS", "sns"]) expect(of(provider)).toEqual([]);
});
