import { beforeEach, describe, expect, test } from "vitest";
import type { Emulator } from "../../../emulator";
import { joinRun, leaveRun } from "../../../provider/account/account";
import { type HostedProvider, hostFor } from "../../support/hosted-provider";
import { formatCalls } from "../../support/lifecycle";
import { testedProvider } from "../../support/provider-under-test";
import { unwrapProps } from "../../support/secrets";
import { testJournal } from "../../support/test-resources";
import { virtualTime } from "../../support/virtual-clock";

/**
 * Returns a pattern for what an error says about the object with a taken name. Only the native provider knows its
 * resource: the protocol passes the URN of each resource.
 */
const takenMessage = (className: string, id: string, advice = "") =>
  testedProvider === "native"
    ? `${className} "[^"]*" of this program already has it, as ${className} ${id}`
    : `${className} ${id} of this account has it${advice}`;

type Props = Record<string, unknown>;

const A = "a.example.com:443";
const B = "b.example.com:443";

const time = virtualTime();
let emulator: Emulator;
let host: HostedProvider;

beforeEach(async () => {
  testJournal();
  emulator = await time.startEmulator({
    seed: { "/reserved_domains": [{ id: "rd_all", domain: "*.example.com" }] },
  });
  host = hostFor(emulator);
});

interface Existing {
  readonly className: string;
  readonly id: string;
  readonly outs: Props;
}

async function create(className: string, inputs: Props): Promise<Existing> {
  const { inputs: checked } = await host.of(className).check({}, inputs);
  const { id, outs } = await host.of(className).create(unwrapProps(checked));
  return { className, id, outs: unwrapProps(outs) };
}

/** Diffs and updates a resource, as the engine does in parallel for all resources. */
async function update({ className, id, outs }: Existing, inputs: Props): Promise<Props> {
  const provider = host.of(className);
  const checked = unwrapProps((await provider.check(outs, inputs)).inputs);
  // The diff announces which names the update releases.
  await provider.diff(id, outs, checked);
  return (await provider.update(id, outs, checked)).outs as Props;
}

const readHostports = () =>
  ["tls", "https", "tcp"].flatMap((kind) => emulator.objects(`/edges/${kind}`).map((edge) => edge.hostports));

describe("a hostport that moves from one edge to another in one run", () => {
  test.each([
    ["TlsEdge", "TlsEdge"],
    ["TlsEdge", "HttpsEdge"],
  ])("%s to %s: moves regardless of the order of the updates", async (giver, taker) => {
    const from = await create(giver, { hostports: [A, B] });
    const to = await create(taker, { description: "empty" });
    // With a running clock, the rejected update could give up waiting before the other one starts.
    const updates = await time.clock.stopDuring(async () => {
      const taking = update(to, { description: "empty", hostports: [A] });
      // The engine processes the other edge after the first update was rejected.
      await expect.poll(() => emulator.requests({ method: "PATCH" }).length).toBe(1);
      // The hostport is released only after the other edge has started waiting for it.
      emulator.faults({ on: "PATCH *", latencyMs: 300, times: 1 });
      return [taking, update(from, { hostports: [B] })];
    });
    await Promise.all(updates);
    expect(readHostports().toSorted()).toEqual([[A], [B]]);
  });

  test("is rejected with advice if two edges exchange their hostports", async () => {
    const edge = await create("TlsEdge", { hostports: [A] });
    const otherEdge = await create("TlsEdge", { hostports: [B] });
    const outcomes = await Promise.allSettled([
      update(edge, { hostports: [B] }),
      update(otherEdge, { hostports: [A] }),
    ]);
    const errors = outcomes.flatMap((outcome) =>
      outcome.status === "rejected" ? [String(outcome.reason)] : [],
    );
    expect(errors.join("\n")).toMatch(
      /is itself waiting for TlsEdge edgtls_\w+: change or remove the name in one of them/,
    );
    expect(readHostports()).toEqual(expect.arrayContaining([[A], [B]]));
  });
});

test("no advice to adopt the object of the rule with which a rule swaps its network", async () => {
  const policy = await create("IpPolicy", {});
  const rule = { ipPolicyId: policy.id, action: "allow" };
  const one = await create("IpPolicyRule", { ...rule, cidr: "10.1.0.0/16" });
  const two = await create("IpPolicyRule", { ...rule, cidr: "10.2.0.0/16" });
  const outcomes = await Promise.allSettled([
    update(one, { ...rule, cidr: "10.2.0.0/16" }),
    update(two, { ...rule, cidr: "10.1.0.0/16" }),
  ]);
  const errors = outcomes.map((outcome) => outcome.status === "rejected" && String(outcome.reason));
  expect(errors.join("\n")).toContain("is itself waiting for");
  expect(errors.join("\n")).not.toContain("adoptId");
});

