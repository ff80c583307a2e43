import { beforeEach, describe, expect, test } from "vitest";
import type { Run } from "../../../provider/lifecycle";
import { tlsKeyPair } from "../../support/crypto";
import { type BareAccount, openBareAccount } from "../../support/lifecycle";
import { type RecordingJournal, startProcess } from "../../support/recording-journal";

type Props = Record<string, unknown>;

let account: BareAccount;
let journal: RecordingJournal;
let run: Run;

beforeEach(async () => {
  account = await openBareAccount({ seed: { "/reserved_domains": [{ domain: "*.example.com" }] } });
  newProcess();
});

function newProcess(changes: Partial<Run> = {}): void {
  ({ account: run, journal } = startProcess(account, changes));
}

const create = (className: string, inputs: Props = {}, name?: string) =>
  account.of(className).create(run, inputs, name === undefined ? undefined : { name, hasObject: false });
const policies = () => account.emulator.objects("/ip_policies").map(({ id }) => id);

describe("an object of an interrupted run", () => {
  const inputs = { description: "office" };
  const recoveryMessage = (id: string) =>
    `IpPolicy ${id} was created by an earlier run that was interrupted: it is recovered`;

  async function createInEarlierRun(): Promise<string> {
    const { id } = await create("IpPolicy", inputs);
    newProcess();
    return id;
  }

  const expectNewObject = async (id: string) => {
    const created = await create("IpPolicy", inputs);
    expect(created.id).not.toBe(id);
    expect(journal.events.slice(0, 1)).toEqual(["resolved earlier runs"]);
    expect(account.lines).toEqual([]);
  };

  test("is adopted by its id", async () => {
    const id = await createInEarlierRun();
    journal.earlier = { id, at: run.now() };
    const created = await create("IpPolicy", inputs);
    expect(created).toMatchObject({ id, state: inputs });
    expect(created.state).not.toHaveProperty("adopted");
    expect(created.state).not.toHaveProperty("adoptId");
    expect([policies(), account.lines, journal.events]).toEqual([
      [id],
      [recoveryMessage(id)],
      ["resolved earlier runs", "answered"],
    ]);
  });

  const signedIn = (clientSecret: string) => ({
    edgeId: "edghts_1",
    matchType: "path_prefix",
    match: "/",
    oauth: { provider: { github: { clientId: "app", clientSecret, scopes: ["read:org"] } } },
  });

  test.each<[name: string, path: string, inputsWith: (secret: string) => Props]>([
    ["Secret", "/vault_secrets", (value) => ({ vaultId: "vault_1", name: "db", value })],
    ["HttpsEdgeRoute", "/edges/https/edghts_1/routes", signedIn],
  ])(
    "gets the secrets of the program that the service doesn't return: %s",
    async (name, path, inputsWith) => {
      const seed = { "/vaults": [{ id: "vault_1", name: "v" }], "/edges/https": [{ id: "edghts_1" }] };
      account = await openBareAccount({ seed, hideSecrets: true });
      newProcess();
      const secretsIn = () => JSON.stringify(account.emulator.objects(path));
      await account.of(name).create(run, inputsWith("after-the-run"));
      const [expected = ""] = /"(?:value_sha256|client_secret)":"\w[^"]*"/.exec(secretsIn()) ?? [];
      expect(expected).not.toBe("");
      account.emulator.reset();
      const { id } = await create(name, inputsWith("before-the-run"));
      newProcess();
      journal.earlier = { id, at: run.now() };
      expect(await create(name, inputsWith("after-the-run"))).toMatchObject({ id });
      expect(secretsIn()).toContain(expected);
      expect(secretsIn()).not.toContain("before-the-run");
      expect(account.emulator.requests({ method: "PATCH" })).toHaveLength(1);
    },
  );

  test("is not deleted by its previous resource after its adoption", async () => {
    const id = await createInEarlierRun();
    journal.earlier = { id, at: run.now() };
    const lifecycle = account.of("IpPolicy");
    const { state } = await lifecycle.create(run, inputs);
    await lifecycle.delete(run, id, state);
    expect(policies()).toEqual([id]);
    expect(account.lines).toEqual([
      recoveryMessage(id),
      `IpPolicy ${id} is left in place: it was adopted or recovered in this run`,
    ]);
  });

  test.each([
    ["IpPolicy", "/ip_policies", inputs, { description: "by hand" }, "description"],
    ["ReservedAddr", "/reserved_addrs", { region: "eu" }, { region: "us" }, "region"],
  ])(
    "is left unchanged if it was changed after that run: %s",
    async (name, path, args, set, changedInput) => {
      const { id } = await create(name, args);
      newProcess();
      account.emulator.mutate({ path: `${path}/${id}`, set });
      journal.earlier = { id, at: run.now() };
      expect((await create(name, args)).id).not.toBe(id);
      expect(account.emulator.requests().map(({ method }) => method)).not.toContain("PATCH");
      expect(account.lines).toEqual([
        `${name} ${id}, which an earlier run created for this resource, differs from its inputs (${changedInput}). It stays unchanged, and another one is created. To manage it instead, set adoptId to ${id}`,
      ]);
    },
  );

  test("keeps its unique name if it was changed after that run", async () => {
    const domain = { domain: "app.example.com" };
    const { id } = await create("ReservedDomain", domain);
    newProcess();
    account.emulator.mutate({ path: `/reserved_domains/${id}`, set: { description: "by hand" } });
    journal.earlier = { id, at: run.now() };
    await expect(create("ReservedDomain", domain)).rejects.toThrow(/is taken.*adoptId/s);
    expect(account.lines.join()).toContain(
      "(description). It stays unchanged and keeps its name. To manage it",
    );
  });

  test("is left unchanged if the class doesn't manage its kind", async () => {
    const pem = { ...tlsKeyPair("a.example.com") };
    const { id } = await create("TlsCertificate", pem);
    newProcess();
    account.emulator.mutate({ path: `/tls_certificates/${id}`, set: { issued_at: "2026-01-01T00:00:00Z" } });
    journal.earlier = { id, at: run.now() };
    expect((await create("TlsCertificate", pem)).id).not.toBe(id);
    expect(account.lines.join()).toContain("(kind). It stays unchanged");
  });

  test("is adopted with a module that another resource has set", async () => {
    const { id } = await create("TlsEdge", { hostports: ["a.example.com:443"] });
    account.emulator.mutate({
      path: `/edges/tls/${id}`,
      set: { tls_termination: { enabled: true, terminate_at: "edge" } },
    });
    newProcess();
    journal.earlier = { id, at: run.now() };
    expect((await create("TlsEdge", { hostports: ["a.example.com:443"] })).id).toBe(id);
  });

  test("is adopted as part of its parent", async () => {
    const { id: edgeId } = await create("HttpsEdge");
    const route = { edgeId, matchType: "path_prefix", match: "/api" };
    const { id } = await create("HttpsEdgeRoute", route);
    newProcess();
    journal.earlier = { id, at: run.now() };
    expect((await create("HttpsEdgeRoute", route)).id).toBe(id);
  });

  test("is not confused with another client's object after its deletion", async () => {
    const id = await createInEarlierRun();
    account.emulator.mutate({ path: `/ip_policies/${id}`, delete: true });
    account.emulator.seed({ "/ip_policies": [inputs] });
    journal.earlier = { id, at: run.now() };
    journal.unanswered = 1;
    await expectNewObject(String(policies()[0]));
  });

  test("is not adopted if the engine passes it for another resource a moment later", async () => {
    const id = await createInEarlierRun();
    newProcess({ sleep: async () => journal.markStored(id) });
    journal.earlier = { id, at: run.now() };
    expect((await create("IpPolicy", inputs)).id).not.toBe(id);
  });

  test("is not adopted for its own replacement", async () => {
    const id = await createInEarlierRun();
    journal.earlier = { id, at: run.now() };
    const creator = { name: "app/dev/a", hasObject: true };
    expect((await account.of("IpPolicy").create(run, inputs, creator)).id).not.toBe(id);
    expect(policies()).toHaveLength(2);
  });

  test("causes an error if the response is about another object", async () => {
    const id = await createInEarlierRun();
    journal.earlier = { id, at: run.now() };
    account.emulator.faults({ on: "GET *", kind: "custom", status: 200, body: { id: "ipp_other" } });
    await expect(create("IpPolicy", inputs)).rejects.toThrow("is about another object than ipp_");
  });

  test("causes an error if it cannot be read", async () => {
    const id = await createInEarlierRun();
    journal.earlier = { id, at: run.now() };
    account.emulator.faults({ on: "GET *", status: 403 });
    await expect(create("IpPolicy", inputs)).rejects.toThrow("403");
    expect(policies()).toEqual([id]);
  });

  test("is found by the sent values and its time if the response was lost", async () => {
    const id = await createInEarlierRun();
    journal.earlier = { at: run.now() };
    journal.unanswered = 1;
    expect((await create("IpPolicy", inputs)).id).toBe(id);
    expect(account.lines).toEqual([recoveryMessage(id)]);
  });

  test.each([
    ["more than 20 minutes after", false, -20 * 60_000 - 2_000],
    ["almost 20 minutes after", true, -20 * 60_000 + 1_000],
    ["before", false, 2_000],
  ])("that was created %s the recorded time is adopted: %s", async (_, isAdopted, shift) => {
    const id = await createInEarlierRun();
    journal.earlier = { at: run.now() + shift };
    journal.unanswered = 1;
    if (isAdopted) expect((await create("IpPolicy", inputs)).id).toBe(id);
    else await expectNewObject(id);
  });

  test("has an unknown owner while all candidates exist", async () => {
    const id = await createInEarlierRun();
    const [foreignId = ""] = account.emulator.seed({ "/ip_policies": [inputs] })["/ip_policies"] ?? [];
    journal.earlier = { candidateIds: [id, foreignId], at: run.now() };
    await expect(create("IpPolicy", inputs)).rejects.toThrow(
      `it is unknown which of the equal objects ${id}, ${foreignId} it created`,
    );
    // The user decides by deleting one of them.
    account.emulator.mutate({ path: `/ip_policies/${foreignId}`, delete: true });
    newProcess();
    journal.earlier = { candidateIds: [id, foreignId], at: run.now() };
    await expectNewObject(id);
  });

  test("is deleted if its secret was lost, and stays recorded until then", async () => {
    const { id } = await create("ApiKey", { description: "ci" });
    newProcess();
    journal.earlier = { at: run.now() };
    journal.unanswered = 1;
    account.emulator.faults({ on: "DELETE *", status: 403, times: 1 });
    await expect(create("ApiKey", { description: "ci" })).rejects.toThrow("403");
    expect(journal.events).not.toContain("answered");
    newProcess();
    journal.earlier = { at: run.now() };
    journal.unanswered = 1;
    const created = await create("ApiKey", { description: "ci" });
    expect(created.id).not.toBe(id);
    expect(account.emulator.objects("/api_keys").map((key) => key.id)).not.toContain(id);
    expect(account.lines.join()).toContain("did not arrive");
    expect(account.lines.join()).not.toContain("is recovered");
  });
});

