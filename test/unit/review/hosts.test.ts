import { describe, expect, test } from "vitest";
import { UNKNOWN } from "../../../provider/family/unknown";
import {
  created,
  type Props,
  reviewOf,
  rulesOf,
  same,
  state,
  toldTexts,
  updated,
  urn,
} from "../../support/previews";

const OFFICE = { ipRestriction: { ipPolicyIds: ["ipp_1"] } };
const policy = [
  same("IpPolicy", "office", "ipp_1", {}),
  same("IpPolicyRule", "v4", "ipr_1", { ipPolicyId: "ipp_1", cidr: "203.0.113.0/24", action: "allow" }),
];

const routeTo = (match: string, modules: Props = OFFICE): Props => ({
  edgeId: "e_1",
  matchType: "path_prefix",
  match,
  backend: { backendId: "bkd_1" },
  ...modules,
});

const edge = (...hostports: string[]) => same("HttpsEdge", "web", "e_1", { hostports });

/** A route that loses its guard. */
const opened = (name: string, match: string) =>
  updated("HttpsEdgeRoute", name, `r_${name}`, routeTo(match), routeTo(match, {}));

describe("an HTTPS edge on port 80, where it speaks plain HTTP,", () => {
  const hostports = ["app.example.com:443"];
  const both = { hostports: [...hostports, "app.example.com:80"] };
  const rest = same("HttpsEdgeRoute", "rest", "r_1", routeTo("/", {}));

  test("is new at an address of that scheme", async () => {
    const report = await reviewOf([updated("HttpsEdge", "web", "e_1", { hostports }, both), rest]);
    const [found] = report.findings;
    expect(rulesOf(report)).toEqual(["high exposure-new: http://app.example.com/*"]);
    expect(found?.witness).toBe("GET http://app.example.com/ from 198.51.100.7");
  });

  test.each([
    { mutualTls: { certificateAuthorityIds: ["ca_1"] } },
    { tlsTermination: { minVersion: "1.3" } },
  ])("asks nothing of TLS: %j", async (module) => {
    const report = await reviewOf([updated("HttpsEdge", "web", "e_1", { ...both, ...module }, both), rest]);
    expect(report.exposure.changed.map(({ surface }) => surface.label)).toEqual([
      "https://app.example.com/*",
    ]);
    const comes = await reviewOf([
      updated("HttpsEdge", "web", "e_1", { hostports, ...module }, { ...both, ...module }),
      rest,
    ]);
    expect(rulesOf(comes)).toEqual(["high exposure-new: http://app.example.com/*"]);
  });
});

describe("an exact match that names a host and no path", () => {
  const exact = { ...routeTo("app.example.com", {}), matchType: "exact_path" };
  const rest = created("HttpsEdgeRoute", "rest", routeTo("/", {}));

  test("may leave other paths to a route that comes", async () => {
    const report = await reviewOf([
      edge("app.example.com:443"),
      same("HttpsEdgeRoute", "bare", "r_1", exact),
      rest,
    ]);
    expect(rulesOf(report)).toEqual(["medium exposure-may-open: https://app.example.com/*"]);
  });

  test("serves / for certain", async () => {
    const report = await reviewOf([
      ...policy,
      edge("app.example.com:443"),
      updated("HttpsEdgeRoute", "bare", "r_1", { ...exact, ...OFFICE }, exact),
    ]);
    expect(rulesOf(report)).toEqual(["high exposure-opens: https://app.example.com/*"]);
    expect(report.findings[0]?.witness).toBe("GET https://app.example.com/ from 198.51.100.7");
  });
});

describe("a route that names a host", () => {
  test.each([
    ["its edge's wildcard", ["*.example.com:443"], "admin.example.com/", "https://admin.example.com/*"],
    ["a deeper host", ["*.example.com:443"], "a.b.example.com/x", "https://a.b.example.com/x*"],
    ["a wildcard of its own", ["*.example.com:443"], "*.eu.example.com/", "https://*.eu.example.com/*"],
    ["a wildcard around the host", ["app.example.com:443"], "*.example.com/", "https://app.example.com/*"],
    ["with its port", ["a.example.com:443"], "a.example.com:443/x", "https://a.example.com/x*"],
    ["in capitals", ["a.example.com:443"], "A.example.com/x", "https://a.example.com/x*"],
  ])("counts: %s", async (_, hostports, match, label) => {
    const report = await reviewOf([...policy, edge(...hostports), opened("admin", match)]);
    expect(rulesOf(report)).toEqual([`high exposure-opens: ${label}`]);
  });

  test("of another port or host does not", async () => {
    const elsewhere = await reviewOf([
      ...policy,
      edge("a.example.com:443", "*.eu.example.com:8443"),
      opened("port", "a.example.com:8443/"),
      opened("host", "b.example.com/"),
      opened("parent", "example.com/"),
    ]);
    expect(rulesOf(elsewhere)).toEqual([]);
  });

  test("hides the others from nobody, where the edge is not the program's", async () => {
    const at = (match: string, modules?: Props) => ({ ...routeTo(match, modules), edgeId: "e_9" });
    const report = await reviewOf([
      ...policy,
      same("HttpsEdgeRoute", "named", "r_1", at("admin.example.com/")),
      updated("HttpsEdgeRoute", "rest", "r_2", at("/"), at("/", {})),
    ]);
    expect(rulesOf(report)).toEqual(["high exposure-opens: HttpsEdge e_9: /*"]);
  });
});

