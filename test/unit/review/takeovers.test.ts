import { describe, expect, test } from "vitest";
import { html } from "../../../cli/review/render/html";
import { markdown } from "../../../cli/review/render/markdown";
import { UNKNOWN } from "../../../provider/family/unknown";
import { authorityPem } from "../../support/crypto";
import {
  created,
  deleted,
  type Props,
  reviewOf,
  rulesOf,
  type Step,
  same,
  toldTexts,
  updated,
  urn,
} from "../../support/previews";

const URL = "https://app.example.com";
const BACKEND = { backend: { backendId: "bkd_1" } };

const rule = (actions: readonly object[], ...expressions: readonly string[]) => ({ expressions, actions });
const policy = (...rules: readonly object[]) => ({ on_http_request: rules });
const restrict = (config: object = { ip_policies: ["ipp_1"] }) => ({ type: "restrict-ips", config });
const deny = { type: "deny" };
const set = (name: string, value: string) => ({ type: "set-vars", config: { vars: [{ [name]: value }] } });

const office: readonly Step[] = [
  same("IpPolicy", "office", "ipp_1", {}),
  same("IpPolicyRule", "allow", "ipr_1", { ipPolicyId: "ipp_1", cidr: "203.0.113.0/24", action: "allow" }),
];
const OFFICE = { ipRestriction: { ipPolicyIds: ["ipp_1"] } };
const OUTSIDE = "from outside 203.0.113.0/24";

interface Route {
  readonly name: string;
  readonly match: string;
  readonly isExact?: boolean;
  readonly modules?: Props;
}

const inputsOf = ({ match, isExact = false, modules = {} }: Route) => ({
  edgeId: "edghts_1",
  match,
  matchType: isExact ? "exact_path" : "path_prefix",
  ...BACKEND,
  ...modules,
});

/** An HTTPS edge with its routes, which goes. */
const edge = (routes: readonly Route[], fields: Props = {}): readonly Step[] => [
  deleted("HttpsEdge", "edge", "edghts_1", { hostports: ["app.example.com:443"], ...fields }),
  ...routes.map((route) => deleted("HttpsEdgeRoute", route.name, `edghtsrt_${route.name}`, inputsOf(route))),
];
const root = (modules: Props = {}): Route => ({ name: "root", match: "/", modules });

const endpoint = (trafficPolicy: unknown, url = URL, name = "app") =>
  created("Endpoint", name, { url, ...(trafficPolicy === undefined ? {} : { trafficPolicy }) } as Props);

const exposureAt = async (steps: readonly Step[], label = URL) => {
  const { exposure } = await reviewOf([...office, ...steps]);
  return exposure.changed.filter(({ surface }) => surface.label === label).at(-1);
};

const newcomersOf = async (...steps: readonly Step[]) =>
  toldTexts((await exposureAt(steps))?.movedFrom?.newcomers ?? []);

