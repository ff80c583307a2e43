import { describe, expect, test } from "vitest";
import { UNKNOWN } from "../../../provider/family/unknown";
import { rule } from "../../support/policies";
import {
  created,
  deleted,
  type Props,
  reviewOf,
  rulesOf,
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
/** A connection of each is one of those after it as well. */
const protocolOf = (kind: Kind) => KINDS.indexOf(kind) % 3;
const isEndpoint = (kind: Kind) => kind === kind.toLowerCase();
/** Whether it takes newer versions of TLS alone: where it gives way to one that takes all, older ones get in. */
const endsTls = (kind: Kind) => ["HttpsEdge", "https"].includes(kind);

/** How a place is written, secret or not. */
const placeOf = (kind: Kind, host: string): Props => {
  if (isEndpoint(kind))
    return host === SECRET
      ? { url: host, bindings: ["public"] }
      : { url: `${kind}://${host}${kind === "tcp" ? ":443" : ""}` };
  return { hostports: host === SECRET ? host : [`${host}:443`] };
};

/** What serves a host, and what it asks of clients. */
interface Server {
  readonly kind: Kind;
  readonly name: string;
  readonly host: string;
  readonly isGuarded?: boolean;
}

type Make = (className: string, name: string, id: string, inputs: Props) => Step;

const stays: Make = same;
const goes: Make = deleted;
const comes: Make = (className, name, _, { edgeId, ...inputs }) => {
  if (edgeId === undefined) return created(className, name, inputs);
  const propertyDependencies = { edgeId: [urn("HttpsEdge", "own")] };
  return created(className, name, { ...inputs, edgeId: UNKNOWN }, { propertyDependencies });
};
const described: Make = (className, name, id, inputs) =>
  updated(className, name, id, { ...inputs, description: "a" }, { ...inputs, description: "b" });

function server(make: Make, { kind, name, host, isGuarded = false }: Server): Step[] {
  const guard = isGuarded ? IP : {};
  const place = placeOf(kind, host);
  if (isEndpoint(kind)) {
    const on_tcp_connect = isGuarded ? [rule("restrict-ips", { ip_policies: ["ipp_1"] })] : [];
    return [make("Endpoint", name, `ep_${name}`, { ...place, trafficPolicy: { on_tcp_connect } })];
  }
  // What it asks of the version of TLS is another question.
  const passed = kind === "TlsEdge" ? { tlsTermination: { terminateAt: "upstream" } } : {};
  if (kind !== "HttpsEdge")
    return [make(kind, name, `edg_${name}`, { ...place, ...guard, ...passed, ...BACKEND })];
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
  rulesOf(await reviewOf([...office, ...steps.flat()])).filter((rule) => rule.includes("exposure"));

const PAIRS = KINDS.flatMap((own) => KINDS.map((other) => [own, other] as const));

describe("a guarded host of its own", () => {
  test.each(PAIRS)("%s: once it is deleted, clients reach the wildcard of %s", async (own, other) => {
    expect(await exposuresOf(server(goes, exact(own)), server(stays, wild(other)))).toEqual([
      expect.stringMatching(/^(high exposure-opens|(?:high|medium) exposure-may-open): /),
    ]);
    const guarded = await exposuresOf(server(goes, exact(own)), server(stays, wild(other, true)));
    const opened = endsTls(own) && !endsTls(other) ? [expect.stringMatching(/^high exposure-opens: /)] : [];
    expect(guarded).toEqual(opened);
  });

  test.each(PAIRS)(
    "%s: once it is created, clients of the wildcard of %s are not new",
    async (own, other) => {
      for (const isGuarded of [true, false]) {
        const found = await exposuresOf(server(comes, exact(own, isGuarded)), server(stays, wild(other)));
        const older = found.filter((rule) => rule.startsWith("high exposure-opens: "));
        expect(older.length).toBe(endsTls(other) && !endsTls(own) ? 1 : 0);
        const others = found.filter((rule) => !older.includes(rule));
        expect(others.length).toBe(protocolOf(own) > protocolOf(other) ? 1 : 0);
        for (const rule of others) expect(rule).toContain("exposure-new");
      }
    },
  );
});

describe("endpoints that share a URL", () => {
  const pool = (make: Make, name: string, isGuarded: boolean) =>
    server(make, { ...exact("https", isGuarded), name });
  const opened: Make = (className, name, id, inputs) =>
    updated(className, name, id, inputs, { ...inputs, trafficPolicy: { on_tcp_connect: [] } });

  test.each<[string, readonly Step[], readonly Step[], boolean]>([
    ["one comes that asks nothing", pool(comes, "b", false), pool(stays, "a", true), true],
    ["one no longer asks anything", pool(opened, "b", true), pool(stays, "a", true), true],
    ["one comes that asks the same", pool(comes, "b", true), pool(stays, "a", true), false],
    ["one comes that asks more", pool(comes, "b", true), pool(stays, "a", false), false],
    ["another one asks nothing already", pool(opened, "b", true), pool(stays, "a", false), false],
    ["one goes", pool(goes, "b", true), pool(stays, "a", false), false],
  ])("where %s, in any order of steps", async (_, one, other, isOpened) => {
    const expected = isOpened ? ["high exposure-opens: https://app.example.com"] : [];
    expect(await exposuresOf(one, other)).toEqual(expected);
    expect(await exposuresOf(other, one)).toEqual(expected);
  });
});

test("an internal endpoint never answers the clients of a public one, nor of an edge", async () => {
  const inside = same("Endpoint", "wild", "ep_wild", {
    url: `https://${WILD}`,
    bindings: ["internal"],
    trafficPolicy: { on_tcp_connect: [] },
  });
  for (const kind of KINDS) expect(await exposuresOf(server(goes, exact(kind)), [inside])).toEqual([]);
});

const secret = (of: Server): Server => ({ ...of, host: SECRET });

const classOf = (kind: Kind) => (isEndpoint(kind) ? "Endpoint" : kind);

describe("a masked place is reported once, as not judged", () => {
  test.each(PAIRS)("%s: where it goes, and the wildcard of %s may answer there", async (own, other) => {
    const found = await exposuresOf(server(goes, secret(exact(own))), server(stays, wild(other)));
    expect(found).toEqual([`medium exposure-may-open: ${classOf(own)} own`]);
  });

  test.each(PAIRS)("%s: where it may be the wildcard once a host of %s goes", async (other, own) => {
    const steps = [...server(goes, exact(own)), ...server(stays, secret(wild(other)))];
    expect((await reviewOf([...office, ...steps])).findings).toContainEqual(
      expect.objectContaining({
        ...{ severity: "medium", subject: `${classOf(other)} wild`, isPossible: true },
        message: expect.stringMatching(/^not judged: masked/),
      }),
    );
  });

  test.each(KINDS)("%s: what stays at its place, secret or not, opens nothing", async (kind) => {
    for (const make of [stays, described])
      for (const own of [exact(kind), secret(exact(kind))])
        expect(await exposuresOf(server(make, own), server(stays, secret(wild(kind))))).toEqual([]);
  });

  test.each(KINDS)("%s: one that is known next has left the old one to a wildcard", async (kind) => {
    const moves: Make = (className, name, id, inputs) =>
      className === "HttpsEdgeRoute"
        ? same(className, name, id, inputs)
        : updated(className, name, id, inputs, { ...inputs, ...placeOf(kind, "b.example.com") });
    const found = await exposuresOf(server(moves, secret(exact(kind))), server(stays, wild(kind)));
    expect(found).toContain(`medium exposure-may-open: ${classOf(kind)} own`);
  });
});

describe("a route", () => {
  const EDGE = same("HttpsEdge", "web", "edg_web", { hostports: ["app.example.com:443"] });
  const route = (make: Make, name: string, inputs: Props, isGuarded: boolean) =>
    make("HttpsEdgeRoute", name, `rt_${name}`, {
      ...{ edgeId: "edg_web", match: "/", matchType: "path_prefix" },
      ...(isGuarded ? IP : {}),
      ...BACKEND,
      ...inputs,
    });
  /** What a route is in the way of: where it is, and where it selects. */
  const places: readonly (readonly [string, Props])[] = [
    ["of an edge", { match: "/admin" }],
    ["of a secret edge", { edgeId: SECRET, match: "/admin" }],
    ["of an edge with a secret match", { match: SECRET }],
    ["of a secret edge with a secret match", { edgeId: SECRET, match: SECRET }],
  ];
  const others: readonly (readonly [string, Props])[] = [
    ["another one", {}],
    ["one with a secret match", { match: SECRET }],
    ["one of a secret edge", { edgeId: SECRET }],
    ["one of a secret edge with a secret match", { edgeId: SECRET, match: SECRET }],
  ];
  const cells = places.flatMap(([place, own]) =>
    others.map(([other, next]) => [place, other, own, next] as const),
  );
  const guarded = (make: Make, inputs: Props) => [EDGE, route(make, "admin", inputs, true)];
  const all = (inputs: Props, isGuarded = false) => [route(stays, "all", inputs, isGuarded)];

  test.each(cells)("%s leaves its path to %s, once it goes", async (_, __, own, next) => {
    const found = await exposuresOf(guarded(goes, own), all(next));
    expect(found).not.toEqual([]);
    for (const rule of found)
      expect(rule).toMatch(/^(high exposure-opens|(?:high|medium) exposure-may-open): /);
    expect(await exposuresOf(guarded(described, own), all(next))).toEqual([]);
  });

  test.each(places)("%s leaves its path by a move, and nothing to what asks the same", async (_, own) => {
    const moved: Make = (className, name, id, inputs) => {
      const match = own.match === SECRET ? SECRET : "/b";
      return updated(className, name, id, inputs, { ...inputs, match }, ["match"]);
    };
    expect((await exposuresOf(guarded(moved, own), all({}))).join()).toMatch(/exposure-(may-open|opens)/);
    if (!Object.values(own).includes(SECRET))
      expect(await exposuresOf(guarded(goes, own), all({}, true))).toEqual([]);
  });
});
