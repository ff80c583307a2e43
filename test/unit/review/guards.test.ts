import { describe, expect, test } from "vitest";
import { every, Networks, some } from "../../../access";
import { closestTo } from "../../../cli/review/reach/hostports";
import { selectorOf, servingRoutes } from "../../../cli/review/reach/routes";
import { UNKNOWN } from "../../../provider/family/unknown";
import {
  created,
  listFindings,
  type Props,
  reviewSteps,
  same,
  state,
  updated,
  urn,
} from "../../support/previews";

/** Parses rules: `+` allows, `-` denies, and `?` is an unknown network. */
function networks(rules: string, ...unknowns: string[]): Networks {
  const parsed = rules
    .split(" ")
    .filter(Boolean)
    .map((rule) => ({
      cidr: rule.slice(1) === "?" ? undefined : rule.slice(1),
      action: rule.startsWith("+") ? ("allow" as const) : ("deny" as const),
      content: rule,
    }));
  return Networks.fromRules(parsed, unknowns, "office");
}
const TEN = "+10.0.0.0/24";

test.each<[readonly (boolean | undefined)[], boolean | undefined, boolean | undefined]>([
  [[], true, false],
  [[true, true], true, true],
  [[true, undefined], undefined, true],
  [[false, undefined], false, undefined],
  [[undefined], undefined, undefined],
  [[true, false], false, true],
])("combines %j: every is %j, some is %j", (values, all, any) => {
  expect(every(values)).toBe(all);
  expect(some(values)).toBe(any);
});

test.each([
  ["10.0.0.1", `${TEN} -10.0.0.0/29`, false],
  ["10.0.0.9", `${TEN} -10.0.0.0/29`, true],
  ["fd00::1", "+fd00::/8", true],
  ["fd00::1", TEN, false],
])("matches the address %s with the rules %s: %s", (address, rules, expected) => {
  expect(networks(rules).contains(address)).toBe(expected);
});

test.each([
  ["a.eu.example.com:443", "*.eu.example.com:443"],
  ["a.example.com:443", "*.example.com:443"],
  ["app.eu.example.com:443", "app.eu.example.com:443"],
  ["a.b.eu.example.com:443", "*.eu.example.com:443"],
  ["eu.example.org:443", undefined],
])("requests for %s reach %s, the most specific hostport", (hostport, expected) => {
  const hostports = ["*.example.com:443", "*.eu.example.com:443", "app.eu.example.com:443"];
  expect(closestTo(hostport, new Map(hostports.map((text) => [text, text])))?.hostport).toBe(expected);
});

test.each([
  ["/x", "a.eu.example.com/"],
  ["/admin", "exact a.eu.example.com/admin"],
  ["/admin/x", "a.eu.example.com/admin"],
])(
  "requests for %s reach the route %s: host before wildcard before none, exact before prefix",
  (path, expected) => {
    const matches = ["/admin/x", "*.eu.example.com/admin/x", "a.eu.example.com/", "a.eu.example.com/admin"];
    const routes = [...matches, "exact a.eu.example.com/admin"].map((match) => {
      const isExact = match.startsWith("exact ");
      const props = { match: match.replace("exact ", ""), matchType: isExact ? "exact_path" : "path_prefix" };
      return selectorOf({ name: match, props } as unknown as Parameters<typeof selectorOf>[0]);
    });
    const [served, ...others] = servingRoutes(routes, path, { name: "a.eu.example.com" });
    expect([served?.route.name, others]).toEqual([expected, []]);
  },
);

test.each([
  ["app.example.com/", "path_prefix", ["app.example.com", "app.example.com/"]],
  ["/", "path_prefix", ["app.example.com"]],
])("with the routes app.example.com and %s (%s), one of %j responds", (match, matchType, expected) => {
  const routes = ["app.example.com", match].map((name) => {
    const route = { name, urn: name, props: { match: name, matchType } };
    return selectorOf(route as unknown as Parameters<typeof selectorOf>[0]);
  });
  for (const ordered of [routes, routes.toReversed()])
    expect(servingRoutes(ordered, "/x", { name: "app.example.com" }).map(({ route }) => route.name)).toEqual(
      expected,
    );
});

