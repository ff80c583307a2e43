import { expect, test } from "vitest";
import { deleted, type Props, reviewOf, same, updated } from "../../support/previews";

/** Who answers a request is what names its host most closely, by whatever protocol it serves the connection. */

const office = { type: "restrict-ips", config: { allow: ["203.0.113.0/24"] } };
const forward = { type: "forward-internal", config: { url: "https://agent.internal" } };
const tcpForward = { type: "forward-internal", config: { url: "tls://agent.internal:443" } };
const http = (...actions: readonly object[]) => ({ on_http_request: [{ actions }] });
const tcp = (...actions: readonly object[]) => ({ on_tcp_connect: [{ actions }] });
const at = (url: string, trafficPolicy: object): Props => ({ url, trafficPolicy });
const stays = (name: string, inputs: Props) => same("Endpoint", name, `ep_${name}`, inputs);
const changes = (name: string, was: Props, is: Props) =>
  updated("Endpoint", name, `ep_${name}`, was, is, ["url", "trafficPolicy"]);

const WILD = "https://*.example.com";
const denied = {
  expressions: ["req.host == 'app.example.com'"],
  actions: [{ type: "deny" }],
};
const openings = async (steps: Parameters<typeof reviewOf>[0]) => {
  const { findings } = await reviewOf(steps);
  return findings
    .filter(({ rule }) => rule.startsWith("exposure-"))
    .map(({ rule, subject, witness }) => [rule, subject, witness]);
};

test.each([
  ["tls", "tls://app.example.com"],
  ["tcp", "tcp://app.example.com:443"],
])("what an endpoint of %s serves does not come to a wildcard", async (_, url) => {
  const wild = changes(
    "wild",
    at(WILD, { on_http_request: [denied, { actions: [forward] }] }),
    at(WILD, http(forward)),
  );
  const closer = stays("closer", at(url, tcp(office, tcpForward)));
  expect(await openings([wild, closer])).toEqual([]);
  // Without it somebody gets in, and so does who comes to another port.
  const elsewhere = stays("closer", at("tcp://app.example.com:22", tcp(office, tcpForward)));
  for (const others of [[], [elsewhere]])
    expect(await openings([wild, ...others])).toEqual([
      ["exposure-opens", WILD, "GET https://app.example.com/ from 198.51.100.7"],
    ]);
});

test("the witness of a wildcard is nobody whom an endpoint of another protocol serves", async () => {
  const wild = changes("wild", at(WILD, http(office, forward)), at(WILD, http(forward)));
  const [[, , plain] = []] = await openings([wild]);
  expect(plain).toBe("GET https://a.example.com/ from 198.51.100.7");
  const closer = stays("closer", at("tls://a.example.com", tcp(office, tcpForward)));
  const [[, , witness] = []] = await openings([wild, closer]);
  expect(witness).toMatch(/^GET https:\/\/(?!a\.)\w+\.example\.com\/ from 198\.51\.100\.7$/);
});

test.each([
  ["https", "tls://app.example.com"],
  ["https", "tcp://app.example.com:443"],
  ["http", "tcp://app.example.com:80"],
])("an endpoint of %s that becomes one of %s still answers before a wildcard", async (scheme, url) => {
  const moved = changes(
    "app",
    at(`${scheme}://app.example.com`, http(office, forward)),
    at(url, tcp(office, tcpForward)),
  );
  const wild = stays("wild", at(`${scheme}://*.example.com`, http(forward)));
  const found = await openings([moved, wild]);
  // Whom it let in gets to another destination.
  const witnesses = found.flatMap(([, , witness]) => witness ?? []);
  expect(witnesses.filter((witness) => !witness.includes("from 203.0.113.7"))).toEqual([]);
  // Where it goes for good, the wildcard answers.
  const gone = deleted("Endpoint", "app", "ep_app", at(`${scheme}://app.example.com`, http(office, forward)));
  expect((await openings([gone, wild])).map(([rule]) => rule)).toEqual(["exposure-opens"]);
});

const ROUTE: Props = { edgeId: "edghts_1", matchType: "path_prefix", backend: { backendId: "bkdtg_1" } };
const allowed = [
  same("IpPolicy", "office", "ipp_1", {}),
  same("IpPolicyRule", "allow", "ipr_1", { ipPolicyId: "ipp_1", cidr: "203.0.113.0/24", action: "allow" }),
];
const restricted = { ipRestriction: { ipPolicyIds: ["ipp_1"] } };
const route = (match: string, was: Props, is: Props) =>
  updated("HttpsEdgeRoute", "r1", "edghtsrt_1", { ...ROUTE, match, ...was }, { ...ROUTE, match, ...is });
const wildEdge = same("HttpsEdge", "edge", "edghts_1", { hostports: ["*.example.com:443"] });

test("a route for a host that an endpoint names serves nobody", async () => {
  const opened = route("app.example.com/", restricted, {});
  const app = stays("app", at("https://app.example.com", http(office, forward)));
  expect(await openings([...allowed, wildEdge, opened, app])).toEqual([]);
  expect((await openings([...allowed, wildEdge, opened])).map(([rule]) => rule)).toEqual(["exposure-opens"]);
});

test.each(["/*", "/x*y", "/a:b"])("a client asks for the path that a route matches: %s", async (match) => {
  const edge = same("HttpsEdge", "edge", "edghts_1", { hostports: ["app.example.com:443"] });
  const [[, , witness] = []] = await openings([...allowed, edge, route(match, restricted, {})]);
  expect(witness).toBe(`GET https://app.example.com${match} from 198.51.100.7`);
});

test.each(["/a b", "/é", "/a?b", "/a#b", "//", "/../x", "/a/./b", "/%zz"])(
  "whether anybody asks for a path is not certain where URLs spell it otherwise: %s",
  async (match) => {
    const edge = same("HttpsEdge", "edge", "edghts_1", { hostports: ["app.example.com:443"] });
    expect(
      (await openings([...allowed, edge, route(match, restricted, {})])).map(([rule, , who]) => [rule, who]),
    ).toEqual([["exposure-may-open", undefined]]);
  },
);
