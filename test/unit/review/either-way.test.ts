import { describe, expect, test } from "vitest";
import { judge } from "../../policy-edits/comparison";
import { APP, agent, endpoint, type Policy } from "../../policy-edits/world";

const rule = (type: string, config: object, ...expressions: readonly string[]) => ({
  ...(expressions.length > 0 && { expressions }),
  actions: [{ type, config }],
});
const OK = rule("custom-response", { status_code: 200 });
const DENY = rule("deny", {});
const X = "https://x.w.internal";
const toX = rule("forward-internal", { url: X });
const office = rule("restrict-ips", { allow: ["203.0.113.0/24"] });

/** The program has a wildcard alone for where requests are forwarded to: another program may serve the name itself. */
const judged = (before: Policy, after: Policy, elsewhere: object, more: { isAsked?: true } = {}) => {
  const world = (policy: Policy) => ({
    declared: {
      ...endpoint("app", APP, policy),
      ...endpoint("w", "https://*.w.internal", { on_http_request: [OK] }),
    },
    elsewhere: elsewhere as ReturnType<typeof agent>,
  });
  return judge({ kind: "by hand", before: world(before), after: world(after), ...more }, 40, 1);
};

describe.each<readonly [string, object]>([
  ["serves the name itself", agent("x", X)],
  ["does not", {}],
])("what opens whether another program serves a name or not, where it %s", (_, elsewhere) => {
  test.each<readonly [string, Policy, Policy, string]>([
    [
      "a rule before the forward",
      { on_http_request: [DENY, toX] },
      { on_http_request: [toX] },
      "everybody; blocked before by rule on_http_request[0] (deny)",
    ],
    [
      "a rule for responses: a rule behind the forward never ran",
      { on_http_request: [toX, DENY], on_http_response: [office] },
      { on_http_request: [toX, DENY] },
      "requests from outside 203.0.113.0/24; blocked before by rule on_http_response[0] (restrict-ips)",
    ],
  ])("is certain: %s", async (_, before, after, who) => {
    const { says, opened, missed, belied, exposures } = await judged(before, after, elsewhere);
    expect({ says, missed, belied }).toEqual({ says: "opens", missed: [], belied: [] });
    expect(opened).toBeGreaterThan(0);
    const app = exposures.find(({ surface }) => surface.label === APP);
    expect(app?.newcomers.map((one) => one.who)).toEqual([who]);
  });
});

test("what opens in one of the cases alone is possible", async () => {
  const before = { on_http_request: [rule("custom-response", { status_code: 200 }, "true"), toX] };
  const { says, exposures } = await judged(before, { on_http_request: [toX] }, {});
  expect(says).toBe("may open");
  expect(exposures.flatMap(({ newcomers }) => newcomers.map((one) => one.who)).join()).toContain(
    "if another program or an agent serves https://x.w.internal",
  );
});

describe("what the account has told of names below a wildcard", () => {
  const stack = (...rules: readonly object[]) =>
    agent("x", X, { type: "cloud", trafficPolicy: JSON.stringify({ on_http_request: rules }) });
  const toItself = { on_http_request: [rule("custom-response", { status_code: 200 }, "true"), toX] };

  test.each<readonly [string, object, "opens" | "nothing"]>([
    ["serves the name", {}, "nothing"],
    ["but an agent does", agent("x", X), "opens"],
    ["but an agent with a policy does", agent("x", X, { trafficPolicy: JSON.stringify({}) }), "opens"],
    ["but another stack does, which answers", stack(OK), "opens"],
    ["but another stack does, which denies all", stack(DENY), "nothing"],
    ["but another wildcard", agent("other", "https://*.x.w.internal"), "nothing"],
  ])("is certain: nothing %s", async (_, elsewhere, said) => {
    const { says, missed, belied, reasons } = await judged(toItself, { on_http_request: [toX] }, elsewhere, {
      isAsked: true,
    });
    expect({ says, missed, belied, reasons }).toEqual({ says: said, missed: [], belied: [], reasons: [] });
  });

  test("counts for forwards behind an address of the program", async () => {
    const world = (rules: readonly object[]) => ({
      declared: {
        ...endpoint("app", APP, {
          on_http_request: [rule("forward-internal", { url: "https://router.w.internal" })],
        }),
        ...endpoint("w", "https://*.w.internal", { on_http_request: rules }),
      },
      elsewhere: agent("x", X),
    });
    const edit = { kind: "by hand", before: world([OK]), after: world([toX]), isAsked: true } as const;
    const { says, missed, belied, reasons } = await judge(edit, 40, 1);
    expect({ says, missed, belied, reasons }).toEqual({ says: "opens", missed: [], belied: [], reasons: [] });
  });
});
