// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the service fills in what looks like a template here.

import { describe, expect, test } from "vitest";
import { judge } from "../../policy-edits/comparison";
import { APP, endpoint } from "../../policy-edits/world";

const rule = (type: string, config: object, ...expressions: readonly string[]) => ({
  ...(expressions.length > 0 && { expressions }),
  actions: [{ type, config }],
});
const OK = rule("custom-response", { status_code: 200 });
const deny = (...expressions: readonly string[]) => rule("deny", {}, ...expressions);
const set = (...vars: readonly object[]) => rule("set-vars", { vars });

/** What the review says, and whether the evaluator lets somebody in anew. */
async function judged(before: readonly object[], after: readonly object[], more: object = {}) {
  const world = (rules: readonly object[]) => ({
    declared: endpoint("app", APP, { on_http_request: [...rules, OK], ...more }),
  });
  const found = await judge({ kind: "by hand", before: world(before), after: world(after) }, 40, 1);
  const { says, opened, mayBeOpened, missed, belied } = found;
  expect({ missed, belied }).toEqual({ missed: [], belied: [] });
  const texts = found.exposures.flatMap(({ newcomers }) => newcomers.map(({ who }) => who));
  return { says, isOpened: opened > 0, mayBe: mayBeOpened > 0, texts };
}

describe("whether a variable is there", () => {
  const SPELLINGS = ["'p' in vars", "has(vars.p)", "has(vars['p'])", "['p'].exists(name, name in vars)"];
  const never = { says: "nothing", isOpened: false };
  const surely = { says: "opens", isOpened: true };

  test.each(SPELLINGS)("is no question where no rule sets it: %s", async (there) => {
    // Whoever it lets past is nobody.
    const past = rule("custom-response", { status_code: 204 }, there);
    const network = rule("restrict-ips", { allow: ["203.0.113.0/24"] });
    expect(await judged([network, past, deny()], [past, deny()])).toMatchObject(never);
    expect(await judged([deny(`!(${there})`)], [])).toMatchObject(surely);
    expect(await judged([deny(there)], [])).toMatchObject(never);
  });

  test.each(SPELLINGS)("is no question where a rule sets it: %s", async (there) => {
    const guard = deny(`!(${there})`);
    expect(await judged([guard], [set({ p: "${req.method}" }), guard])).toMatchObject(surely);
    expect(await judged([set({ q: "x" }), guard], [set({ q: "x" }, { p: "x" }), guard])).toMatchObject(
      surely,
    );
  });

  test("depends on what the rule asks that sets it", async () => {
    const onGet = { ...set({ p: "x" }), expressions: ["req.method == 'GET'"] };
    expect(await judged([deny("!has(vars.p)")], [onGet, deny("!has(vars.p)")])).toMatchObject({
      ...surely,
      texts: [expect.stringMatching(/^requests whose method is "GET"/)],
    });
  });

  test("ends with the phase", async () => {
    const response = {
      on_http_response: [rule("restrict-ips", { allow: ["203.0.113.0/24"] }, "has(vars.p)")],
    };
    const open = [{ ...deny(), expressions: ["false"] }];
    expect(await judged([deny()], open, response)).toMatchObject(surely);
    expect(await judged([set({ p: "x" })], [], response)).toMatchObject(never);
  });

  test("is not known after a rule that nobody can follow, and the text names the variable", async () => {
    const other = rule("new-action", {});
    const { says, texts } = await judged([other, deny("!('p' in vars)")], [other]);
    expect(says).toBe("may open");
    expect(texts.join(" ")).toContain("vars.p is set");
  });

  test("is certain of nothing where an expression reads which ones there are", async () => {
    const past = rule("custom-response", { status_code: 204 }, "vars.size() > 0");
    const network = rule("restrict-ips", { allow: ["203.0.113.0/24"] });
    expect((await judged([network, past, deny()], [past, deny()])).says).toBe("may open");
  });
});

describe("what is in a variable", () => {
  test.each(["vars.p == 'x'", "vars['p'] == 'x'"])("is read in both spellings: %s", async (there) => {
    const guard = deny(`!(${there})`);
    expect(await judged([set({ p: "y" }), guard], [set({ p: "x" }), guard])).toMatchObject({
      says: "opens",
      isOpened: true,
    });
    // It fails, and denies nobody.
    expect(await judged([guard], [])).toMatchObject({ says: "nothing", isOpened: false });
  });

  test.each(["vars.p.q != 'x'", "!has(vars.p.q)", "!('q' in vars.p)"])(
    "is not followed where that is a map: %s",
    async (condition) => {
      expect((await judged([set({ p: { q: "y" } }), deny(condition)], [])).says).toBe("may open");
    },
  );
});
