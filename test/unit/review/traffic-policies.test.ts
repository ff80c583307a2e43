// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the service fills in what looks like a template here.

import { describe, expect, test } from "vitest";
import { SECRET } from "../../../cli/review/preview";
import { html } from "../../../cli/review/render/html";
import { markdown } from "../../../cli/review/render/markdown";
import {
  created,
  type Props,
  reviewOf,
  rulesOf,
  type Step,
  same,
  toldTexts,
  updated,
} from "../../support/previews";

const URL = "https://app.example.com";
const INNER = "https://inner.internal";

const office = { type: "restrict-ips", config: { allow: ["203.0.113.0/24"] } };
const deny = { type: "deny" };
const password = { type: "basic-auth", config: { credentials: ["${secrets.get('vault', 'pair')}"] } };
const forward = { type: "forward-internal", config: { url: INNER } };

const asking = (onError: string) => ({
  type: "http-request",
  config: { url: "https://auth.example.com", on_error: onError },
});

const mutual = (strategy: string) => ({
  type: "terminate-tls",
  config: { mutual_tls_certificate_authorities: ["ca_x"], mutual_tls_verification_strategy: strategy },
});
const setTo = (header: string) => ({
  type: "set-vars",
  config: { vars: [{ k: `\${req.headers['${header}'][0]}` }] },
});

const policy = (...rules: readonly object[]) => ({ on_http_request: rules });
const rule = (action: object, ...expressions: readonly string[]) => ({ expressions, actions: [action] });

/** A change of the policy of a cloud endpoint. */
const edit = (before: unknown, after: unknown, url = URL, name = "app"): Step =>
  updated(
    "Endpoint",
    name,
    `ep_${name}`,
    { url, trafficPolicy: before } as Props,
    { url, trafficPolicy: after } as Props,
    ["trafficPolicy"],
  );

const exposureOf = async (...steps: readonly Step[]) => {
  const { exposure } = await reviewOf(steps);
  return exposure.changed.find(({ surface }) => surface.label === URL);
};

const newcomersOf = async (...steps: readonly Step[]) =>
  toldTexts((await exposureOf(...steps))?.newcomers ?? []);

