// biome-ignore-all lint/suspicious/noTemplateCurlyInString: generated code holds templates
import { describe, expect, test } from "vitest";
import { programOf } from "../../../cli/export/program";
import { resources } from "../../../provider/families";
import type { AccountObject } from "../../../provider/host/inspect";
import { whole } from "../../../provider/lifecycle/whole";

let second = 0;

function object(className: string, id: string, answer: Record<string, unknown> = {}): AccountObject {
  const family = resources.find(({ name }) => name === className);
  if (!family) throw new Error(className);
  second += 1;
  const created_at = new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
  return { family, at: {}, ...whole(family, { id, created_at, ...answer }, {}) };
}

const programFor = (...objects: AccountObject[]) =>
  programOf(objects, { project: "infra", version: "1.2.3" });

describe("references", () => {
  test("are symbolic, whatever the order of the objects", () => {
    const { files } = programFor(
      object("IpRestriction", "ipx_00000001", { type: "api", ip_policies: [{ id: "ipp_00000001" }] }),
      object("IpPolicy", "ipp_00000001", { description: "Office" }),
    );
    expect(files["ip-policies.ts"]).toContain('export const officeIpPolicy = new edge.IpPolicy("office"');
    expect(files["ip-restrictions.ts"]).toContain('import { officeIpPolicy } from "./ip-policies";');
    expect(files["ip-restrictions.ts"]).toContain("ipPolicyIds: [officeIpPolicy.id]");
  });

  test("as keys of a map are made of outputs; an id of nothing stays", () => {
    const { files } = programFor(
      object("WeightedBackend", "bkdwd_000001", { backends: { bkdtg_000001: 3, bkdtg_gone: 1 } }),
      object("TunnelGroupBackend", "bkdtg_000001", { description: "Blue" }),
    );
    expect(files["weighted-backends.ts"]).toContain(`
  backends: pulumi
    .all([blueTunnelGroupBackend.id])
    .apply(([blueTunnelGroupBackend]) => ({ [blueTunnelGroupBackend]: 3, ["bkdtg_gone"]: 1 })),
`);
  });

  test("within texts and policies are symbolic as well", () => {
    const { files } = programFor(
      object("IpPolicy", "ipp_00000001", { description: "Office" }),
      object("Endpoint", "ep_00000001", {
        url: "https://app.example.com",
        type: "cloud",
        traffic_policy: '{"on_tcp_connect":[{"config":{"ip_policies":["ipp_00000001"]}}]}',
        metadata: "see ipp_00000001, not `ipp_00000001x` ${y}",
      }),
    );
    expect(files["endpoints.ts"]).toContain("ip_policies: [officeIpPolicy.id]");
    expect(files["endpoints.ts"]).toContain(
      "metadata: pulumi.interpolate`see ${officeIpPolicy.id}, not \\`ipp_00000001x\\` \\${y}`",
    );
  });

  test("both ways between families put them into one file; in a circle one id has to stay", () => {
    const { files } = programFor(
      object("FailoverBackend", "bkdfo_000001", { backends: ["bkdwd_000001"] }),
      object("WeightedBackend", "bkdwd_000001", { backends: { bkdfo_000002: 1 } }),
      object("FailoverBackend", "bkdfo_000002", { backends: [] }),
      object("WeightedBackend", "bkdwd_000002", { backends: { bkdfo_000003: 1 } }),
      object("FailoverBackend", "bkdfo_000003", { backends: ["bkdwd_000002"] }),
    );
    const text = files["backends.ts"] ?? "";
    expect(files["index.ts"]).toContain('import "./backends";');
    expect([...text.matchAll(/"bkd\w+_\d+"/g)]).toHaveLength(1);
    const declaredAt = (name: string) => text.search(new RegExp(`const ${name} = `));
    for (const [, name] of text.matchAll(/(\w+)\.id/g)) {
      expect(declaredAt(String(name))).toBeGreaterThan(-1);
      expect(declaredAt(String(name))).toBeLessThan(text.indexOf(`${name}.id`));
    }
  });
});

describe("names", () => {
  test("follow from what the objects are about, numbered by age where they collide", () => {
    const { objects } = programFor(
      object("IpPolicy", "ipp_1", { description: "Büro, 1. Stock!" }),
      object("IpPolicy", "ipp_2", { description: "buro 1 stock" }),
      object("IpPolicy", "ipp_3"),
      object("ReservedDomain", "rd_1", { domain: "*.app.example.com" }),
      object("Endpoint", "ep_1", { url: "https://api.example.com", type: "cloud", traffic_policy: "" }),
      object("IpPolicyRule", "ipr_1", { ip_policy: { id: "ipp_1" }, cidr: "10.0.0.0/8", action: "allow" }),
    );
    expect(objects.map(({ resource }) => resource)).toEqual([
      "buro-1-stock",
      "buro-1-stock-2",
      "ip-policy",
      "app-example-com",
      "api-example-com",
      "buro-1-stock-10-0-0",
    ]);
  });
});

describe("secrets", () => {
  const route = (clientSecret: string) =>
    object("HttpsEdgeRoute", "rt_1", {
      edge_id: "edghts_1",
      match_type: "path_prefix",
      match: "/",
      description: "Docs",
      oauth: { enabled: true, provider: { github: { client_id: "app", client_secret: clientSecret } } },
      oidc: { client_id: "x", client_secret: "" },
    });

  test("that the service tells are asked for, and stand in no file", () => {
    const { files, secrets } = programFor(route("hush-hush"));
    expect(JSON.stringify(files)).not.toContain("hush-hush");
    expect(files["https-edge-routes.ts"]).toContain(
      "clientSecret: secrets.docsOauthProviderGithubClientSecret",
    );
    expect(secrets.map(({ knowledge }) => knowledge)).toEqual(["told", "possible"]);
    expect(files["secrets.ts"]).toContain('config.getSecret("docsOidcClientSecret")');
  });

  test("that it withholds are asked for where a program without them would be refused", () => {
    const { secrets } = programFor(route(""));
    expect(secrets.map(({ knowledge, path }) => [knowledge, path.at(-1)])).toEqual([
      ["needed", "clientSecret"],
      ["possible", "clientSecret"],
    ]);
  });

  test("that it never had are not asked for", () => {
    const { secrets } = programFor(
      object("HttpsEdgeRoute", "rt_2", {
        edge_id: "edghts_1",
        match_type: "path_prefix",
        match: "/",
        oauth: { provider: { google: {}, github: null } },
        webhook_verification: { provider: "sns" },
      }),
    );
    expect(secrets).toEqual([]);
  });
});

test("what says no more than its default is left out, what the service may have picked is kept", () => {
  const { files } = programFor(
    object("TlsEdge", "edgtls_1", {
      description: "",
      hostports: ["a.example.com:443"],
      backend: { enabled: true, backend: null },
      tls_termination: { enabled: true, terminate_at: "edge", min_version: "1.3" },
      traffic_policy: null,
      quantum_shield: { level: 3 },
      x_revision: 7,
    }),
  );
  expect(files["tls-edges.ts"]).toBe(`import * as edge from "pulumi-tunnel-edge";

// The service also holds quantum_shield here, which this version of pulumi-tunnel-edge does not know.
new edge.TlsEdge("a-example-com", {
  hostports: ["a.example.com:443"],
  backend: {},
  tlsTermination: { minVersion: "1.3" },
});
`);
});
