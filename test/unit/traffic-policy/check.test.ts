// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the service, not JavaScript, interpolates these strings.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { UNKNOWN } from "../../../provider/family/unknown";
import {
  type Attachment,
  checkEndpointPolicy,
  checkPolicy,
  type PolicyFinding,
} from "../../../traffic-policy";
import { toPattern } from "../../support/patterns";
import { readTable } from "../../support/rows";

type Policy = [title: string, policy: unknown, ...findings: string[]];
type Configuration = [type: string, config: object | null, reason: string, phase?: string];

const table = readTable<{
  policies: Record<string, Policy[]>;
  "endpoint policies": Policy[];
  "ending rules": unknown[];
  "other rules": unknown[];
  "incomplete policies": unknown[];
  "complete policies": unknown[];
  "rejected configurations": Configuration[];
  "suspicious configurations": Configuration[];
  "accepted configurations": [type: string, config: object, phase?: string][];
  "rejected expressions": [expression: string, reason: string][];
  "suspicious expressions": [expression: string, reason: string][];
  "accepted expressions": string[];
  "policies with secrets": unknown[];
}>(join(__dirname, "check.yaml"));

const textOf = ({ isError, path, line, reason }: PolicyFinding) =>
  `${isError ? "error" : "warning"} ${path.join(".")}${line === undefined ? "" : ` (${line})`}: ${reason}`;

const errors = (policy: unknown) =>
  checkPolicy(policy)
    .map(textOf)
    .filter((text) => text.startsWith("error "));
const warnings = (policy: unknown, attachment?: Attachment) =>
  checkPolicy(policy, attachment)
    .map(textOf)
    .filter((text) => text.startsWith("warning "));

const policyWithAction = (type: string, config?: unknown, phase = "on_http_request") => ({
  [phase]: [{ actions: [{ type, ...(config != null && { config }) }] }],
});

const policyWithExpression = (expression: string) => ({
  on_http_request: [{ expressions: [expression], actions: [{ type: "restrict-ips", config: {} }] }],
});

describe.each(Object.entries(table.policies))("%s", (_, rows) => {
  test.each(rows)("%s", (_title, policy, ...expected) => {
    expect(checkPolicy(policy).map(textOf)).toEqual(expected.map(toPattern));
  });
});

describe("the policy of a cloud endpoint", () => {
  test.each(table["endpoint policies"])("%s", (_, policy, ...expected) => {
    expect(checkEndpointPolicy(policy).map(textOf)).toEqual(expected.map(toPattern));
  });

  test.each(table["incomplete policies"])(
    "causes a warning if it leaves requests unhandled: %j",
    (policy) => {
      const reason = expect.stringContaining("deny, forward-internal");
      expect(checkEndpointPolicy(policy)).toEqual([
        expect.objectContaining({ isError: false, path: [], reason }),
      ]);
      expect(checkPolicy(policy)).toEqual([]);
    },
  );

  test.each(table["complete policies"])("causes no warning if it may handle all requests: %j", (policy) => {
    expect(checkEndpointPolicy(policy)).toEqual([]);
  });
});

describe("a configuration", () => {
  const pairs = Array.from({ length: 11 }, (_, at) => `user-${at}:password`);
  const headers = Object.fromEntries(pairs.entries());
  const tooLong: Configuration[] = [
    ["basic-auth", { credentials: pairs }, "credentials: must have at most 10 items, not 11"],
    ["basic-auth", { realm: "a".repeat(129) }, "realm: must have at most 128"],
    ["http-request", { headers }, "headers: must have at most 10 keys, not 11"],
  ];

  test.each([...table["rejected configurations"], ...tooLong])(
    "is rejected with its path and reason: %s %j: %s",
    (type, config, reason) => {
      const expected = `on_http_request.0.actions.0.config.${reason}`;
      expect(errors(policyWithAction(type, config)).join("\n")).toContain(expected);
    },
  );

  test.each(table["suspicious configurations"])(
    "causes a warning: %s %j: %s",
    (type, config, reason, phase) => {
      const policy = policyWithAction(type, config, phase);
      expect(errors(policy)).toEqual([]);
      expect(warnings(policy)).toEqual([expect.stringContaining(reason)]);
    },
  );

  test.each(table["accepted configurations"])("is accepted: %s %j", (type, config, phase) => {
    expect(checkPolicy(policyWithAction(type, config, phase))).toEqual([]);
  });

  test.each([
    ["server_certificate", (pem: string) => pem],
    ["mutual_tls_certificate_authorities", (pem: string) => [pem]],
  ])("can't have a private key in %s of terminate-tls", (key, toValue) => {
    const privateKey = `-----BEGIN ${"EC PRIVATE"} KEY-----\nc2VjcmV0\n`;
    const certificate = "-----BEGIN CERTIFICATE-----\nbm9uc2Vuc2U=\n-----END CERTIFICATE-----";
    for (const pem of [privateKey, `${certificate}\n${privateKey}`]) {
      const config = {
        server_private_key: "${vars.b}",
        server_certificate: "${vars.a}",
        [key]: toValue(pem),
      };
      const reasons = errors(policyWithAction("terminate-tls", config, "on_tcp_connect"));
      expect(reasons).toEqual([
        expect.stringMatching(/ must contain certificates .* such as a private key$/),
      ]);
    }
  });
});

