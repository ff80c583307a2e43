import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { EXIT } from "../../../cli/common";
import { trafficPolicyCommand } from "../../../cli/traffic-policy/command";
import { readRequestLine } from "../../../cli/traffic-policy/request";
import { runCommand } from "../../support/command";
import { temporaryFolder } from "../../support/temporary-folder";

const folder = temporaryFolder();
const file = folder.write;

async function trafficPolicy(...args: string[]) {
  const { code, stdout, stderr } = await runCommand(trafficPolicyCommand(), ...args);
  const [out, err] = [stdout, stderr].map((text) => text.replaceAll(`${folder.at()}/`, ""));
  return { code, stdout: out ?? "", stderr: err ?? "" };
}

const FAULTY = `on_http_reqeust:
  - actions:
      - type: deny
on_http_request:
  - expresions: ["true"]
    actions:
      - type: custom-respnse
      - type: restrict-ips
        config: { allow: [300.0.0.1] }
`;

describe("traffic-policy check", () => {
  test("reports the line, the path, and a suggestion for each error and warning, as documented", async () => {
    const { code, stdout } = await trafficPolicy("check", file("policy.yml", FAULTY));
    expect(code).toBe(EXIT.findings);
    const page = readFileSync(resolve("docs/cli/traffic-policy-check.md"), "utf8");
    expect(page).toContain(`$ tunnel-edge traffic-policy check policy.yml\n${stdout}\`\`\`\n`);
    expect(stdout).toMatch(/^1 file: 2 errors, 2 warnings$/m);
  });

  test.each([
    ["a valid policy", "on_http_request: [{ actions: [{ type: deny }] }]", [], EXIT.fine],
    ["a warning, in JSON", '{"on_http_request": [{"actions": [{"type": "dney"}]}]}', [], EXIT.fine],
    ["a warning with --fail-on warning", "inbound: []", ["--fail-on", "warning"], EXIT.findings],
    ["an error with --fail-on none", "on_http_request: 1", ["--fail-on", "none"], EXIT.fine],
    ["invalid YAML", "on_http_request: [", [], EXIT.findings],
    ["an empty file", "# nothing\n", [], EXIT.findings],
    ["several documents", "on_http_request: []\n---\non_http_request: 1\n", [], EXIT.findings],
    ["deep nesting", "[".repeat(50_000), [], EXIT.findings],
    ["a large file", " ".repeat(1_048_577), [], EXIT.failed],
    ["binary data", Buffer.from([0xff, 0xfe, 0x00]), [], EXIT.failed],
  ] as const)("sets the exit code for %s", async (_name, text, flags, code) => {
    expect((await trafficPolicy("check", file("p.yml", text), ...flags)).code).toBe(code);
  });

  test("prints JSON, and escapes the file's content in every format", async () => {
    const hostile = 'on_http_request: [{ actions: [{ type: "\\e[2Jdeny" }], "\\u202e<b>": 1 }]\n';
    const json = await trafficPolicy("check", file("p.yml", hostile), "--json");
    expect(JSON.parse(json.stdout)).toMatchObject({
      errors: 0,
      warnings: 2,
      findings: [
        { file: expect.stringMatching(/p\.yml$/), line: 1, severity: "warning", code: null },
        { path: "on_http_request[0].actions[0].type", code: 2201 },
      ],
    });
    for (const format of ["text", "markdown", "json"])
      expect((await trafficPolicy("check", folder.at("p.yml"), "-f", format)).stdout).not.toMatch(
        /[^\P{C}\n]/u,
      );
  });

  test("explains why a file cannot be read", async () => {
    const { code, stderr } = await trafficPolicy("check", folder.at("none.yml"));
    expect({ code, stderr }).toEqual({
      code: EXIT.failed,
      stderr: "error: none.yml cannot be read: it does not exist\n",
    });
  });
});

