import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../../emulator";
import { tlsKeyPair } from "../../support/crypto";
import { createWorkspace, type Workspace } from "../../support/engine";

let emulator: Emulator;
let workspace: Workspace;

beforeAll(async () => {
  emulator = await startEmulator();
  workspace = await createWorkspace({
    program: "",
    nativeProvider: true,
    config: { "tunnel-edge:baseUrl": emulator.url, "tunnel-edge:apiToken": emulator.token },
  });
});
afterAll(async () => {
  workspace.remove();
  await emulator.close();
});

/** Makes an object as somebody does who knows nothing of Pulumi. */
async function posted(path: string, body: object): Promise<string> {
  const headers = { authorization: `Bearer ${emulator.token}`, "content-type": "application/json" };
  const response = await fetch(emulator.url + path, { method: "POST", headers, body: JSON.stringify(body) });
  return ((await response.json()) as { id: string }).id;
}

const importing = (type: string, name: string, id: string) =>
  workspace.run([
    ...["import", `tunnel-edge:index:${type}`, name, id, "--stack", workspace.stack],
    ...["--yes", "--skip-preview", "--generate-code=false", "--protect=false"],
  ]);

describe("pulumi import", () => {
  test("takes objects over, nested ones and those with a key that the service keeps, and nothing changes", async () => {
    const { certificatePem, privateKeyPem } = tlsKeyPair("a.example.com");
    const policy = await posted("/ip_policies", { description: "office" });
    const certificate = await posted("/tls_certificates", {
      certificate_pem: certificatePem,
      private_key_pem: privateKeyPem,
    });
    const edge = await posted("/edges/https", { description: "shop" });
    const route = await posted(`/edges/https/${edge}/routes`, { match_type: "path_prefix", match: "/" });
    for (const [type, name, id] of [
      ["IpPolicy", "office", policy],
      ["TlsCertificate", "certificate", certificate],
      ["HttpsEdge", "shop", edge],
      ["HttpsEdgeRoute", "all", `${edge}/${route}`],
    ] as const)
      expect(await importing(type, name, id)).toMatchObject({ code: 0 });
    workspace.writeProgram(`
      const edge = require("pulumi-tunnel-edge/native");
      new edge.IpPolicy("office", { description: "office" });
      new edge.TlsCertificate("certificate", ${JSON.stringify({ certificatePem, privateKeyPem })});
      const shop = new edge.HttpsEdge("shop", { description: "shop" });
      new edge.HttpsEdgeRoute("all", { edgeId: shop.id, matchType: "path_prefix", match: "/" });
    `);
    await workspace.preview({ expectNoChanges: true, mustSucceed: true });
    await workspace.destroy({ mustSucceed: true });
    expect(emulator.objects("/tls_certificates")).toEqual([]);
  });

  test("of an object that is not there says so", async () => {
    const { code, stdout, stderr } = await importing("IpPolicy", "nobody", "ipp_none");
    expect(code).not.toBe(0);
    expect(stdout + stderr).toContain("there is no IpPolicy with the id ipp_none: correct the id");
  });
});

describe("a stack of the dynamic classes", () => {
  /** @param optionsOf - A function that gives the options of a class, as text. */
  const program = (entry: string, optionsOf = "() => ({})") => `
    const edge = require(${JSON.stringify(entry)});
    const optionsOf = ${optionsOf};
    const office = new edge.IpPolicy("office", { description: "office" }, optionsOf("IpPolicy"));
    const rule = new edge.IpPolicyRule(
      "rule",
      { ipPolicyId: office.id, cidr: "198.51.100.0/24", action: "allow" },
      optionsOf("IpPolicyRule"),
    );
    const shop = new edge.ReservedDomain("shop", { domain: "shop.example.com" }, optionsOf("ReservedDomain"));
    new edge.TlsEdge(
      "edge",
      {
        hostports: [shop.domain.apply((domain) => domain + ":443")],
        ipRestriction: { ipPolicyIds: [office.id] },
      },
      optionsOf("TlsEdge"),
    );
    exports.officeId = office.id;
  `;

  test("moves to the native ones without a change, and back by updates that write nothing", async () => {
    workspace.writeProgram(program("pulumi-tunnel-edge"));
    await workspace.up({ mustSucceed: true });
    const ids = emulator.objects("/ip_policies").map(({ id }) => id);
    workspace.writeProgram(program("pulumi-tunnel-edge/native"));
    await workspace.preview({ expectNoChanges: true, mustSucceed: true });
    await workspace.up({ mustSucceed: true });
    await workspace.refresh({ expectNoChanges: true, mustSucceed: true });
    expect(emulator.objects("/ip_policies").map(({ id }) => id)).toEqual(ids);

    const aliased = '(name) => ({ aliases: [{ type: "tunnel-edge:index:" + name }] })';
    workspace.writeProgram(program("pulumi-tunnel-edge", aliased));
    const writes = () => emulator.requests().filter(({ method }) => method !== "GET").length;
    const before = writes();
    const back = await workspace.up({ mustSucceed: true });
    expect(back.changes.sort()).toEqual(["update edge", "update office", "update rule", "update shop"]);
    expect(writes()).toBe(before);
    workspace.writeProgram(program("pulumi-tunnel-edge"));
    await workspace.preview({ expectNoChanges: true, mustSucceed: true });
    await workspace.refresh({ expectNoChanges: true, mustSucceed: true });
    expect(emulator.objects("/ip_policies").map(({ id }) => id)).toEqual(ids);
    await workspace.destroy({ mustSucceed: true });
    expect(emulator.objects("/ip_policies")).toEqual([]);
  });

  test("moves with its Provider, whose account stays the same", async () => {
    const ofStaging = (entry: string) => `
      const edge = require(${JSON.stringify(entry)});
      const pulumi = require("@pulumi/pulumi");
      const apiToken = pulumi.secret(${JSON.stringify(emulator.token)});
      const staging = new edge.Provider("staging", { baseUrl: ${JSON.stringify(emulator.url)}, apiToken });
      new edge.IpPolicy("abroad", { description: "there" }, { provider: staging });
    `;
    workspace.writeProgram(ofStaging("pulumi-tunnel-edge"));
    await workspace.up({ mustSucceed: true });
    const ids = emulator.objects("/ip_policies").map(({ id }) => id);
    workspace.writeProgram(ofStaging("pulumi-tunnel-edge/native"));
    const up = await workspace.up({ mustSucceed: true });
    expect(up.changes.filter((change) => !change.endsWith(" staging"))).toEqual([]);
    expect(emulator.objects("/ip_policies").map(({ id }) => id)).toEqual(ids);
    await workspace.refresh({ expectNoChanges: true, mustSucceed: true });
    await workspace.preview({ expectNoChanges: true, mustSucceed: true });
    const { text } = workspace.exportStack();
    expect(text).not.toContain("pulumi:providers:pulumi-nodejs::staging");
    await workspace.destroy({ mustSucceed: true });
    expect(emulator.objects("/ip_policies")).toEqual([]);
  });
});
