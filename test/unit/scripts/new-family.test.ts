import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { renameFamily } from "../../../build/new-family";
import { resources } from "../../../provider/families";

const familyNamed = (name: string) => {
  const found = resources.find((family) => family.name === name);
  if (!found) throw new Error(`no ${name}`);
  return found;
};
const copy = (path: string, from: string, to: string) =>
  renameFamily(readFileSync(path, "utf8"), familyNamed(from), to);

test("a copy is renamed in every spelling", () => {
  const text = copy("provider/families/ip-policy.ts", "IpPolicy", "LogExport");
  expect(text).toContain("export const logExport = defineResource({");
  expect(text).toContain('name: "LogExport"');
  expect(text).toContain('plural: "LogExports"');
  expect(text).toContain('path: "/log_exports"');
  expect(text).toContain('section: "Log export"');
  expect(text).not.toMatch(/IpPolic(y|ies)\b|ip_polic/);
});

test("a copied reference file gets its own collection and id prefix", () => {
  const rows = JSON.parse(copy("emulator/reference/static-backend.json", "StaticBackend", "LogExport"));
  expect(rows).toMatchObject({ name: "LogExport", collection: "/log_exports", idPrefix: "le" });
  expect(Object.keys(rows.shapes)).toEqual(["LogExportTLS"]);
});

test("other names with the same prefix are unchanged", () => {
  const secret = familyNamed("Secret");
  const text = renameFamily("a Secretary of Secrets, /vault_secrets and secret", secret, "LogExport");
  expect(text).toBe("a Secretary of LogExports, /log_exports and logExport");
});
