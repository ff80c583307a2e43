// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the service fills in what looks like a template here.
import { describe, expect, test } from "vitest";
import { noFindingText } from "../../../cli/review/render/phrases";
import { created, type Props, reviewOf, type Step, same, updated } from "../../support/previews";

const APP = "https://app.example.com";
const SECRET = "[secret]";
const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
const AGENT = { actions: [{ type: "forward-internal", config: { url: "https://agent.internal" } }] };
const forward = (url: string) => ({ actions: [{ type: "forward-internal", config: { url } }] });
const act = (type: string, config: object = {}, ...expressions: readonly string[]) => ({
  ...(expressions.length > 0 && { expressions }),
  actions: [{ type, config }],
});
const endpoint = (url: string, ...rules: readonly object[]): Props =>
  ({ url, trafficPolicy: { on_http_request: rules } }) as unknown as Props;

/** Severities of what opens. */
const severitiesOf = async (...steps: readonly Step[]) => {
  const { findings } = await reviewOf(steps);
  return findings.flatMap(({ rule, severity, isPossible }) =>
    rule.startsWith("exposure-") ? [`${severity}${isPossible ? ", possible" : ""}`] : [],
  );
};

const edit = (before: readonly object[], after: readonly object[], ...paths: readonly string[]) =>
  updated(
    "Endpoint",
    "app",
    "ep_1",
    endpoint(APP, ...before, AGENT),
    endpoint(APP, ...after, AGENT),
    ...(paths.length > 0 ? [paths] : []),
  );

const of = (...policies: readonly string[]) => act("restrict-ips", { ip_policies: policies });
const webhook = (secret: string) => act("verify-webhook", { provider: "github", secret });
const hash = (value: string) => act("deny", {}, `req.user_agent.reverse() == '${value}'`);

describe("a possible opening by a traffic policy", () => {
  test.each<[string, "high" | "medium" | undefined, readonly object[], readonly object[], ...string[]]>([
    ["a guard of another program's IP policy is removed", "high", [of("ipp_9")], []],
    ["it is replaced by another policy", "high", [of("ipp_9")], [of("ipp_8")]],
    ["it gets one more policy", "high", [of("ipp_9")], [of("ipp_9", "ipp_8")]],
    ["it gives way to another guard", "high", [of("ipp_9")], [act("deny", {}, "req.method == 'PUT'")]],
    [
      "its condition gets weaker",
      "high",
      [of("ipp_9")],
      [act("restrict-ips", { ip_policies: ["ipp_9"] }, "req.method == 'PUT'")],
    ],
    [
      "a rule in front of a guard only adds headers",
      undefined,
      [of("ipp_9")],
      [act("add-headers", { headers: { a: "b" } }), of("ipp_9")],
    ],
    [
      "a masked secret changes",
      "medium",
      [webhook(SECRET)],
      [webhook(SECRET)],
      "trafficPolicy.on_http_request[0].actions[0].config.secret",
    ],
    [
      "a value becomes a secret",
      "medium",
      [webhook("plain-text")],
      [webhook(SECRET)],
      "trafficPolicy.on_http_request[0].actions[0].config.secret",
    ],
    [
      "a masked secret changes and a guard is removed",
      "high",
      [webhook(SECRET), of("ipp_9")],
      [webhook(SECRET)],
      "trafficPolicy.on_http_request[0].actions[0].config.secret",
      "trafficPolicy.on_http_request[1]",
    ],
    [
      "two guards run in another order",
      "high",
      [hash("a"), of("ipp_9"), webhook("s")],
      [of("ipp_9"), hash("b"), webhook("s")],
    ],
    ["an undecided expression is removed", "high", [hash("not shown")], []],
    ["an undecided expression is changed", "high", [hash("preview hides")], [hash("cannot be seen")]],
  ])("%s: %s", async (_, expected, before, after, ...paths) => {
    expect(await severitiesOf(edit(before, after, ...paths))).toEqual(
      expected ? [`${expected}, possible`] : [],
    );
  });
});

describe("a possible opening by a module", () => {
  const edge = same("HttpsEdge", "web", "e_1", { hostports: ["app.example.com:443"] });
  const route = (modules: Props): Props => ({
    ...{ edgeId: "e_1", matchType: "path_prefix", match: "/", backend: { backendId: "bkd_1" } },
    ...modules,
  });
  const restriction = (...ipPolicyIds: readonly string[]) => ({ ipRestriction: { ipPolicyIds } });
  const oidc = (more: Props = {}) => ({ oidc: { issuer: "https://id.example.com", clientId: "a", ...more } });
  const google = (lists: Props) => ({ oauth: { provider: { google: lists } } });
  test.each<[string, string, Props, Props, ...string[]]>([
    ["an IP policy of another program is removed", "high", restriction("ipp_9"), {}],
    ["it is replaced", "high", restriction("ipp_9"), restriction("ipp_8")],
    ["it becomes unknown", "medium", restriction("ipp_9"), restriction(UNKNOWN)],
    [
      "one of two lists of OAuth is dropped",
      "high",
      google({ emailDomains: ["example.com"], emailAddresses: ["a@not.shown"] }),
      google({ emailDomains: ["example.com"] }),
    ],
    [
      "one of two lists is dropped, and the other one is masked",
      "high",
      google({ emailDomains: [SECRET], emailAddresses: ["a@not.shown"] }),
      google({ emailDomains: [SECRET] }),
      "oauth.provider.google.emailAddresses",
    ],
    ["a guard with a masked setting is removed", "high", oidc({ issuer: SECRET }), {}],
    ["whether a guard is on is masked", "medium", oidc(), oidc({ enabled: UNKNOWN })],
    ["a setting changes that this version doesn't know", "high", oidc({ strict: 1 }), oidc({ strict: 2 })],
    ["its value is masked", "medium", oidc({ strict: SECRET }), oidc({ strict: SECRET }), "oidc.strict"],
  ])("%s: %s", async (_, expected, before, after, ...paths) => {
    const change = updated(
      "HttpsEdgeRoute",
      "root",
      "r_1",
      route(before),
      route(after),
      ...(paths.length > 0 ? [paths] : []),
    );
    const [found] = await severitiesOf(edge, change);
    expect(found?.replace(", possible", "")).toBe(expected);
  });

  test("with a reason: the lists of OAuth", async () => {
    const lists = { emailDomains: ["example.com"], emailAddresses: ["a@example.org"] };
    const { emailDomains } = lists;
    const { findings } = await reviewOf([
      edge,
      updated("HttpsEdgeRoute", "root", "r_1", route(google(lists)), route(google({ emailDomains }))),
    ]);
    expect(findings[0]?.message).toContain("whether users have to be on each of the lists");
  });
});

