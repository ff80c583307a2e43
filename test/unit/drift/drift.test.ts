import { describe, expect, test } from "vitest";
import { modules, resources } from "../../../provider/families";
import type { Props } from "../../../provider/family/resource";
import { driftOfObject, type Path } from "../../../provider/inspect/property-drift";
import { observe } from "../../../provider/lifecycle/values/response";
import { compose } from "../../../provider/lifecycle/values/state";

const familyOf = (name: string) => {
  const family = resources.find((candidate) => candidate.name === name);
  if (!family) throw new Error(name);
  return family;
};

/** Returns the drift of an object that was created from inputs, between two responses. */
function drift(className: string, inputs: Props, before: Props, after: Props, secrets: readonly Path[] = []) {
  const family = familyOf(className);
  const state = compose(family, inputs, observe(family, { id: "x", ...before }));
  return driftOfObject(family, state, { id: "x", ...after }, { secrets });
}

const paths = (found: readonly { readonly path: string }[]) => found.map(({ path }) => path);

const difference = (path: string, declared: unknown, actual: unknown, kind = "changed") => ({
  path,
  kind,
  declared,
  actual,
  secret: false,
});

const hidden = (path: string, kind = "changed") => ({ path, kind, secret: true });

const route = { edge_id: "e", match_type: "path_prefix", match: "/" };
const declaredRoute = { edgeId: "e", matchType: "path_prefix", match: "/" };

const cloud = { url: "https://a.example.com", type: "cloud", traffic_policy: "{}" };
const endpoint = { url: cloud.url, trafficPolicy: "{}" };

