import { execFile } from "node:child_process";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import * as pulumi from "@pulumi/pulumi";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type Emulator, type Seed, startEmulator } from "../../../emulator";
import * as edge from "../../../sdk";
import { readTable } from "../../support/rows";

const repository = resolve(__dirname, "../../..");

let emulator: Emulator;
let otherAccount: Emulator;

beforeAll(async () => {
  emulator = await startEmulator({ pageSize: 2, seed });
  otherAccount = await startEmulator({ seed: { "/ip_policies": [{ id: "ipp_other" }] } });
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await Promise.all([emulator.close(), otherAccount.close()]);
});
beforeEach(() => {
  vi.stubEnv("TUNNEL_EDGE_BASE_URL", emulator.url);
  vi.stubEnv("TUNNEL_EDGE_API_TOKEN", emulator.token);
});

const seed = readTable<Seed>(join(__dirname, "functions.yaml"));

/** The SDK's placeholder for a value that is unknown during a preview. */
const { unknown: UNKNOWN } = pulumi as unknown as { unknown: string };

const internalsOf = <T>(output: pulumi.Output<T>) =>
  output as unknown as { promise(): Promise<T>; isKnown: Promise<boolean> };
const awaitOutput = <T>(output: pulumi.Output<T>) => internalsOf(output).promise();

