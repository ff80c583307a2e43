import { createHash } from "node:crypto";
import {
  CLIENT_CERTIFICATES,
  type Entry,
  type Guard,
  type HiddenPlace,
  maskedValue,
  type NetworkRule,
  Networks,
  type PolicySite,
  type Tri,
  trafficPolicy,
  type Unseen,
} from "../../../access";
import type { GuardModule } from "../../../policy/guards";
import { isSecretPlace } from "../../../traffic-policy/symbolic/guards";
import {
  type AccountObject,
  type AccountView,
  isAdoption,
  isHidden,
  isMade,
  textsIn,
  touches,
} from "../account";
import { isRecord, type Props, SECRET } from "../preview";
import { isUnreadable, unknownSettingsIn } from "./module-keys";
import { isSecretName, withNames } from "./traffic-policy";

/** A module as set on an object of the account. */
export interface ModuleSite {
  readonly view: AccountView;
  readonly object: AccountObject;
  /** Input that holds the module; empty when the object is the module. */
  readonly path: readonly string[];
  readonly values: Props;
}

/** Inputs that say nothing of who is allowed, whatever the object is. */
const NOTES: ReadonlySet<string> = new Set(["description", "metadata", "deleteOnDestroy"]);

/** What an applied guard requires of clients; undefined where it requires nothing. */
type Reader = (site: ModuleSite) => Guard | undefined;

const READERS: Readonly<Record<GuardModule, Reader>> = {
  ipRestriction: (site) => ({ asks: "address", networks: networksOf(site, [...site.path, "ipPolicyIds"]) }),
  mutualTls: certificatesOf,
  tlsTermination: terminationOf,
  oauth: oauthOf,
  saml: samlOf,
  oidc: oidcOf,
  webhookVerification: webhookOf,
  userAgentFilter: ({ values }) => ({
    asks: "user agent",
    allow: textsIn(values.allow),
    deny: textsIn(values.deny),
  }),
  websocketTcpConverter: () => ({ asks: "upgrade" }),
  trafficPolicy: (site) => policyOf(site.values.value, { ...site, path: [...site.path, "value"] }),
};

/** Whether a module is applied to traffic: `enabled` defaults to true. */
export const isApplied = (values: Props): Tri =>
  values.enabled === undefined ? true : typeof values.enabled === "boolean" ? values.enabled : undefined;

/** What a module requires of clients; undefined when it requires nothing, as when it is disabled. */
export function restrictionOf(module: GuardModule, site: ModuleSite): Guard | undefined {
  const isOn = isApplied(site.values);
  if (isOn === false) return module === "tlsTermination" ? { asks: "tls", lowest: undefined } : undefined;
  if (isOn === undefined) return unseen(site);
  if (isUnreadable(module, site.values)) return { ...unseen(site), isSet: true };
  const own = READERS[module](site);
  const others = unknownSettingsIn(module, site.values).map((path) => unknownSetting(site, path));
  if (others.length === 0) return own;
  return { asks: "all", parts: own === undefined ? others : [own, ...others] };
}

/** A setting that this version does not know may keep clients out: equal where it has the same value. */
function unknownSetting(site: ModuleSite, path: readonly string[]): Guard {
  const at = [...site.path, ...path];
  const value = path.reduce<unknown>(
    (holder, key) => (isRecord(holder) ? holder[key] : undefined),
    site.values,
  );
  const content = isHidden(value) ? versionOf({ ...site, path: at }) : JSON.stringify(value);
  return {
    asks: "unseen",
    text: `the ${at.join(".")} of ${site.object.name}, which this version does not know`,
    content: `${site.object.urn} ${at.join(".")} ${content}`,
    isSet: true,
    ...(!isHidden(value) && { isShown: true }),
  };
}

/** The requirement where a module is neither set nor known to be absent. */
export function unseen(site: Omit<ModuleSite, "values">): Unseen {
  const { object, path } = site;
  const what = path.at(-1) ?? object.className;
  return {
    asks: "unseen",
    text: `the ${what} of ${object.name}, which is unknown`,
    content: unseenContent(site),
    about: what,
  };
}

/** Identifies hidden content: equal on both sides of a change that does not affect it. */
const unseenContent = (site: Omit<ModuleSite, "values">): string =>
  [versionOf(site), ...policiesBehind(site), ...authoritiesBehind(site)].join(" ");

