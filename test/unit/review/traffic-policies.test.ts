// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the service interpolates these texts.

import { describe, expect, test } from "vitest";
import { SECRET } from "../../../cli/review/preview";
import { html } from "../../../cli/review/render/html";
import { markdown } from "../../../cli/review/render/markdown";
import {
  AGENT,
  ANSWER,
  APP,
  addHeader,
  allow,
  clientsGainingAccess,
  deny,
  edited,
  findExposure,
  forward,
  GOOGLE,
  INNER,
  OFFICE,
  password,
  type Rule,
  reviewVerdict,
  rule,
  sameEndpoint,
  setVars,
  type TrafficPolicy,
} from "../../support/policies";
import {
  describeClients,
  listFindings,
  type Props,
  reviewSteps,
  type Step,
  same,
  updated,
} from "../../support/previews";

const openingsOf = async (...steps: readonly Step[]) => (await findExposure(steps))?.openings;
const VAULT = "${secrets.get('vault', 'pair')}";

describe("a possible opening", () => {
  const FROM_VAULT = "it depends on the value of a vault secret";
  const unspecified = (name: string) => `the API reference does not say how forward-internal changes ${name}`;
  const header = "!('a' in getReqHeader('x-k'))";
  const removed = rule("remove-headers", { headers: ["x-k"] });
  const failing = rule("forward-internal", { url: INNER, on_error: "continue" });

  test.each<[string, readonly Rule[], string]>([
    [APP, [setVars({ k: VAULT }), deny("vars.k != 'a'")], FROM_VAULT],
    [APP, [removed, addHeader("x-k", VAULT), deny(header)], FROM_VAULT],
    [APP, [rule("url-rewrite", { to: `/${VAULT}` }), deny("req.url.path != '/a'")], FROM_VAULT],
    [APP, [deny("secrets.get('vault', 'pair') != 'a'")], FROM_VAULT],
    [INNER, [deny("!('1' in getReqHeader('X-Forwarded-For'))")], unspecified("req.headers.x-forwarded-for")],
    [INNER, [deny("req.url.host != 'a.example.com'")], unspecified("req.url.host")],
    [INNER, [failing], `it is unknown who is allowed by ${INNER}, beyond the forwarding limit`],
  ])("gives the reason: %s, %j", async (url, guards, because) => {
    const exposure = await findExposure([edited([deny()], [...guards, AGENT], url)], url);
    expect([...new Set(exposure?.openings.map((opening) => opening.because))]).toEqual([because]);
  });

  test("is definite if forward-internal leaves the header of the guard unchanged", async () => {
    const guard = deny("!('1' in getReqHeader('X-Team'))");
    const exposure = await findExposure([edited([guard], [guard, AGENT], INNER)], INNER);
    expect(exposure?.openings.map(({ isCertain }) => isCertain)).toEqual([true]);
  });

  const continuing = rule("forward-internal", { url: "https://agent.internal", on_error: "continue" });
  test.each([
    ["the forward of a rule", [AGENT, ANSWER], [continuing, ANSWER]],
    ["the forward before a removed deny", [continuing, deny(), ANSWER], [continuing, ANSWER]],
  ])(
    "is found if the policy continues after %s fails, because the agent may be missing",
    async (_, before, after) => {
      const openings = await openingsOf(edited(before, after));
      expect(openings?.map(({ isCertain, what }) => [isCertain, what])).toEqual([[false, "answered"]]);
    },
  );
});

