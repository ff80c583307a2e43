import { expect, test } from "vitest";
import { botUser } from "../../../provider/families/bot-user";
import { ipPolicy } from "../../../provider/families/ip-policy";
import { addMark, canBeMarked, markIn, markOf, stripMark } from "../../../provider/lifecycle/values/mark";
import fc from "../../support/properties";

const mark = markOf(ipPolicy, "/ip_policies", "app/dev/office");

test("a mark is the same in each run, and different for another resource, stack, or class", () => {
  expect(markOf(ipPolicy, "/ip_policies", "app/dev/office")).toBe(mark);
  const others = ["app/dev/home", "app/prod/office"].map((name) => markOf(ipPolicy, "/ip_policies", name));
  expect(new Set([mark, ...others, markOf(botUser, "/ip_policies", "app/dev/office")]).size).toBe(4);
  expect([canBeMarked(ipPolicy), canBeMarked(botUser)]).toEqual([true, false]);
});

test("a mark is added to and removed from any metadata with room, and JSON stays JSON", () => {
  const texts = fc
    .oneof(
      fc.string(),
      fc.json(),
      fc.object().map((value) => JSON.stringify(value, null, 2)),
    )
    .filter((metadata) => Buffer.byteLength(metadata) <= 4000);
  fc.assert(
    fc.property(texts, (metadata) => {
      const sent = addMark(ipPolicy, { metadata }, mark);
      expect(markIn(sent)).toBe(mark);
      expect(stripMark(sent)).toEqual({ metadata });
      if (metadata.trimStart().startsWith("{") && isJson(metadata)) {
        expect(JSON.parse(String(sent.metadata))).toMatchObject({ "tunnel-edge": mark });
      }
    }),
  );
});

test.each([
  ["nothing", {}, `[tunnel-edge:${mark}]`],
  ["an empty text", { metadata: "" }, `[tunnel-edge:${mark}]`],
  ["a text", { metadata: "ours" }, `ours [tunnel-edge:${mark}]`],
  ["an object", { metadata: '{"a":1}' }, `{"a":1,"tunnel-edge":"${mark}"}`],
  ["an empty object", { metadata: " { } " }, ` { "tunnel-edge":"${mark}"} `],
  ["text that looks like an object", { metadata: "{ours}" }, `{ours} [tunnel-edge:${mark}]`],
])("a mark is added to %s", (_, body, metadata) => {
  expect(addMark(ipPolicy, body, mark)).toEqual({ metadata });
  const noMark = { metadata: "metadata" in body ? body.metadata : "" };
  expect(stripMark({ metadata })).toEqual(noMark);
});

test("a mark fills metadata up to its limit, and is left out of longer metadata", () => {
  const length = 4096 - ` [tunnel-edge:${mark}]`.length;
  const fits = { metadata: "m".repeat(length) };
  expect(markIn(addMark(ipPolicy, fits, mark))).toBe(mark);
  const tooLong = { metadata: "m".repeat(length + 1) };
  expect(addMark(ipPolicy, tooLong, mark)).toBe(tooLong);
});

test("a mark is found in time linear in the length of the metadata", () => {
  const spaces = " ".repeat(1_000_000);
  const from = process.cpuUsage();
  for (const metadata of [
    spaces,
    `{"a":"${spaces}"}x`,
    `${spaces}{${spaces}}${spaces}`,
    `"tunnel-edge":"${spaces}`,
  ]) {
    expect(markIn({ metadata })).toBeUndefined();
    expect(stripMark({ metadata })).toEqual({ metadata });
  }
  for (const metadata of [`{"a":"${spaces}"}`, `{"a":1${spaces}}`, `{${spaces}}${spaces}`])
    expect(addMark(ipPolicy, { metadata }, mark)).toEqual({ metadata });
  expect(process.cpuUsage(from).user).toBeLessThan(20_000_000);
});

test("leaves metadata without a mark unchanged", () => {
  for (const metadata of ["", "text", '{"tunnel-edge":"mine"}', undefined]) {
    const object = { metadata };
    expect([markIn(object), stripMark(object)]).toEqual([undefined, object]);
  }
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
