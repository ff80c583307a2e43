import { isDeepStrictEqual } from "node:util";
import type { Json, JsonObject } from "../../emulator";

/**
 * An independent answer to "may this client reach this?": it looks at the emulator's own store, in the API's terms, and
 * tries clients one by one. It knows nothing of programs, previews or the review. The emulator's own evaluation cannot
 * stand in: it is undecided where the API reference is, has no traffic of the account itself, and needs a question for
 * each of the millions of pairs of client and target.
 */
export type Database = Readonly<Record<string, readonly JsonObject[]>>;

/** A client, with every property that a guard can check. */
export interface Client {
  readonly ip: string;
  readonly tls: number;
  /** PEM of the authority that signed its certificate. */
  readonly authority: string | null;
  readonly account: Account | null;
  readonly groups: { readonly idp: string; readonly group: string } | null;
  readonly signedOnAt: string | null;
  readonly signature: { readonly provider: string; readonly secret: string } | null;
  readonly userAgent: string;
  readonly method: "GET" | "OPTIONS";
  /** Traffic policies that admit it. */
  readonly passes: readonly string[];
  readonly binding: string;
}

/** An account at an OAuth identity provider, with the one property that could admit it. */
interface Account {
  readonly provider: string;
  readonly email: string;
  readonly teams: readonly string[];
  readonly organizations: readonly string[];
}

/** A target for clients. */
export interface Target {
  readonly kind: "https" | "tls" | "tcp" | "endpoint" | "account";
  /** Hostport, URL, or type of account traffic. */
  readonly at: string;
  readonly path: string;
  readonly label: string;
}

export interface Truth {
  readonly opens: boolean;
  readonly closes: boolean;
}

const rows = (db: Database, collection: string): readonly JsonObject[] => db[collection] ?? [];
const record = (value: Json | undefined): JsonObject | null =>
  value !== null && typeof value === "object" && !Array.isArray(value) ? value : null;
const texts = (value: Json | undefined): string[] => (Array.isArray(value) ? value.map(String) : []);
const on = (module: JsonObject | null): module is JsonObject => module !== null && module.enabled !== false;

/* ---- addresses ---- */

interface Address {
  readonly family: 4 | 6;
  readonly value: bigint;
}

/** Parsed addresses: every client of every edit asks about the same few. */
const read = new Map<string, Address>();

function bits(ip: string): Address {
  const address = read.get(ip) ?? bitsOf(ip);
  read.set(ip, address);
  return address;
}

function bitsOf(ip: string): Address {
  if (!ip.includes(":")) {
    const value = ip.split(".").reduce((sum, part) => sum * 256n + BigInt(part), 0n);
    return { family: 4, value };
  }
  const [head = "", tail] = ip.split("::");
  const left = head.split(":").filter(Boolean);
  const right = (tail ?? "").split(":").filter(Boolean);
  const middle = new Array<string>(tail === undefined ? 0 : 8 - left.length - right.length).fill("0");
  const value = [...left, ...middle, ...right].reduce((sum, part) => sum * 65_536n + BigInt(`0x${part}`), 0n);
  return { family: 6, value };
}

function inNetwork(ip: string, cidr: string): boolean {
  const [base = "", length] = cidr.split("/");
  const [one, other] = [bits(ip), bits(base)];
  if (one.family !== other.family) return false;
  const width = one.family === 4 ? 32 : 128;
  const shift = BigInt(width - Number(length ?? width));
  return one.value >> shift === other.value >> shift;
}

const text4 = (value: bigint) => [24n, 16n, 8n, 0n].map((shift) => String((value >> shift) & 255n)).join(".");
const text6 = (value: bigint) =>
  Array.from({ length: 8 }, (_, n) => ((value >> BigInt(112 - 16 * n)) & 65_535n).toString(16)).join(":");

/** First and last address of a network and their neighbours outside. */
function edgesOf(cidr: string): string[] {
  const [base = "", length] = cidr.split("/");
  const { family, value } = bits(base);
  const width = family === 4 ? 32 : 128;
  const size = 1n << BigInt(width - Number(length ?? width));
  const first = (value / size) * size;
  const top = (1n << BigInt(width)) - 1n;
  const all = [first, first + size - 1n, first - 1n, first + size].filter((one) => one >= 0n && one <= top);
  return all.map(family === 4 ? text4 : text6);
}

