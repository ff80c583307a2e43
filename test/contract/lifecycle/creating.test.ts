import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Fault } from "../../../emulator";
import {
  type Account,
  type Creation,
  type Earlier,
  ForgetfulJournal,
  type Intent,
} from "../../../provider/lifecycle";
import { type BareAccount, linesOf, openBareAccount } from "../../support/lifecycle";

type Props = Record<string, unknown>;

/** A journal of this process that tells what it was told, and what an earlier process has left. */
class OpenJournal extends ForgetfulJournal {
  readonly events: string[] = [];
  earlier: Earlier | undefined;
  openEarlier = 0;
  creation: Creation | undefined;

  override begin(creation?: Creation): Intent {
    this.creation = creation;
    const intent = super.begin();
    return {
      ...intent,
      earlier: this.earlier,
      openEarlier: () => this.openEarlier,
      sending: (at) => void this.events.push(`sending at ${Math.round((this.now() - at) / 1000)} s ago`),
      answered: (id) => {
        this.events.push("answered");
        intent.answered(id);
      },
      resolved: () => void this.events.push("resolved"),
      unclear: (ids) => void this.events.push(`unclear: ${ids.length}`),
      dropped: () => void this.events.push("dropped"),
    };
  }

  constructor(private readonly now: () => number) {
    super();
  }
}

let bare: BareAccount;
let journal: OpenJournal;
let account: Account;
let pauses: number[];

beforeEach(async () => {
  bare = await openBareAccount();
  // Frozen, so that two objects can be of the same moment.
  bare.emulator.clock({ freeze: true });
  newProcess();
});

afterEach(() => bare.close());

function newProcess(changes: Partial<Account> = {}): void {
  journal = new OpenJournal(bare.account.now);
  pauses = [];
  account = {
    ...bare.account,
    journal,
    sleep: (milliseconds) => {
      pauses.push(milliseconds);
      return bare.account.sleep(milliseconds);
    },
    ...changes,
  };
}

const create = (className: string, inputs: Props = {}, name?: string) =>
  bare.of(className).create(account, inputs, name === undefined ? undefined : { name, hasObject: false });
const policies = () => bare.emulator.objects("/ip_policies").map(({ id }) => id);
const calls = () => linesOf(bare.emulator.requests()).map((line) => line.replace(/\/(\w+_\w{20,})$/, "/ID"));
const emptyList: Fault = { kind: "custom", status: 200, body: { ip_policies: [], next_page_uri: null } };
const noList: Fault = { kind: "custom", status: 200, body: { ip_policies: { 0: "x" } } };

describe("a creation", () => {
  test("is one POST, noted before it is sent and when it is answered", async () => {
    const { id } = await create("IpPolicy", { description: "office" }, "app/dev/a");
    expect(policies()).toEqual([id]);
    expect(calls()).toEqual(["POST /ip_policies"]);
    expect(journal.events).toEqual(["resolved", "sending at 300 s ago", "answered"]);
    expect(journal.creation).toEqual({
      family: "IpPolicy",
      path: "/ip_policies",
      body: { description: "office" },
      name: "app/dev/a",
    });
    expect(pauses).toEqual([]);
  });

  test("sends what the API wants to see although the program does not give it", async () => {
    await create("Endpoint", { url: "https://a.example.com", trafficPolicy: "{}" });
    expect(bare.emulator.requests()[0]?.body).toEqual({
      url: "https://a.example.com",
      type: "cloud",
      traffic_policy: "{}",
    });
  });

  test("that is refused is over: nobody looks for an object", async () => {
    bare.emulator.faults({ on: "POST *", status: 409 });
    await expect(create("IpPolicy")).rejects.toThrow("409");
    expect(calls()).toEqual(["POST /ip_policies"]);
    expect(journal.events.slice(-1)).toEqual(["dropped"]);
  });

  test("knows the server's time from the second one on", async () => {
    await create("IpPolicy", { description: "one" });
    await create("IpPolicy", { description: "two" });
    expect(journal.events.filter((event) => event.startsWith("sending"))).toEqual([
      "sending at 300 s ago",
      expect.stringMatching(/^sending at -?[0-2] s ago$/),
    ]);
  });
});

