// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the service interpolates these texts.
import { describe, expect, test } from "vitest";
import { noFindingText } from "../../../cli/review/render/content";
import { UNKNOWN } from "../../../provider/family/unknown";
import {
  AGENT,
  ANSWER,
  APP,
  addHeader,
  deny,
  endpointArgs,
  forward,
  GOOGLE,
  type Rule,
  rule,
  sameEndpoint,
} from "../../support/policies";
import { created, type Props, reviewSteps, type Step, same, updated } from "../../support/previews";

const SECRET = "[secret]";

const listSeverities = async (...steps: readonly Step[]) => {
  const { findings } = await reviewSteps(steps);
  return findings.flatMap(({ rule: id, severity, isPossible }) =>
    id.startsWith("exposure-") ? [`${severity}${isPossible ? ", possible" : ""}`] : [],
  );
};

const edit = (before: readonly object[], after: readonly object[], ...paths: readonly string[]) => {
  const sides = [endpointArgs([...before, AGENT]), endpointArgs([...after, AGENT])] as const;
  return updated("Endpoint", "app", "ep_1", ...sides, ...(paths.length > 0 ? [paths] : []));
};

const ipPolicies = (...policies: readonly string[]) => rule("restrict-ips", { ip_policies: policies });
const webhook = (secret: string) => rule("verify-webhook", { provider: "github", secret });
const hash = (value: string) => deny(`req.user_agent.reverse() == '${value}'`);
const onPut: Rule = { ...ipPolicies("ipp_9"), expressions: ["req.method == 'PUT'"] };
const setOffice = (...ips: readonly string[]) => rule("set-vars", { vars: [{ ips }] });
const denyOthers = deny("!(conn.client_ip in vars.ips)");
const PATH = "trafficPolicy.on_http_request[0].actions[0].config.secret";
const REMOVED = "trafficPolicy.on_http_request[1]";
const MASKED = [webhook(SECRET)];
const ON_GET = rule("custom-response", { status_code: 200 }, "req.method == 'GET'");

test.each<[string, "high" | "medium" | undefined, readonly Rule[], readonly Rule[], ...string[]]>([
  ["a guard of another program's IP policy is removed", "high", [ipPolicies("ipp_9")], []],
  ["a guard's IP policy is replaced", "high", [ipPolicies("ipp_9")], [ipPolicies("ipp_8")]],
  ["a guard gets one more IP policy", "high", [ipPolicies("ipp_9")], [ipPolicies("ipp_9", "ipp_8")]],
  ["a guard's condition gets weaker", "high", [ipPolicies("ipp_9")], [onPut]],
  [
    "a variable that a condition reads gets one more value",
    "high",
    [setOffice("192.0.2.1"), denyOthers],
    [setOffice("192.0.2.1", "192.0.2.2"), denyOthers],
  ],
  [
    "a rule that adds headers is added before a guard",
    undefined,
    [ipPolicies("ipp_9")],
    [addHeader("a", "b"), ipPolicies("ipp_9")],
  ],
  ["a masked secret changes", "medium", MASKED, MASKED, PATH],
  ["a value becomes a secret", "medium", [webhook("plain-text")], MASKED, PATH],
  [
    "a masked secret changes and a guard is removed",
    "high",
    [...MASKED, ipPolicies("ipp_9")],
    MASKED,
    PATH,
    REMOVED,
  ],
  ["a guard runs after a response", "high", [ipPolicies("ipp_9"), ON_GET], [ON_GET, ipPolicies("ipp_9")]],
  ["an undecided expression is removed", "high", [hash("not shown")], []],
  ["an undecided expression is changed", "high", [hash("preview hides")], [hash("cannot be seen")]],
])("rates a possible opening by a traffic policy: %s: %s", async (_, expected, before, after, ...paths) => {
  expect(await listSeverities(edit(before, after, ...paths))).toEqual(
    expected ? [`${expected}, possible`] : [],
  );
});