describe("what else decides", () => {
  const AGENT = { type: "forward-internal", config: { url: "https://agent.internal" } };
  const OTHER = { type: "forward-internal", config: { url: "https://other-agent.internal" } };

  test.each([
    ["in getReqHeader('X-Forwarded-For')", false],
    ["in getReqHeader('X-Team')", true],
  ])("what comes to an internal endpoint has been forwarded: its guard '1' %s", async (asked, isCertain) => {
    const guard = rule(deny, `!('1' ${asked})`);
    const steps = [edit(policy(guard), policy(guard, rule(AGENT)), INNER, "inner")];
    const [exposure] = (await reviewOf(steps)).exposure.changed;
    expect(exposure?.openings.map((opening) => opening.isCertain)).toEqual([isCertain]);
  });

  const LATER = rule(deny, "timestamp(time.now).getHours() > 20");
  const VAULT = "${secrets.get('vault', 'pair')}";
  const OF_A_VAULT = "it depends on the value of a vault secret";

  test.each<[string, readonly object[], string]>([
    [
      URL,
      [rule({ type: "set-vars", config: { vars: [{ k: VAULT }] } }), rule(deny, "vars.k != 'a'")],
      OF_A_VAULT,
    ],
    [
      URL,
      [
        rule({ type: "remove-headers", config: { headers: ["x-k"] } }),
        rule({ type: "add-headers", config: { headers: { "x-k": VAULT } } }),
        rule(deny, "!('a' in getReqHeader('x-k'))"),
      ],
      OF_A_VAULT,
    ],
    [
      URL,
      [rule({ type: "url-rewrite", config: { to: `/${VAULT}` } }), rule(deny, "req.url.path != '/a'")],
      OF_A_VAULT,
    ],
    [URL, [rule(deny, "secrets.get('vault', 'pair') != 'a'")], OF_A_VAULT],
    [
      INNER,
      [rule(deny, "!('1' in getReqHeader('X-Forwarded-For'))")],
      "the API reference does not say how forward-internal changes req.headers.x-forwarded-for",
    ],
    [
      INNER,
      [rule(deny, "req.url.host != 'a.example.com'")],
      "the API reference does not say how forward-internal changes req.url.host",
    ],
    [
      INNER,
      [rule({ ...forward, config: { ...forward.config, on_error: "continue" } })],
      "it is unknown who is allowed by https://inner.internal, beyond the forwarding limit",
    ],
  ])("a doubt has its reason: at %s, %j", async (url, guarded, because) => {
    const steps = [edit(policy(rule(deny)), policy(...guarded, rule(AGENT)), url)];
    const [exposure] = (await reviewOf(steps)).exposure.changed;
    expect([...new Set(exposure?.openings.map((opening) => opening.because))]).toEqual([because]);
  });

  test.each([
    ["both sides ask for opens for certain, as any time may come", [LATER, rule(office)], true],
    ["one side asks for may open", [rule(deny)], false],
  ])("what a time that %s", async (_, before, isCertain) => {
    const exposure = await exposureOf(edit(policy(...before, rule(AGENT)), policy(LATER, rule(AGENT))));
    expect(exposure?.openings.map((one) => one.isCertain)).toEqual([isCertain]);
  });

  const REPLY = rule({ type: "custom-response", config: { status_code: 200 } });
  const FAILING = { ...AGENT, config: { ...AGENT.config, on_error: "continue" } };

  test.each([
    ["a forward goes on", [rule(AGENT), REPLY], [rule(FAILING), REPLY]],
    ["deny goes behind one that goes on", [rule(FAILING), rule(deny), REPLY], [rule(FAILING), REPLY]],
  ])("where %s after a failure, an agent that is not there lets in", async (_, before, after) => {
    const exposure = await exposureOf(edit(policy(...before), policy(...after)));
    expect(exposure?.openings.map(({ isCertain, what }) => [isCertain, what])).toEqual([[false, "answered"]]);
  });

  test.each([
    ["", true],
    ["req.url.path == '/admin'", true],
    ["res.status_code == 403", false],
  ])("a rule for responses makes another one of an error, if '%s'", async (expression, isCertain) => {
    const refused = policy(rule({ type: "custom-response", config: { status_code: 403 } }));
    const other = { ...REPLY, expressions: expression === "" ? [] : [expression] };
    const exposure = await exposureOf(edit(refused, { ...refused, on_http_response: [other] }));
    expect(exposure?.openings.map((one) => [one.isCertain, one.what])).toEqual([[isCertain, "answered"]]);
  });

  test("a rule for responses makes another one of an error of an internal endpoint", async () => {
    const inner = {
      url: INNER,
      trafficPolicy: policy(rule({ type: "custom-response", config: { status_code: 403 } })),
    };
    const forwards = policy(rule(forward));
    const exposure = await exposureOf(
      edit(forwards, { ...forwards, on_http_response: [REPLY] }),
      same("Endpoint", "inner", "ep_inner", { ...inner, bindings: ["internal"] } as Props),
    );
    expect(exposure?.openings.map(({ isCertain, what }) => [isCertain, what])).toEqual([[true, "answered"]]);
  });

  test("a guard that goes opens for certain, whatever an agent does behind it", async () => {
    const exposure = await exposureOf(edit(policy(rule(office), rule(AGENT)), policy(rule(AGENT))));
    expect([exposure?.verdict, exposure?.isCertain]).toEqual(["opens", true]);
    expect(exposure?.openings[0]?.witness).toMatch(/^GET https:\/\/app\.example\.com/);
  });

  test.each([
    ["by a wildcard: perhaps by an endpoint that cannot be seen", "https://*.internal", [false]],
    ["by that name: by nobody else", "https://agent.internal", []],
  ])("a name that the program serves %s", async (_, served, expected) => {
    const round = same("Endpoint", "inner", "ep_inner", {
      url: served,
      trafficPolicy: JSON.stringify(policy(rule({ type: "custom-response", config: { status_code: 200 } }))),
      bindings: ["internal"],
    });
    const front = policy(rule({ type: "custom-response", config: { status_code: 200 } }));
    const exposure = await exposureOf(edit(front, policy(rule(AGENT))), round);
    expect(exposure?.openings.map(({ isCertain }) => isCertain)).toEqual(expected);
  });

  test("who gets to an endpoint that cannot be seen or to a response of the program's own is let in for certain", async () => {
    const wild = same("Endpoint", "inner", "ep_inner", {
      url: "https://*.internal",
      trafficPolicy: policy(REPLY),
      bindings: ["internal"],
    } as Props);
    const exposure = await exposureOf(edit(policy(rule(office), rule(AGENT)), policy(rule(AGENT))), wild);
    expect([exposure?.verdict, exposure?.isCertain]).toEqual(["opens", true]);
  });

  test("another endpoint behind the same guard is an opening", async () => {
    const exposure = await exposureOf(
      edit(policy(rule(office), rule(AGENT)), policy(rule(office), rule(OTHER))),
    );
    expect(exposure?.openings.map(({ to }) => to)).toContain("https://other-agent.internal");
  });

  const moved = { type: "url-rewrite", config: { from: "/public", to: "/admin" } };
  const noAdmin = rule(deny, "req.url.path.startsWith('/admin')");

  test.each<[string, unknown, unknown, string, string | null]>([
    [
      "behind the guard of what it leads to may open",
      policy(noAdmin, rule(AGENT)),
      policy(noAdmin, rule(moved), rule(AGENT)),
      "shifts",
      null,
    ],
    [
      "away from the path of a guard behind it may open that path",
      policy(noAdmin, rule(AGENT)),
      policy(rule({ type: "url-rewrite", config: { from: "/admin", to: "/public" } }), noAdmin, rule(AGENT)),
      "shifts",
      null,
    ],
    [
      "that goes may open what it led away from",
      policy(rule(moved), rule(AGENT)),
      policy(rule(AGENT)),
      "shifts",
      null,
    ],
  ])("a rewrite %s", async (_, before, after, verdict, witness) => {
    const exposure = await exposureOf(edit(before, after));
    expect([exposure?.verdict, exposure?.openings[0]?.witness ?? null]).toEqual([verdict, witness]);
  });

  test("who newly comes by another binding has to meet the policy still", async () => {
    const props = (bindings: readonly string[]) =>
      ({ url: URL, bindings, trafficPolicy: policy(rule(office), rule(AGENT)) }) as Props;
    const exposure = await exposureOf(
      updated("Endpoint", "app", "ep_app", props(["kubernetes"]), props(["public"]), ["bindings"]),
    );
    expect(exposure?.stillAsked).toEqual(["traffic policy (restrict-ips, forward-internal)"]);
  });

  const pair = { type: "basic-auth", config: { credentials: ["u:password1"] } };
  const token = {
    type: "jwt-validation",
    config: {
      http: { tokens: [{ type: "jwt", method: "header", name: "X-Token" }] },
      issuer: { allow_list: [{ value: "https://id.example.com" }] },
      jws: { allowed_algorithms: ["RS256"] },
    },
  };
  const signOn = { type: "oauth", config: { provider: "google" } };
  const signed = { type: "verify-webhook", config: { provider: "gitlab", secret: "s" } };
  const adds = (name: string, value: string) => ({
    type: "add-headers",
    config: { headers: { [name]: value } },
  });
  const basic = (text: string) => adds("Authorization", `Basic ${Buffer.from(text).toString("base64")}`);
  const removes = (name: string) => ({ type: "remove-headers", config: { headers: [name] } });

  test.each([
    ["adds the pair", [rule(basic("u:password1"))], pair, "shifts", false],
    ["adds a pair that a vault may hold", [rule(basic("u:password1"))], password, "shifts", false],
    ["adds a token", [rule(adds("x-token", "e.e.e"))], token, "shifts", false],
    ["removes the header of the token", [rule(removes("x-token"))], token, "shifts", false],
    ["adds a header that it does not read", [rule(adds("x-other", "e"))], token, "same", true],
    ["adds a header of which it makes the name", [rule(adds("${req.method}", "x"))], pair, "shifts", false],
    [
      "adds a cookie, which may hold a session,",
      [rule(adds("Cookie", "session=x"))],
      signOn,
      "shifts",
      false,
    ],
    ["removes cookies, which may hold a session,", [rule(removes("cookie"))], signOn, "shifts", false],
    ["adds a header that may be a signature", [rule(adds("X-Gitlab-Token", "s"))], signed, "shifts", false],
    ["removes a header that may be a signature", [rule(removes("X-Hub-Signature"))], signed, "shifts", false],
    [
      "makes preflights of all OPTIONS requests",
      [rule(adds("Origin", "https://a.test")), rule(adds("Access-Control-Request-Method", "GET"))],
      { type: "oauth", config: { provider: "google", allow_cors_preflight: true } },
      "shifts",
      false,
    ],
  ])("a rule before a guard %s", async (_, rules, guard, verdict, isCertain) => {
    const [before, after] = [policy(rule(guard), rule(AGENT)), policy(...rules, rule(guard), rule(AGENT))];
    const exposure = await exposureOf(edit(before, after));
    expect([exposure?.verdict ?? "same", exposure?.isCertain ?? true]).toEqual([verdict, isCertain]);
    const undone = await exposureOf(edit(after, before));
    expect([undone?.verdict ?? "same", undone?.isCertain ?? true]).toEqual([
      verdict === "opens" ? "closes" : verdict === "closes" ? "opens" : verdict,
      isCertain,
    ]);
  });

  test.each([
    ["host", adds("Host", "${req.method}"), "req.host == 'app.example.com'", "shifts"],
    ["host", removes("host"), "req.host == 'APP.example.com'", "shifts"],
    ["cookies", adds("cookie", "s=1; t=2"), "hasReqCookie('t')", "shifts"],
    ["type of the body", removes("content-type"), "req.content_type == 'text/plain'", "shifts"],
    ["user agent", adds("User-Agent", "curl"), "req.user_agent == 'curl'", "same"],
    ["user agent", removes("User-Agent"), "getReqHeader('User-Agent')[0] == 'curl'", "same"],
  ])(
    "a rule that changes a header comes before a condition on the %s: %j",
    async (_, action, condition, verdict) => {
      const denied = policy(rule(deny, condition), rule(AGENT));
      const exposure = await exposureOf(
        edit(denied, policy(rule(action), rule(deny, condition), rule(AGENT))),
      );
      expect([exposure?.verdict ?? "same", exposure?.isCertain ?? true]).toEqual([
        verdict,
        verdict === "same",
      ]);
    },
  );

  const byIssuer = { type: "openid-connect", config: { issuer_url: "https://id.example.com" } };
  test.each([
    [
      "an enforce that it does not have",
      signOn,
      { enforce: false },
      "oauth is enforced in spite of its setting",
    ],
    ["an enforce that it does not have", byIssuer, { enforce: false }, "openid-connect is enforced"],
    ["an enforce that it does not have", token, { enforce: false }, "jwt-validation is enforced"],
    ["a setting that is not known", signOn, { trusted: ["x"] }, "oauth with the unknown settings trusted"],
  ])("%s may open what a guard keeps: %#", async (_, guard, setting, because) => {
    const set = { ...guard, config: { ...guard.config, ...setting } };
    const exposure = await exposureOf(edit(policy(rule(guard), rule(AGENT)), policy(rule(set), rule(AGENT))));
    const reasons = exposure?.openings.map((one) => one.because);
    expect(reasons?.length).toBeGreaterThan(0);
    for (const reason of reasons ?? []) expect(reason).toContain(because);
  });

  test("a setting that is not known changes nothing where it stays as it is", async () => {
    const set = { ...signOn, config: { ...signOn.config, trusted: ["x"] } };
    const office = { type: "restrict-ips", config: { allow: ["203.0.113.0/24"] } };
    const exposure = await exposureOf(
      edit(policy(rule(office), rule(set), rule(AGENT)), policy(rule(set), rule(AGENT))),
    );
    expect([exposure?.verdict, exposure?.isCertain]).toEqual(["opens", true]);
  });

  test("headers of the response are not those of the request", async () => {
    const denied = policy(rule(deny, "hasReqHeader('X-Team')"), rule(AGENT));
    const later = {
      on_http_response: [
        rule(removes("X-Team")),
        rule({ type: "restrict-ips", config: { allow: ["10.0.0.0/8"] } }, "hasReqHeader('X-Team')"),
      ],
    };
    const without = { on_http_response: later.on_http_response.slice(1) };
    const exposure = await exposureOf(edit({ ...denied, ...without }, { ...denied, ...later }));
    expect(exposure?.verdict ?? "same").toBe("same");
  });

  test("a policy that did not end and answers now opens, and closes nothing", async () => {
    const response = { type: "custom-response", config: { status_code: 200 } };
    const exposure = await exposureOf(
      edit(policy(rule(response, "req.url.path == '/x'")), policy(rule(response))),
    );
    expect([exposure?.verdict, exposure?.isCertain]).toEqual(["opens", true]);
  });

  const webhook = {
    type: "verify-webhook",
    config: { provider: "github", secret: "${secrets.get('vault', 'pair')}" },
  };
  const keys = {
    http: { tokens: [{ type: "jwt", method: "header", name: "Authorization" }] },
    issuer: { allow_list: [{ value: "${secrets.get('vault', 'pair')}" }] },
    jws: { allowed_algorithms: ["RS256"] },
  };

  test.each([
    ["password", password, true],
    ["signature", webhook, true],
    ["issuer", { type: "jwt-validation", config: keys }, false],
  ])("another value of a vault lets in who knows it: %s", async (_, guard, isCertain) => {
    const guarded = policy(rule(guard), rule(AGENT));
    const secret = (value: string) => ({ vaultId: "vault_1", name: "pair", value });
    const exposure = await exposureOf(
      same("Vault", "vault", "vault_1", { name: "vault" }),
      updated("Secret", "pair", "secret_1", secret("ann:one"), secret("ann:two"), ["value"]),
      same("Endpoint", "app", "ep_app", { url: URL, trafficPolicy: guarded } as Props),
    );
    expect([exposure?.verdict, exposure?.isCertain]).toEqual(["shifts", isCertain]);
  });

  const fromVault = "${secrets.get('vault', 'pair')}";
  const keeps = (name: string) => ({ type: "set-vars", config: { vars: [{ [name]: fromVault }] } });
  test.each<[string, readonly object[]]>([
    ["an expression", [rule(deny, "req.headers['x-key'][0] != secrets.get(\"vault\", 'pair')")]],
    [
      "a header that is added",
      [rule(adds("x-key", fromVault)), rule(deny, "getReqHeader('x-key')[0] == 'a'")],
    ],
    ["a header that proves", [rule(adds("authorization", `Basic ${fromVault}`)), rule(pair)]],
    ["a variable", [rule(keeps("key")), rule(deny, "req.headers['x-key'][0] != vars.key")]],
    ["an address", [rule({ type: "restrict-ips", config: { allow: [fromVault] } })]],
    ["a provider", [rule({ type: "oauth", config: { provider: fromVault } })]],
    ["a redirect", [rule({ type: "redirect", config: { from: `/${fromVault}`, to: "https://b.test" } })]],
    [
      "a rewrite",
      [rule({ type: "url-rewrite", config: { to: `/${fromVault}` } }), rule(deny, "req.url.path == '/a'")],
    ],
    [
      "where it is forwarded",
      [rule({ type: "forward-internal", config: { url: `https://${fromVault}.internal` } })],
    ],
  ])("another value of a vault may let others in by %s, in objects and in texts", async (_, rules) => {
    const guarded = policy(...rules, rule(AGENT));
    const secret = (value: string) => ({ vaultId: "vault_1", name: "pair", value });
    const vault = same("Vault", "vault", "vault_1", { name: "vault" });
    for (const trafficPolicy of [guarded, JSON.stringify(guarded)]) {
      const app = same("Endpoint", "app", "ep_app", { url: URL, trafficPolicy } as Props);
      const [one, other] = [secret("ann:one"), secret("ann:two")];
      const exposure = await exposureOf(
        vault,
        updated("Secret", "pair", "secret_1", one, other, ["value"]),
        app,
      );
      expect([exposure?.verdict, exposure?.isCertain]).toEqual(["shifts", false]);
      const idle = await exposureOf(vault, same("Secret", "pair", "secret_1", one), app);
      expect(idle).toBeUndefined();
    }
  });

  test("another value of a vault may let others in by a policy that the preview hides", async () => {
    const secret = (value: string) => ({ vaultId: "vault_1", name: "pair", value });
    const [one, other] = [secret("ann:one"), secret("ann:two")];
    const app = same("Endpoint", "app", "ep_app", { url: URL, trafficPolicy: SECRET } as Props);
    const exposure = await exposureOf(updated("Secret", "pair", "secret_1", one, other, ["value"]), app);
    expect([exposure?.verdict, exposure?.isCertain]).toEqual(["shifts", false]);
    expect(await exposureOf(same("Secret", "pair", "secret_1", one), app)).toBeUndefined();
  });

  const answer = { type: "custom-response", config: { status_code: 200 } };
  const guarded = rule(deny, "req.url.path.startsWith('/x')");

  test.each([
    ["an endpoint", rule(AGENT)],
    ["an endpoint that answers", rule(forward)],
    ["a response", rule(answer)],
  ])("where nothing was behind a cloud endpoint, %s is new to all", async (_, last) => {
    const exposure = await exposureOf(
      edit(policy(guarded), policy(guarded, last)),
      inner(policy(rule(answer))),
    );
    expect([exposure?.verdict, exposure?.isCertain, exposure?.lockedOut]).toEqual(["opens", true, []]);
    expect(exposure?.openings[0]?.witness).toBe("GET https://app.example.com/ from 198.51.100.7");
  });

  test("a pool lets in whoever one of its members lets in, in any order of steps", async () => {
    const [open, guarded] = [policy(rule(AGENT)), policy(rule(office), rule(AGENT))];
    const member = (name: string, before: unknown, after: unknown) => edit(before, after, URL, name);
    const verdict = async (...steps: readonly Step[]) => (await exposureOf(...steps))?.verdict ?? "same";
    for (const [one, other, expected] of [
      [member("a", guarded, open), member("b", guarded, guarded), "opens"],
      [member("a", guarded, open), member("b", open, open), "same"],
      [member("a", open, guarded), member("b", guarded, guarded), "closes"],
    ] as const) {
      expect(await verdict(one, other)).toBe(expected);
      expect(await verdict(other, one)).toBe(expected);
    }
  });
});

