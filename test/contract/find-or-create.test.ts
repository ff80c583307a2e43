import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import type { Emulator, JsonObject, Seed } from "../../emulator";
import { resources } from "../../provider/families";
import { captureReports } from "../support/captured-reports";
import { type HostedProvider, hostFor } from "../support/hosted-provider";
import { testedProvider } from "../support/provider-under-test";
import { readTable } from "../support/rows";
import { unwrapProps } from "../support/secrets";
import { testJournal } from "../support/test-resources";
import { virtualTime } from "../support/virtual-clock";

type Inputs = Record<string, unknown>;

const time = virtualTime();

/** A program's inputs, and the collection and object with the same natural key. */
interface Case {
  readonly inputs: Inputs;
  readonly collection: string;
  readonly existing: JsonObject;
  /** Another value of an immutable input, which only a replacement could set. */
  readonly immutable?: Inputs;
}

const { seed, cases } = readTable<{ seed: Seed; cases: Readonly<Record<string, Case>> }>(
  join(__dirname, "find-or-create.yaml"),
);

let emulator: Emulator;
let host: HostedProvider;
let journal: ReturnType<typeof testJournal>;
let lines: string[];

beforeEach(async () => {
  journal = testJournal();
  emulator = await time.startEmulator({ seed });
  host = hostFor(emulator);
  lines = captureReports();
});

const withName = (inputs: Inputs, resource: string) => ({ ...inputs, __resource: resource });
const check = async (className: string, inputs: Inputs, resource = "one") =>
  host.of(className).check({}, withName({ ...inputs, adopt: "ifExists" }, resource));

async function findOrCreate(className: string, inputs: Inputs, resource?: string) {
  const { inputs: args, failures } = await check(className, inputs, resource);
  expect(failures ?? []).toEqual([]);
  return create(className, args);
}

const passOn = (args: Inputs | undefined) => (testedProvider === "native" ? (args ?? {}) : unwrapProps(args));

async function create(className: string, args: Inputs | undefined) {
  const { id, outs } = await host.of(className).create(passOn(args));
  return { id, outs: passOn(outs) };
}
const writes = () => emulator.requests().filter(({ method }) => method !== "GET");
const ids = (collection: string) => emulator.objects(collection).map(({ id }) => id);

async function newRun(): Promise<void> {
  await journal.restart();
  emulator.faults({ clear: true });
  host = hostFor(emulator);
}