describe("get", () => {
  test("returns all properties of the class by id", async () => {
    expect(await edge.getIpPolicy({ id: "ipp_1" })).toEqual({
      id: "ipp_1",
      description: "office",
      metadata: "m",
      uri: `${emulator.url}/ip_policies/ipp_1`,
      createdAt: expect.any(String),
    });
  });

  test("returns configured modules in the shape of the inputs, and omits the others", async () => {
    const found = await edge.getTlsEdge({ id: "edgtls_2" });
    expect(found).toMatchObject({
      hostports: ["c.example.com:443"],
      ipRestriction: { enabled: true, ipPolicyIds: ["ipp_1"] },
      tlsTermination: { enabled: true, terminateAt: "edge", minVersion: "1.2" },
    });
    for (const key of ["mutualTls", "adopted", "unmanagedModules", "adoptId"])
      expect(found).not.toHaveProperty(key);
  });

  test("finds an object by its natural key in another spelling", async () => {
    expect((await edge.getReservedDomain({ domain: "App.Example.com." })).id).toBe("rd_1");
    const [id] =
      emulator.seed({ "/reserved_addrs": [{ addr: "5.tcp.example.com:20000" }] })["/reserved_addrs"] ?? [];
    expect((await edge.getReservedAddr({ addr: "5.TCP.Example.com:20000" })).id).toBe(id);
    expect((await edge.getEndpoint({ url: "HTTPS://cloud.example.com:443" })).id).toBe("ep_1");
    expect((await edge.getTlsEdge({ hostport: "B.example.com:443" })).id).toBe("edgtls_1");
    expect((await edge.getIpPolicyRule({ ipPolicyId: "ipp_2", cidr: "203.0.113.0/24" })).id).toBe("ipr_2");
  });

  test("finds nested objects by the pair of ids and by natural key", async () => {
    const byId = await edge.getHttpsEdgeRoute({ edgeId: "edghts_1", id: "edghtsrt_1" });
    expect(byId).toMatchObject({ id: "edghtsrt_1", edgeId: "edghts_1", matchType: "exact_path" });
    const byMatch = await edge.getHttpsEdgeRoute({
      edgeId: "edghts_1",
      matchType: "path_prefix",
      match: "/in",
    });
    expect(byMatch.id).toBe("edghtsrt_2");
  });

  test("reads one module of an edge", async () => {
    const module = {
      id: "edgtls_2/tls_termination",
      edgeId: "edgtls_2",
      enabled: true,
      terminateAt: "edge",
      minVersion: "1.2",
    };
    expect(await edge.getTlsEdgeTlsTermination({ edgeId: "edgtls_2" })).toEqual(module);
    expect(await edge.getTlsEdgeTlsTermination({ id: module.id })).toEqual(module);
    await expect(edge.getTlsEdgeTlsTermination({ id: "edgtls_2" })).rejects.toThrow(
      'the id of TlsEdgeTlsTermination is <edgeId>/tls_termination, not "edgtls_2"',
    );
    await expect(edge.getTlsEdgeMutualTls({ edgeId: "edgtls_2" })).rejects.toThrow(
      'TlsEdgeMutualTls is not set for edgeId "edgtls_2"',
    );
  });

  test("reads users and sessions of applications with their references", async () => {
    const users = await edge.listApplicationUsers();
    expect(users.map(({ id }) => id)).toEqual(["au_3", "au_2", "au_1"]);
    expect(await edge.getApplicationUser({ id: "au_1" })).toMatchObject({
      email: "ann@example.com",
      identityProvider: { name: "Google" },
      createdAt: expect.any(String),
    });
    expect(await edge.getApplicationSession({ id: "as_1" })).toMatchObject({
      applicationUser: { id: "au_1" },
      browserSession: { ipAddress: "203.0.113.30", location: null },
      endpoint: null,
      edge: { id: "edghts_1" },
      route: { id: "edghtsrt_1" },
    });
    const idsWithoutEdge: string[] = [];
    for await (const session of edge.eachApplicationSession())
      if (!session.edge) idsWithoutEdge.push(session.id);
    expect(idsWithoutEdge).toEqual(["as_2"]);
  });

  test("keeps the names of labels of tunnels", async () => {
    const [own, labeled] = await edge.listTunnels();
    expect(own).toMatchObject({ id: "tn_2", endpoint: { id: "ep_2" }, labels: null });
    expect(await edge.getTunnel({ id: "tn_1" })).toEqual(labeled);
    expect(labeled).toMatchObject({
      labels: { app: "web", "x-Zone": "a" },
      backends: [{ id: "bkdtg_1" }],
      tunnelSession: { id: "ts_1" },
      endpoint: null,
    });
    expect(own?.backends).toEqual([]);
  });

  test("fails for missing and duplicate objects", async () => {
    await expect(edge.getIpPolicy({ id: "ipp_x" })).rejects.toThrow('there is no IpPolicy with id "ipp_x"');
    await expect(edge.getReservedDomain({ domain: "x.example.com" })).rejects.toThrow(
      'there is no ReservedDomain with domain "x.example.com"',
    );
    await expect(edge.getIpPolicyRule({ ipPolicyId: "ipp_2", cidr: "198.51.100.0/24" })).rejects.toThrow(
      /^2 IpPolicyRule objects have ipPolicyId "ipp_2" and cidr "198.51.100.0\/24": .*(ipr_4, ipr_3|ipr_3, ipr_4)/,
    );
  });

  test.each([
    [{}, "looked up by { id } or { domain } or { description } or { metadata }, not by {}"],
    [{ id: "rd_1", domain: "app.example.com" }, "not by { domain, id }"],
    [{ domain: pulumi.output("app.example.com") }, "the function whose name ends in Output"],
    [{ id: "" }, "must be a non-empty string"],
    [{ id: "../ip_policies" }, "id cannot be used in the path"],
  ])("rejects %o", async (args, message) => {
    await expect(edge.getReservedDomain(args as never)).rejects.toThrow(message);
  });
});

describe("list and each", () => {
  test("reject a misspelled filter, which would list everything", async () => {
    const misspelled = { filtr: 'obj.description == "office"' } as object;
    const reason = "IpPolicy objects are listed by { filter }, not by filtr: did you mean filter?";
    await expect(edge.listIpPolicies(misspelled)).rejects.toThrow(reason);
    await expect(edge.eachIpPolicy(misspelled).next()).rejects.toThrow(reason);
  });

  test("a list contains every page, and each object once", async () => {
    const found = await edge.listIpPolicies();
    expect(found.map(({ id }) => id).sort()).toEqual(["ipp_1", "ipp_2", "ipp_3", "ipp_4", "ipp_5"]);
  });

  test("nested collections take the ids of their parents", async () => {
    const found = await edge.listHttpsEdgeRoutes({ edgeId: "edghts_1" });
    expect(found.map(({ match, edgeId }) => [match, edgeId])).toEqual([
      ["/in", "edghts_1"],
      ["/in", "edghts_1"],
    ]);
    await expect(edge.listHttpsEdgeRoutes({} as never)).rejects.toThrow(
      "HttpsEdgeRoute objects are listed by edgeId",
    );
  });
});