test("a name moves from one secret of a vault to another in one run, regardless of the order", async () => {
  const vault = await create("Vault", { name: "app" });
  const args = { vaultId: vault.id, value: "one" };
  const current = await create("Secret", { ...args, name: "current" });
  const writes = await time.clock.stopDuring(async () => {
    const created = create("Secret", { ...args, name: "current", value: "two" });
    // The engine processes the other secret after the first request was rejected.
    await expect.poll(() => emulator.requests({ method: "POST" }).length).toBe(3);
    return [created, update(current, { ...args, name: "previous" })];
  });
  await Promise.all(writes);
  expect(emulator.objects("/vault_secrets").map(({ name }) => name)).toEqual(["previous", "current"]);
});

describe("two resources with the same name", () => {
  const app = { url: "https://app.example.com", trafficPolicy: "{}" };
  const pooled = { ...app, poolingEnabled: true };
  const rule = { ipPolicyId: "ipp_1", cidr: "10.0.0.0/8", action: "allow" };
  const conflictAdvice = "and the account can have it only once: change or remove one of the two";
  const share = `${app.url} too, ${conflictAdvice}, or, to share it, set poolingEnabled to true on both`;
  const cases: readonly (readonly [string, Props, string, Props, property: string, conflict: string])[] = [
    ["ReservedDomain", { domain: "app.com" }, "ReservedDomain", { domain: "APP.com" }, "domain", "app.com"],
    ["Endpoint", pooled, "Endpoint", { ...app, url: `${app.url}:443` }, "url", share],
    ["TlsEdge", { hostports: [A, B] }, "HttpsEdge", { hostports: [B] }, "hostports", B],
    ["IpPolicyRule", rule, "IpPolicyRule", { ...rule, action: "deny" }, "cidr", "ipp_1 10.0.0.0/8"],
  ];

  const check = async (className: string, inputs: Props, resource: string, before: Props = {}) => {
    // The SDK passes the resource's name in `__resource`. Errors about the other resource contain it.
    const { failures } = await host.of(className).check(before, { ...inputs, __resource: resource });
    return (failures ?? []).map(({ reason }) => reason);
  };

  test.each(cases)(
    "%s %j and %s %j are rejected at preview",
    async (firstClass, first, className, second, property, conflict) => {
      expect(await check(firstClass, first, "first")).toEqual([]);
      expect(await check(className, second, "second")).toEqual([
        expect.stringContaining(`${property}: ${firstClass} "first" of this program has ${conflict}`),
      ]);
    },
  );

  test.each(cases)(
    "%s %j and %s %j pass if both already have it",
    async (firstClass, first, className, second) => {
      expect(await check(firstClass, first, "first", first)).toEqual([]);
      expect(await check(className, second, "second", second)).toEqual([]);
    },
  );

  test("pass if they swap or share names, are adopted, or one is replaced", async () => {
    const api = { type: "api", ipPolicyIds: ["ipp_1"] };
    const agent = { ...api, type: "agent" };
    expect([
      await check("IpRestriction", api, "first", agent),
      await check("IpRestriction", agent, "second", api),
      // The engine checks a replacement without old inputs.
      await check("IpRestriction", agent, "second"),
      await check("IpRestriction", { ...agent, type: "dashboard", adoptId: "ipx_1" }, "third"),
      await check("IpRestriction", { ...agent, type: "dashboard", adoptId: "ipx_2" }, "fourth"),
      await check("Endpoint", pooled, "first"),
      await check("Endpoint", pooled, "second"),
    ]).toEqual(Array(7).fill([]));
  });

  test("are rejected if only one of them stops sharing it", async () => {
    const single = { ...app, poolingEnabled: false };
    expect(await check("Endpoint", single, "first", pooled)).toEqual([]);
    expect(await check("Endpoint", pooled, "second", pooled)).toEqual([expect.stringContaining(share)]);
  });

  test.each([
    ["Vault", { name: "tv" }, "change or remove one of the two"],
    ["Endpoint", pooled, "set adoptId in both, or change or remove one of the two"],
  ])(
    "are rejected if one of them adopts by it, with advice that can be followed: %s",
    async (className, inputs, advice) => {
      expect(await check(className, { ...inputs, adopt: "ifExists" }, "first")).toEqual([]);
      expect(await check(className, inputs, "second")).toEqual([
        expect.stringMatching(`^adopt: ${className} "first" .* would adopt the other's object: ${advice}$`),
      ]);
    },
  );

  test("pass if they are modules, which two resources may declare", async () => {
    const module = { edgeId: "edgtls_1", minVersion: "1.3" };
    expect(await check("TlsEdgeTlsTermination", module, "first")).toEqual([]);
    expect(await check("TlsEdgeTlsTermination", module, "second")).toEqual([]);
  });

  test("pass if only an earlier run of the process used the name", async () => {
    // The engine's address identifies the run.
    joinRun("127.0.0.1:1");
    expect(await check("Vault", { name: "app" }, "first")).toEqual([]);
    joinRun("127.0.0.1:2");
    expect(await check("Vault", { name: "app" }, "second")).toEqual([]);
    expect(await check("Vault", { name: "app" }, "third")).toHaveLength(1);
    leaveRun();
  });
});

