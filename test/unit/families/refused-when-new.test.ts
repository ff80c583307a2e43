import { describe, expect, test } from "vitest";
import { resources } from "../../../provider/families";
import { rejectForeignIds } from "../../../provider/family/id-prefixes";
import { UNKNOWN } from "../../../provider/family/unknown";
import { checkInputs } from "../../../provider/lifecycle/plan/check";
import type { Inputs } from "../../samples";

/** Returns the paths of rejected inputs. @param before - The inputs of the last run. */
function rejectedPaths(name: string, inputs: Inputs, before: Inputs = {}): string[] {
  const family = resources.find((resource) => resource.name === name);
  if (!family) throw new Error(`there is no class ${name}`);
  const { failures } = checkInputs(family.inputs, before, inputs, { rules: family.rules ?? [] });
  expect(failures.map(({ reason }) => reason)).not.toContain("");
  return failures.map(({ path }) => path);
}

const rule = { ipPolicyId: "ipp_1", action: "allow", cidr: "192.0.2.7" };
const route = (modules: Inputs) => ({ edgeId: "edge_1", matchType: "path_prefix", match: "/", ...modules });
const oauth = (emailAddresses: readonly unknown[]) =>
  route({ oauth: { provider: { github: { emailAddresses } } } });

const githubUsers = "oauth.provider.github.emailAddresses[0]";
const certificateManagementPolicy = {};
const twoSignIns = { oauth: { provider: { google: {} } }, saml: { idpMetadata: "<EntityDescriptor/>" } };
const sendgrid = { webhookVerification: { provider: "sendgrid", secret: "s" } };
const datadog = { target: { datadog: { apiKey: "k", ddsite: "a.example" } } };
const ingestion = { tenantId: "t", clientId: "c", clientSecret: "s", logsIngestionUri: "events.example" };
const azure = {
  target: {
    azureLogsIngestion: { ...ingestion, dataCollectionRuleId: "dcr", dataCollectionStreamName: "S" },
  },
};
const managedByService = { domain: "app.ngrok.app", certificateManagementPolicy };

/** Values that the service rejects now but may have accepted earlier. */
const cases: readonly (readonly [name: string, inputs: Inputs, path: string])[] = [
  ["ReservedDomain", { domain: "my_app.example.com" }, "domain"],
  ["ReservedDomain", { domain: "xn--a.example.com" }, "domain"],
  ["ReservedDomain", { domain: "app.internal" }, "domain"],
  ["ReservedDomain", { domain: "docs.ngrok.com" }, "domain"],
  ["ReservedDomain", { domain: "*.ngrok.app" }, "domain"],
  ["ReservedDomain", { domain: "app.ngrok.app", certificateId: "cert_1" }, "certificateId"],
  ["ReservedDomain", managedByService, "certificateManagementPolicy"],
  ["AgentIngress", { domain: "connect.ngrok.app" }, "domain"],
  ["Endpoint", { url: "https://a..example.com", trafficPolicy: "{}" }, "url"],
  ["Endpoint", { url: "https://a.b.c.d.e.f.internal", trafficPolicy: "{}" }, "url"],
  ["TlsEdge", { hostports: ["*.*.example.com:443"] }, "hostports[0]"],
  ...["example.com,example.org", "*", "-b.co"].map(
    (domain) =>
      [
        "HttpsEdgeRoute",
        route({ oauth: { provider: { google: { emailDomains: [domain] } } } }),
        "oauth.provider.google.emailDomains[0]",
      ] as const,
  ),
  ["TcpEdge", { hostports: ["app.example.com:443"] }, "hostports[0]"],
  ["Credential", { acl: ["bind:-a.example.com"] }, "acl[0]"],
  ["Credential", { acl: ["bind:"] }, "acl[0]"],
  ["Credential", { acl: ["bind:a b"] }, "acl[0]"],
  ["IpPolicyRule", rule, "cidr"],
  ["IpPolicyRule", { ...rule, cidr: "192.0.2.0/24", ipPolicyId: "rd_1" }, "ipPolicyId"],
  ["IpRestriction", { type: "api", ipPolicyIds: ["rd_1"] }, "ipPolicyIds[0]"],
  ["WeightedBackend", { backends: { rd_1: 1 } }, "backends.rd_1"],
  ["TunnelGroupBackend", { labels: { "a=b": "c" } }, "labels.a=b"],
  ["HttpsEdgeRoute", oauth(["Ada@example.com"]), githubUsers],
  ["HttpsEdgeRoute", oauth(["ada@xn--a.example"]), githubUsers],
  ["HttpsEdgeRoute", route({ saml: {} }), "saml.idpMetadata"],
  ["HttpsEdgeRoute", route({ saml: { idpMetadata: "<html/>" } }), "saml.idpMetadata"],
  ["HttpsEdgeRoute", route({ trafficPolicy: {} }), "trafficPolicy.value"],
  ["HttpsEdgeRoute", route({ trafficPolicy: { value: "" } }), "trafficPolicy.value"],
  ["HttpsEdgeRoute", route({ circuitBreaker: { trippedDuration: 0 } }), "circuitBreaker.trippedDuration"],
  ["HttpsEdgeRoute", route({ requestHeaders: { remove: ["Host"] } }), "requestHeaders.remove"],
  ["HttpsEdgeRoute", route({ userAgentFilter: { allow: ["("] } }), "userAgentFilter.allow[0]"],
  ["HttpsEdgeRoute", route(sendgrid), "webhookVerification.secret"],
  ["HttpsEdgeRoute", route({ match: "app" }), "match"],
  ["HttpsEdgeRoute", route({ match: "/app?a=b" }), "match"],
  ["HttpsEdgeRoute", route(twoSignIns), "oauth"],
  ["EventSubscription", { sources: [{ type: "ip_policy_created" }] }, "sources[0].type"],
  ["EventDestination", datadog, "target.datadog.ddsite"],
  ["EventDestination", azure, "target.azureLogsIngestion.logsIngestionUri"],
];

