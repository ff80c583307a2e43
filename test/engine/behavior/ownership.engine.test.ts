import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openAccount, type Run, type TestAccount } from "../../support/account";
import { authorityPem } from "../../support/crypto";
import { outputOf } from "../../support/engine";
import { type Declared, type JsonInputs, reference, resource, secret } from "../../support/program";
import { testedProvider } from "../../support/provider-under-test";

let account: TestAccount;

beforeAll(async () => {
  account = await openAccount({
    seed: { "/certificate_authorities": [{ id: "ca_1", ca_pem: authorityPem("staff.example.com") }] },
  });
});

afterAll(() => account?.close());

const mutualTls = { certificateAuthorityIds: ["ca_1"] };
const bare = (more: Partial<Declared> = {}) => resource("TlsEdge", "edge", {}, more);
const whole = (more: Partial<Declared> = {}) => resource("TlsEdge", "edge", { mutualTls }, more);
const separateModule = (name: string, more: Partial<Declared> = {}) =>
  resource("TlsEdgeMutualTls", name, { edgeId: reference("edge"), ...mutualTls }, more);
/** A second Provider of the same account. It has its own process. */
const second = (): Declared =>
  resource("Provider", "second", {
    baseUrl: account.emulator.url,
    apiToken: secret(account.emulator.token),
  });
const throughSecond = { provider: "second" };

const guard = () => (account.emulator.objects("/edges/tls")[0]?.mutual_tls ?? undefined) as unknown;
const exists = (id: string) => account.emulator.objects("/ip_policies").some((policy) => policy.id === id);

function up(...resources: Declared[]): Promise<Run> {
  account.declare(resources);
  return account.up();
}

/** Runs an update whose last resource fails, so the engine deletes nothing. */
async function failingUp(...resources: Declared[]): Promise<void> {
  const labels = Object.fromEntries(resources.map(({ name }) => [name, reference(name)]));
  account.declare([...resources, resource("TunnelGroupBackend", "unlucky", { labels })]);
  account.emulator.faults({ on: "POST /backends/tunnel_group", status: 400 });
  const run = await account.attempt((workspace) => workspace.up());
  account.emulator.faults({ clear: true });
  expect(run.code).not.toBe(0);
}

describe("a module that the program declares", () => {
  /** Starts with a module that has its own resource, and ends when the program no longer declares it. */
  const scenario = (name: string, steps: () => Promise<void>) =>
    test(name, async () => {
      await up(bare(), separateModule("alone"));
      expect(guard()).toMatchObject({ enabled: true });
      await steps();
      expect(guard()).toMatchObject({ enabled: true });
      await up(bare());
      expect(guard()).toBeUndefined();
    });

  scenario("stays after it moved into its edge in a failed run", async () => {
    await failingUp(whole());
    const run = await up(whole());
    expect(run.writes).toEqual([]);
    expect(outputOf(run)).toMatch(/is left in place: the program declares it in TlsEdge edgtls_/);
    await account.expectSettled();
  });

  scenario("stays if only the edge is a target, and then everything", async () => {
    // The module names the edge by its id, because the engine rejects targets that removed resources depend on.
    const edgeId = account.idOf("edge");
    await up(bare(), resource("TlsEdgeMutualTls", "alone", { edgeId, ...mutualTls }));
    account.declare([whole()]);
    await account.run((workspace) => workspace.up({ target: [workspace.urn("TlsEdge", "edge")] }));
    await up(whole());
  });

  scenario("stays when its own resource moves to another Provider", async () => {
    await up(second(), bare(), separateModule("alone", throughSecond));
  });
});

