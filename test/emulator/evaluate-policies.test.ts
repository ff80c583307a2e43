import { describe, expect, test } from "vitest";
import type { Question } from "../../emulator/index";
import { control, emulated } from "./support/client";
import { ask, denyIf, policyOf, REQUEST, withPolicy } from "./support/evaluation";

const DENIED = { outcome: "refused", status: 403 };
const FORWARDED = { outcome: "forwarded", to: "http://localhost:80" };

describe("phases and rules", () => {
  const deny = { type: "deny" };
  const answer = (status_code: number) => ({ type: "custom-response", config: { status_code } });
  const cases: readonly [string, object, object][] = [
    ["an endpoint without rules lets everything through", {}, FORWARDED],
    [
      "the connection's phase comes before the request's",
      { on_http_request: [{ actions: [answer(200)] }], on_tcp_connect: [{ actions: [deny] }] },
      { outcome: "refused", by: { phase: "on_tcp_connect", rule: 0, action: "deny" } },
    ],
    [
      "rules run in the order in which they stand",
      { on_http_request: [{ actions: [answer(201)] }, { actions: [answer(202)] }] },
      { outcome: "answered", status: 201, by: { rule: 0 } },
    ],
    [
      "actions of a rule run in their order, and one that ends the request hides the next",
      { on_http_request: [{ actions: [{ type: "log", config: { metadata: {} } }, answer(201), deny] }] },
      { outcome: "answered", status: 201 },
    ],
    [
      "a rule without expressions matches all traffic",
      { on_http_request: [{ name: "all", expressions: [], actions: [deny] }] },
      { ...DENIED, by: { name: "all" } },
    ],
    [
      "all expressions of a rule have to be true",
      { on_http_request: [{ expressions: ["req.method == 'GET'", "req.method == 'PUT'"], actions: [deny] }] },
      FORWARDED,
    ],
    [
      "the response's phase keeps nothing from the upstream",
      { on_http_response: [{ actions: [answer(500)] }] },
      FORWARDED,
    ],
    ["a destination of events is no part of it", { on_event_destination: [{ actions: [deny] }] }, FORWARDED],
  ];

  test.each(cases)("%s", async (_title, policy, expected) => {
    expect(await ask(JSON.stringify(policy))).toMatchObject(expected);
  });

  test("a policy may be YAML", async () => {
    const policy =
      "on_http_request:\n  - expressions: [\"req.url.path.startsWith('/admin')\"]\n    actions:\n      - type: deny\n        config: { status_code: 404 }\n";
    expect(await ask(policy, { url: "https://app.example.com/admin/x" })).toMatchObject({
      outcome: "refused",
      status: 404,
    });
    expect(await ask(policy, { url: "https://app.example.com/" })).toMatchObject(FORWARDED);
  });

  test("the way of the request is told, rule by rule", async () => {
    const policy = JSON.stringify({
      on_http_request: [
        { name: "only PUT", expressions: ["req.method == 'PUT'"], actions: [deny] },
        { actions: [{ type: "restrict-ips", config: { enforce: true, allow: ["0.0.0.0/0"] } }] },
      ],
    });
    const at = expect.stringMatching(/^ep_/);
    expect((await ask(policy)).path).toEqual([
      { at, phase: "on_http_request", rule: 0, name: "only PUT", result: "skipped" },
      { at, phase: "on_http_request", rule: 1, action: "restrict-ips", result: "passed" },
      { at, result: "forwarded" },
    ]);
  });
});