/** Identifies a place, and the side of the change where the change affects it. */
export function versionOf({ object, view, path }: Omit<ModuleSite, "values">): string {
  const { change, unmanagedModules, isLeft } = object;
  const isKept = unmanagedModules.includes(path[0] ?? "");
  // For an adopted object, the stored value of a secret input is unknown.
  const mayDiffer = touchesMore(change, path) || (isAdoption(change) && !isKept);
  const version = mayDiffer ? (isLeft ? "before" : view.side) : "same";
  return [object.urn, path.join("."), version].join("#");
}

/** Whether the change affects a path, and not only what others note about the whole object. */
const touchesMore = (change: AccountObject["change"], path: readonly string[]): boolean =>
  touches({ ...change, paths: change.paths.filter((changed) => !NOTES.has(changed)) }, ...path);

/**
 * The objects of a class that hidden ids may name. That a value depends on one of them does not show that it names no
 * other: an id may stand there as text, or come from another resource. So it may be any that has its id already.
 */
export const perhapsNamed = (view: AccountView, className: string): readonly AccountObject[] =>
  view.of(className).filter((object) => view.side === "before" || !isMade(object));

/** The restriction of IP policies that a hidden module or policy names: those that are seen, or any. */
function policiesBehind({ view, object, path }: Omit<ModuleSite, "values">): string[] {
  const [input] = path;
  const holder = input === undefined ? object.props : object.props[input];
  if (isRecord(holder) && Array.isArray(holder.ipPolicyIds) && !isHidden(holder.ipPolicyIds))
    return [networksOf({ view, object, path }, [...path.slice(0, 1), "ipPolicyIds"]).content];
  const sides = [object.change.before, object.change.after];
  const urns = sides.flatMap((snapshot) => {
    const of = snapshot?.dependencies ?? {};
    return input === undefined ? Object.values(of).flat() : (of[input] ?? []);
  });
  const isOfPolicies =
    input === "ipRestriction" || input === "trafficPolicy" || "ipPolicyIds" in object.props;
  return rulesIn(view, ({ urn }) => isOfPolicies || urns.includes(urn));
}

/** The rules of all IP policies that an id may name which nobody can read: it is another restriction where they differ. */
const rulesIn = (view: AccountView, mayBe: (policy: AccountObject) => boolean = () => true): string[] =>
  perhapsNamed(view, "IpPolicy")
    .filter(mayBe)
    .map((policy) => `${policy.urn} ${networksIn(view, [policy]).content}`)
    .sort();

/** The authorities that hidden ids may name: a certificate never changes, but an authority may go. */
const authoritiesBehind = ({ view, path }: Omit<ModuleSite, "values">): string[] =>
  ["mutualTls", "trafficPolicy", undefined].includes(path[0])
    ? perhapsNamed(view, "CertificateAuthority").map(({ urn }) => urn)
    : [];

/** What the IP policies that an input refers to admit. */
export function networksOf({ view, object }: Omit<ModuleSite, "values">, path: readonly string[]): Networks {
  const targets = view.targetsOf(object, ...path);
  const policies = targets.flatMap((target) => (target.kind === "object" ? [target.object] : []));
  const elsewhere = targets.flatMap((target) => (target.kind === "elsewhere" ? [target.id] : []));
  const unknown = targets.some(({ kind }) => kind === "unknown")
    ? [maskedValue(unseenContent({ view, object, path }))]
    : [];
  return networksIn(view, policies, elsewhere, unknown);
}

/**
 * @param elsewhere - Ids of policies that the program does not manage.
 * @param unknown - Identifies policies whose ids are not known yet.
 * @param own - Rules beside those of the policies.
 */
function networksIn(
  view: AccountView,
  policies: readonly AccountObject[],
  elsewhere: readonly string[] = [],
  unknown: readonly string[] = [],
  own: readonly NetworkRule[] = [],
): Networks {
  const unread = policies.filter(({ isTakenUnread }) => isTakenUnread).map(({ urn }) => maskedValue(urn));
  const rules = [
    ...policies.flatMap((policy) =>
      view.referringBy("IpPolicyRule", "ipPolicyId", policy).map((rule) => ruleOf(view, rule)),
    ),
    ...strayRules(view, elsewhere),
    ...own,
  ];
  const names = [
    ...policies.map(({ name }) => name),
    ...elsewhere,
    ...(unknown.length > 0 ? ["policies that are not known yet"] : []),
  ];
  return Networks.of(rules, [...unread, ...elsewhere, ...unknown], names.join(", ") || "no IP policy");
}

