import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const root = join(__dirname, "../..");

/** Rows of the table in docs/behavior.md: a behavior, and the tests that show it. */
const rows = [
  ...readFileSync(join(root, "docs/behavior.md"), "utf8").matchAll(/^\| ([A-Z`].*) \| (`.*) \|$/gm),
].map(([, behavior = "", tests = ""]) => ({ behavior, tests }));

test("the table of behaviors has rows", () => {
  expect(rows.length).toBeGreaterThan(10);
});

describe.each(rows)("$behavior", ({ tests }) => {
  const files = [...tests.matchAll(/`([^`]+)`: ((?:"[^"]+"(?:, )?)+)/g)];

  test("is shown by tests that exist", () => {
    expect(files.length).toBeGreaterThan(0);
    // Nothing of the cell is left out.
    expect(files.map(([whole]) => whole).join("; ")).toBe(tests);
    for (const [, file = "", titles = ""] of files) {
      const path = join(root, "test/engine", file);
      expect(existsSync(path), file).toBe(true);
      const source = readFileSync(path, "utf8");
      for (const [, title = ""] of titles.matchAll(/"([^"]+)"/g)) expect(source).toContain(title);
    }
  });
});