describe("expressions", () => {
  const holds: readonly [string, string, Partial<Question>?][] = [
    ["the address is the client's", "conn.client_ip == '198.51.100.9'"],
    ["a list may hold it", "conn.client_ip in ['192.0.2.1', '198.51.100.9']"],
    ["negation", "!(conn.client_ip in ['192.0.2.1'])"],
    ["the path has its leading slash", "req.url.path == '/a/b'", { url: "https://app.example.com/a/b?x=1" }],
    [
      "the query has no question mark",
      "req.url.query == 'x=1&y=2'",
      { url: "https://app.example.com/?x=1&y=2" },
    ],
    [
      "query parameters are lists by name",
      "'2' in req.url.query_params['y']",
      { url: "https://app.example.com/?x=1&y=2" },
    ],
    ["the URI is path and query", "req.url.uri == '/a?x=1'", { url: "https://app.example.com/a?x=1" }],
    [
      "the URL is a text",
      "req.url == 'https://app.example.com/a?x=1'",
      { url: "https://app.example.com/a?x=1" },
    ],
    [
      "the URL is a text with methods",
      "req.url.endsWith('/a') && req.url.host == 'app.example.com'",
      { url: "https://app.example.com/a" },
    ],
    [
      "the port is there if the URL names it",
      "has(req.url.port) && req.url.port == 443",
      { url: "https://app.example.com:443/" },
    ],
    ["the port is absent if the URL does not", "!has(req.url.port)"],
    ["the scheme", "req.url.scheme == 'https'"],
    ["the host of the header", "req.host == 'app.example.com'"],
    [
      "headers by names in lower case",
      "req.headers['x-team'][0] == 'blue'",
      { headers: { "X-Team": "blue" } },
    ],
    [
      "several values of a header",
      "size(req.headers['x-team']) == 2",
      { headers: { "x-team": ["blue", "red"] } },
    ],
    ["whether there is a header", "!has(req.headers['x-team']) && !('x-team' in req.headers)"],
    [
      "the media type without its parameters",
      "req.content_type == 'application/json'",
      { headers: { "content-type": "application/json; charset=utf-8" } },
    ],
    [
      "the whole value of that header",
      "req.content_type.raw.contains('charset')",
      { headers: { "content-type": "application/json; charset=utf-8" } },
    ],
    ["the user agent is a text", "req.user_agent.contains('curl')", { headers: { "user-agent": "curl/8" } }],
    ["cookies by name", "req.cookies['a'][0].value == 'b=c'", { headers: { cookie: "z=1; a=b=c" } }],
    ["the length of the body", "req.content_length > 10", { headers: { "content-length": "11" } }],
    [
      "the endpoint",
      "endpoint.host == 'app.example.com' && endpoint.protocol == 'https' && endpoint.port == 443",
    ],
    [
      "headers are a map",
      "size(req.headers) == 1 && req.headers.exists_one(x, x == 'x-team')",
      { headers: { "X-Team": "blue" } },
    ],
    ["an address is written in one way", "conn.client_ip == '2001:db8::7'", { ip: "2001:0DB8:0:0::7" }],
    [
      "an address of version 4 inside one of version 6 is itself",
      "conn.client_ip == '192.0.2.1'",
      { ip: "::ffff:192.0.2.1" },
    ],
    ["in any spelling", "conn.client_ip == '203.0.113.7'", { ip: "::FFFF:cb00:7107" }],
    ["and so are ranges", "inCidrRange(conn.client_ip, '::ffff:cb00:7100/120')", { ip: "203.0.113.7" }],
    ["the time is a text in UTC", "time.now > '2020-01-01T00:00:00Z' && time.now.endsWith('Z')"],
    [
      "what a question tells of the variables",
      "conn.geo.country_code == 'DE'",
      { variables: { "conn.geo.country_code": "DE" } },
    ],
    [
      "what it tells below a variable that is a text",
      "conn.client_ip.is_tor_node && conn.client_ip == '198.51.100.9'",
      { variables: { "conn.client_ip.is_tor_node": true } },
    ],
    [
      "one side of && settles it although the other fails",
      "!(req.headers['x-none'][0] == 'a' && req.method == 'PUT')",
    ],
    [
      "one side of || settles it although the other is not known",
      "conn.geo.country_code == 'DE' || req.method == 'GET'",
    ],
    ["a conditional", "(req.method == 'GET' ? 1 : 2) == 1"],
    ["arithmetic of whole numbers", "5 * (3 - 1) == 10 && 7 / 2 == 3 && -7 % 3 == -1"],
    ["numbers of all kinds are compared", "1 == 1.0 && 2 > 1.5"],
    ["values of different types are unequal", "dyn('1') != dyn(1)"],
    [
      "quantifiers over lists",
      "[1, 2].exists(n, n == 2) && [1, 2].all(n, n > 0) && [1, 2].exists_one(n, n == 2)",
    ],
    ["quantifiers over the keys of maps", "{'one': 1, 'two': 2}.exists(k, k.startsWith('t'))"],
    ["filter and map", "[1, 2, 3].filter(n, n > 1).map(n, n * n) == [4, 9]"],
    [
      "times and durations",
      "timestamp('2024-01-01T00:00:00Z') + duration('1h') < timestamp('2024-01-01T02:00:00Z')",
    ],
  ];

  test.each(holds)("%s: %s", async (_title, expression, question = {}) => {
    expect(await ask(denyIf(expression), question)).toMatchObject(DENIED);
    expect(await ask(denyIf(`!(${expression})`), question)).toMatchObject(FORWARDED);
  });

  const unknown: readonly [string, string, Partial<Question>?][] = [
    ["conn.geo.country_code", "conn.geo.country_code == 'DE'"],
    ["conn.client_ip.is_on_blocklist", "conn.client_ip.is_on_blocklist"],
    ["conn.server_ip.geo.location.country", "conn.server_ip.geo.location.country == 'x'"],
    ["req.user_agent.is_bot", "req.user_agent.is_bot"],
    ["conn.server_ip", "conn.server_ip == '192.0.2.1'"],
    ["req.version", "req.version == 'HTTP/2'"],
    ["conn.geo.city", "has(conn.geo.city)"],
    ["conn.nothing", "conn.nothing == 1"],
    ["the variable identity", "identity.age >= 18"],
    ["rand.double()", "rand.double() >= 0.5"],
    ["the secret vault/name", "secrets.get('vault', 'name') == 'x'"],
    ["the macro nothing()", "nothing('x')"],
    ["the macro .nothing()", "'x'.nothing()"],
    ["the macro hash.nothing()", "hash.nothing('x')"],
    ["req.url.path", "req.url.path.startsWith('/a')", { url: "https://app.example.com/%61/" }],
    ["req.url.path", "req.url.path.startsWith('/a')", { url: "https://app.example.com/b/../a/" }],
    ["req.headers['X-Team']", "req.headers['X-Team'][0] == 'blue'", { headers: { "x-team": "blue" } }],
    ["the port of the URL", "req.host == 'app.example.com'", { url: "https://app.example.com:443/" }],
    ["res.status_code", "res.status_code == 200"],
  ];

  test.each(unknown)(
    "what is not known is named and never guessed: %s in %s",
    async (name, expression, question = {}) => {
      const { outcome, why, may } = await ask(denyIf(expression), question);
      expect({ outcome, why }).toEqual({ outcome: "undecided", why: [name] });
      expect(may).toEqual([expect.objectContaining(DENIED), expect.objectContaining(FORWARDED)]);
    },
  );

  test("an unknown condition that changes nothing decides nothing", async () => {
    const policy = JSON.stringify({
      on_http_request: [
        {
          expressions: ["conn.geo.country_code == 'DE'"],
          actions: [{ type: "log", config: { metadata: {} } }],
        },
        { expressions: ["conn.geo.country_code == 'DE'"], actions: [{ type: "deny" }] },
        { actions: [{ type: "deny" }] },
      ],
    });
    const { outcome, may } = await ask(policy);
    expect(outcome).toBe("undecided");
    expect(may?.map((ending) => ending.outcome)).toEqual(["refused", "refused"]);
  });

  test("an expression that fails is not true, and neither is its contrary", async () => {
    for (const is of ["==", "!="])
      expect(await ask(denyIf(`req.headers['authorization'][0] ${is} 'x'`))).toMatchObject(FORWARDED);
  });

  test("an expression that fails beside one that is false leaves the rule out", async () => {
    expect(await ask(denyIf("req.headers['x'][0] == 'x'", "req.method == 'PUT'"))).toMatchObject(FORWARDED);
  });
});

