import { beforeEach, describe, expect, test } from "vitest";
import type { Fault, JsonObject } from "../../../emulator";
import type { Run } from "../../../provider/lifecycle";
import { type BareAccount, openBareAccount } from "../../support/lifecycle";
import { type RecordingJournal, receivedCalls, startProcess } from "../../support/recording-journal";
import { until } from "../../support/until";

type Props = Record<string, unknown>;

let bare: BareAccount;
let journal: RecordingJournal;
let account: Run;
let pauses: readonly number[];

beforeEach(async () => {
  bare = await openBareAccount();
  newProcess();
});

function newProcess(changes: Partial<Run> = {}): void {
  ({ account, journal, pauses } = startProcess(bare, changes));
}

// `hasObject` is true for a replacement.
const create = (className: string, inputs: Props = {}, name?: string) =>
  bare.of(className).create(account, inputs, name === undefined ? undefined : { name, hasObject: false });
const policies = () => bare.emulator.objects("/ip_policies").map(({ id }) => id);
const calls = () => receivedCalls(bare);
const emptyList: Fault = { kind: "custom", status: 200, body: { ip_policies: [], next_page_uri: null } };
const invalidList: Fault = { kind: "custom", status: 200, body: { ip_policies: { 0: "x" } } };

/** Pauses between searches, in milliseconds. A request is repeated after at least 250 ms. */
const shortPauses = [1_000, 2_000];
const longPauses = [...shortPauses, 4_000, 8_000];

describe("a creation", () => {
  test("is one POST, recorded before it is sent and after its response", async () => {
    const { id } = await create("IpPolicy", { description: "office" }, "app/dev/a");
    expect(policies()).toEqual([id]);
    expect(calls()).toEqual(["POST /ip_policies"]);
    // This machine's clock may be 300 s off; the first response corrects the time.
    expect(journal.events).toEqual([
      "resolved earlier runs",
      "may exist since 300 s ago",
      expect.stringMatching(/^may exist since [3-9]\d s ago$/),
      "answered",
    ]);
    expect(journal.creation).toEqual({
      family: "IpPolicy",
      path: "/ip_policies",
      body: { description: "office" },
      name: "app/dev/a",
      isReplacement: false,
    });
    expect(pauses).toEqual([]);
  });

  test("sends defaults that the API requires", async () => {
    await create("Endpoint", { url: "https://a.internal", trafficPolicy: "{}" });
    expect(bare.emulator.requests()[0]?.body).toEqual({
      url: "https://a.internal",
      type: "cloud",
      traffic_policy: "{}",
    });
  });

  test("uses the server's time from the second creation on", async () => {
    await create("IpPolicy", { description: "one" });
    await create("IpPolicy", { description: "two" });
    expect(journal.events.filter((event) => event.startsWith("may exist"))).toEqual([
      "may exist since 300 s ago",
      expect.stringMatching(/^may exist since [3-9]\d s ago$/),
      expect.stringMatching(/^may exist since -?[0-3] s ago$/),
    ]);
  });
});