/** IP policies: a rule of one of them allows, and no rule of any denies. A deleted policy has no rules. */
function allowedBy(db: Database, ip: string, policyIds: readonly string[]): boolean {
  const rules = rows(db, "/ip_policy_rules").filter((rule) => policyIds.includes(String(rule.ip_policy_id)));
  const matching = rules.filter((rule) => inNetwork(ip, String(rule.cidr))).map((rule) => rule.action);
  return matching.includes("allow") && !matching.includes("deny");
}

/* ---- what is where ---- */

interface Found {
  readonly edge: JsonObject | null;
  readonly route: JsonObject | null;
  readonly endpoint: JsonObject | null;
}

const NOTHING: Found = { edge: null, route: null, endpoint: null };

function find(db: Database, target: Target): Found | null {
  if (target.kind === "account") return NOTHING;
  if (target.kind === "endpoint") {
    const endpoint = rows(db, "/endpoints").find(({ url }) => url === target.at);
    return endpoint ? { ...NOTHING, endpoint } : null;
  }
  const edge = edgeAt(db, target.kind, target.at);
  if (!edge) return null;
  if (target.kind !== "https") return { ...NOTHING, edge };
  const route = routeFor(db, edge, target);
  return route ? { ...NOTHING, edge, route } : null;
}

/** The edge that names a hostport, otherwise the one with the longest matching wildcard. */
function edgeAt(db: Database, kind: string, at: string): JsonObject | undefined {
  const served = rows(db, `/edges/${kind}`).flatMap((edge) =>
    texts(edge.hostports).flatMap((hostport) => {
      if (hostport === at) return [{ edge, closeness: 1e6 }];
      const end = hostport.replace(/^\*/, "");
      return end !== hostport && at.endsWith(end) ? [{ edge, closeness: end.length }] : [];
    }),
  );
  return served.sort((one, other) => other.closeness - one.closeness)[0]?.edge;
}

const hostIn = (match: string) => /^[^/]*/.exec(match)?.[0] ?? "";

function routeFor(db: Database, edge: JsonObject, { at, path }: Target): JsonObject | undefined {
  const host = at.replace(/:\d+$/, "");
  const candidates = rows(db, `/edges/https/${String(edge.id)}/routes`).flatMap((route) => {
    const match = String(route.match);
    const wantedHost = hostIn(match);
    const wantedPath = match.slice(wantedHost.length) || "/";
    const isExact = route.match_type === "exact_path";
    const fits =
      (wantedHost === "" || wantedHost === host || wantedHost === at) &&
      (isExact ? path === wantedPath : path.startsWith(wantedPath));
    const rank = (wantedHost === "" ? 0 : 1e6) + (isExact ? 1e5 : 0) + wantedPath.length;
    return fits ? [{ route, rank }] : [];
  });
  return candidates.sort((one, other) => other.rank - one.rank)[0]?.route;
}

/* ---- may this client in? ---- */

/** Returns for each client whether it reaches the target, which is looked up once for all of them. */
function whoReaches(db: Database, target: Target): (client: Client) => boolean {
  const found = find(db, target);
  return (client) => found !== null && passes(db, client, target, found);
}

function passes(db: Database, client: Client, target: Target, found: Found): boolean {
  const type = target.kind === "account" ? target.at : "endpoints";
  for (const restriction of rows(db, "/ip_restrictions")) {
    if (restriction.type !== type || restriction.enforced !== true) continue;
    if (!allowedBy(db, client.ip, texts(restriction.ip_policy_ids))) return false;
  }
  const { edge, route, endpoint } = found;
  if (endpoint && !passesEndpoint(client, endpoint)) return false;
  if (edge && !passesEdge(db, client, edge, target)) return false;
  return !route || passesModules(db, client, route);
}

function passesEndpoint({ binding, passes }: Client, endpoint: JsonObject): boolean {
  const bindings = texts(endpoint.bindings);
  return (
    (bindings.length === 0 ? ["public"] : bindings).includes(binding) &&
    passesPolicy(passes, endpoint.traffic_policy)
  );
}

/** A policy without any action stops nobody. */
function passesPolicy(passes: readonly string[], policy: Json | undefined): boolean {
  const text = typeof policy === "string" ? policy : "";
  return !text.includes("actions") || passes.includes(text);
}