test("what a question tells of a variable counts where the emulator does not know it, and nowhere else", async () => {
  const variables = { "req.method": "PUT", "req.url.path": "/a" };
  const url = "https://app.example.com/%61";
  expect(await ask(denyIf("req.method == 'PUT'"), { variables })).toMatchObject(FORWARDED);
  expect(await ask(denyIf("req.url.path == '/a'"), { variables, url })).toMatchObject(DENIED);
});

describe("what a phase does not have", () => {
  const connecting = (expression: string) =>
    JSON.stringify({ on_tcp_connect: [{ expressions: [expression], actions: [{ type: "deny" }] }] });

  test.each([
    ["the variable req", "req.method == 'GET'"],
    ["the request in on_tcp_connect", "hasReqHeader('X-Team')"],
  ])("a connection knows no request: %s", async (name, expression) => {
    expect(await ask(connecting(expression))).toMatchObject({ outcome: "undecided", why: [name] });
  });
});

describe("the question", () => {
  const bad: readonly [string, object, string][] = [
    ["no URL", { url: "app.example.com" }, "evaluate.url"],
    ["another scheme", { url: "ftp://app.example.com" }, "evaluate.url"],
    ["a wildcard", { url: "https://*.example.com/" }, "evaluate.url"],
    ["tcp without a port", { url: "tcp://app.example.com" }, "evaluate.url"],
    ["no address", { ip: "somewhere" }, "evaluate.ip"],
    ["a variable that is none", { variables: { __proto__x: 1 } }, "evaluate.variables"],
    ["a name that nobody knows", { colour: "red" }, "evaluate"],
    ["a header that is none", { headers: { "a b": "c" } }, "evaluate.headers"],
  ];

  test.each(bad)("is refused with %s", async (_title, change, option) => {
    const emulator = await emulated();
    const question = { ...REQUEST, ...change } as Question;
    await expect(emulator.evaluate(question)).rejects.toThrow(option);
    expect((await control(emulator, "evaluate", question as never)).status).toBe(400);
  });

  test("is answered over HTTP as by the library", async () => {
    const emulator = await withPolicy(policyOf("on_http_request", { type: "deny" }));
    const reply = await control(emulator, "evaluate", REQUEST as never);
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual(await emulator.evaluate(REQUEST));
    expect(emulator.requests()).toEqual([]);
  });

  test("changes nothing in the account", async () => {
    const emulator = await withPolicy(policyOf("on_http_request", { type: "deny" }));
    const before = JSON.stringify(emulator.objects());
    await emulator.evaluate(REQUEST);
    expect(JSON.stringify(emulator.objects())).toBe(before);
  });

  test("with a Host that is not the URL's is undecided", async () => {
    expect(await ask("", { headers: { host: "other.example.com" } })).toMatchObject({ outcome: "undecided" });
    expect(await ask("", { headers: { host: "app.example.com:443" } })).toMatchObject(FORWARDED);
  });
});
