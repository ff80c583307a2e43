import { afterAll, beforeAll, expect, test } from "vitest";
import { openAccount, type TestAccount } from "../../support/account";
import { edgeModule, testedProvider } from "../../support/provider-under-test";
import { RESERVED_NAMES } from "../../support/reserved-names";

// Unset values of a program must never turn a guard into open access.

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

test("sends null only in policies, and passes unknown values at preview", async () => {
  const actions = [{ type: "log", config: { metadata: { team: null, tags: [null] } } }, { type: "deny" }];
  const trafficPolicy = JSON.stringify({ on_http_request: [{ name: null, actions }] });
  write(`
    new edge.IpRestriction("api", { type: "api", ipPolicyIds: [fresh.id], description: unset, metadata: null });
    new edge.TunnelGroupBackend("group", { labels: { policy: fresh.id, plain: "a" } });
    new edge.TunnelGroupBackend("later", { labels: fresh.id.apply((id) => ({ [id]: id })) });
    new edge.TunnelGroupBackend("none", { labels: unset });
    new edge.Endpoint("app", { url: "https://app.example.com", trafficPolicy: ${trafficPolicy} });
  `);
  expect((await account.run((workspace) => workspace.preview())).changes).toHaveLength(6);
  await account.up();
  const policy = account.idOf("fresh");
  expect(account.stored("api")?.fields).toMatchObject({ description: "", metadata: "" });
  expect(account.stored("group")?.fields.labels).toEqual({ policy, plain: "a" });
  expect(account.stored("later")?.fields.labels).toEqual({ [policy]: policy });
  expect(account.stored("none")?.fields.labels).toEqual({});
  const stored = JSON.parse(String(account.stored("app")?.fields.traffic_policy));
  expect(stored.on_http_request[0].actions).toEqual(actions);
  await account.expectSettled();
});

test("rejects the import of an object that doesn't exist without a stack trace", async () => {
  write('new edge.ReservedDomain("bad", { domain: "a.example.com" }, { import: "rd_1" });');
  const { code, stdout, stderr, writes } = await account.attempt((workspace) => workspace.preview());
  expect(code).not.toBe(0);
  expect(stdout + stderr).toContain(
    testedProvider === "native"
      ? "there is no ReservedDomain with the id rd_1: correct the id"
      : 'ReservedDomain "bad": the resource option import does not work for this package',
  );
  expect(stdout + stderr).not.toMatch(/^ +at /m);
  expect(writes).toEqual([]);
});