const OFFICE = { ipRestriction: { ipPolicyIds: ["ipp_1"] } };
const policies = [
  same("IpPolicy", "office", "ipp_1", {}),
  same("IpPolicyRule", "v4", "ipr_1", { ipPolicyId: "ipp_1", cidr: "203.0.113.0/24", action: "allow" }),
  same("IpPolicy", "world", "ipp_2", {}),
  same("IpPolicyRule", "all", "ipr_2", { ipPolicyId: "ipp_2", cidr: "0.0.0.0/0", action: "allow" }),
];
const route = (modules: Props): Props => ({
  ...{ edgeId: "e_1", matchType: "path_prefix", match: "/", backend: { backendId: "bkd_1" } },
  ...modules,
});
const github = (limits: Props, more: Props = {}) => ({ oauth: { provider: { github: limits }, ...more } });

describe("the modules of a route", () => {
  const edge = same("HttpsEdge", "web", "e_1", { hostports: ["app.example.com:443"] });
  const OPENS = "high exposure-opens";
  const MAY_OPEN = "medium exposure-may-open";
  const MAY_HIGH = "high exposure-may-open";

  const customApplication = (clientId: string) => github({ clientId, clientSecret: "x", scopes: [] });
  const verified = (more: Props = {}) => github({}, { verifiedOnly: true, ...more });
  const restricted = (...ipPolicyIds: string[]) => ({ ipRestriction: { ipPolicyIds } });
  const UNDECIDED = { ipRestriction: { enabled: UNKNOWN, ipPolicyIds: ["ipp_1"] } };
  const [DOMAIN, ADDRESS] = [{ emailDomains: ["example.com"] }, { emailAddresses: ["a@example.com"] }];
  const ORGANIZATION = { organizations: ["acm"] };

  test.each<[string, Props, Props, string | undefined]>([
    ["a domain with the same ending", github({ emailDomains: ["ample.com"] }), github(ADDRESS), OPENS],
    ["another organization's team", github(ORGANIZATION), github({ teams: ["acme/ops"] }), OPENS],
    ["a domain instead of an address", github(ADDRESS), github(DOMAIN), OPENS],
    ["a module that may be disabled", OFFICE, UNDECIDED, MAY_OPEN],
    ["a policy of another program", OFFICE, restricted("ipp_9"), MAY_HIGH],
    ["both policies", OFFICE, restricted("ipp_1", "ipp_2"), OPENS],
    ["users of any application instead of a custom one", customApplication("own"), github({}), MAY_HIGH],
    ["another application", customApplication("own"), customApplication("other"), MAY_HIGH],
    ["a custom application", github({}), customApplication("own"), undefined],
    ["a removed undocumented setting", verified(), github({}), MAY_HIGH],
    ["a removed setting of its provider", github({ verifiedOnly: true }), github({}), MAY_HIGH],
    ["another value of an undocumented setting", verified(), verified({ verifiedOnly: false }), MAY_HIGH],
    ["an added undocumented setting", github({}), verified(), undefined],
    ["a longer session", verified({ maximumDuration: 60 }), verified({ maximumDuration: 3600 }), undefined],
    ["a session of unknown length", github({}), github({}, { maximumDuration: UNKNOWN }), undefined],
  ])("are compared: %s", async (_, from, to, expected) => {
    const change = updated("HttpsEdgeRoute", "root", "r_1", route(from), route(to));
    const report = await reviewSteps([...policies, edge, change]);
    expect(listFindings(report)).toEqual(
      expected === undefined ? [] : [`${expected}: https://app.example.com/*`],
    );
  });

  test("may open with an unknown policy that is one of two", async () => {
    const [before, after] = [route(OFFICE), route(restricted(UNKNOWN))];
    const change = updated("HttpsEdgeRoute", "root", "r_1", before, after, ["ipRestriction.ipPolicyIds"]);
    const among = (...names: string[]) => {
      const propertyDependencies = { ipRestriction: names.map((name) => urn("IpPolicy", name)) };
      return { ...change, newState: { ...change.newState, propertyDependencies } };
    };
    const rules = async (...names: string[]) =>
      listFindings(await reviewSteps([...policies, edge, among(...names)]));
    expect(await rules("office", "world")).toEqual([`${MAY_OPEN}: https://app.example.com/*`]);
    // If it were the policy `office`, its id would be known.
    expect(await rules("office")).toEqual([`${MAY_OPEN}: https://app.example.com/*`]);
    const dependsOnNew = { propertyDependencies: { ipPolicyId: [urn("IpPolicy", "new")] } };
    const withNew = async (cidr: string) => {
      const range = { ipPolicyId: UNKNOWN, cidr, action: "allow" };
      const newPolicy = [
        created("IpPolicy", "new", {}),
        created("IpPolicyRule", "range", range, dependsOnNew),
      ];
      return listFindings(await reviewSteps([...policies, edge, ...newPolicy, among("new")]));
    };
    expect(await withNew("0.0.0.0/0")).toEqual([`${OPENS}: https://app.example.com/*`]);
    expect(await withNew("203.0.113.0/25")).toEqual([]);
  });

  test("with masked ids may reference any policy", async () => {
    const hidden = same(
      "HttpsEdgeRoute",
      "root",
      "r_1",
      route({ ipRestriction: { ipPolicyIds: "[secret]" } }),
    );
    const propertyDependencies = { ipRestriction: [urn("IpPolicy", "office")] };
    const withDependencies = {
      ...hidden,
      oldState: { ...hidden.oldState, propertyDependencies },
      newState: { ...hidden.newState, propertyDependencies },
    };
    const otherPolicy = same("IpPolicy", "other", "ipp_7", {});
    const rule = (cidr: string) => ({ ipPolicyId: "ipp_7", cidr, action: "allow" });
    const opened = updated("IpPolicyRule", "rule", "ipr_7", rule("198.51.100.0/24"), rule("0.0.0.0/0"));
    const report = await reviewSteps([...policies, otherPolicy, edge, withDependencies, opened]);
    expect(listFindings(report)).toEqual([`${MAY_OPEN}: https://app.example.com/*`]);
  });
});

