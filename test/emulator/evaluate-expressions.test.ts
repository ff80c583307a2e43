import { join } from "node:path";
import { Environment } from "@marcbachmann/cel-js";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Emulator, type Question, startEmulator } from "../../emulator/index";
import { Expressions } from "../../traffic-policy/evaluate/expressions";
import { Budget } from "../../traffic-policy/language/values";
import { readTable } from "../support/rows";
import { denyIf, REQUEST } from "./support/evaluation";

/** Generates constant expressions of each type. */
const { anything } = fc.letrec<Record<"anything" | "int" | "text" | "list" | "bool", string>>((tie) => {
  const [int, text, list, bool] = [tie("int"), tie("text"), tie("list"), tie("bool")];
  const small = fc.constantFrom("0", "1", "2", "7", "-3");
  /** Replaces each # of a template by a generated part. */
  const fill = (template: string, ...parts: fc.Arbitrary<string>[]) =>
    fc
      .tuple(...parts)
      .map((values) => values.reduce((filled, value) => filled.replace("#", () => value), template));
  const anyOf = (...choices: fc.Arbitrary<string>[]) =>
    fc.oneof({ maxDepth: 5, withCrossShrink: true }, ...choices);
  return {
    anything: anyOf(bool, int, text, list),
    int: anyOf(
      small,
      fill("(# # #)", int, fc.constantFrom("+", "-", "*", "/", "%"), int),
      fill("size(#)", fc.oneof(list, text)),
      fill("(# ? # : #)", bool, int, int),
      fill("-(#)", int),
      fill("#[#]", list, small),
      fill("{'a': #}['a']", int),
    ),
    text: anyOf(
      fc.constantFrom("''", "'a'", "'ab'", "'é😀'", '"b\\n"', "r'\\d'"),
      fill("(# + #)", text, text),
      fill("string(#)", int),
      fill("(# ? # : #)", bool, text, text),
    ),
    list: anyOf(
      fc.constantFrom("[1]", "[1, 2]", "[3, 2, 1]"),
      fill("[#, #]", int, int),
      fill("(# + #)", list, list),
      fill("#.filter(x, x > #)", list, small),
      fill("#.map(x, x * #)", list, small),
    ),
    bool: anyOf(
      fc.constantFrom("true", "false"),
      fill("(# # #)", int, fc.constantFrom("<", "<=", ">", ">=", "==", "!="), int),
      fill("(# # #)", text, fc.constantFrom("<", "==", "!="), text),
      fill("(# # #)", bool, fc.constantFrom("&&", "||"), bool),
      fill("!#", bool),
      fill("(# in #)", int, list),
      fill("(# in {'a': 1, 'ab': 2})", text),
      fill(
        "#.#(x, x # #)",
        list,
        fc.constantFrom("all", "exists", "exists_one"),
        fc.constantFrom("<", ">", "=="),
        small,
      ),
      fill("#.#(#)", text, fc.constantFrom("startsWith", "endsWith", "contains"), text),
      fill("(# == #)", list, list),
    ),
  };
});

const celLibrary = new Environment({ homogeneousAggregateLiterals: false });

const NO_REQUEST = {
  lookUp: () => undefined,
  secret: () => undefined,
};

test("evaluates constant expressions like the CEL library", () => {
  let compared = 0;
  fc.assert(
    fc.property(anything, (source) => {
      let expected: unknown;
      try {
        expected = celLibrary.evaluate(source);
      } catch {
        return;
      }
      compared += 1;
      const budget = new Budget(100_000, "an expression");
      expect(new Expressions(NO_REQUEST, budget).evaluate(source, () => undefined)).toEqual(expected);
    }),
    { numRuns: 2000, seed: 20261122 },
  );
  expect(compared).toBeGreaterThan(1000);
});

interface ConditionRow {
  readonly if: string;
  readonly title?: string;
  readonly name?: string;
  readonly question?: Partial<Question>;
}

interface DocumentedExpressions {
  readonly holds: readonly string[];
  readonly fails: readonly string[];
  readonly undecided: readonly string[];
  readonly variables: readonly ConditionRow[];
  readonly unknown: readonly ConditionRow[];
}

const documented = readTable<DocumentedExpressions>(join(__dirname, "documented", "expressions.yaml"));

describe("an expression", () => {
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

  /** Evaluates a request with a policy that denies it if the condition is true. */
  function evaluateCondition(condition: string, question: Question = QUESTION) {
    emulator.mutate({ path, set: { traffic_policy: denyIf(condition) } });
    return emulator.evaluate(question);
  }

  test.each(documented.holds)("is true: %s", async (expression) => {
    expect(await evaluateCondition(expression)).toMatchObject(DENIED);
  });

  test.each(documented.fails)("fails, and so does its negation: %s", async (expression) => {
    for (const condition of [expression, `!(${expression})`])
      expect(await evaluateCondition(condition)).toMatchObject(FORWARDED);
  });

  test.each(documented.undecided)("is undecided: %s", async (expression) => {
    expect(await evaluateCondition(expression)).toMatchObject({ outcome: "undecided" });
  });

  test.each(documented.variables)("is true ($title): $if", async ({ if: expression, question }) => {
    expect(await evaluateCondition(expression, { ...REQUEST, ...question })).toMatchObject(DENIED);
    expect(await evaluateCondition(`!(${expression})`, { ...REQUEST, ...question })).toMatchObject(FORWARDED);
  });

  test.each(documented.unknown)(
    "is undecided because of $name: $if",
    async ({ name, if: expression, question }) => {
      const { may: possible, ...ending } = await evaluateCondition(expression, { ...REQUEST, ...question });
      expect(ending).toMatchObject({ outcome: "undecided", why: [name] });
      expect(possible).toEqual([expect.objectContaining(DENIED), expect.objectContaining(FORWARDED)]);
    },
  );
});
