import { join } from "node:path";
import type { PolicyResource } from "@pulumi/policy";
import { describe, expect, test } from "vitest";
import { RULES, type Rule, type RuleId } from "../../../policy";
import { Account } from "../../../policy/account";
import { nativeType } from "../../../provider/engine/native/tokens";
import { reference } from "../../support/program";
import { type Rows, readTable } from "../../support/rows";
import { declareRows, resource, withUnknown } from "./support";

type Inputs = Readonly<Record<string, unknown>>;
type EndpointRow = [title: string, policy: unknown, inputs?: Inputs, others?: Rows];

const table = readTable<{
  common: Rows;
  "guarding conditions": [title: string, condition: string][];
  "other conditions": [title: string, condition: string][];
  "guarded endpoints": EndpointRow[];
  "open endpoints": EndpointRow[];
  "guarded routes": [title: string, inputs: Inputs][];
  "open routes": [title: string, inputs: Inputs][];
  "account restrictions": [title: string, restrictions: Inputs[], isOpen: boolean][];
  "restricted stack": Rows;
  cases: [title: string, stack: Rows, violations: Record<RuleId, string[]>, settings?: object][];
}>(join(__dirname, "stack-rules.yaml"));

function findingsOf(id: RuleId, resources: readonly PolicyResource[], settings: object = {}) {
  const rule = RULES.find((candidate: Rule) => candidate.id === id) as Rule;
  if (rule.kind !== "stack") throw new Error(`${id} is not a stack rule`);
  return rule.check(new Account(resources), rule.config.parse(settings));
}

/** Names of the resources that violate a stack rule; `(stack)` is the stack itself. */
const violations = (id: RuleId, resources: readonly PolicyResource[], settings?: object) =>
  findingsOf(id, resources, settings).map(({ at }) => at?.name ?? "(stack)");

const policyOf = (policy: unknown) => (Array.isArray(policy) ? { on_http_request: policy } : policy);
const endpoint = (policy: unknown, inputs: Inputs = {}): Rows[string] => [
  "Endpoint",
  { url: "https://app.example.com", trafficPolicy: policyOf(policy), ...inputs },
];
const deny = { type: "deny" };
const forward = { type: "forward-internal", config: { url: "https://app.internal" } };

test.each(table.cases)("the stack rules %s", (_, stack, expected, settings) => {
  for (const [id, names] of Object.entries(expected))
    expect(violations(id as RuleId, declareRows(stack), settings)).toEqual(names);
});

describe.each(["api", "dashboard", "agent"] as const)("edge-acct-restrict-%s", (type) => {
  const id = `edge-acct-restrict-${type}` as const;

  test("requires networks that don't allow everyone", () => {
    const restrictedTo = (...networks: string[]) =>
      declareRows({
        ipp_1: ["IpPolicy", { uri: "https://api.example.com/ip_policies/ipp_1" }],
        ...Object.fromEntries(
          networks.map((cidr) => [cidr, ["IpPolicyRule", { ipPolicyId: "ipp_1", action: "allow", cidr }]]),
        ),
        restriction: ["IpRestriction", { type, ipPolicyIds: ["ipp_1"] }],
      });
    expect(violations(id, restrictedTo("192.0.2.0/24"))).toEqual([]);
    expect(violations(id, restrictedTo("192.0.2.0/24", "0.0.0.0/0"))).toEqual(["restriction"]);
    expect(violations(id, restrictedTo("::/0"))).toEqual(["restriction"]);
  });

  test("assumes that an unknown type matches", () => {
    const restriction = resource("IpRestriction", "unknown", withUnknown({ type: "?" }, "type"));
    expect(violations(id, [restriction])).toEqual([]);
  });
});

describe("edge-ipp-unused", () => {
  const policy = (id?: string) =>
    resource("IpPolicy", id ?? "new", id ? { uri: `https://api.example.com/ip_policies/${id}` } : {});
  const stackWith = (outputs: object) => {
    const stack = resource("Stack", "infra-prod", outputs);
    return { ...stack, type: "pulumi:pulumi:Stack", isType: () => false } as PolicyResource;
  };

  test("ignores a new policy while an unknown output may be its id", () => {
    const unknown = stackWith({ ids: withUnknown(["?"], 0) });
    expect(violations("edge-ipp-unused", [unknown, policy(undefined), policy("ipp_2")])).toEqual(["ipp_2"]);
    expect(violations("edge-ipp-unused", [stackWith({ url: "x" }), policy(undefined)])).toEqual(["new"]);
  });
});

