import { parseCidr } from "cidr-tools";
import type { Question } from "../../../emulator";
import type { AccountObject } from "../../../provider/inspect";
import { type Account, type Edge, moduleOf, record, splitHostport, text, texts } from "../account";
import { ownPolicyText } from "../own-policy";
import { matchOf } from "../routes";

/** What clients of an edge differ in: for each property the values that the account lets matter. */
export interface Clients {
  readonly url: readonly string[];
  readonly method: readonly Partial<Question>[];
  readonly ip: readonly string[];
  readonly agent: readonly string[];
  readonly headers: readonly Readonly<Record<string, string>>[];
  readonly user: readonly NonNullable<Question["identity"]>[];
  readonly webhook: readonly (string | undefined)[];
  readonly tls: readonly Partial<Question>[];
  readonly variables: readonly Readonly<Record<string, string>>[];
}

/** An address that no list names. */
const ELSEWHERE = ["203.0.113.77", "2001:db8:ffff::77"];
const MOST_VALUES = 60;

/** What stands between quotes, brackets and white space. */
const WORD = /[^\s"'`,;()[\]{}\\<>]{1,200}/g;

const distinct = <T>(values: readonly T[]): T[] => {
  const seen = new Map(values.map((value) => [JSON.stringify(value) ?? "", value]));
  return [...seen.values()].slice(0, MOST_VALUES);
};

/** The clients of one hostport of an edge, derived from everything that decides about them. */
export function clientsOf(account: Account, { kind, object, routes }: Edge, hostport: string): Clients {
  const parts = [object, ...routes];
  const policies = [...parts, ...account.endpoints].map(policyText).join("\n");
  const literals = [...policies.matchAll(WORD)].map(([word]) => word);
  return {
    url: distinct(urlsOf(kind, hostport, routes, literals)),
    method: distinct(methods(kind, literals)),
    ip: distinct([...ELSEWHERE, ...cidrs(account, policies).flatMap(aroundCidr)]),
    agent: distinct(["Mozilla/5.0", "", ...parts.flatMap(agents), ...literals.slice(0, 20)]),
    headers: distinct(headers(policies, literals)),
    user: distinct([{}, ...parts.flatMap(users), ...usersIn(policies, literals)]),
    webhook: distinct([undefined, "another", ...parts.map(webhookOf), ...webhooksIn(policies)]),
    tls: distinct(tls(kind, account, parts)),
    variables: distinct(variables(policies, literals)),
  };
}

function policyText(object: AccountObject): string {
  const own = object.family.name === "Endpoint" ? object.inputs.trafficPolicy : ownPolicyText(object);
  return typeof own === "string" ? own : (JSON.stringify(own) ?? "");
}

function urlsOf(
  kind: Edge["kind"],
  hostport: string,
  routes: readonly AccountObject[],
  literals: readonly string[],
): string[] {
  const { host, port } = splitHostport(hostport);
  const scheme = kind === "https" && port === 80 ? "http" : kind;
  const isDefault = kind !== "tcp" && (scheme === "http" ? port === 80 : port === 443);
  const at = (name: string) => `${scheme}://${name}${isDefault ? "" : `:${port}`}`;
  const matches = routes.map(matchOf);
  const wild = host.startsWith("*.");
  const hosts = wild
    ? [
        `some${host.slice(1)}`,
        ...matches.flatMap((match) =>
          match.host.endsWith(host.slice(1)) ? [match.host.replace(/^\*/, "some")] : [],
        ),
      ]
    : [host];
  const named = [...matches.map(({ path }) => path), ...literals.filter((one) => /^\/[\w/.-]*$/.test(one))];
  const paths = named.flatMap((path) => [
    path,
    `${path}/`,
    `${path}x`,
    `${path}/below`,
    path.toUpperCase(),
    path.slice(0, -1),
  ]);
  // How the service reads other paths, such as those with percent signs or empty segments, is not known.
  const usable = paths.filter(
    (path) => /^\/(?:[^\s?#%;\\/]+\/?)*$/.test(path) && !/\/\.{1,2}(?:\/|$)/.test(path),
  );
  const all = kind === "https" ? ["/", "/other", ...usable] : [""];
  return hosts.flatMap((name) => all.map((path) => `${at(name)}${path}`));
}

function methods(kind: Edge["kind"], literals: readonly string[]): Partial<Question>[] {
  if (kind !== "https") return [{}];
  const named = literals.filter((one) => /^[A-Z]{3,10}$/.test(one)).map((method) => ({ method }));
  const preflight = { origin: "https://elsewhere.example", "access-control-request-method": "POST" };
  return [
    { method: "GET" },
    { method: "POST" },
    { method: "OPTIONS" },
    { method: "OPTIONS", headers: preflight },
    { headers: { connection: "Upgrade", upgrade: "websocket" } },
    ...named,
  ];
}

const CIDR =
  /\b\d{1,3}(?:\.\d{1,3}){3}(?:\/\d{1,2})?\b|\b[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7}(?:\/\d{1,3})?/gi;

function cidrs(account: Account, policies: string): string[] {
  const rules = account.objects
    .filter(({ family }) => family.name === "IpPolicyRule")
    .map(({ inputs }) => text(inputs.cidr));
  return [...rules, ...[...policies.matchAll(CIDR)].map(([found]) => found)];
}

/** The first and the last address of a network, and those beside it. */
function aroundCidr(cidr: string): string[] {
  try {
    const { start, end, version } = parseCidr(cidr);
    const most = version === 4 ? 2n ** 32n - 1n : 2n ** 128n - 1n;
    return [start, end, start - 1n, end + 1n]
      .filter((address) => address >= 0n && address <= most)
      .map((address) => (version === 4 ? version4(address) : version6(address)));
  } catch {
    return [];
  }
}

const version4 = (address: bigint) =>
  [24n, 16n, 8n, 0n].map((shift) => String((address >> shift) & 255n)).join(".");

const version6 = (address: bigint) =>
  Array.from({ length: 8 }, (_, n) => ((address >> BigInt(16 * (7 - n))) & 0xffffn).toString(16)).join(":");

/** Texts that a pattern may match. */
function agents(object: AccountObject): string[] {
  const filter = record(object.inputs.userAgentFilter);
  return [...texts(filter.allow), ...texts(filter.deny)].flatMap((pattern) => {
    const bare = pattern
      .replace(/\(\?[a-z]+\)/g, "")
      .replace(/\\d/g, "1")
      .replace(/[\^$*+?()[\]{}|\\]/g, "");
    return [bare, `${bare}/1.0`, `x${bare}`];
  });
}

function headers(policies: string, literals: readonly string[]): Record<string, string>[] {
  const names = [
    ...[...policies.matchAll(/ReqHeader\(\\?['"]([\w-]{1,60})/g)].map(([, name]) => name ?? ""),
    ...[...policies.matchAll(/req\.headers\[\\?['"]([\w-]{1,60})/g)].map(([, name]) => name ?? ""),
  ].filter((name) => !/^(host|user-agent)$/i.test(name));
  const values = literals.filter((one) => /^[\x20-\x7e]+$/.test(one)).slice(0, 12);
  const credentials = literals.filter((one) => /^[^\s:/]+:[^/]/.test(one) && !one.includes("${"));
  return [
    {},
    ...[...credentials, "nobody:nothing"].map((pair) => ({
      authorization: `Basic ${Buffer.from(pair).toString("base64")}`,
    })),
    ...names.flatMap((name) => ["x", ...values].map((value) => ({ [name.toLowerCase()]: value }))),
  ];
}

/** Users of the sign-on modules: those on a list, and those on none. */
function users({ inputs }: AccountObject): NonNullable<Question["identity"]>[] {
  const oauth = record(record(inputs.oauth).provider);
  const signedOn = Object.entries(oauth).flatMap(([provider, given]) => {
    const limits = record(given);
    const emails = [
      "nobody@elsewhere.example",
      ...texts(limits.emailAddresses),
      ...texts(limits.emailDomains).flatMap((domain) => [`somebody@${domain}`, `somebody@x${domain}`]),
    ];
    const groups = [
      { teams: [], organizations: [] },
      { teams: [...texts(limits.teams)], organizations: [] },
      { teams: [], organizations: [...texts(limits.organizations)] },
      { teams: [...texts(limits.teams)], organizations: [...texts(limits.organizations)] },
    ];
    return emails.flatMap((email) => groups.map((group) => ({ provider, email, ...group })));
  });
  const issuer = text(record(inputs.oidc).issuer);
  const saml = inputs.saml === undefined ? [] : texts(record(inputs.saml).authorizedGroups);
  return [
    ...signedOn,
    { provider: "github", email: "nobody@elsewhere.example", teams: [], organizations: [] },
    ...(issuer === "" ? [] : [{ issuer }]),
    { issuer: "https://elsewhere.example" },
    ...(inputs.saml === undefined
      ? []
      : [
          { provider: "saml", groups: [] },
          { provider: "saml", groups: [...saml] },
        ]),
  ];
}

/** Users of the sign-on actions in policies. */
function usersIn(policies: string, literals: readonly string[]): NonNullable<Question["identity"]>[] {
  if (!/oauth|openid-connect|jwt-validation/.test(policies)) return [];
  const emails = literals
    .filter((one) => one.includes("@"))
    .map((one) => (one.startsWith("@") ? `any${one}` : one));
  const urls = literals.filter((one) => /^https:\/\//.test(one)).slice(0, 10);
  const providers = ["google", "github", "gitlab", "microsoft", "facebook", "linkedin", "twitch", "amazon"];
  return [
    ...providers
      .filter((name) => policies.includes(name))
      .flatMap((provider) =>
        [...emails, "nobody@elsewhere.example"].map((email) => ({
          provider,
          email,
          teams: [],
          organizations: [],
        })),
      ),
    ...urls.map((issuer) => ({ issuer })),
    ...urls.flatMap((iss) => [...urls, "somebody"].map((aud) => ({ claims: { iss, aud } }))),
  ];
}

const webhookOf = ({ inputs }: AccountObject): string | undefined =>
  text(record(inputs.webhookVerification).provider) || undefined;

const webhooksIn = (policies: string): string[] =>
  [...policies.matchAll(/verify-webhook[\s\S]{0,200}?provider["']?:\s*["']?([a-z0-9_]+)/g)].map(
    ([, name]) => name ?? "",
  );

function tls(kind: Edge["kind"], account: Account, parts: readonly AccountObject[]): Partial<Question>[] {
  if (kind === "tcp") return [{}];
  const used = parts.flatMap((part) => texts(moduleOf(part, "mutualTls")?.certificateAuthorityIds));
  // An authority's own certificate is one that the authority has signed.
  const authorities = account.objects.filter(({ family }) => family.name === "CertificateAuthority");
  const ordered = [...authorities].sort((a, b) => Number(used.includes(b.id)) - Number(used.includes(a.id)));
  const certificates = ordered.slice(0, 3).map(({ inputs }) => ({ cert: text(inputs.caPem) }));
  // Endpoints take nothing older.
  const versions = (["1.2", "1.3"] as const).map((version) => ({ tls_version: version }));
  const known = certificates.filter(({ cert }) => cert !== "");
  return [
    {},
    ...known,
    ...versions,
    ...known.flatMap((one) => versions.map((version) => ({ ...one, ...version }))),
  ];
}

function variables(policies: string, literals: readonly string[]): Record<string, string>[] {
  if (!policies.includes("conn.geo.country_code")) return [{}];
  const countries = literals.filter((one) => /^[A-Z]{2}$/.test(one));
  return [{}, ...[...countries, "ZZ"].map((country) => ({ "conn.geo.country_code": country }))];
}