describe("an object that the program adopts", () => {
  const office = resource("IpPolicy", "office", { description: "office" });
  const adopter = (inputs: JsonInputs, more: Partial<Declared> = {}) =>
    resource("IpPolicy", "adopter", { description: "office", ...inputs }, more);

  test("stays when a resource of another Provider adopts it in the same run", async () => {
    await up(second(), office);
    const adoptId = account.idOf("office");
    const run = await up(second(), adopter({ adoptId }, throughSecond));
    expect(outputOf(run)).toContain(
      `${adoptId} is left in place: the program declares it in IpPolicy "adopter"`,
    );
    expect(exists(adoptId)).toBe(true);
    await account.run((workspace) => workspace.destroy());
  });

  test("is rejected at preview for a second resource, even of another Provider", async () => {
    await account.run((workspace) => workspace.destroy());
    account.emulator.seed({ "/ip_policies": [{ id: "ipp_both", description: "office" }] });
    const adoptId = "ipp_both";
    account.declare([
      second(),
      resource("IpPolicy", "first", { adoptId, description: "office" }),
      adopter({ adoptId }, throughSecond),
    ]);
    const run = await account.attempt((workspace) => workspace.preview({ args: ["--parallel", "1"] }));
    expect(run.code).not.toBe(0);
    expect(outputOf(run)).toMatch(
      /adoptId: ipp_both: IpPolicy "(first|adopter)" of this program names it in adoptId too/,
    );
    expect(run.writes).toEqual([]);
  });
});

test("deleteBeforeReplace keeps objects and modules that other resources adopt according to the preview", async () => {
  const domain = (name: string, host: string, inputs: JsonInputs = {}, more: Partial<Declared> = {}) =>
    resource("ReservedDomain", name, { domain: `${host}.example.com`, ...inputs }, more);
  const edges = [resource("TlsEdge", "from", {}), resource("TlsEdge", "to", {})];
  const module = (name: string, edge: string, more: Partial<Declared> = {}) =>
    resource("TlsEdgeMutualTls", name, { edgeId: reference(edge), ...mutualTls }, more);
  await up(domain("first", "x"), ...edges, module("moving", "from"));
  const adoptId = account.idOf("first");
  account.declare([
    domain("first", "y", {}, { deleteBeforeReplace: true }),
    domain("next", "x", { adoptId }, { dependsOn: ["first"] }),
    ...edges,
    module("moving", "to", { deleteBeforeReplace: true }),
    module("staying", "from", { dependsOn: ["moving"] }),
  ]);
  account.emulator.faults({ on: `PUT /edges/tls/${account.idOf("to")}/mutual_tls`, status: 400 });
  const failed = await account.attempt((workspace) => workspace.up({ preview: true }));
  account.emulator.faults({ clear: true });
  expect(failed.code).not.toBe(0);
  expect(account.stored("from")?.fields).toMatchObject({ mutual_tls: { enabled: true } });
  await account.up();
  expect([account.idOf("next"), account.emulator.objects("/reserved_domains").length]).toEqual([adoptId, 2]);
  await account.expectSettled();
  await account.run((workspace) => workspace.destroy());
});

if (testedProvider === "native")
  test("a rejected import never deletes the object of another resource", async () => {
    const domain = (name: string, more: Partial<Declared> = {}, inputs: JsonInputs = {}) =>
      resource("ReservedDomain", name, { domain: "kept.example.com", ...inputs }, more);
    const kept = domain("kept", {}, { releaseProtection: true });
    await up(kept);
    const id = account.idOf("kept");
    account.declare([kept, domain("imported", { import: id, dependsOn: ["kept"] })]);
    const rejected = await account.attempt((workspace) => workspace.up());
    expect(outputOf(rejected)).toMatch(/ReservedDomain "kept" of this program manages it/);
    await account.attempt((workspace) => workspace.destroy());
    expect(account.emulator.objects("/reserved_domains").map((object) => object.id)).toContain(id);
    await up(domain("kept"));
    await account.run((workspace) => workspace.destroy());
  });

if (testedProvider === "native")
  test("an object can be imported only when its first resource leaves the program, and then stays", async () => {
    const office = resource("IpPolicy", "office", { description: "office" });
    await up(office);
    const id = account.idOf("office");
    const imported = resource("IpPolicy", "imported", { description: "office" }, { import: id });
    account.declare([office, imported]);
    const rejected = await account.attempt((workspace) => workspace.preview());
    expect(outputOf(rejected)).toMatch(/IpPolicy "(office|imported)" of this program manages it/);
    await up(imported);
    expect(exists(id)).toBe(true);
    await up(resource("IpPolicy", "imported", { description: "office" }));
    await up();
    expect(exists(id)).toBe(false);
  });
