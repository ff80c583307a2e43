import { describe, expect, test } from "vitest";
import { markSecrets, SECRET_SIGNATURE, SIGNATURE_KEY } from "../../../provider/account/values/secrets";
import {
  ANY,
  type Field,
  fieldsIn,
  mapBelow,
  optionFor,
  type Shape,
  type Step,
  walkShape,
} from "../../../provider/family/field";
import {
  anything,
  bool,
  either,
  id,
  integer,
  listOf,
  mapOf,
  object,
  secretString,
  setOf,
  string,
} from "../../../provider/family/fields";
import { defineModule } from "../../../provider/family/module";
import { describeInputs } from "../../../provider/inspect";
import { driftOfObject, withoutSecrets } from "../../../provider/inspect/property-drift";
import { checkInputs } from "../../../provider/lifecycle/plan/check";
import { alignInput, areEqual } from "../../../provider/lifecycle/values/compare";
import { fromResponse } from "../../../provider/lifecycle/values/response";
import { secretsIn } from "../../../provider/lifecycle/values/secrets";
import { toBody } from "../../../provider/lifecycle/values/wire";

/** An object with a secret, which must behave the same in every container. */
const login = () =>
  object(
    {
      userName: string("Name."),
      passPhrase: secretString("Secret.", { returned: "sometimes" }).optional(),
      retryCount: integer("Times.", [0, 9], { unset: { sends: 3 } }).optional(),
    },
    "Login.",
  );

interface Container {
  readonly where: string;
  readonly field: Field;
  /** The container around a login. */
  readonly around: (inner: unknown) => unknown;
  /** Path of the contained object. */
  readonly at: string;
}

const containers: readonly Container[] = [
  { where: "an object", field: object({ in: login() }, ""), around: (it) => ({ in: it }), at: "held.in" },
  { where: "a list", field: listOf(login(), "List."), around: (it) => [it], at: "held[0]" },
  { where: "a map", field: mapOf(login(), "Map."), around: (it) => ({ freeKey: it }), at: "held.freeKey" },
  { where: "a union", field: either(bool(""), login(), "Union."), around: (it) => it, at: "held" },
  {
    where: "a map of lists of unions",
    field: mapOf(listOf(either(string(""), login(), ""), ""), "All."),
    around: (it) => ({ freeKey: ["plain", it] }),
    at: "held.freeKey[1]",
  },
];

describe.each(containers)("a secret in $where", ({ field, around, at }) => {
  const shape: Shape = { held: field };
  const args = { held: around({ userName: "ann", passPhrase: "s3cret" }) };

  test("is marked for the engine", () => {
    const marked = { [SIGNATURE_KEY]: SECRET_SIGNATURE, value: "s3cret" };
    expect(markSecrets(shape, args)).toEqual({ held: around({ userName: "ann", passPhrase: marked }) });
  });

  test("is redacted from errors", () => {
    expect(secretsIn(shape, args)).toEqual(["s3cret"]);
  });

  test("is hidden in output", () => {
    const hidden = around({ userName: "ann", passPhrase: "[secret]" });
    expect(withoutSecrets(field, args.held)).toEqual(hidden);
  });

  test("is exported as a secret", () => {
    const text = JSON.stringify(describeInputs(shape, args));
    expect(text).toContain('"kind":"secret"');
    expect(text).not.toContain("s3cret");
  });

  test("has wire names in requests, except for free-form keys", () => {
    const wire = { held: around({ user_name: "ann", pass_phrase: "s3cret" }) };
    expect(toBody(shape, args)).toEqual(wire);
    expect(fromResponse(shape, wire)).toEqual(args);
  });

  test("is compared by meaning", () => {
    const other = (more: object) => around({ userName: "ann", passPhrase: "s3cret", ...more });
    expect(areEqual(field, args.held, other({ retryCount: 3 }))).toBe(true);
    expect(areEqual(field, args.held, other({ retryCount: 4 }))).toBe(false);
    expect(areEqual(field, args.held, other({ passPhrase: "another" }))).toBe(false);
  });

  test("keeps the program's value if the service omits it", () => {
    const answered = around({ userName: "ann", passPhrase: "", retryCount: 3 });
    expect(alignInput(field, args.held, answered)).toEqual(args.held);
    const changed = around({ userName: "bob", retryCount: 3 });
    expect(alignInput(field, args.held, changed)).toEqual(around({ userName: "bob", passPhrase: "s3cret" }));
  });

  test("is rejected with its path but without its value", () => {
    const wrong = { held: around({ userName: 1, passPhrase: "s3cret" }) };
    expect(checkInputs(shape, {}, wrong).failures).toEqual([
      { path: `${at}.userName`, reason: "must be a string, not a number" },
    ]);
  });
});

