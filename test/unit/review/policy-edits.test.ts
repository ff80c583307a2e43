// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are interpolations of traffic policies.
import { beforeAll, describe, expect, test } from "vitest";
import { headerEdits } from "../../policy-edits/account-edits";
import { type Judgement, judge, judgePolicies } from "../../policy-edits/comparison";
import { policyEdits } from "../../policy-edits/generate";
import { agent, endpoint, type Mask } from "../../policy-edits/world";
import { ANSWER, deny, forward, GOOGLE, INNER, OFFICE, rule } from "../../support/policies";

const SEED = Number(process.env.TUNNEL_EDGE_SEED ?? 1);
const found: Judgement[] = [];

beforeAll(async () => {
  for (const [at, edit] of [...policyEdits(120, SEED), ...headerEdits(60, SEED)].entries())
    found.push(await judge(edit, 40, SEED * 1_000_003 + at));
}, 600_000);

/** The short form of `npm run traffic-policy-edits`, which judges two thousand edits of whole accounts. */
describe("generated edits of traffic policies, client by client", () => {
  test("open for some clients, and are of many kinds", () => {
    expect(new Set(found.map(({ edit }) => edit.kind)).size).toBeGreaterThanOrEqual(12);
    expect(found.filter(({ opened }) => opened > 0).length).toBeGreaterThanOrEqual(12);
  });

  test("open for nobody whom the review does not name", () => {
    const missed = found.filter((one) => one.missed.length > 0);
    expect(missed.map(({ edit, missed: [first] }) => ({ edit, first }))).toEqual([]);
  });

  test("open for the witness of each certain opening, by the evaluator", () => {
    const wrong = found.flatMap(({ edit, belied }) => belied.map((witness) => ({ edit, witness })));
    expect(wrong).toEqual([]);
    const sum = (of: (one: Judgement) => number) => found.reduce((all, one) => all + of(one), 0);
    // Whom the same unknown lets in before and after is certain, and not shown.
    const shown = sum(({ certain, withoutClient }) => certain - withoutClient);
    expect(sum(({ heard }) => heard)).toBeGreaterThan(0.9 * shown);
  });

  test("are not all said to open perhaps", () => {
    expect(found.filter(({ says }) => says === "nothing").length).toBeGreaterThanOrEqual(40);
    expect(found.filter(({ says }) => says === "opens").length).toBeGreaterThanOrEqual(20);
  });
});

const users = rule("openid-connect", {
  issuer_url: "https://id.example",
  client_id: "app",
  client_secret: "s",
});
const inOffice = { ...OFFICE, expressions: ["req.url.path.startsWith('/admin')"] };
const shortest = (length: number) => deny(`!(req.content_length > ${length})`);
const late = deny("timestamp(time.now).getHours() > 11");
const STACK = "https://stack.internal";
const inGermany = forward(INNER, "conn.geo.country_code == 'DE'");

test.each<[string, readonly object[], readonly object[], Judgement["says"]]>([
  ["a length that is no longer required", [shortest(6), ANSWER], [ANSWER], "opens"],
  ["a smaller length", [shortest(6), ANSWER], [shortest(3), ANSWER], "opens"],
  ["a longer one", [shortest(3), ANSWER], [shortest(6), ANSWER], "nothing"],
  ["a group of users that was not allowed before", [inOffice, ANSWER], [users, ANSWER], "opens"],
  ["a sign-in before a condition on the time", [GOOGLE, late, ANSWER], [late, ANSWER], "opens"],
  ["a response of another program", [forward(INNER)], [forward(STACK)], "opens"],
  ["a forward of some to what answers, which is dropped", [inGermany], [], "nothing"],
])("the review and the emulator agree: %s", async (_, before, after, expected) => {
  const { says, missed, belied } = await judgePolicies(
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
  expect({ says, missed, belied }).toEqual({ says: expected, missed: [], belied: [] });
});

test.each([
  "conn.client_ip.geo.location.continent == 'Europe'",
  "conn.client_ip.geo.location.is_eu",
  "conn.client_ip.is_on_blocklist",
  "conn.client_ip.is_tor_node",
  "conn.client_ip.as.organization == 'ACME'",
  "'com.openai' in conn.client_ip.categories && !('proxy.anonymous.tor' in conn.client_ip.categories)",
])("some client has an address with this property: %s", async (fact) => {
  const [before, after] = [{ on_http_request: [deny(fact), ANSWER] }, { on_http_request: [ANSWER] }];
  const { says, belied, heard } = await judgePolicies(before, after);
  expect({ says, belied }).toEqual({ says: "opens", belied: [] });
  expect(heard).toBeGreaterThan(0);
});

describe.each<Mask>(["phase", "text"])(
  "a policy that only one side of a change shows, with its %s hidden",
  (mask) => {
    const to = (name: string, ...tests: readonly string[]) => forward(`https://${name}.internal`, ...tests);
    const signed = { provider: "github", secret: "a shared secret" };
    /** It holds a secret, and keeps nobody out. */
    const secret = rule("verify-webhook", signed, "req.method == 'NOBODY'");
    const elsewhere = { ...agent("a", "https://a.internal"), ...agent("b", "https://b.internal") };
    const get = to("a", "req.method == 'GET'");

    test.each([
      ["was the same but for what is hidden", [secret, to("a")], [to("a")]],
      ["was the same to some", [secret, get], [get, deny()]],
      ["had a guard", [rule("verify-webhook", signed), to("a")], [to("a")]],
      ["answered by itself", [secret, ANSWER], [ANSWER]],
      ["becomes hidden, and leads to the same", [to("a")], [secret, to("a")]],
      ["becomes hidden, and leads elsewhere", [to("a")], [secret, to("b")]],
    ])("opens perhaps where it %s", async (_, before, after) => {
      const [from, to] = [{ on_http_request: before }, { on_http_request: after }];
      const { says, missed, belied } = await judgePolicies(from, to, { elsewhere, mask });
      expect({ says, missed, belied }).toEqual({ says: "may open", missed: [], belied: [] });
    });
  },
);
