import { expect, test } from "vitest";
import { type Props, reviewOf, same, updated } from "../../support/previews";

/** Resources that take over each other's places: who gets to a place is judged there, whatever has moved to it. */

const APP = "https://app.example.com";
const SHOP = "https://shop.example.com";
const NEW = "https://new.example.com";
const office = { type: "restrict-ips", config: { allow: ["203.0.113.0/24"] } };
const forward = { type: "forward-internal", config: { url: "https://agent.internal" } };

const open = (url: string): Props => ({ url, trafficPolicy: { on_http_request: [{ actions: [forward] }] } });
const guarded = (url: string): Props => ({
  url,
  trafficPolicy: { on_http_request: [{ actions: [office, forward] }] },
});
const endpoint = (name: string, was: Props, is: Props) =>
  updated("Endpoint", name, `ep_${name}`, was, is, ["url", "trafficPolicy"]);
const route = (name: string, was: Props, is: Props) =>
  updated("HttpsEdgeRoute", name, `edghtsrt_${name}`, was, is, ["match", "ipRestriction"]);

const ROUTE: Props = { edgeId: "edghts_1", matchType: "path_prefix", backend: { backendId: "bkdtg_1" } };
const admin: Props = { ...ROUTE, match: "/admin", ipRestriction: { ipPolicyIds: ["ipp_1"] } };
const all: Props = { ...ROUTE, match: "/" };
const edge = same("HttpsEdge", "edge", "edghts_1", { hostports: ["app.example.com:443"] });

test.each([
  [
    "two endpoints exchange their names",
    [endpoint("a", guarded(APP), open(SHOP)), endpoint("b", open(SHOP), guarded(APP))],
  ],
  [
    "three endpoints rotate their names",
    [
      endpoint("a", guarded(APP), open(SHOP)),
      endpoint("b", open(SHOP), open(NEW)),
      endpoint("c", open(NEW), guarded(APP)),
    ],
  ],
  ["two routes exchange their names", [edge, route("r1", admin, all), route("r2", all, admin)]],
])("%s: nothing opens", async (_, steps) => {
  const { findings, exposure } = await reviewOf(steps);
  expect(findings.filter(({ rule }) => rule.startsWith("exposure-"))).toEqual([]);
  expect(exposure.changed.map(({ verdict }) => verdict)).toEqual([]);
});

test("an endpoint that comes below an open wildcard without its guard lets in nobody new there", async () => {
  const { findings } = await reviewOf([
    endpoint("a", guarded(APP), open(NEW)),
    same("Endpoint", "wild", "ep_wild", open("https://*.example.com")),
  ]);
  // Where it was, the wildcard answers now.
  expect(findings.map(({ rule, subject }) => [rule, subject])).toEqual([["exposure-opens", APP]]);
});

test("an endpoint that comes to a new place without its guard is told there", async () => {
  const { findings } = await reviewOf([endpoint("a", guarded(APP), open(NEW))]);
  expect(findings.map(({ rule, subject }) => [rule, subject])).toEqual([["exposure-opens", NEW]]);
});
