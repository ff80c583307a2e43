import { classesOf, type Field, isRecord, type Rejection, type Step } from "./field";
import { UNKNOWN } from "./unknown";

/** Prefixes of the service's ids by class. Ids with other prefixes are accepted: the service may have introduced them since. */
export const ID_PREFIXES: Readonly<Record<string, string>> = {
  AgentIngress: "agin",
  ApiKey: "ak",
  BotUser: "bot",
  CertificateAuthority: "ca",
  Credential: "cr",
  Endpoint: "ep",
  EventDestination: "ed",
  EventSubscription: "esb",
  FailoverBackend: "bkdfo",
  HttpResponseBackend: "bkdhr",
  HttpsEdge: "edghts",
  HttpsEdgeRoute: "edghtsrt",
  IpPolicy: "ipp",
  IpPolicyRule: "ipr",
  IpRestriction: "ipx",
  ReservedAddr: "ra",
  ReservedDomain: "rd",
  Secret: "secret",
  ServiceUser: "service",
  SshCertificateAuthority: "sshca",
  SshCredential: "sshcr",
  SshHostCertificate: "shcrt",
  SshUserCertificate: "sucrt",
  StaticBackend: "bkdsc",
  TcpEdge: "edgtcp",
  TlsCertificate: "cert",
  TlsEdge: "edgtls",
  Tunnel: "tn",
  TunnelGroupBackend: "bkdtg",
  TunnelSession: "ts",
  Vault: "vault",
  WeightedBackend: "bkdwd",
};

const CLASS_BY_PREFIX = new Map(Object.entries(ID_PREFIXES).map(([name, prefix]) => [prefix, name]));

const ID = /^([a-z]+)_\w+$/;

export const isId = (value: unknown): boolean => ID.test(String(value));

export const classOf = (id: string): string | undefined => CLASS_BY_PREFIX.get(ID.exec(id)?.[1] ?? "");

/** Returns a reason if the id has the prefix of a class other than these. `alternatives` completes the list of classes. */
export function foreignIdReason(
  classes: readonly string[],
  id: string,
  alternatives = "",
): string | undefined {
  const actual = classOf(id);
  return actual === undefined || classes.includes(actual)
    ? undefined
    : `must be the id of ${listClasses(classes)}${alternatives}, not of ${listClasses([actual])}`;
}

/** Rejects ids in a value that have no prefix, or the prefix of a class that the property doesn't accept. */
export function rejectForeignIds(field: Field, value: unknown): readonly Rejection[] {
  const alternatives = field.meta.refersToOthers ? " or of an object without a class" : "";
  return referencesIn(field, value).flatMap(({ id, classes, path }) => {
    if (typeof id !== "string" || id === UNKNOWN) return [];
    const foreign = foreignIdReason(classes, id, alternatives);
    if (foreign !== undefined) return [{ path, reason: foreign }];
    if (field.meta.alsoByName || id.includes("_")) return [];
    const [prefix] = classes.map((name) => ID_PREFIXES[name]);
    const reason = `must be the id of ${listClasses(classes)}${alternatives}, such as ${prefix}_…`;
    return [{ path, reason }];
  });
}

/** Returns the references in a property's value, including those inside a traffic policy. `path`: relative to the value. */
export function referencesIn(
  field: Field,
  value: unknown,
): readonly { readonly id: unknown; readonly classes: readonly string[]; readonly path: readonly Step[] }[] {
  const classes = classesOf(field);
  const ids = classes ? idsIn(value).map(({ id, path }) => ({ id, classes, path })) : [];
  const embedded = field.meta.embeddedReferences?.findAll(value) ?? [];
  return [...ids, ...embedded.map(({ id, className, path }) => ({ id, classes: [className], path }))];
}

/** Returns the ids in the value of a property: an id, a list of ids, or a map by id. They aren't necessarily strings. */
export function idsIn(value: unknown): { id: unknown; path: Step[] }[] {
  if (Array.isArray(value)) return value.map((id, index) => ({ id, path: [index] }));
  if (isRecord(value)) return Object.keys(value).map((id) => ({ id, path: [id] }));
  return [{ id: value, path: [] }];
}

const listClasses = (classes: readonly string[]) =>
  classes.map((name) => `${/^[AEIOU]/.test(name) ? "an" : "a"} ${name}`).join(" or ");
