import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Environment } from "@marcbachmann/cel-js";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { type Emulator, type Question, startEmulator } from "../../emulator/index";
import { Expressions } from "../../traffic-policy/evaluate/expressions";
import { Budget } from "../../traffic-policy/language/values";
import { denyIf, REQUEST } from "./support/evaluation";

/** Expressions of each type, of constants alone. */
const { anything } = fc.letrec<Record<"anything" | "int" | "text" | "list" | "bool", string>>((tie) => {
  const [int, text, list, bool] = [tie("int"), tie("text"), tie("list"), tie("bool")];
  const small = fc.constantFrom("0", "1", "2", "7", "-3");
  const of = (template: string, ...parts: fc.Arbitrary<string>[]) =>
    fc
      .tuple(...parts)
      .map((values) => values.reduce((all, value) => all.replace("#", () => value), template));
  const oneOf = (...choices: fc.Arbitrary<string>[]) =>
    fc.oneof({ maxDepth: 5, withCrossShrink: true }, ...choices);
  return {
    anything: oneOf(bool, int, text, list),
    int: oneOf(
      small,
      of("(# # #)", int, fc.constantFrom("+", "-", "*", "/", "%"), int),
      of("size(#)", fc.oneof(list, text)),
      of("(# ? # : #)", bool, int, int),
      of("-(#)", int),
      of("#[#]", list, small),
      of("{'a': #}['a']", int),
    ),
    text: oneOf(
      fc.constantFrom("''", "'a'", "'ab'", "'é😀'", '"b\\n"', "r'\\d'"),
      of("(# + #)", text, text),
      of("string(#)", int),
      of("(# ? # : #)", bool, text, text),
    ),
    list: oneOf(
      fc.constantFrom("[1]", "[1, 2]", "[3, 2, 1]"),
      of("[#, #]", int, int),
      of("(# + #)", list, list),
      of("#.filter(x, x > #)", list, small),
      of("#.map(x, x * #)", list, small),
    ),
    bool: oneOf(
      fc.constantFrom("true", "false"),
      of("(# # #)", int, fc.constantFrom("<", "<=", ">", ">=", "==", "!="), int),
      of("(# # #)", text, fc.constantFrom("<", "==", "!="), text),
      of("(# # #)", bool, fc.constantFrom("&&", "||"), bool),
      of("!#", bool),
      of("(# in #)", int, list),
      of("(# in {'a': 1, 'ab': 2})", text),
      of(
        "#.#(x, x # #)",
        list,
        fc.constantFrom("all", "exists", "exists_one"),
        fc.constantFrom("<", ">", "=="),
        small,
      ),
      of("#.#(#)", text, fc.constantFrom("startsWith", "endsWith", "contains"), text),
      of("(# == #)", list, list),
    ),
  };
});

const library = new Environment({ homogeneousAggregateLiterals: false });

const nothing = {
  header: () => undefined,
  cookie: () => undefined,
  queryParam: () => undefined,
  secret: () => undefined,
};

test("what the library evaluates to a value is the same value here", () => {
  let compared = 0;
  fc.assert(
    fc.property(anything, (source) => {
      let theirs: unknown;
      try {
        theirs = library.evaluate(source);
      } catch {
        return;
      }
      compared += 1;
      const budget = new Budget(100_000, "an expression");
      expect(new Expressions(nothing, budget).evaluate(source, () => undefined)).toEqual(theirs);
    }),
    { numRuns: 2000, seed: 20261122 },
  );
  expect(compared).toBeGreaterThan(1000);
});

interface Condition {
  readonly if: string;
  readonly it?: string;
  readonly name?: string;
  readonly q?: Partial<Question>;
}

interface Listed {
  readonly holds: readonly string[];
  readonly fails: readonly string[];
  readonly undecided: readonly string[];
  readonly variables: readonly Condition[];
  readonly unknown: readonly Condition[];
}

const listed = parse(readFileSync(join(__dirname, "documented", "expressions.yaml"), "utf8")) as Listed;

describe("an expression of a policy", () => {
  const path = "/endpoints/ep_app";
  const QUESTION: Question = {
    ...REQUEST,
    url: "https://app.example.com/?q=hello&q=again&empty=",
    headers: {
      "User-Agent": "Google-Images/1",
      "X-List": '["first entry"]',
      cookie: "session=abc; session=def",
    },
  };
  const DENIED = { outcome: "refused", status: 403 };
  const FORWARDED = { outcome: "forwarded", to: "http://localhost:80" };
  let emulator: Emulator;

  beforeAll(async () => {
    const app = { id: "ep_app", type: "ephemeral", url: "https://app.example.com" };
    emulator = await startEmulator({
      seed: { "/endpoints": [{ ...app, upstream_url: "http://localhost:80", traffic_policy: "" }] },
    });
  });
  afterAll(() => emulator?.close());

  /** The outcome of a request that a rule with this condition denies. */
  function evaluatePolicy(condition: string, question: Question = QUESTION) {
    emulator.mutate({ path, set: { traffic_policy: denyIf(condition) } });
    return emulator.evaluate(question);
  }

  test.each(listed.holds)("is true: %s", async (expression) => {
    expect(await evaluatePolicy(expression)).toMatchObject(DENIED);
  });

  test.each(listed.fails)("fails, and so does its contrary: %s", async (expression) => {
    for (const condition of [expression, `!(${expression})`])
      expect(await evaluatePolicy(condition)).toMatchObject(FORWARDED);
  });

  test.each(listed.undecided)("is undecided: %s", async (expression) => {
    expect(await evaluatePolicy(expression)).toMatchObject({ outcome: "undecided" });
  });

  test.each(listed.variables)("reads variables: $it: $if", async ({ if: expression, q }) => {
    expect(await evaluatePolicy(expression, { ...REQUEST, ...q })).toMatchObject(DENIED);
    expect(await evaluatePolicy(`!(${expression})`, { ...REQUEST, ...q })).toMatchObject(FORWARDED);
  });

  test.each(listed.unknown)("names what is unknown: $name in $if", async ({ name, if: expression, q }) => {
    const { outcome, why, may } = await evaluatePolicy(expression, { ...REQUEST, ...q });
    expect({ outcome, why }).toEqual({ outcome: "undecided", why: [name] });
    expect(may).toEqual([expect.objectContaining(DENIED), expect.objectContaining(FORWARDED)]);
  });
});
