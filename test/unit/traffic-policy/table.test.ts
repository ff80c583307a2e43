import { describe, expect, test } from "vitest";
import { trafficPolicyTypes } from "../../../build/generate/traffic-policy-types";
import { ACTIONS } from "../../../traffic-policy/actions/actions";
import { type Field, secondsOf } from "../../../traffic-policy/actions/fields";
import { PHASE_NAMES } from "../../../traffic-policy/language/phases";
import { VARIABLE_GROUPS, VARIABLES } from "../../../traffic-policy/variables/variables";

function fieldsIn(field: Field): Field[] {
  if (field.kind === "object") return [field, ...Object.values(field.fields).flatMap(fieldsIn)];
  if (field.kind === "list") return [field, ...fieldsIn(field.item)];
  return field.kind === "map" ? [field, ...fieldsIn(field.value)] : [field];
}

describe.each(Object.entries(ACTIONS))("the action %s", (name, action) => {
  const { phases, config, needs = [] } = action;
  const fields = Object.values(config ?? {}).flatMap(fieldsIn);

  test("has a kebab-case name and at least one phase", () => {
    expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(phases.length).toBeGreaterThan(0);
    expect(new Set(phases).size).toBe(phases.length);
  });

  test("describes itself and its fields", () => {
    for (const { description } of [action, ...fields]) expect(description).toMatch(/\.$/);
  });

  test("needs only keys that it has", () => {
    for (const { key, requires } of needs)
      for (const name of [key, requires]) expect(config).toHaveProperty([name]);
  });

  test("has valid defaults", () => {
    for (const field of fields) {
      if (field.default === undefined) continue;
      expect(field.required).toBeUndefined();
      if (field.kind === "choice") expect(field.values).toContain(field.default);
      if (field.kind === "duration") expect(secondsOf(String(field.default))).toBeGreaterThan(0);
    }
  });
});

test("every phase has an action", () => {
  for (const phase of PHASE_NAMES)
    expect(
      Object.values(ACTIONS).some(({ phases }) => phases.includes(phase)),
      phase,
    ).toBe(true);
});

test("every variable has a description and a node in the tree", () => {
  for (const { variables, phases } of VARIABLE_GROUPS)
    for (const [name, [type, description]] of Object.entries(variables)) {
      expect(description, name).toMatch(/[.)]$/);
      const [root = "", ...rest] = name.split(".");
      const node = rest.reduce((at, part) => at?.parts.get(part), VARIABLES.get(root));
      expect(node, name).toMatchObject({ type, phases });
    }
});

test.each([
  ["90s", 90],
  ["1h30m", 5400],
  ["1.5m", 90],
  ["500ms", 0.5],
  ["0", 0],
  ["-1s", -1],
  ["90", undefined],
  ["1d", undefined],
  ["", undefined],
  ["s", undefined],
])("secondsOf(%j) is %s", (text, seconds) => {
  expect(secondsOf(text)).toBe(seconds);
});

test("every action has a generated type", () => {
  const types = trafficPolicyTypes();
  for (const name of Object.keys(ACTIONS)) expect(types.split(`type: "${name}";`)).toHaveLength(2);
});