describe("a creation whose answer is lost", () => {
  test("is over once its object is found", async () => {
    bare.emulator.faults({ on: "POST *", kind: "cut-after" });
    const { id, state } = await create("IpPolicy", { description: "office" });
    expect(policies()).toEqual([id]);
    expect(state).toMatchObject({ description: "office" });
    expect([calls(), pauses, bare.lines]).toEqual([["POST /ip_policies", "GET /ip_policies"], [], []]);
    expect(journal.events.slice(1)).toEqual(["sending at 300 s ago", "answered"]);
  });

  test("without any sign of the service is looked for twice, then sent again", async () => {
    bare.emulator.faults({ on: "POST *", kind: "cut-before", times: 1 });
    await create("IpPolicy");
    expect(calls()).toEqual([
      "POST /ip_policies",
      "GET /ip_policies",
      "GET /ip_policies",
      "POST /ip_policies",
    ]);
    expect(pauses).toEqual([1_000, 250]);
  });

  test("by an error of the service is looked for once, then sent again", async () => {
    bare.emulator.faults({ on: "POST *", status: 503, times: 1 });
    await create("IpPolicy");
    expect(calls()).toEqual(["POST /ip_policies", "GET /ip_policies", "POST /ip_policies"]);
    expect(pauses).toEqual([250]);
  });

  test("is found by the second look, if the service is slow", async () => {
    bare.emulator.faults([
      { on: "POST *", kind: "cut-after" },
      { on: "GET *", ...emptyList, times: 1 },
    ]);
    const { id } = await create("IpPolicy");
    expect(policies()).toEqual([id]);
    expect(pauses).toEqual([1_000]);
  });

  test("is sent six times at the most", async () => {
    bare.emulator.faults({ on: "POST *", status: 500, body: { msg: "broken", error_code: "ERR_1" } });
    await expect(create("IpPolicy")).rejects.toThrow(
      /^IpPolicy: nothing was created in 6 attempts: POST \/ip_policies: 500 ERR_1: broken/,
    );
    expect(pauses).toEqual([250, 500, 1_000, 2_000, 4_000]);
    expect(calls().filter((call) => call.startsWith("POST"))).toHaveLength(6);
  });

  test("may run into its own object when it is sent again", async () => {
    bare.emulator.faults([
      { on: "POST *", kind: "cut-after", times: 1 },
      {
        on: "GET /reserved_domains",
        kind: "custom",
        status: 200,
        body: { reserved_domains: [], next_page_uri: null },
        times: 2,
      },
    ]);
    const { id } = await create("ReservedDomain", { domain: "app.example.com" });
    expect(bare.emulator.objects("/reserved_domains").map((domain) => domain.id)).toEqual([id]);
    expect(bare.emulator.requests({ method: "POST" }).map(({ status }) => status)).toEqual([null, 409]);
  });

  test("and is refused when it is sent again for what somebody else has made", async () => {
    bare.emulator.faults({ on: "POST *", kind: "cut-before", times: 1 });
    bare.emulator.seed({ "/reserved_domains": [{ domain: "app.example.com", region: "eu" }] });
    await expect(create("ReservedDomain", { domain: "app.example.com", region: "us" })).rejects.toThrow(
      "409",
    );
  });
});

