import { describe, expect, test } from "vitest";
import {
  anything,
  bool,
  either,
  hostname,
  id,
  ids,
  integer,
  mapOf,
  object,
  oneOf,
  type Shape,
  string,
  stringList,
  stringSet,
  trafficPolicyText,
} from "../../../provider/family/fields";
import { UNKNOWN } from "../../../provider/family/unknown";
import { checkInputs } from "../../../provider/lifecycle/plan/check";

const notBoth = {
  keys: ["numBuckets", "on"],
  text: "Not both.",
  violation: ({ numBuckets, on }: Readonly<Record<string, unknown>>) =>
    numBuckets !== undefined && on !== undefined ? "not both" : undefined,
};

const shape: Shape = {
  domain: hostname("The hostname. More about it."),
  description: string("What for.", { maxBytes: 8 }).optional(),
  active: bool("Whether.").optional(),
  kind: oneOf({ one: "One.", two: "Two." }, "Kind.").optional(),
  backends: mapOf(integer("Weight.", [0, 10]), "Weights.").optional(),
  hosts: stringSet("Hosts.").optional(),
  policyIds: ids("Policies.", "policies").optional(),
  policy: trafficPolicyText("Policy.").optional(),
  wait: either(
    bool("Whether."),
    object({ seconds: integer("Seconds.", [1, 9]).optional() }, "Wait."),
    "Wait.",
  ).optional(),
  either: either(stringList("List."), mapOf(string("Value."), "Map."), "Either.").optional(),
  breaker: object(
    { numBuckets: integer("Buckets.", [0, 128]).optional(), on: id("Id.").optional() },
    "Breaker.",
    { rules: [notBoth] },
  ).optional(),
};

const rules = [
  {
    keys: ["kind", "active"],
    errorKey: "active",
    text: "Two is never active.",
    violation: (value: Readonly<Record<string, unknown>>) =>
      value.kind === "two" && value.active === true ? "must not be true when kind is two" : undefined,
  },
];

const failures = (inputs: Record<string, unknown>, olds = {}) =>
  checkInputs(shape, olds, { domain: "a.example.com", ...inputs }, { rules }).failures.map(
    ({ path, reason }) => `${path}: ${reason}`,
  );

describe("rejects, with path and reason,", () => {
  const LONG = "x".repeat(1000);
  const KNOWN = "is not a known property; known properties: numBuckets, on";
  const MEANT = "is not a known property; did you mean";
  const UP_TO_10 = "a whole number from 0 to 10";
  const misspelled = { domain: undefined, domian: "a.example.com" };

  test.each([
    ["a missing input", { domain: null }, "domain: is required: The hostname."],
    ["long text", { description: "üüüüü" }, "description: at most 8 bytes of UTF-8 are allowed, this has 10"],
    ["a wrong type", { active: "yes" }, "active: must be a boolean, not a string"],
    ["an unknown choice", { kind: "Too" }, 'kind: must be one of "one", "two"; did you mean "two"?'],
    ["a long key", { backends: { [LONG]: 11 } }, `backends.${LONG.slice(0, 100)}…: must be ${UP_TO_10}`],
    ["a number in a map", { backends: { be_1: 11 } }, `backends.be_1: must be ${UP_TO_10}`],
    [
      "a fraction",
      { breaker: { numBuckets: 1.5 } },
      "breaker.numBuckets: must be a whole number from 0 to 128",
    ],
    ["an item of a list", { hosts: ["a", 1] }, "hosts[1]: must be a string, not a number"],
    ["an empty id", { policyIds: [""] }, "policyIds[0]: must be an id, but is empty"],
    ["a blank id", { policyIds: ["ipp_1\n"] }, "policyIds[0]: must be an id, without white space"],
    ["a string for a list", { hosts: "a" }, "hosts: must be a list, not a string"],
    ["a list for a map", { backends: [1] }, "backends: must be a map, not a list"],
    ["a list for an object", { breaker: [] }, "breaker: must be an object, not a list"],
    ["an object for a string", { description: {} }, "description: must be a string, not an object"],
    ["neither text nor object", { policy: 1 }, "policy: must be a string or an object, not a number"],
    ["a broken rule", { kind: "two", active: true }, "active: must not be true when kind is two"],
    ["a broken nested rule", { breaker: { numBuckets: 1, on: "x" } }, "breaker.numBuckets: not both"],
    ["wire spelling", { policy_ids: [] }, `policy_ids: ${MEANT} policyIds?`],
    ["a misspelled required input", misspelled, `domian: ${MEANT} domain?`],
    ["two wrong letters of a short name", { hotss: 1 }, `hotss: ${MEANT} hosts?`],
    ["two wrong letters", { descrXXtion: 1 }, `descrXXtion: ${MEANT} description?`],
    ["an unknown key of an object", { breaker: { zzzzzzzz: 1 } }, `breaker.zzzzzzzz: ${KNOWN}`],
    ["a name that objects inherit", { breaker: { constructor: 1 } }, `breaker.constructor: ${KNOWN}`],
    ["NaN", { wait: { seconds: Number.NaN } }, "wait.seconds: must be a number, not NaN"],
    [
      "a part of one of two types",
      { wait: { seconds: "x" } },
      "wait.seconds: must be a number, not a string",
    ],
    ["a value of neither type", { wait: "x" }, "wait: must be a boolean or an object, not a string"],
    ["neither a list nor a map", { either: 1 }, "either: must be a list or an object, not a number"],
  ])("%s", (_, inputs, message) => {
    expect(failures(inputs)).toEqual([message]);
  });

  test.each([
    ["a list", { hosts: ["a", null] }, "hosts[1]", "list"],
    ["a list of ids", { policyIds: [undefined] }, "policyIds[0]", "list"],
    ["a map", { backends: { be_1: null } }, "backends.be_1", "map"],
    ["a list of several types", { either: [null] }, "either[0]", "list"],
    ["a map of several types", { either: { a: null } }, "either.a", "map"],
  ])("a null item in %s", (_, inputs, path, kind) => {
    expect(failures(inputs)).toEqual([
      `${path}: must not be null or undefined: give it a value, or remove the item from the ${kind}`,
    ]);
  });

  test("an unknown key without a similar one, with all known keys", () => {
    expect(failures({ zzzzzzzzzz: 1 })).toEqual([
      `zzzzzzzzzz: is not a known property; known properties: ${Object.keys(shape).join(", ")}`,
    ]);
  });

  test("several failures at once, and checks rules only without other failures", () => {
    expect(failures({ kind: "two", active: true, hosts: [1, 2], nmae: 1 })).toEqual([
      expect.stringMatching(/^nmae: /),
      "hosts[0]: must be a string, not a number",
      "hosts[1]: must be a string, not a number",
    ]);
  });

  test("outputs, as outputs", () => {
    const { failures } = checkInputs(shape, {}, { domain: "a", uri: "x" }, { outputs: ["uri"] });
    expect(failures).toEqual([
      { path: "uri", reason: "is an output, which the service or this package sets: remove it" },
    ]);
  });

  test("missing required inputs, except those that may be omitted", () => {
    const reason = "is required: The hostname.";
    expect(checkInputs(shape, {}, {}).failures).toEqual([{ path: "domain", reason }]);
    expect(checkInputs(shape, {}, {}, { mayOmit: ["domain"] }).failures).toEqual([]);
    expect(checkInputs(shape, {}, {}, { mayOmit: ["kind"] }).failures).toHaveLength(1);
  });

  test("a broken rule at its first key if the rule names no other", () => {
    const broken = { keys: ["kind", "active"], text: "No.", violation: () => "no" };
    const first = checkInputs(shape, {}, { domain: "a" }, { rules: [broken] });
    expect(first.failures).toEqual([{ path: "kind", reason: "no" }]);
  });
});