describe("a changed traffic policy", () => {
  test("opens a path where rules change their order, and names them", async () => {
    const admins = { name: "admins", ...rule(office, "req.url.path.startsWith('/admin')") };
    const answer = { name: "front", ...rule(forward, "req.method == 'GET'") };
    const report = await reviewOf([edit(policy(admins, answer), policy(answer, admins)), inner(policy())]);
    expect(rulesOf(report)[0]).toBe(`high exposure-opens: ${URL}`);
    const [exposure] = report.exposure.changed;
    expect(toldTexts(exposure?.newcomers ?? [])).toEqual([
      'requests from outside 203.0.113.0/24, whose path starts with "/admin", whose method is "GET"; blocked before by rule on_http_request[0] "admins" (restrict-ips)',
    ]);
    expect(exposure?.guards.slice(1)).toEqual([
      {
        guard: 'rule on_http_request[0] "admins"',
        before: 'restrict-ips if path starts with "/admin"',
        after: 'on_http_request[1] "admins": restrict-ips if path starts with "/admin"',
        transition: "reordered",
      },
      {
        guard: 'rule on_http_request[1] "front"',
        before: `forward-internal to ${INNER} if method is "GET"`,
        after: `on_http_request[0] "front": forward-internal to ${INNER} if method is "GET"`,
        transition: "reordered",
      },
    ]);
  });

  test.each<[string, unknown, unknown, readonly string[]]>([
    [
      "a guard that is not enforced any more",
      policy(rule(office)),
      policy(rule({ ...office, config: { ...office.config, enforce: false } })),
      ["requests from outside 203.0.113.0/24; blocked before by rule on_http_request[0] (restrict-ips)"],
    ],
    [
      "a wider network",
      policy(rule(office)),
      policy(rule({ type: "restrict-ips", config: { allow: ["203.0.112.0/23"] } })),
      ["requests from 203.0.112.0/24; blocked before by rule on_http_request[0] (restrict-ips)"],
    ],
    [
      "a narrower condition",
      policy(rule(deny, "req.url.path.startsWith('/admin')")),
      policy(rule(deny, "req.url.path == '/admin'")),
      [
        'requests whose path starts with "/admin" and is not "/admin"; blocked before by rule on_http_request[0] (deny)',
      ],
    ],
    [
      "a sign-on that is dropped",
      policy(rule({ type: "oauth", config: { provider: "google" } })),
      policy(),
      ["requests not signed in with google; blocked before by rule on_http_request[0] (oauth)"],
    ],
    [
      "a response of the policy itself in place of a refusal",
      policy(rule(deny)),
      policy(rule({ type: "custom-response", config: { body: "hello" } })),
      ["everybody, answered by the policy itself; blocked before by rule on_http_request[0] (deny)"],
    ],
    [
      "a guard of responses of the policy itself that is dropped",
      { ...policy(rule({ type: "custom-response" })), on_http_response: [rule(office)] },
      policy(rule({ type: "custom-response" })),
      [
        "requests from outside 203.0.113.0/24, answered by the policy itself; blocked before by rule on_http_response[0] (restrict-ips)",
      ],
    ],
    [
      "a guard of what comes back from forward-internal",
      { ...policy(rule(forward)), on_http_response: [rule(office)] },
      policy(rule(forward)),
      ["requests from outside 203.0.113.0/24, with access to the response of https://inner.internal"],
    ],
    [
      "a failing request of its own that halts no more: perhaps",
      policy(rule(asking("halt"))),
      policy(rule(asking("continue"))),
      [
        "perhaps requests for which http-request fails; blocked before by rule on_http_request[0] (http-request)",
      ],
    ],
    [
      "a guard that gives way to one of what comes back",
      policy(rule(office), rule(forward)),
      { ...policy(rule(forward)), on_http_response: [rule(office)] },
      ["requests from outside 203.0.113.0/24; blocked before by rule on_http_request[0] (restrict-ips)"],
    ],
    [
      "a response of the policy in the place of what comes back that is dropped",
      {
        ...policy(rule(forward)),
        on_http_response: [rule({ type: "custom-response", config: { status_code: 404 } })],
      },
      policy(rule(forward)),
      ["everybody, with access to the response of https://inner.internal"],
    ],
    [
      "a lower version of TLS than the service's default",
      policy(),
      { on_tcp_connect: [rule({ type: "terminate-tls", config: { min_version: "1.1" } })] },
      ["requests with TLS 1.1; blocked before by the TLS version"],
    ],
    [
      "a higher version of TLS than one that was the highest",
      { on_tcp_connect: [rule({ type: "terminate-tls", config: { max_version: "1.2" } })] },
      { on_tcp_connect: [rule({ type: "terminate-tls", config: {} })] },
      ["requests using only TLS 1.3; blocked before by rule on_tcp_connect[0] (terminate-tls)"],
    ],
    [
      "a condition that does not fold letters any more",
      policy(rule(deny, "req.url.path.lowerAscii().startsWith('/admin')")),
      policy(rule(deny, "req.url.path.startsWith('/admin')")),
      [
        'requests whose path starts with "/admin" in upper or lower case and does not start with "/admin"; blocked before by rule on_http_request[0] (deny)',
      ],
    ],
    [
      "a cookie that is not asked for everywhere",
      policy(rule(deny, "!('s' in req.cookies)")),
      policy(rule(deny, "!('s' in req.cookies) && req.url.path != '/login'")),
      [
        'requests whose path is "/login", without the cookie s; blocked before by rule on_http_request[0] (deny)',
      ],
    ],
    [
      "client certificates that are asked for no more",
      { on_tcp_connect: [rule(mutual("require-and-verify"))] },
      { on_tcp_connect: [rule(mutual("request"))] },
      [
        "requests without a client certificate of ca_x; blocked before by rule on_tcp_connect[0] (terminate-tls)",
      ],
    ],
    [
      "a variable that is set to something else: perhaps",
      policy(rule(setTo("a")), rule(deny, "size(vars.k) > 5")),
      policy(rule(setTo("b")), rule(deny, "size(vars.k) > 5")),
      [
        "perhaps requests for which the expression size(vars.k) > 5 differs before and after the change; blocked before by rule on_http_request[1] (deny)",
      ],
    ],
    [
      "a condition that fails without the header that it reads",
      policy(rule(deny, "!('x-key' in req.headers) || req.headers['x-key'][0] != 'a'")),
      policy(rule(deny, "req.headers['x-key'][0] != 'a'")),
      ["requests without the header x-key; blocked before by rule on_http_request[0] (deny)"],
    ],
    [
      "a condition on a variable that nothing sets any more",
      policy(rule({ type: "set-vars", config: { vars: [{ k: "a" }] } }), rule(deny, "vars.k == 'a'")),
      policy(rule(deny, "vars.k == 'a'")),
      ["everybody; blocked before by rule on_http_request[1] (deny)"],
    ],
    [
      "a condition on what no action has left",
      policy(rule(deny)),
      policy(rule(deny, "actions.ngrok.oauth.identity.email != 'a@example.com'")),
      ["everybody; blocked before by rule on_http_request[0] (deny)"],
    ],
    [
      "a guard that goes behind a forward that goes on: perhaps for those that it may have taken away",
      policy(
        rule({ ...forward, config: { ...forward.config, on_error: "continue" } }, "req.method == 'GET'"),
        rule(deny, "req.url.path == '/admin'"),
      ),
      policy(
        rule({ ...forward, config: { ...forward.config, on_error: "continue" } }, "req.method == 'GET'"),
      ),
      [
        'requests whose path is "/admin", whose method is not "GET"; blocked before by rule on_http_request[1] (deny)',
        'perhaps requests whose path is "/admin"; blocked before by rule on_http_request[1] (deny)',
      ],
    ],
    [
      "a guard that goes, for which an undecided expression is about the path that it names: perhaps",
      policy(rule(deny, "req.url.path.replace('/', '') == 'ab'"), rule(deny, "req.url.path == '/a/b'")),
      policy(rule(deny, "req.url.path.replace('/', '') == 'ab'")),
      ['perhaps requests whose path is "/a/b"; blocked before by rule on_http_request[1] (deny)'],
    ],
    [
      "a condition that nobody can decide: perhaps",
      policy(rule(deny)),
      policy(rule(deny, "conn.tls.server.subject.country == ['US']")),
      [
        'perhaps requests for which the expression conn.tls.server.subject.country == ["US"] is not true; blocked before by rule on_http_request[0] (deny)',
      ],
    ],
  ])("opens by %s", async (_, before, after, newcomers) => {
    const found = await newcomersOf(edit(before, after));
    expect(found).toEqual(expect.arrayContaining([...newcomers]));
  });

  test.each<[string, unknown, unknown]>([
    ["names alone", policy({ name: "a", ...rule(deny) }), policy({ name: "b", ...rule(deny) })],
    ["text in place of an object", policy(rule(office)), JSON.stringify(policy(rule(office)))],
    [
      "the same condition in other words",
      policy(rule(deny, "req.method in ['GET', 'POST']")),
      policy(rule(deny, "req.method == 'POST' || 'GET' == req.method")),
    ],
    [
      "two rules in place of one",
      policy(rule({ type: "restrict-ips", config: { allow: ["203.0.113.0/25", "203.0.113.128/25"] } })),
      policy(rule(office)),
    ],
    [
      "a request of its own that halts",
      policy(rule(asking("halt")), rule(office)),
      policy(rule(asking("halt")), rule(office), rule(asking("halt"))),
    ],
    ["a guard behind a refusal", policy(rule(deny), rule(password)), policy(rule(deny))],
    ["one more guard", policy(rule(office)), policy(rule(password), rule(office))],
    [
      "the same unknown condition on both sides",
      policy(rule(deny, "req.content_encoding == ['gzip']"), rule(office)),
      policy(rule(deny, "req.content_encoding==['gzip']"), rule(office), rule(password)),
    ],
  ])("opens nothing by %s", async (_, before, after) => {
    expect(await newcomersOf(edit(before, after))).toEqual([]);
  });

  test("counts the IP policies that it refers to", async () => {
    const ipPolicy = same("IpPolicy", "office", "ipp_1", {});
    const old = { ipPolicyId: "ipp_1", cidr: "203.0.113.0/24", action: "allow" };
    const wider = updated("IpPolicyRule", "rule", "ipr_1", old, { ...old, cidr: "203.0.112.0/23" });
    const trafficPolicy = policy(rule({ type: "restrict-ips", config: { ip_policies: ["ipp_1"] } }));
    const endpoint = same("Endpoint", "app", "ep_app", { url: URL, trafficPolicy });
    expect(await newcomersOf(ipPolicy, wider, endpoint)).toEqual([
      "requests from 203.0.112.0/24; blocked before by rule on_http_request[0] (restrict-ips)",
    ]);
  });

  test("follows forward-internal to the policy behind it", async () => {
    const front = same("Endpoint", "app", "ep_app", { url: URL, trafficPolicy: policy(rule(forward)) });
    const opened = edit(policy(rule(password)), policy(), INNER, "inner");
    const exposure = await exposureOf(front, opened);
    expect(toldTexts(exposure?.newcomers ?? [])).toEqual([
      `requests without a user name and password of the policy; blocked before by rule on_http_request[0] (forward-internal to ${INNER})`,
    ]);
    expect(exposure?.guards).toContainEqual({
      guard: `rule on_http_request[0] of ${INNER}`,
      before: "basic-auth",
      after: null,
      transition: "removed",
    });
    expect(await newcomersOf(edit(policy(rule(deny)), policy(rule(forward))))).toEqual([
      "everybody; blocked before by rule on_http_request[0] (deny)",
    ]);
  });

  test("is compared with modules as their equal", async () => {
    const given = {
      edgeId: "edghts_1",
      match: "/",
      matchType: "path_prefix",
      backend: { backendId: "bkd_1" },
    };
    const module = {
      ipRestriction: { ipPolicyIds: ["ipp_1"] },
      oauth: { provider: { google: { emailDomains: ["Example.com"] } } },
    };
    const action = policy(
      rule({ type: "restrict-ips", config: { ip_policies: ["ipp_1"] } }),
      rule({ type: "oauth", config: { provider: "google" } }),
      rule(deny, "!actions.ngrok.oauth.identity.email.endsWith('@example.com')"),
    );
    const edge = same("HttpsEdge", "edge", "edghts_1", { hostports: ["app.example.com:443"] });
    const ipPolicy = same("IpPolicy", "office", "ipp_1", {});
    const allow = same("IpPolicyRule", "rule", "ipr_1", {
      ipPolicyId: "ipp_1",
      cidr: "203.0.113.0/24",
      action: "allow",
    });
    const moved = updated(
      "HttpsEdgeRoute",
      "route",
      "edghtsrt_1",
      { ...given, ...module },
      { ...given, trafficPolicy: { value: JSON.stringify(action) } },
    );
    const report = await reviewOf([edge, ipPolicy, allow, moved]);
    expect(report.exposure.changed.map(({ newcomers }) => newcomers)).toEqual([[]]);
  });

  test("may open what a value opens that the preview does not show", async () => {
    const hidden = policy(rule({ type: "basic-auth", config: { credentials: ["[secret]"] } }));
    const exposure = await exposureOf(edit(hidden, policy(...hidden.on_http_request, rule({ type: "log" }))));
    expect([exposure?.verdict, exposure?.isCertain]).toEqual(["shifts", false]);
  });

  test("shows no credentials, and no values of headers", async () => {
    const key = "a-very-secret-key";
    const guarded = (value: string) =>
      policy(
        rule(deny, `req.headers['x-key'][0] != '${value}'`),
        rule({ type: "basic-auth", config: { credentials: [`ops:${value}`] } }),
      );
    const report = await reviewOf([edit(guarded(key), guarded(`${key}-2`))]);
    const exposures = JSON.stringify(report.exposure) + JSON.stringify(report.findings);
    expect(exposures).not.toContain(key);
    expect(markdown(report)).not.toContain(key);
  });
});

