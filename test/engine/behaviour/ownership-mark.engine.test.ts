import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../../emulator";
import { createWorkspace, type OperationOptions, type Workspace } from "../../support/engine";
import { edgeModule } from "../../support/faces";

/** A policy of the program; all are equal. */
interface Policy {
  readonly name: string;
  readonly class?: string;
  readonly inputs?: Readonly<Record<string, unknown>>;
  readonly aliases?: readonly unknown[];
  /** Name of the component that it is in. */
  readonly parent?: string;
  readonly ignoreChanges?: readonly string[];
}

const PROGRAM = `
const pulumi = require("@pulumi/pulumi");
const edge = require(${JSON.stringify(edgeModule)});
const sites = new Map();
const site = (name) => {
  if (!sites.has(name)) sites.set(name, new pulumi.ComponentResource("test:Site", name));
  return sites.get(name);
};
for (const { name, class: of = "IpPolicy", inputs = { description: "office" }, parent, aliases = [], ...rest } of require("./policies.json")) {
  const options = { ...rest, aliases: aliases.map((alias) => (alias.atRoot ? { parent: pulumi.rootStackResource } : alias)) };
  new edge[of](name, inputs, parent === undefined ? options : { ...options, parent: site(parent) });
}
`;

let emulator: Emulator;
let stack: Workspace;

beforeEach(async () => {
  emulator = await startEmulator();
  const env = {
    TUNNEL_EDGE_BASE_URL: emulator.url,
    TUNNEL_EDGE_API_TOKEN: emulator.token,
    TUNNEL_EDGE_OWNERSHIP_MARK: "on",
  };
  stack = await createWorkspace({ program: { "index.js": PROGRAM, "policies.json": "[]" }, env });
});

afterEach(async () => {
  stack.remove();
  await emulator.close();
});

/** The program, for a run on a new disk. */
function declare(...policies: readonly Policy[]): void {
  stack.writeProgram({ "index.js": PROGRAM, "policies.json": JSON.stringify(policies) });
  stack.setEnv({ TUNNEL_EDGE_JOURNAL_DIR: mkdtempSync(join(stack.root, "journal-")) });
}

async function up(policies: readonly Policy[], options: OperationOptions = {}) {
  declare(...policies);
  return stack.up({ mustSucceed: true, ...options });
}

const ids = () => emulator.objects("/ip_policies").map(({ id }) => String(id));

/** The ids of the policies in the state, by name. */
const held = () =>
  Object.fromEntries(
    stack
      .exportStack()
      .resources.filter(({ id, type }) => id && type.includes("IpPolicy"))
      .map(({ urn, id }) => [urn.slice(urn.lastIndexOf("::") + 2), id]),
  );

/** Each policy of the state is another object. */
function expectApart(...names: string[]): void {
  expect(Object.keys(held()).sort()).toEqual(names.sort());
  expect(new Set(Object.values(held())).size).toBe(names.length);
}

const A = { name: "a" };
const B = { name: "b", aliases: [{ name: "a" }] };

