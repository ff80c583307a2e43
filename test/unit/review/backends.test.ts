import { describe, expect, test } from "vitest";
import { UNKNOWN } from "../../../provider/family/unknown";
import { type Props, reviewSteps, same, updated } from "../../support/previews";

const edge = same("HttpsEdge", "web", "edghts_1", { hostports: ["web.example.com:443"] });
const route = same("HttpsEdgeRoute", "root", "edghtsrt_1", {
  edgeId: "edghts_1",
  matchType: "path_prefix",
  match: "/",
  backend: { backendId: "bkd_2" },
});
const weighted = same("WeightedBackend", "split", "bkd_2", { backends: { bkd_1: 1 } });

const changedBackends = async (className: string, from: Props, to: Props) => {
  const update = updated(className, "origin", "bkd_1", from, to, Object.keys(to));
  const { exposure } = await reviewSteps([edge, route, weighted, update]);
  return exposure.changed.map(({ backend }) => backend);
};

const A = { address: "a.example.com:443", tls: { enabled: true } };
const B = { ...A, address: "b.example.com:443" };
const [STATIC, RESPONSE] = ["StaticBackend", "HttpResponseBackend"] as const;
const body = { body: "Back soon" };
const redirect = (host: string) => ({ headers: { location: `https://${host}.example.com` } });
const [OK, FAILS] = ["origin (a response with status 200)", "origin (a response with status 503)"] as const;
const [BY_A, BY_B] = ["origin (a.example.com:443 over TLS)", "origin (b.example.com:443 over TLS)"] as const;

describe("a backend with different content", () => {
  test.each<[string, Props, Props, string, string]>([
    [STATIC, A, B, BY_A, BY_B],
    [STATIC, A, { address: A.address }, BY_A, "origin (a.example.com:443)"],
    [STATIC, { address: "a:1" }, { address: UNKNOWN }, "origin (a:1)", "origin"],
    [RESPONSE, body, { statusCode: 503, ...body }, OK, FAILS],
    [RESPONSE, redirect("a"), redirect("b"), OK, OK],
  ])("changes the target of its route: %s %j to %j", async (className, from, to, before, after) => {
    expect(await changedBackends(className, from, to)).toEqual([
      { before: `split (${before} × 1)`, after: `split (${after} × 1)` },
    ]);
  });

  const headers = { statusCode: 200, headers: { a: "1", b: "2" } };
  test.each<[string, Props, Props]>([
    [STATIC, { address: "a:1", tls: { enabled: false } }, { address: "a:1", description: "new" }],
    [RESPONSE, headers, { body: "", headers: { b: "2", a: "1" } }],
  ])("keeps the target of its route: %s %j to %j", async (className, from, to) => {
    expect(await changedBackends(className, from, to)).toEqual([]);
  });
});
