import { expect, test } from "vitest";
import { managed } from "../../../provider/families";
import { loadFamily, loadReadable } from "../../../provider/families/load";

test.each(managed.map((family) => [family.name, family] as const))(
  "loads %s by its name",
  async (name, family) => {
    expect(await loadFamily(name)).toBe(family);
  },
);

test("doesn't load an unknown class", () => {
  expect(loadFamily("Wormhole")).toBeUndefined();
  expect(loadFamily("constructor")).toBeUndefined();
});

test("loads a readable class, but not a command", async () => {
  expect((await loadReadable("Vault"))?.name).toBe("Vault");
  expect(await loadReadable("TunnelAgentCommand")).toBeUndefined();
});
