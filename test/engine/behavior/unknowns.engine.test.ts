import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { resources } from "../../../provider/families";
import { CLASSES, type ClassName, samples } from "../../samples";
import { openAccount, type TestAccount } from "../../support/account";
import { type Declared, type JsonInputs, reference, resource } from "../../support/program";
import { RESERVED_NAMES } from "../../support/reserved-names";
import { declareRows, type Rows, readTable } from "../../support/rows";

/** Id of an object that the program creates, so it is unknown at preview. */
const unknown = reference("fresh");
const fresh = resource("IpPolicy", "fresh", { description: "fresh" });

/** Returns a variant of a value for each of its parts, at any depth, with that part unknown. */
function withUnknowns(value: unknown, path: string): [path: string, value: unknown][] {
  const whole: [string, unknown] = [path, unknown];
  if (Array.isArray(value)) {
    const items = value.flatMap((item, at) =>
      withUnknowns(item, `${path}[${at}]`).map(([where, other]): [string, unknown] => [
        where,
        value.map((old, i) => (i === at ? other : old)),
      ]),
    );
    return [whole, ...items];
  }
  if (value === null || typeof value !== "object") return [whole];
  const keys = Object.entries(value).flatMap(([key, item]) =>
    withUnknowns(item, `${path}.${key}`).map(([where, other]): [string, unknown] => [
      where,
      { ...value, [key]: other },
    ]),
  );
  return [whole, ...keys];
}

/** Declares a resource for each part of each input of a class, with that part unknown. */
function everyPartUnknown(className: ClassName): Declared[] {
  const full = samples[className].full({ id: (target, number = 1) => `${target}_${number}`, unique: "x" });
  // Equal natural keys would be rejected, so part of the key is unknown in every resource.
  const [keyPart] = resources.find(({ name }) => name === className)?.naturalKey?.toReversed() ?? [];
  return Object.entries(full).flatMap(([key, value]) =>
    withUnknowns(value, key).map(([path, other]) =>
      resource(className, `${className}.${path}`, {
        ...full,
        ...(keyPart && { [keyPart]: unknown }),
        [key]: other,
      }),
    ),
  );
}

describe("values that are unknown at preview", () => {
  let account: TestAccount;

  beforeAll(async () => {
    account = await openAccount();
  });

  afterAll(() => account?.close());

  test("pass as any input of any class, at any depth, and nothing is sent", async () => {
    const declared = CLASSES.flatMap(everyPartUnknown);
    expect(declared.length).toBeGreaterThan(250);
    account.declare([fresh, ...declared]);
    const { changes, calls } = await account.run((workspace) => workspace.preview());
    expect(changes.filter((change) => !change.startsWith("create "))).toEqual([]);
    expect(changes).toHaveLength(declared.length + 1);
    expect(calls).toEqual([]);
  });
});

/** The inputs of a resource, the step in the preview, and the property that it names. */
type UnknownCase = readonly [
  ClassName,
  before: JsonInputs,
  after: JsonInputs,
  step: "update" | "replace",
  property: string,
];

const { base, cases, derived } = readTable<{
  base: Rows;
  cases: Readonly<Record<string, UnknownCase>>;
  derived: Rows;
}>(join(__dirname, "unknowns.yaml"));

describe("a value that becomes unknown", () => {
  let account: TestAccount;
  let changes: Map<string, readonly [string, readonly string[]]>;

  beforeAll(async () => {
    account = await openAccount();
    const rows = Object.entries(cases);
    account.declare([
      ...declareRows(base),
      ...rows.map(([name, [type, before]]) => resource(type, name, before)),
    ]);
    await account.up();
    account.declare([
      ...declareRows(base),
      fresh,
      ...rows.map(([name, [type, , after]]) => resource(type, name, after)),
    ]);
    const { steps, calls } = await account.run((workspace) => workspace.preview());
    expect(calls).toEqual([]);
    const changing = steps.filter(({ op }) => op === "update" || op === "replace");
    changes = new Map(changing.map(({ name, op, diffs }) => [name, [op, diffs]]));
  });

  afterAll(() => account?.close());

  const casesWith = (step: "update" | "replace") =>
    Object.entries(cases).flatMap(([name, [, , , expected, property]]) =>
      expected === step ? [[name, property]] : [],
    );

  test.each(casesWith("update"))("%s: is shown as an update if it can change in place", (name, property) => {
    expect(changes.get(name as string)).toEqual(["update", [property]]);
  });

  test.each(casesWith("replace"))("%s: is shown as a replacement if it can't", (name, property) => {
    const [op, diffs = []] = changes.get(name as string) ?? [];
    expect(op).toBe("replace");
    expect(diffs).toContain(property);
  });

  test("is the only change shown", () => {
    expect([...changes.keys()].sort()).toEqual(Object.keys(cases).sort());
  });
});

describe("outputs derived from inputs", () => {
  let account: TestAccount;

  beforeAll(async () => {
    account = await openAccount({ seed: RESERVED_NAMES });
  });

  afterAll(() => account?.close());

  test("are known on the first preview", async () => {
    account.declare(declareRows(derived));
    const { steps, calls } = await account.run((workspace) => workspace.preview());
    const description = (name: string) => steps.find((step) => step.name === name)?.new?.inputs.description;
    expect(description("hostname")).toBe("app.example.com");
    expect(description("name")).toBe("known.example.com");
    expect(Date.parse(String(description("end")))).toBeGreaterThan(Date.now());
    expect(description("key")).toBe("ed25519");
    expect(description("host")).toBe("cloud.example.com");
    expect(calls).toEqual([]);
    await account.up();
    await account.expectSettled();
  });
});
