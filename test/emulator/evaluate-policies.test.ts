import { describe, expect, test } from "vitest";
import type { Question } from "../../emulator/index";
import { control, startClient } from "./support/client";
import { evaluatePolicy, policyText, REQUEST, startWithPolicy } from "./support/evaluation";

const DENY = { type: "deny" };

test("evaluates a policy in YAML", async () => {
  const policy = `
on_http_request:
  - expressions: ["req.url.path.startsWith('/admin')"]
    actions: [{ type: deny, config: { status_code: 404 } }]
`;
  const url = "https://app.example.com/admin/x";
  expect(await evaluatePolicy(policy, { url })).toMatchObject({ outcome: "refused", status: 404 });
  expect(await evaluatePolicy(policy)).toMatchObject({ outcome: "forwarded" });
});

test("accepts earlier names of phases, and ignores on_event_destination", async () => {
  const inbound = JSON.stringify({ inbound: [{ actions: [DENY] }], outbound: [] });
  expect(await evaluatePolicy(inbound)).toMatchObject({
    outcome: "refused",
    by: { phase: "on_http_request" },
  });
  const events = JSON.stringify({ on_event_destination: [{ actions: [DENY] }] });
  expect(await evaluatePolicy(events)).toMatchObject({ outcome: "forwarded" });
});

test("lists every rule in the path of the request", async () => {
  const policy = JSON.stringify({
    on_http_request: [
      { name: "only PUT", expressions: ["req.method == 'PUT'"], actions: [DENY] },
      { actions: [{ type: "restrict-ips", config: { enforce: true, allow: ["0.0.0.0/0"] } }] },
    ],
  });
  const at = expect.stringMatching(/^ep_/);
  expect((await evaluatePolicy(policy)).path).toEqual([
    { at, phase: "on_http_request", rule: 0, name: "only PUT", result: "skipped" },
    { at, phase: "on_http_request", rule: 1, action: "restrict-ips", result: "passed" },
    { at, result: "forwarded" },
  ]);
});

describe("the question", () => {
  const invalid: readonly [string, object, string][] = [
    ["a URL without a scheme", { url: "app.example.com" }, "evaluate.url"],
    ["another scheme", { url: "ftp://app.example.com" }, "evaluate.url"],
    ["a wildcard", { url: "https://*.example.com/" }, "evaluate.url"],
    ["a tcp URL without a port", { url: "tcp://app.example.com" }, "evaluate.url"],
    ["an invalid address", { ip: "somewhere" }, "evaluate.ip"],
    ["an invalid variable", { variables: { __proto__x: 1 } }, "evaluate.variables"],
    ["an unknown property", { color: "red" }, "evaluate"],
    ["an invalid header", { headers: { "a b": "c" } }, "evaluate.headers"],
  ];

  test.each(invalid)("is rejected with %s", async (_title, change, option) => {
    const emulator = await startClient();
    const question = { ...REQUEST, ...change } as Question;
    await expect(emulator.evaluate(question)).rejects.toThrow(option);
    expect((await control(emulator, "evaluate", question as never)).status).toBe(400);
  });

  test("has the same result over HTTP and in the library, and changes nothing", async () => {
    const emulator = await startWithPolicy(policyText("on_http_request", DENY));
    const before = JSON.stringify(emulator.objects());
    const reply = await control(emulator, "evaluate", REQUEST as never);
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual(await emulator.evaluate(REQUEST));
    expect(emulator.requests()).toEqual([]);
    expect(JSON.stringify(emulator.objects())).toBe(before);
  });
});
