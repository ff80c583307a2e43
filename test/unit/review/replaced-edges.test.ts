import { describe, expect, test } from "vitest";
import { html } from "../../../cli/review/render/html";
import { markdown } from "../../../cli/review/render/markdown";
import { UNKNOWN } from "../../../provider/family/unknown";
import { authorityPem } from "../../support/crypto";
import {
  APP,
  allow,
  deny,
  endpointArgs,
  forward,
  GOOGLE,
  type Rule,
  rule,
  setVars,
  type TrafficPolicy,
} from "../../support/policies";
import {
  created,
  deleted,
  describeClients,
  listFindings,
  type Props,
  reviewSteps,
  type Step,
  same,
  updated,
  urn,
} from "../../support/previews";

const BACKEND = { backend: { backendId: "bkd_1" } };
const OFFICE = { ipRestriction: { ipPolicyIds: ["ipp_1"] } };
const restrict = (...expressions: readonly string[]) =>
  rule("restrict-ips", { ip_policies: ["ipp_1"] }, ...expressions);
const office: readonly Step[] = [
  same("IpPolicy", "office", "ipp_1", {}),
  same("IpPolicyRule", "allow", "ipr_1", { ipPolicyId: "ipp_1", cidr: "203.0.113.0/24", action: "allow" }),
];
const OUTSIDE = "from outside 203.0.113.0/24";
const ADMIN = "req.url.path.startsWith('/admin')";

interface Route {
  readonly name: string;
  readonly match: string;
  readonly isExact?: boolean;
  readonly modules?: Props;
}

const inputsOf = ({ match, isExact = false, modules = {} }: Route) => ({
  ...{ edgeId: "edghts_1", match, matchType: isExact ? "exact_path" : "path_prefix" },
  ...BACKEND,
  ...modules,
});

/** Deletes an HTTPS edge and its routes. */
const edge = (routes: readonly Route[], fields: Props = {}): readonly Step[] => [
  deleted("HttpsEdge", "edge", "edghts_1", { hostports: ["app.example.com:443"], ...fields }),
  ...routes.map((route) => deleted("HttpsEdgeRoute", route.name, `edghtsrt_${route.name}`, inputsOf(route))),
];
const root = (modules: Props = {}): Route => ({ name: "root", match: "/", modules });
const admin: Route = { name: "admin", match: "/admin", modules: OFFICE };

/** Creates an endpoint, without a policy if it is undefined. */
const endpoint = (policy: TrafficPolicy | undefined, url = APP, name = "app") =>
  created("Endpoint", name, policy === undefined ? { url } : endpointArgs(policy, url));

const review = (...steps: readonly Step[]) => reviewSteps([...office, ...steps]);

const exposureAt = async (steps: readonly Step[], label = APP) =>
  (await review(...steps)).exposure.changed.filter(({ surface }) => surface.label === label).at(-1);

const clientsGainingAccess = async (...steps: readonly Step[]) =>
  describeClients((await exposureAt(steps))?.movedFrom?.gainsAccess ?? []);

