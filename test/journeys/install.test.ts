import { expect, test } from "vitest";
import { CELLS, journey, OLDEST } from "./install-matrix";

/** The cell that needs most of what is packed: types, provider, command, two versions. */
test("the packed package is installed, creates, is upgraded, and goes on where it was", async () => {
  const [cell] = CELLS;
  expect(cell).toMatchObject({ manager: "npm", afterwards: "upgrade" });
  await expect(
    journey({ manager: "npm", program: "typescript", afterwards: "upgrade" }),
  ).resolves.toBeUndefined();
});

test("a program with the oldest SDK that the package takes compiles, creates, sees drift, and gets no second SDK", async () => {
  expect(OLDEST["@pulumi/pulumi"]).toBe("3.216.0");
  await expect(
    journey({ manager: "npm", program: "compiled", afterwards: "drift", versions: OLDEST }),
  ).resolves.toBeUndefined();
});