describe("an expression", () => {
  test.each(table["rejected expressions"])("is rejected: %s: %s", (expression, reason) => {
    expect(errors(policyWithExpression(expression)).join("\n")).toContain(reason);
  });

  test.each(table["suspicious expressions"])("causes a warning: %s: %s", (expression, reason) => {
    expect(errors(policyWithExpression(expression))).toEqual([]);
    expect(warnings(policyWithExpression(expression)).join("\n")).toContain(reason);
  });

  test.each(table["accepted expressions"])("is accepted: %s", (expression) => {
    expect(checkPolicy(policyWithExpression(expression))).toEqual([]);
  });
});

describe("a policy", () => {
  test("is accepted as YAML with comments, anchors, and merge keys, as JSON, and as an object", () => {
    const text = readFileSync(join(__dirname, "valid.yaml"), "utf8");
    const policy = parse(text, { merge: true });
    for (const form of [text, policy, JSON.stringify(policy)]) expect(checkPolicy(form)).toEqual([]);
  });

  test.each(["null", "~", "# only a comment", null])("is rejected if it isn't a map: %j", (policy) => {
    expect(checkPolicy(policy)).toEqual([
      expect.objectContaining({ code: 2236, reason: expect.stringContaining("must be a map of phases") }),
    ]);
  });
});

describe("phases of an attachment", () => {
  const PHASES = [
    "on_tcp_connect",
    "on_http_request",
    "on_http_response",
    "on_event_stream_message",
  ] as const;
  const rules = { actions: [{ type: "log", config: { metadata: {} } }] };
  const policy = Object.fromEntries(PHASES.map((phase) => [phase, [rules]]));

  const internal: Attachment["lacks"] = {
    phase: "on_tcp_connect",
    code: 2262,
    instead: "move its rules to on_http_request",
  };

  // From the documented table of phases by protocol, and the error codes for internal endpoints.
  test.each<[Attachment, readonly string[]]>([
    [{ name: "an http endpoint", protocol: "http" }, PHASES],
    [{ name: "an https endpoint", protocol: "https" }, PHASES],
    [{ name: "a tls endpoint", protocol: "tls" }, ["on_tcp_connect"]],
    [{ name: "a tcp endpoint", protocol: "tcp" }, ["on_tcp_connect"]],
    [{ name: "an internal https endpoint", protocol: "https", lacks: internal }, PHASES.slice(1)],
  ])("are rejected if %j doesn't support them", (attachment, supported) => {
    const rejected = checkPolicy(policy, attachment)
      .filter(({ path, isError }) => path.length === 1 && isError)
      .map(({ path: [phase] }) => phase);
    expect(rejected).toEqual(PHASES.filter((phase) => !supported.includes(phase)));
  });

  test("are reported with the supported phases, the line, and advice", () => {
    const text = "on_tcp_connect: []\non_http_request:\n  - actions:\n      - type: deny\n";
    const [finding] = checkPolicy(text, { name: "a tcp endpoint", protocol: "tcp" });
    expect(finding).toMatchObject({ isError: true, code: 2230, path: ["on_http_request"], line: 3 });
    expect(finding?.reason).toMatch(/supports on_tcp_connect\): .* attach the policy to/);
    const edge: Attachment = { name: "an HTTPS edge", protocol: "https", lacks: internal };
    const onEdge = checkPolicy(policy, edge).find(({ path }) => path.length === 1);
    expect(onEdge?.code).toBe(2262);
    expect(onEdge?.reason).toMatch(/on_event_stream_message\): move its rules to on_http_request$/);
  });

  test("are accepted without rules, with unknown rules, or with an unknown attachment", () => {
    const tcp = { name: "a tcp endpoint", protocol: "tcp" } as const;
    for (const rules of [[], null, UNKNOWN]) expect(checkPolicy({ on_http_request: rules }, tcp)).toEqual([]);
    expect(checkPolicy(policy).filter(({ path }) => path.length === 1)).toEqual([]);
  });

  test("don't end the policy if they are unsupported", () => {
    const deny = [{ actions: [{ type: "deny" }] }];
    const attachment: Attachment = { name: "an internal https endpoint", protocol: "https", lacks: internal };
    const reasons = checkEndpointPolicy({ on_tcp_connect: deny, on_http_request: deny }, attachment);
    expect(reasons.map(({ path }) => path.join("."))).toEqual(["on_tcp_connect"]);
  });

  test("may have the earlier name inbound, whose meaning depends on the protocol", () => {
    const inbound = { inbound: [{ actions: [{ type: "terminate-tls" }] }] };
    const earlier = (phase: string) => `warning inbound: is the earlier name of ${phase}: write ${phase}`;
    const ending = { inbound: [{ actions: [{ type: "deny" }] }, { actions: [{ type: "log" }] }] };
    expect(warnings(inbound, { name: "a TLS edge", protocol: "tls" })).toEqual([earlier("on_tcp_connect")]);
    expect(warnings(ending)).toContain(earlier("on_http_request"));
    const edge: Attachment = { name: "an HTTPS edge", protocol: "https" };
    expect(checkPolicy(inbound, edge).some(({ isError }) => isError)).toBe(true);
  });
});