describe("looking for an object", () => {
  beforeEach(() => {
    bare.emulator.faults([{ on: "POST *", kind: "cut-after" }]);
  });

  test("goes on when an answer is no list", async () => {
    bare.emulator.faults({ on: "GET *", ...noList, times: 3 });
    const { id } = await create("IpPolicy");
    expect(policies()).toEqual([id]);
    expect(pauses).toEqual([250, 500, 1_000]);
  });

  test("gives up after four of them, and says what a further run will do", async () => {
    bare.emulator.faults({ on: "GET *", ...noList });
    await expect(create("IpPolicy")).rejects.toThrow(
      /^IpPolicy: POST \/ip_policies.*; and looking for the object failed: GET \/ip_policies.*\. Run again: what was created will be recognised, unless TUNNEL_EDGE_JOURNAL_DIR is off$/s,
    );
    expect(pauses).toEqual([250, 500, 1_000]);
    expect(journal.events).not.toContain("dropped");
  });

  test("gives up at once when it is not allowed", async () => {
    bare.emulator.faults({ on: "GET *", status: 403 });
    await expect(create("IpPolicy")).rejects.toThrow("and looking for the object failed");
    expect(pauses).toEqual([]);
  });

  test("ends with the page that is older than the creation", async () => {
    await bare.close();
    bare = await openBareAccount({ pageSize: 2, seed: { collection: "/ip_policies", count: 20 } });
    bare.emulator.clock({ freeze: true, advance: 3_600 });
    newProcess();
    await create("IpPolicy", { description: "tells the time" });
    bare.emulator.faults({ on: "POST *", kind: "cut-after" });
    const before = bare.emulator.requests().length;
    await create("IpPolicy", { description: "lost" });
    expect(calls().slice(before)).toEqual(["POST /ip_policies", "GET /ip_policies", "GET /ip_policies"]);
  });

  test("takes nothing that was there long before, or belongs to somebody", async () => {
    const [old] =
      bare.emulator.seed({ "/ip_policies": [{ created_at: "2001-01-01T00:00:00Z" }] })["/ip_policies"] ?? [];
    const { id } = await create("IpPolicy");
    expect(id).not.toBe(old);
    journal.known(id);
    expect((await create("IpPolicy")).id).not.toBe(id);
    expect(policies()).toHaveLength(3);
  });

  test.each([
    ["another value", { description: "other" }],
    ["a value that was not sent", { description: "office", metadata: "m" }],
  ])("takes nothing with %s", async (_, fields) => {
    const [theirs] = bare.emulator.seed({ "/ip_policies": [fields] })["/ip_policies"] ?? [];
    const { id } = await create("IpPolicy", { description: "office" });
    expect(id).not.toBe(theirs);
  });

  test("names equal objects that nobody can tell apart, and takes none", async () => {
    const [theirs] =
      bare.emulator.seed({ "/ip_policies": [{ description: "office" }] })["/ip_policies"] ?? [];
    const failure = create("IpPolicy", { description: "office" });
    await expect(failure).rejects.toThrow(
      /^IpPolicy: the answer to its creation was lost, and of the equal objects/,
    );
    const [one, other] = policies();
    expect([one, other]).toContain(theirs);
    await expect(failure).rejects.toThrow(
      "nobody can tell which came of it and which somebody else made. None was taken or changed. Set adoptId to the one that is yours, or delete that one, and run again",
    );
    await expect(failure).rejects.toThrow(String(one));
    await expect(failure).rejects.toThrow(String(other));
    expect(journal.events.slice(-1)).toEqual(["unclear: 2"]);
    expect(bare.emulator.requests({ method: "DELETE" })).toEqual([]);
  });

  test("takes one of as many as there are open creations of an earlier run", async () => {
    bare.emulator.seed({ "/ip_policies": [{}] });
    journal.openEarlier = 1;
    const { id } = await create("IpPolicy");
    expect(policies()).toContain(id);
    expect(policies()).toHaveLength(2);
  });

  test("of equal creations at the same time finds each its own", async () => {
    const made = await Promise.all(["a", "b", "c"].map((name) => create("IpPolicy", {}, name)));
    expect(new Set(made.map(({ id }) => id))).toEqual(new Set(policies()));
    expect(policies()).toHaveLength(3);
  });

  test("waits for equal creations that are on their way", async () => {
    bare.emulator.faults([
      { on: "POST *", kind: "cut-after", times: 1 },
      { on: "POST *", latencyMs: 150 },
    ]);
    const made = await Promise.all(["a", "b", "c"].map((name) => create("IpPolicy", {}, name)));
    expect(new Set(made.map(({ id }) => id))).toEqual(new Set(policies()));
    expect(policies()).toHaveLength(3);
  });

  test("does not count a creation that could not be cleared up among those of later ones", async () => {
    const [theirs] = bare.emulator.seed({ "/ip_policies": [{}] })["/ip_policies"] ?? [];
    await expect(create("IpPolicy")).rejects.toThrow("nobody can tell");
    bare.emulator.mutate({ path: `/ip_policies/${theirs}`, delete: true });
    await expect(create("IpPolicy")).rejects.toThrow("nobody can tell");
  });
});

