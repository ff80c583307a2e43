import { describe, expect, test } from "vitest";
import { modules, resources } from "../../../provider/families";
import { fixedKeys, fixedOf, needsReplacement } from "../../../provider/family/replacement";
import { checkInputs } from "../../../provider/lifecycle/plan/check";
import { areEqual } from "../../../provider/lifecycle/values/compare";
import { type Change, CLASSES, type ClassName, type Inputs, samples } from "../../samples";

const context = { id: (of: ClassName, number = 1) => `${of}_${number}`, unique: "t1" };
const families = [...resources, ...modules];
const sampleOf = (name: string) => samples[name as ClassName];

const applyChange = (full: Inputs, key: string, change: Change): Inputs => ({
  ...(change.from ?? full),
  ...change.with,
  [key]: change.to,
});

test("every family has a sample, and every sample belongs to a family", () => {
  expect([...CLASSES].sort()).toEqual(families.map(({ name }) => name).sort());
});

describe.each(families.map((family) => [family.name, family] as const))("%s", (name, family) => {
  const sample = sampleOf(name);
  const full = sample.full(context);
  const fixed = fixedKeys(family).filter((key) => fixedOf(family, key) === "whole");
  const mutable = family.kind === "resource" ? family.update : Object.keys(family.parameters);
  const failuresOf = (inputs: Inputs) =>
    checkInputs(family.inputs, {}, inputs, { rules: family.rules ?? [] }).failures;

  /** True for properties with only one possible value, which can't change. */
  const hasOneValue = (key: string) => {
    const field = family.inputs[key];
    return field?.kind === "leaf" && field.values?.length === 1;
  };

  /** Expects a valid change to a different value for each of the keys, and no others. */
  const expectChanges = (changes: Readonly<Record<string, Change>>, keys: readonly string[]) => {
    expect(Object.keys(changes).sort()).toEqual([...keys].sort());
    for (const [key, change] of Object.entries(changes)) {
      expect([key, failuresOf(applyChange(full, key, change))]).toEqual([key, []]);
      expect([key, areEqual(family.inputs[key] as never, (change.from ?? full)[key], change.to)]).toEqual([
        key,
        false,
      ]);
    }
  };

  test("the samples change every mutable property to a different value", () => {
    expectChanges(
      sample.changes(context),
      mutable.filter((key) => !hasOneValue(key)),
    );
  });

  test("the samples change the fixed part of every partly fixed property", () => {
    const parts = fixedKeys(family).filter((key) => fixedOf(family, key) !== "whole");
    const replacements = sample.fixedParts?.(context) ?? {};
    expect(Object.keys(replacements).sort()).toEqual([...parts].sort());
    for (const key of parts) {
      const whole = sample.changes(context)[key];
      const part = replacements[key];
      expect([key, failuresOf(applyChange(full, key, part as Change))]).toEqual([key, []]);
      expect(needsReplacement(family, key, full[key], part?.to)).toBe(true);
      expect(needsReplacement(family, key, (whole?.from ?? full)[key], whole?.to)).toBe(false);
    }
  });

  test("the samples change every fixed property with more than one value", () => {
    // A route belongs to one edge, so the sample can't change only the edge.
    const isEdgeOfRoute = (key: string) => name === "HttpsEdgeRouteBackend" && key === "edgeId";
    // Samples refer to objects by id. For names, see test/contract/alternatives.test.ts.
    const byName = family.kind === "resource" ? family.alternatives?.name : undefined;
    const isChanged = (key: string) => !hasOneValue(key) && !isEdgeOfRoute(key) && key !== byName;
    expectChanges(sample.replacements(context), fixed.filter(isChanged));
  });
});