describe("a creation whose response is lost", () => {
  test("ends when its object is found", async () => {
    bare.emulator.faults({ on: "POST *", kind: "cut-after" });
    const { id, state } = await create("IpPolicy", { description: "office" });
    expect(policies()).toEqual([id]);
    expect(state).toMatchObject({ description: "office" });
    expect([calls(), pauses, bare.lines]).toEqual([["POST /ip_policies", "GET /ip_policies"], [], []]);
    expect(journal.events.slice(1)).toEqual([
      "may exist since 300 s ago",
      expect.stringMatching(/^may exist since [3-9]\d s ago$/),
      "answered",
    ]);
  });

  test("searches as long as lists may be outdated, then sends again", async () => {
    bare.emulator.faults({ on: "POST *", kind: "cut-before", times: 1 });
    await create("IpPolicy");
    const searches = longPauses.map(() => "GET /ip_policies");
    expect(calls()).toEqual(["POST /ip_policies", "GET /ip_policies", ...searches, "POST /ip_policies"]);
    expect(pauses).toEqual([...longPauses, 250]);
    expect(bare.lines).toEqual([
      "IpPolicy: the response to its creation was lost, and the list does not contain its object: looking again for 15 s",
    ]);
  });

  test.each([
    ["for a short time after an error of the service", 503, shortPauses],
    ["longer if the service may still be working after the error", 504, longPauses],
  ])("searches %s (%d)", async (_, status, searchPauses) => {
    bare.emulator.faults({ on: "POST *", status, times: 1 });
    await create("IpPolicy");
    expect(pauses).toEqual([...searchPauses, 250]);
  });

  test.each([
    ["the connection was cut", { kind: "cut-after" }, 4, 15],
    ["a proxy gave up", { status: 502, commit: true }, 3, 7],
    ["the response is unreadable", { kind: "html" }, 4, 15],
    ["the service failed after creating it", { status: 500, commit: true }, 2, 3],
  ] as const)("creates one object although the list is late: %s", async (_, fault, lateLists, seconds) => {
    bare.emulator.faults([
      { on: "POST *", ...fault, times: 1 },
      { on: "GET *", ...emptyList, times: lateLists },
    ]);
    const { id } = await create("IpPolicy");
    expect(policies()).toEqual([id]);
    expect(bare.lines.slice(1)).toEqual([`IpPolicy ${id}: the list contained it only after ${seconds} s`]);
  });

  test("finds the object although failed searches delay the successful one", async () => {
    bare.emulator.faults([
      { on: "POST *", kind: "cut-after" },
      { on: "GET *", ...invalidList, times: 3 },
      { on: "GET *", ...emptyList, times: 1 },
      { on: "GET *", ...invalidList, times: 3 },
    ]);
    const { id } = await create("IpPolicy");
    expect(policies()).toEqual([id]);
    expect(pauses).toEqual([250, 500, 1_000, 1_000, 250, 500, 1_000]);
  });

  test("creates an object that can be deleted in the same run", async () => {
    bare.emulator.faults({ on: "POST *", kind: "cut-after" });
    const lifecycle = bare.of("IpPolicy");
    const { id, state } = await lifecycle.create(account, {});
    await lifecycle.delete(account, id, state);
    expect(policies()).toEqual([]);
  });

  test("recognizes its own object if a repeated request conflicts with it", async () => {
    bare.emulator.faults([
      { on: "POST *", kind: "cut-after", times: 1 },
      {
        on: "GET /reserved_domains",
        kind: "custom",
        status: 200,
        body: { reserved_domains: [], next_page_uri: null },
        // Five searches before the request is repeated, and two after it is rejected.
        times: 7,
      },
    ]);
    const { id } = await create("ReservedDomain", { domain: "app.example.com" });
    expect(bare.emulator.objects("/reserved_domains").map((domain) => domain.id)).toEqual([id]);
    expect(bare.emulator.requests({ method: "POST" }).map(({ status }) => status)).toEqual([null, 409]);
  });

  test("fails if a repeated request conflicts with another client's object", async () => {
    bare.emulator.faults({ on: "POST *", kind: "cut-before", times: 1 });
    bare.emulator.seed({ "/reserved_domains": [{ domain: "app.example.com", region: "eu" }] });
    await expect(create("ReservedDomain", { domain: "app.example.com", region: "us" })).rejects.toThrow(
      "409",
    );
    // The first request may be processed late, so the next run has to search for its object.
    expect(journal.events).not.toContain("dropped");
  });
});

test("a creation is sent at most six times while the service fails", async () => {
  bare.emulator.faults({ on: "POST *", status: 500, body: { msg: "broken", error_code: "ERR_1" } });
  const failure = create("IpPolicy").catch((error: Error) => error.message);
  expect(await failure).toMatch(
    /^IpPolicy: nothing was created in 6 attempts: POST \/ip_policies: 500 ERR_1: broken/,
  );
  expect(await failure).not.toContain("it is unknown whether the request was carried out");
  const retryPauses = [250, 500, 1_000, 2_000, 4_000];
  expect(pauses).toEqual([...retryPauses.flatMap((pause) => [...shortPauses, pause]), ...shortPauses]);
  expect(calls().filter((call) => call.startsWith("POST"))).toHaveLength(6);
});

