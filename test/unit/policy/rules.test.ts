import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { HELD_ELSEWHERE, RULES, type Rule } from "../../../policy";
import { repository } from "../../support/engine";

const rules: readonly Rule[] = RULES;

test("the pack has the rule of every file, sorted by id (update it with `npm run generate`)", () => {
  const files = readdirSync(join(repository, "policy", "rules")).filter((name) => name !== "index.ts");
  expect(rules.map(({ id }) => `${id}.ts`)).toEqual(files.sort());
});

test("rules that aren't policies have distinct ids", () => {
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