describe("a cloud endpoint in place of an HTTPS edge", () => {
  test("is compared with it as one: the same guards open nothing", async () => {
    const report = await reviewOf([...office, ...edge([root(OFFICE)]), endpoint(policy(rule([restrict()])))]);
    expect(rulesOf(report)).toEqual([]);
    const [exposure, ...more] = report.exposure.changed;
    expect(more).toEqual([]);
    expect(exposure).toMatchObject({
      surface: { label: URL },
      verdict: "same",
      isCertain: true,
      is: "there",
      newcomers: [],
      lockedOut: [],
      movedFrom: { label: "HttpsEdge edge", isSameAddress: true, verdict: "same" },
    });
    expect(markdown(report)).toContain("moved from `HttpsEdge edge`, and allows the same clients");
  });

  test("opens for whom a guard kept out that it does not have", async () => {
    const report = await reviewOf([...office, ...edge([root(OFFICE)]), endpoint(undefined)]);
    expect(rulesOf(report)).toEqual([`high exposure-opens: ${URL}`]);
    const who = "everybody blocked by IP restriction (it allowed office: 203.0.113.0/24)";
    expect(report.findings[0]?.message).toBe(`takes the place of HttpsEdge edge and newly allows ${who}`);
    expect(markdown(report)).toContain("moved from `HttpsEdge edge`, and newly allows everybody blocked by");
    expect(html(report)).toContain("moved from <code>HttpsEdge edge</code>");
  });

  test.each([
    ["a", "b"],
    ["b", "a"],
  ])("may open where either of two routes served the same: %s guarded, %s open", async (guarded, open) => {
    const routes: readonly Route[] = [
      { name: guarded, match: "app.example.com/", modules: OFFICE },
      { name: open, match: "app.example.com" },
    ];
    const [wide, narrow] = [
      await exposureAt([...edge(routes), endpoint(policy())]),
      await exposureAt([...edge(routes), endpoint(policy(rule([restrict()])))]),
    ];
    expect(wide?.movedFrom).toMatchObject({ verdict: "opens", isCertain: false });
    expect(narrow?.movedFrom).toMatchObject({ verdict: "closes", isCertain: false });
  });

  test("opens the path whose route had a guard of its own, and what no route answered", async () => {
    const routes: readonly Route[] = [
      { name: "admin", match: "/admin", modules: OFFICE },
      { name: "api", match: "/api" },
    ];
    const found = await newcomersOf(...edge(routes), endpoint(policy()));
    expect(found).toEqual(
      expect.arrayContaining([
        `requests ${OUTSIDE}, whose path starts with "/admin"; blocked before by IP restriction of the route admin`,
        'requests whose path does not start with "/admin" or "/api"; blocked before by the lack of a route',
      ]),
    );
    const guarded = policy(
      rule([restrict()], "req.url.path.startsWith('/admin')"),
      rule([deny], "!req.url.path.startsWith('/admin') && !req.url.path.startsWith('/api')"),
    );
    expect(await newcomersOf(...edge(routes), endpoint(guarded))).toEqual([]);
    const exposure = await exposureAt([...edge(routes), endpoint(guarded)]);
    expect(exposure?.guards).toContainEqual({
      guard: "IP restriction of the route admin",
      before: "office: 203.0.113.0/24",
      after: null,
      transition: "removed",
    });
  });

  test("is compared with the route that wins: an exact path before a prefix, a longer one before a shorter one", async () => {
    const routes: readonly Route[] = [
      root(),
      { name: "admin", match: "/admin", modules: OFFICE },
      { name: "status", match: "/admin/status", isExact: true },
    ];
    const all = "req.url.path.startsWith('/admin')";
    const right = policy(rule([restrict()], all, "req.url.path != '/admin/status'"));
    expect(await newcomersOf(...edge(routes), endpoint(right))).toEqual([]);
    const wide = policy(rule([restrict()], all, "!req.url.path.startsWith('/admin/status')"));
    expect(await newcomersOf(...edge(routes), endpoint(wide))).toEqual([
      `requests ${OUTSIDE}, whose path starts with "/admin/status" and is not "/admin/status"; blocked before by IP restriction of the route admin`,
    ]);
  });

  test("follows the variables by which a policy chooses a route", async () => {
    const routes: readonly Route[] = [root(), { name: "admin", match: "/admin", modules: OFFICE }];
    const chosen = (...actions: readonly object[]) =>
      policy(
        rule([set("route", "root")]),
        rule([set("route", "admin")], "req.url.path.startsWith('/admin')"),
        rule(actions, "vars.route == 'admin'"),
      );
    expect(await newcomersOf(...edge(routes), endpoint(chosen(restrict())))).toEqual([]);
    expect(await newcomersOf(...edge(routes), endpoint(chosen(set("route", "none"))))).toEqual([
      expect.stringMatching(/^requests from outside 203\.0\.113\.0\/24, whose path starts with "\/admin";/),
    ]);
    // What an expression makes of a request, nobody can tell.
    const filled = policy(
      rule([set("route", "$".concat("{req.method + req.host}"))]),
      ...chosen(restrict()).on_http_request.slice(2),
    );
    expect((await newcomersOf(...edge(routes), endpoint(filled)))?.[0]).toMatch(/^perhaps /);
  });

  test.each<[string, Props, unknown, readonly string[]]>([
    [
      "OAuth with its domains",
      { oauth: { provider: { google: { emailDomains: ["Example.com"] } } } },
      policy(
        rule([{ type: "oauth", config: { provider: "google" } }]),
        rule([deny], "!actions.ngrok.oauth.identity.email.lowerAscii().endsWith('@example.com')"),
      ),
      [],
    ],
    [
      "OAuth without its domains",
      { oauth: { provider: { google: { emailDomains: ["Example.com"] } } } },
      policy(rule([{ type: "oauth", config: { provider: "google" } }])),
      ['requests whose e-mail address does not end with "@example.com"'],
    ],
    ["CIDRs in place of an IP policy", OFFICE, policy(rule([restrict({ allow: ["203.0.113.0/24"] })])), []],
    [
      "a wider CIDR in place of an IP policy",
      OFFICE,
      policy(rule([restrict({ allow: ["203.0.112.0/23"] })])),
      ["requests from 203.0.112.0/24"],
    ],
  ])("%s", async (_, modules, trafficPolicy, newcomers) => {
    expect(await newcomersOf(...edge([root(modules)]), endpoint(trafficPolicy))).toEqual(newcomers);
  });

  test("counts the client certificates of the edge", async () => {
    const pem = authorityPem("Staff");
    const authority = same("CertificateAuthority", "staff", "ca_1", { caPem: pem });
    const mutual = edge([root()], { mutualTls: { certificateAuthorityIds: ["ca_1"] } });
    const terminate = { type: "terminate-tls", config: { mutual_tls_certificate_authorities: ["ca_1"] } };
    const kept = { on_tcp_connect: [{ actions: [terminate] }] };
    expect(await newcomersOf(authority, ...mutual, endpoint(kept))).toEqual([]);
    expect(await newcomersOf(authority, ...mutual, endpoint(policy()))).toEqual([
      "everybody blocked by mutual TLS (it allowed clients with a certificate of: staff)",
    ]);
  });

  test("may open what a route selected whose match is not known yet", async () => {
    const routes = [{ name: "hidden", match: "[secret]", modules: OFFICE }];
    const found = await exposureAt([...edge(routes), endpoint(policy(rule([restrict()])))]);
    expect([found?.movedFrom?.verdict, found?.movedFrom?.isCertain]).toEqual(["opens", false]);
  });
});

