import * as rpc from "@pulumi/pulumi/runtime/rpc";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Emulator } from "../../emulator";
import { eachObject, getObject } from "../../provider/account/lookups/lookup";
import { ENGINE_MARKS } from "../../provider/account/values/engine-marks";
import { driftOf, inventory } from "../../provider/inspect";
import { configFor } from "../support/config";
import { hostFor, isolatedJournal } from "../support/hosted-provider";
import { emulatedAccount } from "../support/test-resources";

/** A key that gives a map a special meaning to the engine. The key's value names the meaning. */
const MARK_KEY = rpc.specialSigKey;
const ATTACKER_URL = "http://127.0.0.1:9/fetched";

/** Maps that the SDK or the engine converts into something else. */
const MARKED_MAPS: Record<string, Record<string, string>> = {
  "an asset that is fetched": { [MARK_KEY]: rpc.specialAssetSig, uri: ATTACKER_URL },
  "an asset of a file": { [MARK_KEY]: rpc.specialAssetSig, path: "/etc/passwd" },
  "an archive": { [MARK_KEY]: rpc.specialArchiveSig, uri: ATTACKER_URL },
  "a secret": { [MARK_KEY]: rpc.specialSecretSig, value: "taken out" },
  "a reference": { [MARK_KEY]: rpc.specialResourceSig, urn: "urn:pulumi:a::b::c:d:e::f", id: "" },
  "an output": { [MARK_KEY]: rpc.specialOutputValueSig, secret: "true" },
  "a number": { [MARK_KEY]: "8ad145fe-0d11-4827-bfd7-1abcbf086f5c", value: "7ff0000000000000" },
  bytes: { [MARK_KEY]: "803fd3297a5875dc03ca845dda5d2a98", value: "AAAA" },
  "a mark of a later version": { [MARK_KEY]: "0123456789abcdef0123456789abcdef" },
};
const MARK_VALUES = [...ENGINE_MARKS].filter((mark) => mark !== MARK_KEY);

let journal: ReturnType<typeof isolatedJournal>;
let emulator: Emulator;
let stderrLines: string[];

beforeAll(() => {
  journal = isolatedJournal();
});
afterAll(() => journal.remove());
beforeEach(() => {
  stderrLines = [];
  vi.spyOn(process.stderr, "write").mockImplementation((line) => {
    stderrLines.push(String(line));
    return true;
  });
});

/** Expects that the SDK converts nothing in values, and that they contain no mark. */
function expectPlain(values: object): void {
  const plain = JSON.parse(JSON.stringify(values));
  expect(rpc.deserializeProperty(plain, true)).toEqual(plain);
  const text = JSON.stringify(plain);
  for (const mark of MARK_VALUES) expect(text).not.toContain(JSON.stringify(mark));
  expect(text).not.toContain(`${JSON.stringify(MARK_KEY)}:`);
}

async function withBackend(task: (id: string, outs: Record<string, unknown>) => Promise<void>) {
  emulator = await emulatedAccount();
  const created = await hostFor(emulator).create("TunnelGroupBackend", { labels: { app: "web" } }, "web");
  await task(created.id, created.outs);
}

const backendPath = (id: string) => `/backends/tunnel_group/${id}`;

test.each(Object.entries(MARKED_MAPS))("labels that look like %s stay labels", async (_, labels) => {
  await withBackend(async (id, outs) => {
    emulator.mutate({ path: backendPath(id), set: { labels } });
    const read = await hostFor(emulator).of("TunnelGroupBackend").read(id, outs);
    expectPlain({ props: read.props, inputs: read.inputs });
    expect(Object.keys((read.props as { labels: object }).labels)).toHaveLength(Object.keys(labels).length);
    expect(stderrLines.filter((line) => line.includes(`${id}: labels contains a string`))).toHaveLength(1);
    const config = configFor(emulator);
    expectPlain((await getObject("TunnelGroupBackend", { id }, config)).value);
    for await (const object of eachObject("TunnelGroupBackend", {}, config)) expectPlain(object.value);
    expectPlain((await driftOf("TunnelGroupBackend", id, outs, config)) as object);
    const listed = (await inventory(config)).find((object) => object.id === id);
    expect(listed).toMatchObject({ isManageable: false });
  });
});

test.each(MARK_VALUES)(
  "the mark %s as a description and a label becomes a plain string, and an update removes it",
  async (mark) => {
    await withBackend(async (id, outs) => {
      emulator.mutate({ path: backendPath(id), set: { description: mark, labels: { [mark]: mark } } });
      const host = hostFor(emulator).of("TunnelGroupBackend");
      const read = await host.read(id, outs);
      expectPlain({ props: read.props, inputs: read.inputs });
      const { inputs = {} } = await host.check({}, { labels: { app: "web" } });
      const after = await host.update(id, read.props as object, inputs);
      expectPlain(after.outs as object);
      expect(emulator.objects("/backends/tunnel_group")).toMatchObject([
        { description: "", labels: { app: "web" } },
      ]);
    });
  },
);

test("marks in the response to a create become plain strings, and an id that is a mark is rejected", async () => {
  await withBackend(async () => {
    const host = hostFor(emulator);
    const [firstMark = "", secondMark = ""] = MARK_VALUES;
    const tunnels = [{ id: firstMark, uri: secondMark }];
    const response = { id: "bkdtg_1", uri: firstMark, created_at: secondMark, tunnels, labels: {} };
    emulator.faults({ on: "POST *", kind: "custom", status: 201, body: response, times: 1 });
    expectPlain((await host.create("TunnelGroupBackend", {}, "other")).outs);
    emulator.faults({ on: "GET *", kind: "custom", status: 200, body: { ...response, id: firstMark } });
    // The plain string that replaces the mark contains spaces, which an id can't.
    await expect(host.of("TunnelGroupBackend").read("bkdtg_1", {})).rejects.toThrow("white space");
  });
});

test("the warning contains the object and property without control characters", async () => {
  await withBackend(async () => {
    const key = "a\u001b[31m\nb";
    emulator.faults({ on: "GET *", kind: "custom", status: 200, body: { id: "bkdtg_1", [key]: [MARK_KEY] } });
    await hostFor(emulator).of("TunnelGroupBackend").read("bkdtg_1", {});
    expect(stderrLines.join("")).toMatch(
      /^warning: GET \/backends\/tunnel_group\/bkdtg_1: bkdtg_1: a \[31m b contains a string with a special meaning to Pulumi/m,
    );
  });
});

test("renames the key __proto__, which the SDK loses, and keeps names of other members of objects", async () => {
  await withBackend(async (id, outs) => {
    const labels = JSON.parse('{"app":"web","__proto__":"a","constructor":"b","toString":"c","valueOf":"d"}');
    emulator.mutate({ path: backendPath(id), set: { labels } });
    const { props = {}, inputs = {} } = await hostFor(emulator).of("TunnelGroupBackend").read(id, outs);
    const plainLabels = { app: "web", constructor: "b", toString: "c", valueOf: "d" };
    for (const values of [props, inputs] as Record<string, object>[])
      expect(Object.entries(values.labels ?? {}).sort()).toEqual(
        Object.entries({ ...plainLabels, "mark of the engine: __proto__": "a" }).sort(),
      );
    expect(stderrLines.filter((line) => line.includes(`${id}: labels contains a string`))).toHaveLength(1);
  });
});
