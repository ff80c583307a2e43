import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { renamed } from "../../../build/new-family";
import { resources } from "../../../provider/families";

const like = (name: string) => {
  const found = resources.find((family) => family.name === name);
  if (!found) throw new Error(`no ${name}`);
  return found;
};
const copy = (path: string, from: string, to: string) => renamed(readFileSync(path, "utf8"), like(from), to);

test("a copy has its own names in every spelling", () => {
  const text = copy("provider/families/ip-policy.ts", "IpPolicy", "LogExport");
  expect(text).toContain("export const logExport = defineResource({");
  expect(text).toContain('name: "LogExport"');
  expect(text).toContain('plural: "LogExports"');
  expect(text).toContain('path: "/log_exports"');
  expect(text).toContain('section: "Log export"');
  expect(text).not.toMatch(/IpPolic(y|ies)\b|ip_polic/);
});

test("a transcription has a collection and a prefix of ids of its own, whatever the path of the other", () => {
  const rows = JSON.parse(copy("emulator/reference/static-backend.json", "StaticBackend", "LogExport"));
  expect(rows).toMatchObject({ name: "LogExport", collection: "/log_exports", idPrefix: "le" });
  expect(Object.keys(rows.shapes)).toEqual(["LogExportTLS"]);
});

test("names that only begin alike stay", () => {
  const text = renamed("a Secretary of Secrets, /vault_secrets and secret", like("Secret"), "LogExport");
  expect(text).toBe("a Secretary of LogExports, /log_exports and logExport");
});