describe("a rule", () => {
  const deny = [{ type: "deny" }];
  const laterRules = [{ actions: deny }, { expressions: ["req.host == 'a'"], actions: deny }];

  test.each(table["ending rules"])("causes one warning if later rules are never reached: %j", (rule) => {
    expect(warnings({ on_http_request: [rule, ...laterRules] })).toEqual([
      expect.stringMatching(
        /on_http_request\.1: is never reached: \S+ in the previous rule ends the policy$/,
      ),
    ]);
  });

  test.each(table["other rules"])("causes no warning if later rules may be reached: %j", (rule) => {
    expect(warnings({ on_http_request: [rule, laterRules[0]] })).toEqual([]);
  });
});

test("allows terminate-tls only at endpoints for https and tls", () => {
  const check = (protocol: Attachment["protocol"]) =>
    checkPolicy(policyWithAction("terminate-tls", {}, "on_tcp_connect"), {
      name: `a ${protocol} endpoint`,
      protocol,
    });
  expect([...check("https"), ...check("tls")]).toEqual([]);
  for (const protocol of ["http", "tcp"] as const) {
    const reason = `is terminate-tls, which a ${protocol} endpoint doesn't support: it is for https and tls`;
    expect(check(protocol)).toMatchObject([{ code: 2205, reason }]);
  }
});

test("rejects a second sign-in per request, and warns about rules with the same auth_id", () => {
  const oauth = (auth_id?: unknown) => ({ type: "oauth", config: { provider: "github", auth_id } });
  const issuer_url = "https://id.example.com";
  const oidc = (auth_id?: unknown) => ({ type: "openid-connect", config: { issuer_url, auth_id } });
  const ruleAt = (path: string, ...actions: unknown[]) => ({
    expressions: [`req.url.path == '${path}'`],
    actions,
  });
  const secondSignIns = (...rules: object[]) =>
    errors({ on_http_request: rules }).filter((text) => text.includes("signs users in a second time"));
  expect(secondSignIns({ actions: [oauth("a"), oidc("b")] })).toHaveLength(1);
  expect(secondSignIns({ actions: [oauth("a")] }, ruleAt("/b", oidc("b")))).toHaveLength(1);
  const warningsFor = (first?: unknown, second = first) =>
    warnings({ on_http_request: [ruleAt("/a", oauth(first)), ruleAt("/b", oidc(second))] });
  const sameId = [expect.stringContaining("needs its own config.auth_id")];
  expect([warningsFor(), warningsFor("x"), warningsFor("a", "b"), warningsFor(UNKNOWN)]).toEqual([
    sameId,
    sameId,
    [],
    [],
  ]);
});