describe("a cloud endpoint that replaces an HTTPS edge", () => {
  test("opens nothing with the same guards", async () => {
    const report = await review(...edge([root(OFFICE)]), endpoint([restrict()]));
    expect(listFindings(report)).toEqual([]);
    expect(report.exposure.changed).toMatchObject([
      {
        surface: { label: APP },
        ...{ verdict: "same", isCertain: true, is: "there", gainsAccess: [], losesAccess: [] },
        movedFrom: { label: "HttpsEdge edge", isSameAddress: true, verdict: "same" },
      },
    ]);
    expect(markdown(report)).toContain("moved from `HttpsEdge edge`, and allows the same clients");
  });

  test("opens for clients that a missing guard blocked", async () => {
    const report = await review(...edge([root(OFFICE)]), endpoint(undefined));
    expect(listFindings(report)).toEqual([`high exposure-opens: ${APP}`]);
    const clients = "everybody previously blocked by IP restriction (which allowed office: 203.0.113.0/24)";
    expect(report.findings[0]?.message).toBe(`takes the place of HttpsEdge edge and newly allows ${clients}`);
    expect(markdown(report)).toContain(
      "moved from `HttpsEdge edge`, and newly allows everybody previously blocked by",
    );
    expect(html(report)).toContain("moved from <code>HttpsEdge edge</code>");
  });

  test.each([
    ["a", "b"],
    ["b", "a"],
  ])("is undecided if either of two routes responded: %s guarded, %s open", async (guarded, open) => {
    const routes = edge([
      { name: guarded, match: "app.example.com/", modules: OFFICE },
      { name: open, match: "app.example.com" },
    ]);
    const wide = await exposureAt([...routes, endpoint([])]);
    expect(wide?.movedFrom).toMatchObject({ verdict: "opens", isCertain: false });
    const narrow = await exposureAt([...routes, endpoint([restrict()])]);
    expect(narrow?.movedFrom).toMatchObject({ verdict: "closes", isCertain: false });
  });

  test("opens the path of a guarded route, and paths without a route", async () => {
    const routes = edge([admin, { name: "api", match: "/api" }]);
    expect(await clientsGainingAccess(...routes, endpoint([]))).toEqual(
      expect.arrayContaining([
        `requests ${OUTSIDE}, whose path starts with "/admin"; previously blocked by IP restriction of the route admin`,
        'requests whose path does not start with "/admin" or "/api"; previously blocked by the lack of a route',
      ]),
    );
    const guarded = [restrict(ADMIN), deny(`!${ADMIN} && !req.url.path.startsWith('/api')`)];
    const exposure = await exposureAt([...routes, endpoint(guarded)]);
    expect(exposure?.movedFrom?.gainsAccess).toEqual([]);
    expect(exposure?.guards).toContainEqual({
      guard: "IP restriction of the route admin",
      ...{ before: "office: 203.0.113.0/24", after: null, transition: "removed" },
    });
  });

  test("is compared with the route that wins: exact before prefix, longer before shorter", async () => {
    const routes = edge([root(), admin, { name: "status", match: "/admin/status", isExact: true }]);
    const exactGuard = [restrict(ADMIN, "req.url.path != '/admin/status'")];
    expect(await clientsGainingAccess(...routes, endpoint(exactGuard))).toEqual([]);
    const wide = [restrict(ADMIN, "!req.url.path.startsWith('/admin/status')")];
    expect(await clientsGainingAccess(...routes, endpoint(wide))).toEqual([
      `requests ${OUTSIDE}, whose path starts with "/admin/status" and is not "/admin/status"; previously blocked by IP restriction of the route admin`,
    ]);
  });

  test("follows variables that select a route", async () => {
    const chosen =
      (...setting: readonly object[]) =>
      (guard: Rule) =>
        endpoint([...setting, { ...guard, expressions: ["vars.route == 'admin'"] }]);
    const byPath = chosen(setVars({ route: "root" }), setVars({ route: "admin" }, ADMIN));
    const routes = edge([root(), admin]);
    expect(await clientsGainingAccess(...routes, byPath(restrict()))).toEqual([]);
    expect(await clientsGainingAccess(...routes, byPath(setVars({ route: "none" })))).toEqual([
      expect.stringMatching(/^requests from outside 203\.0\.113\.0\/24, whose path starts with "\/admin";/),
    ]);
    const byExpression = chosen(setVars({ route: "$".concat("{req.method + req.host}") }));
    expect((await clientsGainingAccess(...routes, byExpression(restrict())))[0]).toMatch(/^perhaps /);
  });

  const users = { oauth: { provider: { google: { emailDomains: ["Example.com"] } } } };
  const denyOtherDomains = deny("!actions.ngrok.oauth.identity.email.lowerAscii().endsWith('@example.com')");
  test.each<[string, Props, TrafficPolicy, readonly string[]]>([
    ["OAuth with e-mail domains", users, [GOOGLE, denyOtherDomains], []],
    [
      "OAuth without e-mail domains",
      users,
      [GOOGLE],
      ['requests whose e-mail address does not end with "@example.com"'],
    ],
    ["CIDRs instead of an IP policy", OFFICE, [allow("203.0.113.0/24")], []],
    ["a wider CIDR", OFFICE, [allow("203.0.112.0/23")], ["requests from 203.0.112.0/24"]],
  ])("compares modules with actions: %s", async (_, modules, trafficPolicy, gainsAccess) => {
    expect(await clientsGainingAccess(...edge([root(modules)]), endpoint(trafficPolicy))).toEqual(
      gainsAccess,
    );
  });

  test("compares client certificates", async () => {
    const authority = same("CertificateAuthority", "staff", "ca_1", { caPem: authorityPem("Staff") });
    const mutual = edge([root()], { mutualTls: { certificateAuthorityIds: ["ca_1"] } });
    const sameCertificates = {
      on_tcp_connect: [rule("terminate-tls", { mutual_tls_certificate_authorities: ["ca_1"] })],
    };
    expect(await clientsGainingAccess(authority, ...mutual, endpoint(sameCertificates))).toEqual([]);
    expect(await clientsGainingAccess(authority, ...mutual, endpoint([]))).toEqual([
      "everybody previously blocked by mutual TLS (which allowed clients with a certificate of: staff)",
    ]);
  });

  test("may open paths of a route with a masked match", async () => {
    const routes = [{ name: "hidden", match: "[secret]", modules: OFFICE }];
    const exposure = await exposureAt([...edge(routes), endpoint([restrict()])]);
    expect([exposure?.movedFrom?.verdict, exposure?.movedFrom?.isCertain]).toEqual(["opens", false]);
  });
});