describe("unknown values", () => {
  test.each([
    ["instead of any type", { active: UNKNOWN, backends: UNKNOWN, hosts: UNKNOWN, breaker: UNKNOWN }],
    ["within others", { hosts: [UNKNOWN], backends: { x: UNKNOWN }, breaker: { numBuckets: UNKNOWN } }],
    ["without checking rules that depend on them", { kind: UNKNOWN, active: true }],
  ])("pass %s", (_, inputs) => {
    expect(failures(inputs)).toEqual([]);
  });

  test("don't prevent the validation of other values", () => {
    expect(failures({ breaker: { on: UNKNOWN, numBuckets: 129 } })).toHaveLength(1);
  });
});

describe("checkInputs", () => {
  test("treats null and undefined like absent", () => {
    const inputs = { domain: "a", description: null, breaker: { on: null }, kind: undefined };
    expect(checkInputs(shape, {}, inputs).inputs).toEqual({ domain: "a", breaker: {} });
  });

  test("removes keys that the engine adds", () => {
    const news = { domain: "a", hosts: ["b"], __provider: "text" };
    expect(checkInputs(shape, {}, news)).toEqual({ inputs: { domain: "a", hosts: ["b"] }, failures: [] });
  });

  test("keeps unknown keys", () => {
    expect(checkInputs(shape, { zzz: 1 }, { domain: "a", zzz: 2 }).inputs).toEqual({ domain: "a", zzz: 2 });
  });

  test("keeps an unknown value regardless of the old one", () => {
    const olds = { domain: "a", hosts: ["a"] };
    expect(checkInputs(shape, olds, { domain: "a", hosts: [UNKNOWN] }).inputs.hosts).toEqual([UNKNOWN]);
    expect(checkInputs(shape, {}, { domain: UNKNOWN }).inputs.domain).toBe(UNKNOWN);
  });

  test("keeps null in traffic policies and triggers", () => {
    const policy = { on_http: [null, { body: null, name: "a" }] };
    const triggers = { triggers: [null, { a: null }] };
    expect(checkInputs(shape, {}, { domain: "a", policy }).inputs.policy).toEqual(policy);
    expect(checkInputs({ triggers: anything("T.") }, {}, triggers).inputs).toEqual(triggers);
  });

  test("removes null properties at every depth, also in unions", () => {
    const inputs = { wait: { seconds: null }, policy: null };
    expect(checkInputs(shape, {}, { domain: "a", ...inputs }).inputs).toEqual({ domain: "a", wait: {} });
  });

  test("changes only spellings that the service changes too", () => {
    const policy = { rules: 1 };
    expect(checkInputs(shape, {}, { domain: "a", policy }).inputs.policy).toEqual(policy);
    const yaml = "rules: 1";
    expect(checkInputs(shape, {}, { domain: "a", policy: yaml }).inputs.policy).toBe(yaml);
  });

  test("writes hostnames in their canonical spelling", () => {
    expect(checkInputs(shape, {}, { domain: " App.Example.COM. " }).inputs.domain).toBe("app.example.com");
  });

  test("keeps the old spelling of an equivalent value", () => {
    const news = { domain: "a", hosts: ["b", "a"] };
    expect(checkInputs(shape, { domain: "a", hosts: ["a", "b"] }, news).inputs.hosts).toEqual(["a", "b"]);
  });
});
