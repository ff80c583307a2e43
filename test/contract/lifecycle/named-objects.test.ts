import { beforeEach, describe, expect, test } from "vitest";
import { openLedger, openSharedLedger } from "../../../provider/lifecycle";
import { type BareAccount, openBareAccount } from "../../support/lifecycle";

/**
 * Deletions of objects to which another resource refers. The reference is a literal id, so the engine doesn't know the
 * dependency.
 */

type Props = Record<string, unknown>;

let bare: BareAccount;

beforeEach(async () => {
  bare = await openBareAccount();
});

async function createChecked(name: string, inputs: Props) {
  const { inputs: checked, failures } = bare.of(name).check({}, inputs);
  expect(failures).toEqual([]);
  const { id, state } = await bare.of(name).create(bare.account, checked);
  const remove = () => bare.of(name).delete(bare.account, id, state);
  /** Checks, compares, and updates, as the engine does for an existing resource. */
  const update = (news: Props) => {
    const program = bare.of(name).check(checked, news).inputs;
    bare.of(name).diff(id, state, program);
    return bare.of(name).update(bare.account, id, state, program);
  };
  return { id, state, remove, update };
}

/** Creates an object as another program with the same account does. */
async function createElsewhere(name: string, inputs: Props) {
  const otherRun = { ...bare.account, ledger: openLedger(openSharedLedger(bare.clock)) };
  return bare.of(name).create(otherRun, bare.of(name).check({}, inputs).inputs);
}

const warnings = () => bare.lines.filter((line) => line.startsWith("warning: "));

const policyWith = (id: string) => ({
  on_http_request: [{ actions: [{ type: "restrict-ips", config: { ip_policies: [id] } }, { type: "deny" }] }],
});

const pathInPolicy = "on_http_request.0.actions.0.config.ip_policies.0";
const pathInText = "on_tcp_connect.0.actions.0.config.ip_policies.0";
const policyText = (id: string) =>
  `on_tcp_connect: [{ actions: [{ type: restrict-ips, config: { ip_policies: [${id}] } }] }]`;

const referrers: [string, (id: string) => Props, string][] = [
  ["IpRestriction", (id) => ({ type: "api", ipPolicyIds: [id] }), "ipPolicyIds"],
  ["TlsEdge", (id) => ({ ipRestriction: { ipPolicyIds: [id] } }), "ipRestriction.ipPolicyIds"],
  [
    "Endpoint",
    (id) => ({ url: "https://a.internal", trafficPolicy: policyWith(id) }),
    `trafficPolicy.${pathInPolicy}`,
  ],
  ["TcpEdge", (id) => ({ trafficPolicy: { value: policyText(id) } }), `trafficPolicy.value.${pathInText}`],
];

const rule = (ipPolicyId: string) => ({ ipPolicyId, cidr: "203.0.113.0/24", action: "allow" });
const route = (edgeId: string) => ({ edgeId, matchType: "path_prefix", match: "/" });
const module = (edgeId: string) => ({ edgeId, terminateAt: "edge" });
const apiKey = (ownerId: string) => ({ ownerId });
const edge = { ipRestriction: { enabled: false } };

const parts: [
  className: string,
  ownerClass: string,
  ownerInputs: Props,
  inputs: (ownerId: string) => Props,
][] = [
  ["IpPolicyRule", "IpPolicy", {}, rule],
  ["HttpsEdgeRoute", "HttpsEdge", { tlsTermination: {} }, route],
  ["TlsEdgeTlsTermination", "TlsEdge", edge, module],
  ["ApiKey", "BotUser", { name: "deployer" }, apiKey],
];

test.each(parts)("a %s prevents the deletion of its %s", async (name, ownerClass, ownerInputs, inputs) => {
  const owner = await createChecked(ownerClass, ownerInputs);
  const part = await createChecked(name, inputs(owner.id));
  const [path] = Object.keys(inputs(owner.id));
  await expect(owner.remove()).rejects.toThrow(
    `${ownerClass} ${owner.id} is not deleted: ${name} ${part.id} (${path}) stays in this program and refers to it`,
  );
  await part.remove();
  expect(await owner.remove()).toBe("deleted");
});

describe.each(referrers)("an IP policy that a %s refers to", (name, inputs, path) => {
  test("is not deleted while that object stays", async () => {
    const policy = await createChecked("IpPolicy", {});
    const referrer = await createChecked(name, inputs(policy.id));
    await expect(policy.remove()).rejects.toThrow(
      `IpPolicy ${policy.id} is not deleted: ${name} ${referrer.id} (${path}) stays in this program and refers to it`,
    );
    expect(bare.emulator.objects("/ip_policies")).toHaveLength(1);
  });

  test("causes a warning after its deletion if another program manages that object", async () => {
    const policies = [await createChecked("IpPolicy", {}), await createChecked("IpPolicy", {})];
    const { id } = await createElsewhere(name, inputs(String(policies[0]?.id)));
    expect(await Promise.all(policies.map((policy) => policy.remove()))).toEqual(["deleted", "deleted"]);
    expect(warnings()).toEqual([
      expect.stringContaining(
        `warning: IpPolicy ${policies[0]?.id} is deleted, but ${name} ${id} (${path}) still referred to it`,
      ),
    ]);
    expect(
      bare.emulator.requests().filter(({ method, path }) => method === "GET" && path === "/endpoints").length,
    ).toBeLessThanOrEqual(2);
  });

  test("is deleted if that object no longer refers to it or is deleted too", async () => {
    const [first, second, unused] = [
      await createChecked("IpPolicy", {}),
      await createChecked("IpPolicy", {}),
      await createChecked("IpPolicy", {}),
    ];
    const referrer = await createChecked(name, inputs(first.id));
    await referrer.update(inputs(second.id));
    expect(await first.remove()).toBe("deleted");
    await referrer.remove();
    expect(await second.remove()).toBe("deleted");
    expect(await unused.remove()).toBe("deleted");
  });
});

test("a resource that only a refresh has compared prevents no deletion", async () => {
  const policy = await createChecked("IpPolicy", {});
  const { id, state } = await bare
    .of("IpRestriction")
    .create(bare.account, { type: "api", ipPolicyIds: [policy.id] });
  bare.of("IpRestriction").diff(id, state, { type: "api", ipPolicyIds: [policy.id], description: "earlier" });
  expect(await policy.remove()).toBe("deleted");
});
