import { afterAll, beforeAll, expect, test } from "vitest";
import { openAccount, type TestAccount } from "../../support/account";

/** The engine's own resource options, on objects of this package. */
let account: TestAccount;

beforeAll(async () => {
  account = await openAccount();
});

afterAll(() => account?.close());

const write = (body: string) =>
  account.workspace.writeProgram({
    "index.js": `const pulumi = require("@pulumi/pulumi");\nconst edge = require("pulumi-tunnel-edge");\n${body}`,
  });
const policies = () => account.emulator.objects("/ip_policies").map(({ description }) => description);
const idOf = (description: string) =>
  account.emulator.objects("/ip_policies").find((policy) => policy.description === description)?.id;

test("one program with every option is created, and then unchanged", async () => {
  write(`
    new edge.IpPolicy("protected", { description: "protected" }, { protect: true });
    new edge.IpPolicy("retained", { description: "retained" }, { retainOnDelete: true });
    new edge.IpPolicy("ignored", { description: "ignored" }, { ignoreChanges: ["description"] });
    new edge.IpPolicy("replaced", { description: "replaced" }, { replaceOnChanges: ["description"] });
    new edge.IpPolicy("old", { description: "renamed" });
  `);
  expect((await account.up()).writes).toHaveLength(5);
  expect((await account.up()).calls).toEqual([]);
});

test("aliases rename, ignoreChanges keeps, replaceOnChanges replaces, in one up", async () => {
  const before = idOf("replaced");
  write(`
    new edge.IpPolicy("protected", { description: "protected" }, { protect: true });
    new edge.IpPolicy("retained", { description: "retained" }, { retainOnDelete: true });
    new edge.IpPolicy("ignored", { description: "another" }, { ignoreChanges: ["description"] });
    new edge.IpPolicy("replaced", { description: "replacement" }, { replaceOnChanges: ["description"] });
    new edge.IpPolicy("new", { description: "renamed" }, { aliases: [{ name: "old" }] });
  `);
  const run = await account.up();
  expect(run.writes.map(({ method, path }) => `${method} ${path}`)).toEqual([
    "POST /ip_policies",
    `DELETE /ip_policies/${before}`,
  ]);
  expect(policies().sort()).toEqual(["ignored", "protected", "renamed", "replacement", "retained"]);
});

test("protect refuses the deletion", async () => {
  write(`
    new edge.IpPolicy("retained", { description: "retained" }, { retainOnDelete: true });
    new edge.IpPolicy("ignored", { description: "another" }, { ignoreChanges: ["description"] });
  `);
  const run = await account.attempt((workspace) => workspace.up());
  expect(run.code).not.toBe(0);
  expect(policies()).toContain("protected");
});

test("retainOnDelete leaves the object on the service", async () => {
  write(`
    new edge.IpPolicy("protected", { description: "protected" });
    new edge.IpPolicy("ignored", { description: "another" }, { ignoreChanges: ["description"] });
  `);
  await account.up();
  expect(policies().sort()).toEqual(["ignored", "protected", "retained"]);
});