describe("an object whose secret was lost with the answer", () => {
  test("is deleted, and another one created", async () => {
    bare.emulator.faults({ on: "POST *", kind: "cut-after", times: 1 });
    const before = bare.emulator.objects("/api_keys").length;
    const { id, state } = await create("ApiKey", { description: "ci" });
    expect(state.token).toEqual(expect.stringMatching(/^api_/));
    expect(bare.emulator.objects("/api_keys")).toHaveLength(before + 1);
    expect(calls()).toEqual(["POST /api_keys", "GET /api_keys", "DELETE /api_keys/ID", "POST /api_keys"]);
    expect(bare.lines).toEqual([
      expect.stringMatching(
        /^ApiKey ak_\w+ was created but its token, which is shown once, did not arrive: it is deleted and created again$/,
      ),
    ]);
    expect(bare.lines[0]).not.toContain(id);
  });
});

describe("what an earlier run has left", () => {
  const inputs = { description: "office" };
  const told = (id: string) =>
    `IpPolicy ${id} was created by an earlier run that was interrupted: it is taken over`;

  /** An object of an earlier process. */
  async function left(): Promise<string> {
    const { id } = await create("IpPolicy", inputs);
    newProcess();
    return id;
  }

  const fresh = async (id: string) => {
    const made = await create("IpPolicy", inputs);
    expect(made.id).not.toBe(id);
    expect(journal.events.slice(0, 1)).toEqual(["resolved"]);
    expect(bare.lines).toEqual([]);
  };

  test("is taken over by its id", async () => {
    const id = await left();
    journal.earlier = { id, at: account.now() };
    const made = await create("IpPolicy", inputs);
    expect(made).toMatchObject({ id, state: inputs });
    expect(made.state).not.toHaveProperty("adopted");
    expect(made.state).not.toHaveProperty("adoptId");
    expect([policies(), bare.lines, journal.events]).toEqual([[id], [told(id)], ["resolved", "answered"]]);
  });

  test("is not deleted by whatever resource held it before, once it is taken over", async () => {
    const id = await left();
    journal.earlier = { id, at: account.now() };
    const lifecycle = bare.of("IpPolicy");
    const { state } = await lifecycle.create(account, inputs);
    await lifecycle.delete(account, id, state);
    expect(policies()).toEqual([id]);
    expect(bare.lines).toEqual([told(id), `IpPolicy ${id} is left in place: it was taken over in this run`]);
  });

  test("is mended when it was changed since, in one update", async () => {
    const id = await left();
    bare.emulator.mutate({ path: `/ip_policies/${id}`, set: { description: "by hand" } });
    journal.earlier = { id, at: account.now() };
    expect((await create("IpPolicy", inputs)).state).toMatchObject(inputs);
    expect(bare.emulator.requests({ method: "PATCH" }).map(({ body }) => body)).toEqual([inputs]);
  });

  test("is refused when only a replacement could mend it", async () => {
    const restriction = { type: "api", ipPolicyIds: [await left()] };
    const { id } = await create("IpRestriction", restriction);
    newProcess();
    journal.earlier = { id, at: account.now() };
    await expect(create("IpRestriction", { ...restriction, type: "agent" })).rejects.toThrow(
      `IpRestriction ${id}, which an interrupted run has created, differs in type, which only a replacement could change: delete it and run again`,
    );
  });

  test("and is gone is created anew", async () => {
    const id = await left();
    bare.emulator.mutate({ path: `/ip_policies/${id}`, delete: true });
    journal.earlier = { id, at: account.now() };
    await fresh(id);
  });

  test("and cannot be read is an error", async () => {
    const id = await left();
    journal.earlier = { id, at: account.now() };
    bare.emulator.faults({ on: "GET *", status: 403 });
    await expect(create("IpPolicy", inputs)).rejects.toThrow("403");
    expect(policies()).toEqual([id]);
  });

  test("without an answer is found by what was sent, within its time", async () => {
    const id = await left();
    journal.earlier = { at: account.now() };
    journal.openEarlier = 1;
    expect((await create("IpPolicy", inputs)).id).toBe(id);
    expect(bare.lines).toEqual([told(id)]);
  });

  test.each([
    ["after its time", -20 * 60_000 - 2_000],
    ["before it", 2_000],
  ])("is not what was made %s", async (_, shift) => {
    const id = await left();
    journal.earlier = { at: account.now() + shift };
    journal.openEarlier = 1;
    await fresh(id);
  });

  test("is what was made up to the end of its time", async () => {
    const id = await left();
    journal.earlier = { at: account.now() - 20 * 60_000 + 1_000 };
    journal.openEarlier = 1;
    expect((await create("IpPolicy", inputs)).id).toBe(id);
  });

  test("and is unclear stays unclear as long as all objects are there", async () => {
    const id = await left();
    const [theirs = ""] = bare.emulator.seed({ "/ip_policies": [inputs] })["/ip_policies"] ?? [];
    journal.earlier = { unclear: [id, theirs], at: account.now() };
    await expect(create("IpPolicy", inputs)).rejects.toThrow(
      `of the equal objects ${id}, ${theirs} nobody can tell`,
    );
    bare.emulator.mutate({ path: `/ip_policies/${theirs}`, delete: true });
    newProcess();
    journal.earlier = { unclear: [id, theirs], at: account.now() };
    await fresh(id);
  });

  test("whose secret nobody has is deleted and created again", async () => {
    const { id } = await create("ApiKey", { description: "ci" });
    newProcess();
    journal.earlier = { id, at: account.now() };
    const made = await create("ApiKey", { description: "ci" });
    expect(made.id).not.toBe(id);
    expect(bare.emulator.objects("/api_keys").map((key) => key.id)).not.toContain(id);
    expect(bare.lines.join()).toContain("did not arrive");
    expect(bare.lines.join()).not.toContain("taken over");
  });
});

