import { describe, expect, test } from "vitest";
import {
  bool,
  hostname,
  id,
  ids,
  integer,
  mapOf,
  object,
  oneOf,
  policyText,
  type Shape,
  text,
  textSet,
} from "../../../provider/family/fields";
import { UNKNOWN } from "../../../provider/family/unknown";
import { checkInputs } from "../../../provider/lifecycle/check";

const shape: Shape = {
  domain: hostname("The hostname. More about it."),
  description: text("What for.", { maxBytes: 8 }).optional(),
  active: bool("Whether.").optional(),
  kind: oneOf(["one", "two"], "Kind.").optional(),
  backends: mapOf(integer("Weight.", [0, 10]), "Weights.").optional(),
  hosts: textSet("Hosts.").optional(),
  policyIds: ids("Policies.", "policies").optional(),
  policy: policyText("Policy.").optional(),
  breaker: object(
    { numBuckets: integer("Buckets.", [0, 128]).optional(), on: id("Id.").optional() },
    "Breaker.",
    {
      rules: [
        {
          keys: ["numBuckets", "on"],
          text: "Not both.",
          broken: (value) =>
            value.numBuckets !== undefined && value.on !== undefined ? "not both" : undefined,
        },
      ],
    },
  ).optional(),
};

const rules = [
  {
    keys: ["kind", "active"],
    at: "active",
    text: "Two is never active.",
    broken: (value: Readonly<Record<string, unknown>>) =>
      value.kind === "two" && value.active === true ? "must not be true when kind is two" : undefined,
  },
];

const failures = (inputs: Record<string, unknown>, olds = {}) =>
  checkInputs(shape, olds, { domain: "a.example.com", ...inputs }, { rules }).failures.map(
    ({ path, reason }) => `${path}: ${reason}`,
  );

describe("refused with path and reason", () => {
  test.each([
    ["a missing input", { domain: null }, "domain: is required: The hostname."],
    [
      "too many bytes",
      { description: "123456789" },
      "description: at most 8 bytes of UTF-8 are allowed, this has 9",
    ],
    [
      "too many bytes in few characters",
      { description: "üüüüü" },
      "description: at most 8 bytes of UTF-8 are allowed, this has 10",
    ],
    ["a wrong type", { active: "yes" }, "active: must be a boolean, not a string"],
    ["an unknown value of a list of values", { kind: "three" }, 'kind: must be one of "one", "two"'],
    [
      "a number out of range in a map",
      { backends: { be_1: 11 } },
      "backends.be_1: must be a whole number from 0 to 10",
    ],
    [
      "a fraction",
      { breaker: { numBuckets: 1.5 } },
      "breaker.numBuckets: must be a whole number from 0 to 128",
    ],
    ["an item of a list", { hosts: ["a", 1] }, "hosts[1]: must be a string, not a number"],
    ["an empty id", { policyIds: [""] }, "policyIds[0]: must be an id, not an empty text"],
    ["no list", { hosts: "a" }, "hosts: must be a list, not a string"],
    ["no map", { backends: [1] }, "backends: must be a map, not a list"],
    ["no object", { breaker: true }, "breaker: must be an object, not a boolean"],
    ["neither text nor object", { policy: 1 }, "policy: must be a string or an object, not a number"],
    ["a rule", { kind: "two", active: true }, "active: must not be true when kind is two"],
    ["a rule of a nested object", { breaker: { numBuckets: 1, on: "x" } }, "breaker.numBuckets: not both"],
    ["a misspelt input", { descripton: "x" }, "descripton: is no known input; did you mean description?"],
    [
      "an input in wire spelling",
      { policy_ids: [] },
      "policy_ids: is no known input; did you mean policyIds?",
    ],
    [
      "a stranger in an object",
      { breaker: { zzzzzzzz: 1 } },
      "breaker.zzzzzzzz: is no known input; known are numBuckets, on",
    ],
  ])("%s", (_, inputs, message) => {
    expect(failures(inputs)).toEqual([message]);
  });
});

describe("unknown values", () => {
  test.each([
    [
      "in place of any type",
      { active: UNKNOWN, backends: UNKNOWN, hosts: UNKNOWN, breaker: UNKNOWN, domain: UNKNOWN },
    ],
    [
      "within lists, maps and objects",
      { hosts: [UNKNOWN], backends: { x: UNKNOWN }, breaker: { numBuckets: UNKNOWN } },
    ],
    ["hold a rule back", { kind: UNKNOWN, active: true }],
  ])("pass %s", (_, inputs) => {
    expect(failures(inputs)).toEqual([]);
  });

  test("leave the rest validated", () => {
    expect(failures({ breaker: { on: UNKNOWN, numBuckets: 129 } })).toHaveLength(1);
  });
});

describe("the checked inputs", () => {
  test("know no difference between null, undefined and absent", () => {
    const { inputs } = checkInputs(
      shape,
      {},
      { domain: "a", description: null, breaker: { on: null }, kind: undefined },
    );
    expect(inputs).toEqual({ domain: "a", breaker: {} });
  });

  test("have hostnames in their canonical spelling", () => {
    expect(checkInputs(shape, {}, { domain: " App.Example.COM. " }).inputs.domain).toBe("app.example.com");
  });

  test("keep the old spelling of what means the same", () => {
    const news = { domain: "a", hosts: ["b", "a"] };
    expect(checkInputs(shape, { domain: "a", hosts: ["a", "b"] }, news).inputs.hosts).toEqual(["a", "b"]);
  });
});
