import { afterAll, beforeAll, expect, test } from "vitest";
import {
  AccessQuery,
  type Assumption,
  holds,
  type InternalEndpoints,
  isUnknown,
  Networks,
  type Question,
  trafficPolicy,
  URL_PARTS,
  urlText,
} from "../../access";
import { type Emulator, startEmulator } from "../../emulator";

/** The policy pack queries diagrams; the emulator, which was written apart, evaluates the same requests. */

const CONDITIONS = [
  "req.url.path.startsWith('/admin')",
  "req.url.path == '/admin'",
  "!(req.url.path in ['/', '/shop'])",
  "req.url.path.matches('^/admin(/|$)')",
  "req.url.path.lowerAscii().contains('users')",
  "req.method == 'GET' || req.method == 'HEAD'",
  "req.method in ['POST', 'PUT']",
  "req.host.endsWith('.example.com')",
  "req.host == 'other.example.com'",
  "inCidrRange(conn.client_ip, '192.0.2.0/24')",
  "!inCidrRanges(conn.client_ip, ['192.0.2.0/24', '2001:db8::/32'])",
  "has(req.headers['x-key'])",
  "hasReqHeader('x-key') && getReqHeader('x-key')[0] == 'a'",
  "conn.geo.country_code == 'DE'",
  "vars.open == 'yes'",
  "size(req.url.path) > 3",
  "req.url.query.contains('debug')",
  "req.url.query != ''",
  "req.url.uri == '/admin?debug=1&token=a'",
  "hasQueryParam('debug')",
  "getQueryParam('token')[0] == 'a'",
  "actions.ngrok.basic_auth.credentials.presented",
  "actions.ngrok.basic_auth.credentials.username in ['ops', 'dev']",
  "!actions.ngrok.basic_auth.credentials.authorized",
  "false",
  "true",
];

const internal = { url: "https://inside.internal" };
const ACTIONS: readonly object[] = [
  { type: "deny" },
  { type: "close-connection" },
  { type: "custom-response", config: { status_code: 200 } },
  { type: "redirect", config: { to: "https://other.example.com/" } },
  { type: "redirect", config: { from: "/nowhere", to: "/elsewhere" } },
  { type: "restrict-ips", config: { allow: ["192.0.2.0/24"] } },
  { type: "restrict-ips", config: { allow: ["0.0.0.0/0"], deny: ["192.0.2.0/24"] } },
  { type: "restrict-ips", config: { enforce: false, allow: ["192.0.2.0/24"] } },
  { type: "basic-auth", config: { credentials: ["ops:long-enough"] } },
  { type: "basic-auth", config: { credentials: ["ops:long-enough"], enforce: false } },
  { type: "basic-auth", config: { credentials: ["dev:long-enough"], enforce: false } },
  { type: "oauth", config: { provider: "github" } },
  { type: "add-headers", config: { headers: { "x-key": "a" } } },
  { type: "url-rewrite", config: { from: "/admin", to: "/shop" } },
  { type: "set-vars", config: { vars: [{ open: "yes" }] } },
  { type: "log", config: { metadata: {} } },
  { type: "forward-internal", config: internal },
  { type: "forward-internal", config: { ...internal, on_error: "continue" } },
  { type: "teleport" },
];

const COUNT = 500;