describe("hosts", () => {
  const hostports = (...names: readonly string[]) => ({
    hostports: names.map((name) => `${name}.example.com:443`),
  });

  test("move from a wildcard edge to a more specific endpoint", async () => {
    const report = await review(...edge([root(OFFICE)], hostports("*")), endpoint(undefined));
    expect(report.exposure.changed.map(({ surface, verdict }) => `${surface.label} ${verdict}`)).toEqual([
      `${APP} opens`,
      "https://*.example.com/* closes",
    ]);
  });

  test("move from an edge to an existing wildcard endpoint", async () => {
    const wild = same("Endpoint", "wild", "ep_1", endpointArgs([], "https://*.example.com"));
    expect(listFindings(await review(...edge([root(OFFICE)]), wild))).toEqual([
      `high exposure-opens: ${APP}`,
    ]);
    const shrunk = updated("HttpsEdge", "edge", "edghts_1", hostports("app", "b"), hostports("b"));
    const route = same("HttpsEdgeRoute", "root", "edghtsrt_1", inputsOf(root(OFFICE)));
    expect(listFindings(await review(shrunk, route, wild))).toEqual([`high exposure-opens: ${APP}`]);
  });

  test("are compared by port, with plain HTTP on port 80", async () => {
    const plain = edge([root(OFFICE)], { hostports: ["app.example.com:80"] });
    const http = "http://app.example.com";
    expect((await exposureAt([...plain, endpoint(undefined, http)], http))?.movedFrom?.verdict).toBe("opens");
    const onPort443 = await exposureAt([...plain, endpoint([restrict()])]);
    expect([onPort443?.is, onPort443?.movedFrom]).toEqual(["new", undefined]);
    const tcp = deleted("TcpEdge", "tcp", "edgtcp_1", { hostports: ["app.example.com:4430"], ...BACKEND });
    const { exposure } = await reviewSteps([tcp, endpoint(undefined)]);
    expect(exposure.changed.map(({ surface, is }) => `${surface.label} ${is}`)).toEqual([
      `${APP} new`,
      "tcp://app.example.com:4430 gone",
    ]);
  });

  test("are ignored in another account", async () => {
    const provider = "urn:pulumi:prod::infra::pulumi:providers:pulumi-nodejs::staging::id";
    const { exposure } = await review(
      ...edge([root(OFFICE)]),
      created("Endpoint", "app", { url: APP }, { provider }),
    );
    expect(exposure.changed.map(({ movedFrom }) => movedFrom)).toEqual([undefined, undefined]);
  });

  test("are ignored while the edge still serves them", async () => {
    const deletion = deleted("HttpsEdge", "edge", "edghts_1", hostports("app"));
    const retained = { ...deletion, oldState: { ...deletion.oldState, retainOnDelete: true } };
    const exposure = await exposureAt([retained, endpoint([restrict()])]);
    expect([exposure?.is, exposure?.movedFrom]).toEqual(["new", undefined]);
  });
});

