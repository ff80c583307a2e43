import * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-tunnel-edge";

/**
 * Compiled, never run: every line below `@ts-expect-error` must be an error, and everything else must compile. A mistake
 * that the compiler shows in the editor needs no preview.
 */

const policy = new edge.IpPolicy("policy", { description: "office", metadata: pulumi.interpolate`${"m"}` });
const later: pulumi.Output<string> = policy.id;

// The examples, which are compiled too, have a program of each class.
export const right = [
  new edge.IpPolicy("nothing"),
  new edge.BotUser("bot", { name: "ci", active: later.apply(() => true) }),
  new edge.IpRestriction("restriction", { type: "api", ipPolicyIds: [policy.id, "ipp_1"], enforced: false }),
  new edge.HttpsEdgeRoute("route", {
    edgeId: later,
    matchType: "exact_path",
    match: "/",
    oauth: { provider: { github: { clientId: "c", clientSecret: pulumi.secret("s"), teams: ["a/b"] } } },
  }),
  new edge.WeightedBackend("weighted", { backends: { bkd_1: 10, bkd_2: later.apply(() => 0) } }),
  new edge.ReservedDomain("domain", { domain: "a.example.com", waitForCertificate: { timeoutSeconds: 60 } }),
  new edge.TunnelAgentCommand("restart", { command: "restart", filter: { os: "linux" }, triggers: ["v2"] }),
  edge.IpPolicy.get("got", "ipp_1"),
];

const typedPolicy = { on_http_request: [{ actions: [{ type: "deny" }] }] } satisfies edge.TrafficPolicy;
const constantPolicy = { on_tcp_connect: [{ actions: [{ type: "close-connection" }] }] } as const;
// biome-ignore lint/suspicious/noExplicitAny: accepts what the types lack.
const laterPolicy: Record<string, any> = { on_quic: [{ actions: [{ type: "teleport" }] }] };

const withPolicy = (trafficPolicy: edge.EndpointArgs["trafficPolicy"]) =>
  new edge.Endpoint("endpoint", { url: "https://a.example.com", trafficPolicy });

const withAction = (action: edge.TrafficPolicyOnHttpRequestAction) =>
  withPolicy({ on_http_request: [{ actions: [action] }] });

export const policies = [
  withPolicy("on_http_request: []"),
  withPolicy(typedPolicy),
  withPolicy(constantPolicy),
  withPolicy(laterPolicy),
  withPolicy(later),
  withPolicy(pulumi.output(typedPolicy)),
  withPolicy(pulumi.jsonStringify({ on_quic: [{ actions: [{ type: "teleport", config: { to: later } }] }] })),
  withPolicy(withPolicy(typedPolicy).trafficPolicy),
  withPolicy({ on_http_request: later.apply(() => [{ actions: [{ type: "deny" as const }] }]) }),
  withPolicy({
    on_tcp_connect: [
      {
        actions: [
          {
            type: "restrict-ips",
            config: { ip_policies: [later, "ipp_1"], enforce: later.apply(() => true) },
          },
        ],
      },
    ],
    on_http_request: [
      {
        name: later,
        expressions: [later, "true"],
        actions: [
          { type: "basic-auth", config: { credentials: [pulumi.secret("ops:hunter2hunter2")] } },
          {
            type: "add-headers",
            config: { headers: { "x-a": later, "x-b": pulumi.interpolate`b ${later}` } },
          },
          {
            type: "verify-webhook",
            config: { provider: "a_provider_of_a_later_version", secret: pulumi.secret("s") },
          },
          {
            type: "jwt-validation",
            config: {
              issuer: { allow_list: [{ value: later }] },
              http: { tokens: [{ type: "jwt", method: "header", name: "authorization" }] },
              jws: { allowed_algorithms: ["RS256"], keys: { sources: { additional_jkus: [later] } } },
            },
          },
          { type: "set-vars", config: later.apply((vars) => ({ vars: [{ a: vars }] })) },
          { type: "close-connection" },
        ],
      },
    ],
    on_http_response: [{ actions: [{ type: "log", config: { metadata: { deep: { list: [1, later] } } } }] }],
  }),
  new edge.TcpEdge("edge", { trafficPolicy: { value: typedPolicy } }),
];

