import * as rpc from "@pulumi/pulumi/runtime/rpc";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type Emulator, startEmulator } from "../../emulator";
import { eachObject, getObject } from "../../provider/account/lookups/lookup";
import { ENGINE_MARKS } from "../../provider/account/values/engine-marks";
import { driftOf, inventory } from "../../provider/inspect";
import { configFor } from "../support/config";
import { hostFor, isolatedJournal } from "../support/hosted-provider";

const KEY = rpc.specialSigKey;
const EVIL = "http://127.0.0.1:9/fetched";

/** Maps that the SDK or the engine converts into something else. */
const MAPS: Record<string, Record<string, string>> = {
  "an asset that is fetched": { [KEY]: rpc.specialAssetSig, uri: EVIL },
  "an asset of a file": { [KEY]: rpc.specialAssetSig, path: "/etc/passwd" },
  "an archive": { [KEY]: rpc.specialArchiveSig, uri: EVIL },
  "a secret": { [KEY]: rpc.specialSecretSig, value: "taken out" },
  "a reference": { [KEY]: rpc.specialResourceSig, urn: "urn:pulumi:a::b::c:d:e::f", id: "" },
  "an output": { [KEY]: rpc.specialOutputValueSig, secret: "true" },
  "a number": { [KEY]: "8ad145fe-0d11-4827-bfd7-1abcbf086f5c", value: "7ff0000000000000" },
  bytes: { [KEY]: "803fd3297a5875dc03ca845dda5d2a98", value: "AAAA" },
  "a mark of a later version": { [KEY]: "0123456789abcdef0123456789abcdef" },
};
const TEXTS = [...ENGINE_MARKS].filter((mark) => mark !== KEY);

let journal: ReturnType<typeof isolatedJournal>;
let emulator: Emulator;
let lines: string[];

beforeAll(() => {
  journal = isolatedJournal();
});
afterAll(() => journal.remove());
beforeEach(() => {
  lines = [];
  vi.spyOn(process.stderr, "write").mockImplementation((line) => lines.push(String(line)) > 0);
  return () => vi.restoreAllMocks();
});

/** Converts values like a program or the engine, and verifies that they stay plain. */
function deserialize(values: object): unknown {
  const plain = JSON.parse(JSON.stringify(values));
  const deserialized = rpc.deserializeProperty(plain, true);
  expect(deserialized).toEqual(plain);
  const text = JSON.stringify(plain);
  for (const mark of TEXTS) expect(text).not.toContain(JSON.stringify(mark));
  expect(text).not.toContain(`${JSON.stringify(KEY)}:`);
  return deserialized;
}

async function withObject(task: (id: string, outs: Record<string, unknown>) => Promise<void>) {
  emulator = await startEmulator();
  try {
    const created = await hostFor(emulator).create("TunnelGroupBackend", { labels: { app: "web" } }, "web");
    await task(created.id, created.outs);
  } finally {
    await emulator.close();
  }
}

const path = (id: string) => `/backends/tunnel_group/${id}`;

test.each(Object.entries(MAPS))("labels that look like %s stay labels", async (_, labels) => {
  await withObject(async (id, outs) => {
    emulator.mutate({ path: path(id), set: { labels } });
    const read = await hostFor(emulator).of("TunnelGroupBackend").read(id, outs);
    deserialize({ props: read.props, inputs: read.inputs });
    expect(Object.keys((read.props as { labels: object }).labels)).toHaveLength(Object.keys(labels).length);
    expect(lines.filter((line) => line.includes(`${id}: labels contains a string`))).toHaveLength(1);
    const config = configFor(emulator);
    deserialize((await getObject("TunnelGroupBackend", { id }, config)).value);
    for await (const object of eachObject("TunnelGroupBackend", {}, config)) deserialize(object.value);
    deserialize((await driftOf("TunnelGroupBackend", id, outs, config)) as object);
    const listed = (await inventory(config)).find((object) => object.id === id);
    expect(listed).toMatchObject({ isManageable: false });
  });
});

test.each(TEXTS)(
  "the mark %s as a description and a label becomes a plain string, and an update removes it",
  async (mark) => {
    await withObject(async (id, outs) => {
      emulator.mutate({ path: path(id), set: { description: mark, labels: { [mark]: mark } } });
      const host = hostFor(emulator).of("TunnelGroupBackend");
      const read = await host.read(id, outs);
      deserialize({ props: read.props, inputs: read.inputs });
      const { inputs = {} } = await host.check({}, { labels: { app: "web" } });
      const after = await host.update(id, read.props as object, inputs);
      deserialize(after.outs as object);
      expect(emulator.objects("/backends/tunnel_group")).toMatchObject([
        { description: "", labels: { app: "web" } },
      ]);
    });
  },
);

test("marks in the response to a create become plain strings, and an id that is a mark is rejected", async () => {
  await withObject(async () => {
    const host = hostFor(emulator);
    const [firstMark = "", secondMark = ""] = TEXTS;
    const tunnels = [{ id: firstMark, uri: secondMark }];
    const response = { id: "bkdtg_1", uri: firstMark, created_at: secondMark, tunnels, labels: {} };
    emulator.faults({ on: "POST *", kind: "custom", status: 201, body: response, times: 1 });
    deserialize((await host.create("TunnelGroupBackend", {}, "other")).outs);
    emulator.faults({ on: "GET *", kind: "custom", status: 200, body: { ...response, id: firstMark } });
    await expect(host.of("TunnelGroupBackend").read("bkdtg_1", {})).rejects.toThrow("white space");
  });
});

test("the warning contains the object and property without control characters", async () => {
  await withObject(async () => {
    const key = "a\u001b[31m\nb";
    emulator.faults({ on: "GET *", kind: "custom", status: 200, body: { id: "bkdtg_1", [key]: [KEY] } });
    await hostFor(emulator).of("TunnelGroupBackend").read("bkdtg_1", {});
    expect(lines.join("")).toMatch(
      /^warning: GET \/backends\/tunnel_group\/bkdtg_1: bkdtg_1: a \[31m b contains a string with a special meaning to Pulumi/m,
    );
  });
});

test("renames a key that the engine's SDK loses, and keeps keys like those of objects", async () => {
  await withObject(async (id, outs) => {
    const labels = JSON.parse('{"app":"web","__proto__":"a","constructor":"b","toString":"c","valueOf":"d"}');
    emulator.mutate({ path: path(id), set: { labels } });
    const { props = {}, inputs = {} } = await hostFor(emulator).of("TunnelGroupBackend").read(id, outs);
    const plainLabels = { app: "web", constructor: "b", toString: "c", valueOf: "d" };
    for (const values of [props, inputs] as Record<string, object>[])
      expect(Object.entries(values.labels ?? {}).sort()).toEqual(
        Object.entries({ ...plainLabels, "mark of the engine: __proto__": "a" }).sort(),
      );
    expect(lines.filter((line) => line.includes(`${id}: labels contains a string`))).toHaveLength(1);
  });
});
