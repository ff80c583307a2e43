import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Emulator } from "../../../emulator";
import { closeAccounts } from "../../../provider/account/account";
import { resources } from "../../../provider/families";
import { driftOf } from "../../../provider/inspect";
import { type ClassName, samples } from "../../samples";
import { configFor } from "../../support/config";
import { authorityPem, sshPublicKey } from "../../support/crypto";
import type { NativeProcess, Values } from "../../support/native-protocol";
import { emulatedAccount, testNative } from "../../support/test-resources";
import { until } from "../../support/until";

let emulator: Emulator;
let native: NativeProcess;

beforeEach(async () => {
  vi.stubEnv("TUNNEL_EDGE_JOURNAL_DIR", "off");
  emulator = await emulatedAccount({
    seed: {
      "/certificate_authorities": [{ id: "ca_1", ca_pem: authorityPem("staff.example.com") }],
      "/edges/tls": [
        {
          id: "edgtls_1",
          description: "by hand",
          hostports: ["a.example.com:443"],
          mutual_tls: { certificate_authority_ids: ["ca_1"] },
          tls_termination: { terminate_at: "edge" },
        },
      ],
    },
  });
  native = await testNative();
  await native.configure({ baseUrl: emulator.url, apiToken: emulator.token });
});

/** A resource in the engine's state. */
interface Stored {
  readonly id: string;
  readonly inputs: Values;
  readonly state: Values;
}

async function importObject(type: string, id: string): Promise<Stored> {
  const found = await native.read(type, id);
  if (!found) throw new Error(`there is no ${id}`);
  expect((await native.check(type, found.inputs, found.inputs)).failures).toEqual([]);
  return found;
}

/** Compares a resource with a program, and updates it if necessary, as `pulumi up` does. */
async function up(type: string, stored: Stored, program: Values) {
  const { inputs, failures } = await native.check(type, stored.inputs, program);
  expect(failures).toEqual([]);
  const { id, state } = stored;
  const difference = await native.diff(type, id, state, inputs, stored.inputs);
  const since = emulator.requests().at(-1)?.n ?? 0;
  const newState = difference.changed
    ? await native.update(type, id, state, inputs, { oldInputs: stored.inputs })
    : state;
  const writes = emulator.requests({ since }).filter(({ method }) => method !== "GET");
  return {
    difference,
    writes: writes.map(({ method, path, body }) => [`${method} ${path}`, body]),
    stored: { id, inputs, state: newState },
  };
}

async function refresh(type: string, { id, state, inputs }: Stored): Promise<Stored> {
  const found = await native.read(type, id, state, inputs);
  if (!found) throw new Error(`${id} is gone`);
  return found;
}

const edge = () => emulator.objects("/edges/tls")[0];
const base = { description: "by hand", hostports: ["a.example.com:443"] };
const mutualTls = { certificateAuthorityIds: ["ca_1"] };
const tlsTermination = { terminateAt: "edge" };
const noChange = { changed: false, replaces: [], deleteBeforeReplace: false, detailed: {} };

