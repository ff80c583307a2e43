import { readdirSync, readFileSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Emulator } from "../../emulator";
import { setProcessClock } from "../../provider/account/process/waits";
import { type HostedProvider, hostFor } from "../support/hosted-provider";
import { testedProvider } from "../support/provider-under-test";
import { testJournal } from "../support/test-resources";
import { virtualTime } from "../support/virtual-clock";

const time = virtualTime();

let emulator: Emulator;
let host: HostedProvider;
let journal: ReturnType<typeof testJournal>;
let config: Record<string, unknown>;

beforeEach(async () => {
  config = {};
  journal = testJournal();
  emulator = await time.startEmulator({ seed: { "/reserved_domains": [{ domain: "*.example.com" }] } });
  host = hostFor(emulator);
});

async function newRun(): Promise<void> {
  await journal.restart();
  emulator.faults({ clear: true });
  host = hostFor(emulator, config);
}

/** Creates an object whose response never arrives, in a run that ends before it can look for the object. */
async function createAndKill(
  name: string,
  inputs: Record<string, unknown>,
  resource: string,
  kind: "cut-before" | "cut-after" = "cut-after",
): Promise<void> {
  emulator.faults([
    { on: `POST *`, kind },
    { on: "GET *", status: 401 },
  ]);
  await expect(host.create(name, inputs, resource)).rejects.toThrow("Run again");
  await newRun();
}

const ids = (collection: string) => emulator.objects(collection).map(({ id }) => id);

const HOUR_MS = 3_600_000;
const publicKey = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAILM+rvN+ot98qgEN796jTiQfZfG1KaT0PtFDJ/XFSqti deploy";

describe("the next run recognizes", () => {
  test("an object with a response, by its id", async () => {
    const first = await host.create("IpPolicy", { description: "office" }, "a");
    await newRun();
    const recreated = await host.create("IpPolicy", { description: "office" }, "a");
    expect(recreated.id).toBe(first.id);
    expect(ids("/ip_policies")).toEqual([first.id]);
  });

  test("an object without a response, by the sent values", async () => {
    await createAndKill("TlsEdge", { hostports: ["a.example.com:443"], tlsTermination: {} }, "edge");
    const { id } = await host.create(
      "TlsEdge",
      { hostports: ["a.example.com:443"], tlsTermination: {} },
      "edge",
    );
    expect(ids("/edges/tls")).toEqual([id]);
  });

  test.each([
    [3_600, "still wrong"],
    [-3_600, "still wrong"],
    [30 * 86_400, "still wrong"],
    [3 * 86_400, "corrected"],
    [-3 * 86_400, "corrected"],
  ])(
    "the object of a first request although this machine's clock was %d seconds wrong, and is %s now",
    async (seconds, clockState) => {
      const now = () => time.clock.now() + seconds * 1_000;
      setProcessClock({ now, elapsed: now, sleep: time.clock.sleep });
      await createAndKill("IpPolicy", { description: "office" }, "a");
      if (clockState === "corrected") setProcessClock(time.clock);
      const { id } = await host.create("IpPolicy", { description: "office" }, "a");
      expect(ids("/ip_policies")).toEqual([id]);
    },
  );

  test("each of several equal objects as that of its resource", async () => {
    const created = await Promise.all(["a", "b"].map((name) => host.create("IpPolicy", {}, name)));
    await createAndKill("IpPolicy", {}, "c");
    const recreated = await Promise.all(["c", "b", "a"].map((name) => host.create("IpPolicy", {}, name)));
    expect(new Set(recreated.map(({ id }) => id)).size).toBe(3);
    expect(recreated.map(({ id }) => id)).toEqual(expect.arrayContaining(created.map(({ id }) => id)));
    expect(ids("/ip_policies")).toHaveLength(3);
  });
});