describe("the resource that gets a URL or hostport", () => {
  test("is an edge, compared with the old endpoint", async () => {
    const propertyDependencies = { edgeId: [urn("HttpsEdge", "edge")] };
    const place = (modules: Props) => [
      deleted("Endpoint", "app", "ep_1", endpointArgs([restrict()])),
      created("HttpsEdge", "edge", { hostports: ["app.example.com:443"] }),
      created(
        "HttpsEdgeRoute",
        "root",
        { ...inputsOf(root(modules)), edgeId: UNKNOWN },
        { propertyDependencies },
      ),
    ];
    const movedFrom = { label: "Endpoint app" };
    expect(await exposureAt(place(OFFICE))).toMatchObject({ verdict: "same", movedFrom });
    expect(describeClients((await exposureAt(place({})))?.gainsAccess ?? [])).toEqual([
      `requests ${OUTSIDE}; previously blocked by rule on_http_request[0] (restrict-ips)`,
    ]);
  });

  test("is an endpoint, compared with the old TCP edge", async () => {
    const url = "tcp://1.tcp.example.com:12345";
    const hostports = ["1.tcp.example.com:12345"];
    const tcp = deleted("TcpEdge", "tcp", "edgtcp_1", { hostports, ...OFFICE, ...BACKEND });
    const connect = { on_tcp_connect: [restrict()] };
    expect((await exposureAt([tcp, endpoint(connect, url)], url))?.movedFrom?.verdict).toBe("same");
    expect((await exposureAt([tcp, endpoint(undefined, url)], url))?.movedFrom?.verdict).toBe("opens");
  });

  test("is one of several endpoints: each of them may get a request", async () => {
    const steps = [endpoint([restrict()], APP, "a"), endpoint(undefined, APP, "b")];
    for (const ordered of [steps, steps.toReversed()])
      expect(listFindings(await review(...edge([root(OFFICE)]), ...ordered))).toEqual([
        `high exposure-opens: ${APP}`,
      ]);
  });

  test("is an endpoint that had another URL, and is compared with both", async () => {
    const old = endpointArgs([deny()], "https://old.example.com");
    const report = await reviewSteps([
      ...edge([root()]),
      updated("Endpoint", "app", "ep_1", old, endpointArgs([])),
    ]);
    expect(listFindings(report)).toEqual([`high exposure-opens: ${APP}`]);
    expect(report.findings[0]?.message).toContain("takes the place of https://old.example.com");
  });
});

describe("the default TLS versions of an endpoint", () => {
  const UPSTREAM = { terminateAt: "upstream" };
  test.each([
    ["are no longer required by an edge with TLS termination upstream", APP, UPSTREAM, true],
    ["don't apply to a TLS endpoint", "tls://app.example.com", UPSTREAM, false],
    ["equal those of an edge", APP, {}, false],
    ["equal those of an edge that sets them", APP, { minVersion: "1.2" }, false],
    ["are fewer than those of an edge that accepts older ones", APP, { minVersion: "1.1" }, true],
  ])("%s (%s, %j)", async (_, url, tlsTermination, isOpened) => {
    const inputs = { hostports: ["*.example.com:443"], ...BACKEND, tlsTermination };
    const steps = [deleted("Endpoint", "app", "ep_1", { url }), created("TlsEdge", "tls", inputs)];
    const openings = (await reviewSteps(steps)).exposure.changed.flatMap((change) => change.openings);
    const byOldVersions = openings.filter(({ who }) => /with (?:TLS older than 1\.2|TLS 1\.1)/.test(who));
    expect(
      byOldVersions.map(({ isCertain, witness }) => [isCertain, /over TLS 1\.1/.test(witness ?? "")]),
    ).toEqual(isOpened ? [[true, true]] : []);
  });
});

test("leaves the handshake of a TLS edge without a TLS module to its upstream", async () => {
  const url = "tls://db.example.com";
  const replacement = endpoint({ on_tcp_connect: [forward("tls://agent.internal")] }, url, "db");
  const rules = async (modules: Props) => {
    const inputs = { hostports: ["db.example.com:443"], ...BACKEND, ...modules };
    return listFindings(await reviewSteps([deleted("TlsEdge", "db", "edgtls_1", inputs), replacement]));
  };
  expect(await rules({})).toEqual([]);
  expect(await rules({ tlsTermination: { minVersion: "1.3" } })).toEqual([`high exposure-opens: ${url}`]);
});
