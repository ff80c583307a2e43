import { hash } from "node:crypto";
import {
  CLIENT_CERTIFICATES,
  type Entry,
  type Guard,
  type MaskedLocation,
  type NetworkRule,
  Networks,
  type PolicySite,
  parseTlsVersion,
  type Ternary,
  trafficPolicy,
  type UnreadableGuard,
} from "../../../access";
import type { GuardModule } from "../../../policy/guards";
import { isRecord, valueAt } from "../../../provider/inspect";
import { isSecretPath, maskedValue, replaceLeaves } from "../../../traffic-policy/symbolic/policy-reader";
import {
  type AccountObject,
  type AccountView,
  isCreatedByChange,
  isHidden,
  stringsIn,
  visibleString,
} from "../account";
import { isAdoption, type Props, SECRET, touches } from "../preview";
import { isUnreadable, unknownSettingsIn } from "./module-keys";

/** A value in the account, found by the path from an object. */
export interface ValueSite {
  readonly view: AccountView;
  readonly object: AccountObject;
  readonly path: readonly string[];
}

/** A module of an edge or route. The path is empty if the module is a resource of its own. */
export interface ModuleSite extends ValueSite {
  /** The settings; undefined if unknown. */
  readonly values: Props | undefined;
}

type VisibleModule = ValueSite & { readonly values: Props };

/** Inputs that never affect access. */
const NEUTRAL_INPUTS: ReadonlySet<string> = new Set(["description", "metadata", "deleteOnDestroy"]);

/** The requirement of an applied module; undefined if it has none. */
const READERS: Readonly<Record<GuardModule, (module: VisibleModule) => Guard | undefined>> = {
  ipRestriction: (site) => ({
    kind: "address",
    networks: networksOf({ ...site, path: [...site.path, "ipPolicyIds"] }),
  }),
  mutualTls: certificatesOf,
  tlsTermination: tlsVersionOf,
  oauth: oauthOf,
  saml: samlOf,
  oidc: ({ values: { issuer, clientId } }) => ({
    kind: "one of",
    scope: `oidc ${JSON.stringify([issuer, clientId])}`,
    entries: undefined,
    clientsText: `every user that ${String(issuer)} authenticates`,
  }),
  webhookVerification: webhookOf,
  userAgentFilter: ({ values }) => ({
    kind: "user agent",
    allow: stringsIn(values.allow),
    deny: stringsIn(values.deny),
  }),
  websocketTcpConverter: () => ({ kind: "upgrade" }),
  trafficPolicy: (site) => policyOf(site.values.value, { ...site, path: [...site.path, "value"] }),
};

/** The default if no module sets the TLS version. */
export const ANY_TLS: Guard = { kind: "tls", lowest: undefined };

function tlsVersionOf(site: VisibleModule): Guard | undefined {
  const { terminateAt, minVersion } = site.values;
  // If the upstream terminates TLS, the edge requires no TLS version.
  if (terminateAt === "upstream") return undefined;
  const lowest = parseTlsVersion(visibleString(minVersion));
  const isUnsupported = (minVersion ?? "") !== "" && lowest === undefined;
  return isUnsupported ? { ...unknownRequirement(site), isSet: true } : { kind: "tls", lowest };
}

/** True if a module exists and is applied to traffic; `enabled` defaults to true. */
export function isApplied(module: ModuleSite | undefined): Ternary {
  if (!module) return false;
  if (!module.values) return undefined;
  const { enabled = true } = module.values;
  return typeof enabled === "boolean" ? enabled : undefined;
}

/** Returns the requirement of a module; undefined if it has none, for example because it is disabled. */
export function restrictionOf(guard: GuardModule, module: ModuleSite | undefined): Guard | undefined {
  const isOn = isApplied(module);
  if (!module || isOn === false) return guard === "tlsTermination" ? ANY_TLS : undefined;
  const { values } = module;
  if (!values || isOn === undefined) return unknownRequirement(module);
  if (isUnreadable(guard, values)) return { ...unknownRequirement(module), isSet: true };
  const site = { ...module, values };
  const requirement = READERS[guard](site);
  const unknownSettings = unknownSettingsIn(guard, values).map((path) => unknownSetting(site, path));
  if (unknownSettings.length === 0) return requirement;
  return { kind: "all", parts: [...(requirement ? [requirement] : []), ...unknownSettings] };
}