describe("hosts", () => {
  test("of a wildcard edge go to the endpoint that names them", async () => {
    const wild = edge([root(OFFICE)], { hostports: ["*.example.com:443"] });
    const report = await reviewOf([...office, ...wild, endpoint(undefined)]);
    expect(report.exposure.changed.map(({ surface, verdict }) => `${surface.label} ${verdict}`)).toEqual([
      `${URL} opens`,
      "https://*.example.com/* closes",
    ]);
  });

  test("that only an edge named go to a wildcard endpoint that was there before", async () => {
    const wild = same("Endpoint", "wild", "ep_1", { url: "https://*.example.com", trafficPolicy: policy() });
    const report = await reviewOf([...office, ...edge([root(OFFICE)]), wild]);
    expect(rulesOf(report)).toEqual([`high exposure-opens: ${URL}`]);
    const freed = updated(
      "HttpsEdge",
      "edge",
      "edghts_1",
      { hostports: ["app.example.com:443", "b.example.com:443"] },
      { hostports: ["b.example.com:443"] },
    );
    const route = same("HttpsEdgeRoute", "root", "edghtsrt_1", inputsOf(root(OFFICE)));
    expect(rulesOf(await reviewOf([...office, freed, route, wild]))).toEqual([`high exposure-opens: ${URL}`]);
  });

  test("are the same with plain HTTP on port 80, and other ports are apart", async () => {
    const plain = edge([root(OFFICE)], { hostports: ["app.example.com:80"] });
    const http = "http://app.example.com";
    expect((await exposureAt([...plain, endpoint(undefined, http)], http))?.movedFrom?.verdict).toBe("opens");
    const other = await exposureAt([...plain, endpoint(policy(rule([restrict()])))]);
    expect([other?.is, other?.movedFrom]).toEqual(["new", undefined]);
    const tcp = deleted("TcpEdge", "tcp", "edgtcp_1", { hostports: ["app.example.com:4430"], ...BACKEND });
    const apart = await reviewOf([tcp, endpoint(undefined)]);
    expect(apart.exposure.changed.map(({ surface, is }) => `${surface.label} ${is}`)).toEqual([
      `${URL} new`,
      "tcp://app.example.com:4430 gone",
    ]);
  });

  test("of another account are not taken over", async () => {
    const provider = "urn:pulumi:prod::infra::pulumi:providers:pulumi-nodejs::staging::id";
    const there = created("Endpoint", "app", { url: URL }, { provider });
    const { exposure } = await reviewOf([...office, ...edge([root(OFFICE)]), there]);
    expect(exposure.changed.map(({ movedFrom }) => movedFrom)).toEqual([undefined, undefined]);
  });

  test("that the edge still serves are not taken over", async () => {
    const inputs = { hostports: ["app.example.com:443"] };
    const kept = { ...deleted("HttpsEdge", "edge", "edghts_1", inputs) };
    const retained = { ...kept, oldState: { ...kept.oldState, retainOnDelete: true } };
    const found = await exposureAt([retained, endpoint(policy(rule([restrict()])))]);
    expect([found?.is, found?.movedFrom]).toEqual(["new", undefined]);
  });
});