describe("the next run does not adopt", () => {
  test("an object for its own replacement, while an equal creation is open", async () => {
    const { id } = await host.create("IpPolicy", {}, "a");
    await createAndKill("IpPolicy", {}, "b");
    await host.of("IpPolicy").diff(id, {}, {});
    const replacement = await host.create("IpPolicy", {}, "a");
    const otherResource = await host.create("IpPolicy", {}, "b");
    expect(new Set([id, replacement.id, otherResource.id]).size).toBe(3);
    expect(ids("/ip_policies")).toHaveLength(3);
  });

  test("an object in the state for a new equal resource", async () => {
    const first = await host.create("IpPolicy", {}, "a");
    await newRun();
    const second = await host.create("IpPolicy", {}, "b");
    expect(second.id).not.toBe(first.id);
    await host.of("IpPolicy").diff(first.id, {}, {});
    expect(journal.entries()).toHaveLength(1);
  });

  test("an equal object that an earlier run had in its state instead of the object of a lost request", async () => {
    const twin = await host.create("IpPolicy", { description: "same" }, "twin");
    await newRun();
    await host.of("IpPolicy").diff(twin.id, twin.outs, { description: "same" });
    await createAndKill("IpPolicy", { description: "same" }, "fresh", "cut-before");
    const { id } = await host.create("IpPolicy", { description: "same" }, "fresh");
    expect(id).not.toBe(twin.id);

    await host.of("IpPolicy").diff(id, {}, {});
    await createAndKill("IpPolicy", { description: "same" }, "third");
    const third = await host.create("IpPolicy", { description: "same" }, "third");
    expect(ids("/ip_policies")).toEqual([twin.id, id, third.id]);
  });

  test("an object of a resource of another stack, or with other inputs", async () => {
    await host.create("IpPolicy", { description: "office" }, "app/dev/a");
    await newRun();
    await host.create("IpPolicy", { description: "office" }, "app/prod/a");
    await host.create("IpPolicy", { description: "changed" }, "app/dev/a");
    expect(ids("/ip_policies")).toHaveLength(3);
  });

  test.each([
    ["ApiKey", "/api_keys", { description: "ci" }, "token"],
    ["Credential", "/credentials", { description: "agent" }, "token"],
  ])(
    "an object without its readable secret, which it doesn't delete either: %s",
    async (name, path, inputs, secret) => {
      const { id } = await host.create(name, inputs, "key");
      await newRun();
      const recreated = host.create(name, inputs, "key");
      await expect(recreated).rejects.toThrow(
        `${name} ${id} was created by an earlier run for this resource, and it is unknown whether a state has it. Its ${secret}, which is shown once, cannot be read again. Possible causes: that run was interrupted before a state had it; it was left in place (retainOnDelete, pulumi state delete); its resource was renamed or moved; it is to be replaced (--replace, taint). Search for ${id} in \`pulumi stack export\` of this stack, and of those that its resource may have been moved to. If this stack has it, run \`pulumi refresh\`, then \`pulumi up\`. If another stack has it, run \`pulumi up\` there first. If no state has it and nothing uses it, delete it, and another one is created. If it is in use, set adoptId to ${id} to manage it without its ${secret}, or run once with TUNNEL_EDGE_JOURNAL_DIR=off to create another one`,
      );
      expect(ids(path)).toContain(id);
      emulator.mutate({ path: `${path}/${id}`, delete: true });
      expect((await host.create(name, inputs, "key")).outs[secret]).toMatchObject({
        value: expect.any(String),
      });
    },
  );

  test("a key that another run has left in place with its first call", async () => {
    const inputs = { description: "ci", deleteOnDestroy: false };
    const { id, outs } = await host.create("ApiKey", inputs, "key");
    await newRun();
    await host.of("ApiKey").delete(id, outs);
    expect(journal.entries()).toEqual([]);
    await newRun();
    await host.create("ApiKey", inputs, "key");
    expect(ids("/api_keys")).toContain(id);
    expect(ids("/api_keys")).toHaveLength(3);
  });
});