describe("edge-endpoint-policy", () => {
  const check = (policy: unknown, inputs?: Inputs, others?: Rows) =>
    violations(
      "edge-endpoint-policy",
      declareRows({ ...table.common, ...others, app: endpoint(policy, inputs) }),
    );
  const denyingIf = (condition: string) => [
    { expressions: [condition], actions: [deny] },
    { actions: [forward] },
  ];

  test.each(table["guarding conditions"])("accepts a policy that denies by %s", (_, condition) => {
    expect(check(denyingIf(condition))).toEqual([]);
  });

  test.each(table["other conditions"])("reports a policy that only denies by %s", (_, condition) => {
    expect(check(denyingIf(condition))).toEqual(["app"]);
  });

  test.each(table["guarded endpoints"])("accepts a policy with %s", (_, ...row) => {
    expect(check(...row)).toEqual([]);
  });

  test.each(table["open endpoints"])("reports a policy with %s", (_, ...row) => {
    expect(check(...row)).toEqual(["app"]);
  });

  test("accepts an unknown IP policy that may be one of several", () => {
    const policies = ["one", "other"].map((name) => resource("IpPolicy", name, {}));
    const rules = policies.map((policy) =>
      resource(
        "IpPolicyRule",
        `${policy.name} rule`,
        { action: "allow", cidr: "0.0.0.0/0" },
        { ipPolicyId: [policy] },
      ),
    );
    const guard = { type: "restrict-ips", config: { ip_policies: withUnknown(["?"], 0) } };
    const app = { url: "https://app.example.com", trafficPolicy: policyOf([{ actions: [guard, forward] }]) };
    const stack = [resource("Endpoint", "app", app, { trafficPolicy: policies }), ...policies, ...rules];
    expect(violations("edge-endpoint-policy", stack)).toEqual([]);
  });
});

describe("edge-route-has-guard", () => {
  const check = ({ trafficPolicy, ...inputs }: Inputs) => {
    const { value, ...others } = (trafficPolicy ?? {}) as Inputs;
    const policy = trafficPolicy ? { trafficPolicy: { ...others, value: policyOf(value) } } : {};
    const route = { edgeId: reference("edge"), matchType: "path_prefix", match: "/", ...inputs, ...policy };
    const edge: Rows = { edge: ["HttpsEdge", { hostports: ["app.example.com:443"] }] };
    return violations(
      "edge-route-has-guard",
      declareRows({ ...table.common, ...edge, route: ["HttpsEdgeRoute", route] }),
    );
  };

  test.each(table["guarded routes"])("accepts a route with %s", (_, inputs) => {
    expect(check(inputs)).toEqual([]);
  });

  test.each(table["open routes"])("reports a route with %s", (_, inputs) => {
    expect(check(inputs)).toEqual(["route"]);
  });
});

test("a policy with a phase that routes don't support is undecided with both providers", () => {
  const value = { on_tcp_connect: [{ actions: [{ type: "log", config: { metadata: {} } }] }] };
  const route = resource("HttpsEdgeRoute", "route", { edgeId: "edghts_1", trafficPolicy: { value } });
  const nativeRoute = { ...route, type: nativeType("HttpsEdgeRoute") };
  for (const declared of [route, nativeRoute])
    expect(violations("edge-route-has-guard", [declared])).toEqual([]);
});

test.each(table["account restrictions"])(
  "restrictions of the account decide access to endpoints: %s",
  (_, restrictions, isOpen) => {
    const enforced = { type: "endpoints", enforced: true, ipPolicyIds: ["ipp_office"] };
    const rows = restrictions.map((more, n) => [
      `restriction ${n}`,
      ["IpRestriction", { ...enforced, ...more }],
    ]);
    const stack = declareRows({ ...table["restricted stack"], ...table.common, ...Object.fromEntries(rows) });
    expect(violations("edge-route-has-guard", stack)).toEqual(isOpen ? ["route"] : []);
    expect(violations("edge-endpoint-policy", stack)).toEqual(isOpen ? ["app", "partly-denied"] : []);
  },
);
