import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";

const root = join(__dirname, "../..");

const promises = readFileSync(join(root, "docs/behavior.md"), "utf8").match(/(?<=^- ).*/gm) ?? [];
const evidence: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = parse(
  readFileSync(join(__dirname, "behavior.yaml"), "utf8"),
);

test("every promise has an entry in behavior.yaml", () => {
  expect(promises.length).toBeGreaterThan(10);
  expect(promises).toHaveLength(Object.keys(evidence).length);
});

describe.each(Object.entries(evidence))("%s", (start, files) => {
  test("matches exactly one promise", () => {
    expect(promises.filter((promise) => promise.startsWith(start))).toHaveLength(1);
  });

  test("names existing tests", () => {
    expect(Object.keys(files)).not.toEqual([]);
    for (const [file, titles] of Object.entries(files)) {
      const path = join(root, "test/engine", file);
      expect(existsSync(path), file).toBe(true);
      expect(titles).not.toEqual([]);
      const source = readFileSync(path, "utf8");
      for (const title of titles) expect(source).toContain(title);
    }
  });
});