function passesEdge(db: Database, client: Client, edge: JsonObject, { kind }: Target): boolean {
  if (kind !== "https" && !passesModules(db, client, edge)) return false;
  if (kind === "tcp") return true;
  const termination = record(edge.tls_termination);
  if (!(on(termination) && termination.terminate_at === "upstream")) {
    // The service's own choice, as the emulator makes it.
    const floor = on(termination) ? String(termination.min_version ?? "1.2") : "1.2";
    if (client.tls < Number(floor.replace("1.", ""))) return false;
  }
  const mutual = record(edge.mutual_tls);
  if (!on(mutual)) return true;
  const trusted = rows(db, "/certificate_authorities").filter(({ id }) =>
    texts(mutual.certificate_authority_ids).includes(String(id)),
  );
  return trusted.some(({ ca_pem: pem }) => pem === client.authority);
}

/** The modules that TLS and TCP edges and HTTPS routes share, and those of routes. */
function passesModules(db: Database, client: Client, at: JsonObject): boolean {
  const module = (name: string) => record(at[name]);
  const policy = module("traffic_policy");
  const backend = module("backend");
  if (!(on(backend) && String(backend.backend_id ?? "") !== "") && !on(policy)) return false;
  if (on(policy) && !passesPolicy(client.passes, policy.value)) return false;
  const ip = module("ip_restriction");
  if (on(ip) && !allowedBy(db, client.ip, texts(ip.ip_policy_ids))) return false;
  const agents = module("user_agent_filter");
  if (on(agents)) {
    const allow = texts(agents.allow);
    if (allow.length > 0 && !allow.includes(client.userAgent)) return false;
    if (texts(agents.deny).includes(client.userAgent)) return false;
  }
  const webhook = module("webhook_verification");
  if (on(webhook)) {
    const { signature } = client;
    if (signature?.provider !== webhook.provider || signature?.secret !== String(webhook.secret ?? ""))
      return false;
  }
  return (
    passesSignOn(client, module("oauth"), oauthLets) &&
    passesSignOn(client, module("saml"), samlLets) &&
    passesSignOn(client, module("oidc"), oidcLets)
  );
}

function passesSignOn(
  client: Client,
  module: JsonObject | null,
  lets: (client: Client, module: JsonObject) => boolean,
): boolean {
  if (!on(module)) return true;
  if (client.method === "OPTIONS" && module.options_passthrough === true) return true;
  return lets(client, module);
}

function providerOf(oauth: JsonObject): [string, JsonObject] | undefined {
  for (const [name, value] of Object.entries(record(oauth.provider) ?? {})) {
    const found = record(value);
    if (found) return [name, found];
  }
  return undefined;
}

function oauthLets({ account }: Client, oauth: JsonObject): boolean {
  const [name, wanted] = providerOf(oauth) ?? [];
  if (!account || !wanted || account.provider !== name) return false;
  const addresses = texts(wanted.email_addresses);
  const domains = texts(wanted.email_domains);
  const teams = texts(wanted.teams);
  const organizations = texts(wanted.organizations);
  if (addresses.length + domains.length + teams.length + organizations.length === 0) return true;
  return (
    addresses.includes(account.email) ||
    domains.some((domain) => account.email.endsWith(`@${domain}`)) ||
    teams.some((team) => account.teams.includes(team)) ||
    organizations.some((organization) => account.organizations.includes(organization))
  );
}

function samlLets({ groups }: Client, saml: JsonObject): boolean {
  if (!groups || groups.idp !== saml.idp_metadata) return false;
  const wanted = texts(saml.authorized_groups);
  return wanted.length === 0 || wanted.includes(groups.group);
}

const oidcKey = ({ issuer, client_id: id }: JsonObject) => `${String(issuer)} ${String(id)}`;
const oidcLets = ({ signedOnAt }: Client, oidc: JsonObject) => signedOnAt === oidcKey(oidc);

/* ---- who could knock ---- */