describe("an imported edge", () => {
  test("keeps modules that the program does not declare, and reports them once", async () => {
    const found = await importObject("TlsEdge", "edgtls_1");
    expect(found.inputs).toMatchObject({ ...base, mutualTls, tlsTermination: {} });
    const first = await up("TlsEdge", found, base);
    expect(first.difference).toEqual(noChange);
    await up("TlsEdge", found, base);
    expect(native.logged.map(({ text }) => text)).toEqual(
      ["mutualTls", "tlsTermination"].map((key) =>
        expect.stringMatching(
          `^TlsEdge edgtls_1: ${key} was set when the object was imported, .* If no other resource declares it`,
        ),
      ),
    );
    const second = await up("TlsEdge", first.stored, base);
    expect(second.difference).toEqual(noChange);
    const refreshed = await refresh("TlsEdge", second.stored);
    expect(refreshed.inputs).toEqual(base);
    expect(refreshed.state.unmanagedModules).toEqual(["mutualTls", "tlsTermination"]);
    expect((await up("TlsEdge", refreshed, base)).difference).toEqual(noChange);
  });

  test("keeps undeclared modules when other inputs change", async () => {
    const found = await importObject("TlsEdge", "edgtls_1");
    const { writes, stored } = await up("TlsEdge", found, { ...base, description: "mine" });
    expect(writes).toEqual([["PATCH /edges/tls/edgtls_1", { description: "mine" }]]);
    expect(stored.state.unmanagedModules).toEqual(["mutualTls", "tlsTermination"]);
    expect(stored.state).not.toHaveProperty("mutualTls");
    expect(stored.state).not.toHaveProperty("__imported");
    expect(edge()).toMatchObject({ mutual_tls: { enabled: true }, tls_termination: { enabled: true } });
  });

  test("removes a module that the program declared and then dropped", async () => {
    const found = await importObject("TlsEdge", "edgtls_1");
    const { difference, stored } = await up("TlsEdge", found, { ...base, mutualTls });
    expect(difference).toEqual(noChange);
    const { writes } = await up("TlsEdge", stored, base);
    expect(writes).toEqual([["DELETE /edges/tls/edgtls_1/mutual_tls", undefined]]);
    expect(edge()).toMatchObject({ mutual_tls: null, tls_termination: { enabled: true } });
  });

  test("removes such a module after a refresh in between, too", async () => {
    const { stored } = await up("TlsEdge", await importObject("TlsEdge", "edgtls_1"), { ...base, mutualTls });
    const refreshedState = await refresh("TlsEdge", stored);
    expect(refreshedState.inputs).toEqual({ ...base, mutualTls });
    const { writes } = await up("TlsEdge", refreshedState, base);
    expect(writes).toEqual([["DELETE /edges/tls/edgtls_1/mutual_tls", undefined]]);
  });

  test("applies the program's changes, and shows them at preview", async () => {
    const found = await importObject("TlsEdge", "edgtls_1");
    const program = { hostports: ["a.example.com:443"], mutualTls: { ...mutualTls, enabled: false } };
    const planned = await native.update("TlsEdge", found.id, found.state, program, {
      preview: true,
      oldInputs: found.inputs,
    });
    const { difference, writes, stored } = await up("TlsEdge", found, program);
    expect(difference).toMatchObject({
      replaces: [],
      detailed: { description: expect.stringMatching(/^DELETE/), "mutualTls.enabled": "ADD" },
    });
    expect(writes.map(([call]) => call)).toEqual(["PATCH /edges/tls/edgtls_1"]);
    expect(stored.state).toMatchObject({
      description: "",
      mutualTls: { enabled: false },
      unmanagedModules: ["tlsTermination"],
    });
    const { description, mutualTls: module, unmanagedModules } = stored.state;
    expect(planned).toMatchObject({ description, mutualTls: module, unmanagedModules });
  });

  test("reports changed values of declared modules, and the other modules as unmanaged", async () => {
    const { stored } = await up("TlsEdge", await importObject("TlsEdge", "edgtls_1"), { ...base, mutualTls });
    const set = { enabled: false };
    emulator.mutate({ path: "/edges/tls/edgtls_1/tls_termination", set });
    const certificate_authority_ids = ["ca_1"];
    emulator.mutate({ path: "/edges/tls/edgtls_1/mutual_tls", set: { ...set, certificate_authority_ids } });
    const { id, inputs, state } = stored;
    const drift = await driftOf("TlsEdge", id, state, configFor(emulator), { inputs });
    const found = drift?.found ? drift.properties : [];
    expect(found.map(({ kind, path }) => `${kind} ${path}`).sort()).toEqual([
      "changed mutualTls.enabled",
      "unmanaged tlsTermination",
    ]);
  });
});

/** Starts a new process, as for each command of the engine. */
async function nextCommand(): Promise<void> {
  await native.close();
  await closeAccounts();
  native = await testNative();
  await native.configure({ baseUrl: emulator.url, apiToken: emulator.token });
}

test("an input that only the provider uses is stored by an update that writes nothing, and then protects the object", async () => {
  const program = { domain: "a.example.com", releaseProtection: true, deleteOnDestroy: false };
  const [id] =
    emulator.seed({ "/reserved_domains": [{ domain: "a.example.com" }] })["/reserved_domains"] ?? [];
  const found = await importObject("ReservedDomain", String(id));
  const { difference, writes, stored } = await up("ReservedDomain", found, program);
  expect(difference).toMatchObject({
    changed: true,
    replaces: [],
    detailed: { releaseProtection: "ADD", deleteOnDestroy: "ADD" },
  });
  expect(writes).toEqual([]);
  const { inputs, state } = stored;
  await expect(
    native.diff("ReservedDomain", stored.id, state, { ...program, domain: "b.example.com" }, inputs),
  ).rejects.toThrow("is under releaseProtection");
  await nextCommand();
  await native.delete("ReservedDomain", stored.id, state);
  expect(native.logged.at(-1)?.text).toMatch(/is left in place: deleteOnDestroy is false$/);
  expect(emulator.objects("/reserved_domains")).toHaveLength(1);
});

