import { describe, expect, test } from "vitest";
import { agent, endpoint, type Policy } from "../../policy-edits/account-model";
import { compare, comparePolicies } from "../../policy-edits/comparison";
import { ANSWER, APP, deny, forward, OFFICE, rule } from "../../support/policies";

const X = "https://x.w.internal";
const toX = forward(X);
const wild = endpoint("w", "https://*.w.internal", { on_http_request: [ANSWER] });
/** Responds to all requests, so that the forward never runs. */
const responding = { on_http_request: [rule("custom-response", { status_code: 200 }, "true"), toX] };
const open = { on_http_request: [toX] };

/** The program's wildcard serves the destination, unless an endpoint outside the program serves it. */
const judge = (before: Policy, after: Policy, elsewhere: ReturnType<typeof agent>, readsAccount?: true) =>
  comparePolicies(before, after, { declared: wild, elsewhere, ...(readsAccount && { readsAccount }) });

test.each<readonly [string, Policy, Policy, string]>([
  [
    "a rule before the forward",
    { on_http_request: [deny(), toX] },
    open,
    "everybody; previously blocked by rule on_http_request[0] (deny)",
  ],
  [
    "a rule for responses, while a rule after the forward never ran",
    { on_http_request: [toX, deny()], on_http_response: [OFFICE] },
    { on_http_request: [toX, deny()] },
    "requests from outside 203.0.113.0/24; previously blocked by rule on_http_response[0] (restrict-ips)",
  ],
])(
  "reports a definite opening that doesn't depend on which endpoint serves a name: %s",
  async (_, before, after, client) => {
    for (const elsewhere of [agent("x", X), {}]) {
      const { verdict, opened, missed, falseAlarms, exposures } = await judge(before, after, elsewhere);
      expect({ verdict, missed, falseAlarms }).toEqual({ verdict: "opens", missed: [], falseAlarms: [] });
      expect(opened).toBeGreaterThan(0);
      const app = exposures.find(({ surface }) => surface.label === APP);
      expect(app?.gainsAccess.map(({ who: text }) => text)).toEqual([client]);
    }
  },
);

test("reports a possible opening if it depends on which endpoint serves a name", async () => {
  const { verdict, exposures } = await judge(responding, open, {});
  expect(verdict).toBe("may open");
  expect(exposures.flatMap(({ gainsAccess }) => gainsAccess.map(({ who: text }) => text)).join()).toContain(
    "if another program or an agent serves https://x.w.internal",
  );
});

describe("an endpoint that the account serves below a wildcard", () => {
  const stack = (...rules: readonly object[]) =>
    agent("x", X, { type: "cloud", trafficPolicy: JSON.stringify({ on_http_request: rules }) });

  test.each<readonly [string, ReturnType<typeof agent>, "opens" | "nothing"]>([
    ["no endpoint", {}, "nothing"],
    ["an agent", agent("x", X), "opens"],
    ["an agent with a policy", agent("x", X, { trafficPolicy: "{}" }), "opens"],
    ["an endpoint of another stack that responds", stack(ANSWER), "opens"],
    ["an endpoint of another stack that denies all requests", stack(deny()), "nothing"],
    ["a wildcard that does not match", agent("other", "https://*.x.w.internal"), "nothing"],
  ])("makes the verdict definite: %s", async (_, elsewhere, expected) => {
    const { verdict, missed, falseAlarms, reasons } = await judge(responding, open, elsewhere, true);
    expect({ verdict, missed, falseAlarms, reasons }).toEqual({
      verdict: expected,
      missed: [],
      falseAlarms: [],
      reasons: [],
    });
  });

  test("also decides forwards behind an endpoint of the program", async () => {
    const world = (rules: readonly object[]) => ({
      declared: {
        ...endpoint("app", APP, { on_http_request: [forward("https://router.w.internal")] }),
        ...endpoint("w", "https://*.w.internal", { on_http_request: rules }),
      },
      elsewhere: agent("x", X),
    });
    const edit = {
      kind: "by hand",
      before: world([ANSWER]),
      after: world([toX]),
      readsAccount: true,
    } as const;
    const { verdict, missed, falseAlarms, reasons } = await compare(edit, 40, 1);
    expect({ verdict, missed, falseAlarms, reasons }).toEqual({
      verdict: "opens",
      missed: [],
      falseAlarms: [],
      reasons: [],
    });
  });
});
