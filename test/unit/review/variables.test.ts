// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the service interpolates these texts.

import { describe, expect, test } from "vitest";
import { comparePolicies } from "../../policy-edits/comparison";
import { ANSWER, allow, deny, rule, setVars } from "../../support/policies";

/** The verdict, and whether clients gain access according to the evaluator. */
async function judge(before: readonly object[], after: readonly object[], more: object = {}) {
  const policy = (rules: readonly object[]) => ({ on_http_request: [...rules, ANSWER], ...more });
  const found = await comparePolicies(policy(before), policy(after));
  const { verdict, opened, missed, falseAlarms, exposures } = found;
  expect({ missed, falseAlarms }).toEqual({ missed: [], falseAlarms: [] });
  const texts = exposures.flatMap(({ gainsAccess }) => gainsAccess.map(({ who }) => who));
  return { verdict, isOpened: opened > 0, texts };
}

const NETWORK = allow("203.0.113.0/24");
const respondIf = (condition: string) => rule("custom-response", { status_code: 204 }, condition);
const UNCHANGED = { verdict: "nothing", isOpened: false };
const OPENS = { verdict: "opens", isOpened: true };

describe("the presence of a variable", () => {
  test.each(["'p' in vars", "has(vars.p)", "has(vars['p'])", "['p'].exists(name, name in vars)"])(
    "follows from the rules that set it: %s",
    async (condition) => {
      const guard = deny(`!(${condition})`);
      // The condition never holds.
      expect(
        await judge([NETWORK, respondIf(condition), deny()], [respondIf(condition), deny()]),
      ).toMatchObject(UNCHANGED);
      expect(await judge([guard], [])).toMatchObject(OPENS);
      expect(await judge([deny(condition)], [])).toMatchObject(UNCHANGED);
      expect(await judge([guard], [setVars({ p: "${req.method}" }), guard])).toMatchObject(OPENS);
    },
  );

  test("depends on the condition of the rule that sets it", async () => {
    const guard = deny("!has(vars.p)");
    const { texts, ...found } = await judge([guard], [setVars({ p: "x" }, "req.method == 'GET'"), guard]);
    expect(found).toEqual(OPENS);
    expect(texts).toEqual([expect.stringMatching(/^requests whose method is "GET"/)]);
  });

  test("doesn't outlast the phase", async () => {
    const response = { on_http_response: [{ ...NETWORK, expressions: ["has(vars.p)"] }] };
    expect(await judge([deny()], [deny("false")], response)).toMatchObject(OPENS);
    expect(await judge([setVars({ p: "x" })], [], response)).toMatchObject(UNCHANGED);
  });

  test("is unknown after an unknown action, and the description names the variable", async () => {
    const unknownAction = rule("new-action");
    const { verdict, texts } = await judge([unknownAction, deny("!('p' in vars)")], [unknownAction]);
    expect(verdict).toBe("may open");
    expect(texts.join(" ")).toContain("vars.p is set");
  });

  test("is undecided if an expression reads all variables", async () => {
    const any = respondIf("vars.size() > 0");
    expect((await judge([NETWORK, any, deny()], [any, deny()])).verdict).toBe("may open");
  });
});

test.each(["vars.p == 'x'", "vars['p'] == 'x'"])(
  "reads a variable in both spellings: %s",
  async (condition) => {
    const guard = deny(`!(${condition})`);
    expect(await judge([setVars({ p: "y" }), guard], [setVars({ p: "x" }), guard])).toMatchObject(OPENS);
    // The expression fails, and denies no client.
    expect(await judge([guard], [])).toMatchObject(UNCHANGED);
  },
);

test.each(["vars.p.q != 'x'", "!has(vars.p.q)", "!('q' in vars.p)"])(
  "leaves a variable with a map undecided: %s",
  async (condition) => {
    expect((await judge([setVars({ p: { q: "y" } }), deny(condition)], [])).verdict).toBe("may open");
  },
);