describe("a module that moves from an edge to a resource of its own", () => {
  const own = { edgeId: "edgtls_1", ...mutualTls };
  const declared = { ...base, mutualTls, tlsTermination };

  /** Puts the edge and the module in the state, as an import of the module does. */
  async function importBoth() {
    const { stored } = await up("TlsEdge", await importObject("TlsEdge", "edgtls_1"), declared);
    const module = await importObject("TlsEdgeMutualTls", "edgtls_1/mutual_tls");
    await nextCommand();
    return { stored, module };
  }

  test("is kept if the engine compares the module first", async () => {
    const { stored, module } = await importBoth();
    expect((await up("TlsEdgeMutualTls", module, own)).writes).toEqual([]);
    const { difference, writes } = await up("TlsEdge", stored, { ...base, tlsTermination });
    expect(difference.changed).toBe(true);
    expect(writes).toEqual([]);
    expect(native.logged.at(-1)?.text).toBe(
      'mutualTls of /edges/tls/edgtls_1 is left in place: the program declares it in TlsEdgeMutualTls "it"',
    );
    expect(edge()?.mutual_tls).toMatchObject({ enabled: true });
  });

  test("is set again if the engine compares the edge first", async () => {
    const { stored, module } = await importBoth();
    await up("TlsEdge", stored, { ...base, tlsTermination });
    const { difference, writes } = await up("TlsEdgeMutualTls", module, own);
    expect(difference).toMatchObject({ changed: true, replaces: [] });
    expect(writes.map(([call]) => call)).toEqual(["PUT /edges/tls/edgtls_1/mutual_tls"]);
    expect(edge()?.mutual_tls).toMatchObject({ enabled: true });
  });

  test("is set after its deletion if both updates are in flight", async () => {
    const { stored, module } = await importBoth();
    const news = { ...base, tlsTermination };
    await native.diff("TlsEdge", stored.id, stored.state, news, stored.inputs);
    await native.diff("TlsEdgeMutualTls", module.id, module.state, own, module.inputs);
    emulator.faults({ on: "DELETE *", latencyMs: 300 });
    const deletion = native.update("TlsEdge", stored.id, stored.state, news, { oldInputs: stored.inputs });
    await until(() => expect(emulator.requests().at(-1)?.method).toBe("DELETE"));
    await native.update("TlsEdgeMutualTls", module.id, module.state, own, { oldInputs: module.inputs });
    await deletion;
    expect(edge()?.mutual_tls).toMatchObject({ enabled: true });
  });
});

test("declaring the value that the service chose for an imported module changes nothing", async () => {
  const set = { terminate_at: "edge", min_version: "1.3" };
  emulator.mutate({ path: "/edges/tls/edgtls_1/tls_termination", set });
  const found = await importObject("TlsEdgeTlsTermination", "edgtls_1/tls_termination");
  const program = { edgeId: "edgtls_1", terminateAt: "edge", minVersion: "1.3" };
  const { difference, stored } = await up("TlsEdgeTlsTermination", found, program);
  expect(difference).toEqual(noChange);
  const { writes } = await up("TlsEdgeTlsTermination", stored, { ...program, minVersion: "1.2" });
  expect(writes.map(([call]) => call)).toEqual(["PUT /edges/tls/edgtls_1/tls_termination"]);
  const refreshedState = await refresh("TlsEdgeTlsTermination", stored);
  expect(refreshedState.inputs).toMatchObject({ minVersion: "1.2" });
  expect(refreshedState.state).not.toHaveProperty("__imported");
});

test("a declared value that an imported module lacks is a change", async () => {
  emulator.mutate({ path: "/edges/tls/edgtls_1", set: { backend: {} } });
  const [app] =
    emulator.seed({ "/backends/tunnel_group": [{ labels: { app: "web" } }] })["/backends/tunnel_group"] ?? [];
  const found = await importObject("TlsEdge", "edgtls_1");
  const backend = { backendId: String(app) };
  const { difference, writes } = await up("TlsEdge", found, { ...base, backend });
  expect(difference.detailed).toEqual({ backend: "UPDATE" });
  expect(writes).toEqual([["PATCH /edges/tls/edgtls_1", { backend: { backend_id: app } }]]);
});

