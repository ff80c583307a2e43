import { describe, expect, test } from "vitest";
import { UNKNOWN } from "../../../provider/family/unknown";
import { AGENT, deny, endpointArgs } from "../../support/policies";
import {
  created,
  describeClients,
  listFindings,
  type Props,
  reviewSteps,
  type Step,
  same,
  state,
  updated,
} from "../../support/previews";

const OFFICE = { ipRestriction: { ipPolicyIds: ["ipp_1"] } };
const BACKEND = { backend: { backendId: "bkd_1" } };
const policy = [
  same("IpPolicy", "office", "ipp_1", {}),
  same("IpPolicyRule", "v4", "ipr_1", { ipPolicyId: "ipp_1", cidr: "203.0.113.0/24", action: "allow" }),
];

const routeTo = (match: string, modules: Props = OFFICE): Props => ({
  ...{ edgeId: "e_1", matchType: "path_prefix", match },
  ...BACKEND,
  ...modules,
});
const edge = (...hostports: string[]) => same("HttpsEdge", "web", "e_1", { hostports });

const openedRoute = (name: string, match: string) =>
  updated("HttpsEdgeRoute", name, `r_${name}`, routeTo(match), routeTo(match, {}));
const review = async (...steps: readonly Step[]) => listFindings(await reviewSteps([...policy, ...steps]));

describe("an HTTPS edge on port 80, which serves plain HTTP,", () => {
  const hostports = ["app.example.com:443"];
  const bothPorts = { hostports: [...hostports, "app.example.com:80"] };
  const rest = same("HttpsEdgeRoute", "rest", "r_1", routeTo("/", {}));

  test("is reported as new at an http URL", async () => {
    const report = await reviewSteps([updated("HttpsEdge", "web", "e_1", { hostports }, bothPorts), rest]);
    expect(listFindings(report)).toEqual(["high exposure-new: http://app.example.com/*"]);
    expect(report.findings[0]?.witness).toBe("GET http://app.example.com/ from 198.51.100.7");
  });

  test.each([
    { mutualTls: { certificateAuthorityIds: ["ca_1"] } },
    { tlsTermination: { minVersion: "1.3" } },
  ])("has no TLS requirements: %j", async (module) => {
    const removed = updated("HttpsEdge", "web", "e_1", { ...bothPorts, ...module }, bothPorts);
    const { exposure } = await reviewSteps([removed, rest]);
    expect(exposure.changed.map(({ surface }) => surface.label)).toEqual(["https://app.example.com/*"]);
    const added = updated("HttpsEdge", "web", "e_1", { hostports, ...module }, { ...bothPorts, ...module });
    expect(await review(added, rest)).toEqual(["high exposure-new: http://app.example.com/*"]);
  });
});

test("an exact match without a path serves /, and other paths are undecided", async () => {
  const exact = { ...routeTo("app.example.com", {}), matchType: "exact_path" };
  const served = edge("app.example.com:443");
  const rest = created("HttpsEdgeRoute", "rest", routeTo("/", {}));
  expect(await review(served, same("HttpsEdgeRoute", "bare", "r_1", exact), rest)).toEqual([
    "medium exposure-may-open: https://app.example.com/*",
  ]);
  const change = updated("HttpsEdgeRoute", "bare", "r_1", { ...exact, ...OFFICE }, exact);
  const { findings } = await reviewSteps([...policy, served, change]);
  expect(findings).toMatchObject([
    { rule: "exposure-opens", witness: "GET https://app.example.com/ from 198.51.100.7" },
  ]);
});

describe("a route that names a host", () => {
  test.each([
    [
      "below the wildcard of its edge",
      "*.example.com:443",
      "admin.example.com/",
      "https://admin.example.com/*",
    ],
    ["several labels below it", "*.example.com:443", "a.b.example.com/x", "https://a.b.example.com/x*"],
    ["with a narrower wildcard", "*.example.com:443", "*.eu.example.com/", "https://*.eu.example.com/*"],
    ["with a wider wildcard", "app.example.com:443", "*.example.com/", "https://app.example.com/*"],
    ["with its port", "a.example.com:443", "a.example.com:443/x", "https://a.example.com/x*"],
    ["in capitals", "a.example.com:443", "A.example.com/x", "https://a.example.com/x*"],
  ])("is judged: %s", async (_, hostport, match, label) => {
    expect(await review(edge(hostport), openedRoute("admin", match))).toEqual([
      `high exposure-opens: ${label}`,
    ]);
  });

  test("is ignored for another port or host", async () => {
    const served = edge("a.example.com:443", "*.eu.example.com:8443");
    const matches = ["a.example.com:8443/", "b.example.com/", "example.com/"];
    expect(await review(served, ...matches.map((match, n) => openedRoute(`r${n}`, match)))).toEqual([]);
  });

  test("doesn't hide other routes of an edge outside the program", async () => {
    const routeInputs = (match: string, modules?: Props) => ({ ...routeTo(match, modules), edgeId: "e_9" });
    const named = same("HttpsEdgeRoute", "named", "r_1", routeInputs("admin.example.com/"));
    expect(
      await review(named, updated("HttpsEdgeRoute", "rest", "r_2", routeInputs("/"), routeInputs("/", {}))),
    ).toEqual(["high exposure-opens: HttpsEdge e_9: /*"]);
  });
});

