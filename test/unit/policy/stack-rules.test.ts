import type { PolicyResource } from "@pulumi/policy";
import { describe, expect, test } from "vitest";
import { RULES, type Rule, type RuleId } from "../../../policy";
import { Account } from "../../../policy/account";
import { resource, withUnknown } from "./support";

/** The resources at which a rule over the whole stack is broken; `(stack)` is the stack itself. */
function broken(id: RuleId, resources: readonly PolicyResource[], settings: object = {}): string[] {
  const rule = RULES.find((one: Rule) => one.id === id) as Rule;
  if (rule.kind !== "stack") throw new Error(`${id} is a rule about single resources`);
  const findings = rule.check(new Account(resources), rule.config.parse(settings));
  return findings.map(({ at }) => at?.name ?? "(stack)");
}

describe("edge-route-has-guard", () => {
  const open = resource("HttpsEdge", "open", {});
  const route = (name: string, props: object, of = open) =>
    resource("HttpsEdgeRoute", name, props, { edgeId: [of] });

  test("leaves alone what is unknown yet: a guard, whether it is on, and mutual TLS of the edge", () => {
    const unsure = resource("HttpsEdge", "unsure", withUnknown({ mutualTls: {} }, "mutualTls"));
    const routes = [
      route("guard", withUnknown({ oauth: {} }, "oauth")),
      route("switch", { oidc: withUnknown({ enabled: true }, "enabled") }),
      route("of-edge", {}, unsure),
    ];
    expect(broken("edge-route-has-guard", [open, unsure, ...routes])).toEqual([]);
  });

  test("judges the rest of a route of which a part is unknown", () => {
    const routes = [route("somewhere", withUnknown({ match: "/", saml: { enabled: false } }, "match"))];
    expect(broken("edge-route-has-guard", [open, ...routes])).toEqual(["somewhere"]);
  });
});

describe.each(["api", "dashboard", "agent"] as const)("edge-acct-restrict-%s", (type) => {
  const id = `edge-acct-restrict-${type}` as const;

  test("takes a type that is unknown yet for its own", () => {
    expect(broken(id, [resource("IpRestriction", "unsure", withUnknown({ type: "?" }, "type"))])).toEqual([]);
  });
});

describe("edge-backend-depth", () => {
  const failover = (name: string, backends: readonly string[], ...unknown: number[]) =>
    resource("FailoverBackend", name, { backends: withUnknown([...backends], ...unknown) });

  test("takes children that are unknown yet for different ones", () => {
    const backends = [failover("new", ["?", "?"], 0, 1), failover("one-new", ["bkd_a", "?"], 1)];
    expect(broken("edge-backend-depth", backends)).toEqual([]);
  });
});

describe("edge-tls-upstream-alone", () => {
  const tlsTermination = { terminateAt: "upstream" };
  const tlsEdge = (name: string, modules: object) =>
    resource("TlsEdge", name, { tlsTermination, ...modules });
  const edges = [
    tlsEdge("alone", {}),
    tlsEdge("backed", { backend: { backendId: "bkd_a" } }),
    tlsEdge("restricted", { ipRestriction: { ipPolicyIds: ["ipp_a"] } }),
    tlsEdge("policed", { trafficPolicy: { value: "{}" } }),
    tlsEdge("off", { mutualTls: { enabled: false } }),
    tlsEdge("switch-unknown", { mutualTls: withUnknown({ enabled: true }, "enabled") }),
    resource("TlsEdge", "module-unknown", withUnknown({ tlsTermination, mutualTls: {} }, "mutualTls")),
  ];

  test("lets the backend be the only other module", () => {
    expect(broken("edge-tls-upstream-alone", edges)).toEqual(["restricted", "policed"]);
  });

  test("lets the settings allow more", () => {
    const settings = { allowedModules: ["backend", "ipRestriction", "trafficPolicy"] };
    expect(broken("edge-tls-upstream-alone", edges, settings)).toEqual([]);
  });
});

