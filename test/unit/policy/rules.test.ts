import { describe, expect, test } from "vitest";
import { z } from "zod";
import { HELD_ELSEWHERE, RULES, type Rule } from "../../../policy";

const rules: readonly Rule[] = RULES;

test("the ids of the rules are distinct and sorted", () => {
  const ids = rules.map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)].sort());
});

test("no policy has the id of a rule that is enforced elsewhere", () => {
  const ids = rules.map(({ id }) => id);
  expect(HELD_ELSEWHERE.filter(({ id }) => ids.includes(id))).toEqual([]);
});

describe.each(rules)("$id", (rule) => {
  test("describes its fix, if it has one", () => {
    const hasFix = rule.kind === "resource" && rule.cases.some(({ fix }) => fix !== undefined);
    expect(rule.fix !== undefined).toBe(hasFix);
  });

  test("has a default and a description for every setting", () => {
    expect(() => rule.config.parse({})).not.toThrow();
    const { properties = {} } = z.toJSONSchema(rule.config, { io: "input" });
    for (const schema of Object.values(properties)) {
      expect(schema).toHaveProperty("default");
      expect(schema).toHaveProperty("description", expect.stringMatching(/\.$/));
    }
  });
});
