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

/** Of `npm run install-matrix` the cell that needs most of what is packed: types, provider, command, two versions. */
test("the packed package is installed, creates, is upgraded, and goes on where it was", async () => {
  const manager = await npm();
  const release = await packRepository(folder);
  const next = await packNextVersion(release, folder);
  const [cell, ...more] = chosen(["npm upgrade"]);
  expect([cell?.setUp.journey, more.length]).toEqual(["upgrade", 0]);
  if (cell === undefined) return;
  const supplies = { managers: new Map([["npm" as const, manager]]), release, next };
  const { failure } = await attempt(cell, supplies);
  expect(failure).toBeUndefined();
});
