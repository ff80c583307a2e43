import { expect, test } from "vitest";
import { CELLS, OLDEST, runJourney } from "./install-matrix";

/** The cell that uses most parts of the package: types, provider, command, and two versions. */
test("the packed package can be installed, creates objects, and continues after an upgrade", async () => {
  const [cell] = CELLS;
  expect(cell).toMatchObject({ manager: "npm", afterwards: "upgrade" });
  await expect(
    runJourney({ manager: "npm", program: "typescript", afterwards: "upgrade" }),
  ).resolves.toBeUndefined();
});

test("a program with the oldest supported SDK compiles, creates objects, detects drift, and gets no second SDK", async () => {
  expect(OLDEST["@pulumi/pulumi"]).toBe("3.216.0");
  await expect(
    runJourney({ manager: "npm", program: "compiled", afterwards: "drift", versions: OLDEST }),
  ).resolves.toBeUndefined();
});