describe("a possible opening by a module", () => {
  const edge = same("HttpsEdge", "web", "e_1", { hostports: ["app.example.com:443"] });
  const route = (modules: Props): Props => ({
    ...{ edgeId: "e_1", matchType: "path_prefix", match: "/", backend: { backendId: "bkd_1" } },
    ...modules,
  });
  const restriction = (...ipPolicyIds: readonly string[]) => ({ ipRestriction: { ipPolicyIds } });
  const oidc = (more: Props = {}) => ({ oidc: { issuer: "https://id.example.com", clientId: "a", ...more } });
  const google = (emailDomains: readonly string[], more: Props = {}) => ({
    oauth: { provider: { google: { emailDomains, ...more } } },
  });
  const addresses = { emailAddresses: ["a@not.shown"] };
  const ADDRESSES = "oauth.provider.google.emailAddresses";
  const hidden = oidc({ strict: SECRET });

  test.each<[string, string, Props, Props, ...string[]]>([
    ["an IP policy of another program is removed", "high", restriction("ipp_9"), {}],
    ["an IP policy of another program is replaced", "high", restriction("ipp_9"), restriction("ipp_8")],
    ["an IP policy of another program becomes unknown", "medium", restriction("ipp_9"), restriction(UNKNOWN)],
    ["one of two lists of users is removed", "high", google(["a.test"], addresses), google(["a.test"])],
    [
      "one of two lists is removed, and the other one is masked",
      "high",
      google([SECRET], addresses),
      google([SECRET]),
      ADDRESSES,
    ],
    ["a guard with a masked setting is removed", "high", oidc({ issuer: SECRET }), {}],
    ["a guard becomes possibly disabled", "medium", oidc(), oidc({ enabled: UNKNOWN })],
    ["an unknown setting changes", "high", oidc({ strict: 1 }), oidc({ strict: 2 })],
    ["a masked setting changes", "medium", hidden, hidden, "oidc.strict"],
  ])("is rated: %s: %s", async (_, expected, before, after, ...paths) => {
    const sides = [route(before), route(after)] as const;
    const change = updated("HttpsEdgeRoute", "root", "r_1", ...sides, ...(paths.length > 0 ? [paths] : []));
    const [severity] = await listSeverities(edge, change);
    expect(severity?.replace(", possible", "")).toBe(expected);
  });

  test("contains the reason that users may have to be on each of the lists", async () => {
    const steps = [
      edge,
      updated(
        "HttpsEdgeRoute",
        "root",
        "r_1",
        route(google(["a.test"], addresses)),
        route(google(["a.test"])),
      ),
    ];
    expect((await reviewSteps(steps)).findings[0]?.message).toContain(
      "whether users have to be on each of the lists",
    );
  });
});

describe("a new endpoint", () => {
  const X = "https://x.internal";
  const inner = (...rules: readonly object[]) => [sameEndpoint(rules, X, "x")];
  const health = rule("custom-response", { status_code: 200 }, "req.url.path == '/health'");
  const WILD = "https://*.preview.example.net";
  const name = (host: string) => forward(`https://\${${host}}.internal`);
  const [cut, lower] = [name("req.host.split('.')[0]"), name("req.host.split('.')[0].lowerAscii()")];

  test.each<[string, string, string, readonly Rule[], readonly Step[]]>([
    ["forwards to an agent", "high", APP, [forward(X)], []],
    ["forwards to an internal endpoint that answers", "high", APP, [forward(X)], inner(ANSWER)],
    ["answers", "medium", APP, [ANSWER], []],
    ["answers before a sign-in", "medium", APP, [health, GOOGLE, forward(X)], inner(ANSWER)],
    ["forwards to an endpoint with a sign-in", "medium", APP, [forward(X)], inner(GOOGLE, ANSWER)],
    ["forwards to a name from the host", "high", WILD, [cut], []],
    ["forwards to a lowercase name from the host", "high", WILD, [lower], inner(ANSWER)],
  ])("is rated if it %s: %s", async (_, expected, url, rules, steps) => {
    expect(await listSeverities(created("Endpoint", "app", endpointArgs(rules, url)), ...steps)).toEqual([
      expected,
    ]);
  });
});

test("ignores names that users choose", async () => {
  // The names contain words with which reports describe hidden values.
  const edge = (...certificateAuthorityIds: readonly string[]): Props => ({
    ...{ hostports: ["app.example.com:443"], backend: { backendId: "bkd_1" } },
    mutualTls: { certificateAuthorityIds },
  });
  const change = updated("TlsEdge", "preview hides", "e_1", edge("ca_1"), edge("ca_2"));
  const authority = (name: string, id: string) => same("CertificateAuthority", name, id, { caPem: SECRET });
  const authorities = [authority("corp not shown", "ca_1"), authority("cannot be seen", "ca_2")];
  expect(await listSeverities(change, ...authorities)).toEqual(["high"]);
  expect(await listSeverities(change, authority("not known yet", "ca_1"))).toEqual(["high"]);
  const rename = (name: string) => ({ ...ipPolicies("ipp_9"), name });
  expect(await listSeverities(edit([rename("preview hides")], [rename("not shown")]))).toEqual([]);
  expect(await listSeverities(edit([rename("value of a vault")], []))).toEqual(["high, possible"]);
});

test("rates a removed masked policy high, and a policy that becomes masked medium", async () => {
  const [hidden, visible] = [{ url: APP, trafficPolicy: SECRET }, endpointArgs([ipPolicies("ipp_9"), AGENT])];
  const change = (before: Props, after: Props) =>
    listSeverities(updated("Endpoint", "app", "ep_1", before, after));
  expect(await change(hidden, { url: APP })).toEqual(["high, possible"]);
  expect(await change(visible, hidden)).toEqual(["medium, possible"]);
});

test("counts changes of other packages, except components, as not judged", async () => {
  const foreign = (type: string, provider: object) => ({
    op: "create",
    urn: `urn:pulumi:prod::infra::${type}::bucket`,
    newState: { inputs: {}, outputs: {}, ...provider },
  });
  const provider = { provider: "urn:pulumi:prod::infra::pulumi:providers:aws::default::id" };
  const textOf = async (...steps: readonly Step[]) => noFindingText(await reviewSteps(steps));
  expect(await textOf(foreign("aws:s3:Bucket", provider))).toBe(
    "No findings; 1 change of another package was not judged.",
  );
  expect(await textOf(foreign("my:app:Component", {}))).toBe("Nothing to worry about.");
});