export const wrongPolicies = [
  // @ts-expect-error a phase that does not exist
  withPolicy({ on_http_requests: [] }),
  // @ts-expect-error an action that does not exist
  withAction({ type: "denny" }),
  // @ts-expect-error an action that the phase does not take
  withPolicy({ on_tcp_connect: [{ actions: [{ type: "oauth", config: { provider: "github" } }] }] }),
  // @ts-expect-error required configuration is missing
  withAction({ type: "rate-limit", config: { name: "limit" } }),
  // @ts-expect-error configuration is missing altogether
  withAction({ type: "basic-auth" }),
  // @ts-expect-error a key of another action
  withAction({ type: "deny", config: { body: "no" } }),
  // @ts-expect-error a string for a number
  withAction({ type: "deny", config: { status_code: "404" } }),
  // @ts-expect-error a value that the enumeration does not have
  withAction({ type: "forward-internal", config: { url: "https://a.internal", on_error: "stop" } }),
  // @ts-expect-error an action without configuration
  withAction({ type: "close-connection", config: { now: true } }),
  // @ts-expect-error a rule without actions
  withPolicy({ on_http_request: [{ name: "nothing" }] }),
  // @ts-expect-error a number for a policy
  withPolicy(5),
];

const withOauth = (oauth: edge.HttpsEdgeRouteArgs["oauth"]) =>
  new edge.HttpsEdgeRoute("route", { edgeId: "e", matchType: "exact_path", match: "/", oauth });

export const wrong = [
  // @ts-expect-error a required input is missing
  new edge.BotUser("bot"),
  // @ts-expect-error a required input is missing
  new edge.IpPolicyRule("rule", { ipPolicyId: policy.id, cidr: "203.0.113.0/24" }),
  // @ts-expect-error an unknown input
  new edge.IpPolicy("policy", { descripton: "office" }),
  // @ts-expect-error wire spelling
  new edge.IpRestriction("restriction", { type: "api", ip_policy_ids: [policy.id] }),
  // @ts-expect-error a value that the enum does not have
  new edge.IpRestriction("restriction", { type: "apis", ipPolicyIds: [] }),
  // @ts-expect-error a list is required
  new edge.IpRestriction("restriction", { type: "api", ipPolicyIds: policy.id }),
  // @ts-expect-error a number instead of a string
  new edge.IpPolicy("policy", { description: 1 }),
  // @ts-expect-error a string instead of a boolean
  new edge.BotUser("bot", { name: "ci", active: "yes" }),
  // @ts-expect-error an output is not an input
  new edge.ApiKey("key", { token: "t" }),
  // @ts-expect-error only cloud endpoints can be created
  new edge.Endpoint("endpoint", { url: "https://a.example.com", trafficPolicy: "", type: "edge" }),
  // @ts-expect-error an unknown key of a module
  new edge.TlsEdge("edge", { tlsTermination: { minVerson: "1.2" } }),
  // @ts-expect-error a value that a module's enum does not have
  new edge.TlsEdge("edge", { tlsTermination: { terminateAt: "origin" } }),
  // @ts-expect-error a TLS edge doesn't have the modules of HTTPS edge routes
  new edge.TlsEdge("edge", { oauth: { provider: { github: {} } } }),
  // @ts-expect-error an unknown identity provider
  withOauth({ provider: { okta: {} } }),
  // @ts-expect-error only GitHub has teams
  withOauth({ provider: { google: { teams: [] } } }),
  // @ts-expect-error OAuth without a provider
  withOauth({ enabled: true }),
  // @ts-expect-error weights are numbers
  new edge.WeightedBackend("weighted", { backends: { bkd_1: "10" } }),
  // @ts-expect-error a command that agents do not have
  new edge.TunnelAgentCommand("restart", { command: "reboot", sessionId: "ts_1" }),
  // @ts-expect-error a filter by something else
  new edge.TunnelAgentCommand("restart", { command: "restart", filter: { ip: "203.0.113.7" } }),
  // @ts-expect-error a provider without an address
  new edge.Provider("other", { apiToken: "t" }),
];