describe("a URL of an endpoint", () => {
  const trafficPolicy = "{}";
  const inputs = { url: "https://a.example.com", trafficPolicy };
  const moved = { url: "https://b.example.com", trafficPolicy };
  const pooled = { ...inputs, poolingEnabled: true };

  test.each([
    ["that is released", moved, inputs],
    ["that becomes pooled", pooled, pooled],
  ])("%s in this run is requested again", async (_, updated, added) => {
    const from = await create("Endpoint", inputs);
    emulator.faults({ on: "PATCH *", latencyMs: 300, times: 1 });
    await Promise.all([update(from, updated), create("Endpoint", added)]);
    const urls = emulator.objects("/endpoints").map(({ url }) => url);
    expect(urls.toSorted()).toEqual([added.url, updated.url].toSorted());
  });

  test.each([
    [18009, inputs, inputs],
    [18016, inputs, pooled],
    [18017, pooled, inputs],
  ])("that another endpoint keeps is rejected with error %d and advice", async (code, first, second) => {
    const { id } = await create("Endpoint", first);
    await expect(create("Endpoint", second)).rejects.toThrow(
      new RegExp(
        `ERR_NGROK_${code}.*https://a.example.com is taken: ${takenMessage("Endpoint", id, `.*aliases.*adoptId: "${id}"`)}.*set poolingEnabled to true on both`,
        "s",
      ),
    );
  });

  test("of an agent's endpoint is not offered for adoption", async () => {
    emulator.seed({ "/endpoints": [{ id: "ep_agent", type: "ephemeral", url: inputs.url }] });
    const failure = create("Endpoint", inputs);
    await expect(failure).rejects.toThrow("ep_agent of this account has it.");
    await expect(failure).rejects.toThrow("Endpoint can't manage this kind of object");
    await expect(failure).rejects.not.toThrow("adoptId");
  });
});

describe("a name that another object keeps", () => {
  test("is requested once, and the error contains the object that has it and advice", async () => {
    const { id } = await create("ReservedDomain", { domain: "app.example.com" });
    const since = emulator.requests().at(-1)?.n ?? 0;
    const failure = host.of("ReservedDomain").create({ domain: "app.example.com" });
    await expect(failure).rejects.toThrow(
      new RegExp(
        `409.*app\\.example\\.com is taken: ${takenMessage("ReservedDomain", id, `.*aliases.*retainOnDelete.*adoptId: "${id}".*deleteBeforeReplace: true.*--target-dependents`)}`,
      ),
    );
    await expect(failure).rejects.not.toThrow(/adoptId.*adoptId|aliases.*aliases/);
    expect(formatCalls(emulator.requests({ since, method: "POST" }))).toEqual(["POST /reserved_domains"]);
  });

  test("is rejected with the other resource of this program that has it", async () => {
    const { id } = await host.create("Vault", { name: "app" }, "first");
    // Skips the check, which another provider process may have run.
    const failure = host.of("Vault").create({ name: "app" });
    await expect(failure).rejects.toThrow(
      `app is taken: Vault "first" of this program already has it, as Vault ${id}: change`,
    );
    await expect(failure).rejects.not.toThrow(/aliases|adoptId/);
  });

  test("is not searched for in other classes", async () => {
    await create("TlsEdge", { hostports: [A] });
    await expect(host.of("HttpsEdge").create({ hostports: [A] })).rejects.toThrow(
      "no HttpsEdge of this account has exactly this name: check similar objects, other classes, and other accounts",
    );
  });

  test("is reported for updates too", async () => {
    const first = await create("TlsEdge", { hostports: [A] });
    const second = await create("TlsEdge", { hostports: [B] });
    const failure = update(second, { hostports: [A, B] });
    await expect(failure).rejects.toThrow(new RegExp(`${A} is taken: ${takenMessage("TlsEdge", first.id)}`));
    await expect(failure).rejects.not.toThrow("adoptId");
  });

  test("is reported as the service's error if the list cannot be read", async () => {
    await create("ReservedDomain", { domain: "app.example.com" });
    emulator.faults({ on: "GET *", status: 403 });
    const failure = host.of("ReservedDomain").create({ domain: "app.example.com" });
    await expect(failure).rejects.toThrow(/already reserved\. \(operation \w+\)/);
    await expect(failure).rejects.not.toThrow(/rd_/);
  });
});

test.each(["text", "my-text_1"])(
  "an error whose message has the word %s is not about a vault of that name",
  async (name) => {
    const msg = `the description must not be ${name}`;
    emulator.faults({ on: "POST /vaults", kind: "custom", status: 400, body: { error_code: "ERR_1", msg } });
    const failure = create("Vault", { name });
    await expect(failure).rejects.toThrow(msg);
    await expect(failure).rejects.not.toThrow(/is taken/);
    expect(emulator.requests({ method: "POST" })).toHaveLength(1);
  },
);
