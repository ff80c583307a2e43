import { beforeEach, expect, test } from "vitest";
import type { Emulator } from "../../emulator";
import { UNKNOWN } from "../../provider/family/unknown";
import { hostFor } from "../support/hosted-provider";
import { emulatedAccount, testJournal } from "../support/test-resources";

const TEAM = '{"team":"edge"}';
const defaults = {
  "tunnel-edge:defaultDescription": "of the infra repo",
  "tunnel-edge:defaultMetadata": TEAM,
};

let emulator: Emulator;

beforeEach(async () => {
  testJournal();
  emulator = await emulatedAccount();
});

const writes = () => emulator.requests().filter(({ method }) => method !== "GET");

test("check fills in configured defaults for unset inputs, and create sends them", async () => {
  const host = hostFor(emulator, defaults);
  const { inputs, failures } = await host.of("IpPolicy").check({}, { metadata: null });
  expect([failures ?? [], inputs]).toEqual([[], { description: "of the infra repo", metadata: TEAM }]);
  await host.of("IpPolicy").create(inputs ?? {});
  expect(emulator.objects("/ip_policies")[0]).toMatchObject({
    description: "of the infra repo",
    metadata: TEAM,
  });
});

test("the program's values take precedence, even empty strings", async () => {
  const host = hostFor(emulator, defaults);
  const args = { description: "", metadata: "own" };
  expect((await host.of("IpPolicy").check({}, args)).inputs).toEqual(args);
});

test("new settings update existing objects, and their removal resets the objects", async () => {
  const { id, outs } = await hostFor(emulator).create("IpPolicy", {});
  const policy = hostFor(emulator, defaults).of("IpPolicy");
  const { inputs = {} } = await policy.check({}, {});
  expect((await policy.diff(id, outs, inputs)).changes).not.toBe(false);
  const updated = await policy.update(id, outs, inputs);
  expect((await policy.diff(id, updated.outs ?? {}, inputs)).changes).toBe(false);
  await hostFor(emulator)
    .of("IpPolicy")
    .update(id, updated.outs ?? {}, {});
  expect(writes().map(({ method, body }) => [method, body])).toEqual([
    ["POST", {}],
    ["PATCH", { description: "of the infra repo", metadata: TEAM }],
    ["PATCH", { description: "", metadata: "" }],
  ]);
});

test("the ownership mark is appended to the configured metadata, and causes no diff", async () => {
  const host = hostFor(emulator, { ...defaults, "tunnel-edge:ownershipMark": "true" });
  const { id, outs } = await host.create("IpPolicy", {}, "office");
  expect(writes()[0]?.body).toMatchObject({
    metadata: expect.stringMatching(/^\{"team":"edge","tunnel-edge":"[\w-]{22}"\}$/),
  });
  expect(outs.metadata).toBe(TEAM);
  const policy = host.of("IpPolicy");
  const read = await policy.read(id, outs);
  const { inputs = {} } = await policy.check(outs, {});
  expect((await policy.diff(id, read.props ?? {}, inputs)).changes).toBe(false);
});

test("rejects a default that is too long, and names its setting", async () => {
  const host = hostFor(emulator, { "tunnel-edge:defaultDescription": "x".repeat(256) });
  const { failures } = await host.of("IpPolicy").check({}, {});
  expect(failures?.map(({ reason }) => reason)).toEqual([
    expect.stringMatching(/255 .*\(the value of tunnel-edge:defaultDescription\)$/),
  ]);
});

test("a default that is unknown at preview stays unknown", async () => {
  const host = hostFor(emulator, { "tunnel-edge:defaultDescription": UNKNOWN });
  expect((await host.of("IpPolicy").check({}, {})).inputs).toEqual({ description: UNKNOWN });
});
