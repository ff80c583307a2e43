import { describe, expect, test } from "vitest";
import { modules, resources } from "../../../provider/families";
import type { Props } from "../../../provider/family/resource";
import { driftOfModule, driftOfResource } from "../../../provider/lifecycle/drift";
import { compose, observe } from "../../../provider/lifecycle/state";

const familyOf = (name: string) => {
  const family = resources.find((candidate) => candidate.name === name);
  if (!family) throw new Error(name);
  return family;
};

/** What an object that was created from inputs, and answered like this, differs in later. */
function drift(className: string, inputs: Props, before: Props, after: Props) {
  const family = familyOf(className);
  const state = compose(family, inputs, observe(family, { id: "x", ...before }));
  return driftOfResource(family, state, { id: "x", ...after });
}

const route = { edge_id: "e", match_type: "path_prefix", match: "/" };
const declaredRoute = { edgeId: "e", matchType: "path_prefix", match: "/" };

describe("drift", () => {
  test("is none where the service only spells a value in another way", () => {
    const answer = { domain: "app.example.com", description: null, metadata: "", region: "eu" };
    expect(drift("ReservedDomain", { domain: "APP.example.com." }, answer, answer)).toEqual([
      { path: "region", kind: "default", declared: undefined, actual: "eu", secret: false },
    ]);
  });

  test("names the property within a module, and the key within a map", () => {
    const before = {
      ...route,
      circuit_breaker: { num_buckets: 10 },
      request_headers: { add: { a: "1", "b c": "2" } },
    };
    const after = { ...route, circuit_breaker: { num_buckets: 20 }, request_headers: { add: { a: "9" } } };
    const declared = {
      ...declaredRoute,
      circuitBreaker: { numBuckets: 10 },
      requestHeaders: { add: { a: "1", "b c": "2" } },
    };
    expect(drift("HttpsEdgeRoute", declared, before, after)).toEqual([
      { path: "circuitBreaker.numBuckets", kind: "changed", declared: 10, actual: 20, secret: false },
      { path: "requestHeaders.add.a", kind: "changed", declared: "1", actual: "9", secret: false },
      { path: 'requestHeaders.add["b c"]', kind: "changed", declared: "2", actual: undefined, secret: false },
    ]);
  });

  test("tells a value that was set where the program gives none from one that the service picks", () => {
    const before = { hostports: [], description: "", tls_termination: { min_version: "1.2" } };
    const after = { hostports: [], description: "by hand", tls_termination: { min_version: "1.3" } };
    expect(drift("TlsEdge", { tlsTermination: {} }, before, after)).toEqual([
      { path: "description", kind: "changed", declared: undefined, actual: "by hand", secret: false },
      {
        path: "tlsTermination.minVersion",
        kind: "default",
        declared: undefined,
        actual: "1.3",
        secret: false,
      },
    ]);
  });

  test("leaves modules alone that the program never declared, and sees declared ones go", () => {
    const before = { mutual_tls: null, tls_termination: { min_version: "1.2" } };
    const after = {
      mutual_tls: { enabled: true, certificate_authorities: [{ id: "ca_1" }] },
      tls_termination: null,
    };
    expect(drift("TlsEdge", { tlsTermination: {} }, before, after)).toEqual([
      {
        path: "mutualTls",
        kind: "unmanaged",
        declared: undefined,
        actual: { enabled: true, certificateAuthorityIds: ["ca_1"] },
        secret: false,
      },
      { path: "tlsTermination", kind: "changed", declared: {}, actual: null, secret: false },
    ]);
  });

  test("never shows a secret: another one, one that is withheld, one within what is gone", () => {
    const oidc = (client_secret: string) => ({ ...route, oidc: { client_id: "c", client_secret } });
    const declared = { ...declaredRoute, oidc: { clientId: "c", clientSecret: "hush" } };
    const found = (after: Props) => drift("HttpsEdgeRoute", declared, oidc("hush"), after);
    expect(found(oidc("other"))).toEqual([{ path: "oidc.clientSecret", kind: "changed", secret: true }]);
    expect(found(oidc(""))).toEqual([{ path: "oidc.clientSecret", kind: "secret unknown", secret: true }]);
    expect(JSON.stringify(found({ ...route, oidc: null }))).not.toContain("hush");
    expect(found(oidc("hush"))).toEqual([]);
  });

  test("tells what changes by itself, and says nothing of what follows from a change", () => {
    const before = {
      url: "https://a.example.com",
      type: "cloud",
      traffic_policy: "",
      host: "a.example.com",
      region: "us",
    };
    const declared = { url: "https://a.example.com", trafficPolicy: "" };
    expect(drift("Endpoint", declared, before, { ...before, region: "eu" })).toEqual([
      { path: "region", kind: "volatile", declared: "us", actual: "eu", secret: false },
    ]);
    const moved = { ...before, url: "https://b.example.com", host: "b.example.com" };
    expect(drift("Endpoint", declared, before, moved).map(({ path }) => path)).toEqual(["url"]);
  });

  test("of a single module is that of its parameters", () => {
    const family = modules.find(({ name }) => name === "TlsEdgeMutualTls");
    if (!family) throw new Error("no such module");
    const state = { edgeId: "e", certificateAuthorityIds: ["ca_1", "ca_2"] };
    const answer = (...ids: string[]) => ({
      enabled: true,
      certificate_authorities: ids.map((id) => ({ id })),
    });
    expect(driftOfModule(family, state, answer("ca_2", "ca_1"))).toEqual([]);
    expect(driftOfModule(family, state, answer("ca_1"))).toEqual([
      {
        path: "certificateAuthorityIds",
        kind: "changed",
        declared: ["ca_1", "ca_2"],
        actual: ["ca_1"],
        secret: false,
      },
    ]);
  });
});
