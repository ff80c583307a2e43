import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RequestRecord } from "../../emulator";
import { classOfType, dynamicType, nativeType } from "../../provider/engine/native/tokens";
import { modules, resources } from "../../provider/families";
import { isRequired, knownField } from "../../provider/family/field";
import type { ClassName, Inputs } from "../samples";
import { openAccount, type TestAccount } from "../support/account";
import type { EngineStep } from "../support/engine";
import { face } from "../support/faces";
import type { Declared } from "../support/program";
import { RESERVED_NAMES } from "../support/reserved-names";
import { type PropertyCase, propertyProgram } from "../support/sample-program";
import { mismatches, type Stored, snake } from "../support/store";

const { cases, minimal, prerequisites } = propertyProgram();
const inPlace = cases.filter(({ replaces }) => !replaces);

const families = new Map([...resources, ...modules].map((family) => [family.name, family]));
const isModule = (name: ClassName) => families.get(name)?.kind === "module";
/** Neither required, nor one of two inputs of which one is. */
const isOptional = (of: PropertyCase) => !isRequired(fieldOf(of)) && fieldOf(of).meta.unset !== "alternative";

const fieldOf = ({ class: name, property }: PropertyCase) =>
  knownField(families.get(name)?.inputs ?? {}, property);

/** Never stored by the service: kept by the engine, or discarded once checked. */
const isStored = (className: string, key: string) => {
  const field = families.get(className)?.inputs[key];
  return !field || !(field.isLocal || field.meta.returned === "never");
};

/** Unsetting it changes nothing: the field cannot be cleared. */
const isKept = (of: PropertyCase) => fieldOf(of).meta.unset === "kept";

/** Inputs without the property. The end of validity is computed from the start, so the start is removed with it. */
const unset = ({ property, after }: PropertyCase): Inputs => {
  const gone = property === "validUntil" ? ["validUntil", "validAfter"] : [property];
  return Object.fromEntries(Object.entries(after).filter(([key]) => !gone.includes(key)));
};

/** Inputs that change in place, by resource: outputs derived from them are known at preview and differ too. */
const updatesIn = (steps: readonly EngineStep[]) =>
  Object.fromEntries(
    steps
      .filter(({ op }) => op === "update")
      .map(({ name, diffs }) => {
        const { inputs = {} } = families.get(name.slice(0, name.indexOf("-"))) ?? {};
        return [name, diffs.filter((key) => key in inputs)];
      }),
  );
const propertiesOf = (cases: typeof inPlace) =>
  Object.fromEntries(cases.map(({ name, property }) => [name, [property]]));