test("may open if the type of an account restriction becomes unknown", async () => {
  const inputs = (type: string) => ({ type, enforced: true, ipPolicyIds: ["ipp_1"] });
  const replaced = {
    ...{ op: "replace", urn: urn("IpRestriction", "api"), replaceReasons: ["type"], diffReasons: ["type"] },
    oldState: state("ipx_1", inputs("api")),
    newState: state(undefined, inputs(UNKNOWN), {}),
  };
  const rules = listFindings(await reviewSteps([...policies, replaced]));
  expect(rules).toContain("medium exposure-may-open: the account's API");
});

test("resolves a reference in its own account, although another account has the same id", async () => {
  const staging = { provider: "urn:pulumi:prod::infra::pulumi:providers:pulumi-nodejs::staging::0e5e" };
  const inStaging = (step: ReturnType<typeof same>) => ({
    ...step,
    urn: `${step.urn}-staging`,
    ...(step.oldState && { oldState: { ...step.oldState, ...staging } }),
    ...(step.newState && { newState: { ...step.newState, ...staging } }),
  });
  const tcp = (hostport: string) =>
    same("TcpEdge", "db", "e_1", {
      ...{ hostports: [hostport], backend: { backendId: "bkd_1" } },
      ...OFFICE,
    });
  const widened = updated(
    "IpPolicyRule",
    "v4",
    "ipr_1",
    { ipPolicyId: "ipp_1", cidr: "203.0.113.0/24", action: "allow" },
    { ipPolicyId: "ipp_1", cidr: "203.0.0.0/16", action: "allow" },
  );
  const report = await reviewSteps([
    ...[...policies, tcp("a.example.com:1")],
    ...[policies[0] as ReturnType<typeof same>, widened, tcp("b.example.com:1")].map(inStaging),
  ]);
  expect(listFindings(report)).toEqual(["high exposure-opens: tcp://b.example.com:1 (staging)"]);
});

test("requires a new endpoint's own guard and the account restriction", async () => {
  const report = await reviewSteps([
    ...policies,
    same("IpRestriction", "endpoints", "ipx_1", {
      type: "endpoints",
      enforced: true,
      ipPolicyIds: ["ipp_2"],
    }),
    created("TcpEdge", "db", { hostports: ["db.example.com:1"], backend: { backendId: "b_1" }, ...OFFICE }),
  ]);
  expect(report.findings[0]?.message).toContain("203.0.113.0/24");
});
