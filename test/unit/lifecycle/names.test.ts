import { describe, expect, test } from "vitest";
import { agentIngress } from "../../../provider/families/agent-ingress";
import { endpoint } from "../../../provider/families/endpoint";
import { httpsEdge } from "../../../provider/families/https-edge";
import { httpsEdgeRoute } from "../../../provider/families/https-edge-route";
import { ipPolicyRule } from "../../../provider/families/ip-policy-rule";
import { reservedDomain } from "../../../provider/families/reserved-domain";
import { serviceUser } from "../../../provider/families/service-user";
import { tcpEdge } from "../../../provider/families/tcp-edge";
import { tlsEdge } from "../../../provider/families/tls-edge";
import { vault } from "../../../provider/families/vault";
import { UNKNOWN } from "../../../provider/family/unknown";
import { lifecycleOf } from "../../../provider/lifecycle";
import { clash, namesNotIn, namesOf } from "../../../provider/lifecycle/values/names";

const keys = (...given: Parameters<typeof namesOf>) => namesOf(...given).map(({ key }) => key);
const texts = (...given: Parameters<typeof namesOf>) => namesOf(...given).map(({ text }) => text);

describe("namesOf", () => {
  const route = { edgeId: "edghts_1", matchType: "path_prefix", match: "/app" };

  test("returns the natural key in its canonical spelling", () => {
    expect(keys(reservedDomain, { domain: "App.example.com." })).toEqual(
      keys(reservedDomain, { domain: "app.example.com" }),
    );
    expect(keys(httpsEdgeRoute, route)).not.toEqual(keys(httpsEdgeRoute, { ...route, edgeId: "edghts_2" }));
    expect(texts(httpsEdgeRoute, route)).toEqual(["path_prefix /app"]);
  });

  test("returns one name per element of a list, equal for all classes of edges", () => {
    const hostports = ["App.example.com:443", "b.example.com:443"];
    expect(texts(tlsEdge, { hostports })).toEqual(["app.example.com:443", "b.example.com:443"]);
    expect(keys(tlsEdge, { hostports })).toEqual(keys(httpsEdge, { hostports }));
    expect(keys(tcpEdge, {})).toEqual([]);
  });

  test("returns different names for two classes, except for items of lists", () => {
    expect(keys(vault, { name: "app" })).not.toEqual(keys(serviceUser, { name: "app" }));
    expect(keys(agentIngress, { domain: "a.example.com" })).not.toEqual(
      keys(reservedDomain, { domain: "a.example.com" }),
    );
  });

  test("returns none for unknown values or without a natural key", () => {
    expect(namesOf(httpsEdgeRoute, { ...route, edgeId: UNKNOWN })).toEqual([]);
    expect(namesOf(tlsEdge, { hostports: ["a.example.com:443", UNKNOWN] })).toEqual([]);
    expect(namesOf(reservedDomain, {})).toEqual([]);
  });

  test("marks shared names, and releases the exclusive name of an object that starts to share it", () => {
    const alone = namesOf(endpoint, { url: "https://a.example.com" });
    const shared = namesOf(endpoint, { url: "https://A.example.com", poolingEnabled: true });
    expect([clash(alone, alone), clash(alone, shared), clash(shared, alone), clash(shared, shared)]).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(namesNotIn(alone, shared)).toEqual(alone);
    expect(namesNotIn(shared, shared)).toEqual([]);
  });

  test("shows which names new inputs release", () => {
    const both = namesOf(tlsEdge, { hostports: ["a.example.com:443", "b.example.com:443"] });
    const remaining = namesOf(tlsEdge, { hostports: ["b.example.com:443"] });
    expect(namesNotIn(both, remaining).map(({ text }) => text)).toEqual(["a.example.com:443"]);
    expect(namesNotIn(remaining, both)).toEqual([]);
  });
});

describe("deleteBeforeReplace", () => {
  const note = { description: "new" };
  const rule = { ipPolicyId: "ipp_1", cidr: "10.0.0.0/8", action: "allow" };
  const url = { url: "https://a.example.com", trafficPolicy: "{}" };
  const route = { edgeId: "edghts_1", matchType: "path_prefix", match: "/" };
  const two = { hostports: ["a.example.com:443", "b.example.com:443"] };

  test.each([
    ["a domain", reservedDomain, { domain: "a.example.com" }, note, true],
    ["a route", httpsEdgeRoute, route, note, true],
    ["a route with another match", httpsEdgeRoute, route, { match: "/b" }, false],
    ["an edge", tlsEdge, two, note, true],
    ["an edge that keeps one of its hostports", tlsEdge, two, { hostports: ["b.example.com:443"] }, true],
    ["an edge with other hostports", tlsEdge, two, { hostports: ["c.example.com:443"] }, false],
    ["an edge without hostports", tlsEdge, {}, note, false],
    ["a rule", ipPolicyRule, rule, { action: "deny" }, true],
    ["an endpoint", endpoint, url, note, true],
    ["an endpoint that starts to share its URL", endpoint, url, { poolingEnabled: true }, true],
    ["an endpoint with another scheme", endpoint, url, { url: "http://a.example.com" }, false],
    ["an endpoint that shares its URL", endpoint, { ...url, poolingEnabled: true }, note, false],
  ])("is true only if both objects can't coexist: %s", (_, family, state, change, deletesFirst) => {
    const comparison = { id: "id_1", state, inputs: { ...state, ...change }, now: 0 };
    expect(lifecycleOf(family).diff(comparison).deleteBeforeReplace).toBe(deletesFirst);
  });
});
