import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../../emulator";
import { createWorkspace, type Workspace } from "../../support/engine";

/** A program that names the resources of the native provider by their types, without generated classes. */
const program = ({ description = "one", domain = "shop.example.com" } = {}) => `
const pulumi = require("@pulumi/pulumi");
const resource = (type, name, args, outputs, opts) =>
  new (class extends pulumi.CustomResource {
    constructor() {
      super("tunnel-edge:index:" + type, name, { ...Object.fromEntries(outputs.map((key) => [key, undefined])), ...args }, opts);
    }
  })();
const office = resource("IpPolicy", "office", { description: ${JSON.stringify(description)} }, ["uri", "metadata"]);
const shop = resource("ReservedDomain", "shop", { domain: ${JSON.stringify(domain)} }, ["cnameTarget"]);
const edge = resource("TlsEdge", "edge", {
  hostports: [pulumi.interpolate\`\${shop.domain}:443\`],
  ipRestriction: { ipPolicyIds: [office.id] },
}, ["unmanagedModules"]);
exports.officeId = office.id;
exports.officeUri = office.uri;
// The display leaves out what is empty.
exports.officeMetadata = office.metadata.apply((text) => "<" + text + ">");
exports.description = office.description;
exports.domain = shop.domain;
exports.unmanaged = edge.unmanagedModules.apply((modules) => modules.length);
`;

let emulator: Emulator;
let workspace: Workspace;

beforeAll(async () => {
  emulator = await startEmulator();
  workspace = await createWorkspace({
    program: program({ domain: "Shop.Example.com" }),
    nativeProvider: true,
    config: { "tunnel-edge:baseUrl": emulator.url, "tunnel-edge:apiToken": emulator.token },
  });
});
afterAll(async () => {
  workspace.remove();
  await emulator.close();
});

describe("a program of the native provider, from its first preview to its last object", () => {
  test("previews what can be known, and creates it", async () => {
    const preview = await workspace.preview();
    expect(preview.changes.toSorted()).toEqual(["create edge", "create office", "create shop"]);
    expect(preview.stdout).toMatch(/description\s*: "one"/);
    expect(preview.stdout).toMatch(/domain\s*: "shop.example.com"/);
    expect(preview.stdout).toMatch(/officeMetadata\s*: "<>"/);
    expect(preview.stdout).toMatch(/unmanaged\s*: 0/);
    expect(preview.stdout).toMatch(/officeId\s*: \[unknown\]/);
    await workspace.up({ mustSucceed: true });
    expect(emulator.objects("/edges/tls")).toMatchObject([
      { hostports: ["shop.example.com:443"], ip_restriction: { enabled: true } },
    ]);
    await workspace.preview({ expectNoChanges: true, mustSucceed: true });
    await workspace.refresh({ expectNoChanges: true, mustSucceed: true });
  });

  test("updates in place, and leaves what depends on it alone without hooks", async () => {
    workspace.writeProgram(program({ description: "two" }));
    const preview = await workspace.preview({ args: ["--diff"], mustSucceed: true });
    expect(preview.changes).toEqual(["update office"]);
    expect(preview.stdout).toContain('~ description: "one" => "two"');
    const up = await workspace.up({ mustSucceed: true });
    expect(up.changes).toEqual(["update office"]);
    expect(emulator.objects("/ip_policies")).toMatchObject([{ description: "two" }]);
  });

  test("sees drift in a refresh, and mends it", async () => {
    const [policy] = emulator.objects("/ip_policies");
    emulator.mutate({ path: `/ip_policies/${policy?.id}`, set: { description: "by hand" } });
    const refresh = await workspace.refresh({ mustSucceed: true });
    expect(refresh.changes).toEqual(["update office"]);
    const up = await workspace.up({ mustSucceed: true });
    expect(up.changes).toEqual(["update office"]);
    expect(emulator.objects("/ip_policies")).toMatchObject([{ description: "two" }]);
  });

  test("replaces what cannot change, and what is left is destroyed", async () => {
    workspace.writeProgram(program({ description: "two", domain: "other.example.com" }));
    const up = await workspace.up({ mustSucceed: true });
    expect(up.changes).toContain("create-replacement shop");
    expect(emulator.objects("/reserved_domains")).toMatchObject([{ domain: "other.example.com" }]);
    await workspace.destroy({ mustSucceed: true });
    for (const path of ["/edges/tls", "/ip_policies", "/reserved_domains"])
      expect(emulator.objects(path)).toEqual([]);
  });
});