describe("edge-ipp-unused", () => {
  const policy = (id: string | undefined) =>
    resource(
      "IpPolicy",
      id ?? "new",
      id === undefined ? {} : { uri: `https://api.example.com/ip_policies/${id}` },
    );
  const stackWith = (outputs: object) => {
    const stack = resource("Stack", "infra-prod", outputs);
    return { ...stack, type: "pulumi:pulumi:Stack", isType: () => false } as PolicyResource;
  };

  test("says nothing of a new policy while an output is not known yet that may be its id", () => {
    const unknown = stackWith({ ids: withUnknown(["?"], 0) });
    expect(broken("edge-ipp-unused", [unknown, policy(undefined), policy("ipp_2")])).toEqual(["ipp_2"]);
    expect(broken("edge-ipp-unused", [stackWith({ url: "x" }), policy(undefined)])).toEqual(["new"]);
  });
});

describe("edge-admin-path", () => {
  const office = { type: "restrict-ips", config: { allow: ["192.0.2.0/24"] } };
  const when = (expression: string, ...actions: object[]) => ({
    on_http_request: [{ expressions: [expression], actions }],
  });
  const endpoint = (name: string, trafficPolicy: unknown, url = "https://app.example.com") =>
    resource("Endpoint", name, { url, trafficPolicy });
  const admin = "req.url.path == '/admin'";
  const check = (...resources: PolicyResource[]) => broken("edge-admin-path", resources);

  test("speaks of paths that a policy names only", () => {
    expect(check(endpoint("other", when("req.url.path == '/shop'", office)))).toEqual([]);
    expect(check(endpoint("administer", when("req.url.path == '/administer'", office)))).toEqual([]);
    expect(check(endpoint("named", when(admin, office)))).toEqual(["named"]);
    const settings = { paths: ["/shop"] };
    expect(
      broken("edge-admin-path", [endpoint("shop", when("req.url.path == '/shop'", office))], settings),
    ).toEqual(["shop"]);
  });

  test("leaves alone what is unknown yet", () => {
    const [guard = {}] = when("req.url.path.startsWith('/admin')", office).on_http_request;
    const actions = { on_http_request: [withUnknown(guard, "actions")] };
    expect(check(endpoint("actions", actions))).toEqual([]);
    expect(check(resource("Endpoint", "all", withUnknown({ trafficPolicy: {} }, "trafficPolicy")))).toEqual(
      [],
    );
    const first = { actions: [withUnknown({ type: "?" }, "type")] };
    const policy = { on_http_request: [first, ...when(admin, office).on_http_request] };
    expect(check(endpoint("type", policy))).toEqual([]);
  });

  test("follows to internal endpoints of the stack, and no further", () => {
    const forward = (url: string) =>
      when(`req.url.path.startsWith('/admin')`, { type: "forward-internal", config: { url } });
    const front = (name: string, url: string) => endpoint(name, forward(url));
    const open = endpoint("open", {}, "https://open.internal");
    const shut = endpoint("shut", { on_http_request: [{ actions: [office] }] }, "https://shut.internal");
    const round = endpoint("round", forward("https://round.internal"), "https://round.internal");
    const fronts = [
      front("to-open", "https://open.internal:443"),
      front("to-shut", "https://shut.internal"),
      front("to-round", "https://round.internal"),
      front("to-nowhere", "https://elsewhere.internal"),
    ];
    expect(check(open, shut, round, ...fronts)).toEqual(["to-open"]);
  });

  test("leaves routes alone that another guard protects, that do not serve the path, or whose policy is off", () => {
    const of = resource("HttpsEdge", "edge", {});
    const mutual = resource("HttpsEdge", "mutual", { mutualTls: {} });
    const value = when(admin, office);
    const route = (name: string, props: object, parent = of) =>
      resource(
        "HttpsEdgeRoute",
        name,
        { matchType: "path_prefix", match: "/", trafficPolicy: { value }, ...props },
        { edgeId: [parent] },
      );
    expect(
      check(
        of,
        mutual,
        route("open", {}),
        route("oidc", { oidc: {} }),
        route("of-mutual", {}, mutual),
        route("off", { trafficPolicy: { enabled: false, value } }),
        route("elsewhere", { match: "/shop" }),
        route("exact", { matchType: "exact_path", match: "/admin" }),
      ),
    ).toEqual(["open"]);
  });
});