function ruleOf(view: AccountView, object: AccountObject): NetworkRule {
  const content = versionOf({ view, object, path: [] });
  const { cidr, action } = object.isUnread ? {} : object.props;
  return { cidr: known(cidr), action: action === "allow" || action === "deny" ? action : undefined, content };
}

/** Rules of policies that the program does not manage, and rules whose policy is not known yet. */
function strayRules(view: AccountView, policies: readonly string[]): NetworkRule[] {
  return view.straying("IpPolicyRule", "ipPolicyId").flatMap(({ object, target }) => {
    if (target.kind === "unknown") return [{ ...ruleOf(view, object), cidr: undefined }];
    return target.kind === "elsewhere" && policies.includes(target.id) ? [ruleOf(view, object)] : [];
  });
}

function certificatesOf({ view, object, path }: ModuleSite): Guard {
  const targets = view.targetsOf(object, ...path, "certificateAuthorityIds");
  const entries = targets.map((target): Entry => {
    if (target.kind === "unknown")
      return { kind: "authority", value: undefined, content: unseenContent({ view, object, path }) };
    if (target.kind === "elsewhere") return { kind: "authority", value: target.id };
    return { kind: "authority", value: authorityOf(view, target.object), name: target.object.name };
  });
  return { asks: "one of", scope: CLIENT_CERTIFICATES, entries, what: "clients with a certificate of" };
}

/** What identifies an authority of the program, also one whose certificate is hidden. */
function authorityOf(view: AccountView, object: AccountObject): string {
  const pem = known(object.props.caPem);
  return pem === undefined ? versionOf({ view, object, path: ["caPem"] }) : authorityKey(pem);
}

/** The same certificate under another id is the same authority. */
const authorityKey = (pem: string): string =>
  createHash("sha256").update(pem.replace(/\s/g, "")).digest("hex");

/** With upstream TLS termination, the edge requires no version. */
function terminationOf({ values }: ModuleSite): Guard | undefined {
  return values.terminateAt === "upstream" ? undefined : { asks: "tls", lowest: known(values.minVersion) };
}

function oauthOf(site: ModuleSite): Guard {
  const { provider } = site.values;
  const [name, values] = Object.entries(isRecord(provider) ? provider : {}).find(([, one]) => one) ?? [];
  if (name === undefined || !isRecord(values)) return unseen(site);
  const lists = [
    ["email", "emailAddresses"],
    ["domain", "emailDomains"],
    ["team", "teams"],
    ["organization", "organizations"],
  ] as const;
  if (lists.some(([, key]) => values[key] === SECRET)) return { ...unseen(site), isSet: true };
  const entries = lists.flatMap(([kind, key]) => {
    const at = { ...site, path: [...site.path, "provider", name, key] };
    return entriesOf(kind, values[key], unseenContent(at));
  });
  const isLimited = entries.length > 0;
  return {
    asks: "one of",
    scope: `oauth ${name}`,
    entries: isLimited ? entries : undefined,
    what: isLimited ? `users of ${name}` : `every user of ${name}`,
    ...(typeof values.clientId === "string" &&
      values.clientId !== "" && {
        application: isHidden(values.clientId) ? maskedValue(unseenContent(site)) : values.clientId,
      }),
  };
}

function samlOf(site: ModuleSite): Guard {
  const { values } = site;
  const groups = entriesOf("group", values.authorizedGroups, unseenContent(site));
  const isLimited = groups.length > 0;
  return {
    asks: "one of",
    scope: `saml ${identityProviderIn(String(values.idpMetadata ?? ""))}`,
    entries: isLimited ? groups : undefined,
    what: isLimited ? "users of the SAML identity provider in" : "every user of the SAML identity provider",
  };
}