describe("every property of every class", () => {
  let account: TestAccount;
  let untouched: Record<string, unknown>;
  let created: Map<string, Stored | undefined>;

  const declare = (inputsOf: (of: PropertyCase) => Inputs) => {
    const subjects = cases.map((of): Declared => ({ class: of.class, name: of.name, inputs: inputsOf(of) }));
    account.declare([...prerequisites, ...minimal, ...subjects]);
  };

  /** Stored values that differ from the declared ones. */
  const wrong = (declared: Declared, stored: Stored | undefined): string[] => {
    const { class: className, name } = declared;
    if (!stored) return [`${name} is not in the store`];
    const inPath = isModule(className as ClassName) ? ["edgeId", "routeId"] : [];
    const inputs = Object.entries(account.resolved(declared.inputs));
    return inputs
      .filter(([key]) => isStored(className, key) && !inPath.includes(key))
      .flatMap(([key, value]) => mismatches(stored.fields[snake(key)], value, `${name}.${key}`));
  };

  const wrongAt = (inputsOf: (of: PropertyCase) => Inputs): string[] => {
    const now = account.snapshot();
    const declared = cases.map((of) => ({ class: of.class, name: of.name, inputs: inputsOf(of) }));
    return [...minimal, ...declared].flatMap((one) => wrong(one, now.get(one.name)));
  };

  /** Calls as `PATCH /path key key`: what a request changes is in the keys of its body. */
  const told = ({ method, path, body }: RequestRecord) =>
    [`${method} ${path}`, ...Object.keys((method === "PATCH" && body) || {}).sort()].join(" ");

  /** The call, in the same form, that changes one property in place. */
  const updateOf = (className: ClassName, path: string, property: string) => {
    if (isModule(className)) return `PUT ${path}`;
    // Every update of these sends their children, which the service would otherwise clear.
    const children = /^(Weighted|Failover)Backend$/.test(className) ? ["backends"] : [];
    return [`PATCH ${path}`, ...[...new Set([...children, snake(property)])].sort()].join(" ");
  };

  beforeAll(async () => {
    account = await openAccount({
      liveShapes: true,
      pageSize: 7,
      provisioningSeconds: 0,
      seed: RESERVED_NAMES,
    });
    untouched = account.emulator.objects();
  });

  afterAll(() => account?.close());

  test("a preview shows what will be created and asks the service nothing", async () => {
    declare(({ before }) => before);
    const { changes, calls } = await account.run((workspace) => workspace.preview());
    expect(changes).toHaveLength(prerequisites.length + minimal.length + cases.length);
    expect(changes.filter((change) => !change.startsWith("create "))).toEqual([]);
    expect(calls).toEqual([]);
  });

  test("up creates everything as it is declared", async () => {
    const { changes, writes } = await account.up();
    expect(changes).toHaveLength(prerequisites.length + minimal.length + cases.length);
    expect(writes).toHaveLength(changes.length);
    created = account.snapshot();
    expect(wrongAt(({ before }) => before)).toEqual([]);
  });

  test("the state names what manages a resource by its type, and for the engine's host by a constant text", async () => {
    const { resources: exported } = account.workspace.exportStack();
    const ours = exported.filter(({ type }) => classOfType(type) !== undefined);
    expect(ours).toHaveLength(prerequisites.length + minimal.length + cases.length);
    for (const { type, inputs, outputs } of ours) {
      const name = classOfType(type) ?? "";
      expect(type).toBe(face === "native" ? nativeType(name) : dynamicType(name));
      // Users' states hold this string for good: changing it breaks every existing stack.
      const text = `exports.handler=()=>require("pulumi-tunnel-edge/host").provider("${name}")`;
      expect(Buffer.byteLength(text)).toBeLessThan(100);
      const held = face === "native" ? undefined : text;
      expect([inputs?.__provider, outputs?.__provider]).toEqual([held, held]);
    }
  });

  test("a refresh and an up see no change", async () => {
    const { changes: refreshed, writes } = await account.run((workspace) =>
      workspace.refresh({ expectNoChanges: true }),
    );
    const { changes, calls } = await account.run((workspace) => workspace.up({ expectNoChanges: true }));
    expect({ refreshed, changes, calls, writes }).toEqual({
      refreshed: [],
      changes: [],
      calls: [],
      writes: [],
    });
  });

  test("one up changes each property, and nothing else", async () => {
    const before = account.snapshot();
    declare(({ after }) => after);
    const { steps, writes } = await account.up();
    const after = account.snapshot();

    expect(updatesIn(steps)).toEqual(propertiesOf(inPlace));
    const replaced = steps.filter(({ op }) => op === "replace");
    expect(replaced.map(({ name }) => name).sort()).toEqual(
      cases
        .filter(({ replaces }) => replaces)
        .map(({ name }) => name)
        .sort(),
    );
    for (const { name, replaceReasons } of replaced) {
      const property = name.slice(name.indexOf("-") + 1);
      expect([name, replaceReasons.includes(property)]).toEqual([name, true]);
    }

    expect(wrongAt((of) => of.after)).toEqual([]);
    const calls = cases.flatMap(({ class: className, name, property, replaces }) => {
      const from = before.get(name)?.path ?? "";
      const to = after.get(name)?.path ?? "";
      if (replaces) {
        const created = isModule(className) ? `PUT ${to}` : `POST ${to.slice(0, to.lastIndexOf("/"))}`;
        return [created, `DELETE ${from}`];
      }
      return [updateOf(className, to, property)];
    });
    expect(writes.map(told).sort()).toEqual(calls.sort());
    expect((await account.run((workspace) => workspace.preview({ expectNoChanges: true }))).changes).toEqual(
      [],
    );
  });

  test("what is changed outside of the program is seen by a refresh and repaired by up", async () => {
    const repaired = account.snapshot();
    // Nobody is told a value that the service keeps to itself.
    const visible = inPlace.filter(({ class: className, property }) => isStored(className, property));
    for (const { class: className, name, property } of visible) {
      const { path = "", fields = {} } = repaired.get(name) ?? {};
      const value = created.get(name)?.fields[snake(property)] ?? null;
      // Setting a module replaces all of it.
      account.emulator.mutate({
        path,
        set: { ...(isModule(className) && fields), [snake(property)]: value },
      });
    }
    const refreshed = await account.run((workspace) => workspace.refresh());
    expect(refreshed.changes.sort()).toEqual(visible.map(({ name }) => `update ${name}`).sort());

    const { steps, writes } = await account.up();
    expect(updatesIn(steps)).toEqual(propertiesOf(visible));
    expect(steps.filter(({ op }) => op !== "same" && op !== "update")).toEqual([]);
    expect(writes).toHaveLength(visible.length);
    expect(wrongAt(({ after }) => after)).toEqual([]);
  });

  test("a property that is removed goes back to what the service takes without it", async () => {
    const before = account.snapshot();
    const removed = cases.filter(isOptional);
    declare((of) => (isOptional(of) ? unset(of) : of.after));
    const { steps, writes } = await account.up();
    const after = account.snapshot();

    const changed = steps.filter(({ op }) => op === "update" || op === "replace");
    expect(Object.fromEntries(changed.map(({ op, name }) => [name, op]))).toEqual(
      Object.fromEntries(
        removed
          .filter((of) => !isKept(of))
          .map(({ name, replaces }) => [name, replaces ? "replace" : "update"]),
      ),
    );
    const remains = removed.filter((of) => {
      const { name, property, after: given } = of;
      const stored = after.get(name)?.fields[snake(property)];
      if (isKept(of)) return stored !== given[property];
      // The service chooses a value of its own.
      if (fieldOf(of).hasServerDefault)
        return mismatches(stored, account.resolved(given[property]), property).length === 0;
      const wanted = fieldOf(of).defaultValue;
      return isEmpty(wanted) ? !isEmpty(stored) : JSON.stringify(stored) !== JSON.stringify(wanted);
    });
    expect(remains.map(({ name }) => name)).toEqual([]);
    expect(wrongAt((of) => (isOptional(of) ? unset(of) : of.after))).toEqual([]);

    // A module and an attachment have delete calls of their own; anything else is a PATCH with the default.
    const parts = removed.filter(({ class: className, property, replaces }) => {
      const family = families.get(className);
      return !replaces && family?.kind === "resource" && family.parts?.[property] !== undefined;
    });
    const deletions = parts.map(({ name, property }) => {
      const segment = property === "certificateId" ? "certificate" : snake(property);
      return `DELETE ${before.get(name)?.path}/${segment}`;
    });
    const inPlacePaths = inPlace.map(({ name }) => before.get(name)?.path ?? "");
    const onSubjects = writes.filter(({ path }) =>
      inPlacePaths.some((subject) => path === subject || path.startsWith(`${subject}/`)),
    );
    const rest = removed.filter((of) => !of.replaces && !parts.includes(of));
    const patches = rest.map(({ class: className, name, property }) =>
      updateOf(className, before.get(name)?.path ?? "", property),
    );
    expect(onSubjects.map(told).sort()).toEqual([...deletions, ...patches].sort());
    expect((await account.run((workspace) => workspace.preview({ expectNoChanges: true }))).changes).toEqual(
      [],
    );
  });

  test("what is deleted outside of the program is created again", async () => {
    const subjects = [...minimal, ...cases].map(({ name }) => name);
    const now = account.snapshot();
    for (const name of subjects) account.emulator.mutate({ path: now.get(name)?.path ?? "", delete: true });
    const refreshed = await account.run((workspace) => workspace.refresh());
    expect(refreshed.changes.sort()).toEqual(subjects.map((name) => `delete ${name}`).sort());
    const { changes } = await account.up();
    expect(changes.sort()).toEqual(subjects.map((name) => `create ${name}`).sort());
    expect(wrongAt((of) => (isOptional(of) ? unset(of) : of.after))).toEqual([]);
  });

  test("destroy leaves nothing", async () => {
    await account.run((workspace) => workspace.destroy());
    expect(account.workspace.exportStack().resources).toEqual([]);
    expect(account.emulator.objects()).toEqual(untouched);
  });
});

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === "") return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}