describe("a resource that got another name, and an equal new one of the former name", () => {
  test("are two objects, and the removal of one leaves the other", async () => {
    await up([A]);
    const [old = ""] = ids();
    await up([B]);
    expect(held()).toEqual({ b: old });
    declare(B);
    await stack.preview({ expectNoChanges: true, mustSucceed: true });
    await up([A, B]);
    expectApart("a", "b");
    await up([{ name: "b" }]);
    expect(ids()).toEqual([old]);
  });

  test("are two objects although both are new to the run: the engine names the renamed one in time", async () => {
    await up([A]);
    const [old = ""] = ids();
    await stack.run(["state", "rename", "--yes", stack.urn("IpPolicy", "a"), "b"], { mustSucceed: true });
    await up([A, { name: "b" }]);
    expectApart("a", "b");
    expect(held().b).toBe(old);
  });

  test("are two objects after a move into a component", async () => {
    await up([A]);
    const [old = ""] = ids();
    await up([{ name: "a", parent: "site", aliases: [{ atRoot: true }] }]);
    expect(ids()).toEqual([old]);
    await up([{ name: "a", parent: "site" }, { name: "a" }]);
    expect(ids()).toHaveLength(2);
    await up([{ name: "a", parent: "site" }]);
    expect(ids()).toEqual([old]);
  });

  test("are as many objects as there were equal ones", async () => {
    await up([A, { name: "b" }]);
    const before = held();
    await up([
      { name: "c", aliases: [{ name: "a" }] },
      { name: "d", aliases: [{ name: "b" }] },
    ]);
    expect(held()).toEqual({ c: before.a, d: before.b });
    await up([{ name: "c" }, { name: "d" }, { name: "a" }, { name: "b" }]);
    expectApart("a", "b", "c", "d");
    declare({ name: "c" }, { name: "d" }, { name: "a" }, { name: "b" });
    await stack.preview({ expectNoChanges: true, mustSucceed: true });
  });

  test("show no difference later, though metadata is ignored and was changed by hand", async () => {
    await up([{ name: "a", ignoreChanges: ["metadata"] }]);
    emulator.mutate({ path: `/ip_policies/${ids()[0]}`, set: { metadata: "by hand" } });
    await up([{ ...B, ignoreChanges: ["metadata"] }]);
    expect(emulator.objects("/ip_policies")[0]?.metadata).toMatch(/^by hand \[tunnel-edge:/);
    declare({ ...B, ignoreChanges: ["metadata"] });
    await stack.preview({ expectNoChanges: true, mustSucceed: true });
  });

  test("are two keys, and no error names the live one", async () => {
    const key = { class: "ApiKey", inputs: { description: "ci" } };
    await up([{ ...A, ...key }]);
    await up([{ ...B, ...key }]);
    await up([
      { ...B, ...key },
      { ...A, ...key },
    ]);
    expect(emulator.objects("/api_keys").filter(({ description }) => description === "ci")).toHaveLength(2);
  });

  test("are two objects when the other one adopted it", async () => {
    await up([A]);
    const [old = ""] = ids();
    await stack.run(["state", "delete", "--yes", stack.urn("IpPolicy", "a")], { mustSucceed: true });
    const b = { name: "b", inputs: { description: "office", adoptId: old } };
    const refused = await up([b], { mustSucceed: false });
    expect(refused.stdout).toContain(
      `adoptId: IpPolicy ${old} carries the ownership mark of another resource`,
    );
    await up([b], { env: { TUNNEL_EDGE_TAKE_MARKED: "on" } });
    await up([b, A]);
    expectApart("a", "b");
  });
});

describe("a resource that `pulumi state move` took to another stack", () => {
  async function moved() {
    await up([A]);
    const [old = ""] = ids();
    await stack.run(["stack", "init", "other"], { mustSucceed: true });
    const urn = stack.urn("IpPolicy", "a");
    const source = stack.stack;
    const [from, to] = [source, "other"].map((name) => `organization/${stack.project}/${name}`);
    await stack.run(["state", "move", "--yes", "--source", String(from), "--dest", String(to), urn], {
      mustSucceed: true,
    });
    return old;
  }
  const on = async (name: string, policies: readonly Policy[]) => {
    declare(...policies);
    return stack.run(["up", "--yes", "--skip-preview", "--stack", name]);
  };

  test("is another object than an equal new one of the former stack", async () => {
    const old = await moved();
    expect((await on("other", [A])).code).toBe(0);
    await up([A]);
    expect(held().a).not.toBe(old);
    declare();
    await stack.destroy({ mustSucceed: true });
    expect(ids()).toEqual([old]);
  });

  test("is not managed by both stacks when the former one runs first: the other one is refused, and leaves it", async () => {
    const old = await moved();
    await up([A]);
    const refused = await on("other", [A]);
    expect([refused.code === 0, refused.stdout]).toEqual([
      false,
      expect.stringContaining(`IpPolicy ${old} carries the ownership mark of another resource`),
    ]);
    await stack.run(["destroy", "--yes", "--skip-preview", "--stack", "other"], { mustSucceed: true });
    expect(ids()).toEqual([old]);
    expect(held()).toEqual({ a: old });
  });
});
