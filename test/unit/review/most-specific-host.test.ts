import { expect, test } from "vitest";
import { AGENT, deny, endpointArgs, forward, OFFICE, type TrafficPolicy } from "../../support/policies";
import { deleted, type Props, reviewSteps, type Step, same, updated } from "../../support/previews";

// The endpoint with the most specific host serves a request, whatever its protocol.

const tcp = { on_tcp_connect: [OFFICE, forward("tls://agent.internal:443")] };
const unchanged = (name: string, url: string, policy: TrafficPolicy) =>
  same("Endpoint", name, `ep_${name}`, endpointArgs(policy, url));
const change = (name: string, before: Props, after: Props) =>
  updated("Endpoint", name, `ep_${name}`, before, after, ["url", "trafficPolicy"]);

const WILD = "https://*.example.com";
const openings = async (steps: readonly Step[]) =>
  (await reviewSteps(steps)).findings.flatMap(({ rule, subject, witness }) =>
    rule.startsWith("exposure-") ? [[rule, subject, witness]] : [],
  );

test.each([
  ["tls", "tls://app.example.com"],
  ["tcp", "tcp://app.example.com:443"],
])("doesn't count requests for a %s endpoint as requests for a wildcard", async (_, url) => {
  const denied = endpointArgs([deny("req.host == 'app.example.com'"), AGENT], WILD);
  const wild = change("wild", denied, endpointArgs([AGENT], WILD));
  expect(await openings([wild, unchanged("closer", url, tcp)])).toEqual([]);
  // Without that endpoint, or with one at another port, clients reach the wildcard.
  for (const otherSteps of [[], [unchanged("closer", "tcp://app.example.com:22", tcp)]])
    expect(await openings([wild, ...otherSteps])).toEqual([
      ["exposure-opens", WILD, "GET https://app.example.com/ from 198.51.100.7"],
    ]);
});

test("a wildcard's witness avoids hosts that another protocol serves", async () => {
  const wild = change("wild", endpointArgs([OFFICE, AGENT], WILD), endpointArgs([AGENT], WILD));
  const [[, , plain] = []] = await openings([wild]);
  expect(plain).toBe("GET https://a.example.com/ from 198.51.100.7");
  const [[, , witness] = []] = await openings([wild, unchanged("closer", "tls://a.example.com", tcp)]);
  expect(witness).toMatch(/^GET https:\/\/(?!a\.)\w+\.example\.com\/ from 198\.51\.100\.7$/);
});

test.each([
  ["https", "tls://app.example.com"],
  ["http", "tcp://app.example.com:80"],
])("compares an %s endpoint that becomes %s with itself, not with a wildcard", async (scheme, url) => {
  const before = endpointArgs([OFFICE, AGENT], `${scheme}://app.example.com`);
  const wild = unchanged("wild", `${scheme}://*.example.com`, [AGENT]);
  const findings = await openings([change("app", before, endpointArgs(tcp, url)), wild]);
  // Clients that it allowed reach a different destination.
  const witnesses = findings.flatMap(([, , witness]) => witness ?? []);
  expect(witnesses.filter((witness) => !witness.includes("from 203.0.113.7"))).toEqual([]);
  // Once it is deleted, the wildcard responds.
  const deletion = deleted("Endpoint", "app", "ep_app", before);
  expect((await openings([deletion, wild])).map(([rule]) => rule)).toEqual(["exposure-opens"]);
});

const restricted = { ipRestriction: { ipPolicyIds: ["ipp_1"] } };
const allowed = [
  same("IpPolicy", "office", "ipp_1", {}),
  same("IpPolicyRule", "allow", "ipr_1", { ipPolicyId: "ipp_1", cidr: "203.0.113.0/24", action: "allow" }),
];
const openedRoute = (host: string, match: string) => {
  const route = { edgeId: "edghts_1", matchType: "path_prefix", match, backend: { backendId: "bkdtg_1" } };
  return [
    ...allowed,
    same("HttpsEdge", "edge", "edghts_1", { hostports: [`${host}:443`] }),
    updated("HttpsEdgeRoute", "r1", "edghtsrt_1", { ...route, ...restricted }, route),
  ];
};

test("doesn't count a route for a host that an endpoint serves", async () => {
  const steps = openedRoute("*.example.com", "app.example.com/");
  expect(await openings([...steps, unchanged("app", "https://app.example.com", [OFFICE, AGENT])])).toEqual(
    [],
  );
  expect((await openings(steps)).map(([rule]) => rule)).toEqual(["exposure-opens"]);
});

test.each(["/*", "/x*y", "/a:b"])(
  "a route's witness requests the path that the route matches: %s",
  async (match) => {
    const [[, , witness] = []] = await openings(openedRoute("app.example.com", match));
    expect(witness).toBe(`GET https://app.example.com${match} from 198.51.100.7`);
  },
);

test.each(["/a b", "/é", "/a?b", "/a#b", "//", "/../x", "/a/./b", "/%zz"])(
  "reports a possible opening for a path that URLs spell differently: %s",
  async (match) => {
    const [[rule, , witness] = []] = await openings(openedRoute("app.example.com", match));
    expect([rule, witness]).toEqual(["exposure-may-open", undefined]);
  },
);
