import { Environment } from "@marcbachmann/cel-js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Expressions } from "../../traffic-policy/evaluate/expressions";
import { FunctionCalls } from "../../traffic-policy/evaluate/functions";
import { Budget } from "../../traffic-policy/language/values";

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
      expect(
        new Expressions(new FunctionCalls(nothing, budget), budget).evaluate(source, () => undefined),
      ).toEqual(theirs);
    }),
    { numRuns: 2000, seed: 20261122 },
  );
  expect(compared).toBeGreaterThan(1000);
});
