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
    "hash.md5('a') == 'b'",
    "'a'.replace('a', 'b') == 'a'",
    "duration('5x') > duration('1s')",
    "duration('9999999h') > duration('1s')",
    "timestamp('2024-02-30T00:00:00Z') == timestamp('2024-03-01T00:00:00Z')",
    "string(1000000.0) == '1000000'",
    "'É'.lowerAscii() == 'é'",
    "int('') == 0",
    "duration('1us') < duration('1s')",
    "timestamp(0) < timestamp(1)",
  ])(
    "is the same for all requests where the library may decide it otherwise than the service: %s",
    async (expression) => {
      expect(await verdictOf([deny("true")], [deny(expression)])).toBe("opens, perhaps");
      const post = `${expression} && req.method == 'POST'`;
      const before = [rule("restrict-ips", { allow: ["203.0.113.0/24"] }, expression)];
      expect(await verdictOf(before, [deny(post)])).toMatch(/, perhaps$/);
    },
  );
});

describe("results of guards", () => {
  const unenforced = rule("restrict-ips", { allow: ["203.0.113.0/24"], enforce: false });
  test.each<[string, readonly object[], readonly object[], string]>([
    [
      "that they never have",
      [unenforced, deny()],
      [unenforced, deny("actions.ngrok.restrict_ips.action == 'refuse'")],
      "opens",
    ],
    [
      "by a part of them",
      [unenforced, deny("actions.ngrok.restrict_ips.action.startsWith('de')")],
      [unenforced, deny("actions.ngrok.restrict_ips.action == 'deny'")],
      "same",
    ],
  ])("are known: %s", async (_, before, after, expected) => {
    expect(await verdictOf(before, after)).toBe(expected);
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

describe("letters in upper case", () => {
  test.each<[string, string, string]>([
    ["req.method.upperAscii() == 'GET'", "req.method.lowerAscii() == 'get'", "same"],
    ["req.url.path.upperAscii().startsWith('/ADMIN')", "req.url.path.startsWith('/admin')", "shifts"],
    ["req.url.path.upperAscii() == '/Admin'", "false", "same"],
    ["size(req.url.path.upperAscii()) == 6", "size(req.url.path) == 6", "same"],
  ])("are folded: %s against %s", async (before, after, expected) => {
    const found = await verdictOf([deny(before)], [deny(after)]);
    expect(found === "opens" ? "shifts" : found).toBe(expected);
  });
});

describe("how many values there are", () => {
  test.each<[string, string]>([
    ["req.headers['x-team'].size() > 0", "hasReqHeader('X-Team')"],
    ["size(getReqHeader('X-Team')) >= 1", "hasReqHeader('X-Team')"],
    ["getReqHeader('X-Team').size() == 0", "!hasReqHeader('X-Team')"],
    ["req.headers['x-team'].size() == 0", "false"],
    ["getReqHeader('X-Team').size() == 0 || size(getReqHeader('X-Team')) > 0", "true"],
    [
      "getReqHeader('X-Team').size() == 2",
      "getReqHeader('X-Team').size() >= 2 && 3 > size(getReqHeader('X-Team'))",
    ],
    ["req.headers['x-team'].size() > 1 && !hasReqHeader('X-Team')", "false"],
    ["getQueryParam('a').size() > 1 && getQueryParam('a').size() < 2", "false"],
  ])("is whether there is one: %s is %s", async (one, other) => {
    expect(await verdictOf([deny(one)], [deny(other)])).toBe("same");
  });
});

describe("how many parts a text has", () => {
  test.each<[string, string]>([
    ["req.url.path.split('/').size() > 2", "req.url.path.matches('^/[^/]*/')"],
    ["req.url.path.split('/').size() >= 3", "req.url.path.matches('^/[^/]*/')"],
    ["size(req.url.path.split('/')) == 2", "req.url.path.matches('^/[^/]*$')"],
    ["3 > req.url.path.split('/').size()", "req.url.path.matches('^/[^/]*$')"],
    ["req.url.path.split('/').size() <= 1", "false"],
    ["req.url.path.split('..').size() > 1", "req.url.path.contains('..')"],
  ])("is one more than the separators: %s is %s", async (one, other) => {
    expect(await verdictOf([deny(one)], [deny(other)])).toBe("same");
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
    ["what is not set", [deny("vars.team.size() == 3")], "opens"],
    ["what is not set, and asked for", [deny("has(vars.team) && vars.team.size() == 3")], "opens"],
    ["what is set later", [deny("vars.team > 2"), set(3)], "opens"],
    ["what is set for others", [set(3, "req.method == 'POST'"), deny("vars.team == 3")], "opens"],
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

describe("texts that an expression gives to each request alike", () => {
  const add = (authorization: string) => rule("add-headers", { headers: { authorization } });
  const password = rule("basic-auth", { credentials: ["u:password1"] });
  const pair = "Basic dTpwYXNzd29yZDE=";

  test.each([
    "${basic_auth.encode('u', 'password1')}",
    "Basic ${'u:password1'.encodeBase64()}",
    "${'Basic ' + base64.encode(b'u:password1')}",
    "${basic_auth.encode('u', 'pass' + 'word1')}",
  ])("are worked out: %s", async (text) => {
    expect(await verdictOf([password], [add(text), password])).toBe("opens");
    expect(await verdictOf([add(pair), password], [add(text), password])).toBe("same");
    expect(await verdictOf([password], [add(text.replace("1'", "2'")), password])).not.toMatch(/^opens/);
  });

  test("are left open where they read the request", async () => {
    const text = "${basic_auth.encode('u', req.method)}";
    expect(await verdictOf([password], [add(text), password])).toBe("opens, perhaps");
  });
});