describe("variants for outputs", () => {
  test("take inputs and return the same result", async () => {
    const found = edge.getIpPolicyOutput({ id: pulumi.output(Promise.resolve("ipp_1")) });
    expect(await awaitOutput(found)).toEqual(await edge.getIpPolicy({ id: "ipp_1" }));
    expect(await pulumi.isSecret(found)).toBe(false);
    expect(await awaitOutput(edge.listIpPoliciesOutput())).toHaveLength(5);
    expect(
      await awaitOutput(edge.listHttpsEdgeRoutesOutput({ edgeId: pulumi.output("edghts_1") })),
    ).toHaveLength(2);
  });

  test("are secret if the result contains a secret", async () => {
    const found = edge.getHttpsEdgeRouteOutput({ edgeId: "edghts_1", id: "edghtsrt_1" });
    expect((await awaitOutput(found)).webhookVerification?.secret).toBe("hook-secret");
    expect(await pulumi.isSecret(found)).toBe(true);
    expect(await pulumi.isSecret(found.apply((route) => route.webhookVerification))).toBe(true);
    expect(
      await pulumi.isSecret(edge.getHttpsEdgeRouteOutput({ edgeId: "edghts_1", id: "edghtsrt_2" })),
    ).toBe(false);
    expect(await pulumi.isSecret(edge.listHttpsEdgeRoutesOutput({ edgeId: "edghts_1" }))).toBe(true);
    expect(await pulumi.isSecret(edge.getReservedDomainOutput({ id: "rd_1" }))).toBe(true);
  });

  test("are secret if a key is secret", async () => {
    expect(await pulumi.isSecret(edge.getIpPolicyOutput({ id: pulumi.secret("ipp_1") }))).toBe(true);
  });

  test.each([[undefined], ["ipp_1"], [["ipp_1"]]])("reject %o with a message", (args) => {
    expect(() => edge.getIpPolicyOutput(args as never)).toThrow("takes an object of keys");
  });

  test("are unknown and read nothing while a key is unknown", async () => {
    const before = emulator.requests().length;
    const found = edge.getIpPolicyOutput({ id: pulumi.output(UNKNOWN) });
    expect(await internalsOf(found).isKnown).toBe(false);
    expect(emulator.requests().length).toBe(before);
  });
});

describe("another account", () => {
  beforeAll(async () => {
    await pulumi.runtime.setMocks({
      newResource: ({ name, inputs }) => ({ id: `${name}-id`, state: inputs }),
      call: ({ inputs }) => inputs,
    });
    // Mocks only for the Provider: hiding them lets lookups read the account.
    const mocked: object = pulumi.runtime.getMonitor() ?? {};
    pulumi.runtime.setMockOptions(new Proxy(mocked, { has: (_, key) => key !== "mocks" }));
  });

  test("is read with its provider", async () => {
    const provider = new edge.Provider("other", { baseUrl: otherAccount.url, apiToken: otherAccount.token });
    expect((await edge.listIpPolicies({ provider })).map(({ id }) => id)).toEqual(["ipp_other"]);
    expect((await edge.getIpPolicy({ id: "ipp_other" }, { provider })).id).toBe("ipp_other");
    const found = edge.getIpPolicyOutput({ id: "ipp_other" }, { provider });
    expect(await pulumi.isSecret(found)).toBe(false);
    expect(await awaitOutput(found)).toMatchObject({ id: "ipp_other" });
  });

  test("can't be read while its settings are unknown", async () => {
    const provider = new edge.Provider("later", { baseUrl: pulumi.output(UNKNOWN), apiToken: "t" });
    await expect(edge.listIpPolicies({ provider })).rejects.toThrow("is still unknown");
  });

  test("waits for dependsOn", async () => {
    const policy = new edge.IpPolicy("policy", {});
    const found = edge.listIpPoliciesOutput({ dependsOn: [policy] });
    expect(await awaitOutput(found)).toHaveLength(5);
  });
});

