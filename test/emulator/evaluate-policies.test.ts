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

  test("the path of the request lists every rule", async () => {
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

  test("an expression that fails next to a false one skips the rule", async () => {
    expect(await ask(denyIf("req.headers['x'][0] == 'x'", "req.method == 'PUT'"))).toMatchObject(FORWARDED);
  });
});

test("a variable of the question applies only if the emulator does not know it", async () => {
  const variables = { "req.method": "PUT", "req.url.path": "/a" };
  const url = "https://app.example.com/%61";
  expect(await ask(denyIf("req.method == 'PUT'"), { variables })).toMatchObject(FORWARDED);
  expect(await ask(denyIf("req.url.path == '/a'"), { variables, url })).toMatchObject(DENIED);
});

describe("values that a phase does not have", () => {
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
    ["an unknown name", { colour: "red" }, "evaluate"],
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

  test("with a Host other than the URL's is undecided", async () => {
    expect(await ask("", { headers: { host: "other.example.com" } })).toMatchObject({ outcome: "undecided" });
    expect(await ask("", { headers: { host: "app.example.com:443" } })).toMatchObject(FORWARDED);
  });
});