/** The requirement of a setting that this version doesn't know, because it may block clients. */
function unknownSetting(site: VisibleModule, path: readonly string[]): Guard {
  const fullPath = [...site.path, ...path];
  const value = valueAt(site.values, path);
  const content = isHidden(value) ? versionOf({ ...site, path: fullPath }) : JSON.stringify(value);
  return {
    kind: "unreadable",
    text: `the ${fullPath.join(".")} of ${site.object.name}, which this version does not know`,
    content: `${site.object.urn} ${fullPath.join(".")} ${content}`,
    isSet: true,
    ...(!isHidden(value) && { isUnsupported: true }),
  };
}

/** The requirement of a module that may or may not be set. */
export function unknownRequirement(site: ValueSite): UnreadableGuard {
  const { object, path } = site;
  const moduleName = path.at(-1) ?? object.className;
  return {
    kind: "unreadable",
    text: `the ${moduleName} of ${object.name}, which is unknown`,
    content: hiddenContent(site),
    moduleName,
  };
}

/** Identifies hidden content; equal on both sides unless the change affects it. */
const hiddenContent = (site: ValueSite): string => [versionOf(site), ...possibleReferences(site)].join(" ");

/** Identifies a value by its path; equal on both sides unless the change may affect it. */
export function versionOf({ object, view, path }: ValueSite): string {
  const { change, unmanagedModules, isLeftBehind } = object;
  const isUnmanaged = unmanagedModules.includes(path[0] ?? "");
  // The stored value of an adopted object's secret input is unknown.
  const mayDiffer = affectsAccess(change, path) || (isAdoption(change) && !isUnmanaged);
  const version = mayDiffer ? (isLeftBehind ? "before" : view.side) : "same";
  return [object.urn, path.join("."), version].join("#");
}

const affectsAccess = (change: AccountObject["change"], path: readonly string[]): boolean =>
  touches({ ...change, paths: change.paths.filter((changed) => !NEUTRAL_INPUTS.has(changed)) }, ...path);

/**
 * The objects of a class that a hidden id may refer to. They must have an id already. The input's dependencies don't
 * restrict them, because the id may be a literal or come from another resource.
 */
export const possibleTargets = (view: AccountView, className: string): readonly AccountObject[] =>
  view.of(className).filter((object) => view.side === "before" || !isCreatedByChange(object));

/** Identifies the IP policies that a hidden id may refer to, with their rules. */
const ruleContents = (view: AccountView): string[] =>
  possibleTargets(view, "IpPolicy")
    .map((policy) => `${policy.urn} ${networksIn(view, [policy]).content}`)
    .sort();

/**
 * Identifies the IP policies and authorities that a hidden module or traffic policy may refer to. A certificate never
 * changes, but an authority may be deleted.
 */
function possibleReferences({ view, path: [input] }: ValueSite): string[] {
  // Without an input, the whole resource is hidden, which may be any module.
  const mayBe = (module: GuardModule) => [undefined, module, "trafficPolicy"].includes(input);
  return [
    ...(mayBe("ipRestriction") ? ruleContents(view) : []),
    ...(mayBe("mutualTls") ? possibleTargets(view, "CertificateAuthority").map(({ urn }) => urn) : []),
  ];
}

export function networksOf({ view, object, path }: ValueSite): Networks {
  const targets = view.targetsOf(object, ...path);
  return networksIn(
    view,
    targets.flatMap((target) => (target.kind === "object" ? [target.object] : [])),
    targets.flatMap((target) => (target.kind === "elsewhere" ? [target.id] : [])),
    targets.some(({ kind }) => kind === "unknown")
      ? [maskedValue(hiddenContent({ view, object, path }))]
      : [],
  );
}

/**
 * @param elsewhere - Ids of policies outside the program.
 * @param unknown - Identifies policies whose ids are unknown.
 * @param inlineRules - Rules in addition to those of the policies.
 */
function networksIn(
  view: AccountView,
  policies: readonly AccountObject[],
  elsewhere: readonly string[] = [],
  unknown: readonly string[] = [],
  inlineRules: readonly NetworkRule[] = [],
): Networks {
  const unread = policies.filter(({ isAdoptedUnread }) => isAdoptedUnread).map(({ urn }) => maskedValue(urn));
  const rules = [
    ...policies.flatMap((policy) =>
      view.referrersThrough("IpPolicyRule", "ipPolicyId", policy).map((rule) => ruleOf(view, rule)),
    ),
    ...strayRules(view, elsewhere),
    ...inlineRules,
  ];
  const names = [
    ...policies.map(({ name }) => name),
    ...elsewhere,
    ...(unknown.length > 0 ? ["unknown policies"] : []),
  ];
  return Networks.fromRules(rules, [...unread, ...elsewhere, ...unknown], names.join(", ") || "no IP policy");
}