describe("a rule for responses", () => {
  const REFUSAL = rule("custom-response", { status_code: 403 });

  test.each([
    ["req.url.path == '/admin'", true],
    ["res.status_code == 403", false],
  ])("may replace an error response if '%s'", async (expression, isCertain) => {
    const replacement = { ...ANSWER, expressions: [expression] };
    const before = { on_http_request: [REFUSAL] };
    const openings = await openingsOf(edited(before, { ...before, on_http_response: [replacement] }));
    expect(openings?.map(({ isCertain: isDefinite, what }) => [isDefinite, what])).toEqual([
      [isCertain, "answered"],
    ]);
  });

  test("replaces the error response of an internal endpoint", async () => {
    const before = { on_http_request: [forward(INNER)] };
    const change = edited(before, { ...before, on_http_response: [ANSWER] });
    const openings = await openingsOf(change, sameEndpoint([REFUSAL], INNER, "inner"));
    expect(openings?.map(({ isCertain: isDefinite, what }) => [isDefinite, what])).toEqual([
      [true, "answered"],
    ]);
  });

  test("doesn't change headers that a rule for requests reads", async () => {
    const request = { on_http_request: [deny("hasReqHeader('X-Team')"), AGENT] };
    const reads = { ...allow("10.0.0.0/8"), expressions: ["hasReqHeader('X-Team')"] };
    const removes = rule("remove-headers", { headers: ["X-Team"] });
    const [before, after] = [[reads], [removes, reads]].map((all) => ({ ...request, on_http_response: all }));
    expect(await reviewVerdict(before as TrafficPolicy, after as TrafficPolicy)).toBe("same");
  });
});

describe("a guard", () => {
  const TOKEN = rule("jwt-validation", {
    http: { tokens: [{ type: "jwt", method: "header", name: "X-Token" }] },
    issuer: { allow_list: [{ value: "https://id.example.com" }] },
    jws: { allowed_algorithms: ["RS256"] },
  });
  const ISSUER = rule("openid-connect", { issuer_url: "https://id.example.com" });
  test.each([
    [GOOGLE, { enforce: false }, "the settings enforce of oauth"],
    [ISSUER, { enforce: false }, "the settings enforce of openid-connect"],
    [TOKEN, { enforce: false }, "the settings enforce of jwt-validation"],
    [GOOGLE, { trusted: ["x"] }, "the settings trusted of oauth"],
  ])("may open with a new undocumented setting: %#", async (guard, more, because) => {
    const [action] = guard.actions as readonly { type: string; config: object }[];
    const extended = rule(action?.type ?? "", { ...action?.config, ...more });
    const reasons =
      (await openingsOf(edited([guard, AGENT], [extended, AGENT])))?.map((opening) => opening.because) ?? [];
    expect(reasons.length).toBeGreaterThan(0);
    for (const reason of reasons) expect(reason).toContain(because);
    expect(await reviewVerdict([OFFICE, extended, AGENT], [extended, AGENT])).toBe("opens");
  });
});

describe("a new value of a vault secret", () => {
  const ISSUER = rule("jwt-validation", {
    http: { tokens: [{ type: "jwt", method: "header", name: "Authorization" }] },
    issuer: { allow_list: [{ value: VAULT }] },
    jws: { allowed_algorithms: ["RS256"] },
  });
  const PERHAPS = "shifts, perhaps";
  const basic = addHeader("authorization", `Basic ${VAULT}`);
  const readsHeader = [addHeader("x-key", VAULT), deny("getReqHeader('x-key')[0] == 'a'")];
  const readsVariable = [setVars({ key: VAULT }), deny("req.headers['x-key'][0] != vars.key")];

  test.each<[string, readonly Rule[] | string, string]>([
    ["a password", [password(VAULT)], "shifts"],
    ["a signature", [rule("verify-webhook", { provider: "github", secret: VAULT })], "shifts"],
    ["an issuer", [ISSUER], PERHAPS],
    ["an expression", [deny("req.headers['x-key'][0] != secrets.get(\"vault\", 'pair')")], PERHAPS],
    ["an added header", readsHeader, PERHAPS],
    ["an added header with credentials", [basic, password("u:password1")], PERHAPS],
    ["a variable", readsVariable, PERHAPS],
    ["an address", [allow(VAULT)], PERHAPS],
    ["a provider", [rule("oauth", { provider: VAULT })], PERHAPS],
    ["a redirect", [rule("redirect", { from: `/${VAULT}`, to: "https://b.test" })], PERHAPS],
    ["a rewrite", [rule("url-rewrite", { to: `/${VAULT}` }), deny("req.url.path == '/a'")], PERHAPS],
    ["the URL of a forward", [forward(`https://${VAULT}.internal`)], PERHAPS],
    ["a masked policy", SECRET, PERHAPS],
  ])("allows clients that know it, in policies as objects and as texts: %s", async (_, rules, verdict) => {
    const secret = (value: string) => ({ vaultId: "vault_1", name: "pair", value });
    const [before, after] = [secret("ann:one"), secret("ann:two")];
    const policy = typeof rules === "string" ? rules : { on_http_request: [...rules, AGENT] };
    const vault = same("Vault", "vault", "vault_1", { name: "vault" });
    for (const trafficPolicy of [policy, typeof policy === "string" ? policy : JSON.stringify(policy)]) {
      const app = same("Endpoint", "app", "ep_app", { url: APP, trafficPolicy });
      const rotated = updated("Secret", "pair", "secret_1", before, after, ["value"]);
      const exposure = await findExposure([vault, rotated, app]);
      expect(`${exposure?.verdict}${exposure?.isCertain ? "" : ", perhaps"}`).toBe(verdict);
      expect(await findExposure([vault, same("Secret", "pair", "secret_1", before), app])).toBeUndefined();
    }
  });
});

