import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { chosen } from "../../scripts/install-matrix/cells";
import { attempt } from "../../scripts/install-matrix/journey";
import { npm } from "../../scripts/install-matrix/managers";
import { packNextVersion, packRepository } from "../../scripts/install-matrix/packages";

const folder = mkdtempSync(join(tmpdir(), "tunnel-edge-install-"));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a cell of `npm run install-matrix` to its end, and gives what went wrong. */
async function failureOf(choice: string) {
  const manager = await npm();
  const root = mkdtempSync(join(folder, "cell-"));
  const release = await packRepository(root);
  const next = await packNextVersion(release, root);
  const [cell, ...more] = chosen([choice]);
  expect(more).toEqual([]);
  if (cell === undefined) throw new Error(`no cell ${choice}`);
  const supplies = { managers: new Map([["npm" as const, manager]]), release, next };
  return { cell, failure: (await attempt(cell, supplies)).failure };
}

/** The cell that needs most of what is packed: types, provider, command, two versions. */
test("the packed package is installed, creates, is upgraded, and goes on where it was", async () => {
  const { cell, failure } = await failureOf("npm upgrade");
  expect(cell.setUp.journey).toBe("upgrade");
  expect(failure).toBeUndefined();
});

test("a program with the oldest SDK that the package takes compiles, creates, sees drift, and gets no second SDK", async () => {
  const { cell, failure } = await failureOf("npm oldest");
  expect(cell.setUp.versions?.["@pulumi/pulumi"]).toBe("3.216.0");
  expect(failure).toBeUndefined();
});