describe.each(containers)("drift of $where", ({ field, around, at }) => {
  const family = defineModule({
    name: "ThingLid",
    summary: "The lid of a thing.",
    section: "Lids",
    path: "/things/{thingId}/lid",
    pathInputs: { thingId: id("Id of the thing.") },
    module: object({ held: field }, "A module."),
    insteadOf: { family: "Thing", input: "lid" },
  });
  const state = { held: around({ userName: "ann", passPhrase: "s3cret" }) };
  const drift = (inner: object) => driftOfObject(family, state, { held: around(inner) });

  test("distinguishes an omitted secret from a changed one", () => {
    const path = `${at}.passPhrase`;
    expect(drift({ user_name: "ann", pass_phrase: "s3cret" })).toEqual([]);
    expect(drift({ user_name: "ann" })).toEqual([{ path, kind: "secret unknown", secret: true }]);
    expect(drift({ user_name: "ann", pass_phrase: "another" })).toEqual([
      { path, kind: "changed", secret: true },
    ]);
  });
});

test("lists, maps, and unions may be secret as a whole", () => {
  const shape = {
    list: listOf(string(""), "List.", { secret: true }),
    map: mapOf(string(""), "Map.", { secret: true }),
    union: either(string(""), bool(""), "Union.", { secret: true }),
    items: setOf(secretString("Secret."), "Set."),
  };
  const values = { list: ["a", "b"], map: { k: "c" }, union: "d", items: ["e"] };
  expect(secretsIn(shape, values)).toEqual(["a", "b", "c", "d", "e"]);
  const marked = (value: unknown) => ({ [SIGNATURE_KEY]: SECRET_SIGNATURE, value });
  expect(markSecrets(shape, values)).toEqual({
    list: marked(["a", "b"]),
    map: marked({ k: "c" }),
    union: marked("d"),
    items: [marked("e")],
  });
});

describe("the tree of fields", () => {
  const shape = {
    name: string("Name."),
    pairs: mapOf(listOf(object({ left: string("Left."), right: anything("Right.") }, ""), ""), "Pairs."),
    wait: either(bool(""), object({ seconds: integer("Seconds.", [1, 9]) }, ""), "Wait."),
  };

  test("contains every field once, with its path", () => {
    const places = fieldsIn(shape).map(
      ({ path, isProperty }) => `${path.join(".")}${isProperty ? "" : " ~"}`,
    );
    expect(places).toEqual([
      "name",
      "pairs",
      `pairs.${ANY} ~`,
      `pairs.${ANY}.${ANY} ~`,
      `pairs.${ANY}.${ANY}.left`,
      `pairs.${ANY}.${ANY}.right`,
      "wait",
      "wait ~",
      "wait ~",
      "wait.seconds",
    ]);
    expect(fieldsIn(shape, ({ kind }) => kind === "map").map(({ path }) => path[0])).not.toContain(ANY);
  });

  test("visits every value with its path", () => {
    const visited: [string, unknown][] = [];
    const visit = (_: Field, value: unknown, path: readonly Step[]) => {
      if (typeof value !== "object") visited.push([path.join("."), value]);
      return true;
    };
    walkShape(shape, { name: "n", pairs: { "a.b": [{ left: "l" }] }, wait: { seconds: 2 }, other: 1 }, visit);
    expect(visited).toEqual([
      ["name", "n"],
      ["pairs.a.b.0.left", "l"],
      ["wait.seconds", 2],
    ]);
  });

  test("leaves values of other types unchanged", () => {
    const each = () => "replaced";
    for (const [field, value] of [
      [shape.pairs, ["list"]],
      [shape.wait, "text"],
      [shape.name, { object: 1 }],
      [listOf(shape.name, ""), { 0: "no list" }],
    ] as const)
      expect(mapBelow(field, value, each)).toBe(value);
  });

  test("selects the union's object type with all keys", () => {
    const one = object({ id: string("Id.") }, "");
    const other = object({ id: string("Id."), key: secretString("Key.") }, "");
    expect(optionFor([one, other], { id: "1", key: "k" })).toBe(other);
    expect(optionFor([one, other], { id: "1" })).toBe(one);
    expect(optionFor([one, other], "text")).toBeUndefined();
  });
});