describe("a new endpoint", () => {
  const inner = (...rules: readonly object[]) =>
    same("Endpoint", "x", "ep_x", endpoint("https://x.internal", ...rules));
  const answer = act("custom-response", { status_code: 200 });
  const oauth = act("oauth", { provider: "google" });
  const name = (host: string) => forward(`https://\${${host}}.internal`);
  test.each<[string, string, string, readonly object[], readonly Step[]]>([
    ["forwards to an agent", "high", APP, [forward("https://x.internal")], []],
    [
      "forwards to an internal endpoint that answers",
      "high",
      APP,
      [forward("https://x.internal")],
      [inner(answer)],
    ],
    ["answers", "medium", APP, [answer], []],
    [
      "answers before a sign-in",
      "medium",
      APP,
      [
        act("custom-response", { status_code: 200 }, "req.url.path == '/health'"),
        oauth,
        forward("https://x.internal"),
      ],
      [inner(answer)],
    ],
    [
      "forwards to an internal endpoint that requires a sign-in",
      "medium",
      APP,
      [forward("https://x.internal")],
      [inner(oauth, answer)],
    ],
    ["forwards by name", "high", "https://*.preview.example.net", [name("req.host.split('.')[0]")], []],
    [
      "forwards by name in lower case",
      "high",
      "https://*.preview.example.net",
      [name("req.host.split('.')[0].lowerAscii()")],
      [],
    ],
    [
      "forwards by name in lower case 2",
      "high",
      "https://*.preview.example.net",
      [name("req.host.lowerAscii().split('.')[0]")],
      [inner(answer)],
    ],
  ])("that %s: %s", async (_, expected, url, rules, steps) => {
    expect(await severitiesOf(created("Endpoint", "app", endpoint(url, ...rules)), ...steps)).toEqual([
      expected,
    ]);
  });
});

test("names that users give decide nothing", async () => {
  const edge = (...certificateAuthorityIds: readonly string[]): Props => ({
    hostports: ["app.example.com:443"],
    backend: { backendId: "bkd_1" },
    mutualTls: { certificateAuthorityIds },
  });
  const change = updated("TlsEdge", "preview hides", "e_1", edge("ca_1"), edge("ca_2"));
  const authority = (name: string, id: string) => same("CertificateAuthority", name, id, { caPem: SECRET });
  expect(
    await severitiesOf(change, authority("corp not shown", "ca_1"), authority("cannot be seen", "ca_2")),
  ).toEqual(["high"]);
  expect(await severitiesOf(change, authority("not known yet", "ca_1"))).toEqual(["high"]);
  const rename = (name: string) => ({ ...of("ipp_9"), name });
  expect(await severitiesOf(edit([rename("preview hides")], [rename("not shown")]))).toEqual([]);
  expect(await severitiesOf(edit([rename("value of a vault")], []))).toEqual(["high, possible"]);
});

test("a masked policy that is removed is high, and one that is masked now is medium", async () => {
  const [hidden, shown] = [{ url: APP, trafficPolicy: SECRET }, endpoint(APP, of("ipp_9"))];
  const change = (before: Props, after: Props) =>
    severitiesOf(updated("Endpoint", "app", "ep_1", before, after));
  expect(await change(hidden, { url: APP })).toEqual(["high, possible"]);
  expect(await change(shown, hidden)).toEqual(["medium, possible"]);
});

test("a change of another package is not judged, and a component is no change", async () => {
  const other = (type: string, provider: object) => ({
    op: "create",
    urn: `urn:pulumi:prod::infra::${type}::bucket`,
    newState: { inputs: {}, outputs: {}, ...provider },
  });
  const provider = { provider: "urn:pulumi:prod::infra::pulumi:providers:aws::default::id" };
  const textOf = async (...steps: readonly Step[]) => noFindingText(await reviewOf(steps));
  expect(await textOf(other("aws:s3:Bucket", provider))).toBe(
    "No finding; 1 change of another package was not judged.",
  );
  expect(await textOf(other("my:app:Component", {}))).toBe("Nothing to worry about.");
});