describe("a certificate of a killed run", () => {
  let inputs: Record<string, unknown>;

  beforeEach(async () => {
    const { id } = await host.create("SshCertificateAuthority", {}, "authority");
    inputs = { sshCertificateAuthorityId: id, publicKey };
  });

  const createCertificate = () => host.create("SshUserCertificate", inputs, "deploy");

  test.each([
    ["due for renewal", { renewBefore: 4 }, 21, 2],
    ["not due yet", { renewBefore: 4 }, 19, 1],
    ["expired", {}, 25, 2],
    ["not expired yet", {}, 23, 1],
  ])("that is %s is adopted only if it needs no renewal", async (_, renewal, hours, count) => {
    inputs = { ...inputs, ...renewal };
    const { id } = await createCertificate();
    await newRun();
    await time.clock.sleep(hours * HOUR_MS);
    const recreated = await createCertificate();
    expect(ids("/ssh_user_certificates")).toHaveLength(count);
    expect(recreated.id === id).toBe(count === 1);
    expect(Date.parse(String(recreated.outs.validUntil))).toBeGreaterThan(time.clock.now());
  });

  // The native provider logs through the engine.
  if (testedProvider === "dynamic")
    test("that is due is reported with advice", async () => {
      inputs = { ...inputs, renewBefore: 4 };
      const { id, outs } = await createCertificate();
      await newRun();
      await time.clock.sleep(21 * HOUR_MS);
      const stderr = vi.spyOn(process.stderr, "write").mockReturnValue(true);
      await createCertificate();
      expect(stderr).toHaveBeenCalledWith(
        `warning: SshUserCertificate ${id}, which an earlier run created for this resource, is valid only until ${String(outs.validUntil)}, so another one is created. Delete ${id} if no state has it and nothing uses it\n`,
      );
    });

  test("whose response never arrived is not adopted once it is due", async () => {
    inputs = { ...inputs, renewBefore: 4 };
    await createAndKill("SshUserCertificate", inputs, "deploy");
    await time.clock.sleep(21 * HOUR_MS);
    const { id } = await createCertificate();
    expect(ids("/ssh_user_certificates")).toHaveLength(2);
    expect(ids("/ssh_user_certificates").at(-1)).toBe(id);
  });

  test("that renews another one is not adopted once it is due itself", async () => {
    inputs = { ...inputs, renewBefore: 4 };
    const first = await createCertificate();
    const renew = async () => {
      await time.clock.sleep(21 * HOUR_MS);
      await newRun();
      await host.of("SshUserCertificate").check(first.outs, { ...inputs, __resource: "deploy" });
      await host.of("SshUserCertificate").diff(first.id, first.outs, inputs);
      return createCertificate();
    };
    const second = await renew();
    const third = await renew();
    expect(ids("/ssh_user_certificates")).toEqual([first.id, second.id, third.id]);
  });

  test("is adopted by `adoptId` although it is due", async () => {
    inputs = { ...inputs, renewBefore: 4 };
    const { id } = await createCertificate();
    await newRun();
    await time.clock.sleep(21 * HOUR_MS);
    inputs = { ...inputs, adoptId: id };
    expect((await createCertificate()).id).toBe(id);
    expect(ids("/ssh_user_certificates")).toEqual([id]);
  });
});

describe("an agent command of a killed run", () => {
  const inputs = { command: "stop", filter: { os: "linux" }, triggers: [1] };
  const changedInputs = { ...inputs, command: "restart", triggers: [2] };

  const agents = () => host.of("TunnelAgentCommand");
  const up = () => host.create("TunnelAgentCommand", inputs, "agent");
  const restart = () => host.create("TunnelAgentCommand", { ...inputs, command: "restart" }, "agent");
  const countPosts = () => emulator.requests().filter(({ method }) => method === "POST").length;

  /** Makes the engine's calls for an update: check, diff, and update. */
  async function update(id: string, state: Record<string, unknown>, news: Record<string, unknown>) {
    const checked = await agents().check(state, { ...news, __resource: "agent" });
    await agents().diff(id, state, checked.inputs ?? {});
    return (await agents().update(id, state, checked.inputs ?? {})).outs as Record<string, unknown>;
  }

  test("is not sent again, and the run that finds it succeeds", async () => {
    await up();
    await newRun();
    const before = emulator.requests().length;
    const { outs } = await up();
    expect(outs).toMatchObject({ ...inputs, currentSessionId: null });
    expect(emulator.requests()).toHaveLength(before);
  });

  test("is sent again after the state had it and its resource was deleted", async () => {
    const first = await restart();
    await newRun();
    await agents().delete(first.id, first.outs);
    await restart();
    expect(countPosts()).toBe(2);
  });

  test("is sent again by a forced replacement", async () => {
    const first = await restart();
    await newRun();
    await agents().check(first.outs, { ...inputs, command: "restart", __resource: "agent" });
    await restart();
    expect(countPosts()).toBe(2);
  });

  test("is not sent again by an update, until its triggers change", async () => {
    const first = await restart();
    await newRun();
    await update(first.id, first.outs, changedInputs);
    expect(countPosts()).toBe(2);
    await newRun();
    const recreated = await update(first.id, first.outs, changedInputs);
    expect(recreated).toMatchObject({ triggers: [2], currentSessionId: first.outs.currentSessionId });
    expect(countPosts()).toBe(2);
    await newRun();
    const reverted = await update(first.id, recreated, { ...changedInputs, triggers: [1] });
    await newRun();
    await update(first.id, reverted, changedInputs);
    expect(countPosts()).toBe(4);
  });

  test("is sent again if the service rejected it", async () => {
    emulator.faults({ on: "POST /tunnel_sessions/*", status: 403 });
    await expect(up()).rejects.toThrow("403");
    await newRun();
    await up();
    expect(countPosts()).toBe(2);
  });
});