test("accepts CRLF line endings and a byte order mark", () => {
  const text =
    "on_http_request:\n  - actions:\n      - type: deny\n        config:\n          status_code: x\n";
  const [finding] = errors(text);
  expect(errors(text.replaceAll("\n", "\r\n"))).toEqual([finding]);
  expect(errors(`\uFEFF${text}`)).toEqual([finding]);
  expect(finding).toContain("(5)");
  const json = JSON.stringify(policyWithAction("deny", { status_code: "x" }));
  expect(errors(`\uFEFF${json}`)).toEqual([
    "error on_http_request.0.actions.0.config.status_code (1): must be a whole number, not a string",
  ]);
});

test.each(table["policies with secrets"])("findings don't quote values of %j", (policy) => {
  const findings = checkPolicy(policy);
  expect(findings.length).toBeGreaterThan(0);
  expect(JSON.stringify(findings)).not.toContain("hunter2");
});

describe("large policies", () => {
  const rule = (at: number) => ({
    expressions: [`req.url.path.startsWith('/${at}')`],
    actions: [{ type: "deny", config: { status_code: 404 } }],
  });
  const rules = (count: number) => ({ on_http_request: Array.from({ length: count }, (_, at) => rule(at)) });

  test("are checked completely with 10,000 rules", () => {
    const policy = rules(10_000);
    expect(checkPolicy(policy)).toEqual([]);
    policy.on_http_request.push({ expressions: ["req."], actions: [] });
    expect(errors(policy).join("\n")).toContain("on_http_request.10000.expressions.0");
  });

  test("report the first findings, errors before warnings", () => {
    const rule = (at: number) => ({ name: at, actions: [{ type: "other" }] });
    const policy = { on_http_request: Array.from({ length: 1000 }, (_, at) => rule(at)) };
    const findings = checkPolicy(policy);
    expect(findings).toHaveLength(21);
    expect(findings[0]?.isError).toBe(true);
    expect(findings.at(-1)?.reason).toBe("has 1980 more findings");
  });

  test("are not parsed beyond a million characters", () => {
    const text = `# ${"x".repeat(1_100_000)}\non_http_request: 5`;
    const reason = expect.stringContaining("was not checked");
    expect(checkPolicy(text)).toMatchObject([{ isError: false, isIncomplete: true, path: [], reason }]);
  });

  test("are parsed up to a maximum depth", () => {
    let value: unknown = "end";
    for (let level = 0; level < 5000; level++) value = [value];
    expect(warnings(policyWithAction("log", { metadata: { value } })).join()).toContain(
      "nested deeper than 100 levels",
    );
    const deep = `on_http_request: ${"[".repeat(50_000)}${"]".repeat(50_000)}`;
    expect(checkPolicy(deep)[0]?.reason).toBe("is nested too deep, and was not checked");
  });

  test("have patterns compiled up to a limit", () => {
    const replacements = Array.from({ length: 5000 }, (_, at) => ({
      from: `${"[a-z]{1000}".repeat(80)}${at}`,
    }));
    expect(checkPolicy(policyWithAction("request-body-find-replace", { replacements }))).toEqual([]);
    for (const from of ["(".repeat(100_000), `(${"a|".repeat(100_000)}`, "((a{1000}){1000}){1000}"])
      expect(errors(policyWithAction("redirect", { from, to: "/" })).length).toBeLessThan(2);
  });

  test("are checked up to a limit of values with exponential aliases", () => {
    const lines = Array.from(
      { length: 30 },
      (_, at) => `        a${at}: &a${at} [${Array(3).fill(`*a${at - 1}`)}]`,
    );
    lines[0] = "        a0: &a0 [x]";
    const action = "- type: log\n    config:\n      metadata:";
    const text = `on_http_request:\n- actions:\n  ${action}\n${lines.join("\n")}\n`;
    expect(warnings(text).join()).toContain("expands to more than 1000000 values");
  });

  test("are parsed up to a limit of values with many merges of a large map", () => {
    const keys = Array.from({ length: 2000 }, (_, at) => `k${at}: v`).join(", ");
    const merges = Array.from({ length: 2000 }, (_, at) => `        m${at}: { <<: *big }`).join("\n");
    const text = `on_http_request:\n- actions:\n  - type: log\n    config:\n      metadata:\n        big: &big { ${keys} }\n${merges}\n`;
    expect(warnings(text).join()).toContain("contains more than 500000 values");
  });
});
