import { afterAll, beforeAll, expect, test } from "vitest";
import { openAccount, type TestAccount } from "../support/account";

/** Number of requests that a program takes with the real engine. */

const OBJECTS = 200;
let account: TestAccount;

const declare = (changed?: string) =>
  account.declare(
    Array.from({ length: OBJECTS }, (_, i) => {
      const name = `policy-${i}`;
      return {
        class: "IpPolicy",
        name,
        inputs: { description: name === changed ? "changed" : `policy ${i}`, metadata: "same" },
      };
    }),
  );

beforeAll(async () => {
  account = await openAccount();
  declare();
});

afterAll(() => account?.close());

test(`${OBJECTS} creates take ${OBJECTS} requests`, async () => {
  const { calls } = await account.up();
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual(
    Array.from({ length: OBJECTS }, () => "POST /ip_policies"),
  );
});

test("a preview without changes takes none", async () => {
  const { calls } = await account.run((workspace) => workspace.preview({ expectNoChanges: true }));
  expect(calls).toEqual([]);
});

test("a refresh reads pages of the list", async () => {
  const { calls, changes } = await account.run((workspace) => workspace.up({ args: ["--refresh"] }));
  expect(changes).toEqual([]);
  const kinds = calls.map(({ method, path }) => `${method} ${path.replace(/\/ipp_\w+$/, "/ID")}`);
  expect([...new Set(kinds)].filter((kind) => kind !== "GET /ip_policies/ID")).toEqual(["GET /ip_policies"]);
  // If the engine's first reads are far apart, each of the first three may take its own request.
  expect(kinds.length).toBeLessThanOrEqual(OBJECTS / 100 + 3);
});

test("one changed object takes one PATCH", async () => {
  declare("policy-7");
  const { calls } = await account.up();
  expect(calls.map(({ method, body }) => [method, body])).toEqual([["PATCH", { description: "changed" }]]);
});

test(`${OBJECTS} deletes take ${OBJECTS} requests, and two searches a minute for rules and users of the policies`, async () => {
  const startedAt = Date.now();
  const { calls, writes } = await account.run((workspace) => workspace.destroy());
  expect(writes.map(({ method }) => method)).toEqual(Array.from({ length: OBJECTS }, () => "DELETE"));
  const minutes = Math.ceil((Date.now() - startedAt) / 60_000);
  expect(calls.length - writes.length).toBeLessThanOrEqual(2 * 6 * minutes);
});
