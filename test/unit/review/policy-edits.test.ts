// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are interpolations of traffic policies.
import { beforeAll, describe, expect, test } from "vitest";
import { headerEdits } from "../../policy-edits/account-edits";
import { type Judgement, judge } from "../../policy-edits/comparison";
import { policyEdits } from "../../policy-edits/generate";
import { APP, agent, endpoint, INNER, type Mask, type Objects, type Policy } from "../../policy-edits/world";

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

describe("what the evaluator says of clients", () => {
  const rule = (type: string, config: object, ...expressions: readonly string[]) => ({
    ...(expressions.length > 0 && { expressions }),
    actions: [{ type, config }],
  });
  const answer = rule("custom-response", { status_code: 200 });
  const stack = agent("stack", "https://stack.internal", {
    type: "cloud",
    trafficPolicy: JSON.stringify({ on_http_request: [answer] }),
  });
  const judged = (before: Policy, after: Policy, more: Objects) => {
    const world = (policy: Policy) => ({
      declared: { ...endpoint("app", APP, policy), ...more },
      elsewhere: stack,
    });
    return judge({ kind: "by hand", before: world(before), after: world(after) }, 40, 1);
  };

  test("counts nobody as missed who got to something either way before", async () => {
    // Whether it forwards cannot be told of clients whose country is not given: they get past it, or to its answer.
    const forward = rule("forward-internal", { url: INNER }, "conn.geo.country_code == 'DE'");
    const inner = endpoint("inner", INNER, { on_http_request: [answer] });
    const { opened, mayBeOpened, missed } = await judged(
      { on_http_request: [forward] },
      { on_http_request: [] },
      inner,
    );
    expect({ opened, mayBeOpened, missed }).toEqual({ opened: 0, mayBeOpened: 0, missed: [] });
  });

  test("takes what another program answers for a place of its own", async () => {
    const inner = endpoint("inner", INNER, { on_http_request: [answer] });
    const forward = (url: string) => ({ on_http_request: [rule("forward-internal", { url })] });
    const { opened, says, belied, heard } = await judged(
      forward(INNER),
      forward("https://stack.internal"),
      inner,
    );
    expect({ says, belied }).toEqual({ says: "opens", belied: [] });
    expect(Math.min(opened, heard)).toBeGreaterThan(0);
  });

  test.each([
    "conn.client_ip.geo.location.continent == 'Europe'",
    "conn.client_ip.geo.location.is_eu",
    "conn.client_ip.is_on_blocklist",
    "conn.client_ip.is_tor_node",
    "conn.client_ip.as.organization == 'ACME'",
    "'com.openai' in conn.client_ip.categories && !('proxy.anonymous.tor' in conn.client_ip.categories)",
  ])("is certain that some client has an address of which this holds: %s", async (fact) => {
    const { says, belied, heard } = await judged(
      { on_http_request: [rule("deny", {}, fact), answer] },
      { on_http_request: [answer] },
      {},
    );
    expect({ says, belied }).toEqual({ says: "opens", belied: [] });
    expect(heard).toBeGreaterThan(0);
  });

  test("asks for no witness that comes at another time", async () => {
    const closed = rule("deny", {}, "timestamp(time.now).getHours() > 11");
    const google = rule("oauth", { provider: "google" });
    const { says, belied } = await judged(
      { on_http_request: [google, closed, answer] },
      { on_http_request: [closed, answer] },
      {},
    );
    expect({ says, belied }).toEqual({ says: "opens", belied: [] });
  });
});

describe("a policy that only one side of a change shows", () => {
  const rule = (type: string, config: object, ...expressions: readonly string[]) => ({
    ...(expressions.length > 0 && { expressions }),
    actions: [{ type, config }],
  });
  const answer = rule("custom-response", { status_code: 200 });
  const to = (name: string, ...tests: readonly string[]) =>
    rule("forward-internal", { url: `https://${name}.internal` }, ...tests);
  const signed = { provider: "github", secret: "a shared secret" };
  const guard = rule("verify-webhook", signed);
  /** It holds a secret, and keeps nobody out. */
  const secret = rule("verify-webhook", signed, "req.method == 'NOBODY'");
  const world = (...rules: readonly object[]) => ({
    declared: endpoint("app", APP, { on_http_request: rules }),
    elsewhere: { ...agent("a", "https://a.internal"), ...agent("b", "https://b.internal") },
  });

  describe.each<Mask>(["phase", "text"])("with its %s hidden", (mask) => {
    test.each([
      ["was the same but for what is hidden", [secret, to("a")], [to("a")]],
      [
        "was the same to some",
        [secret, to("a", "req.method == 'GET'")],
        [to("a", "req.method == 'GET'"), rule("deny", {})],
      ],
      ["had a guard", [guard, to("a")], [to("a")]],
      ["answered by itself", [secret, answer], [answer]],
      ["becomes hidden, and leads to the same", [to("a")], [secret, to("a")]],
      ["becomes hidden, and leads elsewhere", [to("a")], [secret, to("b")]],
    ])("opens perhaps where it %s", async (_, before, after) => {
      const edit = { kind: "by hand", before: world(...before), after: world(...after), mask };
      const { says, missed, belied } = await judge(edit, 40, 1);
      expect({ says, missed, belied }).toEqual({ says: "may open", missed: [], belied: [] });
    });
  });
});

describe("what rules before leave to others", () => {
  const rule = (type: string, config: object, ...expressions: readonly string[]) => ({
    ...(expressions.length > 0 && { expressions }),
    actions: [{ type, config }],
  });
  const answer = rule("custom-response", { status_code: 200 });
  const short = rule("deny", {}, "!(req.content_length > 6)");
  const judged = (before: readonly object[], after: readonly object[]) => {
    const world = (rules: readonly object[]) => ({
      declared: endpoint("app", APP, { on_http_request: rules }),
    });
    return judge({ kind: "by hand", before: world(before), after: world(after) }, 60, 1);
  };

  test.each<[string, object[], object[], Judgement["says"]]>([
    ["a length that is not asked for", [short, answer], [answer], "opens"],
    ["a smaller length", [short, answer], [rule("deny", {}, "!(req.content_length > 3)"), answer], "opens"],
    ["a longer one", [rule("deny", {}, "!(req.content_length > 3)"), answer], [short, answer], "nothing"],
  ])("%s", async (_, before, after, said) => {
    const { says, missed, belied } = await judged(before, after);
    expect({ says, missed, belied }).toEqual({ says: said, missed: [], belied: [] });
  });

  test("whom an application lets in is new where nobody like that was let in", async () => {
    const office = rule("restrict-ips", { allow: ["203.0.113.0/24"] }, "req.url.path.startsWith('/admin')");
    const users = rule("openid-connect", {
      issuer_url: "https://id.example",
      client_id: "app",
      client_secret: "s",
    });
    const { says, missed, belied } = await judged([office, answer], [users, answer]);
    expect({ says, missed, belied }).toEqual({ says: "opens", missed: [], belied: [] });
  });
});
