import { expect, test } from "vitest";
import { applyIgnoreChanges } from "../../../../provider/engine/native/ignore-changes";

// The cases and results are those of the engine's tests of `PropertyPath.Reset`; "stored" stands for the stored inputs.
test.each([
  ["missing", { root: 1 }, { root: 2 }, { root: 2 }],
  ["root.missing", { root: 1 }, { root: 2 }, { root: 2 }],
  ["root.nested", { root: { nested: 1 } }, { root: 2 }, { root: 2 }],
  ["root.nested", { root: 1 }, { root: { nested: 2 } }, { root: {} }],
  ["missing.path", { root: 1 }, { root: 2 }, { root: 2 }],
  ["array[1]", { array: [1] }, { array: [1] }, { array: [1] }],
  ["root[1]", { root: [2] }, { root: [3, 4] }, { root: [3, 4] }],
  ["root[1]", { root: [1, 2] }, { root: [3] }, { root: [3] }],
  ["root[0].other", { root: { nested: 1 } }, { root: { nested: 2 } }, { root: { nested: 2 } }],
  ["root", { root: 1 }, { root: 2 }, { root: 1 }],
  ["root.nested", { root: { nested: 1 } }, { root: { nested: 2 } }, { root: { nested: 1 } }],
  ["root.nested", { root: {} }, { root: { nested: 2 } }, { root: {} }],
  ["root.nested", { root: { nested: 1 } }, { root: {} }, { root: { nested: 1 } }],
  ["root.nested", { root: { nested: 1 } }, {}, {}],
  ["root.nested", {}, { root: { nested: 2 } }, { root: {} }],
  ["array[0].item", { array: [{ item: 1 }] }, { array: [{ item: 2 }] }, { array: [{ item: 1 }] }],
  ["*", { root: 1 }, { root: 2 }, { root: 1 }],
  ["*.nested", { root: { nested: 1 } }, { root: { nested: 2 } }, { root: { nested: 1 } }],
  ["root[*].nested", { root: [{ nested: 1 }] }, { root: [{ nested: 3 }] }, { root: [{ nested: 1 }] }],
  ["root[*]", { root: [1, 2] }, { root: [3, 4] }, { root: [1, 2] }],
  ["root.*", { root: {} }, { root: { nested: 2 } }, { root: {} }],
  ["root.*", { root: { nested: 2 } }, { root: {} }, { root: { nested: 2 } }],
  ["root.*", { root: [1] }, { root: { nested: 2 } }, { root: { nested: 2 } }],
  [
    'root["key with \\"escaped\\" quotes"]',
    { root: { 'key with "escaped" quotes': 1 } },
    { root: {} },
    "stored",
  ],
  ['["root key with a ."][0]', { "root key with a .": [1] }, { "root key with a .": [2] }, "stored"],
  ["root.[0]", { root: [1] }, { root: [2] }, "stored"],
  ['root["missing closing', { root: { "missing closing": 1 } }, { root: {} }, { root: {} }],
  ["root[x]", { root: { x: 1 } }, { root: {} }, { root: {} }],
])("applies ignoreChanges %j to the stored %j and the new %j", (path, stored, news, expected) => {
  const inputs = structuredClone(news);
  expect(applyIgnoreChanges([path], stored, news)).toEqual(expected === "stored" ? stored : expected);
  expect(news).toEqual(inputs);
});

test("paths with prototype keys don't pollute Object.prototype", () => {
  const before = Object.getOwnPropertyNames(Object.prototype);
  for (const path of ["__proto__.toString", "__proto__", "constructor.name", "root.__proto__.toString"])
    expect(applyIgnoreChanges([path], { root: {} }, { root: {} })).toEqual({ root: {} });
  expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before);
});

test("inputs are unchanged if the engine passes no old inputs, because it has already applied ignoreChanges", () => {
  expect(applyIgnoreChanges(["root"], undefined, { root: 2 })).toEqual({ root: 2 });
});