describe("a program", () => {
  const run = (program: string) =>
    promisify(execFile)(process.execPath, ["--import", "tsx", "--eval", program], {
      cwd: repository,
      timeout: 100_000,
    });

  test("ends after a lookup without waiting for connections", async () => {
    const { stdout } = await run(
      `const edge = require("./sdk"); edge.getIpPolicy({ id: "ipp_1" }).then((found) => console.log(found.id));`,
    );
    expect(stdout.trim()).toBe("ipp_1");
  });

  test.each([
    ['"ipp_x"', '"ipp_x"'],
    ['require("@pulumi/pulumi").secret("ipp_x")', '"[secret]"'],
  ])("fails with the same error in the Output variant, and quotes %s as %s", async (id, quoted) => {
    const { stdout } = await run(
      `process.once("unhandledRejection", (error) => { console.log(error.message); process.exit(0); }); require("./sdk").getIpPolicyOutput({ id: ${id} });`,
    );
    expect(stdout.trim().replace(/ \(.+:1:\d+\)$/, "")).toBe(`there is no IpPolicy with id ${quoted}`);
  });
});

describe("lookups by description and metadata", () => {
  const office = { description: 'office, by "hand"', metadata: '{"team":"edge"}' };
  const mark = "aaaaaaaaaaaaaaaaaaaaaa";

  beforeAll(() =>
    emulator.seed({
      "/ip_policies": [
        { id: "ipp_office", ...office },
        { id: "ipp_marked", metadata: `{"team":"infra","tunnel-edge":"${mark}"}` },
        ...Array.from({ length: 12 }, (_, n) => ({ id: `ipp_equal_${n}`, description: "equal" })),
      ],
      "/edges/tls": [{ id: "edgtls_3", description: "shop" }],
      "/edges/https/edghts_1/routes": [
        { id: "edghtsrt_3", match_type: "exact_path", match: "/shop", description: "shop" },
      ],
    }),
  );

  test("use one request if the service supports filters", async () => {
    const since = emulator.requests().at(-1)?.n ?? 0;
    expect((await edge.getIpPolicy({ description: office.description })).id).toBe("ipp_office");
    expect((await edge.getIpPolicy({ metadata: office.metadata })).id).toBe("ipp_office");
    const paths = emulator.requests({ since }).map(({ path }) => path);
    expect(paths).toEqual(["/ip_policies", "/ip_policies"]);
  });

  test("ignore the ownership mark in metadata", async () => {
    expect((await edge.getIpPolicy({ metadata: '{"team":"infra"}' })).id).toBe("ipp_marked");
  });

  test("find texts of the maximum length", async () => {
    const [quotes, euros] = ['"'.repeat(4096), "€".repeat(4096)];
    emulator.seed({
      "/ip_policies": [{ id: "ipp_long", metadata: quotes }],
      "/endpoints": [{ id: "ep_long", url: "https://long.internal", metadata: euros }],
    });
    expect((await edge.getIpPolicy({ metadata: quotes })).id).toBe("ipp_long");
    expect((await edge.getEndpoint({ metadata: euros })).id).toBe("ep_long");
  });

  test("compare whole strings", async () => {
    await expect(edge.getIpPolicy({ description: "office," })).rejects.toThrow(
      'there is no IpPolicy with description "office,"',
    );
    await expect(edge.getIpPolicy({ metadata: '{"team":"ed' })).rejects.toThrow("there is no IpPolicy");
  });

  test("read the whole collection of a service without filters", async () => {
    emulator.faults([{ on: "GET /ip_policies", status: 400, times: 1 }]);
    expect((await edge.getIpPolicy({ description: office.description })).id).toBe("ipp_office");
    expect((await edge.getTlsEdge({ description: "shop" })).id).toBe("edgtls_3");
    expect((await edge.getHttpsEdgeRoute({ edgeId: "edghts_1", description: "shop" })).id).toBe("edghtsrt_3");
  });
});
