import { describe, expect, test } from "vitest";
import { UNKNOWN } from "../../../provider/family/unknown";
import { rule } from "../../support/policies";
import {
  created,
  deleted,
  listFindings,
  type Props,
  reviewSteps,
  type Step,
  same,
  updated,
  urn,
} from "../../support/previews";

const office: readonly Step[] = [
  same("IpPolicy", "office", "ipp_1", {}),
  same("IpPolicyRule", "allow", "ipr_1", { ipPolicyId: "ipp_1", cidr: "203.0.113.0/24", action: "allow" }),
];
const IP = { ipRestriction: { ipPolicyIds: ["ipp_1"] } };
const BACKEND = { backend: { backendId: "bkd_1" } };

const SECRET = "[secret]";

type Kind = "HttpsEdge" | "TlsEdge" | "TcpEdge" | "https" | "tls" | "tcp";
const KINDS: readonly Kind[] = ["HttpsEdge", "TlsEdge", "TcpEdge", "https", "tls", "tcp"];
/** Returns 0 for HTTPS, 1 for TLS, and 2 for TCP: each connection is also one of the protocols with higher numbers. */
const protocolOf = (kind: Kind) => KINDS.indexOf(kind) % 3;
const isEndpoint = (kind: Kind) => kind === kind.toLowerCase();
/** True if it only accepts newer TLS versions, as HTTPS does by default. */
const requiresNewTls = (kind: Kind) => ["HttpsEdge", "https"].includes(kind);

/** Returns the inputs with the URL or hostport, which may be masked. */
const addressInputs = (kind: Kind, host: string): Props => {
  if (isEndpoint(kind))
    return host === SECRET
      ? { url: host, bindings: ["public"] }
      : { url: `${kind}://${host}${kind === "tcp" ? ":443" : ""}` };
  return { hostports: host === SECRET ? host : [`${host}:443`] };
};

/** An edge or endpoint that serves a host. */
interface Server {
  readonly kind: Kind;
  readonly name: string;
  readonly host: string;
  readonly isGuarded?: boolean;
}

type MakeStep = (className: string, name: string, id: string, inputs: Props) => Step;

const unchanged: MakeStep = same;
const deletes: MakeStep = deleted;
const creates: MakeStep = (className, name, _, { edgeId, ...inputs }) => {
  if (edgeId === undefined) return created(className, name, inputs);
  const propertyDependencies = { edgeId: [urn("HttpsEdge", "own")] };
  return created(className, name, { ...inputs, edgeId: UNKNOWN }, { propertyDependencies });
};
const described: MakeStep = (className, name, id, inputs) =>
  updated(className, name, id, { ...inputs, description: "a" }, { ...inputs, description: "b" });

function server(make: MakeStep, { kind, name, host, isGuarded = false }: Server): Step[] {
  const guard = isGuarded ? IP : {};
  const place = addressInputs(kind, host);
  if (isEndpoint(kind)) {
    const on_tcp_connect = isGuarded ? [rule("restrict-ips", { ip_policies: ["ipp_1"] })] : [];
    return [make("Endpoint", name, `ep_${name}`, { ...place, trafficPolicy: { on_tcp_connect } })];
  }
  // TLS ends upstream, so that a TLS edge accepts all TLS versions, like a TLS endpoint.
  const termination = kind === "TlsEdge" ? { tlsTermination: { terminateAt: "upstream" } } : {};
  if (kind !== "HttpsEdge")
    return [make(kind, name, `edg_${name}`, { ...place, ...guard, ...termination, ...BACKEND })];
  const route = { edgeId: `edg_${name}`, match: "/", matchType: "path_prefix", ...guard, ...BACKEND };
  return [
    make(kind, name, `edg_${name}`, place),
    make("HttpsEdgeRoute", `${name}-root`, `rt_${name}`, route),
  ];
}

const WILD = "*.example.com";
const exact = (kind: Kind, isGuarded = true): Server => ({
  ...{ kind, name: "own", host: "app.example.com" },
  isGuarded,
});
const wild = (kind: Kind, isGuarded = false): Server => ({ kind, name: "wild", host: WILD, isGuarded });