describe("the search for an object", () => {
  /** Adds an object of another client. */
  const seedForeign = (fields: JsonObject) => bare.emulator.seed({ "/ip_policies": [fields] });

  beforeEach(() => {
    bare.emulator.faults([{ on: "POST *", kind: "cut-after" }]);
  });

  test("continues after a response that is not a list", async () => {
    bare.emulator.faults({ on: "GET *", ...invalidList, times: 3 });
    const { id } = await create("IpPolicy");
    expect(policies()).toEqual([id]);
    expect(pauses).toEqual([250, 500, 1_000]);
  });

  test("ends after four responses that aren't lists, with advice", async () => {
    bare.emulator.faults({ on: "GET *", ...invalidList });
    await expect(create("IpPolicy")).rejects.toThrow(
      /^IpPolicy: POST \/ip_policies.*; looking for the object failed too: GET \/ip_policies.*\. Run again: the object will be recognized, unless TUNNEL_EDGE_JOURNAL_DIR is off$/s,
    );
    expect(pauses).toEqual([250, 500, 1_000]);
    expect(journal.events).not.toContain("dropped");
  });

  test("ends immediately without permission", async () => {
    bare.emulator.faults({ on: "GET *", status: 403 });
    await expect(create("IpPolicy")).rejects.toThrow("looking for the object failed too");
    expect(pauses).toEqual([]);
  });

  test("ignores old objects and those of other resources", async () => {
    const [old] =
      bare.emulator.seed({ "/ip_policies": [{ created_at: "2001-01-01T00:00:00Z" }] })["/ip_policies"] ?? [];
    const { id } = await create("IpPolicy");
    expect(id).not.toBe(old);
    journal.markStored(id);
    expect((await create("IpPolicy")).id).not.toBe(id);
    expect(policies()).toHaveLength(3);
  });

  test.each([
    ["another value", { description: "other" }],
    ["a value that was not sent", { description: "office", metadata: "m" }],
  ])("ignores an object with %s", async (_, fields) => {
    const [foreignId] = bare.emulator.seed({ "/ip_policies": [fields] })["/ip_policies"] ?? [];
    const { id } = await create("IpPolicy", { description: "office" });
    expect(id).not.toBe(foreignId);
  });

  test("reports equal objects of unknown origin, and adopts none", async () => {
    seedForeign({ description: "office" });
    const failure = create("IpPolicy", { description: "office" });
    await expect(failure).rejects.toThrow("it created and which another client created");
    expect(policies()).toHaveLength(2);
    for (const id of policies()) await expect(failure).rejects.toThrow(String(id));
    expect(journal.events.slice(-1)).toEqual(["candidates: 2"]);
    expect(bare.emulator.requests({ method: "DELETE" })).toEqual([]);
  });

  test("waits for equal creations in flight", async () => {
    bare.emulator.faults([
      { on: "POST *", kind: "cut-after", times: 1 },
      { on: "POST *", latencyMs: 150 },
    ]);
    const created = await Promise.all(["a", "b", "c"].map((name) => create("IpPolicy", {}, name)));
    expect(new Set(created.map(({ id }) => id))).toEqual(new Set(policies()));
    expect(policies()).toHaveLength(3);
  });

  test("waits for equal creations without a response yet", async () => {
    bare = await openBareAccount({}, { requestTimeoutMs: 300 });
    newProcess();
    bare.emulator.faults([
      { on: "POST *", kind: "cut-after", times: 1 },
      { on: "POST *", kind: "hang", commit: true },
    ]);
    const created = await Promise.all(["a", "b"].map((name) => create("IpPolicy", {}, name)));
    expect(new Set(created.map(({ id }) => id))).toEqual(new Set(policies()));
    expect(policies()).toHaveLength(2);
  });

  test("gives creations with equivalent inputs one object each", async () => {
    const created = await Promise.all([
      create("IpPolicy", { description: "one" }, "a"),
      create("IpPolicy", { description: "one", metadata: "" }, "b"),
      create("IpPolicy", { description: "two" }, "c"),
    ]);
    expect(new Set(created.map(({ id }) => id))).toEqual(new Set(policies()));
    expect(
      bare.emulator
        .objects("/ip_policies")
        .map(({ description }) => description)
        .sort(),
    ).toEqual(["one", "one", "two"]);
  });

  test.each([
    [
      "an unresolved one with other inputs",
      async () => {
        bare.emulator.faults({ on: "GET *", status: 403, times: 1 });
        await expect(create("IpPolicy", { description: "open" })).rejects.toThrow(
          "looking for the object failed",
        );
      },
    ],
    [
      "an equal one that was refused",
      async () => {
        bare.emulator.faults([
          { on: "POST *", status: 400, times: 1 },
          { on: "POST *", kind: "cut-after" },
        ]);
        await expect(create("IpPolicy", { description: "office" })).rejects.toThrow("400");
      },
    ],
    ["an equal one that was found", () => create("IpPolicy", { description: "office" })],
  ])("does not adopt another client's object after another creation: %s", async (_, createBefore) => {
    await createBefore();
    seedForeign({ description: "office" });
    await expect(create("IpPolicy", { description: "office" })).rejects.toThrow(
      "it is unknown which of the equal objects",
    );
  });

  test("uses the service's clock, which created objects show", async () => {
    // The created_at clock is an hour ahead of this machine's and of the Date header's.
    bare.emulator.clock({ advance: 3_600 });
    newProcess({ now: bare.clock.now });
    bare.emulator.faults([]);
    await create("IpPolicy", { description: "tells the time" });
    seedForeign({ description: "office", created_at: new Date(bare.clock.now() + 1_800_000).toISOString() });
    bare.emulator.faults({ on: "POST *", kind: "cut-after" });
    const { id } = await create("IpPolicy", { description: "office" });
    expect(policies().at(-1)).toBe(id);
  });

  test("finds an object that was created before the service's clock was set ahead", async () => {
    newProcess({ now: bare.clock.now });
    await create("IpPolicy", { description: "tells the time" });
    bare.emulator.faults([
      { on: "POST *", kind: "cut-after", times: 1 },
      { on: "GET *", latencyMs: 1_000, times: 1 },
    ]);
    const creation = create("IpPolicy", { description: "office" });
    await bare.clock.stopDuring(async () => {
      await until(() => expect(policies()).toHaveLength(2));
      bare.emulator.clock({ advance: 900 });
      await create("IpPolicy", { description: "tells the new time" });
    });
    await creation;
    expect(policies()).toHaveLength(3);
  });

  describe("before a created object has shown the service's clock", () => {
    /** Sets the service's clock behind the Date header of its responses, which is this machine's time. */
    async function setClockBehind(seconds: number) {
      const headers = { date: new Date(bare.clock.now()).toUTCString() };
      bare.emulator.clock({ advance: -seconds });
      newProcess({ now: bare.clock.now });
      bare.emulator.faults([
        { on: "POST *", kind: "cut-after", times: 1 },
        // Another Content-Type changes nothing, but a fault needs a kind to set headers.
        { on: "GET *", kind: "content-type", headers },
      ]);
      await account.api.get("/ip_policies");
    }

    test.each([3, 25])("finds an object that is dated %d s before the responses", async (seconds) => {
      await setClockBehind(seconds);
      const { id } = await create("IpPolicy", { description: "office" });
      expect(policies()).toEqual([id]);
    });

    test("ignores an object that is dated much earlier", async () => {
      await setClockBehind(0);
      const [old] =
        seedForeign({ created_at: new Date(bare.clock.now() - 40_000).toISOString() })["/ip_policies"] ?? [];
      expect((await create("IpPolicy")).id).not.toBe(old);
    });

    test("deletes no key that may be older than the request", async () => {
      await setClockBehind(3);
      const before = bare.emulator.objects("/api_keys").length;
      await expect(create("ApiKey", { description: "ci" })).rejects.toThrow(
        "it is unknown which of the equal objects",
      );
      expect(bare.emulator.objects("/api_keys")).toHaveLength(before + 1);
      expect(journal.events.slice(-1)).toEqual(["candidates: 1"]);
    });

    test("deletes a key that is as old as the request", async () => {
      await setClockBehind(0);
      const before = bare.emulator.objects("/api_keys").length;
      await create("ApiKey", { description: "ci" });
      expect(bare.emulator.objects("/api_keys")).toHaveLength(before + 1);
    });
  });

  test("can't tell its object from that of an earlier creation that failed because of equal objects", async () => {
    const [foreignId] = bare.emulator.seed({ "/ip_policies": [{}] })["/ip_policies"] ?? [];
    await expect(create("IpPolicy")).rejects.toThrow("it is unknown which of the equal objects");
    bare.emulator.mutate({ path: `/ip_policies/${foreignId}`, delete: true });
    await expect(create("IpPolicy")).rejects.toThrow("it is unknown which of the equal objects");
  });
});

test("deletes an object whose secret was lost, and creates another one", async () => {
  bare.emulator.faults({ on: "POST *", kind: "cut-after", times: 1 });
  const before = bare.emulator.objects("/api_keys").length;
  const { id, state } = await create("ApiKey", { description: "ci" });
  expect(state.token).toEqual(expect.stringMatching(/^api_/));
  expect(bare.emulator.objects("/api_keys")).toHaveLength(before + 1);
  expect(calls()).toEqual(["POST /api_keys", "GET /api_keys", "DELETE /api_keys/ID", "POST /api_keys"]);
  expect(bare.lines).toEqual([
    expect.stringMatching(
      /^ApiKey ak_\w+ was created but its token, which is shown once, did not arrive: it is deleted, and another one is created$/,
    ),
  ]);
  expect(bare.lines[0]).not.toContain(id);
});