describe.each(Object.entries(cases))("%s", (className, { inputs, collection, existing, immutable }) => {
  test("is created if no object has its name, and isn't marked as adopted", async () => {
    const { id, outs } = await findOrCreate(className, inputs);
    expect(ids(collection)).toContain(id);
    expect(outs.adopted ?? false).toBe(false);
    expect(writes().map(({ method }) => method)).toEqual(["POST"]);
    await host.of(className).delete(id, outs);
    expect(ids(collection)).not.toContain(id);
  });

  test("that is equal is adopted without a write, and kept by a deletion", async () => {
    emulator.seed({ [collection]: [existing] });
    const { id, outs } = await findOrCreate(className, inputs);
    expect([id, outs.adopted]).toEqual([existing.id, true]);
    const later = await host.of(className).check(outs, withName(inputs, "one"));
    const { changes = true } = await host.of(className).diff(id, outs, passOn(later.inputs));
    expect(changes).toBe(false);
    await host.of(className).delete(id, outs);
    expect(writes()).toEqual([]);
    expect(ids(collection)).toContain(id);
    if (testedProvider === "dynamic") expect(lines.at(-1)).toContain("is left in place: it was adopted");
  });

  test("that differs is changed by one update of the differences", async () => {
    emulator.seed({ [collection]: [existing] });
    const { id } = await findOrCreate(className, { ...inputs, description: "of the program" });
    expect(id).toBe(existing.id);
    expect(writes()).toMatchObject([{ method: "PATCH", body: { description: "of the program" } }]);
  });

  if (immutable)
    test("that only a replacement could make equal is rejected without a write", async () => {
      emulator.seed({ [collection]: [existing] });
      const [key] = Object.keys(immutable);
      await expect(findOrCreate(className, { ...inputs, ...immutable })).rejects.toThrow(
        `adopt: ${className} ${existing.id} differs in ${key}, which only a replacement could change: make the program equal to the object; nothing was written`,
      );
      expect(writes()).toEqual([]);
      expect(lines.filter((line) => line.includes("is adopted"))).toEqual([]);
    });

  test("that another client creates after the lookup is adopted", async () => {
    const { inputs: args } = await check(className, inputs);
    const { listKey } = resources.find(({ name }) => name === className) ?? {};
    // Routes are listed by the response for their edge, which needs the edge's id.
    const emptyList = { id: "edghts_1", [listKey ?? ""]: [], next_page_uri: null };
    emulator.faults([{ on: "GET *", body: emptyList, times: 1 }]);
    emulator.seed({ [collection]: [existing] });
    const { id, outs } = await create(className, args);
    expect([id, outs.adopted]).toEqual([existing.id, true]);
  });

  test("that a killed run created without a response isn't marked as adopted", async () => {
    emulator.faults([
      { on: "POST *", kind: "cut-after" },
      { on: "GET *", status: 401, after: 2 },
    ]);
    await expect(findOrCreate(className, inputs)).rejects.toThrow("Run again");
    await newRun();
    const { id, outs } = await findOrCreate(className, inputs);
    expect(ids(collection)).toContain(id);
    expect(outs.adopted ?? false).toBe(false);
  });
});

// A native provider reports to the engine, which these tests don't include.
if (testedProvider === "dynamic")
  describe("a preview reports", () => {
    const domain = { domain: "app.example.com" };
    const existing = { id: "rd_1", ...domain, region: "ap", description: "by hand" };

    test.each([
      [
        "equal",
        { description: "by hand" },
        "will adopt rd_1, which has app.example.com, and write nothing, because it matches the program",
      ],
      ["different", {}, "will adopt rd_1, which has app.example.com, and change its description"],
      [
        "immutable",
        { region: "eu" },
        "cannot adopt rd_1, which has app.example.com: it differs in region, which only a replacement could change",
      ],
    ])("whether an object will be adopted: %s", async (_, inputs, text) => {
      emulator.seed({ "/reserved_domains": [existing] });
      await check("ReservedDomain", { ...domain, ...inputs });
      expect(lines).toEqual([expect.stringContaining(text)]);
      expect(writes()).toEqual([]);
    });

    test("which inputs a new object would need", async () => {
      emulator.seed({ "/vaults": [{ id: "vault_1", name: "app" }] });
      await check("Secret", { vaultId: "vault_1", name: "password" });
      expect(lines).toEqual([expect.stringMatching(/cannot create .*, which no Secret has: set value$/)]);
    });

    test("nothing for a resource that already has an object", async () => {
      await host.of("ReservedDomain").check(domain, withName({ ...domain, adopt: "ifExists" }, "one"));
      expect([lines, emulator.requests()]).toEqual([[], []]);
    });

    test("that the result is unknown if the service refuses the lookup", async () => {
      emulator.faults([{ on: "GET *", status: 403 }]);
      const { failures } = await check("ReservedDomain", domain);
      expect(failures ?? []).toEqual([]);
      expect(lines).toEqual([
        expect.stringContaining(
          'ReservedDomain "one": cannot tell whether it will adopt an object or create one: ',
        ),
      ]);
    });
  });

