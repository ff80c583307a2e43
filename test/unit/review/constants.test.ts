// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the service fills in what looks like a template here.

import { describe, expect, test } from "vitest";
import { type Props, reviewOf, updated } from "../../support/previews";

const URL = "https://app.example.com";
const OK = { actions: [{ type: "custom-response", config: { status_code: 200 } }] };

const rule = (type: string, config: object, ...expressions: readonly string[]) => ({
  expressions,
  actions: [{ type, config }],
});
const deny = (...expressions: readonly string[]) => rule("deny", {}, ...expressions);

const changed = async (before: readonly object[], after: readonly object[]) => {
  const policy = (rules: readonly object[]) =>
    ({ url: URL, trafficPolicy: { on_http_request: [...rules, OK] } }) as unknown as Props;
  const { exposure } = await reviewOf([
    updated("Endpoint", "app", "ep_app", policy(before), policy(after), ["trafficPolicy"]),
  ]);
  return exposure.changed.find(({ surface }) => surface.label === URL);
};

const verdictOf = async (before: readonly object[], after: readonly object[]) => {
  const found = await changed(before, after);
  return found === undefined ? "same" : `${found.verdict}${found.isCertain ? "" : ", perhaps"}`;
};

describe("what needs no client", () => {
  test.each([
    "1 == 2",
    "'a'.startsWith('b')",
    "'Ab'.matches('^a')",
    "'ab'.upperAscii() == 'ab'",
    "size('abc') > 3",
    "['a', 'b'].size() == 3",
    "!(1 + 1 == 2)",
    "'x' + 'y' == 'yx'",
    "duration('1m') > duration('1h')",
    "timestamp('2021-01-01T00:00:00Z') < timestamp('2020-01-01T00:00:00Z')",
  ])("is worked out: %s", async (expression) => {
    expect(await verdictOf([deny("true")], [deny(expression)])).toBe("opens");
    expect(await verdictOf([deny("true")], [deny(`!(${expression})`)])).toBe("same");
  });

  test.each(["1 / 0 == 1", "1 % 0 == 0", "int('x') == 1", "[1, 2][5] == 1", "{'a': 1}['b'] == 1"])(
    "fails for each request: %s",
    async (expression) => {
      expect(await verdictOf([deny("true")], [deny(expression)])).toBe("opens");
      expect(await verdictOf([deny("true")], [deny(expression), deny(`!(${expression})`)])).toBe("opens");
      expect(await verdictOf([deny(`!(${expression})`)], [deny()])).toBe("closes");
    },
  );

  test.each([
    ["hash.md5('a') == 'b'", "opens"],
    ["'a'.replace('a', 'b') == 'a'", "opens"],
    ["duration('5x') > duration('1s')", "opens"],
    ["timestamp('2024-02-30T00:00:00Z') == timestamp('2024-03-01T00:00:00Z')", "opens"],
    ["string(1000000.0) == '1000000'", "opens"],
    ["'É'.lowerAscii() == 'é'", "opens"],
    ["int('') == 0", "opens"],
    ["duration('1us') < duration('1s')", "same"],
    ["timestamp(0) < timestamp(1)", "same"],
  ])("is worked out as the evaluator does: %s", async (expression, verdict) => {
    expect(await verdictOf([deny("true")], [deny(expression)])).toBe(verdict);
  });
});

describe("values of cookies", () => {
  test.each(["getReqCookie('s').value == '1'", "req.cookies['s'][0].value == '1'"])(
    "are read: %s",
    async (expression) => {
      const found = await changed([deny()], [deny("!hasReqCookie('s')"), deny(`!(${expression})`)]);
      expect(found?.isCertain).toBe(true);
      expect(found?.openings[0]?.client?.headers).toEqual({ cookie: ["s=1"] });
    },
  );

  test("are the same in both spellings", async () => {
    const both = ["getReqCookie('s').value == '1'", "req.cookies['s'][0].value == '1'"];
    expect(await verdictOf([deny(both[0] as string)], [deny(both[1] as string)])).toBe("same");
  });
});

describe("variables that are no texts", () => {
  const set = (value: unknown, ...expressions: readonly string[]) =>
    rule("set-vars", { vars: [{ team: value }] }, ...expressions);
  test.each<[string, readonly object[], string]>([
    ["a bool", [set(true), deny("vars.team")], "same"],
    ["another bool", [set(false), deny("vars.team")], "opens"],
    ["a number", [set(3), deny("vars.team > 2")], "same"],
    ["a smaller number", [set(2), deny("vars.team > 2")], "opens"],
    ["a list", [set(["red", "blue"]), deny("'red' in vars.team")], "same"],
    ["the length of a list", [set(["red", "blue"]), deny("vars.team.size() == 3")], "opens"],
    ["the length of a text", [set("red"), deny("vars.team.size() == 3")], "same"],
    ["what is not set, and asked for", [deny("has(vars.team) && vars.team.size() == 3")], "opens"],
    ["what the service fills in", [set(["${req.method}"]), deny("'red' in vars.team")], "opens, perhaps"],
  ])("are followed: %s", async (_, after, expected) => {
    expect(await verdictOf([deny()], after)).toBe(expected);
  });
});

test("a redirect of all that begins alike is for all of these, and is named once", async () => {
  const redirect = rule("redirect", { from: "/admin(.*)", to: "https://example.org/" });
  const found = await changed([redirect], []);
  expect(found?.isCertain).toBe(true);
  expect(found?.openings.map(({ who }) => who).join()).not.toContain("that a redirect");
});

test("a redirect to what the text may be already is not for all of these", async () => {
  const redirect = rule("redirect", { from: "/admin(.*)", to: "/admin/new" });
  expect(await verdictOf([redirect], [])).toBe("opens, perhaps");
});