const exposuresOf = async (...steps: readonly (readonly Step[])[]) =>
  listFindings(await reviewSteps([...office, ...steps.flat()])).filter((rule) => rule.includes("exposure"));

const PAIRS = KINDS.flatMap((own) => KINDS.map((other) => [own, other] as const));

describe("a guarded exact host", () => {
  test.each(PAIRS)("%s: after its deletion, clients reach the wildcard of %s", async (own, other) => {
    expect(await exposuresOf(server(deletes, exact(own)), server(unchanged, wild(other)))).toEqual([
      expect.stringMatching(/^(high exposure-opens|(?:high|medium) exposure-may-open): /),
    ]);
    const guarded = await exposuresOf(server(deletes, exact(own)), server(unchanged, wild(other, true)));
    const opened =
      requiresNewTls(own) && !requiresNewTls(other) ? [expect.stringMatching(/^high exposure-opens: /)] : [];
    expect(guarded).toEqual(opened);
  });

  test.each(PAIRS)(
    "%s: its creation opens only older TLS versions and other protocols to clients of the wildcard of %s",
    async (own, other) => {
      for (const isGuarded of [true, false]) {
        const found = await exposuresOf(
          server(creates, exact(own, isGuarded)),
          server(unchanged, wild(other)),
        );
        const byOldTls = found.filter((rule) => rule.startsWith("high exposure-opens: "));
        expect(byOldTls.length).toBe(requiresNewTls(other) && !requiresNewTls(own) ? 1 : 0);
        const others = found.filter((rule) => !byOldTls.includes(rule));
        expect(others.length).toBe(protocolOf(own) > protocolOf(other) ? 1 : 0);
        for (const rule of others) expect(rule).toContain("exposure-new");
      }
    },
  );
});

describe("endpoints that share a URL", () => {
  const pool = (make: MakeStep, name: string, isGuarded: boolean) =>
    server(make, { ...exact("https", isGuarded), name });
  const opened: MakeStep = (className, name, id, inputs) =>
    updated(className, name, id, inputs, { ...inputs, trafficPolicy: { on_tcp_connect: [] } });

  test.each<[string, readonly Step[], readonly Step[], boolean]>([
    ["an open one is created", pool(creates, "b", false), pool(unchanged, "a", true), true],
    ["one loses its guard", pool(opened, "b", true), pool(unchanged, "a", true), true],
    ["one with the same guard is created", pool(creates, "b", true), pool(unchanged, "a", true), false],
    ["one with more guards is created", pool(creates, "b", true), pool(unchanged, "a", false), false],
    ["another one is open already", pool(opened, "b", true), pool(unchanged, "a", false), false],
    ["one is deleted", pool(deletes, "b", true), pool(unchanged, "a", false), false],
  ])("are compared in any order of steps: %s", async (_, one, other, isOpened) => {
    const expected = isOpened ? ["high exposure-opens: https://app.example.com"] : [];
    expect(await exposuresOf(one, other)).toEqual(expected);
    expect(await exposuresOf(other, one)).toEqual(expected);
  });
});

test("an internal endpoint never serves clients of public endpoints or edges", async () => {
  const inside = same("Endpoint", "wild", "ep_wild", {
    url: `https://${WILD}`,
    bindings: ["internal"],
    trafficPolicy: { on_tcp_connect: [] },
  });
  for (const kind of KINDS) expect(await exposuresOf(server(deletes, exact(kind)), [inside])).toEqual([]);
});

const masked = (server: Server): Server => ({ ...server, host: SECRET });

const classOf = (kind: Kind) => (isEndpoint(kind) ? "Endpoint" : kind);

