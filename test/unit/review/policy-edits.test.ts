import { beforeAll, describe, expect, test } from "vitest";
import { headerEdits } from "../../policy-edits/account-edits";
import { agent, endpoint, type Mask } from "../../policy-edits/account-model";
import { type Comparison, compare, comparePolicies } from "../../policy-edits/comparison";
import { policyEdits } from "../../policy-edits/generate";
import { ANSWER, deny, forward, GOOGLE, INNER, OFFICE, rule } from "../../support/policies";

const SEED = Number(process.env.TUNNEL_EDGE_SEED ?? 1);
const CLIENTS_PER_EDIT = 40;
const comparisons: Comparison[] = [];

beforeAll(async () => {
  for (const [index, edit] of [...policyEdits(120, SEED), ...headerEdits(60, SEED)].entries())
    comparisons.push(await compare(edit, CLIENTS_PER_EDIT, SEED * 1_000_003 + index));
}, 600_000);

describe("generated edits of traffic policies", () => {
  test("are of many kinds, and some open access", () => {
    expect(new Set(comparisons.map(({ edit }) => edit.kind)).size).toBeGreaterThanOrEqual(12);
    expect(comparisons.filter(({ opened }) => opened > 0).length).toBeGreaterThanOrEqual(12);
  });

  test("open access only for clients that the review reports", () => {
    const missed = comparisons.filter(({ missed: clients }) => clients.length > 0);
    expect(missed.map(({ edit, missed: [first] }) => ({ edit, first }))).toEqual([]);
  });

  test("open access for the example client of each definite opening", () => {
    const wrong = comparisons.flatMap(({ edit, falseAlarms }) =>
      falseAlarms.map((example) => ({ edit, example })),
    );
    expect(wrong).toEqual([]);
    const sum = (count: (comparison: Comparison) => number) =>
      comparisons.reduce((total, comparison) => total + count(comparison), 0);
    // A definite opening has no example client if it depends on the same unknown on both sides.
    const expected = sum(({ definite, withoutExample }) => definite - withoutExample);
    expect(sum(({ evaluatedExamples }) => evaluatedExamples)).toBeGreaterThan(0.9 * expected);
  });

  test("get definite verdicts in many cases", () => {
    expect(comparisons.filter(({ verdict }) => verdict === "nothing").length).toBeGreaterThanOrEqual(40);
    expect(comparisons.filter(({ verdict }) => verdict === "opens").length).toBeGreaterThanOrEqual(20);
  });
});

const users = rule("openid-connect", {
  issuer_url: "https://id.example",
  client_id: "app",
  client_secret: "s",
});
const inOffice = { ...OFFICE, expressions: ["req.url.path.startsWith('/admin')"] };
const requireLongerThan = (length: number) => deny(`!(req.content_length > ${length})`);
const denyAfternoon = deny("timestamp(time.now).getHours() > 11");
const STACK = "https://stack.internal";
const inGermany = forward(INNER, "conn.geo.country_code == 'DE'");

test.each<[string, readonly object[], readonly object[], Comparison["verdict"]]>([
  ["a removed minimum length", [requireLongerThan(6), ANSWER], [ANSWER], "opens"],
  ["a smaller minimum length", [requireLongerThan(6), ANSWER], [requireLongerThan(3), ANSWER], "opens"],
  ["a larger minimum length", [requireLongerThan(3), ANSWER], [requireLongerThan(6), ANSWER], "nothing"],
  ["a group of users that was not allowed before", [inOffice, ANSWER], [users, ANSWER], "opens"],
  [
    "a removed sign-in before a condition on the time",
    [GOOGLE, denyAfternoon, ANSWER],
    [denyAfternoon, ANSWER],
    "opens",
  ],
  ["a response of another program", [forward(INNER)], [forward(STACK)], "opens"],
  ["a removed forward of some requests to an endpoint that responds", [inGermany], [], "nothing"],
])("agrees with the emulator: %s", async (_, before, after, expected) => {
  const { verdict, missed, falseAlarms } = await comparePolicies(
    { on_http_request: before },
    { on_http_request: after },
    {
      declared: endpoint("inner", INNER, { on_http_request: [ANSWER] }),
      elsewhere: agent("stack", STACK, {
        type: "cloud",
        trafficPolicy: JSON.stringify({ on_http_request: [ANSWER] }),
      }),
    },
  );
  expect({ verdict, missed, falseAlarms }).toEqual({ verdict: expected, missed: [], falseAlarms: [] });
});

test.each([
  "conn.client_ip.geo.location.continent == 'Europe'",
  "conn.client_ip.geo.location.is_eu",
  "conn.client_ip.is_on_blocklist",
  "conn.client_ip.is_tor_node",
  "conn.client_ip.as.organization == 'ACME'",
  "'com.openai' in conn.client_ip.categories && !('proxy.anonymous.tor' in conn.client_ip.categories)",
])("finds a client address with this property: %s", async (fact) => {
  const [before, after] = [{ on_http_request: [deny(fact), ANSWER] }, { on_http_request: [ANSWER] }];
  const { verdict, falseAlarms, evaluatedExamples } = await comparePolicies(before, after);
  expect({ verdict, falseAlarms }).toEqual({ verdict: "opens", falseAlarms: [] });
  expect(evaluatedExamples).toBeGreaterThan(0);
});

describe.each<Mask>(["phase", "text"])("a policy whose %s is masked on one side of a change", (mask) => {
  const forwardTo = (name: string, ...conditions: readonly string[]) =>
    forward(`https://${name}.internal`, ...conditions);
  const signed = { provider: "github", secret: "a shared secret" };
  /** Contains a secret, and denies no client. */
  const secret = rule("verify-webhook", signed, "req.method == 'NOBODY'");
  const elsewhere = { ...agent("a", "https://a.internal"), ...agent("b", "https://b.internal") };
  const forwardOnGet = forwardTo("a", "req.method == 'GET'");

  test.each([
    ["was equal except for the masked rule", [secret, forwardTo("a")], [forwardTo("a")]],
    ["was equal for some requests", [secret, forwardOnGet], [forwardOnGet, deny()]],
    ["had a guard", [rule("verify-webhook", signed), forwardTo("a")], [forwardTo("a")]],
    ["responded itself", [secret, ANSWER], [ANSWER]],
    ["becomes masked, with the same destination", [forwardTo("a")], [secret, forwardTo("a")]],
    ["becomes masked, with another destination", [forwardTo("a")], [secret, forwardTo("b")]],
  ])("may open if it %s", async (_, before, after) => {
    const policies = [{ on_http_request: before }, { on_http_request: after }] as const;
    const { verdict, missed, falseAlarms } = await comparePolicies(...policies, { elsewhere, mask });
    expect({ verdict, missed, falseAlarms }).toEqual({ verdict: "may open", missed: [], falseAlarms: [] });
  });
});
