import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Emulator } from "../../emulator";
import { markIn } from "../../provider/lifecycle/values/mark";
import { type HostedProvider, hostFor } from "../support/hosted-provider";
import { testedProvider } from "../support/provider-under-test";
import { testJournal } from "../support/test-resources";
import { virtualTime } from "../support/virtual-clock";

type Props = Record<string, unknown>;

interface Existing {
  readonly className: string;
  readonly id: string;
  readonly outs: Props;
  readonly inputs: Props;
}

const time = virtualTime();
let emulator: Emulator;
let host: HostedProvider;
let journal: ReturnType<typeof testJournal>;

const MARK_CONFIG = { "tunnel-edge:ownershipMark": true };
/** Returns the name that the SDK passes for a resource. */
const place = (name: string, stack = "app/dev") => `organization/${stack}/${name}`;

beforeEach(async () => {
  journal = testJournal();
  emulator = await time.startEmulator({ seed: { "/reserved_domains": [{ domain: "*.example.com" }] } });
  host = hostFor(emulator, MARK_CONFIG);
});

/** Starts another run, by default without the journal of earlier ones. */
async function newRun(config: Props = MARK_CONFIG, loseFolder = true): Promise<void> {
  await journal.restart({ loseFolder });
  host = hostFor(emulator, config);
}

async function create(className: string, inputs: Props, name: string): Promise<Existing> {
  const { id, outs } = await host.create(className, inputs, name);
  return { className, id, outs, inputs };
}

/** Creates an object that is so many hours old. */
async function createEarlier(hours: number, ...args: Parameters<typeof create>): Promise<Existing> {
  emulator.clock({ advance: -hours * 3600 });
  const resource = await create(...args);
  emulator.clock({ reset: true });
  return resource;
}

/** Makes the engine's calls for an existing resource: check and diff. */
async function compare({ className, id, outs, inputs }: Existing, name: string, args = inputs) {
  const family = host.of(className);
  // Old inputs, which aren't empty, show that the resource has an object.
  const { inputs: checked = {} } = await family.check(
    { ...inputs, __provider: "x" },
    { ...args, __resource: name },
  );
  return { checked, diff: await family.diff(id, outs, checked) };
}

/** Updates an existing resource if it differs, and returns it. */
async function up(resource: Existing, name: string, args = resource.inputs): Promise<Existing> {
  const { checked, diff } = await compare(resource, name, args);
  // The engine compares the inputs itself if the provider leaves the result open.
  if (diff.changes === false) return resource;
  const { outs } = await host.of(resource.className).update(resource.id, resource.outs, checked);
  return { ...resource, outs: outs as Props, inputs: args };
}

const policies = () => emulator.objects("/ip_policies");
const readMark = (id: string) => markIn(policies().find((policy) => policy.id === id) ?? {});
const patches = () => emulator.requests({ method: "PATCH" });