function ruleOf(view: AccountView, object: AccountObject): NetworkRule {
  const content = versionOf({ view, object, path: [] });
  const { cidr, action } = object.isUnread ? {} : object.props;
  return {
    cidr: visibleString(cidr),
    action: action === "allow" || action === "deny" ? action : undefined,
    content,
  };
}

/**
 * Rules of policies outside the program. A rule whose policy is unknown may belong to any policy, even of another account,
 * because several providers can have the same account.
 */
function strayRules(view: AccountView, policies: readonly string[]): NetworkRule[] {
  return view.referralsThrough("IpPolicyRule", "ipPolicyId", undefined).flatMap(({ object, target }) => {
    if (target.kind === "unknown") return [{ ...ruleOf(view, object), cidr: undefined }];
    return target.kind === "elsewhere" && policies.includes(target.id) ? [ruleOf(view, object)] : [];
  });
}

function certificatesOf({ view, object, path }: ValueSite): Guard {
  const targets = view.targetsOf(object, ...path, "certificateAuthorityIds");
  const entries = targets.map((target): Entry => {
    if (target.kind === "unknown")
      return { kind: "authority", value: undefined, content: hiddenContent({ view, object, path }) };
    if (target.kind === "elsewhere") return { kind: "authority", value: target.id };
    return { kind: "authority", value: authorityOf(view, target.object), name: target.object.name };
  });
  return {
    kind: "one of",
    scope: CLIENT_CERTIFICATES,
    entries,
    clientsText: "clients with a certificate of",
  };
}

/** The key of an authority of the program, even if its certificate is hidden. */
function authorityOf(view: AccountView, object: AccountObject): string {
  const pem = visibleString(object.props.caPem);
  return pem === undefined ? versionOf({ view, object, path: ["caPem"] }) : authorityKey(pem);
}

/** The key of an authority: equal for the same certificate under another id. */
const authorityKey = (pem: string): string => hash("sha256", pem.replace(/\s/g, ""));

function oauthOf(site: VisibleModule): Guard {
  const { provider } = site.values;
  const providers = Object.entries(isRecord(provider) ? provider : {});
  const [name, values] = providers.find(([, settings]) => settings) ?? [];
  if (name === undefined || !isRecord(values)) return unknownRequirement(site);
  if (OAUTH_LISTS.some(([, key]) => values[key] === SECRET))
    return { ...unknownRequirement(site), isSet: true };
  const entries = OAUTH_LISTS.flatMap(([kind, key]) =>
    entriesOf(kind, values[key], hiddenContent({ ...site, path: [...site.path, "provider", name, key] })),
  );
  const isLimited = entries.length > 0;
  const { clientId } = values;
  return {
    kind: "one of",
    scope: `oauth ${name}`,
    entries: isLimited ? entries : undefined,
    clientsText: isLimited ? `users of ${name}` : `every user of ${name}`,
    ...(typeof clientId === "string" &&
      clientId !== "" && { application: isHidden(clientId) ? maskedValue(hiddenContent(site)) : clientId }),
  };
}

/** The inputs of an OAuth provider that list its users. */
const OAUTH_LISTS = [
  ["email", "emailAddresses"],
  ["domain", "emailDomains"],
  ["team", "teams"],
  ["organization", "organizations"],
] as const;

function samlOf(site: VisibleModule): Guard {
  const { values } = site;
  const groups = entriesOf("group", values.authorizedGroups, hiddenContent(site));
  const isLimited = groups.length > 0;
  return {
    kind: "one of",
    scope: `saml ${identityProviderIn(String(values.idpMetadata ?? ""))}`,
    entries: isLimited ? groups : undefined,
    clientsText: isLimited
      ? "users of the SAML identity provider in"
      : "every user of the SAML identity provider",
  };
}