/** Identifies an identity provider by its entity and its certificates, where metadata tell these; else by all that they say. */
function identityProviderIn(metadata: string): string {
  const [, , entity] = /\bentityID\s*=\s*(["'])([^"']*)\1/.exec(metadata) ?? [];
  const certificates = [...metadata.matchAll(/<(?:[\w-]+:)?X509Certificate\b[^>]*>([^<]*)</g)];
  if (entity === undefined || certificates.length === 0) return metadata.trim();
  const keys = [...new Set(certificates.map(([, text = ""]) => text.replace(/\s/g, "")))].sort();
  return JSON.stringify([entity, createHash("sha256").update(keys.join("\n")).digest("base64url")]);
}

function oidcOf({ values: { issuer, clientId } }: ModuleSite): Guard {
  const scope = `oidc ${JSON.stringify([issuer, clientId])}`;
  return { asks: "one of", scope, entries: undefined, what: `every user that ${String(issuer)} signs on` };
}

function webhookOf({ object, view, path, values }: ModuleSite): Guard {
  const version = touches(object.change, ...path, "secret") ? view.side : "same";
  // Whether an adopted object has the program's secret is unknown.
  const isKept = object.unmanagedModules.includes(path[0] ?? "");
  const urn = isAdoption(object.change) && !isKept ? `${object.urn} ${view.side}` : object.urn;
  const text = known(values.secret);
  const secret = text !== undefined ? { text } : values.secret === undefined ? undefined : { urn, version };
  return { asks: "signature", provider: String(values.provider), secret };
}

/** What a traffic policy requires of clients; undefined without one. */
export function policyOf(value: unknown, site: Omit<ModuleSite, "values">): Guard | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  if (typeof value === "string" ? isHidden(value) : !isRecord(value)) return unseenPolicy(site);
  const moved = movedActions(value, site);
  return trafficPolicy(
    withNames(
      value,
      [],
      (path) => moved(path) ?? hiddenPart(site, path),
      (text) => withVersions(text, site.view),
    ),
    siteOf(site),
  );
}

/**
 * Names the secrets of an action that has moved within the policy, and is otherwise the same: the same secrets on both
 * sides. The preview doesn't compare them, since the engine compares lists by index.
 */
function movedActions(
  policy: unknown,
  { object, view, path }: Omit<ModuleSite, "values">,
): (path: readonly string[]) => string | undefined {
  const inputs = object.change[view.side === "before" ? "after" : "before"]?.inputs;
  const other = path.reduce<unknown>((at, key) => (isRecord(at) ? at[key] : undefined), inputs);
  const [own, others] = [actionsIn(policy), actionsIn(other)];
  const placeOf = new Map([...others].map(([place, content]) => [content, place]));
  return (at) => {
    const place = at.slice(0, 4).join(".");
    const content = own.get(place);
    const there = content === undefined ? undefined : placeOf.get(content);
    const isMoved = there !== undefined && there !== place && isSecretPlace(at);
    if (!isMoved || !touchesMore(object.change, [...path, ...at])) return undefined;
    return `${object.urn} ${createHash("sha256").update(`${content}`).digest("hex")} ${at.slice(4).join(".")}`;
  };
}

/** The actions of a policy by their places, each as it is shown, and which of several equal ones it is. */
function actionsIn(policy: unknown): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const equal = new Map<string, number>();
  for (const [phase, rules] of Object.entries(isRecord(policy) ? policy : {}))
    for (const [at, rule] of (Array.isArray(rules) ? rules : []).entries()) {
      const actions: unknown = isRecord(rule) ? rule.actions : undefined;
      for (const [index, action] of (Array.isArray(actions) ? actions : []).entries()) {
        const content = JSON.stringify(action);
        const before = equal.get(content) ?? 0;
        equal.set(content, before + 1);
        // The place of a value is below `<phase>.<rule>.actions.<action>`.
        found.set([phase, at, "actions", index].join("."), `${content} ${before}`);
      }
    }
  return found;
}