const inner = (trafficPolicy: object) =>
  same("Endpoint", "inner", "ep_inner", { url: INNER, trafficPolicy, bindings: ["internal"] });

describe("hostile and huge policies", () => {
  const HOSTILE = "</td><script>alert(1)</script> | `x` [a](javascript:b) \u202e\u001b[31m";

  test("are escaped in every format", async () => {
    const before = policy({ name: HOSTILE, ...rule(deny, `req.url.path == ${JSON.stringify(HOSTILE)}`) });
    const after = policy({ name: `${HOSTILE}2`, ...rule({ type: HOSTILE }, `${HOSTILE} == 1`) });
    const report = await reviewOf([edit(before, after)]);
    for (const text of [markdown(report), html(report)]) {
      expect(text).not.toContain("<script>");
      expect(text === html(report) ? "" : text).not.toMatch(/[^\\]\]\(javascript/);
      expect(text).not.toContain("\u001b");
      expect(text).not.toContain("\u202e");
    }
  });

  test("are judged in bounded time, and said to open perhaps where they cannot be", async () => {
    const many = (count: number, last: object) =>
      policy(
        ...Array.from({ length: count }, (_, n) => rule(deny, `req.url.path.startsWith('/${n}')`)),
        rule(last),
      );
    const start = process.cpuUsage();
    expect((await newcomersOf(edit(many(1000, deny), many(1000, { type: "log" })))).length).toBeGreaterThan(
      0,
    );
    const unreadable = await exposureOf(edit(policy(rule(deny)), many(3000, deny)));
    expect([unreadable?.verdict, unreadable?.isCertain]).toEqual(["opens", false]);
    const { user } = process.cpuUsage(start);
    expect(user / 1e6).toBeLessThan(60);
  });

  const forwardTo = (name: string) => ({
    type: "forward-internal",
    config: { url: `https://${name}.apps.internal` },
  });
  const NAMES = Array.from({ length: 8 }, (_, n) => `n${n}`);
  const toEach = NAMES.map((name) => rule(forwardTo(name), `req.url.path.startsWith('/${name}')`));
  const apps = (name: string, policies: readonly [object, object]): Step =>
    updated(
      "Endpoint",
      `ep-${name}`,
      `ep_${name}`,
      { url: `https://${name}.apps.internal`, trafficPolicy: policies[0], bindings: ["internal"] } as Props,
      { url: `https://${name}.apps.internal`, trafficPolicy: policies[1], bindings: ["internal"] } as Props,
    );

  test.each<[string, readonly string[]]>([
    ["a wildcard that serves what it forwards to", ["*"]],
    ["endpoints that forward to each other", NAMES],
  ])("end where requests may go in circles: %s", async (_, names) => {
    const start = process.cpuUsage();
    const front = policy(rule(forwardTo("n0")));
    const unchanged = names.map((name) => apps(name, [policy(...toEach), policy(...toEach)]));
    const guarded = edit(policy(rule(office), ...front.on_http_request), front);
    expect((await newcomersOf(guarded, ...unchanged)).length).toBeGreaterThan(0);
    expect(process.cpuUsage(start).user / 1e6).toBeLessThan(60);
  });

  test("let in somebody, perhaps, where one on the round goes on after an error", async () => {
    const caught = { ...forwardTo("n0"), config: { ...forwardTo("n0").config, on_error: "continue" } };
    const round = policy(rule(caught), rule({ type: "custom-response" }));
    const front = policy(rule(forwardTo("n0")));
    const change = edit(policy(rule(office), ...front.on_http_request), front);
    expect((await newcomersOf(change, apps("n0", [round, round]))).join()).toContain(
      "requests from outside 203.0.113.0/24",
    );
  });

  test("open perhaps what a request may come to in a second round, with another URL", async () => {
    const inner = (denied: string) =>
      policy(
        rule(deny, `req.url.path == '${denied}'`),
        rule({ type: "url-rewrite", config: { from: "/n(.*)", to: "/n0/$1" } }),
        ...toEach.slice(0, 2),
      );
    const front = policy(rule(forwardTo("n0")));
    const found = await newcomersOf(edit(front, front), apps("*", [inner("/b"), inner("/c")]));
    expect(found.filter((one) => one.startsWith("perhaps ")).length).toBeGreaterThan(0);
  });

  test("list no more than a reader can take in", async () => {
    const many = (action: string) =>
      policy(...Array.from({ length: 300 }, (_, n) => rule({ type: action }, `req.url.path == '/${n}'`)));
    const exposure = await exposureOf(edit(many("deny"), many("log")));
    expect(exposure?.guards.length).toBeLessThan(30);
    expect(exposure?.newcomers.length).toBeLessThan(12);
    expect(exposure?.newcomers.at(-1)?.who).toMatch(/more kinds of requests$/);
  });
});

test("a new endpoint is as open as its policy", async () => {
  const severity = async (trafficPolicy: object) =>
    rulesOf(await reviewOf([created("Endpoint", "app", { url: URL, trafficPolicy })]));
  expect(await severity(policy())).toEqual([`high exposure-new: ${URL}`]);
  expect(await severity(policy(rule(office)))).toEqual([`medium exposure-new: ${URL}`]);
  expect(await severity(policy(rule(deny)))).toEqual([]);
});
