import { describe, expect, test } from "vitest";
import { type Flags, newFamily, type Taken } from "../../../scripts/new-family/definition";
import { newFiles } from "../../../scripts/new-family/files";

const taken: Taken = {
  exports: new Set(["IpPolicy", "getIpPolicy", "listIpPolicies", "getTunnelSession"]),
  paths: new Map([["/ip_policies", "IpPolicy"]]),
  idPrefixes: new Map([["ipp", "IpPolicy"]]),
  properties: new Set(["id", "description"]),
};
const given: Flags = { path: "/log_exports", section: "Log export", field: "name" };
const define = (name: string, flags: Partial<Flags> = {}) => newFamily(name, { ...given, ...flags }, taken);

const serviceOnly = { section: undefined, serviceOnly: true } as const;

describe("names", () => {
  test("follow from the class and the path", () => {
    expect(define("LogExport", { field: "targetUrl", path: "/logs/exports" })).toEqual({
      name: "LogExport",
      stem: "log-export",
      constant: "logExport",
      words: "log export",
      plural: undefined,
      path: "/logs/exports",
      listKey: "exports",
      idPrefix: "le",
      section: "Log export",
      byConvention: false,
      serviceOnly: false,
      field: "targetUrl",
      wireField: "target_url",
      naturalKey: false,
    });
  });

  test("can be given where they do not", () => {
    const flags = { plural: "LogPolicies", listKey: "policies", idPrefix: "logp" };
    expect(define("LogPolicy", flags)).toMatchObject(flags);
    expect(define("LogExport", { plural: "LogExports" }).plural).toBeUndefined();
  });

  test.each<[string, Partial<Flags>, RegExp]>([
    ["logExport", {}, /logExport is not a class name/],
    ["LOGExport", {}, /abbreviations as words/],
    ["Log-Export", {}, /is not a class name/],
    ["../Export", {}, /is not a class name/],
    ["Class", {}, /class, which is a word of the language/],
    ["IpPolicy", {}, /IpPolicy is exported by the SDK already/],
    ["TunnelSession", {}, /getTunnelSession is exported by the SDK already/],
    ["Other", { plural: "IpPolicies" }, /listIpPolicies is exported by the SDK already/],
    ["LogPolicy", {}, /the plural of LogPolicy .* give it with --plural/],
    ["LogExport", { plural: "log exports" }, /--plural log exports is not the plural/],
    ["LogExport", { path: "log_exports" }, /--path log_exports is not a path of a collection/],
    ["LogExport", { path: "/log-exports/" }, /is not a path of a collection/],
    ["LogExport", { path: "/edges/{edge_id}/logs" }, /path has no parameters/],
    ["LogExport", { path: "/ip_policies" }, /is the collection of IpPolicy already/],
    ["LogExport", { listKey: "logExports" }, /--list-key logExports is not a key/],
    ["LogExport", { idPrefix: "ipp" }, /ids of IpPolicy begin with ipp already/],
    ["LogExport", { field: "target_url" }, /--field target_url is not a name of a property/],
    ["LogExport", { section: undefined }, /either a --section .* or --service-only/],
    ["LogExport", { serviceOnly: true }, /either a --section .* or --service-only/],
    ["LogExport", { ...serviceOnly, byConvention: true }, /exclude each other/],
    ["LogExport", { field: "description" }, /every class has a property of this name/],
  ])("%s %o is refused", (name, flags, message) => {
    expect(() => define(name, flags)).toThrow(message);
  });
});

describe("files", () => {
  const text = (flags: Partial<Flags>, path: string) => newFiles(define("LogExport", flags)).get(path);
  const declaration = "provider/families/log-export.ts";
  const entry = "emulator/catalog/log-export.ts";

  test("a natural key is fixed, and the emulator has it once", () => {
    expect(text({ naturalKey: true }, declaration)).toContain('update: ["description", "metadata"]');
    expect(text({ naturalKey: true }, declaration)).toContain('naturalKey: ["name"]');
    expect(text({ naturalKey: true }, entry)).toContain('new ApiFailure("conflict"');
    expect(text({}, declaration)).not.toContain("naturalKey");
    expect(text({}, entry)).not.toContain("ApiFailure");
  });

  test("a family by convention has no section in the reference", () => {
    expect(text({ byConvention: true }, declaration)).not.toContain("  section:");
    expect(text({ byConvention: true }, declaration)).toContain("Assumed by convention");
    expect(text({ byConvention: true }, entry)).toContain("byConvention: true");
    expect(text({}, declaration)).toContain('section: "Log export"');
  });

  test("a family that only the service has says so, and names no section", () => {
    expect(text(serviceOnly, declaration)).toContain("serviceOnly: true");
    expect(text(serviceOnly, entry)).toContain("serviceOnly: true");
    for (const path of [declaration, entry])
      expect(text(serviceOnly, path)).not.toMatch(/section:|undefined/);
  });

  test("have no placeholder left", () => {
    for (const flags of [
      {},
      serviceOnly,
      { naturalKey: true },
      { byConvention: true },
      { plural: "LogsOfExport" },
    ] as const)
      for (const [path, text] of newFiles(define("LogExport", flags)))
        expect(text, path).not.toMatch(/\{\{|\}\}\n/);
  });
});
