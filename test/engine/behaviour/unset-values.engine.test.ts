import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openAccount, type TestAccount } from "../../support/account";
import { edgeModule, face } from "../../support/faces";
import { RESERVED_NAMES } from "../../support/reserved-names";

/** Unset values of a program: what reads like a guard must never be sent as an open door. */
let account: TestAccount;

beforeAll(async () => {
  account = await openAccount({ seed: RESERVED_NAMES });
});

afterAll(() => account?.close());

const write = (body: string) =>
  account.workspace.writeProgram({
    "index.js": `
      const pulumi = require("@pulumi/pulumi");
      const edge = require("${edgeModule}");
      const unset = new pulumi.Config().get("unset");
      const fresh = new edge.IpPolicy("fresh", {});
      ${body}`,
  });

test("an unset item next to an unknown one is refused at preview, by its path, and nothing is sent", async () => {
  write(
    'new edge.HttpsEdgeRoute("bad", { edgeId: "edghts_1", matchType: "path_prefix", match: "/", ipRestriction: { ipPolicyIds: [fresh.id, unset] } });',
  );
  const { code, calls, diagnostics } = await account.attempt((workspace) => workspace.preview());
  const errors = diagnostics.filter(({ severity, name }) => severity === "error" && name === "bad");
  expect(errors.map(({ message }) => message)).toEqual([
    expect.stringContaining("ipRestriction.ipPolicyIds[1]: must be a value, not null or undefined"),
  ]);
  expect(code).not.toBe(0);
  expect(calls).toEqual([]);
});

test("what is unknown at preview passes, in lists and maps, and absent properties stay absent", async () => {
  write(`
    new edge.IpRestriction("api", { type: "api", ipPolicyIds: [fresh.id], description: unset, metadata: null });
    new edge.TunnelGroupBackend("group", { labels: { policy: fresh.id, plain: "a" } });
    new edge.TunnelGroupBackend("later", { labels: fresh.id.apply((id) => ({ [id]: id })) });
    new edge.TunnelGroupBackend("none", { labels: unset });
  `);
  expect((await account.run((workspace) => workspace.preview())).changes).toHaveLength(5);
  await account.up();
  const policy = account.idOf("fresh");
  expect(account.stored("api")?.fields).toMatchObject({ description: "", metadata: "" });
  expect(account.stored("group")?.fields.labels).toEqual({ policy, plain: "a" });
  expect(account.stored("later")?.fields.labels).toEqual({ [policy]: policy });
  expect(account.stored("none")?.fields.labels).toEqual({});
  await account.expectSettled();
});

describe("what cannot reach the provider is refused by name", () => {
  test.each([
    [
      `new edge.TunnelGroupBackend("bad", { labels: { ["__proto__"]: "a" } });`,
      'TunnelGroupBackend "bad": labels.__proto__: ',
    ],
    // The native provider is asked to import, and says itself what it cannot.
    [
      `new edge.ReservedDomain("bad", { domain: "a.example.com" }, { import: "rd_1" });`,
      {
        dynamic:
          'ReservedDomain "bad": the resource option import does not work for this package: set the input adoptId',
        native: "there is no ReservedDomain with the id rd_1: correct the id",
      }[face],
    ],
    [
      `new edge.TunnelAgentCommand("bad", { command: "stop", sessionId: "ts_1" }, { import: "ts_1" });`,
      {
        dynamic:
          'TunnelAgentCommand "bad": the resource option import does not work for this package: a command has no object',
        native: "a command has no object",
      }[face],
    ],
  ])("%s", async (body, message) => {
    write(body);
    const { code, stdout, stderr, writes } = await account.attempt((workspace) => workspace.preview());
    expect(code).not.toBe(0);
    expect(stdout + stderr).toContain(message);
    // The message is the whole report: no stack trace.
    expect(stdout + stderr).not.toMatch(/^ +at /m);
    expect(writes).toEqual([]);
  });

  test("names that every object seems to have are names like all others", async () => {
    const labels = { constructor: "a", toString: "b", valueOf: "c", hasOwnProperty: "d" };
    write(`
      new edge.TunnelGroupBackend("odd", { labels: ${JSON.stringify(labels)} });
      new edge.TunnelGroupBackend("bare", { labels: Object.assign(Object.create(null), { app: "a" }) });
      new edge.TlsEdge("edge", { trafficPolicy: { value: { on_tcp_connect: [{ toString: 1, valueOf: 2, actions: [{ type: "deny" }] }] } } });
      new edge.Endpoint("app", { url: "https://a.example.com", trafficPolicy: { on_http_request: [{ toString: [], valueOf: [], actions: [{ type: "deny" }] }] } });
    `);
    await account.up();
    expect(account.stored("bare")?.fields.labels).toEqual({ app: "a" });
    expect(account.stored("app")?.fields.traffic_policy).toBe(
      '{"on_http_request":[{"actions":[{"type":"deny"}],"toString":[],"valueOf":[]}]}',
    );
    expect(account.stored("odd")?.fields.labels).toEqual(labels);
    await account.expectSettled();
    write(`new edge.TunnelGroupBackend("odd", { labels: { constructor: "a" } });`);
    await account.up();
    expect(account.stored("odd")?.fields.labels).toEqual({ constructor: "a" });
    await account.expectSettled();
  });
});