/** Values of one client property that the guards at a target, on either side, could tell apart. */
function clientsFor(sides: readonly Database[], target: Target): Client[] {
  const found = sides.flatMap((db) => find(db, target) ?? []);
  const objects = found
    .flatMap(({ edge, route, endpoint }) => [edge, route, endpoint])
    .filter((one) => one !== null);
  const modules = (name: string): JsonObject[] =>
    objects.flatMap((object) => {
      const module = record(object[name]);
      return module ? [module] : [];
    });
  const rules = sides.flatMap((db) => rows(db, "/ip_policy_rules"));
  const ips = ["8.8.8.8", "2001:4860:4860::8888", ...rules.flatMap(({ cidr }) => edgesOf(String(cidr)))];
  const authorities = sides.flatMap((db) =>
    rows(db, "/certificate_authorities").map(({ ca_pem: pem }) => String(pem)),
  );
  const policies = objects
    .map((object) => object.traffic_policy)
    .map((policy) => (typeof policy === "string" ? policy : record(policy)?.value))
    .filter((text) => typeof text === "string" && text !== "") as string[];
  const agents = modules("user_agent_filter").flatMap(({ allow, deny }) => [...texts(allow), ...texts(deny)]);
  const options = {
    ip: unique(ips),
    tls: objects.some((object) => "tls_termination" in object) ? [0, 1, 2, 3] : [3],
    authority: modules("mutual_tls").length > 0 ? unique([null, ...authorities]) : [null],
    account: unique([null, ...modules("oauth").flatMap(accountsFor)]),
    groups: unique([null, ...modules("saml").flatMap(groupsFor)]),
    signedOnAt: unique([null, ...modules("oidc").map(oidcKey)]),
    signature: unique([
      null,
      ...modules("webhook_verification").map(({ provider, secret }) => ({
        provider: String(provider),
        secret: String(secret ?? ""),
      })),
    ]),
    userAgent: unique(["curl/8", ...agents]),
    method: ["oauth", "saml", "oidc"].some((name) => modules(name).length > 0)
      ? (["GET", "OPTIONS"] as const)
      : (["GET"] as const),
    passes: unique([[], unique(policies), ...policies.map((policy) => [policy])]),
    binding: unique(["public", "internal", ...objects.flatMap((object) => texts(object.bindings))]),
  } satisfies { [K in keyof Client]: readonly Client[K][] };
  return product(options);
}

function accountsFor(oauth: JsonObject): Account[] {
  const [provider, wanted] = providerOf(oauth) ?? [];
  if (provider === undefined || !wanted) return [];
  const nobody: Account = { provider, email: "stranger@nowhere.test", teams: [], organizations: [] };
  return [
    nobody,
    ...texts(wanted.email_addresses).map((email) => ({ ...nobody, email })),
    ...texts(wanted.email_domains).map((domain) => ({ ...nobody, email: `someone@${domain}` })),
    ...texts(wanted.teams).map((team) => ({
      ...nobody,
      teams: [team],
      organizations: [team.slice(0, team.indexOf("/"))],
    })),
    ...texts(wanted.organizations).map((organization) => ({ ...nobody, organizations: [organization] })),
  ];
}

function groupsFor(saml: JsonObject) {
  const idp = String(saml.idp_metadata);
  return ["strangers", ...texts(saml.authorized_groups)].map((group) => ({ idp, group }));
}

const unique = <T>(values: readonly T[]): T[] => [
  ...new Map(values.map((value) => [JSON.stringify(value), value])).values(),
];

function product(options: { readonly [K in keyof Client]: readonly Client[K][] }): Client[] {
  return Object.entries(options).reduce<Record<string, unknown>[]>(
    (clients, [key, values]) =>
      clients.flatMap((client) => values.map((value) => ({ ...client, [key]: value }))),
    [{}],
  ) as unknown as Client[];
}

/** All targets on either side, with one path for each set of paths that no route tells apart. */
function targetsOf(sides: readonly Database[]): Target[] {
  const edges = (kind: "tls" | "tcp") =>
    sides.flatMap((db) =>
      rows(db, `/edges/${kind}`).flatMap(({ hostports }) =>
        texts(hostports).map((at): Target => ({ kind, at, path: "", label: `${kind}://${at}` })),
      ),
    );
  const https = sides.flatMap((db) => rows(db, "/edges/https").flatMap(({ hostports }) => texts(hostports)));
  const named = unique(https)
    .filter((at) => at.startsWith("*."))
    .flatMap((at) => hostsBelow(sides, at));
  const pages = unique([...https, ...named]).flatMap((at) => pathsAt(sides, at));
  const endpoints = sides.flatMap((db) =>
    rows(db, "/endpoints").map((endpoint): Target => {
      const at = String(endpoint.url);
      return { kind: "endpoint", at, path: "", label: at };
    }),
  );
  const account = ["api", "dashboard", "agent"].map(
    (at): Target => ({ kind: "account", at, path: "", label: at }),
  );
  return unique([...pages, ...edges("tls"), ...edges("tcp"), ...endpoints, ...account]);
}