/** The same numbers in each run. */
function dice(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

function generated(seed: number): object {
  const roll = dice(seed + 1);
  const pick = <T>(from: readonly T[]) => from[roll(from.length)] as T;
  const some = <T>(from: readonly T[], most: number) =>
    Array.from({ length: roll(most + 1) }, () => pick(from));
  const rule = () => ({ expressions: some(CONDITIONS, 2), actions: [pick(ACTIONS), ...some(ACTIONS, 1)] });
  return { on_http_request: Array.from({ length: 1 + roll(3) }, rule) };
}

const policies = Array.from({ length: COUNT }, (_, seed) => generated(seed));
const hostOf = (index: number) => `p${index}.example.com`;

let emulator: Emulator;

beforeAll(async () => {
  const agent = { type: "ephemeral", upstream_url: "http://localhost:80" };
  emulator = await startEmulator({
    seed: {
      "/endpoints": [
        { ...agent, url: "https://inside.internal", bindings: ["internal"], traffic_policy: "" },
        ...policies.map((policy, index) => ({
          ...agent,
          url: `https://${hostOf(index)}`,
          traffic_policy: JSON.stringify(policy),
        })),
      ],
    },
  });
});

afterAll(() => emulator?.close());

const INSIDE: InternalEndpoints = { at: () => undefined, hasCloser: () => false, urls: [], hidden: "" };

function queryOf(policy: object, host: string): AccessQuery {
  const networksOf = (_ids: readonly unknown[], rules: Parameters<typeof Networks.of>[0]) =>
    Networks.of(rules, [], "");
  const authorityOf = (text: string) => ({ key: text, name: text });
  const site = {
    owner: host,
    side: "after" as const,
    isRoute: false,
    networksOf,
    authorityOf,
    valuesIn: () => [],
  };
  const access = {
    id: host,
    name: host,
    isServed: true,
    guards: [{ name: "policy", guard: trafficPolicy(policy, site), passesOptions: false, isUsual: false }],
    isEndpoint: false,
  };
  return new AccessQuery(access, INSIDE, {
    hosts: { name: host, without: [] },
    isHttp: true,
    scheme: "https",
  });
}

/** A request of a client that proves nothing, with a header and from a country, and what it answers. */
const answerOf =
  (method: string, host: string, path: string, query: string, address: string) =>
  (question: Question): Assumption => {
    switch (question.asks) {
      case "address":
        return question.networks.admits(address) ?? "either";
      case "version":
        return question.isOldest !== true;
      case "fact":
        return false;
      case "unknown":
        return isUnknown(question, "forward", "endpoint") || "either";
      case "text": {
        const { subject, version, is, value, isFolded } = question;
        const name = subject.replace(/\[[0*]\]$/, "");
        const sent = new Map([
          ["req.method", method],
          ["req.headers.x-key", "a"],
          ["conn.geo.country_code", "DE"],
          ...[...new URLSearchParams(query)].map(
            ([key, text]) => [`req.url.query_params.${key}`, text] as const,
          ),
        ]);
        const isUrl = Object.hasOwn(URL_PARTS, name);
        const text = isUrl ? urlText(name, { scheme: "https", host, path, query }) : sent.get(name);
        if (version !== "" || is === "network") return "either";
        const isNamed = /^req\.(?:headers|url\.query_params)\./.test(name);
        if (is === "present") return isNamed ? text !== undefined : "either";
        return text === undefined
          ? isNamed
            ? false
            : "either"
          : (holds({ is, value, isFolded }, text) ?? "either");
      }
    }
  };

test("who surely gets in, or surely does not, is told as the emulator tells it", async () => {
  const told = { in: 0, out: 0, undecided: 0 };
  let compared = 0;
  const different: unknown[] = [];
  for (const [index, policy] of policies.entries()) {
    const host = hostOf(index);
    const access = queryOf(policy, host);
    for (const [method, path, query] of [
      ["GET", "/", ""],
      ["GET", "/admin", "debug=1&token=a"],
      ["POST", "/admin/users", ""],
    ] as const) {
      const address = "198.51.100.9";
      const assume = answerOf(method, host, path, query, address);
      const mayBe = (question: Question) => {
        const answer = assume(question);
        return answer === "either" ? "free" : answer;
      };
      const is = access.isPossible({ assume })
        ? "in"
        : access.isPossible({ assume: mayBe })
          ? "undecided"
          : "out";
      told[is] += 1;
      const { outcome } = await emulator.evaluate({
        url: `https://${host}${path}${query && `?${query}`}`,
        method,
        ip: address,
        headers: { "x-key": "a", authorization: `Basic ${btoa("ops:wrong-one")}` },
        variables: { "conn.geo.country_code": "DE" },
      });
      if (is === "undecided" || outcome === "undecided") continue;
      compared += 1;
      const isIn = outcome === "forwarded" || outcome === "unanswered";
      if (isIn !== (is === "in"))
        different.push({ policy: JSON.stringify(policy), method, path, is, outcome });
    }
  }
  expect(different).toEqual([]);
  // A test that decides nothing shows nothing.
  expect(told.in).toBeGreaterThan(COUNT / 4);
  expect(told.out).toBeGreaterThan(COUNT / 4);
  expect(compared).toBeGreaterThan(COUNT);
});