describe("a resource that was renamed or moved", () => {
  test.each<string[]>([
    ["renamed by an alias", place("b")],
    ["moved to another stack", place("a", "app/prod")],
    ["in a renamed project", place("a", "web/dev")],
    // The native provider's tests pass no parents.
    ...(testedProvider === "dynamic" ? [["moved into a component", place("group:Site::site/a")]] : []),
  ])(
    "%s: one update rewrites the mark, and a new resource of the former name is another object",
    async (_, newPlace = "") => {
      const old = await create("IpPolicy", { description: "office", metadata: "ours" }, place("a"));
      const before = readMark(old.id);
      await newRun();
      const moved = await up(old, newPlace);
      expect(patches().map(({ body }) => body)).toEqual([
        { metadata: expect.stringMatching(/^ours \[tunnel-edge:[\w-]{22}\]$/) },
      ]);
      expect(readMark(old.id)).not.toBe(before);
      expect(moved.outs).toMatchObject({ description: "office", metadata: "ours" });
      await newRun();
      expect((await compare(moved, newPlace)).diff).toEqual({ changes: false });
      const newObject = await create("IpPolicy", old.inputs, place("a"));
      expect(newObject.id).not.toBe(old.id);
      await newRun();
      await host.of("IpPolicy").delete(newObject.id, newObject.outs);
      expect(policies().map(({ id }) => id)).toEqual([old.id]);
    },
  );

  test("is updated again if the run ended before the state was written", async () => {
    const old = await create("IpPolicy", { description: "office" }, place("a"));
    await newRun();
    await up(old, place("b"));
    await newRun();
    const moved = await up(old, place("b"), { description: "home" });
    expect(policies()).toMatchObject([{ id: old.id, description: expect.stringMatching(/^home/) }]);
    await newRun();
    expect((await compare(moved, place("b"))).diff).toEqual({ changes: false });
  });

  test("keeps metadata that was changed by hand, which only a refresh shows", async () => {
    const old = await create("IpPolicy", { metadata: "ours" }, place("a"));
    emulator.mutate({ path: `/ip_policies/${old.id}`, set: { metadata: "by hand" } });
    await newRun();
    const moved = await up(old, place("b"));
    expect(moved.outs.metadata).toBe("ours");
    expect((await compare(moved, place("b"))).diff).toEqual({ changes: false });
    expect(policies()[0]?.metadata).toMatch(/^by hand \[tunnel-edge:/);
  });

  test("gets its mark with an update of its metadata", async () => {
    const old = await create("IpPolicy", { metadata: "ours" }, place("a"));
    await newRun();
    const updated = await up(old, place("b"), { metadata: "new" });
    expect(patches()).toHaveLength(1);
    expect(updated.outs.metadata).toBe("new");
    await newRun();
    const updatedAgain = await up(updated, place("b"), { metadata: "newer" });
    expect(policies()[0]?.metadata).toMatch(/^newer \[tunnel-edge:/);
    expect((await compare(updatedAgain, place("b"))).diff).toEqual({ changes: false });
  });

  test("loses its mark if marks are disabled", async () => {
    const old = await create("IpPolicy", { metadata: "ours" }, place("a"));
    await newRun({});
    const moved = await up(old, place("b"));
    expect(policies()[0]?.metadata).toBe("ours");
    await newRun({});
    expect((await compare(moved, place("c"))).diff).toEqual({ changes: false });
  });

  test.each(["ours [tunnel-edge:AAAAAAAAAAAAAAAAAAAAAA]", '{"a":1,"tunnel-edge":"AAAAAAAAAAAAAAAAAAAAAA"}'])(
    "cannot be given a mark by its program: %j",
    async (metadata) => {
      await expect(create("IpPolicy", { metadata }, place("a"))).rejects.toThrow(
        "metadata: ends in an ownership mark (tunnel-edge), which only the provider adds and removes",
      );
    },
  );

  test("has no difference if it never had a mark", async () => {
    await newRun({});
    const old = await create("IpPolicy", {}, place("a"));
    await newRun();
    expect((await compare(old, place("b"))).diff).toEqual({ changes: false });
  });
});

describe("a marked object that no state has, as after an interrupted run,", () => {
  test.each([
    ["is not recovered after more than three days", 73, false],
    ["is recovered within three days, which cover a weekend", 70, true],
  ])("%s", async (_, hours, isRecovered) => {
    const old = await createEarlier(hours, "IpPolicy", {}, place("a"));
    await newRun();
    expect((await create("IpPolicy", {}, place("a"))).id === old.id).toBe(isRecovered);
  });

  test.each([
    ["is not recovered if other objects use it", "false", false],
    ["is recovered although other objects use it, if the state is written only at the end", "true", true],
  ])("%s", async (_, skipsCheckpoints, isRecovered) => {
    vi.stubEnv("PULUMI_SKIP_CHECKPOINTS", skipsCheckpoints);
    const old = await create("IpPolicy", {}, place("a"));
    await create("IpRestriction", { type: "agent", ipPolicyIds: [old.id] }, place("restriction"));
    await newRun();
    expect((await create("IpPolicy", {}, place("a"))).id === old.id).toBe(isRecovered);
  });

  test("is not recovered if an earlier command has seen it in a state", async () => {
    const old = await create("IpPolicy", {}, place("a"));
    await newRun(MARK_CONFIG, false);
    await compare(old, place("a"));
    await newRun(MARK_CONFIG, false);
    const newObject = await create("IpPolicy", {}, place("a"));
    expect(newObject.id).not.toBe(old.id);
    await newRun(MARK_CONFIG, false);
    await compare(newObject, place("b"), { deleteOnDestroy: false });
    await host.of("IpPolicy").delete(newObject.id, { ...newObject.outs, deleteOnDestroy: false });
    await newRun(MARK_CONFIG, false);
    expect((await create("IpPolicy", {}, place("a"))).id).toBe(newObject.id);
  });

  test("is neither recovered nor deleted if it is a key older than three days", async () => {
    const old = await createEarlier(73, "ApiKey", { description: "ci" }, place("key"));
    await newRun();
    const newObject = await create("ApiKey", { description: "ci" }, place("key"));
    expect(newObject.id).not.toBe(old.id);
    expect(emulator.objects("/api_keys").map(({ id }) => id)).toContain(old.id);
  });
});

describe("an object that a run adopted although a state has it", () => {
  /**
   * Simulates that a state was moved to another stack, and that the former stack's program adopted the object before a
   * run of the other stack.
   */
  async function adoptMoved() {
    const moved = await create("IpPolicy", {}, place("a"));
    await newRun();
    const taker = await create("IpPolicy", {}, place("a"));
    expect(taker.id).toBe(moved.id);
    return { moved, taker };
  }

  test("is not updated by the other stack, with advice in the error", async () => {
    const { moved, taker } = await adoptMoved();
    await newRun();
    const refused = up(moved, place("a", "app/prod"));
    await expect(refused).rejects.toThrow(
      `IpPolicy ${moved.id} carries the ownership mark of another resource, which adopted it since this state was written; nothing was changed`,
    );
    await expect(refused).rejects.toThrow("pulumi state delete");
    await newRun();
    expect((await compare(taker, place("a"))).diff).toEqual({ changes: false });
  });

  test("is deleted only by the stack that has it", async () => {
    const { moved, taker } = await adoptMoved();
    await newRun();
    await host.of("IpPolicy").delete(moved.id, moved.outs);
    expect(policies()).toHaveLength(1);
    await newRun();
    await host.of("IpPolicy").delete(taker.id, taker.outs);
    expect(policies()).toEqual([]);
  });

  test("is recognized again if the run that adopted it was killed", async () => {
    const { taker } = await adoptMoved();
    await newRun();
    expect((await create("IpPolicy", {}, place("a"))).id).toBe(taker.id);
  });
});

describe("an object that another resource adopts", () => {
  test("is rejected until the user confirms that no state has it", async () => {
    // With marks and without them.
    for (const [name, marks] of [["a"], ["c", {}]] as const) {
      const { id } = await create("IpPolicy", {}, place(name));
      await newRun(marks);
      await expect(create("IpPolicy", { adoptId: id }, place("b"))).rejects.toThrow(
        `adoptId: IpPolicy ${id} carries the ownership mark of another resource, of this stack or another one. Only one resource can manage an object, so nothing was changed. Search for ${id} in the states of your stacks`,
      );
      expect(patches()).toEqual([]);
      await newRun();
    }
  });

  test("gets the mark of that resource", async () => {
    const old = await create("IpPolicy", {}, place("a"));
    await newRun();
    vi.stubEnv("TUNNEL_EDGE_TAKE_MARKED", "on");
    const adopted = await create("IpPolicy", { adoptId: old.id }, place("b"));
    expect(adopted.id).toBe(old.id);
    expect(patches()).toHaveLength(1);
    await newRun();
    expect((await compare(adopted, place("b"))).diff).toEqual({ changes: false });
    expect((await create("IpPolicy", {}, place("a"))).id).not.toBe(old.id);
  });

  test("is not written if it has no mark, or already that of the resource", async () => {
    const created = await create("IpPolicy", {}, place("a"));
    const [unmarked = ""] =
      emulator.seed({ "/ip_policies": [{ description: "by hand" }] })["/ip_policies"] ?? [];
    await newRun();
    await create("IpPolicy", { adoptId: created.id }, place("a"));
    await create("IpPolicy", { description: "by hand", adoptId: unmarked }, place("b"));
    expect(patches()).toEqual([]);
  });
});

describe("the recovery of an object", () => {
  test("ignores an object with another resource's mark", async () => {
    await newRun({});
    emulator.faults({ on: "POST /ip_policies", kind: "cut-before", times: 1 });
    const foreignMark = `[tunnel-edge:${"m".repeat(22)}]`;
    emulator.seed({ "/ip_policies": [{ metadata: foreignMark }] });
    const { id } = await create("IpPolicy", {}, place("a"));
    expect(readMark(id)).toBeUndefined();
    expect(policies()).toHaveLength(2);
  });

  test("ignores a recorded object that has another resource's mark", async () => {
    const old = await create("IpPolicy", {}, place("a"));
    const text = `[tunnel-edge:${"m".repeat(22)}]`;
    emulator.mutate({ path: `/ip_policies/${old.id}`, set: { metadata: text } });
    await newRun(MARK_CONFIG, false);
    expect((await create("IpPolicy", {}, place("a"))).id).not.toBe(old.id);
  });
});

describe.each([
  ["with a journal", {}],
  ["with the mark", MARK_CONFIG],
])("a forced replacement with a request that the service never received, %s", (_, config) => {
  const inputs = { description: "office" };

  async function replace(old: Existing) {
    emulator.faults({ on: "POST /ip_policies", kind: "cut-before", times: 1 });
    await host.of("IpPolicy").check(old.inputs, { ...old.inputs, __resource: place("a") });
    return create("IpPolicy", old.inputs, place("a"));
  }

  test("does not adopt the object that it replaces", async () => {
    await newRun(config, false);
    const old = await create("IpPolicy", inputs, place("a"));
    await newRun(config, false);
    await time.clock.sleep(10_000);
    await expect(replace(old)).rejects.toThrow(
      `it is unknown which of the equal objects ${old.id} it created`,
    );
    expect(policies().map(({ id }) => id)).toEqual([old.id]);
  });

  test("deletes no object that it has adopted if the clock doesn't distinguish them", async () => {
    await newRun(config, false);
    const old = await create("IpPolicy", inputs, place("a"));
    await newRun(config, false);
    await replace(old);
    await host.of("IpPolicy").delete(old.id, old.outs);
    expect(policies()).toHaveLength(1);
  });
});