/** Identifies an identity provider by its entity and certificates or, if the metadata lacks them, by all metadata. */
function identityProviderIn(metadata: string): string {
  const [, , entity] = /\bentityID\s*=\s*(["'])([^"']*)\1/.exec(metadata) ?? [];
  const certificates = [...metadata.matchAll(/<(?:[\w-]+:)?X509Certificate\b[^>]*>([^<]*)</g)];
  if (entity === undefined || certificates.length === 0) return metadata.trim();
  const keys = [...new Set(certificates.map(([, text = ""]) => text.replace(/\s/g, "")))].sort();
  return JSON.stringify([entity, hash("sha256", keys.join("\n"), "base64url")]);
}

function webhookOf({ object, view, path, values }: VisibleModule): Guard {
  const version = touches(object.change, ...path, "secret") ? view.side : "same";
  // It is unknown whether the stored secret of an adopted object equals the program's.
  const isUnmanaged = object.unmanagedModules.includes(path[0] ?? "");
  const urn = isAdoption(object.change) && !isUnmanaged ? `${object.urn} ${view.side}` : object.urn;
  const text = visibleString(values.secret);
  const secret = text !== undefined ? { text } : values.secret === undefined ? undefined : { urn, version };
  return { kind: "signature", provider: String(values.provider), secret };
}

export function policyOf(value: unknown, site: ValueSite): Guard | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  if (typeof value === "string" ? isHidden(value) : !isRecord(value))
    return {
      kind: "unreadable",
      text: `the traffic policy of ${site.object.name} (secret or unknown, so it cannot be compared)`,
      content: hiddenPart(site, []),
      isPolicy: true,
      isSet: true,
    };
  const movedName = movedActionName(value, site);
  return trafficPolicy(
    replaceLeaves(value, (leaf, valuePath) => {
      if (typeof leaf !== "string") return leaf;
      if (!isHidden(leaf)) return markChangedSecrets(leaf, site.view);
      const name = movedName(valuePath) ?? hiddenPart(site, valuePath);
      return leaf === SECRET ? `${SECRET_VALUE}${name}` : maskedValue(name);
    }),
    policySiteOf(site),
  );
}

/** Prefix of the placeholder for a secret. It need not be an output of the change, so dependencies can't resolve it. */
const SECRET_VALUE = maskedValue("secret ");

/**
 * Returns a function that names the secrets of an action that only moves within the policy, with the same names on both
 * sides. The engine compares lists by index, so the preview reports such secrets as changed.
 */
function movedActionName(
  policy: unknown,
  { object, view, path }: ValueSite,
): (path: readonly string[]) => string | undefined {
  const otherInputs = object.change[view.side === "before" ? "after" : "before"]?.inputs;
  const contents = actionsIn(policy);
  const otherContents = actionsIn(valueAt(otherInputs, path));
  const otherPlaces = new Map([...otherContents].map(([place, content]) => [content, place]));
  return (valuePath) => {
    const place = valuePath.slice(0, ACTION_PATH_LENGTH).join(".");
    const content = contents.get(place);
    const otherPlace = content === undefined ? undefined : otherPlaces.get(content);
    const isMoved = otherPlace !== undefined && otherPlace !== place && isSecretPath(valuePath);
    if (!isMoved || !affectsAccess(object.change, [...path, ...valuePath])) return undefined;
    return `${object.urn} ${hash("sha256", content ?? "")} ${valuePath.slice(ACTION_PATH_LENGTH).join(".")}`;
  };
}

/** The path of an action has a phase, the index of a rule, `actions`, and an index. */
const ACTION_PATH_LENGTH = 4;

/** The content of a policy's actions, by place, such as `on_http_request.0.actions.1`. Equal actions are numbered. */
function actionsIn(policy: unknown): ReadonlyMap<string, string> {
  const contents = new Map<string, string>();
  const counts = new Map<string, number>();
  for (const [phase, rules] of Object.entries(isRecord(policy) ? policy : {}))
    for (const [ruleIndex, rule] of (Array.isArray(rules) ? rules : []).entries()) {
      const actions: unknown = isRecord(rule) ? rule.actions : undefined;
      for (const [index, action] of (Array.isArray(actions) ? actions : []).entries()) {
        const content = JSON.stringify(action);
        const number = counts.get(content) ?? 0;
        counts.set(content, number + 1);
        contents.set([phase, ruleIndex, "actions", index].join("."), `${content} ${number}`);
      }
    }
  return contents;
}

/** Matches a call that names a vault and a secret in it. */
const SECRET_CALL = /(\bsecrets\.get\(\s*(\\?['"])(.*?)\2\s*,\s*(\\?['"]))(.*?)(\4\s*\))/g;

/** Suffix of a secret's name that makes the two sides differ if the change affects the secret. */
const SIDE_SUFFIX = /@(?:before|after)$/;

/** The program's secrets of that name in a vault. The name may have the suffix of a side. */
function secretsNamed(view: AccountView, vault: string, suffixedName: string): readonly MaskedLocation[] {
  const name = suffixedName.replace(SIDE_SUFFIX, "");
  return view.of("Secret").flatMap((secret) => {
    const isInVault = view
      .targetsOf(secret, "vaultId")
      .some((target) => target.kind === "object" && target.object.props.name === vault);
    if (!isInVault || secret.props.name !== name) return [];
    return [{ urn: secret.urn, version: touches(secret.change, "value") ? view.side : "same" }];
  });
}

const markChangedSecrets = (text: string, view: AccountView): string =>
  text.replace(SECRET_CALL, (call, start: string, _, vault: string, __, name: string, end: string) =>
    secretsNamed(view, vault, name).some(({ version }) => version !== "same")
      ? `${start}${name}@${view.side}${end}`
      : call,
  );

/** Resolves the references in a traffic policy for the place where it is set. */
export const policySiteOf = ({ view, object, path }: ValueSite): PolicySite => ({
  owner: object.urn,
  side: view.side,
  isRoute: object.className === "HttpsEdgeRoute",
  networksOf(ipPolicies, rules) {
    const policies = view.of("IpPolicy");
    const knownPolicies = ipPolicies.flatMap(({ text }) => policies.filter(({ id }) => id === text));
    const unknown = ipPolicies.filter(({ isTemplate }) => isTemplate);
    // A single unknown id belongs to the only new policy that the input depends on.
    const dependencies = object.change.after?.dependencies[path[0] ?? ""] ?? [];
    const newPolicies = policies.filter(({ id, urn }) => id === undefined && dependencies.includes(urn));
    const isResolved =
      unknown.length === 1 && newPolicies.length === 1 && !unknown[0]?.text.startsWith(SECRET_VALUE);
    // A deleted policy counts as a policy without rules.
    const deleted = view
      .targetsOf(object)
      .flatMap((target) => (target.kind === "gone" ? [target.object] : []));
    const elsewhere = ipPolicies.filter(
      ({ text, isTemplate }) => !isTemplate && ![...knownPolicies, ...deleted].some(({ id }) => id === text),
    );
    // An unknown policy may be any of the program's policies.
    return networksIn(
      view,
      isResolved ? [...knownPolicies, ...newPolicies] : knownPolicies,
      elsewhere.map(({ text }) => text),
      isResolved || unknown.length === 0
        ? []
        : [...unknown.map(({ text }) => text), ...ruleContents(view)].map(maskedValue),
      rules,
    );
  },
  secretsIn: (text) =>
    [...text.matchAll(SECRET_CALL)].flatMap(([, , , vault = "", , name = ""]) =>
      secretsNamed(view, vault, name),
    ),
  authorityOf(text) {
    const stored = view.of("CertificateAuthority").find(({ id }) => id === text);
    if (stored) return { key: authorityOf(view, stored), name: stored.name };
    return text.includes("-----BEGIN")
      ? { key: authorityKey(text), name: "an authority of the policy" }
      : { key: text, name: text.slice(0, 80) };
  },
});

/** Identifies a hidden part of a policy; equal on both sides unless the change may affect it. */
function hiddenPart(site: ValueSite, path: readonly string[]): string {
  const version = versionOf({ ...site, path: [...site.path, ...path] });
  return isSecretPath(path)
    ? version
    : [version, ...possibleReferences(site), ...endpointsAndSecrets(site)].join(" ");
}

/** Identifies the internal endpoints and secrets that a hidden policy may refer to. */
function endpointsAndSecrets({ view, object: owner }: ValueSite): string[] {
  const internalEndpoints = view
    .of("Endpoint")
    .filter(({ props }) => isHidden(props.url) || /\.internal\b/i.test(String(props.url)))
    .filter((endpoint) => endpoint !== owner);
  const secrets = view.of("Secret").map((object) => versionOf({ view, object, path: ["value"] }));
  return [...internalEndpoints.flatMap((endpoint) => endpointVersions(view, endpoint)), ...secrets].sort();
}

/** Identifies what determines the requests and the response of an endpoint. */
export const endpointVersions = (view: AccountView, object: AccountObject): string[] =>
  ["url", "bindings", "trafficPolicy"].map((input) => versionOf({ view, object, path: [input] }));

/** Converts a list of identities, such as e-mail addresses, to entries; `content` identifies hidden values. */
function entriesOf(kind: string, list: unknown, content: string): Entry[] {
  if (list === undefined || list === null) return [];
  if (!Array.isArray(list)) return [{ kind, value: undefined, content }];
  return list.map((value, n) => ({ kind, value: visibleString(value), content: `${content}#${n}` }));
}