describe("the journal", () => {
  test("contains no values or names, and is not readable by others", async () => {
    await host.create("IpPolicy", { description: "a-description" }, "app/dev/a-name");
    const texts = readdirSync(journal.folder()).map((file) => {
      return `${file}\n${readFileSync(join(journal.folder(), file), "latin1")}`;
    });
    expect(texts.join("\n")).not.toMatch(/a-description|a-name|127\.0\.0\.1|IpPolicy/);
    expect(readFileSync(join(journal.folder(), ".gitignore"), "utf8")).toBe("*\n");
    // The empty name is the folder itself.
    const modes = ["", ...readdirSync(journal.folder())].map((file) => {
      return statSync(join(journal.folder(), file)).mode & 0o077;
    });
    expect(new Set(modes)).toEqual(new Set([0]));
  });

  test("forgets objects in the state, old objects, and failed creations", async () => {
    const { id, outs } = await host.create("IpPolicy", {}, "a");
    expect(journal.entries()).toHaveLength(1);
    await host.of("IpPolicy").read(id, outs);
    expect(journal.entries()).toEqual([]);
    emulator.faults({ on: "POST *", status: 400 });
    await expect(host.create("IpPolicy", {}, "b")).rejects.toThrow("400");
    expect(journal.entries()).toEqual([]);
    emulator.faults({ clear: true });
    await host.create("IpPolicy", {}, "c");
    const longAgo = Date.now() / 1000 - 8 * 24 * 3600;
    for (const file of journal.entries()) utimesSync(join(journal.folder(), file), longAgo, longAgo);
    await newRun();
    await host.create("IpPolicy", {}, "c");
    expect(ids("/ip_policies")).toHaveLength(3);
    expect(journal.entries()).toHaveLength(1);
  });

  test("is disabled by `off`", async () => {
    process.env.TUNNEL_EDGE_JOURNAL_DIR = "off";
    await host.create("IpPolicy", {}, "a");
    await host.create("IpPolicy", {}, "a");
    expect(ids("/ip_policies")).toHaveLength(2);
  });
});

describe("with an ownership mark and without a journal of earlier runs", () => {
  const metadata = { none: undefined, text: "kept by us", json: '{"team":"edge"}', odd: "[x]" };

  beforeEach(() => {
    config = { "tunnel-edge:ownershipMark": true };
    host = hostFor(emulator, config);
  });

  test("a certificate that must be renewed does not hide a valid one", async () => {
    const authority = await host.create("SshCertificateAuthority", {}, "authority");
    const inputs = { sshCertificateAuthorityId: authority.id, publicKey, renewBefore: 4 };
    const createAndLoseJournal = async () => {
      const { id } = await host.create("SshUserCertificate", inputs, "deploy");
      await journal.restart({ loseFolder: true });
      host = hostFor(emulator, config);
      return id;
    };
    const due = await createAndLoseJournal();
    await time.clock.sleep(21 * HOUR_MS);
    const valid = await createAndLoseJournal();
    expect(await createAndLoseJournal()).toBe(valid);
    expect(ids("/ssh_user_certificates")).toEqual([due, valid]);
  });

  test.each(Object.entries(metadata))("recovers an object with metadata: %s", async (_, text) => {
    const inputs = text === undefined ? {} : { metadata: text };
    const first = await host.create("IpPolicy", inputs, "a");
    expect(first.outs.metadata ?? "").toBe(text ?? "");
    expect(emulator.objects("/ip_policies")[0]?.metadata).not.toBe(text ?? "");
    const read = await host.of("IpPolicy").read(first.id, first.outs);
    expect(read.props).toEqual(first.outs);
    await journal.restart({ loseFolder: true });
    host = hostFor(emulator, config);
    const recreated = await host.create("IpPolicy", inputs, "a");
    const { __takenOver, ...outs } = recreated.outs;
    expect({ ...recreated, outs }).toEqual(first);
    expect(__takenOver).toEqual(expect.any(Number));
    const otherResource = await host.create("IpPolicy", inputs, "b");
    expect(otherResource.id).not.toBe(first.id);
  });
});