test("judges the hosts that routes name for an edge with unknown hostports", async () => {
  const change = updated(
    "HttpsEdge",
    "web",
    "e_1",
    { hostports: ["a.example.com:443"] },
    { hostports: UNKNOWN },
  );
  expect(await review(change, openedRoute("admin", "a.example.com/"))).toEqual([
    "high exposure-opens: HttpsEdge web (unknown hostports): a.example.com/*",
    "medium exposure-may-open: HttpsEdge web",
  ]);
});

test.each([{ match: UNKNOWN }, { match: "[secret]" }, { matchType: UNKNOWN }])(
  "a route with an unknown selector may open paths that other routes guard: %j",
  async (change) => {
    const before = routeTo("/public", {});
    const { findings } = await reviewSteps([
      ...policy,
      edge("app.example.com:443"),
      same("HttpsEdgeRoute", "root", "r_1", routeTo("/")),
      updated("HttpsEdgeRoute", "public", "r_2", before, { ...before, ...change }),
    ]);
    expect(findings).toMatchObject([
      { rule: "exposure-may-open", severity: "medium", subject: "HttpsEdgeRoute public" },
    ]);
  },
);

test.each([
  ["of a policy outside the program", ["ipp_9"], "ipp_9", "high"],
  ["of an unknown policy", ["ipp_1"], UNKNOWN, "medium"],
  ["of another policy", ["ipp_1", "ipp_9"], "ipp_8", undefined],
])("judges an added rule %s", async (_, ipPolicyIds, ipPolicyId, severity) => {
  const inputs = { hostports: ["db.example.com:5432"], ...BACKEND, ipRestriction: { ipPolicyIds } };
  const rule = created("IpPolicyRule", "all", { ipPolicyId, cidr: "0.0.0.0/0", action: "allow" });
  expect(await review(same("TcpEdge", "db", "t_1", inputs), rule)).toEqual(
    severity === undefined ? [] : [`${severity} exposure-may-open: tcp://db.example.com:5432`],
  );
});

test("compares hosts with the same policy separately if it reads the endpoint", async () => {
  const after = [deny("endpoint.host == 'a.example.com'"), AGENT];
  const edit = (name: string) => {
    const url = `https://${name}.example.com`;
    return updated("Endpoint", name, `ep_${name}`, endpointArgs([deny()], url), endpointArgs(after, url));
  };
  expect(await review(edit("a"), edit("b"))).toEqual(["high exposure-opens: https://b.example.com"]);
});

describe("several accounts", () => {
  const provider = (name: string) => `urn:pulumi:prod::infra::pulumi:providers:pulumi-nodejs::${name}::id`;
  const office = { type: "endpoints", enforced: true, ipPolicyIds: ["ipp_1"] };
  const endpoint = (name: string) =>
    created(
      "Endpoint",
      "app",
      { url: "https://app.example.com", trafficPolicy: "{}" },
      { provider: provider(name) },
    );

  test("don't share restrictions", async () => {
    const restricted = (name: string) =>
      review(
        created("IpRestriction", "all", office, { provider: provider(name) }),
        endpoint("default_0_1_0"),
      );
    expect(await restricted("staging")).toEqual(["high exposure-new: https://app.example.com"]);
    expect(await restricted("default_0_1_0")).toEqual(["medium exposure-new: https://app.example.com"]);
  });

  test("are distinguished by name", async () => {
    expect(await review(endpoint("staging"))).toEqual([
      "high exposure-new: https://app.example.com (staging)",
    ]);
  });

  test("report a route of a hidden edge once", async () => {
    const [before, after] = [OFFICE, {}].map((modules) => ({ ...routeTo("/", modules), edgeId: "[secret]" }));
    const opened = updated("HttpsEdgeRoute", "root", "r_1", before as Props, after as Props);
    expect(await review(opened, endpoint("staging"))).toEqual([
      "high exposure-new: https://app.example.com (staging)",
      "high exposure-opens: paths of the route root on a hidden edge",
    ]);
  });

  test("may reference objects of each other", async () => {
    const side = (enforced: boolean) => ({
      ...state("ipx_1", { ...office, type: "api", enforced }),
      provider: provider("staging"),
    });
    const change = updated("IpRestriction", "api", "ipx_1", { enforced: true }, { enforced: false });
    const report = await reviewSteps([...policy, { ...change, oldState: side(true), newState: side(false) }]);
    expect(describeClients(report.exposure.changed[0]?.gainsAccess ?? [])).toEqual([
      "everybody previously blocked by IP restriction (which allowed office: 203.0.113.0/24)",
    ]);
  });
});
