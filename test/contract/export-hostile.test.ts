import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { generateProgram, type Program } from "../../cli/export/program";
import { startEmulator } from "../../emulator";
import { closeAccounts } from "../../provider/account/account";
import { canonicalPolicy } from "../../provider/family/canonical-forms";
import { type AccountObject, inventory } from "../../provider/inspect";
import { completeObject } from "../../provider/inspect/complete-object";
import { configFor } from "../support/config";
import { fillAccount } from "../support/generated-account";
import { PAYLOADS } from "../support/hostile-texts";
import fc from "../support/properties";
import { runExported, topLevelStatementKinds } from "../support/run-exported";

/** Programs exported from accounts in which every string that a user can set is an attack. */

const hostile = fc.oneof(
  fc.constantFrom(...PAYLOADS),
  fc.string({ unit: "binary" }),
  fc.array(fc.constantFrom(...PAYLOADS), { maxLength: 4 }).map((parts) => parts.join("")),
);
const hostileKey = fc.oneof(hostile, fc.constantFrom("__proto__", "constructor", "toString", "valueOf"));

/** Wire keys whose strings the service accepts unchanged. */
const FREE_TEXTS = ["description", "metadata", "client_secret", "client_id", "scopes"];
const FREE_MAPS = ["labels", "add", "extensions", "critical_options"];

let objects: readonly AccountObject[];

beforeAll(async () => {
  const emulator = await startEmulator({ provisioningSeconds: 0 });
  fillAccount(emulator, { seed: 7, objects: 60 });
  const found = await inventory(configFor(emulator));
  objects = found.filter(({ isManageable }) => isManageable);
  await closeAccounts();
  await emulator.close();
});
afterAll(closeAccounts);

/** A policy that the service accepts, with hostile strings and a hostile key. */
const hostilePolicy = (text: () => string, key: () => string) =>
  JSON.stringify({
    on_http_request: [
      { name: text(), actions: [{ type: text(), config: Object.fromEntries([[key(), text()]]) }] },
    ],
  });

/** Replaces the strings and keys that users control in a response. */
function withAttacks(value: unknown, text: () => string, key: () => string, wireKey = ""): unknown {
  if (typeof value === "string" && wireKey === "traffic_policy") return hostilePolicy(text, key);
  if (typeof value === "string") return FREE_TEXTS.includes(wireKey) ? text() : value;
  if (Array.isArray(value)) return value.map((item) => withAttacks(item, text, key, wireKey));
  if (value === null || typeof value !== "object") return value;
  if (FREE_MAPS.includes(wireKey))
    return Object.fromEntries([[key(), text()], ...Object.keys(value).map((name) => [name, text()])]);
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, withAttacks(item, text, key, name)]),
  );
}

function attackedAccount(texts: readonly string[], keys: readonly string[]): AccountObject[] {
  let n = 0;
  const text = () => texts[n++ % texts.length] as string;
  const key = () => keys[n++ % keys.length] as string;
  return objects.map(({ family, pathInputs, response: original }) => {
    const unknownKey = Object.fromEntries([[key(), { enabled: true }]]);
    const response = { ...(withAttacks(original, text, key) as Record<string, unknown>), ...unknownKey };
    return { family, pathInputs, response, ...completeObject(family, response, pathInputs) };
  });
}

const ALLOWED_KINDS = ["ExpressionStatement", "FirstStatement", "FunctionDeclaration", "ImportDeclaration"];

function expectFaithful(program: Program): void {
  for (const [name, text] of Object.entries(program.files))
    if (name.endsWith(".ts"))
      expect(topLevelStatementKinds(text).filter((kind) => !ALLOWED_KINDS.includes(kind))).toEqual([]);
  const { resources, attacks } = runExported(program);
  expect(attacks).toBe(0);
  const declared = new Map(resources.map(({ className, name, inputs }) => [`${className} ${name}`, inputs]));
  expect(declared.size).toBe(program.objects.length);
  for (const { family, resource, inputs } of program.objects) {
    const found = withoutRequiredSecrets(declared.get(`${family.name} ${resource}`));
    expect(comparable(found)).toEqual(comparable(JSON.parse(JSON.stringify(inputs))));
  }
}

/** Removes the placeholders of `runExported` for secrets that the program requires from its configuration. */
const withoutRequiredSecrets = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, item) =>
      typeof item === "string" && item.startsWith("needed ") ? undefined : item,
    ),
  );

/** Makes inputs comparable: a policy means the same as a string and as an object. */
function comparable(value: unknown): string {
  return JSON.stringify(value, (key, item) =>
    (key === "trafficPolicy" || key === "value") && item !== null ? canonicalPolicy(item) : item,
  );
}

describe("the program of a hostile account", () => {
  test.each([false, true])("executes nothing and contains everything (values shown: %s)", (showValues) => {
    const lists = fc.tuple(
      fc.array(hostile, { minLength: 1, maxLength: 30 }),
      fc.array(hostileKey, { minLength: 1, maxLength: 10 }),
    );
    fc.assert(
      fc.property(lists, ([texts, keys]) => {
        const program = generateProgram(attackedAccount(texts, keys), {
          project: "infra",
          dependency: "^1.2.3",
          showValues,
        });
        // Refuses only the few objects with labels or options that no program can contain.
        expect(program.refused.length).toBeLessThan(objects.length / 5);
        expectFaithful(program);
      }),
      { numRuns: 6 },
    );
  });

  test("contains long strings in all inputs that allow them", () => {
    const texts = [`${`long ${PAYLOADS.join(" ")} `.repeat(20)}end`];
    for (const showValues of [false, true])
      expectFaithful(
        generateProgram(attackedAccount(texts, ["k"]), { project: "i", dependency: "^1.2.3", showValues }),
      );
  });

  test("declares the objects whose responses are valid, and reports where the others are invalid", () => {
    const unusual = fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.constantFrom(null, "", [null], [[]], { id: null }, { enabled: "yes" }, 1e300, -1, "\ud800"),
    );
    const replacements = fc.array(fc.tuple(fc.nat(900), unusual), { minLength: 5, maxLength: 60 });
    fc.assert(
      fc.property(replacements, (changes) => {
        const valueByIndex = new Map(changes);
        let index = 0;
        const replaceValues = (value: unknown): unknown => {
          index += 1;
          if (valueByIndex.has(index)) return valueByIndex.get(index);
          if (Array.isArray(value)) return value.map(replaceValues);
          if (value === null || typeof value !== "object") return value;
          return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replaceValues(item)]));
        };
        const account = objects.map(({ id, family, pathInputs, response: original }) => {
          const response = { ...(replaceValues({ ...original }) as object), id };
          return { family, pathInputs, response, ...completeObject(family, response, pathInputs) };
        });
        const program = generateProgram(account, { project: "infra", dependency: "^1.2.3" });
        expect(runExported(program).resources).toHaveLength(program.objects.length);
        expect(program.objects.length + program.refused.length).toBe(account.length);
        for (const reason of program.refused.flatMap(({ reasons }) => reasons))
          expect(reason).toMatch(/^[a-z]\w*.*: ./is);
      }),
      { numRuns: 6 },
    );
  });
});