describe("drift", () => {
  test("ignores a different spelling by the service", () => {
    const response = { domain: "app.example.com", description: null, metadata: "", region: "eu" };
    expect(drift("ReservedDomain", { domain: "APP.example.com." }, response, response)).toEqual([
      difference("region", undefined, "eu", "default"),
    ]);
    const owner = { owner_id: "usr_1" };
    expect(drift("Credential", { ownerId: "ada@example.com" }, owner, owner)).toEqual([]);
  });

  test("ignores what the service chose for a blank value", () => {
    const internal = {
      url: "https://a.internal:8443",
      type: "cloud",
      traffic_policy: "{}",
      bindings: ["internal"],
    };
    const program = { url: internal.url, trafficPolicy: "{}", bindings: [] };
    expect(drift("Endpoint", program, internal, internal)).toEqual([]);
    const oauth = { provider: { google: { client_id: "web" } }, cookie_prefix: "ngrok." };
    const signIn = { provider: { google: { clientId: "web" } }, cookiePrefix: "" };
    const found = drift(
      "HttpsEdgeRoute",
      { ...declaredRoute, oauth: signIn },
      { ...route, oauth },
      { ...route, oauth },
    );
    expect(found).toEqual([difference("oauth.cookiePrefix", undefined, "ngrok.", "default")]);
  });

  test("names the property within a module, and the key within a map", () => {
    const add = { a: "1", "b c": "2" };
    const before = { ...route, circuit_breaker: { num_buckets: 10 }, request_headers: { add } };
    const after = { ...route, circuit_breaker: { num_buckets: 20 }, request_headers: { add: { a: "9" } } };
    const declared = { ...declaredRoute, circuitBreaker: { numBuckets: 10 }, requestHeaders: { add } };
    expect(drift("HttpsEdgeRoute", declared, before, after)).toEqual([
      difference("circuitBreaker.numBuckets", 10, 20),
      // Values of headers may be secrets.
      difference("requestHeaders.add.a", "[secret]", "[secret]"),
      difference('requestHeaders.add["b c"]', "[secret]", undefined),
    ]);
    expect(JSON.stringify(drift("HttpsEdgeRoute", declared, before, route))).not.toContain('"1"');
  });

  test.each([
    [["description"], ["ignored", "changed", "changed"]],
    [["labels"], ["changed", "ignored", "ignored"]],
    // The beginning of a name doesn't match.
    [
      ['labels["b"]', "descriptio"],
      ["changed", "changed", "ignored"],
    ],
    [["labels.*"], ["changed", "ignored", "ignored"]],
    [["*"], ["ignored", "ignored", "ignored"]],
    // Strings have nothing below them, so these paths match nothing.
    [
      ["description.below", "labels.a.below"],
      ["changed", "changed", "changed"],
    ],
  ])("ignores changes that ignoreChanges lists: %j", (ignoreChanges, kinds) => {
    const family = familyOf("TunnelGroupBackend");
    const declared = { description: "d", labels: { a: "1", b: "2" } };
    const state = compose(family, declared, observe(family, { id: "x", ...declared }));
    const response = { id: "x", description: "e", labels: { a: "3", b: "4" } };
    const found = driftOfObject(family, state, response, { ignoreChanges });
    const kindAt = new Map(found.map(({ path, kind }) => [path, kind]));
    expect(["description", "labels.a", "labels.b"].map((path) => kindAt.get(path))).toEqual(kinds);
  });

  describe("of a value that may be a secret set by hand", () => {
    const policy = (text: string) => `{"on_http_request":[{"expressions":["${text}"],"name":"n"}]}`;
    const before = {
      ...route,
      metadata: "team a",
      request_headers: { add: { "x-team": "hush-1" } },
      traffic_policy: { enabled: true, value: policy("hush-2") },
    };
    const after = {
      ...route,
      metadata: "password=hush-3",
      request_headers: { add: { "x-team": "hush-4", authorization: "hush-5" } },
      response_headers: { add: { "x-served-by": "hush-6", authorization: "hush-8" } },
      traffic_policy: { enabled: true, value: policy("hush-7") },
    };
    const declared = {
      ...declaredRoute,
      metadata: "team a",
      requestHeaders: { add: { "x-team": "hush-1" } },
      trafficPolicy: { value: policy("hush-2") },
    };
    const found = (showValues: boolean) => {
      const family = familyOf("HttpsEdgeRoute");
      const state = compose(family, declared, observe(family, { id: "x", ...before }));
      return driftOfObject(family, state, { id: "x", ...after }, { showValues });
    };
    const rowsOf = (drifts: ReturnType<typeof found>) =>
      drifts.map(({ path, declared: wanted, actual }) => [path, wanted, actual]);

    test("is hidden", () => {
      expect(rowsOf(found(false))).toEqual([
        ["metadata", "team a", "[secret]"],
        ["requestHeaders.add.x-team", "[secret]", "[secret]"],
        ["requestHeaders.add.authorization", undefined, "[secret]"],
        ["responseHeaders", undefined, { add: { "x-served-by": "[secret]", authorization: "[secret]" } }],
        ["trafficPolicy.value", "[secret]", "[secret]"],
      ]);
    });

    test("shows headers and policies on request, unless they look like a secret", () => {
      expect(rowsOf(found(true))).toEqual([
        ["metadata", "team a", "[secret]"],
        ["requestHeaders.add.x-team", "hush-1", "hush-4"],
        ["requestHeaders.add.authorization", undefined, "[secret]"],
        ["responseHeaders", undefined, { add: { "x-served-by": "hush-6", authorization: "[secret]" } }],
        ["trafficPolicy.value", policy("hush-2"), policy("hush-7")],
      ]);
    });

    test("never shows a header that the program declares secret, in any spelling", () => {
      const family = familyOf("HttpsEdgeRoute");
      const inputs = {
        ...declaredRoute,
        requestHeaders: { add: { Authorization: "hush-1", "X-Same": "same" } },
      };
      const response = (text: string) => ({
        id: "x",
        ...route,
        request_headers: { add: { authorization: text, "x-same": "same" } },
      });
      const state = compose(family, inputs, observe(family, response("hush-1")));
      const secrets = [["requestHeaders", "add", "Authorization"]];
      expect(driftOfObject(family, state, response("hush-2"), { secrets, showValues: true })).toEqual([
        hidden("requestHeaders.add.Authorization"),
      ]);
    });

    test("treats keys of maps as data", () => {
      const labels = (value: object) => ({ labels: { a: "1", ...value } });
      const added = JSON.parse('{"__proto__":"a","constructor":"b","toString":"c"}');
      expect(rowsOf(drift("TunnelGroupBackend", labels({}), labels({}), labels(added)))).toEqual([
        ["labels.__proto__", undefined, "a"],
        ["labels.constructor", undefined, "b"],
        ["labels.toString", undefined, "c"],
      ]);
    });
  });

  test("never shows values that the program declares secret, nor their replacements", () => {
    const declared = { ...declaredRoute, metadata: "hush-1", trafficPolicy: { value: "hush-2" } };
    const before = { ...route, metadata: "hush-1", traffic_policy: { enabled: true, value: "hush-2" } };
    const after = { ...route, metadata: "hush-3", traffic_policy: { enabled: true, value: "hush-4" } };
    const secrets = [["metadata"], ["trafficPolicy", "value"]];
    expect(drift("HttpsEdgeRoute", declared, before, after, secrets)).toEqual([
      hidden("metadata"),
      hidden("trafficPolicy.value"),
    ]);
    expect(drift("HttpsEdgeRoute", declared, before, { ...after, traffic_policy: null }, secrets)).toEqual([
      hidden("metadata"),
      difference("trafficPolicy", { value: "[secret]" }, null),
    ]);
    expect(drift("TlsEdge", {}, {}, { description: "by hand" }, [["metadata"]])).toEqual([
      difference("description", undefined, "by hand"),
    ]);
  });

  test("compares an unset input with the value that other inputs imply", () => {
    const internal = { ...cloud, url: "https://a.internal", bindings: ["internal"] };
    const found = (bindings: readonly string[]) =>
      drift("Endpoint", { ...endpoint, url: internal.url }, internal, { ...internal, bindings });
    expect(found(["internal"])).toEqual([]);
    expect(found(["public"])).toEqual([difference("bindings", undefined, ["public"])]);
  });

  test("never shows a text or list that contains a declared secret", () => {
    const policy = (token: string) => ({ on_http_request: [{ expressions: [token] }] });
    const declared = { url: "https://a.example.com", trafficPolicy: policy("hush-1"), bindings: ["hush-3"] };
    const response = (token: string, binding: string) => ({
      url: "https://a.example.com",
      type: "cloud",
      traffic_policy: JSON.stringify(policy(token)),
      bindings: [binding],
    });
    const token = ["trafficPolicy", "on_http_request", 0, "expressions", 0];
    const [before, after] = [response("hush-1", "hush-3"), response("hush-2", "hush-4")];
    const found = drift("Endpoint", declared, before, after, [token, ["bindings", 0]]);
    expect(found.map(({ path }) => path)).toEqual(["trafficPolicy", "bindings"]);
    expect(JSON.stringify(found)).not.toContain("hush");
  });

  test("never shows possible secrets of routes in their edge", () => {
    const routes = (metadata: string) => ({ hostports: [], routes: [{ id: "r", match: "/", metadata }] });
    expect(drift("HttpsEdge", {}, routes("hush-1"), routes("hush-2"))).toMatchObject([
      { path: "routes", kind: "volatile", actual: [{ id: "r", match: "[secret]", metadata: "[secret]" }] },
    ]);
  });

  test("distinguishes a value set by hand from one that the service chooses", () => {
    const before = { hostports: [], description: "", tls_termination: { min_version: "1.2" } };
    const after = { hostports: [], description: "by hand", tls_termination: { min_version: "1.3" } };
    expect(drift("TlsEdge", { tlsTermination: {} }, before, after)).toEqual([
      difference("description", undefined, "by hand"),
      difference("tlsTermination.minVersion", undefined, "1.3", "default"),
    ]);
  });

  test("ignores undeclared modules and reports removed declared ones", () => {
    const before = { mutual_tls: null, tls_termination: { min_version: "1.2" } };
    const after = {
      mutual_tls: { enabled: true, certificate_authorities: [{ id: "ca_1" }] },
      tls_termination: null,
    };
    expect(drift("TlsEdge", { tlsTermination: {} }, before, after)).toEqual([
      difference("mutualTls", undefined, { enabled: true, certificateAuthorityIds: ["ca_1"] }, "unmanaged"),
      difference("tlsTermination", {}, null),
    ]);
  });

  test("never shows a changed, withheld, or removed secret", () => {
    const oidc = (client_secret: string) => ({ ...route, oidc: { client_id: "c", client_secret } });
    const declared = { ...declaredRoute, oidc: { clientId: "c", clientSecret: "hush" } };
    const found = (after: Props) => drift("HttpsEdgeRoute", declared, oidc("hush"), after);
    expect(found(oidc("other"))).toEqual([hidden("oidc.clientSecret")]);
    expect(found(oidc(""))).toEqual([hidden("oidc.clientSecret", "secret unknown")]);
    expect(JSON.stringify(found({ ...route, oidc: null }))).not.toContain("hush");
    expect(found(oidc("hush"))).toEqual([]);
  });

  test("marks values that change on their own and omits derived ones", () => {
    const before = { ...cloud, host: "a.example.com", region: "us", updated_at: "2030-01-01T00:00:00Z" };
    const found = (after: Props) => drift("Endpoint", endpoint, before, { ...before, ...after });
    const updated_at = "2030-01-02T00:00:00Z";
    expect(found({ region: "eu", updated_at })).toMatchObject([
      { path: "updatedAt", kind: "volatile" },
      difference("region", "us", "eu", "volatile"),
    ]);
    expect(paths(found({ url: "https://b.example.com", host: "b.example.com" }))).toEqual(["url"]);
    expect(paths(found({ description: "x", updated_at }))).toEqual(["description"]);
  });

  test("of a single module includes its parameters, without secrets", () => {
    const family = modules.find(({ name }) => name === "TlsEdgeMutualTls") as (typeof modules)[number];
    const state = { edgeId: "e", certificateAuthorityIds: ["ca_1", "ca_2"] };
    const found = (ids: readonly string[], secrets: readonly Path[] = []) =>
      driftOfObject(family, state, { certificate_authorities: ids.map((id) => ({ id })) }, { secrets });
    expect(found(["ca_2", "ca_1"])).toEqual([]);
    expect(found(["ca_1"])).toEqual([difference("certificateAuthorityIds", ["ca_1", "ca_2"], ["ca_1"])]);
    expect(found(["ca_1"], [["certificateAuthorityIds"]])).toEqual([hidden("certificateAuthorityIds")]);
  });

  test("ignores path inputs, local inputs, and values missing from the response", () => {
    const declared = { ...declaredRoute, adoptId: "x", circuitBreaker: { numBuckets: 10 } };
    const before = { ...route, circuit_breaker: { num_buckets: 10 } };
    expect(drift("HttpsEdgeRoute", declared, before, { ...route, edge_id: "other" })).toEqual([]);
  });

  test("reports an output change that no input explains", () => {
    const before = { domain: "a.example.com", cname_target: "one.example.com" };
    const after = { ...before, cname_target: "two.example.com" };
    expect(drift("ReservedDomain", { domain: "a.example.com" }, before, after)).toMatchObject([
      { path: "cnameTarget", kind: "changed", declared: "one.example.com", actual: "two.example.com" },
      { path: "dnsRecords", kind: "changed" },
    ]);
    const key = { description: "ci", token: "t" };
    expect(drift("ApiKey", { description: "ci" }, key, { ...key, token: "u" })).toEqual([]);
  });

  test("ignores an output missing from the state or the response", () => {
    const family = familyOf("Endpoint");
    const state = { ...endpoint, publicUrl: cloud.url };
    const response = { id: "x", url: cloud.url, traffic_policy: "{}", name: "by hand" };
    expect(driftOfObject(family, state, response)).toEqual([]);
  });

  test("reports a program's value instead of the service's choice, and only the paths of secrets", () => {
    const before = { tls_termination: { min_version: "1.3" }, mutual_tls: null };
    const after = { tls_termination: { min_version: "1.2" }, mutual_tls: null };
    expect(drift("TlsEdge", { tlsTermination: { minVersion: "1.3" } }, before, after)).toMatchObject([
      { path: "tlsTermination.minVersion", kind: "changed", declared: "1.3", actual: "1.2" },
    ]);
    const pem = { certificate_pem: "a" };
    expect(drift("TlsCertificate", { certificatePem: "a", privateKeyPem: "b" }, pem, pem)).toEqual([
      hidden("privateKeyPem", "secret unknown"),
    ]);
    expect(drift("TlsCertificate", { certificatePem: "a" }, pem, pem)).toEqual([]);
    expect(drift("Secret", { vaultId: "v", name: "n", value: "hash" }, {}, {})).toEqual([
      hidden("value", "secret unknown"),
    ]);
    const key = { key_type: "rsa" };
    expect(drift("SshCertificateAuthority", { privateKeyType: "rsa", keySize: 2048 }, key, key)).toEqual([
      difference("keySize", 2048, undefined, "not returned"),
    ]);
  });

  test("reports a changed module with its secrets masked", () => {
    const oidc = { ...route, oidc: { client_id: "c", client_secret: "hush", issuer: "i" } };
    const [found, ...others] = drift("HttpsEdgeRoute", declaredRoute, route, oidc);
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      path: "oidc",
      kind: "unmanaged",
      actual: { clientId: "c", clientSecret: "[secret]", issuer: "i" },
    });
  });

  test("reports an added or removed map as one change", () => {
    const [declared, path] = [{ backends: { a: 1 } }, "backends"];
    const found = (before: Props, after: Props) => drift("WeightedBackend", before, before, after);
    expect(found(declared, { backends: { a: 1, b: 2 } })).toEqual([difference(`${path}.b`, undefined, 2)]);
    expect(found({}, declared)).toEqual([difference(path, undefined, { a: 1 })]);
    expect(found(declared, { backends: null })).toEqual([difference(path, { a: 1 }, null)]);
  });
});