describe("an ownership mark", () => {
  const marking = () => newProcess({ ownershipMark: true });
  const metadata = () => bare.emulator.objects("/ip_policies").map((policy) => String(policy.metadata));

  beforeEach(marking);

  test("is put on what has a name, and not into the state", async () => {
    const { state } = await create("IpPolicy", { metadata: "ours" }, "app/dev/a");
    expect(state.metadata).toBe("ours");
    expect(metadata()).toEqual([expect.stringMatching(/^ours \[tunnel-edge:[\w-]{22}\]$/)]);
    await create("IpPolicy", { metadata: "ours" });
    expect(metadata()[1]).toBe("ours");
  });

  test("is put on nothing unless it is asked for, nor where there is no place for it", async () => {
    await create("BotUser", { name: "bot" }, "app/dev/bot");
    expect(bare.emulator.requests()[0]?.body).toEqual({ name: "bot" });
    newProcess();
    await create("IpPolicy", { metadata: "ours" }, "app/dev/a");
    expect(metadata()).toEqual(["ours"]);
  });

  test("recognises what an earlier run has left, among equal objects", async () => {
    bare.emulator.seed({ "/ip_policies": [{ metadata: "ours" }, { metadata: "ours" }] });
    const { id } = await create("IpPolicy", { metadata: "ours" }, "app/dev/a");
    marking();
    const again = await create("IpPolicy", { metadata: "ours" }, "app/dev/a");
    expect(again.id).toBe(id);
    marking();
    const other = await create("IpPolicy", { metadata: "ours" }, "app/dev/b");
    expect(other.id).not.toBe(id);
    expect(policies()).toHaveLength(4);
  });

  test("of an object that the engine knows is not taken for what was left", async () => {
    const { id } = await create("IpPolicy", {}, "app/dev/a");
    marking();
    journal.known(id);
    expect((await create("IpPolicy", {}, "app/dev/a")).id).not.toBe(id);
  });

  test("tells a lost object from equal ones", async () => {
    bare.emulator.seed({ "/ip_policies": [{}, {}] });
    bare.emulator.faults({ on: "POST *", kind: "cut-after" });
    const { id } = await create("IpPolicy", {}, "app/dev/a");
    expect(policies().indexOf(id)).toBe(2);
  });
});
