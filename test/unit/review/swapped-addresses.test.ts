import { expect, test } from "vitest";
import { AGENT, APP, endpointArgs, OFFICE, sameEndpoint } from "../../support/policies";
import { listFindings, type Props, reviewSteps, type Step, same, updated } from "../../support/previews";

// Resources that exchange their URLs or paths. The clients of a URL are compared, whichever resource serves it.

const [SHOP, NEW] = ["https://shop.example.com", "https://new.example.com"];
const open = (url: string) => endpointArgs([AGENT], url);
const guarded = (url: string) => endpointArgs([OFFICE, AGENT], url);
const endpoint = (name: string, before: Props, after: Props) =>
  updated("Endpoint", name, `ep_${name}`, before, after, ["url", "trafficPolicy"]);
const route = (name: string, before: Props, after: Props) =>
  updated("HttpsEdgeRoute", name, `edghtsrt_${name}`, before, after, ["match", "ipRestriction"]);

const ROUTE: Props = { edgeId: "edghts_1", matchType: "path_prefix", backend: { backendId: "bkdtg_1" } };
const adminRoute: Props = { ...ROUTE, match: "/admin", ipRestriction: { ipPolicyIds: ["ipp_1"] } };
const publicRoute: Props = { ...ROUTE, match: "/" };
const edge = same("HttpsEdge", "edge", "edghts_1", { hostports: ["app.example.com:443"] });
const rotated = [
  endpoint("a", guarded(APP), open(SHOP)),
  endpoint("b", open(SHOP), open(NEW)),
  endpoint("c", open(NEW), guarded(APP)),
];
const moved = endpoint("a", guarded(APP), open(NEW));

test.each<[string, readonly Step[], readonly string[]]>([
  ["three endpoints rotate their URLs", rotated, []],
  [
    "two routes exchange their paths",
    [edge, route("r1", adminRoute, publicRoute), route("r2", publicRoute, adminRoute)],
    [],
  ],
  // The wildcard now responds at the previous URL.
  [
    "an endpoint moves away from below an open wildcard",
    [moved, sameEndpoint([AGENT], "https://*.example.com", "wild")],
    [APP],
  ],
  ["an endpoint moves and loses its guard", [moved], [NEW]],
])("compares access at each URL: %s", async (_, steps, opened) => {
  const rules = listFindings(await reviewSteps(steps)).filter((found) => found.includes("exposure-"));
  expect(rules).toEqual(opened.map((url) => `high exposure-opens: ${url}`));
});