describe("an ownership mark", () => {
  const newMarkingProcess = () => newProcess({ ownershipMark: true });
  const metadata = () => account.emulator.objects("/ip_policies").map((policy) => String(policy.metadata));

  beforeEach(newMarkingProcess);

  test("is added only if it is enabled and the class has metadata", async () => {
    await create("BotUser", { name: "bot" }, "app/dev/bot");
    expect(account.emulator.requests()[0]?.body).toEqual({ name: "bot" });
    newProcess();
    await create("IpPolicy", { metadata: "ours" }, "app/dev/a");
    expect(metadata()).toEqual(["ours"]);
  });

  test("identifies the object of an interrupted run among equal objects", async () => {
    account.emulator.seed({ "/ip_policies": [{ metadata: "ours" }, { metadata: "ours" }] });
    const { id } = await create("IpPolicy", { metadata: "ours" }, "app/dev/a");
    newMarkingProcess();
    const recovered = await create("IpPolicy", { metadata: "ours" }, "app/dev/a");
    expect(recovered.id).toBe(id);
    expect(account.lines).toEqual([
      `IpPolicy ${id} carries the ownership mark of this resource and matches its inputs: it is recovered`,
    ]);
    newMarkingProcess();
    const otherResource = await create("IpPolicy", { metadata: "ours" }, "app/dev/b");
    expect(otherResource.id).not.toBe(id);
    expect(policies()).toHaveLength(4);
  });

  test("is ignored on an object that the engine's state has", async () => {
    const { id } = await create("IpPolicy", {}, "app/dev/a");
    newMarkingProcess();
    journal.markStored(id);
    expect((await create("IpPolicy", {}, "app/dev/a")).id).not.toBe(id);
  });

  test("is ignored on an object that the engine passes for another resource a moment later", async () => {
    const { id } = await create("IpPolicy", {}, "app/dev/a");
    newProcess({ ownershipMark: true, sleep: async () => journal.markStored(id) });
    expect((await create("IpPolicy", {}, "app/dev/a")).id).not.toBe(id);
    expect(account.lines).toEqual([expect.stringContaining("another resource of this run has it")]);
  });

  test("is searched for again after a failed list", async () => {
    account.emulator.faults({ on: "GET *", status: 403, times: 1 });
    await expect(create("IpPolicy", {}, "app/dev/a")).rejects.toThrow("403");
    await create("IpPolicy", {}, "app/dev/a");
    await create("IpPolicy", { description: "b" }, "app/dev/b");
    expect(account.emulator.requests({ method: "GET" })).toHaveLength(2);
  });

  test("identifies both objects of a creation that was sent twice", async () => {
    // The list stays empty until the creation has been sent again.
    const body = { ip_policies: [], next_page_uri: null };
    account.emulator.faults([
      { on: "POST *", kind: "cut-after" },
      { on: "GET *", kind: "custom", status: 200, body, times: 6 },
    ]);
    const { id } = await create("IpPolicy", {}, "app/dev/a");
    expect(policies()).toHaveLength(2);
    expect(policies()).toContain(id);
  });

  test("distinguishes a lost object from equal ones", async () => {
    account.emulator.seed({ "/ip_policies": [{}, {}] });
    account.emulator.faults({ on: "POST *", kind: "cut-after" });
    const { id } = await create("IpPolicy", {}, "app/dev/a");
    expect(policies().indexOf(id)).toBe(2);
  });
});