/** Hosts below a wildcard that the routes of its edge name. */
function hostsBelow(sides: readonly Database[], at: string): string[] {
  const [, end = "", port = ""] = /^\*(.*):(\d+)$/.exec(at) ?? [];
  return sides.flatMap((db) =>
    rows(db, `/edges/https/${String(edgeAt(db, "https", at)?.id)}/routes`)
      .map(({ match }) => hostIn(String(match)).replace(/:\d+$/, ""))
      .filter((host) => host.endsWith(end))
      .map((host) => `${host}:${port}`),
  );
}

function pathsAt(sides: readonly Database[], at: string): Target[] {
  const host = at.replace(/:\d+$/, "");
  return sides.flatMap((db) => {
    const edge = edgeAt(db, "https", at);
    if (!edge) return [];
    return rows(db, `/edges/https/${String(edge.id)}/routes`).flatMap((route): Target[] => {
      const match = String(route.match);
      const wantedHost = hostIn(match);
      if (!["", host, at].includes(wantedHost)) return [];
      const path = match.slice(wantedHost.length) || "/";
      const address = `https://${at.replace(/:443$/, "")}${path}`;
      return route.match_type === "exact_path"
        ? [{ kind: "https", at, path, label: address }]
        : [{ kind: "https", at, path: `${path}~elsewhere`, label: `${address}*` }];
    });
  });
}

/** All inputs of `whoReaches`. */
const seenAt = (db: Database, target: Target) => [
  find(db, target),
  ...["/ip_restrictions", "/ip_policy_rules", "/certificate_authorities"].map((collection) =>
    rows(db, collection),
  ),
];

/** For each target: does a client newly reach it, or no longer reach it? */
export function truth(before: Database, after: Database): Map<string, Truth> {
  const result = new Map<string, Truth>();
  for (const target of targetsOf([before, after])) {
    if (isDeepStrictEqual(seenAt(before, target), seenAt(after, target))) {
      result.set(target.label, { opens: false, closes: false });
      continue;
    }
    let [opens, closes] = [false, false];
    const [reached, reaches] = [whoReaches(before, target), whoReaches(after, target)];
    for (const client of clientsFor([before, after], target)) {
      const [then, now] = [reached(client), reaches(client)];
      opens ||= now && !then;
      closes ||= then && !now;
      if (opens && closes) break;
    }
    result.set(target.label, { opens, closes });
  }
  return result;
}

/**
 * For each object with a new address: does a client reach it there that did not reach it before? Looking at one address
 * at a time misses guards that are removed together with the old address.
 *
 * @param pairs - Ids of the object before and after, by name.
 */
export function truthOfMoves(
  before: Database,
  after: Database,
  pairs: ReadonlyMap<string, readonly [before: string, after: string]>,
): Set<string> {
  const owners = targetsOf([before, after]).map((target) => {
    const [then, now] = [before, after].map((db) => {
      const found = find(db, target);
      return String((found?.route ?? found?.edge ?? found?.endpoint)?.id);
    });
    return { target, then, now };
  });
  const opened = [...pairs].filter(([, [earlier, later]]) => {
    const left = owners.filter(({ then, now }) => then === earlier && now !== later);
    const came = owners.filter(({ then, now }) => now === later && then !== earlier);
    return came.some(({ target: to }) =>
      left.some(({ target: from }) => {
        const [reached, reaches] = [whoReaches(before, from), whoReaches(after, to)];
        return unique([...clientsFor([before, after], from), ...clientsFor([before, after], to)]).some(
          // Who comes by another binding than the public one came by the public one before.
          (client) => reaches(client) && !reached(client) && !reached({ ...client, binding: "public" }),
        );
      }),
    );
  });
  return new Set(opened.map(([name]) => name));
}