describe("the option adopt is rejected at preview", () => {
  test.each([
    ["with adoptId", "Vault", { name: "team", adoptId: "vault_1" }, "conflicts with adoptId"],
    ["without the natural key", "TlsEdge", {}, "needs hostports to find an existing TlsEdge"],
    ["for a class without a natural key", "IpPolicy", {}, "is not a known property; did you mean adoptId?"],
  ])("%s", async (_, className, inputs, reason) => {
    const { failures } = await check(className, inputs);
    expect(failures?.map((failure) => failure.reason)).toEqual([expect.stringContaining(reason)]);
  });

  test.each([
    ["if both adopt", { adopt: "ifExists" }],
    ["if one of them creates", {}],
  ])("for two resources with the same name, %s", async (_, options) => {
    await host.of("Vault").check({}, withName({ name: "team", ...options }, "first"));
    const { failures } = await check("Vault", { name: "team" }, "second");
    expect(failures?.map((failure) => failure.reason)).toEqual([
      expect.stringContaining('Vault "first" of this program has the name team too'),
    ]);
  });
});

describe("an object", () => {
  test("of another resource is not adopted", async () => {
    const first = await host.create("Vault", { name: "team" }, "first");
    // The other resource no longer declares the name, but its object still has it.
    await host.of("Vault").check({ name: "team" }, withName({ name: "other" }, "first"));
    await host.of("Vault").diff(first.id, first.outs, { name: "other" });
    await expect(findOrCreate("Vault", { name: "team" }, "second")).rejects.toThrow(
      `Vault "first" of this program already has it, as Vault ${first.id}`,
    );
    expect(ids("/vaults").sort()).toEqual([first.id, "vault_1"].sort());
  });

  test("that is replaced is not adopted by its replacement", async () => {
    const pool = {
      url: "https://pool.example.com",
      poolingEnabled: true,
      trafficPolicy: "{}",
      adopt: "ifExists",
    };
    const first = await host.create("Endpoint", pool, "one");
    const endpoint = host.of("Endpoint");
    const before = await endpoint.check(pool, withName(pool, "one"));
    await endpoint.diff(first.id, first.outs, before.inputs ?? {});
    // With `--replace`, the engine checks the resource without old inputs, and creates before it deletes.
    const { inputs } = await endpoint.check({}, withName(pool, "one"));
    const { id, outs } = await create("Endpoint", inputs);
    expect(id).not.toBe(first.id);
    expect(outs.adopted ?? false).toBe(false);
  });

  test("is listed in the error if several objects have the same key", async () => {
    const url = "https://pool.example.com";
    const endpoint = { type: "cloud", url, pooling_enabled: true, traffic_policy: "{}" };
    emulator.seed({ "/endpoints": ["ep_1", "ep_2"].map((id) => ({ id, ...endpoint })) });
    await expect(
      findOrCreate("Endpoint", { url, poolingEnabled: true, trafficPolicy: "{}" }),
    ).rejects.toThrow(
      /^adopt: Endpoint ep_[12], ep_[12] have https:\/\/pool\.example\.com: set adoptId to the id of one/,
    );
    expect(writes()).toEqual([]);
  });

  test("with the mark of another resource is rejected", async () => {
    const mark = "[tunnel-edge:aaaaaaaaaaaaaaaaaaaaaa]";
    emulator.seed({ "/vaults": [{ id: "vault_2", name: "team", metadata: mark }] });
    await expect(findOrCreate("Vault", { name: "team" })).rejects.toThrow(
      "adopt: Vault vault_2 carries the ownership mark of another resource",
    );
    expect(writes()).toEqual([]);
  });

  test("is found without inputs that only a new object requires", async () => {
    emulator.seed({
      "/vault_secrets": [{ id: "secret_1", vault_id: "vault_1", name: "password", value: "v" }],
    });
    const withoutValue = { vaultId: "vault_1", name: "password" };
    expect((await findOrCreate("Secret", withoutValue)).id).toBe("secret_1");
    await expect(findOrCreate("Secret", { ...withoutValue, name: "other" }, "two")).rejects.toThrow(
      "and a new Secret needs value: set it; nothing was written",
    );
    expect(writes()).toEqual([]);
  });
});