/** A vault and the name of a secret in it. */
const SECRET_CALL = /(\bsecrets\.get\(\s*(\\?['"])(.*?)\2\s*,\s*(\\?['"]))(.*?)(\4\s*\))/g;

/** What stands after the name of a secret that the change affects, so that what it fills in differs. */
const VERSION = /@(?:before|after)$/;

/** The secrets of the program that a call names, each with what differs between the sides. */
function secretsAt(view: AccountView, vault: string, named: string): readonly HiddenPlace[] {
  const name = named.replace(VERSION, "");
  return view.of("Secret").flatMap((secret) => {
    const isInVault = view
      .targetsOf(secret, "vaultId")
      .some((target) => target.kind === "object" && target.object.props.name === vault);
    if (!isInVault || secret.props.name !== name) return [];
    return [{ urn: secret.urn, version: touches(secret.change, "value") ? view.side : "same" }];
  });
}

const withVersions = (text: string, view: AccountView): string =>
  text.replace(SECRET_CALL, (call, start: string, _, vault: string, __, name: string, end: string) =>
    secretsAt(view, vault, name).some(({ version }) => version !== "same")
      ? `${start}${name}@${view.side}${end}`
      : call,
  );

/** What the names in a policy stand for where it is set. */
export const siteOf = ({ view, object, path }: Omit<ModuleSite, "values">): PolicySite => ({
  owner: object.urn,
  side: view.side,
  isRoute: object.className === "HttpsEdgeRoute",
  networksOf(ipPolicies, rules) {
    const all = view.of("IpPolicy");
    const found = ipPolicies.flatMap(({ text }) => all.filter(({ id }) => id !== undefined && id === text));
    const unknown = ipPolicies.filter(({ isFilledIn }) => isFilledIn);
    // The one policy that the value was made of and that has no id yet.
    const made = object.change.after?.dependencies[path[0] ?? ""] ?? [];
    const created = all.filter((policy) => policy.id === undefined && made.includes(policy.urn));
    const isMade = unknown.length === 1 && created.length === 1 && !isSecretName(unknown[0]?.text ?? "");
    const gone = view
      .targetsOf(object)
      .flatMap((target) => (target.kind === "gone" ? (target.object.id ?? []) : []));
    const elsewhere = ipPolicies
      .filter(({ text, isFilledIn }) => !isFilledIn && !found.some(({ id }) => id === text))
      // What is gone counts as a policy without rules.
      .filter(({ text }) => !gone.includes(text))
      .map(({ text }) => text);
    // Rules whose policy is not known yet may be of any policy, but of no list of CIDRs.
    return networksIn(
      view,
      isMade ? [...found, ...created] : found,
      elsewhere,
      isMade || unknown.length === 0
        ? []
        : [...unknown.map(({ text }) => text), ...rulesIn(view)].map(maskedValue),
      rules,
    );
  },
  valuesIn: (text) =>
    [...text.matchAll(SECRET_CALL)].flatMap(([, , , vault = "", , name = ""]) =>
      secretsAt(view, vault, name),
    ),
  authorityOf(text) {
    const stored = view.of("CertificateAuthority").find(({ id }) => id === text);
    if (stored) return { key: authorityOf(view, stored), name: stored.name };
    return text.includes("-----BEGIN")
      ? { key: authorityKey(text), name: "an authority of the policy" }
      : { key: text, name: text.slice(0, 80) };
  },
});

/** A policy of which nothing can be read. */
const unseenPolicy = (site: Omit<ModuleSite, "values">): Guard => ({
  asks: "unseen",
  text: `the traffic policy of ${site.object.name} (secret or not known yet: it cannot be compared)`,
  content: hiddenPart(site, []),
  isPolicy: true,
  isSet: true,
});

/** Identifies a hidden part of a policy, at a path below it: equal on both sides where nothing in it can differ. */
function hiddenPart(site: Omit<ModuleSite, "values">, path: readonly string[]): string {
  const version = versionOf({ ...site, path: [...site.path, ...path] });
  return isSecretPlace(path) ? version : [version, ...besides(site)].join(" ");
}

/** What else decides where a policy is hidden: the IP policies, internal endpoints and secrets that it may name. */
function besides(site: Omit<ModuleSite, "values">): string[] {
  const { view } = site;
  const inside = view
    .of("Endpoint")
    .filter(({ props }) => isHidden(props.url) || /\.internal\b/i.test(String(props.url)))
    .filter((endpoint) => endpoint !== site.object);
  const deciding = ["url", "bindings", "trafficPolicy"];
  return [
    ...policiesBehind(site),
    ...authoritiesBehind(site),
    ...inside.flatMap((object) => deciding.map((input) => versionOf({ view, object, path: [input] }))),
    ...view.of("Secret").map((object) => versionOf({ view, object, path: ["value"] })),
  ].sort();
}

/**
 * @param content - Identifies hidden values.
 */
const entriesOf = (kind: string, list: unknown, content: string): Entry[] =>
  list === undefined || list === null
    ? []
    : Array.isArray(list)
      ? list.map((value, n) => ({ kind, value: known(value), content: `${content}#${n}` }))
      : [{ kind, value: undefined, content }];

/** A string that the preview shows. */
const known = (value: unknown): string | undefined =>
  typeof value === "string" && !isHidden(value) ? value : undefined;