describe("a masked URL or hostport is reported once, as not judged", () => {
  test.each(PAIRS)("%s: it is deleted, and the wildcard of %s may respond there", async (own, other) => {
    const found = await exposuresOf(server(deletes, masked(exact(own))), server(unchanged, wild(other)));
    expect(found).toEqual([`medium exposure-may-open: ${classOf(own)} own`]);
  });

  test.each(PAIRS)("%s: it may be the wildcard for a deleted host of %s", async (other, own) => {
    const steps = [...server(deletes, exact(own)), ...server(unchanged, masked(wild(other)))];
    expect((await reviewSteps([...office, ...steps])).findings).toContainEqual(
      expect.objectContaining({
        ...{ severity: "medium", subject: `${classOf(other)} wild`, isPossible: true },
        message: expect.stringMatching(/^not judged: masked/),
      }),
    );
  });

  test.each(KINDS)("%s: opens nothing if it doesn't move", async (kind) => {
    for (const make of [unchanged, described])
      for (const own of [exact(kind), masked(exact(kind))])
        expect(await exposuresOf(server(make, own), server(unchanged, masked(wild(kind))))).toEqual([]);
  });

  test.each(KINDS)("%s: it moves to a known host, and a wildcard may serve the old one", async (kind) => {
    const moves: MakeStep = (className, name, id, inputs) =>
      className === "HttpsEdgeRoute"
        ? same(className, name, id, inputs)
        : updated(className, name, id, inputs, { ...inputs, ...addressInputs(kind, "b.example.com") });
    const found = await exposuresOf(server(moves, masked(exact(kind))), server(unchanged, wild(kind)));
    expect(found).toContain(`medium exposure-may-open: ${classOf(kind)} own`);
  });
});

describe("a route", () => {
  const EDGE = same("HttpsEdge", "web", "edg_web", { hostports: ["app.example.com:443"] });
  const route = (make: MakeStep, name: string, inputs: Props, isGuarded: boolean) =>
    make("HttpsEdgeRoute", name, `rt_${name}`, {
      ...{ edgeId: "edg_web", match: "/", matchType: "path_prefix" },
      ...(isGuarded ? IP : {}),
      ...BACKEND,
      ...inputs,
    });
  const masking: readonly (readonly [string, Props])[] = [
    ["no input", { match: "/admin" }],
    ["the edge", { edgeId: SECRET, match: "/admin" }],
    ["the match", { match: SECRET }],
    ["the edge and the match", { edgeId: SECRET, match: SECRET }],
  ];
  const others: readonly (readonly [string, Props])[] = [
    ["no input", {}],
    ["the match", { match: SECRET }],
    ["the edge", { edgeId: SECRET }],
    ["the edge and the match", { edgeId: SECRET, match: SECRET }],
  ];
  const cells = masking.flatMap(([place, own]) =>
    others.map(([other, next]) => [place, other, own, next] as const),
  );
  const guarded = (make: MakeStep, inputs: Props) => [EDGE, route(make, "admin", inputs, true)];
  const fallback = (inputs: Props, isGuarded = false) => [route(unchanged, "all", inputs, isGuarded)];

  test.each(cells)(
    "with %s masked is deleted and leaves its path to another route, with %s masked",
    async (_, __, own, next) => {
      const found = await exposuresOf(guarded(deletes, own), fallback(next));
      expect(found).not.toEqual([]);
      for (const rule of found)
        expect(rule).toMatch(/^(high exposure-opens|(?:high|medium) exposure-may-open): /);
      expect(await exposuresOf(guarded(described, own), fallback(next))).toEqual([]);
    },
  );

  test.each(masking)(
    "with %s masked leaves its path when it moves, and nothing to a route with the same guard",
    async (_, own) => {
      const moved: MakeStep = (className, name, id, inputs) => {
        const match = own.match === SECRET ? SECRET : "/b";
        return updated(className, name, id, inputs, { ...inputs, match }, ["match"]);
      };
      expect((await exposuresOf(guarded(moved, own), fallback({}))).join()).toMatch(
        /exposure-(may-open|opens)/,
      );
      if (!Object.values(own).includes(SECRET))
        expect(await exposuresOf(guarded(deletes, own), fallback({}, true))).toEqual([]);
    },
  );
});