test("an object of a kind that the class doesn't manage is not imported", async () => {
  emulator.seed({ "/endpoints": [{ id: "ep_agent", type: "ephemeral", url: "https://agent.example.com" }] });
  const { state, inputs } = (await native.read("Endpoint", "ep_agent")) ?? {};
  const message = "ep_agent exists but is not of the kind that Endpoint manages";
  await native.check("Endpoint", inputs ?? {}, inputs ?? {});
  expect(native.logged.at(-1)?.text).toContain(message);
  await expect(native.diff("Endpoint", "ep_agent", state ?? {}, inputs ?? {}, inputs)).rejects.toThrow(
    message,
  );
});

const kinesis = {
  auth: { role: { roleArn: "arn:aws:iam::123456789012:role/events" } },
  streamArn: "arn:aws:kinesis:eu-central-1:123456789012:stream/events",
};

test.each([false, true])(
  "another kind of target replaces an imported event destination, with secrets hidden: %s",
  async (hideSecrets) => {
    const account = await emulatedAccount({ hideSecrets });
    await native.configure({ baseUrl: account.url, apiToken: account.token });
    const datadog = { apiKey: "datadog-key" };
    const { id } = await native.create("EventDestination", { format: "json", target: { datadog } });
    const found = await importObject("EventDestination", id);
    expect(found.inputs.target).toHaveProperty("datadog");
    const { changed } = await native.diff(
      "EventDestination",
      id,
      found.state,
      { format: "json", target: { datadog } },
      found.inputs,
    );
    expect(changed).toBe(false);
    const program = { format: "json", target: { kinesis } };
    const { replaces, detailed } = await native.diff(
      "EventDestination",
      id,
      found.state,
      program,
      found.inputs,
    );
    expect(replaces).toEqual(["target"]);
    expect(Object.keys(detailed).sort()).toEqual(["target.datadog", "target.kinesis"]);
  },
);

describe("inputs that the service never returns", () => {
  const classes = resources.flatMap(({ name, inputs }) => {
    const keys = Object.keys(inputs).filter((key) => inputs[key]?.meta.returned === "never");
    return keys.length > 0 ? [[name as ClassName, keys] as const] : [];
  });

  test.each(classes)("%s: %j have the program's values after an update", async (name, keys) => {
    const create = async (of: ClassName, inputs: Values) => (await native.create(of, inputs)).id;
    const referenced: ClassName[] = [];
    const recordReference = (className: ClassName) => {
      referenced.push(className);
      return "";
    };
    samples[name].full({ unique: "never", id: recordReference });
    const ids = new Map<ClassName, string>();
    for (const className of referenced)
      ids.set(className, await create(className, samples[className].minimal({ unique: "of", id: () => "" })));
    const program = samples[name].full({ unique: "never", id: (of) => ids.get(of) ?? "" });
    const found = await importObject(name, await create(name, program));
    for (const key of keys) expect(found.inputs).not.toHaveProperty(key);
    const first = await up(name, found, program);
    const refreshedState = await refresh(name, first.stored);
    expect((await up(name, refreshedState, program)).writes).toEqual([]);
    for (const key of keys.filter((key) => key in program)) expect(refreshedState.inputs).toHaveProperty(key);
  });
});

test.each([
  ["empty", {}],
  ["not the defaults", { "permit-pty": "" }],
])("the extensions of an imported certificate become inputs if they are %s", async (_, extensions) => {
  const [authority] =
    emulator.seed({ "/ssh_certificate_authorities": [{}] })["/ssh_certificate_authorities"] ?? [];
  const inputs = {
    sshCertificateAuthorityId: String(authority),
    publicKey: sshPublicKey("import"),
    extensions,
  };
  const { id } = await native.create("SshUserCertificate", inputs);
  const found = await importObject("SshUserCertificate", id);
  expect(found.inputs).toMatchObject({ extensions });
  expect(found.inputs).not.toHaveProperty("validUntil");
  for (const program of [inputs, { ...inputs, extensions: undefined }])
    expect((await up("SshUserCertificate", found, program)).difference).toEqual(noChange);
});