const POLICY = `on_http_request:
  - name: office only
    expressions: [req.url.path.startsWith('/admin')]
    actions:
      - type: restrict-ips
        config: { allow: [203.0.113.0/24] }
  - expressions: ["'7f3' in getReqHeader('X-Key')"]
    actions: [{ type: custom-response, config: { status_code: 204 } }]
  - expressions: ["conn.geo.country_code == 'DE'"]
    actions: [{ type: deny }]
  - expressions: [req.url.path == '/sign-in']
    actions: [{ type: oauth, config: { provider: google } }]
on_http_response:
  - actions: [{ type: add-headers, config: { headers: { x-a: b } } }]
`;
const FROM = "from 198.51.100.7";
const app = (path = "/") => `https://app.example.com${path}`;

describe("traffic-policy try", () => {
  const tryRequest = async (request: string, policy = POLICY) => {
    const flags = ["--request", request, "--json"];
    const { code, stdout } = await trafficPolicy("try", file("p.yml", policy), ...flags);
    const { outcome, rules, why, status } = JSON.parse(stdout);
    return { code, outcome, why, status, rules: rules.map(({ result }: { result: string }) => result) };
  };

  const skipped = (count: number) => Array(count).fill("skipped");
  const unreached = (count: number) => Array(count).fill("not reached");
  const undecided = (...why: string[]) => ({ code: 3, outcome: "undecided", why });
  const forwarded = { code: 0, outcome: "forwarded" };
  const asks = { code: 0, outcome: "asks", status: 302 };
  const refused = { code: 0, outcome: "refused" };
  const country = "conn.geo.country_code";
  const matches = `req.url.path.matches("a, b") is true, with the user agent "a, b"`;

  test.each([
    [`GET ${app("/admin")} ${FROM}`, { ...refused, status: 403, rules: ["runs", ...unreached(4)] }],
    [`GET ${app()} ${FROM} header x-key=7f3`, { code: 0, outcome: "answered", status: 204 }],
    [`${app()} ${FROM} (DE)`, { ...refused, rules: [...skipped(2), "runs", ...unreached(2)] }],
    [`GET ${app()} ${FROM}, ${country}=US`, { ...forwarded, rules: [...skipped(4), "not evaluated"] }],
    [`GET ${app()} ${FROM}`, undecided(country)],
    [`GET ${app("/admin")}`, undecided("the client's address, which --request does not specify")],
    // Examples of reviews.
    [`GET ${app("/sign-in")} ${FROM} (US) without a sign-on`, asks],
    [`GET ${app("/sign-in")} ${FROM} (US) as ada@example.com, signed on by google`, forwarded],
    [`GET ${app("/?key=…")} ${FROM} (US) with the header x-key`, undecided("the value of the header x-key")],
    [`POST ${app("/…")} from an address (US) for which ${matches}`, { code: 3, outcome: "undecided" }],
    [
      `GET ${app()} ${FROM} (US) with the header x-key, unlike before`,
      undecided("the value of the header x-key"),
    ],
    [`GET ${app("/admin")} ${FROM} with a valid token that is no longer accepted, blocked by x`, refused],
    [`GET ${app("/admin")} ${FROM} allowed by unknown rules, unlike after the change`, refused],
    [`GET /admin ${FROM}`, refused],
  ] as const)("%s", async (request, expected) => {
    expect(await tryRequest(request)).toMatchObject(expected);
  });

  test.each([
    ['with conn.client_ip.categories ["a.b", "proxy.anonymous.tor"], over TLS 1.3', refused],
    ['with conn.client_ip.categories=["a.b"], over TLS 1.2', refused],
    ["with conn.client_ip.categories=[], over TLS 1.3", forwarded],
  ])("reads lists and the version of TLS: %s", async (clauses, expected) => {
    const policy = `on_http_request:
  - expressions: ["'proxy.anonymous.tor' in conn.client_ip.categories || conn.tls.version < '1.3'"]
    actions: [{ type: deny }]`;
    expect(await tryRequest(`GET ${app()} ${FROM} ${clauses}`, policy)).toMatchObject(expected);
  });

  test("is undecided if the outcome depends on the account, or on hidden values of a query or certificate", async () => {
    const acting = (type: string, config: string, phase = "on_http_request") =>
      `${phase}: [{ actions: [{ type: ${type}, config: ${config} }] }]`;
    const ips = acting("restrict-ips", "{ ip_policies: [ipp_1] }");
    expect(await tryRequest(`GET ${app()} ${FROM}`, ips)).toMatchObject(
      undecided("the rules of the IP policy ipp_1"),
    );
    const query =
      "on_http_request: [{ expressions: [\"getQueryParam('key') == ['1']\"], actions: [{ type: deny }] }]";
    expect(await tryRequest(`GET ${app("/?key=…")} ${FROM}`, query)).toMatchObject(
      undecided("req.url.query_params"),
    );
    const tls = acting("terminate-tls", "{ mutual_tls_certificate_authorities: [ca_1] }", "on_tcp_connect");
    expect(await tryRequest(`GET ${app()} ${FROM} with a client certificate of staff`, tls)).toMatchObject({
      outcome: "undecided",
    });
  });

  test("prints each rule with its line and result, and the outcome in a sentence", async () => {
    const request = ["--request", `GET ${app()} ${FROM}`];
    const { stdout, stderr } = await trafficPolicy("try", file("p.yml", POLICY), ...request);
    expect(stdout).toBe(`GET https://app.example.com/ from 198.51.100.7

on_http_request
  [0] office only  skipped: not all of its expressions are true  line 2
  [1]              skipped: not all of its expressions are true  line 7
  [2]              undecided: depends on conn.geo.country_code (deny: refused)  line 9
  [3]              skipped: not all of its expressions are true  line 11

on_http_response
  [0]  not evaluated: it acts on the response  line 14

Undecided: it depends on conn.geo.country_code.
It may be:
  Refused with status 403 by deny of on_http_request[2]
  Forwarded to the upstream (no rule ends the request)
`);
    expect(stderr).toBe("Exit code 3: the outcome is undecided.\n");
  });

  test.each([
    [[`GET ${app("/admin")} ${FROM}`, "--expect", "refused"], 0, /^$/],
    [[`GET ${app("/admin")} ${FROM}`, "--expect", "forwarded"], 3, /expected forwarded, but the/],
    [[`GET ${app()} ${FROM}`, "--expect", "undecided"], 0, /^$/],
    [[`GET ${app()} ${FROM} heder x=1`], 2, /cannot read "heder x=1"; write GET https/],
    [[`GET ${app()} from 300.1.1.1`], 2, /"300\.1\.1\.1" is not an IP address/],
    [[`GET app.example.com ${FROM}`], 2, /there is no URL/],
    [[`GET tcp://db.example.com ${FROM}`], 2, /a tcp URL needs a port/],
  ] as const)("%j exits with %i", async ([request, ...flags], code, why) => {
    const result = await trafficPolicy("try", file("p.yml", POLICY), "--request", request, ...flags);
    expect(result.code).toBe(code);
    expect(result.stderr).toMatch(why);
  });

  test("merges the keys of YAML anchors", async () => {
    const merged = `on_http_request:
  - expressions: [req.method == 'POST']
    actions: [&deny { type: deny, config: { status_code: 404 } }]
  - actions: [{ <<: *deny }]
`;
    expect(await tryRequest(`GET ${app()} ${FROM}`, merged)).toMatchObject({
      code: 0,
      outcome: "refused",
      status: 404,
    });
  });

  test("rejects a policy that the service rejects", async () => {
    const request = ["--request", `GET ${app()} ${FROM}`];
    const { code, stderr } = await trafficPolicy("try", file("p.yml", FAULTY), ...request);
    expect(code).toBe(EXIT.failed);
    expect(stderr).toMatch(
      /p\.yml has 2 errors: on_http_reqeust is not a phase.*run `tunnel-edge traffic-policy check p\.yml`/,
    );
  });
});

test("parses every example in the recorded reviews", () => {
  const recorded = readFileSync(resolve(__dirname, "../../recorded/policy-reviews.md"), "utf8");
  const examples = [...recorded.matchAll(/for example (`+) ?(.+?) ?\1/g)].map(
    ([, , example = ""]) => example,
  );
  expect(examples.length).toBeGreaterThan(10);
  for (const example of new Set(examples)) {
    const { request, disregarded } = readRequestLine(example);
    expect(example).toContain(request.method);
    expect(disregarded, example).toEqual(
      /for which|allowed|forwarded/.test(example) ? expect.any(Array) : [],
    );
  }
});