describe.each(cases)("%s %o", (name, inputs, path) => {
  test("is rejected if it is new", () => {
    expect(rejectedPaths(name, inputs)).toEqual([path]);
  });

  test("passes if it is already stored and another property changes", () => {
    expect(rejectedPaths(name, { ...inputs, metadata: "other" }, inputs)).toEqual([]);
  });

  test("passes in an adopted object until it changes", () => {
    const adopted = { ...inputs, adoptId: "id_1" };
    expect(rejectedPaths(name, adopted)).toEqual([]);
    expect(rejectedPaths(name, { ...adopted, adoptId: UNKNOWN })).toEqual([]);
    expect(rejectedPaths(name, adopted, { adoptId: "id_1" })).toEqual([path]);
  });
});

test("unknown items pass and aren't duplicates of each other", () => {
  expect(rejectedPaths("HttpsEdgeRoute", oauth([UNKNOWN, UNKNOWN, "ada@example.com"]))).toEqual([]);
});

const idpMetadata = "<?xml version='1.0'?><!-- a --><md:EntityDescriptor a='b'></md:EntityDescriptor>";

test.each([
  ["Credential", { acl: ["*", "bind:*.Example.com.", "bind:1.tcp.example.com:20000", "bind:*=blue"] }],
  ["EventDestination", { target: { datadog: { apiKey: "k" } }, format: "JSON" }],
  ["ReservedDomain", { domain: "XN--mller-kva.example.com.", description: "é".repeat(255) }],
  ["Endpoint", { url: "http://my_svc.internal", trafficPolicy: "{}" }],
  ["HttpsEdgeRoute", route({ match: "app.example.com/a" })],
  ["HttpsEdgeRoute", route({ requestHeaders: { add: { host: "a.example" }, remove: ["Host"] } })],
  ["HttpsEdgeRoute", route({ saml: { idpMetadata } })],
  ["EventDestination", { target: { datadog: { apiKey: "k", ddsite: "us3.datadoghq.com" } } }],
  ["Endpoint", { url: "https://*.a.internal", trafficPolicy: "{}" }],
  ["TlsEdge", { trafficPolicy: { enabled: false } }],
  ["TcpEdge", { hostports: ["1.tcp.eu.ngrok.io:20000"] }],
])("%s accepts %o", (name, inputs) => {
  expect(rejectedPaths(name, inputs)).toEqual([]);
});

function warningsFor(name: string, inputs: Inputs): string[] {
  const family = resources.find((resource) => resource.name === name);
  const { warnings = [] } = checkInputs(family?.inputs ?? {}, {}, inputs);
  return warnings.map(({ path, reason }) => `${path} ${reason}`);
}

describe("an Endpoint", () => {
  const trafficPolicy = "on_http_request: [{actions: [{type: deny}]}]";
  const warningsForUrl = (url: string, bindings?: string[]) =>
    warningsFor("Endpoint", { url, trafficPolicy, ...(bindings && { bindings }) });

  test("warns about a public port other than 443 and 80", () => {
    expect(warningsForUrl("https://app.example.com:8443")).toEqual([expect.stringMatching(/^url /)]);
    for (const url of ["https://app.example.com:443", "http://app.example.com", "https://app.internal:8443"])
      expect(warningsForUrl(url)).toEqual([]);
  });

  test("warns about a Kubernetes hostname other than name.namespace", () => {
    for (const host of ["app", "app.prod.example", "*.prod"])
      expect(warningsForUrl(`http://${host}`, ["kubernetes"])).toEqual([
        expect.stringMatching(/^bindings .*name and a namespace/),
      ]);
    for (const url of ["http://app.prod", "tcp://db.prod:5432"])
      expect(warningsForUrl(url, ["kubernetes"])).toEqual([]);
  });
});

test("warns about an unknown webhook provider and suggests the closest one", () => {
  const warningsForProvider = (provider: string) =>
    warningsFor("HttpsEdgeRoute", route({ webhookVerification: { provider, secret: "s" } }));
  expect(warningsForProvider("githbu")).toEqual([
    expect.stringMatching(/^webhookVerification.provider .*mean github\?/),
  ]);
  expect(warningsForProvider("zzz")).toEqual([expect.stringContaining("known providers: aftership")]);
  for (const provider of ["GitHub", "AWS_SNS", "sns"]) expect(warningsForProvider(provider)).toEqual([]);
});

test("every reference to a class with a known prefix rejects a text that is not an id", () => {
  const refused = resources.flatMap(({ name, inputs }) =>
    Object.entries(inputs).flatMap(([key, field]) =>
      field.meta.refersTo === undefined || field.meta.alsoByName
        ? []
        : [[`${name}.${key}`, rejectForeignIds(field, field.kind === "map" ? { hello: 1 } : ["hello"])]],
    ),
  );
  expect(refused.length).toBeGreaterThan(5);
  for (const [path, reasons] of refused)
    expect([path, reasons]).toEqual([
      path,
      [
        {
          path: expect.anything(),
          reason: expect.stringMatching(/must be the id of (an [AEIOU]|a [^AEIOU])/),
        },
      ],
    ]);
});