describe("a changed traffic policy", () => {
  test.each([
    ["an endpoint", AGENT],
    ["an endpoint that answers", forward(INNER)],
    ["a response", ANSWER],
  ])("that had no destination opens for everybody with %s", async (_, last) => {
    const guard = deny("req.url.path.startsWith('/x')");
    const inner = sameEndpoint([ANSWER], INNER, "inner");
    const exposure = await findExposure([edited([guard], [guard, last]), inner]);
    expect([exposure?.verdict, exposure?.isCertain, exposure?.losesAccess]).toEqual(["opens", true, []]);
    expect(exposure?.openings[0]?.witness).toBe("GET https://app.example.com/ from 198.51.100.7");
  });

  test("is still required after the binding changes", async () => {
    const props = (bindings: readonly string[]): Props => ({
      ...{ url: APP, bindings },
      trafficPolicy: { on_http_request: [OFFICE, AGENT] },
    });
    const change = updated("Endpoint", "app", "ep_app", props(["kubernetes"]), props(["public"]), [
      "bindings",
    ]);
    const exposure = await findExposure([change]);
    expect(exposure?.stillRequired).toEqual(["traffic policy (restrict-ips, forward-internal)"]);
  });

  test("opens a path if its rules are reordered, and the report lists the rules", async () => {
    const admins = { name: "admins", ...OFFICE, expressions: ["req.url.path.startsWith('/admin')"] };
    const front = { name: "front", ...forward(INNER, "req.method == 'GET'") };
    const report = await reviewSteps([
      edited([admins, front], [front, admins]),
      sameEndpoint([], INNER, "inner"),
    ]);
    expect(listFindings(report)[0]).toBe(`high exposure-opens: ${APP}`);
    const [exposure] = report.exposure.changed;
    expect(exposure?.guards.slice(1).map(({ guard, transition }) => `${guard} ${transition}`)).toEqual([
      'rule on_http_request[0] "admins" reordered',
      'rule on_http_request[1] "front" reordered',
    ]);
  });

  const httpRequest = rule("http-request", { url: "https://auth.example.com", on_error: "halt" });
  const gzip = (text: string) => deny(`req.content_encoding${text}['gzip']`);
  test.each<[string, readonly object[], readonly object[]]>([
    ["a rename", [{ name: "a", ...deny() }], [{ name: "b", ...deny() }]],
    [
      "an equivalent condition",
      [deny("req.method in ['GET', 'POST']")],
      [deny("req.method == 'POST' || 'GET' == req.method")],
    ],
    ["two networks that equal one", [allow("203.0.113.0/25", "203.0.113.128/25")], [OFFICE]],
    ["an http-request that halts", [httpRequest, OFFICE], [httpRequest, OFFICE, httpRequest]],
    ["a guard after deny", [deny(), password(VAULT)], [deny()]],
    ["an additional guard", [OFFICE], [password(VAULT), OFFICE]],
    ["an equal undecidable condition", [gzip(" == "), OFFICE], [gzip("=="), OFFICE, password(VAULT)]],
  ])("opens nothing with %s", async (_, before, after) => {
    expect(await clientsGainingAccess(edited(before, after))).toEqual([]);
  });

  test("includes guards behind forward-internal", async () => {
    const opened = edited([password(VAULT)], [], INNER, "inner");
    const exposure = await findExposure([sameEndpoint([forward(INNER)]), opened]);
    expect(describeClients(exposure?.gainsAccess ?? [])).toHaveLength(1);
    expect(exposure?.guards).toContainEqual({
      guard: `rule on_http_request[0] of ${INNER}`,
      before: "basic-auth",
      after: null,
      transition: "removed",
    });
  });

  test("reports no credentials or header values", async () => {
    const key = "a-very-secret-key";
    const guards = (value: string) => [
      deny(`req.headers['x-key'][0] != '${value}'`),
      password(`ops:${value}`),
    ];
    const report = await reviewSteps([edited(guards(key), guards(`${key}-2`))]);
    for (const text of [JSON.stringify([report.exposure, report.findings]), markdown(report)])
      expect(text).not.toContain(key);
  });
});

