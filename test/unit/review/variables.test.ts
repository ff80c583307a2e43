// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the service fills in what looks like a template here.

import { describe, expect, test } from "vitest";
import { judgePolicies } from "../../policy-edits/comparison";
import { ANSWER, allow, deny, rule, setVars } from "../../support/policies";

/** What the review says, and whether the evaluator lets somebody in anew. */
async function judged(before: readonly object[], after: readonly object[], more: object = {}) {
  const policy = (rules: readonly object[]) => ({ on_http_request: [...rules, ANSWER], ...more });
  const found = await judgePolicies(policy(before), policy(after));
  const { says, opened, missed, belied, exposures } = found;
  expect({ missed, belied }).toEqual({ missed: [], belied: [] });
  const texts = exposures.flatMap(({ newcomers }) => newcomers.map(({ who }) => who));
  return { says, isOpened: opened > 0, texts };
}

const NETWORK = allow("203.0.113.0/24");
const past = (there: string) => rule("custom-response", { status_code: 204 }, there);
const NEVER = { says: "nothing", isOpened: false };
const SURELY = { says: "opens", isOpened: true };

describe("whether a variable is there", () => {
  test.each(["'p' in vars", "has(vars.p)", "has(vars['p'])", "['p'].exists(name, name in vars)"])(
    "is decided by the rules that set it: %s",
    async (there) => {
      const guard = deny(`!(${there})`);
      // Whoever it lets past is nobody.
      expect(await judged([NETWORK, past(there), deny()], [past(there), deny()])).toMatchObject(NEVER);
      expect(await judged([guard], [])).toMatchObject(SURELY);
      expect(await judged([deny(there)], [])).toMatchObject(NEVER);
      expect(await judged([guard], [setVars({ p: "${req.method}" }), guard])).toMatchObject(SURELY);
    },
  );

  test("depends on the condition of the rule that sets it", async () => {
    const guard = deny("!has(vars.p)");
    const { texts, ...found } = await judged([guard], [setVars({ p: "x" }, "req.method == 'GET'"), guard]);
    expect(found).toEqual(SURELY);
    expect(texts).toEqual([expect.stringMatching(/^requests whose method is "GET"/)]);
  });

  test("ends with the phase", async () => {
    const response = { on_http_response: [{ ...NETWORK, expressions: ["has(vars.p)"] }] };
    expect(await judged([deny()], [deny("false")], response)).toMatchObject(SURELY);
    expect(await judged([setVars({ p: "x" })], [], response)).toMatchObject(NEVER);
  });

  test("is not known after a rule that nobody can follow, and the text names the variable", async () => {
    const other = rule("new-action");
    const { says, texts } = await judged([other, deny("!('p' in vars)")], [other]);
    expect(says).toBe("may open");
    expect(texts.join(" ")).toContain("vars.p is set");
  });

  test("is certain of nothing where an expression reads which ones there are", async () => {
    const any = past("vars.size() > 0");
    expect((await judged([NETWORK, any, deny()], [any, deny()])).says).toBe("may open");
  });
});

test.each(["vars.p == 'x'", "vars['p'] == 'x'"])(
  "a variable is read in both spellings: %s",
  async (there) => {
    const guard = deny(`!(${there})`);
    expect(await judged([setVars({ p: "y" }), guard], [setVars({ p: "x" }), guard])).toMatchObject(SURELY);
    // It fails, and denies nobody.
    expect(await judged([guard], [])).toMatchObject(NEVER);
  },
);

test.each(["vars.p.q != 'x'", "!has(vars.p.q)", "!('q' in vars.p)"])(
  "a variable that is a map is not followed: %s",
  async (condition) => {
    expect((await judged([setVars({ p: { q: "y" } }), deny(condition)], [])).says).toBe("may open");
  },
);