describe("the other ways round", () => {
  test("an edge in place of an endpoint", async () => {
    const old = deleted("Endpoint", "app", "ep_1", { url: URL, trafficPolicy: policy(rule([restrict()])) });
    const place = (modules: Props) => [
      old,
      created("HttpsEdge", "edge", { hostports: ["app.example.com:443"] }),
      created(
        "HttpsEdgeRoute",
        "root",
        { ...inputsOf(root(modules)), edgeId: UNKNOWN },
        {
          propertyDependencies: { edgeId: [urn("HttpsEdge", "edge")] },
        },
      ),
    ];
    expect(await exposureAt(place(OFFICE))).toMatchObject({
      verdict: "same",
      movedFrom: { label: "Endpoint app" },
    });
    expect(toldTexts((await exposureAt(place({})))?.newcomers ?? [])).toEqual([
      `requests ${OUTSIDE}; blocked before by rule on_http_request[0] (restrict-ips)`,
    ]);
  });

  test("a TCP edge by its endpoint", async () => {
    const url = "tcp://1.tcp.example.com:12345";
    const tcp = deleted("TcpEdge", "tcp", "edgtcp_1", {
      hostports: ["1.tcp.example.com:12345"],
      ...OFFICE,
      ...BACKEND,
    });
    const connect = { on_tcp_connect: [{ actions: [restrict()] }] };
    expect((await exposureAt([tcp, endpoint(connect, url)], url))?.movedFrom?.verdict).toBe("same");
    expect(
      toldTexts((await exposureAt([tcp, endpoint(undefined, url)], url))?.movedFrom?.newcomers ?? []),
    ).toEqual(["everybody blocked by IP restriction (it allowed office: 203.0.113.0/24)"]);
  });

  test("several endpoints that share the address: each of them may get a request", async () => {
    const guarded = endpoint(policy(rule([restrict()])), URL, "a");
    for (const names of [
      ["b", "a"],
      ["a", "b"],
    ]) {
      const steps = names.map((name) => (name === "a" ? guarded : endpoint(undefined, URL, "b")));
      const report = await reviewOf([...office, ...edge([root(OFFICE)]), ...steps]);
      expect(rulesOf(report)).toEqual([`high exposure-opens: ${URL}`]);
    }
  });

  test("an endpoint that comes from another URL is compared with that as well", async () => {
    const old = { url: "https://old.example.com", trafficPolicy: policy(rule([deny])) };
    const moved = updated("Endpoint", "app", "ep_1", old, { url: URL, trafficPolicy: policy() });
    const report = await reviewOf([...edge([root()]), moved]);
    expect(rulesOf(report)).toEqual([`high exposure-opens: ${URL}`]);
    expect(report.findings[0]?.message).toContain("takes the place of https://old.example.com");
  });
});

describe("the versions of TLS that an endpoint takes by default", () => {
  const tlsEdge = (more: Props) =>
    created("TlsEdge", "tls", { hostports: ["*.example.com:443"], ...BACKEND, ...more });
  const gone = (url: string) => deleted("Endpoint", "app", "ep_1", { url });

  test.each([
    [
      "are asked no more where an edge leaves TLS to what is behind it",
      URL,
      { terminateAt: "upstream" },
      true,
    ],
    ["are none of a TLS endpoint", "tls://app.example.com", { terminateAt: "upstream" }, false],
    ["are those of an edge", URL, {}, false],
    ["are those of an edge that says so", URL, { minVersion: "1.2" }, false],
    ["are fewer than those of an edge that takes older ones", URL, { minVersion: "1.1" }, true],
  ])("%s (%s, %j)", async (_, url, tlsTermination, isOpened) => {
    const { exposure } = await reviewOf([gone(url), tlsEdge({ tlsTermination })]);
    const openings = exposure.changed.flatMap((one) => one.openings);
    const old = openings.filter(({ who }) => /with (?:TLS older than 1\.2|TLS 1\.1)/.test(who));
    expect(old.map(({ isCertain, witness }) => [isCertain, /over TLS 1\.1/.test(witness ?? "")])).toEqual(
      isOpened ? [[true, true]] : [],
    );
  });
});

test("a TLS edge without a module of TLS leaves the handshake to what is behind it, as a TLS endpoint does", async () => {
  const tlsEdge = (modules: Props = {}) =>
    deleted("TlsEdge", "db", "edgtls_1", {
      hostports: ["db.example.com:443"],
      backend: { backendId: "bkd_1" },
      ...modules,
    });
  const forwards = { type: "forward-internal", config: { url: "tls://agent.internal" } };
  const endpoint = created("Endpoint", "db", {
    url: "tls://db.example.com",
    trafficPolicy: { on_tcp_connect: [{ actions: [forwards] }] },
  });
  expect(rulesOf(await reviewOf([tlsEdge(), endpoint]))).toEqual([]);
  expect(rulesOf(await reviewOf([tlsEdge({ tlsTermination: { minVersion: "1.3" } }), endpoint]))).toEqual([
    "high exposure-opens: tls://db.example.com",
  ]);
});