describe("hostile and huge policies", () => {
  const HOSTILE = "</td><script>alert(1)</script> | `x` [a](javascript:b) \u202e\u001b[31m";

  test("are escaped in every format", async () => {
    const before = [{ name: HOSTILE, ...deny(`req.url.path == ${JSON.stringify(HOSTILE)}`) }];
    const after = [{ name: `${HOSTILE}2`, ...rule(HOSTILE, {}, `${HOSTILE} == 1`) }];
    const report = await reviewSteps([edited(before, after)]);
    for (const text of [markdown(report), html(report)]) {
      for (const part of ["<script>", "\u001b", "\u202e"]) expect(text).not.toContain(part);
      if (text !== html(report)) expect(text).not.toMatch(/[^\\]\]\(javascript/);
    }
  });

  test("are evaluated in bounded time, and otherwise reported as possible openings", async () => {
    const many = (count: number, last: Rule) => [
      ...Array.from({ length: count }, (_, n) => deny(`req.url.path.startsWith('/${n}')`)),
      last,
    ];
    const start = process.cpuUsage();
    const opened = await clientsGainingAccess(edited(many(1000, deny()), many(1000, rule("log"))));
    expect(opened.length).toBeGreaterThan(0);
    expect(await reviewVerdict([deny()], many(3000, deny()))).toBe("opens, perhaps");
    expect(process.cpuUsage(start).user / 1e6).toBeLessThan(60);
  });

  const NAMES = Array.from({ length: 8 }, (_, n) => `n${n}`);
  const urlOf = (name: string) => `https://${name}.apps.internal`;
  const toEach = NAMES.map((name) => forward(urlOf(name), `req.url.path.startsWith('/${name}')`));
  const front = forward(urlOf("n0"));

  test.each<[string, readonly string[]]>([
    ["a wildcard that forwards to itself", ["*"]],
    ["endpoints that forward to each other", NAMES],
  ])("are evaluated despite forwarding loops: %s", async (_, names) => {
    const start = process.cpuUsage();
    const unchanged = names.map((name) => edited(toEach, toEach, urlOf(name), `ep-${name}`));
    expect(
      (await clientsGainingAccess(edited([OFFICE, front], [front]), ...unchanged)).length,
    ).toBeGreaterThan(0);
    expect(process.cpuUsage(start).user / 1e6).toBeLessThan(60);
  });

  test("may open if an endpoint in a forwarding loop continues after an error", async () => {
    const caught = rule("forward-internal", { url: urlOf("n0"), on_error: "continue" });
    const loop = sameEndpoint([caught, rule("custom-response")], urlOf("n0"), "n0");
    const clients = await clientsGainingAccess(edited([OFFICE, front], [front]), loop);
    expect(clients.join()).toContain("requests from outside 203.0.113.0/24");
  });

  test("may open for a request that is rewritten twice in a loop", async () => {
    const rewrite = rule("url-rewrite", { from: "/n(.*)", to: "/n0/$1" });
    const inner = (path: string) => [deny(`req.url.path == '${path}'`), rewrite, ...toEach.slice(0, 2)];
    const clients = await clientsGainingAccess(
      sameEndpoint([front]),
      edited(inner("/b"), inner("/c"), urlOf("*"), "wild"),
    );
    expect(clients.filter((who) => who.startsWith("perhaps ")).length).toBeGreaterThan(0);
  });
});