test("an edge whose hostports are unknown serves what its routes name", async () => {
  const report = await reviewOf([
    ...policy,
    {
      op: "update",
      urn: urn("HttpsEdge", "web"),
      oldState: state("e_1", { hostports: ["admin.example.com:443"] }),
      newState: state("e_1", { hostports: UNKNOWN }, {}),
      diffReasons: ["hostports"],
      detailedDiff: { hostports: { kind: "update", inputDiff: true } },
    },
    opened("admin", "admin.example.com/"),
  ]);
  expect(rulesOf(report)).toEqual([
    "high exposure-opens: HttpsEdge web, whose hostports are unknown: admin.example.com/*",
    "medium exposure-may-open: HttpsEdge web",
  ]);
});

test.each([
  ["match", { match: UNKNOWN }],
  ["secret match", { match: "[secret]" }],
  ["match type", { matchType: UNKNOWN }],
])("a route whose %s is not known yet may open what other routes guard", async (_, change) => {
  const before = routeTo("/public", {});
  const report = await reviewOf([
    ...policy,
    edge("app.example.com:443"),
    same("HttpsEdgeRoute", "root", "r_1", routeTo("/")),
    updated("HttpsEdgeRoute", "public", "r_2", before, { ...before, ...change }),
  ]);
  expect(rulesOf(report)).toEqual(["medium exposure-may-open: HttpsEdgeRoute public"]);
  expect(report.findings[0]?.message).toBe("not judged: masked. The preview hides where it responds");
});

describe("a rule", () => {
  const guarded = (...ipPolicyIds: string[]) =>
    same("TcpEdge", "db", "t_1", {
      hostports: ["db.example.com:5432"],
      backend: { backendId: "bkd_1" },
      ipRestriction: { ipPolicyIds },
    });
  const rule = (ipPolicyId: string) =>
    created("IpPolicyRule", "all", { ipPolicyId, cidr: "0.0.0.0/0", action: "allow" });

  test.each([
    ["of a policy that is managed elsewhere", "ipp_9", "ipp_9", "high"],
    ["of which nobody knows yet what policy it is in", "ipp_1", UNKNOWN, "medium"],
  ])("%s may open what that policy guards", async (_, guard, at, severity) => {
    const report = await reviewOf([...policy, guarded(guard), rule(at)]);
    expect(rulesOf(report)).toEqual([`${severity} exposure-may-open: tcp://db.example.com:5432`]);
  });

  test("of another policy opens nothing", async () => {
    expect(rulesOf(await reviewOf([...policy, guarded("ipp_1", "ipp_9"), rule("ipp_8")]))).toEqual([]);
  });
});

describe("several accounts", () => {
  const provider = (name: string) => `urn:pulumi:prod::infra::pulumi:providers:pulumi-nodejs::${name}::id`;
  const office = { type: "endpoints", enforced: true, ipPolicyIds: ["ipp_1"] };
  const endpoint = { url: "https://app.example.com", trafficPolicy: "{}" };

  test("a restriction of one does not guard the other", async () => {
    const restricted = (name: string) =>
      reviewOf([
        ...policy,
        created("IpRestriction", "all", office, { provider: provider(name) }),
        created("Endpoint", "app", endpoint, { provider: provider("default_0_1_0") }),
      ]);
    expect(rulesOf(await restricted("staging"))).toEqual(["high exposure-new: https://app.example.com"]);
    expect(rulesOf(await restricted("default_0_1_0"))).toEqual([
      "medium exposure-new: https://app.example.com",
    ]);
  });

  test("are distinguished by name", async () => {
    const report = await reviewOf([created("Endpoint", "app", endpoint, { provider: provider("staging") })]);
    expect(rulesOf(report)).toEqual(["high exposure-new: https://app.example.com (staging)"]);
  });

  test("may share what one of them refers to in the other", async () => {
    const restriction = (enforced: boolean) => ({ ...office, type: "api", enforced });
    const report = await reviewOf([
      ...policy,
      {
        ...updated("IpRestriction", "api", "ipx_1", restriction(true), restriction(false)),
        oldState: { ...state("ipx_1", restriction(true)), provider: provider("staging") },
        newState: { ...state("ipx_1", restriction(false), {}), provider: provider("staging") },
      },
    ]);
    expect(toldTexts(report.exposure.changed[0]?.newcomers ?? [])).toEqual([
      "everybody blocked by IP restriction (it allowed office: 203.0.113.0/24)",
    ]);
  });
});
