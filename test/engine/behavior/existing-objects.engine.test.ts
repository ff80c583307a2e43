import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../emulator";
import { openAccount, type Run, type TestAccount } from "../../support/account";
import { outputOf } from "../../support/engine";
import { type Declared, type JsonInputs, resource } from "../../support/program";
import { formatWrites, inAnyOrder } from "../../support/requests";
import { declareRows, type Rows, readTable } from "../../support/rows";

/** Objects that exist before the program, and the program that adopts them. */
const { seed, program } = readTable<{ seed: Readonly<Record<string, JsonObject[]>>; program: Rows }>(
  join(__dirname, "existing-objects.yaml"),
);
const adopting = declareRows(program);

const withChanges = (changes: Readonly<Record<string, JsonInputs | undefined>>): Declared[] =>
  adopting
    .filter(({ name }) => !(name in changes) || changes[name] !== undefined)
    .map((declared) => ({ ...declared, inputs: changes[declared.name] ?? declared.inputs }));

const without = (name: string, ...keys: string[]): JsonInputs => {
  const { inputs = {} } = adopting.find((declared) => declared.name === name) ?? {};
  return Object.fromEntries(Object.entries(inputs).filter(([key]) => !keys.includes(key)));
};

describe("existing objects", () => {
  let account: TestAccount;
  let adoption: Run;

  beforeAll(async () => {
    account = await openAccount({ seed });
    account.declare(adopting);
  });

  afterAll(() => account?.close());

  const outputsOf = async (name: string) =>
    account.workspace.exportStack().resources.find(({ urn }) => urn.endsWith(`::${name}`))?.outputs;

  test("are shown as creates in a preview of their adoption, which sends nothing", async () => {
    const { changes, calls } = await account.run((workspace) => workspace.preview());
    expect(changes.sort()).toEqual(adopting.map(({ name }) => `create ${name}`).sort());
    expect(calls).toEqual([]);
  });

  test("get at most one PATCH each, with only the differences", async () => {
    adoption = await account.up();
    expect(inAnyOrder(formatWrites(adoption))).toEqual(
      inAnyOrder([
        ["PATCH", "/ip_policies/ipp_other", { description: "by program" }],
        ["PATCH", "/ip_policies/ipp_blank", { description: "" }],
        ["PATCH", "/edges/tls/edgtls_1", { ip_restriction: { ip_policy_ids: ["ipp_two"] } }],
        ["POST", "/ip_policies", { description: "made" }],
        ["POST", "/ip_policies", { description: "outlives" }],
      ]),
    );
    for (const { name, inputs } of adopting.filter(({ inputs }) => "adoptId" in inputs)) {
      expect((await outputsOf(name))?.adopted, name).toBe(true);
      if (!/_tls$/.test(String(inputs.adoptId)))
        expect(account.idOf(name)).toBe(String(inputs.adoptId).split("/").at(-1));
    }
    expect(await outputsOf("made")).not.toHaveProperty("adopted");
  });

  test("show no change in a preview and a refresh after the adoption", () => account.expectSettled());

  test("have write-only values that count as unchanged, and a null token", async () => {
    expect(await outputsOf("certificate")).not.toHaveProperty("privateKeyPem");
    const { resources } = account.workspace.exportStack({ showSecrets: true });
    const key = resources.find(({ urn }) => urn.endsWith("::key"));
    expect(key?.outputs?.token).toMatchObject({ plaintext: "null" });
  });

  test("don't change when adoptId is removed or set to their own id", async () => {
    const adopted = adopting.filter(({ inputs }) => "adoptId" in inputs).map(({ name }) => name);
    const inputs = Object.fromEntries(adopted.map((name) => [name, without(name, "adoptId")]));
    account.declare(withChanges({ ...inputs, made: { description: "made", adoptId: account.idOf("made") } }));
    const { changes, calls } = await account.up();
    expect({ changes, calls }).toEqual({ changes: [], calls: [] });
    expect((await outputsOf("equal"))?.adopted).toBe(true);
    await account.expectSettled();

    account.declare(adopting);
    const readopting = await account.up();
    expect({ changes: readopting.changes, calls: readopting.calls }).toEqual({ changes: [], calls: [] });
  });

  test("stay in place when a changed adoptId replaces their resource", async () => {
    account.declare(withChanges({ moving: { adoptId: "ipp_two", description: "two" } }));
    const previewed = await account.run((workspace) => workspace.preview());
    expect(previewed.calls).toEqual([]);
    const replaced = await account.up();
    expect(replaced.steps.find(({ op }) => op === "replace")?.replaceReasons).toContain("adoptId");
    expect(formatWrites(replaced)).toEqual([]);
    expect(account.idOf("moving")).toBe("ipp_two");
    expect(outputOf(replaced)).toContain("ipp_one is left in place: it was adopted");
  });

  test("are never adopted by the replacement of their own resource", async () => {
    const moving = { adoptId: "ipp_two", description: "two" };
    const replaced = { ...without("replaced"), type: "agent" };
    account.declare(withChanges({ moving, replaced }));
    const run = await account.up();
    expect(formatWrites(run)).toEqual([
      ["POST", "/ip_restrictions", { type: "agent", ip_policy_ids: ["ipp_one"] }],
    ]);
    expect(account.idOf("replaced")).not.toBe("ipx_1");
    expect(await outputsOf("replaced")).not.toHaveProperty("adopted");
    expect(outputOf(run)).toContain("ipx_1 is left in place");
    await account.expectSettled();
  });

  test("stay in place with a notice on destroy, unless deleteOnDestroy is true", async () => {
    const run = await account.run((workspace) => workspace.destroy());
    expect(inAnyOrder(formatWrites(run))).toEqual(
      inAnyOrder([
        ["DELETE", "/ip_policies/ipp_doomed"],
        ["DELETE", `/ip_policies/${account.idOf("made")}`],
        ["DELETE", `/ip_restrictions/${account.idOf("replaced")}`],
      ]),
    );
    for (const id of ["ipp_equal", "edgtls_1", "edgtls_1/mutual_tls", "rd_1"])
      expect(outputOf(run)).toContain(
        `${id} is left in place: it was adopted and deleteOnDestroy is not true`,
      );
    expect(outputOf(run)).toContain(`${account.idOf("outlives")} is left in place: deleteOnDestroy is false`);
    expect(account.emulator.objects("/ip_policies").map(({ id }) => id)).toEqual(
      expect.arrayContaining(["ipp_equal", "ipp_other", account.idOf("outlives")]),
    );
  });
});

describe("an adoption", () => {
  let account: TestAccount;

  beforeAll(async () => {
    account = await openAccount({ seed });
  });

  afterAll(() => account?.close());

  const rejected: readonly (readonly [string, Declared, RegExp])[] = [
    ["an unknown id", resource("IpPolicy", "gone", { adoptId: "ipp_gone" }), /ipp_gone/],
    [
      "a difference that requires replacement",
      resource("IpRestriction", "type", { adoptId: "ipx_1", type: "api", ipPolicyIds: ["ipp_one"] }),
      /differs in type.*nothing was written/,
    ],
  ];

  test("fails without a write for an unknown id or a difference that requires replacement", async () => {
    account.declare(rejected.map(([, declared]) => declared));
    const run = await account.attempt((workspace) => workspace.up({ args: ["--continue-on-error"] }));
    expect(run.code).not.toBe(0);
    for (const [reason, { name }, message] of rejected) {
      const messages = run.diagnostics
        .filter((diagnostic) => diagnostic.name === name)
        .map((diagnostic) => diagnostic.message);
      expect(messages.join("\n"), reason).toMatch(message);
    }
    expect(run.writes).toEqual([]);
  });
});
